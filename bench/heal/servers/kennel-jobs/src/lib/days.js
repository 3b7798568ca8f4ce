const dayMs = 86_400_000;

export function parseDay(text) {
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(time) ? null : new Date(time);
}

export function formatDay(date) {
  return date.toISOString().slice(0, 10);
}

export function nightsBetween(from, to) {
  return Math.round((parseDay(to) - parseDay(from)) / dayMs);
}

export function* daysFrom(from, to) {
  for (let day = parseDay(from); day < parseDay(to); day = new Date(day.getTime() + dayMs)) yield formatDay(day);
}
