import type { FastifyError } from 'fastify';
import fp from 'fastify-plugin';
import { ZodError } from 'zod';
import { DomainError } from '../domain/errors.js';

export const errorsPlugin = fp(async (app) => {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    if (error instanceof DomainError) {
      return reply.code(error.status).send({ error: error.message, ...(error.details.length > 0 && { details: error.details }) });
    }
    if (error instanceof ZodError) {
      const details = error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
      return reply.code(422).send({ error: 'invalid input', details });
    }
    const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
    if (status >= 500) console.error(`${request.method} ${request.url}`, error);
    return reply.code(status).send({ error: status >= 500 ? 'internal error' : error.message });
  });

  app.setNotFoundHandler((request, reply) => reply.code(404).send({ error: `no route ${request.method} ${request.url}` }));
});
