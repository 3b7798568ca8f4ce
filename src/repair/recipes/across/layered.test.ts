/** Faults of servers in layers: what one file calls, hands over or is handed, and another one has otherwise. */
import { check, historyOf, value } from '../cases.test-helper.ts';
import { missingArgument } from '../calls/missing-argument.ts';
import { importExport } from '../modules/import-export.ts';
import { property } from '../names/property.ts';
import { collection } from '../values/collections.ts';

const nothing = (name: string) => ({
  class: 'type' as const,
  message: `TypeError: Cannot read properties of undefined (reading '${name}')`,
  named: { nullish: 'undefined' as const, property: name },
});

const report =
  'class Report {\n  constructor(orders, shop) {\n    this.orders = orders;\n    this.shop = shop;\n  }\n  total() {\n    return this.shop.currency;\n  }\n}\nmodule.exports = { Report };\n';
const wired = (given: string): string =>
  `const { Report } = require('./report');\nexports.wire = (config, orders) => new Report(${given});\n`;
const prices = (init: string): string =>
  `class Prices {\n  #rates;\n  constructor(rates) {\n    this.#rates = ${init};\n  }\n  of(code) {\n    return this.#rates.has(code) ? this.#rates.get(code) : 0;\n  }\n}\n`;
const tags = (init: string): string =>
  `const tags = ${init};\nexports.list = (one) => tags.includes(one) || tags.map((each) => each.length);\n`;
const board = (taken: string): string =>
  `class Board {\n  constructor(channel, { ${taken} }) {\n    this.counts = levels.map((level) => [level, 0]);\n  }\n}\nmodule.exports = { Board };\n`;
const check2 = (taken: string): string => `exports.checked = (body, { ${taken} }) => levels.includes(body.level);\n`;
const alerts = (last: string): string =>
  `const { Board } = require('./board');\nconst { checked } = require('./check');\nexports.alerts = (app) => {\n  const board = new Board(app.channel, app.config.alerts);\n  app.post('/', (body) => checked(body, app.config.alerts));\n  return [board, app.config.alerts.${last}];\n};\n`;

check(missingArgument, [
  {
    name: 'what a constructor keeps and is not handed: a part, by its name, of what is at hand and has one elsewhere',
    ...nothing('currency'),
    files: {
      'report.js': report,
      'wire.js': wired('orders'),
      'app.js': 'exports.name = ({ config }) => config.shop.name;\n',
    },
    at: [['report.js', 'this.shop.‸currency', 'Report.total']],
    first: { 'wire.js': wired('orders, config.shop') },
  },
  {
    name: 'what a constructor is not handed, where nothing at hand is called so',
    ...nothing('currency'),
    files: { 'report.js': report, 'wire.js': wired('orders') },
    at: [['report.js', 'this.shop.‸currency', 'Report.total']],
    first: null,
  },
  {
    name: 'what a constructor is handed',
    ...nothing('currency'),
    files: {
      'report.js': report,
      'wire.js': wired('orders, null'),
      'app.js': 'exports.name = ({ config }) => config.shop.name;\n',
    },
    at: [['report.js', 'this.shop.‸currency', 'Report.total']],
    first: null,
  },
]);

check(collection, [
  {
    name: 'a private field of pairs that is asked as a Map is',
    class: 'type',
    message: 'TypeError: this[#rates].has is not a function',
    named: { receiver: 'this[#rates]', property: 'has' },
    files: { 'prices.js': prices('Object.fromEntries(rates.map(({ code, rate }) => [code, rate]))') },
    at: [['prices.js', 'return this.#rates.‸has', 'Prices.of']],
    first: { 'prices.js': prices('new Map(rates.map(({ code, rate }) => [code, rate]))') },
  },
  {
    name: 'a Set that is used as a list',
    class: 'type',
    message: 'TypeError: tags.includes is not a function',
    named: { receiver: 'tags', property: 'includes' },
    files: { 'tags.js': tags("new Set(['a', 'b'])") },
    at: [['tags.js', 'tags.‸includes']],
    first: { 'tags.js': tags("[...new Set(['a', 'b'])]") },
  },
  {
    name: 'pairs that are used as a list hold two things each',
    class: 'type',
    message: 'TypeError: tags.includes is not a function',
    named: { receiver: 'tags', property: 'includes' },
    files: { 'tags.js': tags('new Map(Object.entries(all))') },
    at: [['tags.js', 'tags.‸includes']],
    first: null,
  },
]);

