export class HttpError extends Error {
  constructor(statusCode, message) {
    super(message);
    this.statusCode = statusCode;
  }
}

export const notFound = (what) => new HttpError(404, `${what} not found`);
export const conflict = (message) => new HttpError(409, message);
export const forbidden = (message) => new HttpError(403, message);

export function answerError(error, request, reply) {
  const status = error.statusCode ?? 500;
  if (status >= 500) request.log.error(error);
  return reply.code(status).send({ error: status === 500 ? 'internal error' : error.message });
}
