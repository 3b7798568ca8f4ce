import fp from 'fastify-plugin';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Rider } from '@/config';

declare module 'fastify' {
  interface FastifyInstance {
    requireRider: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  }
  interface FastifyRequest {
    rider: Rider | null;
  }
}

interface Options {
  riders: Map<string, Rider>;
}

export default fp<Options>(
  async (app, { riders }) => {
    app.decorateRequest('rider', null);

    app.decorate('requireRider', async (request, reply) => {
      const token = request.headers.authorization?.replace('Bearer ', '');
      request.rider = (token && riders.get(token)) || null;
      if (!request.rider) await reply.code(401).send({ error: 'Who are you?' });
    });
  },
  { name: 'auth' },
);
