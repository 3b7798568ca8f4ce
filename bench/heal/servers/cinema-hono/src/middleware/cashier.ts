import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import { env } from '../lib/env';
import type { AppEnv } from '../types';

/** Keys are `name:secret`. */
export const cashier = () => {
  const known = new Map(env.cashierKeys.map((pair) => pair.split(':').reverse() as [string, string]));
  return createMiddleware<AppEnv>(async (c, next) => {
    const name = known.get(c.req.header('x-cashier-key') ?? '');
    if (name === undefined) throw new HTTPException(401, { message: 'Cashiers only' });
    c.set('cashier', name);
    await next();
  });
};
