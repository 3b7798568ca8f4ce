/** What is asked for and nobody gives, and what is given and nobody asks for: where more than that speaks for it, they are one. */
import { check } from '../cases.test-helper.ts';
import { envKey } from '../settings/elsewhere.ts';
import { importExport } from '../modules/import-export.ts';
import { importPath } from '../modules/import-path.ts';
import { property } from '../names/property.ts';
import { renamedExport } from '../modules/renamed-export.ts';
import { viewName } from '../templates/view-name.ts';

const noExport = (name: string, module: string, importer: string) => ({
  class: 'import_export' as const,
  message: `The requested module '${module}' does not provide an export named '${name}'`,
  named: { exportName: name, module, importer },
});

check(renamedExport, [
  {
    name: 'what is wanted is given out already, by another name than it has',
    class: 'type',
    message: 'dueDate is not a function',
    files: {
      'calendar.js':
        'const addDays = (day, n) => day + n;\nconst dueDate = (day) => addDays(day, 1);\nmodule.exports = { addDays, dueOn: dueDate };\n',
      'a.js': "const { dueDate } = require('./calendar');\nexports.order = (day) => dueDate(day);\n",
    },
    at: [['a.js', '‸dueDate(day)']],
    first: { 'a.js': /\{ dueOn: dueDate \}/ },
    ask: null,
  },
  ...(
    [
      ['that is called like its file', 'bus', 'events', null],
      ['that is not', 'hub', 'events', /nothing but that nobody takes it/],
    ] as const
  ).map(([how, name, given, ask]) => ({
    name: `the one thing that a file gives out, for one ${how}`,
    ...noExport(name, './bus.js', 'a.mjs'),
    files: {
      'bus.js': `import { EventEmitter } from 'node:events';\nexport const ${given} = new EventEmitter();\n`,
      'package.json': '{"type":"module"}',
      'a.mjs': `import { ${name} } from './bus.js';\n${name}.on('paid', () => {});\n`,
    },
    first: { 'a.mjs': new RegExp(`\\{ ${given} as ${name} \\}`) },
    ask,
  })),
]);

check(importExport, [
  {
    name: 'of several defaults that a file takes the one of the module that the message names',
    ...noExport('default', './identify', 'app.ts'),
    files: {
      'identify.ts': 'export const identify = () => 1;\nexport const guestOf = () => 2;\n',
      'app.ts':
        "import Koa from 'koa';\nimport parser from 'koa-bodyparser';\nimport identify from './identify';\nnew Koa().use(parser()).use(identify);\n",
      'package.json': '{"type":"module","dependencies":{"koa":"3","koa-bodyparser":"4"}}',
    },
    first: { 'app.ts': /import \{ identify \} from '\.\/identify'/ },
  },
  {
    name: 'a module that is taken as a whole and called, where it gives out what is called so',
    class: 'type',
    message: 'reports is not a function',
    files: {
      'reports.mjs': 'export function reports(router) {\n  router.get();\n}\n',
      'app.mjs': "import * as reports from './reports.mjs';\nreports(router);\n",
    },
    at: [['app.mjs', '‸reports(router)']],
    first: { 'app.mjs': /import \{ reports \} from/ },
  },
]);

check(
  importPath,
  (
    [
      ['that gives out what is taken', 'root: 1, port: 2', /require\('\.\.\/settings'\)/],
      ['that gives out other things', 'other: 1', null],
    ] as const
  ).map(([how, given, first]) => ({
    name: `a folder that is gone, and the one beside it ${how}`,
    class: 'missing_module' as const,
    message: "Cannot find module '../config'",
    named: { module: '../config', importer: 'src/a.js' },
    files: {
      'settings/index.js': `module.exports = { ...base, ${given} };\n`,
      'src/a.js': "const settings = require('../config');\nlisten(settings.port);\n",
      'src/jobs/index.js': 'exports.port = 1;\n',
    },
    at: [['src/a.js', '‸require'] as const],
    first: first === null ? null : { 'src/a.js': first },
  })),
);

