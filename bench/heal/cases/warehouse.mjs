const key = { 'x-api-key': 'wh-dev-key' };
const checkOf = (request, json, headers = undefined) => ({ request, status: 200, json, ...(headers === undefined ? {} : { headers }) });
const refused = (request, status, headers = undefined) => ({ request, status, ...(headers === undefined ? {} : { headers }) });
const plan = (...lines) => `POST /movements/rehearse ${JSON.stringify({ lines })}`;
const lamps = (quantity) => ({ sku: 'LMP-02', quantity });

const checks = [
  checkOf('GET /health', { ok: true }),
  checkOf('GET /items', [
    { sku: 'LMP-01', name: 'Desk lamp', category: 'lighting', price: 34.9, weightKg: 1.2, color: 'black', onHand: 32 },
    { sku: 'LMP-02', price: 89.9, weightKg: 5.4, color: 'brass', onHand: 12 },
    { sku: 'CHR-10', price: 24.5, weightKg: 4.1, color: 'red', onHand: 74 },
    { sku: 'TBL-07', price: 65, weightKg: null, color: null, onHand: 5 },
  ]),
  checkOf('GET /items?category=lighting&limit=1', [{ sku: 'LMP-01' }]),
  checkOf('GET /items?category=furniture', [{ sku: 'CHR-10' }, { sku: 'TBL-07' }]),
  checkOf('GET /items?category=toys', []),
  refused('GET /items?limit=0', 400),
  checkOf('GET /items/RUG-03', { name: 'Wool rug', price: 159, weightKg: 7, color: 'grey', onHand: 0 }),
  refused('GET /items/ABC-99', 404),
  refused('GET /items/zzz', 400),
  checkOf('GET /items/LMP-01/history', {
    name: 'Desk lamp',
    history: [
      { day: '2026-01-05', reason: 'delivery', quantity: 40, balance: 40 },
      { day: '2026-01-20', reason: 'sale', quantity: -6, balance: 34 },
      { day: '2026-02-02', reason: 'damage', quantity: -2, balance: 32 },
    ],
  }),
  refused(plan(lamps(5)), 401),
  checkOf(plan(lamps(5), { sku: 'TBL-07', quantity: 2 }), { lines: [{ sku: 'LMP-02', left: 7 }, { sku: 'TBL-07', left: 3 }] }, key),
  refused(plan(lamps(50)), 409, key),
  refused(plan(), 400, key),
  checkOf('GET /items/LMP-02', { onHand: 12 }),
  checkOf('GET /orders?customer=Cafe%20Nord', { count: 2, latest: 4 }),
  checkOf('GET /orders?customer=x', { count: 0, latest: null }),
  checkOf('GET /orders/1', {
    customer: 'Hotel Aurora',
    shipped: '2026-01-20',
    lines: [{ sku: 'LMP-01', name: 'Desk lamp', quantity: 6 }],
    goodsCents: 20940,
    totalCents: 20940,
  }),
  checkOf('GET /orders/2', { goodsCents: 73500, discountCents: 7350, shippingCents: 0, totalCents: 66150 }),
  checkOf('GET /orders/3', { customer: 'Studio Vale', lines: [{ sku: 'LMP-02' }, { sku: 'TBL-07' }], totalCents: 24480 }),
  refused('GET /orders/9', 404),
  refused('GET /orders/abc', 400),
  refused('GET /orders/1/picklist', 409),
  checkOf('GET /orders/3/picklist', {
    lines: [
      { sku: 'LMP-02', quantity: 2, enough: true, weightKg: 10.8 },
      { sku: 'TBL-07', quantity: 1, enough: true, weightKg: null },
    ],
    complete: true,
  }),
  checkOf('POST /orders/price {"lines":[{"sku":"RUG-03","quantity":1}],"coupon":"STAFF25"}', {
    goodsCents: 15900,
    discountCents: 3975,
    shippingCents: 990,
    totalCents: 12915,
  }),
  checkOf('POST /orders/price {"lines":[{"sku":"LMP-02","quantity":1}]}', { discountCents: 0, totalCents: 9980 }),
  refused('POST /orders/price {"lines":[{"sku":"NOP-01","quantity":1}]}', 404),
  refused('POST /orders/price {}', 400),
  checkOf('GET /reports/reorder', [{ sku: 'TBL-07', on_hand: 5 }]),
  checkOf('GET /reports/value', { byCategory: { lighting: 219560, furniture: 213800 }, totalCents: 433360 }),
  { request: 'GET /reports/movements.csv', status: 200, text: 'sku,quantity,reason\nLMP-01,40,delivery\nLMP-02,12,delivery\n' },
];

