/** Faults of everyday servers that the recipes' first tables did not hold: names that hide, listeners, wrappers, timers, bodies that are no JSON. */
import { argumentShape } from '../calls/argument-shape.ts';
import { check, contextOf } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { coercion } from '../values/coercion.ts';
import { configShape } from '../settings/config-shape.ts';
import { envKey } from '../settings/elsewhere.ts';
import { forgottenGuard } from '../guards/forgotten-guard.ts';
import { jsonConfig } from '../settings/json-config.ts';
import { language } from '../language/language.ts';
import { missingAwait } from '../promises/missing-await.ts';
import { recursion } from '../language/recursion.ts';
import { oldApi } from '../http/old-api.ts';
import { badInput, doubleSend } from '../http/replies.ts';
import { resultShape } from '../calls/result-shape.ts';
import { sqlValues } from '../database/sql-values.ts';
import { floatingPromise } from '../promises/floating-promise.ts';

const unreadable = (name: string) => ({
  class: 'type' as const,
  message: `Cannot read properties of undefined (reading '${name}')`,
  named: { property: name, nullish: 'undefined' as const },
});

check(language, [
  {
    name: 'a name that hides the function it is made by, and where it is read',
    class: 'reference',
    message: "Cannot access 'summary' before initialization",
    files: {
      'a.js':
        'const summary = () => 1;\nexports.show = async (res) => {\n  const summary = await summary();\n  res.json({ summary });\n};\n',
    },
    at: [['a.js', 'await ‸summary()']],
    first: {
      'a.js':
        'const summary = () => 1;\nexports.show = async (res) => {\n  const summaryValue = await summary();\n  res.json({ summary: summaryValue });\n};\n',
    },
  },
  {
    name: 'a name that hides nothing',
    class: 'reference',
    message: "Cannot access 'total' before initialization",
    files: { 'a.js': 'exports.show = () => {\n  const total = total + 1;\n  return total;\n};\n' },
    at: [['a.js', '= ‸total']],
    first: null,
  },
]);

const listener = "events.on('rated', ({ recipe, stars }) => {\n  log(recipe.title, stars);\n});\n";

check(missingAwait, [
  {
    name: 'what a listener is handed',
    ...unreadable('title'),
    files: {
      'a.js': `const load = async (id) => rows[id];\n${listener}exports.rate = async (id, stars) => {\n  const recipe = load(id);\n  events.emit('rated', { recipe, stars });\n};\n`,
    },
    at: [['a.js', 'log(‸recipe']],
    facts: { recipe: { thenable: true, className: 'Promise' } },
    first: { 'a.js': /const recipe = await load\(id\);/ },
  },
  {
    name: 'what is taken out of the body of a request',
    ...unreadable('trim'),
    files: {
      'a.js':
        'export const post = async (c) => {\n  const { text } = c.req.json();\n  return c.json(text.trim());\n};\n',
    },
    at: [['a.js', 'text.‸trim']],
    first: { 'a.js': /const \{ text \} = await c\.req\.json\(\);/ },
  },
]);

check(argumentShape, [
  {
    name: 'handed over under a key that nobody takes',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'views')",
    named: { property: 'views', nullish: 'undefined' },
    files: {
      'views.js': 'export function views(app, { config }) {\n  app.set(config.views);\n}\n',
      'a.js': "import { views } from './views.js';\nconst config = { views: 'a' };\nviews(app, { conf: config });\n",
    },
    at: [['views.js', 'config.‸views', 'views']],
    together: true,
    first: { 'a.js': /views\(app, \{ config \}\)/ },
  },
  {
    name: 'one of the parts that a constructor takes, which stands beside the call',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'of')",
    named: { property: 'of', nullish: 'undefined' },
    files: {
      'fees.js':
        'export class Fees {\n  constructor(store, { boats, stays }) {\n    this.boats = boats;\n    this.stays = stays;\n  }\n  sum(id) {\n    return this.stays.of(id).length;\n  }\n}\n',
      'all.js':
        "import { Fees } from './fees.js';\nexport const all = (store, boats, stays) => new Fees(store, { boats });\n",
    },
    at: [['fees.js', 'this.stays.‸of']],
    first: { 'all.js': /new Fees\(store, \{ boats, stays \}\)/ },
  },
  {
    name: 'parts of an event one by one, for a listener that takes one object',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'note')",
    named: { property: 'note', nullish: 'undefined' },
    files: {
      'a.js':
        "bus.on('sent', ({ parcel, what }) => log(parcel.note, what));\nexports.send = (parcel, what) => bus.emit('sent', parcel, what);\n",
    },
    at: [['a.js', 'parcel.‸note']],
    first: { 'a.js': /bus\.emit\('sent', \{ parcel, what \}\)/ },
  },
  {
    name: 'what a listener takes and the event lacks',
    ...unreadable('title'),
    files: {
      'a.js': `${listener}exports.rate = (id, stars) => {\n  const recipe = rows[id];\n  events.emit('rated', { id, stars });\n};\n`,
    },
    at: [['a.js', 'log(‸recipe']],
    first: { 'a.js': /emit\('rated', \{ id, stars, recipe \}\)/ },
  },
  {
    name: 'what nobody has there under that name',
    ...unreadable('title'),
    files: { 'a.js': `${listener}exports.rate = (id, stars) => {\n  events.emit('rated', { id, stars });\n};\n` },
    at: [['a.js', 'log(‸recipe']],
    first: null,
  },
]);

