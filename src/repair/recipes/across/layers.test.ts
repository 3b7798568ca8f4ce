/** Servers in layers: services and routes are made by functions that are given what they need. */
import { argumentOrder } from '../calls/argument-order.ts';
import { argumentShape } from '../calls/argument-shape.ts';
import { check } from '../cases.test-helper.ts';
import { forgottenGuard } from '../guards/forgotten-guard.ts';
import { middlewareCall } from '../http/middleware.ts';
import { missingAwait } from '../promises/missing-await.ts';
import { routeParam } from '../http/route-param.ts';
import { setupOrder } from '../http/setup-order.ts';

const reading = (name: string) => ({
  class: 'type' as const,
  message: `Cannot read properties of undefined (reading '${name}')`,
  named: { property: name, nullish: 'undefined' as const },
});
const packageJson = '{"type":"module","dependencies":{"express":"5","hono":"4"}}';
const leases =
  'export function leaseService({ leases }, { db, billing }) {\n  return {\n    end(id) {\n      return billing.balance(id);\n    },\n  };\n}\n';
const make = (rest: string): string =>
  `import { leaseService } from './leases.js';\nexport function make(stores, db) {\n  const billing = billingOf(stores);\n  return leaseService(stores, ${rest});\n}\n`;

check(argumentShape, [
  {
    name: 'a constructor takes in order what everybody gives it in one object',
    ...reading('map'),
    files: {
      'orchard.mjs':
        'export class Orchard {\n  constructor(trees, members) {\n    this.trees = trees;\n    this.members = members.map((each) => each.id);\n  }\n}\n',
      'app.mjs': "import { Orchard } from './orchard.mjs';\nnew Orchard({ members: [], trees: [] });\n",
    },
    at: [['orchard.mjs', 'members.‸map']],
    first: { 'orchard.mjs': /constructor\(\{ trees, members \}\) \{/ },
    ask: null,
  },
  {
    name: 'a constructor that somebody gives its parts in order',
    ...reading('map'),
    files: {
      'orchard.mjs':
        'export class Orchard {\n  constructor(trees, members) {\n    this.trees = trees;\n    this.members = members.map((each) => each.id);\n  }\n}\n',
      'app.mjs':
        "import { Orchard } from './orchard.mjs';\nnew Orchard({ members: [], trees: [] });\nnew Orchard([], []);\n",
    },
    at: [['orchard.mjs', 'members.‸map']],
    first: null,
  },
  {
    name: 'what a function further out takes apart and is not handed, in its second object',
    ...reading('balance'),
    files: { 'leases.js': leases, 'make.js': make('{ db }') },
    at: [['leases.js', 'billing.‸balance']],
    facts: { billing: { type: 'undefined' } },
    first: { 'make.js': /leaseService\(stores, \{ db, billing \}\)/ },
  },
  {
    name: 'the thing itself, where it is taken out of an object',
    ...reading('balance'),
    files: { 'leases.js': leases.replace('{ db, billing }', '{ billing }'), 'make.js': make('billing') },
    at: [['leases.js', 'billing.‸balance']],
    facts: { billing: { type: 'undefined' } },
    first: { 'make.js': /leaseService\(stores, \{ billing \}\)/ },
  },
  {
    name: 'another thing, of which it may well be a part',
    ...reading('balance'),
    files: { 'leases.js': leases.replace('{ db, billing }', '{ billing }'), 'make.js': make('db') },
    at: [['leases.js', 'billing.‸balance']],
    facts: { billing: { type: 'undefined' } },
    first: null,
  },
]);

check(missingAwait, [
  {
    name: 'stores that are taken apart and were never waited for, through who hands them on',
    ...reading('all'),
    files: {
      'package.json': packageJson,
      'routes.js': 'export function routes({ boats }) {\n  return () => boats.all();\n}\n',
      'app.js': "import { routes } from './routes.js';\nexport function make(stores) {\n  return routes(stores);\n}\n",
      'main.js':
        "import { make } from './app.js';\nasync function open() {\n  return { boats: await read() };\n}\nconst stores = open();\nmake(stores)();\n",
    },
    at: [['routes.js', 'boats.‸all']],
    facts: { boats: { type: 'undefined' } },
    first: { 'main.js': /^const stores = await open\(\);$/m },
  },
]);

const sum =
  'const sum = (list, pick) => list.reduce((total, one) => total + pick(one), 0);\nconst rent = (one) => one.cents;\n';
check(argumentOrder, [
  ...[
    ["assert.ok(day >= '2026-02-01', 'January is closed');", '‸assert.ok(day'],
    ["ensure(isOpen(day), `January is closed: ${'$'}{day}`);", '‸ensure(isOpen'],
  ].map(([line = '', at = '']) => ({
    name: `a check that says its message: ${line.slice(0, 6)}`,
    class: 'assertion' as const,
    message: 'AssertionError: January is closed: 2026-01-15',
    files: {
      'days.js': `const assert = require('node:assert/strict');\nexports.issue = (day) => {\n  ${line}\n  return day;\n};\n`,
    },
    at: [['days.js', at] as const],
    first: null,
  })),
  {
    name: 'a function where the list belongs, as the parameters are used',
    class: 'type',
    message: 'list.reduce is not a function',
    named: { property: 'reduce', receiver: 'list' },
    files: { 'a.js': `${sum}exports.due = (held) => sum(rent, held);\n` },
    at: [
      ['a.js', 'list.‸reduce'],
      ['a.js', '=> ‸sum(rent, held)'],
    ],
    first: { 'a.js': /sum\(held, rent\)/ },
  },
  {
    name: 'the stores, which all other calls give first',
    ...reading('get'),
    files: {
      'a.js':
        'async function results({ races }, id) {\n  return races.get(id);\n}\nexports.a = (stores, id) => results(stores, id);\nexports.b = (stores, race) => results(race.id, stores);\n',
    },
    at: [
      ['a.js', 'races.‸get'],
      ['a.js', '=> ‸results(race.id, stores)'],
    ],
    facts: { races: { type: 'undefined' } },
    first: { 'a.js': /results\(stores, race\.id\)/ },
  },
  {
    name: '`next` is given nothing by whoever calls it',
    ...reading('length'),
    files: {
      'package.json': packageJson,
      'a.js':
        "import { Hono } from 'hono';\nconst app = new Hono();\napp.use(async (c, next) => {\n  await next();\n});\napp.get('/', (c) => c.json(c.crew.length));\n",
    },
    at: [
      ['a.js', 'crew.‸length'],
      ['a.js', 'await ‸next()'],
    ],
    first: null,
  },
]);

check(routeParam, [
  {
    name: 'the one parameter of the route, which the handler reads elsewhere by its name',
    ...reading('toUpperCase'),
    files: {
      'package.json': packageJson,
      'a.js':
        "import { Hono } from 'hono';\nconst app = new Hono();\napp.get('/:sail', async (c) => {\n  const boat = c.req.param('boat').toUpperCase();\n  return c.json({ boat, sail: c.req.param('sail') });\n});\n",
    },
    at: [['a.js', "('boat').‸toUpperCase"]],
    first: { 'a.js': /const boat = c\.req\.param\('sail'\)/ },
  },
]);

const numbers =
  'export function numberParam(name) {\n  return (req, res, next) => {\n    req.ids = { ...req.ids, [name]: Number(req.params[name]) };\n    next();\n  };\n}\n';
const routes = (name: string, guard: string): string =>
  `import { Router } from 'express';\nimport { numberParam } from './numbers.js';\nexport const ${name} = Router();\n${name}.get('/:id', ${guard}(req, res) => {\n  res.json(req.ids.id);\n});\n`;
check(setupOrder, [
  {
    name: 'a middleware of single routes, as the routes of another file name it',
    ...reading('id'),
    files: {
      'package.json': packageJson,
      'numbers.js': numbers,
      'tenants.js': routes('tenants', "numberParam('id'), "),
      'waiting.js': routes('waiting', ''),
    },
    at: [['waiting.js', 'req.ids.‸id']],
    facts: { 'req.ids': { type: 'undefined' } },
    first: { 'waiting.js': /get\('\/:id', numberParam\('id'\), \(req, res\)/ },
  },
  {
    name: 'one that this file does not know',
    ...reading('id'),
    files: {
      'package.json': packageJson,
      'numbers.js': numbers,
      'tenants.js': routes('tenants', "numberParam('id'), "),
      'waiting.js': routes('waiting', '').replace(/import \{ numberParam.*\n/, ''),
    },
    at: [['waiting.js', 'req.ids.‸id']],
    facts: { 'req.ids': { type: 'undefined' } },
    first: null,
  },
]);

const needing = (last: string, other = "need('chair')"): string =>
  `import express from 'express';\nimport { need } from './need.js';\nconst app = express();\napp.get('/a', need('chair'), show);\napp.get('/b', ${other}, show);\napp.get('/c', ${last}, show);\n`;
const need =
  'export const need = (role) => (req, res, next) => {\n  if (req.role !== role) throw new Error(role);\n  next();\n};\n';
const hanging = {
  class: 'timeout' as const,
  message: 'no answer',
  request: {},
  context: { signal: { kind: 'timeout' } as never },
};
const making =
  "import { Router } from 'express';\nexport const make = ({ store }) => {\n  const router = Router();\n  router.get('/', (req, res) => res.json(store));\n  return router;\n};\n";
const mounting = (members: string) =>
  `import { make as members } from './members.js';\nimport { make as pieces } from './pieces.js';\nimport { make as reports } from './reports.js';\nexport default (app, services) => {\n  app.use('/members', ${members});\n  app.use('/pieces', pieces(services));\n  app.use('/reports', reports(services));\n};\n`;
check(middlewareCall, [
  {
    name: 'what makes the guard is given what all other routes give it',
    ...hanging,
    files: { 'package.json': packageJson, 'need.js': need, 'a.js': needing('need') },
    first: { 'a.js': /'\/c', need\('chair'\), show/ },
  },
  {
    name: 'other routes give it different things',
    ...hanging,
    files: { 'package.json': packageJson, 'need.js': need, 'a.js': needing('need', "need('helper')") },
    first: null,
  },
  {
    name: 'what makes a router out of what it takes apart is given what those beside it are given',
    ...hanging,
    files: {
      'package.json': packageJson,
      'members.js': making,
      'pieces.js': making,
      'reports.js': making,
      'a.js': mounting('members'),
    },
    first: { 'a.js': mounting('members(services)') },
  },
]);

check(forgottenGuard, [
  {
    name: 'a function that a table has not, where who calls asks for nothing',
    class: 'type',
    message: 'job is not a function',
    named: { identifier: 'job' },
    files: {
      'jobs.js':
        'exports.start = (jobs) => {\n  const run = async (name) => {\n    const job = jobs[name];\n    return job();\n  };\n  return { run };\n};\n',
      'app.js':
        "app.post('/jobs/:name', async (req, res) => {\n  const result = await scheduler.run(req.params.name);\n  if (!result) return res.status(404).json({ error: 'no such job' });\n  res.json(result);\n});\n",
    },
    at: [['jobs.js', 'return ‸job()', 'run']],
    facts: { job: { type: 'undefined' }, name: { type: 'string', preview: '"x"' } },
    request: { method: 'POST', url: '/jobs/x' },
    first: { 'jobs.js': /jobs\[name\];\n {4}if \(!job\) return null;/ },
  },
  {
    name: 'the guard of the same store, which says the key as it is written here',
    ...reading('sail'),
    files: {
      'package.json': packageJson,
      'races.js':
        "app.post('/', async (c) => {\n  const { sail } = await c.req.json();\n  const boat = await boats.find(sail);\n  if (!boat) throw notFound(`boat ${sail}`);\n  return c.json(boat);\n});\n",
      'boats.js':
        "import { Hono } from 'hono';\nimport { notFound } from './failure.js';\nconst app = new Hono();\napp.get('/:sail', async (c) => {\n  const boat = await boats.find(c.req.param('sail'));\n  return c.json({ sail: boat.sail });\n});\n",
    },
    at: [['boats.js', 'boat.‸sail']],
    facts: { boat: { type: 'null' } },
    request: { url: '/X' },
    first: { 'boats.js': /if \(!boat\) throw notFound\(`boat \$\{c\.req\.param\('sail'\)\}`\);/ },
  },
  {
    name: 'what the body has under the name of the key is not there, whatever else it names is',
    ...reading('tags'),
    files: {
      'drivers.json': '[{"id":"D1"}]',
      'a.js':
        "const { ApiError } = require('./errors');\nexports.plan = (input) => {\n  const driver = drivers.get(input.driver);\n  if (!driver) throw ApiError.notFound('driver', input.driver);\n  const vehicle = vehicles.get(input.plate);\n  return { driver, tags: vehicle.tags };\n};\n",
    },
    at: [['a.js', 'vehicle.‸tags']],
    facts: { vehicle: { type: 'undefined' } },
    request: { method: 'POST', url: '/trips', body: '{"plate":"NO","driver":"D1"}' },
    first: { 'a.js': /if \(!vehicle\) throw ApiError\.notFound\('vehicle', input\.plate\);/ },
  },
]);
