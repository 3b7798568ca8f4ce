'use strict';

const { HttpError } = require('../http/errors');

const dayMs = 24 * 60 * 60 * 1000;

function monthRange(month) {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month ?? '')) throw new HttpError(400, 'A month looks like 2026-03');
  const [year, index] = month.split('-').map(Number);
  const until = new Date(Date.UTC(year, index, 1)).toISOString().slice(0, 10);
  return { from: `${month}-01`, until };
}

function isDay(text) {
  return typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

function plusDays(day, count) {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
}

function today() {
  return new Date().toISOString().slice(0, 10);
}

module.exports = { monthRange, isDay, plusDays, today };
