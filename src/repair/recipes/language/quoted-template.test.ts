import { check } from '../cases.test-helper.ts';
import { language } from './language.ts';
import { quotedTemplate } from './quoted-template.ts';
import { selfAssigned } from './self-assigned.ts';

const config = (text: string): string =>
  `const environment = process.env.NODE_ENV ?? 'test';\nmodule.exports = require(${text});\n`;
const migrate = (text: string): string =>
  `exports.migrate = (db, migrations) => {\n  db.exec(${text});\n  return migrations;\n};\n`;
const quoted = "'PRAGMA user_version = ${migrations.length}'";
const missing = {
  class: 'missing_module' as const,
  message: "Cannot find module './${environment}.json'",
  at: [['config.js', '‸require(']] as const,
};
const refused = {
  class: 'database' as const,
  message: 'unrecognized token: "$"',
  at: [['migrate.js', 'db.‸exec']] as const,
};

check(quotedTemplate, [
  {
    name: 'in a path that the message repeats',
    ...missing,
    files: { 'config.js': config("'./${environment}.json'") },
    first: { 'config.js': config('`./${environment}.json`') },
  },
  {
    name: 'in the statement that failed',
    ...refused,
    files: { 'migrate.js': migrate(quoted) },
    first: { 'migrate.js': migrate('`PRAGMA user_version = ${migrations.length}`') },
  },
  {
    name: 'in the statement of a caller further out',
    class: 'database',
    message: 'syntax error at or near "$"',
    files: {
      'db.js':
        'exports.run = (text) => pool.query(text);\nexports.rows = (text) => exports.run(text);\nexports.one = (text) => exports.rows(text);\n',
      'migrate.js': migrate(quoted),
    },
    at: [
      ['db.js', 'pool.‸query'],
      ['db.js', 'exports.‸run(text)'],
      ['db.js', 'exports.‸rows(text)'],
      ['migrate.js', 'db.‸exec'],
    ],
    first: { 'migrate.js': migrate('`PRAGMA user_version = ${migrations.length}`') },
  },
  {
    name: 'in a query, of which a value would be a part',
    ...refused,
    files: { 'migrate.js': migrate("'DELETE FROM done WHERE name = ${migrations}'") },
    first: { 'migrate.js': migrate('`DELETE FROM done WHERE name = ${migrations}`') },
    ask: /part of the query/,
  },
  {
    name: 'of a name that is not known there',
    ...refused,
    files: { 'migrate.js': migrate(quoted.replace('migrations', 'settings')) },
    first: null,
  },
  {
    name: 'that a text is searched for',
    ...refused,
    files: { 'migrate.js': migrate(`text.replace(${quoted}, migrations.length)`).replace('(db,', '(db, text,') },
    first: null,
  },
]);

const errors = (line: string): string =>
  `class Refusal extends Error {\n  constructor(status, message) {\n    super(message);\n${line}  }\n}\nmodule.exports = { Refusal };\n`;

check(selfAssigned, [
  {
    name: 'a parameter of a constructor',
    class: 'unknown',
    message: 'No such lot',
    files: { 'errors.js': errors('    status = status;\n') },
    first: { 'errors.js': errors('    this.status = status;\n') },
  },
  {
    name: 'a parameter that gets another value',
    class: 'unknown',
    message: 'No such lot',
    files: { 'errors.js': errors('    status = message;\n') },
    first: null,
  },
]);

const carts = (call: string, method = 'lines'): string =>
  `class Carts {\n  async view(id) {\n    const lines = await ${call}(id);\n    return lines;\n  }\n  async ${method}(id) {\n    return [id];\n  }\n}\nmodule.exports = { Carts };\n`;
const early = {
  class: 'reference' as const,
  message: "Cannot access 'lines' before initialization",
  at: [['carts.js', '‸lines(id)']] as const,
};

check(language, [
  {
    name: 'a method by the name of what it gives',
    ...early,
    files: { 'carts.js': carts('lines') },
    first: { 'carts.js': carts('this.lines') },
  },
  {
    name: 'no method by the name of what is called too early',
    ...early,
    files: { 'carts.js': carts('lines', 'rows') },
    first: null,
  },
]);