const maps = (name: string): string =>
  `exports.${name} = (row) => ({ id: row.id });\nexports.mapClaim = (row) => row;\n`;
const rows = (name: string): string =>
  `const { mapClaim, ${name} } = require('./maps');\nexports.claims = (rows) => rows.map(mapClaim);\nexports.all = (rows) => rows.map(${name});\n`;

check(importExport, [
  {
    name: 'a function that a builtin was handed and that its module calls otherwise',
    class: 'type',
    message: 'TypeError: undefined is not a function',
    named: { nullish: 'undefined' },
    files: { 'maps.js': maps('toPaper'), 'rows.js': rows('mapPaper') },
    at: [['rows.js', 'rows.‸map(mapPaper)']],
    facts: { mapPaper: value({ type: 'undefined' }), rows: value({ className: 'Array', keys: ['length', 'map'] }) },
    first: { 'rows.js': rows('toPaper') },
  },
]);

check(property, [
  {
    name: 'what a parameter of a constructor takes out of its argument, as the last change called it: all who are handed the same take it so',
    ...nothing('map'),
    files: { 'board.js': board('levels'), 'check.js': check2('levels'), 'alerts.js': alerts('levels') },
    at: [
      ['board.js', 'levels.‸map', 'Board'],
      ['alerts.js', 'const board = ‸new Board'],
    ],
    facts: { levels: value({ type: 'undefined' }) },
    context: {
      git: historyOf({ replaced: { levels: ['severities'] } }),
      facts: {
        error: { name: 'TypeError', message: '', code: null, stack: '', cause: null },
        frames: [
          { file: 'board.js', line: 3, column: 28, fn: 'Board', locals: {}, expressions: {} },
          {
            ...{ file: 'alerts.js', line: 4, column: 17, fn: 'alerts', locals: {} },
            expressions: { 'app.config.alerts': value({ keys: ['severities', 'default'] }) },
          },
        ],
      },
    },
    first: {
      'board.js': board('severities: levels'),
      'check.js': check2('severities: levels'),
      'alerts.js': alerts('severities'),
    },
  },
  {
    name: 'a method without the verb that says that something is looked for',
    class: 'type',
    message: 'store.findStop is not a function',
    named: { receiver: 'store', property: 'findStop' },
    files: {
      'store.js': 'class Store {\n  line(number) {}\n  stop(code) {}\n}\nmodule.exports = { Store };\n',
      'jobs.js': 'exports.run = ({ store }, from) => store.findStop(from);\n',
    },
    at: [['jobs.js', 'store.‸findStop']],
    facts: { store: { className: 'Store', keys: ['line', 'stop'] } },
    first: { 'jobs.js': 'exports.run = ({ store }, from) => store.stop(from);\n' },
  },
  {
    name: 'a method that is a getter by another name',
    class: 'type',
    message: 'this.table.count is not a function',
    named: { receiver: 'this.table', property: 'count' },
    files: {
      'table.js': 'class Table {\n  get size() {\n    return 1;\n  }\n  all() {}\n}\nmodule.exports = { Table };\n',
      'store.js': 'class Store {\n  add() {\n    return this.table.count() + 1;\n  }\n}\n',
    },
    at: [['store.js', 'this.table.‸count']],
    facts: { 'this.table': { className: 'Table', keys: ['size', 'all'] } },
    first: { 'store.js': 'class Store {\n  add() {\n    return this.table.size + 1;\n  }\n}\n' },
  },
]);
