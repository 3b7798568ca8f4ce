'use strict';

const DAYS = Object.freeze(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']);

const kinds = {
  talk: { label: 'Talk', music: false },
  mix: { label: 'Mixed', music: true },
  live: { label: 'Live session', music: true },
};

module.exports = { DAYS, kinds };
