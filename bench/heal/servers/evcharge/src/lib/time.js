const minuteMs = 60_000;

/** A time as it is sent by chargers and apps; null where it is none. */
export function parseTime(text) {
  const at = new Date(typeof text === 'string' ? text : Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at;
}

export function minutesBetween(from, to) {
  return Math.round((new Date(to) - new Date(from)) / minuteMs);
}

export function clock(text) {
  return new Date(text).toISOString().slice(0, 16).replace('T', ' ');
}

export function isMonth(text) {
  return /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text);
}

export function monthOf(text) {
  return new Date(text).toISOString().slice(0, 7);
}
