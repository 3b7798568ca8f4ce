import { check } from '../cases.test-helper.ts';
import { collection } from './collections.ts';
import { coercion } from './coercion.ts';
import { oddRecord } from '../settings/odd-record.ts';

const notAFunction = (what: string) => ({
  class: 'type' as const,
  message: `${what} is not a function`,
  named: { property: what.split('.').at(-1) ?? what, receiver: what },
});
const reading = (name: string) => ({
  class: 'type' as const,
  message: `Cannot read properties of undefined (reading '${name}')`,
  named: { property: name, nullish: 'undefined' as const },
});

check(collection, [
  {
    name: 'a Map that is asked by a key in brackets, in another function',
    ...reading('cents'),
    files: {
      'a.js':
        'const rates = new Map(load());\nfunction rateOf(code) {\n  return rates[code];\n}\nexports.price = (code) => rateOf(code).cents;\n',
    },
    at: [['a.js', 'rateOf(code).‸cents']],
    first: { 'a.js': /return rates\.get\(code\);/ },
  },
  {
    name: 'an object that is used as a Map throughout',
    ...notAFunction('lists.get'),
    files: {
      'a.js': 'const lists = {};\nconst of = (id) => lists.get(id);\nconst put = (id, one) => lists.set(id, one);\n',
    },
    at: [['a.js', '‸lists.get']],
    first: { 'a.js': /^const lists = new Map\(\);/ },
  },
  ...(
    [
      ['', 'new Map(Object.entries({ leek: { weeks: 20 } }))'],
      ['export const keys = () => Object.keys(settings.crops.leek);\n', null],
    ] as const
  ).map(([more, made]) => ({
    name: `entries of an object that are asked as those of a Map${made === null ? ', and otherwise' : ''}`,
    ...notAFunction('settings.crops.get'),
    files: {
      'package.json': '{"type":"module"}',
      'settings.js': 'export const settings = { crops: { leek: { weeks: 20 } } };\n',
      'a.js': `import { settings } from './settings.js';\nexport const weeks = (crop) => settings.crops.get(crop)?.weeks ?? 12;\n${more}`,
    },
    at: [['a.js', '‸settings.crops.get']] as const,
    first: made === null ? null : { 'settings.js': `export const settings = { crops: ${made} };\n` },
  })),
  ...(
    [
      ['Object.values(streets)', 'streets.get(id)', 'streets[id]'],
      ['({ ...streets })', 'streets.has(id) && streets.get(id)', 'Object.hasOwn(streets, id) && streets[id]'],
      ['Object.keys(streets)', 'streets.get(id) ?? [...streets.values()]', null],
    ] as const
  ).map(([walked, asked, made]) => ({
    name: `a plain object that is walked as one, and asked as the Map that it was: \`${asked}\``,
    ...notAFunction('streets.get'),
    files: {
      'a.js': `const streets = Object.fromEntries(rows.map((row) => [row.id, row]));\nexports.all = () => ${walked};\nexports.one = (id) => ${asked};\n`,
    },
    at: [['a.js', '‸streets.get']] as const,
    first: made === null ? null : { 'a.js': new RegExp(`=> ${made.replace(/[[\]().?]/g, '\\$&')};\n$`) },
  })),
  {
    name: 'a field of a class',
    ...notAFunction('this.#seen.add'),
    files: {
      'a.js':
        'class A {\n  #seen = [];\n  see(one) {\n    if (this.#seen.has(one)) return;\n    this.#seen.add(one);\n  }\n}\n',
    },
    at: [['a.js', '‸this.#seen.add']],
    first: { 'a.js': /#seen = new Set\(\);/ },
  },
  {
    name: 'an object that is used as both',
    ...notAFunction('lists.get'),
    files: {
      'a.js': 'const lists = {};\nconst of = (id) => lists.get(id);\nconst put = (id, one) => (lists[id] = one);\n',
    },
    at: [['a.js', '‸lists.get']],
    first: null,
  },
  {
    name: 'a frozen list of which the order is wanted',
    class: 'type',
    message: "Cannot assign to read only property '0' of object '[object Array]'",
    files: { 'a.js': 'const list = Object.freeze(load());\nexports.latest = () => list.sort(byDate).map(show);\n' },
    at: [['a.js', 'list.‸sort']],
    first: { 'a.js': /=> \[\.\.\.list\]\.sort\(byDate\)\.map/ },
  },
  {
    name: 'a frozen list that is to be in another order from now on',
    class: 'type',
    message: "Cannot assign to read only property '0' of object '[object Array]'",
    files: { 'a.js': 'const list = Object.freeze(load());\nlist.sort(byDate);\nexports.list = list;\n' },
    at: [['a.js', 'list.‸sort']],
    first: null,
  },
  {
    name: 'the keys of a Map where its entries are wanted',
    class: 'type',
    message: 'Iterator value soprano is not an entry object',
    files: {
      'a.js':
        'exports.groups = () => {\n  const groups = new Map();\n  fill(groups);\n  return Object.fromEntries(groups.keys());\n};\n',
    },
    at: [['a.js', 'Object.‸fromEntries']],
    first: { 'a.js': /return Object\.fromEntries\(groups\);/ },
  },
  {
    name: 'the values of what is no Map',
    class: 'type',
    message: 'Iterator value soprano is not an entry object',
    files: { 'a.js': 'exports.groups = (list) => Object.fromEntries(list.values());\n' },
    at: [['a.js', 'Object.‸fromEntries']],
    first: null,
  },
]);

const show = 'const show = (one) => one.tags.map(String);\n';

check(oddRecord, [
  {
    name: 'a key in other letters, in a record that lacks another one, too',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'map')",
    named: { property: 'map', nullish: 'undefined' },
    files: {
      'a.js': 'exports.of = (one) => [one.email, one.takes.map(titleOf)];\n',
      'all.json': '[{ "email": "a", "takes": [] }, { "Takes": ["b"] }, { "email": "c", "takes": [] }]\n',
    },
    at: [['a.js', 'takes.‸map']],
    first: { 'all.json': /\{ "takes": \["b"\] \}/ },
  },
  {
    name: 'a reference that is a slip away from a key that all others have',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'label')",
    named: { property: 'label', nullish: 'undefined' },
    files: {
      'a.js': 'exports.label = (item) => kinds[item.kind].label;\n',
      'kinds.json': '{ "grains": { "label": "Grains" }, "oils": { "label": "Oils" } }',
      'items.json': '[{ "kind": "oils" }, { "kind": "grain" }, { "kind": "grains" }]\n',
    },
    at: [['a.js', 'kind].‸label']],
    first: { 'items.json': '[{ "kind": "oils" }, { "kind": "grains" }, { "kind": "grains" }]\n' },
  },
  {
    name: 'text where a schema that is answered by wants a list',
    class: 'type',
    message: "The value of '#/properties/grapes' does not match schema definition.",
    files: { 'wines.json': '[{ "grapes": ["a"] }, { "grapes": "b, c" }]\n' },
    first: { 'wines.json': '[{ "grapes": ["a"] }, { "grapes": ["b","c"] }]\n' },
  },
  {
    name: 'a key that one record alone spells so',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'length')",
    named: { property: 'length', nullish: 'undefined' },
    files: {
      'a.js': 'exports.count = (tour) => tour.stops.length;\n',
      'data/tours.json': '[{ "id": 1, "stops": [] }, { "id": 2, "stpos": [] }, { "id": 3, "stops": [] }]\n',
    },
    at: [['a.js', 'stops.‸length']],
    first: { 'data/tours.json': '[{ "id": 1, "stops": [] }, { "id": 2, "stops": [] }, { "id": 3, "stops": [] }]\n' },
  },
  {
    name: 'a key that the code reads, too, is no slip',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'length')",
    named: { property: 'length', nullish: 'undefined' },
    files: {
      'a.js': 'exports.count = (tour) => tour.stops.length + (tour.stop ? 1 : 0);\n',
      'data/tours.json': '[{ "id": 1, "stops": [] }, { "id": 2, "stop": "x" }, { "id": 3, "stops": [] }]\n',
    },
    at: [['a.js', 'stops.‸length']],
    first: null,
  },
  {
    name: 'text among lists',
    ...notAFunction('one.tags.map'),
    files: { 'a.js': show, 'data.json': '[{ "tags": ["a"] }, { "tags": "b, c" }, {}]' },
    at: [['a.js', 'one.tags.‸map']],
    first: { 'data.json': '[{ "tags": ["a"] }, { "tags": ["b","c"] }, {}]' },
  },
  {
    name: 'text in two records is no oddity',
    ...notAFunction('one.tags.map'),
    files: { 'a.js': show, 'data.json': '[{ "tags": ["a"] }, { "tags": "b" }, { "tags": "c" }]' },
    at: [['a.js', 'one.tags.‸map']],
    first: null,
  },
  {
    name: 'text of another field',
    ...notAFunction('one.tags.map'),
    files: { 'a.js': show, 'data.json': '[{ "tags": ["a"], "cents": 1 }, { "tags": [], "cents": "2" }]' },
    at: [['a.js', 'one.tags.‸map']],
    first: null,
  },
  {
    name: 'a reference in another case',
    ...reading('name'),
    files: {
      'a.js': 'const show = (one) => roomOf(one.room).name;\n',
      'rooms.json': '[{ "id": "oak" }, { "id": "elm" }]',
      'bookings.json': '[{ "room": "oak" }, { "room": "Elm " }]',
    },
    at: [['a.js', ').‸name']],
    first: { 'bookings.json': '[{ "room": "oak" }, { "room": "elm" }]' },
  },
  {
    name: 'a reference to nothing',
    ...reading('name'),
    files: {
      'a.js': 'const show = (one) => roomOf(one.room).name;\n',
      'rooms.json': '[{ "id": "oak" }, { "id": "elm" }]',
      'bookings.json': '[{ "room": "oak" }, { "room": "ash" }]',
    },
    at: [['a.js', ').‸name']],
    first: null,
  },
]);

