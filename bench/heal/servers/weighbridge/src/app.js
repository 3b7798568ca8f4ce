'use strict';

const http = require('node:http');
const { readBody } = require('./http/body');
const { HttpError } = require('./http/errors');
const { Router } = require('./http/router');
const { register } = require('./routes');

function send(res, { status = 200, body, type = 'application/json', headers = {} }) {
  const payload = type === 'application/json' ? JSON.stringify(body) : body;
  res.writeHead(status, { 'content-type': `${type}; charset=utf-8`, ...headers });
  res.end(payload);
}

function createServer() {
  const router = register(new Router());

  return http.createServer(async (req, res) => {
    try {
      const url = new URL(req.url, 'http://weighbridge');
      const { route, params } = router.match(req.method, url.pathname);
      const ctx = { req, params, query: Object.fromEntries(url.searchParams), body: await readBody(req) };
      for (const step of route.before) await step(ctx);
      const reply = await route.handler(ctx);
      send(res, reply);
    } catch (error) {
      if (error instanceof HttpError) {
        send(res, { status: error.status, body: { error: error.message } });
      } else {
        console.error(`${req.method} ${req.url}`, error);
        send(res, { status: 500, body: { error: 'Something went wrong' } });
      }
    }
  });
}

module.exports = { createServer };
