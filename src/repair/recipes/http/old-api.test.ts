/** Style of earlier versions, and slips that one call of a framework or of the language tells. */
import type { Signal } from '../../../incident/nouns.ts';
import { callOrValue } from '../calls/call-or-value.ts';
import { check, contextOf } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { declaredTwice } from '../language/declared-twice.ts';
import { fastifyHook } from './hooks.ts';
import { identifier } from '../names/identifier.ts';
import { language } from '../language/language.ts';
import { lostThis } from '../calls/lost-this.ts';
import { nextForgotten } from './middleware.ts';
import { bigNumber } from '../values/big-number.ts';
import { eventName } from '../values/node-values.ts';
import { oldApi } from './old-api.ts';
import { parameterOrder } from '../calls/parameter-order.ts';
import { promiseMixup } from '../promises/promise-mixups.ts';
import { property } from '../names/property.ts';
import { badInput, doubleSend } from './replies.ts';
import { resultShape } from '../calls/result-shape.ts';
import { sqlOrder } from '../database/sql-order.ts';
import { sqlValues } from '../database/sql-values.ts';
import { sqlName } from '../database/sql.ts';
import { viewName } from '../templates/view-name.ts';

const manifest = (name: string, version: string): Record<string, string> => ({
  'package.json': `{"dependencies":{"${name}":"${version}"}}`,
});

const koaPackage = { 'package.json': '{"dependencies":{"koa":"3"}}' };
const koa = (lines: string) => ({
  'a.js': `const Koa = require('koa');\nconst app = new Koa();\napp.use(async (ctx) => {\n${lines}});\n`,
});

