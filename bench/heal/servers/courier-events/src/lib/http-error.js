export class HttpError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export const notFound = (what, id) => new HttpError(404, `${what} ${id} not found`);
