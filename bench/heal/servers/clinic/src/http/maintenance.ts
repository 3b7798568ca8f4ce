import { createMiddleware } from 'hono/factory';
import type { Env } from './env.ts';
import { Refusal } from './errors.ts';

export const maintenance = createMiddleware<Env>(async (c, next) => {
  if (process.env.MAINTENANCE === 'on') throw new Refusal(503, 'closed for maintenance, please come back at 18:00');
  await next();
});
