/** Faults as people make them in servers of several files, and what must become of each. */

export interface Fault {
  readonly name: string;
  /** Kind of mistake, for the counts. */
  readonly kind: string;
  readonly files: Readonly<Record<string, string>>;
  readonly esm?: boolean;
  readonly entry?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly requests?: readonly string[];
  /** The text that this file must have afterwards; null = a person decides, and no file changes. */
  readonly right: readonly [file: string, part: string] | null;
  /** Run in every test run, not only in the full one. */
  readonly always?: boolean;
}

const express = { express: '^5.0.0' };
const port = 'process.env.PORT || 3000';
const http = (body: string, head = ''): string =>
  `const http = require('node:http');\n${head}http.createServer(async (req, res) => {\n${body}\n}).listen(${port});\n`;
const shop = (handler: string, head = ''): string =>
  `const express = require('express');\n${head}const app = express();\napp.use(express.json());\n${handler}\napp.listen(${port});\n`;
const users = `const rows = [{ id: 7, name: 'Ann', email: 'ann@x.test', tags: ['a'] }, { id: 8, name: 'Bob', email: 'bob@x.test', tags: [] }];
exports.findUser = (id) => rows.find((row) => row.id === Number(id));
exports.allUsers = () => rows;
`;
const useUsers = "const { findUser, allUsers } = require('./users');\n";

const loading = "exports.load = async () => require('./conf.json').defualtZone.toUpperCase();\n";
const zones = { 'load.js': loading, 'conf.json': '{\n  "defaultZone": "north"\n}\n' };

