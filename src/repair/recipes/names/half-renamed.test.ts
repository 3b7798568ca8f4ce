import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearNames } from '../../code/names.ts';
import { saysTheSame } from '../../code/words.ts';
import { check } from '../cases.test-helper.ts';
import { halfRenamed } from './half-renamed.ts';
import { property } from './property.ts';

const noFunction = (receiver: string, name: string) => ({
  class: 'type' as const,
  message: `${receiver}.${name} is not a function`,
  named: { receiver, property: name },
});
const reading = (name: string) => ({
  class: 'type' as const,
  message: `Cannot read properties of undefined (reading '${name}')`,
  named: { property: name, nullish: 'undefined' as const },
});
const handlers = (create: string) =>
  `exports.show = (req, res) => res.json(1);\nexports.${create} = (req, res) => res.json(2);\n`;

const bank = (caller: string) => ({
  'bank.js':
    'class Bank {\n  findTaxon(id) {\n    return this.taxa[id];\n  }\n  size() {\n    return 1;\n  }\n}\nmodule.exports = { Bank };\n',
  'a.js': `exports.one = ({ bank }) => [bank.findTaxon('y'), bank.size()];\n${caller}`,
});

const request = (value: string, more = '', beside: Readonly<Record<string, string>> = {}) => ({
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'plate')",
  named: { property: 'plate', nullish: 'undefined' as const },
  files: {
    'a.js': `exports.load = (req, res, next) => {\n  req.truck = ${value};\n  next(req.truck ? undefined : new Error('none'));\n};\nexports.show = (req, res) => res.json(req.vehicle.plate);\nexports.list = (req, res) => res.json(req.vehicle.tags);\n${more}`,
    ...beside,
  },
  at: [['a.js', 'req.vehicle.‸plate']] as const,
});