check(recursion, [
  {
    name: 'a method that asks itself in place of the map it wraps',
    class: 'range',
    message: 'Maximum call stack size exceeded',
    files: {
      'a.ts':
        'export class Rows {\n  private rows = new Map<number, string>();\n  private names: string[] = [];\n  get(id: number) {\n    return this.get(id);\n  }\n}\n',
    },
    at: [['a.ts', 'return ‸this.get(id)']],
    first: { 'a.ts': /return this\.rows\.get\(id\);/ },
  },
]);

check(sqlValues, [
  {
    name: 'a placeholder too few, in the call of a wrapper',
    class: 'database',
    message: '2 values for 3 columns',
    files: {
      'db.js': 'exports.run = (sql, ...values) => db.prepare(sql).run(...values);\n',
      'a.js': "exports.add = (a, b, c) =>\n  db.run('INSERT INTO rows (a, b, c) VALUES (?, ?)', a, b, c);\n",
    },
    at: [['db.js', 'db.‸prepare(sql)']],
    first: { 'a.js': /VALUES \(\?, \?, \?\)', a, b, c\)/ },
  },
]);

check(coercion, [
  {
    name: 'the time of what is a time already',
    class: 'type',
    message: 'session.endsAt.getTime is not a function',
    named: { receiver: 'session.endsAt', property: 'getTime' },
    files: { 'a.js': 'const isOver = (session) => session.endsAt.getTime() < Date.now();\n' },
    at: [['a.js', 'session.endsAt.‸getTime']],
    facts: { session: { keys: ['endsAt'] }, 'session.endsAt': { type: 'number', preview: '1' } },
    first: { 'a.js': 'const isOver = (session) => session.endsAt < Date.now();\n' },
  },
]);

const late =
  'exports.limit = (req, res, next) => {\n  setTimeout(() => {\n    res.status(503).json({});\n  }, 100);\n  next();\n};\n';

check(doubleSend, [
  {
    name: 'an answer on a timer that nobody clears',
    class: 'unknown',
    message: 'Cannot set headers after they are sent to the client',
    named: { code: 'ERR_HTTP_HEADERS_SENT' },
    files: { 'package.json': '{"dependencies":{"express":"5"}}', 'a.js': late },
    at: [['a.js', '    ‸res.status']],
    first: {
      'a.js':
        /const timer = setTimeout\([^;]+;\n {2}\}, 100\);\n {2}res\.on\('close', \(\) => clearTimeout\(timer\)\);\n {2}next\(\);/,
    },
  },
]);

const reader =
  "class Refused extends Error {}\nexport async function readJson(req) {\n  let raw = '';\n  for await (const chunk of req) raw += chunk;\n  return JSON.parse(raw);\n}\nexport const named = (user) => {\n  if (!user) throw new Refused(400, 'user is missing');\n};\n";
const noJson = { class: 'type' as const, message: 'Unexpected token s in JSON at position 1' };