check(oldApi, [
  {
    name: 'a status of Node, set as in Express: a field is assigned to',
    class: 'type',
    message: 'TypeError: res.status is not a function',
    named: { receiver: 'res', property: 'status' },
    files: {
      'a.js':
        "const http = require('http');\nhttp.createServer((req, res) => {\n  res.status(404);\n  res.end();\n}).listen(1);\n",
    },
    at: [['a.js', 'res.‸status']],
    first: { 'a.js': /\n {2}res\.statusCode = 404;\n/ },
    ask: null,
  },
  {
    name: 'answers of Koa, said as in Express',
    class: 'type',
    message: 'TypeError: ctx.json is not a function',
    files: {
      ...koaPackage,
      ...koa("  if (!ctx.query.id) return ctx.status(400).json({ error: 'id' });\n  ctx.json(find(ctx.query.id));\n"),
    },
    at: [['a.js', 'ctx.‸json(find']],
    first: koa(
      "  if (!ctx.query.id) { ctx.status = 400; ctx.body = { error: 'id' }; return; }\n  ctx.body = find(ctx.query.id);\n",
    ),
  },
  {
    name: 'answers of Koa with a status, said as in Express',
    class: 'type',
    message: 'TypeError: ctx.status is not a function',
    files: {
      ...koaPackage,
      ...koa(
        "  if (!ctx.query.id) {\n    return ctx.status(400).json({ error: 'id' });\n  }\n  ctx.status(201).json(1);\n",
      ),
    },
    at: [['a.js', 'ctx.‸status(400']],
    first: koa(
      "  if (!ctx.query.id) {\n    ctx.status = 400;\n    ctx.body = { error: 'id' };\n    return;\n  }\n  ctx.status = 201;\n  ctx.body = 1;\n",
    ),
  },
  {
    name: 'the body of Koa, read of the request of Node',
    class: 'type',
    message: "Cannot destructure property 'name' of 'ctx.req.body' as it is undefined.",
    files: {
      ...koaPackage,
      ...koa('  const { name } = ctx.req.body;\n  ctx.body = find(name, ctx.req.params.id, ctx.req.socket);\n'),
    },
    at: [['a.js', 'const { ‸name }']],
    first: koa('  const { name } = ctx.request.body;\n  ctx.body = find(name, ctx.params.id, ctx.req.socket);\n'),
    together: true,
  },
  {
    name: 'a parameter of the route, read in Hono as in Express',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'id')",
    named: { property: 'id', nullish: 'undefined' },
    files: {
      'package.json': '{"dependencies":{"hono":"4"}}',
      'a.js':
        "import { Hono } from 'hono';\nconst app = new Hono();\napp.get('/:id', (c) => c.json(find(c.req.params.id)));\n",
    },
    at: [['a.js', 'params.‸id']],
    first: { 'a.js': /find\(c\.req\.param\('id'\)\)/ },
  },
  {
    name: 'what stands behind the question mark, read in Hono as in Koa, wherever the file does',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'after')",
    named: { property: 'after', nullish: 'undefined' },
    files: {
      'package.json': '{"dependencies":{"hono":"4"}}',
      'a.js':
        "import { Hono } from 'hono';\nconst app = new Hono();\napp.get('/', (c) => c.json(list(c.query.after ?? '', c.req.query.page)));\n",
    },
    at: [['a.js', 'query.‸after']],
    first: { 'a.js': /list\(c\.req\.query\('after'\) \?\? '', c\.req\.query\('page'\)\)/ },
  },
  {
    name: 'the part of something else that is called so',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'after')",
    named: { property: 'after', nullish: 'undefined' },
    files: {
      'package.json': '{"dependencies":{"hono":"4"}}',
      'a.js':
        "import { Hono } from 'hono';\nconst app = new Hono();\napp.get('/', (c) => c.json(list(saved.query.after)));\n",
    },
    at: [['a.js', 'query.‸after']],
    first: null,
  },
  ...(
    [
      ['of the context', "c.status(404).json({ error: 'none' })", /\(c\) => c\.json\(\{ error: 'none' \}, 404\)/],
      ['of something else', "reply.status(404).json({ error: 'none' })", null],
      ['which says a status besides', "c.status(404).json({ error: 'none' }, 410)", null],
    ] as const
  ).map(([name, said, after]) => ({
    name: `a status that is chained in Hono as in Express, ${name}`,
    class: 'type' as const,
    message: "Cannot read properties of undefined (reading 'json')",
    named: { property: 'json', nullish: 'undefined' as const },
    files: {
      'package.json': '{"dependencies":{"hono":"4"}}',
      'a.js': `import { Hono } from 'hono';\nconst app = new Hono();\napp.get('/', (c) => ${said});\n`,
    },
    at: [['a.js', '.‸json']] as const,
    first: after === null ? null : { 'a.js': after },
  })),
  ...(
    [
      ['what zod found, as Joi has it', 'checked.error.details.map(say)', true],
      ['of an error of its own', 'failed.details.map(say)', false],
    ] as const
  ).map(([name, said, isMeant]) => ({
    name,
    class: 'type' as const,
    message: "Cannot read properties of undefined (reading 'map')",
    named: { property: 'map', nullish: 'undefined' as const },
    files: { 'package.json': '{"dependencies":{"zod":"3"}}', 'a.js': `exports.text = (checked, failed) => ${said};\n` },
    at: [['a.js', 'details.‸map']] as const,
    first: isMeant ? { 'a.js': 'exports.text = (checked, failed) => checked.error.issues.map(say);\n' } : null,
  })),
  {
    name: 'no parameter of the route',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'id')",
    named: { property: 'id', nullish: 'undefined' },
    files: {
      'package.json': '{"dependencies":{"hono":"4"}}',
      'a.js':
        "import { Hono } from 'hono';\nconst app = new Hono();\napp.get('/:code', (c) => c.json(find(c.req.params.id)));\n",
    },
    at: [['a.js', 'params.‸id']],
    first: null,
  },
  {
    name: 'a parameter of the route as Express 4 gave it',
    class: 'type',
    message: 'req.param is not a function',
    named: { receiver: 'req', property: 'param' },
    files: {
      ...manifest('express', '5'),
      'a.js': "app.get('/rooms/:id', (req, res) => res.json(find(req.param('id'))));\n",
    },
    at: [['a.js', 'req.‸param']],
    first: { 'a.js': "app.get('/rooms/:id', (req, res) => res.json(find(req.params.id)));\n" },
  },
  {
    name: 'wildcards and optional parts of Express 4',
    class: 'type',
    message: 'Missing parameter name at index 1: *',
    files: {
      ...manifest('express', '5'),
      'a.js': "app.get('/rooms/:id?', show);\napp.get('/files/*', file);\napp.all('*', none);\n",
    },
    first: {
      'a.js': "app.get('/rooms{/:id}', show);\napp.get('/files/{*splat}', file);\napp.all('/{*splat}', none);\n",
    },
  },
  {
    name: 'what is used for every path needs none, save where it reads what `*` stands for',
    class: 'type',
    message: 'Missing parameter name at index 1: *',
    files: {
      ...manifest('express', '5'),
      'a.js': "app.use('*', (req, res) => res.send(req.params[0]));\napp.use('*', notFound);\n",
    },
    first: {
      'a.js':
        "app.use('/{*splat}', (req, res) => res.send([req.params.splat].flat().join('/')));\napp.use(notFound);\n",
    },
  },
  {
    name: 'what `*` stands for, read in the handler',
    class: 'type',
    message: 'Missing parameter name at index 8: /files/*',
    files: {
      ...manifest('express', '5'),
      'a.js': "app.get('/files/*', (req, res) => res.json(open(req.params[0], req.params.id)));\n",
    },
    first: {
      'a.js':
        "app.get('/files/{*splat}', (req, res) => res.json(open([req.params.splat].flat().join('/'), req.params.id)));\n",
    },
    ask: null,
  },
  {
    name: 'a parameter over several parts, read in the handler',
    class: 'type',
    message: 'Unexpected MODIFIER at 12, expected END',
    files: {
      ...manifest('express', '5'),
      'a.js': "app.get('/files/:path*', (req, res) => res.json(open(req.params.path)));\n",
    },
    first: { 'a.js': "app.get('/files/*path', (req, res) => res.json(open([req.params.path].flat().join('/'))));\n" },
    ask: null,
  },
  {
    name: 'what `*` stands for, read by a handler that stands elsewhere',
    class: 'type',
    message: 'Missing parameter name at index 8: /files/*',
    files: {
      ...manifest('express', '5'),
      'a.js': "app.get('/files/*', show);\n",
      'show.js': 'exports.show = (req, res) => res.json(open(req.params[0]));\n',
    },
    first: { 'a.js': "app.get('/files/{*splat}', show);\n" },
    ask: /a list there, by its name/,
  },
  {
    name: 'port and host of Fastify 3',
    class: 'type',
    message: "Cannot create property 'host' on number '80'",
    files: { ...manifest('fastify', '5'), 'a.js': "app.listen(port, '127.0.0.1', () => {});\n" },
    first: { 'a.js': "app.listen({ port, host: '127.0.0.1' }, () => {});\n" },
  },
  {
    name: 'port of Fastify 3, which a package of a workspace declares',
    class: 'type',
    message: "Cannot create property 'host' on number '80'",
    files: {
      'package.json': '{ "workspaces": ["apps/*"] }',
      'apps/api/package.json': '{ "name": "api", "dependencies": { "fastify": "^5.0.0" } }',
      'apps/api/a.js': 'app.listen(port);\n',
    },
    first: { 'apps/api/a.js': 'app.listen({ port });\n' },
  },
  {
    name: 'a generator of Koa 1',
    class: 'type',
    message: "Cannot set properties of undefined (setting 'body')",
    files: {
      ...manifest('koa', '3'),
      'a.js': "app.use(function* (next) {\n  yield next;\n  this.body = 'x';\n});\n",
    },
    at: [['a.js', '‸this.body']],
    first: { 'a.js': "app.use(async function (ctx, next) {\n  await next();\n  ctx.body = 'x';\n});\n" },
  },
  {
    name: 'what is no member of a context',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'rows')",
    files: { ...manifest('koa', '3'), 'a.js': 'list(function () {\n  return this.rows;\n});\n' },
    at: [['a.js', '‸this.rows']],
    first: null,
  },
]);

