import { check, historyOf } from '../cases.test-helper.ts';
import { property } from './property.ts';

const reading = (name: string, nullish: 'undefined' | 'null' = 'undefined') => ({
  class: 'type' as const,
  message: `Cannot read properties of ${nullish} (reading '${name}')`,
  named: { property: name, nullish },
});
const noFunction = (receiver: string, name: string) => ({
  class: 'type' as const,
  message: `${receiver}.${name} is not a function`,
  named: { receiver, property: name },
});

const routes = (taken: string): string =>
  `const router = make();\nrouter.add('GET', '/a/:id', ({ params, query }) => show(params.id, query));\nrouter.add('GET', '/b/:id', ({ ${taken} }) => {\n  return show(param.id);\n});\n`;

const collection = (line: string) => ({
  files: {
    'collection.js':
      'class Collection {\n  static load(name, key) {\n    return [name, key];\n  }\n}\nmodule.exports = { Collection };\n',
    'a.js': `const { Collection } = require('./collection');\nconst trips = Collection.load('trips', 'id');\n${line}\nmodule.exports = { trips };\n`,
  },
  class: 'type' as const,
  message: 'TypeError: Collection.loadAll is not a function',
});

check(property, [
  {
    name: 'what is read on by the name of the key that it fills is not that key itself',
    class: 'type',
    message: "TypeError: Cannot read properties of undefined (reading 'id')",
    named: { nullish: 'undefined', property: 'id' },
    files: {
      'a.js': "app.get('/me', (req, res) => {\n  res.json({ id: req.usr.id, email: req.user.email });\n});\n",
    },
    at: [['a.js', 'req.usr.‸id']],
    facts: { req: { keys: ['id', 'user'] }, 'req.usr': { type: 'undefined' } },
    first: { 'a.js': /id: req\.user\.id, email/ },
  },
  {
    name: 'the key that a member fills says which number of it is meant',
    class: 'type',
    message: "TypeError: Cannot read properties of undefined (reading 'secret')",
    named: { nullish: 'undefined', property: 'secret' },
    files: {
      'sessions.js':
        'exports.createSessions = ({ session }) => ({ read: (cookie) => check(cookie, session.secret) });\n',
      'a.js':
        "const { createSessions } = require('./sessions');\nconst config = { session: { secret: 'x' }, port: 1 };\nconst sessions = createSessions({ session: config.sessions });\nmodule.exports = { sessions, config };\n",
    },
    at: [['sessions.js', 'session.‸secret']],
    first: { 'a.js': /session: config\.session \}/ },
  },
  {
    name: 'the parameter that a member is handed for says which one is meant',
    class: 'type',
    message: "TypeError: Cannot read properties of undefined (reading 'headerName')",
    named: { nullish: 'undefined', property: 'headerName' },
    files: {
      'settings.ts':
        "export interface Settings {\n  http: { port: number };\n  security: { headerName: string };\n}\nexport const settings: Settings = { http: { port: 1 }, security: { headerName: 'x' } };\n",
      'guard.ts':
        'export function guard(security: { headerName: string }) {\n  return (request) => request.headers[security.headerName];\n}\n',
      'a.ts':
        "import type { Settings } from './settings.ts';\nimport { guard } from './guard.ts';\nexport const build = (settings: Settings) => guard(settings.auth);\n",
    },
    at: [['guard.ts', 'security.‸headerName']],
    first: { 'a.ts': /guard\(settings\.security\)/ },
  },
  {
    name: 'what is looked up by its id is handed the id that the object has of it',
    class: 'type',
    message: "TypeError: Cannot read properties of undefined (reading 'name')",
    named: { nullish: 'undefined', property: 'name' },
    files: {
      'a.ts':
        'export function view(booking: Booking) {\n  const customer = customers.findById(booking.customer)!;\n  return { customer: customer.name, id: booking.customerId };\n}\n',
    },
    at: [['a.ts', 'customer.‸name']],
    facts: { booking: { keys: ['id', 'customerId', 'status'] }, customer: { type: 'undefined' } },
    first: { 'a.ts': /findById\(booking\.customerId\)!/ },
  },
  {
    name: 'a method that stands where another one of its object stands in a like call, with the same argument',
    class: 'type',
    message: 'TypeError: access.authorize is not a function',
    named: { receiver: 'access', property: 'authorize' },
    files: {
      'access.js':
        'class Access {\n  authenticate() {\n    return (req, res, next) => next(this.lookup(req));\n  }\n  allow(role) {\n    return (req, res, next) => next(req.role !== role);\n  }\n  lookup(req) {\n    return req.token;\n  }\n}\nmodule.exports = Access;\n',
      'a.js':
        "const Access = require('./access');\nconst access = new Access();\napp.delete('/a', access.authenticate(), access.authorize('boss'), remove);\napp.post('/a', access.authenticate(), access.allow('boss'), add);\n",
    },
    at: [['a.js', 'access.‸authorize']],
    facts: { access: { keys: ['authenticate', 'allow', 'lookup'] } },
    first: { 'a.js': /delete\('\/a', access\.authenticate\(\), access\.allow\('boss'\), remove/ },
  },

  ...(
    [
      ['whose new name nobody says: it gives it out by the one that all say', '', true],
      ['whose new name one says: all that take the module in say it', "require('./settings').read('own');\n", false],
    ] as const
  ).map(([which, more, isGiver]) => ({
    name: `a function of a module of the project, ${which}`,
    ...noFunction('settings', 'get'),
    files: {
      'settings.js': 'function read(path) {\n  return path;\n}\nmodule.exports = { read };\n',
      'router.js': 'class Router {\n  get(path) {\n    return path;\n  }\n}\nmodule.exports = { Router };\n',
      'a.js': "const settings = require('./settings');\nexports.port = settings.get('http.port');\n",
      'lib/b.js':
        "const config = require('../settings');\nconst { Router } = require('../router');\nexports.b = () => new Router().get(config.get('fees.least'));\nexports.c = (config) => config.get('own');\n",
      'c.js': more,
    },
    at: [['a.js', 'settings.‸get']] as const,
    facts: { settings: { keys: ['read'] } },
    context: { git: historyOf({ replaced: { get: ['read'] } }) },
    first: isGiver
      ? { 'settings.js': 'function read(path) {\n  return path;\n}\nmodule.exports = { get: read };\n' }
      : {
          'a.js': "const settings = require('./settings');\nexports.port = settings.read('http.port');\n",
          'lib/b.js':
            "const config = require('../settings');\nconst { Router } = require('../router');\nexports.b = () => new Router().get(config.read('fees.least'));\nexports.c = (config) => config.get('own');\n",
        },
  })),
  ...(
    [
      ['which its template does not have so', '.env.example', null],
      [
        'and no template has it',
        '.env.old',
        { 'a.js': 'exports.prefix = process.env.INVOICES_PREFIX.toUpperCase();\n' },
      ],
    ] as const
  ).map(([name, template, first]) => ({
    name: `a variable of the environment, under another name since the last change, ${name}`,
    class: 'type' as const,
    message: "Cannot read properties of undefined (reading 'toUpperCase')",
    named: { nullish: 'undefined' as const, property: 'toUpperCase' },
    files: {
      'a.js': 'exports.prefix = process.env.INVOICE_PREFIX.toUpperCase();\n',
      '.env': 'INVOICES_PREFIX=CG\n',
      [template]: 'INVOICE_PREFIX=CG\n',
    },
    at: [['a.js', 'process.env.‸INVOICE_PREFIX']] as const,
    facts: { 'process.env': { keys: ['INVOICES_PREFIX', 'PATH'] } },
    context: { git: historyOf({ replaced: { INVOICE_PREFIX: ['INVOICES_PREFIX'] } }) },
    first,
  })),
  ...(
    [
      ['who is asked for by all handlers, under another name since the last change', '', true],
      [
        'who is set under the old name as well',
        'app.use((req, res, next) => {\n  req.staff = {};\n  next();\n});\n',
        false,
      ],
    ] as const
  ).map(([name, more, isAll]) => ({
    name,
    class: 'type' as const,
    message: "TypeError: Cannot destructure property 'id' of 'req.staff' as it is undefined.",
    named: { nullish: 'undefined' as const, property: 'id' },
    files: {
      'auth.js': `app.use((req, res, next) => {\n  req.user = {};\n  next();\n});\n${more}`,
      'a.js':
        "const staff = { staff: [] };\napp.get('/a', (req, res) => {\n  const { id } = req.staff;\n  res.json({ id, ...staff });\n});\napp.get('/b', (req) => req.staff.role);\n",
      'c.js':
        "const mayRead = (req) => req.staff.role;\napp.get('/c', (request, res) => res.json(mayRead(request), request.staff.id));\n",
    },
    at: [['a.js', '{ id } = ‸req.staff']] as const,
    facts: { req: { keys: ['user', 'url'] } },
    context: { git: historyOf({ replaced: { staff: ['user'] } }) },
    first: isAll
      ? {
          'a.js':
            "const staff = { staff: [] };\napp.get('/a', (req, res) => {\n  const { id } = req.user;\n  res.json({ id, ...staff });\n});\napp.get('/b', (req) => req.user.role);\n",
          'c.js':
            "const mayRead = (req) => req.user.role;\napp.get('/c', (request, res) => res.json(mayRead(request), request.user.id));\n",
        }
      : { 'a.js': /req\.user;[^]*req\.staff\.role/ },
  })),
  ...(
    [
      ['end', null],
      ['end, endAll', /may be two different things/],
    ] as const
  ).map(([given, ask]) => ({
    name: `a function with an s too many, of a module that has ${given}`,
    ...noFunction('sessions', 'ends'),
    files: {
      'sessions.js': `function end(token) {}\nfunction endAll(memberId) {}\nmodule.exports = { ${given} };\n`,
      'a.js': "const sessions = require('./sessions');\nexports.remove = (member) => sessions.ends(member.id);\n",
    },
    at: [['a.js', 'sessions.‸ends'] as const],
    facts: { sessions: { keys: given.split(', ') } },
    first: { 'a.js': /sessions\.end\(/ },
    ask,
  })),
  ...(
    [
      ['looks for what it is given', 'find((row) => row.id === test)', /takes no function/],
      ['calls it', 'find((row) => test(row))', null],
    ] as const
  ).map(([which, body, ask]) => ({
    name: `a method that is gone and was given a function, and one like it that ${which}`,
    class: 'type' as const,
    message: 'rows.first is not a function',
    named: { property: 'first' },
    files: {
      'rows.js': `class Rows {\n  get(test) {\n    return this.list.${body};\n  }\n}\nexports.rows = new Rows();\n`,
      'a.js':
        "const { rows } = require('./rows');\nexports.taken = (slot) => rows.first((each) => each.from < slot.to);\n",
    },
    at: [['a.js', 'rows.‸first'] as const],
    facts: { rows: { type: 'object' as const, className: 'Rows', keys: ['list', 'get'] } },
    first: { 'a.js': /rows\.get\(\(each\)/ },
    ask,
  })),
  {
    name: 'what is hung on an application under another name than its own',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'find')",
    named: { property: 'find', nullish: 'undefined' },
    files: {
      'a.js': "app.decorate('loans', store);\nconsole.log(config.loans);\n",
      'b.js': 'exports.list = (app) => app.store.find();\n',
    },
    at: [['b.js', 'app.store.‸find']],
    facts: { app: { keys: ['loans', 'get'] } },
    first: { 'a.js': "app.decorate('store', store);\nconsole.log(config.loans);\n" },
    ask: null,
  },
  {
    name: 'a field of rows that a data file has elsewhere under the name that is read here',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'slice')",
    named: { property: 'slice', nullish: 'undefined' },
    files: {
      'seed.json': '{"orders":[{"openedOn":"2026-03-02"}]}\n',
      'seed.js': "const seed = require('./seed.json');\nfor (const row of seed.orders) insert(row.openedOn);\n",
      'orders.js': 'exports.dayOf = (row) => row.openedOn.slice(0, 10);\n',
    },
    at: [['orders.js', 'row.openedOn.‸slice']],
    facts: { row: { type: 'object', className: 'Object', keys: ['id', 'opened_on'] } },
    first: { 'orders.js': 'exports.dayOf = (row) => row.opened_on.slice(0, 10);\n' },
    ask: null,
  },
  {
    name: 'what others call of the same object with the same, with a word in common',
    class: 'type',
    message: 'TypeError: store.loans.dueOf is not a function',
    files: {
      'a.js': 'exports.row = (store, loan) => store.loans.dueDate(loan);\n',
      'b.js': 'exports.add = (store, loan) => ({ due: store.loans.dueOf(loan) });\n',
    },
    at: [['b.js', 'store.loans.‸dueOf']],
    first: { 'b.js': /store\.loans\.dueDate\(loan\)/ },
    ask: null,
  },
  ...(
    [
      [
        'in the other number, it is another thing',
        'lending.loansOf',
        '  slip(id) {\n    return id;\n  }\n',
        ['loansOf', 'slip'],
      ],
      [
        'where nobody calls another one',
        'lending.loanSlip',
        '  giveBack(id) {\n    return id;\n  }\n',
        ['loanSlip', 'giveBack'],
      ],
    ] as const
  ).map(([name, other, method, keys]) => ({
    name: `what others call of the same object with the same, and a word in common: ${name}`,
    class: 'type' as const,
    message: 'lending.returnLoan is not a function',
    named: { receiver: 'lending', property: 'returnLoan' },
    files: {
      'lending.js': `module.exports = class Lending {\n${method}};\n`,
      'a.js': `exports.back = (lending, req) => lending.returnLoan(req.id);\nexports.list = (lending, req) => ${other}(req.id);\nexports.page = (lending, req) => lending.slip(req.id, 1);\n`,
    },
    at: [['a.js', 'lending.‸returnLoan']] as const,
    facts: { lending: { className: 'Lending', keys: [...keys] } },
    first: null,
  })),
  {
    name: 'the name without the unit that it says',
    class: 'type',
    message: 'day.addDays is not a function',
    named: { receiver: 'day', property: 'addDays' },
    files: { 'a.js': 'exports.due = (day, days) => day.addDays(days);\n' },
    at: [['a.js', 'day.‸addDays']],
    facts: { day: { className: 'M2', keys: ['add', 'format', 'diff'] } },
    first: null,
  },
  {
    name: 'what others call of an object that is kept here and handed over there',
    class: 'type',
    message: 'TypeError: this.store.loans.dueOf is not a function',
    files: {
      'a.js': 'exports.row = (store, loan) => store.loans.dueDate(loan);\n',
      'b.js': 'class Pages {\n  state(loan) {\n    return this.store.loans.dueOf(loan);\n  }\n}\n',
    },
    at: [['b.js', 'this.store.loans.‸dueOf']],
    first: { 'b.js': /this\.store\.loans\.dueDate\(loan\)/ },
    ask: null,
  },
  {
    name: 'the one list of a section that nobody reads by its name, though records have a field of that name',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'find')",
    named: { property: 'find', nullish: 'undefined' },
    files: {
      'config.yaml': 'harvest:\n  season: 6\n  grade:\n    - code: A\n    - code: B\n',
      'config.js': "export default yaml.load(fs.readFileSync('config.yaml', 'utf8'));\n",
      'a.js':
        "import config from './config.js';\nconst { season, grades } = config.harvest;\nexport const of = (pick) => grades.find((each) => each.code === pick.grade) ?? season;\n",
    },
    at: [['a.js', 'grades.‸find']],
    facts: { 'config.harvest': { type: 'object', className: 'Object', keys: ['season', 'grade'] } },
    first: { 'a.js': /\{ season, grade: grades \}/ },
    ask: null,
  },
  {
    name: 'what the language calls it that a query is asked',
    class: 'type',
    message: 'TypeError: query.param is not a function',
    files: { 'a.js': "exports.list = (query) => find(query.param('site'));\n" },
    at: [['a.js', 'query.‸param']],
    facts: { query: { className: 'URLSearchParams', keys: ['append', 'get', 'getAll', 'has', 'size', 'sort'] } },
    first: { 'a.js': /find\(query\.get\('site'\)\)/ },
    ask: null,
  },
  {
    name: 'a field of a part, which others read of that part',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'split')",
    named: { property: 'split', nullish: 'undefined' },
    files: {
      'a.js':
        'exports.due = (drivers) => drivers.filter((driver) => driver.expires.split(1));\nexports.list = (drivers) => drivers.map((driver) => driver.licence.expires);\n',
    },
    at: [['a.js', 'driver.expires.‸split']],
    first: { 'a.js': /driver\.licence\.expires\.split/ },
    ask: null,
  },
  {
    name: 'none of a part where others read it as it stands, too',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'split')",
    named: { property: 'split', nullish: 'undefined' },
    files: {
      'a.js':
        'exports.due = (drivers) => drivers.filter((driver) => driver.expires.split(1));\nexports.list = (drivers) => drivers.map((driver) => driver.licence.expires);\nexports.all = (driver) => driver.expires;\n',
    },
    at: [['a.js', 'driver.expires.‸split']],
    first: null,
  },
  {
    name: 'what another client spells with capitals, and all else that is called of it so',
    class: 'type',
    message: 'TypeError: this.redis.hGetAll is not a function',
    files: {
      'a.js':
        "class Carts {\n  lines(id) {\n    return this.redis.hGetAll(id);\n  }\n  add(id) {\n    return this.redis.lpush('all', id);\n  }\n}\nmodule.exports = { Carts };\n",
      'b.js': "module.exports = (redis) => redis.lRange('all', 0, 4);\n",
    },
    at: [['a.js', 'this.redis.‸hGetAll']],
    facts: { 'this.redis': { className: 'Redis', keys: ['get', 'hgetall', 'lpush'] } },
    first: { 'a.js': /this\.redis\.hgetall\(id\)/, 'b.js': /redis\.lrange\('all', 0, 4\)/ },
    ask: null,
  },
  {
    name: 'a word too many, where the next line calls it without and alike',
    ...collection("const drivers = Collection.loadAll('drivers', 'id');"),
    at: [['a.js', 'Collection.‸loadAll']],
    first: { 'a.js': /const drivers = Collection\.load\('drivers', 'id'\);/ },
    ask: null,
  },
  {
    name: 'none a word shorter that is called with other things',
    ...collection('const drivers = Collection.loadAll(names, keys);'),
    at: [['a.js', 'Collection.‸loadAll']],
    first: null,
  },
  {
    name: 'the plural of a method that the project has from elsewhere',
    class: 'type',
    message: 'TypeError: this.emits is not a function',
    files: {
      'a.js':
        "import { EventEmitter } from 'node:events';\nexport class Board extends EventEmitter {\n  start(run) {\n    this.emits('started', run);\n  }\n}\n",
    },
    at: [['a.js', 'this.‸emits']],
    facts: { this: { className: 'Board', keys: ['start', 'emit', 'on'] } },
    first: { 'a.js': /this\.emit\('started', run\)/ },
    ask: null,
  },
  {
    name: 'the getter of that very word, beside one that is called by its plural',
    class: 'type',
    message: 'TypeError: fleet.station is not a function',
    files: { 'a.js': "const station = fleet.station('mkt');\n" },
    at: [['a.js', 'fleet.‸station']],
    facts: { fleet: { className: 'Fleet', keys: ['getStation', 'stationKinds'] } },
    first: { 'a.js': "const station = fleet.getStation('mkt');\n" },
    ask: null,
  },
  {
    name: 'the other number of the one export that nobody takes, where all else that is taken is there',
    class: 'unknown',
    message: 'Route.get() requires a callback function but got a [object Undefined]',
    files: {
      'trails.js': 'exports.show = () => 1;\nexports.region = () => trail.region;\n',
      'a.js':
        "const trails = require('./trails');\nrouter.get('/a', trails.show);\nrouter.get('/b', trails.regions);\n",
    },
    at: [['a.js', "router.‸get('/b'"]],
    first: { 'a.js': /'\/b', trails\.region\)/ },
    ask: null,
  },
  {
    name: 'a word that people have for it in other frameworks',
    class: 'type',
    message: 'res.sendJson is not a function',
    files: { 'a.js': "const app = require('express')();\napp.get('/', (req, res) => res.sendJson({ ok: true }));\n" },
    at: [['a.js', 'res.‸sendJson']],
    first: { 'a.js': /res\.json\(/ },
    ask: null,
  },
  {
    name: 'what Hono calls its handler of errors, in Fastify',
    class: 'type',
    message: 'TypeError: app.onError is not a function',
    files: {
      'a.js': "const app = require('fastify')();\napp.onError((error, request, reply) => reply.send(error));\n",
    },
    at: [['a.js', 'app.‸onError']],
    first: { 'a.js': /app\.setErrorHandler\(/ },
    ask: null,
  },
  ...(
    [
      [
        'koa',
        "import Koa from 'koa';\nconst app = new Koa();\napp.use(async (ctx) => {\n  ctx.",
        'setHeader',
        'set',
        "('a', 'b');\n});\n",
      ],
      [
        'hono',
        "import { Hono } from 'hono';\nconst app = new Hono();\napp.post('/', async (c) => {\n  return c.json(await c.req.",
        'body',
        'json',
        '());\n});\n',
      ],
      [
        'fastify',
        "import Fastify from 'fastify';\nconst app = Fastify();\napp.get('/', async (request, reply) => {\n  return reply.",
        'json',
        'send',
        '({});\n});\n',
      ],
    ] as const
  ).map(([name, before, wrong, right, after]) => ({
    name: `what other frameworks than ${name} call it`,
    class: 'type' as const,
    message: `${wrong} is not a function`,
    named: { property: wrong },
    files: { 'package.json': `{"type":"module","dependencies":{"${name}":"*"}}`, 'a.js': before + wrong + after },
    at: [['a.js', `‸${wrong}${after.slice(0, 4)}`] as const],
    first: { 'a.js': before + right + after },
    ask: null,
  })),
  {
    name: 'a method with a word more that would join it to its argument, which it takes by that name',
    ...noFunction('book', 'pitchBy'),
    files: {
      'book.ts':
        'export class Book {\n  get pitches() {\n    return [...this.all.values()];\n  }\n  pitch(code) {\n    return this.all.get(code);\n  }\n}\n',
      'a.ts': 'export const show = (book, params) => book.pitchBy(params.code);\n',
    },
    at: [['a.ts', 'book.‸pitchBy']],
    facts: { book: { className: 'Book', keys: ['all', 'pitches', 'pitch'] } },
    first: { 'a.ts': /book\.pitch\(params\.code\)/ },
    ask: null,
  },
  {
    name: 'a function of a namespace, as the compiler suggests',
    class: 'type',
    message: "TS2551: Property 'minutes' does not exist on type 'typeof Format'. Did you mean 'inMinutes'?",
    named: { property: 'minutes' },
    files: {
      'format.ts':
        'export namespace Format {\n  export function inMinutes(count: number) {\n    return count;\n  }\n}\n',
      'a.ts': "import { Format } from './format';\nexport const show = (count: number) => Format.minutes(count);\n",
    },
    at: [['a.ts', 'Format.‸minutes']],
    first: { 'a.ts': /Format\.inMinutes\(count\)/ },
    ask: null,
  },
  {
    name: 'a contraction of the method that there is',
    ...noFunction('money_1.Money', 'fmt'),
    files: { 'a.ts': 'export const show = (cents: number) => Money.fmt(cents);\n' },
    at: [['a.ts', 'Money.‸fmt']],
    facts: { Money: { keys: ['currency', 'format', 'percentOf'] } },
    first: { 'a.ts': /Money\.format\(cents\)/ },
    ask: null,
  },
  {
    name: 'what a call gives is handed over under a near name that nobody reads',
    ...reading('book'),
    files: {
      'app.js': "app.decorate('markets', open());\n",
      'routes.js': 'exports.routes = (app) => app.market.book;\n',
    },
    at: [['routes.js', 'app.market.‸book']],
    facts: { app: { keys: ['decorate', 'markets'] }, 'app.market': { type: 'undefined' } },
    first: { 'app.js': "app.decorate('market', open());\n" },
    ask: null,
  },
  {
    name: 'a method that ends in Sync where there is one without',
    class: 'type',
    message: 'schema.validateSync is not a function',
    named: { property: 'validateSync', receiver: 'schema' },
    files: { 'a.js': 'exports.check = (schema, body) => schema.validateSync(body);\n' },
    at: [['a.js', 'schema.‸validateSync']],
    facts: { schema: { type: 'object', keys: ['validate', 'describe', 'label'] } },
    first: { 'a.js': 'exports.check = (schema, body) => schema.validate(body);\n' },
  },
  {
    name: 'a method of Node’s own class, whose other number is nobody’s',
    class: 'type',
    message: 'response.writeHeads is not a function',
    named: { receiver: 'response', property: 'writeHeads' },
    files: { 'a.js': 'exports.send = (response) => {\n  response.writeHeads(200);\n};\n' },
    at: [['a.js', 'response.‸writeHeads']],
    facts: { response: { className: 'ServerResponse', keys: ['_events', 'statusCode'] } },
    first: { 'a.js': /response\.writeHead\(200\)/ },
  },
  {
    name: 'what is handed on under the name that was asked for keeps it where others read it',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'split')",
    named: { property: 'split', nullish: 'undefined' },
    files: {
      'config.js':
        "const ini = parse();\nexports.config = { viability: { retestYears: ini.viability.retestYears.split(',') } };\n",
      'a.js': "const { config } = require('./config');\nexports.years = () => config.viability.retestYears;\n",
    },
    at: [['config.js', 'ini.viability.retestYears.‸split']],
    facts: { 'ini.viability': { keys: ['threshold', 'retest_years'] } },
    first: {
      'config.js':
        "const ini = parse();\nexports.config = { viability: { retestYears: ini.viability.retest_years.split(',') } };\n",
    },
  },
  {
    name: 'what a handler takes apart, as its siblings call it',
    ...reading('id'),
    files: { 'a.js': routes('param') },
    at: [['a.js', 'param.‸id);\n}']],
    facts: { param: { type: 'undefined' } },
    first: { 'a.js': routes('params: param') },
  },
  {
    name: 'what a handler takes apart, where its siblings take nothing of the kind',
    ...reading('id'),
    files: { 'a.js': routes('param').replace('params, query', 'body, query') },
    at: [['a.js', 'param.‸id);\n}']],
    facts: { param: { type: 'undefined' } },
    first: null,
  },
  {
    name: 'what a handler takes apart of what its caller gives',
    ...reading('id'),
    files: {
      'a.js': 'add(({ param }) => {\n  return show(param.id);\n});\n',
      'r.js':
        'exports.run = (request) => {\n  const ctx = { params: {}, query: {} };\n  return matched.handler(ctx);\n};\n',
    },
    at: [
      ['a.js', 'param.‸id', 'handler'],
      ['r.js', 'matched.‸handler(ctx)'],
    ],
    first: { 'a.js': /\{ params: param \}/ },
    ask: /two different things$/,
  },
  {
    name: 'a method of what a method of the reply gives back',
    ...noFunction('reply.code(...)', 'heder'),
    files: {
      'package.json': '{"dependencies":{"fastify":"5"}}',
      'a.js':
        "module.exports = async (app) => {\n  app.post('/', async (request, reply) => {\n    reply.code(201).heder('a', 'b');\n  });\n};\n",
    },
    at: [['a.js', 'reply.code(201).‸heder']],
    first: { 'a.js': /reply\.code\(201\)\.header\('a', 'b'\)/ },
  },
  {
    name: 'what a look-up is given is not there: nothing is found by it',
    ...reading('title'),
    files: {
      'a.js': 'exports.show = (films, one) => {\n  const film = films.get(one.filmID);\n  return film.title;\n};\n',
    },
    at: [['a.js', 'film.‸title']],
    facts: { one: { keys: ['id', 'filmId'] }, film: { type: 'undefined' }, films: { className: 'Map' } },
    first: { 'a.js': /films\.get\(one\.filmId\)/ },
  },
  {
    name: 'what puts into a stream of the web',
    ...noFunction('controller', 'push'),
    files: { 'a.js': 'exports.start = (controller) => controller.push(1);\n' },
    at: [['a.js', 'controller.‸push']],
    facts: { controller: { className: 'ReadableStreamDefaultController' } },
    first: { 'a.js': /controller\.enqueue\(1\)/ },
  },
  {
    name: 'a method of the language without its verb',
    ...noFunction('took', 'fixed'),
    files: { 'a.js': 'exports.tell = (took) => took.fixed(1);\n' },
    at: [['a.js', 'took.‸fixed']],
    facts: { took: { type: 'number' } },
    first: { 'a.js': 'exports.tell = (took) => took.toFixed(1);\n' },
  },
  {
    name: 'a plural that nobody reads, of which what it is given is the singular',
    ...reading('length'),
    files: {
      'options.js': "exports.parse = (given) => ({ baseDirs: (given && given.baseDir) || '/', cache: 3600 });\n",
      'a.js':
        "const { parse } = require('./options');\nexports.serve = (given, url) => {\n  const options = parse(given);\n  return url.slice(options.baseDir.length);\n};\n",
    },
    at: [['a.js', 'options.baseDir.‸length']],
    facts: { options: { keys: ['baseDirs', 'cache'] }, 'options.baseDir': { type: 'undefined' } },
    first: {
      'options.js': "exports.parse = (given) => ({ baseDir: (given && given.baseDir) || '/', cache: 3600 });\n",
    },
  },
  {
    name: 'what the language still has of the nineties is not meant',
    ...noFunction('took', 'fixd'),
    files: { 'a.js': 'exports.tell = (took) => took.fixd(1);\n' },
    at: [['a.js', 'took.‸fixd']],
    facts: { took: { type: 'string' } },
    first: null,
  },
  {
    name: 'a method of the language has no plural',
    ...noFunction('this.handle', 'binds'),
    files: {
      'a.js': 'exports.A = class {\n  start() {\n    return this.handle.binds(this);\n  }\n  handle() {}\n};\n',
    },
    at: [['a.js', 'this.handle.‸binds']],
    facts: { 'this.handle': { type: 'function', keys: [] } },
    first: { 'a.js': /this\.handle\.bind\(this\)/ },
    ask: null,
  },
  {
    name: 'a plural of what is asked for around it',
    ...reading('includes'),
    files: {
      'a.js':
        "exports.f = (request) => {\n  if (request.headers.accept) return request.headers.accepts.includes('json');\n  return false;\n};\n",
    },
    at: [['a.js', 'accepts.‸includes']],
    facts: { 'request.headers': { keys: ['host', 'accept'] }, 'request.headers.accepts': { type: 'undefined' } },
    first: { 'a.js': /return request\.headers\.accept\.includes/ },
    ask: null,
  },
  {
    name: 'a member of the request has no plural',
    ...reading('get'),
    files: {
      'a.js':
        "const express = require('express');\nconst app = express();\napp.use((err, req, res, next) => res.json(req.apps.get('env')));\n",
    },
    at: [['a.js', 'apps.‸get']],
    facts: { req: { keys: ['app', 'body'] }, 'req.apps': { type: 'undefined' } },
    first: { 'a.js': /req\.app\.get\('env'\)/ },
    ask: null,
  },
  {
    name: 'a segment too many, where the place takes a single value and a group stands there',
    ...reading('port'),
    files: {
      'config.js': "export const config = { port: { http: 80, admin: 81 }, name: 'a' };\n",
      'a.js': "import { config } from './config.js';\nexport const start = (app) => app.listen(config.server.port);\n",
    },
    at: [['a.js', 'config.server.‸port']],
    facts: {
      config: { keys: ['port', 'name'], preview: 'Object {port: {http: 80, admin: 81}, name: "a"}' },
      'config.server': { type: 'undefined' },
    },
    first: null,
  },
  {
    name: 'a segment too many, of which another part is read that is not there: a person is asked',
    ...reading('port'),
    files: {
      'config.js': "export const config = { port: 80, name: 'a' };\n",
      'a.js':
        "import { config } from './config.js';\nexport const start = (app) => app.listen(config.server.port);\nexport const greet = () => config.server.greeting;\n",
    },
    at: [['a.js', 'config.server.‸port']],
    facts: {
      config: { keys: ['port', 'name'], preview: 'Object {port: 80, name: "a"}' },
      'config.server': { type: 'undefined' },
    },
    first: { 'a.js': /app\.listen\(config\.port\);/ },
    ask: /other parts of it are read elsewhere/,
  },
  {
    name: 'a line of what a loader made of it, without a source map',
    class: 'type',
    message: 'items.fliter is not a function',
    named: { receiver: 'items', property: 'fliter' },
    files: {
      'a.ts':
        'interface Item {\n  price: number;\n}\n\nconst items: Item[] = [];\n\n// All of them.\nexport const all = () => items;\n\nexport function cheap(max: number) {\n  return items.fliter((item) => item.price <= max);\n}\n\nexport const count = () => items.length;\n',
    },
    at: [['a.ts', 'interface ‸Item', 'cheap']],
    first: { 'a.ts': /return items\.filter\(/ },
  },
  {
    name: 'a slip of who reads it, where only what is given is a word of the project',
    ...reading('number'),
    files: {
      'settings.js': 'module.exports = { max: 10, port: { number: Number(process.env.PORT) } };\n',
      'a.js': "const settings = require('./settings');\nexports.start = (app) => app.listen(settings.prot.number);\n",
    },
    at: [['a.js', 'settings.prot.‸number']],
    facts: {
      settings: { keys: ['max', 'port'], preview: 'Object {max: 10, port: Object}' },
      'settings.prot': { type: 'undefined' },
    },
    first: { 'a.js': /app\.listen\(settings\.port\.number\);/ },
  },
  {
    name: 'a method that says once more what it is given',
    class: 'type',
    message: 'Vehicle.findByPlate is not a function',
    named: { receiver: 'Vehicle', property: 'findByPlate' },
    files: { 'a.js': 'exports.show = (Vehicle, req) => Vehicle.findByPlate(req.params.plate);\n' },
    at: [['a.js', 'Vehicle.‸findByPlate']],
    facts: { Vehicle: { type: 'function', keys: ['all', 'find', 'remove'] } },
    first: { 'a.js': 'exports.show = (Vehicle, req) => Vehicle.find(req.params.plate);\n' },
  },
  ...[
    { name: 'of two that do the same the one that takes what it is given', list: 'list()', ask: null },
    { name: 'of two that do the same and take it: neither is sure', list: 'list(page)', ask: undefined },
  ].map(({ name, list, ask }) => ({
    name,
    class: 'type' as const,
    message: 'people.findCustomer is not a function',
    named: { receiver: 'people', property: 'findCustomer' },
    files: {
      'people.js': `class People {\n  customers${list.slice(4)} {\n    return [];\n  }\n  customer(id) {\n    return id;\n  }\n}\nmodule.exports = new People();\n`,
      'a.js': "const people = require('./people');\nexports.show = (input) => people.findCustomer(input.customerId);\n",
    },
    at: [['a.js', 'people.‸findCustomer'] as const],
    facts: { people: { keys: ['customers', 'customer'] } },
    first: {
      'a.js': ask === null ? /people\.customer\(input/ : /people\.customers\(input/,
    },
    ...(ask === null ? { ask } : {}),
  })),
  {
    name: 'one that names what it is asked of, and one that is asked by what it is given',
    class: 'type',
    message: 'cellar.find is not a function',
    named: { receiver: 'cellar', property: 'find' },
    files: { 'a.js': 'exports.show = (cellar, sku) => cellar.find(sku);\n' },
    at: [['a.js', 'cellar.‸find']],
    facts: { cellar: { keys: ['all', 'bySku', 'remove'] } },
    first: { 'a.js': 'exports.show = (cellar, sku) => cellar.bySku(sku);\n' },
  },
  {
    name: 'the very statement elsewhere, with a method that the object has',
    class: 'type',
    message: 'shows.mustHave is not a function',
    named: { receiver: 'shows', property: 'mustHave' },
    files: {
      'a.js':
        'exports.plan = (shows) => (ctx) => {\n  const show = shows.mustHave(ctx.params.slug);\n  return show;\n};\n',
      'b.js':
        'exports.one = (shows) => (ctx) => {\n  const show = shows.demand(ctx.params.slug);\n  return [show];\n};\n',
      'shows.js': 'class Shows {\n  all() {}\n  demand(slug) {\n    return slug;\n  }\n}\nmodule.exports = Shows;\n',
    },
    at: [['a.js', 'shows.‸mustHave']],
    facts: { shows: { className: 'Shows', keys: ['db'] } },
    first: { 'a.js': /const show = shows\.demand\(ctx\.params\.slug\);/ },
  },
  {
    name: 'the very statement elsewhere, of another object that has what this one lacks',
    class: 'type',
    message: 'shows.mustHave is not a function',
    named: { receiver: 'shows', property: 'mustHave' },
    files: {
      'a.js':
        'exports.plan = (shows) => (ctx) => {\n  const show = shows.mustHave(ctx.params.slug);\n  return show;\n};\n',
      'b.js':
        'exports.one = (shows) => (ctx) => {\n  const show = shows.demand(ctx.params.slug);\n  return [show];\n};\n',
    },
    at: [['a.js', 'shows.‸mustHave']],
    facts: { shows: { className: 'Shows', keys: ['db', 'titles'] } },
    first: null,
  },
  {
    name: 'two ways to say the statement elsewhere',
    class: 'type',
    message: 'shows.mustHave is not a function',
    named: { receiver: 'shows', property: 'mustHave' },
    files: {
      'a.js':
        'exports.plan = (shows) => (ctx) => {\n  const show = shows.mustHave(ctx.params.slug);\n  return show;\n};\n',
      'b.js':
        'exports.one = (shows) => (ctx) => {\n  const show = shows.demand(ctx.params.slug);\n  return [show];\n};\n',
      'c.js':
        'exports.two = (shows) => (ctx) => {\n  const show = shows.peek(ctx.params.slug);\n  return [show];\n};\n',
    },
    at: [['a.js', 'shows.‸mustHave']],
    facts: { shows: { keys: ['demand', 'peek'] } },
    first: null,
  },
  ...(
    [
      ['the one that is looked for', 'role', 'roles', 'includes(role)', null],
      ['its place', 'role', 'roles', 'indexOf(role)', null],
      ['something else', 'role', 'roles', 'includes(name)', /may be two different things/],
      ['text that is looked for in text', 'names', 'name', 'includes(name)', /may be two different things/],
    ] as const
  ).map(([name, written, meant, use, ask]) => ({
    name: `a plural that is asked whether it holds ${name}`,
    ...reading(use.replace(/\(.*/, '')),
    files: {
      'a.js': `exports.may = (user, role, name) => user.${written}.${use};\n`,
    },
    at: [['a.js', `user.${written}.‸${use}`]] as const,
    facts: { user: { keys: ['id', meant] }, [`user.${written}`]: { type: 'undefined' as const } },
    first: { 'a.js': new RegExp(`user\\.${meant}\\.`) },
    ...(ask === null ? {} : { ask }),
  })),
  ...(
    [
      ['a method of a class of the project', 'get(id: number) {}', null],
      ['what no class has', 'find(id: number) {}', /may be two different things/],
    ] as const
  ).map(([name, method, ask]) => ({
    name: `a member that is given by its plural, of which is called ${name}`,
    ...reading('get'),
    files: {
      'singers.ts': `export class Singers {\n  ${method}\n}\n`,
      'a.ts':
        'export class Concerts {\n  constructor(private readonly singers: Singers) {}\n  cast(id: number) {\n    return this.singer.get(id);\n  }\n}\n',
    },
    at: [['a.ts', 'this.singer.‸get']] as const,
    first: { 'a.ts': /this\.singers\.get/ },
    ask,
  })),
  ...(
    [
      ['nobody reads', '', { 'store.js': /games: await read\('games'\)/ }],
      ['somebody reads', 'exports.all = (app) => app.store.matches;\n', null],
    ] as const
  ).map(([name, more, first]) => ({
    name: `what is loaded by the very name, and is kept under one that ${name}`,
    ...reading('length'),
    files: {
      'store.js':
        "exports.open = async (app) => {\n  app.store = { players: await read('players'), matches: await read('games') };\n};\n",
      'routes.js': `exports.routes = (app) => {\n  const { games, players } = app.store;\n  return games.length + players.length;\n};\n${more}`,
      'more.js': 'exports.table = ({ games }) => ({ total: games.length, games: games.map(row) });\n',
    },
    at: [['routes.js', 'games.‸length']] as const,
    first,
  })),
  {
    name: 'a method by a word less, which is what it is handed',
    class: 'type',
    message: 'fs.promises.read is not a function',
    named: { receiver: 'fs.promises', property: 'read' },
    files: { 'a.js': "const fs = require('fs');\nexports.send = (file) => fs.promises.read(file);\n" },
    at: [['a.js', 'fs.promises.‸read']],
    facts: { 'fs.promises': { keys: ['readFile', 'readdir', 'readlink', 'open'] } },
    first: { 'a.js': /fs\.promises\.readFile\(file\)/ },
  },
  {
    name: 'a method that does something else with the same',
    class: 'type',
    message: 'store.removeItem is not a function',
    named: { receiver: 'store', property: 'removeItem' },
    files: { 'a.js': 'exports.gone = (store, id) => store.removeItem(id);\n' },
    at: [['a.js', 'store.‸removeItem']],
    facts: { store: { keys: ['all', 'byId', 'addItem'] } },
    first: null,
  },
  {
    name: 'by the keys that the debugger saw',
    ...reading('city'),
    files: { 'a.js': 'module.exports = (user) => {\n  return user.adress.city;\n};\n' },
    at: [['a.js', 'user.adress.‸city']],
    facts: { user: { keys: ['id', 'address', 'email'] }, 'user.adress': { type: 'undefined' } },
    first: { 'a.js': 'module.exports = (user) => {\n  return user.address.city;\n};\n' },
  },
  {
    name: 'the same chain is corrected throughout',
    ...noFunction('list', 'fliter'),
    files: {
      'a.js': 'const list = [];\nmodule.exports = () => list.fliter(Boolean).length + list.fliter(Number).length;\n',
    },
    at: [['a.js', 'list.‸fliter(Boolean)']],
    facts: { list: { className: 'Array' } },
    first: {
      'a.js': 'const list = [];\nmodule.exports = () => list.filter(Boolean).length + list.filter(Number).length;\n',
    },
  },
  {
    name: 'a method of a hash, of which nothing is known',
    ...noFunction('hash', 'digset'),
    files: { 'a.js': "module.exports = (hash) => hash.digset('hex');\n" },
    at: [['a.js', 'hash.‸digset']],
    first: { 'a.js': "module.exports = (hash) => hash.digest('hex');\n" },
  },
  {
    name: 'a level further in',
    ...reading('toFixed'),
    files: {
      'config.js': 'module.exports = { server: { port: 3 }, page: { size: 10 } };\n',
      'a.js': "const config = require('./config');\nmodule.exports = () => config.size.toFixed();\n",
    },
    at: [['a.js', 'config.size.‸toFixed']],
    facts: { config: { keys: ['server', 'page'] }, 'config.size': { type: 'undefined' } },
    first: { 'a.js': /config\.page\.size\.toFixed/ },
  },
  {
    name: 'a private field',
    ...reading('reduce'),
    files: {
      'a.js':
        'class Cart {\n  #items = [];\n  total() {\n    return this.itmes.reduce((sum, item) => sum + item.price, 0);\n  }\n}\nmodule.exports = Cart;\n',
    },
    at: [['a.js', 'this.itmes.‸reduce']],
    first: { 'a.js': /return this\.#items\.reduce/ },
  },
  {
    name: 'a private field without its mark',
    ...reading('reduce'),
    files: {
      'a.js':
        'class Cart {\n  #items = [];\n  total() {\n    return this.items.reduce((sum, item) => sum + item.price, 0);\n  }\n}\nmodule.exports = Cart;\n',
    },
    at: [['a.js', 'this.items.‸reduce']],
    first: { 'a.js': /return this\.#items\.reduce/ },
  },
  {
    name: "a private field is nobody else's",
    ...noFunction('cart', 'itmes'),
    files: {
      'a.js':
        'class Cart {\n  #items = [];\n  add(item) {\n    this.#items.push(item);\n  }\n}\nconst cart = new Cart();\nmodule.exports = () => cart.itmes();\n',
    },
    at: [['a.js', 'cart.‸itmes']],
    first: null,
  },
  {
    name: 'a builtin method without facts',
    ...noFunction('name', 'toUppercase'),
    files: { 'a.js': 'module.exports = (name) => name.toUppercase();\n' },
    at: [['a.js', 'name.‸toUppercase']],
    first: { 'a.js': 'module.exports = (name) => name.toUpperCase();\n' },
  },
  {
    name: 'a response method of Express, not among the first keys',
    ...noFunction('res', 'josn'),
    files: {
      'package.json': '{"dependencies":{"express":"5"}}',
      'a.js':
        "const express = require('express');\nconst app = express();\napp.get('/', (req, res) => {\n  res.status(200).send();\n  res.josn({});\n});\n",
    },
    at: [['a.js', 'res.‸josn']],
    facts: { res: { className: 'ServerResponse', keys: ['req', 'locals', '_events'] } },
    first: {
      'a.js':
        "const express = require('express');\nconst app = express();\napp.get('/', (req, res) => {\n  res.status(200).send();\n  res.json({});\n});\n",
    },
  },
  {
    name: 'a member of a module of the project',
    ...noFunction('db', 'getUsrs'),
    files: {
      'db.js': 'exports.getUsers = () => [];\nexports.getUser = () => 1;\n',
      'a.js': "const db = require('./db');\nmodule.exports = () => db.getUsrs();\n",
    },
    at: [['a.js', 'db.‸getUsrs']],
    first: { 'a.js': "const db = require('./db');\nmodule.exports = () => db.getUsers();\n" },
  },
  {
    name: 'a method of Node itself',
    ...noFunction('fs', 'readFilSync'),
    files: { 'a.mjs': "import fs from 'node:fs';\nexport const read = () => fs.readFilSync('x');\n" },
    at: [['a.mjs', 'fs.‸readFilSync']],
    first: { 'a.mjs': "import fs from 'node:fs';\nexport const read = () => fs.readFileSync('x');\n" },
  },
  {
    name: 'nested keys of a JSON file',
    ...reading('port'),
    files: {
      'config.json': '{"server":{"port":1},"db":{}}',
      'a.js': "const config = require('./config.json');\nmodule.exports = config.sever.port;\n",
    },
    at: [['a.js', 'sever.‸port']],
    first: { 'a.js': "const config = require('./config.json');\nmodule.exports = config.server.port;\n" },
  },
  {
    name: 'a misspelt key in a destructuring, seen one statement later',
    ...reading('name'),
    files: { 'a.js': 'module.exports = (order) => {\n  const { costumer } = order;\n  return costumer.name;\n};\n' },
    at: [['a.js', 'costumer.‸name']],
    facts: { order: { keys: ['id', 'customer'] }, costumer: { type: 'undefined' } },
    first: {
      'a.js': 'module.exports = (order) => {\n  const { customer: costumer } = order;\n  return costumer.name;\n};\n',
    },
  },
  {
    name: 'the value came from the caller',
    ...reading('toFixed'),
    files: {
      'a.js':
        'function show(total) {\n  return total.toFixed(2);\n}\nmodule.exports = (order) => {\n  return show(order.totl);\n};\n',
      'b.js': 'module.exports = { total: 1 };\n',
    },
    at: [
      ['a.js', 'total.‸toFixed', 'show'],
      ['a.js', 'return ‸show(order', 'module.exports'],
    ],
    first: {
      'a.js':
        'function show(total) {\n  return total.toFixed(2);\n}\nmodule.exports = (order) => {\n  return show(order.total);\n};\n',
    },
  },
  {
    name: 'a member of this in TypeScript',
    ...reading('findAll'),
    files: {
      'a.ts':
        '@Controller()\nexport class A {\n  constructor(private readonly users: Users) {}\n  all() { return this.user.findAll(); }\n}\n',
    },
    at: [['a.ts', 'this.user.‸findAll']],
    first: {
      'a.ts':
        '@Controller()\nexport class A {\n  constructor(private readonly users: Users) {}\n  all() { return this.users.findAll(); }\n}\n',
    },
  },
  {
    name: 'length is no function',
    ...noFunction('items', 'length'),
    files: { 'a.js': 'module.exports = (items) => items.length();\n' },
    at: [['a.js', 'items.‸length']],
    facts: { items: { className: 'Array' }, 'items.length': { type: 'number' } },
    first: { 'a.js': 'module.exports = (items) => items.length;\n' },
  },
  ...(
    [
      ['asks where the code writes it by the old name', 'changes.contact = body.phone;', /would be lost/],
      ['is plain where it writes the new one', 'changes.contacts = body.phone;', null],
    ] as const
  ).map(([which, write, ask]) => ({
    name: `a field that the records have under another name ${which}`,
    class: 'type' as const,
    message: "Cannot read properties of undefined (reading 'phone')",
    named: { property: 'phone', nullish: 'undefined' as const },
    files: {
      'people.json': '[{ "id": "p1", "contacts": { "phone": "1" } }]\n',
      'people.js': `const people = require('./people.json');\nexports.call = (person) => person.contact.phone;\nexports.change = (id, body) => {\n  const changes = {};\n  ${write}\n  return Object.assign(people.find((each) => each.id === id), changes);\n};\n`,
    },
    at: [['people.js', 'person.contact.‸phone'] as const],
    facts: { person: { keys: ['id', 'contacts'] }, 'person.contact': { type: 'undefined' as const } },
    first: { 'people.js': /person\.contacts\.phone/ },
    ask,
  })),
  ...(
    [
      ['may be NULL where others may not is asked for', 'INTEGER', /may be NULL, which counts as 0/],
      ['is always there', 'INTEGER NOT NULL', null],
    ] as const
  ).map(([which, type, ask]) => ({
    name: `a part that is a column, which ${which}`,
    class: 'type' as const,
    message: "Cannot read properties of undefined (reading 'cents')",
    named: { property: 'cents', nullish: 'undefined' as const },
    files: {
      'schema.sql': `CREATE TABLE plans (id INTEGER PRIMARY KEY, paid_cents INTEGER NOT NULL, limit_cents ${type});\n`,
      'plans.js': 'exports.left = (plan, spent) => Math.max(0, plan.limit.cents - spent);\n',
    },
    at: [['plans.js', 'plan.limit.‸cents'] as const],
    facts: { plan: { keys: ['id', 'paid_cents', 'limit_cents'] }, 'plan.limit': { type: 'undefined' as const } },
    first: { 'plans.js': /plan\.limit_cents - spent/ },
    ask,
  })),
  ...(
    [
      ['has it under one name', ['id', 'name', 'managerId'], { 'caller.js': /managed: person\.managerId !== null/ }],
      ['has other things of that kind', ['id', 'name', 'managerName'], null],
    ] as const
  ).map(([which, keys, first]) => ({
    name: `a part that the object has not, and it ${which}`,
    class: 'type' as const,
    message: "Cannot read properties of undefined (reading 'id')",
    named: { property: 'id', nullish: 'undefined' as const },
    files: {
      'caller.js': 'exports.callerOf = (person) => ({ id: person.id, managed: person.manager.id !== null });\n',
    },
    at: [['caller.js', 'person.manager.‸id'] as const],
    facts: {
      person: { keys: [...keys], preview: '{ id: "p1" }' },
      'person.manager': { type: 'undefined' as const },
    },
    first,
  })),
  {
    name: 'one segment too many',
    ...reading('port'),
    files: { 'a.js': 'module.exports = (config) => config.http.port;\n' },
    at: [['a.js', 'http.‸port']],
    facts: { config: { keys: ['port', 'host'] }, 'config.http': { type: 'undefined' } },
    first: { 'a.js': 'module.exports = (config) => config.port;\n' },
  },
  {
    name: 'one segment too many, in every place that reads it',
    ...reading('port'),
    files: {
      'config.js': 'module.exports = JSON.parse(text);\n',
      'a.js': "const config = require('./config');\nmodule.exports = () => [config.http.port, config.http.port + 1];\n",
      'b.js': "const config = require('./config');\nmodule.exports = (x) => config.http.port[x];\n",
    },
    at: [['a.js', '[config.http.‸port']],
    facts: { config: { keys: ['port', 'host'] }, 'config.http': { type: 'undefined' } },
    first: {
      'a.js': "const config = require('./config');\nmodule.exports = () => [config.port, config.port + 1];\n",
      'b.js': "const config = require('./config');\nmodule.exports = (x) => config.port[x];\n",
    },
  },
  {
    name: 'a JSON typo of a global',
    ...noFunction('JSON', 'strinfigy'),
    files: { 'a.js': 'module.exports = (x) => JSON.strinfigy(x);\n' },
    at: [['a.js', 'JSON.‸strinfigy']],
    first: { 'a.js': 'module.exports = (x) => JSON.stringify(x);\n' },
  },
  {
    name: 'the object has that key: it is no slip',
    ...reading('name'),
    files: { 'a.js': 'module.exports = (user) => user.profile.name;\n' },
    at: [['a.js', 'profile.‸name']],
    facts: { user: { keys: ['profile', 'profiles'] }, 'user.profile': { type: 'null' } },
    first: null,
  },
  {
    name: 'nothing near',
    ...reading('name'),
    files: { 'a.js': 'module.exports = (user) => user.employer.name;\n' },
    at: [['a.js', 'employer.‸name']],
    facts: { user: { keys: ['id', 'email'] } },
    first: null,
  },
  {
    name: 'a promise is not a matter of names',
    ...noFunction('users', 'mpa'),
    files: { 'a.js': 'module.exports = (users) => users.mpa(String);\n' },
    at: [['a.js', 'users.‸mpa']],
    facts: { users: { className: 'Promise', thenable: true } },
    first: null,
  },
  {
    name: 'a plural whose singular it is called by where it is taken out',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'id')",
    named: { property: 'id', nullish: 'undefined' },
    files: { 'a.js': 'const { members: member } = ctx.state;\nshow(member.id);\n' },
    at: [['a.js', 'show(‸member.id']],
    facts: { 'ctx.state': { keys: ['member'] }, member: { type: 'undefined' } },
    first: { 'a.js': 'const { member } = ctx.state;\nshow(member.id);\n' },
  },
  {
    name: 'a service by its singular, of which only methods are called, through a file that hands the function on',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'occupancy')",
    named: { property: 'occupancy', nullish: 'undefined' },
    files: {
      'routes.js': 'export default ({ report }) => (month) => report.occupancy(month);\n',
      'index.js': "export { default as routes } from './routes.js';\n",
      'app.js':
        "import { routes } from './index.js';\nconst services = { rooms: 1, reports: make() };\nroutes(services);\n",
    },
    at: [['routes.js', '=> ‸report.occupancy']],
    first: { 'routes.js': 'export default ({ reports: report }) => (month) => report.occupancy(month);\n' },
  },
  {
    name: 'one segment too many before what a class of the project has',
    class: 'type',
    message: "Cannot destructure property 'tag' of 'ctx.req.query' as it is undefined.",
    named: { property: 'tag', receiver: 'ctx.req.query', nullish: 'undefined' },
    files: {
      'context.js': 'class Context {\n  get query() {\n    return {};\n  }\n}\n',
      'a.js': 'const { tag } = ctx.req.query;\n',
    },
    at: [['a.js', 'const { ‸tag']],
    facts: {
      ctx: { className: 'Context', keys: ['req'] },
      'ctx.req': { className: 'IncomingMessage', keys: ['read'] },
    },
    first: { 'a.js': 'const { tag } = ctx.query;\n' },
  },
  {
    name: 'a section by its singular, of which the same thing is read by its plural elsewhere',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'most')",
    named: { property: 'most', nullish: 'undefined' },
    files: {
      'settings.js': 'module.exports = JSON.parse(text);\n',
      'a.js':
        "const settings = require('./settings');\nif (n > settings.order.most) throw new Error(`At most ${settings.orders.most}`);\n",
    },
    at: [['a.js', 'settings.order.‸most']],
    first: { 'a.js': /n > settings\.orders\.most/ },
  },
  {
    name: 'a text, as a comparison elsewhere tells, has none of what is read next',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'name')",
    named: { property: 'name', nullish: 'undefined' },
    files: {
      'a.js': "exports.decide = (claim) => {\n  if (claim.state.name !== 'open') throw new Error('decided');\n};\n",
      'b.js': "exports.pay = (claim) => {\n  if (claim.status !== 'approved') throw new Error('not approved');\n};\n",
    },
    at: [['a.js', 'claim.state.‸name']],
    facts: { claim: { keys: ['id', 'status'] }, 'claim.state': { type: 'undefined' } },
    first: null,
  },
  {
    name: 'a method that takes more than it is given there is asked for',
    class: 'type',
    message: 'people.delete is not a function',
    named: { property: 'delete', receiver: 'people' },
    files: {
      'people.js':
        'class People {\n  find(id) {}\n  remove(id, at) {}\n}\nmodule.exports = { people: new People() };\n',
      'a.js': "const { people } = require('./people');\npeople.delete(person.id);\n",
    },
    at: [['a.js', 'people.‸delete']],
    first: { 'a.js': "const { people } = require('./people');\npeople.remove(person.id);\n" },
    together: true,
    ask: /`remove` of the project takes more than it is given there/,
  },
  {
    name: 'a method that others, too, give less than it takes',
    together: true,
    class: 'type',
    message: 'people.delete is not a function',
    named: { property: 'delete', receiver: 'people' },
    files: {
      'people.js':
        'class People {\n  find(id) {}\n  remove(id, at) {}\n}\nmodule.exports = { people: new People() };\n',
      'a.js': "const { people } = require('./people');\npeople.delete(person.id);\n",
      'b.js': "const { people } = require('./people');\npeople.remove(1);\n",
    },
    at: [['a.js', 'people.‸delete']],
    first: { 'a.js': "const { people } = require('./people');\npeople.remove(person.id);\n" },
  },
  ...(
    [
      ['of one class, in other files, too', 'Store', 'jobs.filter'],
      ['of another class', 'Shelf', 'jobs.where'],
    ] as const
  ).map(([name, made, left]) => ({
    name: `a method that its class has under another name now: what is called of objects ${name}`,
    class: 'type' as const,
    message: 'parts.where is not a function',
    files: {
      'store.js':
        'class Store {\n  constructor(rows) {\n    this.rows = rows;\n  }\n  filter(test) {\n    return this.rows.filter(test);\n  }\n}\nclass Shelf {}\nmodule.exports = { Shelf, Store };\n',
      'parts.js':
        "const { Store } = require('./store');\nconst parts = new Store([]);\nmodule.exports = { parts, low: () => parts.where((part) => part.low) };\n",
      'jobs.js': `const { ${made} } = require('./store');\nconst { parts } = require('./parts');\nconst jobs = new ${made}([]);\nexports.open = () => jobs.where((job) => job.open).map((job) => parts.where((part) => part.of === job));\n`,
    },
    at: [['parts.js', 'parts.‸where']] as const,
    facts: { parts: { className: 'Store', keys: ['rows', 'filter'] } },
    first: {
      'parts.js': /parts\.filter/,
      'jobs.js': new RegExp(`=> ${left.replace('.', '\\.')}\\(\\(job\\).*parts\\.filter`),
    },
  })),
  {
    name: 'a member of the context that a method of something else is called like: who sets it is renamed',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'ofGuest')",
    named: { property: 'ofGuest', nullish: 'undefined' },
    files: {
      'app.js': 'app.context.bookingService = new Service();\n',
      'store.js': 'class Store {\n  bookings() {\n    return [];\n  }\n}\nexports.Store = Store;\n',
      'a.js':
        'exports.list = (ctx) => {\n  ctx.body = ctx.bookings.ofGuest(1);\n};\nexports.book = (ctx) => {\n  ctx.body = ctx.bookings.book(1);\n};\n',
    },
    at: [['a.js', 'ctx.bookings.‸ofGuest']],
    facts: { ctx: { className: 'Object', keys: ['bookingService', 'body'] } },
    first: { 'app.js': 'app.context.bookings = new Service();\n' },
  },
  ...(
    [
      ['a parameter that is a member, where others read it by the other name', '', /readonly mailer: Mailer/, null],
      ['one that its constructor uses, too', ' mails.open(); ', /this\.mails\.send/, /is read in b\.ts as well/],
    ] as const
  ).map(([name, body, first, ask]) => ({
    ask,
    name,
    class: 'type' as const,
    message: "Cannot read properties of undefined (reading 'send')",
    named: { property: 'send', nullish: 'undefined' as const },
    files: {
      'a.ts': `export class Bookings {\n  constructor(readonly mails: Mailer) {${body}}\n  book() {\n    this.mailer.send();\n  }\n}\n`,
      'b.ts': 'export const sent = (bookings: Bookings) => bookings.mailer.sent;\n',
    },
    at: [['a.ts', 'this.mailer.‸send']] as const,
    facts: { this: { className: 'Bookings', keys: ['mails'] } },
    first: { 'a.ts': first },
  })),
  {
    name: 'no other word that is a member of the request of Node and of no code',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'id')",
    named: { property: 'id', nullish: 'undefined' },
    files: { 'a.js': 'exports.list = (req, res) => res.json(ordersOf(req.customer.id));\n' },
    at: [['a.js', 'req.customer.‸id']],
    facts: { req: { className: 'IncomingMessage', keys: ['client', 'socket', 'headers'] } },
    first: null,
  },
  ...(
    [
      ['a section that lacks what is read of it', '{ "perYear": 25 }', 'settings.leaves.days', null],
      ['one that has it', '{ "days": 25 }', 'settings.leaves.days', /settings\.leave\.days/],
      [
        'one with something in the place of what it lacks',
        '{ "perYear": 25 }',
        'settings.leaves.days ?? 1',
        /leave\.days \?\?/,
      ],
      [
        'one of which is read on, which would fail',
        '{ "perYear": 25 }',
        'settings.leaves.days.max',
        /leave\.days\.max/,
      ],
      ['a yes or no, of which nothing is read', 'true', 'ready && settings.leaves.days', null],
    ] as const
  ).map(([name, leave, read, first]) => ({
    name,
    class: 'type' as const,
    message: "Cannot read properties of undefined (reading 'days')",
    named: { property: 'days', nullish: 'undefined' as const },
    files: {
      'settings.json': `{ "leave": ${leave}, "pay": 1 }\n`,
      'a.js': `const settings = require('./settings.json');\nexports.free = (ready) => ${read};\n`,
    },
    at: [['a.js', 'settings.leaves.‸days']] as const,
    facts: { settings: { className: 'Object', keys: ['leave', 'pay'] } },
    first: first === null ? null : { 'a.js': first },
  })),
  ...(
    [
      ['the id of another thing is not its own', 'parcel.user.id', null],
      ['what stands around its fields', 'parcel.data.id', /nameOf\(parcel\.id\)/],
      ['what not every record has', 'parcel.user.weight', /nameOf\(parcel\.weight\)/],
    ] as const
  ).map(([name, read, first]) => ({
    name,
    class: 'type' as const,
    message: `Cannot read properties of undefined (reading '${read.split('.')[2]}')`,
    named: { property: read.split('.')[2] ?? '', nullish: 'undefined' as const },
    files: { 'a.js': `exports.by = (parcel) => nameOf(${read});\n` },
    at: [['a.js', read.replace(/\.(?=\w+$)/, '.‸')]] as const,
    facts: { parcel: { className: 'Object', keys: ['id', 'sender_id', 'weight'] } },
    first: first === null ? null : { 'a.js': first },
  })),
  ...(
    [
      ['a function that takes more than it is handed', '(tenant, id)', /takes more than it is handed/],
      ['one that takes as much', '(id, all = false)', null],
    ] as const
  ).map(([name, params, ask]) => ({
    name,
    class: 'type' as const,
    message: 'rows.findById is not a function',
    named: { property: 'findById' },
    files: {
      'rows.js': `const find = ${params} => table.get(id);\nmodule.exports = { find };\n`,
      'a.js': "const rows = require('./rows');\nexports.one = (id) => rows.findById(id);\n",
    },
    at: [['a.js', 'rows.‸findById']] as const,
    facts: { rows: { className: 'Object', keys: ['find'] } },
    first: { 'a.js': /rows\.find\(id\)/ },
    ask,
  })),
  {
    name: 'no method of a text that nobody calls',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'length')",
    named: { property: 'length', nullish: 'undefined' },
    files: { 'a.js': 'exports.count = (clinic) => clinic.ids.length;\n' },
    at: [['a.js', 'clinic.ids.‸length']],
    facts: { clinic: { type: 'string', preview: '"east"' } },
    first: null,
  },
]);

