export class HttpError extends Error {
  constructor(status, message, details) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

export class NotFound extends HttpError {
  constructor(message) {
    super(404, message);
  }
}

export class Conflict extends HttpError {
  constructor(message) {
    super(409, message);
  }
}

export function onError(error, request, response, next) {
  if (response.headersSent) return next(error);
  const status = error.status ?? 500;
  if (status >= 500) console.error(error);
  response.status(status).json({ error: status >= 500 ? 'Internal error' : error.message, details: error.details });
}
