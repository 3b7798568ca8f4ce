'use strict';

const express = require('express');

/** A router out of a table: `['get', '/:sku', 'show']` calls that method of the controller. */
function routerFor(controller, routes, ...before) {
  const router = express.Router();
  for (const [method, path, action] of routes) {
    router[method](path, ...before, (req, res, next) => controller[action](req, res, next));
  }
  return router;
}

module.exports = { routerFor };