check(coercion, [
  {
    name: 'words between commas where their list is wanted: where the setting is made',
    ...notAFunction('settings.featured.map'),
    files: {
      'settings.js': 'exports.settings = { featured: env.FEATURED, port: 1 };\n',
      'a.js':
        "const { settings } = require('./settings');\nexports.all = () => settings.featured.map(String);\nexports.first = () => settings.featured[0];\n",
    },
    at: [['a.js', 'settings.featured.‸map']],
    facts: { 'settings.featured': { type: 'string', preview: '"night-sky,bread"' } },
    first: { 'settings.js': /featured: env\.FEATURED\.split\(','\)/ },
  },
  {
    name: 'the bytes of a file that was read without an encoding',
    ...notAFunction('template.replace'),
    files: { 'a.js': "fs.readFile(file, (err, template) => res.send(template.replace('{a}', b)));\n" },
    at: [['a.js', 'template.‸replace']],
    facts: { template: { className: 'Buffer', keys: ['0', '1'], preview: 'Buffer(2) {0: 123}' } },
    first: { 'a.js': /template\.toString\(\)\.replace/ },
  },
  {
    name: 'the one list of what was wrapped since',
    ...notAFunction('ports.forEach'),
    files: { 'a.js': 'exports.show = (ports) => ports.forEach(String);\n' },
    at: [['a.js', 'ports.‸forEach']],
    facts: {
      ports: { className: 'Object', keys: ['updated', 'ports'], preview: 'Object {updated: "2026-05-01", ports: []}' },
    },
    first: { 'a.js': /ports\.ports\.forEach/ },
  },
  {
    name: 'the values of what is kept by name now',
    ...notAFunction('seasons.find'),
    files: { 'a.js': 'exports.show = (seasons) => seasons.find(Boolean);\n' },
    at: [['a.js', 'seasons.‸find']],
    facts: {
      seasons: { className: 'Object', keys: ['summer', 'winter'], preview: 'Object {summer: {}, winter: {}}' },
    },
    first: { 'a.js': /Object\.values\(seasons\)\.find/ },
  },
  {
    name: 'a Set becomes a list where it is made',
    ...notAFunction('book.tags.map'),
    files: {
      'books.js': 'export const toBook = (row) => {\n  const tags = new Set(row.tags);\n  return { tags };\n};\n',
      'a.js': 'const show = (book) => book.tags.map(String);\n',
    },
    at: [['a.js', '‸book.tags.map']],
    facts: { 'book.tags': { className: 'Set' } },
    first: { 'books.js': /const tags = \[\.\.\.new Set\(row\.tags\)\];/ },
  },
  {
    name: 'a Set that another reader asks as one stays one',
    ...notAFunction('book.tags.map'),
    files: {
      'books.js':
        'export const toBook = (row) => ({ tags: new Set(row.tags) });\nexport const isNew = (book) => book.tags.has("new");\n',
      'a.js': 'const show = (book) => book.tags.map(String);\n',
    },
    at: [['a.js', '‸book.tags.map']],
    facts: { 'book.tags': { className: 'Set' } },
    first: { 'a.js': /\[\.\.\.book\.tags\]\.map/ },
  },
  {
    name: 'a Map becomes a list where it gets its name',
    ...notAFunction('shown.map'),
    files: {
      'a.js':
        'function list(tag) {\n  const all = store.things;\n  const shown = tag ? all.filter((one) => one.tag === tag) : all;\n  return shown.map(String);\n}\n',
    },
    at: [['a.js', '‸shown.map']],
    facts: { shown: { className: 'Map' }, all: { className: 'Map' } },
    first: { 'a.js': /const all = \[\.\.\.store\.things\.values\(\)\];/ },
  },
  {
    name: 'a Map of an object',
    class: 'type',
    message: 'object is not iterable (cannot read property Symbol(Symbol.iterator))',
    files: { 'a.js': 'const tiers = new Map(seed.tiers);\n' },
    at: [['a.js', '‸new Map']],
    first: { 'a.js': 'const tiers = new Map(Object.entries(seed.tiers));\n' },
  },
  {
    name: 'nanoseconds in an answer',
    class: 'type',
    message: 'Do not know how to serialize a BigInt',
    files: { 'a.js': 'const took = (began) => res.json({ ok: true, ns: process.hrtime.bigint() - began });\n' },
    at: [['a.js', 'res.‸json']],
    first: { 'a.js': /ns: Number\(process\.hrtime\.bigint\(\) - began\) \}/ },
  },
]);

