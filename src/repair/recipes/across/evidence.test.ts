/** Names that lie too far apart for a slip of the pen: what history, callers, registrations and loops say of them. */
import { check, historyOf } from '../cases.test-helper.ts';
import { declaredTwice } from '../language/declared-twice.ts';
import { identifier } from '../names/identifier.ts';
import { importCycle } from '../modules/import-cycle.ts';
import { importExport } from '../modules/import-export.ts';
import { loopKeys } from '../language/loop-keys.ts';
import { property } from '../names/property.ts';
import { unsetKey } from '../http/unset-key.ts';

const noFunction = (receiver: string, name: string) => ({
  class: 'type' as const,
  message: `${receiver}.${name} is not a function`,
  named: { receiver, property: name },
});
const unreadable = (name: string) => ({
  class: 'type' as const,
  message: `Cannot read properties of undefined (reading '${name}')`,
  named: { property: name, nullish: 'undefined' as const },
});
const noBareFunction = (name: string) => ({
  class: 'type' as const,
  message: `${name} is not a function`,
  named: { identifier: name },
});
const renamed = (from: string, ...to: string[]) => ({ git: historyOf({ replaced: { [from]: to } }) });

const caller = {
  files: { 'a.js': 'module.exports = (store) => store.bookingsOf(1).length;\n' },
  at: [['a.js', 'store.‸bookingsOf']] as const,
  facts: { store: { keys: ['bookings', 'bookingsForRoom'] } },
};

check(property, [
  {
    name: 'a stale caller after a rename that git shows',
    ...noFunction('store', 'bookingsOf'),
    ...caller,
    context: renamed('bookingsOf', 'bookingsForRoom'),
    first: { 'a.js': 'module.exports = (store) => store.bookingsForRoom(1).length;\n' },
  },
  {
    name: 'a rename to what this object does not have',
    ...noFunction('store', 'bookingsOf'),
    ...caller,
    context: renamed('bookingsOf', 'reservations'),
    first: null,
  },
  {
    name: 'renamed in two ways, a person is asked',
    ...noFunction('store', 'bookingsOf'),
    ...caller,
    context: renamed('bookingsOf', 'bookings', 'bookingsForRoom'),
    first: { 'a.js': /store\.bookings\(1\)/ },
    ask: /became `bookings` and `bookingsForRoom`/,
  },
  { name: 'nothing but words in common', ...noFunction('store', 'bookingsOf'), ...caller, first: null },
  {
    name: 'handed over under a near name that nobody reads',
    ...unreadable('view'),
    files: {
      'app.js': "app.decorate('cart', carts);\n",
      'a.js': 'module.exports = (app) => app.carts.view(1);\n',
    },
    at: [['a.js', 'carts.‸view']],
    facts: { app: { keys: ['decorate', 'get'] }, 'app.carts': { type: 'undefined' } },
    first: { 'app.js': "app.decorate('carts', carts);\n" },
  },
  {
    name: 'handed over under a near name: the readers are not bent to it',
    ...unreadable('view'),
    files: {
      'app.js': "app.decorate('crats', carts);\n",
      'a.js': 'module.exports = (app) => app.carts.view(1);\n',
    },
    at: [['a.js', 'carts.‸view']],
    facts: { app: { keys: ['decorate', 'crats'] }, 'app.carts': { type: 'undefined' } },
    first: { 'app.js': "app.decorate('carts', carts);\n" },
  },
  {
    name: 'the near name is read elsewhere: it is not the slip',
    ...unreadable('view'),
    files: {
      'app.js': "app.decorate('cart', carts);\n",
      'a.js': 'module.exports = (app) => app.carts.view(1);\n',
      'b.js': 'module.exports = (app) => app.cart.view(2);\n',
    },
    at: [['a.js', 'carts.‸view']],
    facts: { app: { keys: ['decorate', 'get'] }, 'app.carts': { type: 'undefined' } },
    first: null,
  },
  {
    name: 'what is handed over has another name',
    ...unreadable('view'),
    files: {
      'app.js': "app.decorate('cart', basket);\n",
      'a.js': 'module.exports = (app) => app.carts.view(1);\n',
    },
    at: [['a.js', 'carts.‸view']],
    facts: { app: { keys: ['decorate', 'get'] }, 'app.carts': { type: 'undefined' } },
    first: null,
  },
  {
    name: 'the plural of a method that takes the very arguments',
    ...noFunction('shop', 'bestSeller'),
    files: {
      'shop.js': 'class Shop {\n  bestSellers(count) {\n    return [].slice(count);\n  }\n}\nmodule.exports = Shop;\n',
      'a.js': 'module.exports = (shop, count) => ({ best: shop.bestSeller(count) });\n',
    },
    at: [['a.js', 'shop.‸bestSeller']],
    facts: { shop: { className: 'Shop', keys: ['bestSellers'] } },
    first: { 'a.js': 'module.exports = (shop, count) => ({ best: shop.bestSellers(count) });\n' },
  },
  {
    name: 'the plural of a method that takes something else is asked about',
    ...noFunction('shop', 'item'),
    files: {
      'shop.js': 'class Shop {\n  items(page) {\n    return [].slice(page);\n  }\n}\nmodule.exports = Shop;\n',
      'a.js': 'module.exports = (shop, id) => ({ it: shop.item(id) });\n',
    },
    at: [['a.js', 'shop.‸item']],
    facts: { shop: { className: 'Shop', keys: ['items'] } },
    first: { 'a.js': 'module.exports = (shop, id) => ({ it: shop.items(id) });\n' },
    ask: /two different things/,
  },
  {
    name: 'one is added where the result is taken as one',
    ...noFunction('shop', 'addItems'),
    files: {
      'shop.js': 'class Shop {\n  addItem(given) {\n    return { ...given };\n  }\n}\nmodule.exports = Shop;\n',
      'a.js': 'module.exports = (shop, name) => {\n  const item = shop.addItems({ name });\n  return item;\n};\n',
    },
    at: [['a.js', 'shop.‸addItems']],
    facts: { shop: { className: 'Shop', keys: ['addItem'] } },
    first: { 'a.js': /const item = shop\.addItem\(\{ name \}\);/ },
  },
]);

