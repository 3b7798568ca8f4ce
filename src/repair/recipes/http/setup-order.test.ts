import { check } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { setupOrder } from './setup-order.ts';

const express = '{"type":"module","dependencies":{"express":"5"}}';
const auth = 'export function auth(req, res, next) {\n  req.user = { id: 1 };\n  next();\n}\n';
const me =
  "import { Router } from 'express';\nexport const me = Router();\nme.get('/', (req, res) => res.json(req.user.id));\n";
const app = (lines: string): string =>
  `import express from 'express';\nimport { auth } from './auth.js';\nimport { me } from './me.js';\nconst app = express();\napp.use(express.json());\n${lines}app.listen(3000);\n`;
const missing = (property: string, nullish = 'undefined') => ({
  class: 'type' as const,
  message: `Cannot read properties of ${nullish} (reading '${property}')`,
  named: { property, nullish: 'undefined' as const },
});
const files = (lines: string): Case['files'] => ({
  'package.json': express,
  'app.js': app(lines),
  'auth.js': auth,
  'me.js': me,
});

const hono = '{"type":"module","dependencies":{"hono":"4"}}';
const guards = (key: string): string =>
  `export async function member(c, next) {\n  c.set('${key}', { role: 'a' });\n  await next();\n}\nexport function role(name) {\n  return async (c, next) => {\n    if (c.get('member').role !== name) throw new Error(name);\n    await next();\n  };\n}\n`;

const onlyDesk =
  "export function deskOnly(req, res, next) {\n  if (!req.get('x-desk')) return next(new Error('Who are you?'));\n  req.user = { id: 1 };\n  next();\n}\n";
const locks = (name: string, mount: string): Pick<Case, 'files'> => ({
  files: {
    'package.json': express,
    'auth.js': onlyDesk.replace('deskOnly', name),
    'me.js': me,
    'app.js': app(`app.get('/health', health);\n${mount}app.use(missing);\n`).replace('auth }', `${name} }`),
  },
});

