import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const started = new WeakMap<FastifyRequest, number>();

export async function requestTimer(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', async (request) => {
    started.set(request, performance.now());
  });
  app.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply, payload) => {
    const began = started.get(request);
    if (began !== undefined) reply.header('server-timing', `app;dur=${(performance.now() - began).toFixed(1)}`);
    return payload;
  });
}

(requestTimer as unknown as Record<symbol, boolean>)[Symbol.for('skip-override')] = true;
