export class HttpError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly details: string[] = [],
  ) {
    super(message);
    this.name = 'HttpError';
  }
}

export const badRequest = (message: string, details?: string[]) => new HttpError(400, message, details);
export const unauthorized = () => new HttpError(401, 'An API key is needed');
export const forbidden = () => new HttpError(403, 'Not for this key');
export const notFound = (what: string) => new HttpError(404, `${what} not found`);
export const conflict = (message: string) => new HttpError(409, message);
export const unprocessable = (message: string) => new HttpError(422, message);
