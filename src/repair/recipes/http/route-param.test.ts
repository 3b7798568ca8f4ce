import { check } from '../cases.test-helper.ts';
import { routeParam } from './route-param.ts';

const missing = {
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'name')",
  named: { property: 'name', nullish: 'undefined' as const },
};
const app = (handler: string): string => `const express = require('express');\nconst app = express();\n${handler}\n`;
const plain = (path: string, read: string): string =>
  app(`app.get('${path}', (req, res) => {\n  const user = users[${read}];\n  res.json(user.name);\n});`);

check(routeParam, [
  {
    name: 'of a handler that takes the request alone, and what its types say of it',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'trim')",
    named: { property: 'trim', nullish: 'undefined' },
    files: {
      'a.ts':
        "app.get<{ Params: { code: string } }>('/:station', async (request) => {\n  const { code } = request.params;\n  return find(code.trim());\n});\n",
    },
    at: [['a.ts', 'code.‸trim()']],
    first: {
      'a.ts':
        "app.get<{ Params: { station: string } }>('/:station', async (request) => {\n  const { station: code } = request.params;\n  return find(code.trim());\n});\n",
    },
  },
  ...['({ params }) => find(params.code.trim())', '({ params: { code } }) => find(code.trim())'].map((handler) => ({
    name: `of a handler that takes the request apart: ${handler}`,
    class: 'type' as const,
    message: "Cannot read properties of undefined (reading 'trim')",
    named: { property: 'trim', nullish: 'undefined' as const },
    files: { 'a.js': `app.get('/:station', ${handler});\n` },
    at: [['a.js', 'code.‸trim()']] as const,
    first: { 'a.js': /params\.station\.trim|params: \{ station: code \}/ },
  })),
  {
    name: 'another name is not defined, in a handler that reads what its route lacks',
    class: 'reference',
    message: 'filePath is not defined',
    named: { identifier: 'filePath' },
    files: { 'a.js': app("app.get('/u/:userId', (req, res) => {\n  res.json(filePath, req.params.id);\n});") },
    at: [['a.js', 'res.json(‸filePath']],
    first: null,
  },
  {
    name: 'the only parameter',
    ...missing,
    files: { 'a.js': plain('/u/:userId', 'req.params.id') },
    at: [['a.js', 'user.‸name']],
    first: { 'a.js': plain('/u/:userId', 'req.params.userId') },
  },
  {
    name: 'another word, but the only one',
    ...missing,
    files: { 'a.js': plain('/u/:slug', 'req.params.id') },
    at: [['a.js', 'user.‸name']],
    first: { 'a.js': plain('/u/:slug', 'req.params.slug') },
  },
  {
    name: 'the near one of two',
    ...missing,
    files: { 'a.js': plain('/t/:team/u/:userId', 'req.params.id') },
    at: [['a.js', 'user.‸name']],
    first: { 'a.js': plain('/t/:team/u/:userId', 'req.params.userId') },
  },
  {
    name: 'two that are equally near',
    ...missing,
    files: { 'a.js': plain('/t/:teamId/u/:userId', 'req.params.id') },
    at: [['a.js', 'user.‸name']],
    first: null,
  },
  {
    name: 'a parameter that is there',
    ...missing,
    files: { 'a.js': plain('/u/:id', 'req.params.id') },
    at: [['a.js', 'user.‸name']],
    first: null,
  },
  {
    name: 'a route without parameters',
    ...missing,
    files: { 'a.js': plain('/u', 'req.params.id') },
    at: [['a.js', 'user.‸name']],
    first: null,
  },
  {
    name: 'taken apart',
    ...missing,
    files: {
      'a.js': app(
        "app.get('/u/:userId', (req, res) => {\n  const { id } = req.params;\n  res.json(users[id].name);\n});",
      ),
    },
    at: [['a.js', 'users[id].‸name']],
    first: {
      'a.js': app(
        "app.get('/u/:userId', (req, res) => {\n  const { userId: id } = req.params;\n  res.json(users[id].name);\n});",
      ),
    },
  },
  {
    name: 'Hono',
    ...missing,
    outside: { 'package.json': '{"dependencies":{"hono":"^4"}}' },
    files: {
      'a.js':
        "import { Hono } from 'hono';\nconst app = new Hono();\napp.get('/u/:userId', (c) => {\n  const user = users.get(c.req.param('id'));\n  return c.json(user.name);\n});\n",
    },
    at: [['a.js', 'user.‸name']],
    first: { 'a.js': /c\.req\.param\('userId'\)/ },
  },
  {
    name: 'a path that is not written out',
    ...missing,
    files: { 'a.js': plain('/u', 'req.params.id').replace("'/u'", 'path') },
    at: [['a.js', 'user.‸name']],
    first: null,
  },
]);

