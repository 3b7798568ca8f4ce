import fp from 'fastify-plugin';

async function errors(app) {
  app.decorate('problem', (statusCode, message) => Object.assign(new Error(message), { statusCode }));

  app.setNotFoundHandler((request, reply) => {
    reply.code(404).send({ error: `No such page: ${request.url}` });
  });

  app.setErrorHandler((error, request, reply) => {
    if (error.validation) return reply.code(400).send({ error: 'Invalid input', details: error.validation.map((each) => each.message) });
    const status = error.statusCode ?? 500;
    if (status >= 500) request.log.error(error);
    return reply.code(status).send({ error: status >= 500 ? 'Something broke' : error.message });
  });
}

export default fp(errors, { name: 'errors' });