check(fastifyHook, [
  {
    name: 'a hook that no Fastify has',
    class: 'unknown',
    message: "Async function has too many arguments. Async hooks should not use the 'done' argument.",
    files: {
      ...manifest('fastify', '5'),
      'a.js': "app.addHook('onSending', async (request, reply, payload) => payload);\n",
    },
    first: { 'a.js': "app.addHook('onSend', async (request, reply, payload) => payload);\n" },
  },
]);

check(declaredTwice, [
  {
    name: 'a decorator that is added twice',
    class: 'unknown',
    message: "The decorator 'carts' has already been added!",
    files: { 'a.js': "app.decorate('carts', carts);\napp.decorate('carts', new Carts());\n" },
    first: { 'a.js': "app.decorate('carts', carts);\n" },
  },
]);

const list = { 'views/artist.ejs': '<b><%= artist %></b>\n', 'views/artists.ejs': '<b><%= artists.length %></b>\n' };
const rendering = (view: string, locals: string): string =>
  `app.get('/', (q, res) => res.render('${view}', ${locals}));\napp.get('/1', (q, res) => res.render('artist', { artist }));\n`;

check(viewName, [
  ...(
    [
      [
        'it has a word of the name, and more is spread into what it is given',
        'loan-slip',
        '{ library, ...slip }',
        true,
      ],
      ['it is called quite otherwise', 'letter', '{ library, ...slip }', false],
      ['nothing is spread', 'loan-slip', '{ library }', false],
    ] as const
  ).map(([name, view, locals, isIt]) => ({
    name: `the one view that nobody renders: ${name}`,
    class: 'unknown' as const,
    message: 'Failed to lookup view "slip" in views directory "/srv/app/views"',
    files: {
      'app.js': rendering('slip', locals),
      [`views/${view}.ejs`]: '<p><%= library.name %> <%= loan.id %></p>\n',
    },
    first: isIt ? { 'app.js': rendering(view, locals) } : null,
  })),
  {
    name: 'the one view that nobody renders, which asks for what it is given',
    class: 'unknown',
    message: 'Failed to lookup view "artist-overview" in views directory "/srv/app/views"',
    files: { 'app.js': rendering('artist-overview', '{ artists }'), ...list },
    first: { 'app.js': rendering('artists', '{ artists }') },
  },
  {
    name: 'the one view that nobody renders asks for something else',
    class: 'unknown',
    message: 'Failed to lookup view "artist-overview" in views directory "/srv/app/views"',
    files: { 'app.js': rendering('artist-overview', '{ works }'), ...list },
    first: null,
  },
  {
    name: 'a misspelt engine',
    class: 'missing_module',
    message: "Cannot find module 'ejss'",
    files: { 'app.js': "app.set('view engine', 'ejss');\n", ...list },
    first: { 'app.js': "app.set('view engine', 'ejs');\n" },
  },
  {
    name: 'an engine of views that nobody names any more',
    class: 'unknown',
    message: 'No default engine was specified and no extension was provided.',
    files: {
      'app.js': "app.set('views', './views');\napp.use(json());\n",
      'package.json': '{ "dependencies": { "ejs": "3.0.0" } }',
      ...list,
    },
    first: { 'app.js': "app.set('views', './views');\napp.set('view engine', 'ejs');\napp.use(json());\n" },
  },
  {
    name: 'an engine that is not among what the project needs is not named',
    class: 'unknown',
    message: 'No default engine was specified and no extension was provided.',
    files: { 'app.js': "app.set('views', './views');\n", 'package.json': '{}', ...list },
    first: null,
  },
  {
    name: 'a view in the plural',
    class: 'unknown',
    message: 'Failed to lookup view "rooms" in views directory "/srv/app/views"',
    files: { 'a.js': "res.render('rooms', {});\n", 'views/room.html': '', 'views/home.html': '' },
    first: { 'a.js': "res.render('room', {});\n" },
  },
]);

