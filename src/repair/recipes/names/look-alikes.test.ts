/** Names and repairs that look alike and are not the same: a wrong one would answer 200 with the wrong data. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slip } from '../../code/names.ts';
import { mend } from '../../mending/syntax-repair.ts';
import { check } from '../cases.test-helper.ts';
import { identifier } from './identifier.ts';
import { handlerGiver } from '../http/handler-giver.ts';
import { nearVariable } from './near-variable.ts';
import { missingReturn } from '../calls/missing-return.ts';
import { property } from './property.ts';
import { syntax } from '../language/syntax.ts';

const reading = (name: string) => ({
  class: 'type' as const,
  message: `Cannot read properties of undefined (reading '${name}')`,
  named: { property: name, nullish: 'undefined' as const },
});

check(
  property,
  (
    [
      ['createdAt', 'updatedAt', 'toISOString()'],
      ['user', 'userId', 'name'],
      ['minPrice', 'maxPrice', 'toFixed(2)'],
      ['line1', 'line2', 'trim()'],
      ['address', 'addresses', 'street'],
      ['email', 'emailHome', 'trim()'],
    ] as const
  ).map(([written, there, next]) => ({
    name: `${written} is not ${there}`,
    ...reading(next.replace('()', '').replace('(2)', '')),
    files: { 'a.js': `module.exports = (it) => it.${written}.${next};\n` },
    at: [['a.js', `it.${written}.‸${next}`] as const],
    facts: { it: { keys: ['id', there] }, [`it.${written}`]: { type: 'undefined' as const } },
    first: null,
  })),
);

check(handlerGiver, [
  {
    name: 'the router of a package',
    class: 'type',
    message: 'TypeError: middleware must be a function!',
    files: {
      'a.js':
        "const Koa = require('koa');\nconst Router = require('@koa/router');\nconst router = new Router();\nconst app = new Koa();\napp.use(router);\n",
    },
    at: [['a.js', 'app.‸use(']],
    facts: { router: { type: 'object', className: 'Router', keys: [] } },
    first: { 'a.js': /app\.use\(router\.routes\(\)\);/ },
    ask: null,
  },
  {
    name: 'an application for a server of Node',
    class: 'type',
    message: 'The "listener" argument must be of type function. Received an instance of Application',
    files: {
      'a.js':
        "import http from 'node:http';\nimport Koa from 'koa';\nconst app = new Koa();\nhttp.createServer(app).listen(0);\n",
    },
    at: [['a.js', 'http.‸createServer(']],
    facts: { app: { type: 'object', className: 'Application', keys: ['middleware'] } },
    first: { 'a.js': /createServer\(app\.callback\(\)\)/ },
  },
  {
    name: 'the one method of a class of the project that gives a function',
    class: 'type',
    message: 'TypeError: Router.use() requires a middleware function but got a Object',
    files: {
      'gate.js':
        'exports.Gate = class {};\nclass Gate {\n  open(key) {\n    return () => key;\n  }\n  size() {\n    return 1;\n  }\n  handler() {\n    return (req, res, next) => next();\n  }\n}\nexports.Gate = Gate;\n',
      'a.js': "const { Gate } = require('./gate');\nconst gate = new Gate();\napp.use(gate);\n",
    },
    at: [['a.js', 'app.‸use(']],
    facts: { gate: { type: 'object', className: 'Gate', keys: [] } },
    first: { 'a.js': /app\.use\(gate\.handler\(\)\)/ },
  },
  {
    name: 'none where two methods give one',
    class: 'type',
    message: 'TypeError: Router.use() requires a middleware function but got a Object',
    files: {
      'a.js':
        'class Gate {\n  open() {\n    return (req, res, next) => next();\n  }\n  shut() {\n    return (req, res) => res.end();\n  }\n}\nconst gate = new Gate();\napp.use(gate);\n',
    },
    at: [['a.js', 'app.‸use(']],
    facts: { gate: { type: 'object', className: 'Gate', keys: [] } },
    first: null,
  },
]);

check(nearVariable, [
  {
    name: 'no response for a request, which has what others call so by another name',
    class: 'type',
    message: 'TypeError: req.getHeader is not a function',
    files: {
      'a.js':
        "import express from 'express';\nexport const app = express();\napp.use((req, res, next) => {\n  if (req.getHeader('x') !== 'y') return res.status(401).json({});\n  next();\n});\n",
    },
    at: [['a.js', 'req.‸getHeader']],
    facts: {
      req: { className: 'IncomingMessage', keys: ['headers', 'get'] },
      res: { className: 'ServerResponse', keys: ['getHeader', 'status'] },
    },
    first: null,
  },
  {
    name: 'a member of the other variable, in every place of the function',
    ...reading('length'),
    files: {
      'a.js':
        'const tickets = make();\nexports.present = (ticket) => ({ n: tickets.comments.length, by: tickets.by, due: tickets.due(ticket) });\n',
    },
    at: [['a.js', 'tickets.comments.‸length']],
    facts: {
      tickets: { keys: ['due'] },
      ticket: { keys: ['comments', 'by'] },
      'tickets.comments': { type: 'undefined' },
    },
    first: { 'a.js': /n: ticket\.comments\.length, by: ticket\.by, due: tickets\.due\(ticket\)/ },
  },
  {
    name: 'no other one has it',
    ...reading('length'),
    files: { 'a.js': 'exports.present = (ticket, tickets) => tickets.comments.length;\n' },
    at: [['a.js', 'tickets.comments.‸length']],
    facts: { tickets: { keys: ['due'] }, ticket: { keys: ['id'] }, 'tickets.comments': { type: 'undefined' } },
    first: null,
  },
  {
    name: 'two others have it',
    ...reading('length'),
    files: { 'a.js': 'exports.present = (ticket, ticketa, tickets) => tickets.comments.length;\n' },
    at: [['a.js', 'tickets.comments.‸length']],
    facts: {
      ...{ tickets: { keys: ['due'] }, ticket: { keys: ['comments'] }, ticketa: { keys: ['comments'] } },
      'tickets.comments': { type: 'undefined' },
    },
    first: null,
  },
]);

const undefinedUser = { class: 'reference' as const, message: 'user is not defined', named: { identifier: 'user' } };
check(identifier, [
  {
    name: 'a list is asked about where one is named',
    ...undefinedUser,
    files: { 'a.js': 'const users = [];\nmodule.exports = (res) => res.json(user);\n' },
    at: [['a.js', 'json(‸user)']],
    first: { 'a.js': 'const users = [];\nmodule.exports = (res) => res.json(users);\n' },
    ask: /two different things/,
  },
  {
    name: 'a function of the language has no plural',
    class: 'reference',
    message: 'isNaNs is not defined',
    named: { identifier: 'isNaNs' },
    files: { 'a.js': 'module.exports = (port) => (isNaNs(port) ? 80 : port);\n' },
    at: [['a.js', '‸isNaNs']],
    first: { 'a.js': 'module.exports = (port) => (isNaN(port) ? 80 : port);\n' },
    ask: null,
  },
  {
    name: 'a list has no name',
    ...undefinedUser,
    files: { 'a.js': 'const users = [];\nmodule.exports = (res) => res.json(user.name);\n' },
    at: [['a.js', 'json(‸user']],
    first: null,
  },
]);

check(missingReturn, [
  {
    name: 'push gives a number',
    ...reading('id'),
    files: {
      'a.js':
        'const list = [];\nfunction save(item) {\n  list.push(item);\n}\nmodule.exports = () => save({ id: 1 }).id;\n',
    },
    at: [['a.js', 'save({ id: 1 }).‸id']],
    first: null,
  },
]);

const broken = { class: 'syntax' as const, message: 'Unexpected token', at: [['a.js', '‸'] as const] };
check(syntax, [
  {
    name: 'a bracket lost inside a template',
    ...broken,
    files: { 'a.js': 'module.exports = (name) => {\n  return `Hello ${name.toUpperCase(}`;\n};\n' },
    first: { 'a.js': 'module.exports = (name) => {\n  return `Hello ${name.toUpperCase()}`;\n};\n' },
  },
  {
    name: 'form for from',
    ...broken,
    files: { 'a.js': "import http form 'node:http';\nhttp.createServer();\n" },
    first: { 'a.js': "import http from 'node:http';\nhttp.createServer();\n" },
  },
  {
    name: 'a missing operator is asked about',
    ...broken,
    files: { 'a.js': 'const price = 1;\nconst count = 2;\nmodule.exports = price count;\n' },
    first: { 'a.js': /price/ },
    ask: /does not tell|not defined/,
  },
]);

test('REP-8 brackets that fit in two places are rivals, and nothing that has a meaning is ever dropped', () => {
  const rivals = (text: string): string[] => {
    const found = mend({ path: 'a.js', text, kind: 'commonjs', line: null, lastGood: null });
    return found.filter((each) => each.cost - (found[0]?.cost ?? 0) < 0.6).map((each) => each.text.trim());
  };
  const two = rivals('module.exports = (a, b) => {\n  return String(a + b;\n};\n');
  assert.equal(two.length, 2);
  assert.equal(rivals('module.exports = (req) => {\n  return Number(req.params.id;\n};\n').length, 1);
  for (const text of rivals('module.exports = (a) => {\n  return a * ;\n};\n')) assert.match(text, /\*/);
});

test('REP-8 another word is no slip of the pen', () => {
  for (const [written, meant] of [
    ['encode', 'decode'],
    ['firstName', 'lastName'],
    ['getUser', 'getUserById'],
    ['get', 'set'],
    ['DB_HOST', 'DB_PORT'],
  ] as const)
    assert.equal(slip(written, meant), null, `${written} ${meant}`);
  for (const [written, meant] of [
    ['emial', 'email'],
    ['databse', 'database'],
    ['getUesrById', 'getUserById'],
    ['redcue', 'reduce'],
  ] as const)
    assert.notEqual(slip(written, meant), null, `${written} ${meant}`);
});
