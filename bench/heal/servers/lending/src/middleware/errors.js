'use strict';

class HttpError extends Error {
  constructor(status, message) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
  }
}

const wrap = (handler) => (req, res, next) => {
  Promise.resolve(handler(req, res, next)).catch(next);
};

function notFound(req, res) {
  res.status(404).json({ error: `no route ${req.method} ${req.path}` });
}

function onError(error, req, res, next) {
  if (res.headersSent) return next(error);
  const status = error.status || 500;
  if (status >= 500) console.error(error);
  res.status(status).json({ error: status >= 500 ? 'internal error' : error.message });
}

module.exports = { HttpError, wrap, notFound, onError };