check(lostThis, [
  {
    name: 'taken out of what is required',
    class: 'type',
    message: 'Cannot convert undefined or null to object',
    files: {
      'a.js': "const { total } = require('./stock-list');\nexports.f = () => total();\n",
      'stock-list.js':
        'class List {\n  total() {\n    return Object.keys(this.rows).length;\n  }\n}\nmodule.exports = new List();\n',
    },
    at: [
      ['stock-list.js', 'Object.‸keys', 'total'],
      ['a.js', '‸total()', 'f'],
    ],
    first: { 'a.js': "const stockList = require('./stock-list');\nexports.f = () => stockList.total();\n" },
  },
]);

check(bigNumber, [
  {
    name: 'a whole number beside BigInts',
    class: 'type',
    message: 'Cannot mix BigInt and other types, use explicit conversions',
    files: { 'a.js': 'const micros = (process.hrtime.bigint() - began) / 1000;\n' },
    at: [['a.js', '‸process']],
    first: { 'a.js': 'const micros = (process.hrtime.bigint() - began) / 1000n;\n' },
  },
]);

check(doubleSend, [
  {
    name: 'goes on after it handed an error on',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'name')",
    files: {
      ...manifest('express', '5'),
      'a.js':
        'exports.show = (req, res, next) => {\n  find(req.params.id, (err, row) => {\n    if (!row) next(missing());\n    res.json(row.name);\n  });\n};\n',
    },
    at: [['a.js', 'row.‸name']],
    first: { 'a.js': /if \(!row\) return next\(missing\(\)\);\n {4}res\.json/ },
  },
]);

