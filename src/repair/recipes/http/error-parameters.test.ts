import { check } from '../cases.test-helper.ts';
import { errorParameters } from './error-parameters.ts';

const failed = {
  class: 'type' as const,
  message: 'res.status is not a function',
  named: { property: 'status' },
};
const express = { 'package.json': '{"dependencies":{"express":"5"}}' };
const app = "const app = require('express')();\n";
const body = ' => {\n  res.status(500).json({ error: err.message });\n}';

check(errorParameters, [
  {
    name: 'written where it is registered',
    ...failed,
    files: { ...express, 'a.js': `${app}app.use((err, req, res)${body});\n` },
    at: [['a.js', 'res.‸status(500)']],
    first: { 'a.js': `${app}app.use((err, req, res, next)${body});\n` },
  },
  {
    name: 'in a file of its own',
    ...failed,
    files: {
      ...express,
      'a.js': `${app}const onError = require('./errors');\napp.use(onError);\n`,
      'errors.js': `const onError = (error, req, response) => {\n  response.status(500).end();\n};\nmodule.exports = onError;\n`,
    },
    at: [['errors.js', 'response.‸status(500)']],
    first: { 'errors.js': /\(error, req, response, next\) =>/ },
  },
  {
    name: 'typed, in TypeScript',
    ...failed,
    files: {
      ...express,
      'a.ts': `import express, { type Request, type Response } from 'express';\nconst app = express();\nfunction onError(err: Error, req: Request, res: Response) {\n  res.status(500).end();\n}\napp.use(onError);\n`,
    },
    at: [['a.ts', 'res.‸status(500)']],
    first: { 'a.ts': /\(err: Error, req: Request, res: Response, next: unknown\)/ },
  },
  {
    name: 'not what is no handler of errors',
    ...failed,
    files: { ...express, 'a.js': `${app}app.use((ctx, req, res) => {\n  res.status(500).end();\n});\n` },
    at: [['a.js', 'res.‸status(500)']],
    first: null,
  },
  {
    name: 'not what is called by hand: `fail(err, req, res)`',
    ...failed,
    files: {
      ...express,
      'a.js': `${app}function fail(err, req, res) {\n  res.status(500).end();\n}\napp.get('/', (req, res) => fail(new Error('x'), res, req));\n`,
    },
    at: [['a.js', 'res.‸status(500)']],
    first: null,
  },
  {
    name: 'not outside of Express',
    ...failed,
    files: { 'package.json': '{"dependencies":{"restify":"11"}}', 'a.js': `app.use((err, req, res)${body});\n` },
    at: [['a.js', 'res.‸status(500)']],
    first: null,
  },
]);
