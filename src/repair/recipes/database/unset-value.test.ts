import { check } from '../cases.test-helper.ts';
import { unsetValue } from './unset-value.ts';

const orders =
  "const db = require('./db');\nexports.insert = ({ userId, totalCents }) =>\n  db.prepare('INSERT INTO orders (user_id, total_cents) VALUES (?, ?)').run(userId, totalCents);\n";
const money = 'exports.percentOf = (cents, rate) => Math.round(cents * rate);\n';
const place =
  "const orders = require('./orders');\nconst prices = require('./prices');\nexports.place = (user, lines) => orders.insert({ userId: user.id, totalCents: prices.quote(lines).totalCents });\n";
const prices = (rate: string): string =>
  `const config = require('./config');\nconst { percentOf } = require('./money');\nexports.quote = (lines) => {\n  const netCents = lines.reduce((sum, line) => sum + line.cents, 0);\n  const vatCents = percentOf(netCents, config.pricing.${rate});\n  return { netCents, totalCents: netCents + vatCents };\n};\n`;
const config = "module.exports = { pricing: { currency: 'EUR', vatRate: 0.07, shippingCents: 490 } };\n";
const unset = (column: string) => ({
  class: 'database' as const,
  message: `SqliteError: NOT NULL constraint failed: ${column}`,
});

