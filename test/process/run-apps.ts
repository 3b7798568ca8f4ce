/** One fault in many frameworks: /users/:id misspells a method, /ok/:id works, /gone/:id is a 404 of the app's own. */

export interface App {
  readonly files: Readonly<Record<string, string>>;
  /** Words after `run --json`. */
  readonly args: readonly string[];
  /** Where the fault stands. */
  readonly file: string;
  readonly route: string;
  readonly packages: boolean;
  /** Name under `run/` where it is not the entry. */
  readonly subject?: string;
}

const users = "const users = { 7: { name: 'ada' }, 8: { name: 'bob' } };";
const shout = '({ name: users[ID].name.toUppercase() })';
const given = (id: string): string => shout.replace('ID', id);
const listen = "process.env.PORT, '127.0.0.1'";

const cjs = {
  http: `const http = require('node:http');
${users}
http.createServer((req, res) => {
  const [, kind, id] = req.url.split('?')[0].split('/');
  if (kind === 'gone') { res.statusCode = 404; return res.end('gone'); }
  if (kind !== 'users') return res.end('ok');
  try {
    res.end(JSON.stringify(${given('id')}));
  } catch (error) {
    res.writeHead(500).end('sorry');
  }
}).listen(${listen});
`,
  express: `const express = require('express');
${users}
const app = express();
app.get('/', (req, res) => res.send('ok'));
app.get('/ok/:id', (req, res) => res.send('ok'));
app.get('/gone/:id', (req, res, next) => next(Object.assign(new Error('gone'), { status: 404 })));
app.get('/users/:id', (req, res) => {
  res.json(${given('req.params.id')});
});
app.listen(${listen});
`,
  fastify: `const app = require('fastify')();
${users}
app.get('/', async () => 'ok');
app.get('/ok/:id', async () => 'ok');
app.get('/gone/:id', async () => { throw Object.assign(new Error('gone'), { statusCode: 404 }); });
app.get('/users/:id', async (req) => {
  return ${given('req.params.id')};
});
app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
`,
  koa: `const Koa = require('koa');
${users}
const app = new Koa();
app.silent = true;
app.use(async (ctx) => {
  const [, kind, id] = ctx.path.split('/');
  if (kind === 'gone') ctx.throw(404);
  if (kind !== 'users') { ctx.body = 'ok'; return; }
  ctx.body = ${given('id')};
});
app.listen(${listen});
`,
  hono: `const { Hono } = require('hono');
const { serve } = require('@hono/node-server');
${users}
const app = new Hono();
app.get('/', (c) => c.text('ok'));
app.get('/ok/:id', (c) => c.text('ok'));
app.get('/gone/:id', (c) => c.text('gone', 404));
app.get('/users/:id', (c) => {
  return c.json(${given("c.req.param('id')")});
});
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' });
`,
  nest: `require('reflect-metadata');
const { Controller, Get, Module, NotFoundException, Param } = require('@nestjs/common');
const { NestFactory } = require('@nestjs/core');
const { ExpressAdapter } = require('@nestjs/platform-express');
${users}
class Users {
  root() { return 'ok'; }
  ok() { return 'ok'; }
  gone() { throw new NotFoundException(); }
  user(id) {
    return ${given('id')};
  }
}
const routes = { root: '/', ok: 'ok/:id', gone: 'gone/:id', user: 'users/:id' };
for (const [name, route] of Object.entries(routes)) {
  Get(route)(Users.prototype, name, Object.getOwnPropertyDescriptor(Users.prototype, name));
}
Param('id')(Users.prototype, 'user', 0);
Controller()(Users);
class App {}
Module({ controllers: [Users] })(App);
NestFactory.create(App, new ExpressAdapter(), { logger: false }).then((app) => app.listen(${listen}));
`,
};

