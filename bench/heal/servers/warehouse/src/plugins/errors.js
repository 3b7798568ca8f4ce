import fp from 'fastify-plugin';
import { Problem } from '../stock/problem.js';

async function errors(app) {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof Problem) return reply.code(error.status).send({ error: error.message });
    if (error.validation) return reply.code(400).send({ error: error.message });
    const status = error.statusCode ?? 500;
    if (status >= 500) request.log.error(error);
    return reply.code(status).send({ error: status >= 500 ? 'internal error' : error.message });
  });
  app.setNotFoundHandler((request, reply) => reply.code(404).send({ error: `no route ${request.url}` }));
}

export default fp(errors, { name: 'errors' });
