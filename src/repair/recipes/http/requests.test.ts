import { bodyParser } from './body-parser.ts';
import { check } from '../cases.test-helper.ts';
import { envKey } from '../settings/elsewhere.ts';
import { wrongGuard } from '../guards/guards.ts';
import { badInput, doubleSend, unheardError } from './replies.ts';

const reading = (name: string) => ({
  class: 'type' as const,
  message: `Cannot read properties of undefined (reading '${name}')`,
  named: { property: name, nullish: 'undefined' as const },
});
const noBody = {
  class: 'type' as const,
  message: "Cannot destructure property 'name' of 'req.body' as it is undefined.",
  named: { property: 'name', receiver: 'req.body', nullish: 'undefined' as const },
};
const app = "const express = require('express');\nconst app = express();\n";
const route = "app.post('/', (req, res) => {\n  const { name } = req.body;\n  res.json({ name });\n});\n";

const koaApp = (line: string): string =>
  `const Koa = require('koa');\nconst bodyParser = require('koa-bodyparser');\nconst app = new Koa();\napp.use(bodyParser());\napp.use((ctx) => { ${line} });\n`;

check(bodyParser, [
  {
    name: 'behind the routes, and the body is handed on before it is taken apart',
    ...noBody,
    message: "Cannot destructure property 'name' of 'undefined' as it is undefined.",
    files: {
      'app.js': `${app}app.post('/', (req, res) => res.json(greet(req.body)));\nfunction greet({ name }) {\n  return name;\n}\napp.use(express.json());\n`,
    },
    at: [
      ['app.js', 'greet({ ‸name'],
      ['app.js', 'res.json(‸greet(req.body)'],
    ],
    first: { 'app.js': /^app\.use\(express\.json\(\)\);\napp\.post/m },
  },
  {
    name: 'none at all',
    ...noBody,
    files: { 'app.js': app + route },
    at: [['app.js', '{ ‸name } = req.body']],
    first: { 'app.js': `${app}app.use(express.json());\n${route}` },
  },
  {
    name: 'a handler that answers with JSON parses nothing',
    ...noBody,
    files: { 'app.js': `${app}${route}app.use((err, req, res, next) => res.status(500).json({}));\n` },
    at: [['app.js', '{ ‸name } = req.body']],
    first: {
      'app.js': `${app}app.use(express.json());\n${route}app.use((err, req, res, next) => res.status(500).json({}));\n`,
    },
  },
  {
    name: 'behind the routes',
    ...noBody,
    files: { 'app.js': `${app}${route}app.use(express.json());\n` },
    at: [['app.js', '{ ‸name } = req.body']],
    first: { 'app.js': `${app}app.use(express.json());\n${route}` },
  },
  {
    name: 'a form',
    ...reading('name'),
    request: { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'name=x' },
    files: { 'app.js': `${app}app.use(express.json());\napp.post('/', (req, res) => res.send(req.body.name));\n` },
    at: [['app.js', 'body.‸name']],
    first: {
      'app.js': `${app}app.use(express.urlencoded({ extended: true }));\napp.use(express.json());\napp.post('/', (req, res) => res.send(req.body.name));\n`,
    },
  },
  {
    name: 'Express 5 sets none where none was sent: an empty one, as the project says elsewhere',
    ...noBody,
    request: { method: 'POST', body: '' },
    files: {
      'app.js': `${app}app.use(express.json());\napp.put('/', (req, res) => res.json(req.body ?? {}));\n${route}`,
      'package.json': '{"dependencies":{"express":"^5.1.0"}}',
    },
    at: [['app.js', '{ ‸name } = req.body']],
    first: { 'app.js': /const \{ name \} = req\.body \?\? \{\};/ },
    ask: null,
  },
  {
    name: 'Express 5 sets none where none was sent, and nothing tells what that means',
    ...noBody,
    request: { method: 'POST', body: '' },
    files: {
      'app.js': `${app}app.use(express.json());\n${route}`,
      'package.json': '{"dependencies":{"express":"^5.1.0"}}',
    },
    at: [['app.js', '{ ‸name } = req.body']],
    first: { 'app.js': /const \{ name \} = req\.body \?\? \{\};/ },
    ask: /says nowhere/,
  },
  {
    name: 'a body that was sent is not replaced by an empty one',
    ...noBody,
    request: { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<name/>' },
    files: {
      'app.js': `${app}app.use(express.json());\n${route}`,
      'package.json': '{"dependencies":{"express":"^5.1.0"}}',
    },
    at: [['app.js', '{ ‸name } = req.body']],
    first: null,
  },
  {
    name: 'the application is in another file',
    ...reading('name'),
    files: {
      'app.js': `${app}app.use('/a', require('./a'));\n`,
      'a.js': 'module.exports = (req, res) => res.send(req.body.name);\n',
    },
    at: [['a.js', 'body.‸name']],
    first: { 'app.js': `${app}app.use(express.json());\napp.use('/a', require('./a'));\n` },
  },
  {
    name: 'Koa, where the parser is declared',
    ...reading('name'),
    files: {
      'package.json': '{"dependencies":{"koa":"3","koa-bodyparser":"4"}}',
      'app.js':
        "const Koa = require('koa');\nconst app = new Koa();\napp.use((ctx) => { ctx.body = ctx.request.body.name; });\n",
    },
    at: [['app.js', 'request.body.‸name']],
    first: {
      'app.js':
        "const Koa = require('koa');\nconst bodyParser = require('koa-bodyparser');\nconst app = new Koa();\napp.use(bodyParser());\napp.use((ctx) => { ctx.body = ctx.request.body.name; });\n",
    },
  },
  ...(
    [
      ['that of the answer is taken for it', '', 'ctx.body = greet(ctx.request.body.name);'],
      ['the answer is set already', 'ctx.body = null; ', null],
    ] as const
  ).map(([name, before, after]) => ({
    name: `Koa, where the body is parsed: ${name}`,
    ...reading('name'),
    files: {
      'package.json': '{"dependencies":{"koa":"3","koa-bodyparser":"4"}}',
      'app.js': koaApp(`${before}ctx.body = greet(ctx.body.name);`),
    },
    at: [['app.js', 'ctx.body.‸name']] as const,
    first: after === null ? null : { 'app.js': koaApp(after) },
  })),
  {
    name: 'the parser is there: the client sent nothing',
    ...noBody,
    files: { 'app.js': `${app}app.use(express.json());\n${route}` },
    at: [['app.js', '{ ‸name } = req.body']],
    first: null,
  },
]);

check(wrongGuard, [
  {
    name: 'swapped operands',
    ...reading('length'),
    files: { 'a.js': 'module.exports = (user) => {\n  if (user.items.length > 0 && user.items) return 1;\n};\n' },
    at: [['a.js', 'items.‸length']],
    first: { 'a.js': 'module.exports = (user) => {\n  if (user.items && user.items.length > 0) return 1;\n};\n' },
  },
  {
    name: 'swapped operands of or',
    ...reading('name'),
    files: { 'a.js': "module.exports = (user) => user.name === '' || !user;\n" },
    at: [['a.js', 'user.‸name']],
    first: { 'a.js': "module.exports = (user) => !user || user.name === '';\n" },
  },
  {
    name: 'an inverted guard',
    ...reading('name'),
    files: {
      'a.js':
        'module.exports = (req, res) => {\n  const user = find(1);\n  if (user) return res.status(404).end();\n  res.json(user.name);\n};\n',
    },
    at: [['a.js', 'user.‸name']],
    first: {
      'a.js':
        'module.exports = (req, res) => {\n  const user = find(1);\n  if (!user) return res.status(404).end();\n  res.json(user.name);\n};\n',
    },
  },
  {
    name: 'an inverted comparison',
    ...reading('name'),
    files: {
      'a.js':
        'module.exports = (res, user) => {\n  if (user !== undefined) {\n    return res.status(404).end();\n  }\n  res.json(user.name);\n};\n',
    },
    at: [['a.js', 'user.‸name']],
    first: {
      'a.js':
        'module.exports = (res, user) => {\n  if (user === undefined) {\n    return res.status(404).end();\n  }\n  res.json(user.name);\n};\n',
    },
  },
  {
    name: 'inside the wrong branch',
    ...reading('name'),
    files: { 'a.js': 'module.exports = (user) => {\n  if (!user) {\n    log(user.name);\n  }\n};\n' },
    at: [['a.js', 'user.‸name']],
    first: { 'a.js': 'module.exports = (user) => {\n  if (user) {\n    log(user.name);\n  }\n};\n' },
  },
  {
    name: 'assignment for comparison',
    ...reading('name'),
    files: {
      'a.js':
        'module.exports = (res, user) => {\n  if (user = null) return res.status(404).end();\n  res.json(user.name);\n};\n',
    },
    at: [['a.js', 'user.‸name']],
    first: {
      'a.js':
        'module.exports = (res, user) => {\n  if (user == null) return res.status(404).end();\n  res.json(user.name);\n};\n',
    },
  },
  {
    name: 'a right guard stays',
    ...reading('name'),
    files: { 'a.js': 'module.exports = (res, user) => {\n  if (!res) return;\n  res.json(user.name);\n};\n' },
    at: [['a.js', 'user.‸name']],
    first: null,
  },
]);

check(envKey, [
  {
    name: 'a slip',
    class: 'env_missing',
    message: 'Missing environment variable DATABSE_URL',
    named: { envKey: 'DATABSE_URL' },
    context: { envKeys: ['DATABASE_URL', 'PATH'] },
    files: { 'a.js': 'const url = process.env.DATABSE_URL;\n' },
    at: [['a.js', 'const url']],
    first: { 'a.js': 'const url = process.env.DATABASE_URL;\n' },
  },
  {
    name: 'a slip in a destructuring',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'split')",
    named: { property: 'split', nullish: 'undefined' },
    context: { envKeys: ['ALLOWED_HOSTS'] },
    files: { 'a.js': 'const { ALOWED_HOSTS } = process.env;\nmodule.exports = ALOWED_HOSTS.split(",");\n' },
    at: [['a.js', '.‸split']],
    first: {
      'a.js': 'const { ALLOWED_HOSTS: ALOWED_HOSTS } = process.env;\nmodule.exports = ALOWED_HOSTS.split(",");\n',
    },
  },
  {
    name: 'it is set',
    class: 'type',
    message: 'x',
    context: { envKeys: ['PORT', 'PORTS'] },
    files: { 'a.js': 'const p = process.env.PORT;\n' },
    at: [['a.js', 'const p']],
    first: null,
  },
  {
    name: 'nobody set it',
    class: 'env_missing',
    message: 'Missing environment variable API_KEY',
    named: { envKey: 'API_KEY' },
    context: { envKeys: ['PATH'] },
    files: { 'a.js': 'const p = process.env.API_KEY;\n' },
    at: [['a.js', 'const p']],
    first: null,
  },
]);

