import { argumentOrder } from './argument-order.ts';
import { check } from '../cases.test-helper.ts';

const takings = (given: string): string =>
  `exports.takings = (rows) => ({ total: rows.reduce(${given}), shows: rows });\n`;
const sum = '(sum, row) => sum + row.cents';
const failing = { class: 'type' as const, at: [['reports.js', 'rows.‸reduce']] as const };

check(argumentOrder, [
  {
    name: 'what a sum begins with stands before the function',
    ...failing,
    message: '0 is not a function',
    files: { 'reports.js': takings(`0, ${sum}`) },
    first: { 'reports.js': takings(`${sum}, 0`) },
  },
  ...(
    [
      ['no error, and then what was found', 'cb(null, table)'],
      ['an error alone', 'cb(err)'],
    ] as const
  ).map(([name, call]) => ({
    name: `${name}: who takes it the other way round is amiss`,
    class: 'type' as const,
    message: "Cannot read properties of undefined (reading 'map')",
    files: {
      'store.js': `exports.getTable = (name, cb) => {\n  const table = { name };\n  const err = new Error(table.name);\n  ${call};\n};\n`,
      'a.js':
        "const store = require('./store');\nstore.getTable('a', function (table, err) {\n  if (err) throw err;\n  table.list.map(String);\n});\n",
    },
    at: [
      ['a.js', 'table.list.‸map'],
      ['store.js', call === 'cb(err)' ? '‸cb(err)' : '‸cb(null'],
    ] as const,
    first: null,
  })),
]);

const pages = (part: string): string =>
  `exports.page = (text, values) => text.replace(/{{(\\w+)}}/g, (_, key) => ${part});\n`;

check(argumentOrder, [
  {
    name: 'a call in whose function it failed took that function for what it is',
    class: 'unknown',
    message: 'Template value name is not defined',
    files: { 'page.js': `${pages('lookUp(values, key)')}function lookUp(values, key) {\n  throw new Error(key);\n}\n` },
    at: [
      ['page.js', '‸throw new Error'],
      ['page.js', '‸lookUp(values'],
      ['page.js', '‸text.replace'],
    ],
    first: null,
  },
  {
    name: 'an event that is sent without all that its listener takes, which is at hand',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'id')",
    named: { property: 'id', nullish: 'undefined' },
    files: {
      'queue.js':
        "exports.run = (events, job) => {\n  const outcome = job.work();\n  events.emit('done');\n  return outcome;\n};\n",
      'log.js': "events.on('done', (job, outcome) => {\n  log(job.id, outcome);\n});\n",
    },
    at: [['log.js', 'job.‸id']],
    first: { 'queue.js': /events\.emit\('done', job, outcome\);/ },
  },
]);

const shelf = (given: string, made: string): Record<string, string> => ({
  'shelf.js': `class Shelf {\n  constructor(books, config) {\n    this.books = books;\n    this.config = config;\n  }\n  list() {\n    return this.books.all().slice(0, this.config.page.size);\n  }\n}\nmodule.exports = { Shelf };\n`,
  'main.js': `const { Shelf } = require('./shelf');\nmodule.exports = (c) => new Shelf(${given});\n${made}`,
});
const store = (first: string, second: string): Record<string, string> => ({
  'store.js':
    'class Store {\n  constructor(key, rows = []) {\n    this.rows = rows.map((row) => [row[key], row]);\n  }\n}\nmodule.exports = { Store };\n',
  'boats.js': `const { Store } = require('./store');\nclass Boats extends Store {\n  constructor() {\n    super(boats, 'id');\n  }\n}\nclass Piers extends Store {\n  constructor() {\n    super(${first});\n  }\n}\nclass Docks extends Store {\n  constructor() {\n    super(${second});\n  }\n}\n`,
});

