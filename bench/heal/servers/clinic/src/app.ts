import { Hono } from 'hono';
import { bearer } from './http/auth.ts';
import { onError, onNotFound } from './http/errors.ts';
import { maintenance } from './http/maintenance.ts';
import { requestId } from './http/request-id.ts';
import type { Env } from './http/env.ts';
import { appointments } from './routes/appointments.ts';
import { doctors } from './routes/doctors.ts';
import { invoices } from './routes/invoices.ts';
import { patients } from './routes/patients.ts';

export function createApp(): Hono<Env> {
  const app = new Hono<Env>();
  app.use(requestId);
  app.get('/health', (c) => c.json({ ok: true }));
  app.use(maintenance);

  app.route('/doctors', doctors);
  app.route('/appointments', appointments);

  app.use('/patients/*', bearer('reception', 'accounts'));
  app.route('/patients', patients);

  app.use('/invoices/*', bearer('accounts'));
  app.route('/invoices', invoices);

  app.notFound(onNotFound);
  app.onError(onError);
  return app;
}
