/** Members of classes, namespaces and lists in TypeScript, wrappers around methods, and rows that are read by their columns. */
import { absentValue } from '../values/absent-value.ts';
import { check } from '../cases.test-helper.ts';
import { collection } from '../values/collections.ts';
import { lostThis } from '../calls/lost-this.ts';
import { property } from '../names/property.ts';
import { sqlName } from '../database/sql.ts';

const schema =
  'CREATE TABLE lines (order_id int, sku text, quantity int, unit_cents int);\nCREATE TABLE wines (sku text, colour text);\nCREATE TABLE shelves (sku text, colour text);\n';
const read = (list: string, taken: string): Record<string, string> => ({
  'schema.sql': schema,
  'a.ts': `export async function all(db) {\n  const rows = await db.query('SELECT ${list} FROM lines');\n  return rows.map(({ ${taken} }) => [${taken}]);\n}\n`,
});
const joined = (more: string): Record<string, string> => ({
  'schema.sql': schema,
  'a.ts': `export const all = (db) => db.query('SELECT w.sku FROM lines l JOIN wines w ON w.sku = l.sku ${more}GROUP BY l.colour');\n`,
});
const noPrice = { class: 'database' as const, message: 'column "price" does not exist', named: { column: 'price' } };
const noColour = {
  class: 'database' as const,
  message: 'column l.colour does not exist',
  named: { column: 'colour' },
};

check(sqlName, [
  {
    name: 'the one column that is read off the rows and not asked for',
    ...noPrice,
    files: read('sku, quantity, price', 'sku, quantity, unit_cents'),
    first: { 'a.ts': /SELECT sku, quantity, unit_cents FROM/ },
  },
  {
    name: 'not one of two that are read',
    ...noPrice,
    files: read('sku, price', 'sku, quantity, unit_cents'),
    first: null,
  },
  {
    name: 'a column of the other table of the statement',
    ...noColour,
    files: joined(''),
    first: { 'a.ts': /GROUP BY w\.colour/ },
  },
  {
    name: 'not where two others have it',
    ...noColour,
    files: joined('JOIN shelves s ON s.sku = l.sku '),
    first: null,
  },
]);

const wrapper = (inner: string): Record<string, string> => ({
  'only.ts': `export function membersOnly(handler) {\n  ${inner}\n}\n`,
  'orders.ts':
    "import { membersOnly } from './only.ts';\nexport class Orders {\n  #rows = [1];\n\n  @membersOnly\n  mine(call) {\n    return this.#rows;\n  }\n}\n",
});
const noField = { class: 'type' as const, message: 'Cannot read from private field' };

check(lostThis, [
  {
    name: 'a wrapper that calls what it wraps on nothing',
    ...noField,
    files: wrapper('return function (call) {\n    if (!call) throw new Error();\n    return handler(call);\n  };'),
    at: [
      ['orders.ts', 'return ‸this.#rows', 'mine'],
      ['only.ts', 'return ‸handler(call)'],
    ],
    first: { 'only.ts': /return handler\.call\(this, call\);/ },
  },
  {
    name: 'not one that has no `this` of its own',
    ...noField,
    files: wrapper('return (call) => handler(call);'),
    at: [
      ['orders.ts', 'return ‸this.#rows', 'mine'],
      ['only.ts', '=> ‸handler(call)'],
    ],
    first: null,
  },
]);

const noLast = {
  class: 'type' as const,
  message: 'reached.last is not a function',
  named: { receiver: 'reached', property: 'last' },
  files: {
    'a.js':
      'export const top = (steps) => {\n  const reached = steps.filter(Boolean);\n  return reached.last()?.percent ?? 0;\n};\n',
  },
  at: [['a.js', 'return ‸reached.last()']] as const,
};

check(collection, [
  {
    name: 'the last one, as other languages call it',
    ...noLast,
    facts: { reached: { className: 'Array' } },
    first: { 'a.js': /reached\.at\(-1\)\?\.percent/ },
  },
  {
    name: 'not of what is no list',
    ...noLast,
    facts: { reached: { className: 'Query', keys: ['rows'] } },
    first: null,
  },
]);

const dayFiles = (inner: string): Record<string, string> => ({
  'clock.ts': `export namespace Day {\n  const ms = 864e5;\n\n  export function of(date: Date) {\n    return date.getTime() / ms;\n  }\n\n  ${inner} {\n    return day + days * ms;\n  }\n}\n`,
  'a.ts': "import { Day } from './clock';\nexport const due = (on: number) => Day.plus(on, 14);\n",
});
const noPlus = {
  class: 'type' as const,
  message: 'Day.plus is not a function',
  named: { receiver: 'Day', property: 'plus' },
  at: [['a.ts', 'Day.‸plus']] as const,
};

check(property, [
  {
    name: 'what a namespace has and does not give out',
    ...noPlus,
    files: dayFiles('function plus(day: number, days: number)'),
    first: { 'clock.ts': /\n {2}export function plus\(/ },
  },
  {
    name: 'what a namespace gives out by another name',
    ...noPlus,
    files: dayFiles('export function plusDays(day: number, days: number)'),
    first: { 'a.ts': /Day\.plusDays\(on, 14\)/ },
  },
  {
    name: 'nothing that a namespace keeps for itself under another name',
    ...noPlus,
    files: dayFiles('function plusDays(day: number, days: number)'),
    first: null,
  },
]);

const noTags = {
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'includes')",
  named: { nullish: 'undefined' as const, property: 'includes' },
  at: [['tool.ts', 'this.tags.‸includes']] as const,
  facts: { 'this.tags': { type: 'undefined' as const } },
};
const tool = (getter: string): string =>
  `export interface Row {\n  tags?: string[];\n}\nexport class Tool {\n  constructor(private readonly row: Row) {}\n\n  ${getter}\n\n  has(word: string) {\n    return this.tags.includes(word) || word === '';\n  }\n}\n`;

check(absentValue, [
  {
    name: 'a list that a getter does not have is empty for all who read it',
    ...noTags,
    files: { 'tool.ts': tool('get tags(): string[] {\n    return this.row.tags!;\n  }') },
    first: { 'tool.ts': tool('get tags(): string[] {\n    return this.row.tags ?? [];\n  }') },
  },
  {
    name: 'nothing where the getter gives now this and now that',
    ...noTags,
    files: {
      'tool.ts': tool('get tags() {\n    if (this.row) return this.row.tags!;\n    return this.row.tags!;\n  }'),
    },
    first: null,
  },
]);