check(argumentOrder, [
  ...(
    [
      ["c.resolve('config'), c.resolve('books')", /new Shelf\(c\.resolve\('books'\), c\.resolve\('config'\)\)/],
      ["c.resolve('books'), c.resolve('config')", null],
      ["c.resolve('config'), c.resolve('shelf')", null],
    ] as const
  ).map(([given, changed]) => ({
    name: `what a container is asked for by name: ${given}`,
    class: 'type' as const,
    message: "Cannot read properties of undefined (reading 'size')",
    named: { property: 'size', nullish: 'undefined' as const },
    files: shelf(given, ''),
    at: [['shelf.js', 'page.‸size']] as const,
    first: changed === null ? null : { 'main.js': changed },
  })),
  ...(
    [
      ["'id', piers", "'id', docks", /super\('id', boats\)/],
      ["piers, 'id'", "docks, 'id'", null],
    ] as const
  ).map(([first, second, changed]) => ({
    name: `a class that hands its parent what its siblings hand it as ${first}`,
    class: 'type' as const,
    message: 'rows.map is not a function',
    named: { receiver: 'rows', property: 'map' },
    files: store(first, second),
    at: [['store.js', 'rows.‸map']] as const,
    first: changed === null ? null : { 'boats.js': changed },
  })),
  ...(
    [
      ['{ member }, recipe', /price\(recipe, \{ member \}\)/],
      ['{ recipe }, member', null],
    ] as const
  ).map(([given, changed]) => ({
    name: `options that come last: ${given}`,
    class: 'type' as const,
    message: "Cannot read properties of undefined (reading 'reduce')",
    named: { property: 'reduce', nullish: 'undefined' as const },
    files: {
      'price.js':
        'exports.price = (recipe, options) => recipe.parts.reduce((sum, each) => sum + each, options.member);\n',
      'a.js': `const { price } = require('./price');\nexports.show = (recipe, member) => price(${given});\n`,
    },
    at: [
      ['price.js', 'parts.‸reduce', 'price'],
      ['a.js', '‸price('],
    ] as const,
    first: changed === null ? null : { 'a.js': changed },
  })),
]);

check(argumentOrder, [
  ...(
    [
      ['type', 'Invalid regular expression: /(?<id[^/]+)/: Invalid capture group name'],
      ['unknown', 'refused'],
    ] as const
  ).map(([kind, message]) => ({
    name: `a pattern that is looked for stands first: ${message}`,
    class: kind,
    message,
    files: {
      'a.js': "exports.pattern = (path) => new RegExp(path.replace(/:(\\w+)/g, '(?<$1[^/]+)'));\n",
      'b.js': "exports.name = (path) => path.replace('.json', /x/);\n",
    },
    at: [['a.js', 'path.‸replace']] as const,
    first: null,
  })),
]);

const answer = (given: string, more = ''): string =>
  `function send(res, status, value) {\n  res.writeHead(status);\n  res.end(JSON.stringify(value));\n}\nexports.show = (req, res) => {\n  send(res, ${given});\n${more}};\n`;

check(argumentOrder, [
  ...(
    [
      ['a choice of two', "rows, req.method === 'POST' ? 201 : 200", "req.method === 'POST' ? 201 : 200, rows"],
      ['the one of an error', 'rows, error.status', 'error.status, rows'],
      ['no number of a status', 'rows, 7', null],
      ['where both may be one', '404, 200', null],
    ] as const
  ).map(([which, given, first]) => ({
    name: `a status behind what is answered, ${which}`,
    class: 'range' as const,
    message: 'Invalid status code: [object Object]',
    files: { 'app.js': answer(given) },
    at: [
      ['app.js', '‸res.writeHead(', 'send'],
      ['app.js', '‸send(res, ' + given.slice(0, 3)],
    ] as const,
    first: first === null ? null : { 'app.js': answer(first) },
  })),
]);

const taps = (params: string): string =>
  `export class TapStore {\n  constructor(${params}) {\n    this.beers = beers;\n    this.taps = read(dir);\n  }\n}\n`;
const made = (given: string): string =>
  `import { TapStore } from './taps.js';\nconst settings = load();\nconst beers = beersOf(settings);\nexport const taps = new TapStore(${given});\n`;
const notText = {
  class: 'type' as const,
  message: 'The "path" argument must be of type string. Received an instance of BeerStore',
  at: [['taps.js', '‸read(dir']] as const,
};
const [forward, backward] = ["settings.dir('data'), beers", "beers, settings.dir('data')"];

check(argumentOrder, [
  {
    ...notText,
    name: 'what a call gives, called by the function that gives it',
    files: { 'taps.js': taps('beers, dir'), 'main.js': made(forward) },
    first: { 'main.js': made(backward) },
  },
  {
    ...notText,
    name: 'parameters that stand otherwise than all calls give them',
    files: { 'taps.js': taps('beers, dir'), 'main.js': made(forward), 'tools/print.js': made(forward) },
    first: { 'taps.js': taps('dir, beers') },
  },
  {
    ...notText,
    name: 'parameters that one of two calls gives in their order',
    files: { 'taps.js': taps('beers, dir'), 'main.js': made(forward), 'tools/print.js': made(backward) },
    first: { 'main.js': made(backward) },
  },
  {
    ...notText,
    name: 'arguments that are not called like the parameters',
    files: { 'taps.js': taps('beers, dir'), 'main.js': made("settings.folder('data'), list") },
    first: null,
  },
]);
