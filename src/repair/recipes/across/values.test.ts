import { check } from '../cases.test-helper.ts';
import { missingAwait } from '../promises/missing-await.ts';
import { missingReturn } from '../calls/missing-return.ts';

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
const express = (major: number) => ({ 'package.json': `{"dependencies":{"express":"^${major}.0.0"}}` });

check(missingAwait, [
  {
    name: 'what the debugger saw to be a promise, in an async handler',
    ...noFunction('users', 'map'),
    files: {
      'a.js': "app.get('/', async (req, res) => {\n  const users = db.all();\n  res.json(users.map(String));\n});\n",
    },
    at: [['a.js', 'users.‸map']],
    facts: { users: { className: 'Promise', thenable: true } },
    first: {
      'a.js':
        "app.get('/', async (req, res) => {\n  const users = await db.all();\n  res.json(users.map(String));\n});\n",
    },
  },
  {
    name: 'the handler becomes async, Express 5',
    ...noFunction('users', 'map'),
    files: {
      ...express(5),
      'a.js':
        "const express = require('express');\napp.get('/', (req, res) => {\n  const users = db.all();\n  res.json(users.map(String));\n});\n",
    },
    at: [['a.js', 'users.‸map']],
    facts: { users: { thenable: true } },
    first: {
      'a.js':
        "const express = require('express');\napp.get('/', async (req, res) => {\n  const users = await db.all();\n  res.json(users.map(String));\n});\n",
    },
  },
  {
    name: 'the handler becomes async, Express 4: rejections go to next',
    ...noFunction('users', 'map'),
    files: {
      ...express(4),
      'a.js':
        "const express = require('express');\napp.get('/', (req, res) => {\n  const users = db.all();\n  res.json(users.map(String));\n});\n",
    },
    at: [['a.js', 'users.‸map']],
    facts: { users: { thenable: true } },
    first: {
      'a.js':
        "const express = require('express');\napp.get('/', async (req, res, next) => {\n  try {\n    const users = await db.all();\n    res.json(users.map(String));\n  } catch (error) {\n    next(error);\n  }\n});\n",
    },
  },
  {
    name: 'a call of an async function of the project, without facts',
    ...reading('length'),
    files: {
      'db.js': 'exports.query = async () => ({ rows: [] });\n',
      'a.js':
        "const db = require('./db');\nmodule.exports = async function list(req, res) {\n  const result = db.query('x');\n  res.json(result.rows.length);\n};\n",
    },
    at: [['a.js', 'rows.‸length']],
    first: {
      'a.js':
        "const db = require('./db');\nmodule.exports = async function list(req, res) {\n  const result = await db.query('x');\n  res.json(result.rows.length);\n};\n",
    },
  },
  {
    name: 'read straight from the call',
    ...reading('x'),
    files: {
      'a.js':
        "async function load() {\n  return { a: {} };\n}\napp.get('/', async (req, res) => {\n  res.json(load().a.x);\n});\n",
    },
    at: [['a.js', '.a.‸x']],
    first: {
      'a.js':
        "async function load() {\n  return { a: {} };\n}\napp.get('/', async (req, res) => {\n  res.json((await load()).a.x);\n});\n",
    },
  },
  {
    name: 'a helper that others call for its value does not become async',
    ...noFunction('users', 'map'),
    files: { 'a.js': 'function names() {\n  const users = db.all();\n  return users.map(String);\n}\n' },
    at: [['a.js', 'users.‸map']],
    facts: { users: { thenable: true } },
    first: null,
  },
  {
    name: "Fastify's reply has a `then` of its own",
    ...noFunction('reply', 'sned'),
    files: { 'a.js': "fastify.get('/', async (request, reply) => {\n  return reply.sned({});\n});\n" },
    at: [['a.js', 'reply.‸sned']],
    facts: { reply: { className: 'Reply', thenable: true, keys: ['send', 'then'] } },
    first: null,
  },
  {
    name: 'no promise in sight',
    ...noFunction('users', 'map'),
    files: {
      'a.js': "app.get('/', async (req, res) => {\n  const users = db.all();\n  res.json(users.map(String));\n});\n",
    },
    at: [['a.js', 'users.‸map']],
    facts: { users: { type: 'object', keys: ['rows'] } },
    first: null,
  },
]);

