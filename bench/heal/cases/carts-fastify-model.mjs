/** A scripted model at the carts: a renamed setting, how many, data of another shape, input that is checked. */
import { block, casesOf, instead } from '../answers.mjs';
import carts from './carts-fastify.mjs';

const pricing = 'services/pricing.js';
const coupon = {
  file: pricing,
  find: '      const coupon = couponCode ? config.coupons[couponCode] : undefined;',
  replace: '      const coupon = couponCode ? config.vouchers[couponCode] : undefined;',
};
const best = {
  file: 'services/product-service.js',
  find: "    const skus = await this.redis.zrevrange('sales', 0, count - 1);",
  replace: "    const skus = await this.redis.zrevrange('sales', 0, lastOf(count));",
};
const stock = {
  file: 'services/product-service.js',
  find: '    return Number(text ?? 0);',
  replace: '    return JSON.parse(text).shelves.reduce((sum, shelf) => sum + shelf.count, 0);',
};
const body = {
  file: 'routes/carts.js',
  find: '    const { code } = request.body ?? {};',
  replace: '    const { code } = request.body.coupon;',
};
const check = "    if (typeof code !== 'string') throw new DomainError('INVALID', 'code is missing');";

const cases = casesOf('carts', {
  'setting-renamed': {
    cause: 'config',
    requests: ['GET /health', 'GET /carts/c1', 'GET /products/mug', 'GET /carts/c2'],
    break: [coupon],
    answers: {
      right: instead(coupon, coupon.find),
      guard: instead(coupon, coupon.replace.replace('config.vouchers[', 'config.vouchers?.[')),
      'no-discount': instead(coupon, '      const coupon = undefined;'),
      'made-up': instead(coupon, '      const coupon = couponCode ? { percent: 5 } : undefined;'),
      'first-of-all': instead(coupon, '      const coupon = couponCode ? Object.values(config.coupons)[0] : undefined;'),
    },
  },
  'how-many': {
    cause: 'name',
    requests: ['GET /health', 'GET /products/mug', 'GET /products/best?count=1'],
    break: [best],
    answers: {
      right: instead(best, best.find),
      'one-more': instead(best, best.find.replace('count - 1', 'count')),
      'all-there-are': instead(best, best.find.replace('count - 1', '-1')),
      'worst-first': instead(best, best.find.replace('zrevrange', 'zrange')),
      'hard-coded': instead(best, "    const skus = ['tee', 'mug'];"),
    },
  },
  'stock-shape': {
    cause: 'data',
    requests: ['GET /health', 'GET /carts/c1', 'GET /products/mug'],
    break: [stock],
    answers: {
      right: instead(stock, stock.find),
      'always-some': instead(stock, '    return text === null ? 0 : 1;'),
      'digits': instead(stock, '    return text.length;'),
      'endless': instead(stock, '    return Infinity;'),
    },
  },
  'input-unchecked': {
    cause: 'data',
    requests: ['GET /health', 'GET /products/mug', 'PUT /carts/c1/coupon {"code":" shipfree"}'],
    headers: { 'x-cart-token': 'f120e406f8a5366b' },
    trial: { env: { SIGNING_KEY: 'k-51-pepper' } },
    checks: [{ request: 'PUT /carts/c1/coupon {"note":"WELCOME"}', headers: { 'x-cart-token': 'f120e406f8a5366b' }, status: 400 }],
    break: [body],
    answers: {
      right: instead(body, body.find),
      'no-check': block(body.file, `${body.replace}\n${check}`, '    const code = String(request.body.code);'),
      'empty-body': instead(body, '    const { code } = request.body;'),
      'other-coupon': instead(body, "    const code = Object.values(request.body ?? {})[0];"),
    },
  },
});

export default { ...carts, half: 'model', cases };