const notDefined = (name: string) => ({
  class: 'reference' as const,
  message: `${name} is not defined`,
  named: { identifier: name },
});

check(identifier, [
  {
    name: 'declared in the same function and never read',
    ...notDefined('openHours'),
    files: { 'a.js': 'module.exports = (from, to) => {\n  const openHour = to - from;\n  return 1 / openHours;\n};\n' },
    at: [['a.js', '1 / ‸openHours']],
    first: { 'a.js': 'module.exports = (from, to) => {\n  const openHour = to - from;\n  return 1 / openHour;\n};\n' },
  },
  {
    name: 'read elsewhere, the two may be different things',
    ...notDefined('openHours'),
    files: {
      'a.js': 'module.exports = (from) => {\n  const openHour = from;\n  return openHour / openHours;\n};\n',
    },
    at: [['a.js', '/ ‸openHours']],
    first: { 'a.js': /openHour \/ openHour;/ },
    ask: /two different things/,
  },
]);

const shop = { 'shop.js': 'function open() {}\nfunction shut() {}\nexports = { open, shut };\n' };

check(importExport, [
  {
    name: '`exports = …` gives nothing out',
    ...noBareFunction('open'),
    files: { ...shop, 'a.js': "const { open } = require('./shop');\nopen();\n" },
    at: [['a.js', '\n‸open()']],
    first: { 'shop.js': 'function open() {}\nfunction shut() {}\nmodule.exports = { open, shut };\n' },
  },
  {
    name: '`exports = …` beside other exports, and the settings name what is missed',
    class: 'type',
    message: 'helper plural is not a function',
    files: {
      'settings.json': '{ "helpers": ["clock", "plural"] }\n',
      'helpers.js': 'exports.clock = () => 1;\nexports = (count) => count;\n',
      'app.js':
        "const all = require('./helpers');\nmodule.exports = (names) => names.map((name) => use(name, all[name]));\n",
    },
    at: [['app.js', '‸use(']],
    first: { 'helpers.js': 'exports.clock = () => 1;\nexports.plural = (count) => count;\n' },
  },
  {
    name: '`exports = …` of a file that is loaded with its folder',
    class: 'unknown',
    message: "FastifyError: Plugin must be a function or a promise. Received: 'object'",
    files: {
      'schema.json': '{ "type": "object" }\n',
      'routes/a.js': "exports = async (app) => app.get('/', () => 1);\nmodule.exports.prefix = '/a';\n",
      'app.js': "for (const name of fs.readdirSync('routes')) app.register(require(`./routes/${name}`));\n",
    },
    at: [['app.js', 'app.‸register(']],
    first: {
      'routes/a.js': "module.exports = async (app) => app.get('/', () => 1);\nmodule.exports.prefix = '/a';\n",
    },
  },
  {
    name: '`module.exports = exports = …` gives all out',
    ...noBareFunction('open'),
    files: {
      'shop.js': 'function open() {}\nmodule.exports = exports = { open };\n',
      'a.js': "const { open } = require('./shop');\nopen();\n",
    },
    at: [['a.js', '\n‸open()']],
    first: null,
  },
  {
    name: 'a parameter that the caller required whole',
    ...noBareFunction('readJson'),
    files: {
      'body.js': 'async function readJson() {}\nmodule.exports = { readJson };\n',
      'routes.js': 'module.exports = function register(router, { readJson }) {\n  router.add(() => readJson(1));\n};\n',
      'server.js':
        "const readJson = require('./body');\nconst register = require('./routes');\nregister(1, { readJson });\n",
    },
    at: [['routes.js', '=> ‸readJson(1)']],
    first: { 'server.js': /^const \{ readJson \} = require\('\.\/body'\);/ },
  },
  {
    name: 'a parameter that nobody in sight hands over',
    ...noBareFunction('readJson'),
    files: {
      'body.js': 'async function readJson() {}\nmodule.exports = { readJson };\n',
      'routes.js': 'module.exports = function register(router, { readJson }) {\n  router.add(() => readJson(1));\n};\n',
      'server.js': "const readJson = require('./body');\nmodule.exports = readJson;\n",
    },
    at: [['routes.js', '=> ‸readJson(1)']],
    first: null,
  },
  {
    name: 'the export has another name since the last commits',
    class: 'import_export',
    message: "The requested module './text.mjs' does not provide an export named 'excerpt'",
    named: { exportName: 'excerpt', module: './text.mjs', importer: 'a.mjs' },
    files: {
      'text.mjs': 'export function summary() {}\nexport function title() {}\n',
      'a.mjs': "import { excerpt } from './text.mjs';\nexcerpt();\n",
    },
    at: [['a.mjs', '‸import']],
    context: renamed('excerpt', 'summary'),
    first: { 'a.mjs': "import { summary } from './text.mjs';\nsummary();\n" },
  },
  {
    name: 'the new name is not given out by that module',
    class: 'import_export',
    message: "The requested module './text.mjs' does not provide an export named 'excerpt'",
    named: { exportName: 'excerpt', module: './text.mjs', importer: 'a.mjs' },
    files: {
      'text.mjs': 'export function title() {}\n',
      'a.mjs': "import { excerpt } from './text.mjs';\nexcerpt();\n",
    },
    at: [['a.mjs', '‸import']],
    context: renamed('excerpt', 'summary'),
    first: null,
  },
]);

