import { createMiddleware } from 'hono/factory';
import type { Env } from './env.ts';

let count = 0;

export const requestId = createMiddleware<Env>(async (c, next) => {
  count += 1;
  c.set('requestId', c.req.header('x-request-id') ?? `r${count}`);
  await next();
  c.header('x-request-id', c.get('requestId'));
});
