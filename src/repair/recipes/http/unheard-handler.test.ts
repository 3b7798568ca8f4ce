/** What is not waited for, not given back, not wrapped, or handed over in another order, on the way through an Express server. */
import { argumentOrder } from '../calls/argument-order.ts';
import { check } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { errorFields } from './error-fields.ts';
import { doubleSend } from './replies.ts';
import { floatingPromise } from '../promises/floating-promise.ts';
import { promiseList } from '../promises/promise-list.ts';
import { middlewareCall } from './middleware.ts';
import { missingAwait } from '../promises/missing-await.ts';
import { missingReturn } from '../calls/missing-return.ts';
import { parameterOrder } from '../calls/parameter-order.ts';
import { promiseMixup } from '../promises/promise-mixups.ts';
import { contextOf } from '../cases.test-helper.ts';

const express = '{"dependencies":{"express":"4"}}';
const refusal = { class: 'unknown' as const, message: 'No such job' };
/** The same failure as the end of the process. */
const asCrash = (given: Case): Case => {
  const { signal } = contextOf(given);
  return { ...given, context: { signal: { ...signal, kind: 'crash' } } };
};
const unready = (given: Case): Case => {
  const { signal } = contextOf(given);
  return { ...given, context: { signal: { ...signal, kind: 'crash', beforeReady: true, error: null } } };
};
const routes = (open: string, close: string): string =>
  `const { Router } = require('express');\nconst { wrap } = require('./wrap');\nconst router = Router();\nrouter.get('/', wrap(async (req, res) => res.json(await all())));\nrouter.get('/:id', ${open}async (req, res) => {\n  if (!(await find(req.params.id))) throw new Error('No such job');\n  res.end();\n}${close});\n`;
const calling = (end: string): string =>
  `exports.wrap = (handler) => (req, res, next) => {\n  ${end === '' ? '' : 'Promise.resolve('}handler(req, res, next)${end === '' ? '' : `)${end}`};\n};\n`;
const wrapper = (end: string): string =>
  `function wrap(handler) {\n  return (req, res, next) => {\n    Promise.resolve(handler(req, res, next))${end};\n  };\n}\nexports.wrap = wrap;\n`;

check(floatingPromise, [
  asCrash({
    name: 'a handler that is not wrapped as its siblings are',
    ...refusal,
    files: { 'package.json': express, 'routes.js': routes('', '') },
    at: [['routes.js', 'throw ‸new Error']],
    first: { 'routes.js': routes('wrap(', ')') },
  }),
  asCrash({
    name: 'a wrapper that only calls what it is given',
    ...refusal,
    files: { 'package.json': express, 'wrap.js': calling(''), 'routes.js': routes('wrap(', ')') },
    at: [['routes.js', 'throw ‸new Error']],
    first: { 'wrap.js': calling('.catch(next)') },
  }),
  asCrash({
    name: 'a function of the project that calls another one of it',
    ...refusal,
    files: {
      'package.json': express,
      'wrap.js': calling('').replaceAll('handler(', 'show('),
      'routes.js': routes('wrap(', ')'),
    },
    at: [['routes.js', 'throw ‸new Error']],
    first: null,
  }),
  asCrash({
    name: 'a wrapper that hears no rejection',
    ...refusal,
    files: { 'package.json': express, 'wrap.js': wrapper(''), 'routes.js': routes('wrap(', ')') },
    at: [['routes.js', 'throw ‸new Error']],
    first: { 'wrap.js': wrapper('.catch(next)') },
  }),
]);

const plain = (body: string, more = ''): string =>
  `const express = require('express');\nconst app = express();\napp.get('/:id', ${body});\n${more}`;
const errors = 'app.use((err, req, res, next) => res.status(err.status).end());\n';
const awaiting = 'async (req, res) => {\n  res.json(await find(req.params.id));\n}';
const caught =
  'async (req, res, next) => {\n  try {\n    res.json(await find(req.params.id));\n  } catch (error) {\n    next(error);\n  }\n}';
const service = "exports.find = async (id) => {\n  throw new HttpError(404, 'No such job');\n};\n";
const chained = (end: string): string =>
  `(req, res, next) => {\n  find(req.params.id).then((job) => res.json(job))${end};\n}`;

