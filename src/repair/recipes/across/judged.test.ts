/** Faults of servers written blind: what their misses asked for. */
import { check } from '../cases.test-helper.ts';
import { danglingKey } from '../settings/dangling-key.ts';
import { envKey } from '../settings/elsewhere.ts';
import { halfRenamed } from '../names/half-renamed.ts';
import { identifier } from '../names/identifier.ts';
import { lostThis } from '../calls/lost-this.ts';
import { nextForgotten } from '../http/middleware.ts';
import { noEmitter } from '../calls/no-emitter.ts';
import { property } from '../names/property.ts';
import { sqlFile } from '../database/sql-file.ts';

const unreadable = (name: string) => ({
  class: 'type' as const,
  message: `Cannot read properties of undefined (reading '${name}')`,
  named: { property: name, nullish: 'undefined' as const },
});
const noFunction = (receiver: string, name: string) => ({
  class: 'type' as const,
  message: `${receiver}.${name} is not a function`,
  named: { receiver, property: name },
});

const invoice = 'exports.price = (code) => parts.find((part) => part.code === code).price;\n';
const job = (part: string) => `exports.job = { car: 'Saab', parts: ['belt', '${part}'] };\n`;

const translate = "exports.t = (key) => key.split('.').reduce((node, part) => node[part], words).trim();\n";

