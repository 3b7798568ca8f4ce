import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../types';

export const timing = createMiddleware<AppEnv>(async (c, next) => {
  c.set('startedAt', performance.now());
  await next();
  const took = performance.now() - c.get('startedAt');
  c.header('server-timing', `app;dur=${took.toFixed(1)}`);
});
