import { argumentOrder } from './argument-order.ts';
import { callOrValue } from './call-or-value.ts';
import { check } from '../cases.test-helper.ts';
import { loopBounds } from '../language/loop-bounds.ts';
import { lostThis } from './lost-this.ts';
import { parameterOrder } from './parameter-order.ts';
import { recursion } from '../language/recursion.ts';

const missing = (property: string) => ({
  class: 'type' as const,
  message: `Cannot read properties of undefined (reading '${property}')`,
  named: { property, nullish: 'undefined' as const },
});

const plan = (name: string) =>
  `class Plan {\n  week(id) {\n    return this.weeks.get(id);\n  }\n  day(id, day) {\n    return this.${name}(id)[day];\n  }\n}\n`;

const store = 'export class Store {\n  find(id) {\n    return this.db.get(id);\n  }\n}\n';

check(lostThis, [
  {
    name: 'taken out of its object',
    ...missing('db'),
    files: {
      'store.js': store,
      'a.js': 'export function routes(app, store) {\n  const { find } = store;\n  app.get((id) => find(id));\n}\n',
    },
    at: [['store.js', '‸this.db']],
    first: { 'a.js': 'export function routes(app, store) {\n  app.get((id) => store.find(id));\n}\n' },
  },
  {
    name: 'taken out beside others',
    ...missing('db'),
    files: {
      'store.js': store,
      'a.js': 'export const one = (store, id) => {\n  const { list, find } = store;\n  return list ?? find(id);\n};\n',
    },
    at: [['store.js', '‸this.db']],
    first: {
      'a.js': 'export const one = (store, id) => {\n  const { list } = store;\n  return list ?? store.find(id);\n};\n',
    },
  },
  {
    name: 'taken out with another one that needs its object as well, and one that does not',
    ...missing('db'),
    files: {
      'store.js':
        'export class Store {\n  find(id) {\n    return this.db.get(id);\n  }\n  all() {\n    return this.db.rows;\n  }\n  now() {\n    return 1;\n  }\n}\n',
      'a.js':
        'export const routes = (app, store) => {\n  const { find, all, now } = store;\n  app.get((id) => find(id));\n  app.get(() => all());\n  app.get(() => now());\n};\n',
    },
    at: [['store.js', '‸this.db.get']],
    first: {
      'a.js':
        'export const routes = (app, store) => {\n  const { now } = store;\n  app.get((id) => store.find(id));\n  app.get(() => store.all());\n  app.get(() => now());\n};\n',
    },
  },
  {
    name: 'handed over as a callback',
    ...missing('db'),
    files: { 'store.js': store, 'a.js': 'export const many = (store, ids) => ids.map(store.find);\n' },
    at: [['store.js', '‸this.db']],
    first: { 'a.js': 'export const many = (store, ids) => ids.map(store.find.bind(store));\n' },
  },
  {
    name: 'handed over in several places, and beside others of its class',
    ...missing('db'),
    files: {
      'store.js':
        'export class Store {\n  find(id) {\n    return this.db.get(id);\n  }\n  list() {\n    return this.db.all();\n  }\n  kinds() {\n    return [];\n  }\n}\n',
      'a.js':
        "export const routes = (app, store) => {\n  app.get('/1', store.find);\n  app.get('/2', store.find);\n  app.get('/3', store.list);\n  app.get('/4', store.kinds);\n};\n",
    },
    at: [['store.js', '‸this.db.get']],
    first: {
      'a.js':
        "export const routes = (app, store) => {\n  app.get('/1', store.find.bind(store));\n  app.get('/2', store.find.bind(store));\n  app.get('/3', store.list.bind(store));\n  app.get('/4', store.kinds);\n};\n",
    },
  },
  {
    name: 'a private field of the new one, set on the class',
    class: 'type',
    message: 'Cannot write private member #rows to an object whose class did not declare it',
    files: {
      'a.js':
        'class Bank {\n  #rows;\n  static open(rows) {\n    const bank = new Bank();\n    this.#rows = rows;\n    return bank;\n  }\n}\nmodule.exports = Bank;\n',
    },
    at: [['a.js', '‸this.#rows']],
    first: { 'a.js': /const bank = new Bank\(\);\n {4}bank\.#rows = rows;/ },
  },
  {
    name: 'a function inside of a method',
    ...missing('rates'),
    files: {
      'a.js':
        'export class Prices {\n  all(items) {\n    return items.map(function (item) {\n      return this.rates[item];\n    });\n  }\n}\n',
    },
    at: [['a.js', '‸this.rates']],
    first: { 'a.js': /items\.map\(\(item\) => \{\n {6}return this\.rates\[item\];/ },
  },
  {
    name: 'a method that is called on its object',
    ...missing('get'),
    files: { 'store.js': store, 'a.js': 'export const one = (store, id) => store.find(id);\n' },
    at: [['store.js', 'this.db.‸get']],
    first: null,
  },
]);

check(callOrValue, [
  {
    name: 'a getter that lost its word, which two places read',
    class: 'type',
    message: 'book.pitches.filter is not a function',
    named: { receiver: 'book.pitches', property: 'filter' },
    files: {
      'book.js': 'export class Book {\n  pitches() {\n    return [...this.all];\n  }\n  all = [];\n}\n',
      'a.js':
        'export const list = (book) => book.pitches.filter(Boolean);\nexport const free = (book) => book.pitches.map(String);\n',
    },
    at: [['a.js', 'book.pitches.‸filter']],
    facts: { 'book.pitches': { type: 'function' } },
    first: { 'book.js': /^ {2}get pitches\(\) \{/m },
    ask: null,
  },
  {
    name: 'a function that takes a row, called where it is to be handed over',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'name')",
    named: { property: 'name', nullish: 'undefined' },
    files: {
      'view.ts': 'export function toView(row) {\n  return row.name;\n}\n',
      'list.ts': "import { toView } from './view.js';\nexport const list = (rows) => rows.map(toView());\n",
    },
    at: [
      ['view.ts', 'row.‸name', 'toView'],
      ['list.ts', 'rows.map(‸toView()'],
    ],
    first: { 'list.ts': /rows\.map\(toView\);/ },
  },
  {
    name: 'a list that a method gives',
    class: 'type',
    message: 'store.rooms is not iterable',
    named: { receiver: 'store', property: 'rooms' },
    files: {
      'a.js':
        'export function names(store) {\n  const found = [];\n  for (const room of store.rooms) found.push(room.name);\n  return found;\n}\n',
      'store.js': 'export const store = { rooms: () => [] };\n',
    },
    at: [['a.js', 'of ‸store.rooms']],
    facts: { 'store.rooms': { type: 'function' } },
    first: { 'a.js': /of store\.rooms\(\)\) found/ },
  },
  {
    name: 'a value that is called',
    class: 'type',
    message: 'newest is not a function',
    named: { identifier: 'newest' },
    files: { 'a.js': 'export const text = (newest) => newest().toISOString();\n' },
    at: [['a.js', '‸newest()']],
    facts: { newest: { type: 'object', className: 'Date' } },
    first: { 'a.js': 'export const text = (newest) => newest.toISOString();\n' },
  },
  ...(
    [
      ['of the platform, by its own', { className: 'NumberFormat', keys: ['format', 'resolvedOptions'] }, '', 'format'],
      ['that has a method which is called so', { keys: ['money', 'round'] }, '', 'money'],
      ['of which others call one method', { keys: ['round', 'print'] }, 'export const b = money.print(4);\n', 'print'],
      [
        'of which others call two',
        { keys: ['round', 'print'] },
        'export const b = money.print(money.round(4));\n',
        null,
      ],
    ] as const
  ).map(([name, seen, more, method]) => ({
    name: `an object that is called, ${name}`,
    class: 'type' as const,
    message: 'money is not a function',
    named: { identifier: 'money' },
    files: { 'a.js': `export const text = (cents) => money(cents / 100);\n${more}` },
    at: [['a.js', '‸money(cents']] as const,
    facts: { money: { type: 'object' as const, ...seen, keys: [...seen.keys] } },
    first: method === null ? null : { 'a.js': `export const text = (cents) => money.${method}(cents / 100);\n${more}` },
  })),
  {
    name: 'an object that is called, beside a method of nearly its name',
    class: 'type',
    message: 'this.weeks is not a function',
    named: { receiver: 'this', property: 'weeks' },
    files: { 'a.js': plan('weeks') },
    at: [['a.js', 'this.‸weeks(id)']],
    facts: {
      this: { type: 'object', keys: ['weeks', 'week', 'day'] },
      'this.weeks': { type: 'object', keys: ['get', 'has'] },
    },
    first: { 'a.js': plan('week') },
  },
  {
    name: 'a name that holds nothing',
    class: 'type',
    message: 'newest is not a function',
    named: { identifier: 'newest' },
    files: { 'a.js': 'export const text = (newest) => newest().toISOString();\n' },
    at: [['a.js', '‸newest()']],
    facts: { newest: { type: 'undefined' } },
    first: null,
  },
  {
    name: 'a function that wants to be given something',
    class: 'type',
    message: 'store.rooms is not iterable',
    named: { receiver: 'store', property: 'rooms' },
    files: {
      'a.js': 'export const all = (store) => [...store.rooms];\n',
      'store.js': 'export const store = { rooms: (floor) => [floor] };\n',
    },
    at: [['a.js', '...‸store.rooms']],
    facts: { 'store.rooms': { type: 'function' } },
    first: null,
  },
]);

const cart =
  'export class Carts {\n  constructor(redis, products) {\n    this.redis = redis;\n    this.products = products;\n  }\n  async lines(id) {\n    return this.redis.hgetall(id);\n  }\n}\n';
const reply =
  'export function reply(response) {\n  response.json = (status, body) => {\n    response.writeHead(status);\n    response.end(JSON.stringify(body));\n  };\n}\n';

check(argumentOrder, [
  {
    name: 'options that lack a key, and not the order of what is given',
    class: 'type',
    message: 'Currency code is required with currency style.',
    files: {
      'a.js':
        "const money = new Intl.NumberFormat('en-GB', { style: 'currency', currencyCode: 'GBP' });\nconst options = { style: 'currency', currencyCode: 'EUR' };\nconst euros = new Intl.NumberFormat('de-DE', options);\nexports.all = [money, euros];\n",
    },
    at: [['a.js', 'money = ‸new']],
    first: null,
  },
  {
    name: 'nor of options by a name, which nothing else hands to the language',
    class: 'type',
    message: 'Currency code is required with currency style.',
    files: {
      'a.js':
        "const options = { style: 'currency', currencyCode: 'EUR' };\nexports.euros = new Intl.NumberFormat('de-DE', options);\n",
    },
    at: [['a.js', 'euros = ‸new']],
    first: null,
  },
  {
    name: 'what a call gave is none: its arguments are each called like the other parameter',
    class: 'type',
    message: 'range.split is not a function',
    files: {
      'a.js':
        "const isMany = (path, options) => (options.mark ? path.split('/').find((part) => part.includes(options.mark)) : false);\nexports.many = (path, options) => {\n  const range = isMany(options, path);\n  return range.split(options.mark);\n};\n",
    },
    at: [['a.js', 'range.‸split']],
    first: {
      'a.js':
        "const isMany = (path, options) => (options.mark ? path.split('/').find((part) => part.includes(options.mark)) : false);\nexports.many = (path, options) => {\n  const range = isMany(path, options);\n  return range.split(options.mark);\n};\n",
    },
  },
  {
    name: 'the call beside goes on with a name that is at hand here as well',
    ...missing('id'),
    files: {
      'a.js':
        'const make = (template, params, scope) => template.map((each) => each(params, scope));\nexports.answer = (template, given, many) =>\n  many ? many.map(() => make(template, given)) : make(template);\n',
      'b.js': "const { answer } = require('./a');\nexports.show = () => answer([(params) => params.id], {});\n",
    },
    at: [
      ['b.js', 'params.‸id'],
      ['a.js', '‸each(params'],
    ],
    first: {
      'a.js':
        'const make = (template, params, scope) => template.map((each) => each(params, scope));\nexports.answer = (template, given, many) =>\n  many ? many.map(() => make(template, given)) : make(template, given);\n',
    },
  },
  {
    name: 'the call beside goes on with a name of its own',
    ...missing('id'),
    files: {
      'a.js':
        'const make = (template, params, scope) => template.map((each) => each(params, scope));\nexports.answer = (template, many) =>\n  many ? many.map((given) => make(template, given)) : make(template);\n',
      'b.js': "const { answer } = require('./a');\nexports.show = () => answer([(params) => params.id], {});\n",
    },
    at: [
      ['b.js', 'params.‸id'],
      ['a.js', '‸each(params'],
    ],
    first: null,
  },
  {
    name: 'a value out of range stands where it should',
    class: 'range',
    message: 'Value curency out of range for Intl.NumberFormat options property style',
    files: { 'a.js': "export const f = new Intl.NumberFormat('en-US', { style: 'curency', currency: 'EUR' });\n" },
    at: [['a.js', '‸new Intl']],
    first: null,
  },
  {
    name: 'what is thrown on purpose is in the order in which the project throws such',
    class: 'unknown',
    message: 'Refusal: closed until 18:00',
    files: {
      'a.js':
        "const { Refusal } = require('./errors');\nexports.open = () => {\n  if (closed) throw new Refusal(503, 'closed until 18:00');\n};\nexports.take = () => make(new Refusal(409, 'taken'));\n",
    },
    at: [['a.js', 'throw ‸new Refusal(503']],
    first: null,
  },
  {
    name: 'a route behind its handler',
    class: 'type',
    message: 'Unexpected ( at index 0: (req, res) => {',
    files: { 'a.js': "router.get(controller.show, '/:id');\n" },
    at: [['a.js', 'router.‸get']],
    first: { 'a.js': "router.get('/:id', controller.show);\n" },
  },
  {
    name: 'an event that is sent with one thing less than its listener takes',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'message')",
    named: { property: 'message', nullish: 'undefined' },
    files: {
      'queue.mjs':
        "export function run(queue, job) {\n  try {\n    job.run();\n  } catch (error) {\n    queue.emit('failed', job);\n  }\n}\n",
      'a.mjs': "queue.on('failed', (job, error) => console.warn(job.id, error.message));\n",
    },
    at: [['a.mjs', 'error.‸message']],
    first: {
      'queue.mjs':
        "export function run(queue, job) {\n  try {\n    job.run();\n  } catch (error) {\n    queue.emit('failed', job, error);\n  }\n}\n",
    },
  },
  {
    name: 'an argument of Node that is at hand and left out',
    class: 'type',
    message: 'The "key" argument must be of type string. Received undefined',
    files: { 'a.js': "const sign = (key, text) => createHmac('sha256').update(text).digest('hex');\n" },
    at: [['a.js', '=> ‸createHmac']],
    first: { 'a.js': "const sign = (key, text) => createHmac('sha256', key).update(text).digest('hex');\n" },
  },
  {
    name: 'an argument of Node that nothing at hand is called',
    class: 'type',
    message: 'The "key" argument must be of type string. Received undefined',
    files: { 'a.js': "const sign = (text) => createHmac('sha256').update(text).digest('hex');\n" },
    at: [['a.js', '=> ‸createHmac']],
    first: null,
  },
  {
    name: 'of a constructor',
    class: 'type',
    message: 'this.redis.hgetall is not a function',
    files: {
      'carts.js': cart,
      'app.js':
        "import { Carts } from './carts.js';\nexport const make = (redis, products) => new Carts(products, redis);\n",
    },
    at: [['carts.js', 'this.redis.‸hgetall']],
    first: { 'app.js': /new Carts\(redis, products\)/ },
  },
  {
    name: 'of a function around the failing one',
    class: 'type',
    message: 'loans.find is not a function',
    files: {
      'routes.js': 'export function routes(loans, books) {\n  return (id) => loans.find(id) ?? books;\n}\n',
      'app.js': "import { routes } from './routes.js';\nexport const make = (loans, books) => routes(books, loans);\n",
    },
    at: [['routes.js', 'loans.‸find']],
    first: { 'app.js': /routes\(loans, books\);/ },
  },
  {
    name: 'parts of an object, by their names',
    ...missing('find'),
    files: {
      'a.js':
        'function present(booking, { store, config }) {\n  return store.find(booking, config);\n}\nexport const show = (store, config, booking) => present({ store, config }, booking);\n',
    },
    at: [
      ['a.js', 'store.‸find', 'present'],
      ['a.js', '‸present({ store'],
    ],
    first: { 'a.js': /=> present\(booking, \{ store, config \}\);/ },
  },
  {
    name: 'as the other calls have it',
    class: 'range',
    message: 'Invalid status code: [object Array]',
    files: {
      'reply.js': reply,
      'a.js':
        "export function routes(response, rooms) {\n  response.json(200, 'a');\n  response.json(201, rooms);\n  response.json(rooms, 200);\n}\n",
    },
    at: [
      ['reply.js', 'response.‸writeHead'],
      ['a.js', 'response.‸json(rooms, 200)'],
    ],
    first: { 'a.js': /response\.json\(200, rooms\);\n\}/ },
  },
  {
    name: 'one that all the others of the file give',
    class: 'range',
    message: 'Invalid status code: [object Array]',
    files: {
      'reply.js': reply,
      'a.js':
        "export function routes(response, rooms) {\n  response.json(200, 'a');\n  response.json(200, 'b');\n  response.json(rooms);\n}\n",
    },
    at: [
      ['reply.js', 'response.‸writeHead'],
      ['a.js', 'response.‸json(rooms)'],
    ],
    first: { 'a.js': /response\.json\(200, rooms\);\n\}/ },
  },
  {
    name: 'arguments in their order',
    class: 'type',
    message: 'this.redis.hgetall is not a function',
    files: {
      'carts.js': cart,
      'app.js':
        "import { Carts } from './carts.js';\nexport const make = (redis, products) => new Carts(redis, products);\n",
    },
    at: [['carts.js', 'this.redis.‸hgetall']],
    first: null,
  },
]);

