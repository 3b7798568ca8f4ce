import { isWeekend, minutesBetween, monthSpan } from '../lib/dates.js';

const weeksOfMonth = 52 / 12;

export function contractOf(app, id) {
  const row = app.db.prepare('SELECT rate, weekly_hours FROM contracts WHERE staff_id = ?').get(id);
  if (row === undefined) return { rate: app.settings.pay.bankRate, weeklyHours: null };
  return { rate: row.rate, weeklyHours: row.weekly_hours };
}

function paidHours(shift) {
  const minutes = minutesBetween(shift.starts_at, shift.ends_at);
  return (minutes >= 360 ? minutes - 30 : minutes) / 60;
}

/** Wage of one person in a month, in pence. */
export function wagesOf(app, person, month) {
  const { pay } = app.settings;
  const { rate, weeklyHours } = contractOf(app, person.id);
  const { from, to } = monthSpan(month);
  const shifts = app.db
    .prepare('SELECT day, starts_at, ends_at FROM shifts WHERE staff_id = ? AND day BETWEEN ? AND ? ORDER BY day')
    .all(person.id, from, to);

  let hours = 0;
  let premiums = 0;
  for (const shift of shifts) {
    const paid = paidHours(shift);
    hours += paid;
    if (shift.ends_at < shift.starts_at) premiums += (paid * rate * pay.nightPercent) / 100;
    if (isWeekend(shift.day)) premiums += (paid * rate * pay.weekendPercent) / 100;
  }

  let overtime = 0;
  if (weeklyHours !== null && hours > weeklyHours * weeksOfMonth) {
    overtime = ((hours - weeklyHours * weeksOfMonth) * rate * pay.overtimePercent) / 100;
  }

  const rounded = { base: Math.round(hours * rate), premiums: Math.round(premiums), overtime: Math.round(overtime) };
  return { hours, ...rounded, total: rounded.base + rounded.premiums + rounded.overtime };
}

/** Wages of all who worked in a month. */
export function wages(app, month) {
  const people = app.db.prepare('SELECT id, name FROM staff ORDER BY name').all();
  return people
    .map((person) => ({ id: person.id, name: person.name, ...wagesOf(app, person, month) }))
    .filter(({ hours }) => hours > 0);
}