const texts = '{ "ticket": { "opened": "No. %number% on %space%", "paid": "Thanks" } }';
check(danglingKey, [
  {
    name: 'a placeholder of a text in JSON',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'toString')",
    named: { property: 'toString', nullish: 'undefined' },
    files: {
      'en.json': texts.replace('%space%', '%spcae%'),
      'say.js': 'exports.say = (text, values) => text.replace(/%(\\w+)%/g, (_, name) => values[name].toString());\n',
    },
    at: [['say.js', 'values[name].‸toString()']],
    facts: { name: { type: 'string', preview: '"spcae"' }, values: { keys: ['number', 'space'] } },
    first: { 'en.json': texts },
  },
  {
    name: 'a text that is called otherwise than in the other language',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'trim')",
    named: { property: 'trim', nullish: 'undefined' },
    files: {
      'en.json': texts.replace('opened', 'open'),
      'de.json': texts.replace('Thanks', 'Danke'),
      'say.js': "exports.say = (key) => key.split('.').reduce((part, name) => part[name], texts).trim();\n",
    },
    at: [['say.js', 'texts).‸trim()']],
    facts: { key: { type: 'string', preview: '"ticket.opened"' } },
    first: { 'en.json': texts },
  },
  {
    name: 'a placeholder of a template',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'trim')",
    named: { property: 'trim', nullish: 'undefined' },
    files: {
      'views/page.html': '<p>{{number}} of {{ custmer }}</p>\n',
      'page.js':
        'exports.fill = (text, values) => text.replace(/\\{\\{\\s*(\\w+)\\s*\\}\\}/g, (_, key) => values[key].trim());\n',
    },
    at: [['page.js', 'values[key].‸trim()']],
    facts: { key: { type: 'string', preview: '"custmer"' }, values: { keys: ['number', 'customer'] } },
    first: { 'views/page.html': '<p>{{number}} of {{ customer }}</p>\n' },
  },
  {
    name: 'a key of a table with one word more than the text that asks for it, which nobody else asks for',
    class: 'type',
    message: "Cannot destructure property 'env' of 'declared[key]' as it is undefined.",
    named: { property: 'env', nullish: 'undefined' },
    files: {
      'settings.js':
        "const declared = { port: { env: 'PORT' }, tideBaseUrl: { env: 'TIDE' } };\nfunction read(key) {\n  const { env } = declared[key];\n  return process.env[env];\n}\nexports.settings = { port: read('port'), tide: read('tideUrl') };\n",
    },
    at: [['settings.js', 'const { ‸env }']],
    first: { 'settings.js': /tide: read\('tideBaseUrl'\)/ },
  },
  {
    name: 'a key of a table that a type calls as the text does',
    class: 'type',
    message: 'handlers[job.kind] is not a function',
    named: {},
    files: {
      'jobs.ts':
        "interface Payloads {\n  invoice: { id: number };\n}\nconst handlers = {\n  async sendInvoice({ id }) {\n    return id;\n  },\n};\nexport const run = (job) => handlers[job.kind](job.payload);\nexport const close = () => run({ kind: 'invoice', payload: { id: 1 } });\n",
    },
    at: [['jobs.ts', '=> ‸handlers[']],
    facts: {
      'job.kind': { type: 'string', preview: '"invoice"' },
      handlers: { className: 'Object', keys: ['sendInvoice'] },
    },
    first: { 'jobs.ts': /\n {2}async invoice\(\{ id \}\)/ },
  },
  {
    name: 'a table that has other things than the text asks for',
    class: 'type',
    message: 'writers[kind] is not a function',
    named: {},
    files: {
      'export.js':
        "const writers = { csv: () => 1, xml: () => 2 };\nexports.run = (kind) => writers[kind]();\nexports.all = () => [exports.run('csv'), exports.run('xlsx')];\n",
    },
    at: [['export.js', '=> ‸writers[']],
    facts: { kind: { type: 'string', preview: '"xlsx"' }, writers: { className: 'Object', keys: ['csv', 'xml'] } },
    first: null,
  },
  {
    name: 'a method that is called by a text, renamed in its class',
    class: 'type',
    message: 'controller[action] is not a function',
    files: {
      'router.js': 'exports.call = (controller, action) => controller[action]();\n',
      'a.js': "class Orders {\n  static routes = [['/', 'index'], ['/x', 'show']];\n  list() {}\n  show() {}\n}\n",
      'b.js': "class Users {\n  static routes = [['/', 'index']];\n  index() {}\n}\n",
    },
    at: [['router.js', '‸controller[action]()']],
    facts: { controller: { className: 'Orders' }, action: { type: 'string', preview: '"index"' } },
    first: { 'a.js': /\[\['\/', 'list'\]/ },
  },
  {
    name: 'the path of a translation',
    ...unreadable('placed'),
    files: {
      'a.js': translate,
      'b.js': "exports.done = () => t('orders.placed');\n",
      'en.json': '{ "order": { "placed": "Done" } }',
    },
    at: [['a.js', 'node[‸part]']],
    facts: { key: { type: 'string', preview: '"orders.placed"' } },
    first: { 'b.js': /t\('order\.placed'\)/ },
  },
  {
    name: 'a key of one translation that the other spells otherwise',
    ...unreadable('trim'),
    files: {
      'a.js': translate,
      'b.js': "exports.hi = () => t('greeting');\n",
      'en.json': '{ "greetings": "Hi", "bye": "Bye" }',
      'de.json': '{ "greeting": "Hallo", "bye": "Ade" }',
    },
    at: [['a.js', '.‸trim']],
    facts: { key: { type: 'string', preview: '"greeting"' } },
    first: { 'en.json': /"greeting": "Hi"/ },
  },
  {
    name: 'a text in a list of the code',
    ...unreadable('price'),
    files: { 'a.js': invoice, 'b.js': job('filters'), 'parts.json': '[{ "code": "belt" }, { "code": "filter" }]' },
    at: [['a.js', '.‸price;']],
    facts: { code: { type: 'string', preview: '"filters"' } },
    first: { 'b.js': job('filter') },
  },
  {
    name: 'one that the request brought along',
    ...unreadable('price'),
    files: { 'a.js': invoice, 'b.js': job('filters'), 'parts.json': '[{ "code": "belt" }, { "code": "filter" }]' },
    at: [['a.js', '.‸price;']],
    facts: { code: { type: 'string', preview: '"filters"' } },
    request: { url: '/parts/filters' },
    first: null,
  },
  {
    name: 'another thing',
    ...unreadable('price'),
    files: { 'a.js': invoice, 'b.js': job('wheel'), 'parts.json': '[{ "code": "belt" }, { "code": "filter" }]' },
    at: [['a.js', '.‸price;']],
    facts: { code: { type: 'string', preview: '"wheel"' } },
    first: null,
  },
]);

check(property, [
  {
    name: 'a field that is called like its type by whoever reads it',
    ...unreadable('all'),
    files: {
      'a.ts':
        'export class Parts {\n  constructor(private readonly service: PartsService) {}\n  list() {\n    return this.partsService.all();\n  }\n}\n',
    },
    at: [['a.ts', 'partsService.‸all']],
    first: { 'a.ts': /return this\.service\.all\(\)/ },
  },
]);

