/** Statements that are put together, joins, transactions, and answers that are given in pieces or in parts. */
import { check } from './cases.test-helper.ts';
import { resultShape } from './result-shape.ts';
import { sqlGrammar } from './sql-grammar.ts';
import { sqlJoin } from './sql-join.ts';
import { unendedAnswer } from './unended.ts';

const schema =
  'CREATE TABLE plots (\n  id INTEGER PRIMARY KEY,\n  label TEXT\n);\nCREATE TABLE tenants (\n  id INTEGER PRIMARY KEY,\n  name TEXT\n);\nCREATE TABLE leases (\n  id INTEGER PRIMARY KEY,\n  plot_id INTEGER NOT NULL REFERENCES plots (id),\n  tenant_id INTEGER NOT NULL REFERENCES tenants (id)\n);\n';
const leases = (join: string, where = 'l.id'): string =>
  `exports.make = (db) => {\n  const current = \`\n    SELECT l.id, p.label, t.id AS tenantId, t.name\n      FROM leases l\n${join}      JOIN tenants t ON t.id = l.tenant_id\`;\n  return { find: (id) => db.one(\`\${current} WHERE ${where} = ?\`, [id]) };\n};\n`;
const failing = (message: string) => ({ class: 'database' as const, message, named: { code: 'SQLITE_ERROR' } });
const at = [['a.js', 'db.‸one']] as const;

check(sqlGrammar, [
  {
    name: 'a column of several tables in a statement that is put together: the one that the result calls so',
    ...failing('ambiguous column name: id'),
    files: { 'schema.sql': schema, 'a.js': leases('      JOIN plots p ON p.id = l.plot_id\n', 'id') },
    at,
    first: { 'a.js': /\$\{current\} WHERE l\.id = \?/ },
  },
]);

check(sqlJoin, [
  {
    name: 'a table that is not joined, by the foreign key that leads to it',
    ...failing('no such column: p.label'),
    files: { 'schema.sql': schema, 'a.js': leases('') },
    at,
    first: { 'a.js': /FROM leases l\n {6}JOIN plots p ON p\.id = l\.plot_id\n {6}JOIN tenants t/ },
  },
  {
    name: 'a table that is not joined, as another statement joins it',
    ...failing('no such column: p.label'),
    files: {
      'schema.sql': schema,
      'a.js': leases(''),
      'b.js': "exports.all = 'SELECT p.label FROM leases l LEFT JOIN plots p ON p.id = l.plot_id';\n",
    },
    at,
    first: { 'a.js': /FROM leases l\n {6}LEFT JOIN plots p ON p\.id = l\.plot_id\n/ },
  },
  {
    name: 'a key that rows may be without says not whether all of them are meant',
    ...failing('no such column: p.label'),
    files: { 'schema.sql': schema.replace('plot_id INTEGER NOT NULL', 'plot_id INTEGER'), 'a.js': leases('') },
    at,
    first: null,
  },
  {
    name: 'the table lacks a column that is read of it',
    ...failing('no such column: p.label'),
    files: { 'schema.sql': schema.replace('label TEXT', 'title TEXT'), 'a.js': leases('') },
    at,
    first: null,
  },
]);

const transaction = (commit: string): string =>
  `exports.within = async (raw, work) => {\n  raw.exec('BEGIN');\n  try {\n    const result = await work();\n${commit}    return result;\n  } catch (error) {\n    raw.exec('ROLLBACK');\n    throw error;\n  }\n};\n`;
const within = failing('cannot start a transaction within a transaction');
check(sqlJoin, [
  {
    name: 'a transaction that is never committed',
    ...within,
    files: { 'a.js': transaction('') },
    at: [['a.js', "raw.‸exec('BEGIN')"]],
    first: { 'a.js': transaction("    raw.exec('COMMIT');\n") },
  },
  {
    name: 'one that is committed',
    ...within,
    files: { 'a.js': transaction("    raw.exec('COMMIT');\n") },
    at: [['a.js', "raw.‸exec('BEGIN')"]],
    first: null,
  },
  {
    name: 'what is given back is made in the transaction: where it ends is not said',
    ...within,
    files: { 'a.js': transaction('').replace('return result', 'return work(result)') },
    at: [['a.js', "raw.‸exec('BEGIN')"]],
    first: null,
  },
]);

const csv = (rest: string): string =>
  `app.get('/csv', async (req, res) => {\n  res.write('day\\n');\n  for (const { day } of await rows()) res.write(day);\n${rest}});\n`;
const hanging = {
  class: 'timeout' as const,
  message: 'no answer',
  request: {},
  context: { signal: { kind: 'timeout' } as never },
};
check(unendedAnswer, [
  {
    name: 'what is written in pieces is ended behind the last',
    ...hanging,
    files: { 'package.json': '{"dependencies":{"express":"5"}}', 'a.js': csv('') },
    first: { 'a.js': /res\.write\(day\);\n {2}res\.end\(\);\n\}\);/ },
  },
  {
    name: 'an answer that is handed to somebody else',
    ...hanging,
    files: { 'package.json': '{"dependencies":{"express":"5"}}', 'a.js': csv('  finish(res);\n') },
    first: null,
  },
]);

check(resultShape, [
  {
    name: 'the part of a result that is called like the variable',
    class: 'type',
    message: 'payments is not iterable',
    named: {},
    files: {
      'a.js':
        'const statement = (id) => ({ tenant: id, ...balance(id), payments: list(id) });\nexports.csv = (id) => {\n  const payments = statement(id);\n  for (const { day } of payments) put(day);\n};\n',
    },
    at: [['a.js', 'of ‸payments']],
    facts: { payments: { keys: ['tenant', 'payments'] } },
    first: { 'a.js': /const \{ payments \} = statement\(id\);/ },
  },
  {
    name: 'what a cache keeps around the value',
    class: 'type',
    message: 'rows.map is not a function',
    named: { property: 'map', receiver: 'rows' },
    files: {
      'cache.js':
        'exports.cached = (load) => {\n  const entries = new Map();\n  return async (key) => {\n    const hit = entries.get(key);\n    if (hit && hit.until > now()) return hit;\n    const value = await load(key);\n    entries.set(key, { value, until: now() + 1 });\n    return value;\n  };\n};\n',
      'a.js': 'exports.show = async (get) => {\n  const rows = await get(1);\n  return rows.map(String);\n};\n',
    },
    at: [['a.js', 'rows.‸map']],
    facts: { rows: { keys: ['value', 'until'] } },
    first: { 'cache.js': /return hit\.value;/ },
  },
  {
    name: 'what was seen is another thing than the cache keeps',
    class: 'type',
    message: 'rows.map is not a function',
    named: { property: 'map', receiver: 'rows' },
    files: {
      'cache.js':
        'exports.cached = (load) => {\n  const entries = new Map();\n  return async (key) => {\n    const hit = entries.get(key);\n    if (hit) return hit;\n    const value = await load(key);\n    entries.set(key, { value, until: 1 });\n    return value;\n  };\n};\n',
      'a.js': 'exports.show = async (get) => {\n  const rows = await get(1);\n  return rows.map(String);\n};\n',
    },
    at: [['a.js', 'rows.‸map']],
    facts: { rows: { keys: ['items', 'next'] } },
    first: null,
  },
]);
