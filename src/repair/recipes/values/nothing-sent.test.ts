import { absentValue } from './absent-value.ts';
import { check } from '../cases.test-helper.ts';

const body = (nothing: string): string =>
  `app.use(async (ctx, next) => {\n  const text = await read(ctx.req);\n  ctx.request.body = text ? JSON.parse(text) : ${nothing};\n  await next();\n});\n`;
const routes = (first: string): string =>
  `router.post('/a', (ctx) => {\n  ${first}\n  ctx.body = name;\n});\nrouter.post('/b', (ctx) => {\n  const { size } = ctx.request.body;\n  ctx.body = size;\n});\n`;
const koa = { 'package.json': '{"dependencies":{"koa":"3.0.0"}}', 'main.js': "const Koa = require('koa');\n" };
const taking = {
  class: 'type' as const,
  message: "Cannot destructure property 'name' of 'ctx.request.body' as it is undefined.",
  named: { property: 'name', nullish: 'undefined' as const },
  request: { method: 'POST', url: '/a' },
};

check(absentValue, [
  ...(
    [
      [
        'what settings lack is a fault, and nobody is refused for it',
        'guarding.keys.includes(request.headers.key)',
        null,
      ],
      ['what a client left out is refused', 'request.keys.includes(1)', /!request\.keys\?\.includes/],
    ] as const
  ).map(([name, asked, made]) => ({
    name,
    class: 'type' as const,
    message: "Cannot read properties of undefined (reading 'includes')",
    named: { property: 'includes', nullish: 'undefined' as const },
    files: {
      'a.js': `exports.guard = (guarding) => (request, reply) => {\n  if (!${asked}) return reply.code(401).send();\n};\n`,
    },
    at: [['a.js', 'keys.‸includes']] as const,
    first: made === null ? null : { 'a.js': made },
  })),

  {
    name: 'a body that is nothing to all who read it is empty where it is read',
    ...taking,
    files: { ...koa, 'body.js': body('undefined'), 'routes.js': routes('const { name } = ctx.request.body;') },
    at: [['routes.js', 'const { ‸name }']],
    first: { 'body.js': body('{}') },
  },
  {
    name: 'not where one of them asks whether there is one',
    ...taking,
    files: {
      ...koa,
      'body.js': body('undefined'),
      'routes.js': routes('if (!ctx.request.body) return;\n  const { name } = ctx.request.body;'),
    },
    at: [['routes.js', 'const { ‸name }']],
    first: { 'routes.js': /const \{ name \} = ctx\.request\.body \?\? \{\};/ },
  },
  {
    name: 'what is sent is refused where it is missing as where it is empty',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'trim')",
    named: { property: 'trim', nullish: 'undefined' },
    files: {
      'app.js':
        "app.post('/a', (req, res) => {\n  const { name } = req.body;\n  if (!name.trim()) return res.status(400).json({ error: 'Invalid name' });\n  res.json(name);\n});\n",
    },
    at: [['app.js', 'name.‸trim']],
    first: { 'app.js': /if \(!name\?\.trim\(\)\)/ },
  },
  ...[
    ['who asks', 'needsCaller(caller)', 'function needsCaller(caller) {\n  return caller;\n}\n'],
    ['who asks, by its name', 'caller', ''],
    ['what was looked up', 'order', 'const order = orders.get(id);\n'],
  ].map(([which, of = '', before = '']) => ({
    name: `${which} is refused in another way where it is not there`,
    class: 'type' as const,
    message: "Cannot read properties of null (reading 'open')",
    named: { property: 'open', nullish: 'null' as const },
    files: {
      'app.js': `exports.check = (caller, id) => {\n  ${before}  if (!${of}.open) throw new Refused(403, 'Managers only');\n};\n`,
    },
    at: [['app.js', `${of}.‸open`] as const],
    first: null,
  })),
]);

const header = (then: string, first = "req.headers.authorization.split(' ')"): string =>
  `function readToken(req) {\n  const [, token] = ${first};\n  return token;\n}\nexports.auth = (req, res, next) => {\n  const token = readToken(req);\n  if (!token || !known(token)) ${then};\n  next();\n};\n`;
const refusing = 'return next(new HttpError(401))';

check(absentValue, [
  ...(
    [
      ['is refused by who calls', refusing, {}, header(refusing, "(req.headers.authorization ?? '').split(' ')")],
      ['is let in by who calls', 'return next()', {}, null],
      ['was sent', refusing, { Authorization: 'Bearer a' }, null],
    ] as const
  ).map(([how, then, headers, first]) => ({
    name: `a header that ${how}`,
    class: 'type' as const,
    message: "Cannot read properties of undefined (reading 'split')",
    named: { property: 'split', nullish: 'undefined' as const },
    files: { 'auth.js': header(then) },
    request: { url: '/pets', headers },
    at: [['auth.js', 'authorization.‸split'] as const],
    first: first === null ? null : { 'auth.js': first },
  })),
  ...(
    [
      ['is not sent', {}, ' ?? null', /passes\.get\(number\?\.toUpperCase\(\)\) \?\? null/],
      ['is sent', { 'x-pass': 'p1' }, ' ?? null', null],
      ['is not sent, with nothing for what is not found', {}, '', null],
    ] as const
  ).map(([how, headers, end, first]) => ({
    name: `a header by which something is looked up ${how}`,
    class: 'type' as const,
    message: "Cannot read properties of undefined (reading 'toUpperCase')",
    named: { property: 'toUpperCase', nullish: 'undefined' as const },
    files: {
      'hook.js': `app.addHook('onRequest', async (request) => {\n  const number = request.headers['x-pass'];\n  request.pass = passes.get(number.toUpperCase())${end};\n});\n`,
    },
    request: { url: '/', headers },
    at: [['hook.js', 'number.‸toUpperCase'] as const],
    first: first === null ? null : { 'hook.js': first },
  })),
]);