check(halfRenamed, [
  ...(
    [
      ['all others are called like their classes', 'stats: new StatsService(db)', '', 'loansOf', true],
      ['others are called otherwise, too', 'numbers: new StatsService(db)', '', 'loansOf', false],
      [
        'somebody takes it so',
        'stats: new StatsService(db)',
        'exports.b = ({ loans, stats }) => loans.loansOf(stats);\n',
        'loansOf',
        false,
      ],
      ['what is read of it it has not', 'stats: new StatsService(db)', '', 'giveBack', false],
    ] as const
  ).map(([name, beside, more, method, isMeant]) => ({
    name: `a service under another key than its class says: ${name}`,
    ...reading(method),
    files: {
      'services.js':
        'class CatalogService {}\nclass StatsService {}\nclass LendingService {\n  loansOf(id) {\n    return id;\n  }\n}\nmodule.exports = { CatalogService, StatsService, LendingService };\n',
      'app.js': `const { CatalogService, StatsService, LendingService } = require('./services');\nconst services = {\n  catalog: new CatalogService(db),\n  loans: new LendingService(db),\n  ${beside},\n};\nmount(services);\n`,
      'a.js': `exports.list = ({ lending }) => (req, res) => res.json(lending.${method}(req.id));\nexports.page = ({ works, loans }) => loans.all(works);\n${more}`,
    },
    at: [['a.js', `lending.‸${method}`]] as const,
    facts: { lending: { type: 'undefined' as const } },
    first: isMeant ? { 'app.js': / {2}lending: new LendingService\(db\),/ } : null,
  })),
  ...(
    [
      ['alike in all else', 'static async open(at)', 'static async open(at)', null],
      [
        'that takes otherwise',
        'static async open(at)',
        'static async open(at, how)',
        /nothing but that nobody uses it/,
      ],
    ] as const
  ).map(([name, one, other, ask]) => ({
    name: `two other classes have a method of the missing name, ${name}`,
    ...noFunction('Prices', 'open'),
    files: {
      'prices.js':
        'class Prices {\n  static async load(file) {\n    return new Prices(await read(file));\n  }\n  of(band) {\n    return this.bands[band];\n  }\n}\nexports.Prices = Prices;\n',
      'shows.js': `class Shows {\n  ${one} {\n    return at;\n  }\n}\nexports.Shows = Shows;\n`,
      'screenings.js': `class Screenings {\n  ${other} {\n    return at;\n  }\n}\nexports.Screenings = Screenings;\n`,
      'a.js':
        "exports.all = () => Promise.all([Shows.open('a'), Prices.open('b'), Screenings.open('c')]);\nexports.of = (prices) => prices.of('x');\n",
    },
    at: [['a.js', 'Prices.‸open']] as const,
    facts: { Prices: { type: 'function', keys: ['load'] } as const },
    first: { 'a.js': /Prices\.load\('b'\)/ },
    ...(ask === null ? {} : { ask }),
  })),
  ...(
    [
      ['of which others read by that name', 'this.settings = settings.sales;', '', true],
      ['of another name, which is read of other things', 'this.settings = settings.rules;', '', false],
      [
        'which is read of it elsewhere',
        'this.settings = settings.sales;',
        'exports.rules = (office) => office.settings.max;\n',
        false,
      ],
    ] as const
  ).map(([name, set, more, isMeant]) => ({
    name: `a member that a class sets to what is called like the missing one, ${name}`,
    ...reading('max'),
    files: {
      'office.js': `class Office {\n  constructor(settings) {\n    ${set}\n  }\n  order(count) {\n    return count > this.sales.max;\n  }\n}\n`,
      'a.js': `exports.port = (app) => app.settings.port;\n${more}`,
    },
    at: [['office.js', 'sales.‸max']] as const,
    facts: { this: { className: 'Office', keys: ['settings'] } },
    first: isMeant ? { 'office.js': / {4}this\.sales = settings\.sales;/ } : null,
  })),
  ...(
    [
      ['are handed on whole: a person says which', '({ ...race, entries: 1 })', /handed on whole/],
      ['are not handed on', '({ id: race.id })', null],
    ] as const
  ).map(([name, shown, ask]) => ({
    name: `a field that all records of a file have by another name than types say, and the records ${name}`,
    ...reading('split'),
    files: {
      'races.json': '[{ "id": 1, "start": "10:00" }, { "id": 2, "start": "09:30" }]\n',
      'types.ts': 'export interface Race {\n  id: number;\n  startTime: string;\n}\n',
      'a.ts': `import type { Race } from './types.ts';\nexport const hour = (race: Race) => race.startTime.split(':')[0];\nexport const show = (race: Race) => ${shown};\n`,
    },
    at: [['a.ts', 'startTime.‸split']] as const,
    facts: { race: { className: 'Object', keys: ['id', 'start'] } },
    first: { 'a.ts': /race\.start\.split/, 'types.ts': / {2}start: string/ },
    ...(ask === null ? {} : { ask }),
  })),
  ...(
    [
      ['the old name, and no repair changes them', 'bank.lookUp(2)', 'bank.js'],
      ['the new one', 'bank.fetchTaxon(2)', 'a.js'],
    ] as const
  ).map(([name, said, changed]) => ({
    name: `a method that nobody calls, where tests know ${name}`,
    ...noFunction('bank', 'lookUp'),
    files: {
      'bank.js':
        'class Bank {\n  fetchTaxon(id) {\n    return this.taxa[id];\n  }\n  size() {\n    return 1;\n  }\n}\nmodule.exports = { Bank };\n',
      'a.js': "exports.one = ({ bank }) => [bank.lookUp('y'), bank.size()];\n",
      'test/bank.test.js': `test('it', () => ${said});\n`,
    },
    at: [['a.js', 'bank.‸lookUp']] as const,
    facts: { bank: { className: 'Bank', keys: ['taxa', 'fetchTaxon', 'size'] } },
    first: changed === 'a.js' ? { 'a.js': /bank\.fetchTaxon\('y'\)/ } : { 'bank.js': / {2}lookUp\(id\) \{/ },
    ...(changed === 'a.js' ? { ask: /nothing but that nobody uses it/ } : {}),
  })),
  {
    name: 'all else of the object is called, and what is done there says the words of the old name',
    ...noFunction('cache', 'getOrCompute'),
    files: {
      'cache.js':
        'exports.Cache = class Cache {\n  remember(key, compute) {\n    const slot = this.slots.get(key);\n    if (slot) return slot;\n    this.slots.set(key, compute());\n    return this.slots.get(key);\n  }\n  forget(key) {\n    this.slots.delete(key);\n  }\n};\n',
      'a.js':
        'exports.results = (cache, id) => cache.getOrCompute(id, () => rank(id));\nexports.drop = (cache, id) => cache.forget(id);\n',
    },
    at: [['a.js', 'cache.‸getOrCompute']],
    facts: { cache: { className: 'Cache', keys: ['slots', 'remember', 'forget'] } },
    first: { 'a.js': /cache\.remember\(id, \(\) => rank\(id\)\)/ },
  },
  {
    name: 'all else of the object is called, and what is handed over is no function that could be called',
    ...noFunction('cache', 'getOrCompute'),
    files: {
      'cache.js':
        'exports.Cache = class Cache {\n  remember(key, compute) {\n    const slot = this.slots.get(key);\n    if (slot) return slot;\n    this.slots.set(key, compute());\n    return this.slots.get(key);\n  }\n  forget(key) {\n    this.slots.delete(key);\n  }\n};\n',
      'a.js':
        'exports.results = (cache, id) => cache.getOrCompute(id, 5);\nexports.drop = (cache, id) => cache.forget(id);\n',
    },
    at: [['a.js', 'cache.‸getOrCompute']],
    facts: { cache: { className: 'Cache', keys: ['slots', 'remember', 'forget'] } },
    first: { 'a.js': /cache\.remember/ },
    ask: /nothing but that nobody uses it/,
  },
  {
    name: 'one that finds and one that lists by the same, where all else of the object is called',
    ...noFunction('this.loans', 'findByChoir'),
    files: {
      'loans.js':
        'module.exports = class Loans {\n  findById(id) {\n    return this.db.get(id);\n  }\n  listForChoir(choirId) {\n    return this.db.all(choirId);\n  }\n};\n',
      'a.js':
        'module.exports = class Lending {\n  of(choirId) {\n    return this.loans.findByChoir(choirId);\n  }\n  one(id) {\n    return this.loans.findById(id);\n  }\n};\n',
    },
    at: [['a.js', 'this.loans.‸findByChoir']],
    facts: { 'this.loans': { className: 'Loans', keys: ['db', 'findById', 'listForChoir'] } },
    first: { 'a.js': /this\.loans\.listForChoir\(choirId\)/ },
  },
  {
    name: 'a function that is given back by its name alone, of which nobody else calls it, for a kindred deed',
    class: 'type',
    message: 'TypeError: sessions.restore is not a function',
    named: { receiver: 'sessions', property: 'restore' },
    files: {
      'sessions.js':
        'exports.createSessions = (riders) => {\n  function start(email) {\n    return riders.byEmail(email);\n  }\n  function resume(cookie) {\n    return riders.byId(cookie);\n  }\n  return { start, resume };\n};\n',
      'a.js':
        'exports.routes = (sessions) => ({\n  login: (email) => sessions.start(email),\n  who: (cookie) => sessions.restore(cookie),\n});\n',
    },
    at: [['a.js', 'sessions.‸restore']],
    facts: { sessions: { keys: ['start', 'resume'] } },
    first: { 'a.js': /sessions\.resume\(cookie\)/ },
  },

  ...(
    [
      ['keys', 'apiKeys', 'the one member that nobody reads has its word: it is meant', true],
      ['id', 'ownerId', 'a word that many things have of their own says nothing of whose it is', false],
    ] as const
  ).map(([read, given, name, isSure]) => ({
    name,
    class: 'type' as const,
    message: "TypeError: Cannot read properties of undefined (reading 'includes')",
    named: { nullish: 'undefined' as const, property: 'includes' },
    files: {
      'settings.js': `exports.guarding = { ${given}: process.env.KEYS.split(','), header: 'x-key' };\n`,
      'a.js': `exports.guard = (guarding) => (request) =>\n  guarding.${read}.includes(request.headers[guarding.header]);\n`,
    },
    at: [['a.js', `guarding.${read}.‸includes`]] as const,
    facts: { guarding: { keys: [given, 'header'] }, [`guarding.${read}`]: { type: 'undefined' as const } },
    first: isSure ? { 'a.js': /guarding\.apiKeys\.includes/ } : null,
  })),

  ...(
    [
      ['all else is used', 'bus.subscribe(payload)', null],
      ['another one is used by nobody, either', 'bus.names.length', /nobody uses it/],
    ] as const
  ).map(([which, use, ask]) => ({
    name: `a method that does the same by its name, and of its class ${which}`,
    ...noFunction('bus', 'dispatch'),
    files: {
      'bus.js':
        'class Bus {\n  publish(name, payload) {\n    this.all.push([name, payload]);\n  }\n  subscribe(name) {\n    this.names.push(name);\n  }\n}\nexports.Bus = Bus;\n',
      'a.js': `exports.a = (bus, payload) => {\n  bus.dispatch('made', payload);\n  ${use};\n};\n`,
    },
    at: [['a.js', "bus.‸dispatch('made'"]] as const,
    facts: { bus: { className: 'Bus', keys: ['all', 'names', 'publish', 'subscribe'] } },
    first: { 'a.js': /bus\.publish\('made', payload\)/ },
    ...(ask === null ? {} : { ask }),
  })),
  ...(
    [
      ['spells the name out', '${what} not found', null],
      ['speaks of something else', '${what} is bad', /nobody uses it/],
    ] as const
  ).map(([which, text, ask]) => ({
    name: `the one static method that nobody calls, whose text ${which}`,
    ...noFunction('AppError', 'notFound'),
    files: {
      'errors.js': `class AppError extends Error {\n  static missing(what) {\n    return new AppError(\`${text}\`);\n  }\n  static conflict(why) {\n    return new AppError(why);\n  }\n}\nexports.AppError = AppError;\n`,
      'a.js':
        "const { AppError } = require('./errors');\nexports.a = (row, seats) => {\n  if (seats < 1) throw AppError.conflict('full');\n  if (!row) throw AppError.notFound('workshop');\n};\n",
    },
    at: [['a.js', 'AppError.‸notFound']] as const,
    facts: { AppError: { type: 'function' as const, className: 'Function', keys: ['missing', 'conflict'] } },
    first: { 'a.js': /AppError\.missing\('workshop'\)/ },
    ...(ask === null ? {} : { ask }),
  })),
  ...(
    [
      ['all of them, and got', 'getRecipes: () => [...rows]', /getRecipes\(\)|allRecipes: \(\)/, null],
      ['all of them, and the one of a name', 'getRecipe: (name) => rows[name]', null, null],
    ] as const
  ).map(([name, has, changed]) => ({
    name: `a method of what a function makes: ${name}`,
    ...noFunction('store', 'allRecipes'),
    files: {
      'store.js': `exports.open = (rows) => ({ add: (row) => rows.push(row), ${has} });\n`,
      'a.js': 'exports.list = (store) => store.allRecipes();\nexports.put = (store, row) => store.add(row);\n',
    },
    facts: { store: { keys: ['add', has.split(':')[0] ?? ''] } },
    at: [['a.js', 'store.‸allRecipes']] as const,
    first: changed === null ? null : { 'a.js': changed },
    ask: null,
  })),
  ...(
    [
      [
        'what an event is sent with by another key, that others have for theirs',
        'name: ship.name',
        '',
        /\{ id, shipName: ship\.name \}/,
      ],
      [
        'the same, where another listener takes it by that key',
        'name: ship.name',
        "bus.on('moored', ({ name }) => log(name));\n",
        null,
      ],
      ['the same, where another listener takes all of it', 'name: ship.name', "bus.on('moored', log);\n", null],
      ['what is sent is something else of the same thing', 'shipFlag: ship.flag', '', null],
      ['two keys are sent that nobody takes', 'name: ship.name, kind: ship.kind', '', null],
    ] as const
  ).map(([name, sent, more, changed]) => ({
    name,
    class: 'type' as const,
    message: "Cannot read properties of undefined (reading 'trim')",
    named: { property: 'trim', nullish: 'undefined' as const },
    files: {
      'a.js': `bus.on('moored', ({ id, shipName }) => log(id, shipName.trim()));\nbus.on('left', ({ id, berth }) => log(id, berth));\n${more}`,
      'b.js': `exports.moor = (id, ship) => bus.emit('moored', { id, ${sent} });\nexports.leave = (id, berth) => bus.emit('left', { id, berth });\nexports.label = (ship) => ship.name;\n`,
    },
    at: [['a.js', 'shipName.‸trim']] as const,
    first: changed === null ? null : { 'b.js': changed },
  })),
  ...(
    [
      ['the one that is left over, beside one that the word begins', 'BERTH_FREED', null],
      ['the one that is left over, and has a word of it', 'CALL_BEGUN', /EVENTS\.CALL_BEGUN|CALL_OPEN:/],
    ] as const
  ).map(([name, left, changed]) => ({
    name,
    class: 'type' as const,
    message: "Cannot read properties of undefined (reading 'length')",
    named: { property: 'length', nullish: 'undefined' as const },
    files: {
      'a.js': `const EVENTS = { CALL_OPENED: 'call.opened', ${left}: 'other' };\nexports.names = () => [EVENTS.CALL_OPENED];\nexports.one = () => EVENTS.CALL_OPEN.length;\n`,
    },
    at: [['a.js', 'EVENTS.CALL_OPEN.‸length']] as const,
    first: changed === null ? null : { 'a.js': changed },
  })),
  {
    name: 'the one member that a class of another file sets and nobody reads: its method gave the other one',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'length')",
    named: { property: 'length', nullish: 'undefined' },
    files: {
      'store.js':
        'class Store {\n  constructor(name) {\n    this.row = load(name);\n  }\n  all() {\n    return this.rows;\n  }\n  find(id) {\n    return this.rows.find((each) => each.id === id);\n  }\n}\nmodule.exports = Store;\n',
      'a.js':
        "const Store = require('./store');\nconst jobs = new Store('jobs');\nexports.list = () => {\n  const found = jobs.all();\n  return { count: found.length };\n};\n",
    },
    at: [['a.js', 'found.‸length']],
    first: { 'store.js': /this\.rows = load\(name\)/ },
    ask: null,
  },
  ...(
    [
      [
        'the one member that a class sets and nobody reads, for one that it reads and never sets',
        '',
        /this\.rules = settings/,
      ],
      ['the same where an answer has a key of that name', '    report({ policy: 1 });\n', /this\.rules = settings/],
      ['none where it sets two that nobody reads', '    this.floor = settings.floor;\n', null],
    ] as const
  ).map(([name, more, first]) => ({
    name,
    ...reading('most'),
    files: {
      'a.mjs': `export class Desk {\n  constructor(settings) {\n    this.policy = settings.booking;\n${more}  }\n  take(n) {\n    return n > this.rules.most ? this.rules.most : n;\n  }\n}\n`,
    },
    at: [['a.mjs', '‸n > this'] as const],
    first: first === null ? null : { 'a.mjs': first },
  })),

  ...(
    [
      ['its other word', 'newest', null],
      ['the opposite', 'oldest', /nothing but that nobody uses it/],
    ] as const
  ).map(([what, given, ask]) => ({
    name: `a method of what is decorated with, and ${what}: latest and ${given}`,
    ...noFunction('app.store', 'latest'),
    files: {
      'store.js': `module.exports = async (app) => {\n  app.decorate('store', {\n    all: () => rows,\n    ${given}(id, sensor) {\n      return rows.findLast((row) => row.id === id && row.sensor === sensor);\n    },\n  });\n};\n`,
      'a.js':
        "module.exports = async (app) => {\n  app.get('/:id/:sensor', ({ params }) => {\n    const found = app.store.latest(params.id, params.sensor);\n    return { ...found, all: app.store.all().length };\n  });\n};\n",
    },
    at: [['a.js', 'app.store.‸latest'] as const],
    facts: { 'app.store': { keys: ['all', given] } },
    together: true,
    first: { 'a.js': new RegExp(`app\\.store\\.${given}\\(params`) },
    ask,
  })),
  {
    name: 'what the language itself asks for is read by its right name: the class takes it, else all other answers change',
    ...noFunction('trip', 'toJSON'),
    files: {
      'trip.js':
        'class Trip {\n  constructor(record) {\n    this.record = record;\n  }\n  toRecord() {\n    return { ...this.record };\n  }\n}\nmodule.exports = { Trip };\n',
      'a.js':
        'exports.show = (trips, id) => {\n  const trip = trips.find(id);\n  return { ...trip.toJSON(), id };\n};\n',
    },
    at: [['a.js', 'trip.‸toJSON']],
    facts: { trip: { className: 'Trip', keys: ['record', 'toRecord'] } },
    first: { 'trip.js': /\n  toJSON\(\) \{/ },
  },
  {
    name: 'a field of the data, read in two files, one of which hands on what it made of it by the same name',
    ...reading('length'),
    files: {
      'data/rates.json': '[{ "room": "a", "places": ["x"] }, { "room": "b", "places": ["x", "y"] }]\n',
      'a.js': 'exports.one = (rate) => ({ room: rate.room, beds: rate.beds.length });\n',
      'b.js':
        'exports.all = (rates) => {\n  const beds = rates.reduce((sum, rate) => sum + rate.beds.length, 0);\n  return { beds };\n};\n',
    },
    at: [['a.js', 'rate.beds.‸length']],
    facts: { rate: { className: 'Object', keys: ['room', 'places'] } },
    first: { 'a.js': /beds: rate\.places\.length/, 'b.js': /sum \+ rate\.places\.length/ },
  },
  {
    name: 'what is set on a request by another name, and read by that only where it is set',
    ...request('vehicles.get(req.params.plate)'),
    first: { 'a.js': /req\.vehicle = vehicles\.get\(req\.params\.plate\);\n {2}next\(req\.vehicle \?/ },
    ask: null,
  },
  ...(
    [
      [
        'what one reader was left behind to call by its old name, which another gives it still',
        'const { truck: vehicle } = req',
        /req\.truck\.plate[\s\S]*req\.truck\.tags/,
      ],
      ['nothing that is taken out of something else by that name', 'const { truck: vehicle } = body', null],
    ] as const
  ).map(([name, taking, first]) => ({
    name,
    ...request('Date.now()', '', { 'log.js': `exports.log = (req, body) => {\n  ${taking};\n  return vehicle;\n};\n` }),
    first: first === null ? null : { 'a.js': first },
    ask: null,
  })),
  { name: 'nothing that is set of another thing', ...request('Date.now()'), first: null },
  {
    name: 'nothing that others read of it, too',
    ...request('vehicles.get(req.params.plate)', '', { 'log.js': 'exports.log = (req) => req.truck;\n' }),
    first: null,
  },
  {
    name: 'nothing that others take out of it by that name',
    ...request('vehicles.get(req.params.plate)', '', { 'log.js': 'exports.log = ({ truck }) => truck;\n' }),
    first: null,
  },
  {
    name: 'what others of the file read of it by that name, too',
    ...request('vehicles.get(req.params.plate)', 'exports.log = (req) => req.truck;\n'),
    first: { 'a.js': /req\.vehicle = vehicles[\s\S]*exports\.log = \(req\) => req\.vehicle/ },
  },
  {
    name: 'a renamed method that its own class calls by its old name, too, beside another `people` elsewhere',
    ...noFunction('store', 'people'),
    files: {
      'store.js':
        'class Store {\n  peopleValue() {\n    return [1];\n  }\n  inGroup() {\n    return this.people().length;\n  }\n}\nexports.store = new Store();\n',
      'a.js': "const { store } = require('./store');\nexports.list = () => store.people();\n",
      'routes.js': 'module.exports = { people: () => require("./a").list() };\n',
    },
    at: [['a.js', 'store.‸people']],
    facts: { store: { className: 'Store', keys: ['peopleValue', 'inGroup'] } },
    first: { 'store.js': /return this\.peopleValue\(\)\.length/, 'a.js': /store\.peopleValue\(\)/ },
  },
  {
    name: 'none that its own class needs for the method by which others say the very statement',
    ...noFunction('shows', 'mustHave'),
    files: {
      'shows.js':
        'class Shows {\n  bySlug(slug) {\n    return this.rows[slug];\n  }\n  require(slug) {\n    const show = this.bySlug(slug);\n    if (!show) throw new Error(slug);\n    return show;\n  }\n}\nexports.shows = new Shows();\n',
      'a.js':
        "const { shows } = require('./shows');\nexports.book = (slug) => {\n  const show = shows.mustHave(slug);\n  return show.title;\n};\n",
      'b.js':
        "const { shows } = require('./shows');\nexports.one = (slug) => {\n  const show = shows.require(slug);\n  return show;\n};\n",
    },
    at: [['a.js', 'shows.‸mustHave']],
    facts: { shows: { className: 'Shows', keys: ['bySlug', 'require'] } },
    first: null,
  },
  {
    name: 'the one method of a class that nobody calls, as the compiler says which class is meant',
    class: 'type',
    message: "TS2339: Property 'publish' does not exist on type 'Board'.",
    named: { property: 'publish' },
    files: {
      'board.ts':
        'export class Board {\n  private readonly alerts: string[] = [];\n  open() {\n    return this.alerts;\n  }\n  post(line: string, severity: string) {\n    this.alerts.push(line + severity);\n  }\n}\n',
      'routes.ts':
        "import { Board } from './board';\nexport class Routes {\n  constructor(private readonly board: Board) {}\n  list() {\n    return this.board.open();\n  }\n  add(code: string, severity: string) {\n    this.board.publish(code, severity);\n  }\n}\nexport const method = 'post';\n",
    },
    at: [['routes.ts', 'this.board.‸publish']],
    first: { 'routes.ts': /this\.board\.post\(code, severity\)/ },
    ask: null,
  },
  {
    name: 'a method that was renamed within its class, by what it is called with',
    ...noFunction('book', 'isFree'),
    files: {
      'book.ts':
        'export class Book {\n  isAvailable(code, day) {\n    return this.on(day).every((each) => each.code !== code);\n  }\n  book(code, day) {\n    if (!this.isAvailable(code, day)) throw new Error(code);\n  }\n  on(day) {\n    return this.all.filter((each) => each.day === day);\n  }\n}\n',
      'routes.ts': 'export const free = (book, code, day) => book.isFree(code, day) && book.on(day);\n',
    },
    at: [['routes.ts', 'book.‸isFree']],
    facts: { book: { className: 'Book', keys: ['all', 'isAvailable', 'book', 'on'] } },
    first: { 'routes.ts': /book\.isAvailable\(code, day\)/ },
    ask: null,
  },
  {
    name: 'a member that a type tells of, and an object that has one under another name in its place',
    class: 'range',
    message: 'Invalid time value',
    files: {
      'models.ts':
        "export interface Stay {\n  id: number;\n  arrivalDate: string;\n  nights: number;\n}\nexport function until(stay: Pick<Stay, 'arrivalDate' | 'nights'>): string {\n  const day = new Date(`${stay.arrivalDate}T00:00:00Z`);\n  return day.toISOString();\n}\n",
      'invoice.ts': 'export const month = (stay: { arrivedOn: string }) => stay.arrivedOn.slice(0, 7);\n',
    },
    at: [['models.ts', 'day.‸toISOString']],
    facts: { stay: { keys: ['id', 'arrivedOn', 'nights'] } },
    first: {
      'models.ts':
        "export interface Stay {\n  id: number;\n  arrivedOn: string;\n  nights: number;\n}\nexport function until(stay: Pick<Stay, 'arrivedOn' | 'nights'>): string {\n  const day = new Date(`${stay.arrivedOn}T00:00:00Z`);\n  return day.toISOString();\n}\n",
    },
    ask: null,
  },
  {
    name: 'the one key of a literal that its type calls otherwise',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'id')",
    named: { property: 'id', nullish: 'undefined' },
    files: {
      'router.ts':
        'export interface Route {\n  method: string;\n  params: Record<string, string>;\n  body: unknown;\n}\nexport const run = (handler, match) => handler({ method: match.method, param: match.groups, body: null });\n',
      'routes.ts': 'export const one = (route) => route.params.id;\n',
    },
    at: [['routes.ts', 'params.‸id']],
    facts: { route: { keys: ['method', 'param', 'body'] }, 'route.params': { type: 'undefined' } },
    first: { 'router.ts': /, params: match\.groups, body/ },
    ask: null,
  },
  {
    name: 'the one method of a field that its type calls otherwise',
    class: 'type',
    message: 'this.clock.today is not a function',
    named: { receiver: 'this.clock', property: 'today' },
    files: {
      'module.ts': "export const clock = { provide: 'CLOCK', useValue: { now: () => '2026-03-01' } };\n",
      'reports.ts':
        'export class Reports {\n  constructor(private readonly clock: { today(): string }) {}\n  night() {\n    return this.clock.today();\n  }\n}\n',
    },
    at: [['reports.ts', 'this.clock.‸today()']],
    facts: { 'this.clock': { keys: ['now'] } },
    first: { 'module.ts': /useValue: \{ today: \(\) =>/ },
    ask: null,
  },
  {
    name: 'a key of a data file that has another name in the type of its records, where nothing was seen',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'toFixed')",
    named: { property: 'toFixed', nullish: 'undefined' },
    files: {
      'data/tools.json':
        '{ "newton": { "label": "N", "limit": 15, "hourlyRate": 42 }, "solar": { "label": "S", "limit": 2, "hourlyRate": 9 } }',
      'tools.ts':
        "import { readFileSync } from 'node:fs';\ninterface Tool {\n  label: string;\n  limit: number;\n  ratePerHour: number;\n}\nexport const tools: Record<string, Tool> = JSON.parse(readFileSync('data/tools.json', 'utf8'));\nexport function price(key: string): string {\n  const { ratePerHour } = tools[key];\n  return ratePerHour.toFixed(2);\n}\n",
    },
    at: [['tools.ts', 'ratePerHour.‸toFixed']],
    first: { 'tools.ts': /\n {2}hourlyRate: number;\n[\s\S]*const \{ hourlyRate: ratePerHour \} = tools/ },
    ask: null,
  },
  ...(
    [
      [
        'records that all code and its types call otherwise take that name: what is written would have the old one',
        '',
        1,
      ],
      [
        'where some code says the other name, it is read by that',
        'export const label = (crop) => crop.cropName;\n',
        null,
      ],
    ] as const
  ).map(([name, more, first]) => ({
    name,
    class: 'unknown' as const,
    message: 'no such crop undefined',
    files: {
      'data/beds.json':
        '[{ "bedId": "a", "zone": "w", "cropName": "x" }, { "bedId": "b", "zone": "c", "cropName": "y" }]\n',
      'beds.ts':
        "export interface Bed {\n  bedId: string;\n  zone: string;\n  crop: string;\n}\nexport const first = { bedId: 'c', zone: 'w', crop: 'z' };\nexport function check(bed) {\n  if (!known.has(bed.crop)) throw new Error(`no such crop ${bed.crop}`);\n}\n",
      'more.ts': more,
    },
    at: [['beds.ts', 'throw ‸new Error']] as const,
    facts: { bed: { keys: ['bedId', 'zone', 'cropName'] }, 'bed.crop': { type: 'undefined' as const } },
    first:
      first === null
        ? { 'beds.ts': /known\.has\(bed\.cropName\)/ }
        : {
            'data/beds.json':
              '[{ "bedId": "a", "zone": "w", "crop": "x" }, { "bedId": "b", "zone": "c", "crop": "y" }]\n',
          },
  })),
  {
    name: 'an object that lacks more than one of what its type tells may be another one',
    class: 'range',
    message: 'Invalid time value',
    files: {
      'models.ts':
        'export interface Stay {\n  id: number;\n  arrivalDate: string;\n  nights: number;\n  guest: string;\n}\nexport function until(stay: Stay): string {\n  return new Date(stay.arrivalDate).toISOString();\n}\nexport const month = (stay: { arrivedOn: string }) => stay.arrivedOn.slice(0, 7);\n',
    },
    at: [['models.ts', '.‸toISOString']],
    facts: { stay: { keys: ['id', 'arrivedOn', 'nights'] } },
    first: null,
  },
  {
    name: 'a section of an INI file that nobody reads, and that holds what is read of the missing one',
    ...reading('size'),
    files: {
      'app.ini': 'name = x\n\n[cache]\nttl = 5m\n\n[paging]\nsize = 3\nmost = 50\n',
      'a.js':
        "const ini = parse(fs.readFileSync('app.ini', 'utf8'));\nexports.page = [ini.page.size, ini.page.most, ini.cache.ttl];\n",
      'b.js': "exports.ask = (query) => ({ page: query.get('page'), paging: 1 });\n",
    },
    at: [['a.js', 'ini.page.‸size']],
    facts: { ini: { keys: ['main', 'cache', 'paging'] } },
    first: { 'a.js': /\[ini\.paging\.size, ini\.paging\.most, ini\.cache\.ttl\]/ },
  },
  {
    name: 'a method that others call by its new name already, which says the same',
    ...noFunction('bank', 'taxonById'),
    files: bank("exports.other = ({ bank }) => bank.taxonById('z').name;\n"),
    at: [['a.js', 'bank.‸taxonById(']],
    facts: { bank: { className: 'Bank', keys: ['findTaxon', 'size'] } },
    first: { 'a.js': /exports\.other = \(\{ bank \}\) => bank\.findTaxon\('z'\)/ },
    ask: null,
  },
  {
    name: 'a method that others call and that says something else',
    ...noFunction('bank', 'taxonLabel'),
    files: bank("exports.other = ({ bank }) => bank.taxonLabel('z').trim();\n"),
    at: [['a.js', 'bank.‸taxonLabel(']],
    facts: { bank: { className: 'Bank', keys: ['findTaxon', 'size'] } },
    first: null,
  },
  {
    name: 'a key that nobody reads, whose value is called as the missing one',
    ...reading('list'),
    files: {
      'container.js':
        'exports.make = () => {\n  const catalogue = new Catalogue();\n  return { orders, catalog: catalogue };\n};\n',
      'a.js':
        'class C {\n  constructor({ catalogue }) {\n    this.catalogue = catalogue;\n  }\n  index() {\n    return this.catalogue.list();\n  }\n}\n',
    },
    at: [['a.js', 'this.catalogue.‸list']],
    first: { 'container.js': /\{ orders, catalogue \}/ },
  },
  {
    name: 'a key that nobody reads, beside one that is written out as its value',
    ...noFunction('store', 'all'),
    files: {
      'store.js': 'function all() {}\nfunction find() {}\nmodule.exports = { al: all, find: find };\n',
      'a.js': "const store = require('./store');\nexports.list = () => store.all(store.find());\n",
    },
    at: [['a.js', 'store.‸all']],
    together: true,
    first: { 'store.js': /\{ all: all, find: find \}/ },
  },
  {
    name: 'a key near the one that is read, which nobody reads',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'normalize')",
    named: { property: 'normalize', nullish: 'undefined' },
    files: {
      'store.mjs': "export const people = [{ Name: 'Mia', age: 1 }, { name: 'Lee', age: 2 }];\n",
      'a.mjs':
        "import { people } from './store.mjs';\nexport const initials = () => people.map(({ name }) => name.normalize('NFD')[0]);\nexport const ages = () => people.map(({ age }) => age);\n",
    },
    at: [['a.mjs', 'name.‸normalize']],
    first: { 'store.mjs': "export const people = [{ name: 'Mia', age: 1 }, { name: 'Lee', age: 2 }];\n" },
  },
  {
    name: 'the same where nobody else gives the missing one: the reader slipped, no key is renamed',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'normalize')",
    named: { property: 'normalize', nullish: 'undefined' },
    files: {
      'a.mjs':
        "const people = [{ name: 'Mia', age: 1 }];\nexport const initials = () => people.map((each) => each.nmae.normalize('NFD')[0]);\nexport const ages = () => people.map(({ age }) => age);\n",
    },
    at: [['a.mjs', 'each.nmae.‸normalize']],
    first: null,
  },
  {
    name: 'a key for a package, a slip away from what its value is called',
    class: 'type',
    message: 'fetchCallback is not a function',
    named: { identifier: 'fetchCallback' },
    files: { 'a.mjs': "import { serve } from 'server';\nserve({ Fetch: app.fetch, port: 1 });\n" },
    first: { 'a.mjs': "import { serve } from 'server';\nserve({ fetch: app.fetch, port: 1 });\n" },
  },
  {
    name: 'a method whose new name says the same with one word more',
    class: 'type',
    message: 'listeners.queue is not a function',
    named: { property: 'queue', receiver: 'listeners' },
    files: {
      'listeners.mjs': 'export class Listeners {\n  async queueValue(id) {\n    return [id];\n  }\n}\n',
      'app.mjs':
        "import { Listeners } from './listeners.mjs';\nconst listeners = new Listeners();\nexport const show = (id) => listeners.queue(id);\n",
    },
    at: [['app.mjs', 'listeners.‸queue']],
    facts: { listeners: { type: 'object', className: 'Listeners', keys: ['queueValue'] } },
    first: { 'app.mjs': /listeners\.queueValue\(id\)/ },
    ask: null,
  },
  {
    name: 'the field of the data that nobody reads, where no record has the one that is read',
    ...reading('join'),
    files: {
      'sailings.json': '[{ "code": "SH1", "via": [] }, { "code": "GH1", "via": ["Graemsay"] }]',
      'a.js': "module.exports = (sailing) => ({ code: sailing.code, via: sailing.stops.join(', ') });\n",
    },
    at: [['a.js', 'stops.‸join']],
    facts: { sailing: { keys: ['code', 'via'] }, 'sailing.stops': { type: 'undefined' } },
    first: { 'a.js': /sailing\.via\.join/ },
    ask: null,
  },
  {
    name: 'the same in JSON lines',
    ...reading('map'),
    files: {
      'episodes.ndjson': '{"id":"e1","marks":[]}\n{"id":"e2","marks":[]}\n',
      'a.js': 'module.exports = (episode) => ({ id: episode.id, chapters: episode.chapters.map(String) });\n',
    },
    at: [['a.js', 'chapters.‸map']],
    facts: { episode: { keys: ['id', 'marks'] }, 'episode.chapters': { type: 'undefined' } },
    first: { 'a.js': /episode\.marks\.map/ },
    ask: null,
  },
  {
    name: 'a field that some records have is no other name of one that they have, too',
    ...reading('join'),
    files: {
      'sailings.json': '[{ "code": "SH1", "via": [], "stops": [] }, { "code": "GH1", "via": [] }]',
      'a.js': "module.exports = (sailing) => ({ code: sailing.code, via: sailing.stops.join(', ') });\n",
    },
    at: [['a.js', 'stops.‸join']],
    facts: { sailing: { keys: ['code', 'via'] }, 'sailing.stops': { type: 'undefined' } },
    first: null,
  },
  {
    name: 'a text is not what is joined',
    ...reading('join'),
    files: {
      'sailings.json': '[{ "code": "SH1", "note": "late" }]',
      'a.js': "module.exports = (sailing) => ({ code: sailing.code, via: sailing.stops.join(', ') });\n",
    },
    at: [['a.js', 'stops.‸join']],
    facts: { sailing: { keys: ['code', 'note'] }, 'sailing.stops': { type: 'undefined' } },
    first: null,
  },
  {
    name: 'a field of the class that two others read gets its name back',
    ...reading('booked'),
    files: {
      'notices.js':
        'class Notices {\n  constructor() {\n    this.totals = { booked: 0 };\n  }\n  note(kind) {\n    this.counts[kind] += 1;\n  }\n}\nmodule.exports = new Notices();\n',
      'a.js': "const notices = require('./notices');\nexports.all = () => ({ counts: notices.counts });\n",
    },
    at: [['notices.js', 'this.counts‸[kind]']],
    facts: { this: { className: 'Notices', keys: ['totals', 'note'] }, 'this.counts': { type: 'undefined' } },
    first: { 'notices.js': /this\.counts = \{ booked: 0 \}/ },
    ask: null,
  },
  {
    name: 'a method whose callers kept the old name gets it back',
    ...noFunction('comments', 'of'),
    files: {
      'comments.js':
        'class Comments {\n  forArticle(slug) {\n    return this.all[slug] ?? [];\n  }\n}\nmodule.exports = Comments;\n',
      'a.js': 'module.exports = (comments, slug) => [comments.of(slug), comments.of(slug).length];\n',
    },
    at: [['a.js', 'comments.‸of(slug),']],
    facts: { comments: { className: 'Comments', keys: ['all', 'forArticle'] } },
    first: { 'comments.js': /\n {2}of\(slug\) \{/ },
    ask: null,
  },
  {
    name: 'one caller alone follows',
    ...noFunction('this.store', 'percentOf'),
    files: {
      'store.js': 'class Store {\n  discountFor(tier) {\n    return this.tiers[tier];\n  }\n}\n',
      'a.js': 'class A {\n  price(tier) {\n    return this.store.percentOf(tier);\n  }\n}\n',
    },
    at: [['a.js', 'this.store.‸percentOf']],
    facts: { 'this.store': { className: 'Store', keys: ['tiers', 'discountFor'] } },
    first: { 'a.js': /this\.store\.discountFor\(tier\)/ },
    ask: null,
  },
  {
    name: 'a key whose value is called as it is read',
    ...reading('letters'),
    files: {
      'config.js':
        "const defaults = require('./defaults.json');\nmodule.exports = { port: 1, marking: defaults.grading };\n",
      'defaults.json': '{}',
      'a.js': "const { grading } = require('./config');\nmodule.exports = () => grading.letters;\n",
    },
    at: [['a.js', 'grading.‸letters']],
    facts: { grading: { type: 'undefined' } },
    first: { 'config.js': /grading: defaults\.grading/ },
    ask: null,
  },
  {
    name: 'a handler under its old name, by the route that it serves',
    class: 'type',
    message: 'argument handler must be a function',
    files: {
      'controller.js': handlers('addGrade'),
      'a.js':
        "const controller = require('./controller');\nrouter.get('/:id', controller.show);\nrouter.post('/:id/grades', controller.create);\n",
    },
    at: [['a.js', "‸router.post('/:id/grades'"]],
    first: { 'a.js': /controller\.addGrade\)/ },
    ask: null,
  },
  {
    name: 'what only nobody uses needs a person',
    ...noFunction('store', 'archive'),
    files: {
      'store.js': 'exports.make = () => ({\n  wipe(id) {\n    this.rows.pop();\n  },\n});\n',
      'a.js': 'module.exports = (store) => store.archive(1);\n',
    },
    at: [['a.js', 'store.‸archive']],
    facts: { store: { keys: ['rows', 'wipe'] } },
    first: { 'a.js': /store\.wipe\(1\)/ },
    ask: /nobody uses it/,
  },
  {
    name: 'two names of one pattern are two things',
    ...noFunction('cart', 'getTotal'),
    files: {
      'cart.js': 'exports.make = () => ({\n  getVat(lines) {\n    return lines.length;\n  },\n});\n',
      'a.js': 'module.exports = (cart, lines) => cart.getTotal(lines);\n',
    },
    at: [['a.js', 'cart.‸getTotal']],
    facts: { cart: { keys: ['getVat'] } },
    first: null,
  },
  {
    name: 'what does something else is not meant',
    ...noFunction('store', 'findLoan'),
    files: {
      'store.js': 'exports.make = () => ({\n  removeLoan(id) {\n    return id;\n  },\n});\n',
      'a.js': 'module.exports = (store) => store.findLoan(1);\n',
    },
    at: [['a.js', 'store.‸findLoan']],
    facts: { store: { keys: ['removeLoan'] } },
    first: null,
  },
]);

