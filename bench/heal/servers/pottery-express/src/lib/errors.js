export class HttpError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export class NotFoundError extends HttpError {
  constructor(what, key) {
    super(404, `No ${what} ${key}`);
  }
}

export class ConflictError extends HttpError {
  constructor(message) {
    super(409, message);
  }
}
