import { check } from '../cases.test-helper.ts';
import { routeOrder } from './route-order.ts';

const failed = { class: 'syntax' as const, message: 'Cannot convert search to a BigInt' };
const asked = { method: 'GET', url: '/plants/search?q=lav' };
const head = "const router = require('express').Router();\n";
const express = { 'package.json': '{"dependencies":{"express":"5"}}' };
const one = "router.get('/:id', plants.show);\n";
const search = "router.get('/search', plants.search);\n";
const tail = 'module.exports = router;\n';
const routed = (...lines: string[]) => ({ ...express, 'a.js': `${head}${lines.join('')}${tail}` });

check(routeOrder, [
  {
    name: 'handlers by name, with a route of another method between',
    ...failed,
    request: asked,
    files: routed(one, "router.post('/', plants.create);\n", search),
    first: { 'a.js': `${head}${search}${one}router.post('/', plants.create);\n${tail}` },
  },
  {
    name: 'with what is said of it above',
    ...failed,
    request: asked,
    files: routed('// One plant.\n', one, '\n/**\n * By words.\n */\n', search),
    first: { 'a.js': `${head}/**\n * By words.\n */\n${search}\n// One plant.\n${one}${tail}` },
  },
  {
    name: 'in an ES module, written out, over several lines and with a blank one between',
    ...failed,
    request: asked,
    files: {
      ...express,
      'a.ts':
        "import { Router } from 'express';\nexport const r = Router();\n\nr.get('/:id', async (req, res) => {\n  res.json(await one(BigInt(req.params.id)));\n});\n\nr.get('/search', async (req, res) => {\n  res.json(await found(req.query.q));\n});\n",
    },
    first: {
      'a.ts':
        "import { Router } from 'express';\nexport const r = Router();\n\nr.get('/search', async (req, res) => {\n  res.json(await found(req.query.q));\n});\n\nr.get('/:id', async (req, res) => {\n  res.json(await one(BigInt(req.params.id)));\n});\n",
    },
  },
  {
    name: 'a longer path of Hono, in a function',
    ...failed,
    request: { method: 'GET', url: '/api/rooms/7/bookings/latest' },
    files: {
      'package.json': '{"dependencies":{"hono":"4"}}',
      'a.js':
        "export function add(app) {\n  app.get('/rooms/:room/bookings/:id', (c) => c.json(one(BigInt(c.req.param('id')))));\n  app.get('/rooms/:room/bookings/latest', (c) => c.json(last()));\n}\n",
    },
    first: { 'a.js': /\{\n {2}app\.get\('\/rooms\/:room\/bookings\/latest'/ },
  },
  {
    name: 'the methods of a controller of NestJS',
    ...failed,
    request: asked,
    files: {
      'package.json': '{"dependencies":{"@nestjs/common":"11"}}',
      'a.ts':
        "@Controller('plants')\nexport class Plants {\n  @Get(':id')\n  one(@Param('id') id: string) {\n    return find(BigInt(id));\n  }\n\n  @Get('search')\n  search(@Query('q') q: string) {\n    return found(q);\n  }\n}\n",
    },
    first: {
      'a.ts':
        "@Controller('plants')\nexport class Plants {\n  @Get('search')\n  search(@Query('q') q: string) {\n    return found(q);\n  }\n\n  @Get(':id')\n  one(@Param('id') id: string) {\n    return find(BigInt(id));\n  }\n}\n",
    },
  },
  {
    name: 'not past a guard that stands between: it would no longer be asked',
    ...failed,
    request: asked,
    files: routed(one, 'router.use(requireAdmin);\n', search),
    first: null,
  },
  {
    name: 'not where the first one passes on',
    ...failed,
    request: asked,
    files: routed("router.get('/:id', (req, res, next) => (known(req.params.id) ? res.json(1) : next()));\n", search),
    first: null,
  },
  {
    name: 'not where the first one knows the word itself',
    ...failed,
    request: asked,
    files: routed(
      "router.get('/:id', (req, res) => res.json(req.params.id === 'search' ? all() : one(req)));\n",
      search,
    ),
    first: null,
  },
  {
    name: 'not before what it is made of',
    ...failed,
    request: asked,
    files: routed(one, 'const guard = limit(5);\n', "router.get('/search', guard, plants.search);\n"),
    first: null,
  },
  {
    name: 'not of another router, another method, or a request for something else',
    ...failed,
    request: asked,
    files: routed(
      one,
      "admin.get('/search', plants.search);\n",
      "router.post('/search', plants.search);\n",
      "router.get('/sales', plants.sales);\n",
    ),
    first: null,
  },
  {
    name: 'not where the parameter takes numbers alone',
    ...failed,
    request: asked,
    files: routed("router.get('/:id(\\\\d+)', plants.show);\n", search),
    first: null,
  },
  {
    name: 'not in Fastify, where the order tells nothing',
    ...failed,
    request: asked,
    files: {
      'package.json': '{"dependencies":{"fastify":"5"}}',
      'a.js':
        "module.exports = async (app) => {\n  app.get('/:id', async (request, reply) => one(BigInt(request.params.id)));\n  app.get('/search', async (request, reply) => found());\n};\n",
    },
    first: null,
  },
]);