check(
  property,
  (
    [
      ['made with the old name beside its like', 'return { street, city, zipCode: code }'],
      ['told to others by the old name', 'return res.json({ street, city, postalCode: code })'],
      ['of another kind', 'return { country, postalCode: code }'],
    ] as const
  ).map(([name, left]) => ({
    name: `an object ${name}, where a field has a new one`,
    class: 'type' as const,
    message: "Cannot read properties of undefined (reading 'trim')",
    named: { property: 'trim', nullish: 'undefined' as const },
    files: {
      'seed.js':
        "exports.rows = [{ street: 'A 1', city: 'B', zipCode: ' 5 ' }, { street: 'C 2', city: 'D', zipCode: '6' }];\n",
      'a.js': `exports.label = (address) => address.postalCode.trim();\nexports.make = (res, street, city, country, code) => {\n  ${left.replace('zipCode', 'postalCode')};\n};\n`,
    },
    facts: { address: { keys: ['street', 'city', 'zipCode'] } },
    at: [['a.js', 'postalCode.‸trim']] as const,
    first: {
      'a.js': `exports.label = (address) => address.zipCode.trim();\nexports.make = (res, street, city, country, code) => {\n  ${left};\n};\n`,
    },
  })),
);

const shop = (read: string, more: string): Record<string, string> => ({
  'shop.ts': `export class Shop {\n  constructor(private readonly deps: Deps) {}\n  list() {\n    return this.${read}.all();\n  }\n${more}}\n`,
  'depot.ts':
    'export class Depot {\n  constructor(private readonly parcels: Parcels) {}\n  list() {\n    return this.parcels.all();\n  }\n}\n',
});

