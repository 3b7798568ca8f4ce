import type { Signal } from '../../../incident/nouns.ts';
import { check, contextOf } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { floatingPromise } from './floating-promise.ts';
import { promiseList } from './promise-list.ts';
import { missingAwait } from './missing-await.ts';

const missing = { class: 'type' as const, message: "Cannot read properties of undefined (reading 'map')" };
const reading = { ...missing, named: { property: 'map', nullish: 'undefined' as const } };
const promise = { className: 'Promise', thenable: true };
const service = 'export async function find(id) {\n  return { items: [] };\n}\n';

const names = { class: 'type' as const, message: "Cannot read properties of undefined (reading 'trim')" };
const trim = { ...names, named: { property: 'trim', nullish: 'undefined' as const } };

const stock =
  'exports.find = async (id) => {\n  if (id === 0) throw new Error(`no ${id}`);\n  return { id, owner: 1 };\n};\n';

const jose = {
  'node_modules/jose/package.json': '{}',
  'node_modules/jose/index.d.ts':
    'export declare function jwtVerify<T>(jwt: string): Promise<T>;\nexport declare function decodeJwt(jwt: string): object;\n',
};

check(missingAwait, [
  {
    name: 'a body that is cast to what it will be, and taken apart',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'map')",
    named: { property: 'map', nullish: 'undefined' },
    files: {
      'rates.ts':
        'export async function rates(url: string): Promise<string[]> {\n  const response = await fetch(url);\n  const { rows } = response.json() as unknown as { rows: string[] };\n  return rows.map(String);\n}\n',
    },
    at: [['rates.ts', 'rows.‸map']],
    first: { 'rates.ts': /= await response\.json\(\) as unknown as|= \(await response\.json\(\)\) as unknown as/ },
  },
  {
    name: 'a cast value that is no promise, and taken apart',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'map')",
    named: { property: 'map', nullish: 'undefined' },
    files: {
      'rates.ts':
        'const parsed = (text: string) => JSON.parse(text);\nexport async function rates(text: string): Promise<string[]> {\n  const { rows } = parsed(text) as unknown as { rows: string[] };\n  return rows.map(String);\n}\n',
    },
    at: [['rates.ts', 'rows.‸map']],
    first: null,
  },
  ...(
    [
      ['whose parts are read far out on the stack, behind a chain of small functions', 'item.name', true],
      ['that goes through the same functions and is waited for behind them', '(await item).name', false],
    ] as const
  ).map(([name, read, isMended]) => ({
    name: `a promise ${name}`,
    class: 'type' as const,
    message: "Cannot read properties of undefined (reading 'reduce')",
    named: { property: 'reduce', nullish: 'undefined' as const },
    files: {
      'fp.js':
        'exports.pipe = (...steps) => (value) => steps.reduce((all, step) => step(all), value);\nexports.sum = (list) => list.reduce((all, each) => all + each, 0);\n',
      'price.js':
        "const { pipe, sum } = require('./fp.js');\nconst total = (parts) => pipe(sum)(parts);\nexports.price = (item) => total(item.parts);\n",
      'store.js': 'exports.find = async (id) => rows.get(id);\n',
      'a.js': `const { find } = require('./store.js');\nconst { price } = require('./price.js');\nexports.show = async (req, res) => {\n  const item = find(req.params.id);\n  const sum = price(item);\n  res.json({ name: ${read}, sum });\n};\n`,
    },
    at: [
      ['fp.js', 'list.‸reduce'],
      ['fp.js', '‸step(all)'],
      ['fp.js', 'steps.‸reduce'],
      ['price.js', '‸pipe(sum)'],
      ['price.js', '‸total(item'],
      ['a.js', '‸price(item)'],
    ] as const,
    first: isMended ? { 'a.js': /const item = await find\(/ } : null,
  })),
  {
    name: 'what a package gives a promise of by its types',
    ...reading,
    files: {
      'a.mjs':
        "import { jwtVerify } from 'jose';\nexport async function roles(token) {\n  const { payload } = jwtVerify(token);\n  return payload.roles.map(String);\n}\n",
    },
    outside: jose,
    at: [['a.mjs', 'payload.roles.‸map']],
    first: { 'a.mjs': /\{ payload \} = await jwtVerify\(token\);/ },
  },
  {
    name: 'what a package gives at once by its types',
    ...reading,
    files: {
      'a.mjs':
        "import { decodeJwt } from 'jose';\nexport async function roles(token) {\n  const { payload } = decodeJwt(token);\n  return payload.roles.map(String);\n}\n",
    },
    outside: jose,
    at: [['a.mjs', 'payload.roles.‸map']],
    first: null,
  },
  {
    name: 'the event that is waited for',
    class: 'type',
    message: 'once is not a function or its return value is not iterable',
    files: {
      'a.js':
        "const { once } = require('node:events');\nexports.first = async (worker) => {\n  const [result] = once(worker, 'message');\n  return result;\n};\n",
    },
    at: [['a.js', '= ‸once(worker']],
    first: { 'a.js': /\[result\] = await once\(worker, 'message'\);/ },
  },
  {
    name: 'of several callers the one on the stack forgot to await',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'label')",
    named: { property: 'label', nullish: 'undefined' },
    files: {
      'slots.mjs':
        'const labels = { a: { label: 1 } };\nconst find = async (id) => ({ id, tool: "a" });\nconst describe = (slot) => labels[slot.tool].label;\nexport const all = async (rows) => rows.map((row) => describe(row));\nexport const one = async (id) => describe(find(id));\nexport const first = async () => describe(await find(1));\n',
    },
    at: [
      ['slots.mjs', 'labels[slot.tool].‸label', 'describe'],
      ['slots.mjs', '‸describe(find(id))', 'one'],
    ],
    facts: { slot: { type: 'object', className: 'Promise', thenable: true } },
    first: { 'slots.mjs': /one = async \(id\) => describe\(await find\(id\)\)/ },
    ask: null,
  },
  {
    name: 'a function that the failing one calls reads of a promise',
    class: 'type',
    message: "Cannot read properties of null (reading 'name')",
    named: { property: 'name', nullish: 'null' },
    files: {
      'a.js':
        "const { find } = require('./s');\nasync function ownerOf(id) {\n  const thing = find(id);\n  return owners.get(thing.owner) ?? null;\n}\nexports.show = async (id) => {\n  const owner = await ownerOf(id);\n  return owner.name;\n};\n",
      's.js': stock,
    },
    at: [['a.js', 'owner.‸name']],
    first: { 'a.js': /const thing = await find\(id\);/ },
  },
  {
    name: 'a promise that rejects while it is compared with',
    class: 'unknown',
    message: 'no 0',
    files: {
      'a.js':
        "const { find } = require('./s');\nexports.take = async (id, count) => {\n  const left = find(id);\n  if (left < count) throw new Error('too few');\n};\n",
      's.js': stock,
    },
    at: [
      ['s.js', 'throw ‸new Error'],
      ['a.js', '= ‸find(id)'],
    ],
    first: { 'a.js': /const left = await find\(id\);/ },
  },
  {
    name: 'a promise that is handed on',
    class: 'unknown',
    message: 'no 0',
    files: {
      'a.js':
        "const { find } = require('./s');\nexports.take = async (id) => {\n  const left = find(id);\n  keep(left);\n};\n",
      's.js': stock,
    },
    at: [
      ['s.js', 'throw ‸new Error'],
      ['a.js', '= ‸find(id)'],
    ],
    first: null,
  },
  {
    name: 'a promise that a constructor is handed: where it gets its name',
    class: 'type',
    message: 'store.on is not a function',
    named: { receiver: 'store', property: 'on' },
    files: {
      'alerts.js':
        "class Alerts {\n  constructor(store) {\n    store.on('reading', () => this.examine());\n  }\n}\nmodule.exports = { Alerts };\n",
      'app.js':
        "const { Alerts } = require('./alerts');\nconst { Store } = require('./store');\nexports.create = async (dir) => {\n  const store = new Store(dir).load();\n  const alerts = new Alerts(store);\n  return { store, alerts };\n};\n",
      'store.js': 'class Store {\n  async load() {\n    return this;\n  }\n}\nmodule.exports = { Store };\n',
    },
    at: [['alerts.js', 'store.‸on']],
    first: { 'app.js': /const store = await new Store\(dir\)\.load\(\);/ },
  },
  {
    name: 'a field that is given the promise of a store, through a factory and a constructor',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'get')",
    named: { property: 'get', nullish: 'undefined' },
    files: {
      'store.js': 'export async function openStore(file) {\n  return { berths: new Map() };\n}\n',
      'berths.js':
        'export class Berths {\n  #store;\n  constructor(store) {\n    this.#store = store;\n  }\n  find(id) {\n    return this.#store.berths.get(id) ?? null;\n  }\n}\n',
      'app.js':
        "import { Berths } from './berths.js';\nexport function createApp(store) {\n  return { berths: new Berths(store) };\n}\n",
      'server.js':
        "import { createApp } from './app.js';\nimport { openStore } from './store.js';\nconst store = openStore('a.json');\nexport const app = createApp(store);\n",
    },
    at: [['berths.js', 'this.#store.berths.‸get']],
    first: { 'server.js': /const store = await openStore\('a\.json'\);/ },
    together: true,
  },
  {
    name: 'a part of several promises: they are waited for together',
    ...trim,
    files: {
      'a.js':
        'const user = async (id) => ({ id, name: id });\nconst orders = async (id) => [id];\nexport async function page(id) {\n  const [owner, list] = [user(id), orders(id)];\n  return { name: owner.name.trim(), count: list.length };\n}\n',
    },
    at: [['a.js', 'owner.name.‸trim']],
    facts: { owner: { className: 'Promise', thenable: true }, 'owner.name': { type: 'undefined' } },
    first: null,
  },
  {
    name: 'rows of a repository that another file makes, by a method it inherits',
    class: 'type',
    message: 'rows.all is not a function or its return value is not iterable',
    files: {
      'rows.js': 'class Memory {\n  async all() {\n    return [];\n  }\n}\nexport const rows = new Memory();\n',
      'a.js':
        "import { rows } from './rows.js';\nexport const show = async () => {\n  for (const row of rows.all()) print(row);\n};\n",
    },
    at: [['a.js', 'of ‸rows']],
    first: { 'a.js': /for \(const row of await rows\.all\(\)\)/ },
  },
  {
    name: 'where the promise gets its name, so that every use has the value',
    ...reading,
    files: {
      'a.js':
        "import { find } from './s.js';\nexport async function one(id) {\n  const order = find(id);\n  const lines = order.items.map(String);\n  return { ...present(order), lines };\n}\n",
      's.js': service,
    },
    at: [['a.js', 'items.‸map']],
    facts: { order: promise },
    first: { 'a.js': /const order = await find\(id\);\n {2}const lines = order\.items\.map/ },
  },
  {
    name: 'the same is called for its value in a function that cannot await: a person sees that, too',
    ...reading,
    files: {
      'a.js':
        "import { find } from './s.js';\nexport async function one(id) {\n  const order = find(id);\n  return order.items.map(String);\n}\nexport function two(id, log) {\n  const other = find(id);\n  log(other);\n}\n",
      's.js': 'export async function find(id) {\n  await ready;\n  return { id, items: [] };\n}\n',
    },
    at: [['a.js', 'items.‸map']],
    facts: { order: promise },
    first: { 'a.js': /const order = await find\(id\)/ },
    ask: /called elsewhere without/,
  },
  {
    name: 'the same is called for its value where nothing can be awaited, and it awaits nothing itself: it need not be async',
    ...reading,
    files: {
      'a.js':
        "import { find } from './s.js';\nexport async function one(id) {\n  const order = find(id);\n  return order.items.map(String);\n}\nexport function two(id, log) {\n  const other = find(id);\n  log(other);\n}\n",
      's.js': service,
    },
    at: [['a.js', 'items.‸map']],
    facts: { order: promise },
    together: true,
    first: { 's.js': service.replace('async ', '') },
  },
  {
    name: 'one caller hands over a promise, another one what he awaited: the one forgot it',
    ...reading,
    files: {
      'a.js':
        "import { find } from './s.js';\nexport async function one(id) {\n  const order = find(id);\n  return lines(order);\n}\nexport async function two(id) {\n  const order = await find(id);\n  return lines(order);\n}\nfunction lines(order) {\n  return order.items.map(String);\n}\n",
      's.js': service,
    },
    at: [['a.js', 'items.‸map']],
    facts: { order: promise },
    first: { 'a.js': /one\(id\) \{\n {2}const order = await find\(id\)[^]*return order\.items/ },
  },
  {
    name: 'TypeScript: inside the cast',
    ...reading,
    files: {
      'a.ts':
        'export async function one(id: number) {\n  const order = this.orders.find(id) as any;\n  return order.items.map(String);\n}\n',
    },
    at: [['a.ts', 'items.‸map']],
    facts: { order: promise },
    first: { 'a.ts': /const order = await this\.orders\.find\(id\) as any;/ },
  },
  {
    name: 'a choice between promises is awaited as a whole',
    ...reading,
    files: {
      'a.js':
        'export async function one(id) {\n  const order = id ? byId(id) : newest();\n  return order.items.map(String);\n}\n',
    },
    at: [['a.js', 'items.‸map']],
    facts: { order: promise },
    first: { 'a.js': /const order = await \(id \? byId\(id\) : newest\(\)\);/ },
  },
  {
    name: 'a list in a Set',
    class: 'type',
    message: 'object is not iterable (cannot read property Symbol(Symbol.iterator))',
    files: {
      'a.js':
        'class A {\n  async recent(id) {\n    const skus = this.redis.lrange(id, 0, 4);\n    return [...new Set(skus)];\n  }\n}\n',
    },
    at: [['a.js', '‸new Set']],
    facts: { skus: promise },
    first: { 'a.js': /const skus = await this\.redis\.lrange\(id, 0, 4\);/ },
  },
  {
    name: 'the beginning of a chain of several lines',
    class: 'type',
    message: 'all.filter is not a function',
    named: { receiver: 'all', property: 'filter' },
    files: {
      'a.js':
        'class C {\n  async list() {\n    const all = this.products.all();\n    return all\n      .filter((one) => one.tag)\n      .map((one) => one.name);\n  }\n}\n',
    },
    at: [['a.js', '.‸filter']],
    facts: { all: promise },
    first: { 'a.js': /const all = await this\.products\.all\(\);/ },
  },
  {
    name: 'a parameter of a method that several classes have: the one by whose class it is called',
    class: 'type',
    message: 'lines.reduce is not a function',
    named: { receiver: 'lines', property: 'reduce' },
    files: {
      'pricing.js':
        'class Pricing {\n  quote(lines) {\n    return lines.reduce((sum, line) => sum + line.price, 0);\n  }\n}\n',
      'ordering.js':
        'class Ordering {\n  async lines(items) {\n    return items;\n  }\n  async quote(items) {\n    return this.pricing.quote(await this.lines(items));\n  }\n  async place(items) {\n    const lines = this.lines(items);\n    return this.pricing.quote(lines);\n  }\n}\n',
    },
    at: [['pricing.js', 'lines.‸reduce']],
    facts: { lines: promise },
    first: { 'ordering.js': /const lines = await this\.lines\(items\);/ },
  },
  {
    name: 'a parameter: where the caller has it from',
    class: 'type',
    message: 'articles.find is not a function',
    named: { receiver: 'articles', property: 'find' },
    files: {
      'main.js':
        "import { load } from './load.js';\nimport routes from './routes.js';\nconst articles = load();\nroutes(router, { articles });\n",
      'load.js': 'export async function load() {\n  return [];\n}\n',
      'routes.js':
        "export default function routes(router, { articles }) {\n  router.get('/:slug', (ctx) => {\n    ctx.body = articles.find((one) => one.slug === ctx.params.slug);\n  });\n}\n",
    },
    at: [['routes.js', 'articles.‸find']],
    facts: { articles: promise },
    first: { 'main.js': /^const articles = await load\(\);$/m },
  },
  {
    name: 'a choice of a part of it or all of it: where the caller has it from, since others use it as well',
    class: 'type',
    message: 'tagged.slice is not a function',
    named: { receiver: 'tagged', property: 'slice' },
    files: {
      'main.js':
        "import { load } from './load.js';\nimport routes from './routes.js';\nconst articles = load();\nroutes(router, { articles });\n",
      'load.js': 'export async function load() {\n  return [];\n}\n',
      'routes.js':
        "export default function routes(router, { articles }) {\n  router.get('/', (ctx) => {\n    const tagged = ctx.query.tag ? articles.filter((one) => one.tags.includes(ctx.query.tag)) : articles;\n    ctx.body = tagged.slice(0, 10);\n  });\n}\n",
    },
    at: [['routes.js', 'tagged.‸slice']],
    facts: { tagged: promise },
    first: { 'main.js': /^const articles = await load\(\);$/m },
  },
  {
    name: 'a parameter that several callers give: one of them alone is for a person',
    class: 'type',
    message: 'articles.find is not a function',
    named: { receiver: 'articles', property: 'find' },
    files: {
      'main.js':
        "import { load } from './load.js';\nimport routes from './routes.js';\nconst articles = load();\nroutes(router, { articles });\nconst drafts = load('drafts');\nroutes(router, { articles: drafts });\n",
      'load.js': 'export async function load() {\n  return [];\n}\n',
      'routes.js':
        "export default function routes(router, { articles }) {\n  router.get('/:slug', (ctx) => {\n    ctx.body = articles.find((one) => one.slug === ctx.params.slug);\n  });\n}\n",
    },
    at: [['routes.js', 'articles.‸find']],
    facts: { articles: promise },
    first: { 'main.js': /^const articles = await load\(\);$/m },
    ask: /several callers/,
  },
  {
    name: 'chained elsewhere: the other uses want the promise, so only this one is awaited',
    ...reading,
    files: {
      'a.js':
        'export async function one(id) {\n  const order = find(id);\n  order.then(log);\n  return order.items.map(String);\n}\n',
    },
    at: [['a.js', 'items.‸map']],
    facts: { order: promise },
    first: { 'a.js': /const order = find\(id\);[\s\S]*\(await order\)\.items/ },
  },
  {
    name: 'a parameter that nobody is seen to give and that is used twice is for a person',
    ...reading,
    files: {
      'a.js':
        'export async function view(order) {\n  const lines = order.items.map(String);\n  return { ...present(order), lines };\n}\n',
    },
    at: [['a.js', 'items.‸map']],
    facts: { order: promise },
    first: { 'a.js': /\(await order\)\.items/ },
    ask: /used elsewhere without/,
  },
  {
    name: 'a value that is none is not awaited',
    ...reading,
    files: {
      'a.js': 'export async function one(id) {\n  const order = make(id);\n  return order.items.map(String);\n}\n',
    },
    at: [['a.js', 'items.‸map']],
    facts: { order: { keys: ['id'] } },
    first: null,
  },
  {
    name: 'a plain function whose callers want its value does not become async',
    ...reading,
    files: { 'a.js': 'export function one(id) {\n  const order = find(id);\n  return order.items.map(String);\n}\n' },
    at: [['a.js', 'items.‸map']],
    facts: { order: promise },
    first: null,
  },
  {
    name: 'a Set of something else',
    class: 'type',
    message: 'number 4 is not iterable (cannot read property Symbol(Symbol.iterator))',
    files: { 'a.js': 'export async function f() {\n  const n = count();\n  return new Set(n);\n}\n' },
    at: [['a.js', '‸new Set']],
    facts: { n: { type: 'number' } },
    first: null,
  },
]);

