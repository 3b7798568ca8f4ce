/** Values that are not there, records that are not as expected, promises that nobody waits for. */
import carts from './carts-fastify.mjs';

const token = { 'x-cart-token': 'f120e406f8a5366b' };

export default {
  ...carts,
  cases: [
    {
      id: 'carts-product-text-promise',
      cause: 'async',
      expect: 'repair',
      break: [{ file: 'services/product-service.js', find: 'const text = await this.redis.get(', replace: 'const text = this.redis.get(' }],
      trigger: { requests: ['GET /products/mug'] },
    },
    {
      id: 'carts-coupon-optional',
      cause: 'null',
      expect: 'repair',
      break: [{ file: 'services/cart-service.js', find: 'coupon: coupon ? coupon.toUpperCase() : null', replace: 'coupon: coupon.toUpperCase() ?? null' }],
      trigger: { requests: ['GET /carts/c1'] },
    },
    {
      id: 'carts-unknown-product',
      cause: 'null',
      expect: 'repair',
      break: [{ file: 'services/product-service.js', find: "    if (text === null) throw new DomainError('NOT_FOUND', `Unknown product ${sku}`);\n", replace: '' }],
      trigger: { requests: ['GET /products/hat'] },
      history: true,
    },
    {
      id: 'carts-no-coupon',
      cause: 'null',
      expect: 'repair',
      break: [
        { file: 'services/pricing.js', find: 'const coupon = couponCode ? config.coupons[couponCode] : undefined;', replace: 'const coupon = config.coupons[couponCode];' },
        { file: 'services/pricing.js', find: 'coupon?.percent ?', replace: 'coupon.percent ?' },
      ],
      trigger: { requests: ['GET /carts/c1'] },
    },
    {
      id: 'carts-body-one-deeper',
      cause: 'null',
      expect: 'repair',
      break: [{ file: 'routes/carts.js', find: 'const { sku, quantity } = request.body;', replace: 'const { sku, quantity } = request.body.item;' }],
      trigger: { requests: ['POST /carts/c1/items {"sku":"mug","quantity":3}'], headers: token },
    },
    {
      id: 'carts-coupon-without-body',
      cause: 'null',
      expect: 'repair',
      break: [{ file: 'routes/carts.js', find: 'const { code } = request.body ?? {};', replace: 'const { code } = request.body;' }],
      trigger: { requests: ['PUT /carts/c1/coupon'], headers: token },
      checks: [{ request: 'PUT /carts/c1/coupon', headers: token, status: 400 }],
    },
    {
      id: 'carts-old-products',
      cause: 'data',
      expect: 'repair',
      break: [{ file: 'routes/products.js', find: '(product.labels ?? []).map(', replace: 'product.labels.map(' }],
      trigger: { requests: ['GET /products/pin'] },
    },
    {
      id: 'carts-build-awaits',
      cause: 'async',
      expect: 'repair',
      break: [{ file: 'app.js', find: 'module.exports = function buildApp() {', replace: 'module.exports = async function buildApp() {' }],
      trigger: { boot: true },
    },
    {
      id: 'carts-plugin-done',
      cause: 'async',
      expect: 'repair',
      break: [
        { file: 'routes/products.js', find: 'async function productRoutes(app) {', replace: 'async function productRoutes(app, options, done) {' },
        { file: 'routes/products.js', find: 'inStock: stock > 0 };\n  });\n', replace: 'inStock: stock > 0 };\n  });\n\n  done();\n' },
      ],
      trigger: { boot: true },
    },
    {
      id: 'carts-view-no-answer',
      cause: 'async',
      expect: 'repair',
      break: [{ file: 'routes/carts.js', find: "app.get('/:cartId', async (request) => app.carts.view(request.params.cartId));", replace: "app.get('/:cartId', (request, reply) => {\n    app.carts.view(request.params.cartId);\n  });" }],
      trigger: { requests: ['GET /carts/c1'] },
    },
    {
      id: 'carts-recent-chained',
      cause: 'async',
      expect: 'repair',
      break: [{ file: 'services/cart-service.js', find: "const products = await this.products.many([...new Set(skus)]);\n    return products.map((product) => product.name);", replace: "return this.products.many([...new Set(skus)]).map((product) => product.name);" }],
      trigger: { requests: ['GET /carts/c1/recent'] },
    },
    {
      id: 'carts-recent-set-of-promise',
      cause: 'async',
      expect: 'repair',
      break: [{ file: 'services/cart-service.js', find: "const skus = await this.redis.lrange(", replace: "const skus = this.redis.lrange(" }],
      trigger: { requests: ['GET /carts/c1/recent'] },
    },
  ],
};
