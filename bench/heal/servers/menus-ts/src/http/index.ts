import Koa from 'koa';
import { HttpError } from '../shared/index.js';
import { router } from './routes.js';

export function createApp(): Koa {
  const app = new Koa();
  app.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      ctx.status = error.status;
      ctx.body = { error: error.message };
    }
  });
  app.use(router.middleware());
  return app;
}