check(unsetValue, [
  {
    name: 'of two that are equally near none is taken',
    ...unset('orders.total_cents'),
    files: {
      ...{ 'orders.js': orders, 'money.js': money, 'place.js': place, 'prices.js': prices('vatRates') },
      'config.js': 'module.exports = { pricing: { vatRate1: 0.07, vatRate2: 0.19 } };\n',
    },
    at: [['orders.js', '‸db.prepare']],
    first: null,
  },

  {
    name: 'what is taken out of the result of a statement, by the name that it has there',
    ...unset('order_items.order_id'),
    files: {
      'orders.js':
        "exports.insert = (db, order) => {\n  const { lastInsertRowId } = db.prepare('INSERT INTO orders (user_id) VALUES (?)').run(order.userId);\n  const add = db.prepare('INSERT INTO order_items (order_id) VALUES (?)');\n  add.run(lastInsertRowId);\n};\n",
    },
    at: [['orders.js', 'add.‸run(']],
    first: { 'orders.js': /const \{ lastInsertRowid: lastInsertRowId \}/ },
  },
  {
    name: 'what a class keeps of a data file, of which all else is read',
    class: 'type',
    message: "TypeError: Cannot read properties of undefined (reading 'find')",
    named: { nullish: 'undefined', property: 'find' },
    files: {
      'data/seed.json': '{ "customers": [{ "id": 1 }], "services": [], "bookings": [] }',
      'store.ts':
        'export class Store {\n  constructor(\n    readonly customers: Customer[],\n    readonly services: Service[],\n    readonly bookings: Booking[],\n  ) {}\n}\nexport const load = (file: string) => {\n  const seed = JSON.parse(read(file));\n  return new Store(seed.clients, seed.services, seed.bookings);\n};\n',
      'customers.ts':
        'export class Customers {\n  constructor(private readonly store: Store) {}\n  byId(id: number) {\n    return this.store.customers.find((one) => one.id === id);\n  }\n}\n',
    },
    at: [['customers.ts', 'this.store.customers.‸find']],
    facts: { 'this.store.customers': { type: 'undefined' } },
    first: { 'store.ts': /new Store\(seed\.customers, seed\.services/ },
  },
  {
    name: 'a folder that a class was made with',
    class: 'type',
    message: 'TypeError: The "path" argument must be of type string. Received undefined',
    files: {
      'store.js':
        'class JsonStore {\n  constructor(folder) {\n    this.folder = folder;\n  }\n  all(name) {\n    return JSON.parse(read(path.join(this.folder, name)));\n  }\n}\nmodule.exports = { JsonStore };\n',
      'config.js': "module.exports = { paths: { views: '/v', data: '/d' } };\n",
      'a.js':
        "const { JsonStore } = require('./store');\nconst config = require('./config');\nmodule.exports = new JsonStore(config.paths.dataDir);\n",
    },
    at: [['store.js', 'path.‸join(this.folder']],
    facts: { 'this.folder': { type: 'undefined' } },
    first: { 'a.js': /new JsonStore\(config\.paths\.data\)/ },
  },

  {
    name: 'a setting in a sum of another file, far behind what is stored, is read by the name that it has',
    ...unset('orders.total_cents'),
    files: {
      'orders.js': orders,
      'money.js': money,
      'place.js': place,
      'prices.js': prices('vat'),
      'config.js': config,
    },
    at: [['orders.js', '‸db.prepare']],
    first: { 'prices.js': prices('vatRate') },
  },
  {
    name: 'a setting of a data file',
    ...unset('orders.total_cents'),
    files: {
      'orders.js': orders,
      'money.js': money,
      'place.js': place,
      'prices.js': prices('vat'),
      'config/index.js':
        "const defaults = JSON.parse(read('default.json'));\nmodule.exports = { pricing: defaults.pricing };\n",
      'config/default.json': '{ "pricing": { "currency": "EUR", "vatRate": 0.07 } }',
    },
    at: [['orders.js', '‸db.prepare']],
    first: { 'prices.js': prices('vatRate') },
  },
  {
    name: 'what the settings do not have at all: nothing is guessed',
    ...unset('orders.total_cents'),
    files: {
      ...{ 'orders.js': orders, 'money.js': money, 'place.js': place, 'prices.js': prices('levy') },
      'config.js': config,
    },
    at: [['orders.js', '‸db.prepare']],
    first: null,
  },
  {
    name: 'a row is read by the name that its statement gives the column',
    ...unset('refunds.amount_cents'),
    files: {
      'refunds.js':
        "const trips = require('./trips');\nexports.issue = (db, id, percent) => {\n  const trip = trips.byId(id);\n  const amount = Math.round((trip.fareCents * percent) / 100);\n  db.prepare('INSERT INTO refunds (trip_id, amount_cents) VALUES (?, ?)').run(trip.id, amount);\n};\n",
      'trips.js':
        "const db = require('./db');\nexports.byId = (id) => db.prepare('SELECT id, t.fare_cents, status FROM trips t WHERE id = ?').get(id);\n",
    },
    at: [['refunds.js', '‸db.prepare']],
    first: { 'refunds.js': /trip\.fare_cents \* percent/ },
  },
  {
    name: 'a number that is written out, of what the frame above handed over',
    ...unset('payments.last4'),
    files: {
      'db.js':
        "exports.payments = (db) => ({ keep: (id, digits) => db.prepare('INSERT INTO payments (id, last4) VALUES (?, ?)').run(id, digits) });\n",
      'pay.js':
        'const chargeOf = (card) => ({ cents: 5, last4: card.slice(-4) });\nexports.pay = (payments, id, card) => {\n  const charge = chargeOf(card);\n  payments.keep(id, charge.lastFour);\n};\n',
    },
    at: [
      ['db.js', '‸db.prepare'],
      ['pay.js', 'payments.‸keep'],
    ],
    first: { 'pay.js': /payments\.keep\(id, charge\.last4\)/ },
  },
  {
    name: 'a word in common alone is asked about',
    ...unset('orders.total_cents'),
    files: {
      ...{ 'orders.js': orders, 'money.js': money, 'place.js': place, 'prices.js': prices('vatShare') },
      'config.js': config,
    },
    at: [['orders.js', '‸db.prepare']],
    first: { 'prices.js': prices('vatRate') },
    ask: /only `vatRate` is called like `vatShare`/,
  },
  {
    name: 'what a client sends is not known whole',
    ...unset('orders.user_id'),
    files: {
      'orders.js':
        "exports.add = (req, res) => res.json(db.prepare('INSERT INTO orders (user_id) VALUES (?)').run(req.body.user));\n",
    },
    at: [['orders.js', '‸db.prepare']],
    first: null,
  },
]);