const hang = (given: Omit<Case, 'class' | 'message'>): Case => {
  const each: Case = { class: 'timeout', message: 'a request was never answered', ...given };
  const signal: Signal = { ...contextOf(each).signal, kind: 'timeout', error: null };
  return { ...each, context: { signal } };
};

check(nextForgotten, [
  hang({
    name: 'left early, without `next`',
    files: {
      ...manifest('express', '5'),
      'a.js':
        'exports.who = (req, res, next) => {\n  if (!req.user) return;\n  req.name = req.user.name;\n  next();\n};\n',
    },
    first: { 'a.js': /if \(!req\.user\) return next\(\);\n/ },
  }),
  hang({
    name: 'a guard that leaves early lets nobody in',
    files: {
      ...manifest('express', '5'),
      'a.js':
        'exports.who = (req, res, next) => {\n  if (!req.user) return;\n  if (req.user.off) return next(refused());\n  next();\n};\n',
    },
    first: null,
  }),
]);

check(language, [
  {
    name: 'all matches of a pattern that is not global',
    class: 'type',
    message: 'String.prototype.replaceAll called with a non-global RegExp argument',
    files: { 'a.js': "const slot = /\\{(\\w+)\\}/;\nexports.f = (text) => text.replaceAll(slot, 'x');\n" },
    at: [['a.js', 'text.‸replaceAll']],
    first: { 'a.js': "const slot = /\\{(\\w+)\\}/g;\nexports.f = (text) => text.replaceAll(slot, 'x');\n" },
  },
  {
    name: 'a constructor that is called',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'id')",
    files: {
      'a.js':
        'function Room(row) {\n  this.id = row.id;\n}\nRoom.prototype.key = function () {\n  return this.id;\n};\nconst room = Room({ id: 1 });\nroom.id;\n',
    },
    at: [['a.js', 'room.‸id;\n']],
    first: { 'a.js': /const room = new Room\(\{ id: 1 \}\);/ },
  },
]);

check(identifier, [
  {
    name: 'what is taken out under another name than it is given',
    class: 'reference',
    message: 'body is not defined',
    named: { identifier: 'body' },
    files: {
      'a.js': "exports.send = ({ to, text = '' }) => push({ to, body });\n",
      'b.js': 'send({ to: 1, body: 2 });\n',
    },
    at: [['a.js', 'to, ‸body']],
    first: { 'a.js': "exports.send = ({ to, body = '' }) => push({ to, body });\n" },
  },
  {
    name: 'imported as a type, used as a value',
    class: 'reference',
    message: 'NotFound is not defined',
    named: { identifier: 'NotFound' },
    files: { 'a.ts': "import { HttpError, type NotFound } from './e.ts';\nthrow new NotFound();\n" },
    at: [['a.ts', 'new ‸NotFound']],
    first: { 'a.ts': "import { HttpError, NotFound } from './e.ts';\nthrow new NotFound();\n" },
  },
]);

