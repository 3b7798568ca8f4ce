import fp from 'fastify-plugin';
import { Problem } from '../lib/problems.js';

export default fp(async (app) => {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof Problem) {
      return reply.code(error.statusCode).type('application/problem+json').send({ title: error.message, ...error.extra });
    }
    if (error.validation) return reply.code(400).send({ title: 'Invalid request', detail: error.message });
    request.log.error(error);
    return reply.code(500).send({ title: 'Something went wrong' });
  });

  app.setNotFoundHandler((request, reply) => reply.code(404).send({ title: `${request.method} ${request.url} leads nowhere` }));
}, { name: 'errors' });