/** By what `cjs` are built; only how a module is asked for differs. */
function esm(text: string): string {
  return text
    .replaceAll(/^const (\{[^}]*\}|\w+) = require\(('[^']+')\);$/gm, 'import $1 from $2;')
    .replaceAll(/^require\(('[^']+')\);$/gm, 'import $1;')
    .replace("const app = require('fastify')();", "import fastify from 'fastify';\nconst app = fastify();")
    .replace("import http from 'node:http'", "import * as http from 'node:http'");
}

const withHandler = cjs.express.replace(
  'app.listen(',
  `app.use((error, req, res, next) => {
  res.status(error.status ?? 500).json({ sorry: true });
});
require('node:http').createServer(app).listen(`,
);

const later = cjs.express.replace(
  `(req, res) => {
  res.json(`,
  `async (req, res) => {
  await new Promise((resolve) => setTimeout(resolve, 5));
  res.json(`,
);

const typescript = `import express, { type Request, type Response } from 'express';
interface User { name: string }
const users: Record<string, User> = { 7: { name: 'ada' }, 8: { name: 'bob' } };
const app = express();

app.get('/', (req: Request, res: Response) => { res.send('ok'); });
app.get('/ok/:id', (req: Request, res: Response) => { res.send('ok'); });
app.get('/gone/:id', (req: Request, res: Response) => { res.status(404).send('gone'); });
app.get('/users/:id', (req: Request, res: Response) => {
  const user: User = users[String(req.params.id)]!;
  res.json({ name: (user.name as any).toUppercase() });
});
app.listen(Number(process.env.PORT), '127.0.0.1');
`;

const manifest = (more: object): string => JSON.stringify({ name: 'app', private: true, ...more });

interface Shape {
  readonly name?: string;
  readonly route?: string;
  readonly packages?: boolean;
  readonly args?: readonly string[];
  readonly subject?: string;
  readonly manifest?: object;
}

function app(text: string, shape: Shape = {}): App {
  const { name = 'server.js', route = '/users/:id', packages = true, args = [name], subject } = shape;
  const files = { [name]: text, 'package.json': manifest(shape.manifest ?? {}) };
  return { files, args, file: name, route, packages, ...(subject === undefined ? {} : { subject }) };
}

const mjs = { name: 'server.mjs' };

export const apps: Readonly<Record<string, App>> = {
  'http, CommonJS': app(cjs.http, { packages: false }),
  'Express 5, CommonJS': app(cjs.express),
  'Express 4, CommonJS': app(cjs.express.replace("'express'", "'express4'")),
  'Fastify 5, CommonJS': app(cjs.fastify),
  'Koa 3, CommonJS': app(cjs.koa),
  'Hono, CommonJS': app(cjs.hono),
  'NestJS, CommonJS': app(cjs.nest),
  'http, ESM': app(esm(cjs.http), { ...mjs, packages: false }),
  'Express 5, ESM': app(esm(cjs.express), mjs),
  'Express 4, ESM': app(esm(cjs.express).replace("'express'", "'express4'"), mjs),
  'Fastify 5, ESM': app(esm(cjs.fastify), mjs),
  'Koa 3, ESM': app(esm(cjs.koa), mjs),
  'Hono, ESM': app(esm(cjs.hono), mjs),
  'NestJS, ESM': app(esm(cjs.nest), mjs),
  'Express 5, TypeScript': app(typescript, { name: 'server.ts', manifest: { type: 'module' } }),
  'Express 5, `-- npm start`': app(cjs.express, {
    args: ['--name', 'shop', '--', 'npm', 'start'],
    subject: 'shop',
    manifest: { scripts: { start: 'node server.js' } },
  }),
  'Express 5, TypeScript by `-- npm start`': app(typescript, {
    name: 'server.ts',
    args: ['--name', 'shop', '--', 'npm', 'start'],
    subject: 'shop',
    manifest: { type: 'module', scripts: { start: 'tsx server.ts' } },
  }),
  'Express 5 behind its own error handler and createServer': app(withHandler),
  'Express 5, an async throw': app(later),
};
