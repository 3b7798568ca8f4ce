import { check } from '../cases.test-helper.ts';
import { nullGuard } from './null-guard.ts';
import { optionalValue } from './optional-value.ts';

const reading = (name: string, nullish: 'undefined' | 'null' = 'undefined') => ({
  class: 'type' as const,
  message: `Cannot read properties of ${nullish} (reading '${name}')`,
  named: { property: name, nullish },
});
const rooms = { 'rooms.json': '[{"id":"oak","equipment":["phone"]},{"id":"elm"}]\n' };
const handler = (lines: string): string =>
  `app.get('/rooms/:id', (req, res) => {\n  const room = find(req.params.id);\n${lines}});\n`;

check(optionalValue, [
  {
    name: 'what is compared by size is nothing, and not 0',
    ...reading('cloud', 'null'),
    files: {
      'a.js':
        "exports.clear = (nights) => nights.filter((night) => night.weather.cloud < 30);\nexports.weather = 'weather';\n",
    },
    at: [['a.js', 'night.weather.‸cloud']],
    facts: { 'night.weather': { type: 'null' }, night: { keys: ['id', 'weather'] } },
    first: { 'a.js': /\(night\) => night\.weather\?\.cloud < 30\)/ },
  },
  {
    name: 'what is put into an empty list of its own is lost',
    ...reading('push'),
    files: { ...rooms, 'a.js': handler("  room.equipment.push('lamp');\n  res.json(room);\n") },
    at: [['a.js', 'equipment.‸push']],
    first: null,
  },
  {
    name: 'a list that this record does not have: empty where it gets its name',
    ...reading('map'),
    files: {
      ...rooms,
      'a.js': handler(
        '  const equipment = room.equipment;\n  res.json(equipment.map((each) => each.trim()), equipment.length);\n',
      ),
    },
    at: [['a.js', 'equipment.‸map']],
    first: { 'a.js': /const equipment = room\.equipment \?\? \[\];/ },
  },
  {
    name: 'a list in the middle of an expression',
    ...reading('map'),
    files: { ...rooms, 'a.js': handler('  res.json({ equipment: room.equipment.map((each) => each.trim()) });\n') },
    at: [['a.js', 'equipment.‸map']],
    first: { 'a.js': /\{ equipment: \(room\.equipment \?\? \[\]\)\.map\(/ },
  },
  {
    name: 'text: nothing comes of nothing',
    ...reading('split', 'null'),
    files: {
      'schema.sql': 'CREATE TABLE members (id INTEGER, email TEXT);\n',
      'a.js': handler("  const domain = room.email.split('@')[1];\n  res.json({ domain });\n"),
    },
    at: [['a.js', 'email.‸split']],
    first: { 'a.js': /const domain = room\.email\?\.split\('@'\)\[1\] \?\? null;/ },
  },
  {
    name: 'a list made of a text',
    ...reading('split'),
    files: {
      'article.md': 'tags: a,b\n',
      'a.js':
        "export function parse(header) {\n  const fields = read(header);\n  const tags = fields.tags.split(',').map((tag) => tag.trim());\n  return tags;\n}\n",
    },
    at: [['a.js', 'tags.‸split']],
    first: { 'a.js': /const tags = fields\.tags\?\.split\(','\)\.map\(\(tag\) => tag\.trim\(\)\) \?\? \[\];/ },
  },
  {
    name: 'TypeScript: the `!` goes',
    ...reading('city'),
    files: {
      'store.ts': 'export interface Customer {\n  address?: { city: string };\n}\n',
      'a.ts': 'export function summary(customer: Customer) {\n  return { city: customer.address!.city };\n}\n',
    },
    at: [['a.ts', '!.‸city']],
    first: { 'a.ts': /\{ city: customer\.address\?\.city \?\? null \}/ },
  },
  {
    name: 'as the project treats the same field elsewhere',
    ...reading('trim', 'null'),
    files: {
      'b.js': "export const by = (one) => (one.by ? one.by : 'anonymous');\n",
      'a.js': handler('  res.json({ by: room.by.trim() });\n'),
    },
    at: [['a.js', 'by.‸trim']],
    first: { 'a.js': /by: room\.by\?\.trim\(\) \?\? 'anonymous'/ },
  },
  {
    name: 'text that a service looked up',
    ...reading('toUpperCase', 'null'),
    files: {
      'a.js':
        'class Carts {\n  async view(id) {\n    const coupon = await this.redis.get(id);\n    return { coupon: coupon.toUpperCase() };\n  }\n}\n',
    },
    at: [['a.js', 'coupon.‸toUpperCase']],
    first: { 'a.js': /\{ coupon: coupon\?\.toUpperCase\(\) \?\? null \}/ },
  },
  {
    name: 'a name that stands nowhere else is a fault of the code',
    ...reading('map'),
    files: { ...rooms, 'a.js': handler('  res.json(room.equipmint.map((each) => each.trim()));\n') },
    at: [['a.js', 'equipmint.‸map']],
    first: null,
  },
  {
    name: 'the thing itself was not found',
    ...reading('name'),
    files: { 'a.js': handler('  res.json(room.name);\n') },
    at: [['a.js', 'room.‸name']],
    first: null,
  },
  {
    name: 'what the client did not send',
    ...reading('trim'),
    files: { 'a.js': "app.get('/', (req, res) => {\n  res.json({ name: req.query.name.trim() });\n});\n" },
    at: [['a.js', 'name.‸trim']],
    first: null,
  },
  {
    name: 'configuration is not optional',
    ...reading('port'),
    files: {
      'config.json': '{"server":{"port":1}}\n',
      'a.js': 'export function start(config) {\n  listen(config.server.port);\n  log(config.server);\n}\n',
    },
    at: [['a.js', 'server.‸port']],
    first: null,
  },
  {
    name: 'a record that was looked up and is read as a whole',
    ...reading('sku', 'null'),
    files: {
      'a.js':
        'export async function get(sku) {\n  const product = await db.find(sku);\n  return { sku: product.sku };\n}\n',
    },
    at: [['a.js', 'product.‸sku']],
    first: null,
  },
  {
    name: 'a promise',
    ...reading('map'),
    files: { ...rooms, 'a.js': handler('  const equipment = room.equipment;\n  res.json(equipment.map(String));\n') },
    at: [['a.js', 'equipment.‸map']],
    facts: { equipment: { className: 'Promise', thenable: true } },
    first: null,
  },
]);

const missing = reading('name');
const router = (lines: string): string =>
  `const { notFound } = require('./errors');\nmodule.exports = (router) => {\n  router.add('/:id', (request, response) => {\n    const room = store.findRoom(request.params.id);\n${lines}    response.json(200, room.name);\n  });\n};\n`;

check(nullGuard, [
  {
    name: 'a field that the found thing lacks is no reason for a 404',
    ...reading('map'),
    files: { ...rooms, 'a.js': handler('  res.json(room.equipment.map((each) => each.trim()));\n') },
    at: [['a.js', 'equipment.‸map']],
    first: null,
  },
  {
    name: 'thrown as a neighbour throws it',
    ...missing,
    files: {
      'errors.js': 'exports.notFound = (text) => Object.assign(new Error(text), { status: 404 });\n',
      'a.js': router('').replace(
        'module.exports = (router) => {\n',
        "module.exports = (router) => {\n  router.add('/:id/x', (request, response) => {\n    if (!store.findRoom(request.params.id)) throw notFound('No such room');\n    response.json(200, {});\n  });\n",
      ),
    },
    at: [['a.js', 'room.‸name']],
    first: {
      'a.js': /\n {4}if \(room == null\) throw notFound\('No such room'\);\n {4}response\.json\(200, room\.name\)/,
    },
  },
  {
    name: 'thrown as another file throws it, with the class that this one has',
    ...missing,
    files: {
      'package.json': '{"type":"module","dependencies":{"express":"5"}}',
      'errors.js': 'export class ApiError extends Error {}\n',
      'b.js':
        "import { ApiError } from './errors.js';\nexport function member(id) {\n  throw new ApiError(404, 'no such member');\n}\n",
      'a.js':
        "import { ApiError } from './errors.js';\nrouter.get('/:id', (req, res) => {\n  const book = books.find(req.params.id);\n  res.json(book.name, ApiError);\n});\n",
    },
    at: [['a.js', 'book.‸name']],
    first: { 'a.js': /if \(book == null\) throw new ApiError\(404, 'Not found'\);/ },
  },
  {
    name: 'where it is looked up, for every caller',
    ...missing,
    files: {
      'package.json': '{"type":"module","dependencies":{"koa":"3"}}',
      'a.js':
        "const find = (ctx) => articles.find(({ slug }) => slug === ctx.params.slug);\nrouter.get('/:slug', (ctx) => {\n  const article = find(ctx);\n  ctx.body = article.name;\n});\nrouter.get('/:slug/x', (ctx) => {\n  if (!ctx.query.x) ctx.throw(404, 'no such article');\n  ctx.body = find(ctx).x;\n});\n",
    },
    at: [['a.js', 'article.‸name']],
    first: { 'a.js': /=== ctx\.params\.slug\) \?\? ctx\.throw\(404, 'no such article'\);/ },
  },
  {
    name: 'with the status in place of another one, where nothing else is refused so',
    ...missing,
    files: {
      'package.json': '{"type":"module","dependencies":{"koa":"3"}}',
      'a.js':
        "router.get('/:slug', (ctx) => {\n  if (!ctx.query.x) ctx.throw(400, 'x is missing');\n  const article = articles.find(({ slug }) => slug === ctx.params.slug);\n  ctx.body = article.name;\n});\n",
    },
    at: [['a.js', 'article.‸name']],
    first: { 'a.js': /if \(article == null\) ctx\.throw\(404, 'Not found'\);/ },
  },
  {
    name: 'not there where another caller asks whether it is there',
    ...missing,
    files: {
      'package.json': '{"type":"module","dependencies":{"koa":"3"}}',
      'a.js':
        "const find = (ctx) => articles.find(({ slug }) => slug === ctx.params.slug);\nrouter.get('/:slug', (ctx) => {\n  const article = find(ctx);\n  ctx.body = article.name;\n});\nrouter.get('/:slug/x', (ctx) => {\n  const other = find(ctx);\n  if (!other) ctx.throw(404, 'no such article');\n});\n",
    },
    at: [['a.js', 'article.‸name']],
    first: { 'a.js': /const article = find\(ctx\);\n {2}if \(article == null\) ctx\.throw\(404, 'no such article'\);/ },
  },
  {
    name: 'a service, by the codes that stand for a status',
    ...reading('sku', 'null'),
    files: {
      'errors.js':
        'class DomainError extends Error {}\nconst statuses = { NOT_FOUND: 404, SOLD_OUT: 409 };\nmodule.exports = { DomainError, statuses };\n',
      'carts.js':
        "const { DomainError } = require('./errors');\nexports.add = () => {\n  throw new DomainError('SOLD_OUT', 'Sold out');\n};\n",
      'a.js':
        "const { DomainError } = require('./errors');\nclass Products {\n  async get(sku) {\n    const text = await this.redis.get(sku);\n    const product = JSON.parse(text);\n    return { ...product, sku: product.sku };\n  }\n}\n",
    },
    at: [['a.js', 'product.‸sku']],
    first: { 'a.js': /\n {4}if \(product == null\) throw new DomainError\('NOT_FOUND', 'Not found'\);\n/ },
  },
  {
    name: 'a service of a project that throws no refusals',
    ...reading('sku', 'null'),
    files: {
      'a.js':
        'class Products {\n  async get(sku) {\n    const product = await db.find(sku);\n    return { sku: product.sku };\n  }\n}\n',
    },
    at: [['a.js', 'product.‸sku']],
    first: null,
  },
]);
