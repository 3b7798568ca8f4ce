/** The function map on real files: what it finds, and that what did not change is not read again. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { updateMap, type MapPlace } from './map.ts';

function place(t: TestContext, files: Readonly<Record<string, string>>): MapPlace {
  const project = mkdtempSync(path.join(tmpdir(), 'kintsugi-map-'));
  t.after(() => rmSync(project, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(project, name)), { recursive: true });
    writeFileSync(path.join(project, name), text);
    utimesSync(path.join(project, name), 1_700_000_000, 1_700_000_000);
  }
  return { project, files: Object.keys(files), cache: path.join(project, '.kintsugi/memory/functions.json') };
}

const routesOf = (at: MapPlace): string[] =>
  updateMap(at).flatMap(({ file, routes }) =>
    routes.map(({ method, path, handler, line }) => `${method} ${path} ${handler ?? '-'} ${file}:${line}`),
  );

const cases: readonly [string, Readonly<Record<string, string>>, readonly string[]][] = [
  [
    'Express, routers mounted in other files',
    {
      'app.js': `const express = require('express');\nconst users = require('./routes/users');\nconst app = express();\napp.use(express.json());\napp.get('/health', (req, res) => res.send('ok'));\napp.use('/api', users);\napp.set('x', 1);\nmap.get('/no', f);`,
      'routes/users.js': `const { Router } = require('express');\nconst posts = require('./posts.js');\nconst router = Router();\nrouter.get('/users/:id', show);\nrouter.route('/users').get(list).post(auth, create);\nrouter.use('/users/:id/posts', posts.router);\nfunction show(req, res) {}\nmodule.exports = router;`,
      'routes/posts.js': `const router = require('express').Router();\nconst r = router;\nmodule.exports = r;`,
    },
    [
      'GET /health - app.js:5',
      'GET /api/users/:id show routes/users.js:4',
      'POST /api/users create routes/users.js:5',
      'GET /api/users list routes/users.js:5',
    ],
  ],
  [
    'Fastify in TypeScript, plugins with a prefix',
    {
      'src/server.ts': `import Fastify from 'fastify';\nimport orders from './orders.js';\nconst app = Fastify({ logger: true });\napp.register(orders, { prefix: '/orders' });\napp.register(async (api: Api) => {\n  api.delete('/inner', drop);\n}, { prefix: '/v1' });\napp.route({ method: ['GET', 'HEAD'], url: '/both', handler: both });`,
      'src/orders.ts': `export default async function orders(fastify: FastifyInstance): Promise<void> {\n  fastify.get<{ Params: P }>('/:id', async function one(request) { return 1; });\n}`,
    },
    [
      'GET /orders/:id one src/orders.ts:2',
      'DELETE /v1/inner drop src/server.ts:6',
      'GET /both both src/server.ts:8',
      'HEAD /both both src/server.ts:8',
    ],
  ],
  [
    "Koa's router and Hono",
    {
      'hono.ts': `import { Hono } from 'hono';\nconst sub = new Hono();\nsub.get('/a', handlers.a);\nconst app = new Hono().basePath('/base');\nconst main = new Hono();\nmain.route('/sub', sub);\nexport default main;`,
      'koa.mjs': `import Router from '@koa/router';\nimport Koa from 'koa';\nconst router = new Router({ prefix: '/api' });\nrouter.post('/things', validate, create);\nconst app = new Koa();\napp.use(router.routes());`,
    },
    ['GET /sub/a handlers.a hono.ts:3', 'POST /api/things create koa.mjs:4'],
  ],
  [
    'routers that a function makes',
    {
      'app.mjs': `import express from 'express';\nimport { books } from './books.mjs';\nimport loans from './loans.mjs';\nconst app = express();\napp.use('/books', books(db));\napp.use('/loans', auth(), loans({ db }));\napp.use('/old', require('./old.cjs')(db));`,
      'books.mjs': `export function books(db) {\n  const router = Router();\n  router.get('/:id', one);\n  return router;\n}`,
      'loans.mjs': `export default ({ db }) => {\n  const router = new Router();\n  router.post('/', lend);\n  return router;\n};`,
      'old.cjs': `module.exports = function (db) {\n  const router = express.Router();\n  router.get('/all', all);\n  return router;\n};`,
    },
    ['GET /books/:id one books.mjs:3', 'POST /loans lend loans.mjs:3', 'GET /old/all all old.cjs:3'],
  ],
  [
    "Nest's decorators and plain http",
    {
      'cats.controller.ts': `@Controller('cats')\nexport class CatsController {\n  @Get(':id')\n  find(@Param('id') id: string) { return id; }\n  @Post()\n  create() {}\n}`,
      'plain.js': `require('http').createServer((req, res) => {\n  if (req.method === 'POST' && req.url === '/save') return save(res);\n  if (req.url === '/all') res.end();\n  switch (pathname) {\n    case '/one': break;\n  }\n});`,
    },
    [
      'GET /cats/:id find cats.controller.ts:4',
      'POST /cats create cats.controller.ts:6',
      'POST /save - plain.js:2',
      'ALL /all - plain.js:3',
      'ALL /one - plain.js:5',
    ],
  ],
];

for (const [title, files, expected] of cases)
  test(`MEM-5 routes: ${title}`, (t) => assert.deepEqual(routesOf(place(t, files)), expected));

test('MEM-5 routes of routers that all mount each other end, and are not all of very many', (t) => {
  const names = Array.from({ length: 30 }, (_, at) => `r${at}`);
  const text = names.flatMap((name) => [
    `const ${name} = express.Router();`,
    ...names.map((other) => `${name}.use('/${other}', ${other});`),
  ]);
  const [file] = updateMap(place(t, { 'app.js': [...text, `r0.get('/a', list);`].join('\n') }));
  assert.equal(file?.routes.length, 100);
  assert.equal(new Set(file.routes.map((route) => route.path)).size, 100);
});

test('MEM-5 functions, classes and exports; what does not parse is left out, nothing is made up', (t) => {
  const at = place(t, {
    'a.ts': `export class Shop<T> { #x = 1; constructor(private db: Db) {} total(items: T[], tax = 0): number { return 0; } }\nexport const round = (n: number, ...rest: unknown[]) => n;\nfunction hidden({ a }) {}\nexport { hidden as shown };`,
    'b.cjs': `exports.one = function () {};\nmodule.exports.two = two;\nasync function two() {}`,
    'broken.js': 'function (((',
    'deep.js': '('.repeat(100_000),
    'notes.md': '# no code',
  });
  const [a, b, ...others] = updateMap(at);
  assert.deepEqual(a?.classes, [{ name: 'Shop', methods: ['constructor', 'total'], line: 1 }]);
  assert.deepEqual(a?.functions, [
    { name: 'round', params: ['n', '...rest'], line: 2 },
    { name: 'hidden', params: ['{}'], line: 3 },
  ]);
  assert.deepEqual(a?.exports, ['Shop', 'round', 'shown']);
  assert.deepEqual(
    [b?.exports, b?.functions.map(({ name }) => name)],
    [
      ['one', 'two'],
      ['exports.one', 'two'],
    ],
  );
  assert.deepEqual(
    others.map(({ file, functions }) => [file, functions.length]),
    [
      ['broken.js', 0],
      ['deep.js', 0],
    ],
  );
});

test('MEM-5 incremental: an unchanged file is not read again, a changed one is, a removed one is gone', (t) => {
  const at = place(t, { 'a.js': 'function one() {}', 'b.js': 'function two() {}' });
  updateMap(at);
  // Other bytes of the same length, time and inode: found out only by reading, which must not happen.
  writeFileSync(path.join(at.project, 'a.js'), 'function eno() {}');
  utimesSync(path.join(at.project, 'a.js'), 1_700_000_000, 1_700_000_000);
  assert.equal(updateMap(at)[0]?.functions[0]?.name, 'one');
  const kept = readFileSync(at.cache, 'utf8');
  updateMap(at);
  assert.equal(readFileSync(at.cache, 'utf8'), kept);
  utimesSync(path.join(at.project, 'a.js'), 1_700_000_009, 1_700_000_009);
  assert.equal(updateMap(at)[0]?.functions[0]?.name, 'eno');
  rmSync(path.join(at.project, 'b.js'));
  assert.deepEqual(
    updateMap(at).map(({ file }) => file),
    ['a.js'],
  );
});