check(property, [
  ...(
    [
      [
        'as the rest of its class reads it',
        '  one() {\n    return this.deps.parcels.one();\n  }\n',
        /this\.deps\.parcels\.all\(\)/,
      ],
      ['where no other method tells', '', null],
      [
        'where the class reads it as its own, too',
        '  one() {\n    return this.parcels.one(this.deps.parcels);\n  }\n',
        null,
      ],
    ] as const
  ).map(([name, more, changed]) => ({
    name: `a part of what an object holds, read as its own: ${name}`,
    class: 'type' as const,
    message: "Cannot read properties of undefined (reading 'all')",
    named: { property: 'all', nullish: 'undefined' as const },
    files: shop('parcels', more),
    facts: { this: { className: 'Shop', keys: ['deps'] } },
    at: [['shop.ts', 'parcels.‸all']] as const,
    first: changed === null ? null : { 'shop.ts': changed },
  })),
  ...(
    [
      ['of', 'from', /Money\.of\(5\)/],
      ['parse', 'from', null],
    ] as const
  ).map(([has, asked, changed]) => ({
    name: `the one method \`${has}\` that makes a class, asked for as \`${asked}\``,
    class: 'type' as const,
    message: `Money.${asked} is not a function`,
    named: { receiver: 'Money', property: asked },
    files: {
      'a.js': `class Money {\n  static ${has}(cents) {\n    return new Money(cents);\n  }\n}\nexports.none = Money.${has}(0);\nexports.five = () => Money.${asked}(5);\n`,
    },
    at: [['a.js', `Money.‸${asked}(5)`]] as const,
    first: changed === null ? null : { 'a.js': changed },
  })),
]);