check(property, [
  {
    name: 'every reader of a name that no object ever gets is corrected',
    ...reading('id'),
    files: {
      'router.js': 'module.exports = (request, match) => {\n  request.parameters = match;\n};\n',
      'a.js': 'module.exports = (request) => request.params.id;\n',
      'b.js': 'module.exports = (request) => request.params.name;\n',
    },
    at: [['a.js', 'request.params.‸id']],
    facts: { request: { keys: ['url', 'parameters'] }, 'request.params': { type: 'undefined' } },
    first: { 'router.js': /request\.params = match/ },
  },
  {
    name: 'a method of another language, by what the same call gives elsewhere',
    ...noFunction('db.prepare(...)', 'first'),
    files: {
      'a.js': "module.exports = (db) => db.prepare('a').first(1);\n",
      'b.js': "module.exports = (db) => db.prepare('b').get(1);\n",
    },
    at: [['a.js', "db.prepare('a').‸first"]],
    first: { 'a.js': "module.exports = (db) => db.prepare('a').get(1);\n" },
  },
  {
    name: 'both sides of an order',
    ...reading('localeCompare'),
    files: {
      's.js': 'exports.make = (row) => ({ lastName: row.last });\n',
      'a.js': 'module.exports = (list) => list.sort((a, b) => a.surname.localeCompare(b.surname));\n',
    },
    at: [['a.js', 'a.surname.‸localeCompare']],
    facts: { a: { keys: ['id', 'firstName', 'lastName'] }, 'a.surname': { type: 'undefined' } },
    first: { 'a.js': /a\.lastName\.localeCompare\(b\.lastName\)/ },
  },
  {
    name: 'all call sites of a renamed method',
    ...noFunction('store', 'findRoom'),
    files: {
      'store.js': 'exports.make = () => ({ getRoom: (id) => id });\n',
      'c.js': 'module.exports = (store) => store.getRoom(1);\n',
      'a.js': 'module.exports = (store) => store.findRoom(1);\n',
      'b.js': 'module.exports = (store) => store.findRoom(2);\n',
    },
    at: [['a.js', 'store.‸findRoom']],
    facts: { store: { keys: ['getRoom'] } },
    first: {
      'a.js': 'module.exports = (store) => store.getRoom(1);\n',
      'b.js': 'module.exports = (store) => store.getRoom(2);\n',
    },
  },
]);

