import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { many, one } from '../db.js';

export const enrolments = new Hono();

enrolments.get('/', async (c) => {
  const { id, name } = c.get('member');
  const rows = await many(
    `SELECT c.slug, e.enrolled_on::text AS since, e.note
       FROM enrolments e JOIN courses c ON c.id = e.course_id
      WHERE e.member_id = $1 ORDER BY c.slug`,
    [id],
  );
  const notes = rows.filter(({ note }) => note !== null).map(({ note }) => note.toUpperCase());
  return c.json({ member: name, courses: rows.map(({ slug, since }) => ({ slug, since })), notes });
});

enrolments.post('/', async (c) => {
  const { slug, on, note } = await c.req.json();
  const course = await one('SELECT id, seats FROM courses WHERE slug = $1', [slug]);
  if (course === null) throw new HTTPException(404, { message: 'no such course' });
  const { taken } = await one('SELECT count(*) AS taken FROM enrolments WHERE course_id = $1', [course.id]);
  if (Number(taken) >= course.seats) throw new HTTPException(409, { message: 'the course is full' });
  const added = await one(
    `INSERT INTO enrolments (member_id, course_id, enrolled_on, note) VALUES ($1, $2, $3, $4)
     ON CONFLICT (member_id, course_id) DO UPDATE SET note = excluded.note
     RETURNING enrolled_on::text AS since, note`,
    [c.get('member').id, course.id, on, note ?? null],
  );
  return c.json({ slug, ...added }, 201);
});
