export class HttpError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export function notFound(req, res, next) {
  next(new HttpError(404, `No route ${req.method} ${req.path}`));
}

export function errorHandler(error, req, res, next) {
  if (res.headersSent) return next(error);
  const status = error.status ?? 500;
  if (status >= 500) console.error(`[${req.id}]`, error);
  res.status(status).json({ error: status >= 500 && !(error instanceof HttpError) ? 'Internal error' : error.message, request: req.id });
}