test('REP-2 the same thing in other words', () => {
  const same: readonly (readonly [string, string])[] = [
    ['findUser', 'getUserById'],
    ['customerId', 'clientId'],
    ['surname', 'lastName'],
    ['getAll', 'list'],
    ['deleteRoom', 'removeRoom'],
    ['contains', 'includes'],
  ];
  for (const [written, meant] of same) assert.equal(saysTheSame(written, meant), true, `${written} ${meant}`);
  const other: readonly (readonly [string, string])[] = [
    ['createdAt', 'updatedAt'],
    ['bookings', 'bookingsOf'],
    ['findUsers', 'getUser'],
    ['line1', 'line2'],
    ['user', 'userId'],
    ['getTotal', 'getVat'],
    ['addRoom', 'removeRoom'],
  ];
  for (const [written, meant] of other) assert.equal(saysTheSame(written, meant), false, `${written} ${meant}`);
  assert.deepEqual(
    nearNames('findUser', ['users', 'getUser', 'deleteUser']).map(({ name }) => name),
    ['getUser'],
  );
});

const orchard = (rest: string, end = 'return { latest: latest?.day ?? null };') => ({
  'data/harvests.ndjson': '{"id":"h1","kg":42,"on":"2025-09-14"}\n{"id":"h2","kg":18,"on":"2025-09-15"}\n',
  'types.ts': 'export interface Harvest {\n  id: string;\n  kg: number;\n  day: string;\n}\n',
  'repo.ts': "import { readLines } from './lines.ts';\nexport const ofTree = (id) => readLines('harvests', id);\n",
  'trees.ts': `import * as repo from './repo.ts';\nexport const last = (id) => {\n  const harvests = repo.ofTree(id);\n  const latest = harvests.toSorted((a, b) => b.day.localeCompare(a.day))[0];\n  ${end}\n};\n${rest}`,
});
const unlocated = {
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'localeCompare')",
  named: { property: 'localeCompare', nullish: 'undefined' as const },
  at: [['trees.ts', 'b.day.‸localeCompare']] as const,
  facts: { b: { keys: ['id', 'kg', 'on'] }, 'b.day': { type: 'undefined' as const } },
};