check(badInput, [
  {
    name: 'in a helper, as other input is refused',
    ...noJson,
    files: { 'a.mjs': reader },
    at: [['a.mjs', 'return ‸JSON.parse']],
    request: { method: 'POST', body: '{s' },
    first: {
      'a.mjs':
        /try \{\n {4}return JSON\.parse\(raw\);\n {2}\} catch \{\n {4}throw new Refused\(400, 'The body is not valid JSON'\);\n {2}\}/,
    },
  },
  {
    name: 'a body that is JSON, and is spoilt on its way',
    ...noJson,
    files: { 'a.mjs': reader },
    at: [['a.mjs', 'return ‸JSON.parse']],
    request: { method: 'POST', body: '{"s":1}' },
    first: null,
  },
  {
    name: 'read by the framework',
    ...noJson,
    files: {
      'a.ts':
        "app.post('/', async (c) => {\n  const body = await c.req.json();\n  if (!body.a) throw new HTTPException(400, { message: 'no a' });\n  return c.json(body);\n});\nclass HTTPException {}\n",
    },
    at: [['a.ts', 'await ‸c.req.json()']],
    request: { method: 'POST', body: '{s' },
    first: {
      'a.ts':
        /await c\.req\.json\(\)\.catch\(\(\) => \{ throw new HTTPException\(400, \{ message: 'The body is not valid JSON' \}\); \}\);/,
    },
  },
]);

const ownEnv = {
  ...unreadable('lead'),
  files: {
    'env.js': "export const env = { port: Number(process.env.PORT ?? 1), adminKey: process.env.ADMIN_KEY ?? 'a' };\n",
    'a.js': "import { env } from './env.js';\nlisten(env.port);\nexport const me = (team) => team.lead;\n",
  },
  at: [['a.js', 'team.‸lead'] as const],
  context: { envKeys: ['PORT'] },
  first: null,
};

check(envKey, [{ name: 'an `env` of the project itself', ...ownEnv }]);
check(configShape, [{ name: 'an `env` of the project itself', ...ownEnv }]);

check(forgottenGuard, [
  {
    name: 'a list searched by a field, as the table of the same file',
    ...unreadable('name'),
    files: {
      'rows.js':
        'class Refused extends Error {}\nexport const rate = (key) => {\n  const rate = rates[key];\n  if (!rate) throw new Refused(404, `No rate ${key}`);\n  return rate;\n};\nexport const home = (id) => {\n  const home = homes.find((one) => one.id === id);\n  return home;\n};\n',
      'a.js':
        "import { home } from './rows.js';\napp.get('/:id', (req, res) => {\n  const found = home(req.params.id);\n  res.json(found.name);\n});\napp.get('/x/:id', (req, res) => {\n  const x = xs.load(req.params.id);\n  if (!x) return res.status(404).end();\n  res.json(x);\n});\n",
    },
    at: [['a.js', 'found.‸name']],
    first: { 'rows.js': /=== id\);\n {2}if \(!home\) throw new Refused\(404, `No home \$\{id\}`\);/ },
  },
  {
    name: 'the same query of another table, in its words',
    ...unreadable('name'),
    files: {
      'a.js':
        "const notFound = (what, id) => new Error(what + id);\nconst memberOf = (id) => {\n  const member = db.get('SELECT * FROM members WHERE id = ?', id);\n  if (!member) throw notFound('Member', id);\n  return member;\n};\nconst classOf = (id) => {\n  const found = db.get('SELECT * FROM classes WHERE id = ?', id);\n  return found.name;\n};\n",
    },
    at: [['a.js', 'found.‸name']],
    first: { 'a.js': /if \(!found\) throw notFound\('Class', id\);/ },
  },
  {
    name: 'asked for by a part of the path that is none',
    ...unreadable('name'),
    files: {
      'a.js':
        "app.get('/a/:id', (req, res) => {\n  const a = rows.find(req.params.id);\n  if (!a) return res.status(404).end();\n  res.json(a);\n});\napp.get('/b/:id', (req, res) => {\n  const b = rows.find(req.params.ident);\n  res.json(b.name);\n});\n",
    },
    at: [['a.js', 'b.‸name']],
    facts: { b: { type: 'undefined' }, 'req.params.ident': { type: 'undefined' } },
    first: { 'a.js': /if \(!b\) return res\.status\(404\)/ },
    ask: /it may be its name that is wrong/,
  },
]);

