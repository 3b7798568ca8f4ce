'use strict';

const config = require('./config.json');

function describe(number) {
  const { days, shelves } = config.storage;
  const { from, to } = config.opening;
  return { number, shelf: shelves[number % shelves.length], days, open: `${from}-${to}` };
}

module.exports = { describe };
