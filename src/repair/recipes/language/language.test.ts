import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, contextOf } from '../cases.test-helper.ts';
import { language } from './language.ts';
import { moduleFormat } from '../modules/module-format.ts';

check(language, [
  {
    name: 'Date called without new gives the text of this moment',
    class: 'type',
    message: 'date.getUTCFullYear is not a function',
    named: { identifier: 'date', property: 'getUTCFullYear' },
    files: {
      'dates.js': 'exports.parse = (ms) => Date(ms);\nexports.now = () => Date();\n',
      'a.js':
        "const { parse } = require('./dates');\nconst date = parse(5);\nmodule.exports = date.getUTCFullYear();\n",
    },
    at: [['a.js', 'date.‸getUTCFullYear']],
    first: { 'dates.js': 'exports.parse = (ms) => new Date(ms);\nexports.now = () => Date();\n' },
  },
  {
    name: 'const that changes',
    class: 'type',
    message: 'Assignment to constant variable.',
    files: { 'a.js': 'const count = 0;\nmodule.exports = () => {\n  count += 1;\n};\n' },
    at: [['a.js', '‸count += 1']],
    first: { 'a.js': 'let count = 0;\nmodule.exports = () => {\n  count += 1;\n};\n' },
  },
  {
    name: 'const that changes, as the compiler says',
    class: 'type',
    message: "TS2588: Cannot assign to 'count' because it is a constant.",
    files: { 'a.ts': 'const count = 0;\nexport const more = () => {\n  count += 1;\n};\n' },
    at: [['a.ts', '‸count += 1']],
    first: { 'a.ts': 'let count = 0;\nexport const more = () => {\n  count += 1;\n};\n' },
  },
  {
    name: 'a constant that a condition sets is no one that changes',
    class: 'type',
    message: "TS2588: Cannot assign to 'count' because it is a constant.",
    files: { 'a.ts': 'const count = n();\nif (count = 1) stop();\n' },
    at: [['a.ts', '‸count = 1']],
    first: null,
  },
  {
    name: 'the name of a group, in the text that patterns are made of',
    class: 'type',
    message: 'Invalid regular expression: /^/jobs/(?<id[^/]+)$/: Invalid capture group name',
    files: {
      'a.js':
        "const note = 'ids (?<id>) are whole';\nexports.pattern = (path) => new RegExp(`^${path.replace(/:(\\w+)/g, '(?<$1[^/]+)')}$`);\n",
    },
    at: [['a.js', '‸new RegExp']],
    first: { 'a.js': /'\(\?<\$1>\[\^\/\]\+\)'/ },
  },
  {
    name: 'texts of two groups, either of which may be it',
    class: 'type',
    message: 'Invalid regular expression: /(?<id.+)/: Invalid capture group name',
    files: { 'a.js': "const all = ['(?<id.+)', '(?<day.+)'];\nexports.all = all.map((each) => new RegExp(each));\n" },
    at: [['a.js', '‸new RegExp']],
    first: null,
  },
  {
    name: 'a group that looks behind has no name',
    class: 'type',
    message: 'Invalid regular expression: /(?<1>.+)/: Invalid capture group name',
    files: { 'a.js': "exports.all = new RegExp('(?<=a)(?<1>.+)');\n" },
    at: [['a.js', '‸new RegExp']],
    first: null,
  },
  {
    name: 'await in a plain function, as the compiler says',
    class: 'syntax',
    message: "TS1308: 'await' expressions are only allowed within async functions and at the top levels of modules.",
    files: { 'a.ts': 'export const load = (id: string) => {\n  return await read(id);\n};\n' },
    at: [['a.ts', '‸await']],
    first: { 'a.ts': 'export const load = async (id: string) => {\n  return await read(id);\n};\n' },
  },
  {
    name: 'const in a loop head',
    class: 'type',
    message: 'Assignment to constant variable.',
    files: { 'a.js': 'for (const i = 0; i < 3; i++) f(i);\n' },
    at: [['a.js', '‸i++']],
    first: { 'a.js': 'for (let i = 0; i < 3; i++) f(i);\n' },
  },
  {
    name: 'an imported name cannot be assigned to',
    class: 'type',
    message: 'Assignment to constant variable.',
    files: { 'a.mjs': "import { x } from './b.mjs';\nx = 1;\n" },
    at: [['a.mjs', '‸x = 1']],
    first: null,
  },
  {
    name: 'a name that hides the object it is taken from by a key, and is put back into',
    class: 'reference',
    message: "Cannot access 'totals' before initialization",
    named: { identifier: 'totals' },
    files: {
      'a.js':
        'const totals = {};\nfor (const { day, sum } of rows) {\n  const totals = totals[day] ?? { sum: 0 };\n  totals.sum += sum;\n  totals[day] = totals;\n}\n',
    },
    at: [['a.js', '= ‸totals[day] ??']],
    first: {
      'a.js':
        'const totals = {};\nfor (const { day, sum } of rows) {\n  const totalsValue = totals[day] ?? { sum: 0 };\n  totalsValue.sum += sum;\n  totals[day] = totalsValue;\n}\n',
    },
  },
  {
    name: 'a name that hides the list it is taken from, and another key is asked for: of either',
    class: 'reference',
    message: "Cannot access 'row' before initialization",
    named: { identifier: 'row' },
    files: { 'a.js': 'const row = read();\nfor (const at of [0, 1]) {\n  const row = row[at];\n  show(row[2]);\n}\n' },
    at: [['a.js', '= ‸row[at]']],
    first: null,
  },
  ...[
    {
      name: 'a name that hides what it is made of, and that is read as one of them',
      reads: 'if (!item) throw lost(id);\n    sold.push(item.title);',
      to: 'item',
    },
    {
      name: 'a name that hides what it is made of, where a name that says something else is not declared either',
      reads: 'if (!left) throw lost(id);\n    sold.push(items.title);',
      to: null,
    },
    {
      name: 'a name that hides what it is made of, and two names that nothing declares',
      reads: 'if (!item) throw lost(id);\n    sold.push(itemCount);',
      to: null,
    },
  ].map(({ name, reads, to }) => {
    const made = (as: string): string =>
      `const lost = String;\nexports.sell = (items, ids) => {\n  const sold = [];\n  for (const id of ids) {\n    const ${as} = items.byId(id);\n    ${reads}\n  }\n  return sold;\n};\n`;
    return {
      name,
      class: 'reference' as const,
      message: "Cannot access 'items' before initialization",
      named: { identifier: 'items' },
      files: { 'a.js': made('items') },
      at: [['a.js', '= ‸items.byId'] as const],
      first: { 'a.js': to === null ? /const itemsValue = items\.byId/ : made(to) },
    };
  }),
  {
    name: 'a class without new',
    class: 'type',
    message: "Class constructor Store cannot be invoked without 'new'",
    named: { identifier: 'Store' },
    files: { 'a.js': 'class Store {}\nconst store = Store();\n' },
    at: [['a.js', '‸Store();']],
    first: { 'a.js': 'class Store {}\nconst store = new Store();\n' },
  },
  {
    name: 'a class of a package without new, which calls it otherwise',
    class: 'type',
    message: "Class constructor Application cannot be invoked without 'new'",
    named: { identifier: 'Application' },
    files: { 'a.js': "const Koa = require('koa');\nconst app = Koa();\n" },
    at: [['a.js', '‸Koa();']],
    first: { 'a.js': "const Koa = require('koa');\nconst app = new Koa();\n" },
  },
  {
    name: 'a builtin class without new',
    class: 'type',
    message: "Constructor Map requires 'new'",
    files: { 'a.js': 'const seen = Map();\n' },
    at: [['a.js', '‸Map()']],
    first: { 'a.js': 'const seen = new Map();\n' },
  },
  {
    name: 'a Date without new is a text',
    class: 'type',
    message: 'Date(...).toISOString is not a function',
    files: { 'a.js': 'exports.day = (at) => Date(at).toISOString();\n' },
    at: [['a.js', 'Date(at).‸toISOString']],
    first: { 'a.js': 'exports.day = (at) => new Date(at).toISOString();\n' },
  },
  {
    name: 'new before an arrow function',
    class: 'type',
    message: 'make is not a constructor',
    named: { identifier: 'make' },
    files: { 'a.js': 'const make = () => ({});\nconst x = new make();\n' },
    at: [['a.js', '‸new make']],
    first: { 'a.js': 'const make = () => ({});\nconst x = make();\n' },
  },
  {
    name: 'super is missing',
    class: 'reference',
    message:
      "Must call super constructor in derived class before accessing 'this' or returning from derived constructor",
    files: {
      'a.js': 'class HttpError extends Error {\n  constructor(status, message) {\n    this.status = status;\n  }\n}\n',
    },
    at: [['a.js', '‸this.status']],
    first: {
      'a.js':
        'class HttpError extends Error {\n  constructor(status, message) {\n    super(message);\n    this.status = status;\n  }\n}\n',
    },
  },
  {
    name: 'super of a class of another file takes what its constructor takes',
    class: 'reference',
    message: "Must call super constructor in derived class before accessing 'this'",
    files: {
      'base.js':
        'class BaseController {\n  constructor(translator) {\n    this.t = translator;\n  }\n}\nmodule.exports = BaseController;\n',
      'a.js':
        "const Base = require('./base');\nclass Acts extends Base {\n  constructor(translator, acts) {\n    this.acts = acts;\n  }\n}\n",
    },
    at: [['a.js', '‸this.acts']],
    first: { 'a.js': /\{\n {4}super\(translator\);\n {4}this\.acts = acts/ },
  },
  {
    name: 'super of a class that is made with what nobody has here',
    class: 'reference',
    message: "Must call super constructor in derived class before accessing 'this'",
    files: {
      'base.js': 'module.exports = class Base {\n  constructor(translator) {\n    this.t = translator;\n  }\n};\n',
      'a.js':
        "const Base = require('./base');\nclass Acts extends Base {\n  constructor(acts) {\n    this.acts = acts;\n  }\n}\n",
    },
    at: [['a.js', '‸this.acts']],
    first: null,
  },
  {
    name: 'made after it is used',
    class: 'reference',
    message: "Cannot access 'sum' before initialization",
    files: {
      'a.js':
        'exports.f = (rows) => {\n  const total = sum * 2;\n  const sum = rows.reduce((a, b) => a + b, 0);\n  return total;\n};\n',
    },
    at: [['a.js', '= ‸sum * 2']],
    first: {
      'a.js':
        'exports.f = (rows) => {\n  const sum = rows.reduce((a, b) => a + b, 0);\n  const total = sum * 2;\n  return total;\n};\n',
    },
  },
  {
    name: 'made of what comes between',
    class: 'reference',
    message: "Cannot access 'sum' before initialization",
    files: {
      'a.js':
        'exports.f = (rows) => {\n  const total = sum * 2;\n  const few = rows.slice(2);\n  const sum = few.length;\n  return total;\n};\n',
    },
    at: [['a.js', '= ‸sum * 2']],
    first: null,
  },
  {
    name: 'await in a plain handler',
    class: 'syntax',
    message: 'await is only valid in async functions and the top level bodies of modules',
    files: {
      'a.js': "app.get('/', (req, res) => {\n  const x = await db.all();\n  res.json(x);\n});\nmodule.exports = app;\n",
    },
    at: [['a.js', '‸await db']],
    first: {
      'a.js':
        "app.get('/', async (req, res) => {\n  const x = await db.all();\n  res.json(x);\n});\nmodule.exports = app;\n",
    },
  },
  {
    name: 'a private field that nobody declares',
    class: 'syntax',
    message: "Private field '#key' must be declared in an enclosing class",
    files: { 'a.js': 'class A {\n  constructor(key) {\n    this.#key = key;\n  }\n}\n' },
    at: [['a.js', 'this.‸#key']],
    first: { 'a.js': 'class A {\n  #key;\n  constructor(key) {\n    this.#key = key;\n  }\n}\n' },
  },
  {
    name: 'a misspelt private field',
    class: 'syntax',
    message: "Private field '#row' must be declared in an enclosing class",
    files: { 'a.js': 'class A {\n  #rows = [];\n  get size() {\n    return this.#row.length;\n  }\n}\n' },
    at: [['a.js', 'this.‸#row.']],
    first: { 'a.js': 'class A {\n  #rows = [];\n  get size() {\n    return this.#rows.length;\n  }\n}\n' },
  },
  {
    name: 'a private field that nobody sets stands for nothing',
    class: 'syntax',
    message: "Private field '#total' must be declared in an enclosing class",
    files: { 'a.js': 'class A {\n  get size() {\n    return this.#total;\n  }\n}\n' },
    at: [['a.js', 'this.‸#total']],
    first: null,
  },
  {
    name: 'yield in a method that is no generator',
    class: 'syntax',
    message: 'Unexpected strict mode reserved word',
    files: { 'a.js': 'class A {\n  [Symbol.iterator]() {\n    yield* this.rows;\n  }\n}\n' },
    at: [['a.js', '‸yield*']],
    first: { 'a.js': 'class A {\n  *[Symbol.iterator]() {\n    yield* this.rows;\n  }\n}\n' },
  },
  {
    name: 'yield in a function that is no generator',
    class: 'syntax',
    message: "Unexpected identifier 'row'",
    files: { 'a.js': 'async function rows() {\n  for (const row of all) yield row;\n}\nmodule.exports = rows;\n' },
    at: [['a.js', '‸yield row']],
    first: {
      'a.js': 'async function* rows() {\n  for (const row of all) yield row;\n}\nmodule.exports = rows;\n',
    },
  },
  {
    name: 'await in a method',
    class: 'syntax',
    message: 'await is only valid in async functions and the top level bodies of modules',
    files: { 'a.js': 'class A {\n  load(id) {\n    return await get(id);\n  }\n}\n' },
    at: [['a.js', '‸await get']],
    first: { 'a.js': 'class A {\n  async load(id) {\n    return await get(id);\n  }\n}\n' },
  },
  {
    name: 'await at the top of CommonJS',
    class: 'syntax',
    message: 'await is only valid in async functions and the top level bodies of modules',
    files: { 'a.cjs': "const http = require('http');\nawait db.connect();\nhttp.createServer(f).listen(1);\n" },
    at: [['a.cjs', '‸await db']],
    first: {
      'a.cjs':
        "const http = require('http');\n(async () => {\n  await db.connect();\n  http.createServer(f).listen(1);\n})();\n",
    },
  },
]);

const rolesBy = (line: string): string =>
  `import { b } from './b.js';\n${line}\nexport const a = () => roles.find(b);\n`;
const rolesOf = (call: string) => ({
  class: 'module_format' as const,
  message: 'require is not defined in ES module scope, you can use import instead',
  files: {
    'package.json': '{"type":"module"}',
    'src/config/roles.ts': "const roles = [{ name: 'patrol' }];\nexport default roles;\n",
    'src/b.ts': 'export const b = () => true;\n',
    'src/a.ts': rolesBy(`const roles = ${call};`),
  },
  at: [['src/a.ts', '= ‸require']] as const,
});

test('REP-8 module-format: what is given out by default is not what `require` of an ES module gives', async () => {
  const ideasOf = (text: string) =>
    moduleFormat.ideas(
      contextOf({
        ...rolesOf("require('./config/roles.js')"),
        name: '',
        first: null,
        files: { ...rolesOf("require('./config/roles.js')").files, 'src/config/roles.ts': text },
      }),
    );
  assert.deepEqual(
    (await ideasOf('const roles = [];\nexport default roles;\n')).map(({ title }) => title.slice(0, 5)),
    ['write'],
  );
  assert.equal((await ideasOf('export const find = () => null;\n')).length, 2);
});

check(moduleFormat, [
  {
    name: 'one import in a file that otherwise requires',
    class: 'module_format',
    message: 'require is not defined in ES module scope, you can use import instead',
    files: {
      'package.json': '{}',
      'a.js': "const fs = require('fs');\nimport path from 'path';\nmodule.exports = path.join(fs.cwd, 'a');\n",
    },
    at: [['a.js', '= ‸require']],
    first: {
      'a.js': "const fs = require('fs');\nconst path = require('path');\nmodule.exports = path.join(fs.cwd, 'a');\n",
    },
  },
  {
    name: '__dirname in an ES module',
    class: 'reference',
    message: '__dirname is not defined in ES module scope',
    named: { identifier: '__dirname' },
    files: { 'a.mjs': "import path from 'node:path';\nexport const dir = path.join(__dirname, 'x');\n" },
    at: [['a.mjs', '‸__dirname']],
    first: {
      'a.mjs':
        "import path from 'node:path';\nconst __dirname = import.meta.dirname;\nexport const dir = path.join(__dirname, 'x');\n",
    },
  },
  {
    name: 'require in an ES module',
    class: 'module_format',
    message: 'require is not defined in ES module scope, you can use import instead',
    files: {
      'package.json': '{"type":"module"}',
      'lib/a.js': 'export const a = 1;\n',
      'app.js': "const http = require('node:http');\nconst { a } = require('./lib/a');\nhttp.createServer(() => a);\n",
    },
    at: [['app.js', "‸require('node:http')"]],
    first: {
      'app.js': "import http from 'node:http';\nimport { a } from './lib/a.js';\nhttp.createServer(() => a);\n",
    },
  },
  {
    name: 'require in an ES module of TypeScript, of one that gives out by default: its ending stays',
    ...rolesOf("require('./config/roles.js')"),
    first: { 'src/a.ts': rolesBy("import roles from './config/roles.js';") },
  },
  {
    name: 'require in an ES module of TypeScript, without an ending: as others write it',
    ...rolesOf("require('./config/roles')"),
    first: { 'src/a.ts': rolesBy("import roles from './config/roles.js';") },
  },
  {
    name: 'a nested require gets createRequire',
    class: 'reference',
    message: 'require is not defined in ES module scope, you can use import instead',
    files: {
      'app.mjs': "import http from 'node:http';\nexport const f = () => require('node:fs').existsSync('x') && http;\n",
    },
    at: [['app.mjs', "‸require('node:fs')"]],
    first: {
      'app.mjs':
        "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\nimport http from 'node:http';\nexport const f = () => require('node:fs').existsSync('x') && http;\n",
    },
  },
  {
    name: 'module.exports in an ES module, taken by name elsewhere',
    class: 'reference',
    message: 'module is not defined in ES module scope',
    named: { identifier: 'module' },
    files: {
      'package.json': '{"type":"module"}',
      'b.js': "import { f } from './a.js';\nf();\n",
      'a.js': 'const f = () => 1;\nmodule.exports = { f };\n',
    },
    at: [['a.js', '‸module.exports']],
    first: { 'a.js': 'const f = () => 1;\nexport { f };\n' },
  },
  {
    name: 'module.exports in an ES module, of an object that holds its functions itself',
    class: 'import_export',
    message: "The requested module './a.js' does not provide an export named 'round'",
    named: { module: './a.js', exportName: 'round' },
    files: {
      'package.json': '{"type":"module"}',
      'b.js': "import { round } from './a.js';\nround(1);\n",
      'a.js': 'const all = () => 1;\nmodule.exports = { round: (sum) => Math.round(sum), total: all, all };\n',
    },
    at: [['b.js', '‸import']],
    first: {
      'a.js':
        'const all = () => 1;\nexport const round = (sum) => Math.round(sum);\nexport { all as total };\nexport { all };\n',
    },
  },
  {
    name: 'one of its names is declared as something else',
    class: 'import_export',
    message: "The requested module './a.js' does not provide an export named 'round'",
    named: { module: './a.js', exportName: 'round' },
    files: {
      'package.json': '{"type":"module"}',
      'b.js': "import { round } from './a.js';\nround(1);\n",
      'a.js': 'const round = 1;\nmodule.exports = { round: (sum) => Math.round(sum) };\n',
    },
    at: [['b.js', '‸import']],
    first: null,
  },
  {
    name: 'import in CommonJS',
    class: 'module_format',
    message: 'Cannot use import statement outside a module',
    files: {
      'package.json': '{"type":"commonjs"}',
      'app.js':
        "import http from 'node:http';\nimport { a as b } from './a.js';\nexport const port = 1;\nexport default function start() {\n  http.createServer(b);\n}\n",
    },
    at: [['app.js', '‸import http']],
    first: {
      'app.js':
        "const http = require('node:http');\nconst { a: b } = require('./a.js');\nconst port = 1;\nfunction start() {\n  http.createServer(b);\n}\nmodule.exports = start;\nexports.port = port;\n",
    },
  },
  {
    name: 'assert became with',
    class: 'syntax',
    message: "Unexpected identifier 'assert'",
    files: { 'a.mjs': "import config from './config.json' assert { type: 'json' };\nconfig.a;\n", 'config.json': '{}' },
    at: [['a.mjs', '‸assert']],
    first: { 'a.mjs': "import config from './config.json' with { type: 'json' };\nconfig.a;\n" },
  },
  {
    name: 'the JSON attribute is missing',
    class: 'import_export',
    message: 'Module "file:///srv/app/config.json" needs an import attribute of "type: json"',
    files: { 'a.mjs': "import config from './config.json';\nconfig.a;\n", 'config.json': '{}' },
    at: [['a.mjs', '‸import']],
    first: { 'a.mjs': "import config from './config.json' with { type: 'json' };\nconfig.a;\n" },
  },
  {
    name: 'the JSON attribute is missing, and no frame of the project shows',
    class: 'module_format',
    message: 'Module "file:///srv/app/config.json" needs an import attribute of type "json"',
    files: { 'a.mjs': "import config from './config.json';\nconfig.a;\n", 'config.json': '{}' },
    first: { 'a.mjs': "import config from './config.json' with { type: 'json' };\nconfig.a;\n" },
  },
  {
    name: 'another name is not our matter',
    class: 'reference',
    message: 'users is not defined',
    named: { identifier: 'users' },
    files: { 'a.mjs': 'export const x = users;\n' },
    at: [['a.mjs', '‸users']],
    first: null,
  },
]);

test('REP-2 language: a date that is called comes before what would make a date of it further on', async () => {
  const files = { 'a.js': 'exports.keep = (at) => ({ at: Date(at) });\n' };
  const message = 'row.at.toISOString is not a function';
  const [first] = await language.ideas(contextOf({ name: '', class: 'type', message, files, first: null }));
  assert.deepEqual([first?.rank, first?.edits[0]?.after], [-1, files['a.js'].replace('Date(', 'new Date(')]);
});

check(moduleFormat, [
  {
    name: 'a class that is given out as CommonJS does and taken by its name',
    class: 'import_export',
    message: "The requested module '#core/scheduler' does not provide an export named 'Scheduler'",
    named: { module: '#core/scheduler', exportName: 'Scheduler' },
    files: {
      'package.json': '{"type":"module","imports":{"#core/*":"./core/*.js"}}',
      'core/scheduler.js': 'module.exports = class Scheduler {};\n',
      'a.js': "import { Scheduler } from '#core/scheduler';\nnew Scheduler();\n",
    },
    at: [['a.js', '‸import']],
    first: { 'core/scheduler.js': 'export class Scheduler {};\n' },
  },
]);
