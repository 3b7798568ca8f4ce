export class HttpError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
    this.name = 'HttpError';
  }
}

export class NotFound extends HttpError {
  constructor(what: string) {
    super(404, `${what} not found`);
  }
}
