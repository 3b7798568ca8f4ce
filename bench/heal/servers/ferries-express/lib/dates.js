'use strict';

function pad(number) {
  return String(number).padStart(2, '0');
}

exports.parse = function (text) {
  var match = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}))?$/.exec(text);
  if (!match) return null;
  return new Date(Date.UTC(+match[1], match[2] - 1, +match[3], +(match[4] || 0), +(match[5] || 0)));
};

exports.addMinutes = function (date, minutes) {
  return new Date(date.getTime() + minutes * 60000);
};

exports.format = function (date, pattern) {
  return pattern
    .replace('YYYY', date.getUTCFullYear())
    .replace('MM', pad(date.getUTCMonth() + 1))
    .replace('DD', pad(date.getUTCDate()))
    .replace('HH', pad(date.getUTCHours()))
    .replace('mm', pad(date.getUTCMinutes()));
};

exports.isBetween = function (date, from, to) {
  return date.getTime() >= from.getTime() && date.getTime() <= exports.addMinutes(to, 24 * 60 - 1).getTime();
};
