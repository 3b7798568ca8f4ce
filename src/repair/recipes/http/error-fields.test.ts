import { check } from '../cases.test-helper.ts';
import { errorFields } from './error-fields.ts';

const refused = { class: 'unknown' as const, message: 'NotFoundError: Not Found', request: { url: '/none' } };
const app = (field: string): string =>
  `const app = require('express')();\napp.use((err, req, res, next) => {\n  res.status(err.${field} || 500);\n  res.json({ message: err.message });\n});\n`;

const errors = (first: string, second: string): string =>
  `class Missing extends Error {\n  constructor() {\n    super('no');\n    this.${first} = 404;\n  }\n}\nclass Invalid extends Error {\n  constructor() {\n    super('bad');\n    this.${second} = 422;\n  }\n}\nmodule.exports = { Missing, Invalid };\n`;

check(errorFields, [
  {
    name: 'the one class of errors that names its status otherwise',
    ...refused,
    files: { 'app.js': app('statusCode'), 'errors.js': errors('status', 'statusCode') },
    at: [['app.js', '‸const']],
    first: { 'errors.js': errors('statusCode', 'statusCode') },
  },
  {
    name: 'no class where who answers reads both',
    ...refused,
    files: {
      'app.js': app('statusCode').replace('err.statusCode', 'err.status || err.statusCode'),
      'errors.js': errors('status', 'statusCode'),
    },
    at: [['app.js', '‸const']],
    first: null,
  },
  {
    name: 'the status of an error, misspelt',
    ...refused,
    files: { 'app.js': app('statu') },
    at: [['app.js', '‸const']],
    first: { 'app.js': app('status') },
  },
  {
    name: 'a field that the project gives to its errors',
    ...refused,
    files: {
      'app.js': app('stats'),
      'errors.js': "exports.make = (stats) => Object.assign(new Error('x'), { stats });\n",
    },
    at: [['app.js', '‸const']],
    first: null,
  },
  {
    name: 'what no error carries is no slip of a status',
    ...refused,
    files: { 'app.js': app('details') },
    at: [['app.js', '‸const']],
    first: null,
  },
  {
    name: 'a handler of requests has no error',
    ...refused,
    files: { 'app.js': "require('express')().get('/', (req, res, next) => res.json(req.statu));\n" },
    at: [['app.js', '‸require']],
    first: null,
  },
]);
