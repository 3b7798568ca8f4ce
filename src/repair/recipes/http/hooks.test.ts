import type { Signal } from '../../../incident/nouns.ts';
import { check, contextOf } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { fastifyScope } from '../frameworks/fastify-scope.ts';
import { fastifyHook, unawaitedNext } from './hooks.ts';
import { middlewareCall } from './middleware.ts';

const hang = (given: Omit<Case, 'class' | 'message'>): Case => {
  const each: Case = { class: 'timeout', message: 'a request was never answered', ...given };
  const signal: Signal = { ...contextOf(each).signal, kind: 'timeout', error: null };
  return { ...each, context: { signal } };
};
const hono = '{"type":"module","dependencies":{"hono":"4"}}';
const fastify = '{"dependencies":{"fastify":"5"}}';
const open = {
  class: 'unknown' as const,
  message: 'Context is not finalized. Did you forget to return a Response object?',
};

check(unawaitedNext, [
  {
    ...open,
    name: 'what comes behind a middleware',
    files: {
      'package.json': hono,
      'a.js': "export async function member(c, next) {\n  c.set('id', await read(c));\n  next();\n}\n",
    },
    first: { 'a.js': /\n {2}await next\(\);\n/ },
  },
  {
    ...open,
    name: 'in a function that is not async',
    files: {
      'package.json': hono,
      'a.js': "export const timer = () => (c, next) => {\n  c.set('at', 1);\n  next();\n};\n",
    },
    first: { 'a.js': /=> async \(c, next\) => \{\n {2}c\.set\('at', 1\);\n {2}await next\(\);/ },
  },
  {
    ...open,
    name: 'a middleware that never goes on',
    files: {
      'package.json': hono,
      'a.js': "export async function member(c, next) {\n  c.set('id', await read(c));\n}\n",
    },
    first: { 'a.js': /await read\(c\)\);\n {2}await next\(\);\n/ },
  },
  {
    ...open,
    name: 'an answer that is not returned',
    files: {
      'package.json': hono,
      'a.js': "export const routes = (app) =>\n  app.get('/', (c) => {\n    c.json([]);\n  });\n",
    },
    first: { 'a.js': /\n {4}return c\.json\(\[\]\);\n/ },
  },
  {
    ...open,
    name: 'a middleware that waits',
    files: { 'package.json': hono, 'a.js': 'export async function member(c, next) {\n  await next();\n}\n' },
    first: null,
  },
]);

const guard = (head: string, rest = ''): string =>
  `module.exports = async function routes(app) {\n  const guard = ${head} => {\n    if (!request.headers.a) throw new Error('a');\n${rest}  };\n  app.get('/', { preHandler: guard }, async () => 1);\n};\n`;

check(fastifyHook, [
  {
    name: 'an event as any emitter calls it',
    class: 'unknown',
    message: 'close hook not supported!',
    files: { 'package.json': fastify, 'a.js': "app.addHook('close', async () => stop());\n" },
    first: { 'a.js': "app.addHook('onClose', async () => stop());\n" },
  },
  hang({
    name: 'one that takes `done` and never calls it',
    files: {
      'package.json': fastify,
      'a.js': "app.addHook('onRequest', (request, reply, done) => {\n  request.at = Date.now();\n});\n",
    },
    first: { 'a.js': /Date\.now\(\);\n {2}done\(\);\n/ },
  }),
  hang({
    name: 'neither a promise nor `done`',
    files: { 'package.json': fastify, 'a.js': guard('(request)') },
    first: { 'a.js': guard('async (request)') },
  }),
  {
    name: 'both a promise and `done`',
    class: 'unknown',
    message: "Async function has too many arguments. Async hooks should not use the 'done' argument.",
    files: { 'package.json': fastify, 'a.js': guard('async (request, reply, done)', '    done();\n') },
    first: { 'a.js': guard('async (request, reply)') },
  },
  {
    name: 'what an async hook hands to `done`',
    class: 'unknown',
    message: "Async function has too many arguments. Async hooks should not use the 'done' argument.",
    files: {
      'package.json': fastify,
      'a.js':
        "app.addHook('onSend', async (request, reply, payload, done) => {\n  if (request.bad) return done(new Error('bad'));\n  done(null, payload);\n});\n",
    },
    first: {
      'a.js':
        "app.addHook('onSend', async (request, reply, payload) => {\n  if (request.bad) throw new Error('bad');\n  return payload;\n});\n",
    },
  },
  {
    name: 'an async hook whose `done` another function calls',
    class: 'unknown',
    message: "Async function has too many arguments. Async hooks should not use the 'done' argument.",
    files: { 'package.json': fastify, 'a.js': guard('async (request, reply, done)', '    later(() => done());\n') },
    first: null,
  },
  {
    name: 'a hook that is called where it should be handed over',
    class: 'unknown',
    message: 'preHandler hook should be a function, instead got [object Promise]',
    files: {
      'package.json': fastify,
      'a.js': guard('async (request)').replace('{ preHandler: guard }', '{ preHandler: guard() }'),
    },
    first: { 'a.js': guard('async (request)') },
  },
  hang({
    name: 'a hook that calls `done`',
    files: { 'package.json': fastify, 'a.js': guard('(request, reply, done)', '    done();\n') },
    first: null,
  }),
]);

