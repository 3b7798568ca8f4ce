export class ApiError extends Error {
  constructor(status, message) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
  }
}

export function notFoundHandler(req, res) {
  res.status(404).json({ error: `Cannot ${req.method} ${req.path}` });
}

export function errorHandler(error, req, res, next) {
  if (res.headersSent) return next(error);
  const status = error.status ?? 500;
  if (status >= 500) console.error(`[${req.id}]`, error);
  res.status(status).json({ error: status >= 500 ? 'internal error' : error.message });
}
