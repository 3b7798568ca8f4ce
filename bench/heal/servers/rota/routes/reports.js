import { HttpError } from '../lib/errors.js';
import { addDays, daysIn } from '../lib/dates.js';
import { bankHolidays } from '../services/holidays.js';

const day = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' };
const span = { type: 'object', required: ['from', 'to'], properties: { from: day, to: day, home: { type: 'string' } } };

export default async function reportRoutes(app) {
  const { db } = app;
  const filled = db.prepare(
    `SELECT count(*) AS needed, count(staff_id) AS filled FROM shifts
     WHERE day = ? AND (? IS NULL OR home_id = ?)`,
  );
  const away = db.prepare(
    `SELECT p.name, a.reason, a.from_day, a.to_day FROM absences a JOIN staff p ON p.id = a.staff_id
     WHERE a.state = 'approved' AND a.from_day <= ? AND a.to_day >= ? ORDER BY p.name`,
  );

  /** Of each day that has shifts: how many there are, and how many of them somebody has. */
  app.get('/coverage', { schema: { querystring: span } }, async (request) => {
    const { from, to, home = null } = request.query;
    if (from > to) throw new HttpError(400, 'from lies after to');
    const days = [];
    let day = from;
    while (day <= to) {
      const row = filled.get(day, home, home);
      if (row.needed === 0) {
        day = addDays(day, 1);
        continue;
      }
      days.push({ day, needed: row.needed, filled: row.filled });
      day = addDays(day, 1);
    }
    const open = days.reduce((sum, { needed, filled: taken }) => sum + needed - taken, 0);
    if (open > 0) console.error(`Error: ${open} shifts without anybody from ${from} to ${to}`);
    return { from, to, open, days };
  });

  app.get('/away', { schema: { querystring: span }, preHandler: app.managersOnly }, async (request) => {
    const { from, to } = request.query;
    return away.all(to, from).map((row) => ({
      name: row.name,
      reason: row.reason,
      days: daysIn(row.from_day < from ? from : row.from_day, row.to_day > to ? to : row.to_day),
    }));
  });

  app.get('/holidays/:year', async (request) => bankHolidays(app, Number(request.params.year)));
}
