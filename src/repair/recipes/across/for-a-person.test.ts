import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, contextOf, type Case } from '../cases.test-helper.ts';
import { envKey } from '../settings/elsewhere.ts';
import { sqlName } from '../database/sql.ts';

const files = {
  'package.json': '{ "scripts": { "start": "node a.js", "db:migrate": "node migrate.js" } }',
  'migrations/001.sql': 'CREATE TABLE orders (id INTEGER PRIMARY KEY, total INTEGER NOT NULL);\n',
  'migrations/002.sql':
    'CREATE TABLE order_lines (id INTEGER PRIMARY KEY);\nALTER TABLE orders ADD COLUMN carrier TEXT;\n',
  'a.js':
    "exports.one = (id) => db.prepare('SELECT o.carrier, o.total FROM orders o JOIN order_lines l WHERE o.id = ?').get(id);\n",
};
const lacks = (message: string, named: Case['named']): Case => ({
  ...{ name: message, class: 'database', message, files, at: [['a.js', '‸db.prepare']], first: null },
  ...(named === undefined ? {} : { named }),
});
const table = lacks('no such table: order_lines', { table: 'order_lines' });

check(sqlName, [
  { ...table, name: 'what the schema names is spelt right, whatever is near', first: null },
  lacks('no such column: o.carrier', { column: 'carrier' }),
]);

test('TRI-4 a database that is older than the project is for a person, with what defines it and what applies it', () => {
  const told = (given: Case) => sqlName.action?.(contextOf(given)) ?? null;
  assert.deepEqual(told(table), {
    why: 'the database has no table `order_lines`, which migrations/002.sql defines: apply to it what is not applied yet',
    command: 'npm run db:migrate',
  });
  const column = (name: string, from: string): void =>
    assert.deepEqual(told({ ...lacks(`no such column: o.${name}`, { column: name }) }), {
      why: `the database has no column \`${name}\` of \`orders\`, which ${from} defines: apply to it what is not applied yet`,
      command: 'npm run db:migrate',
    });
  column('carrier', 'migrations/002.sql');
  column('total', 'migrations/001.sql');
  assert.equal(told({ ...table, files: { ...files, 'package.json': '{ "scripts": ' } })?.command, null);
  assert.equal(told(lacks('no such table: invoices', { table: 'invoices' })), null);
  assert.equal(told(lacks('no such column: o.colour', { column: 'colour' })), null);
  assert.equal(told(lacks('NOT NULL constraint failed: orders.total', { column: 'total' })), null, 'it is there');
});

test('TRI-4 a variable of which no URL can be made is for a person', () => {
  const given: Case = {
    ...{ name: 'no scheme', class: 'type', first: null },
    message: 'TypeError: Failed to parse URL from process.env.RATES_URL/today',
    files: { 'a.js': "const url = required('RATES_URL');\nexports.today = () => fetch(`${url}/today`);\n" },
    at: [['a.js', '‸fetch(']],
    context: { envKeys: ['RATES_URL'] },
  };
  assert.match(envKey.action?.(contextOf(given))?.why ?? '', /RATES_URL makes no URL/);
  const other = { ...given, files: { 'a.js': 'exports.today = (to) => fetch(to);\n' } };
  assert.equal(envKey.action?.(contextOf(other)), null, 'TRI-5: a request may have brought these words');
});

test('TRI-4 a variable that is set and yet found missing is for a person', () => {
  const missing: Case = {
    ...{ name: 'blank', class: 'env_missing', message: 'CARRIER_KEY is not set', first: null },
    files: { 'a.js': "const key = required('CARRIER_KEY');\n" },
    named: { envKey: 'CARRIER_KEY' },
    at: [['a.js', '‸required(']],
    context: { envKeys: ['CARRIER_KEY'] },
  };
  assert.match(envKey.action?.(contextOf(missing))?.why ?? '', /CARRIER_KEY is set and yet found missing/);
  assert.equal(
    envKey.action?.(contextOf({ ...missing, at: [] })),
    null,
    'TRI-5: a request may have brought these words',
  );
});
