import { HttpError, Unprocessable } from './errors.js';

const mostBytes = 64 * 1024;

export async function readJson(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new HttpError(413, 'body too large');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new HttpError(400, 'not JSON');
  }
}

export async function readValid(request, schema) {
  const parsed = schema.safeParse(await readJson(request));
  if (!parsed.success) throw new Unprocessable(parsed.error.issues.map(({ path, message }) => ({ at: path.join('.'), message })));
  return parsed.data;
}
