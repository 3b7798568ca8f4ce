/** More names, paths and imports of the carts. */
import carts from './carts-fastify.mjs';

const at = (file, find, replace) => ({ file, find, replace });
const token = { 'x-cart-token': 'f120e406f8a5366b' };

export default {
  ...carts,
  cases: [
    {
      id: 'carts-redis-camel-case',
      cause: 'name',
      expect: 'repair',
      break: [
        at('services/cart-service.js', 'this.redis.hgetall(', 'this.redis.hGetAll('),
        at('services/cart-service.js', 'this.redis.lrange(', 'this.redis.lRange('),
        at('services/product-service.js', 'this.redis.hget(', 'this.redis.hGet('),
      ],
      trigger: { requests: ['GET /carts/c1'] },
    },
    {
      id: 'carts-decorated-service',
      cause: 'name',
      expect: 'repair',
      break: [at('app.js', "app.decorate('carts', carts)", "app.decorate('cartService', carts)")],
      trigger: { requests: ['GET /carts/c1'] },
    },
    {
      id: 'carts-listen-port-host',
      cause: 'dependency',
      expect: 'repair',
      break: [at('server.js', "app.listen({ port: Number(process.env.PORT ?? 3000), host: '0.0.0.0' })", "app.listen(Number(process.env.PORT ?? 3000), '0.0.0.0')")],
      trigger: { boot: true },
    },
    {
      id: 'carts-named-class-export',
      cause: 'import',
      expect: 'repair',
      break: [at('services/product-service.js', 'module.exports = ProductService;', 'exports.ProductService = ProductService;')],
      trigger: { boot: true },
    },
    {
      id: 'carts-mapper-file-renamed',
      cause: 'path',
      expect: 'repair',
      break: [{ move: ['plugins/error-mapper.js', 'plugins/errors.js'] }],
      trigger: { boot: true },
    },
    {
      id: 'carts-reply-json',
      cause: 'name',
      trial: { env: { SIGNING_KEY: 'k-51-pepper' } },
      expect: 'repair',
      break: [at('routes/carts.js', 'reply.code(201).send(line)', 'reply.status(201).json(line)')],
      trigger: { requests: ['POST /carts/c1/items {"sku":"mug","quantity":3}'], headers: token },
    },
    {
      id: 'carts-defaults-json',
      cause: 'path',
      expect: 'repair',
      break: [at('config/index.js', "read('default.json')", "read('settings.json')")],
      trigger: { boot: true },
    },
    {
      id: 'carts-coupon-exists',
      cause: 'name',
      trial: { env: { SIGNING_KEY: 'k-51-pepper' } },
      expect: 'repair',
      break: [at('services/pricing.js', 'isCoupon: (code)', 'knows: (code)')],
      trigger: { requests: ['PUT /carts/c1/coupon {"code":"WELCOME"}'], headers: token },
    },
    {
      id: 'carts-get-many',
      cause: 'name',
      expect: 'repair',
      break: [at('services/product-service.js', 'await this.many(skus)', 'await this.findAll(skus)')],
      trigger: { requests: ['GET /products/best'] },
    },
    {
      id: 'carts-prehandler-request-param',
      cause: 'name',
      trial: { env: { SIGNING_KEY: 'k-51-pepper' } },
      expect: 'repair',
      break: [at('routes/carts.js', 'app.sign.verify(request.params.cartId, token)', 'app.signer.verify(request.params.cartId, token)')],
      trigger: { requests: ['PUT /carts/c1/coupon {"code":"WELCOME"}'], headers: token },
    },
    {
      id: 'carts-create-hmac-namespace',
      cause: 'import',
      trial: { env: { SIGNING_KEY: 'k-51-pepper' } },
      expect: 'repair',
      break: [at('plugins/signer.js', "const { createHmac, timingSafeEqual } = require('node:crypto');", "const { createHmac } = require('node:crypto');")],
      trigger: { requests: ['PUT /carts/c1/coupon {"code":"WELCOME"}'], headers: token },
    },
    {
      id: 'carts-quantity-field',
      cause: 'name',
      expect: 'repair',
      break: [at('services/cart-service.js', 'return products.map((product) => ({\n      sku: product.sku,', 'return products.map((item) => ({\n      sku: product.sku,')],
      trigger: { requests: ['GET /carts/c1'] },
    },
  ],
};
