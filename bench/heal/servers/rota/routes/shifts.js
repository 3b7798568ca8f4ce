import { HttpError, conflict, notFound } from '../lib/errors.js';
import { remind } from '../services/texting.js';

const date = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' };
const time = { type: 'string', pattern: '^\\d{2}:\\d{2}$' };
const span = { type: 'object', required: ['from', 'to'], properties: { from: date, to: date, home: { type: 'string' } } };
const newShift = {
  type: 'object',
  required: ['home', 'day', 'start', 'end'],
  properties: { home: { type: 'string' }, day: date, start: time, end: time, skill: { type: 'string' } },
};

const columns = 's.id, s.home_id AS home, s.day, s.starts_at AS start, s.ends_at AS end, s.skill, p.name AS who';

export default async function shiftRoutes(app) {
  const { db } = app;
  const between = db.prepare(
    `SELECT ${columns} FROM shifts s LEFT JOIN staff p ON p.id = s.staff_id
     WHERE s.day BETWEEN ? AND ? AND (? IS NULL OR s.home_id = ?) ORDER BY s.day, s.starts_at, s.id`,
  );
  const byId = db.prepare(
    `SELECT ${columns}, s.staff_id FROM shifts s LEFT JOIN staff p ON p.id = s.staff_id
     WHERE s.id = ?`,
  );
  const away = db.prepare(
    "SELECT id FROM absences WHERE staff_id = ? AND state <> 'refused' AND ? BETWEEN from_day AND to_day",
  );
  const busy = db.prepare('SELECT id FROM shifts WHERE staff_id = ? AND day = ?');

  function shiftOf(id) {
    const row = byId.get(id);
    if (row === undefined) throw notFound('shift');
    return row;
  }

  app.get('/shifts', { schema: { querystring: span } }, async (request) => {
    const { from, to, home = null } = request.query;
    return between.all(from, to, home, home);
  });

  app.get('/shifts/:id', async (request) => {
    const { id, home, day, start, end, skill, who } = shiftOf(request.params.id);
    return { id, home, day, start, end, skill, who };
  });

  // The short address in text messages.
  app.get('/s/:id', { config: { open: true } }, async (request, reply) => {
    const { id } = shiftOf(request.params.id);
    return reply.redirect(`/shifts/${id}`, 302);
  });

  app.post('/shifts', { schema: { body: newShift }, preHandler: app.managersOnly }, async (request, reply) => {
    const { home, day, start, end, skill = null } = request.body;
    if (db.prepare('SELECT id FROM homes WHERE id = ?').get(home) === undefined) throw notFound('home');
    const made = db
      .prepare('INSERT INTO shifts (home_id, day, starts_at, ends_at, skill) VALUES (?, ?, ?, ?, ?)')
      .run(home, day, start, end, skill);
    return reply.code(201).send({ id: Number(made.lastInsertRowid), home, day, start, end, skill });
  });

  app.post('/shifts/:id/assign', { preHandler: app.managersOnly }, async (request) => {
    const shift = shiftOf(request.params.id);
    const person = db
      .prepare('SELECT id, name, skills FROM staff WHERE id = ? AND left_on IS NULL')
      .get(request.body?.staff ?? null);
    if (person === undefined) throw notFound('member of staff');
    if (shift.who !== null) throw conflict(`${shift.who} has this shift`);
    if (away.get(person.id, shift.day) !== undefined) throw conflict(`${person.name} is away on ${shift.day}`);
    if (busy.get(person.id, shift.day) !== undefined) throw conflict(`${person.name} works on ${shift.day}`);
    if (shift.skill !== null && !JSON.parse(person.skills).includes(shift.skill)) {
      throw new HttpError(422, `${person.name} lacks ${shift.skill}`);
    }
    db.prepare('UPDATE shifts SET staff_id = ? WHERE id = ?').run(person.id, shift.id);
    return { id: shift.id, day: shift.day, who: person.name };
  });

  app.post('/shifts/:id/remind', { preHandler: app.managersOnly }, async (request) => {
    const shift = shiftOf(request.params.id);
    if (shift.staff_id === null) throw conflict('nobody has this shift');
    const { phone } = db.prepare('SELECT phone FROM staff WHERE id = ?').get(shift.staff_id);
    return remind(app, phone, shift);
  });
}