check(promiseList, [
  {
    name: 'parts that are promises, each taken by its name: all are waited for together',
    ...trim,
    files: {
      'a.js':
        'const user = async (id) => ({ id, name: id });\nconst orders = async (id) => [id];\nexport async function page(id) {\n  const [owner, list] = [user(id), orders(id)];\n  return { name: owner.name.trim(), count: list.length };\n}\n',
    },
    at: [['a.js', 'owner.name.‸trim']],
    first: { 'a.js': /\[owner, list\] = await Promise\.all\(\[user\(id\), orders\(id\)\]\);/ },
  },
  {
    name: 'a list that is made of itself',
    ...trim,
    files: {
      'a.js':
        'exports.f = (given) => {\n  let list = given;\n  list = list.slice(1);\n  for (const each of list) each.name.trim();\n};\n',
    },
    at: [['a.js', 'each.name.‸trim']],
    first: null,
  },
  {
    name: 'parts of which one is no promise',
    ...trim,
    files: {
      'a.js':
        'const user = async (id) => ({ id, name: id });\nconst orders = (id) => [id];\nexport async function page(id) {\n  const [owner, list] = [user(id), orders(id)];\n  return { name: owner.name.trim(), count: list.length };\n}\n',
    },
    at: [['a.js', 'owner.name.‸trim']],
    first: null,
  },
  {
    name: 'returned by an async method',
    ...trim,
    files: {
      'a.js':
        'class Products {\n  async many(skus) {\n    return skus.map(async (sku) => this.get(sku));\n  }\n\n  async best(skus) {\n    const products = await this.many(skus);\n    return products.map(({ name }) => name.trim());\n  }\n}\n',
    },
    at: [['a.js', 'name.‸trim']],
    first: { 'a.js': /return Promise\.all\(skus\.map\(async \(sku\) => this\.get\(sku\)\)\);/ },
  },
  {
    name: 'given a name',
    ...trim,
    files: {
      'a.js':
        'export async function best(skus) {\n  const products = skus.map(async (sku) => get(sku));\n  return products.map((each) => each.name.trim());\n}\n',
    },
    at: [['a.js', 'name.‸trim']],
    first: { 'a.js': /const products = await Promise\.all\(skus\.map\(async \(sku\) => get\(sku\)\)\);/ },
  },
  {
    name: 'awaited as if it were one promise',
    ...trim,
    files: {
      'a.js':
        'async function get(sku) {\n  return { name: sku };\n}\nexport async function best(skus) {\n  const products = await skus.map((sku) => get(sku));\n  for (const product of products) console.log(product.name.trim());\n}\n',
    },
    at: [['a.js', 'name.‸trim']],
    first: { 'a.js': /await Promise\.all\(skus\.map\(\(sku\) => get\(sku\)\)\);/ },
  },
  {
    name: 'a plain function gives the list, and another caller does not wait for it',
    ...trim,
    files: {
      'a.js':
        'const many = (skus) => skus.map(async (sku) => get(sku));\nexport const count = (skus) => {\n  const all = many(skus);\n  return all.length;\n};\nexport async function best(skus) {\n  const products = await many(skus);\n  return products.map((each) => each.name.trim());\n}\n',
    },
    at: [['a.js', 'name.‸trim']],
    first: { 'a.js': /=> Promise\.all\(skus\.map/ },
    ask: /other callers/,
  },
  {
    name: 'a list of values whose element lacks the field',
    ...trim,
    files: {
      'a.js':
        'export async function best(skus) {\n  const products = skus.map((sku) => read(sku));\n  return products.map((each) => each.name.trim());\n}\n',
    },
    at: [['a.js', 'name.‸trim']],
    first: null,
  },
  {
    name: 'waited for already',
    ...trim,
    files: {
      'a.js':
        'export async function best(skus) {\n  const products = await Promise.all(skus.map(async (sku) => get(sku)));\n  return products.map((each) => each.name.trim());\n}\n',
    },
    at: [['a.js', 'name.‸trim']],
    first: null,
  },
  {
    name: 'no list at all',
    ...trim,
    files: {
      'a.js': 'export async function one(sku) {\n  const product = await get(sku);\n  return product.name.trim();\n}\n',
    },
    at: [['a.js', 'name.‸trim']],
    first: null,
  },
]);

/** The failure ended the process while a request was open. */
const crash = (given: Omit<Case, 'class' | 'message'>): Case => {
  const each: Case = { class: 'unknown', message: 'No such room', ...given };
  const signal: Signal = { ...contextOf(each).signal, kind: 'crash' };
  return { ...each, context: { signal } };
};
const server = (line: string): string =>
  `const http = require('http');\nconst { createRouter } = require('./router');\nconst router = createRouter();\nhttp.createServer(async (request, response) => {\n  try {\n    ${line}\n  } catch (error) {\n    response.end(error.message);\n  }\n});\n`;
const router =
  "exports.createRouter = () => ({\n  async handle(request) {\n    throw new Error('No such room');\n  },\n});\n";

check(floatingPromise, [
  ...(
    [
      ['read of', 'if (!body.room) throw new Error();', true],
      ['handed on', 'keep(body);', false],
      ['awaited later', 'log(body.room);\n  keep(await body);', false],
    ] as const
  ).map(([how, then, isIt]) =>
    crash({
      name: `a promise that rejects later, which is ${how}`,
      files: {
        'a.js': `const { body: read } = require('./body');\nexports.post = async (request) => {\n  const body = read(request);\n  ${then}\n};\n`,
        'body.js':
          "exports.body = async (request) => {\n  for await (const part of request) parts.push(part);\n  throw new Error('No such room');\n};\n",
      },
      at: [['body.js', '‸throw']],
      first: isIt ? { 'a.js': /const body = await read\(request\);/ } : null,
    }),
  ),
  crash({
    name: 'a promise that rejects later, of a function that was handed over',
    files: {
      'a.js':
        'module.exports = (router, { store, read }) => {\n  router.post(async (request) => {\n    const body = read(request);\n    store.add(body.room);\n  });\n};\n',
      'server.js':
        "const { read } = require('./body');\nconst register = require('./a');\nregister(router, { store, read });\n",
      'body.js': "exports.read = async (request) => {\n  throw new Error('No such room');\n};\n",
    },
    at: [['body.js', '‸throw']],
    first: { 'a.js': /const body = await read\(request\);/ },
  }),
  crash({
    name: 'a handler of the project in a `try`',
    files: { 'a.js': server('router.handle(request, response);'), 'router.js': router },
    at: [['router.js', '‸throw']],
    first: { 'a.js': /\n {4}await router\.handle\(request, response\);/ },
  }),
  crash({
    name: 'returned out of the `try`',
    files: { 'a.js': server('return router.handle(request, response);'), 'router.js': router },
    at: [['router.js', '‸throw']],
    first: { 'a.js': /return await router\.handle/ },
  }),
  crash({
    name: 'what comes behind a middleware of Koa',
    files: {
      'package.json': '{"dependencies":{"koa":"3"}}',
      'a.js':
        'export const errors = () => async (ctx, next) => {\n  try {\n    next();\n  } catch (error) {\n    ctx.status = error.status;\n  }\n};\n',
    },
    at: [['a.js', '‸next()']],
    first: { 'a.js': /\n {4}await next\(\);/ },
  }),
  crash({
    name: 'awaited already',
    files: { 'a.js': server('await router.handle(request, response);'), 'router.js': router },
    at: [['router.js', '‸throw']],
    first: null,
  }),
  crash({
    name: '`next` of Express is no promise',
    files: {
      'package.json': '{"dependencies":{"express":"5"}}',
      'a.js':
        'export const guard = async (req, res, next) => {\n  try {\n    next();\n  } catch (error) {\n    res.status(500).end();\n  }\n};\n',
    },
    at: [['a.js', '‸next()']],
    first: null,
  }),
  crash({
    name: 'a method that is not async everywhere',
    files: {
      'a.js': server('router.handle(request, response);'),
      'router.js': router,
      'other.js': 'exports.other = { handle(request) {} };\n',
    },
    at: [['router.js', '‸throw']],
    first: null,
  }),
  {
    name: 'a failure that was answered',
    class: 'unknown',
    message: 'No such room',
    files: { 'a.js': server('router.handle(request, response);'), 'router.js': router },
    at: [['router.js', '‸throw']],
    first: null,
  },
]);