check(floatingPromise, [
  asCrash({
    name: 'a handler that is not wrapped, by what it waited for',
    ...refusal,
    files: { 'package.json': express, 'jobs.js': service, 'routes.js': routes('', '') },
    at: [
      ['jobs.js', 'throw ‸new HttpError'],
      ['routes.js', '‸find(req.params'],
    ],
    first: { 'routes.js': routes('wrap(', ')') },
  }),
  ...(
    [
      ['with a handler of errors', express, errors, plain(caught, errors)],
      ['with none', express, '', null],
      ['of an Express that waits for it', express.replace('"4"', '"5"'), errors, null],
    ] as const
  ).map(([which, declared, more, first]) =>
    asCrash({
      name: `a handler that nobody waits for, in an application ${which}`,
      ...refusal,
      files: { 'package.json': declared, 'jobs.js': service, 'app.js': plain(awaiting, more) },
      at: [
        ['jobs.js', 'throw ‸new HttpError'],
        ['app.js', '‸find(req.params'],
      ],
      first: first === null ? null : { 'app.js': first },
    }),
  ),
  ...(
    [
      ['', '.catch(next)'],
      ['.then(done, next)', null],
      ['.catch(report)', null],
    ] as const
  ).map(([end, first]) =>
    asCrash({
      name: `a promise in a handler that ends in \`${end}\``,
      ...refusal,
      files: { 'package.json': express, 'jobs.js': service, 'app.js': plain(chained(end), errors) },
      at: [['jobs.js', 'throw ‸new HttpError']],
      first: first === null ? null : { 'app.js': plain(chained(first), errors) },
    }),
  ),
]);

const lab = (refuse: string): string =>
  `exports.lab = (id) => new Promise((resolve, reject) => {\n  read(id, (err, text) => {\n    if (err) return reject(err);\n    if (text === null) ${refuse};\n    resolve(text.split('\\n'));\n  });\n});\n`;

check(doubleSend, [
  ...(
    [
      ['rejected', "reject(new HttpError(404, 'none'))", "return reject(new HttpError(404, 'none'))"],
      ['told of on the side', "log(new HttpError(404, 'none'))", null],
    ] as const
  ).map(([how, refuse, first]) => ({
    name: `what is ${how}, and gone on with`,
    class: 'type' as const,
    message: "Cannot read properties of null (reading 'split')",
    named: { property: 'split', nullish: 'null' as const },
    files: { 'visits.js': lab(refuse) },
    at: [['visits.js', 'text.‸split'] as const],
    first: first === null ? null : { 'visits.js': lab(first) },
  })),
]);

const handler = (field: string, set: string): Record<string, string> => ({
  'package.json': express,
  'error.js': `class HttpError extends Error {\n  constructor(status, message) {\n    super(message);\n    this.${set} = status;\n  }\n}\nmodule.exports = { HttpError };\n`,
  'app.js': `const express = require('express');\nconst app = express();\napp.use((error, req, res, next) => {\n  const status = error.${field} ?? 500;\n  res.status(status).json({ error: error.message });\n});\n`,
});

check(errorFields, [
  {
    name: 'a field that no error of the project has',
    ...refusal,
    files: handler('code', 'status'),
    request: { url: '/jobs/9' },
    first: { 'app.js': handler('status', 'status')['app.js']! },
  },
  {
    name: 'the other word for a status',
    ...refusal,
    files: handler('status', 'statusCode'),
    request: { url: '/jobs/9' },
    first: { 'app.js': handler('statusCode', 'statusCode')['app.js']! },
  },
  { name: 'a field that they have', ...refusal, files: handler('status', 'status'), request: {}, first: null },
]);

const all = (given: string): string =>
  `exports.load = async () => {\n  const [people, open] = await Promise.all(${given});\n  return { people, open };\n};\n`;

check(promiseList, [
  {
    name: 'promises that are given one by one',
    class: 'type',
    message: 'object is not iterable (cannot read property Symbol(Symbol.iterator))',
    files: { 'a.js': all('people(), jobs({ state: 1 })') },
    at: [['a.js', 'await ‸Promise']],
    first: { 'a.js': all('[people(), jobs({ state: 1 })]') },
  },
]);

const part = (wait: string): string =>
  `const { query } = require('./db');\nconst itemsOf = (id) => query('items', id);\nexports.byId = async (id) => {\n  const job = await query('job', id);\n  const items = ${wait}itemsOf(id);\n  return { ...job, items };\n};\n`;

check(missingAwait, [
  {
    name: 'what was put into an object before it was there',
    class: 'type',
    message: 'job.items.reduce is not a function',
    named: { receiver: 'job.items', property: 'reduce' },
    files: {
      'db.js': 'exports.query = async (what, id) => [what, id];\n',
      'jobs.js': part(''),
      'a.js': 'exports.total = (job) => job.items.reduce((sum, item) => sum + item.cents, 0);\n',
    },
    at: [['a.js', 'job.items.‸reduce']],
    facts: { 'job.items': { thenable: true, className: 'Promise' } },
    first: { 'jobs.js': part('await ') },
  },
]);

const unread = (name: string) => ({
  class: 'type' as const,
  message: `Cannot read properties of undefined (reading '${name}')`,
  named: { property: name, nullish: 'undefined' as const },
});
const rows = (end: string): string =>
  `async function query(text) {\n  const { rows } = await pool.query(text);\n${end}}\nexports.one = async (text) => {\n  const rows = await query(text);\n  return rows[0];\n};\n`;
