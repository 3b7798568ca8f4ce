'use strict';

class DomainError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

const statuses = { NOT_FOUND: 404, INVALID: 400, FORBIDDEN: 403, SOLD_OUT: 409 };

module.exports = function errorMapper(app) {
  app.setErrorHandler((error, request, reply) => {
    const status = statuses[error.code] ?? error.statusCode ?? 500;
    if (status >= 500) console.error(error);
    return reply.code(status).send({ error: status >= 500 ? 'Something went wrong' : error.message });
  });
};

module.exports.DomainError = DomainError;