check(identifier, [
  {
    name: 'a key that is taken out of a parameter and never read',
    class: 'reference',
    message: 'choices is not defined',
    named: { identifier: 'choices' },
    files: { 'a.js': 'exports.shown = ({ id, options }) => ({ id, list: choices.map(String) });\n' },
    at: [['a.js', '‸choices']],
    first: { 'a.js': 'exports.shown = ({ id, options }) => ({ id, list: options.map(String) });\n' },
  },
  {
    name: 'what the typings of a package say that it gives out',
    class: 'reference',
    message: 'ParseIntPipe is not defined',
    named: { identifier: 'ParseIntPipe' },
    files: {
      'package.json': '{ "dependencies": { "@nestjs/common": "^11" } }',
      'a.ts': "import { Get, Param } from '@nestjs/common';\nexport const pipes = [ParseIntPipe, Get, Param];\n",
    },
    outside: {
      'node_modules/@nestjs/common/package.json': '{ "types": "./index.d.ts" }',
      'node_modules/@nestjs/common/index.d.ts': "export * from './pipes';\n",
      'node_modules/@nestjs/common/pipes/index.d.ts': "export * from './parse-int.pipe.js';\n",
      'node_modules/@nestjs/common/pipes/parse-int.pipe.d.ts': 'export declare class ParseIntPipe {}\n',
    },
    at: [['a.ts', '‸ParseIntPipe']],
    first: { 'a.ts': /import \{[^}]*ParseIntPipe[^}]*\} from '@nestjs\/common';/ },
  },
]);

const self = (use: string) =>
  `function Store() {}\nStore.prototype.load = function () {\n  var self = this;\n  read(function (rows) {\n    ${use}.rows = rows;\n  });\n};\n`;

check(lostThis, [
  {
    name: 'the name under which the object is kept for the functions inside',
    class: 'type',
    message: "Cannot set properties of undefined (setting 'rows')",
    files: { 'a.js': self('this') },
    at: [['a.js', 'this.‸rows']],
    first: { 'a.js': self('self') },
  },
]);

const emitter = "const { EventEmitter } = require('node:events');\n";

