const dayMs = 24 * 60 * 60 * 1000;

export function addDays(day, count) {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
}

export function daysBetween(from, to) {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

export function isDay(text) {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}
