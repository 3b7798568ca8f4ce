'use strict';

const { isHttpError } = require('http-errors');

module.exports = function answers(kernel) {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (!isHttpError(error) || error.status >= 500) kernel.emit('failed', error);
      ctx.status = error.status ?? 500;
      ctx.body = { error: error.expose ? error.message : 'something went wrong' };
    }
    send(ctx);
  };
};

function send({ res, status, headers, body }) {
  if (res.headersSent) return;
  if (body === undefined) return res.writeHead(status === 200 ? 204 : status, headers).end();
  if (typeof body === 'string' || Buffer.isBuffer(body)) return res.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(body);
  if (typeof body.pipe === 'function') return body.pipe(res.writeHead(status, headers));
  res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
