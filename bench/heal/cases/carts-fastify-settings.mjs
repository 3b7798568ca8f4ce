/** Configuration, syntax, and what no change of the code mends, over the same server. */
import base from './carts-fastify.mjs';

const rates = [
  {
    file: 'services/rates.js',
    content: `'use strict';

const https = require('node:https');
const http = require('node:http');

function request(url) {
  const { get } = url.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    const sent = get(url, (response) => {
      if (response.statusCode >= 300) {
        response.resume();
        return reject(new Error('rate service refused'));
      }
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve(JSON.parse(text)));
    });
    sent.setTimeout(1500, () => sent.destroy(new Error('rate service is slow')));
    sent.on('error', reject);
  });
}

exports.rateOf = async (currency) => {
  const { rates } = await request(\`\${process.env.RATES_URL}/latest\`);
  return rates[currency];
};
`,
  },
  {
    file: 'routes/products.js',
    find: "  app.get('/:sku', async",
    replace: `  app.get('/:sku/price/:currency', async (request) => {
    const product = await app.products.get(request.params.sku);
    const rate = await require('../services/rates').rateOf(request.params.currency);
    return { price: Math.round(product.priceCents * rate) };
  });

  app.get('/:sku', async`,
  },
];

export default {
  ...base,
  cases: [
    {
      id: 'carts-set-default-misplaced',
      cause: 'config',
      expect: 'repair',
      break: [{ move: ['config/default.json', 'default.json'] }],
      trigger: { boot: true },
    },
    {
      id: 'carts-set-coupon-singular',
      cause: 'config',
      expect: 'repair',
      break: [{ file: 'config/default.json', find: '"coupons"', replace: '"coupon"' }],
      trigger: { requests: ['GET /carts/c2'] },
    },
    {
      id: 'carts-set-shipping-flat',
      cause: 'config',
      expect: 'repair',
      break: [
        {
          file: 'config/default.json',
          find: '"shipping": { "standardCents": 490, "expressCents": 990 }',
          replace: '"standardCents": 490,\n  "expressCents": 990',
        },
      ],
      trigger: { requests: ['GET /carts/c1'] },
    },
    {
      id: 'carts-set-redis-uri',
      cause: 'config',
      expect: 'repair',
      break: [{ file: 'config/index.js', find: 'process.env.REDIS_URL;', replace: 'process.env.REDIS_URI;' }],
      trigger: { boot: true },
    },
    {
      id: 'carts-set-single-quotes',
      cause: 'config',
      expect: 'repair',
      break: [{ file: 'config/default.json', find: '"currency": "EUR"', replace: "'currency': 'EUR'" }],
      trigger: { boot: true },
    },
    {
      id: 'carts-set-server-port',
      cause: 'config',
      expect: 'repair',
      break: [{ file: 'server.js', find: 'Number(process.env.PORT ?? 3000)', replace: 'Number(process.env.SERVER_PORT)' }],
      trigger: { boot: true },
    },
    {
      id: 'carts-set-exported-name',
      cause: 'config',
      expect: 'repair',
      history: true,
      break: [{ file: 'config/index.js', find: 'signingKey: process.env', replace: 'signKey: process.env' }],
      trigger: { requests: ['POST /carts/c1/items {"sku":"mug","quantity":1}'] },
    },
    {
      id: 'carts-set-else-if',
      cause: 'syntax',
      expect: 'repair',
      break: [
        {
          file: 'plugins/error-mapper.js',
          find: '    if (status >= 500) console.error(error);',
          replace: '    if (status >= 500) { console.error(error);',
        },
      ],
      trigger: { boot: true },
    },
    {
      id: 'carts-set-missing-comma',
      cause: 'syntax',
      expect: 'repair',
      break: [{ file: 'services/cart-service.js', find: '      name: product.name,\n', replace: '      name: product.name\n' }],
      trigger: { boot: true },
    },
    {
      id: 'carts-set-method-comma',
      cause: 'syntax',
      expect: 'repair',
      break: [{ file: 'services/pricing.js', find: '    },\n    isCoupon', replace: '    }\n    isCoupon' }],
      trigger: { boot: true },
    },
    {
      id: 'carts-set-retrun',
      cause: 'syntax',
      expect: 'repair',
      break: [{ file: 'services/product-service.js', find: 'return products.map(({ sku', replace: 'retrun products.map(({ sku' }],
      trigger: { boot: true },
    },
    {
      id: 'carts-set-rates-500',
      cause: 'outage',
      expect: 'ask',
      break: rates,
      env: { RATES_URL: 'http://{upstream}' },
      upstream: { status: 500, body: 'oops' },
      trigger: { requests: ['GET /products/mug/price/USD'] },
    },
    {
      id: 'carts-set-rates-404',
      cause: 'credential',
      expect: 'ask',
      break: rates,
      env: { RATES_URL: 'http://{upstream}' },
      upstream: { status: 404, body: 'no such account' },
      trigger: { requests: ['GET /products/mug/price/USD'] },
    },
    {
      id: 'carts-set-rates-dns',
      cause: 'outage',
      expect: 'ask',
      break: rates,
      env: { RATES_URL: 'http://rates.invalid' },
      trigger: { requests: ['GET /products/mug/price/USD'] },
    },
    {
      id: 'carts-set-redis-oom',
      cause: 'limit',
      expect: 'ask',
      trigger: {
        requests: ['GET /carts/c1'],
        stderr: `ReplyError: OOM command not allowed when used memory > 'maxmemory'.
    at parseError (/srv/carts/node_modules/redis-parser/lib/parser.js:179:12)
    at parseType (/srv/carts/node_modules/redis-parser/lib/parser.js:302:14) {
  command: { name: 'hincrby', args: [ 'cart:c1', 'mug', '1' ] }
}
`,
      },
    },
    {
      id: 'carts-set-redis-noauth',
      cause: 'credential',
      expect: 'ask',
      trigger: {
        requests: ['GET /carts/c1'],
        stderr: `ReplyError: NOAUTH Authentication required.
    at parseError (/srv/carts/node_modules/redis-parser/lib/parser.js:179:12)
    at parseType (/srv/carts/node_modules/redis-parser/lib/parser.js:302:14) {
  command: { name: 'hgetall', args: [ 'cart:c1' ] }
}
`,
      },
    },
    {
      id: 'carts-set-redis-loading',
      cause: 'outage',
      expect: 'ask',
      trigger: {
        requests: ['GET /carts/c1'],
        stderr: `ReplyError: READONLY You can't write against a read only replica.
    at parseError (/srv/carts/node_modules/redis-parser/lib/parser.js:179:12)
    at parseType (/srv/carts/node_modules/redis-parser/lib/parser.js:302:14) {
  command: { name: 'lpush', args: [ 'recent:c1', 'mug' ] }
}
`,
      },
    },
  ],
};