check(noEmitter, [
  {
    name: 'a class that forgot what it extends, and to call it',
    ...noFunction('store', 'on'),
    files: {
      'store.js': `${emitter}class Store {\n  constructor() {\n    this.rows = [];\n  }\n}\nmodule.exports = new Store();\n`,
      'a.js': "const store = require('./store');\nstore.on('vote', () => {});\n",
    },
    at: [['a.js', 'store.‸on']],
    facts: { store: { className: 'Store', keys: ['rows'] } },
    first: {
      'store.js': /class Store extends EventEmitter \{\n {2}constructor\(\) \{\n {4}super\(\);\n {4}this\.rows/,
    },
  },
  {
    name: 'a function of old',
    ...noFunction('store', 'on'),
    files: {
      'store.js': `${emitter}function Store() {\n  EventEmitter.call(this);\n}\nmodule.exports = new Store();\n`,
      'a.js': "const store = require('./store');\nstore.on('vote', () => {});\n",
    },
    at: [['a.js', 'store.‸on']],
    facts: { store: { className: 'Store', keys: [] } },
    first: { 'store.js': /^\}\n\nObject\.setPrototypeOf\(Store\.prototype, EventEmitter\.prototype\);$/m },
  },
  {
    name: 'a class of another file than the one that knows of events',
    ...noFunction('store', 'on'),
    files: {
      'bus.js': `${emitter}module.exports = new EventEmitter();\n`,
      'store.js': 'class Store {}\nmodule.exports = new Store();\n',
      'a.js': "const store = require('./store');\nstore.on('vote', () => {});\n",
    },
    at: [['a.js', 'store.‸on']],
    facts: { store: { className: 'Store', keys: [] } },
    first: null,
  },
]);

/** `slot`, which nobody reads, might be the `other` that is not there and of which `from` is read further on. */
const handedOn = (slot: string) => ({
  ...unreadable('from'),
  files: {
    'rooms.json': `[{ "id": "oak", "slot": ${slot} }]`,
    'a.js':
      'exports.isTaken = (room, body) => {\n  const one = room.other;\n  return one.from < body.from;\n};\nexports.name = (room) => room.id;\n',
  },
  at: [['a.js', 'one.‸from']] as const,
  facts: { one: { type: 'undefined' }, room: { keys: ['id', 'slot'] } } as const,
});

check(halfRenamed, [
  {
    name: 'a column that becomes a member is no slip',
    ...unreadable('name'),
    files: {
      'a.js': 'exports.of = (row) => ({ classId: row.class_id });\nexports.name = (member) => member.plan.name;\n',
    },
    at: [['a.js', 'plan.‸name']],
    facts: { member: { keys: ['id'] } },
    first: null,
  },
  {
    name: 'a field whose name ends in what is read, of the kind that it is used as',
    ...unreadable('map'),
    files: {
      'trails.json': '[{ "title": "A", "waypoints": [{ "altitude": 1 }] }]',
      'a.js': 'exports.top = (trail) => trail.points.map(String);\nexports.from = (trail) => trail.waypoints[0];\n',
    },
    at: [['a.js', 'points.‸map']],
    facts: { trail: { keys: ['title', 'waypoints'] } },
    first: { 'a.js': /trail\.waypoints\.map/ },
  },
  {
    name: 'one of another kind',
    ...unreadable('map'),
    files: {
      'trails.json': '[{ "title": "A", "waypoints": 4 }]',
      'a.js': 'exports.top = (trail) => trail.points.map(String);\nexports.from = (trail) => trail.waypoints + 1;\n',
    },
    at: [['a.js', 'points.‸map']],
    facts: { trail: { keys: ['title', 'waypoints'] } },
    first: null,
  },
  {
    name: 'one that is handed on, and has what is read of it there',
    ...handedOn('{ "from": 1 }'),
    first: { 'a.js': /one = room\.slot;/ },
  },
  { name: 'one that is handed on, and has nothing of the kind', ...handedOn('1'), first: null },
]);

const table = (comma: string) =>
  `CREATE TABLE entries (\n  id INTEGER PRIMARY KEY,\n  memo TEXT${comma}\n  booked_at TEXT NOT NULL\n);\n`;

check(sqlFile, [
  {
    name: 'a column of a seed that the table has by a longer name, and that the statement does not say',
    class: 'database',
    message: 'table harvests has no column named hive',
    named: { column: 'hive', table: 'harvests' },
    files: {
      'db.js': "db.exec(readFileSync('schema.sql', 'utf8'));\n",
      'schema.sql':
        'CREATE TABLE hives (id INTEGER);\nCREATE TABLE harvests (\n  id INTEGER,\n  hive_id INTEGER,\n  grams INTEGER\n);\nINSERT INTO harvests (hive, grams) VALUES (1, 2);\n',
    },
    at: [['db.js', '‸db.exec']],
    first: { 'schema.sql': /INSERT INTO harvests \(hive_id, grams\)/ },
  },
  {
    name: 'the comma that a table laid out in code lacks',
    class: 'database',
    message: 'no such column: status',
    files: {
      'db.js':
        'db.exec(`CREATE TABLE invoices (\n  id INTEGER PRIMARY KEY,\n  due_on TEXT\n  status TEXT NOT NULL,\n  paid INTEGER\n)`);\n',
    },
    at: [['db.js', '‸db.exec']],
    first: { 'db.js': /due_on TEXT,\n {2}status TEXT NOT NULL,\n/ },
  },
  {
    name: 'a keyword in a file of SQL',
    class: 'database',
    message: 'near "CREAT": syntax error',
    files: {
      'db/schema.sql': 'CREAT TABLE rooms (id integer);\nCREATE TABLE beds (id integer);\n',
      'a.js': 'db.exec(sql);\n',
    },
    at: [['a.js', '‸db.exec']],
    first: { 'db/schema.sql': 'CREATE TABLE rooms (id integer);\nCREATE TABLE beds (id integer);\n' },
  },
  {
    name: 'a column without the comma before it is part of a type',
    class: 'database',
    message: 'no such column: booked_at',
    files: { 'schema.sql': table('') },
    first: { 'schema.sql': table(',') },
  },
  {
    name: 'a column that is simply not there',
    class: 'database',
    message: 'no such column: booked_on',
    files: { 'schema.sql': table(',') },
    first: null,
  },
  {
    name: 'a seed with a slip in a column',
    class: 'database',
    message: 'table entries has no column named nme',
    named: { column: 'nme', table: 'entries' },
    files: {
      'sql/001.sql': 'CREATE TABLE entries (id integer, name text);\n',
      'sql/002.sql': "INSERT INTO entries (id, nme) VALUES (1, 'nme');\n",
    },
    first: { 'sql/002.sql': "INSERT INTO entries (id, name) VALUES (1, 'nme');\n" },
  },
  {
    name: 'a comma behind the last column',
    class: 'database',
    message: 'near ")": syntax error',
    files: { 'schema.sql': table(',').replace('NULL', 'NULL,') },
    first: { 'schema.sql': table(',') },
  },
  {
    name: 'a statement that begins in another one',
    class: 'database',
    message: 'near "INSERT": syntax error',
    files: { 'seed.sql': 'DELETE FROM entries\nINSERT INTO entries (id) VALUES (1);\n' },
    first: { 'seed.sql': 'DELETE FROM entries;\nINSERT INTO entries (id) VALUES (1);\n' },
  },
  {
    name: 'a list that is never closed',
    class: 'database',
    message: 'near ";": syntax error',
    files: { 'schema.sql': table(',').replace('\n);', ';') },
    first: { 'schema.sql': table(',') },
  },
]);

check(envKey, [
  {
    name: 'a variable of `.env` that nobody reads, by what the failing line reads of the settings',
    ...unreadable('name'),
    files: {
      'env.js': 'module.exports = { depot: process.env.DEPOT };\n',
      'a.js': "const env = require('./env');\nexports.home = () => depots[env.depot].name;\n",
      '.env': 'DEPOT_NAME=north\n',
    },
    context: { envKeys: ['DEPOT_NAME'] },
    at: [['a.js', '.‸name']],
    first: { 'env.js': 'module.exports = { depot: process.env.DEPOT_NAME };\n' },
  },
]);

const guard = (line: string) =>
  `const express = require('express');\nconst router = express.Router();\nrouter.param('id', (req, res, next, id) => {\n  const row = rows.get(id);\n  if (!row) return res.status(404).json({});\n  req.row = row;${line}\n});\nmodule.exports = router;\n`;

check(nextForgotten, [
  {
    name: 'whoever a guard does not refuse goes on',
    class: 'timeout',
    message: 'a request was never answered',
    files: { 'a.js': guard('') },
    context: { signal: { kind: 'timeout' } as never },
    first: { 'a.js': guard('\n  next();') },
  },
  {
    name: 'a route that forgot to answer is no guard',
    class: 'timeout',
    message: 'a request was never answered',
    files: {
      'a.js': guard('').replace("router.param('id', (req, res, next, id)", "router.get('/:id', (req, res, next)"),
    },
    context: { signal: { kind: 'timeout' } as never },
    first: null,
  },
]);

const desks = (label: string) => ({
  'config/tariffs.yaml': 'zones:\n  quiet:\n    daily: 1\n  studios:\n    daily: 2\n',
  'data/desks.json': `[{ "id": "Q1", "zone": "quiet" }, { "id": "S1", "zone": "studio", "label": "${label}" }]\n`,
  'a.js':
    "const { zones } = parse(readFileSync('config/tariffs.yaml', 'utf8'));\nexports.daily = (desk) => zones[desk.zone].daily;\n",
});
const noZone = {
  class: 'type',
  message: "Cannot read properties of undefined (reading 'daily')",
  named: { property: 'daily', nullish: 'undefined' },
  at: [['a.js', 'zones[desk.zone].‸daily']],
  facts: {
    'desk.zone': { type: 'string', preview: '"studio"' },
    zones: { className: 'Object', keys: ['quiet', 'studios'] },
  },
} as const;

check(danglingKey, [
  {
    name: 'a key of settings of which a text that is written besides says how it is spelt',
    ...noZone,
    files: desks('Photo studio'),
    first: { 'config/tariffs.yaml': desks('')['config/tariffs.yaml'].replace('studios', 'studio') },
    ask: null,
  },
  {
    name: 'a key and a text that are said nowhere else wait for a person',
    ...noZone,
    files: desks('Loft'),
    first: { 'config/tariffs.yaml': desks('')['config/tariffs.yaml'].replace('studios', 'studio') },
    ask: /only you know/,
  },
]);

const discounts = (plan: string) =>
  `{ "port": 1, "discounts": [{ "plan": "flex", "percent": 0 }, { "plan": "${plan}", "percent": 40 }] }`;
const plans = (plan: string) => ({
  'config/app.json': discounts(plan),
  'data/members.json':
    '[{ "id": 1, "plan": "flex" }, { "id": 2, "plan": "resident" }, { "id": 3, "plan": "resident" }]',
  'a.js':
    "const config = JSON.parse(readFileSync('config/app.json', 'utf8'));\nexports.percent = (member) => {\n  const discount = config.discounts.find((one) => one.plan === member.plan);\n  return discount.percent;\n};\n",
});

check(danglingKey, [
  {
    name: 'a text of the list that is searched, which all others spell otherwise',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'percent')",
    named: { property: 'percent', nullish: 'undefined' },
    files: plans('residnet'),
    at: [['a.js', 'discount.‸percent']],
    facts: { member: { className: 'Object', keys: ['id', 'plan'], preview: 'Object {id: 2, plan: "resident"}' } },
    first: { 'config/app.json': discounts('resident') },
  },
]);