const nested = (router: string, mount: string): Record<string, string> => ({
  'package.json': '{"dependencies":{"express":"5"}}',
  'app.js': `const app = require('express')();\napp.use('${mount}', require('./bids'));\n`,
  'bids.js': `const { Router } = require('express');\nconst router = ${router};\nrouter.get('/', async (req, res) => {\n  res.json(await bidsOn(Number(req.params.lotId)));\n});\nmodule.exports = router;\n`,
});
const notANumber = {
  class: 'database' as const,
  message: 'invalid input syntax for type integer: "NaN"',
  at: [['bids.js', 'await ‸bidsOn'] as const],
};

check(routeParam, [
  {
    name: 'one of the path that its router is mounted at',
    ...notANumber,
    files: nested('Router()', '/lots/:lotId/bids'),
    first: { 'bids.js': /const router = Router\(\{ mergeParams: true \}\);/ },
  },
  { name: 'one that no path has', ...notANumber, files: nested('Router()', '/lots/:id/bids'), first: null },
  {
    name: 'one that is merged already',
    ...notANumber,
    files: nested('Router({ mergeParams: true })', '/lots/:lotId/bids'),
    first: null,
  },
]);

const twice = (read: string): string =>
  `app.get('/orders/:orderId/items/:itemId', (req, res) => {\n  const order = find(req.params.${read});\n  res.json(order.items[req.params.itemId]);\n});\n`;

check(
  routeParam,
  (
    [
      ['order', null],
      ['itemID', /`itemID` may be `itemId` as well as `orderId`/],
    ] as const
  ).map(([read, ask]) => ({
    name: `\`${read}\` where one of two parameters is read already`,
    class: 'type' as const,
    message: "Cannot read properties of undefined (reading 'items')",
    named: { property: 'items', nullish: 'undefined' as const },
    files: { 'a.js': twice(read) },
    at: [['a.js', 'order.‸items']] as const,
    first: { 'a.js': twice('orderId') },
    ask,
  })),
);

const lost = { class: 'reference' as const, message: 'id is not defined', named: { identifier: 'id' } };
const named = (taken: string, body: string, path = '/people/:id'): string =>
  `const people = require('./people');\nasync function show({ params: { ${taken} } }) {\n  return ${body};\n}\nmodule.exports = (router) => router.get('${path}', show);\n`;
const shared = (path: string, read = 'job.name'): string =>
  `async function load(params) {\n  return jobs.find(Number(params.jobId));\n}\nasync function show({ params }) {\n  const job = await load(params);\n  return ${read};\n}\nasync function move({ params }) {\n  return (await load(params)).id;\n}\nexport default (router) => router.get('${path}', show).patch('/jobs/:jobId', move);\n`;
const noSuchNumber = {
  class: 'database' as const,
  message: 'invalid input syntax for type integer: "NaN"',
  at: [['a.js', 'jobs.‸find']] as const,
};

check(routeParam, [
  {
    name: 'of a function that is registered by its name, on a router of the project',
    ...lost,
    files: { 'a.js': named('personId', 'people.find(Number(id))') },
    at: [['a.js', 'Number(‸id)']],
    first: { 'a.js': named('id', 'people.find(Number(id))') },
  },
  {
    name: 'a name that stays where it is read',
    ...missing,
    files: { 'a.js': named('personId', 'people.find(personId).name') },
    at: [['a.js', '.‸name']],
    first: { 'a.js': named('id: personId', 'people.find(personId).name') },
  },
  {
    name: 'a function that is registered twice: neither path is its own',
    ...missing,
    files: {
      'a.js': `${named('personId', 'people.find(personId).name')}exports.more = (router) => router.get('/staff/:personId', show);\n`,
    },
    at: [['a.js', '.‸name']],
    first: null,
  },
  {
    name: 'the one route of several whose handlers share what reads the parameter',
    ...noSuchNumber,
    files: { 'a.js': shared('/jobs/:id') },
    first: { 'a.js': shared('/jobs/:jobId') },
  },
  {
    name: 'a route whose handler reads its parameter by the name that it has',
    ...noSuchNumber,
    files: { 'a.js': shared('/jobs/:id', '[params.id, job.name]') },
    first: null,
  },
  {
    name: 'a route that all others agree with',
    ...noSuchNumber,
    files: { 'a.js': shared('/jobs/:id').replace('/jobs/:jobId', '/jobs/:id') },
    first: null,
  },
]);