check(promiseMixup, [
  {
    name: 'what an arrow gives back without a callback is a promise',
    class: 'type',
    message: 'The "cb" argument must be of type function. Received type string (\'utf8\')',
    named: { code: 'ERR_INVALID_ARG_TYPE' },
    files: {
      'a.js':
        "import { readFile } from 'node:fs';\nconst read = (name) => readFile(name, 'utf8');\nexport const text = await read('a');\n",
    },
    at: [['a.js', '‸readFile(name']],
    first: { 'a.js': /from 'node:fs\/promises'/ },
  },
  {
    name: 'a timer that is awaited',
    class: 'type',
    message: 'The "callback" argument must be of type function. Received undefined',
    files: { 'a.mjs': "import { setTimeout as sleep } from 'node:timers';\nawait sleep(5);\n" },
    at: [['a.mjs', '‸sleep(5)']],
    first: { 'a.mjs': "import { setTimeout as sleep } from 'node:timers/promises';\nawait sleep(5);\n" },
  },
]);

check(eventName, [
  {
    name: 'an error that nobody hears, and an event that nobody emits',
    class: 'unknown',
    message: "Unhandled error. ('x')",
    files: {
      'a.js':
        "queue.on('failed', (job) => log(job));\nqueue.on('done', log);\nqueue.emit('done');\nqueue.emit('error', 'x');\n",
    },
    first: { 'a.js': /queue\.emit\('failed', 'x'\)/ },
  },
]);

check(parameterOrder, [
  {
    name: 'a parameter before it was taken out',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'stats')",
    files: {
      'a.js': 'exports.stats = (ctx) => ctx.queue.stats();\n',
      'b.js': 'exports.dispatch = (run, params, ctx) => run(params, ctx);\n',
    },
    at: [
      ['a.js', 'queue.‸stats'],
      ['b.js', '‸run(params'],
    ],
    first: { 'a.js': 'exports.stats = (_params, ctx) => ctx.queue.stats();\n' },
  },
]);

check(property, [
  {
    name: 'a status of Fastify, set as if its field were a method',
    class: 'type',
    message: 'TypeError: reply.statusCode is not a function',
    named: { receiver: 'reply', property: 'statusCode' },
    files: {
      ...manifest('fastify', '5'),
      'a.js':
        "import Fastify from 'fastify';\nconst app = Fastify();\napp.post('/', async (request, reply) => {\n  reply.statusCode(201);\n  return {};\n});\n",
    },
    at: [['a.js', 'reply.‸statusCode']],
    first: { 'a.js': /\n {2}reply\.code\(201\);\n/ },
    ask: null,
  },
  {
    name: 'a status of Express, set as in Fastify',
    class: 'type',
    message: 'TypeError: res.code is not a function',
    named: { receiver: 'res', property: 'code' },
    files: {
      ...manifest('express', '5'),
      'a.js':
        "const app = require('express')();\napp.get('/', (req, res) => {\n  if (!req.query.id) return res.code(400).end();\n  res.code(200).json({ code: code(1) });\n});\n",
    },
    at: [['a.js', 'res.‸code(400']],
    first: { 'a.js': /return res\.status\(400\)\.end\(\);/ },
    ask: null,
  },
  {
    name: 'a member that the project sets itself is no slip',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'method')",
    named: { property: 'method', nullish: 'undefined' },
    files: {
      'a.js': 'exports.f = (ctx) => ctx.request.json.method;\n',
      'b.js':
        "exports.g = (ctx, text) => {\n  ctx.request.json = JSON.parse(text);\n  return { jsonrpc: '2.0' };\n};\n",
    },
    at: [['a.js', 'json.‸method']],
    first: null,
  },
]);