const jobs = (key: string, said: string) => ({
  'config/app.json': `{ "jobs": { "reminders": { "everyMs": 1 }, "${key}": { "everyMs": 2 } } }`,
  'jobs/reminders.js': "export const name = 'reminders';\n",
  'jobs/statistics.js': `export const name = '${said}';\n`,
  'jobs/index.js':
    "import * as reminders from './reminders.js';\nimport * as statistics from './statistics.js';\nfor (const { name } of [reminders, statistics]) {\n  const { everyMs } = config.jobs[name];\n  start(name, everyMs);\n}\n",
});
const noJob = {
  class: 'type',
  message: "Cannot destructure property 'everyMs' of 'config.jobs[name]' as it is undefined.",
  named: { property: 'everyMs', nullish: 'undefined', receiver: 'config.jobs[name]' },
  at: [['jobs/index.js', '{ ‸everyMs }']],
} as const;

check(danglingKey, [
  {
    name: 'a key of settings that no module is called by, where one module has no key',
    ...noJob,
    files: jobs('stats', 'statistics'),
    first: { 'config/app.json': jobs('statistics', '')['config/app.json'] },
  },
  {
    name: 'a text that no file is called by',
    ...noJob,
    files: jobs('statistics', 'stats'),
    first: { 'jobs/statistics.js': "export const name = 'statistics';\n" },
  },
  {
    name: 'two that nobody else says',
    ...noJob,
    files: jobs('sums', 'stats'),
    first: null,
  },
]);

