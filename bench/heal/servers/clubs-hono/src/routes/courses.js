import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { many, one } from '../db.js';
import { dayName, fee } from '../format.js';

export const courses = new Hono();

const present = (row) => ({
  slug: row.slug,
  title: row.title,
  trainer: row.trainer,
  day: dayName(row.weekday),
  fee: fee(row.fee_cents),
  free: row.seats - Number(row.taken),
});

const selection = `
  SELECT c.id, c.slug, c.title, c.seats, c.fee_cents, c.weekday, t.full_name AS trainer,
         (SELECT count(*) FROM enrolments e WHERE e.course_id = c.id) AS taken
    FROM courses c JOIN members t ON t.id = c.trainer_id`;

courses.get('/', async (c) => {
  const rows = await many(`${selection} ORDER BY c.title`);
  return c.json(rows.map(present));
});

courses.get('/busy', async (c) => {
  const rows = await many(
    `SELECT c.slug, count(*) AS taken
       FROM courses c JOIN enrolments e ON e.course_id = c.id
      GROUP BY c.slug HAVING count(*) >= $1 ORDER BY c.slug`,
    [Number(c.req.query('least') ?? 1)],
  );
  return c.json(rows.map((row) => ({ slug: row.slug, taken: Number(row.taken) })));
});

courses.get('/:slug', async (c) => {
  const row = await one(`${selection} WHERE c.slug = $1`, [c.req.param('slug')]);
  if (row === null) throw new HTTPException(404, { message: 'no such course' });
  return c.json(present(row));
});
