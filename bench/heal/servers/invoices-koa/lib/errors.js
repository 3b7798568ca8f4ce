'use strict';

module.exports = function errors() {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      ctx.status = error.status || 500;
      if (ctx.status >= 500) console.error(error);
      ctx.body = { error: error.message };
    }
  };
};