const cycle = {
  'errors.js':
    "const Cart = require('./cart');\nclass Bad extends Error {}\nfunction tell() {\n  return Cart.name;\n}\nmodule.exports = { Bad, tell };\n",
  'cart.js':
    "const { Bad } = require('./errors');\nmodule.exports = class Cart {\n  add() {\n    throw new Bad();\n  }\n};\n",
};
const noConstructor = {
  class: 'type' as const,
  message: 'Bad is not a constructor',
  named: { identifier: 'Bad' },
};

check(importCycle, [
  {
    name: 'the require that closes the circle moves behind the exports',
    ...noConstructor,
    files: cycle,
    at: [['cart.js', 'new ‸Bad']],
    first: {
      'errors.js':
        "class Bad extends Error {}\nfunction tell() {\n  return Cart.name;\n}\nmodule.exports = { Bad, tell };\n\nconst Cart = require('./cart');\n",
    },
  },
  {
    name: 'a require that nobody needs, of what takes the one object that its file makes',
    class: 'type',
    message: 'reviews.on is not a function',
    named: { identifier: 'reviews.on' },
    files: {
      'reviews.js':
        "const stats = require('./stats');\nclass Reviews extends EventEmitter {}\nmodule.exports = new Reviews();\n",
      'stats.js': "const reviews = require('./reviews');\nreviews.on('added', () => {});\n",
    },
    at: [['stats.js', '‸reviews.on(']],
    first: { 'reviews.js': /new Reviews\(\);\n\nconst stats = require/ },
  },
  {
    name: 'what is read while the file loads stays where it is',
    ...noConstructor,
    files: { ...cycle, 'errors.js': `${cycle['errors.js']}Cart.kind = 1;\n` },
    at: [['cart.js', 'new ‸Bad']],
    first: null,
  },
  {
    name: 'what is made of what is required at once moves with it',
    class: 'type',
    message: 'settings.get is not a function',
    named: { identifier: 'settings.get' },
    files: {
      'settings.js': "const log = require('./log')('settings');\nexports.get = (key) => log(key);\n",
      'log.js':
        "const settings = require('./settings');\nconst level = settings.get('level');\nmodule.exports = (name) => (text) => [level, name, text];\n",
    },
    at: [['log.js', '‸settings.get(']],
    first: { 'settings.js': "exports.get = (key) => log(key);\n\nconst log = require('./log')('settings');\n" },
  },
  {
    name: 'no circle',
    ...noConstructor,
    files: {
      ...cycle,
      'errors.js': "const Cart = require('./basket');\nclass Bad extends Error {}\nmodule.exports = { Bad };\n",
    },
    at: [['cart.js', 'new ‸Bad']],
    first: null,
  },
]);

