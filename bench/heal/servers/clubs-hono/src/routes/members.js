import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { many, one } from '../db.js';
import { initials } from '../format.js';

export const members = new Hono();

members.get('/', async (c) => {
  const rows = await many(
    `SELECT m.id, m.full_name, m.email, count(e.course_id) AS courses, coalesce(sum(k.fee_cents), 0) AS fees
       FROM members m
       LEFT JOIN enrolments e ON e.member_id = m.id
       LEFT JOIN courses k ON k.id = e.course_id
      GROUP BY m.id, m.full_name, m.email
      ORDER BY m.id`,
  );
  return c.json(
    rows.map((row) => ({
      id: row.id,
      initials: initials(row.full_name),
      domain: row.email?.split('@')[1] ?? null,
      courses: Number(row.courses),
      feesCents: Number(row.fees),
    })),
  );
});

members.get('/:id/since', async (c) => {
  const row = await one('SELECT full_name, joined_on::text AS joined FROM members WHERE id = $1', [
    Number(c.req.param('id')),
  ]);
  if (row === null) throw new HTTPException(404, { message: 'no such member' });
  const [year] = row.joined.split('-');
  return c.json({ name: row.full_name, year: Number(year), seenBy: c.get('member').name });
});
