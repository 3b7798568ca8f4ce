'use strict';

const DAY_MS = 24 * 60 * 60 * 1000;

const isDay = (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

const toDay = (date) => date.toISOString().slice(0, 10);

const addDays = (day, count) => toDay(new Date(Date.parse(day) + count * DAY_MS));

const daysBetween = (from, to) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

module.exports = { isDay, toDay, addDays, daysBetween };