const healed: readonly Fault[] = [
  {
    name: 'what it failed at as it started was printed, and it answers 503 ever after',
    kind: 'name',
    always: true,
    requests: ['GET /zone'],
    files: {
      ...zones,
      'server.js': http(
        '  res.statusCode = zone ? 200 : 503;\n  res.end(zone);',
        "let zone;\nrequire('./load').load().then((found) => (zone = found)).catch((error) => console.error('no zone:', error.message));\n",
      ),
    },
    right: ['load.js', '.defaultZone.'],
  },
  {
    name: 'its own words are thrown in place of what was caught',
    kind: 'name',
    always: true,
    files: {
      ...zones,
      'server.js': http(
        '  res.end(await zone);',
        "const zone = require('./load').load().catch(() => {\n  throw new Error('cannot start');\n});\n",
      ),
    },
    right: ['load.js', '.defaultZone.'],
  },
  {
    name: 'http: with the nearest name no route answers the request any more, and nothing shows that one is not meant to',
    kind: 'name',
    always: true,
    requests: ['GET /prices'],
    files: {
      'server.js': http(
        `  const answer = about[req.url] ?? pagez[req.url];
  res.writeHead(answer ? 200 : 404);
  res.end(answer ? answer() : '{"error":"nothing here"}');`,
        "const about = { '/about': () => 'of us' };\nconst pages = { '/news': () => 'none' };\n",
      ),
    },
    right: null,
  },
  {
    name: 'express: the folder that files are served from was renamed, and answers 404',
    kind: 'path',
    dependencies: express,
    always: true,
    requests: ['GET /css/site.css'],
    files: {
      'server.js': shop("app.use(express.static(require('path').join(__dirname, 'public')));"),
      'static/css/site.css': 'body {}\n',
    },
    right: ['server.js', "'static'"],
  },
  {
    name: 'http: a promise of node:fs fails, and who catches it says nothing',
    kind: 'file',
    always: true,
    requests: ['GET /prices'],
    files: {
      'data/prices.csv': 'id;cents\na;5\n',
      'store.js':
        "const { readFile } = require('node:fs/promises');\nexports.prices = () => readFile('data/pricse.csv');\n",
      'server.js': http(
        "  try {\n    res.end(req.url === '/prices' ? await prices() : '');\n  } catch {\n    res.writeHead(500).end();\n  }",
        "const { prices } = require('./store');\n",
      ),
    },
    right: ['store.js', "readFile('data/prices.csv')"],
  },
  {
    name: 'http: a callback of node:fs is told, prints the words alone and ends the start',
    kind: 'path',
    always: true,
    files: {
      'data/wines.csv': 'id\na\n',
      'settings.json': '{"wines":"wines.csv"}',
      'server.js': `const fs = require('fs');\nconst path = require('path');\nconst settings = require('./settings.json');\nfs.readFile(path.join(__dirname, settings.wines), 'utf8', (error, text) => {\n  if (error) {\n    console.error('could not start: ' + error.message);\n    process.exit(1);\n  }\n  require('http').createServer((req, res) => res.end(text)).listen(${port});\n});\n`,
    },
    right: ['settings.json', '"data/wines.csv"'],
  },
  {
    name: 'express: a route beside the one that was asked for fails of the same deploy',
    kind: 'chain',
    dependencies: express,
    always: true,
    requests: ['GET /u'],
    files: {
      'users.js': users,
      'server.js': shop(
        "app.get('/u', (req, res) => res.json({ count: allUsres().length }));\napp.get('/names', (req, res) => res.json(allUsers().map((user) => user.nmae.toUpperCase())));",
        useUsers,
      ),
    },
    right: [
      'server.js',
      "allUsers().length }));\napp.get('/names', (req, res) => res.json(allUsers().map((user) => user.name.toUpperCase())",
    ],
  },
  {
    name: 'express: an error handler that fails itself over a 404, given with its routes only after the listen',
    kind: 'property',
    dependencies: express,
    always: true,
    requests: ['GET /u/99'],
    files: {
      'users.js': users,
      'routes.js': `const { findUser } = require('./users');
module.exports = (app) => {
  app.get('/u/:id', (req, res) => {
    const user = findUser(req.params.id);
    if (user === undefined) throw Object.assign(new Error('no such user'), { status: 404 });
    res.json(user);
  });
  app.use((error, req, res, next) => res.staus(error.status ?? 500).json({ error: error.message }));
};
`,
      'server.js': `const app = require('express')();\nsetTimeout(() => require('./routes')(app), 300);\napp.listen(${port});\n`,
    },
    right: ['routes.js', 'res.status(error.status ?? 500).json'],
  },
  {
    name: 'express: property typo',
    kind: 'property',
    dependencies: express,
    always: true,
    requests: ['GET /u/7'],
    files: {
      'users.js': users,
      'server.js': shop(
        "app.get('/u/:id', (req, res) => {\n  const user = findUser(req.params.id);\n  res.json({ mail: user.emial.toLowerCase() });\n});",
        useUsers,
      ),
    },
    right: ['server.js', 'user.email.toLowerCase()'],
  },
  {
    name: 'express: route parameter by another name',
    kind: 'route param',
    dependencies: express,
    requests: ['GET /u/7'],
    files: {
      'users.js': users,
      'server.js': shop(
        "app.get('/u/:userId', (req, res) => {\n  const user = findUser(req.params.id);\n  res.json({ name: user.name });\n});",
        useUsers,
      ),
    },
    right: ['server.js', 'findUser(req.params.userId)'],
  },
  {
    name: 'fastify: route parameter by another name',
    kind: 'route param',
    dependencies: { fastify: '^5.0.0' },
    requests: ['GET /u/7'],
    files: {
      'users.js': users,
      'server.js': `const fastify = require('fastify')();\n${useUsers}fastify.get('/u/:userId', async (request, reply) => {\n  const { id } = request.params;\n  const user = findUser(id);\n  return { name: user.name };\n});\nfastify.listen({ port: Number(${port}) });\n`,
    },
    right: ['server.js', 'const { userId: id } = request.params'],
  },
  {
    name: 'hono: route parameter by another name',
    kind: 'route param',
    esm: true,
    dependencies: { hono: '^4.0.0', '@hono/node-server': '^2.0.0' },
    requests: ['GET /u/7'],
    files: {
      'users.js': "const rows = new Map([['7', { name: 'Ann' }]]);\nexport const findUser = (id) => rows.get(id);\n",
      'server.js': `import { Hono } from 'hono';\nimport { serve } from '@hono/node-server';\nimport { findUser } from './users.js';\nconst app = new Hono();\napp.get('/u/:userId', (c) => {\n  const user = findUser(c.req.param('id'));\n  return c.json({ name: user.name });\n});\nserve({ fetch: app.fetch, port: Number(${port}) });\n`,
    },
    right: ['server.js', "c.req.param('userId')"],
  },
  {
    name: 'template with a lost bracket',
    kind: 'syntax',
    requests: ['GET /ann'],
    files: {
      'greet.js': 'module.exports = function greet(name) {\n  return `Hello ${name.toUpperCase(}`;\n};\n',
      'server.js': http('  res.end(greet(req.url.slice(1)));', "const greet = require('./greet');\n"),
    },
    right: ['greet.js', 'return `Hello ${name.toUpperCase()}`;'],
  },
  {
    name: 'lost closing bracket of a route',
    kind: 'syntax',
    dependencies: express,
    requests: ['GET /a'],
    files: {
      'server.js': shop(
        "app.get('/a', (req, res) => {\n  res.json({ a: 1 });\n};\n\napp.get('/b', (req, res) => {\n  res.json({ b: 2 });\n});",
      ),
    },
    right: ['server.js', 'res.json({ a: 1 });\n});'],
  },
  {
    name: 'misspelt keyword',
    kind: 'syntax',
    requests: ['GET /'],
    files: {
      'sum.js':
        'exports.sum = (list) => {\n  let total = 0;\n  for (const each of list) total += each;\n  retrun total;\n};\n',
      'server.js': http('  res.end(String(sum([1, 2])));', "const { sum } = require('./sum');\n"),
    },
    right: ['sum.js', '  return total;'],
  },
  {
    name: 'missing comma in a table of routes',
    kind: 'syntax',
    requests: ['GET /a'],
    files: {
      'server.js': http("  res.end(routes[req.url] ?? 'none');", "const routes = {\n  '/a': 'A'\n  '/b': 'B',\n};\n"),
    },
    right: ['server.js', "'/a': 'A',\n"],
  },
  {
    name: 'undefined variable, near name in scope',
    kind: 'identifier',
    requests: ['GET /?n=3'],
    files: {
      'server.js': http(
        "  const query = new URL(req.url, 'http://x').searchParams;\n  const amount = Number(query.get('n'));\n  res.end(String(amuont * 2));",
      ),
    },
    right: ['server.js', 'String(amount * 2)'],
  },
  {
    name: 'forgotten require of a builtin',
    kind: 'identifier',
    requests: ['GET /'],
    files: {
      'a.txt': 'hello',
      'server.js': http(
        "  res.end(fs.readFileSync(path.join(__dirname, 'a.txt')));",
        "const path = require('node:path');\n",
      ),
    },
    right: ['server.js', "require('node:fs')"],
  },
  {
    name: 'forgotten import of a project function',
    kind: 'identifier',
    esm: true,
    requests: ['GET /'],
    files: {
      'lib/price.js': 'export const formatPrice = (n) => `${n.toFixed(2)} EUR`;\n',
      'server.js': `import http from 'node:http';\nhttp.createServer((req, res) => {\n  res.end(formatPrice(3));\n}).listen(${port});\n`,
    },
    right: ['server.js', "import { formatPrice } from './lib/price.js'"],
  },
  {
    name: 'ESM: misspelt import',
    kind: 'import',
    esm: true,
    requests: ['GET /'],
    files: {
      'lib/price.js': 'export const formatPrice = (n) => `${n} EUR`;\nexport const parsePrice = (t) => Number(t);\n',
      'server.js': `import http from 'node:http';\nimport { fromatPrice } from './lib/price.js';\nhttp.createServer((req, res) => {\n  res.end(fromatPrice(3));\n}).listen(${port});\n`,
    },
    right: ['server.js', 'formatPrice(3)'],
  },
  {
    name: 'file name with a slip',
    kind: 'import path',
    dependencies: express,
    requests: ['GET /u/7'],
    files: {
      'services/userService.js': users,
      'server.js': shop(
        "app.get('/u/:id', (req, res) => {\n  res.json(findUser(req.params.id));\n});",
        "const { findUser } = require('./services/userSrevice');\n",
      ),
    },
    right: ['server.js', "'./services/userService'"],
  },
  {
    name: 'ESM import without ending',
    kind: 'import path',
    esm: true,
    requests: ['GET /'],
    files: {
      'lib/hi.js': "export const hi = () => 'hi';\n",
      'server.js': `import http from 'node:http';\nimport { hi } from './lib/hi';\nhttp.createServer((req, res) => res.end(hi())).listen(${port});\n`,
    },
    right: ['server.js', "'./lib/hi.js'"],
  },
  {
    name: 'missing await, Express 5',
    kind: 'await',
    dependencies: express,
    always: true,
    requests: ['GET /u/7'],
    files: {
      'db.js': "const rows = { 7: { name: 'Ann' } };\nexports.load = async (id) => rows[id];\n",
      'server.js': shop(
        "app.get('/u/:id', async (req, res) => {\n  const user = load(req.params.id);\n  res.json({ name: user.name.toUpperCase() });\n});",
        "const { load } = require('./db');\n",
      ),
    },
    right: ['server.js', '= await load(req.params.id)'],
  },
  {
    name: 'missing await, Express 4',
    kind: 'await',
    dependencies: { express4: 'npm:express@^4.0.0' },
    requests: ['GET /u/7'],
    files: {
      'db.js': "const rows = { 7: { name: 'Ann' } };\nexports.load = async (id) => rows[id];\n",
      'server.js': shop(
        "app.get('/u/:id', (req, res) => {\n  const user = load(req.params.id);\n  res.json({ name: user.name.toUpperCase() });\n});",
        "const { load } = require('./db');\n",
      ).replace("'express'", "'express4'"),
    },
    right: ['server.js', 'await load(req.params.id)'],
  },
  {
    name: 'missing body parser',
    kind: 'framework',
    dependencies: express,
    requests: ['POST /add {"a":1,"b":2}'],
    files: {
      'server.js': `const express = require('express');\nconst app = express();\napp.post('/add', (req, res) => {\n  const { a, b } = req.body;\n  res.json({ sum: a + b });\n});\napp.listen(${port});\n`,
    },
    right: ['server.js', 'app.use(express.json())'],
  },
  {
    name: 'koa: misspelt context member',
    kind: 'property',
    dependencies: { koa: '^3.0.0' },
    requests: ['GET /x?n=4'],
    files: {
      'server.js': `const Koa = require('koa');\nconst app = new Koa();\napp.use(async (ctx) => {\n  const n = Number(ctx.qurey.n);\n  ctx.body = { n };\n});\napp.listen(${port});\n`,
    },
    right: ['server.js', 'ctx.query.n'],
  },
  {
    name: 'array method typo in a service, TypeScript',
    kind: 'property',
    entry: 'server.ts',
    esm: true,
    requests: ['GET /'],
    files: {
      'cart.ts':
        'export interface Item { price: number }\nexport function total(items: Item[]): number {\n  return items.map((item) => item.price).redcue((a: number, b: number) => a + b, 0);\n}\n',
      'server.ts': `import http from 'node:http';\nimport { total } from './cart.ts';\nhttp.createServer((req, res) => { res.end(String(total([{ price: 2 }, { price: 3 }]))); }).listen(${port});\n`,
    },
    right: ['cart.ts', '.reduce('],
  },
  {
    name: 'nest: service method typo',
    kind: 'property',
    always: true,
    dependencies: { '@nestjs/core': '^11.0.0', '@nestjs/common': '^11.0.0', '@nestjs/platform-express': '^11.0.0' },
    requests: ['GET /cats'],
    files: {
      'cats.service.js':
        "class CatsService {\n  findAll() {\n    return ['tom'];\n  }\n}\nmodule.exports = { CatsService };\n",
      'server.js': `require('reflect-metadata');\nconst { NestFactory } = require('@nestjs/core');\nconst { Module, Controller, Get } = require('@nestjs/common');\nconst { CatsService } = require('./cats.service');\nclass CatsController {\n  constructor() {\n    this.cats = new CatsService();\n  }\n  list() {\n    return this.cats.fndAll();\n  }\n}\nController('cats')(CatsController);\nGet()(CatsController.prototype, 'list', Object.getOwnPropertyDescriptor(CatsController.prototype, 'list'));\nclass AppModule {}\nModule({ controllers: [CatsController] })(AppModule);\nNestFactory.create(AppModule, { logger: false }).then((app) => app.listen(${port}));\n`,
    },
    right: ['server.js', 'this.cats.findAll()'],
  },
  {
    name: 'a comma in settings in a folder of data, which no rollback touches',
    kind: 'config',
    always: true,
    requests: ['GET /'],
    files: {
      'data/settings.json': '{\n  "name": "shop",\n  "size": 3,\n}\n',
      'server.js': http('  res.end(settings.name);', "const settings = require('./data/settings.json');\n"),
    },
    right: ['data/settings.json', '"size": 3\n'],
  },
  {
    name: 'trailing comma in a JSON file',
    kind: 'config',
    requests: ['GET /'],
    files: {
      'config.json': '{\n  "name": "shop",\n  "size": 3,\n}\n',
      'server.js': http('  res.end(config.name);', "const config = require('./config.json');\n"),
    },
    right: ['config.json', '"size": 3\n'],
  },
  {
    name: 'config key typo',
    kind: 'config',
    requests: ['GET /'],
    files: {
      'config.json': '{ "database": { "name": "main" } }\n',
      'server.js': http('  res.end(config.databse.name.toUpperCase());', "const config = require('./config.json');\n"),
    },
    right: ['server.js', 'config.database.name'],
  },
  {
    name: 'const that counts',
    kind: 'language',
    requests: ['GET /'],
    files: { 'server.js': http('  hits++;\n  res.end(String(hits));', 'const hits = 0;\n') },
    right: ['server.js', 'let hits = 0'],
  },
  {
    name: 'class without new',
    kind: 'language',
    requests: ['GET /'],
    files: {
      'cart.js': 'class Cart {\n  constructor() {\n    this.items = [1];\n  }\n}\nmodule.exports = { Cart };\n',
      'server.js': http(
        '  const cart = Cart();\n  res.end(String(cart.items.length));',
        "const { Cart } = require('./cart');\n",
      ),
    },
    right: ['server.js', '= new Cart()'],
  },
  {
    name: 'forgotten return in a helper',
    kind: 'return',
    requests: ['GET /'],
    files: {
      'calc.js':
        'exports.summary = (list) => {\n  const total = list.reduce((a, b) => a + b, 0);\n  const result = { total };\n};\n',
      'server.js': http('  res.end(String(summary([1, 2]).total));', "const { summary } = require('./calc');\n"),
    },
    right: ['calc.js', 'return result;'],
  },
  {
    name: 'environment key with a slip',
    kind: 'env',
    env: { API_BASE: 'http://x.test' },
    requests: ['GET /'],
    files: { 'server.js': http('  res.end(base.host);', 'const base = new URL(process.env.API_BSAE);\n') },
    right: ['server.js', 'process.env.API_BASE'],
  },
  {
    name: 'require in an ES module',
    kind: 'format',
    esm: true,
    requests: ['GET /'],
    files: {
      'server.js': `const http = require('node:http');\nhttp.createServer((req, res) => res.end('x')).listen(${port});\n`,
    },
    right: ['server.js', "import http from 'node:http'"],
  },

  {
    name: 'guard with its operands swapped',
    kind: 'guard',
    requests: ['GET /'],
    files: {
      'server.js': http(
        "  const found = names[req.url];\n  if (found.length && found) res.end(found);\n  else res.end('none');",
        "const names = { '/a': 'A' };\n",
      ),
    },
    right: ['server.js', 'found && found.length'],
  },
  {
    name: 'default import of a named export',
    kind: 'import',
    esm: true,
    requests: ['GET /'],
    files: {
      'log.js': 'export function log(text) {\n  return text;\n}\n',
      'server.js': `import http from 'node:http';\nimport log from './log.js';\nhttp.createServer((req, res) => res.end(log('x'))).listen(${port});\n`,
    },
    right: ['server.js', "import { log } from './log.js'"],
  },
  {
    name: 'lost quote in a require',
    kind: 'syntax',
    requests: ['GET /'],
    files: {
      'hi.js': "module.exports = () => 'hi';\n",
      'server.js': http('  res.end(hi());', "const hi = require('./hi);\n"),
    },
    right: ['server.js', "require('./hi')"],
  },
  {
    name: 'one brace too many',
    kind: 'syntax',
    requests: ['GET /'],
    files: {
      'hi.js':
        "function hi() {\n  if (process.pid > 0) {\n    return 'hi';\n  }\n  }\n  return 'ho';\n}\nmodule.exports = hi;\n",
      'server.js': http('  res.end(hi());', "const hi = require('./hi');\n"),
    },
    right: ['hi.js', "  }\n  return 'ho';"],
  },
  {
    name: 'fastify: misspelt reply method',
    kind: 'property',
    dependencies: { fastify: '^5.0.0' },
    requests: ['GET /'],
    files: {
      'server.js': `const fastify = require('fastify')();\nfastify.get('/', async (request, reply) => {\n  return reply.cdoe(200).send({ ok: true });\n});\nfastify.listen({ port: Number(${port}) });\n`,
    },
    right: ['server.js', 'reply.code(200)'],
  },
  {
    name: 'plain http: wrong case',
    kind: 'property',
    requests: ['GET /'],
    files: { 'server.js': http("  res.writehead(200, { 'X-A': 'b' });\n  res.end('ok');") },
    right: ['server.js', 'res.writeHead(200'],
  },
  {
    name: 'module.export',
    kind: 'property',
    requests: ['GET /'],
    files: {
      'hi.js': "const hi = () => 'hi';\nmodule.export = { hi };\n",
      'server.js': http('  res.end(hi());', "const { hi } = require('./hi');\n"),
    },
    right: ['hi.js', 'module.exports'],
  },
];

