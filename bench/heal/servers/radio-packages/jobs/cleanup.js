'use strict';

exports.run = ({ desk, config }) => {
  desk.dropOlderThan(config.requests.keepMinutes);
};
