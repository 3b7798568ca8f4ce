import { check, contextOf } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { missingAwait } from './missing-await.ts';
import { promiseMixup } from './promise-mixups.ts';

const notAFunction = (what: string) => ({
  class: 'type' as const,
  message: `${what} is not a function`,
  named: { property: what.split('.').at(-1) ?? what, receiver: what },
});

check(promiseMixup, [
  {
    name: 'a function that hands its row to a callback is used for its value, one file further out',
    class: 'type',
    message: 'callback is not a function',
    named: { identifier: 'callback' },
    files: {
      'store.js':
        'exports.find = (name, test, callback) => {\n  load(name, (err, rows) => callback(err, rows.find(test)));\n};\n',
      'rows.js':
        "const store = require('./store');\nexports.byCode = (code, callback) => store.find('rows', (row) => row.code === code, callback);\n",
      'a.js':
        "const rows = require('./rows');\nexports.show = function (req, res, next) {\n  const row = rows.byCode(req.params.code);\n  if (!row) return res.status(404).end();\n\n  res.json(row);\n};\nexports.has = (req, res) => rows.byCode('a', (err, row) => res.json(!!row));\n",
    },
    at: [['store.js', '‸callback(err']],
    first: {
      'a.js':
        "const rows = require('./rows');\nexports.show = function (req, res, next) {\n  rows.byCode(req.params.code, function (err, row) {\n    if (err) return next(err);\n    if (!row) return res.status(404).end();\n\n    res.json(row);\n  });\n};\nexports.has = (req, res) => rows.byCode('a', (err, row) => res.json(!!row));\n",
    },
  },
  {
    name: 'async for nothing, used at once at the top of a script',
    ...notAFunction('app.listen'),
    files: {
      'app.js': 'module.exports = async function build() {\n  return make();\n};\n',
      'server.js': "const build = require('./app');\nconst app = build();\napp.listen(3000);\n",
    },
    at: [['server.js', 'app.‸listen']],
    first: { 'app.js': 'module.exports = function build() {\n  return make();\n};\n' },
  },
  {
    name: 'what waits stays async: the rest goes on behind it',
    ...notAFunction('app.listen'),
    files: {
      'app.js': 'module.exports = async function build() {\n  return await make();\n};\n',
      'server.js': "const build = require('./app');\nconst app = build();\n\napp.listen(3000);\n",
    },
    at: [['server.js', 'app.‸listen']],
    first: { 'server.js': /^const build.*\nbuild\(\)\.then\(\(app\) => \{\n\n {2}app\.listen\(3000\);\n\}\);\n$/ },
  },
  {
    name: 'functions of fs that are awaited',
    class: 'type',
    message: 'The "cb" argument must be of type function. Received type string (\'utf8\')',
    files: {
      'a.js':
        "const { readFile } = require('node:fs');\nconst load = async () => JSON.parse(await readFile(file, 'utf8'));\n",
    },
    at: [['a.js', '‸readFile(file']],
    first: { 'a.js': /require\('node:fs\/promises'\)/ },
  },
  {
    name: 'a function of fs whose value is used at once',
    class: 'type',
    message: 'The "cb" argument must be of type function. Received undefined',
    files: { 'a.js': "import fs from 'fs';\nconst names = fs.readdir(folder).length;\n" },
    at: [['a.js', '‸fs.readdir']],
    first: { 'a.js': /fs\.readdirSync\(folder\)/ },
  },
  {
    name: 'what has no promise is taken from where it was',
    class: 'type',
    message: 'The "cb" argument must be of type function. Received undefined',
    files: { 'a.js': "const { readFile, watch } = require('fs');\nawait readFile(file);\nwatch(file);\n" },
    at: [['a.js', '‸readFile(file']],
    first: {
      'a.js':
        "const { watch } = require('fs');\nconst { readFile } = require('fs/promises');\nawait readFile(file);\nwatch(file);\n",
    },
  },
  {
    name: 'a pipeline of streams that is awaited',
    class: 'type',
    message:
      'The "streams[stream.length - 1]" property must be of type function. Received an instance of ServerResponse',
    files: {
      'a.mjs':
        "import { Readable } from 'node:stream';\nimport { pipeline } from 'node:stream';\n\nawait pipeline(Readable.from(lines()), res);\n",
    },
    at: [['a.mjs', '‸pipeline(Readable']],
    first: {
      'a.mjs':
        "import { Readable } from 'node:stream';\nimport { pipeline } from 'node:stream/promises';\n\nawait pipeline(Readable.from(lines()), res);\n",
    },
  },
  {
    name: 'a name that is given callbacks elsewhere is left alone',
    class: 'type',
    message: 'The "cb" argument must be of type function. Received undefined',
    files: { 'a.js': "const { readFile } = require('fs');\nawait readFile(file);\nreadFile(file, () => {});\n" },
    at: [['a.js', '‸readFile(file']],
    first: null,
  },
  {
    name: 'an async plugin that also calls done',
    class: 'unknown',
    message: 'The routes.js plugin being registered mixes async and callback styles.',
    files: {
      'a.js': "module.exports = async function (app, options, done) {\n  app.get('/', handler);\n\n  done();\n};\n",
    },
    first: { 'a.js': "module.exports = async function (app, options) {\n  app.get('/', handler);\n};\n" },
  },
  {
    name: 'done that is handed on is left alone',
    class: 'unknown',
    message: 'The routes.js plugin being registered mixes async and callback styles.',
    files: { 'a.js': 'module.exports = async function (app, options, done) {\n  later(done);\n};\n' },
    first: null,
  },
]);