check(missingAwait, [
  {
    name: 'the promise beside it, which would be sent as `{}`, is awaited too',
    ...reading('toUpperCase'),
    files: {
      'db.js': 'exports.user = async () => ({ name: 1 });\nexports.count = async () => 2;\n',
      'a.js':
        "const db = require('./db');\nexports.show = async (req, res) => {\n  const user = db.user(1);\n  const count = db.count(1);\n  res.json({ name: user.name.toUpperCase(), count });\n};\n",
    },
    at: [['a.js', 'user.name.‸toUpperCase']],
    first: { 'a.js': /await db\.user\(1\);\n {2}const count = await db\.count\(1\);/ },
  },
  {
    name: 'another function that takes the same promise for its value, too; none that hands it on',
    ...reading('toUpperCase'),
    files: {
      'db.js': 'exports.user = async () => ({ name: 1 });\n',
      'a.js':
        "const db = require('./db');\nexports.show = async (req, res) => {\n  const user = db.user(1);\n  res.json({ name: user.name.toUpperCase() });\n};\nexports.raw = async (req, res) => res.json({ user: db.user(2) });\nexports.later = async () => ({ user: await Promise.all([db.user(3)]) });\n",
    },
    at: [['a.js', 'user.name.‸toUpperCase']],
    first: { 'a.js': /await db\.user\(1\)[\s\S]*user: await db\.user\(2\)[\s\S]*all\(\[db\.user\(3\)\]\)/ },
  },
  {
    name: 'a field that is awaited by its readers holds the promise',
    ...reading('toUpperCase'),
    files: {
      'db.js': 'exports.user = async () => ({ name: 1 });\n',
      'a.js':
        "const db = require('./db');\nexports.show = async (req, res) => {\n  const user = db.user(1);\n  const job = { done: db.user(2) };\n  await job.done;\n  res.json({ name: user.name.toUpperCase() });\n};\n",
    },
    at: [['a.js', 'user.name.‸toUpperCase']],
    first: { 'a.js': /await db\.user\(1\)[\s\S]*\{ done: db\.user\(2\) \}/ },
  },
  {
    name: 'the callback of a list does not become async, whatever its parameter is called',
    ...reading('toUpperCase'),
    files: {
      'package.json': '{ "dependencies": { "hono": "^4" } }',
      'db.js': 'exports.user = async () => ({ name: 1 });\n',
      'a.js':
        "const db = require('./db');\nexports.names = (list) => list.map((c) => db.user(c).name.toUpperCase());\n",
    },
    at: [['a.js', 'name.‸toUpperCase']],
    first: null,
  },
  {
    name: 'nor does what is given to a list by its name',
    ...reading('toUpperCase'),
    files: {
      'db.js': 'exports.user = async () => ({ name: 1 });\n',
      'a.js':
        "const db = require('./db');\nfunction nameOf(id) {\n  const user = db.user(id);\n  return user.name.toUpperCase();\n}\nexports.all = async (ids) => ids.map(nameOf);\nexports.one = async (id) => ({ name: nameOf(id) });\n",
    },
    at: [['a.js', 'user.name.‸toUpperCase']],
    first: null,
  },
  {
    name: 'what a function that takes its argument apart is given',
    ...reading('trim'),
    files: {
      'rpc.mjs': 'export async function call({ method }) {\n  return method.trim();\n}\n',
      'a.mjs':
        "import { call } from './rpc.mjs';\nasync function bodyOf(request) {\n  return {};\n}\nexport async function answer(request) {\n  return await call(bodyOf(request));\n}\n",
    },
    at: [
      ['rpc.mjs', 'method.‸trim'],
      ['a.mjs', 'await ‸call('],
    ],
    first: { 'a.mjs': /call\(await bodyOf\(request\)\)/ },
  },
  {
    name: 'a method of a service becomes async with all that call it',
    ...reading('cents'),
    files: {
      'package.json': '{ "dependencies": { "@nestjs/common": "^11" } }',
      'rates.ts': 'export class Rates {\n  async of(tier: string) {\n    return { cents: 1 };\n  }\n}\n',
      'pricing.ts':
        '@Injectable()\nexport class Pricing {\n  constructor(private rates: Rates) {}\n  total(order) {\n    const rate = this.rates.of(order.tier);\n    return rate.cents.value * order.count;\n  }\n}\n',
      'orders.ts':
        "@Controller('orders')\nexport class Orders {\n  constructor(private pricing: Pricing) {}\n  @Get()\n  show(order) {\n    return { total: this.pricing.total(order) };\n  }\n}\n",
    },
    at: [['pricing.ts', 'rate.‸cents.value']],
    facts: { rate: { className: 'Promise', thenable: true } },
    first: {
      'pricing.ts': /async total\(order\) \{\n {4}const rate = await this\.rates/,
      'orders.ts': /async show\(order\)[\s\S]*total: await this\.pricing\.total\(order\)/,
    },
  },
  {
    name: 'a loop over what comes one after the other',
    class: 'type',
    message: 'shows.search is not a function or its return value is not iterable',
    named: { receiver: 'shows', property: 'search' },
    files: {
      'shows.mjs': 'export async function* search(words) {\n  yield words;\n}\n',
      'a.mjs':
        "import { search } from './shows.mjs';\nexport async function find(q) {\n  const found = [];\n  for (const show of search(q)) found.push(show);\n  return found;\n}\n",
    },
    at: [['a.mjs', 'of ‸search(q)']],
    first: { 'a.mjs': /for await \(const show of search\(q\)\)/ },
  },
]);

check(missingReturn, [
  {
    name: 'a method of a chain that does not give its object back; the source map names the line before',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'get')",
    named: { property: 'get', nullish: 'undefined' },
    files: {
      'router.ts':
        'export class Router {\n  private routes: string[] = [];\n  get(path: string, to: unknown): this {\n    return this.add(path);\n  }\n  private add(path: string): this {\n    this.routes.push(path);\n  }\n}\n',
      'app.ts':
        "import { Router } from './router.ts';\nconst one = () => 1;\nexport const app = new Router();\napp\n  .get('/a', one)\n  .get('/b', one);\n",
    },
    at: [['app.ts', 'one‸)\n  .get']],
    first: { 'router.ts': /push\(path\);\n {4}return this;\n/ },
  },
  {
    name: 'only a guard returns, and what was made and stored last is the value',
    ...reading('label'),
    files: {
      'a.js':
        'const change = (id, input) => {\n  const item = items.get(id);\n  if (!item) return undefined;\n  const changed = { ...item, ...input };\n  items.set(id, changed);\n};\nexports.label = (id, input) => change(id, input).label;\n',
    },
    at: [['a.js', 'input).‸label']],
    first: { 'a.js': /items\.set\(id, changed\);\n {2}return changed;\n\};/ },
  },
  {
    name: 'a guard that gives a value of its own says what kind is returned: it is left alone',
    ...reading('label'),
    files: {
      'a.js':
        'const change = (id, input) => {\n  const item = items.get(id);\n  if (!item) return { count: 0 };\n  const changed = { ...item, ...input };\n  items.set(id, changed);\n};\nexports.label = (id, input) => change(id, input).label;\n',
    },
    at: [['a.js', 'input).‸label']],
    first: null,
  },
  {
    name: 'a list of what a function gives for each',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'join')",
    named: { property: 'join', nullish: 'undefined' },
    files: {
      'a.js': 'exports.f = (rows) => {\n  const names = rows.forEach((row) => row.name);\n  return names.join();\n};\n',
    },
    at: [['a.js', 'names.‸join']],
    first: { 'a.js': /rows\.map\(\(row\) => row\.name\)/ },
  },
  {
    name: 'what is done for each gives nothing',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'join')",
    named: { property: 'join', nullish: 'undefined' },
    files: {
      'a.js':
        'exports.f = (rows, out) => {\n  const names = rows.forEach((row) => { out.push(row.name); });\n  return names.join();\n};\n',
    },
    at: [['a.js', 'names.‸join']],
    first: null,
  },
  {
    name: 'the accumulator of a reduce',
    ...reading('a'),
    files: {
      'a.js':
        'const count = (rows) =>\n  rows.reduce((map, row) => {\n    map[row.kind] = (map[row.kind] || 0) + 1;\n  }, {});\n',
    },
    at: [['a.js', '(map‸[row.kind]']],
    first: { 'a.js': /\+ 1;\n {4}return map;\n {2}\}, \{\}/ },
  },
  {
    name: 'a callback that is called without what was asked for, two files away',
    ...reading('ref'),
    files: {
      'store.js':
        'exports.insert = (name, row, callback) => {\n  load(name, (err, rows) => {\n    if (err) return callback(err);\n    rows.push(row);\n    callback(null);\n  });\n};\n',
      'a.js':
        "const store = require('./store');\nexports.create = (input, done) => {\n  store.insert('bookings', input, (err, row) => {\n    done(null, row.ref);\n  });\n};\n",
    },
    at: [['a.js', 'row.‸ref']],
    first: { 'store.js': /callback\(null, row\);/ },
  },
  {
    name: 'what is parsed for the cache and dropped, behind a callback that is handed on',
    ...reading('find'),
    files: {
      'store.js':
        "const cache = {};\nfunction load(name, callback) {\n  fs.readFile(name, 'utf8', (err, text) => {\n    JSON.parse(text);\n    callback(null, cache[name]);\n  });\n}\nexports.find = (name, test, callback) => load(name, (err, rows) => callback(err, rows.find(test)));\n",
    },
    at: [['store.js', 'rows.‸find']],
    first: { 'store.js': /\n {4}cache\[name\] = JSON\.parse\(text\);/ },
  },
  {
    name: 'what is returned only where it had to be made first',
    ...reading('filter'),
    files: {
      'a.mjs':
        'let known = null;\nasync function all() {\n  if (known === null) {\n    known = await read();\n    return known;\n  }\n}\nexport async function open() {\n  const rows = await all();\n  return rows.filter((row) => row.open);\n}\n',
    },
    at: [['a.mjs', 'rows.‸filter']],
    first: { 'a.mjs': /return known;\n {2}\}\n {2}return known;\n\}/ },
  },
  {
    name: 'two ways out with two values are left alone',
    ...reading('filter'),
    files: {
      'a.mjs':
        'function all(kind) {\n  const rows = [];\n  if (kind === 1) {\n    const own = [1];\n    return own;\n  }\n}\nexport const open = () => {\n  const rows = all(2);\n  return rows.filter(Boolean);\n};\n',
    },
    at: [['a.mjs', 'rows.‸filter']],
    first: null,
  },
  {
    name: 'a helper that forgets to return',
    ...reading('name'),
    files: {
      'a.js':
        'function findUser(id) {\n  users.find((u) => u.id === id);\n}\nmodule.exports = (req, res) => {\n  const user = findUser(1);\n  res.json(user.name);\n};\n',
    },
    at: [['a.js', 'user.‸name']],
    first: {
      'a.js':
        'function findUser(id) {\n  return users.find((u) => u.id === id);\n}\nmodule.exports = (req, res) => {\n  const user = findUser(1);\n  res.json(user.name);\n};\n',
    },
  },
  {
    name: 'in another file, the computed variable',
    ...reading('length'),
    files: {
      'lib.js': 'exports.list = async () => {\n  const rows = await q();\n};\n',
      'a.js':
        "const { list } = require('./lib');\nmodule.exports = async (req, res) => {\n  const rows = await list();\n  res.json(rows.length);\n};\n",
    },
    at: [['a.js', 'rows.‸length']],
    first: { 'lib.js': 'exports.list = async () => {\n  const rows = await q();\n  return rows;\n};\n' },
  },
  {
    name: 'a map callback with braces',
    ...reading('toUpperCase'),
    files: {
      'a.js':
        'module.exports = (list) => {\n  const names = list.map((each) => { each.name; });\n  return names.map((name) => name.toUpperCase());\n};\n',
    },
    at: [['a.js', 'name.‸toUpperCase']],
    first: {
      'a.js':
        'module.exports = (list) => {\n  const names = list.map((each) => { return each.name; });\n  return names.map((name) => name.toUpperCase());\n};\n',
    },
  },
  {
    name: 'a find callback with braces',
    ...reading('name'),
    files: {
      'a.js':
        'module.exports = (req, res) => {\n  const user = users.find((u) => {\n    u.id === 1;\n  });\n  res.json(user.name);\n};\n',
    },
    at: [['a.js', 'user.‸name']],
    first: {
      'a.js':
        'module.exports = (req, res) => {\n  const user = users.find((u) => {\n    return u.id === 1;\n  });\n  res.json(user.name);\n};\n',
    },
  },
  {
    name: 'a method of a class',
    ...reading('name'),
    files: {
      'a.ts':
        'class A {\n  one(id: string) {\n    this.items.get(id);\n  }\n  show(id: string) {\n    return this.one(id).name;\n  }\n}\n',
    },
    at: [['a.ts', ').‸name']],
    first: {
      'a.ts':
        'class A {\n  one(id: string) {\n    return this.items.get(id);\n  }\n  show(id: string) {\n    return this.one(id).name;\n  }\n}\n',
    },
  },
  {
    name: 'it returns already: the value was really missing',
    ...reading('name'),
    files: {
      'a.js':
        'function findUser(id) {\n  return users.find((u) => u.id === id);\n}\nmodule.exports = (req, res) => {\n  const user = findUser(1);\n  res.json(user.name);\n};\n',
    },
    at: [['a.js', 'user.‸name']],
    first: null,
  },
]);