const sent = {
  class: 'type' as const,
  message: 'Cannot set headers after they are sent to the client',
  named: { code: 'ERR_HTTP_HEADERS_SENT' },
};
check(doubleSend, [
  {
    name: 'Express',
    ...sent,
    files: {
      'a.js':
        "app.get('/', (req, res) => {\n  if (!req.query.q) {\n    res.status(400).json({ error: 'q' });\n  }\n  res.json({});\n});\n",
    },
    at: [['a.js', '‸res.json({})']],
    first: {
      'a.js':
        "app.get('/', (req, res) => {\n  if (!req.query.q) {\n    return res.status(400).json({ error: 'q' });\n  }\n  res.json({});\n});\n",
    },
  },
  {
    name: 'plain http, without braces',
    ...sent,
    files: {
      'a.js':
        "http.createServer((req, res) => {\n  if (req.url === '/') res.end('home');\n  res.writeHead(404);\n  res.end();\n});\n",
    },
    at: [['a.js', '‸res.writeHead']],
    first: {
      'a.js':
        "http.createServer((req, res) => {\n  if (req.url === '/') return res.end('home');\n  res.writeHead(404);\n  res.end();\n});\n",
    },
  },
  {
    name: 'more statements behind the answer',
    ...sent,
    files: {
      'a.js':
        "app.get('/', (req, res) => {\n  if (!req.query.q) {\n    res.status(400).json({});\n    count++;\n  }\n  res.json({});\n});\n",
    },
    at: [['a.js', '  ‸res.json({});\n})']],
    first: {
      'a.js':
        "app.get('/', (req, res) => {\n  if (!req.query.q) {\n    res.status(400).json({});\n    count++;\n    return;\n  }\n  res.json({});\n});\n",
    },
  },
  {
    name: 'two answers in a row: which is right, nobody knows',
    ...sent,
    files: { 'a.js': "app.get('/', (req, res) => {\n  res.json({ a: 1 });\n  res.json({ b: 1 });\n});\n" },
    at: [['a.js', '‸res.json({ b']],
    first: null,
  },
]);

