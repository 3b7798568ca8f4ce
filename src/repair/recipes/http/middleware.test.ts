import type { Signal } from '../../../incident/nouns.ts';
import { bodyParser } from './body-parser.ts';
import { check, contextOf } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { middlewareCall, nextForgotten } from './middleware.ts';
import { doubleSend } from './replies.ts';

/** A request that was never answered; nothing was thrown. */
const hang = (given: Omit<Case, 'class' | 'message'>): Case => {
  const each: Case = { class: 'timeout', message: 'a request was never answered', ...given };
  const signal: Signal = { ...contextOf(each).signal, kind: 'timeout', error: null };
  return { ...each, context: { signal } };
};

check(nextForgotten, [
  hang({
    name: 'a middleware that prepares the answer and goes no further',
    files: {
      'package.json': '{"dependencies":{"express":"5"}}',
      'a.js': "export function requestId(req, res, next) {\n  req.id = '1';\n  res.set('x-request-id', req.id);\n}\n",
    },
    first: {
      'a.js':
        "export function requestId(req, res, next) {\n  req.id = '1';\n  res.set('x-request-id', req.id);\n  next();\n}\n",
    },
  }),
  hang({
    name: 'inside a factory',
    files: {
      'package.json': '{"dependencies":{"express":"5"}}',
      'a.js': 'module.exports = (name) => (req, res, next) => {\n  res.locals.name = name;\n};\n',
    },
    first: { 'a.js': /res\.locals\.name = name;\n {2}next\(\);\n/ },
  }),
  hang({
    name: 'one that listens to the end of the answer',
    files: {
      'package.json': '{"dependencies":{"express":"5"}}',
      'a.js':
        "module.exports = function log(req, res, next) {\n  res.on('finish', () => {\n    console.log(res.statusCode);\n  });\n};\n",
    },
    first: { 'a.js': /\n {2}\}\);\n {2}next\(\);\n\};/ },
  }),
  hang({
    name: 'one that answers',
    files: {
      'package.json': '{"dependencies":{"express":"5"}}',
      'a.js': "export function notFound(req, res, next) {\n  res.status(404).json({ error: 'Not found' });\n}\n",
    },
    first: null,
  }),
  hang({
    name: 'one that hands the response on',
    files: {
      'package.json': '{"dependencies":{"express":"5"}}',
      'a.js': 'export function send(req, res, next) {\n  render(res);\n}\n',
    },
    first: null,
  }),
  hang({
    name: 'one that goes on somewhere',
    files: {
      'package.json': '{"dependencies":{"express":"5"}}',
      'a.js': 'export function guard(req, res, next) {\n  check(req).then(() => next());\n}\n',
    },
    first: null,
  }),
  {
    name: 'a failure that is no hanging request',
    class: 'type',
    message: 'x is not a function',
    files: { 'a.js': 'export function requestId(req, res, next) {\n  req.id = x();\n}\n' },
    at: [['a.js', '‸x()']],
    first: null,
  },
]);

const app = (use: string): string =>
  `import express from 'express';\nimport { settings } from './settings.js';\nimport guard from './guard.js';\nconst app = express();\n${use}\napp.get('/', (req, res) => res.json({}));\n`;
const factory = 'export default function guard(token) {\n  return (req, res, next) => {\n    next();\n  };\n}\n';
const express = '{"type":"module","dependencies":{"express":"5"}}';

const validated = (given: string, imports: string, other: string): Record<string, string> => ({
  'package.json': express,
  'schemas.js': 'module.exports = { order: { a: 1 }, refund: { b: 1 } };\n',
  'bodies.js': 'module.exports = { changes: {}, newOrder: {} };\n',
  'names.js': 'module.exports = { aSchema: {}, orderSchema: {}, refundSchema: {} };\n',
  'validate.js':
    'module.exports = function validate(schema) {\n  return (req, res, next) => {\n    schema.check(req.body);\n    next();\n  };\n};\n',
  'a.js': `const app = require('express')();\nconst validate = require('./validate');\n${imports}app.post('/y', validate(${other}), g);\napp.post('/x', ${given}, h);\n`,
});

