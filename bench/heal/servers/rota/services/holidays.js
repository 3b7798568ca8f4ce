import { HttpError } from '../lib/errors.js';

const years = new Map();

/** Bank holidays of a year as [{day, name}], asked for once. */
export async function bankHolidays(app, year) {
  if (years.has(year)) return years.get(year);
  let answer;
  try {
    answer = await fetch(`${app.settings.holidaysUrl}/england/${year}`, { signal: AbortSignal.timeout(3000) });
  } catch (error) {
    throw new HttpError(502, `bank holidays not reached: ${error.cause?.message ?? error.message}`);
  }
  if (!answer.ok) throw new HttpError(502, `bank holidays: ${answer.status}`);
  const rows = await answer.json();
  years.set(year, rows);
  return rows;
}
