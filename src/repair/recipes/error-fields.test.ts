import { check } from './cases.test-helper.ts';
import { errorFields } from './error-fields.ts';

const refused = { class: 'unknown' as const, message: 'NotFoundError: Not Found', request: { url: '/none' } };
const app = (field: string): string =>
  `const app = require('express')();\napp.use((err, req, res, next) => {\n  res.status(err.${field} || 500);\n  res.json({ message: err.message });\n});\n`;

check(errorFields, [
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