const left: readonly Fault[] = [
  {
    name: 'two keys are equally near',
    kind: 'look-alike',
    requests: ['GET /'],
    files: { 'server.js': http('  res.end(row.cst.toFixed(2));', 'const row = { cost: 2, cast: 3 };\n') },
    right: null,
  },
  {
    name: 'one of several addresses',
    kind: 'look-alike',
    requests: ['GET /'],
    files: { 'server.js': http('  res.end(user.email.trim());', "const user = { emailHome: 'a', emailWork: 'b' };\n") },
    right: null,
  },
  {
    name: 'another variable of the environment',
    kind: 'look-alike',
    env: { API_KEY: 'http://key.test' },
    requests: ['GET /'],
    files: { 'server.js': http('  res.end(base.host);', 'const base = new URL(process.env.API_URL);\n') },
    right: null,
  },
  {
    name: 'version 2 of a file is not version 1',
    kind: 'look-alike',
    requests: ['GET /'],
    files: {
      'lib/v2.js': 'exports.rate = () => 2;\n',
      'server.js': http('  res.end(String(rate()));', "const { rate } = require('./lib/v1');\n"),
    },
    right: null,
  },
  {
    name: 'a JSON file that ends too early',
    kind: 'look-alike',
    requests: ['GET /'],
    files: {
      'config.json': '{\n  "name": "shop",\n  "limits": {\n    "size":',
      'server.js': http('  res.end(config.name);', "const config = require('./config.json');\n"),
    },
    right: null,
  },
  {
    name: 'a section that the configuration lacks',
    kind: 'config',
    requests: ['GET /'],
    files: {
      'config.json': '{ "name": "shop" }\n',
      'server.js': http('  res.end(config.smtp.host);', "const config = require('./config.json');\n"),
    },
    right: null,
  },
  {
    name: 'a value missing inside a service',
    kind: 'mitigation',
    dependencies: { koa: '^3.0.0' },
    requests: ['GET /items/7'],
    files: {
      'service.js':
        "const items = new Map([[1, { title: 'One' }]]);\nexports.describe = (id) => {\n  const item = items.get(id);\n  return { title: item.title.trim() };\n};\n",
      'server.js': `const Koa = require('koa');\nconst { describe } = require('./service');\nconst app = new Koa();\napp.use(async (ctx) => {\n  ctx.body = describe(Number(ctx.path.split('/').pop()));\n});\napp.listen(${port});\n`,
    },
    right: null,
  },
  {
    name: 'user for users is another thing',
    kind: 'look-alike',
    dependencies: express,
    requests: ['GET /u/7'],
    files: {
      'server.js': shop(
        "const users = [{ id: 7, name: 'Ann' }];\napp.get('/u/:id', (req, res) => {\n  res.json(user);\n});",
      ),
    },
    right: null,
  },
  {
    name: 'createdAt is not updatedAt',
    kind: 'look-alike',
    requests: ['GET /'],
    files: {
      'server.js': http(
        '  res.end(order.createdAt.toISOString());',
        'const order = { id: 1, updatedAt: new Date(0) };\n',
      ),
    },
    right: null,
  },
  {
    name: 'order.user is not order.userId',
    kind: 'look-alike',
    requests: ['GET /'],
    files: {
      'server.js': http(
        '  res.end(JSON.stringify({ name: order.user.name }));',
        'const order = { id: 1, userId: 4 };\n',
      ),
    },
    right: null,
  },
  {
    name: 'address is not addresses',
    kind: 'look-alike',
    requests: ['GET /'],
    files: {
      'server.js': http(
        '  res.end(JSON.stringify({ street: user.address.street }));',
        "const user = { addresses: [{ street: 'A' }] };\n",
      ),
    },
    right: null,
  },
  {
    name: 'getUser is not getUsers',
    kind: 'look-alike',
    esm: true,
    requests: ['GET /'],
    files: {
      'db.js': "export const getUsers = (filter) => [{ name: 'Ann' }, { name: 'Bob' }];\n",
      'server.js': `import http from 'node:http';\nimport { getUser } from './db.js';\nhttp.createServer((req, res) => res.end(JSON.stringify(getUser(7)))).listen(${port});\n`,
    },
    right: null,
  },
  {
    name: 'minPrice is not maxPrice',
    kind: 'look-alike',
    requests: ['GET /'],
    files: { 'server.js': http('  res.end(String(range.minPrice.toFixed(2)));', 'const range = { maxPrice: 9 };\n') },
    right: null,
  },
  {
    name: 'line1 is not line2',
    kind: 'look-alike',
    requests: ['GET /'],
    files: { 'server.js': http('  res.end(address.line1.trim());', "const address = { line2: 'Flat 3' };\n") },
    right: null,
  },
  {
    name: 'two modules give out the same name',
    kind: 'look-alike',
    requests: ['GET /'],
    files: {
      'net.js': 'exports.priceOf = (n) => n;\n',
      'gross.js': 'exports.priceOf = (n) => n * 1.2;\n',
      'server.js': http('  res.end(String(priceOf(10)));'),
    },
    right: null,
  },
  {
    name: 'a bracket that could close in two places',
    kind: 'look-alike',
    always: true,
    requests: ['GET /'],
    files: {
      'calc.js': 'exports.gross = (net, rate) => {\n  return Math.round(net * (1 + rate;\n};\n',
      'sum.js': 'exports.f = (a, b) => {\n  return String(a + b;\n};\n',
      'server.js': http('  res.end(f(1, 2));', "const { f } = require('./sum');\n"),
    },
    right: null,
  },
  {
    name: 'an operator is missing',
    kind: 'look-alike',
    requests: ['GET /'],
    files: {
      'server.js': http(
        '  const total = price quantity;\n  res.end(String(total));',
        'const price = 2;\nconst quantity = 3;\n',
      ),
    },
    right: null,
  },
  {
    name: 'merge conflict with two values',
    kind: 'look-alike',
    requests: ['GET /'],
    files: {
      'rate.js': '<<<<<<< HEAD\nmodule.exports = 0.2;\n=======\nmodule.exports = 0.25;\n>>>>>>> next\n',
      'server.js': http('  res.end(String(rate));', "const rate = require('./rate');\n"),
    },
    right: null,
  },
  {
    name: 'assignment in a condition',
    kind: 'look-alike',
    requests: ['GET /'],
    files: { 'server.js': http("  if (mode = 'on') res.end('on');\n  else res.end('off');", "const mode = 'off';\n") },
    right: null,
  },
  {
    name: 'push gives a number',
    kind: 'look-alike',
    requests: ['GET /'],
    files: {
      'store.js': 'const list = [];\nexports.save = (item) => {\n  list.push(item);\n};\n',
      'server.js': http(
        '  res.end(JSON.stringify({ id: save({ id: 5 }).id }));',
        "const { save } = require('./store');\n",
      ),
    },
    right: null,
  },
  {
    name: 'nothing listens at the other end',
    kind: 'outage',
    requests: ['GET /'],
    files: {
      'server.js': http(
        "  try {\n    await fetch('http://127.0.0.1:20999/x');\n    res.end('ok');\n  } catch (error) {\n    console.error(error);\n    res.statusCode = 500;\n    res.end('no');\n  }",
      ),
    },
    right: null,
  },
  {
    name: 'a name that does not resolve',
    kind: 'outage',
    requests: ['GET /'],
    files: {
      'server.js': http(
        "  const { hostname } = new URL('http://db.invalid');\n  await require('node:dns').promises.lookup(hostname);\n  res.end('ok');",
      ),
    },
    right: null,
  },
  {
    name: 'a secret that is not set',
    kind: 'secret',
    always: true,
    files: {
      'server.js': http(
        "  res.end('a');",
        "if (!process.env.STRIPE_SECRET_KEY) throw new Error('Missing required environment variable STRIPE_SECRET_KEY');\n",
      ),
    },
    right: null,
  },
  {
    name: 'an undeclared package',
    kind: 'dependency',
    requests: ['GET /'],
    files: { 'server.js': http("  res.end(pad('a'));", "const pad = require('left-padd-zzz');\n") },
    right: null,
  },
  {
    name: 'a reply of 404',
    kind: 'no fault',
    requests: ['GET /'],
    files: { 'server.js': http("  res.statusCode = 404;\n  res.end('none');") },
    right: null,
  },
  {
    name: 'a rejected password of the other side',
    kind: 'auth',
    requests: ['GET /'],
    files: {
      'server.js': http(
        "  const error = new Error('401 Unauthorized: invalid API key');\n  error.status = 401;\n  console.error(error);\n  res.statusCode = 500;\n  res.end('no');",
      ),
    },
    right: null,
  },
  {
    name: 'fails only now and then',
    kind: 'flaky',
    requests: ['GET /'],
    files: { 'server.js': http("  if (Date.now() % 7 === 0) throw new Error('now and then');\n  res.end('ok');") },
    right: null,
  },
  {
    name: 'a disk that is full',
    kind: 'disk',
    requests: ['GET /'],
    files: {
      'server.js': http(
        "  const error = new Error('ENOSPC: no space left on device, write');\n  error.code = 'ENOSPC';\n  throw error;",
      ),
    },
    right: null,
  },
  {
    name: 'a looked-up value that is not there',
    kind: 'mitigation',
    dependencies: express,
    always: true,
    requests: ['GET /u/9'],
    files: {
      'users.js': users,
      'server.js': shop(
        "app.get('/u/:id', (req, res) => {\n  const user = findUser(req.params.id);\n  res.json({ name: user.name });\n});",
        useUsers,
      ),
    },
    right: null,
  },
  {
    name: 'not there, in one line',
    kind: 'mitigation',
    dependencies: express,
    requests: ['GET /u/9'],
    files: {
      'users.js': users,
      'server.js': shop("app.get('/u/:id', (req, res) => res.json(findUser(req.params.id).name));", useUsers),
    },
    right: null,
  },
];

export const faults: readonly Fault[] = [...healed, ...left];
