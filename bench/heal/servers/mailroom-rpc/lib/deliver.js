import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';

/** Hands a letter over; the receipt names it. */
export async function deliver({ to, subject, body }) {
  await turn();
  if (to.endsWith('@void.example')) throw new Error(`nobody at ${to}`);
  const sum = createHash('md5').update(`${to}\n${subject}\n${body}`).digest('base64url');
  return { sum, bytes: Buffer.byteLength(body) };
}
