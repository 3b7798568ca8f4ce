import Fastify, { type FastifyInstance } from 'fastify';
import { loadConfig, loadGrades } from './config/load.js';
import { cellarPlugin } from './plugins/cellar.js';
import { errorsPlugin } from './plugins/errors.js';
import { loadRoutes } from './routes/loads.js';
import { plotRoutes } from './routes/plots.js';
import { reportRoutes } from './routes/reports.js';
import { tankRoutes } from './routes/tanks.js';

export async function buildApp(): Promise<FastifyInstance> {
  const config = loadConfig();
  const app = Fastify({ bodyLimit: config.server.bodyLimit });
  await app.register(errorsPlugin);
  await app.register(cellarPlugin, { config, grades: loadGrades() });
  await app.register(plotRoutes);
  await app.register(loadRoutes);
  await app.register(tankRoutes);
  await app.register(reportRoutes, { prefix: '/reports' });
  app.get('/health', async () => ({ ok: true, estate: config.estate.name }));
  return app;
}
