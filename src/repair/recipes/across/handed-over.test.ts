/** Names that one side of a call, a plug-in or a file says otherwise than the other. */
import { check } from '../cases.test-helper.ts';
import { argumentShape } from '../calls/argument-shape.ts';
import { coercion } from '../values/coercion.ts';
import { fileUrl } from '../files/file-url.ts';
import { importExport } from '../modules/import-export.ts';
import { misnamedOption } from '../names/misnamed-option.ts';
import { property } from '../names/property.ts';
import { sqlName } from '../database/sql.ts';

const unreadable = (name: string) => ({
  class: 'type' as const,
  message: `Cannot read properties of undefined (reading '${name}')`,
  named: { property: name, nullish: 'undefined' as const },
});
const noFunction = (receiver: string, name: string) => ({
  class: 'type' as const,
  message: `${receiver}.${name} is not a function`,
  named: { receiver, property: name },
});

const zoo = (option: string) =>
  `class Zoo {\n  constructor({ animals, today }) {\n    this.today = today;\n  }\n  age() {\n    return this.today.getTime();\n  }\n}\nexports.zoo = new Zoo({ animals: [], ${option} });\n`;

check(misnamedOption, [
  {
    name: 'an option that the failure spells otherwise',
    class: 'type',
    message: 'Currency code is required with currency style.',
    files: {
      'money.js':
        "exports.money = (pence) => {\n  const style = { style: 'currency', curency: 'GBP' };\n  return new Intl.NumberFormat('en', style).format(pence);\n};\n",
    },
    at: [['money.js', '‸new Intl']],
    first: { 'money.js': /currency', currency: 'GBP'/ },
  },
  {
    name: 'an option with a word too many',
    class: 'type',
    message: 'Currency code is required with currency style.',
    files: { 'money.js': "exports.money = new Intl.NumberFormat('en', { style: 'currency', currencyCode: 'GBP' });\n" },
    at: [['money.js', '‸new Intl']],
    first: { 'money.js': /currency', currency: 'GBP'/ },
  },
  {
    name: 'an option that is there beside the one that is almost called so',
    class: 'type',
    message: 'Currency code is required with currency style.',
    files: {
      'money.js':
        "exports.money = (pence) => {\n  const style = { currency: undefined, curency: 'GBP' };\n  return new Intl.NumberFormat('en', style).format(pence);\n};\n",
    },
    at: [['money.js', '‸new Intl']],
    first: null,
  },
  {
    name: 'a class that takes it by another name',
    ...unreadable('getTime'),
    files: { 'a.js': zoo('now: new Date()') },
    at: [['a.js', 'today.‸getTime']],
    first: { 'a.js': zoo('today: new Date()') },
  },
  {
    name: 'a plug-in that takes it by another name',
    ...unreadable('all'),
    files: {
      'routes.js': 'module.exports = async (app, { repository }) => app.get("/", () => repository.all());\n',
      'a.js': "const routes = require('./routes');\napp.register(routes, { animals });\n",
    },
    at: [['routes.js', 'repository.‸all']],
    first: { 'a.js': /app\.register\(routes, \{ repository: animals \}\)/ },
  },
  {
    name: 'one that has a default, and one of which nothing that failed speaks',
    ...unreadable('getTime'),
    files: {
      'a.js':
        'const age = ({ born, today = new Date() }) => today - born;\nexports.age = (born) => age({ born, now: 1 });\nexports.at = (row) => row.at.getTime();\n',
    },
    at: [['a.js', 'at.‸getTime']],
    first: null,
  },
]);

check(property, [
  {
    name: 'a private field beside a method of its name',
    ...noFunction('this.rows', 'get'),
    files: {
      'a.js':
        'class A {\n  #rows = new Map();\n  rows() {\n    return 1;\n  }\n  one(id) {\n    return this.rows.get(id);\n  }\n}\n',
    },
    at: [['a.js', 'this.rows.‸get']],
    first: { 'a.js': /return this\.#rows\.get\(id\)/ },
  },
  {
    name: 'a key by which something is looked up, with a word more',
    ...unreadable('title'),
    files: { 'a.js': 'exports.title = (visit) => kinds[visit.kindId].title;\n' },
    at: [['a.js', '.‸title;']],
    facts: { visit: { keys: ['id', 'kind', 'day'] }, kinds: { keys: ['cut'] } },
    first: { 'a.js': 'exports.title = (visit) => kinds[visit.kind].title;\n' },
  },
  {
    name: 'a key without its `Id` that is taken out of the items of a list',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'site')",
    named: { property: 'site', nullish: 'undefined' },
    files: {
      'a.js':
        'exports.history = (own) => own.map(({ id, tripId: trip }) => trips.get(trip).site);\nexports.book = (trip) => own.push({ id: 1, trip });\n',
    },
    at: [['a.js', 'trips.get(trip).‸site']],
    facts: { trip: { type: 'undefined' } },
    first: { 'a.js': /map\(\(\{ id, trip \}\) => trips\.get\(trip\)/ },
  },
  {
    name: 'a key without its `Id`, in each function that asks the same by it',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'boat')",
    named: { property: 'boat', nullish: 'undefined' },
    files: {
      'a.js':
        'exports.report = () => by(live().filter((one) => trips.get(one.tripId).full), (one) => trips.get(one.tripId).boat);\nexports.book = (trip) => [{ trip }, { trip: trip.id }];\n',
    },
    at: [['a.js', 'trips.get(one.tripId).‸boat']],
    facts: { one: { keys: ['id', 'trip', 'paid'] }, 'one.tripId': { type: 'undefined' } },
    first: { 'a.js': /get\(one\.trip\)\.full\), \(one\) => trips\.get\(one\.trip\)\.boat/ },
  },
  {
    name: 'a key without its `Id`, wherever a Map is asked by it',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'boat')",
    named: { property: 'boat', nullish: 'undefined' },
    files: {
      'a.js':
        'exports.report = (rows) => rows.map((one) => trips.get(one.tripId).boat).concat(rows.filter((row) => trips.get(row.tripId).full));\n',
    },
    at: [['a.js', 'trips.get(one.tripId).‸boat']],
    facts: { one: { keys: ['id', 'trip', 'paid'] }, 'one.tripId': { type: 'undefined' } },
    first: { 'a.js': /get\(one\.trip\)\.boat\)\.concat\(rows\.filter\(\(row\) => trips\.get\(row\.trip\)/ },
  },
  {
    name: 'what is taken out under the name that it has',
    ...unreadable('list'),
    files: {
      'app.js': "app.decorate('zoo', new Zoo());\n",
      'a.js': 'module.exports = (app) => {\n  const { zooService: zoo } = app;\n  return zoo.list();\n};\n',
    },
    at: [['a.js', 'zoo.‸list']],
    facts: { app: { keys: ['decorate', 'zoo'] } },
    first: { 'a.js': /const \{ zoo \} = app;/ },
  },
]);

check(coercion, [
  {
    name: 'a list that stands under its own name in what was read',
    class: 'type',
    message: 'shows is not iterable',
    named: { identifier: 'shows' },
    files: { 'a.js': 'exports.slugs = (shows) => {\n  for (const show of shows) add(show);\n};\n' },
    at: [['a.js', 'of ‸shows)']],
    facts: {
      shows: { className: 'Object', keys: ['updated', 'shows'], preview: 'Object {updated: "2026", shows: []}' },
    },
    first: { 'a.js': /for \(const show of shows\.shows\)/ },
  },
]);

const here = (at: string, more = '') =>
  `import path from 'node:path';\n${more}\nexport const file = path.join(path.dirname(${at}), 'a.json');\n`;

check(fileUrl, [
  {
    name: 'a URL that is put together as a path',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open 'file:/srv/project/a.json'",
    named: { code: 'ENOENT', path: 'file:/srv/project/a.json', syscall: 'open' },
    files: { 'a.mjs': here('import.meta.url') },
    first: { 'a.mjs': here('fileURLToPath(import.meta.url)', "import { fileURLToPath } from 'node:url';\n") },
  },
  {
    name: 'a path that is the base of a URL',
    class: 'type',
    message: 'Invalid URL',
    named: { code: 'ERR_INVALID_URL' },
    files: { 'a.mjs': "export const rows = readFileSync(new URL('../a.csv', import.meta.dirname), 'utf8');\n" },
    at: [['a.mjs', 'readFileSync(‸new URL']],
    first: { 'a.mjs': "export const rows = readFileSync(new URL('../a.csv', import.meta.url), 'utf8');\n" },
  },
]);

check(sqlName, [
  {
    name: 'a column that is called like a table of the same statement',
    class: 'database',
    message: 'no such column: a.species',
    named: { column: 'species' },
    files: {
      'schema.sql': 'create table species (code text);\ncreate table animals (id int, species_code text);\n',
      'a.js': "exports.all = (db) => db.all('SELECT a.id FROM animals a JOIN species s ON s.code = a.species');\n",
    },
    at: [['a.js', '‸db.all']],
    first: { 'a.js': /JOIN species s ON s\.code = a\.species_code'/ },
  },
]);

check(importExport, [
  {
    name: 'what is given out under another name is not given out twice',
    class: 'type',
    message: 'pounds is not a function',
    named: { identifier: 'pounds' },
    files: {
      'units.js': 'const pounds = (kg) => kg * 2;\nmodule.exports = { toPounds: pounds };\n',
      'a.js': "const { pounds } = require('./units');\nexports.weight = (kg) => pounds(kg);\n",
    },
    at: [['a.js', '‸pounds(kg)']],
    first: null,
  },
]);

const register = (options: string): string =>
  `import auth from './auth.js';\nexport const build = (app) => app.register(auth, ${options});\n`;
const registered = (options: string) => ({
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'undefined')",
  named: { property: 'undefined', nullish: 'undefined' as const },
  files: {
    'auth.js':
      "import fp from 'fastify-plugin';\nasync function auth(app, { keys }) {\n  app.addHook('onRequest', async (request) => {\n    request.role = keys[request.headers.key];\n  });\n}\nexport default fp(auth);\n",
    'app.js': register(options),
  },
  at: [['auth.js', 'keys‸[request']] as const,
});

check(argumentShape, [
  {
    name: 'what a plugin takes as one option is given without it',
    ...registered("{ 'k-1': 'staff', 'k-2': 'guest' }"),
    first: { 'app.js': register("{ keys: { 'k-1': 'staff', 'k-2': 'guest' } }") },
  },
  { name: 'a prefix is no such thing', ...registered("{ prefix: '/a' }"), first: null },
  { name: 'a name that may be meant', ...registered("{ key: 'staff' }"), first: null },
]);