const unanswered = (given: Pick<Case, 'name' | 'files' | 'first'>): Case => {
  const each: Case = {
    class: 'timeout',
    message: 'a request was never answered',
    request: { url: '/carts/7?x=1' },
    ...given,
  };
  return { ...each, context: { signal: { ...contextOf(each).signal, kind: 'timeout', error: null } } };
};
const fastify = { 'package.json': '{"dependencies":{"fastify":"5"}}' };

check(promiseMixup, [
  unanswered({
    name: 'a callback handed to what gives a promise',
    files: {
      'a.js':
        "const fs = require('fs');\nexports.show = (req, res) =>\n  fs.promises.readFile('a.txt', 'utf8', (err, text) => res.send(text));\nexports.all = () => fs.promises.readdir('.');\n",
    },
    first: { 'a.js': /fs\.readFile\('a\.txt'[\s\S]*fs\.promises\.readdir/ },
  }),
  unanswered({
    name: 'a handler that drops its answer',
    files: { ...fastify, 'a.js': "app.get('/:id', (request, reply) => {\n  carts.view(request.params.id);\n});\n" },
    first: { 'a.js': "app.get('/:id', (request, reply) => {\n  return carts.view(request.params.id);\n});\n" },
  }),
  unanswered({
    name: 'a handler of another route',
    files: {
      ...fastify,
      'a.js': "app.get('/:id/lines', (request, reply) => {\n  carts.view(request.params.id);\n});\n",
    },
    first: null,
  }),
  unanswered({
    name: 'a handler that sends',
    files: {
      ...fastify,
      'a.js': "app.get('/:id', (request, reply) => {\n  reply.send(carts.view(request.params.id));\n});\n",
    },
    first: null,
  }),
]);

check(missingAwait, [
  {
    name: 'a promise of fs/promises',
    ...notAFunction('readdir(...).filter'),
    files: {
      'a.mjs':
        "import { readdir } from 'node:fs/promises';\nexport const load = async () => readdir(folder).filter(isText);\n",
    },
    at: [['a.mjs', ').‸filter']],
    first: { 'a.mjs': /=> \(await readdir\(folder\)\)\.filter/ },
  },
  {
    name: 'a method of what was handed over, async in the project',
    ...notAFunction('store.linesOf(...).map'),
    files: {
      'a.js':
        "module.exports = (app, store) =>\n  app.get('/', async (req, res) => {\n    res.json(store.linesOf(1).map(String));\n  });\n",
      'store.js': 'module.exports = () => ({ linesOf: async (id) => [id] });\n',
    },
    at: [['a.js', ').‸map']],
    first: { 'a.js': /res\.json\(\(await store\.linesOf\(1\)\)\.map\(String\)\)/ },
  },
  {
    name: 'a function between, and the one who calls it',
    ...notAFunction('repo.rowsOf(...).map'),
    files: {
      'package.json': '{"dependencies":{"express":"5"}}',
      'a.js': 'class Names {\n  namesOf(id) {\n    return this.repo.rowsOf(id).map(String);\n  }\n}\n',
      'b.js': "app.get('/', (req, res) => {\n  const names = service.namesOf(1);\n  res.json({ names });\n});\n",
      'store.js': 'class Rows {\n  async rowsOf(id) {\n    return [id];\n  }\n}\n',
    },
    at: [['a.js', ').‸map']],
    first: {
      'a.js': /async namesOf\(id\) \{\n {4}return \(await this\.repo\.rowsOf\(id\)\)\.map/,
      'b.js': /async \(req, res\) => \{\n {2}const names = await service\.namesOf\(1\);/,
    },
  },
  {
    name: 'a constructor cannot wait',
    ...notAFunction('repo.rowsOf(...).map'),
    files: {
      'a.js': 'class Names {\n  constructor(repo) {\n    this.names = repo.rowsOf(1).map(String);\n  }\n}\n',
      'store.js': 'class Rows {\n  async rowsOf(id) {\n    return [id];\n  }\n}\n',
    },
    at: [['a.js', ').‸map']],
    first: null,
  },
  {
    name: 'text that is still to be read, handed to a helper',
    class: 'type',
    message: 'text.trim is not a function',
    named: { property: 'trim', receiver: 'text.trim' },
    files: {
      'a.js':
        "const { readFile } = require('node:fs/promises');\nconst { parse } = require('./b');\nasync function load() {\n  return parse(readFile('x', 'utf8'));\n}\n",
      'b.js': 'exports.parse = function parse(text) {\n  return text.trim();\n};\n',
    },
    at: [['b.js', 'text.‸trim']],
    first: { 'a.js': /parse\(await readFile\('x', 'utf8'\)\)/ },
  },
]);