const reading = "module.exports = async function routes(app) {\n  app.get('/', async () => app.carts.list());\n};\n";
const unread = {
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'list')",
  named: { property: 'list', nullish: 'undefined' as const },
  at: [['routes.js', 'app.carts.‸list']] as const,
};

const lost = { class: 'unknown' as const, message: "The dependency 'database' of plugin 'services' is not registered" };
const plugin = (given: string): Record<string, string> => ({
  'package.json': fastify,
  'plugins/database.js': `const fp = require('fastify-plugin');\n\nasync function database(app) {\n  app.decorate('db', {});\n}\n\nmodule.exports = ${given};\n`,
});

const viewing = {
  class: 'type' as const,
  message: 'reply.view is not a function',
  named: { receiver: 'reply.view', property: 'view' },
  at: [['routes.js', 'reply.‸view']] as const,
};
const viewed = (word: string, more = ''): Record<string, string> => ({
  'package.json': fastify,
  'app.js': `app.${word}('view', function (name) {\n  return this.send(render(name));\n});\n${more}`,
  'routes.js': "module.exports = async (app) => app.get('/', async (request, reply) => reply.view('home'));\n",
});

check(fastifyScope, [
  {
    name: 'a decorator that is read by a name with nothing in common, and has what is read of it; of the settings another thing is called so',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'quote')",
    named: { property: 'quote', nullish: 'undefined' },
    files: {
      'package.json': fastify,
      'stores.js':
        "class Pricing {\n  quote(litres) {\n    return litres;\n  }\n}\nmodule.exports = fp(async (app, { config }) => {\n  app.decorate('pricing', new Pricing(config.pricing));\n});\n",
      'routes.js': "module.exports = async (app) => {\n  app.get('/', async () => app.prices.quote(2));\n};\n",
    },
    at: [['routes.js', 'app.prices.‸quote']],
    first: { 'stores.js': /app\.decorate\('prices', new Pricing/ },
  },
  {
    name: 'a decorator under a name that nobody reads, of a value that is called as it is read, which a function gives back as well',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'quote')",
    named: { property: 'quote', nullish: 'undefined' },
    files: {
      'package.json': fastify,
      'stores.ts':
        "declare module 'fastify' {\n  interface FastifyInstance {\n    pricing: Prices;\n  }\n}\nconst open = () => ({ prices: load() });\nexport default fp(async (app) => {\n  const { prices } = open();\n  app.decorate('pricing', prices);\n});\n",
      'routes.ts': "export default async (app) => {\n  app.get('/', async () => app.prices.quote(2));\n};\n",
    },
    at: [['routes.ts', 'app.prices.‸quote']],
    first: {
      'stores.ts':
        "declare module 'fastify' {\n  interface FastifyInstance {\n    prices: Prices;\n  }\n}\nconst open = () => ({ prices: load() });\nexport default fp(async (app) => {\n  const { prices } = open();\n  app.decorate('prices', prices);\n});\n",
    },
  },
  {
    ...viewing,
    name: 'what is asked of a reply alone, given to the application',
    files: viewed('decorate'),
    first: { 'app.js': /app\.decorateReply\('view', function/ },
  },
  {
    ...lost,
    name: 'a plugin that others depend on lost what makes it one',
    files: plugin('database'),
    first: { 'plugins/database.js': /module\.exports = fp\(database, \{ name: 'database' \}\);/ },
  },
  {
    ...lost,
    name: 'a plugin that others depend on lost its name',
    files: plugin('fp(database)'),
    first: { 'plugins/database.js': /module\.exports = fp\(database, \{ name: 'database' \}\);/ },
  },
  {
    ...lost,
    name: 'a plugin that has its wrapping and its name',
    files: plugin("fp(database, { name: 'database' })"),
    first: null,
  },
  {
    ...lost,
    name: 'a plugin that is registered behind one that depends on it',
    files: {
      ...plugin("fp(database, { name: 'database' })"),
      'plugins/services.js':
        "const fp = require('fastify-plugin');\nmodule.exports = fp(async () => {}, { name: 'services', dependencies: ['database'] });\n",
      'app.js':
        "const services = require('./plugins/services');\nconst database = require('./plugins/database');\napp.register(services);\napp.register(database);\n",
    },
    first: { 'app.js': /app\.register\(database\);\napp\.register\(services\);\n/ },
  },
  {
    ...unread,
    name: 'a plugin that is registered behind the routes that read what it gives',
    files: {
      'package.json': fastify,
      'routes.js': reading,
      'plugins/carts.js':
        "const fp = require('fastify-plugin');\nmodule.exports = fp(async (app) => {\n  app.decorate('carts', make());\n});\n",
      'app.js':
        "const routes = require('./routes');\nconst carts = require('./plugins/carts');\nexports.build = async (app) => {\n  await app.register(routes, { prefix: '/' });\n  await app.register(other);\n  await app.register(carts);\n};\n",
    },
    first: {
      'app.js':
        /async \(app\) => \{\n {2}await app\.register\(carts\);\n {2}await app\.register\(routes, \{ prefix: '\/' \}\);\n {2}await app\.register\(other\);\n\};/,
    },
  },
  {
    ...lost,
    name: 'another plugin',
    files: {
      'package.json': fastify,
      'plugins/cache.js': plugin('cache')['plugins/database.js']!.replaceAll('database', 'cache'),
    },
    first: null,
  },
  {
    ...unread,
    name: 'a plugin that keeps it to itself',
    files: {
      'package.json': fastify,
      'routes.js': reading,
      'app.js':
        "module.exports = (app, carts) => {\n  app.register(async (instance) => {\n    instance.decorate('carts', carts);\n  });\n  app.register(require('./routes'));\n};\n",
    },
    first: {
      'app.js':
        /app\.register\(Object\.assign\(async \(instance\) => \{\n.*\n {2}\}, \{ \[Symbol\.for\('skip-override'\)\]: true \}\)\);/,
    },
  },
  {
    ...unread,
    name: 'one that was left out',
    files: {
      'package.json': fastify,
      'routes.js': reading,
      'app.js':
        "module.exports = (app, carts, products) => {\n  app.decorate('products', products);\n  app.register(require('./routes'));\n};\n",
    },
    first: { 'app.js': /app\.decorate\('products', products\);\n {2}app\.decorate\('carts', carts\);\n/ },
  },
  {
    ...unread,
    name: 'one under another name, which nobody reads',
    files: {
      'package.json': fastify,
      'routes.js': reading,
      'app.js':
        "class Carts {}\nmodule.exports = (app) => {\n  app.decorate('products', 1);\n  app.decorate('cartStore', new Carts());\n  app.register(require('./routes'));\n};\n",
    },
    first: { 'app.js': /app\.decorate\('carts', new Carts\(\)\);/ },
  },
  {
    ...unread,
    name: 'nothing by that name',
    files: {
      'package.json': fastify,
      'routes.js': reading,
      'app.js': "module.exports = (app, products) => {\n  app.decorate('products', products);\n};\n",
    },
    first: null,
  },
]);

check(middlewareCall, [
  hang({
    name: 'a function that makes a router',
    files: {
      'package.json': '{"type":"module","dependencies":{"express":"5"}}',
      'books.js':
        "import { Router } from 'express';\nexport function bookRoutes(books) {\n  const router = Router();\n  router.get('/', (req, res) => res.json(books));\n  return router;\n}\n",
      'app.js':
        "import express from 'express';\nimport { bookRoutes } from './books.js';\nconst books = [];\nconst app = express();\napp.use('/books', bookRoutes);\n",
    },
    first: { 'app.js': /app\.use\('\/books', bookRoutes\(books\)\);/ },
  }),
  {
    name: 'one that fails inside of the framework',
    class: 'range',
    message: 'Invalid status code: undefined',
    files: {
      'package.json': hono,
      'timer.js': 'export function timer() {\n  return async (c, next) => {\n    await next();\n  };\n}\n',
      'app.js':
        "import { Hono } from 'hono';\nimport { timer } from './timer.js';\nconst app = new Hono();\napp.use(timer);\n",
    },
    first: { 'app.js': /app\.use\(timer\(\)\);/ },
  },
]);
