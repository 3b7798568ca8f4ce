import { check } from '../cases.test-helper.ts';
import { forgottenGuard } from './forgotten-guard.ts';

const reading = (name: string) => ({
  class: 'type' as const,
  message: `Cannot read properties of undefined (reading '${name}')`,
  named: { property: name, nullish: 'undefined' as const },
});

const guarded =
  "app.get('/rooms/:id', (req, res) => {\n  const room = store.find(req.params.id);\n  if (!room) return res.status(404).json({ error: 'No such room' });\n  res.json(room);\n});\n";

const lastTrip = (first: string) =>
  `exports.findBoat = ({ boats, trips }, id) => {\n  const boat = boats.get(id);\n${first}  const own = trips.filter((trip) => trip.boat === id);\n  const last = own.at(-1);\n  return { boat, trips: own.length, out: last.from.slice(0, 10) };\n};\n`;
const asking =
  "const { findBoat } = require('./boats');\nexports.show = (req, res) => {\n  const found = findBoat(state, req.params.boat);\n  if (!found) return res.status(404).json({ error: 'no such boat' });\n  res.json(found);\n};\n";

check(forgottenGuard, [
  {
    name: 'the last of a list, in a function that gives nothing for another thing',
    ...reading('from'),
    files: { 'boats.js': lastTrip('  if (!boat) return null;\n'), 'app.js': asking },
    at: [
      ['boats.js', 'last.‸from'],
      ['app.js', '‸findBoat(state'],
    ],
    facts: { last: { type: 'undefined' } },
    request: { url: '/boats/coot' },
    first: null,
  },
  {
    name: 'a field that is parsed into one of its own name',
    ...reading('map'),
    files: {
      'books.js':
        'function toBook(row) {\n  const tags = JSON.parse(row.tags);\n  return { id: row.id, tags };\n}\nexports.show = (row) => {\n  const book = toBook(row);\n  return book.tags.map(String);\n};\n',
    },
    at: [['books.js', 'book.tags.‸map']],
    first: null,
  },
  ...(
    [
      ['body.to', /if \(!guest\) throw badInput\('person'\);/],
      ['params.id', /if \(!guest\) throw missing\('guest'\);/],
    ] as const
  ).map(([key, guard]) => ({
    name: `what ${key} names is refused as what comes from there`,
    ...reading('id'),
    files: {
      'guests.js': `const { missing } = require('./refused');\nexports.routes = (router, { people }) => {\n  router.get('/guests/:id', async ({ params }) => {\n    const guest = await people.find(params.id);\n    if (!guest) throw missing('guest');\n    return guest;\n  });\n};\n`,
      'stays.js': `const { badInput, missing } = require('./refused');\nexports.routes = (router, { people, rooms }) => {\n  router.post('/stays', async ({ body }) => {\n    const room = await rooms.find(body.room);\n    if (!room) throw badInput('room');\n    return room;\n  });\n  router.put('/stays/:id', async ({ body, params }) => {\n    const guest = await people.find(${key});\n    return { guest: guest.id };\n  });\n};\n`,
      'refused.js':
        'exports.missing = (what) => new Error(`No such ${what}`);\nexports.badInput = (what) => new Error(`Bad ${what}`);\n',
    },
    at: [['stays.js', 'guest.‸id'] as const],
    request: { url: '/stays/3', body: '{"to":"g9"}' },
    first: { 'stays.js': guard },
  })),
  ...(
    [
      ['body', /the project says nowhere/],
      ['params', null],
    ] as const
  ).map(([part, ask]) => ({
    name: `a thing that the ${part} of a request names, and only the path elsewhere`,
    ...reading('price'),
    files: {
      'events.js':
        "const { notFound } = require('./errors');\nrouter.get('/:id', (req, res) => {\n  const event = store.eventById(req.params.id);\n  if (!event) throw notFound('event', req.params.id);\n  res.json(event);\n});\n",
      'orders.js': `const { notFound } = require('./errors');\nrouter.get('/:id', (req, res) => {\n  const order = store.orders.find((each) => each.id === req.params.id);\n  if (!order) throw notFound('order', req.params.id);\n  res.json(order);\n});\nrouter.post('/:eventId', (req, res) => {\n  const { eventId, seats } = req.${part};\n  const event = store.eventById(eventId);\n  res.json(event.price * seats);\n});\n`,
      'errors.js': 'exports.notFound = (what, id) => new Error(`${what} ${id} not found`);\n',
    },
    at: [['orders.js', 'event.‸price'] as const],
    first: { 'orders.js': /eventById\(eventId\);\n {2}if \(!event\) throw notFound\('event', eventId\);/ },
    ask,
  })),
  {
    name: 'a look-up of the same verb and the same company, by the parameter beside it',
    ...reading('id'),
    files: {
      'orders.js':
        "import { findCustomer, findItem, findOrder } from './rows.js';\nimport { invalid, notFound } from './errors.js';\nexport function read(db, shop, id) {\n  const order = findOrder(db, shop, id);\n  if (order === undefined) throw notFound('order');\n  return order;\n}\nexport function add(db, shop, { customerId, itemId }) {\n  const customer = findCustomer(db, shop, customerId);\n  if (customer === undefined) throw invalid('customer');\n  const item = findItem(db, shop, itemId);\n  return [customer.id, item.id];\n}\n",
      'errors.js':
        'export const invalid = (what) => new Error(`Invalid ${what}`);\nexport const notFound = (what) => new Error(`No such ${what}`);\n',
    },
    at: [['orders.js', 'item.‸id']],
    request: { url: '/orders', body: '{"customerId":1,"itemId":9}' },
    first: { 'orders.js': /if \(item === undefined\) throw invalid\('item'\);/ },
  },
  ...(
    [
      ['refers to', 'personId', {}, /no part of the request/],
      [
        'refers to, as the debugger saw',
        'personId',
        { 'shift.personId': { type: 'string', preview: '"p9"' } },
        /no part of the request/,
      ],
      ['has under another name', 'userId', {}, /no part of the request/],
      [
        'refers to, as text',
        'personId)',
        { 'shift.personId': { type: 'number', preview: '9' } },
        /no part of the request/,
      ],
    ] as const
  ).map(([which, key, facts, ask]) => ({
    name: `a thing that a record handed in ${which}`,
    ...reading('zone'),
    files: {
      'people.js': `exports.routes = (router, { people }) => {\n  router.get('/people/:id', async ({ params }) => {\n    const person = await people.find(params.id);\n    if (!person) throw missing('person');\n    return person;\n  });\n};\nconst missing = (what) => new Error(\`No such ${'$'}{what}\`);\n`,
      'shifts.js': `const missing = (what) => new Error(\`No such ${'$'}{what}\`);\nasync function view(shift, people) {\n  const person = await people.find(${key.endsWith(')') ? 'String(' : ''}shift.${key});\n  return { id: shift.id, day: dayIn(person.zone) };\n}\n`,
    },
    at: [['shifts.js', 'person.‸zone'] as const],
    facts: { shift: { keys: ['id', 'personId', 'start'], preview: '{ id: 1 }' }, ...facts },
    request: { url: '/shifts?tag=late' },
    first: { 'shifts.js': /if \(!person\) throw missing\('person'\);/ },
    ask,
  })),
  ...(
    [
      ['that a record refers to', { 'stay.run': { type: 'string', preview: '"B7"' } }],
      ['by what is not there', { 'stay.run': { type: 'undefined' } }],
      ['that a record refers to, as its name says', undefined],
    ] as const
  ).map(([which, facts]) => ({
    name: `a thing ${which} is not refused as if a client had asked for it`,
    ...reading('cents'),
    files: {
      'stays.js':
        "export function findStay(id) {\n  const row = one('SELECT * FROM stays WHERE id = ?', id);\n  if (!row) throw notFound('Stay', id);\n  return row;\n}\nexport function priceOf(id) {\n  const stay = findStay(id);\n  const run = one('SELECT cents FROM runs WHERE code = ?', stay.run);\n  return run.cents;\n}\nconst notFound = (what, key) => new Error(`${what} ${key} not found`);\n",
    },
    at: [['stays.js', 'return run.‸cents'] as const],
    ...(facts === undefined ? {} : { facts }),
    request: { url: '/stays/2/price' },
    first: { 'stays.js': /if \(!run\) throw notFound\('Run', stay\.run\);/ },
    ask: /no part of the request/,
  })),
  {
    name: 'a thing that the request names, in other letters and as a number',
    ...reading('cents'),
    files: {
      'runs.js':
        "export function findStay(id) {\n  const row = one('SELECT * FROM stays WHERE id = ?', id);\n  if (!row) throw notFound('Stay', id);\n  return row;\n}\nexport function priceOf(input) {\n  const run = one('SELECT cents FROM runs WHERE code = ?', input.code);\n  return run.cents;\n}\nconst notFound = (what, key) => new Error(`${what} ${key} not found`);\n",
    },
    at: [['runs.js', 'return run.‸cents'] as const],
    facts: { 'input.code': { type: 'string', preview: '"B7"' } },
    request: { url: '/runs/b7/price?x=1' },
    first: { 'runs.js': /if \(!run\) throw notFound\('Run', input\.code\);/ },
  },
  {
    name: 'the guard of another query, with the value that this one is given',
    ...reading('id'),
    files: {
      'dogs.js':
        "import { one } from './db.js';\nimport { notFound } from './errors.js';\nexport function findDog(id) {\n  const row = one('SELECT * FROM dogs WHERE id = ?', id);\n  if (!row) throw notFound('Dog', id);\n  return row;\n}\nexport function addDog({ ownerId, name }) {\n  const owner = one('SELECT id FROM owners WHERE id = ?', ownerId);\n  return add(owner.id, name);\n}\n",
    },
    at: [['dogs.js', 'add(owner.‸id']],
    first: { 'dogs.js': /, ownerId\);\n {2}if \(!owner\) throw notFound\('Owner', ownerId\);\n {2}return add/ },
  },
  {
    name: 'the first of the rows that a query gives, its value in a list',
    ...reading('name'),
    files: {
      'db.js':
        "export async function findTour(tourId) {\n  const [tour] = await rows('SELECT * FROM tours WHERE id = $1', [tourId]);\n  if (!tour) throw new NotFound(`Tour ${tourId} not found`);\n  return tour;\n}\nexport async function nameOf(guideId) {\n  const [guide] = await rows('SELECT * FROM guides WHERE id = $1', [guideId]);\n  return guide.name;\n}\nclass NotFound extends Error {}\n",
    },
    at: [['db.js', 'guide.‸name']],
    first: { 'db.js': /\[guideId\]\);\n {2}if \(!guide\) throw new NotFound\(`Guide \$\{guideId\} not found`\);\n/ },
  },
  {
    name: 'a query by two values tells none of them',
    ...reading('id'),
    files: {
      'a.js':
        "function findDog(id) {\n  const row = one('SELECT * FROM dogs WHERE id = ?', id);\n  if (!row) throw notFound('Dog', id);\n  return row;\n}\nfunction seat(hall, place) {\n  const found = one('SELECT * FROM seats WHERE hall = ? AND place = ?', hall, place);\n  return found.id;\n}\nconst notFound = (what, key) => new Error(`${what} ${key} not found`);\n",
    },
    at: [['a.js', 'found.‸id']],
    first: null,
  },
  {
    name: 'the guard of another table, with the word for this one, where the query is put together',
    ...reading('id'),
    files: {
      'dogs.js':
        "import { one } from './db.js';\nimport { notFound } from './errors.js';\nconst select = 'SELECT d.* FROM dogs d JOIN owners o ON o.id = d.owner_id';\nexport function findDog(id) {\n  const row = one(`${select} WHERE d.id = ?`, id);\n  if (!row) throw notFound('Dog', id);\n  return toDog(row);\n}\n",
      'stays.js':
        "import { one } from './db.js';\nimport { notFound } from './errors.js';\nconst select = `SELECT s.* FROM stays s JOIN dogs d ON d.id = s.dog_id`;\nconst toStay = (row) => ({ id: row.id });\nexport function findStay(id) {\n  const row = one(`${select} WHERE s.id = ?`, id);\n  return toStay(row);\n}\n",
      'errors.js': 'export const notFound = (what, id) => new Error(`${what} ${id} not found`);\n',
    },
    at: [
      ['stays.js', 'id: row.‸id'],
      ['stays.js', 'return ‸toStay(row)'],
    ],
    first: { 'stays.js': /WHERE s\.id = \?`, id\);\n {2}if \(!row\) throw notFound\('Stay', id\);\n/ },
  },
  {
    name: 'the refusal of a like key, not of a header',
    ...reading('label'),
    files: {
      'plots.js':
        'export async function plotOf(id) {\n  const plot = await plots.get(Number(id));\n  return plot.label;\n}\n',
      'loans.js':
        'export async function loanOf(id) {\n  const loan = await loans.get(Number(id));\n  if (!loan) throw new HttpError(404, `Loan ${id} not found`);\n  return loan;\n}\nclass HttpError extends Error {}\n',
      'auth.js':
        "export async function auth(ctx, next) {\n  const key = ctx.get('x-key');\n  if (!key) throw new Error('Key is missing');\n  await next();\n}\n",
    },
    at: [['plots.js', 'plot.‸label']],
    first: null,
  },
  {
    name: 'the guard of a thing of the same name, however it was come by there',
    class: 'type',
    message: "Cannot destructure property 'sku' of 'undefined' as it is undefined.",
    files: {
      'orders.js':
        "const { HttpError } = require('./errors');\nexports.check = (lines) => {\n  for (const { product, sku } of lines) {\n    if (!product) throw HttpError.notFound('product', sku);\n  }\n};\n",
      'a.js':
        "const { HttpError } = require('./errors');\nclass C {\n  async show(sku) {\n    const product = await this.products.byId(sku);\n    return this.present(product);\n  }\n  present({ sku }) {\n    return sku;\n  }\n}\nmodule.exports = { C, HttpError };\n",
      'errors.js': 'exports.HttpError = class extends Error {};\n',
    },
    at: [
      ['a.js', 'present({ ‸sku'],
      ['a.js', 'return this.‸present(product)'],
    ],
    first: { 'a.js': /byId\(sku\);\n {4}if \(!product\) throw HttpError\.notFound\('product', sku\);\n/ },
  },
  {
    name: 'behind callers of a helper that are many, where `ctx.throw` refuses the like look-up',
    ...reading('name'),
    files: {
      'a.js':
        "const load = (ctx) => {\n  const room = rooms.find(ctx.id);\n  return room;\n};\nconst other = (ctx) => {\n  const guest = guests.find(ctx.id);\n  if (!guest) ctx.throw(404, 'Guest not found');\n  return guest;\n};\nconst show = (it) => it.name;\nexports.a = (ctx) => {\n  const one = load(ctx);\n  return show(one);\n};\nexports.b = (ctx) => {\n  const two = made(ctx);\n  return show(two);\n};\nexports.c = (ctx) => {\n  const three = made(ctx);\n  return show(three);\n};\n",
    },
    at: [['a.js', 'it.‸name']],
    first: { 'a.js': /rooms\.find\(ctx\.id\);\n {2}if \(!room\) ctx\.throw\(404, 'Room not found'\);/ },
  },
  {
    name: 'what a callback is not given, where the caller looks for it',
    ...reading('sailing'),
    files: {
      'bookings.js':
        'exports.get = function (ref, callback) {\n  store.find(ref, function (err, booking) {\n    if (err) return callback(err);\n    callback(null, booking.sailing);\n  });\n};\n',
      'a.js':
        "const bookings = require('./bookings');\nexports.show = (req, res, next) =>\n  bookings.get(req.params.ref, (err, booking) => {\n    if (err) return next(err);\n    if (!booking) return res.status(404).json({});\n    res.json(booking);\n  });\n",
    },
    at: [['bookings.js', 'booking.‸sailing']],
    first: { 'bookings.js': /callback\(err\);\n {4}if \(!booking\) return callback\(null, null\);\n/ },
  },
  ...['/shows/night-sky', '/shows/none'].map((url) => ({
    name: `asked for ${url}: only what is not there may be missing`,
    ...reading('title'),
    files: {
      'shows.json': '[{ "slug": "night-sky", "title": "Night Sky" }]',
      'a.js':
        "class NotFound extends Error {}\nconst a = (id) => {\n  const a = as.get(id);\n  if (!a) throw new NotFound('no a');\n};\napp.get('/shows/:slug', (req, res) => {\n  const show = as.get(req.params.slug);\n  res.json(show.title);\n});\n",
    },
    at: [['a.js', 'show.‸title'] as const],
    request: { url },
    first: { 'a.js': /const show = as\.get\(req\.params\.slug\);\n {2}if \(!show\) throw new NotFound\('no show'\);/ },
    ask: url.endsWith('none') ? null : /may be the look-up that is wrong/,
  })),
  {
    name: 'in the table that lacks the key, as the other table of the file is refused, in its words',
    ...reading('map'),
    files: {
      'a.mjs':
        'class Unknown extends Error {}\nexport function household(id) {\n  const found = households[id];\n  return { id, ...found };\n}\nexport function tariffOf({ tariff }) {\n  const found = tariffs.get(tariff);\n  if (!found) throw new Unknown(`no tariff ${tariff}`);\n  return found;\n}\n',
      'b.mjs':
        "import { household } from './a.mjs';\nexport const page = (id) => {\n  const home = household(id);\n  return home.meters.map(String);\n};\n",
    },
    at: [['b.mjs', 'meters.‸map']],
    facts: { home: { keys: ['id'] }, 'home.meters': { type: 'undefined' } },
    first: { 'a.mjs': /households\[id\];\n {2}if \(!found\) throw new Unknown\(`no household \$\{id\}`\);/ },
  },
  {
    name: 'the guard of the same look-up, with the name of this one',
    ...reading('beds'),
    files: {
      'a.js': `${guarded}app.get('/rooms/:id/beds', (request, response) => {\n  const found = store.find(request.params.id);\n  response.json(found.beds.length);\n});\n`,
    },
    at: [['a.js', 'found.‸beds']],
    first: {
      'a.js':
        /find\(request\.params\.id\);\n {2}if \(!found\) return response\.status\(404\)\.json\(\{ error: 'No such found' \}\);\n/,
    },
  },
  {
    name: 'in the function that looks it up, as its neighbour does',
    ...reading('name'),
    files: {
      'a.js':
        "class Rooms {\n  find(id) {\n    const room = this.store.rooms.find((one) => one.id === id);\n    return room;\n  }\n}\nclass Beds {\n  findBed(id) {\n    const bed = this.store.beds.find((one) => one.id === id);\n    if (!bed) throw new NotFound('No such bed');\n    return bed;\n  }\n}\nclass NotFound extends Error {}\n",
      'b.js':
        'export const show = (rooms) => (req, res) => {\n  const room = rooms.find(req.params.id);\n  res.json(room.name);\n};\n',
    },
    at: [['b.js', 'room.‸name']],
    first: { 'a.js': /one\.id === id\);\n {4}if \(!room\) throw new NotFound\('No such room'\);\n {4}return room;/ },
  },
  {
    name: 'nothing for nothing, where the callers ask for it',
    ...reading('title'),
    files: {
      'books.js':
        'export function toBook(row) {\n  return { title: row.title };\n}\nexport class Books {\n  find(id) {\n    const row = this.db.prepare(sql).get(id);\n    return toBook(row);\n  }\n}\n',
      'routes.js':
        "export const show = (books) => (req, res) => {\n  const book = books.find(req.params.id);\n  if (book === null) throw new ApiError(404, 'no such book');\n  res.json(book);\n};\n",
    },
    at: [
      ['books.js', 'row.‸title', 'toBook'],
      ['books.js', 'return ‸toBook(row)', 'find'],
    ],
    first: { 'books.js': /\.get\(id\);\n {4}if \(!row\) return null;\n {4}return toBook\(row\);/ },
  },
  {
    name: 'a parameter of the function that failed is not the key of the look-up, though it is called so',
    class: 'type',
    message: "Cannot destructure property 'id' of 'undefined' as it is undefined.",
    files: {
      'rows.js':
        "const toRow = ({ id, name }) => ({ id, name });\nexports.get = (db, id) => {\n  const row = db.one('SELECT * FROM rows WHERE id = ?', [id]);\n  return toRow(row);\n};\n",
      'app.js':
        "const { get } = require('./rows');\nexports.show = (db, id) => {\n  const row = get(db, id);\n  if (!row) throw new HttpError(404, 'no such row');\n  return row;\n};\n",
    },
    at: [
      ['rows.js', '({ ‸id, name }) =>'],
      ['rows.js', 'return ‸toRow(row)'],
    ],
    facts: { id: { type: 'undefined' } },
    request: { url: '/rows/9' },
    first: { 'rows.js': /\[id\]\);\n {2}if \(!row\) return null;\n {2}return toRow/ },
  },
  {
    name: 'undefined for nothing, where one of the callers compares with that',
    ...reading('id'),
    files: {
      'guests.js':
        'export class Guests {\n  byId(id) {\n    const row = this.db.prepare(sql).get(id);\n    return { id: row.id };\n  }\n}\n',
      'stays.js':
        "export const ofGuest = (guests, id) => {\n  const guest = guests.byId(id);\n  if (!guest) throw new NotFound('No guest');\n  return guest;\n};\nexport const book = (guests, id) => {\n  if (guests.byId(id) === undefined) throw new NotFound('No guest');\n};\n",
    },
    at: [['guests.js', 'id: row.‸id', 'byId']],
    first: { 'guests.js': /\.get\(id\);\n {4}if \(!row\) return;\n/ },
  },
  {
    name: 'the project refuses nothing of the kind',
    ...reading('beds'),
    files: {
      'a.js':
        "app.get('/rooms/:id/beds', (req, res) => {\n  const room = store.find(req.params.id);\n  res.json(room.beds.length);\n});\n",
    },
    at: [['a.js', 'room.‸beds']],
    first: null,
  },
  {
    name: 'the guard speaks of a name that this place has not',
    ...reading('beds'),
    files: {
      'a.js':
        "app.get('/a/:id', (req, res) => {\n  const log = logOf(req);\n  const room = store.find(req.params.id);\n  if (!room) return log(res.status(404).end());\n  res.json(room);\n});\napp.get('/b/:id', (req, res) => {\n  const room = store.find(req.params.id);\n  res.json(room.beds);\n});\n",
    },
    at: [['a.js', 'room.‸beds']],
    first: null,
  },
  {
    name: 'it is guarded already',
    ...reading('beds'),
    files: { 'a.js': guarded.replace('res.json(room)', 'res.json(room.beds.count)') },
    at: [['a.js', 'room.‸beds']],
    first: null,
  },
  {
    name: 'where a guard is there already, and goes on',
    ...reading('beds'),
    files: {
      'a.js': `${guarded}app.get('/rooms/:id/beds', (req, res) => {\n  const room = store.find(req.params.id);\n  if (!room) res.status(404).end();\n  res.json(room.beds.length);\n});\n`,
    },
    at: [['a.js', 'room.‸beds']],
    first: null,
  },
]);