check(sqlName, [
  {
    name: 'the column that is called after the other side of a join',
    class: 'database',
    message: 'no such column: o.species_id',
    named: { column: 'species_id' },
    files: {
      'schema.sql':
        'CREATE TABLE species (code TEXT, name TEXT);\nCREATE TABLE seen (id INTEGER, species_code TEXT, birds INTEGER);\n',
      'a.js': "db.prepare('SELECT s.name FROM seen o JOIN species s ON s.code = o.species_id').all();\n",
    },
    at: [['a.js', '‸db.prepare']],
    first: { 'a.js': "db.prepare('SELECT s.name FROM seen o JOIN species s ON s.code = o.species_code').all();\n" },
  },
]);

check(callOrValue, [
  {
    name: 'an async generator in a plain loop',
    class: 'type',
    message: 'rows(...) is not a function or its return value is not iterable',
    files: {
      'a.mjs':
        'async function* rows() {\n  yield 1;\n}\nexport async function f() {\n  for (const row of rows()) console.log(row);\n}\n',
    },
    at: [['a.mjs', 'of ‸rows()']],
    first: { 'a.mjs': /for await \(const row of rows\(\)\)/ },
  },
  {
    name: 'a generator that is given uncalled',
    class: 'type',
    message: 'The "iterable" argument must be an instance of Iterable. Received function lines',
    files: {
      'a.js': "function* lines() {\n  yield 'a';\n}\nexports.f = () => Readable.from(lines);\n",
    },
    at: [['a.js', 'Readable.‸from']],
    first: { 'a.js': /Readable\.from\(lines\(\)\)/ },
  },
]);

check(sqlValues, [
  {
    name: 'a named placeholder that is given under another name',
    class: 'database',
    message: 'NOT NULL constraint failed: seen.seen_at',
    files: {
      'schema.sql': 'CREATE TABLE seen (place TEXT, seen_at TEXT NOT NULL);\n',
      'a.js':
        "db.prepare('INSERT INTO seen (place, seen_at) VALUES (@place, @seen_at)').run({ place: p, seenAt: at });\n",
    },
    at: [['a.js', '‸db.prepare']],
    first: { 'a.js': /VALUES \(@place, @seenAt\)/ },
  },
]);

check(resultShape, [
  {
    name: 'taken apart like the value, parsed safely',
    class: 'database',
    message: 'datatype mismatch',
    files: { 'a.js': 'const { page } = Page.safeParse(query);\n' },
    first: { 'a.js': 'const { page } = Page.parse(query);\n' },
  },
  {
    name: 'taken apart as what it gives',
    class: 'database',
    message: 'datatype mismatch',
    files: { 'a.js': 'const { data } = Page.safeParse(query);\n' },
    first: null,
  },
]);

check(badInput, [
  {
    name: 'a helper that nobody calls any more',
    class: 'syntax',
    message: 'Invalid regular expression: /C++/: Nothing to repeat',
    files: {
      'a.js':
        "exports.find = (req) => new RegExp(req.query.q, 'i');\nfunction escapeRegExp(text) {\n  return text.replace(/[+*]/g, '\\\\$&');\n}\n",
    },
    at: [['a.js', '‸new RegExp']],
    first: { 'a.js': /new RegExp\(escapeRegExp\(req\.query\.q\), 'i'\)/ },
  },
]);

check(sqlOrder, [
  {
    name: 'children before their parents',
    class: 'database',
    message: 'FOREIGN KEY constraint failed',
    files: {
      'schema.sql':
        'CREATE TABLE kinds (code TEXT PRIMARY KEY);\nCREATE TABLE names (kind TEXT NOT NULL REFERENCES kinds (code), name TEXT);\n',
      'a.js':
        "const addKind = db.prepare('INSERT INTO kinds (code) VALUES (?)');\nconst addName = db.prepare('INSERT INTO names VALUES (?, ?)');\nfor (const row of names) addName.run(row);\nfor (const row of kinds) addKind.run(row);\n",
    },
    at: [['a.js', 'addName.‸run']],
    first: {
      'a.js': /VALUES \(\?, \?\)'\);\nfor \(const row of kinds\) addKind\.run\(row\);\nfor \(const row of names\)/,
    },
  },
]);
