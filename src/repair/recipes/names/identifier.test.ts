import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, contextOf } from '../cases.test-helper.ts';
import { identifier } from './identifier.ts';

const undefinedName = (name: string) => ({
  class: 'reference' as const,
  message: `${name} is not defined`,
  named: { identifier: name },
});

const handlers = (own: string): string =>
  `module.exports = (app) => {\n  app.get('/', async (${own}) => {\n    if (!request.staff) throw new Error('no');\n    return [];\n  });\n`;
const rated = 'export const worth = (score, points) => (score > 1 ? points.win : point.draw);\n';
check(identifier, [
  ...(
    [
      ['of all of them', 'entriesOf(race)', '', true],
      ['waited for', 'await repo.findEntries(race)', '', true],
      ['of how many', 'countEntries(race)', '', false],
      ['of itself', 'sortEntries(entries, race)', '', false],
      ['where another function lacks it, too', 'entriesOf(race)', 'exports.all = () => entries.map(show);\n', false],
    ] as const
  ).map(([name, made, more, isMeant]) => ({
    name: `the variable was renamed where it is made, ${name}`,
    ...undefinedName('entries'),
    files: {
      'a.js': `exports.enter = async (race) => {\n  const existing = ${made};\n  if (existing.some(isOpen)) return null;\n  return entries.length;\n};\n${more}`,
    },
    at: [['a.js', 'return ‸entries.length']] as const,
    first: isMeant ? { 'a.js': /return existing\.length/ } : null,
  })),
  ...(
    [
      ['the debugger saw that it has the member', ['win', 'draw'], /points\.win : points\.draw/],
      ['the debugger saw that it lacks the member', ['win', 'loss'], null],
    ] as const
  ).map(([name, keys, first]) => ({
    name: `a parameter by its singular: ${name}`,
    ...undefinedName('point'),
    files: { 'a.js': rated },
    at: [['a.js', '‸point.draw']] as const,
    facts: { points: { className: 'Object', keys: [...keys] } },
    first: first === null ? null : { 'a.js': first },
    ask: null,
  })),
  ...(
    [
      ['nobody reads', '', null],
      ['others read', 'log(newSession);\n', /may be two different things/],
    ] as const
  ).map(([name, more, ask]) => ({
    name: `a constant of the file by its plural, which ${name}`,
    ...undefinedName('newSessions'),
    files: { 'a.js': `const newSession = shape({ id: 1 });\n${more}app.post('/', valid('json', newSessions), add);\n` },
    at: [['a.js', '‸newSessions']] as const,
    first: { 'a.js': /valid\('json', newSession\)/ },
    ask,
  })),
  {
    name: 'of two near names the closed set that has what is read',
    ...undefinedName('Results'),
    files: {
      'a.js':
        "export const Result = Object.freeze({ White: '1-0', Draw: '1/2' });\nexport const half = (result) => result === Results.Draw;\n",
    },
    at: [['a.js', '‸Results.Draw']],
    first: { 'a.js': /result === Result\.Draw/ },
    ask: null,
  },
  ...(
    [
      ['takes as much', 'session, tariff', '', /cents: costOf\(session, 1\)/],
      ['takes more', 'session, tariff, day', '', null],
      ['is used elsewhere', 'session, tariff', 'export const all = costOf(1, 2);\n', null],
    ] as const
  ).map(([name, params, more, first]) => ({
    name: `a call by no name, and the one thing that is imported for nothing ${name}`,
    ...undefinedName('priceOf'),
    files: {
      'billing.mjs': `export function costOf(${params}) {\n  return session.kwh;\n}\n`,
      'a.mjs': `import { costOf } from './billing.mjs';\nexport const show = (session) => ({ cents: priceOf(session, 1) });\n${more}`,
    },
    at: [['a.mjs', '‸priceOf']] as const,
    first: first === null ? null : { 'a.mjs': first },
  })),
  ...(
    [
      ['all the project calls so', '', /\{\n {2}const \{ person \} = ctx\.state;\n {2}if \(!person\)/],
      [
        'not all that is called so',
        'export const one = (ctx, id) => {\n  const person = ctx.people.get(id);\n  return person;\n};\n',
        null,
      ],
      ['not all that is read by that name', 'export const of = (loan) => loan.person;\n', null],
    ] as const
  ).map(([what, more, first]) => ({
    name: `what was taken out of a context by a line that is lost, and is ${what}`,
    ...undefinedName('person'),
    files: {
      'who.mjs': 'export const who = (ctx) => {\n  ctx.state.person = ctx.people.find((person) => person.id);\n};\n',
      'loans.mjs': `export const lend = (ctx) => ({ by: ctx.state.person.id });\n${more}`,
      'a.mjs':
        'export function may(ctx) {\n  if (!person) ctx.throw(401);\n  if (!ctx.roles) ctx.throw(403, `${person.name} may not`);\n}\n',
    },
    at: [['a.mjs', '‸person) ctx']] as const,
    first: first === null ? null : { 'a.mjs': first },
    ask: null,
  })),
  ...(
    [
      ['has all that is read of it', 'byId', ''],
      ['lacks one of those', 'first', null],
    ] as const
  ).map(([what, read, first]) => ({
    name: `the one thing that is taken from a module for nothing ${what}`,
    ...undefinedName('repo'),
    files: {
      'stores/singers.js': 'exports.page = () => [];\nexports.byId = (id) => ({ id });\n',
      'stores/index.js': "module.exports = { singers: require('./singers'), pieces: [] };\n",
      'a.js': `const { singers } = require('./stores');\nexports.all = () => repo.page();\nexports.one = (id) => repo.${read}(id);\n`,
    },
    at: [['a.js', '‸repo.page']] as const,
    first: first === null ? null : { 'a.js': /singers\.page\(\)[\s\S]*singers\.byId\(id\)/ },
    ask: null,
  })),
  ...(
    [
      ['NotFoundError', /throw new NotFound\('batch'\)/],
      ['NotFoundBatch', null],
    ] as const
  ).map(([written, first]) => ({
    name: `an error that is called so but for the word all errors end with: ${written}`,
    ...undefinedName(written),
    files: {
      'errors.mjs': 'export class NotFound extends Error {}\n',
      'a.mjs': `import { NotFound } from './errors.mjs';\nif (a) throw new NotFound('a');\nthrow new ${written}('batch');\n`,
    },
    at: [['a.mjs', `new ‸${written}`]] as const,
    first: first === null ? null : { 'a.mjs': first },
  })),
  {
    name: 'what the other handlers take, and no global that is written almost so',
    ...undefinedName('request'),
    files: { 'a.js': `${handlers('')}  app.get('/:id', async (request) => one(request.params.id));\n};\n` },
    at: [['a.js', '‸request.staff']],
    first: { 'a.js': `${handlers('request')}  app.get('/:id', async (request) => one(request.params.id));\n};\n` },
  },
  {
    name: 'what the other functions take that the file gives out',
    ...undefinedName('db'),
    files: {
      '01.js': "exports.up = async () => {\n  await db.create('a');\n};\nexports.down = async (db) => db.drop('a');\n",
    },
    at: [['01.js', '‸db.create']],
    first: {
      '01.js':
        "exports.up = async (db) => {\n  await db.create('a');\n};\nexports.down = async (db) => db.drop('a');\n",
    },
  },
  {
    name: 'a global that is written almost so, and has no such member',
    ...undefinedName('request'),
    files: { 'a.js': `${handlers('')}};\n` },
    at: [['a.js', '‸request.staff']],
    first: null,
  },
  ...(
    [
      ['nobody reads', '', /`minTotal`, which nothing reads/],
      ['others read', '  log(minTotal);\n', null],
    ] as const
  ).map(([which, more, ask]) => ({
    name: `a near name, and one like it beside that ${which}`,
    ...undefinedName('mxTotal'),
    files: {
      'a.js': `exports.show = (quote, log) => {\n  const { minTotal, maxTotal } = quote();\n${more}  return { from: mxTotal, to: maxTotal };\n};\n`,
    },
    at: [['a.js', '‸mxTotal'] as const],
    first: { 'a.js': /from: maxTotal/ },
    ask,
  })),
  {
    name: 'the request in a handler of Koa, and what the router found in the path',
    ...undefinedName('req'),
    files: {
      'package.json': '{ "dependencies": { "koa": "3" } }',
      'a.js':
        "const Koa = require('koa');\nconst app = new Koa();\napp.use(async (ctx) => {\n  const { text } = req.body;\n  ctx.body = add(req.params.id, text);\n});\n",
    },
    at: [['a.js', '‸req.body']],
    first: { 'a.js': /= ctx\.request\.body;\n {2}ctx\.body = add\(ctx\.params\.id, text\)/ },
  },
  {
    name: 'the request in a handler of Hono',
    ...undefinedName('req'),
    files: {
      'a.mjs':
        "import { Hono } from 'hono';\nconst app = new Hono();\napp.get('/:id', (c) => c.text(req.param('id')));\n",
    },
    at: [['a.mjs', '‸req.param']],
    first: { 'a.mjs': /c\.text\(c\.req\.param\('id'\)\)/ },
  },
  {
    name: 'a class that lost its last word where it is made',
    class: 'reference',
    message: 'NotFound is not defined',
    named: { identifier: 'NotFound' },
    files: {
      'errors.js': 'class NotFoundError extends Error {}\nmodule.exports = { NotFoundError };\n',
      'a.js':
        "const { NotFoundError } = require('./errors');\nexports.find = (id) => {\n  throw new NotFound(id);\n};\n",
    },
    at: [['a.js', 'new ‸NotFound(id)']],
    first: { 'a.js': /throw new NotFoundError\(id\)/ },
  },
  {
    name: 'the one parameter, which nobody reads, of the function around',
    ...undefinedName('product'),
    files: {
      'a.mjs':
        'export const lines = (products) => products.map((item) => ({ sku: product.sku, name: product.name }));\n',
    },
    at: [['a.mjs', 'sku: ‸product.sku']],
    first: {
      'a.mjs':
        'export const lines = (products) => products.map((product) => ({ sku: product.sku, name: product.name }));\n',
    },
  },
  {
    name: 'a parameter in short form, by a name that is no key anywhere, where its own is: the key as well',
    ...undefinedName('orderId'),
    files: {
      'a.mjs': 'export const drop = (rows, id) => rows.delete({ where: { orderId } });\n',
      'b.mjs': 'export const make = (rows, id) => rows.add({ where: { id } });\n',
    },
    at: [['a.mjs', '‸orderId']],
    first: { 'a.mjs': /where: \{ id \}/ },
  },
  {
    name: 'what is called is no method of an object that is called by one letter',
    ...undefinedName('countStatus'),
    files: {
      'a.mjs':
        "import { statusCounts } from './b.mjs';\nexport const list = (c) => c.json({ counts: countStatus() });\n",
      'b.mjs': 'export const statusCounts = () => ({ idle: 1 });\n',
    },
    at: [['a.mjs', '‸countStatus']],
    facts: { c: { type: 'object', keys: ['status', 'json'] } },
    first: null,
  },
  {
    name: 'none where the function around bears the near name for its own sake',
    ...undefinedName('rooms'),
    files: {
      'a.cjs':
        'module.exports = function registerRooms(router) {\n  router.add((room) => [room.id, rooms.equipment]);\n};\n',
    },
    at: [['a.cjs', '‸rooms.equipment']],
    first: { 'a.cjs': /\[room\.id, room\.equipment\]/ },
  },
  {
    name: 'what the request has by that name, before what another file gives out by it',
    ...undefinedName('body'),
    files: {
      'letters.js': "export async function send({ to, text = '' }, queue) {\n  return queue.push({ to, body });\n}\n",
      'body.js': 'export const body = async (request) => request.text();\n',
    },
    at: [['letters.js', '‸body });']],
    request: { method: 'POST', url: '/rpc', body: '{"params":{"to":"a@b.example","body":"Hello"}}' },
    first: { 'letters.js': /send\(\{ to, body = '' \}, queue\)/ },
    ask: null,
  },
  ...[
    ['its only read', 'from: name, to: to.name', 'const [from, to] = both;', 'from: from.name, to: to.name'],
    ['one of several', 'id: from.id, from: name', 'const [from] = both;', 'id: from.id, from: from.name'],
  ].map(([which, read = '', taken, meant = '']) => ({
    name: `a part of what the key is called, ${which}`,
    class: 'reference' as const,
    message: 'ReferenceError: name is not defined',
    named: { identifier: 'name' },
    files: { 'swaps.js': `exports.view = (both) => {\n  ${taken}\n  return { ${read} };\n};\n` },
    at: [['swaps.js', read.replace(': name', ': ‸name')] as const],
    facts: { from: { keys: ['id', 'name'] }, to: { keys: ['id', 'name'] } },
    first: { 'swaps.js': `exports.view = (both) => {\n  ${taken}\n  return { ${meant} };\n};\n` },
  })),
  {
    name: 'what people call a pause, and Node calls otherwise',
    class: 'reference',
    message: 'delay is not defined',
    named: { identifier: 'delay' },
    files: {
      'package.json': '{"type":"module"}',
      'jobs.js':
        "import { readFile } from 'node:fs/promises';\nexport const run = async () => {\n  await delay(50);\n  return readFile('a');\n};\n",
    },
    at: [['jobs.js', 'await ‸delay']],
    first: { 'jobs.js': /^import .*\nimport \{ setTimeout as delay \} from 'node:timers\/promises';\n/ },
    ask: null,
  },
  {
    name: 'a method that all the rest of the file calls with its object, called and handed on',
    class: 'reference',
    message: 'describe is not defined',
    named: { identifier: 'describe' },
    files: {
      'models.js': 'exports.vehicles = new (class { describe(one) { return this.word + one; } })();\n',
      'a.js':
        "const { vehicles } = require('./models');\nexports.one = (v) => vehicles.describe(v);\nexports.all = (list) => list.map(describe);\nexports.first = (list) => describe(list[0]);\n",
    },
    at: [['a.js', 'list.map(‸describe']],
    first: { 'a.js': /list\.map\(\(each\) => vehicles\.describe\(each\)\);\n.*=> vehicles\.describe\(list\[0\]\);/ },
    ask: null,
  },
  {
    name: 'another file gives out that very name',
    class: 'reference',
    message: 'query is not defined',
    named: { identifier: 'query' },
    files: {
      'db.js': 'exports.query = (text) => [text];\n',
      'a.js':
        "const { pool } = require('./pool');\nexports.one = () => pool.query('a');\nexports.all = () => query('b');\n",
    },
    at: [['a.js', "‸query('b"]],
    first: { 'a.js': /const \{ query \} = require\('\.\/db'\);/ },
  },
  {
    name: 'two objects are called so',
    class: 'reference',
    message: 'describe is not defined',
    named: { identifier: 'describe' },
    files: {
      'a.js':
        "const { vehicles, drivers } = require('./models');\nexports.one = (v, d) => [vehicles.describe(v), drivers.describe(d)];\nexports.all = (list) => list.map(describe);\n",
    },
    at: [['a.js', 'list.map(‸describe']],
    first: null,
  },
  {
    name: 'a wait for somebody is none of the clock',
    class: 'reference',
    message: 'wait is not defined',
    named: { identifier: 'wait' },
    files: {
      'package.json': '{"type":"module"}',
      'jobs.js': 'export const run = async (job) => await wait(job);\n',
    },
    at: [['jobs.js', 'await ‸wait']],
    first: null,
  },
  {
    name: 'a name of a package that this file takes another one of, by its declarations',
    class: 'reference',
    message: 'map is not defined',
    named: { identifier: 'map' },
    files: {
      'package.json': '{"dependencies":{"rx":"1"}}',
      'a.ts': "import { Observable } from 'rx';\nexport const a = (o: Observable) => o.pipe(map((x) => x));\n",
    },
    outside: {
      'node_modules/rx/package.json':
        '{"name":"rx","types":"index.d.ts","exports":{".":{"types":"./dist/index.d.ts"}}}',
      'node_modules/rx/dist/index.d.ts': "export { Observable } from './Observable';\nexport { map } from './map';\n",
    },
    at: [['a.ts', 'pipe(‸map(']],
    first: { 'a.ts': /import \{ Observable, map \} from 'rx'/ },
  },
  {
    name: 'a name that a list of many lines lost, of a package whose declarations hand on files by their endings',
    class: 'reference',
    message: 'parse is not defined',
    named: { identifier: 'parse' },
    files: {
      'package.json': '{"type":"module","dependencies":{"dates":"1"}}',
      'a.js': "import {\n  add,\n  sub,\n} from 'dates';\nexport const one = (d) => add(sub(parse(d)));\n",
    },
    outside: {
      'node_modules/dates/package.json': '{"name":"dates","types":"index.d.ts"}',
      'node_modules/dates/index.d.ts': 'export * from "./parse.ts";\n',
      'node_modules/dates/parse.d.ts': 'export declare function parse(day: string): Date;\n',
    },
    at: [['a.js', 'sub(‸parse(']],
    first: {
      'a.js': "import {\n  add,\n  sub,\n  parse,\n} from 'dates';\nexport const one = (d) => add(sub(parse(d)));\n",
    },
  },
  {
    name: 'a name of a package without declarations, which is taken by `require` below what needs it',
    class: 'reference',
    message: 'cut is not defined',
    named: { identifier: 'cut' },
    files: {
      'package.json': '{"dependencies":{"knives":"1"}}',
      'a.js': "const first = cut('a');\nconst { fold } = require('knives');\nmodule.exports = fold(first);\n",
    },
    outside: {
      'node_modules/knives/package.json': '{"name":"knives","main":"index.js"}',
      'node_modules/knives/index.js': 'exports.fold = (x) => x;\nexports.cut = (x) => x;\n',
    },
    at: [['a.js', '‸cut(']],
    first: {
      'a.js':
        "const { cut } = require('knives');\nconst first = cut('a');\nconst { fold } = require('knives');\nmodule.exports = fold(first);\n",
    },
  },
  {
    name: 'a short name for a set that has the member which is read',
    class: 'reference',
    message: 'Status is not defined',
    named: { identifier: 'Status' },
    files: {
      'slot.ts': "export const SlotStatus = { Open: 'open', Closed: 'closed' } as const;\n",
      'list.ts':
        "import { SlotStatus } from './slot.js';\nexport const isOpen = (s) => s === SlotStatus.Open;\nexport const isClosed = (s) => s === Status.Closed;\n",
    },
    at: [['list.ts', '‸Status.Closed']],
    first: { 'list.ts': /s === SlotStatus\.Closed;/ },
  },
  {
    name: 'an export that was renamed, taken under its new name and read under its old one, here and elsewhere',
    class: 'reference',
    message: 'Requires is not defined',
    named: { identifier: 'Requires' },
    files: {
      'access.ts': 'export const RequiresRole = (role: string) => () => role;\n',
      'slots.ts':
        "import { RequiresRole } from './access.js';\nexport class Slots {\n  @Requires('a')\n  add() {}\n  @Requires('b')\n  drop() {}\n}\n",
      'reports.ts':
        "import { Requires } from './access.js';\nexport class Reports {\n  @Requires('a')\n  all() {}\n}\n",
    },
    at: [['slots.ts', '  ‸add()']],
    first: {
      'slots.ts':
        "import { RequiresRole } from './access.js';\nexport class Slots {\n  @RequiresRole('a')\n  add() {}\n  @RequiresRole('b')\n  drop() {}\n}\n",
      'reports.ts':
        "import { RequiresRole } from './access.js';\nexport class Reports {\n  @RequiresRole('a')\n  all() {}\n}\n",
    },
  },
  {
    name: 'a class that is imported as a type, beside a parameter called almost so that nobody reads',
    class: 'reference',
    message: 'SlotsService is not defined',
    named: { identifier: 'SlotsService' },
    files: {
      'slots.ts':
        "import type { SlotsService } from './service.js';\nexport class Slots {\n  constructor(@Inject(SlotsService) private readonly service: SlotsService) {}\n}\n",
    },
    at: [['slots.ts', '@Inject(‸SlotsService']],
    first: { 'slots.ts': /^import \{ SlotsService \} from '\.\/service\.js';\n/ },
  },
  {
    name: 'an enum has no other number',
    ...undefinedName('PlotStates'),
    files: {
      'db.ts': "export enum PlotState {\n  Free = 'FREE',\n}\n",
      'a.ts':
        "import { PlotState } from './db.js';\nexport const state = z.enum(PlotStates);\nexport const free = PlotState.Free;\n",
    },
    at: [['a.ts', '‸PlotStates']],
    first: { 'a.ts': /z\.enum\(PlotState\)/ },
  },
  {
    name: 'an error of a package that calls its errors exceptions',
    ...undefinedName('NotFoundError'),
    files: {
      'a.js':
        "import { ConflictException, NotFoundException } from 'kit';\nexport const find = (id) => {\n  if (id > 9) throw new ConflictException(id);\n  throw new NotFoundError(id);\n};\n",
    },
    at: [['a.js', '‸NotFoundError']],
    first: { 'a.js': /throw new NotFoundException\(id\)/ },
  },
  {
    name: 'a package by words of its name, which nobody takes in',
    ...undefinedName('requireDir'),
    files: {
      'package.json': '{"dependencies": {"express": "5", "require-directory": "2", "express-session": "1"}}',
      'a.js': "const session = require('express-session');\nmodule.exports = () => requireDir(module, session);\n",
    },
    at: [['a.js', '‸requireDir(']],
    first: {
      'a.js':
        "const session = require('express-session');\nconst requireDir = require('require-directory');\nmodule.exports = () => requireDir(module, session);\n",
    },
  },
  {
    name: 'a package of that name but for its case, in a scope',
    ...undefinedName('AutoLoad'),
    files: {
      'package.json': '{"type": "module", "dependencies": {"fastify": "5", "@fastify/autoload": "6"}}',
      'a.js':
        "import path from 'node:path'\n\nexport default (app) => app.register(AutoLoad, { dir: path.resolve('a') })\n",
    },
    at: [['a.js', '‸AutoLoad,']],
    first: { 'a.js': /^import path from 'node:path'\nimport AutoLoad from '@fastify\/autoload'\n/ },
  },
  {
    name: 'what is made of a package before the others are required',
    ...undefinedName('Koa'),
    files: {
      'package.json': '{"dependencies": {"koa": "2", "koa-json": "2"}}',
      'a.js': "const app = new Koa()\nconst json = require('koa-json')\n\napp.use(json())\n",
    },
    at: [['a.js', '‸Koa(']],
    first: {
      'a.js':
        "const Koa = require('koa')\nconst app = new Koa()\nconst json = require('koa-json')\n\napp.use(json())\n",
    },
  },
  {
    name: 'a module that is taken in under a near name, and a package of that name',
    ...undefinedName('smtpServer'),
    files: {
      'package.json': '{"dependencies": {"smtp-server": "3"}}',
      'smtpServer.js': 'exports.create = () => 1;\n',
      'a.js':
        "const smtpServer2 = require('./smtpServer.js');\nexports.load = () => ({ smtp: smtpServer.create() });\n",
    },
    at: [['a.js', '‸smtpServer.create']],
    first: {
      'a.js': /^const smtpServer2 = require\('.\/smtpServer.js'\);\nexports.load = \(\) => \(\{ smtp: smtpServer2/,
    },
    ask: null,
  },
  {
    name: 'a folder of that name',
    ...undefinedName('checks'),
    files: {
      'a.js': 'module.exports = (it) => checks.lower(it);\n',
      'checks/index.js': 'exports.lower = (it) => it.toLowerCase();\n',
    },
    at: [['a.js', '‸checks.']],
    first: { 'a.js': "const checks = require('./checks');\nmodule.exports = (it) => checks.lower(it);\n" },
  },
  {
    name: 'two packages of the same word, and one that somebody has already',
    ...undefinedName('session'),
    files: {
      'package.json': '{"dependencies": {"express-session": "1", "cookie-session": "2", "limit": "1"}}',
      'a.js': 'module.exports = (app) => app.use(session());\n',
    },
    at: [['a.js', '‸session(']],
    first: null,
  },
  {
    name: 'the parameter that nobody reads, not the class of Node that is written almost so',
    ...undefinedName('request'),
    files: {
      'a.js':
        "const http = require('http');\nconst { route } = require('./route');\nhttp.createServer((request2, response) => route(request, response));\n",
    },
    at: [['a.js', 'route(‸request,']],
    first: {
      'a.js':
        /\(request2, response\) => route\(request2, response\)|\(request, response\) => route\(request, response\)/,
    },
  },
  {
    name: 'a class of Node is no value to hand on',
    ...undefinedName('request'),
    files: {
      'a.js': "const { route } = require('./route');\nmodule.exports = (response) => route(request, response);\n",
    },
    at: [['a.js', 'route(‸request,']],
    first: null,
  },
  {
    name: 'the variable that nobody reads, not the type that is written almost so',
    ...undefinedName('customer'),
    files: {
      'store.ts':
        'export interface Customer {\n  id: number;\n}\nexport class Store {\n  customers: Customer[] = [];\n}\n',
      'find.ts':
        "import { Customer, Store } from './store';\nexport function find(store: Store, id: number): Customer {\n  const cust = store.customers.find((one) => one.id === id);\n  if (!customer) throw new Error('No such customer');\n  return customer;\n}\n",
    },
    at: [['find.ts', 'if (!‸customer)']],
    first: { 'find.ts': /const cust = .*\n {2}if \(!cust\) throw .*\n {2}return cust;/ },
  },
  {
    name: 'the variable that nobody reads, not a file of that name',
    ...undefinedName('comments'),
    files: {
      'comments.mjs': 'export class Comments {}\n',
      'index.mjs':
        "import { Comments } from './comments.mjs';\nimport { routes } from './routes.mjs';\nconst commentsValue = new Comments();\nroutes({ comments });\n",
      'routes.mjs': 'export const routes = (given) => given;\n',
    },
    at: [['index.mjs', 'routes({ ‸comments })']],
    first: { 'index.mjs': /const comments = new Comments\(\);\nroutes\(\{ comments \}\);/ },
  },
  {
    name: 'a parameter that nobody reads, by the short form of its name',
    ...undefinedName('err'),
    files: {
      'a.js':
        'const heard = (err) => err;\nexports.get = (db, done) => db.get(1, function (error, row) {\n  if (err) return done(err);\n  done(null, row);\n});\n',
    },
    at: [['a.js', 'if (‸err)']],
    first: { 'a.js': /function \(err, row\) \{\n {2}if \(err\) return done\(err\);/ },
  },
  {
    name: 'a slip of the pen in a handler',
    ...undefinedName('usres'),
    files: { 'app.js': "const users = [];\napp.get('/', (req, res) => {\n  res.json(usres);\n});\n" },
    at: [['app.js', 'res.json(‸usres)']],
    first: { 'app.js': "const users = [];\napp.get('/', (req, res) => {\n  res.json(users);\n});\n" },
  },
  {
    name: 'every use of the wrong name is corrected, also a shorthand',
    ...undefinedName('toatl'),
    files: { 'app.mjs': 'export function sum(total) {\n  log(toatl);\n  return { toatl };\n}\n' },
    at: [['app.mjs', 'log(‸toatl)']],
    first: { 'app.mjs': 'export function sum(total) {\n  log(total);\n  return { toatl: total };\n}\n' },
  },
  {
    name: 'request for req',
    ...undefinedName('request'),
    files: { 'app.js': "app.get('/', (req, res) => {\n  res.send(request.query.q);\n});\n" },
    at: [['app.js', 'send(‸request']],
    first: { 'app.js': "app.get('/', (req, res) => {\n  res.send(req.query.q);\n});\n" },
  },
  {
    name: 'a builtin that was never required',
    ...undefinedName('fs'),
    files: {
      'app.js':
        "'use strict';\nconst http = require('http');\nconst ms = 5;\nhttp.createServer(() => fs.readFileSync('x'));\n",
    },
    at: [['app.js', '‸fs.readFileSync']],
    first: {
      'app.js':
        "'use strict';\nconst http = require('http');\nconst fs = require('fs');\nconst ms = 5;\nhttp.createServer(() => fs.readFileSync('x'));\n",
    },
  },
  {
    name: 'a builtin that is used before the last require',
    ...undefinedName('path'),
    files: {
      'app.js':
        "const fs = require('fs');\nconst views = path.join(__dirname, 'views');\nconst { port } = require('./config');\nfs.readFileSync(views + port);\n",
      'config.js': 'exports.port = 3;\n',
    },
    at: [['app.js', '‸path.join']],
    first: {
      'app.js':
        "const fs = require('fs');\nconst path = require('path');\nconst views = path.join(__dirname, 'views');\nconst { port } = require('./config');\nfs.readFileSync(views + port);\n",
    },
  },
  {
    name: 'a builtin name in ESM, in the style of the project',
    ...undefinedName('randomUUID'),
    files: {
      'package.json': '{"type":"module"}',
      'app.js': "import http from 'node:http';\nexport const id = () => randomUUID();\n",
    },
    at: [['app.js', '‸randomUUID()']],
    first: {
      'app.js':
        "import http from 'node:http';\nimport { randomUUID } from 'node:crypto';\nexport const id = () => randomUUID();\n",
    },
  },
  {
    name: 'imported elsewhere in the project, from another folder',
    ...undefinedName('formatPrice'),
    files: {
      'lib/format.js': 'exports.formatPrice = (n) => `${n} EUR`;\n',
      'routes/a.js': "const { formatPrice } = require('../lib/format');\nmodule.exports = formatPrice;\n",
      'app.js': "const http = require('http');\nhttp.createServer((req, res) => res.end(formatPrice(1)));\n",
    },
    at: [['app.js', '‸formatPrice(1)']],
    first: {
      'app.js':
        "const http = require('http');\nconst { formatPrice } = require('./lib/format');\nhttp.createServer((req, res) => res.end(formatPrice(1)));\n",
    },
  },
  {
    name: 'a default export by the name of its class, TypeScript without endings',
    ...undefinedName('UserService'),
    files: {
      'src/user.service.ts': 'export default class UserService {}\n',
      'src/x.ts': 'export const x: number = 1;\n',
      'src/main.ts': "import { x } from './x';\nconst service = new UserService();\n",
    },
    at: [['src/main.ts', 'new ‸UserService']],
    first: {
      'src/main.ts':
        "import { x } from './x';\nimport UserService from './user.service';\nconst service = new UserService();\n",
    },
  },
  {
    name: 'a declared package that is called otherwise',
    ...undefinedName('jwt'),
    files: {
      'package.json': '{"dependencies":{"jsonwebtoken":"9"}}',
      'app.js': 'const key = 1;\nmodule.exports = () => jwt.sign({}, key);\n',
    },
    at: [['app.js', '‸jwt.sign']],
    first: {
      'app.js': "const jwt = require('jsonwebtoken');\nconst key = 1;\nmodule.exports = () => jwt.sign({}, key);\n",
    },
  },
  {
    name: 'a member without this',
    ...undefinedName('items'),
    files: { 'cart.js': 'class Cart {\n  constructor() { this.items = []; }\n  count() { return items.length; }\n}\n' },
    at: [['cart.js', 'return ‸items']],
    first: {
      'cart.js': 'class Cart {\n  constructor() { this.items = []; }\n  count() { return this.items.length; }\n}\n',
    },
  },
  {
    name: 'a field of the body that was not taken out',
    ...undefinedName('author'),
    files: {
      'app.js':
        "app.post('/', (req, res) => {\n  const { title } = req.body;\n  res.json({ title, by: author });\n});\n",
    },
    at: [['app.js', 'by: ‸author']],
    request: { method: 'POST', body: '{"title":"a","author":"b"}' },
    first: {
      'app.js':
        "app.post('/', (req, res) => {\n  const { title, author } = req.body;\n  res.json({ title, by: author });\n});\n",
    },
  },
  {
    name: 'declared in a block further in',
    ...undefinedName('data'),
    files: {
      'a.js':
        'function f(g) {\n  try {\n    const data = g();\n  } catch (error) {\n    throw new Error("g", { cause: error });\n  }\n  return data;\n}\n',
    },
    at: [['a.js', 'return ‸data']],
    first: {
      'a.js':
        'function f(g) {\n  let data;\n  try {\n    data = g();\n  } catch (error) {\n    throw new Error("g", { cause: error });\n  }\n  return data;\n}\n',
    },
  },
  {
    name: 'assigned without a declaration in a module',
    ...undefinedName('counter'),
    files: {
      'a.mjs': 'export function f(list) {\n  for (counter = 0; counter < list.length; counter++) list[counter]();\n}\n',
    },
    at: [['a.mjs', '(‸counter = 0']],
    first: {
      'a.mjs':
        'export function f(list) {\n  for (let counter = 0; counter < list.length; counter++) list[counter]();\n}\n',
    },
  },
  {
    name: 'what the last good release imported wins over a near name',
    ...undefinedName('cache'),
    files: {
      'lib/cache.js': 'module.exports = new Map();\n',
      'a.js': 'const caches = [];\nmodule.exports = () => cache.get(1);\n',
    },
    lastGood: {
      'lib/cache.js': 'module.exports = new Map();\n',
      'a.js': "const cache = require('./lib/cache');\nmodule.exports = () => cache.get(1);\n",
    },
    at: [['a.js', '‸cache.get']],
    first: {
      'a.js': "const cache = require('./lib/cache');\nconst caches = [];\nmodule.exports = () => cache.get(1);\n",
    },
  },
  {
    name: 'True for true',
    ...undefinedName('True'),
    files: { 'a.js': 'module.exports = (res) => res.json({ ok: True });\n' },
    at: [['a.js', 'ok: ‸True']],
    first: { 'a.js': 'module.exports = (res) => res.json({ ok: true });\n' },
  },
  {
    name: 'an arrow that lost its first half, of an object',
    ...undefinedName('address'),
    files: { 'a.mjs': 'export const all = people.map(({ address, name }) > ({ address, name }));\n' },
    at: [['a.mjs', '({ ‸address, name }) >']],
    first: { 'a.mjs': 'export const all = people.map(({ address, name }) => ({ address, name }));\n' },
  },
  {
    name: 'an exported name renamed, and half of its uses in the same file',
    ...undefinedName('app'),
    files: { 'a.mjs': "export const currentApp = make();\ncurrentApp.use(a);\napp.get('/b', b);\n" },
    at: [['a.mjs', '‸app.get']],
    first: { 'a.mjs': "export const currentApp = make();\ncurrentApp.use(a);\ncurrentApp.get('/b', b);\n" },
  },
  {
    name: 'a name taken out of a module by a wrong key is not imported once more',
    ...undefinedName('isPass'),
    files: {
      'marks.js': 'exports.isPass = (n) => n > 5;\nexports.average = 1;\n',
      'a.js': "const { average, ispass } = require('./marks');\nexports.show = (n) => isPass(average);\n",
    },
    at: [['a.js', '‸isPass(average)']],
    first: { 'a.js': "const { average, isPass } = require('./marks');\nexports.show = (n) => isPass(average);\n" },
  },
  {
    name: 'a file of that name, which has what is read of it, and which nobody else imports',
    ...undefinedName('boatTrips'),
    files: {
      'services/boat-trips.js': 'exports.byCode = (code) => code;\n',
      'lib/boat-trips.js': 'exports.names = [];\n',
      'a.js': 'exports.add = (code) => boatTrips.byCode(code);\n',
    },
    at: [['a.js', '‸boatTrips.byCode']],
    first: { 'a.js': /^const boatTrips = require\('\.\/services\/boat-trips'\);/ },
  },
  {
    name: 'two modules of that name: the one that has what is read of it',
    ...undefinedName('sailings'),
    files: {
      'services/sailings.js': 'exports.byCode = (code) => code;\n',
      'controllers/sailings.js': 'exports.list = () => [];\n',
      'services/bookings.js': "'use strict';\n\nexports.add = (code) => sailings.byCode(code);\n",
      'services/fares.js': "const sailings = require('./sailings');\nexports.of = (code) => sailings.byCode(code);\n",
      'routes.js': "const sailings = require('./controllers/sailings');\nexports.list = sailings.list;\n",
    },
    at: [['services/bookings.js', '‸sailings.byCode']],
    first: {
      'services/bookings.js': /const sailings = require\('\.\/sailings'\);/,
    },
  },
  {
    name: 'an arrow that is lost before a list',
    ...undefinedName('row'),
    files: { 'a.mjs': 'export const byId = new Map(rows.map((row)  [row.id, row]));\n' },
    at: [['a.mjs', '(‸row)  [']],
    first: { 'a.mjs': 'export const byId = new Map(rows.map((row) =>  [row.id, row]));\n' },
  },
  ...(
    [
      ['of a name without brackets', '.catch(err = report(err))', '.catch(err => report(err))'],
      ['before nothing of that name', '.catch(err = report(1))', null],
    ] as const
  ).map(([which, wrong, right]) => ({
    name: `an arrow that lost its second half, ${which}`,
    ...undefinedName('err'),
    files: { 'a.js': `'use strict';\nconst report = (x) => x;\nexports.go = (all) => all${wrong};\n` },
    at: [['a.js', '‸err =']] as const,
    first: right === null ? null : { 'a.js': new RegExp(right.replace(/[()]/g, '\\$&')) },
  })),
  {
    name: 'an arrow that lost its second half, of one parameter',
    ...undefinedName('id'),
    files: { 'a.mjs': 'const rows = [];\nexport const store = { of: (id) = rows.find((row) => row.id === id) };\n' },
    at: [['a.mjs', 'row.id === ‸id']],
    first: { 'a.mjs': 'const rows = [];\nexport const store = { of: (id) => rows.find((row) => row.id === id) };\n' },
  },
  {
    name: 'an arrow that lost its first half, of two',
    ...undefinedName('job'),
    files: { 'a.mjs': "queue.on('failed', (job, error) > console.warn(job.id, error.message));\n" },
    at: [['a.mjs', '(‸job, error)']],
    first: { 'a.mjs': "queue.on('failed', (job, error) => console.warn(job.id, error.message));\n" },
  },
  {
    name: 'a plural of what the file reads the same member of',
    ...undefinedName('apps'),
    files: { 'a.mjs': "export default (app) => {\n  app.get('/a', a);\n  apps.get('/b', b);\n};\n" },
    at: [['a.mjs', '‸apps.get']],
    first: { 'a.mjs': "export default (app) => {\n  app.get('/a', a);\n  app.get('/b', b);\n};\n" },
    ask: null,
  },
  {
    name: 'a declaration that nothing reads, renamed, takes the name that is read',
    ...undefinedName('loans'),
    files: { 'app.mjs': 'const theLoans = open();\nserve(() => loans.of(1));\nserve({ loans });\n' },
    at: [['app.mjs', 'serve({ ‸loans }']],
    first: { 'app.mjs': 'const loans = open();\nserve(() => loans.of(1));\nserve({ loans });\n' },
  },
  {
    name: 'the only variable that nothing reads is meant, in whatever words',
    ...undefinedName('member'),
    files: { 'a.mjs': 'export function show(id) {\n  const found = find(id);\n  return member.name;\n}\n' },
    at: [['a.mjs', 'return ‸member.name']],
    first: { 'a.mjs': 'export function show(id) {\n  const member = find(id);\n  return member.name;\n}\n' },
  },
  {
    name: 'a key of the request, taken out by a wrong name: the request decides, not the use',
    ...undefinedName('on'),
    files: {
      'a.mjs':
        'export function lend(req) {\n  const { book, On = null } = req.body ?? {};\n  return keep(book, on);\n}\n',
    },
    at: [['a.mjs', 'keep(book, ‸on)']],
    request: { method: 'POST', body: '{"book":1,"on":"soon"}' },
    first: {
      'a.mjs':
        'export function lend(req) {\n  const { book, on = null } = req.body ?? {};\n  return keep(book, on);\n}\n',
    },
  },
  {
    name: 'the request has what is taken out: the use is wrong',
    ...undefinedName('titel'),
    files: { 'a.mjs': 'export function add(req) {\n  const { title } = req.body;\n  return keep(titel);\n}\n' },
    at: [['a.mjs', 'keep(‸titel)']],
    request: { method: 'POST', body: '{"title":"a"}' },
    first: { 'a.mjs': 'export function add(req) {\n  const { title } = req.body;\n  return keep(title);\n}\n' },
  },
  {
    name: 'half of the uses renamed: a word that says nothing is no other thing',
    ...undefinedName('day'),
    files: { 'a.mjs': 'export function of(dayValue) {\n  return isDay(dayValue) && day.length;\n}\n' },
    at: [['a.mjs', '‸day.length']],
    first: { 'a.mjs': 'export function of(dayValue) {\n  return isDay(dayValue) && dayValue.length;\n}\n' },
  },
  {
    name: 'a parameter that nobody reads, with one word more',
    ...undefinedName('grams'),
    files: { 'a.mjs': 'export function quote(gramsItem, zone) {\n  return grams * zone;\n}\n' },
    at: [['a.mjs', '‸grams *']],
    first: { 'a.mjs': 'export function quote(grams, zone) {\n  return grams * zone;\n}\n' },
  },
  {
    name: 'an id that nobody reads is not what it is the id of',
    ...undefinedName('user'),
    files: { 'a.mjs': 'export function of(userId) {\n  return { name: user.name };\n}\n' },
    at: [['a.mjs', '‸user.name']],
    first: null,
  },
  {
    name: 'the new price is not the price',
    ...undefinedName('price'),
    files: { 'a.mjs': 'export function of(newPrice) {\n  return [price, newPrice];\n}\n' },
    at: [['a.mjs', '[‸price']],
    first: null,
  },
  {
    name: '`userId` is not `user`, though it stands there',
    ...undefinedName('user'),
    files: { 'a.mjs': 'export function of(userId) {\n  return { userId, name: user.name };\n}\n' },
    at: [['a.mjs', '‸user.name']],
    first: null,
  },
  {
    name: 'nothing is near: nothing is proposed',
    ...undefinedName('quantumFlux'),
    files: { 'a.js': 'module.exports = (res, user) => res.json(quantumFlux);\n' },
    at: [['a.js', 'json(‸quantumFlux']],
    first: null,
  },
  {
    name: 'data is not Date',
    ...undefinedName('data'),
    files: { 'a.js': 'module.exports = (req, res) => res.json(data);\n' },
    at: [['a.js', 'json(‸data']],
    first: null,
  },
  {
    name: 'a name in its own dead zone is no candidate',
    ...undefinedName('usr'),
    files: { 'a.js': 'module.exports = () => {\n  const user = usr.find(1);\n  return user;\n};\n' },
    at: [['a.js', '= ‸usr.find']],
    first: null,
  },
  {
    name: 'a name from hostile text that is no identifier',
    ...undefinedName('x; require("child_process")'),
    files: { 'a.js': 'module.exports = 1;\n' },
    first: null,
  },
]);

test('REP-2 identifier: a parameter of the like name that nobody reads, where all read it in its function, is meant alone', async () => {
  const context = contextOf({
    name: '',
    ...undefinedName('config'),
    files: {
      'a.js':
        'exports.assign = (configs) =>\n  [configs].flat().map((configValue) => {\n    if (!config) return null;\n    return config.path;\n  });\n',
    },
    at: [['a.js', 'if (!‸config)']],
    first: null,
  });
  const ideas = await identifier.ideas(context);
  assert.deepEqual(
    ideas.filter(({ rank }) => rank === 0).map(({ title }) => title),
    ['`configValue` is read as `config`'],
  );
});

check(identifier, [
  {
    name: 'a parameter by another name than all who call it have for it',
    class: 'reference',
    message: 'litres is not defined',
    named: { identifier: 'litres' },
    files: {
      'pricing.js': 'export class Pricing {\n  quote(volume, rush) {\n    return litres * (rush ? 2 : 1);\n  }\n}\n',
      'a.js':
        "import { Pricing } from './pricing.js';\nconst pricing = new Pricing();\nexport const ask = (input) => pricing.quote(input.litres, input.rush);\n",
    },
    at: [['pricing.js', '‸litres *']],
    first: { 'pricing.js': /quote\(litres, rush\)/ },
  },
  ...[
    {
      name: 'a part of an object that is taken out by another name than all who call it give',
      call: "answer(1, { player: 'ann', option: 2 })",
      first: { 'quiz.js': /answer\(id, \{ player, option \}\)/ },
      ask: null,
    },
    {
      name: 'a part that is given as well as the one that nobody reads',
      call: "answer(1, { player: 'ann', option: 2, choice: 3 })",
      first: { 'quiz.js': /answer\(id, \{ player, option \}\)/ },
      ask: null,
    },
    {
      name: 'a part that one of those who call it does not give: another name for it is as likely',
      call: "[answer(1, { player: 'ann', option: 2 }), answer(1, { player: 'ann', choice: 2 })]",
      first: { 'quiz.js': /player === choice/ },
      ask: /may be handed over/,
    },
  ].map(({ call, ...each }) => ({
    ...each,
    class: 'reference' as const,
    message: 'option is not defined',
    named: { identifier: 'option' },
    files: {
      'quiz.js': 'export function answer(id, { player, choice }) {\n  return player === option;\n}\n',
      'a.js': `import { answer } from './quiz.js';\nexport const ask = () => ${call};\n`,
    },
    at: [['quiz.js', '‸option;'] as const],
  })),
  {
    name: 'what a constructor takes out by another name than each `new` gives',
    class: 'reference',
    message: 'allergies is not defined',
    named: { identifier: 'allergies' },
    files: {
      'a.js':
        'export class Household {\n  #allergies;\n  constructor({ id, intolerances }) {\n    this.id = id;\n    this.#allergies = new Set(allergies);\n  }\n}\n',
      'b.js':
        "import { Household } from './a.js';\nexport const one = (row) => new Household({ ...row, allergies: JSON.parse(row.allergies) });\n",
    },
    at: [['a.js', 'new Set(‸allergies)']],
    first: { 'a.js': /constructor\(\{ id, allergies \}\)/ },
    ask: null,
  },
  ...[
    {
      name: 'a function that is given out by a name it does not have, and taken by its own',
      takes: 'formatCents',
      to: true,
    },
    { name: 'a function that nobody takes by its own name', takes: 'quote', to: false },
    { name: 'a function that others take by either name', takes: 'formatCents, formatMoney', to: false },
  ].map(({ name, takes, to }) => ({
    name,
    class: 'reference' as const,
    message: 'formatMoney is not defined',
    named: { identifier: 'formatMoney' },
    files: {
      'pricing.js':
        'function quote(n) {\n  return n;\n}\nfunction formatCents(cents) {\n  return `${cents / 100}`;\n}\nmodule.exports = { quote, formatMoney };\n',
      'a.js': `const { ${takes} } = require('./pricing');\nexports.show = (n) => ${takes}(n);\n`,
    },
    at: [['pricing.js', 'quote, ‸formatMoney'] as const],
    first: to ? { 'pricing.js': /module\.exports = \{ quote, formatCents \};/ } : null,
    ...(to ? { ask: null } : {}),
  })),
  {
    name: 'a name that was renamed and is answered under the old one',
    class: 'reference',
    message: 'sheets is not defined',
    named: { identifier: 'sheets' },
    files: {
      'a.js':
        'exports.price = (work) => {\n  const sheetCount = count(work);\n  const cost = sheets * 2;\n  log({ sheets });\n  return { sheets: sheetCount, cost };\n};\n',
    },
    at: [['a.js', '‸sheets * 2']],
    first: { 'a.js': /cost = sheetCount \* 2;\n  log\(\{ sheets: sheetCount \}\);/ },
    ask: null,
  },
  {
    name: 'a key of that name whose value is a parameter: that is another thing',
    class: 'reference',
    message: 'limit is not defined',
    named: { identifier: 'limit' },
    files: {
      'a.js': 'exports.page = (size) => {\n  const rows = find({ limit: size });\n  return rows.slice(0, limit);\n};\n',
    },
    at: [['a.js', '‸limit)']],
    first: null,
  },
  {
    name: 'a key of that name with two values',
    class: 'reference',
    message: 'total is not defined',
    named: { identifier: 'total' },
    files: {
      'a.js':
        'exports.sums = (a) => {\n  const net = f(a);\n  const gross = g(a);\n  log({ total: net });\n  save({ total: gross });\n  return total;\n};\n',
    },
    at: [['a.js', 'return ‸total']],
    first: null,
  },
  {
    name: 'a stray word on a line of its own',
    class: 'reference',
    message: 'qw is not defined',
    named: { identifier: 'qw' },
    files: { 'a.js': 'const a = 1;\nqw\nexports.a = a;\n' },
    at: [['a.js', '‸qw']],
    first: { 'a.js': 'const a = 1;\nexports.a = a;\n' },
  },
  {
    name: 'a word on a line of its own that may be one of the language',
    class: 'reference',
    message: 'braek is not defined',
    named: { identifier: 'braek' },
    files: { 'a.js': 'for (const a of list) {\n  print(a);\n  braek\n}\n' },
    at: [['a.js', '‸braek']],
    first: null,
  },
]);

check(identifier, [
  {
    name: 'a name at the end of a line that lost its semicolon, and may have lost more',
    class: 'reference',
    message: 'ReferenceError: transla is not defined',
    named: { identifier: 'transla' },
    files: {
      'a.js':
        "const { translator } = require('./t');\nmodule.exports = (req) => {\n  req.language = 'en';\n  req.t = transla\n};\n",
      't.js': 'exports.translator = (language) => (key) => language + key;\n',
    },
    at: [['a.js', '  req.t = ‸transla\n']],
    first: { 'a.js': /req\.t = translator\n/ },
    ask: /may be lost/,
  },
]);

check(identifier, [
  {
    name: 'a name that a process asked for which was started: the one place of the project that has it',
    ...undefinedName('entires'),
    message: 'digest ended with 1: ReferenceError: entires is not defined',
    files: {
      'run.js': "child.on('exit', (code) => reject(new Error(`digest ended with ${code}: ${errors}`)));\n",
      'digest.js': 'const entries = read();\nprocess.send(entires.length);\n',
    },
    at: [['run.js', '‸new Error']],
    first: { 'digest.js': 'const entries = read();\nprocess.send(entries.length);\n' },
  },
  {
    name: 'what a constructor keeps is no member of its own: it is given by another name',
    ...undefinedName('rooms'),
    files: {
      'a.js':
        'class Hotel {\n  constructor({ roomsStore, guests }) {\n    this.rooms = rooms;\n    this.guests = guests;\n  }\n  free() {\n    return this.rooms.free();\n  }\n}\nmodule.exports = (rooms, guests) => new Hotel({ rooms, guests });\n',
    },
    at: [['a.js', 'this.rooms = ‸rooms']],
    together: true,
    first: { 'a.js': /constructor\(\{ rooms, guests \}\)/ },
    ask: null,
  },
  {
    name: 'a class that extends the plural of one',
    ...undefinedName('AppErrors'),
    files: {
      'a.js':
        'class AppError extends Error {}\nclass NotFound extends AppErrors {}\nmodule.exports = { NotFound, AppError };\n',
    },
    at: [['a.js', 'extends ‸AppErrors']],
    first: { 'a.js': /class NotFound extends AppError \{/ },
    ask: null,
  },
  {
    name: 'a class that is read by its plural elsewhere',
    ...undefinedName('AppErrors'),
    files: { 'a.js': 'class AppError extends Error {}\nmodule.exports = { AppError, known: [AppErrors] };\n' },
    at: [['a.js', '[‸AppErrors']],
    first: { 'a.js': /known: \[AppError\]/ },
    ask: /two different things/,
  },
  {
    name: 'what a loop goes over, where its own item hides the one that is taken out by a slip',
    ...undefinedName('handlers'),
    files: {
      'a.js':
        'const routes = [{ names: [], handlers: [one] }];\nexports.run = (ctx) => {\n  for (const { names, handler } of routes) {\n    ctx.names = names;\n    for (const handler of handlers) handler(ctx);\n  }\n};\n',
    },
    at: [['a.js', 'of ‸handlers']],
    first: { 'a.js': /for \(const \{ names, handlers \} of routes\)/ },
  },
  {
    name: 'what a loop goes over, where the one that is taken out is read besides',
    ...undefinedName('handlers'),
    files: {
      'a.js':
        'const routes = [{ names: [], handler: one }];\nexports.run = (ctx) => {\n  for (const { names, handler } of routes) {\n    ctx.names = handler(names);\n    for (const each of handlers) each(ctx);\n  }\n};\n',
    },
    at: [['a.js', 'of ‸handlers']],
    first: null,
  },
  {
    name: 'the plural of a function that a list is handed',
    ...undefinedName('views'),
    files: { 'a.js': 'const view = (row) => row.id;\nexports.all = (rows) => rows.map(views);\n' },
    at: [['a.js', 'rows.map(‸views']],
    first: { 'a.js': /rows\.map\(view\)/ },
    ask: null,
  },
  {
    name: 'the plural of a function that something else is handed',
    ...undefinedName('views'),
    files: { 'a.js': 'const view = (row) => row.id;\nexports.all = (app) => app.set(views, view);\n' },
    at: [['a.js', 'app.set(‸views']],
    first: { 'a.js': /app\.set\(view, view\)/ },
    ask: /two different things/,
  },
  ...(
    [
      ['what a file gives out and has no such member is not what is meant', 'users.id', /user\.id/],
      ['what has it is', 'users.list()', /import \{ users \}/],
    ] as const
  ).map(([name, read, first]) => ({
    name,
    ...undefinedName('users'),
    files: {
      'data.mjs': "import { Store } from './store.mjs';\nexport const users = new Store('users');\n",
      'store.mjs': 'export class Store {\n  list() {\n    return [];\n  }\n}\n',
      'a.mjs': `export const own = (user, order) => order.by === ${read} && user;\n`,
    },
    at: [['a.mjs', '‸users']] as const,
    first: { 'a.mjs': first },
  })),
]);

const takenFrom = async (more: string): Promise<string[]> => {
  const files = {
    'package.json': '{ "dependencies": { "zod": "4" } }',
    'fp.mjs': 'export const pipe = (...steps) => steps;\nexport const sumBy = (key) => key;\n',
    'b.mjs': "import { pipe } from './fp.mjs';\nexport const two = pipe(1, 2);\n",
    's.mjs': "import { z } from 'zod';\nexport const schema = z.string();\n",
    'a.mjs': `${more}import { sumBy } from './fp.mjs';\nexport const three = pipe(sumBy('a'), 3);\n`,
  };
  const outside = {
    'node_modules/zod/package.json': '{ "name": "zod", "main": "index.js", "types": "index.d.ts" }',
    'node_modules/zod/index.d.ts':
      'export declare function pipe(one: unknown, other: unknown): unknown;\nexport declare const z: unknown;\n',
  };
  const at = [['a.mjs', '‸pipe(sumBy']] as const;
  const ideas = await identifier.ideas(
    contextOf({ name: '', ...undefinedName('pipe'), files, outside, at, first: null }),
  );
  return ideas.map(({ title, rank }) => `${rank} ${/from `(.*)`/.exec(title)?.[1]}`);
};

test('REP-2 identifier: a package has the name, too: from where the file takes others and other files take it', async () => {
  assert.deepEqual(await takenFrom(''), ['0 ./fp.mjs']);
});

test('REP-8 identifier: a package has the name, too, and the file takes others from there: of two a person chooses', async () => {
  assert.deepEqual(await takenFrom("import { z } from 'zod';\n"), ['1 ./fp.mjs', '1 ./fp.mjs', '1 zod']);
});
