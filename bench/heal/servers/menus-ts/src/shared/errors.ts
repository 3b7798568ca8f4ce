export class HttpError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const notFound = (what: string) => new HttpError(404, `No such ${what}`);
export const badRequest = (message: string) => new HttpError(400, message);
