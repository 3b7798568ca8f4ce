/** What functions make and hand over: containers, closures, files that only hand on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { argumentOrder } from '../calls/argument-order.ts';
import { check, contextOf } from '../cases.test-helper.ts';
import { configPlaces } from '../settings/config-places.ts';
import { configShape } from '../settings/config-shape.ts';
import { halfRenamed } from '../names/half-renamed.ts';
import { importExport } from '../modules/import-export.ts';
import { importPath } from '../modules/import-path.ts';
import { jsonConfig } from '../settings/json-config.ts';
import { property } from '../names/property.ts';
import { doubleSend } from '../http/replies.ts';

const nothing = (name: string) => ({
  class: 'type' as const,
  message: `Cannot read properties of undefined (reading '${name}')`,
  named: { property: name, nullish: 'undefined' as const },
});
const noFunction = (receiver: string, name: string) => ({
  class: 'type' as const,
  message: `${receiver}.${name} is not a function`,
  named: { receiver, property: name },
});
const notGiven = (name: string, module: string, importer: string) => ({
  class: 'import_export' as const,
  message: `The requested module '${module}' does not provide an export named '${name}'`,
  named: { exportName: name, module, importer },
});

const repos = {
  'repo.mjs': 'export const makeSales = (db) => ({ perDay: () => db.all("x"), add: (sale) => db.run(sale) });\n',
  'main.mjs':
    "import { build } from './container.mjs';\nimport { routes } from './routes.mjs';\nconst services = build({});\nroutes(services);\n",
};
const routes = (read: string) =>
  `export function routes({ sales }) {\n  return { days: (req, res) => res.json({ sales: ${read} }) };\n}\n`;

check(halfRenamed, [
  {
    name: 'a container gives by another name what has the member that is read',
    ...nothing('perDay'),
    files: {
      ...repos,
      'routes.mjs': routes('sales.perDay()'),
      'container.mjs':
        "import { makeSales } from './repo.mjs';\nexport function build(db) {\n  return { db, salesRepo: makeSales(db) };\n}\n",
    },
    at: [['routes.mjs', 'sales.‸perDay']],
    // The giver: whoever else takes `sales` is right, too.
    first: { 'container.mjs': /return \{ db, sales: makeSales\(db\) \}/ },
  },
  {
    name: 'what lacks that member is another thing',
    ...nothing('perWeek'),
    files: {
      ...repos,
      'routes.mjs': routes('sales.perWeek()'),
      'container.mjs':
        "import { makeSales } from './repo.mjs';\nexport function build(db) {\n  return { db, salesRepo: makeSales(db) };\n}\n",
    },
    at: [['routes.mjs', 'sales.‸perWeek']],
    first: null,
  },
]);

check(property, [
  {
    name: 'other words that join mean the same',
    ...noFunction('sales', 'byDay'),
    files: { 'a.mjs': 'export const list = (sales) => sales.byDay();\n' },
    facts: { sales: { keys: ['add', 'perDay', 'perWeek'] } },
    at: [['a.mjs', 'sales.‸byDay']],
    first: { 'a.mjs': /sales\.perDay\(\)/ },
  },
  {
    name: 'who did it is not what was done',
    ...nothing('trim'),
    files: { 'a.mjs': 'export const who = (item) => item.createdBy.trim();\n' },
    facts: { item: { keys: ['id', 'created'] } },
    at: [['a.mjs', 'item.createdBy.‸trim']],
    first: null,
  },
]);

check(argumentOrder, [
  {
    name: 'what was made for this call alone is no slip',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'id')",
    named: { property: 'id', nullish: 'undefined' },
    files: {
      'views.js': 'export const show = (plot) => plot.owner.id;\n',
      'a.js':
        "import { show } from './views.js';\nexport const one = (plot) => show(plot);\nexport const two = (plots) => plots.map((plot) => show(plot));\nexport async function change(plot, input) {\n  const changed = await save(plot, input);\n  return show(changed);\n}\n",
    },
    at: [
      ['views.js', 'plot.owner.‸id'],
      ['a.js', 'return ‸show(changed)'],
    ],
    facts: { plot: { keys: ['id'] } },
    first: null,
  },
  {
    name: 'what is used elsewhere, too, may stand there by a slip',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'id')",
    named: { property: 'id', nullish: 'undefined' },
    files: {
      'views.js': 'export const show = (plot) => plot.owner.id;\n',
      'a.js':
        "import { show } from './views.js';\nexport const one = (plot) => show(plot);\nexport const two = (plots) => plots.map((plot) => show(plot));\nexport async function change(plot, input) {\n  const saved = await save(plot, input);\n  log(saved);\n  return show(saved);\n}\n",
    },
    at: [
      ['views.js', 'plot.owner.‸id'],
      ['a.js', 'return ‸show(saved)'],
    ],
    facts: { plot: { keys: ['id'] } },
    first: { 'a.js': /log\(saved\);\n {2}return show\(plot\);/ },
  },
  {
    name: 'nothing was given: no order helps',
    class: 'type',
    message: 'The first argument must be of type string or an instance of Buffer. Received undefined',
    files: { 'a.js': "exports.read = (given) => Buffer.from(given, 'hex');\n" },
    at: [['a.js', 'Buffer.‸from']],
    first: null,
  },
  {
    name: 'a handler that was handed over and takes less than it is given',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'id')",
    named: { property: 'id', nullish: 'undefined' },
    files: {
      'a.js':
        'exports.run = (routes) => (ctx, next) => {\n  const { handler } = routes[0];\n  return handler(next, ctx);\n};\nexports.show = (ctx) => ctx.params.id;\n',
    },
    at: [
      ['a.js', 'params.‸id'],
      ['a.js', 'return ‸handler'],
    ],
    first: { 'a.js': /return handler\(ctx, next\);/ },
  },
  {
    name: 'a function that a file hands on is given its arguments in another order',
    ...noFunction('shops', 'list'),
    files: {
      'web/shops.mjs': 'export function shopRoutes(shops, orders) {\n  return () => [shops.list(), orders.of(1)];\n}\n',
      'web/index.mjs': "export { shopRoutes } from './shops.mjs';\n",
      'app.mjs':
        "import { shopRoutes } from './web/index.mjs';\nexport const make = (orders, shops) => shopRoutes(orders, shops);\n",
    },
    at: [['web/shops.mjs', 'shops.‸list']],
    first: { 'app.mjs': /=> shopRoutes\(shops, orders\)/ },
  },
]);

check(configShape, [
  {
    name: 'a section that a factory was handed under a name that the file lacks: its keys tell which it is',
    ...nothing('blocked'),
    files: {
      'conf/site.json':
        '{ "title": "x", "list": { "size": 2 }, "pages": { "max": 3 }, "wishes": { "most": 2, "blocked": [] } }',
      'wishes.js':
        'exports.make = ({ limits }) => {\n  function add(wish) {\n    return limits.blocked.includes(wish.from);\n  }\n  return { add };\n};\n',
      'app.js': "exports.handle = (wishes) => {\n  wishes.add({ from: 'a' });\n};\n",
      'server.js':
        "const { make } = require('./wishes');\nconst site = JSON.parse(require('fs').readFileSync('conf/site.json', 'utf8'));\nconst sizes = [site.list.size, site.pages.max];\nmake({ limits: site.requests, sizes });\n",
    },
    // The caller on the stack called `add`: `limits` came from elsewhere.
    at: [
      ['wishes.js', 'limits.‸blocked', 'add'],
      ['app.js', 'wishes.‸add', 'handle'],
    ],
    first: { 'server.js': /limits: site\.wishes/ },
  },
]);

check(importExport, [
  {
    name: 'a file that only hands on lacks a line',
    ...notGiven('Notices', './core/index.js', 'app.ts'),
    files: {
      'core/index.ts': "export * from './types.js';\nexport { load } from './load.js';\n",
      'core/types.ts': 'export interface Kind {}\n',
      'core/load.ts': 'export const load = () => 1;\n',
      'core/events.ts': 'export class Notices {}\n',
      'app.ts': "import { load, Notices } from './core/index.js';\nconsole.log(load(), new Notices());\n",
    },
    first: { 'core/index.ts': /load\.js';\nexport \{ Notices \} from '\.\/events\.js';\n$/ },
  },
  {
    name: 'two files that have the name are none',
    ...notGiven('Notices', './core/index.js', 'app.ts'),
    files: {
      'core/index.ts': "export { load } from './load.js';\n",
      'core/load.ts': 'export const load = () => 1;\n',
      'core/events.ts': 'export class Notices {}\n',
      'core/mails.ts': 'export class Notices {}\n',
      'app.ts': "import { load, Notices } from './core/index.js';\nconsole.log(load(), new Notices());\n",
    },
    first: null,
  },
]);

const noModule = (module: string, importer: string) => ({
  class: 'missing_module' as const,
  message: `Cannot find module '${module}'`,
  named: { code: 'MODULE_NOT_FOUND', module, importer },
});

check(importPath, [
  {
    name: 'a module of Node, looked for in the project',
    ...noModule('./lib/events', 'a.js'),
    files: { 'a.js': "const fs = require('fs');\nconst { EventEmitter } = require('./lib/events');\n" },
    first: { 'a.js': /require\('events'\)/ },
  },
  {
    name: 'what Node does not give out is a file of the project that is gone',
    ...noModule('./lib/events', 'a.js'),
    files: { 'a.js': "const { onBooked } = require('./lib/events');\n" },
    first: null,
  },
]);

const noFile = (path: string) => ({
  class: 'missing_file' as const,
  message: `ENOENT: no such file or directory, open '/srv/project/${path}'`,
  named: { path: `/srv/project/${path}`, code: 'ENOENT' },
});

check(configPlaces, [
  {
    name: 'a setting names the file with another ending',
    ...noFile('data/tracks.jsonl'),
    files: {
      'conf/site.json': '{ "tracks": "data/tracks.jsonl" }',
      'data/tracks.ndjson': '{}\n',
      'a.js': '',
    },
    first: { 'conf/site.json': '{ "tracks": "data/tracks.ndjson" }' },
  },
  {
    name: 'the one text that names a file which lies a folder below',
    ...noFile('db/seed.sql'),
    files: {
      'db/seeds/seed.sql': 'select 1;\n',
      'db/connect.js': "const script = (name) => readFileSync(join(__dirname, name), 'utf8');\nscript('seed.sql');\n",
    },
    first: { 'db/connect.js': /script\('seeds\/seed\.sql'\)/ },
  },
]);

check(doubleSend, [
  {
    name: 'a helper of a module answers, and the handler goes on',
    class: 'unknown',
    message: 'Cannot write headers after they are sent to the client',
    named: { code: 'ERR_HTTP_HEADERS_SENT' },
    files: {
      'respond.js':
        'exports.json = (res, status, value) => {\n  res.writeHead(status);\n  res.end(JSON.stringify(value));\n};\n',
      'a.js':
        "const respond = require('./respond');\nexports.next = (queue) => async (req, res) => {\n  const wish = queue.shift();\n  if (!wish) respond.json(res, 200, { title: null });\n  respond.json(res, 200, wish);\n};\n",
    },
    at: [['respond.js', 'res.‸writeHead']],
    first: { 'a.js': /if \(!wish\) return respond\.json/ },
  },
]);

test('POL-3 json-config: of data that no repair writes a person is told the line', async () => {
  const given = {
    name: 'a line',
    class: 'config' as const,
    message: "Expected ',' or '}' after property value in JSON at position 9",
    files: { 'data/tracks.ndjson': '{"id": 1}\n{"id": 2\n', 'a.js': '' },
    first: null,
  };
  const context = contextOf(given);
  const booting = { ...context, signal: { ...context.signal, beforeReady: true } };
  assert.match((await jsonConfig.outside?.(booting))?.why ?? '', /^data\/tracks\.ndjson:2 is not valid JSON/);
  assert.equal(await jsonConfig.outside?.(context), null, 'a request may have brought what is no JSON');
});
