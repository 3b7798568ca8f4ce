'use strict';

module.exports = function readBody({ limit }) {
  return async (ctx, next) => {
    if (ctx.method === 'POST' || ctx.method === 'PUT') {
      const chunks = [];
      let size = 0;
      for await (const chunk of ctx.req) {
        size += chunk.length;
        if (size > limit) ctx.throw(413, 'Body too large');
        chunks.push(chunk);
      }
      const text = Buffer.concat(chunks).toString('utf8');
      try {
        ctx.request.body = text ? JSON.parse(text) : {};
      } catch {
        ctx.throw(400, 'Body is no JSON');
      }
    }
    await next();
  };
};