const cases = [
  {
    id: 'warehouse-plugins-swapped',
    cause: 'middleware',
    expect: 'repair',
    break: [
      {
        file: 'src/app.js',
        find: '  await app.register(database);\n  await app.register(stock);\n',
        replace: '  await app.register(stock);\n  await app.register(database);\n',
      },
    ],
    trigger: { boot: true },
  },
  {
    id: 'warehouse-encapsulated',
    cause: 'middleware',
    expect: 'repair',
    history: true,
    break: [
      { file: 'src/plugins/database.js', find: "import fp from 'fastify-plugin';\n", replace: '' },
      { file: 'src/plugins/database.js', find: "export default fp(database, { name: 'database' });", replace: 'export default database;' },
      { file: 'src/plugins/stock.js', find: "fp(stock, { name: 'stock', dependencies: ['database'] })", replace: "fp(stock, { name: 'stock' })" },
    ],
    trigger: { requests: ['GET /items'] },
  },
  {
    id: 'warehouse-schema-not-added',
    cause: 'middleware',
    expect: 'repair',
    break: [{ file: 'src/app.js', find: '  app.addSchema(itemSchema);\n', replace: '' }],
    trigger: { boot: true },
  },
  {
    id: 'warehouse-int-type',
    cause: 'config',
    expect: 'repair',
    history: true,
    break: [
      {
        file: 'src/schemas/item.js',
        find: "limit: { type: 'integer', minimum: 1",
        replace: "limit: { type: 'int', minimum: 1",
      },
    ],
    trigger: { boot: true },
    checks: [refused('GET /items?limit=1.5', 400)],
  },
  {
    id: 'warehouse-price-column',
    cause: 'sql',
    expect: 'repair',
    history: true,
    break: [{ file: 'src/stock/orders.js', find: 'i.price_cents AS priceCents', replace: 'i.price AS priceCents' }],
    trigger: { requests: ['GET /orders/2'] },
  },
  {
    id: 'warehouse-select-comma',
    cause: 'sql',
    expect: 'repair',
    break: [
      {
        file: 'src/stock/movements.js',
        find: 'SELECT id, quantity, reason, moved_at AS at FROM',
        replace: 'SELECT id, quantity, reason moved_at AS at FROM',
      },
    ],
    trigger: { requests: ['GET /items/LMP-01/history'] },
  },
  {
    id: 'warehouse-transaction-open',
    cause: 'sql',
    expect: 'repair',
    break: [
      { file: 'src/stock/movements.js', find: '    try {\n      return lines.map(', replace: '    const planned = lines.map(' },
      {
        file: 'src/stock/movements.js',
        find: "      });\n    } finally {\n      this.#db.exec('ROLLBACK');\n    }\n",
        replace: "      });\n    this.#db.exec('ROLLBACK');\n    return planned;\n",
      },
    ],
    trigger: { requests: [plan(lamps(50)), plan(lamps(5))], headers: key },
    checks: [refused(plan(lamps(13)), 409, key), checkOf(plan(lamps(12)), { lines: [{ left: 0 }] }, key), checkOf('GET /items/LMP-02', { onHand: 12 })],
  },
  {
    id: 'warehouse-empty-attributes',
    cause: 'data',
    expect: 'repair',
    break: [{ file: 'db/seed.sql', find: "6500, NULL, '{}', 0)", replace: "6500, NULL, '', 0)" }],
    trigger: { requests: ['GET /items'] },
  },
  {
    id: 'warehouse-await-build',
    cause: 'async',
    expect: 'repair',
    break: [{ file: 'src/server.js', find: 'const app = await buildApp(config);', replace: 'const app = buildApp(config);' }],
    trigger: { boot: true },
  },
  {
    id: 'warehouse-not-shipped-yet',
    cause: 'null',
    expect: 'repair',
    break: [
      { file: 'src/stock/orders.js', find: 'row.shipped_at?.slice(0, 10) ?? null', replace: 'row.shipped_at.slice(0, 10)' },
    ],
    trigger: { requests: ['GET /orders/3'] },
  },
  {
    id: 'warehouse-private-field',
    cause: 'name',
    expect: 'repair',
    break: [{ file: 'src/stock/orders.js', find: '= this.#items.get(sku);', replace: '= this.#item.get(sku);' }],
    trigger: { boot: true },
  },
  {
    id: 'warehouse-arguments-swapped',
    cause: 'logic',
    expect: 'repair',
    break: [{ file: 'src/plugins/stock.js', find: 'new Orders(app.db, items)', replace: 'new Orders(items, app.db)' }],
    trigger: { requests: ['GET /orders/1'] },
  },
  {
    id: 'warehouse-lines-of-itself',
    cause: 'name',
    expect: 'repair',
    history: true,
    break: [{ file: 'src/stock/orders.js', find: 'const lines = this.lines(id);', replace: 'const lines = lines(id);' }],
    trigger: { requests: ['GET /orders/2'] },
  },
  {
    id: 'warehouse-named-import',
    cause: 'import',
    expect: 'repair',
    break: [
      { file: 'src/plugins/database.js', find: "import Database from 'libsql';", replace: "import { Database } from 'libsql';" },
    ],
    trigger: { boot: true },
  },
  {
    id: 'warehouse-schema-moved',
    cause: 'path',
    expect: 'repair',
    break: [
      { move: ['db/schema.sql', 'db/sql/schema.sql'] },
      { move: ['db/seed.sql', 'db/sql/seed.sql'] },
    ],
    trigger: { boot: true },
  },
  {
    id: 'warehouse-wrong-bracket',
    cause: 'syntax',
    expect: 'repair',
    break: [
      {
        file: 'src/app.js',
        find: "await app.register(movementRoutes, { prefix: '/movements' });",
        replace: "await app.register(movementRoutes, { prefix: '/movements' );",
      },
    ],
    trigger: { boot: true },
  },
  {
    id: 'warehouse-package-gone',
    cause: 'dependency',
    expect: 'repair',
    break: [{ file: 'node_modules/fastify-plugin', remove: true }],
    trigger: { boot: true },
  },
  {
    id: 'warehouse-no-api-key',
    cause: 'credential',
    expect: 'ask',
    env: { API_KEY: null },
    trigger: { boot: true },
  },
  {
    id: 'warehouse-disk-full',
    cause: 'disk',
    expect: 'ask',
    history: true,
    trigger: {
      stderr: `SqliteError: database or disk is full
    at convertError (/srv/warehouse/node_modules/libsql/index.js:59:12)
    at Statement.run (/srv/warehouse/node_modules/libsql/index.js:310:13)
    at file:///srv/warehouse/src/stock/movements.js:30:16
    at Array.map (<anonymous>) {
  code: 'SQLITE_FULL',
  rawCode: 13
}
`,
    },
  },
  {
    id: 'warehouse-locked',
    cause: 'outage',
    expect: 'ask',
    trigger: {
      stderr: `SqliteError: database is locked
    at convertError (/srv/warehouse/node_modules/libsql/index.js:59:12)
    at Database.exec (/srv/warehouse/node_modules/libsql/index.js:205:13)
    at Movements.rehearse (file:///srv/warehouse/src/stock/movements.js:27:14)
    at Object.<anonymous> (file:///srv/warehouse/src/routes/movements.js:5:24) {
  code: 'SQLITE_BUSY',
  rawCode: 5
}
`,
    },
  },
  {
    id: 'warehouse-cors',
    cause: 'undeclared',
    expect: 'ask',
    history: true,
    break: [
      { file: 'src/app.js', find: "import Fastify from 'fastify';\n", replace: "import cors from '@fastify/cors';\nimport Fastify from 'fastify';\n" },
      { file: 'src/app.js', find: '  await app.register(errors);\n', replace: '  await app.register(cors, { origin: true });\n  await app.register(errors);\n' },
    ],
    trigger: { boot: true },
  },
  {
    id: 'warehouse-refusals',
    cause: 'client',
    expect: 'none',
    trigger: {
      requests: [plan(lamps(50)), plan(), 'GET /orders/1/picklist', 'GET /items?limit=1000', 'POST /orders/price {"lines":[', 'PATCH /items/LMP-01'],
      headers: { ...key, 'content-type': 'application/json' },
    },
  },
  {
    id: 'warehouse-premature-close',
    cause: 'client',
    expect: 'none',
    trigger: {
      stderr: `{"level":30,"time":1772355600000,"pid":1,"hostname":"wh","reqId":"req-91","err":{"type":"Error","message":"premature close","stack":"Error: premature close\\n    at onclosenexttick (/srv/warehouse/node_modules/end-of-stream/index.js:54:86)"},"msg":"stream closed prematurely"}
`,
    },
  },
];

export default {
  server: 'warehouse',
  half: 'dev',
  entry: 'src/server.js',
  services: [],
  env: { API_KEY: 'wh-dev-key' },
  checks,
  cases,
};
