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
