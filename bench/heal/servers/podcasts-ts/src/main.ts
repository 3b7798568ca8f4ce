import Fastify from 'fastify';
import { ZodError } from 'zod';
import { Catalog } from './catalog.ts';
import { Listeners } from './listeners.ts';
import { routes } from './routes.ts';
import { settings } from './settings.ts';

const app = Fastify({ logger: { level: 'warn' } });

app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
  if (error instanceof ZodError) return reply.code(400).send({ error: 'invalid', issues: error.issues.length });
  const status = error.statusCode ?? 500;
  if (status >= 500) request.log.error(error);
  return reply.code(status).send({ error: error.message });
});

const catalog = await Catalog.open();
routes(app, catalog, new Listeners(catalog));

await app.listen({ port: settings.port });