check(middlewareCall, [
  hang({
    name: 'a factory that wants nothing',
    files: {
      'package.json': express,
      'a.js': app('app.use(guard);'),
      'guard.js': factory.replace('(token)', '()'),
      'settings.js': 'export const settings = {};\n',
    },
    first: { 'a.js': /^app\.use\(guard\(\)\);$/m },
  }),
  hang({
    name: 'a member of what is loaded, which makes a router wherever it is defined',
    files: {
      'package.json': express,
      'a.js': app(
        "for (const name of ['a', 'b']) {\n  const feature = require(`./${name}`);\n  app.use(feature.path, feature.router);\n}",
      ),
      'features/a.js': 'exports.router = () => {\n  const router = express.Router();\n  return router;\n};\n',
      'features/b.js': 'module.exports = {\n  router() {\n    return express.Router();\n  },\n};\n',
    },
    first: { 'a.js': /app\.use\(feature\.path, feature\.router\(\)\);$/m },
  }),
  hang({
    name: 'a secret: the one that ends in its name',
    files: {
      'package.json': express,
      'a.js': app("app.use('/admin', guard);"),
      'guard.js': factory,
      'settings.js': "export const settings = { port: 1, adminToken: required('ADMIN_TOKEN') };\n",
    },
    first: { 'a.js': /^app\.use\('\/admin', guard\(settings\.adminToken\)\);$/m },
  }),
  hang({
    name: 'what else it is given is for a person to say',
    files: {
      'package.json': express,
      'a.js': app("app.use('/admin', guard);"),
      'guard.js': factory.replace('token', 'limit'),
      'settings.js': 'export const settings = { port: 1, pageLimit: 3 };\n',
    },
    first: { 'a.js': /^app\.use\('\/admin', guard\(settings\.pageLimit\)\);$/m },
    ask: /only you know/,
  }),
  hang({
    name: 'the parser of the framework',
    files: {
      'package.json': express,
      'a.js': app('app.use(express.json);'),
      'settings.js': 'export const settings = {};\n',
    },
    first: { 'a.js': /^app\.use\(express\.json\(\)\);$/m },
  }),
  hang({
    name: 'of what all others give a member of the one that nothing uses',
    files: validated('validate', "const schemas = require('./schemas');\n", 'schemas.order'),
    first: { 'a.js': /app\.post\('\/x', validate\(schemas\.refund\), h\)/ },
  }),
  hang({
    name: 'what is imported by the name of the parameter and not used',
    files: validated('validate', "const { orderSchema, refundSchema } = require('./names');\n", 'orderSchema'),
    first: { 'a.js': /app\.post\('\/x', validate\(refundSchema\), h\)/ },
  }),
  hang({
    name: 'of what all others import from one file the one that nothing uses',
    files: validated('validate', "const { changes, newOrder } = require('./bodies');\n", 'newOrder'),
    first: { 'a.js': /app\.post\('\/x', validate\(changes\), h\)/ },
  }),
  hang({
    name: 'two that are not used',
    files: validated('validate', "const { aSchema, orderSchema, refundSchema } = require('./names');\n", 'orderSchema'),
    first: null,
  }),
  hang({
    name: 'two values that it could be given',
    files: {
      'package.json': express,
      'a.js': app('app.use(guard);'),
      'guard.js': factory,
      'settings.js': "export const settings = { adminToken: 'a', userToken: 'b' };\n",
    },
    first: null,
  }),
  hang({
    name: 'a middleware that is passed as it should be',
    files: {
      'package.json': express,
      'a.js': app('app.use(guard);'),
      'guard.js': 'export default function guard(req, res, next) {\n  next();\n}\n',
      'settings.js': 'export const settings = {};\n',
    },
    first: null,
  }),
  {
    name: 'a middleware that is called by hand is passed',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'headers')",
    named: { property: 'headers', nullish: 'undefined' },
    files: {
      'package.json': express,
      'a.js': app('app.use(guard());'),
      'guard.js': 'export default function guard(req, res, next) {\n  req.id = req.headers.id;\n  next();\n}\n',
      'settings.js': 'export const settings = {};\n',
    },
    at: [
      ['guard.js', 'req.‸headers'],
      ['a.js', '‸guard()'],
    ],
    first: { 'a.js': /^app\.use\(guard\);$/m },
  },
  {
    name: 'a factory that fails inside is not passed uncalled',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'length')",
    named: { property: 'length', nullish: 'undefined' },
    files: {
      'package.json': express,
      'a.js': app('app.use(guard());'),
      'guard.js': factory.replace('  return', '  token.length;\n  return'),
      'settings.js': 'export const settings = {};\n',
    },
    at: [
      ['guard.js', 'token.‸length'],
      ['a.js', '‸guard()'],
    ],
    first: null,
  },
]);

