import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '@/config';
import fleetPlugin from '@/plugins/fleet';
import authPlugin from '@/plugins/auth';
import schemas from '@/plugins/schemas';
import routes from '@/routes';
import { DomainError } from '@/domain/errors';

export async function buildApp(config: Config): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: config.logLevel },
    routerOptions: { ignoreTrailingSlash: true },
    ajv: { customOptions: { coerceTypes: true, removeAdditional: 'all' } },
  });

  app.setErrorHandler((error: Error & { statusCode?: number; validation?: unknown }, request, reply) => {
    if (error instanceof DomainError) return reply.code(error.status).send({ error: error.message });
    if (error.validation) return reply.code(400).send({ error: error.message });
    if (error.statusCode && error.statusCode < 500) return reply.code(error.statusCode).send({ error: error.message });
    request.log.error(error);
    return reply.code(500).send({ error: 'Internal error' });
  });

  await app.register(schemas);
  await app.register(authPlugin, { riders: config.riders });
  await app.register(fleetPlugin);
  await app.register(routes, { prefix: '/v2' });
  return app;
}