const total = {
  class: 'type' as const,
  message: 'Reduce of empty array with no initial value',
  at: [['a.js', 'rows.‸reduce'] as const],
};

check(collection, [
  {
    ...total,
    name: 'a sum of nothing',
    files: { 'a.js': 'const total = (rows) => rows.reduce((sum, row) => sum + row.price * row.count);\n' },
    first: { 'a.js': 'const total = (rows) => rows.reduce((sum, row) => sum + row.price * row.count, 0);\n' },
  },
  {
    ...total,
    name: 'a best one of nothing, which is asked for null',
    files: {
      'a.js': 'const best = (rows) => rows.reduce((best, row) => (best === null || row.at > best.at ? row : best));\n',
    },
    first: { 'a.js': /\? row : best\), null\);/ },
    ask: null,
  },
  {
    ...total,
    name: 'a text of nothing',
    files: { 'a.js': "const names = (rows) => rows.reduce((all, row) => all + ', ' + row.name);\n" },
    first: { 'a.js': /row\.name, ''\);/ },
  },
  {
    ...total,
    name: 'an average of nothing',
    files: { 'a.js': 'const mean = (rows) => rows.reduce((sum, row) => sum + row) / rows.length;\n' },
    first: { 'a.js': /sum \+ row, 0\)/ },
    ask: /a share of nothing/,
  },
  {
    ...total,
    name: 'the least of nothing',
    files: { 'a.js': 'const least = (rows) => rows.reduce((one, row) => (row.price < one.price ? row : one));\n' },
    first: null,
  },
]);

