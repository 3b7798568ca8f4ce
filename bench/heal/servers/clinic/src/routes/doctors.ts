import { Hono } from 'hono';
import { isDate } from '../domain/clock.ts';
import { daysOff } from '../domain/leave.ts';
import { freeSlots } from '../domain/slots.ts';
import type { Env } from '../http/env.ts';
import { badRequest, missing } from '../http/errors.ts';
import { store } from '../store/index.ts';

export const doctors = new Hono<Env>();

doctors.get('/', async (c) => {
  const field = c.req.query('field');
  const found = await store.doctors.where((doctor) => field === undefined || doctor.field === field);
  const sorted = found.toSorted((a, b) => a.feeCents - b.feeCents || a.name.localeCompare(b.name));
  return c.json(sorted.map(({ id, name, field, feeCents }) => ({ id, name, field, fee: (feeCents / 100).toFixed(2) })));
});

doctors.get('/:id', async (c) => {
  const doctor = await store.doctors.get(c.req.param('id'));
  if (doctor === undefined) throw missing('doctor');
  return c.json(doctor);
});

doctors.get('/:id/slots', async (c) => {
  const date = c.req.query('date') ?? '';
  if (!isDate(date)) throw badRequest('date must look like 2026-03-02');
  const doctor = await store.doctors.get(c.req.param('id'));
  if (doctor === undefined) throw missing('doctor');
  const taken = await store.appointments.where(
    (appointment) => appointment.doctor === doctor.id && appointment.start.startsWith(date),
  );
  const free = freeSlots(doctor, date, taken);
  return c.json({ doctor: doctor.name, date, count: free.length, first: free[0] ?? null, last: free.at(-1) ?? null });
});

doctors.get('/:id/leave', async (c) => {
  const doctor = await store.doctors.get(c.req.param('id'));
  if (doctor === undefined) throw missing('doctor');
  return c.json({ doctor: doctor.name, days: await daysOff(doctor.id) });
});
