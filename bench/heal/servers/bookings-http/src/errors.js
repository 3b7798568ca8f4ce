'use strict';

class HttpError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

const notFound = (message) => new HttpError(404, message);
const badRequest = (message) => new HttpError(400, message);
const conflict = (message) => new HttpError(409, message);

module.exports = { HttpError, notFound, badRequest, conflict };
