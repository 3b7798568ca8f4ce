'use strict';

const express = require('express');
const { routerFor } = require('#http/router');
const { language, requireCustomer, notFound, onError } = require('#http/middleware');
const ProductsController = require('./controllers/products');
const OrdersController = require('./controllers/orders');
const ShopController = require('./controllers/shop');

function createApp(container) {
  const app = express();
  app.disable('x-powered-by');
  app.use(express.json({ limit: container.config.http.bodyLimit }));
  app.use(language);
  app.get('/health', (req, res) => res.json({ ok: true }));
  app.use('/products', routerFor(new ProductsController(container), ProductsController.routes));
  app.use('/orders', routerFor(new OrdersController(container), OrdersController.routes, requireCustomer(container.customers)));
  app.use('/', routerFor(new ShopController(container), ShopController.routes));
  app.use(notFound);
  app.use(onError);
  return app;
}

module.exports = { createApp };