const twice = (name: string) => ({
  class: 'syntax' as const,
  message: `SyntaxError: Identifier '${name}' has already been declared`,
});

check(declaredTwice, [
  {
    name: 'the same import twice',
    ...twice('books'),
    files: { 'a.mjs': "import { books } from './books.mjs';\nimport { books } from './books.mjs';\nbooks();\n" },
    at: [['a.mjs', '\n‸import']],
    first: { 'a.mjs': "import { books } from './books.mjs';\nbooks();\n" },
  },
  {
    name: 'a line twice, as esbuild says it',
    ...twice('lastId'),
    message:
      'Error: Transform failed with 1 error:\n/srv/project/a.ts:2:4: ERROR: The symbol "lastId" has already been declared',
    files: { 'a.ts': 'let lastId = 0;\nlet lastId = 0;\nexport const next = () => ++lastId;\n' },
    at: [['a.ts', 'let ‸lastId']],
    first: { 'a.ts': 'let lastId = 0;\nexport const next = () => ++lastId;\n' },
  },
  {
    name: 'a module of Node by its two names',
    ...twice('path'),
    files: { 'a.mjs': "import path from 'node:path';\nimport path from 'path';\npath.join('a');\n" },
    at: [['a.mjs', '\n‸import']],
    first: { 'a.mjs': "import path from 'node:path';\npath.join('a');\n" },
  },
  {
    name: 'one name of a list',
    ...twice('books'),
    files: { 'a.mjs': "import { books } from './b.mjs';\nimport { loans, books } from './b.mjs';\nbooks(loans);\n" },
    at: [['a.mjs', '\n‸import']],
    first: { 'a.mjs': "import { books } from './b.mjs';\nimport { loans } from './b.mjs';\nbooks(loans);\n" },
  },
  {
    name: 'the same require twice',
    ...twice('fs'),
    files: { 'a.js': "const fs = require('fs');\nconst fs = require('fs');\nfs.x();\n" },
    at: [['a.js', '\n‸const']],
    first: { 'a.js': "const fs = require('fs');\nfs.x();\n" },
  },
  {
    name: 'imports of two modules are a choice',
    ...twice('books'),
    files: { 'a.mjs': "import { books } from './a.mjs';\nimport { books } from './b.mjs';\nbooks();\n" },
    at: [['a.mjs', '\n‸import']],
    first: null,
  },
  {
    name: 'two values of one name are a choice',
    ...twice('port'),
    files: { 'a.js': 'const port = 1;\nconst port = 2;\nlisten(port);\n' },
    at: [['a.js', '\n‸const']],
    first: { 'a.js': 'const port = 1;\nlisten(port);\n' },
    ask: /only you know/,
  },
]);