check(halfRenamed, [
  {
    name: 'the items of one list, by whatever name they are read',
    ...unlocated,
    files: orchard(''),
    first: {
      'trees.ts': /b\.on\.localeCompare\(a\.on\)\)\[0\];\n {2}return \{ latest: latest\?\.on \?\? null/,
      'types.ts': /\n {2}on: string;/,
    },
  },
  {
    name: 'another read of what nothing has any more, of which nobody knows whose it is',
    ...unlocated,
    files: orchard('export const label = (entry) => entry.day ?? "none";\n'),
    first: { 'trees.ts': /latest\?\.on \?\? null/ },
    ask: /entry\.day` is read in trees\.ts as well/,
  },
  {
    name: 'items of the list that are taken apart, however that is written',
    ...unlocated,
    files: orchard(
      '',
      'const [first, { day: second }] = harvests;\n  const days = [...harvests.entries()].map(([, { day }]) => day);\n  for (const { day = "" } of harvests) days.push(day);\n  return { latest: latest?.day ?? null, first: first.day, second, days };',
    ),
    first: {
      'trees.ts':
        /const \[first, \{ on: second \}\][\s\S]*\[, \{ on: day \}\][\s\S]*const \{ on: day = "" \} of[\s\S]*latest\?\.on \?\? null, first: first\.on/,
      'types.ts': /\n {2}on: string;/,
    },
  },
  {
    name: 'another read of it that takes something apart of which nobody knows whose it is',
    ...unlocated,
    files: orchard('export const label = ({ day }) => day ?? "none";\n'),
    first: { 'trees.ts': /latest\?\.on \?\? null/ },
    ask: /`day` is read in trees\.ts as well/,
  },
  {
    name: 'another read of that name that takes apart what a client sent',
    ...unlocated,
    files: orchard(
      'const plan = ({ day }) => new Set([day]);\nexport const asked = async (req) => plan(await read(req));\n',
    ),
    first: { 'trees.ts': /latest\?\.on \?\? null/ },
  },
  {
    name: 'what fills a key that is there itself may be that one',
    ...reading('toString'),
    files: {
      'data/divers.json':
        '[{"id":1,"certifiedOn":"2017-05-02","certification":"deep"},{"id":2,"certifiedOn":"2021-08-19","certification":"deep"}]',
      'a.js':
        'exports.card = (diver) => ({ since: diver.certified?.slice(0, 4), certification: diver.certified.toString() });\nexports.isDeep = (one) => one.certification === "deep";\n',
    },
    at: [['a.js', 'certified.‸toString']],
    facts: { diver: { keys: ['id', 'certifiedOn', 'certification'] }, 'diver.certified': { type: 'undefined' } },
    first: { 'a.js': /since: diver\.certifiedOn\?\.slice/ },
    ask: /`certification` is made of `certified`/,
  },
  {
    name: 'another read of that name, of what a client sent',
    ...unlocated,
    files: orchard('export const asked = (req) => req.query.day ?? "none";\n'),
    first: { 'trees.ts': /latest\?\.on \?\? null/ },
  },
  {
    name: 'a member that a type tells of, and that other records have',
    ...reading('map'),
    files: {
      'data/scopes.json': '[{ "id": 1, "name": "a", "filters": [] }, { "id": 2, "name": "b", "wheel": [] }]\n',
      'scopes.ts':
        'export interface Scope {\n  id: number;\n  name: string;\n  filters: string[];\n}\nexport const list = (scope: Scope) => scope.filters.map((each) => each);\n',
    },
    at: [['scopes.ts', 'scope.filters.‸map']],
    facts: { scope: { keys: ['id', 'name', 'wheel'] } },
    first: null,
  },
]);

check(halfRenamed, [
  {
    name: 'a header that was not sent is no other one that was',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'split')",
    named: { property: 'split', nullish: 'undefined' },
    files: {
      'auth.js': "exports.auth = (request) => request.headers.authorization.split(' ');\n",
      'app.js': "app.listen({ host: '127.0.0.1' });\n",
    },
    at: [['auth.js', 'authorization.‸split']],
    facts: { 'request.headers': { type: 'object', preview: '{…}', keys: ['host', 'connection'] } },
    first: null,
  },
  {
    name: 'a function that is set on what is handed along, by a longer name that nobody reads of it',
    class: 'type',
    message: 't is not a function',
    named: { property: 't', receiver: 't' },
    files: {
      'lang.js':
        'exports.lang = async (ctx, next) => {\n  ctx.state.lang = ctx.query.lang;\n  ctx.state.translate = (key) => key + ctx.state.lang;\n  await next();\n};\n',
      'pages.js': 'exports.page = (ctx) => {\n  const { t } = ctx.state;\n  ctx.body = t("title");\n};\n',
      'shares.js': 'exports.share = (ctx) => (ctx.body = ctx.state.t("share"));\n',
    },
    at: [['pages.js', '‸t("title")']],
    first: { 'lang.js': /ctx\.state\.t = \(key\)/ },
  },
  ...(
    [
      ['another one is read of other things alone: a person says which', 'query.title', /may be `title` as well as/],
      ['and the others are read of it', 'item.title', null],
    ] as const
  ).map(([how, read, ask]) => ({
    name: `the one field of a record that nobody reads, where ${how}`,
    ...reading('toLowerCase'),
    files: {
      'data/items.json': '[{ "title": "Glove", "state": "sold" }, { "title": "Trumpet", "state": "waiting" }]\n',
      'items.js':
        "const items = JSON.parse(require('fs').readFileSync('data/items.json', 'utf8'));\nexports.find = (text) => items.filter((item) => item.what.toLowerCase() === text);\n",
      'a.js': `exports.page = (query, item) => ${read}.trim();\n`,
    },
    at: [['items.js', 'item.what.‸toLowerCase']] as const,
    facts: { item: { type: 'object' as const, preview: '{…}', keys: ['title', 'state'] } },
    first: { 'items.js': /item\.state\.toLowerCase/ },
    ask,
  })),
]);

/** A setting that is not there, of a section of two, of which the other is read elsewhere. */
const setting = (read: string, keys: string) => ({
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'toString')",
  named: { property: 'toString', nullish: 'undefined' as const },
  files: {
    'config.js': `module.exports = { store: { ${keys} } };\n`,
    'a.js': `const config = require('./config');\nexports.say = () => config.store.${read}.toString();\n`,
    'b.js': "const config = require('./config');\nexports.open = () => open(config.store.url);\n",
  },
  at: [['a.js', `${read}.‸toString`]] as const,
  facts: {
    config: { className: 'Object', keys: ['store'] },
    'config.store': { className: 'Object', keys: keys.split(', ').map((each) => each.split(':')[0] ?? '') },
  },
});

check(halfRenamed, [
  {
    name: 'the one setting that nobody reads',
    ...setting('ttl', "url: 'x', ttlMs: 300"),
    first: { 'a.js': /config\.store\.ttlMs\.toString/ },
    ask: null,
  },
  { name: 'seconds are no milliseconds', ...setting('ttlSeconds', "url: 'x', ttlMs: 300"), first: null },
  {
    name: 'a number is no host, whoever reads it',
    ...setting('host', "url: 'x', poolSize: 3"),
    first: { 'a.js': /config\.store\.poolSize\.toString/ },
    ask: /`host` says something else than `poolSize` holds/,
  },
  {
    name: 'a text is no limit',
    ...setting('limit', "url: 'x', label: 'a'"),
    first: { 'a.js': /config\.store\.label\.toString/ },
    ask: /`limit` says something else than `label` holds/,
  },
]);
