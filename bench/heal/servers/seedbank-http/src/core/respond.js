import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HttpError } from './errors.js';

export class Reply {
  constructor(body, { status = 200, type = 'application/json; charset=utf-8', headers = {} } = {}) {
    Object.assign(this, { body, status, type, headers });
  }
}

export const created = (body, location) => new Reply(body, { status: 201, headers: { location } });

export async function toResponse(response, result) {
  if (result instanceof Error) return sendError(response, result);
  const reply = result instanceof Reply ? result : new Reply(result);
  response.writeHead(reply.status, { 'content-type': reply.type, ...reply.headers });
  if (reply.body?.[Symbol.asyncIterator]) return pipeline(Readable.from(reply.body), response);
  response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
}

function sendError(response, error) {
  if (response.headersSent) return response.destroy(error);
  const known = error instanceof HttpError;
  if (!known) console.error(error);
  const body = { error: known ? error.message : 'internal error', ...(error.issues && { issues: error.issues }) };
  response.writeHead(known ? error.status : 500, { 'content-type': 'application/json; charset=utf-8', ...error.headers });
  response.end(JSON.stringify(body));
}