check(configShape, [
  {
    name: 'a section that others read by its own name',
    ...unreadable('limit'),
    files: {
      'config.json': '{ "port": 3000, "pagination": { "limit": 3, "max": 20 }, "shipping": { "flat": 5 } }',
      'a.js':
        "const config = require('./config.json');\nlisten(config.port);\nconst limit = config.paging.limit;\nconst most = config.pagination.max + config.shipping.flat;\n",
    },
    at: [['a.js', 'config.paging.‸limit']],
    first: { 'a.js': /const limit = config\.pagination\.limit;/ },
  },
]);

const merge = '{\n<<<<<<< HEAD\n  "a": 1\n=======\n  "a": 2\n>>>>>>> x\n}\n';
const merged = {
  class: 'config' as const,
  message: 'a.json: Expected property name in JSON',
  files: { 'a.json': merge },
  first: { 'a.json': '{\n  "a": 1\n}\n' },
};

check(jsonConfig, [
  {
    name: 'two sides of a merge of settings',
    ...merged,
    files: { 'config.json': merge },
    message: 'config.json: x',
    first: { 'config.json': '{\n  "a": 1\n}\n' },
    ask: /only you know which one/,
  },
  { name: 'two sides of a merge', ...merged, ask: /only you know which one/ },
  { name: 'two sides of a merge, of which one ran before', ...merged, lastGood: { 'a.json': '{\n  "a": 1\n}\n' } },
]);

check(oldApi, [
  {
    name: 'what zod found, by the name it had before',
    ...unreadable('map'),
    files: {
      'package.json': '{"dependencies":{"zod":"^4"}}',
      'a.js': 'const said = (result) => result.error.errors.map(String);\n',
    },
    at: [['a.js', 'errors.‸map']],
    first: { 'a.js': 'const said = (result) => result.error.issues.map(String);\n' },
  },
  {
    name: 'zod 4 has issues, which are taken apart',
    class: 'type',
    message: 'undefined is not iterable (cannot read property Symbol(Symbol.iterator))',
    named: { nullish: 'undefined' },
    files: {
      'package.json': '{ "dependencies": { "zod": "^4" } }',
      'a.js': 'const said = (result) => {\n  const [first] = result.error.errors;\n  return first.message;\n};\n',
    },
    at: [['a.js', '[first] = ‸result.error.errors']],
    first: { 'a.js': /\[first\] = result\.error\.issues;/ },
  },
]);

const lists = "const names = () => {\n  const found = db.all('SELECT 1');\n  return found.map(String);\n};\n";

check(resultShape, [
  {
    name: 'one row, of which a list is made',
    class: 'type',
    message: 'rows.map is not a function',
    named: { receiver: 'rows', property: 'map' },
    files: { 'a.js': `${lists}const rows = db.get('SELECT 2');\nrows.map(String);\n` },
    at: [['a.js', 'rows.‸map']],
    facts: { rows: { keys: ['id'], className: 'Object' } },
    first: { 'a.js': /const rows = db\.all\('SELECT 2'\);/ },
  },
]);

check(doubleSend, [
  {
    name: 'a refusal by a helper, and on it goes',
    class: 'unknown',
    message: 'Cannot write headers after they are sent to the client',
    named: { code: 'ERR_HTTP_HEADERS_SENT' },
    files: {
      'a.mjs':
        "router.post('/sessions', async ({ req, res }) => {\n  const { user } = await readJson(req);\n  if (!user) sendJson(res, 400, {});\n  sendJson(res, 201, { user });\n});\n",
    },
    first: { 'a.mjs': /if \(!user\) return sendJson\(res, 400, \{\}\);/ },
  },
]);

const refused = { class: 'unknown' as const, message: 'no stock' };
const looped =
  "const take = (lines) => {\n  lines.forEach(async (line) => {\n    if (line.count > 1) throw new Error('no stock');\n  });\n};\n";
const stopped: Case = {
  name: '',
  ...refused,
  files: { 'a.js': looped },
  at: [['a.js', 'throw ‸new Error']],
  first: null,
};

check(floatingPromise, [
  {
    ...stopped,
    name: 'a loop whose callback is async and awaits nothing',
    context: { signal: { ...contextOf(stopped).signal, kind: 'crash' } },
    first: { 'a.js': looped.replace('async ', '') },
  },
]);
