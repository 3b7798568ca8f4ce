import { check } from '../cases.test-helper.ts';
import { nullGuard } from './null-guard.ts';

const reading = (name: string) => ({
  class: 'type' as const,
  message: `Cannot read properties of undefined (reading '${name}')`,
  named: { property: name, nullish: 'undefined' as const },
});

check(nullGuard, [
  {
    name: 'Express: not found',
    ...reading('name'),
    files: {
      'a.js':
        "app.get('/users/:id', (req, res) => {\n  const user = users.find((u) => u.id === req.params.id);\n  res.json({ name: user.name });\n});\n",
    },
    at: [['a.js', 'user.‸name }']],
    first: {
      'a.js':
        "app.get('/users/:id', (req, res) => {\n  const user = users.find((u) => u.id === req.params.id);\n  if (user == null) return res.status(404).json({ error: 'Not found' });\n  res.json({ name: user.name });\n});\n",
    },
  },
  {
    name: 'Express: in the words that the file uses elsewhere',
    ...reading('name'),
    files: {
      'a.js':
        "app.get('/a', async (req, res) => {\n  return res.status(404).send({ message: 'no such thing' });\n});\napp.get('/users/:id', async (req, res) => {\n  const user = await db.findUser(req.params.id);\n  res.json(user.name);\n});\n",
    },
    at: [['a.js', 'user.‸name']],
    first: {
      'a.js':
        /if \(user == null\) return res\.status\(404\)\.send\(\{ message: 'no such thing' \}\);\n {2}res\.json\(user\.name\)/,
    },
  },
  {
    name: 'what the client did not send is a bad request',
    ...reading('toUpperCase'),
    files: {
      'a.js':
        "const express = require('express');\nconst app = express();\napp.get('/', (req, res) => {\n  res.send(req.query.q.toUpperCase());\n});\n",
    },
    at: [['a.js', 'q.‸toUpperCase']],
    first: {
      'a.js':
        /\n {2}if \(req\.query\?\.q == null\) return res\.status\(400\)\.json\(\{ error: 'Bad request' \}\);\n {2}res\.send/,
    },
  },
  {
    name: 'a call gets a name',
    ...reading('name'),
    files: {
      'a.js': "app.get('/', (req, res) => {\n  res.json(users.find((u) => u.id === req.params.id).name);\n});\n",
    },
    at: [['a.js', ').‸name']],
    first: {
      'a.js':
        "app.get('/', (req, res) => {\n  const found = users.find((u) => u.id === req.params.id);\n  if (found == null) return res.status(404).json({ error: 'Not found' });\n  res.json(found.name);\n});\n",
    },
  },
  {
    name: 'an arrow without a body',
    ...reading('name'),
    files: { 'a.js': "app.get('/', (req, res) => res.json(users[req.params.id].name));\n" },
    at: [['a.js', '].‸name']],
    first: {
      'a.js':
        "app.get('/', (req, res) => {\n  const found = users[req.params.id];\n  if (found == null) return res.status(404).json({ error: 'Not found' });\n  return res.json(found.name);\n});\n",
    },
  },
  {
    name: 'Fastify',
    ...reading('name'),
    files: {
      'package.json': '{"dependencies":{"fastify":"5"}}',
      'a.js':
        "fastify.get('/:id', async (request, reply) => {\n  const item = items.get(request.params.id);\n  return { name: item.name };\n});\n",
    },
    at: [['a.js', 'item.‸name']],
    first: { 'a.js': /\n {2}if \(item == null\) return reply\.code\(404\)\.send\(\{ error: 'Not found' \}\);\n/ },
  },
  {
    name: 'Koa',
    ...reading('name'),
    files: {
      'package.json': '{"dependencies":{"koa":"3"}}',
      'a.js':
        "router.get('/:id', async (ctx) => {\n  const item = items.get(ctx.params.id);\n  ctx.body = item.name;\n});\n",
    },
    at: [['a.js', 'item.‸name']],
    first: {
      'a.js':
        /\n {2}if \(item == null\) \{\n {4}ctx\.status = 404;\n {4}ctx\.body = \{ error: 'Not found' \};\n {4}return;\n {2}\}\n/,
    },
  },
  {
    name: 'Hono',
    ...reading('name'),
    files: {
      'package.json': '{"dependencies":{"hono":"4"}}',
      'a.js':
        "app.get('/:id', (c) => {\n  const item = items.get(c.req.param('id'));\n  return c.json(item.name);\n});\n",
    },
    at: [['a.js', 'item.‸name']],
    first: { 'a.js': /\n {2}if \(item == null\) return c\.json\(\{ error: 'Not found' \}, 404\);\n/ },
  },
  {
    name: 'plain http',
    ...reading('name'),
    files: {
      'a.js':
        'http.createServer((req, res) => {\n  const item = items[req.url];\n  res.end(item.name);\n}).listen(1);\n',
    },
    at: [['a.js', 'item.‸name']],
    first: {
      'a.js':
        /if \(item == null\) \{\n {4}res\.writeHead\(404, .*\n {4}res\.end\(JSON\.stringify\(\{ error: 'Not found' \}\)\);\n {4}return;\n {2}\}\n {2}res\.end\(item\.name\)/,
    },
  },
  {
    name: 'NestJS',
    ...reading('name'),
    files: {
      'a.ts':
        "import { Injectable } from '@nestjs/common';\n@Injectable()\nexport class A {\n  one(id: string) {\n    const item = this.items.find((each) => each.id === id);\n    return item.name;\n  }\n}\n",
    },
    at: [['a.ts', 'item.‸name']],
    first: {
      'a.ts':
        /import \{ Injectable, NotFoundException \} from[\s\S]*\n {4}if \(item == null\) throw new NotFoundException\('Not found'\);\n {4}return item\.name/,
    },
  },
  {
    name: 'no handler: a guard would hide the fault',
    ...reading('port'),
    files: { 'a.js': 'const config = load();\nconsole.log(config.port);\n' },
    at: [['a.js', 'config.‸port']],
    first: null,
  },
  {
    name: 'a module-level value is no matter of this request',
    ...reading('name'),
    files: { 'a.js': "const site = settings.site;\napp.get('/', (req, res) => {\n  res.json(site.name);\n});\n" },
    at: [['a.js', 'site.‸name']],
    first: null,
  },
  {
    name: 'the object never has that member: a 404 would hide the fault',
    ...reading('amount'),
    files: {
      'a.js':
        "app.get('/', (req, res) => {\n  const total = getTotal(req.query.a);\n  res.json(total.value.amount);\n});\n",
    },
    at: [['a.js', 'value.‸amount']],
    facts: { total: { keys: ['vat'] }, 'total.value': { type: 'undefined' } },
    first: null,
  },
  {
    name: 'a promise is awaited, not guarded',
    ...reading('name'),
    files: {
      'a.js':
        "app.get('/', (req, res) => {\n  const user = find(req.params.id);\n  res.json(user.profile.name);\n});\n",
    },
    at: [['a.js', 'profile.‸name']],
    facts: { user: { className: 'Promise', thenable: true }, 'user.profile': { thenable: true } },
    first: null,
  },
  {
    name: 'the last of a list of the thing that was asked for, which is there',
    ...reading('by'),
    files: {
      'a.js':
        "app.get('/:id', (req, res) => {\n  const tree = find(req.params.id);\n  if (!tree) return res.status(404).json({ error: 'no tree' });\n  const last = tree.grafts.at(-1);\n  res.json({ count: tree.grafts.length, by: last.by });\n});\n",
    },
    at: [['a.js', 'by: last.‸by']],
    first: null,
  },
]);