const loop = (body: string) => `module.exports = (list) => {\n  for (const item in list) ${body};\n};\n`;
const seen = { item: { type: 'string' as const, preview: '"0"' }, list: { className: 'Array' } };

check(loopKeys, [
  {
    name: 'the members of the items are read',
    ...unreadable('trim'),
    files: { 'a.js': loop('use(item.author.trim())') },
    at: [['a.js', 'author.‸trim']],
    facts: seen,
    first: { 'a.js': loop('use(item.author.trim())').replace(' in ', ' of ') },
  },
  {
    name: 'the keys are used to reach the items',
    ...unreadable('trim'),
    files: { 'a.js': loop('use(list[item].author.trim(), item.author)') },
    at: [['a.js', 'author.‸trim']],
    facts: seen,
    first: null,
  },
  {
    name: 'the keys of an object',
    ...unreadable('trim'),
    files: { 'a.js': loop('use(item.author.trim())') },
    at: [['a.js', 'author.‸trim']],
    facts: { ...seen, item: { type: 'string', preview: '"name"' }, list: { className: 'Object' } },
    first: null,
  },
]);

check(unsetKey, [
  {
    name: 'the key of kept settings that nobody asks for, and that has what is taken of it',
    ...unreadable('perMetre'),
    files: {
      'config.js':
        'export class Config {\n  settings = { port: 1, prices: { perMetre: 2 }, limits: { most: 3 } };\n  get(key) {\n    return this.settings[key];\n  }\n}\n',
      'a.js':
        "export class A {\n  sum() {\n    return this.config.get('pricing').perMetre;\n  }\n  twice() {\n    return this.config.get('pricing').perMetre * 2;\n  }\n}\n",
    },
    at: [['a.js', "‸this.config.get('pricing')"]],
    first: { 'a.js': /get\('prices'\)\.perMetre;[^]*get\('prices'\)\.perMetre \* 2/ },
  },
  {
    name: 'no key of kept settings has what is taken of it',
    ...unreadable('perFoot'),
    files: {
      'config.js':
        'export class Config {\n  settings = { port: 1, prices: { perMetre: 2 } };\n  get(key) {\n    return this.settings[key];\n  }\n}\n',
      'a.js': "export class A {\n  sum() {\n    return this.config.get('pricing').perFoot;\n  }\n}\n",
    },
    at: [['a.js', "‸this.config.get('pricing')"]],
    first: null,
  },
  {
    name: 'the key that is set',
    ...unreadable('name'),
    files: {
      'a.js':
        "app.use((c, next) => {\n  c.set('agent', agent);\n  return next();\n});\nconst me = (c) => c.get('user').name;\n",
    },
    at: [['a.js', "‸c.get('user').name"]],
    first: { 'a.js': /c\.get\('agent'\)\.name/ },
  },
  {
    name: 'a key that is set, and two that are not asked for',
    ...unreadable('name'),
    files: { 'a.js': "c.set('agent', a);\nc.set('team', b);\nconst me = (c) => c.get('user').name;\n" },
    at: [['a.js', "‸c.get('user').name"]],
    first: null,
  },
]);
