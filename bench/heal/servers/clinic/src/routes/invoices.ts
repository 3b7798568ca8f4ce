import { Hono } from 'hono';
import { invoiceFor } from '../domain/invoice.ts';
import type { Env } from '../http/env.ts';
import { missing, Refusal } from '../http/errors.ts';
import { store, type Appointment } from '../store/index.ts';

export const invoices = new Hono<Env>();

async function invoiceOf(appointment: Appointment) {
  const doctor = await store.doctors.get(appointment.doctor);
  const patient = await store.patients.get(appointment.patient);
  if (doctor === undefined || patient === undefined) throw new Error(`appointment ${appointment.id} is incomplete`);
  return invoiceFor(appointment, doctor, patient);
}

invoices.get('/', async (c) => {
  const done = await store.appointments.where(({ status }) => status === 'done');
  const list = await Promise.all(done.map(invoiceOf));
  const totals = list.reduce(
    (sum, { netCents, vatCents, dueCents }) => ({
      net: sum.net + netCents,
      vat: sum.vat + vatCents,
      due: sum.due + dueCents,
    }),
    { net: 0, vat: 0, due: 0 },
  );
  return c.json({ count: list.length, totals });
});

invoices.get('/:id', async (c) => {
  const appointment = await store.appointments.get(c.req.param('id'));
  if (appointment === undefined) throw missing('appointment');
  if (appointment.status !== 'done') throw new Refusal(409, 'not done yet');
  return c.json(await invoiceOf(appointment));
});
