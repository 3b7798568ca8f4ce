/** More faults of plugins, hooks, logic and crypto in the carts. */
import carts from './carts-fastify.mjs';

const [app, routes] = ['app.js', 'routes/carts.js'];
const token = { 'x-cart-token': 'f120e406f8a5366b' };
const add = 'POST /carts/c1/items {"sku":"mug","quantity":1}';

export default {
  ...carts,
  cases: [
    {
      id: 'carts-decorated-inside-plugin',
      cause: 'middleware',
      expect: 'repair',
      break: [{ file: app, find: "  app.decorate('carts', carts);\n", replace: "  app.register(async (instance) => {\n    instance.decorate('carts', carts);\n  });\n" }],
      trigger: { requests: ['GET /carts/c1'] },
    },
    {
      id: 'carts-hook-never-done',
      cause: 'middleware',
      expect: 'repair',
      break: [{ file: routes, find: 'const guard = async (request) => {', replace: 'const guard = (request) => {' }],
      trigger: { requests: [add], headers: token },
    },
    {
      id: 'carts-signer-not-decorated',
      cause: 'middleware',
      expect: 'repair',
      break: [{ file: app, find: "  app.decorate('sign', sign);\n", replace: '' }],
      trigger: { requests: [add], headers: token },
    },
    {
      id: 'carts-digest-name',
      cause: 'other',
      expect: 'repair',
      break: [{ file: 'plugins/signer.js', find: "createHmac('sha256', key)", replace: "createHmac('HS256', key)" }],
      trigger: { requests: [add], headers: token },
    },
    {
      id: 'carts-list-in-object',
      cause: 'logic',
      expect: 'repair',
      break: [{ file: 'services/product-service.js', find: 'return Promise.all(skus.map((sku) => this.get(sku)));', replace: 'const products = await Promise.all(skus.map((sku) => this.get(sku)));\n    return { products };' }],
      trigger: { requests: ['GET /products/best'] },
    },
    {
      id: 'carts-callback-loses-this',
      cause: 'logic',
      expect: 'repair',
      break: [{ file: 'services/product-service.js', find: 'skus.map((sku) => this.get(sku))', replace: 'skus.map(this.get)' }],
      trigger: { requests: ['GET /products/best'] },
    },
    {
      id: 'carts-constructor-order',
      cause: 'logic',
      expect: 'repair',
      break: [{ file: app, find: 'new CartService(redis, products, pricing)', replace: 'new CartService(products, redis, pricing)' }],
      trigger: { requests: ['GET /carts/c1'] },
    },
    {
      id: 'carts-status-as-text',
      cause: 'other',
      expect: 'repair',
      break: [{ file: routes, find: 'reply.code(201).send(line)', replace: "reply.code('created').send(line)" }],
      trigger: { requests: [add], headers: token },
      history: true,
    },
  ],
};
