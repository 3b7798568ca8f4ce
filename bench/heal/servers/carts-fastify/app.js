'use strict';

const fastify = require('fastify');
const config = require('./config');
const redisPlugin = require('./plugins/redis');
const signer = require('./plugins/signer');
const errorMapper = require('./plugins/error-mapper');
const CartService = require('./services/cart-service');
const ProductService = require('./services/product-service');
const { createPricing } = require('./services/pricing');

module.exports = function buildApp() {
  const app = fastify({ logger: false });
  const redis = redisPlugin(app, config.redisUrl);
  const products = new ProductService(redis);
  const pricing = createPricing(config);
  const carts = new CartService(redis, products, pricing);
  const sign = signer(config.signingKey);

  errorMapper(app);
  app.decorate('products', products);
  app.decorate('carts', carts);
  app.decorate('sign', sign);
  app.get('/health', async () => ({ status: 'up', redis: await redis.ping() }));
  app.register(require('./routes/products'), { prefix: '/products' });
  app.register(require('./routes/carts'), { prefix: '/carts' });
  return app;
};
