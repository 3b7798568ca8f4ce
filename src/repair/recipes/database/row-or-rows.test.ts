import { check } from '../cases.test-helper.ts';
import { rowOrRows } from './row-or-rows.ts';

const noFunction = (receiver: string, name: string) => ({
  class: 'type' as const,
  message: `${receiver}.${name} is not a function`,
  named: { receiver, property: name },
});
const reading = (name: string) => ({
  class: 'type' as const,
  message: `Cannot read properties of undefined (reading '${name}')`,
  named: { property: name, nullish: 'undefined' as const },
});

check(rowOrRows, [
  {
    name: 'a helper that others call, and a sibling that is unlike in more than the method',
    ...noFunction('one(...)', 'map'),
    files: {
      'a.js':
        "const one = (sql, ...values) => db.prepare(sql).get(...values);\nconst many = (sql, ...values) => db.prepare(`${sql} LIMIT 5`).all(...values);\nexports.list = () => one('SELECT a FROM b').map((row) => row.a);\nexports.find = (id) => one('SELECT a FROM b WHERE id = ?', id);\nexports.top = () => many('SELECT a FROM b');\n",
    },
    at: [['a.js', "FROM b').‸map"]],
    first: null,
  },
  ...(['one', 'many'] as const).map((told) => ({
    name: `a helper that others call stays as it is, and its sibling is called where it is ${told === 'many' ? 'known' : 'not yet imported'}`,
    ...noFunction('one(...)', 'map'),
    files: {
      'db.js':
        'export const db = new Database();\nexport const one = (sql, ...values) => db.prepare(sql).get(...values);\nexport const many = (sql, ...values) => db.prepare(sql).all(...values);\n',
      'a.js': `import { ${told === 'many' ? 'many, one' : 'one'} } from './db.js';\nexport const list = () => one('SELECT a FROM b').map((row) => row.a);\nexport const find = (id) => one('SELECT a FROM b WHERE id = ?', id);\n`,
    },
    at: [['a.js', "FROM b').‸map"] as const],
    first: {
      'a.js':
        told === 'many' ? /list = \(\) => many\('SELECT/ : /import \{ one, many \}[^]*list = \(\) => many\('SELECT/,
    },
  })),
  {
    name: 'a helper that others call stays as it is, where it has no sibling',
    ...noFunction('one(...)', 'map'),
    files: {
      'a.js':
        "const one = (sql, ...values) => db.prepare(sql).get(...values);\nexports.list = () => one('SELECT a FROM b').map((row) => row.a);\nexports.find = (id) => one('SELECT a FROM b WHERE id = ?', id);\n",
    },
    at: [['a.js', "FROM b').‸map"]],
    first: null,
  },
  {
    name: 'one row as a list',
    ...noFunction('rows', 'map'),
    files: {
      'a.js':
        "const all = db.prepare('SELECT a FROM b');\nexports.f = () => {\n  const rows = all.get();\n  return rows.map((row) => row.a);\n};\n",
    },
    at: [['a.js', 'rows.‸map']],
    first: { 'a.js': /const rows = all\.all\(\);/ },
  },
  {
    name: 'all rows as one',
    ...reading('trim'),
    files: { 'a.js': "exports.f = (id) => db.prepare('SELECT a FROM b WHERE id = ?').all(id).a.trim();\n" },
    at: [['a.js', '.a.‸trim']],
    first: { 'a.js': /\.get\(id\)\.a\.trim/ },
  },
  {
    name: 'a Map is no statement',
    ...noFunction('rows', 'map'),
    files: {
      'a.js':
        'const known = new Map();\nexports.f = (id) => {\n  const rows = known.get(id);\n  return rows.map((row) => row.a);\n};\n',
    },
    at: [['a.js', 'rows.‸map']],
    first: null,
  },
  {
    name: 'a list of those that fit, used as one of them',
    ...reading('trim'),
    files: {
      'a.js':
        'exports.f = (users, id) => {\n  const user = users.filter((each) => each.id === id);\n  return user.name.trim();\n};\n',
    },
    at: [['a.js', 'user.name.‸trim']],
    first: { 'a.js': /users\.find\(\(each\)/ },
  },
  {
    name: 'the first one that fits, used as a list',
    ...noFunction('open', 'map'),
    files: {
      'a.js':
        'exports.f = (tasks) => {\n  const open = tasks.find((each) => !each.done);\n  return open.map((each) => each.name);\n};\n',
    },
    at: [['a.js', 'open.‸map']],
    first: { 'a.js': /tasks\.filter\(\(each\)/ },
  },
  {
    name: 'what has an id is one: the list is a part of it',
    ...noFunction('order', 'map'),
    files: {
      'a.js':
        'exports.f = (orders, id) => {\n  const order = orders.find((each) => each.id === id);\n  return order.map((line) => line.sku);\n};\n',
    },
    at: [['a.js', 'order.‸map']],
    first: null,
  },
  {
    name: 'nothing that was found is no list of nothing',
    ...reading('map'),
    files: {
      'a.js':
        'exports.f = (tasks) => {\n  const open = tasks.find((each) => !each.done);\n  return open.map((each) => each.name);\n};\n',
    },
    at: [['a.js', 'open.‸map']],
    first: null,
  },
]);
