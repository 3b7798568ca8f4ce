export class HttpError extends Error {
  constructor(status, message, headers = {}) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.headers = headers;
  }
}

export class NotFound extends HttpError {
  constructor(kind, id) {
    super(404, `no ${kind} ${id}`);
  }
}

export class Unprocessable extends HttpError {
  constructor(issues) {
    super(422, 'unprocessable');
    this.issues = issues;
  }
}