check(setupOrder, [
  {
    name: 'a guard that nobody registers, in the mount that is called like it, and before nothing else',
    ...missing('id'),
    ...locks('deskOnly', "app.use('/desk', me);\n"),
    at: [['me.js', 'req.user.‸id']],
    first: { 'app.js': /app\.get\('\/health', health\);\napp\.use\('\/desk', deskOnly, me\);\napp\.use\(missing\);/ },
  },
  {
    name: 'a guard that nobody registers and that has a name of its own: a person says what it guards',
    ...missing('id'),
    ...locks('signedIn', "app.use('/desk', me);\n"),
    at: [['me.js', 'req.user.‸id']],
    first: { 'app.js': /app\.use\('\/desk', signedIn, me\);/ },
    ask: /guards all of \/desk/,
  },
  {
    name: 'a guard that nobody registers, before a router without a path',
    ...missing('id'),
    ...locks('deskOnly', 'app.use(me);\n'),
    at: [['me.js', 'req.user.‸id']],
    first: { 'app.js': /app\.use\(deskOnly\);\napp\.use\(me\);/ },
    ask: /may refuse/,
  },
  {
    name: 'a guard is not moved above routes that do without it unasked',
    ...missing('id'),
    ...locks('signedIn', "app.use('/me', me);\napp.get('/prices', prices);\napp.use(signedIn);\n"),
    at: [['me.js', 'req.user.‸id']],
    first: { 'app.js': /app\.use\(signedIn\);\napp\.use\('\/me', me\);\napp\.get\('\/prices', prices\);\n/ },
    ask: /would guard `app.get\('\/prices', prices\)`, too/,
  },
  {
    name: 'a guard is moved above nothing but what needs it',
    ...missing('id'),
    ...locks('signedIn', "app.use('/me', me);\napp.use(signedIn);\n"),
    at: [['me.js', 'req.user.‸id']],
    first: { 'app.js': /app\.use\(signedIn\);\napp\.use\('\/me', me\);\n/ },
  },
  {
    name: 'above whoever reads another key of it, and has not failed yet',
    ...missing('id'),
    files: {
      ...files("app.use('/lang', lang);\napp.use('/me', me);\napp.use(auth);\n"),
      'app.js': app("app.use('/lang', lang);\napp.use('/me', me);\napp.use(auth);\n").replace(
        'import { me }',
        "import { lang } from './lang.js';\nimport { me }",
      ),
      'auth.js': auth.replace('  next();', "  req.language = 'en';\n  next();"),
      'lang.js': me.replaceAll('me', 'lang').replace('req.user.id', 'req.language'),
    },
    at: [['me.js', 'req.user.‸id']],
    first: { 'app.js': /app\.use\(auth\);\napp\.use\('\/lang', lang\);\napp\.use\('\/me', me\);\n/ },
  },
  {
    name: 'the middleware behind the routes that need it',
    ...missing('id'),
    files: files("app.use('/me', me);\napp.use(auth);\n"),
    at: [['me.js', 'req.user.‸id']],
    first: { 'app.js': app("app.use(auth);\napp.use('/me', me);\n") },
  },
  {
    name: 'no further up than what needs it',
    ...missing('role'),
    files: {
      'package.json': hono,
      'app.js':
        "import { Hono } from 'hono';\nimport { member, role } from './guards.js';\nconst app = new Hono();\napp.get('/health', (c) => c.text('ok'));\napp.use('/x', role('a'));\napp.use(member);\n",
      'guards.js': guards('member'),
    },
    at: [
      ['guards.js', "c.get('member').‸role"],
      ['guards.js', 'await ‸next();\n}\nexport'],
    ],
    first: { 'app.js': /'ok'\)\);\napp\.use\(member\);\napp\.use\('\/x', role\('a'\)\);\n$/ },
  },
  {
    name: 'a middleware that nobody registers',
    ...missing('id'),
    files: files("app.use('/me', me);\n"),
    at: [['me.js', 'req.user.‸id']],
    first: { 'app.js': app("app.use(auth);\napp.use('/me', me);\n") },
  },
  {
    name: 'a key that nothing sets, and one that nothing reads',
    ...missing('role'),
    files: {
      'package.json': hono,
      'app.js':
        "import { Hono } from 'hono';\nimport { member, role } from './guards.js';\nconst app = new Hono();\napp.use(member);\napp.use('/x', role('a'));\n",
      'guards.js': guards('user'),
    },
    at: [['guards.js', "c.get('member').‸role"]],
    first: { 'guards.js': guards('member') },
  },
  {
    name: 'the one key that nothing reads is another thing',
    ...missing('id'),
    files: {
      'package.json': express,
      'auth.js': 'export function stamp(req, res, next) {\n  req.at = Date.now();\n  next();\n}\n',
      'me.js': me,
      'app.js': app("app.use('/me', me);\n"),
    },
    at: [['me.js', 'req.user.‸id']],
    first: null,
  },
  {
    name: 'a route without what its siblings have',
    ...missing('id'),
    files: {
      'package.json': express,
      'auth.js': auth,
      'app.js':
        "import express from 'express';\nimport { auth } from './auth.js';\nconst app = express();\napp.get('/a', auth, (req, res) => res.json(req.user));\napp.get('/b', (req, res) => res.json(req.user.id));\n",
    },
    at: [['app.js', 'req.user.‸id']],
    first: { 'app.js': /app\.get\('\/b', auth, \(req, res\)/ },
  },
  {
    name: 'the handler before its middleware',
    ...missing('id'),
    files: {
      'package.json': express,
      'auth.js': auth,
      'app.js':
        "import express from 'express';\nimport { auth } from './auth.js';\nconst app = express();\nconst show = (req, res) => res.json(req.user.id);\napp.get('/b', show, auth);\n",
    },
    at: [['app.js', 'req.user.‸id']],
    first: { 'app.js': /app\.get\('\/b', auth, show\);/ },
  },
  {
    name: 'set behind the call that needs it',
    class: 'type',
    message: 'response.json is not a function',
    named: { receiver: 'response.json', property: 'json' },
    files: {
      'server.js':
        "import http from 'node:http';\nimport { rooms } from './rooms.js';\nhttp.createServer(async (request, response) => {\n  await rooms(request, response);\n  response.json = (body) => response.end(JSON.stringify(body));\n});\n",
      'rooms.js': 'export async function rooms(request, response) {\n  response.json([]);\n}\n',
    },
    at: [
      ['rooms.js', 'response.‸json([])'],
      ['server.js', 'await ‸rooms(request'],
    ],
    first: { 'server.js': /=> \{\n {2}response\.json = \(body\).*;\n {2}await rooms\(request, response\);\n\}\);/ },
  },
  {
    name: 'set behind the call that needs it, and needed where that is caught',
    class: 'type',
    message: 'response.json is not a function',
    named: { receiver: 'response', property: 'json' },
    files: {
      'server.js':
        'http.createServer(async (request, response) => {\n  try {\n    await rooms(request, response);\n    response.json = (body) => response.end(body);\n  } catch (error) {\n    response.json(error.message);\n  }\n});\n',
    },
    at: [['server.js', 'response.‸json(error.message)']],
    first: { 'server.js': /=> \{\n {2}response\.json = \(body\).*;\n {2}try \{\n {4}await rooms/ },
  },
  {
    name: 'set in time',
    ...missing('id'),
    files: files("app.use(auth);\napp.use('/me', me);\n"),
    at: [['me.js', 'req.user.‸id']],
    first: null,
  },
  {
    name: 'a value that is no part of the request',
    ...missing('id'),
    files: {
      'a.js': 'export const id = (user) => user.profile.id;\n',
      'b.js': 'export const b = (user) => {\n  user.name = 1;\n};\n',
    },
    at: [['a.js', 'user.profile.‸id']],
    first: null,
  },
]);

const koa = (lines: string): string =>
  `import Koa from 'koa';\nimport { Router } from './router.js';\nimport { parse } from './parse.js';\nimport { jobs } from './jobs.js';\nimport { store } from './store.js';\nexport function create() {\n  const router = new Router();\n  jobs(router, store);\n  const app = new Koa();\n  app.use(guard(store.users));\n${lines}  return app;\n}\n`;
const parsed: Case['files'] = {
  'package.json': '{"type":"module","dependencies":{"koa":"3"}}',
  'parse.js':
    'export const parse = () => async (ctx, next) => {\n  ctx.state.input = await read(ctx.req);\n  await next();\n};\n',
  'jobs.js':
    "export const jobs = (router, store) => {\n  router.post('/jobs', (ctx) => {\n    ctx.body = store.add(ctx.state.input.name);\n  });\n};\n",
  'store.js': 'export const store = new Map();\n',
  'router.js': 'export class Router {}\n',
};
check(setupOrder, [
  {
    ...missing('name'),
    name: 'routes that are put on a router before there is an application: before it is mounted, and behind what guards',
    files: { ...parsed, 'app.js': koa('  app.use(router.routes());\n  app.use(parse());\n') },
    at: [['jobs.js', 'ctx.state.input.‸name']],
    first: { 'app.js': koa('  app.use(parse());\n  app.use(router.routes());\n') },
  },
]);
