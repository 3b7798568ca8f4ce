export function errors() {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      ctx.status = error.status ?? 500;
      ctx.body = { error: error.expose ? error.message : 'internal error' };
      if (ctx.status >= 500) ctx.app.emit('error', error, ctx);
    }
  };
}
