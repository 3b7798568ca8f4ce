'use strict';

const dayMs = 24 * 60 * 60 * 1000;
const pattern = /^\d{4}-\d{2}-\d{2}$/;

function isDay(text) {
  return typeof text === 'string' && pattern.test(text) && !Number.isNaN(Date.parse(text));
}

function today() {
  return new Date().toISOString().slice(0, 10);
}

function addDays(day, count) {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
}

function daysBetween(from, to) {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

/** 2026-03-09 as 9 Mar 2026. */
function longDay(day) {
  return new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
}

module.exports = { isDay, today, addDays, daysBetween, longDay };