check(badInput, [
  {
    name: 'JSON.parse of collected text',
    class: 'type',
    message: 'Unexpected end of JSON input',
    files: {
      'a.js':
        "http.createServer((req, res) => {\n  let body = '';\n  req.on('data', (c) => { body += c; });\n  req.on('end', () => {\n    const data = JSON.parse(body);\n    res.end(data.name);\n  });\n});\n",
    },
    at: [['a.js', 'JSON.‸parse']],
    first: {
      'a.js':
        /let data;\n {4}try \{\n {6}data = JSON\.parse\(body\);\n {4}\} catch \{\n {6}res\.writeHead\(400, .*\n.*\n {6}return;\n {4}\}\n {4}res\.end\(data\.name\)/,
    },
  },
  {
    name: 'decodeURIComponent of a path',
    class: 'type',
    message: 'URI malformed',
    files: { 'a.js': "app.get('*', (req, res) => {\n  res.json(decodeURIComponent(req.url));\n});\n" },
    at: [['a.js', '‸decodeURIComponent']],
    first: {
      'a.js':
        "app.get('*', (req, res) => {\n  try {\n    res.json(decodeURIComponent(req.url));\n  } catch {\n    return res.status(400).json({ error: 'Bad request' });\n  }\n});\n",
    },
  },
  {
    name: 'a file of our own is no input',
    class: 'type',
    message: 'Unexpected token',
    files: { 'a.js': "app.get('/', (req, res) => {\n  res.json(JSON.parse(fs.readFileSync('x.json')));\n});\n" },
    at: [['a.js', 'JSON.‸parse']],
    first: null,
  },
]);

check(unheardError, [
  {
    name: 'a stream into a reply',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open 'x'",
    context: {},
    files: {
      'a.js':
        "// Emitted 'error' event\nhttp.createServer((req, res) => {\n  fs.createReadStream('.' + req.url).pipe(res);\n});\n",
    },
    first: null,
  },
]);