const koa = (lines: string): string =>
  `import Koa from 'koa';\nimport { body } from './body.js';\nimport { router } from './router.js';\nconst app = new Koa();\n${lines}app.listen(1);\n`;
const comment =
  "export const router = {};\nrouter.post('/comments', (ctx) => {\n  const { name } = ctx.request.body;\n  ctx.body = name;\n});\n";
const ownParser =
  'export function body() {\n  return async (ctx, next) => {\n    ctx.request.body = await read(ctx.req);\n    await next();\n  };\n}\n';
const noBody = {
  class: 'type' as const,
  message: "Cannot destructure property 'name' of 'ctx.request.body' as it is undefined.",
  named: { property: 'name', nullish: 'undefined' as const },
  at: [['router.js', '{ ‸name']] as const,
};

check(bodyParser, [
  {
    name: "Koa: the project's own parser stands behind the router",
    ...noBody,
    files: {
      'package.json': '{"type":"module","dependencies":{"koa":"3"}}',
      'a.js': koa('app.use(router.routes());\napp.use(body());\n'),
      'router.js': comment,
      'body.js': ownParser,
    },
    first: { 'a.js': /app\.use\(body\(\)\);\napp\.use\(router\.routes\(\)\);\n/ },
  },
  {
    name: 'Koa: it stands where it should',
    ...noBody,
    files: {
      'package.json': '{"type":"module","dependencies":{"koa":"3"}}',
      'a.js': koa('app.use(body());\napp.use(router.routes());\n'),
      'router.js': comment,
      'body.js': ownParser,
    },
    first: null,
  },
  {
    name: 'Koa: what stands behind the router parses nothing',
    ...noBody,
    files: {
      'package.json': '{"type":"module","dependencies":{"koa":"3"}}',
      'a.js': koa('app.use(router.routes());\napp.use(body());\n'),
      'router.js': comment,
      'body.js': 'export function body() {\n  return async (ctx, next) => {\n    await next();\n  };\n}\n',
    },
    first: null,
  },
]);

const twice = {
  class: 'unknown' as const,
  message: 'Cannot write headers after they are sent to the client',
  named: { code: 'ERR_HTTP_HEADERS_SENT' },
};
const server =
  "const http = require('http');\nhttp.createServer(async (request, response) => {\n  try {\n    await handle(request, response);\n  } catch (error) {\n    response.json(500, {});\n  }\n});\n";

check(doubleSend, [
  {
    name: 'a function that calls its callback and goes on to call it again',
    ...twice,
    files: {
      'store.js':
        'exports.load = (name, callback) => {\n  if (cache[name]) {\n    process.nextTick(callback, null, cache[name]);\n  }\n  read(name, (err, row) => callback(err, row));\n};\nexports.both = (name, callback) => {\n  if (cache[name]) return callback(null, cache[name]);\n  read(name, callback);\n};\n',
      'a.js': "require('./store').load('a', (err, row) => res.json(row));\n",
    },
    at: [['a.js', '‸res.json(row)']],
    first: { 'store.js': /return process\.nextTick\(callback/ },
  },
  {
    name: 'the error handler answered again: the handler goes on after its refusal',
    ...twice,
    files: {
      'a.js': server,
      'routes.js':
        "module.exports = (router) => {\n  router.add('GET', '/:id', (request, response) => {\n    const one = find(request.params.id);\n    if (!one) response.json(404, { error: 'No such thing' });\n    response.json(200, one.name);\n  });\n};\n",
    },
    at: [['a.js', '‸response.json(500']],
    first: { 'routes.js': /if \(!one\) return response\.json\(404, / },
  },
  {
    name: 'every refusal returns',
    ...twice,
    files: {
      'a.js': server,
      'routes.js':
        "module.exports = (router) => {\n  router.add('GET', '/:id', (request, response) => {\n    const one = find(request.params.id);\n    if (!one) return response.json(404, {});\n    response.json(200, one.name);\n  });\n};\n",
    },
    at: [['a.js', '‸response.json(500']],
    first: null,
  },
  {
    name: 'a refusal with an `else`, or at the end of the handler, ends there',
    ...twice,
    files: {
      'a.js': server,
      'routes.js':
        "module.exports = (router) => {\n  router.add('GET', '/:id', (request, response) => {\n    if (bad(request)) response.json(404, {});\n    else response.json(200, {});\n    log();\n  });\n  router.add('GET', '/', (request, response) => {\n    if (bad(request)) response.json(404, {});\n  });\n};\n",
    },
    at: [['a.js', '‸response.json(500']],
    first: null,
  },
]);
