import Fastify from 'fastify';
import auth from './plugins/auth.js';
import database from './plugins/database.js';
import { answerError } from './lib/errors.js';
import absenceRoutes from './routes/absences.js';
import payrollRoutes from './routes/payroll.js';
import reportRoutes from './routes/reports.js';
import shiftRoutes from './routes/shifts.js';
import staffRoutes from './routes/staff.js';

export async function buildApp(settings) {
  const app = Fastify({ logger: { level: settings.logLevel } });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => reply.code(404).send({ error: 'no such page' }));
  app.decorate('settings', settings);

  await app.register(database);
  await app.register(auth);

  app.get('/health', { config: { open: true } }, async () => ({ ok: true }));
  await app.register(staffRoutes, { prefix: '/staff' });
  await app.register(shiftRoutes);
  await app.register(absenceRoutes, { prefix: '/absences' });
  await app.register(payrollRoutes, { prefix: '/payroll' });
  await app.register(reportRoutes, { prefix: '/reports' });
  return app;
}
