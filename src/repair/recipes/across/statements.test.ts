/** Statements that are put together, joins, transactions, and answers that are given in pieces or in parts. */
import { argumentOrder } from '../calls/argument-order.ts';
import { boundValue } from '../database/bound-value.ts';
import { callOrValue } from '../calls/call-or-value.ts';
import { check } from '../cases.test-helper.ts';
import { promiseList } from '../promises/promise-list.ts';
import { lateHeader } from '../http/late-header.ts';
import { missingAwait } from '../promises/missing-await.ts';
import { missingReturn } from '../calls/missing-return.ts';
import { nullDefault } from '../values/null-default.ts';
import { resultShape } from '../calls/result-shape.ts';
import { sqlGrammar } from '../database/sql-grammar.ts';
import { sqlJoin } from '../database/sql-join.ts';
import { sqlResult } from '../database/sql-result.ts';
import { sqlName } from '../database/sql.ts';
import { unendedAnswer } from '../http/unended.ts';

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

check(sqlGrammar, [
  {
    name: 'the statement of the very method, though others stand before it in the function around them',
    ...failing('near "WHERE": syntax error'),
    files: {
      'a.js': `exports.make = (db) => ({\n${[1, 2, 3, 4, 5].map((at) => `  f${at}: () => db.one('SELECT a FROM t${at} WHERE a = 1'),\n`).join('')}  g: () => db.many('SELECT a FROM t GROUP BY a WHERE b = 1'),\n});\n`,
    },
    at: [['a.js', 'db.‸many']],
    first: { 'a.js': /WHERE b = 1 GROUP BY a'/ },
  },
]);

const ungrouped = (column: string) =>
  failing(`column "${column}" must appear in the GROUP BY clause or be used in an aggregate function`);
const visits =
  'CREATE TABLE sites (id integer PRIMARY KEY, name text);\nCREATE TABLE visits (id integer PRIMARY KEY, site_id integer REFERENCES sites (id), minutes integer, seen_at date);\n';
const bySite = (list: string, groups: string): string =>
  `exports.totals = (db) => db.one('SELECT ${list}, count(v.id) AS visits FROM sites s JOIN visits v ON v.site_id = s.id GROUP BY ${groups}');\n`;
const tail = (groups: string): string =>
  `const { many } = require('./db');\nconst one = () => many('SELECT s.name, max(v.minutes) FROM sites s JOIN visits v ON v.site_id = s.id');\nfunction totals() {\n  return many('SELECT s.name, count(*) FROM sites s JOIN visits v ON v.site_id = s.id GROUP BY ${groups}');\n}\nmodule.exports = { one, totals };\n`;
check(sqlGrammar, [
  {
    name: 'a column outside of the groups, and not the statement before it that has it in what reckons',
    ...ungrouped('s.name'),
    files: {
      'schema.sql': visits,
      'a.js': `exports.both = (db) => [db.many('SELECT s.id, max(s.name) FROM sites s GROUP BY s.id'), db.many('SELECT s.name, s.id, count(*) FROM sites s GROUP BY s.id')];\n`,
    },
    at: [['a.js', 'db.‸many']],
    first: { 'a.js': /max\(s\.name\) FROM sites s GROUP BY s\.id'.*GROUP BY s\.id, s\.name'/ },
  },
  {
    name: 'a statement of a function that left no frame, as it gave its call of another one back',
    ...ungrouped('s.name'),
    files: {
      'schema.sql': visits,
      'db.js': 'exports.many = async (sql) => {\n  return await pool.query(sql);\n};\n',
      'rows.js': tail('v.site_id'),
      'a.js': "const rows = require('./rows');\nexports.show = async () => {\n  return await rows.totals();\n};\n",
    },
    at: [
      ['db.js', 'pool.‸query'],
      ['a.js', 'rows.‸totals'],
    ],
    first: { 'rows.js': tail('v.site_id, s.name') },
  },
  {
    name: 'a statement that is kept under a name',
    ...ungrouped('s.name'),
    files: {
      'schema.sql': visits,
      'a.js':
        "const best = 'SELECT s.name, max(s.id) FROM sites s';\nconst all = 'SELECT s.name, count(*) FROM sites s';\nexports.show = async (db) => {\n  return await db.query(all);\n};\n",
    },
    at: [['a.js', 'db.‸query']],
    first: { 'a.js': /max\(s\.id\) FROM sites s';\n.*count\(\*\) FROM sites s GROUP BY s\.name';/ },
  },
  {
    name: 'a number beside other groups may have been meant to be reckoned',
    ...ungrouped('v.minutes'),
    files: { 'schema.sql': visits, 'a.js': bySite('s.name, v.minutes', 's.name') },
    at,
    first: { 'a.js': bySite('s.name, v.minutes', 's.name, v.minutes') },
    ask: /reckoned over them/,
  },
  {
    name: 'what the results do not have is no part of the groups: more of them would come back',
    ...ungrouped('v.seen_at'),
    files: { 'schema.sql': visits, 'a.js': bySite('s.name', 's.name ORDER BY v.seen_at') },
    at,
    first: null,
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
    name: 'a transaction that is never rolled back',
    ...within,
    files: { 'a.js': transaction("    raw.exec('COMMIT');\n").replace(/ *raw\.exec\('ROLLBACK'\);\n/, '') },
    at: [['a.js', "raw.‸exec('BEGIN')"]],
    first: { 'a.js': transaction("    raw.exec('COMMIT');\n") },
  },
  {
    name: 'one whose failure is looked at before',
    ...within,
    files: {
      'a.js': transaction("    raw.exec('COMMIT');\n").replace(/raw\.exec\('ROLLBACK'\);/, 'undo(error);'),
    },
    at: [['a.js', "raw.‸exec('BEGIN')"]],
    first: null,
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

const columns = (list: string): Record<string, string> => ({
  'schema.sql': schema,
  'a.js': `class Rows {\n  constructor(db) {\n    this.of = { all: db.prepare('SELECT id FROM plots'), one: db.prepare('SELECT ${list} FROM plots WHERE id = ?') };\n  }\n  find(id) {\n    const row = this.of.one.get(id);\n    return row ? toPlot(row) : null;\n  }\n}\nfunction toPlot(row) {\n  return { short: row.label.slice(0, 3) };\n}\n`,
  'b.js':
    "const { one } = require('./rows');\nconst show = ({ id, label: name }) => name.trim();\nexports.get = (id) => {\n  const plot = one(id);\n  return show(plot);\n};\n",
  'rows.js': `exports.one = (id) => db.one('SELECT ${list} FROM plots WHERE id = ?', [id]);\nexports.all = () => db.all('SELECT id FROM plots');\n`,
});
check(sqlResult, [
  {
    name: 'a column of the row that a function is handed, of the one statement that is kept for it',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'slice')",
    named: { property: 'slice', nullish: 'undefined' },
    files: columns('id'),
    at: [
      ['a.js', 'row.label.‸slice'],
      ['a.js', '‸toPlot(row) : null'],
    ],
    first: { 'a.js': /SELECT id FROM plots'\), one: db\.prepare\('SELECT id, label FROM plots WHERE/ },
  },
  {
    name: 'one that is taken out of it by the brackets of a parameter',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'trim')",
    named: { property: 'trim', nullish: 'undefined' },
    files: columns('id'),
    at: [
      ['b.js', 'name.‸trim'],
      ['b.js', '‸show(plot)'],
    ],
    first: {
      'rows.js':
        /SELECT id, label FROM plots WHERE id = \?', \[id\]\);\nexports\.all = \(\) => db\.all\('SELECT id FROM plots'/,
    },
  },
  {
    name: 'a column that the statement gives out is empty',
    class: 'type',
    message: "Cannot read properties of null (reading 'trim')",
    named: { property: 'trim', nullish: 'null' },
    files: columns('id, label'),
    at: [
      ['b.js', 'name.‸trim'],
      ['b.js', '‸show(plot)'],
    ],
    first: null,
  },
]);

check(argumentOrder, [
  {
    name: 'a statement that is called like the method is not the method',
    class: 'database',
    message: 'CHECK constraint failed: state',
    files: {
      'a.js': 'class Rows {\n  setState(id, state) {\n    this.statements.setState.run(state, id);\n  }\n}\n',
      'b.js': "exports.go = (rows, row) => rows.setState(row.id, 'queue');\n",
    },
    at: [
      ['a.js', 'setState.‸run'],
      ['b.js', 'rows.‸setState'],
    ],
    first: null,
  },
]);

const byNull = (standard: string, more = ''): Record<string, string> => ({
  'pool.js':
    'const pool = new Pool();\nasync function query(sql, client = pool) {\n  return (await client.query(sql)).rows;\n}\nasync function one(sql, client) {\n  const rows = await query(sql, client);\n  return rows[0];\n}\nmodule.exports = { one };\n',
  'a.js': `const { one } = require('./pool');\nexports.find = (id, client${standard}) => {\n${more}  return one('SELECT 1', client);\n};\n`,
});
const ofNull = {
  class: 'type' as const,
  message: "Cannot read properties of null (reading 'query')",
  named: { property: 'query', nullish: 'null' as const },
  at: [['pool.js', 'client.‸query'] as const],
};
check(nullDefault, [
  {
    name: 'what is null by default and handed on to where a default of its own is',
    ...ofNull,
    files: byNull(' = null'),
    first: { 'a.js': byNull('')['a.js'] ?? '' },
  },
  {
    name: 'one that is asked whether it is null',
    ...ofNull,
    files: byNull(' = null', '  if (client === null) count();\n'),
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

const page = {
  class: 'type' as const,
  message: 'rows.map is not a function',
  named: { property: 'map', receiver: 'rows' },
  files: {
    'a.js':
      'const list = async () => [];\nconst count = () => db.value();\nexports.page = async (size) => {\n  const [rows, total] = await [list(), count()];\n  return { pages: total / size, rows: rows.map(String) };\n};\n',
  },
  at: [['a.js', 'rows.‸map']] as const,
  facts: { rows: { thenable: true, className: 'Promise' } },
};
check(promiseList, [
  {
    ...page,
    name: 'a list of promises that is awaited itself',
    first: { 'a.js': /= await Promise\.all\(\[list\(\), count\(\)\]\);/ },
  },
]);
check(missingAwait, [{ ...page, name: 'one of several promises: the others would stay as they are', first: null }]);

check(missingReturn, [
  {
    name: 'the callback that makes the items of a list, through `Promise.all` and a function that is handed over by its name',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'label')",
    named: { property: 'label', nullish: 'undefined' },
    files: {
      'plots.js':
        'const toPlot = (row) => ({ label: row.label });\nexports.list = async (db) => {\n  const rows = await db.many();\n  return rows.map((row) => {\n    toPlot(row);\n  });\n};\n',
      'a.js':
        "const { list } = require('./plots');\nasync function describe(plot) {\n  return plot.label;\n}\nexports.page = async (db) => {\n  const [rows, total] = await Promise.all([list(db), count(db)]);\n  return { total, rows: rows.map(describe) };\n};\n",
    },
    at: [['a.js', 'plot.‸label']],
    facts: { plot: { type: 'undefined' } },
    first: { 'plots.js': /return toPlot\(row\);/ },
  },
]);

const totals = 'exports.totals = (db) => db.many(1);\n';
const many = 'exports.open = (raw) => ({\n  async many(sql) {\n    return raw.prepare(sql).all();\n  },\n});\n';
check(resultShape, [
  {
    name: 'a list through the methods that hand it on',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'map')",
    named: { property: 'map', nullish: 'undefined' },
    files: {
      'db.js': many,
      'rows.js': totals,
      'a.js':
        "const { totals } = require('./rows');\nexports.show = async (db) => {\n  const { rows } = await totals(db);\n  return rows.map(String);\n};\n",
    },
    at: [['a.js', 'rows.‸map']],
    facts: { rows: { type: 'undefined' } },
    first: { 'a.js': /const rows = await totals\(db\);/ },
  },
  {
    name: 'all of a list, where its first item was taken',
    class: 'type',
    message: 'rows.map is not a function',
    named: { property: 'map', receiver: 'rows' },
    files: {
      'db.js': many,
      'rows.js': totals,
      'a.js':
        "const { totals } = require('./rows');\nexports.show = async (db) => {\n  const [rows] = await totals(db);\n  return rows.map(String);\n};\n",
    },
    at: [['a.js', 'rows.‸map']],
    facts: { rows: { keys: ['id'] } },
    first: { 'a.js': /const rows = await totals\(db\);/ },
  },
]);

check(sqlName, [
  {
    name: 'the one column of numbers that can be summed up',
    ...failing('no such column: pay.amount'),
    named: { code: 'SQLITE_ERROR', column: 'amount' },
    files: {
      'schema.sql':
        'CREATE TABLE payments (\n  id INTEGER PRIMARY KEY,\n  tenant_id INTEGER NOT NULL REFERENCES tenants (id),\n  cents INTEGER NOT NULL,\n  note TEXT\n);\n',
      'a.js': "exports.all = (db) => db.one('SELECT SUM(pay.amount) AS paid FROM payments pay');\n",
    },
    at,
    first: { 'a.js': /SUM\(pay\.cents\) AS paid/ },
  },
]);

const rents =
  'const sum = (list, pick) => list.reduce((all, one) => all + pick(one), 0);\nfunction rent({ area }) {\n  return area * 2;\n}\nexports.due = (held) => sum(held, rent());\n';
check(callOrValue, [
  {
    name: 'what another function is to call is handed over',
    class: 'type',
    message: "Cannot destructure property 'area' of 'undefined' as it is undefined.",
    named: { property: 'area', nullish: 'undefined' },
    files: { 'a.js': rents },
    at: [
      ['a.js', 'function rent({ ‸area })'],
      ['a.js', 'sum(held, ‸rent())'],
    ],
    first: { 'a.js': /sum\(held, rent\);/ },
  },
]);

const binding = {
  class: 'unknown' as const,
  message: 'SQLite3 can only bind numbers, strings, bigints, buffers, and null',
};
check(boundValue, [
  {
    name: 'a function that all others call',
    ...binding,
    files: {
      'b.js': 'exports.day = (settings) => [settings.today(), settings.today()];\n',
      'a.js': 'exports.join = (rows, settings) => rows.add({ name: 1, created: settings.today });\n',
    },
    at: [['a.js', 'rows.‸add']],
    first: { 'a.js': /created: settings\.today\(\) \}/ },
  },
  {
    name: 'one that somebody else hands over, too',
    ...binding,
    files: {
      'b.js': 'exports.day = (settings) => [settings.today(), settings.today(), settings.today];\n',
      'a.js': 'exports.join = (rows, settings) => rows.add({ name: 1, created: settings.today });\n',
    },
    at: [['a.js', 'rows.‸add']],
    first: null,
  },
  {
    name: 'an object that is read back as JSON',
    ...binding,
    files: {
      'a.js':
        "const toOne = ({ wanted }) => ({ wanted: wanted === null ? {} : JSON.parse(wanted) });\nexports.add = (db, { name, wanted }) => db.run('INSERT INTO a (name, wanted) VALUES (?, ?)', [name, wanted ?? null]);\n",
    },
    at: [['a.js', 'db.‸run']],
    first: { 'a.js': /\[name, wanted \? JSON\.stringify\(wanted\) : null\]/ },
  },
]);

const late = (first: string, second: string): string =>
  `app.get('/csv', async (req, res) => {\n  const list = await rows();\n  ${first}\n  ${second}\n  res.end();\n});\n`;
const [write, type] = ["res.write('day');", "res.type('text/csv');"];
check(lateHeader, [
  {
    name: 'a type that is set behind the first piece',
    class: 'unknown',
    message: 'Cannot set headers after they are sent to the client',
    named: { code: 'ERR_HTTP_HEADERS_SENT' },
    files: { 'package.json': '{"dependencies":{"express":"5"}}', 'a.js': late(write, type) },
    at: [['a.js', 'res.‸type']],
    first: { 'a.js': late(type, write) },
  },
]);

check(callOrValue, [
  {
    name: 'a getter that became a method, in the text of a header',
    class: 'type',
    message: 'Invalid character in header content ["content-disposition"]',
    files: {
      'format.js': 'export class Format {\n  fileName() {\n    return `all.${this.ending}`;\n  }\n}\n',
      'export.js': 'export const headers = (format) => ({ name: `attachment; filename="${format.fileName}"` });\n',
      'respond.js': 'export const send = (response, { headers }) => response.writeHead(200, headers);\n',
    },
    at: [['respond.js', 'response.‸writeHead']],
    first: { 'export.js': /\$\{format\.fileName\(\)\}/ },
  },
]);
