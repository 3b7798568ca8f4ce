export class HttpError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly details: Record<string, unknown> = {},
  ) {
    super(message);
    this.name = new.target.name;
  }
}

export class NotFound extends HttpError {
  constructor(what: string) {
    super(404, `${what} not found`);
  }
}

export class Unprocessable extends HttpError {
  constructor(problems: string[]) {
    super(422, 'The request does not fit', { problems });
  }
}

export class Conflict extends HttpError {
  constructor(message: string) {
    super(409, message);
  }
}
