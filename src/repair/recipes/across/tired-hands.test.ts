/** Slips of which two repairs seemed to fit, or none: the other one is not meant. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sqlGrammar } from '../database/sql-grammar.ts';
import { sqlJoin } from '../database/sql-join.ts';
import { sqlName } from '../database/sql.ts';
import { identifier } from '../names/identifier.ts';
import { property } from '../names/property.ts';
import { check, contextOf } from '../cases.test-helper.ts';

const query = (sql: string) => `exports.all = (db) => db.prepare('${sql}').all();\n`;
const tables =
  'CREATE TABLE customers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL);\nCREATE TABLE orders (\n  id INTEGER PRIMARY KEY,\n  customer_id INTEGER NOT NULL REFERENCES customers (id),\n  title TEXT NOT NULL,\n  ordered_on TEXT NOT NULL,\n  status TEXT DEFAULT 0\n);\n';
const counted = (alias: string): string =>
  query(`SELECT ${alias}.id, COUNT(o.id) FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.id`);

check(sqlJoin, [
  {
    name: 'a table that is joined by that key already is not joined again',
    class: 'database',
    message: 'no such column: cu.id',
    named: { column: 'id' },
    files: { 'schema.sql': tables, 'a.js': counted('cu') },
    at: [['a.js', 'db.‸prepare']],
    first: null,
  },
]);

check(sqlName, [
  {
    name: 'the one column that a row must have and the statement does not fill',
    class: 'database',
    message: 'table orders has no column named order_date',
    named: { column: 'order_date' },
    files: {
      'schema.sql': tables,
      'a.js': query('INSERT INTO orders (customer_id, title, order_date) VALUES (?, ?, ?)'),
    },
    at: [['a.js', 'db.‸prepare']],
    first: { 'a.js': /\(customer_id, title, ordered_on\)/ },
  },
]);

check(sqlGrammar, [
  {
    name: 'a table by the keyword that is its name in the other number',
    class: 'database',
    message: 'near "order": syntax error',
    files: { 'schema.sql': tables, 'a.js': query('SELECT c.id FROM customers c JOIN order o ON o.customer_id = c.id') },
    at: [['a.js', 'db.‸prepare']],
    first: { 'a.js': /JOIN orders o ON o\.customer_id/ },
  },
]);

test('REP-2 sql-grammar: a keyword that two are equally near to: both are tried', async () => {
  const files = { 'schema.sql': tables, 'a.js': query('UPDATE orders SET status = ? WHER id = ?') };
  const broken = { name: '', class: 'database', message: 'near "WHER": syntax error', first: null } as const;
  const ideas = await sqlGrammar.ideas(contextOf({ ...broken, files, at: [['a.js', 'db.‸prepare']] }));
  const told = ideas.map(({ rank, edits: [edit] }) => `${rank} ${/\? (\w+) id/.exec(edit?.after ?? '')?.[1]}`);
  assert.deepEqual(told.toSorted(), ['1 WHEN', '1 WHERE']);
});

check(identifier, [
  {
    name: 'what is taken out of `this` by a name that it does not have',
    class: 'reference',
    message: 'slot is not defined',
    named: { identifier: 'slot' },
    files: {
      'a.js':
        'exports.Booking = class {\n  constructor(id, slot) {\n    this.id = id;\n    this.slot = slot;\n  }\n  toJSON() {\n    const { id, slots } = this;\n    return { id, ...slot };\n  }\n};\n',
    },
    at: [['a.js', '...‸slot']],
    first: { 'a.js': /const \{ id, slot \} = this;/ },
  },
  {
    name: 'a name of a package that is used, where the import takes one that it has not',
    class: 'reference',
    message: 'parse is not defined',
    named: { identifier: 'parse' },
    files: {
      'package.json': '{"type":"module","dependencies":{"yaml":"2"}}',
      'a.ts': "import { load } from 'yaml';\nexport const read = (text: string) => parse(text);\n",
    },
    outside: {
      'node_modules/yaml/package.json': '{"types":"index.d.ts"}',
      'node_modules/yaml/index.d.ts':
        'export declare function parse(text: string): unknown;\nexport declare function stringify(value: unknown): string;\n',
    },
    at: [['a.ts', '=> ‸parse']],
    first: { 'a.ts': /^import \{ parse \} from 'yaml';/ },
  },
]);

check(property, [
  {
    name: 'a list that is called, and a method in the other number',
    class: 'type',
    message: 'store.bookings is not a function',
    named: { property: 'bookings', identifier: 'store.bookings' },
    files: {
      'store.js':
        'class Store {\n  bookings = [];\n  booking(id) {\n    return this.bookings.find((one) => one.id === id);\n  }\n}\nexports.Store = Store;\n',
      'a.js': 'exports.show = (store, id) => store.bookings(id);\n',
    },
    at: [['a.js', 'store.‸bookings(']],
    facts: {
      store: { className: 'Store', keys: ['bookings', 'booking'] },
      'store.bookings': { type: 'object', className: 'Array' },
    },
    first: { 'a.js': /store\.booking\(id\)/ },
  },
  {
    name: 'one of two ways that a date is reckoned reads what is not there',
    class: 'range',
    message: 'Invalid time value',
    files: {
      'rules.json': '{ "rush": { "days": 3, "factor": 2 } }',
      'a.js':
        "const rules = require('./rules.json');\nexports.ready = (order) => {\n  const days = order.rush ? rules.rush.day : order.days;\n  return new Date(order.at + days).toISOString();\n};\n",
    },
    at: [['a.js', 'days).‸toISOString()']],
    facts: {
      days: { type: 'undefined', preview: 'undefined' },
      rules: { keys: ['rush'] },
      'rules.rush': { keys: ['days', 'factor'] },
    },
    first: { 'a.js': /rules\.rush\.days :/ },
  },
  {
    name: 'a member that the other files of its kind have: the file has the slip',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'gone')",
    named: { property: 'gone', nullish: 'undefined' },
    files: {
      'locales/en.json': '{ "title": "A", "errors": { "gone": "x" } }',
      'locales/fr.json': '{ "title": "B", "error": { "gone": "y" } }',
      'a.js':
        "const texts = (lang) => JSON.parse(readFileSync(`locales/${lang}.json`, 'utf8'));\nexports.gone = (lang) => {\n  const t = texts(lang);\n  return { error: t.errors.gone };\n};\n",
    },
    at: [['a.js', 't.errors.‸gone']],
    facts: { t: { keys: ['title', 'error'] } },
    first: { 'locales/fr.json': '{ "title": "B", "errors": { "gone": "y" } }' },
  },
]);