const skating = (key: string, kinds: string) => ({
  'config/prices.json': `{ "public": { "adult": 8 }, "${key}": { "adult": 10 } }`,
  'config/base.yaml': `kinds:\n  - public\n  - ${kinds}\n`,
  'data/sessions.json': '[{ "id": 1, "kind": "public" }, { "id": 2, "kind": "disco" }]',
  'a.js': 'exports.total = (kind, adults) => {\n  const price = prices[kind];\n  return adults * price.adult;\n};\n',
});
const noPrice = {
  class: 'type',
  message: "Cannot read properties of undefined (reading 'adult')",
  named: { property: 'adult', nullish: 'undefined' },
  at: [['a.js', 'price.‸adult']],
  facts: {
    kind: { type: 'string', preview: '"disco"' },
    prices: { className: 'Object', keys: ['public', 'Disco'] },
  },
} as const;

check(danglingKey, [
  {
    name: 'a key in another case than all others say it: the key has the slip, not the record',
    ...noPrice,
    files: skating('Disco', 'disco'),
    first: { 'config/prices.json': skating('disco', '')['config/prices.json'] },
  },
  {
    name: 'a key in another case than the one record: only a person knows',
    ...noPrice,
    files: skating('Disco', 'family'),
    first: { 'config/prices.json': skating('disco', '')['config/prices.json'] },
    ask: /only you know/,
  },
]);
