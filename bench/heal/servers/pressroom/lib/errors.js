'use strict';

class HttpError extends Error {
  constructor(status, message, details) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

const badRequest = (message, details) => new HttpError(400, message, details);
const notFound = (what) => new HttpError(404, `${what} not found`);
const conflict = (message) => new HttpError(409, message);

/** Hands what an async handler throws to the error handler. */
const wrap = (handler) => (req, res, next) => Promise.resolve(handler(req, res, next)).catch(next);

module.exports = { HttpError, badRequest, notFound, conflict, wrap };
