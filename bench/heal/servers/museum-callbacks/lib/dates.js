var dayMs = 24 * 60 * 60 * 1000;
var months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

function pad(number) {
  return String(number).padStart(2, '0');
}

/** A date, or null where the text is none. */
function parse(text) {
  var date = new Date(text);
  return isNaN(date) ? null : date;
}

function shortDay(date) {
  return [date.getUTCFullYear(), pad(date.getUTCMonth() + 1), pad(date.getUTCDate())].join('-');
}

function longDay(date) {
  return date.getUTCDate() + ' ' + months[date.getUTCMonth()] + ' ' + date.getUTCFullYear();
}

function clock(date) {
  return pad(date.getUTCHours()) + ':' + pad(date.getUTCMinutes());
}

function addMinutes(date, minutes) {
  return new Date(date.getTime() + minutes * 60 * 1000);
}

function isSameDay(one, other) {
  return shortDay(one) === shortDay(other);
}

function daysBetween(from, to) {
  return Math.floor((to - from) / dayMs);
}

module.exports = { parse, shortDay, longDay, clock, addMinutes, isSameDay, daysBetween };