check(envKey, [
  {
    name: 'a variable of which one word is that of the only such one that is set and that nobody reads',
    class: 'env_missing',
    message: 'PRICES_PATH is not set',
    named: { envKey: 'PRICES_PATH' },
    context: { envKeys: ['PRICE_FILE', 'SHOP_NAME', 'OTHER'] },
    files: {
      '.env': 'PRICE_FILE=a.json\nSHOP_NAME=A\nOTHER=1\n',
      'a.js': 'exports.file = process.env.PRICES_PATH;\nexports.shop = process.env.SHOP_NAME;\n',
    },
    at: [['a.js', 'process.env.‸PRICES_PATH']],
    first: { 'a.js': /process\.env\.PRICE_FILE;/ },
  },
]);

check(
  viewName,
  (
    [
      ['asks for what this one alone is given', '<%= address.city %>', /render\('profile'/],
      ['asks for none of it', '<p>', null],
    ] as const
  ).map(([how, text, first]) => ({
    name: `a view of which nobody speaks, and that ${how}`,
    class: 'unknown' as const,
    message: 'Error: Failed to lookup view "account" in views directory "/srv/project/views"',
    files: {
      'a.js':
        "app.get('/', (req, res) => res.render('home', { title: 'A' }));\napp.get('/me', (req, res) => res.render('account', { title: 'B', address: req.address }));\n",
      'views/home.ejs': '<%= title %>\n',
      'views/profile.ejs': `<%= title %>${text}\n`,
    },
    at: [['a.js', "‸res.render('account'"] as const],
    first: first === null ? null : { 'a.js': first },
  })),
);

check(property, [
  {
    name: 'a method by another word that joins it to its argument',
    class: 'type',
    message: 'store.bookingsOn is not a function',
    named: { property: 'bookingsOn', receiver: 'store' },
    files: {
      'store.js':
        'class Store {\n  bookings() {\n    return [];\n  }\n  booking(id) {\n    return id;\n  }\n  bookingsFor(night) {\n    return night;\n  }\n}\nexports.store = new Store();\n',
      'a.js': "const { store } = require('./store');\nexports.free = (night) => store.bookingsOn(night);\n",
    },
    at: [['a.js', 'store.‸bookingsOn']],
    facts: { store: { className: 'Store', keys: [] } },
    first: { 'a.js': /store\.bookingsFor\(night\)/ },
  },
  {
    name: 'of all that an object holds what has the method that is called of it',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'findByEmail')",
    named: { property: 'findByEmail', nullish: 'undefined' },
    files: {
      'store.js': 'class Store {\n  findByEmail(email) {\n    return email;\n  }\n}\nexports.Store = Store;\n',
      'app.js':
        "const { Store } = require('./store');\napp.locals.store = new Store();\napp.locals.prices = new Map();\n",
      'a.js':
        'exports.login = (locals, email) => locals.customers.findByEmail(email);\nexports.all = (locals) => locals.store.all();\n',
    },
    at: [['a.js', 'locals.customers.‸findByEmail']],
    facts: { locals: { className: 'Object', keys: ['store', 'prices'] } },
    first: { 'a.js': /locals\.store\.findByEmail/ },
  },
  {
    name: 'a table that is asked by a key, and whose name is of the other number',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'museum')",
    named: { property: 'museum', nullish: 'undefined' },
    files: {
      'a.js':
        'exports.quote = (prices, kind) => prices.glasses[kind].cents;\nexports.has = (prices, kind) => kind in prices.glass;\n',
    },
    at: [['a.js', 'prices.‸glasses']],
    facts: { prices: { className: 'Object', keys: ['glass', 'mouldings'] } },
    first: { 'a.js': /prices\.glass\[kind\]\.cents/ },
    ask: null,
  },
]);

check(importPath, [
  {
    name: 'a folder that is its own, in a path that is put together',
    class: 'missing_module',
    message: "Cannot find module './jobs/remind.js'",
    named: { module: './jobs/remind.js', importer: 'src/jobs/index.js' },
    files: {
      'src/jobs/index.js': 'exports.load = (name) => require(`./jobs/${name}`);\n',
      'src/jobs/remind.js': 'exports.run = 1;\n',
    },
    at: [['src/jobs/index.js', '‸require']],
    first: { 'src/jobs/index.js': 'exports.load = (name) => require(`./${name}`);\n' },
  },
]);