check(
  property,
  (
    [
      ['param', /async \(\{ params: \{ code \} \}\)/],
      ['depot', null],
    ] as const
  ).map(([taken, changed]) => ({
    name: `a handler that takes \`${taken}\` apart for what is in it`,
    class: 'type' as const,
    message: "Cannot read properties of undefined (reading 'code')",
    named: { property: 'code', nullish: 'undefined' as const },
    files: {
      'package.json': '{ "dependencies": { "fastify": "5" } }',
      'a.js': `export const routes = (app, service) => {\n  app.get('/:code', async (request) => service.track(request.params.code));\n  app.get('/:code/quote', async ({ ${taken}: { code } }) => service.quote(code));\n};\n`,
    },
    at: [['a.js', `${taken}: { ‸code`]] as const,
    first: changed === null ? null : { 'a.js': changed },
  })),
);

const foundItem = (more: Readonly<Record<string, string>>) => ({
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'slice')",
  named: { property: 'slice', nullish: 'undefined' as const },
  files: {
    'items.js':
      "exports.present = (item) => ({ id: item.id, foundOn: item.foundOn, month: item.foundOn.slice(0, 7) });\nexports.check = (input, fields) => {\n  if (!isDay(input.foundOn)) fields.foundOn = 'is no date';\n};\n",
    ...more,
  },
  at: [['items.js', 'item.foundOn.‸slice']] as const,
  facts: { item: { keys: ['id', 'found'] }, 'item.foundOn': { type: 'undefined' as const } },
});
const fees = 'exports.fee = ([item]) => ({ item, weeks: weeks(item.foundOn) });\n';

check(property, [
  {
    name: 'a name that nobody reads, where others read the wanted one of what is called so',
    ...foundItem({ 'fees.js': fees }),
    first: { 'items.js': /item\.found\.slice/ },
    ask: /`item\.foundOn` is read in fees\.js as well, and nobody reads a `item\.found`/,
  },
  {
    name: 'a name that others read of what is called so, too',
    ...foundItem({ 'fees.js': fees, 'pages.js': 'exports.page = (item) => item.found;\n' }),
    first: { 'items.js': /item\.found\.slice/ },
  },
]);
