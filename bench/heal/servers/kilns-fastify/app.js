import Fastify from 'fastify';
import database from './plugins/database.js';
import errors from './plugins/errors.js';
import identity from './plugins/identity.js';
import firings from './routes/firings.js';
import pieces from './routes/pieces.js';
import potters from './routes/potters.js';
import reports from './routes/reports.js';
import { sharedSchemas } from './schemas.js';

export async function build(config) {
  const app = Fastify({ logger: { level: 'warn' } });
  app.decorate('config', config);
  for (const schema of sharedSchemas) app.addSchema(schema);

  await app.register(errors);
  await app.register(database, { file: config.database });
  await app.register(identity);

  app.get('/health', async () => ({ status: 'up', potters: app.repositories.potters.count() }));
  await app.register(potters, { prefix: '/potters' });
  await app.register(pieces, { prefix: '/pieces' });
  await app.register(firings, { prefix: '/firings' });
  await app.register(reports, { prefix: '/reports' });
  return app;
}
