'use strict';

const dayMs = 86400000;

exports.parse = (day) => Date.parse(`${day}T00:00:00Z`);

exports.daysBetween = function daysBetween(from, to) {
  return Math.round((exports.parse(to) - exports.parse(from)) / dayMs);
};

exports.plusDays = function plusDays(day, count) {
  return new Date(exports.parse(day) + count * dayMs).toISOString().slice(0, 10);
};