check(parameterOrder, [
  {
    name: 'an error handler of Fastify takes the error first',
    class: 'unknown',
    message: 'ZodError: [',
    files: { 'app.js': 'app.setErrorHandler((_request, error, reply) => {\n  reply.send(error);\n});\n' },
    first: { 'app.js': 'app.setErrorHandler((error, _request, reply) => {\n  reply.send(error);\n});\n' },
  },
  {
    name: 'a callback takes the error second, all others of the same function first',
    class: 'type',
    message: 'next is not a function',
    files: {
      'a.js':
        'rows.list({}, (found, err) => done(err, found));\nrows.list({ a: 1 }, (err, found) => done(err, found));\n',
    },
    first: {
      'a.js':
        'rows.list({}, (err, found) => done(err, found));\nrows.list({ a: 1 }, (err, found) => done(err, found));\n',
    },
  },
  {
    name: 'a listener that takes its error second',
    class: 'type',
    message: 'next is not a function',
    files: {
      'a.js': "queue.on('error', (error) => warn(error));\nqueue.on('failed', (job, error) => warn(job, error));\n",
    },
    first: null,
  },
  {
    name: 'a response before its request',
    class: 'type',
    message: 'res.json is not a function',
    files: { 'a.js': "export const routes = (app) => app.get('/', (res, req) => res.json(req.query));\n" },
    at: [['a.js', 'res.‸json']],
    first: { 'a.js': "export const routes = (app) => app.get('/', (req, res) => res.json(req.query));\n" },
  },
  {
    name: 'an error behind the request',
    class: 'type',
    message: 'res.status is not a function',
    files: { 'a.js': 'export function failed(req, res, next, err) {\n  res.status(500).send(err.message);\n}\n' },
    at: [['a.js', 'res.‸status']],
    first: { 'a.js': /failed\(err, req, res, next\)/ },
  },
  {
    name: 'the entries of an object',
    ...missing('name'),
    files: {
      'a.js': 'export const names = (all) => Object.entries(all).map((key, value) => `${key} ${value.x.name}`);\n',
    },
    at: [['a.js', 'value.x.‸name']],
    first: { 'a.js': /\.map\(\(\[key, value\]\) => / },
  },
  {
    name: 'what is collected comes first',
    class: 'type',
    message: 'sum.push is not a function',
    files: { 'a.js': 'export const all = (items) => items.reduce((item, sum) => sum.push(item), []);\n' },
    at: [['a.js', 'sum.‸push']],
    first: { 'a.js': /reduce\(\(sum, item\) => / },
  },
  {
    name: 'an entry and its number',
    ...missing('name'),
    files: {
      'a.js': 'export const names = (all) => Object.entries(all).map((entry, index) => entry.x.name + index);\n',
    },
    at: [['a.js', 'entry.x.‸name']],
    first: null,
  },
]);

check(loopBounds, [
  {
    name: 'down from behind the last',
    ...missing('name'),
    files: {
      'a.js': 'export function names(list) {\n  for (let i = list.length; i >= 0; i--) console.log(list[i].name);\n}\n',
    },
    at: [['a.js', 'list[i].‸name']],
    first: { 'a.js': /i = list\.length - 1; i >= 0/ },
  },
  {
    name: 'the last item of a list that may be empty, where what stands for none is written',
    ...missing('name'),
    files: { 'a.js': 'export const last = (list) => list[list.length].name ?? null;\n' },
    at: [['a.js', '.‸name']],
    first: { 'a.js': /list\[list\.length - 1\]\?\.name \?\? null/ },
  },
  {
    name: 'the last item',
    ...missing('name'),
    files: { 'a.js': 'export const last = (list) => list[list.length].name;\n' },
    at: [['a.js', '.‸name']],
    first: { 'a.js': 'export const last = (list) => list[list.length - 1].name;\n' },
  },
  {
    name: 'a loop that ends in time',
    ...missing('name'),
    files: {
      'a.js': 'export function names(list) {\n  for (let i = 0; i < list.length; i++) console.log(list[i].name);\n}\n',
    },
    at: [['a.js', 'list[i].‸name']],
    first: null,
  },
]);

const endless = { class: 'range' as const, message: 'Maximum call stack size exceeded' };

check(recursion, [
  {
    name: 'a getter that reads itself, by its sibling',
    ...endless,
    files: {
      'a.js':
        'export class Store {\n  get orders() {\n    return this.orders;\n  }\n  get customers() {\n    return this.seed.customers;\n  }\n}\n',
    },
    at: [['a.js', '‸this.orders']],
    first: { 'a.js': /return this\.seed\.orders;/ },
  },
  {
    name: 'a getter before its field',
    ...endless,
    files: { 'a.js': 'export class Store {\n  #orders = [];\n  get orders() {\n    return this.orders;\n  }\n}\n' },
    at: [['a.js', '‸this.orders']],
    first: { 'a.js': /return this\.#orders;/ },
  },
  {
    name: 'nothing that it could have read',
    ...endless,
    files: { 'a.js': 'export class Store {\n  get orders() {\n    return this.orders;\n  }\n}\n' },
    at: [['a.js', '‸this.orders']],
    first: null,
  },
]);
