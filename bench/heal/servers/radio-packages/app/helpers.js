'use strict';

const { minutes } = require('./text');

const pad = (number) => String(number).padStart(2, '0');

exports.clock = (value) => {
  const total = minutes(value);
  const hour = Math.floor(total / 60);
  return `${hour % 12 || 12}:${pad(total % 60)} ${hour < 12 ? 'am' : 'pm'}`;
};

exports.plural = (count, one, many) => `${count} ${Number(count) === 1 ? one : many}`;
