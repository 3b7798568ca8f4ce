const DAY = 24 * 60 * 60 * 1000;

function toDate(day) {
  return new Date(`${day}T00:00:00Z`);
}

function daysBetween(from, to) {
  return Math.round((toDate(to) - toDate(from)) / DAY);
}

function addDays(day, count) {
  return new Date(toDate(day).getTime() + count * DAY).toISOString().slice(0, 10);
}

function isDay(text) {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(toDate(text).getTime());
}

module.exports = { daysBetween, addDays, isDay };
