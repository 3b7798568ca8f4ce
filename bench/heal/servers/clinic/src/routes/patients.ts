import { Hono } from 'hono';
import { ageOn } from '../domain/clock.ts';
import type { Env } from '../http/env.ts';
import { missing } from '../http/errors.ts';
import { store, type Appointment } from '../store/index.ts';

export const patients = new Hono<Env>();

patients.get('/:id', async (c) => {
  const patient = await store.patients.get(c.req.param('id'));
  if (patient === undefined) throw missing('patient');
  const guardian = patient.guardian === undefined ? undefined : await store.patients.get(patient.guardian);
  return c.json({
    name: patient.name,
    age: ageOn(patient.born, c.req.query('on') ?? '2026-03-02'),
    guardian: guardian?.name ?? null,
    insurance: patient.insurance?.carrier.toUpperCase() ?? 'SELF-PAYING',
  });
});

patients.get('/:id/visits', async (c) => {
  const patient = await store.patients.get(c.req.param('id'));
  if (patient === undefined) throw missing('patient');
  const visits = await store.appointments.where((appointment) => appointment.patient === patient.id);
  const byStatus: Partial<Record<Appointment['status'], string[]>> = {};
  for (const { id, status } of visits) (byStatus[status] ??= []).push(id);
  return c.json({
    done: byStatus.done ?? [],
    booked: byStatus.booked ?? [],
    missed: byStatus.missed?.length ?? 0,
  });
});