const work = (end: string): string =>
  `async function within(work) {\n  try {\n    const result = await work();\n    await commit();\n${end}  } catch (error) {\n    await back();\n    throw error;\n  }\n}\nexports.add = async () => {\n  const job = await within(() => make());\n  return job.items;\n};\n`;

check(missingReturn, [
  {
    name: 'the one name that is taken out of a result',
    ...unread('0'),
    files: { 'a.js': rows('') },
    at: [['a.js', 'rows‸[0]']],
    first: { 'a.js': rows('  return rows;\n') },
  },
  {
    name: 'what is kept in a `try` and never read',
    ...unread('items'),
    files: { 'a.js': work('') },
    at: [['a.js', 'job.‸items']],
    first: { 'a.js': work('    return result;\n') },
  },
]);

const read = (params: string, file = 'fs'): string =>
  `const fs = require('${file}');\nfunction read(callback) {\n  fs.readFile('a.json', 'utf8', (error, text) => {\n    if (error) return callback(error);\n    callback(null, JSON.parse(text));\n  });\n}\nread((${params}) => {\n  if (error) throw error;\n  start(prices);\n});\n`;
const param = (params: string): string =>
  `exports.id = function (${params}) {\n  req.id = Number(value);\n  next();\n};\n`;

check(parameterOrder, [
  {
    name: 'the error behind what its caller gives behind it',
    class: 'unknown',
    message: '[object Object]',
    files: { 'a.js': read('prices, error') },
    first: { 'a.js': read('error, prices') },
  },
  {
    name: 'the value of a parameter before `next`',
    class: 'type',
    message: 'next is not a function',
    named: { receiver: 'next' },
    files: { 'a.js': param('req, res, value, next') },
    at: [['a.js', '‸next();']],
    first: { 'a.js': param('req, res, next, value') },
  },
]);

check(promiseMixup, [
  unready({
    name: 'a program that ends before its callback is called',
    class: 'unknown',
    message: '',
    files: { 'a.js': read('error, prices', 'fs/promises') },
    first: { 'a.js': read('error, prices') },
  }),
]);

const jobs =
  "const one = async (text, values) => [text, values];\nfunction create({ title }, user) {\n  return one('x', [title, user.id]);\n}\nfunction setState(id, state) {\n  return one('y', [id, state]);\n}\nmodule.exports = { create, setState };\n";
const ask = (call: string): string =>
  `const jobs = require('./jobs');\nexports.post = async (req, state) => ${call};\n`;

check(argumentOrder, [
  {
    name: 'what stands where an object is taken apart',
    class: 'database',
    message: 'null value in column "title" violates not-null constraint',
    files: { 'jobs.js': jobs, 'a.js': ask('jobs.create(req.user, req.body)') },
    at: [['jobs.js', "‸one('x'", 'create'] as const],
    first: { 'a.js': ask('jobs.create(req.body, req.user)') },
  },
  {
    name: 'a function that gave back what failed, and is not on the stack',
    class: 'database',
    message: 'invalid input syntax for type integer: "draft"',
    files: { 'jobs.js': jobs, 'a.js': ask('await jobs.setState(state, req.id)') },
    at: [
      ['jobs.js', 'async (text, values) => ‸[text', 'one'],
      ['a.js', '‸await jobs'],
    ],
    first: { 'a.js': ask('await jobs.setState(req.id, state)') },
  },
]);

const hang: Case = {
  name: 'a guard that is made for the roles it is given',
  class: 'timeout',
  message: 'no answer',
  files: {
    'package.json': express,
    'auth.js':
      'exports.requireRole = (...roles) => {\n  return (req, res, next) => (roles.includes(req.role) ? next() : res.sendStatus(403));\n};\n',
    'a.js':
      "const { requireRole } = require('./auth');\napp.use('/papers', requireRole('manager'), papers);\napp.use('/reports', requireRole, reports);\n",
  },
  first: null,
};

check(middlewareCall, [{ ...hang, context: { signal: { ...contextOf(hang).signal, kind: 'timeout' } } }]);

check(floatingPromise, [
  asCrash({
    name: 'a promise that is taken apart',
    class: 'unknown',
    message: 'Error: no stay 9',
    files: {
      'service.js': 'export async function cancel(id) {\n  throw new Error(`no stay ${id}`);\n}\n',
      'routes.js':
        "import { cancel } from './service.js';\nexport const remove = async (c) => {\n  const { id } = cancel(c.id);\n  return id;\n};\n",
    },
    at: [['service.js', 'throw ‸new Error', 'cancel']],
    first: { 'routes.js': /const \{ id \} = await cancel\(c\.id\);/ },
  }),
]);
