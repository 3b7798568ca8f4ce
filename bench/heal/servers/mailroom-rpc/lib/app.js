import Koa from 'koa2';
import { readBody } from './body.js';
import { dispatch, RpcError } from './rpc.js';
import { receive } from './hook.js';
import * as digest from './digest.js';

/** The application: JSON-RPC at /rpc, hooks at /hook, a digest at /digest. */
export function createApp({ queue, settings }) {
  const app = new Koa();
  app.context.queue = queue;
  app.context.settings = settings;

  app.on('error', (error) => console.error(error.stack));

  app.use(async (ctx, next) => {
    const began = process.hrtime.bigint();
    await next();
    const micros = (process.hrtime.bigint() - began) / 1000n;
    ctx.set('x-micros', String(micros));
  });

  app.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (!(error instanceof RpcError) && !error.expose) throw error;
      ctx.status = error.status ?? 400;
      ctx.body = { error: { code: error.code, message: error.message } };
    }
  });

  app.use(readBody);

  const routes = {
    'POST /rpc': async (ctx) => {
      const calls = ctx.request.json;
      ctx.body = Array.isArray(calls) ? await Promise.all(calls.map((call) => dispatch(call, ctx))) : await dispatch(calls, ctx);
    },
    'POST /hook': receive,
    'GET /digest': digest.page,
    'GET /digest.gz': digest.compressed,
    'GET /status': (ctx) => {
      ctx.body = { ...queue.stats(), sender: `${settings.sender.name} <${settings.sender.address}>` };
    },
  };

  app.use(async (ctx) => {
    const route = routes[`${ctx.method} ${ctx.path}`];
    if (!route) ctx.throw(404, 'nothing here');
    await route(ctx);
  });

  return app;
}
