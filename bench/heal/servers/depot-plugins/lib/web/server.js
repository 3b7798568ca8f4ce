'use strict';

const http = require('http');
const debug = require('debug')('depot:http');
const { Context } = require('./context');

exports.createServer = function createServer(router) {
  return http.createServer(async (req, res) => {
    const { pathname } = new URL(req.url, 'http://depot');
    const route = router.match(req.method, pathname);
    const ctx = new Context(req, res, route ? route.params : undefined);
    try {
      if (!route) ctx.fail(404, 'Not found');
      for (const handler of route.handlers) await handler(ctx);
      debug('%s %s', req.method, pathname);
    } catch (error) {
      if (!error.status) console.error(error);
      ctx.json({ error: error.status ? error.message : 'Something broke' }, error.status || 500);
    }
  });
};
