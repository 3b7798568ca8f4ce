/** Arrow functions as methods, and one value where a statement of SQL wants a list. */
import { check } from '../cases.test-helper.ts';
import { boundValue } from '../database/bound-value.ts';
import { lostThis } from './lost-this.ts';

const failed = {
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'code')",
  named: { property: 'code', nullish: 'undefined' as const },
};

check(lostThis, [
  {
    name: 'a decorator of a reply of Fastify',
    ...failed,
    files: {
      'a.js':
        "export default async function access(app) {\n  app.decorateReply('success', (data) => {\n    return this.code(200).send({ data });\n  });\n}\n",
    },
    at: [['a.js', 'this.‸code(200)']],
    first: { 'a.js': /app\.decorateReply\('success', function \(data\) \{\n/ },
  },
  {
    name: 'a decorator in a script, without brackets and without a block, with another arrow function inside',
    ...failed,
    files: {
      'a.js':
        "module.exports = async (app) => {\n  app.decorateReply('all', async list => Promise.all(list.map((each) => this.code(each))));\n};\n",
    },
    at: [['a.js', 'this.‸code(each)']],
    first: {
      'a.js':
        "module.exports = async (app) => {\n  app.decorateReply('all', async function (list) { return Promise.all(list.map((each) => this.code(each))); });\n};\n",
    },
  },
  {
    name: 'the method of an object, typed, in TypeScript',
    ...failed,
    files: {
      'a.ts': 'export const shop = {\n  code: 7,\n  show: (n: number): string => `${n}-${this.code}`,\n};\n',
    },
    at: [['a.ts', 'this.‸code']],
    first: { 'a.ts': /show: function \(n: number\): string \{ return `\$\{n\}-\$\{this\.code\}`; \},/ },
  },
  {
    name: 'not inside a method, whose `this` it has',
    ...failed,
    files: {
      'a.js':
        "class Plugin {\n  register(app) {\n    app.decorateReply('success', (data) => this.code(data));\n  }\n}\n",
    },
    at: [['a.js', 'this.‸code(data)']],
    first: null,
  },
  {
    name: 'not of an object that has nothing of what is read',
    ...failed,
    files: { 'a.js': 'exports.shop = {\n  name: 7,\n  show: (n) => this.code + n,\n};\n' },
    at: [['a.js', 'this.‸code']],
    first: null,
  },
  {
    name: 'not where the function around has a `this` of its own',
    ...failed,
    files: {
      'a.js':
        "module.exports = function (app) {\n  this.code = (n) => n;\n  app.decorateReply('success', (data) => this.code(data));\n};\n",
    },
    at: [['a.js', 'this.‸code(data)']],
    first: null,
  },
]);

const refused = { class: 'type' as const, message: 'Query values must be an array' };

check(boundValue, [
  {
    name: 'one value, where a helper is called',
    ...refused,
    files: {
      'db.js': 'exports.rows = async (text, values) => (await pool.query(text, values)).rows;\n',
      'a.js':
        "const db = require('./db');\nexports.one = (request) => db.rows('SELECT * FROM rooms WHERE name = $1', request.params.name);\n",
    },
    at: [
      ['db.js', 'await ‸pool.query(text, values)'],
      ['a.js', "‸db.rows('SELECT"],
    ],
    first: { 'a.js': /= \$1', \[request\.params\.name\]\);/ },
  },
  {
    name: 'one value of a statement over several lines',
    ...refused,
    files: { 'a.ts': 'export const one = (id: string) => pool.query(`SELECT *\n  FROM rooms WHERE id = $1`, id);\n' },
    at: [['a.ts', '‸pool.query(`SELECT']],
    first: { 'a.ts': /\$1`, \[id\]\);/ },
  },
  {
    name: 'not where the statement has places for two',
    ...refused,
    files: { 'a.js': "exports.one = (ids) => pool.query('SELECT * FROM rooms WHERE id = $1 OR id = $2', ids);\n" },
    at: [['a.js', "‸pool.query('SELECT"]],
    first: null,
  },
  {
    name: 'not an object: nobody knows which of its fields',
    ...refused,
    files: { 'a.js': "exports.one = (id) => pool.query('SELECT * FROM rooms WHERE id = $1', { id });\n" },
    at: [['a.js', "‸pool.query('SELECT"]],
    first: null,
  },
  {
    name: 'not an object, as the debugger saw',
    ...refused,
    files: { 'a.js': "exports.one = (by) => pool.query('SELECT * FROM rooms WHERE id = $1', by);\n" },
    at: [['a.js', "‸pool.query('SELECT"]],
    facts: { by: { type: 'object', className: 'Object', keys: ['id'] } },
    first: null,
  },
]);
