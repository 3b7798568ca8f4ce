'use strict';

class HttpError extends Error {
  constructor(status, message, details) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.details = details;
  }
}

const notFound = (what) => new HttpError(404, `${what} is not known`);
const badRequest = (message, details) => new HttpError(400, message, details);

module.exports = { HttpError, notFound, badRequest };
