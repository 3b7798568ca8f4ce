const dayMs = 24 * 60 * 60 * 1000;

/** 2026-03-01, 3 -> 2026-03-04 */
export function addDays(day, count) {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);
}

export function isWeekend(day) {
  return [5, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
}

/** Every night of a stay, by its evening's date. */
export function nightsOf(from, nights) {
  return Array.from({ length: nights }, (_, index) => addDays(from, index));
}

export function daysInMonth(month) {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).getUTCDate();
}
