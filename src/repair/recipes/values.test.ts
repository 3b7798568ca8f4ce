import { check } from './cases.test-helper.ts';
import { missingAwait } from './missing-await.ts';
import { missingReturn } from './missing-return.ts';

const noFunction = (receiver: string, name: string) => ({
  class: 'type' as const,
  message: `${receiver}.${name} is not a function`,
  named: { receiver, property: name },
});
const reading = (name: string) => ({
  class: 'type' as const,
  message: `Cannot read properties of undefined (reading '${name}')`,
  named: { property: name, nullish: 'undefined' as const },
});
const express = (major: number) => ({ 'package.json': `{"dependencies":{"express":"^${major}.0.0"}}` });

check(missingAwait, [
  {
    name: 'what the debugger saw to be a promise, in an async handler',
    ...noFunction('users', 'map'),
    files: {
      'a.js': "app.get('/', async (req, res) => {\n  const users = db.all();\n  res.json(users.map(String));\n});\n",
    },
    at: [['a.js', 'users.‸map']],
    facts: { users: { className: 'Promise', thenable: true } },
    first: {
      'a.js':
        "app.get('/', async (req, res) => {\n  const users = await db.all();\n  res.json(users.map(String));\n});\n",
    },
  },
  {
    name: 'the handler becomes async, Express 5',
    ...noFunction('users', 'map'),
    files: {
      ...express(5),
      'a.js':
        "const express = require('express');\napp.get('/', (req, res) => {\n  const users = db.all();\n  res.json(users.map(String));\n});\n",
    },
    at: [['a.js', 'users.‸map']],
    facts: { users: { thenable: true } },
    first: {
      'a.js':
        "const express = require('express');\napp.get('/', async (req, res) => {\n  const users = await db.all();\n  res.json(users.map(String));\n});\n",
    },
  },
  {
    name: 'the handler becomes async, Express 4: rejections go to next',
    ...noFunction('users', 'map'),
    files: {
      ...express(4),
      'a.js':
        "const express = require('express');\napp.get('/', (req, res) => {\n  const users = db.all();\n  res.json(users.map(String));\n});\n",
    },
    at: [['a.js', 'users.‸map']],
    facts: { users: { thenable: true } },
    first: {
      'a.js':
        "const express = require('express');\napp.get('/', async (req, res, next) => {\n  try {\n    const users = await db.all();\n    res.json(users.map(String));\n  } catch (error) {\n    next(error);\n  }\n});\n",
    },
  },
  {
    name: 'a call of an async function of the project, without facts',
    ...reading('length'),
    files: {
      'db.js': 'exports.query = async () => ({ rows: [] });\n',
      'a.js':
        "const db = require('./db');\nmodule.exports = async function list(req, res) {\n  const result = db.query('x');\n  res.json(result.rows.length);\n};\n",
    },
    at: [['a.js', 'rows.‸length']],
    first: {
      'a.js':
        "const db = require('./db');\nmodule.exports = async function list(req, res) {\n  const result = await db.query('x');\n  res.json(result.rows.length);\n};\n",
    },
  },
  {
    name: 'read straight from the call',
    ...reading('x'),
    files: {
      'a.js':
        "async function load() {\n  return { a: {} };\n}\napp.get('/', async (req, res) => {\n  res.json(load().a.x);\n});\n",
    },
    at: [['a.js', '.a.‸x']],
    first: {
      'a.js':
        "async function load() {\n  return { a: {} };\n}\napp.get('/', async (req, res) => {\n  res.json((await load()).a.x);\n});\n",
    },
  },
  {
    name: 'a helper that others call for its value does not become async',
    ...noFunction('users', 'map'),
    files: { 'a.js': 'function names() {\n  const users = db.all();\n  return users.map(String);\n}\n' },
    at: [['a.js', 'users.‸map']],
    facts: { users: { thenable: true } },
    first: null,
  },
  {
    name: "Fastify's reply has a `then` of its own",
    ...noFunction('reply', 'sned'),
    files: { 'a.js': "fastify.get('/', async (request, reply) => {\n  return reply.sned({});\n});\n" },
    at: [['a.js', 'reply.‸sned']],
    facts: { reply: { className: 'Reply', thenable: true, keys: ['send', 'then'] } },
    first: null,
  },
  {
    name: 'no promise in sight',
    ...noFunction('users', 'map'),
    files: {
      'a.js': "app.get('/', async (req, res) => {\n  const users = db.all();\n  res.json(users.map(String));\n});\n",
    },
    at: [['a.js', 'users.‸map']],
    facts: { users: { type: 'object', keys: ['rows'] } },
    first: null,
  },
]);

check(missingReturn, [
  {
    name: 'a helper that forgets to return',
    ...reading('name'),
    files: {
      'a.js':
        'function findUser(id) {\n  users.find((u) => u.id === id);\n}\nmodule.exports = (req, res) => {\n  const user = findUser(1);\n  res.json(user.name);\n};\n',
    },
    at: [['a.js', 'user.‸name']],
    first: {
      'a.js':
        'function findUser(id) {\n  return users.find((u) => u.id === id);\n}\nmodule.exports = (req, res) => {\n  const user = findUser(1);\n  res.json(user.name);\n};\n',
    },
  },
  {
    name: 'in another file, the computed variable',
    ...reading('length'),
    files: {
      'lib.js': 'exports.list = async () => {\n  const rows = await q();\n};\n',
      'a.js':
        "const { list } = require('./lib');\nmodule.exports = async (req, res) => {\n  const rows = await list();\n  res.json(rows.length);\n};\n",
    },
    at: [['a.js', 'rows.‸length']],
    first: { 'lib.js': 'exports.list = async () => {\n  const rows = await q();\n  return rows;\n};\n' },
  },
  {
    name: 'a map callback with braces',
    ...reading('toUpperCase'),
    files: {
      'a.js':
        'module.exports = (list) => {\n  const names = list.map((each) => { each.name; });\n  return names.map((name) => name.toUpperCase());\n};\n',
    },
    at: [['a.js', 'name.‸toUpperCase']],
    first: {
      'a.js':
        'module.exports = (list) => {\n  const names = list.map((each) => { return each.name; });\n  return names.map((name) => name.toUpperCase());\n};\n',
    },
  },
  {
    name: 'a find callback with braces',
    ...reading('name'),
    files: {
      'a.js':
        'module.exports = (req, res) => {\n  const user = users.find((u) => {\n    u.id === 1;\n  });\n  res.json(user.name);\n};\n',
    },
    at: [['a.js', 'user.‸name']],
    first: {
      'a.js':
        'module.exports = (req, res) => {\n  const user = users.find((u) => {\n    return u.id === 1;\n  });\n  res.json(user.name);\n};\n',
    },
  },
  {
    name: 'a method of a class',
    ...reading('name'),
    files: {
      'a.ts':
        'class A {\n  one(id: string) {\n    this.items.get(id);\n  }\n  show(id: string) {\n    return this.one(id).name;\n  }\n}\n',
    },
    at: [['a.ts', ').‸name']],
    first: {
      'a.ts':
        'class A {\n  one(id: string) {\n    return this.items.get(id);\n  }\n  show(id: string) {\n    return this.one(id).name;\n  }\n}\n',
    },
  },
  {
    name: 'it returns already: the value was really missing',
    ...reading('name'),
    files: {
      'a.js':
        'function findUser(id) {\n  return users.find((u) => u.id === id);\n}\nmodule.exports = (req, res) => {\n  const user = findUser(1);\n  res.json(user.name);\n};\n',
    },
    at: [['a.js', 'user.‸name']],
    first: null,
  },
]);
