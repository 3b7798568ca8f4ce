const fp = require('fastify-plugin');

class ParkingError extends Error {
  constructor(statusCode, text) {
    super(text);
    this.statusCode = statusCode;
  }
}

module.exports = fp(async (app) => {
  app.decorate('refuse', (statusCode, text) => {
    throw new ParkingError(statusCode, text);
  });
  app.setErrorHandler((error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) console.error(error);
    return reply.code(status).send({ error: status >= 500 ? 'Internal error' : error.message });
  });
});
