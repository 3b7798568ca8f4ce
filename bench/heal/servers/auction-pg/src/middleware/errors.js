class HttpError extends Error {
  constructor(status, message, details) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

const uniqueViolation = '23505';

function notFound(req, res) {
  res.status(404).json({ error: 'Not found' });
}

function errorHandler(error, req, res, next) {
  if (res.headersSent) return next(error);
  if (error.code === uniqueViolation) return res.status(409).json({ error: 'Already exists' });
  const status = error.status ?? 500;
  if (status >= 500) console.error(error);
  res.status(status).json({ error: status >= 500 ? 'Internal error' : error.message, details: error.details });
}

module.exports = { HttpError, notFound, errorHandler };
