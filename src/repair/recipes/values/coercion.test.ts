import { check } from '../cases.test-helper.ts';
import { coercion } from './coercion.ts';

const noFunction = (receiver: string, name: string) => ({
  class: 'type' as const,
  message: `${receiver}.${name} is not a function`,
  named: { receiver, property: name },
});
const thrown = (message: string) => ({ class: 'unknown' as const, message });

const load = 'exports.load = (title, date) => ({ title, date });\n';
const list = 'exports.day = (article) => article.date.toISOString().slice(0, 10);\n';
const feed = 'exports.newest = (a, b) => b.date - a.date;\n';
const text = { 'article.date': { type: 'string' as const, preview: '"2026-01-04"' } };

const days =
  'export function* daysFrom(from, to) {\n  for (let day = new Date(from); day < new Date(to); day = day.getTime() + 86_400_000) yield show(day);\n}\n';

check(coercion, [
  ...(
    [
      ['made by a method of lists', 'rows.map((row) => [row.id, row])', 'rows', { className: 'Parser' }],
      ['a stream', 'rows', 'rows', { className: 'Readable' }],
    ] as const
  ).map(([name, given, seen, fact]) => ({
    name: `what a Map is made of has no entries: ${name}`,
    class: 'type' as const,
    message: 'object is not iterable (cannot read property Symbol(Symbol.iterator))',
    files: { 'a.js': `exports.table = (rows) => new Map(${given});\n` },
    at: [['a.js', '‸new Map']] as const,
    facts: { [seen]: { ...fact } },
    first: null,
  })),
  {
    name: 'the values of a Map, where a member of each is read',
    ...noFunction('this.stays', 'find'),
    files: {
      'a.js': 'class A {\n  of(id) {\n    return this.stays.find((stay) => stay.berthId === id);\n  }\n}\n',
    },
    at: [['a.js', 'this.stays.‸find']],
    facts: { 'this.stays': { className: 'Map' } },
    first: { 'a.js': /return \[\.\.\.this\.stays\.values\(\)\]\.find\(/ },
  },
  {
    name: 'the values of a Map, where a member of each is read by a function that has a name',
    ...noFunction('this.stays', 'filter'),
    files: {
      'a.js':
        'class A {\n  of(id) {\n    const isIt = (stay) => stay.berthId === id;\n    return this.stays.filter(isIt);\n  }\n}\n',
    },
    at: [['a.js', 'this.stays.‸filter']],
    facts: { 'this.stays': { className: 'Map' } },
    first: { 'a.js': /return \[\.\.\.this\.stays\.values\(\)\]\.filter\(isIt\)/ },
  },
  {
    name: 'an object that another service answered, of which pairs are wanted',
    ...noFunction('flags', 'filter'),
    files: {
      'a.js':
        'export async function on(url) {\n  const response = await fetch(url);\n  const flags = await response.json();\n  return flags.filter(([, on]) => on);\n}\n',
    },
    at: [['a.js', 'flags.‸filter']],
    facts: { flags: { type: 'object', className: 'Object', preview: 'Object {error: "busy"}', keys: ['error'] } },
    first: { 'a.js': /Object\.entries\(flags\)/ },
    ask: /another service answered it/,
  },
  {
    name: 'a list of what walks over a collection, on a Node that has no `toArray`',
    ...noFunction('stays.values(...)', 'toArray'),
    files: { 'a.js': 'exports.all = (stays) => stays.values().toArray().filter(Boolean);\n' },
    at: [['a.js', 'values().‸toArray']],
    first: { 'a.js': 'exports.all = (stays) => [...stays.values()].filter(Boolean);\n' },
  },
  {
    name: 'the time is a number',
    ...noFunction('Date.now(...)', 'toISOString'),
    files: { 'a.js': 'exports.day = () => Date.now().toISOString().slice(0, 10);\n' },
    at: [['a.js', 'Date.now().‸toISOString']],
    first: { 'a.js': /new Date\(Date\.now\(\)\)\.toISOString\(\)/ },
  },
  {
    name: 'made in two places, of which one has it converted: in the other one, and copies are no place of their own',
    ...noFunction('latest.at', 'toISOString'),
    files: {
      'store.js':
        'exports.load = (line) => {\n  const { at, level } = JSON.parse(line);\n  rows.push({ at, level });\n};\nexports.add = (input) => {\n  const time = new Date(input.at);\n  if (Number.isNaN(time.getTime())) throw new Error();\n  rows.push({ at: time, level: input.level });\n};\n',
      'list.js':
        'exports.day = (latest) => latest.at.toISOString();\nexports.top = (rows) => rows.map(({ at }) => ({ at }));\nexports.high = (row) => ({ at: row.at });\nexports.order = (a, b) => a.at - b.at;\n',
    },
    at: [['list.js', 'latest.at.‸toISOString']],
    facts: { 'latest.at': { type: 'string', preview: '"2026-02-01"' } },
    first: { 'store.js': /rows\.push\(\{ at: new Date\(at\), level \}\);/ },
  },
  {
    name: 'made in two places, and converted for a record of another kind: a person is asked',
    ...noFunction('latest.at', 'toISOString'),
    files: {
      'store.js':
        'exports.load = ({ at, level }) => rows.push({ at, level });\nexports.log = (input) => {\n  const time = new Date(input.at);\n  lines.push({ at: time, text: input.text });\n};\n',
      'list.js': 'exports.day = (latest) => latest.at.toISOString();\nexports.order = (a, b) => a.at - b.at;\n',
    },
    at: [['list.js', 'latest.at.‸toISOString']],
    facts: { 'latest.at': { type: 'string', preview: '"2026-02-01"' } },
    first: { 'list.js': /new Date\(latest\.at\)\.toISOString/ },
    ask: /read elsewhere/,
  },
  {
    name: 'converted beside already, and not taken',
    ...noFunction('latest.level', 'toFixed'),
    files: {
      'store.js':
        'exports.load = (line) => {\n  const { at, level } = JSON.parse(line);\n  rows.push({ at, level });\n};\nexports.add = ({ at, level }) => {\n  const height = Number(level);\n  if (Number.isNaN(height)) throw new Error();\n  rows.push({ at, level });\n};\n',
      'list.js': 'exports.show = (latest) => latest.level.toFixed(2);\n',
    },
    at: [['list.js', 'latest.level.‸toFixed']],
    facts: { 'latest.level': { type: 'string', preview: '"3.1"' } },
    first: { 'store.js': /throw new Error\(\);\n {2}rows\.push\(\{ at, level: height \}\);/ },
  },
  {
    name: 'what walks over a Map, as a list',
    ...noFunction('this.rooms.values(...)', 'sort'),
    files: { 'a.js': 'class S {\n  list() {\n    return this.rooms.values().sort((a, b) => a.no - b.no);\n  }\n}\n' },
    at: [['a.js', 'values().‸sort']],
    first: { 'a.js': /return \[\.\.\.this\.rooms\.values\(\)\]\.sort\(/ },
  },
  {
    name: 'what walks over a Map and has a name: a list from the start, so that it can be used twice',
    ...noFunction('names', 'filter'),
    files: {
      'a.js':
        'const rooms = new Map();\nexports.list = () => {\n  const names = rooms.keys();\n  return { few: names.filter(Boolean), count: names.length };\n};\n',
    },
    at: [['a.js', 'names.‸filter']],
    facts: { names: { type: 'object', className: 'Map Iterator' } },
    first: { 'a.js': /const names = \[\.\.\.rooms\.keys\(\)\];/ },
  },
  {
    name: 'a method of the project that is called like one that walks',
    ...noFunction('store.values(...)', 'sort'),
    files: {
      'a.js': 'const store = { values: () => ({ rows: [] }) };\nexports.list = () => store.values().sort();\n',
    },
    at: [['a.js', 'values().‸sort']],
    first: null,
  },
  {
    name: 'a date that is a number from the second round on: it is a date again, where it is given',
    ...noFunction('date', 'toISOString'),
    files: { 'a.js': `${days}const show = (date) => date.toISOString();\n` },
    at: [['a.js', 'date.‸toISOString']],
    facts: { date: { type: 'number' } },
    first: { 'a.js': /day = new Date\(day\.getTime\(\) \+ 86_400_000\)\) yield show/ },
  },
  {
    name: 'what a setter of a date gives is its time',
    ...noFunction('day', 'toISOString'),
    files: {
      'a.js': 'export function next(day) {\n  day = day.setDate(day.getDate() + 1);\n  return day.toISOString();\n}\n',
    },
    at: [['a.js', 'day.‸toISOString']],
    facts: { day: { type: 'number' } },
    first: { 'a.js': /day = new Date\(day\.setDate\(day\.getDate\(\) \+ 1\)\);/ },
  },
  {
    name: 'the time of a name that was given a date elsewhere is no slip',
    ...noFunction('day', 'getTime'),
    files: {
      'a.js':
        'export function next(day, step) {\n  if (step > 1) day = Date.now();\n  return day.getTime() + step;\n}\n',
    },
    at: [['a.js', 'day.‸getTime']],
    facts: { day: { type: 'number' } },
    first: null,
  },
  {
    name: 'a Map whose callback takes keys and values: its entries',
    ...noFunction('this.sold', 'sort'),
    files: { 'a.js': 'class S {\n  best() {\n    return this.sold.sort(([, a], [, b]) => b - a);\n  }\n}\n' },
    at: [['a.js', 'this.sold.‸sort']],
    facts: { 'this.sold': { type: 'object', className: 'Map' } },
    first: { 'a.js': /return \[\.\.\.this\.sold\]\.sort/ },
  },
  {
    name: 'a copy is nothing to put something into',
    ...noFunction('names', 'push'),
    files: { 'a.js': 'export function note(names, name) {\n  names.push(name);\n}\n' },
    at: [['a.js', 'names.‸push']],
    facts: { names: { type: 'object', className: 'Set' } },
    first: null,
  },
  ...(
    [
      ['a stream', 'async ', 'IncomingMessage', /for await \(const chunk of req\)/],
      ['a stream, where nothing can be waited for', '', 'IncomingMessage', null],
      ['an object', 'async ', 'Object', null],
    ] as const
  ).map(([what, kind, className, first]) => ({
    name: `a loop over ${what}`,
    class: 'type' as const,
    message: 'req is not iterable',
    named: { receiver: 'req' },
    files: { 'a.js': `export ${kind}function read(req) {\n  for (const chunk of req) chunks.push(chunk);\n}\n` },
    at: [['a.js', 'of ‸req'] as const],
    facts: { req: { type: 'object' as const, className } },
    first: first === null ? null : { 'a.js': first },
  })),
  {
    name: 'a loop over a stream in a middleware that does not wait for what comes behind it',
    class: 'type' as const,
    message: 'ctx.req is not iterable',
    named: { receiver: 'ctx.req' },
    files: {
      'package.json': '{"type":"module","dependencies":{"koa":"3"}}',
      'a.js':
        "import Koa from 'koa';\nexport const read = async (ctx, next) => {\n  for (const chunk of ctx.req) chunks.push(chunk);\n  next();\n};\nnew Koa().use(read);\n",
    },
    at: [['a.js', 'of ‸ctx.req'] as const],
    facts: { 'ctx.req': { type: 'object' as const, className: 'IncomingMessage' } },
    first: { 'a.js': /for await \([^]*  await next\(\);/ },
  },
  ...(
    [
      ['are destructured', 'Object {}', '([, on]) => on', /return Object\.entries\(flags\)\.filter/],
      ['are read by their place', 'Object {}', '(pair) => pair[1]', /return Object\.entries\(flags\)\.filter/],
      ['lie in a list of it', 'Object {pairs: []}', '([, on]) => on', null],
      ['are none', 'Object {}', '(flag) => flag', null],
    ] as const
  ).map(([which, preview, callback, first]) => ({
    name: `an object of which pairs are wanted, which ${which}`,
    ...noFunction('flags', 'filter'),
    files: { 'a.js': `export function on(flags) {\n  return flags.filter(${callback});\n}\n` },
    at: [['a.js', 'flags.‸filter'] as const],
    facts: { flags: { type: 'object' as const, className: 'Object', preview, keys: ['night', 'pairs'] } },
    first:
      first === null ? (preview === 'Object {}' ? null : { 'a.js': /return flags\.pairs\.filter/ }) : { 'a.js': first },
  })),
  ...(
    [
      [
        'narrowed',
        'lists = lists.filter((one) => one.open)',
        '',
        /let lists = \[\.\.\.this\.#lists\.values\(\)\];/,
        null,
      ],
      [
        'given something else',
        'lists = this.open',
        '',
        /\[\.\.\.lists\.values\(\)\]\.filter/,
        /taken for a list elsewhere, too/,
      ],
      [
        'asked as a Map',
        'lists = lists.filter((one) => one.open)',
        ' || lists.has(tag)',
        /\[\.\.\.lists\.values\(\)\]\.filter/,
        /taken for a list elsewhere, too/,
      ],
    ] as const
  ).map(([how, set, use, text, ask]) => ({
    name: `a Map under a name that is ${how} before`,
    ...noFunction('lists', 'filter'),
    files: {
      'a.js': `class A {\n  #lists = makeLists();\n  list(open, tag) {\n    let lists = this.#lists;\n    if (open) ${set};\n    if (tag${use}) lists = lists.filter((one) => one.tag === tag);\n    return lists.map(show);\n  }\n}\n`,
    },
    at: [['a.js', `${use}) lists = lists.‸filter`] as const],
    facts: { lists: { type: 'object' as const, className: 'Map' } },
    first: { 'a.js': text },
    ask,
  })),
  {
    name: 'the text of a JSON file that is given on as it is',
    class: 'type',
    message: 'rows.map is not a function',
    named: { property: 'map', receiver: 'rows' },
    files: {
      'store.js':
        "exports.load = (name, back) =>\n  fs.readFile(name + '.json', 'utf8', (err, text) => {\n    if (err) text = '[]';\n    const rows = text;\n    back(null, rows);\n  });\n",
      'a.js':
        "const store = require('./store');\nexports.names = (back) => store.load('a', (err, rows) => back(rows.length, rows.map((one) => one.name)));\n",
    },
    at: [['a.js', 'rows.‸map']],
    facts: { rows: { type: 'string', preview: '"[{\\"id\\":1"' } },
    first: { 'store.js': /const rows = JSON\.parse\(text\);/ },
  },
  {
    name: 'a text that is used as such, too, is not parsed at one use',
    class: 'type',
    message: 'rows.map is not a function',
    named: { property: 'map', receiver: 'rows' },
    files: { 'a.js': 'exports.names = (rows, back) => back(rows.length, rows.map((one) => one.name));\n' },
    at: [['a.js', 'rows.‸map']],
    facts: { rows: { type: 'string', preview: '"[{\\"id\\":1"' } },
    first: { 'a.js': /JSON\.parse\(rows\)\.map/ },
    ask: /used as text, too/,
  },
  {
    name: 'text for a date that others compare: where it is made',
    ...noFunction('article.date', 'toISOString'),
    files: { 'load.js': load, 'list.js': list, 'feed.js': feed },
    at: [['list.js', 'article.date.‸toISOString']],
    facts: text,
    first: { 'load.js': 'exports.load = (title, date) => ({ title, date: new Date(date) });\n' },
  },
  {
    name: 'a helper that is given the field',
    ...noFunction('date', 'toISOString'),
    files: {
      'load.js': load,
      'feed.js': feed,
      'list.js':
        'const day = (date) => date.toISOString();\nexports.list = (all) => all.map(({ date }) => day(date));\nexports.one = (article) => day(article.date);\n',
    },
    at: [['list.js', 'date.‸toISOString']],
    facts: { date: { type: 'string' } },
    first: { 'load.js': 'exports.load = (title, date) => ({ title, date: new Date(date) });\n' },
  },
  {
    name: 'others convert it themselves: so does this one, on both sides',
    ...noFunction('one.to', 'getTime'),
    files: {
      'a.js': 'exports.hours = (one) => one.to.getTime() - one.from.getTime();\n',
      'b.js': 'exports.ends = (one) => new Date(one.to);\n',
    },
    at: [['a.js', 'one.to.‸getTime']],
    facts: { 'one.to': { type: 'string' }, 'one.from': { type: 'string' } },
    first: { 'a.js': 'exports.hours = (one) => new Date(one.to).getTime() - new Date(one.from).getTime();\n' },
  },
  {
    name: 'read elsewhere, and made in two places: a person is asked',
    ...noFunction('article.date', 'toISOString'),
    files: { 'load.js': load + load.replace('load', 'draft'), 'list.js': list, 'feed.js': feed },
    at: [['list.js', 'article.date.‸toISOString']],
    facts: text,
    first: { 'list.js': 'exports.day = (article) => new Date(article.date).toISOString().slice(0, 10);\n' },
    ask: /read elsewhere/,
  },
  {
    name: 'read elsewhere, and it does not show as what: a person is asked',
    ...noFunction('item.price', 'toFixed'),
    files: {
      'a.js': 'exports.show = (item) => item.price.toFixed(2);\n',
      'b.js': 'exports.plain = (item) => log(item.price);\n',
    },
    at: [['a.js', 'item.price.‸toFixed']],
    facts: { 'item.price': { type: 'string' } },
    first: { 'a.js': 'exports.show = (item) => Number(item.price).toFixed(2);\n' },
    ask: /read elsewhere/,
  },
  {
    name: 'nobody else reads it',
    ...noFunction('item.price', 'toFixed'),
    files: { 'a.js': 'exports.show = (item) => item.price.toFixed(2);\n' },
    at: [['a.js', 'item.price.‸toFixed']],
    facts: { 'item.price': { type: 'string' } },
    first: { 'a.js': 'exports.show = (item) => Number(item.price).toFixed(2);\n' },
  },
  {
    name: 'the elements of a list: where the list is made, without the claim of a type',
    ...noFunction('a', 'getTime'),
    files: {
      'a.ts':
        'export const dates = (orders: { at: string }[]) =>\n  orders.map((one) => one.at as unknown as Date).sort((a, b) => a.getTime() - b.getTime());\n',
    },
    at: [['a.ts', 'a.‸getTime']],
    facts: { a: { type: 'string' }, b: { type: 'string' } },
    first: {
      'a.ts':
        'export const dates = (orders: { at: string }[]) =>\n  orders.map((one) => new Date(one.at)).sort((a, b) => a.getTime() - b.getTime());\n',
    },
  },
  {
    name: 'JSON text for a list, where the record is made, with its default',
    ...noFunction('book.tags', 'map'),
    files: {
      'a.js':
        'const toBook = (row) => {\n  const tags = row.tags ?? [];\n  return { id: row.id, tags };\n};\nexports.show = (book) => book.tags.map(String);\n',
    },
    at: [['a.js', 'tags.‸map']],
    facts: { 'book.tags': { type: 'string', preview: '"[\\"novel\\"]"' } },
    first: {
      'a.js':
        'const toBook = (row) => {\n  const tags = row.tags ? JSON.parse(row.tags) : [];\n  return { id: row.id, tags };\n};\nexports.show = (book) => book.tags.map(String);\n',
    },
  },
  {
    name: 'JSON text for a list, where the record is made: the list beside it is none',
    ...noFunction('book.tags', 'map'),
    files: {
      'a.js':
        'const toBook = (row) => {\n  const tags = row.tags ? row.tags : [];\n  return { id: row.id, tags };\n};\nexports.show = (book) => book.tags.map(String);\n',
    },
    at: [['a.js', 'tags.‸map']],
    facts: { 'book.tags': { type: 'string', preview: '"[\\"novel\\"]"' } },
    first: { 'a.js': /const tags = row\.tags \? JSON\.parse\(row\.tags\) : \[\];/ },
  },
  {
    name: 'words with a comma and a space between them',
    ...noFunction('book.tags', 'map'),
    files: { 'a.js': 'exports.show = (book) => book.tags.map(String);\n' },
    at: [['a.js', 'tags.‸map']],
    facts: { 'book.tags': { type: 'string', preview: '"novel, utopia"' } },
    first: { 'a.js': "exports.show = (book) => book.tags.split(', ').map(String);\n" },
  },
  {
    name: 'text that is no JSON list',
    ...noFunction('book.tags', 'map'),
    files: { 'a.js': 'exports.show = (book) => book.tags.map(String);\n' },
    at: [['a.js', 'tags.‸map']],
    facts: { 'book.tags': { type: 'string', preview: '"novel, utopia,new"' } },
    first: null,
  },
  {
    name: 'text of an object that was never JSON',
    ...noFunction('book.tags', 'map'),
    files: { 'a.js': 'exports.show = (book) => book.tags.map(String);\n' },
    at: [['a.js', 'tags.‸map']],
    facts: { 'book.tags': { type: 'string', preview: '"[object Object]"' } },
    first: null,
  },
  {
    name: 'a date for its text: the day',
    ...noFunction('(intermediate value)', 'slice'),
    files: { 'a.js': 'exports.day = (at) => new Date(at + 1).slice(0, 10);\n' },
    at: [['a.js', '.‸slice']],
    first: { 'a.js': 'exports.day = (at) => new Date(at + 1).toISOString().slice(0, 10);\n' },
  },
  {
    name: 'a part of a date that no ISO text has there',
    ...noFunction('(intermediate value)', 'slice'),
    files: { 'a.js': 'exports.day = (at) => new Date(at + 1).slice(4, 15);\n' },
    at: [['a.js', '.‸slice']],
    first: null,
  },
  {
    name: 'a BigInt that is a plain number elsewhere',
    ...thrown('Do not know how to serialize a BigInt'),
    files: {
      'a.js':
        'exports.add = (rowid) => ({ id: BigInt(rowid) });\nexports.other = (rowid) => find(Number(rowid));\nexports.send = (res, made) => res.json(made);\n',
    },
    at: [['a.js', 'res.‸json']],
    facts: { made: { keys: ['id'] } },
    first: {
      'a.js':
        'exports.add = (rowid) => ({ id: Number(rowid) });\nexports.other = (rowid) => find(Number(rowid));\nexports.send = (res, made) => res.json(made);\n',
    },
  },
  {
    name: 'a BigInt that may be meant: a person is asked',
    ...thrown('Do not know how to serialize a BigInt'),
    files: {
      'a.js': 'exports.add = (flake) => ({ id: BigInt(flake) });\nexports.send = (res, made) => res.json(made);\n',
    },
    at: [['a.js', 'res.‸json']],
    facts: { made: { keys: ['id'] } },
    first: { 'a.js': /id: Number\(flake\)/ },
    ask: /9007199254740991/,
  },
  {
    name: 'two BigInts: which one is not known',
    ...thrown('Do not know how to serialize a BigInt'),
    files: {
      'a.js':
        'exports.add = (a, b) => ({ id: BigInt(a), at: BigInt(b) });\nexports.send = (res, made) => res.json(made);\n',
    },
    at: [['a.js', 'res.‸json']],
    facts: { made: { keys: ['id', 'at'] } },
    first: null,
  },
]);

check(coercion, [
  {
    name: 'text for a number',
    ...noFunction('price', 'toFixed'),
    files: { 'a.js': 'module.exports = (price) => price.toFixed(2);\n' },
    at: [['a.js', 'price.‸toFixed']],
    facts: { price: { type: 'string' } },
    first: { 'a.js': 'module.exports = (price) => Number(price).toFixed(2);\n' },
  },
  {
    name: 'text of which no number can be made',
    ...noFunction('price', 'toFixed'),
    files: { 'a.js': 'module.exports = (price) => price.toFixed(2);\n' },
    at: [['a.js', 'price.‸toFixed']],
    facts: { price: { type: 'string', preview: '"54,9"' } },
    first: null,
  },
  {
    name: 'a number for text',
    ...noFunction('id', 'padStart'),
    files: { 'a.js': 'module.exports = (id) => id.padStart(2);\n' },
    at: [['a.js', 'id.‸padStart']],
    facts: { id: { type: 'number' } },
    first: { 'a.js': 'module.exports = (id) => String(id).padStart(2);\n' },
  },
  {
    name: 'text for a date',
    ...noFunction('at', 'getTime'),
    files: { 'a.js': 'module.exports = (at) => at.getTime();\n' },
    at: [['a.js', 'at.‸getTime']],
    facts: { at: { type: 'string' } },
    first: { 'a.js': 'module.exports = (at) => new Date(at).getTime();\n' },
  },
  {
    name: 'a Set for a list',
    ...noFunction('tags', 'map'),
    files: { 'a.js': 'module.exports = (tags) => tags.map(String);\n' },
    at: [['a.js', 'tags.‸map']],
    facts: { tags: { className: 'Set' } },
    first: { 'a.js': 'module.exports = (tags) => [...tags].map(String);\n' },
  },
  {
    name: 'rows of a result',
    ...noFunction('result', 'map'),
    files: { 'a.js': 'module.exports = (result) => result.map(String);\n' },
    at: [['a.js', 'result.‸map']],
    facts: { result: { keys: ['rowCount', 'rows'] } },
    first: { 'a.js': 'module.exports = (result) => result.rows.map(String);\n' },
  },
  {
    name: 'entries of an object',
    class: 'type',
    message: 'object is not iterable',
    named: { identifier: 'object' },
    files: { 'a.js': 'module.exports = (object) => {\n  for (const [k, v] of object) log(k, v);\n};\n' },
    at: [['a.js', 'of ‸object']],
    facts: { object: { className: 'Object', keys: ['a'] } },
    first: {
      'a.js': 'module.exports = (object) => {\n  for (const [k, v] of Object.entries(object)) log(k, v);\n};\n',
    },
  },
  ...(
    [
      ['for JSON', "exports.read = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));\n", undefined],
      ['in a form that nothing tells', '', /only you know in which form/],
    ] as const
  ).map(([how, more, ask]) => ({
    name: `an object that is written to a file, where files are read ${how}`,
    class: 'type' as const,
    message:
      'The "data" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received an instance of Object',
    files: {
      'a.js': `const fs = require('fs');\nexports.keep = (file, state) => fs.writeFileSync(file, state);\n${more}`,
    },
    at: [['a.js', '‸fs.writeFileSync']] as const,
    first: { 'a.js': /fs\.writeFileSync\(file, JSON\.stringify\(state\)\)/ },
    ...(ask === undefined ? {} : { ask }),
  })),
  {
    name: 'an object as reply',
    class: 'type',
    message:
      'The "chunk" argument must be of type string or an instance of Buffer or Uint8Array. Received an instance of Object',
    files: { 'a.js': 'module.exports = (req, res) => {\n  res.end({ ok: true });\n};\n' },
    at: [['a.js', 'res.‸end']],
    first: { 'a.js': 'module.exports = (req, res) => {\n  res.end(JSON.stringify({ ok: true }));\n};\n' },
  },
  {
    name: 'a number as reply: what is missing still fails',
    class: 'type',
    message:
      'The "chunk" argument must be of type string or an instance of Buffer or Uint8Array. Received type number (2)',
    files: { 'a.js': 'module.exports = (req, res) => {\n  res.end(rows.length);\n};\n' },
    at: [['a.js', 'res.‸end']],
    first: { 'a.js': 'module.exports = (req, res) => {\n  res.end(rows.length.toString());\n};\n' },
  },
  {
    name: 'an object that is parsed as if it were text',
    class: 'type',
    message: '"[object Object]" is not valid JSON',
    files: { 'a.js': 'module.exports = (options) => JSON.parse(options).size;\n' },
    at: [['a.js', '‸JSON.parse']],
    facts: { options: { className: 'Object', keys: ['size'] } },
    first: { 'a.js': 'module.exports = (options) => options.size;\n' },
  },
  {
    name: "a text that is no JSON is nobody's slip",
    class: 'type',
    message: 'Unexpected token \'x\', "x" is not valid JSON',
    files: { 'a.js': 'module.exports = (options) => JSON.parse(options).size;\n' },
    at: [['a.js', '‸JSON.parse']],
    facts: { options: { type: 'string', preview: '"x"' } },
    first: null,
  },
  {
    name: 'without facts nothing is known',
    ...noFunction('price', 'toFixed'),
    files: { 'a.js': 'module.exports = (price) => price.toFixed(2);\n' },
    at: [['a.js', 'price.‸toFixed']],
    first: null,
  },
]);
