const dayMs = 86_400_000;

export function addDays(day, count) {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
}

export function daysIn(from, to) {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
}

export function isWeekend(day) {
  return [0, 6].includes(new Date(day).getUTCDay());
}

/** Do two spans of days share one? */
export function overlaps(one, other) {
  return one.from <= other.to && other.from <= one.to;
}

/** First and last day of 2026-05. */
export function monthSpan(month) {
  const [year, number] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${String(last).padStart(2, '0')}` };
}

/** Minutes from 21:30 to 07:00, past midnight where the end is the smaller. */
export function minutesBetween(start, end) {
  const [from, to] = [start, end].map((time) => {
    const [hours, minutes] = time.split(':').map(Number);
    return hours * 60 + minutes;
  });
  return to > from ? to - from : to + 24 * 60 - from;
}
