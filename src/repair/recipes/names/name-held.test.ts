import { check } from '../cases.test-helper.ts';
import { identifier } from './identifier.ts';

const undefinedName = (name: string) => ({
  class: 'reference' as const,
  message: `${name} is not defined`,
  named: { identifier: name },
});

/** A function body in which `tableName` is nothing. */
const kept = (text: string) => ({
  ...undefinedName('tableName'),
  files: { 'a.js': text },
  at: [['a.js', '‸tableName']] as const,
});

check(identifier, [
  {
    name: 'what is kept by the name of a parameter that nobody reads is that parameter',
    ...kept('class Model {\n  constructor(db, table) {\n    this.db = db;\n    this.table = tableName;\n  }\n}\n'),
    first: { 'a.js': /this\.table = table;/ },
  },
  {
    name: 'what a key of its name is given is that parameter',
    ...kept('exports.make = (db, table) => ({ db, table: tableName });\n'),
    first: { 'a.js': /table: table \}/ },
  },
  {
    name: 'of what is taken apart the keys decide, and not what it is kept as',
    ...kept(
      "class Model {\n  constructor({ db, table }) {\n    this.db = db;\n    this.table = tableName;\n  }\n}\nexports.all = new Model({ db: 1, tableName: 'all' });\n",
    ),
    first: { 'a.js': /constructor\(\{ db, tableName \}\) \{\n    this\.db = db;\n    this\.table = tableName;/ },
  },
  {
    name: 'what a file of data has is handed over, and not what it is kept as',
    ...kept(
      'class Model {\n  constructor({ db, table }) {\n    this.db = db;\n    this.table = tableName;\n  }\n}\nexports.make = (config) => new Model(config.model);\n',
    ),
    files: {
      'a.js':
        'class Model {\n  constructor({ db, table }) {\n    this.db = db;\n    this.table = tableName;\n  }\n}\nexports.make = (config) => new Model(config.model);\n',
      'config.json': '{ "model": { "db": "main", "tableName": "all" } }',
    },
    first: { 'a.js': /constructor\(\{ db, tableName \}\)/ },
  },
  {
    name: 'a parameter that is read is another thing',
    ...kept('class Model {\n  constructor(table) {\n    this.all = table.all;\n    this.table = tableName;\n  }\n}\n'),
    first: null,
  },
]);

/** What each of some lines is made into. */
const over = (text: string, facts: Readonly<Record<string, { keys: string[] }>>) => ({
  ...undefinedName('order'),
  files: { 'a.js': text },
  at: [['a.js', '‸order.']] as const,
  facts,
});
const line = { line: { keys: ['id', 'price', 'sku'] } };

check(identifier, [
  {
    name: 'what only the element has is read of the element',
    ...over('exports.sum = (lines) => lines.map((line) => line.sku + order.price);\n', line),
    first: { 'a.js': /line\.sku \+ line\.price/ },
  },
  {
    name: 'in each place of its function',
    ...over(
      'exports.sum = (lines) => lines.map((line) => ({ id: line.id, name: order.sku, price: order.price }));\n',
      line,
    ),
    first: { 'a.js': /name: line\.sku, price: line\.price/ },
  },
  {
    name: 'of what is added up it is the second',
    ...over('exports.sum = (lines) => lines.reduce((sum, line) => sum + order.price, 0);\n', line),
    first: { 'a.js': /sum \+ line\.price/ },
  },
  {
    name: 'what another one has as well is not that of the element',
    ...over('exports.sum = (lines, basket) => lines.map((line) => line.sku + order.price + basket.price);\n', {
      ...line,
      basket: { keys: ['price'] },
    }),
    first: null,
  },
  {
    name: 'what the element has not is another thing',
    ...over('exports.sum = (lines) => lines.map((line) => line.sku + order.total);\n', line),
    first: null,
  },
  {
    name: 'what many have may be that of something a lost line made',
    ...over('exports.sum = (lines) => lines.map((line) => {\n  return line.sku + order.id;\n});\n', line),
    first: null,
  },
  {
    name: 'a function that is handed over for something else has no element',
    ...over('exports.sum = (lines) => lines.then((line) => line.sku + order.price);\n', line),
    first: null,
  },
]);

/** A file that gives out `clock`, which it does not have, and a function that nobody uses. */
const givenOut = (fn: string, taken: string) => ({
  ...undefinedName('clock'),
  files: {
    'dates.js': `function ${fn}(minutes) {\n  return \`0:\${minutes}\`;\n}\n\nmodule.exports = { clock };\n`,
    'a.js': `const { ${taken} } = require('./dates');\nexports.say = () => ${taken}(5);\n`,
  },
  at: [['dates.js', '{ ‸clock }']] as const,
});

check(identifier, [
  {
    name: 'a function that others take by the name that the file gives out',
    ...givenOut('clockTime', 'clock'),
    first: { 'dates.js': /function clock\(minutes\)/ },
  },
  { name: 'a function of quite another name', ...givenOut('pad', 'clock'), first: null },
]);

/** A function of another language. */
const ofElsewhere = (name: string, text: string) => ({
  ...undefinedName(name),
  files: { 'a.js': text },
  at: [['a.js', `‸${name}(`]] as const,
});

check(identifier, [
  {
    name: 'a function of the language that others call otherwise',
    ...ofElsewhere('parseInteger', 'exports.id = (text) => parseInteger(text, 10);\n'),
    first: { 'a.js': /parseInt\(text, 10\)/ },
  },
  {
    name: 'one that takes more than those of the language',
    ...ofElsewhere('parseInteger', 'exports.id = (text, none) => parseInteger(text, none);\n'),
    first: null,
  },
]);
