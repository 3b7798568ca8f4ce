import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from './config';
import { context } from './context';
import { translate, type Key } from './core/i18n';
import { Refusal, type Failure } from './core/result';
import { routes } from './routes';

const statusOf: Record<Failure['kind'], number> = { missing: 404, refused: 409, invalid: 422 };

export async function buildApp(config: Config): Promise<FastifyInstance> {
  const app = Fastify({ logger: { level: 'error' } });

  app.setErrorHandler((error: Error & { validation?: unknown }, request, reply) => {
    if (error instanceof Refusal) {
      const { kind, key, params } = error.failure;
      return reply.code(statusOf[kind]).send({ error: translate(request.language, key as Key, params) });
    }
    if (error.validation) return reply.code(400).send({ error: error.message });
    request.log.error(error);
    return reply.code(500).send({ error: 'Something went wrong' });
  });

  await app.register(context, { config });
  await app.register(routes, { prefix: config.http.prefix });
  app.get('/', async () => ({ name: config.shed.name, tools: [...app.catalog].length, redis: await app.store.ping() }));
  return app;
}