const unheld = (receiver: string, property: string) => ({
  class: 'type' as const,
  message: `${receiver}.${property} is not a function`,
  named: { receiver, property },
});

check(collection, [
  ...(
    [
      ['numbers', "(sum, item) => sum + item.net * item.times, ''", /item\.times, 0\)/],
      ['numbers, from a nought in quotes', "(sum, item) => sum + item.net, '0'", /item\.net, 0\)/],
      ['texts', "(sum, item) => sum + ' ' + item.net, ''", null],
      ['numbers, from a number', '(sum, item) => sum + item.net, 0', null],
    ] as const
  ).map(([of, given, first]) => ({
    name: `a sum of ${of}, of which a number is wanted`,
    ...unheld('net', 'toFixed'),
    files: {
      'a.js': `exports.net = (items) => {\n  const net = items.reduce(${given});\n  return net.toFixed(2);\n};\n`,
    },
    at: [['a.js', 'net.‸toFixed'] as const],
    facts: { net: { type: 'string' as const, preview: '"032"' } },
    first: first === null ? null : { 'a.js': first },
  })),
  ...(
    [
      ['a Set', 'Set', 'push', 'names.push(name);', 'names.add(name);'],
      ['a list', 'Array', 'add', 'names.add(name);', 'names.push(name);', /may be meant to be a Set/],
      [
        'what is read as a list',
        'Array',
        'add',
        'names.add(name);\n  log(names.length);',
        'names.push(name);\n  log(names.length);',
      ],
      [
        'a Set that is read as a list',
        'Set',
        'push',
        'names.push(name);\n  log(names.length);',
        'names.add(name);\n  log(names.length);',
        /may be meant to be a list/,
      ],
      ['a Set, and what comes of it is read', 'Set', 'push', 'return names.push(name);', null],
      ['a Map', 'Map', 'push', 'names.push(name);', null],
    ] as const
  ).map(([what, className, property, line, first, ask = null]) => ({
    name: `what is put into ${what}`,
    ask,
    ...unheld('names', property),
    files: { 'a.js': `exports.note = (names, name) => {\n  ${line}\n};\n` },
    at: [['a.js', `names.‸${property}`] as const],
    facts: { names: { type: 'object' as const, className } },
    first: first === null ? null : { 'a.js': `exports.note = (names, name) => {\n  ${first}\n};\n` },
  })),
  ...(
    [
      ['of which all ask as of a Map', 'app.tables.lifts.size', /lifts: new Map\(lifts\.map/],
      ['which one asks by a key', "app.tables.lifts['A1']", null],
    ] as const
  ).map(([which, read, first]) => ({
    name: `a table of pairs that a plug-in decorates with, ${which}`,
    ...unheld('app.tables.lifts', 'get'),
    files: {
      'tables.js':
        "export default async (app) => {\n  const lifts = await read();\n  app.decorate('tables', { lifts: Object.fromEntries(lifts.map((one) => [one.code, one])) });\n};\n",
      'a.js': `export const count = (app) => ${read};\nexport const one = (app, code) => app.tables.lifts.get(code);\n`,
    },
    at: [['a.js', 'app.tables.lifts.‸get'] as const],
    facts: { 'app.tables.lifts': { type: 'object' as const, className: 'Object' } },
    first: first === null ? null : { 'tables.js': first },
  })),
]);

check(collection, [
  ...(
    [
      ['a Map', 'Map', '[code, lift] of lifts.values()', /of lifts\) log/],
      ['a Set', 'Set', '[code, lift] of lifts.values()', null],
      ['a Map, of which one thing is taken', 'Map', '[lift] of lifts.values()', null],
    ] as const
  ).map(([what, className, head, first]) => ({
    name: `the values of ${what} are walked over in pairs`,
    class: 'type' as const,
    message: '.for is not iterable',
    files: { 'a.js': `exports.list = (lifts) => {\n  for (const ${head}) log(lift);\n};\n` },
    at: [['a.js', 'of ‸lifts.values()'] as const],
    facts: { lifts: { type: 'object' as const, className } },
    first: first === null ? null : { 'a.js': first },
  })),
]);
