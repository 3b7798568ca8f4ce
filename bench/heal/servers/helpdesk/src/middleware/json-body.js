import { HttpError } from '../core/http-error.js';

const BODY_BYTES_MAX = 64 * 1024;

export async function jsonBody(context, next) {
  const { req } = context;
  if (!/^application\/json\b/i.test(req.headers['content-type'] ?? '')) return next();
  const chunks = [];
  let bytes = 0;
  for await (const chunk of req) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new HttpError(413, 'body too large');
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  try {
    context.input = text === '' ? {} : JSON.parse(text);
  } catch {
    throw new HttpError(400, 'body is not JSON');
  }
  await next();
}
