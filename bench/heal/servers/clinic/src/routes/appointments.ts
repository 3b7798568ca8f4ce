import { Hono } from 'hono';
import { isDate, toMinutes } from '../domain/clock.ts';
import { freeSlots } from '../domain/slots.ts';
import type { Env } from '../http/env.ts';
import { badRequest, missing, Refusal } from '../http/errors.ts';
import { store } from '../store/index.ts';

export const appointments = new Hono<Env>();

appointments.get('/', async (c) => {
  const date = c.req.query('date') ?? '';
  if (!isDate(date)) throw badRequest('date must look like 2026-03-02');
  const found = await store.appointments.where(({ start }) => start.startsWith(date));
  const rows = await Promise.all(
    found.map(async ({ id, doctor, start, status }) => {
      const { name } = (await store.doctors.get(doctor))!;
      return { id, time: start.slice(11), doctor: name, status };
    }),
  );
  return c.json(rows.sort((a, b) => toMinutes(a.time) - toMinutes(b.time)));
});

appointments.get('/summary', async (c) => {
  const counts = { booked: 0, done: 0, missed: 0 };
  for (const { status } of await store.appointments.all()) counts[status] += 1;
  return c.json(counts);
});

appointments.post('/check', async (c) => {
  const body = await c.req.json().catch(() => {
    throw badRequest('the body must be JSON');
  });
  const { doctor: id, date, time } = body;
  if (typeof date !== 'string' || !isDate(date)) throw badRequest('date must look like 2026-03-02');
  if (typeof time !== 'string' || !/^\d{2}:\d{2}$/.test(time)) throw badRequest('time must look like 08:20');
  const doctor = await store.doctors.get(id);
  if (doctor === undefined) throw missing('doctor');
  const taken = await store.appointments.where(({ doctor, start }) => doctor === id && start.startsWith(date));
  if (!freeSlots(doctor, date, taken).includes(time)) throw new Refusal(409, 'not free');
  return c.json({ doctor: doctor.name, start: `${date}T${time}`, fee: doctor.feeCents });
});
