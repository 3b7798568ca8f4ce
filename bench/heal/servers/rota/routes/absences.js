import { HttpError, conflict, forbidden, notFound } from '../lib/errors.js';
import { daysIn, overlaps } from '../lib/dates.js';

const day = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' };
const body = {
  type: 'object',
  required: ['from', 'to', 'reason'],
  properties: { from: day, to: day, reason: { type: 'string', enum: ['holiday', 'sick', 'training'] } },
};

export default async function absenceRoutes(app) {
  const { db, settings } = app;
  const all = db.prepare(
    `SELECT a.id, a.staff_id, p.name, a.from_day, a.to_day, a.reason, a.state
     FROM absences a JOIN staff p ON p.id = a.staff_id ORDER BY a.from_day, a.id`,
  );
  const ofOne = db.prepare("SELECT from_day, to_day FROM absences WHERE staff_id = ? AND state <> 'refused'");
  const worked = db.prepare('SELECT day FROM shifts WHERE staff_id = ? AND day BETWEEN ? AND ?');

  app.get('/', async (request) => {
    const { id, role } = request.staff;
    const rows = all.all().filter((row) => role === 'manager' || row.staff_id === id);
    return rows.map((row) => ({
      ...{ id: row.id, name: row.name, from: row.from_day, to: row.to_day, reason: row.reason, state: row.state },
      days: daysIn(row.from_day, row.to_day),
    }));
  });

  app.post('/', { schema: { body } }, async (request, reply) => {
    const { from, to, reason } = request.body;
    const { id } = request.staff;
    if (from > to) throw new HttpError(400, 'from lies after to');
    if (daysIn(from, to) > settings.absence.longestDays) {
      throw new HttpError(422, `at most ${settings.absence.longestDays} days`);
    }
    const before = ofOne.all(id).find((row) => overlaps({ from, to }, { from: row.from_day, to: row.to_day }));
    if (before) throw conflict(`away from ${before.from_day} to ${before.to_day} already`);
    const shift = worked.get(id, from, to);
    if (shift && reason !== 'sick') throw conflict(`has a shift on ${shift.day}`);
    const made = db
      .prepare("INSERT INTO absences (staff_id, from_day, to_day, reason, state) VALUES (?, ?, ?, ?, 'asked')")
      .run(id, from, to, reason);
    return reply.code(201).send({ id: Number(made.lastInsertRowid), from, to, reason, state: 'asked' });
  });

  app.post('/:id/approve', { preHandler: app.managersOnly }, async (request) => {
    const row = all.all().find(({ id }) => id === Number(request.params.id));
    if (row === undefined) throw notFound('absence');
    if (row.staff_id === request.staff.id) throw forbidden('nobody approves the own absence');
    if (row.state !== 'asked') throw conflict(`the absence is ${row.state}`);
    db.prepare("UPDATE absences SET state = 'approved' WHERE id = ?").run(row.id);
    return { id: row.id, name: row.name, state: 'approved' };
  });
}
