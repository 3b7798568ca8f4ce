import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, contextOf, historyOf } from '../cases.test-helper.ts';
import { importExport } from './import-export.ts';

const link = (module: string, exportName: string, importer: string) => ({
  class: 'import_export' as const,
  message: `The requested module '${module}' does not provide an export named '${exportName}'`,
  named: { module, exportName, importer },
});
const noFunction = (identifier: string) => ({
  class: 'type' as const,
  message: `${identifier} is not a function`,
  named: { identifier },
});

const plugins = {
  'formats/csv.js': 'export default class Csv {}\n',
  'formats/xml.js': 'export default class Xml {}\n',
  'formats/json.js': 'export class Json {}\n',
  'index.js':
    "const makers = { csv: () => import('./formats/csv.js'), json: () => import('./formats/json.js'), xml: () => import('./formats/xml.js') };\nexport async function make(name) {\n  const { default: Format } = await makers[name]();\n  return new Format();\n}\n",
};

const problems = 'class Problem extends Error {}\nProblem.notFound = (what) => new Problem(what);\n';
const throwing = "throw Problem.notFound('x');\n";
const noMember = { class: 'type' as const, message: 'Problem.notFound is not a function' };

const members = (given: string) => `const list = () => [];\nconst count = () => 0;\nconst reset = () => 1;\n${given}\n`;
const asked = "const { members: repo } = require('./repos');\nexports.total = () => repo.count();\n";
const noCount = { ...noFunction('repo.count'), at: [['a.js', 'repo.‸count']] as const };
const noList = { ...noFunction('addAll'), at: [['a.js', '‸addAll()']] as const };
const taking = "const { addAll, listOf } = require('./all');\nexports.a = () => addAll() + listOf();\n";
const noProblem = {
  class: 'type' as const,
  message: 'Problem is not a constructor',
  named: { identifier: 'Problem' },
  at: [['a.js', 'throw ‸new']] as const,
};
const problemTaken =
  "const { Missing, Problem } = require('./p');\nexports.a = () => { throw new Problem(Missing); };\n";
const problemClass = 'class Problem extends Error {}\nclass Missing extends Problem {}\n';

check(importExport, [
  ...(['registerListener', 'findListener'] as const).map((given) => ({
    name: `the other number of all that a file gives out: ${given}`,
    class: 'import_export' as const,
    message: `The requested module './listeners.mjs' does not provide an export named '${given}s'`,
    named: { exportName: `${given}s`, module: './listeners.mjs', importer: 'index.mjs' },
    files: {
      'listeners.mjs': `export function ${given}(bus) {\n  bus.on('a', note);\n}\n`,
      'index.mjs': `export { ${given}s } from './listeners.mjs';\n`,
      'a.mjs': `import { ${given}s } from './index.mjs';\n${given}s(bus);\n`,
    },
    at: [['index.mjs', '‸export']] as const,
    first: { 'index.mjs': /export \{ (?:register|find)Listener\b/ },
    ...(given === 'findListener' ? { ask: /may be two different things/ } : {}),
  })),

  {
    name: 'a middleware that git knows by its new name keeps the old one where it is used',
    class: 'import_export',
    message: "The requested module './errors.mjs' does not provide an export named 'errorHandler'",
    named: { exportName: 'errorHandler', module: './errors.mjs', importer: 'a.mjs' },
    files: {
      'errors.mjs': 'export function handleErrors(error, req, res, next) {}\n',
      'a.mjs': "import { errorHandler } from './errors.mjs';\nexport const a = (app) => app.use(errorHandler);\n",
    },
    at: [['a.mjs', '‸import']],
    context: { git: historyOf({ replaced: { errorHandler: ['handleErrors'] } }) },
    first: {
      'a.mjs':
        "import { handleErrors as errorHandler } from './errors.mjs';\nexport const a = (app) => app.use(errorHandler);\n",
    },
  },
  {
    name: 'a member of a file that an index takes in place, which its list of exports lacks',
    ...noCount,
    files: {
      'repos/index.js': "module.exports = {\n  members: require('./members'),\n};\n",
      'repos/members.js': members('module.exports = { list, reset };'),
      'a.js': asked,
    },
    first: { 'repos/members.js': members('module.exports = { list, reset, count };') },
    ask: null,
  },
  {
    name: 'a member of a file that an index takes in place, which that file does not even declare',
    ...noCount,
    files: {
      'repos/index.js': "module.exports = {\n  members: require('./members'),\n};\n",
      'repos/members.js': 'const list = () => [];\nmodule.exports = { list };\n',
      'a.js': asked,
    },
    first: null,
  },
  {
    name: 'a member that the file gives out, which is no function: the index is not to blame',
    ...noCount,
    files: {
      'repos/index.js': "module.exports = {\n  members: require('./members'),\n};\n",
      'repos/members.js': 'const count = 3;\nmodule.exports = { count };\n',
      'a.js': asked,
    },
    first: null,
  },
  {
    name: 'a name given out by itself, of which the list at the end takes the place',
    ...noList,
    files: {
      'all.js': 'exports.addAll = () => 1;\nconst listOf = () => 2;\n\nmodule.exports = { listOf };\n',
      'a.js': taking,
    },
    first: {
      'all.js':
        'exports.addAll = () => 1;\nconst listOf = () => 2;\n\nmodule.exports = { listOf, addAll: exports.addAll };\n',
    },
    ask: null,
  },
  ...(
    [
      ['is made of it', 'module.exports = Object.assign(exports, { listOf });'],
      ['is the same object', 'exports = module.exports = { listOf };'],
    ] as const
  ).map(([name, given]) => ({
    name: `a name given out by itself, where what is given out ${name}`,
    ...noList,
    files: { 'all.js': `const listOf = () => 2;\n${given}\nexports.addAll = undefined;\n`, 'a.js': taking },
    first: null,
  })),
  {
    name: 'a class that is all that is given out, taken by its name beside one that hangs on it',
    ...noProblem,
    files: {
      'p.js': `${problemClass}module.exports = Problem;\nmodule.exports.Missing = Missing;\n`,
      'a.js': problemTaken,
    },
    first: {
      'p.js': `${problemClass}module.exports = Problem;\nmodule.exports.Missing = Missing;\nmodule.exports.Problem = Problem;\n`,
    },
  },
  {
    name: 'a class that is all that is given out, taken by its name alone: the one that takes it follows',
    ...noProblem,
    files: {
      'p.js': `${problemClass}module.exports = Problem;\n`,
      'a.js': "const { Problem } = require('./p');\nexports.a = () => { throw new Problem(); };\n",
    },
    first: { 'a.js': /const Problem = require/ },
  },
  {
    name: 'the object of a class, and not the class that is called almost so',
    class: 'import_export',
    message: "The requested module './store.js' does not provide an export named 'repository'",
    named: { module: './store.js', exportName: 'repository', importer: 'app.js' },
    files: {
      'package.json': '{"type":"module"}',
      'store.js':
        'export class Repository {\n  find(id) {\n    return id;\n  }\n}\nexport const repo = new Repository();\n',
      'app.js': "import { repository } from './store.js';\nexport const one = (id) => repository.find(id);\n",
    },
    at: [['app.js', '‸import']],
    first: { 'app.js': /import \{ repo \}.*\n.*repo\.find/ },
    ask: null,
  },
  ...(
    [
      ['what is wanted', 'season.discounts', null],
      ['something else', 'season.discount', /may be two different things/],
    ] as const
  ).map(([name, value, ask]) => ({
    name: `an export that nobody takes, by the plural of its name, made of ${name}`,
    class: 'type' as const,
    message: "Cannot read properties of undefined (reading 'bulk')",
    named: { property: 'bulk', nullish: 'undefined' as const },
    files: {
      'season.js': `const season = load();\nexports.discount = ${value};\nexports.hours = () => season.hours;\n`,
      'a.js': "const { discounts } = require('./season');\nexports.price = (kilos) => discounts.bulk * kilos;\n",
    },
    at: [['a.js', 'discounts.‸bulk']] as const,
    first: { 'a.js': /discount\b/ },
    ask,
  })),
  ...(
    [
      ['what it is called here', 'zodSchema as zSchema', 'export { sValidator, zSchema };\n', 'zSchema'],
      ['one that is nearer than what it is called here', 'zodSchem as schema', 'export { schema, zodSchema };\n', null],
    ] as const
  ).map(([name, taken, given, meant]) => ({
    name: `an import under another name: ${name}`,
    class: 'import_export' as const,
    message: `The requested module 'checks' does not provide an export named '${taken.split(' ')[0]}'`,
    named: { module: 'checks', exportName: taken.split(' ')[0] ?? '', importer: 'a.mjs' },
    files: {
      'package.json': '{"dependencies":{"checks":"1"}}',
      'a.mjs': `import { ${taken} } from 'checks';\nexport const a = ${taken.split(' ')[2]}({});\n`,
    },
    outside: {
      'node_modules/checks/package.json': '{"name":"checks","type":"module","main":"index.js"}',
      'node_modules/checks/index.js': `const [schema, zSchema, zodSchema, sValidator] = [];\n${given}`,
    },
    at: [['a.mjs', '‸import']] as const,
    first: { 'a.mjs': meant === null ? /\{ zodSchema as schema \}/ : /import \{ zSchema \} from/ },
  })),
  {
    name: 'what its file gives out wrapped, as the default, is not given out bare beside it',
    class: 'import_export',
    message: "The requested module './store.js' does not provide an export named 'storePlugin'",
    named: { module: './store.js', exportName: 'storePlugin', importer: 'app.js' },
    files: {
      'package.json': '{"type":"module"}',
      'store.js':
        "import fp from 'fastify-plugin';\nasync function storePlugin(app) {\n  app.decorate('store', {});\n}\nexport default fp(storePlugin, { name: 'store' });\n",
      'app.js': "import { storePlugin } from './store.js';\napp.register(storePlugin);\n",
    },
    at: [['app.js', '‸import']],
    first: { 'app.js': "import storePlugin from './store.js';\napp.register(storePlugin);\n" },
    together: true,
  },
  ...(
    [
      ['jwt', 'jsonwebtoken', 'module.exports = { sign: require("./sign") };\n'],
      ['_', 'lodash', 'root._ = lib; module.exports = root._;\n'],
    ] as const
  ).map(([name, from, text]) => ({
    name: `what people call the whole of a package, though another one gives the name out: ${name}`,
    class: 'import_export' as const,
    message: `Named export '${name}' not found. The requested module '${from}' is a CommonJS module`,
    named: { module: from, exportName: name },
    files: {
      'package.json': `{"type":"module","dependencies":{"${from}":"1","other":"1"}}`,
      'main.js': `import { ${name} } from '${from}';\nexport const a = () => ${name}.sign(1);\n`,
    },
    outside: {
      [`node_modules/${from}/package.json`]: `{"name":"${from}","main":"index.js"}`,
      [`node_modules/${from}/index.js`]: text,
      'node_modules/other/package.json': '{"name":"other","types":"index.d.ts"}',
      'node_modules/other/index.d.ts': `export declare function ${name}(x: number): number;\n`,
    },
    first: { 'main.js': `import ${name} from '${from}';\nexport const a = () => ${name}.sign(1);\n` },
  })),
  {
    name: 'a name of the ES module of a package that is CommonJS as well',
    ...link('xml', 'XmlBuilder', 'main.js'),
    files: {
      'package.json': '{"type":"module","dependencies":{"xml":"1"}}',
      'main.js': "import { XmlBuilder } from 'xml';\nexport const a = () => new XmlBuilder();\n",
    },
    outside: {
      'node_modules/xml/package.json':
        '{"name":"xml","exports":{".":{"import":{"default":"./src/xml.js"},"require":{"default":"./lib/xml.cjs"}}}}',
      'node_modules/xml/src/xml.js': 'class XMLBuilder {}\nexport { XMLBuilder };\n',
      'node_modules/xml/lib/xml.cjs': 'exports.a = 1;\nmodule.exports = made.b;\n',
    },
    first: { 'main.js': "import { XMLBuilder } from 'xml';\nexport const a = () => new XMLBuilder();\n" },
  },
  {
    name: 'the module that the linker names, of several whose default is taken',
    ...link('dates', 'default', 'main.js'),
    files: {
      'package.json': '{"type":"module","dependencies":{"days":"1","zones":"1","dates":"1"}}',
      'main.js':
        "import days from 'days';\nimport zones from 'zones';\nimport Dates from 'dates';\nexport const at = () => days(zones, Dates.now());\n",
    },
    outside: {
      'node_modules/days/package.json': '{"name":"days","main":"index.js"}',
      'node_modules/days/index.js': 'module.exports = () => 1;\n',
      'node_modules/zones/package.json': '{"name":"zones","main":"index.js"}',
      'node_modules/zones/index.js': 'module.exports = () => 1;\n',
      'node_modules/dates/package.json': '{"name":"dates","type":"module","main":"index.js"}',
      'node_modules/dates/index.js': 'export class Dates {}\n',
    },
    first: { 'main.js': /import \{ Dates \} from 'dates'/ },
  },
  {
    name: 'an object given out by default, taken by the name of its file and handed on whole',
    class: 'import_export',
    message: "The requested module '#config' does not provide an export named 'config'",
    named: { exportName: 'config', module: '#config' },
    files: {
      'package.json': '{ "type": "module", "imports": { "#config": "./config/index.js" } }',
      'config/index.js': 'const base = { a: 1 };\nexport default {\n  ...base,\n  port: 1,\n};\n',
      'server.js': "import { config } from '#config';\nstart(config.port, config);\n",
    },
    at: [['server.js', 'import { ‸config }']],
    first: { 'server.js': "import config from '#config';\nstart(config.port, config);\n" },
  },
  {
    name: 'a type that is taken without its word, beside a value',
    ...link('./types.ts', 'Item', 'main.ts'),
    files: {
      'types.ts': 'export interface Item {\n  code: string;\n}\nexport const limit = 3;\n',
      'main.ts':
        "import { Item, limit } from './types.ts';\nexport const first = (items: Item[]): Item[] => items.slice(limit);\n",
    },
    first: { 'main.ts': /^import \{ type Item, limit \} from/ },
  },
  {
    name: 'a type that is handed on without its word',
    ...link('./types.ts', 'Item', 'index.ts'),
    files: {
      'types.ts': 'export interface Item {\n  code: string;\n}\nexport const limit = 3;\n',
      'index.ts': "export { Item, limit } from './types.ts';\n",
    },
    first: { 'index.ts': "export { type Item, limit } from './types.ts';\n" },
  },
  {
    name: 'a class that is handed on as a type',
    ...link('./index.ts', 'Store', 'main.ts'),
    files: {
      'store.ts': 'export class Store {}\n',
      'index.ts': "export type { Store } from './store.ts';\n",
      'main.ts': "import { Store } from './index.ts';\nexport const store: Store = new Store();\n",
    },
    first: { 'index.ts': "export { Store } from './store.ts';\n" },
  },
  {
    name: 'compiled to CommonJS: what a package gives out, taken as a name beside types of it',
    class: 'type',
    message: '(0 , express_1.express) is not a function',
    named: { identifier: 'express' },
    files: {
      'package.json': '{"dependencies":{"express":"5"}}',
      'src/main.ts': "import { express, type Request } from 'express';\nconst app = express();\n",
    },
    outside: {
      'node_modules/express/package.json': '{"name":"express","main":"index.js"}',
      'node_modules/express/index.js':
        "module.exports = createApplication;\nmodule.exports.Router = require('./router');\nfunction createApplication() {}\n",
    },
    at: [['src/main.ts', '‸express();']],
    first: { 'src/main.ts': "import express, { type Request } from 'express';\nconst app = express();\n" },
  },
  {
    name: 'a default taken as a name beside another one',
    ...link('./store.js', 'Store', 'main.ts'),
    files: {
      'store.ts': 'export default class Store {}\nexport interface Item {\n  id: number;\n}\n',
      'main.ts': "import { Store, type Item } from './store.js';\nnew Store();\n",
    },
    first: { 'main.ts': "import Store, { type Item } from './store.js';\nnew Store();\n" },
  },
  {
    name: 'a name taken as the default beside another one',
    ...link('./store.js', 'default', 'main.ts'),
    files: {
      'store.ts': 'export class Store {}\nexport const limit = 3;\n',
      'main.ts': "import Store, { limit } from './store.js';\nnew Store(limit);\n",
    },
    first: { 'main.ts': "import { Store, limit } from './store.js';\nnew Store(limit);\n" },
  },
  {
    name: 'a default of a project that is CommonJS, taken as a whole by several',
    class: 'type',
    message: 'Problem is not a constructor',
    named: { identifier: 'Problem' },
    files: {
      'problem.js': 'class Problem extends Error {}\n\nexport default Problem;\n',
      'a.js': "const Problem = require('./problem');\nexports.a = () => new Problem('a');\n",
      'b.js': "const Problem = require('./problem');\nexports.b = (error) => error instanceof Problem;\n",
    },
    at: [['a.js', 'new ‸Problem']],
    first: { 'problem.js': 'class Problem extends Error {}\n\nmodule.exports = Problem;\n' },
  },
  {
    name: 'a whole module under the name of a part of it, of which another part is taken beside',
    class: 'type',
    message: 'Animal.all is not a function',
    files: {
      'animal.js':
        'class Animal {\n  static all() {\n    return [];\n  }\n}\nconst planFor = (animal) => animal.plan;\nmodule.exports = { Animal, planFor };\n',
      'a.js':
        "const Animal = require('./animal');\nconst { planFor } = Animal;\nexports.list = () => Animal.all().map(planFor);\n",
    },
    at: [['a.js', '‸Animal.all']],
    first: null,
  },
  {
    name: 'one name of several that another file gives out',
    ...link('./body.js', 'created', 'a.js'),
    files: {
      'body.js': 'export const readJson = (text) => JSON.parse(text);\n',
      'respond.js': 'export const created = (body) => ({ status: 201, body });\n',
      'a.js': "import { readJson, created } from './body.js';\nexport const a = (text) => created(readJson(text));\n",
    },
    at: [['a.js', '‸import']],
    first: {
      'a.js':
        "import { readJson } from './body.js';\nimport { created } from './respond.js';\nexport const a = (text) => created(readJson(text));\n",
    },
  },
  {
    name: 'one thing in braces, which all take as the whole: without them',
    ...noMember,
    named: { identifier: 'Problem.notFound', receiver: 'Problem', property: 'notFound' },
    files: {
      'problems.js': `${problems}module.exports = { Problem };\n`,
      'a.js': `const Problem = require('./problems');\n${throwing}`,
      'b.js': "const Problem = require('./problems');\nexports.is = (error) => error instanceof Problem;\n",
    },
    at: [['a.js', '‸Problem.notFound']],
    first: { 'problems.js': `${problems}module.exports = Problem;\n` },
  },
  {
    name: 'one thing in braces, which one file takes so: the others follow',
    ...noMember,
    named: { identifier: 'Problem.notFound', receiver: 'Problem', property: 'notFound' },
    files: {
      'problems.js': `${problems}module.exports = { Problem };\n`,
      'a.js': `const Problem = require('./problems');\n${throwing}`,
      'b.js': `const Failure = require('./problems').Problem;\nexports.is = (error) => error instanceof Failure;\n`,
      'c.js': "const Problem = require('./problems');\nexports.is = (error) => error instanceof Problem;\n",
    },
    at: [['a.js', '‸Problem.notFound']],
    first: {
      'a.js': `const { Problem } = require('./problems');\n${throwing}`,
      'c.js': "const { Problem } = require('./problems');\nexports.is = (error) => error instanceof Problem;\n",
    },
  },
  {
    name: 'one thing without braces, which all take in them',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'notFound')",
    named: { property: 'notFound', nullish: 'undefined' },
    files: {
      'problems.js': `${problems}module.exports = Problem;\n`,
      'a.js': `const { Problem } = require('./problems');\n${throwing}`,
      'b.js': "const { Problem } = require('./problems');\nexports.is = (error) => error instanceof Problem;\n",
    },
    at: [['a.js', '‸Problem.notFound']],
    first: { 'problems.js': `${problems}module.exports = { Problem };\n` },
  },
  {
    name: 'the one file of a folder that has no default, where all are imported as the program runs',
    class: 'type',
    message: 'Format is not a constructor',
    named: { identifier: 'Format' },
    files: plugins,
    at: [['index.js', 'new ‸Format']],
    first: { 'formats/json.js': 'export class Json {}\n\nexport default Json;\n' },
  },
  {
    name: 'a member of what is loaded that no file has, where all such files have a default',
    class: 'type',
    message: "Cannot destructure property 'method' of 'undefined' as it is undefined.",
    named: { property: 'method', nullish: 'undefined' },
    files: {
      'handlers/a.js': 'export default [{ method: 1 }];\n',
      'handlers/b.js': 'export default [{ method: 2 }];\n',
      'load.js':
        "export async function load(names) {\n  const modules = await Promise.all(names.filter((name) => name.endsWith('.js')).map((name) => import(name)));\n  return modules.flatMap((module) => module.routes);\n}\n",
      'main.js': "import { load } from './load.js';\nfor (const { method } of await load([])) method();\n",
    },
    at: [['main.js', 'const ‸{ method }']],
    first: { 'load.js': /flatMap\(\(module\) => module\.default\)/ },
  },
  {
    name: 'a file that gives out two names may be meant so',
    class: 'type',
    message: 'Format is not a constructor',
    named: { identifier: 'Format' },
    files: { ...plugins, 'formats/json.js': 'export class Json {}\nexport class Lines {}\n' },
    at: [['index.js', 'new ‸Format']],
    first: null,
  },
  {
    name: 'an object of that name beside its class, which is the default',
    class: 'type',
    message: 'The "listener" argument must be of type function. Received undefined',
    named: { code: 'ERR_INVALID_ARG_TYPE' },
    files: {
      'journal.js':
        'class Journal {\n  record() {}\n}\nexport const journal = new Journal();\nexport default Journal;\n',
      'main.js': "import journal from './journal.js';\nbank.on('sent', journal.record);\n",
    },
    at: [['main.js', '‸bank.on(']],
    first: { 'main.js': "import { journal } from './journal.js';\nbank.on('sent', journal.record);\n" },
  },
  {
    name: 'what the file gives out as its default under that very name is taken so',
    ...link('./app', 'app', 'index.js'),
    files: {
      'app.js': 'const app = () => 1;\n\nexport default app;\n',
      'index.js': "import { app } from './app.js';\napp();\n",
    },
    at: [['index.js', '‸import']],
    first: { 'index.js': "import app from './app.js';\napp();\n" },
  },
  {
    name: 'a name that only another package of the project gives out',
    ...link('kit', 'Reflector', 'a.ts'),
    files: {
      'package.json': '{"dependencies":{"kit":"1","core":"1","other":"1"}}',
      'a.ts': "import { type Guard, Inject, Reflector } from 'kit';\nexport const a = [Inject, Reflector];\n",
    },
    outside: {
      'node_modules/kit/package.json': '{"name":"kit","main":"index.js","types":"index.d.ts"}',
      'node_modules/kit/index.js': 'exports.Inject = () => {};\n',
      'node_modules/kit/index.d.ts': 'export declare function Inject(): void;\n',
      'node_modules/core/package.json': '{"name":"core","main":"index.js","types":"index.d.ts"}',
      'node_modules/core/index.js': 'exports.Reflector = class {};\n',
      'node_modules/core/index.d.ts': 'export declare class Reflector {}\n',
      'node_modules/other/package.json': '{"name":"other","main":"index.js","types":"index.d.ts"}',
      'node_modules/other/index.js': '',
      'node_modules/other/index.d.ts': 'interface Reflector {}\n',
    },
    at: [['a.ts', '‸import']],
    first: {
      'a.ts':
        "import { type Guard, Inject } from 'kit';\nimport { Reflector } from 'core';\nexport const a = [Inject, Reflector];\n",
    },
  },
  ...(
    [
      ['a part of a package', 'kit/tables', 'kit', 'asc'],
      ['a package, of which a part', 'kit', 'kit/tables', 'table'],
    ] as const
  ).map(([what, from, home, name]) => ({
    name: `${what} that does not give out what another one of it does: ${name}`,
    ...link(from, name, 'a.ts'),
    files: {
      'package.json': '{"dependencies":{"kit":"1"}}',
      'a.ts': `import { ${name} } from '${from}';\nexport const a = ${name};\n`,
      'b.ts': "import { row } from 'kit/tables';\nexport const b = row;\n",
    },
    outside: {
      'node_modules/kit/package.json': '{"name":"kit","main":"index.js","types":"index.d.ts"}',
      'node_modules/kit/index.js': 'exports.asc = () => 1;\n',
      'node_modules/kit/tables/index.js': 'exports.row = () => 1;\nexports.table = () => 1;\n',
      'node_modules/kit/index.d.ts': 'export declare function asc(): void;\n',
      'node_modules/kit/tables/index.d.ts':
        'export declare function row(): void;\nexport declare function table(): void;\n',
    },
    at: [['a.ts', '‸import']] as const,
    first: { 'a.ts': `import { ${name} } from '${home}';\nexport const a = ${name};\n` },
  })),
  ...(['export { parse }', 'export { parse as read }'] as const).map((list) => ({
    name: `a name of a package that another one has, too, in an ES module or given out by a list: ${list}`,
    class: 'type' as const,
    message: 'rows is not iterable',
    files: {
      'package.json': '{"type":"module","dependencies":{"csv":"1","yaml":"1"}}',
      'a.js': "import { parse } from 'csv';\nfor (const row of parse('')) row;\n",
      'b.cts': "import { read } from 'csv';\nread;\n",
    },
    outside: {
      'node_modules/csv/package.json': '{"name":"csv","main":"index.js","types":"index.d.ts"}',
      'node_modules/csv/index.d.ts': `declare function parse(text: string): unknown;\n${list};\nexport class Info {}\n`,
      'node_modules/yaml/package.json': '{"name":"yaml","main":"index.js","types":"index.d.ts"}',
      'node_modules/yaml/index.d.ts':
        'export declare function parse(text: string): any;\nexport declare const read: any;\n',
    },
    at: [['a.js', 'of ‸parse']] as const,
    context: { signal: { beforeReady: true } as never },
    first: list.includes('read') ? null : { 'b.cts': /from 'yaml'/ },
  })),
  {
    name: 'names that all come from another package, of which a boot fails far from them',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'toString')",
    context: {
      signal: {
        ...contextOf({ name: '', files: {}, class: 'type', message: '', first: null }).signal,
        beforeReady: true,
      },
    },
    files: {
      'package.json': '{"dependencies":{"kit":"1","core":"1"}}',
      'a.ts': "import { APP_GUARD, APP_PIPE } from 'kit';\nexport const a = [APP_GUARD, APP_PIPE];\n",
    },
    outside: {
      'node_modules/kit/package.json': '{"name":"kit","main":"index.js","types":"index.d.ts"}',
      'node_modules/kit/index.js': 'exports.Inject = () => {};\n',
      'node_modules/kit/index.d.ts': 'export declare function Inject(): void;\n',
      'node_modules/core/package.json': '{"name":"core","main":"index.js","types":"index.d.ts"}',
      'node_modules/core/index.js': "exports.APP_GUARD = 'g';\nexports.APP_PIPE = 'p';\n",
      'node_modules/core/index.d.ts': "export { APP_GUARD, APP_PIPE } from './constants';\n",
    },
    first: { 'a.ts': "import { APP_GUARD, APP_PIPE } from 'core';\nexport const a = [APP_GUARD, APP_PIPE];\n" },
  },
  {
    name: 'the default of a package that by its types gives out that very name',
    class: 'type',
    message: '(0 , import_kit.default) is not a function',
    named: { identifier: 'import_kit.default' },
    files: {
      'package.json': '{"dependencies":{"kit":"1"}}',
      'a.ts': "import Module from 'kit';\n\n@Module({})\nexport class Shop {}\n",
    },
    outside: {
      'node_modules/kit/package.json': '{"name":"kit","main":"index.js","types":"index.d.ts"}',
      'node_modules/kit/index.js': "const lib = require('tslib');\nlib.__exportStar(require('./all'), exports);\n",
      'node_modules/kit/index.d.ts': 'export declare function Module(what: object): ClassDecorator;\n',
    },
    at: [['a.ts', '‸Module({})']],
    first: { 'a.ts': "import { Module } from 'kit';\n\n@Module({})\nexport class Shop {}\n" },
  },
  {
    name: 'a package that is the thing itself, taken by name, of which a compiler left nothing',
    class: 'reference',
    message: 'ReferenceError: kit_1 is not defined',
    named: { identifier: 'kit_1' },
    files: {
      'package.json': '{"dependencies":{"kit":"1"}}',
      'a.ts': "import { Store } from 'kit';\nexport const open = () => new Store(':memory:');\n",
    },
    outside: {
      'node_modules/kit/package.json': '{"name":"kit","main":"index.js"}',
      'node_modules/kit/index.js': 'class Store {\n  close() {}\n}\nmodule.exports = Store;\n',
    },
    at: [['a.ts', 'new ‸Store']],
    first: { 'a.ts': "import Store from 'kit';\nexport const open = () => new Store(':memory:');\n" },
  },
  {
    name: '`.default` of a required package that has none',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'load')",
    named: { property: 'load', nullish: 'undefined' },
    files: {
      'package.json': '{"dependencies":{"kit":"1"}}',
      'a.js': "const kit = require('kit').default;\nexports.go = () => kit.load();\n",
    },
    outside: {
      'node_modules/kit/package.json': '{"name":"kit","main":"index.js"}',
      'node_modules/kit/index.js': 'function load() {}\nmodule.exports.load = load;\n',
    },
    at: [['a.js', 'kit.‸load()']],
    first: { 'a.js': "const kit = require('kit');\nexports.go = () => kit.load();\n" },
  },
  {
    name: 'a class of a package in the other number, where it is made',
    class: 'type',
    message: 'kit_1.ValidationPipes is not a constructor',
    files: {
      'package.json': '{"dependencies":{"kit":"1"}}',
      'a.ts': "import { ValidationPipes } from 'kit';\nexport const pipe = new ValidationPipes();\n",
    },
    outside: {
      'node_modules/kit/package.json': '{"name":"kit","main":"index.js"}',
      'node_modules/kit/index.js': 'exports.ValidationPipe = class {};\nexports.version = 1;\n',
    },
    at: [['a.ts', 'new ‸ValidationPipes()']],
    first: { 'a.ts': "import { ValidationPipe } from 'kit';\nexport const pipe = new ValidationPipe();\n" },
  },
  {
    name: 'a class of a package in the other number, which an error is asked for',
    ...link('kit', 'KitErrors', 'app.mjs'),
    files: {
      'package.json': '{"dependencies":{"kit":"1"}}',
      'app.mjs': "import { KitErrors } from 'kit';\nexport const is = (error) => error instanceof KitErrors;\n",
    },
    outside: {
      'node_modules/kit/package.json': '{"name":"kit","type":"module","main":"index.js"}',
      'node_modules/kit/index.js': 'export class KitError extends Error {}\nexport const version = 1;\n',
    },
    first: {
      'app.mjs': "import { KitError } from 'kit';\nexport const is = (error) => error instanceof KitError;\n",
    },
  },
  {
    name: 'a slip in a name that a package hands on by the `export *` of a compiler',
    class: 'type',
    message: '(0 , kit_1.Moduel) is not a function',
    files: {
      'package.json': '{"dependencies":{"kit":"1"}}',
      'a.ts': "import { Moduel } from 'kit';\n\n@Moduel({})\nexport class Shop {}\n",
    },
    outside: {
      'node_modules/kit/package.json': '{"name":"kit","main":"index.js"}',
      'node_modules/kit/index.js':
        "exports.version = 2;\nconst lib = require('tslib');\nlib.__exportStar(require('./all'), exports);\n",
      'node_modules/kit/all.js': 'exports.Module = () => {};\n',
    },
    at: [['a.ts', '‸Moduel({})']],
    first: { 'a.ts': "import { Module } from 'kit';\n\n@Module({})\nexport class Shop {}\n" },
  },
  {
    name: 'a slip in an ESM name, with its uses',
    ...link('./db.mjs', 'getUsres', 'app.mjs'),
    files: {
      'db.mjs': 'export function getUsers() {}\nexport const other = 1;\n',
      'app.mjs': "import { getUsres } from './db.mjs';\nexport const f = () => getUsres();\n",
    },
    first: { 'app.mjs': "import { getUsers } from './db.mjs';\nexport const f = () => getUsers();\n" },
  },
  {
    name: 'a near name that something else here has already',
    ...link('./db.mjs', 'reportService', 'app.mjs'),
    files: {
      'db.mjs': 'export const reports = [];\n',
      'app.mjs':
        "import { reportService } from './db.mjs';\nexport const f = (id) => {\n  const reports = reportService.of(id);\n  return reports;\n};\n",
    },
    together: true,
    first: {
      'app.mjs':
        "import { reports as reportService } from './db.mjs';\nexport const f = (id) => {\n  const reports = reportService.of(id);\n  return reports;\n};\n",
    },
  },
  {
    name: 'a name that is taken and not used, beside one that is used and not taken',
    ...link('./store.mjs', 'Store', 'app.mjs'),
    files: {
      'store.mjs': 'class Store {}\nexport const store = new Store();\n',
      'app.mjs': "import { Store } from './store.mjs';\nexport const all = () => store.all();\n",
    },
    first: { 'app.mjs': "import { store } from './store.mjs';\nexport const all = () => store.all();\n" },
  },
  {
    name: 'a name of what is given out whole',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'get')",
    named: { property: 'get', nullish: 'undefined' },
    files: {
      'app.js': 'const app = express();\nmodule.exports = app;\n',
      'www.js': "const { app } = require('./app');\napp.get('port');\n",
    },
    at: [['www.js', 'app.‸get']],
    first: { 'www.js': "const app = require('./app');\napp.get('port');\n" },
  },
  {
    name: 'an object that is the default, and that all others take by one name',
    class: 'import_export',
    message: "The requested module './config.js' does not provide an export named 'config'",
    named: { module: './config.js', exportName: 'config', importer: 'server.js' },
    files: {
      'package.json': '{"type":"module"}',
      'config.js': 'export default {\n  port: 1,\n  name: "x",\n};\n',
      'server.js': "import { config } from './config.js';\nlisten(config.port);\n",
      'title.js': "import { config } from './config.js';\nexport const title = config.name;\n",
    },
    at: [['server.js', '‸import']],
    first: { 'config.js': 'export const config = {\n  port: 1,\n  name: "x",\n};\n' },
  },
  {
    name: 'a file that gives nothing out, and of which others want more than the name that failed',
    ...noFunction('listNotes'),
    files: {
      'notes.js':
        "const { next } = require('./ids')\n\nfunction listNotes () { return [] }\n\nfunction findNote () {}\n\nfunction addNote () { return next() }\n\nfunction inner () {}\n",
      'routes.js': "const { listNotes, findNote } = require('./notes')\nexports.list = () => listNotes(findNote)\n",
      'other.js': "const notes = require('./notes')\nexports.add = (one) => notes.addNote(one)\n",
    },
    at: [['routes.js', '‸listNotes(']],
    first: { 'notes.js': /\n\nmodule\.exports = \{ listNotes, findNote, addNote \}\n$/ },
  },
  ...(
    [
      ['users.js', "var router = require('koa-router')();\nrouter.get('/', list);\n", 'users.routes', 'router'],
      ['app.js', "var express = require('express');\nvar app = express();\napp.use(log);\n", 'app.listen', 'app'],
      ['monad.js', 'class Box {\n  static of(it) { return it; }\n}\n', 'monad.of', 'Box'],
      ['serve.js', 'const inner = () => 1;\nfunction answer() { return inner(); }\n', 'serve', 'answer'],
    ] as const
  ).map(([file, text, used, given]) => ({
    name: `${file} gives nothing out any more: ${given}`,
    ...noFunction(used),
    files: {
      [file]: text,
      'main.js': `const ${file.replace('.js', '')} = require('./${file.replace('.js', '')}');\nmodule.exports = () => ${used}();\n`,
    },
    at: [['main.js', `‸${used}()`]] as const,
    first: { [file]: `${text}\nmodule.exports = ${given};\n` },
  })),
  {
    name: 'what is given out by a misspelt word',
    ...noFunction('app.set'),
    files: {
      'app.js': "const app = require('express')();\nmodule.expotrs = app;\n",
      'www.js': "const app = require('./app');\napp.set('port', 1);\n",
    },
    at: [['www.js', '‸app.set']],
    first: { 'app.js': "const app = require('express')();\nmodule.exports = app;\n" },
  },
  {
    name: 'two names that are missing from what is given out',
    ...noFunction('find'),
    files: {
      'notes.js': 'function list() {}\nfunction find() {}\nfunction add() {}\nmodule.exports = { list };\n',
      'routes.js': "const { list, add, find } = require('./notes');\nexports.a = () => find(list, add);\n",
    },
    at: [['routes.js', '‸find(']],
    first: { 'notes.js': /module\.exports = \{ list, find, add \};/ },
  },
  {
    name: 'a builtin taken by a name that it does not have',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'join')",
    named: { property: 'join', nullish: 'undefined' },
    files: { 'a.js': "const { path } = require('node:path');\nexports.at = (name) => path.join(__dirname, name);\n" },
    at: [['a.js', 'path.‸join']],
    first: { 'a.js': "const path = require('node:path');\nexports.at = (name) => path.join(__dirname, name);\n" },
  },
  {
    name: 'an export renamed, and a failure that does not say so',
    class: 'unknown',
    message: 'Scope []',
    files: {
      'orders.ts': 'export class ordersModule {}\n',
      'app.ts': "import { OrdersModule } from './orders';\nexport const imports = [OrdersModule];\n",
    },
    first: { 'app.ts': "import { ordersModule } from './orders';\nexport const imports = [ordersModule];\n" },
  },
  {
    name: 'named where there is only a default',
    ...link('./router.js', 'router', 'app.js'),
    files: {
      'package.json': '{"type":"module"}',
      'router.js': 'const router = {};\nexport default router;\n',
      'app.js': "import { router } from './router.js';\nrouter.x;\n",
    },
    first: { 'router.js': 'export const router = {};\nexport default router;\n' },
  },
  {
    name: 'a member of the object that is given out by default',
    ...link('./router.js', 'list', 'app.js'),
    files: {
      'package.json': '{"type":"module"}',
      'router.js': 'const router = { list: () => [], find: () => null };\nexport default router;\n',
      'app.js': "import { find, list } from './router.js';\nlist(find);\n",
    },
    first: {
      'app.js': "import routerModule from './router.js';\nconst { find, list } = routerModule;\nlist(find);\n",
    },
  },
  ...(
    [
      [
        'has none of them by name',
        "const paint = require('paint').default;\nexports.say = (text) => paint.red(text);\n",
      ],
      ['has another one by name', null],
    ] as const
  ).map(([how, first]) => ({
    name: `a member of a package that is an ES module now, required whole, which ${how}`,
    class: 'type' as const,
    message: 'paint.red is not a function',
    named: { receiver: 'paint', property: 'red' },
    files: {
      'package.json': '{"dependencies":{"paint":"5"}}',
      'a.js': `const paint = require('paint');\nexports.say = (text) => paint.red(text);\n${first === null ? 'paint.level(1);\n' : ''}`,
    },
    outside: {
      'node_modules/paint/package.json': '{"type":"module","exports":"./index.js"}',
      'node_modules/paint/index.js': 'const paint = create();\nexport const level = 1;\nexport default paint;\n',
    },
    at: [['a.js', 'paint.‸red'] as const],
    first: first === null ? null : { 'a.js': first },
  })),
  {
    name: 'no member of the object that is given out by default',
    ...link('./router.js', 'list', 'app.js'),
    files: {
      'package.json': '{"type":"module"}',
      'router.js': 'export default { find: () => null };\n',
      'app.js': "import { list } from './router.js';\nlist();\n",
    },
    first: null,
  },
  {
    name: 'the one thing of a module that is required in place',
    class: 'type',
    message: 'argument handler must be a function',
    files: {
      'routes.js': "const router = require('express').Router();\nmodule.exports = { router };\n",
      'app.js': "app.use('/rows', require('./routes'));\n",
    },
    at: [['app.js', '‸app.use']],
    first: { 'app.js': "app.use('/rows', require('./routes').router);\n" },
  },
  {
    name: 'a slip where it is handed on',
    ...link('./sums.js', 'totl', 'index.js'),
    files: {
      'package.json': '{"type":"module"}',
      'sums.js': 'export const total = (rows) => rows.length;\n',
      'index.js': "export { totl } from './sums.js';\n",
    },
    first: { 'index.js': "export { total } from './sums.js';\n" },
  },
  ...(
    [
      ['beside names that it gives out', 'math.add', "import * as math from './math.js';\n"],
      ['beside one that it does not have', 'math.sub', null],
    ] as const
  ).map(([how, read, first]) => ({
    name: `default where the whole module is handed on, ${how}`,
    ...link('./math.js', 'default', 'app.js'),
    files: {
      'package.json': '{"type":"module"}',
      'math.js': 'export const add = 1;\nexport const mul = 2;\n',
      'app.js': `import math from './math.js';\nopen({ math }, ${read});\n`,
    },
    first: first === null ? null : { 'app.js': `${first}open({ math }, ${read});\n` },
  })),
  ...(
    [
      ['in braces, of what is a function', 'const { check } = ', 'module.exports = (schema) => schema;\n'],
      ['whole, of an object that holds it', 'const check = ', 'module.exports = { check: (schema) => schema };\n'],
    ] as const
  ).map(([how, taken, check], at) => ({
    name: `what an index hands on took it ${how}`,
    class: 'type' as const,
    message: 'TypeError: check is not a function',
    files: {
      'check.js': check,
      'index.js': `${taken}require('./check');\nmodule.exports = { check };\n`,
      'app.js': "const { check } = require('./index');\ncheck({});\n",
    },
    at: [['app.js', '‸check({})'] as const],
    first: {
      'index.js': `${at === 0 ? 'const check = ' : 'const { check } = '}require('./check');\nmodule.exports = { check };\n`,
    },
  })),
  {
    name: 'a name beside the default that is handed on already is not that default, too',
    ...link('./tickets.js', 'TicketError', 'index.js'),
    files: {
      'package.json': '{"type":"module"}',
      'errors.js': 'export class TicketError extends Error {}\n',
      'tickets.js':
        "import { TicketError } from './errors.js';\nexport default class Tickets {\n  buy() {\n    throw new TicketError();\n  }\n}\n",
      'index.js': "export { default as Tickets, TicketError } from './tickets.js';\n",
    },
    first: null,
  },
  {
    name: 'a slip where it is handed on by another name',
    ...link('./sums.js', 'totl', 'index.js'),
    files: {
      'package.json': '{"type":"module"}',
      'sums.js': 'export const total = (rows) => rows.length;\n',
      'index.js': "export { totl as count } from './sums.js';\n",
    },
    first: { 'index.js': "export { total as count } from './sums.js';\n" },
  },
  {
    name: 'default where there is only the name',
    ...link('./router.js', 'default', 'app.js'),
    files: {
      'package.json': '{"type":"module"}',
      'router.js': 'export const router = {};\n',
      'app.js': "import router from './router.js';\nrouter.x;\n",
    },
    first: { 'app.js': "import { router } from './router.js';\nrouter.x;\n" },
  },
  {
    name: 'default of a module whose functions are used as members',
    ...link('./math.js', 'default', 'app.js'),
    files: {
      'package.json': '{"type":"module"}',
      'math.js': 'export const add = 1;\nexport const sub = 2;\n',
      'app.js': "import math from './math.js';\nmath.add;\n",
    },
    first: { 'app.js': "import * as math from './math.js';\nmath.add;\n" },
  },
  {
    name: 'declared there but not exported',
    ...link('./util.mjs', 'helper', 'app.mjs'),
    files: {
      'util.mjs': 'function helper() {}\nexport function other() {}\n',
      'app.mjs': "import { helper } from './util.mjs';\nhelper();\n",
    },
    first: { 'util.mjs': 'export function helper() {}\nexport function other() {}\n' },
  },
  ...(
    [
      ['by name', 'function noRows(q, s) {}\nmodule.exports = noRows;\n'],
      ['of the name of its file', 'module.exports = (q, s) => s.end();\n'],
    ] as const
  ).map(([how, text]) => ({
    name: `one of two names that were taken is a file of its own now, ${how}`,
    class: 'type' as const,
    message: 'app.use() requires a middleware function',
    files: {
      'errors.js': 'module.exports = { failed: (e, q, s, n) => s.end() };\n',
      'no-rows.js': text,
      'app.js': "const { noRows, failed } = require('./errors');\napp.use(noRows);\napp.use(failed);\n",
    },
    at: [['app.js', '‸app.use(noRows)'] as const],
    first: {
      'app.js':
        "const { failed } = require('./errors');\nconst noRows = require('./no-rows');\napp.use(noRows);\napp.use(failed);\n",
    },
  })),
  {
    name: 'one of two names that were imported is the default of another file',
    ...link('./errors.mjs', 'missing', 'app.mjs'),
    files: {
      'errors.mjs': 'export const failed = 1;\n',
      'lib/none.mjs': 'export default function missing() {}\n',
      'app.mjs': "import { failed, missing } from './errors.mjs';\nmissing(failed);\n",
    },
    first: {
      'app.mjs': "import { failed } from './errors.mjs';\nimport missing from './lib/none.mjs';\nmissing(failed);\n",
    },
  },
  {
    name: 'the name comes from another file',
    ...link('./a.mjs', 'parse', 'app.mjs'),
    files: {
      'a.mjs': 'export const format = 1;\n',
      'lib/b.mjs': 'export const parse = 1;\n',
      'app.mjs': "import { parse } from './a.mjs';\nparse;\n",
    },
    first: { 'app.mjs': "import { parse } from './lib/b.mjs';\nparse;\n" },
  },
  {
    name: 'a named import of CommonJS that the lexer cannot see',
    class: 'import_export',
    message: "Named export 'b' not found. The requested module './c.cjs' is a CommonJS module",
    named: { module: './c.cjs', exportName: 'b', importer: 'app.mjs' },
    files: {
      'c.cjs': 'const all = { a: 1, b: 2 };\nmodule.exports = all;\n',
      'app.mjs': "import { b } from './c.cjs';\nb;\n",
    },
    first: { 'app.mjs': "import cModule from './c.cjs';\nconst { b } = cModule;\nb;\n" },
  },
  {
    name: 'a CommonJS module that gives out an object, called',
    ...noFunction('connect'),
    files: {
      'db.js': 'module.exports = { connect() {}, close() {} };\n',
      'app.js': "const connect = require('./db');\nconnect();\n",
    },
    at: [['app.js', '‸connect();']],
    first: { 'app.js': "const { connect } = require('./db');\nconnect();\n" },
  },
  {
    name: 'a CommonJS module that is a function, destructured',
    ...noFunction('logger'),
    files: {
      'logger.js': 'module.exports = function logger() {};\n',
      'app.js': "const { logger } = require('./logger');\nlogger();\n",
    },
    at: [['app.js', '‸logger();']],
    first: { 'app.js': "const logger = require('./logger');\nlogger();\n" },
  },
  {
    name: 'a CommonJS function that was left out of module.exports',
    ...noFunction('b'),
    files: {
      'util.js': 'function a() {}\nfunction b() {}\nmodule.exports = { a };\n',
      'app.js': "const { a, b } = require('./util');\na();\nb();\n",
    },
    at: [['app.js', '‸b();']],
    first: { 'util.js': 'function a() {}\nfunction b() {}\nmodule.exports = { a, b };\n' },
  },
  {
    name: 'require of an ES module with a default',
    ...noFunction('make'),
    files: {
      'make.mjs': 'export default function make() {}\n',
      'app.cjs': "const make = require('./make.mjs');\nmake();\n",
    },
    at: [['app.cjs', '‸make();']],
    first: { 'app.cjs': "const make = require('./make.mjs').default;\nmake();\n" },
  },
  {
    name: 'a namespace import that is called',
    ...noFunction('express'),
    files: { 'app.mjs': "import * as express from 'express';\nconst app = express();\n" },
    outside: {
      'node_modules/express/package.json': '{"main":"index.js"}',
      'node_modules/express/index.js': 'module.exports = () => 1;\n',
    },
    at: [['app.mjs', '‸express();']],
    first: { 'app.mjs': "import express from 'express';\nconst app = express();\n" },
  },
  {
    name: 'a slip in a CommonJS destructuring',
    ...noFunction('getUsres'),
    files: {
      'db.js': 'exports.getUsers = () => [];\n',
      'app.js': "const { getUsres } = require('./db');\ngetUsres();\n",
    },
    at: [['app.js', '‸getUsres();']],
    first: { 'app.js': "const { getUsers } = require('./db');\ngetUsers();\n" },
  },
  {
    name: 'a route handler that its controller does not export by that name',
    class: 'type',
    message: 'Route.get() requires a callback function but got a [object Undefined]',
    files: {
      'users.js': 'exports.listUsers = (req, res) => res.json([]);\n',
      'app.js': "const { listUser } = require('./users');\napp.get('/', listUser);\n",
    },
    at: [['app.js', '‸app.get']],
    facts: { listUser: { type: 'undefined' } },
    first: { 'app.js': "const { listUsers } = require('./users');\napp.get('/', listUsers);\n" },
  },
  {
    name: 'a router file that exports nothing',
    class: 'type',
    message: 'Router.use() requires a middleware function but got a Object',
    files: {
      'routes.js':
        "const express = require('express');\nconst router = express.Router();\nrouter.get('/', (req, res) => res.end());\n",
      'app.js': "app.use('/', require('./routes'));\n",
    },
    at: [['app.js', '‸app.use']],
    first: {
      'routes.js':
        "const express = require('express');\nconst router = express.Router();\nrouter.get('/', (req, res) => res.end());\n\nmodule.exports = router;\n",
    },
  },
  {
    name: 'a name of a package that cannot be read: its default',
    ...link('koa', 'Koa', 'app.mjs'),
    files: { 'app.mjs': "import { Koa } from 'koa';\nnew Koa();\n" },
    first: { 'app.mjs': "import Koa from 'koa';\nnew Koa();\n" },
  },
  {
    name: 'a CommonJS package that is a class, imported by name',
    ...link('koa', 'Koa', 'app.mjs'),
    files: { 'app.mjs': "import { Koa } from 'koa';\nnew Koa();\n" },
    outside: {
      'node_modules/koa/package.json': '{"main":"index.js"}',
      'node_modules/koa/index.js': 'module.exports = class Application {};\n',
    },
    first: { 'app.mjs': "import Koa from 'koa';\nnew Koa();\n" },
  },
  {
    name: 'nothing near and nowhere else: nothing',
    ...link('./a.mjs', 'zebra', 'app.mjs'),
    files: { 'a.mjs': 'export const format = 1;\n', 'app.mjs': "import { zebra } from './a.mjs';\nzebra;\n" },
    first: null,
  },
  {
    name: 'a function of the project that is not imported is not our matter',
    ...noFunction('cb'),
    files: { 'app.js': 'module.exports = (cb) => cb();\n' },
    at: [['app.js', '=> ‸cb()']],
    first: null,
  },

  {
    name: 'a class taken out of the file that gives out nothing but it',
    class: 'type',
    message: 'Class extends value undefined is not a constructor or null',
    files: {
      'a.js': "const { Store } = require('./store');\nclass Loans extends Store {}\n",
      'store.js': 'class Store {}\nmodule.exports = Store;\n',
    },
    at: [['a.js', 'extends ‸Store']],
    first: { 'a.js': "const Store = require('./store');\nclass Loans extends Store {}\n" },
  },
  {
    name: 'an ES module that is required and handed over as its default, far from where it fails',
    class: 'type',
    message: 'handler is not a function',
    named: { identifier: 'handler' },
    files: {
      'server.js': 'for (const handler of route.handlers) handler(ctx);\n',
      'body.js': 'export default async function readBody(ctx) {}\n',
      'tools.js': "const readBody = require('./body');\nrouter.post('/tools', readBody, save);\n",
    },
    at: [['server.js', ') ‸handler(ctx)']],
    first: { 'tools.js': /require\('\.\/body'\)\.default;/ },
  },
  {
    name: 'one function that is given out as it is, and of which all take the name',
    class: 'type',
    message: 'stats.summary is not a function',
    named: { identifier: 'stats.summary' },
    files: {
      'stats.js': 'function summary() {\n  return {};\n}\nmodule.exports = summary;\n',
      'a.js': "const stats = require('./stats');\nexports.show = (req, res) => res.json(stats.summary());\n",
    },
    at: [['a.js', '‸stats.summary()']],
    first: { 'stats.js': /module\.exports = \{ summary \};/ },
  },
  {
    name: 'one name of several that another file gives out; types stay where they are',
    class: 'unknown',
    message: "Nest can't resolve dependencies of the AccessGuard (Reflector, ?).",
    files: {
      'config/settings.ts': 'export interface Settings {\n  key: string;\n}\nexport const read = () => 1;\n',
      'config/settings.module.ts': "export const SETTINGS = Symbol('SETTINGS');\n",
      'guard.ts':
        "import { SETTINGS, type Settings } from './config/settings.js';\nexport const guard = (s: Settings) => [SETTINGS, s];\n",
    },
    first: {
      'guard.ts':
        /^import \{ type Settings \} from '\.\/config\/settings\.js';\nimport \{ SETTINGS \} from '\.\/config\/settings\.module(?:\.[jt]s)?';\n/,
    },
  },
  {
    name: 'all names of a statement that another file gives out',
    class: 'import_export',
    message: "The requested module './storage/repository.ts' does not provide an export named 'berths'",
    named: { module: './storage/repository.ts', exportName: 'berths', importer: 'office.ts' },
    files: {
      'storage/repository.ts': 'export class Repository {}\n',
      'storage/stays.ts': 'export const berths = 1;\nexport const stays = 2;\n',
      'office.ts': "import { berths, stays } from './storage/repository.ts';\nexport const office = [berths, stays];\n",
    },
    first: {
      'office.ts': "import { berths, stays } from './storage/stays.ts';\nexport const office = [berths, stays];\n",
    },
  },
  {
    name: 'a thing of Node by the name that people have for it',
    class: 'import_export',
    message: "The requested module 'node:timers/promises' does not provide an export named 'sleep'",
    named: { module: 'node:timers/promises', exportName: 'sleep', importer: 'job.mjs' },
    files: { 'job.mjs': "import { sleep } from 'node:timers/promises';\nexport const run = () => sleep(5);\n" },
    first: {
      'job.mjs': "import { setTimeout as sleep } from 'node:timers/promises';\nexport const run = () => sleep(5);\n",
    },
  },
  {
    name: 'a file that hands on a name, by what others want of it',
    class: 'import_export',
    message: "The requested module './errors.js' does not provide an export named 'errorHandler'",
    named: { module: './errors.js', exportName: 'errorHandler', importer: 'index.js' },
    files: {
      'package.json': '{"type":"module"}',
      'errors.js': 'export const onError = () => {};\nexport class NotFound {}\n',
      'index.js': "export { errorHandler, NotFound } from './errors.js';\n",
      'app.js': "import { onError, NotFound } from './index.js';\n",
    },
    first: { 'index.js': "export { onError, NotFound } from './errors.js';\n" },
  },
  ...(
    [
      ['who refuses is not who only answers', 'canEdit', null],
      ['who refuses by another word is', 'ensureEdit', /ensureEdit\(user, one\)/],
    ] as const
  ).map(([name, other, first]) => ({
    name,
    ...link('./rights.js', 'assertEdit', 'a.js'),
    files: {
      'rights.js': `export function ${other}(user, one) {\n  if (user.id !== one.by) throw new Error('no');\n}\n`,
      'a.js': "import { assertEdit } from './rights.js';\nexport const a = (user, one) => assertEdit(user, one);\n",
    },
    first: first === null ? null : { 'a.js': first },
  })),
]);

test('REP-2 import-export: a package that is a function and speaks of a near word, taken by name: the package itself is tried as well', async () => {
  const context = contextOf({
    ...{ name: '', class: 'type', message: 'Store is not a constructor', named: { identifier: 'Store' }, first: null },
    files: {
      'package.json': '{"dependencies":{"kit":"1"}}',
      'a.js': "const { Store } = require('kit');\nexports.open = () => new Store();\n",
    },
    outside: {
      'node_modules/kit/package.json': '{"name":"kit","main":"index.js"}',
      'node_modules/kit/index.js':
        'function Store() {}\nStore.prototype.open = function () {\n  return { store: function () {} };\n};\nmodule.exports = Store;\n',
    },
    at: [['a.js', 'new ‸Store()']],
  });
  const ideas = await importExport.ideas(context);
  const whole = "const Store = require('kit');\nexports.open = () => new Store();\n";
  assert.ok(ideas.some(({ edits }) => edits[0]?.after === whole));
});

const route = (name: string, end = 'export default routes;\n'): string =>
  `export const prefix = '/${name}';\nconst routes = (app) => app.get('/');\n\n${end}`;

check(importExport, [
  {
    name: 'one of the modules that are loaded by their folder does not give out what is read of each',
    class: 'unknown',
    message: "Plugin must be a function or a promise. Received: 'undefined'",
    files: {
      'app.mjs':
        'export async function load(names) {\n  for (const name of names) {\n    const module = await import(new URL(name, here).href);\n    await app.register(module.default, { prefix: module.prefix });\n  }\n}\n',
      'routes/a.mjs': route('a'),
      'routes/b.mjs': route('b'),
      'routes/c.mjs': route('c', 'export { routes };\n'),
    },
    at: [['app.mjs', 'app.‸register']],
    first: { 'routes/c.mjs': route('c', 'export { routes };\n\nexport default routes;\n') },
  },
]);

const listed = (name: string) => ({
  'a.mjs': "export const name = 'a';\nexport const run = () => 1;\n",
  'b.mjs': `export const name = 'b';\nexport const ${name} = () => 2;\n`,
  'all.mjs':
    "import * as a from './a.mjs';\nimport * as b from './b.mjs';\nfor (const { name, run } of [a, b]) jobs.set(name, () => run());\n",
});

check(importExport, [
  {
    name: 'one of several whole modules in a list does not give out what is taken of each',
    class: 'type',
    message: 'run is not a function',
    files: listed('execute'),
    at: [['all.mjs', '‸run()']],
    first: { 'b.mjs': listed('run')['b.mjs'] },
  },
]);

test('TRY-7 a package that gives itself out by its own name, too, leaves no question how it is taken', async () => {
  const context = contextOf({
    ...{ name: '', ...link('fastify', 'Fastify', 'app.mjs'), first: null },
    files: { 'app.mjs': "import { Fastify } from 'fastify';\nconst app = Fastify();\n" },
    outside: {
      'node_modules/fastify/package.json': '{"name":"fastify","main":"index.js"}',
      'node_modules/fastify/index.js':
        'module.exports = fastify;\nmodule.exports.fastify = fastify;\nmodule.exports.other = 1;\nfunction fastify() {}\n',
    },
  });
  const found = await importExport.ideas(context);
  assert.deepEqual(
    found.map(({ rank, edits }) => [rank, edits[0]?.after?.split('\n')[0]]),
    [
      [0, "import { fastify } from 'fastify';"],
      [1, "import Fastify from 'fastify';"],
    ],
  );
});

test('REP-2 import-export: what gives a name out by default may be a file that no repair writes: then it is taken otherwise', async () => {
  const context = contextOf({
    name: '',
    ...link('./settings.js', 'settings', 'app.js'),
    files: {
      'app.js': "import { settings } from './settings.js';\nserve(settings.port);\n",
      'settings.js': 'export default { port: 1 };\n',
    },
    first: null,
  });
  const ideas = await importExport.ideas(context);
  assert.deepEqual(
    ideas.map(({ edits, rank }) => [edits[0]?.path, rank]),
    [
      ['settings.js', 0],
      ['app.js', 1],
    ],
  );
  assert.match(ideas[1]?.edits[0]?.after ?? '', /^import settings from '\.\/settings\.js';/);
});

check(importExport, [
  {
    name: 'types that are taken without `type`, and a value beside them',
    class: 'import_export',
    message: "The requested module './dto.js' does not provide an export named 'Order'",
    named: { module: './dto.js', exportName: 'Order' },
    files: {
      'dto.ts':
        'export interface Order {\n  id: string;\n}\nexport interface Line {\n  sku: string;\n}\nexport const none = 0;\n',
      'a.ts': "import { Order, Line, none } from './dto.js';\nexport const one = (order: Order): Line | 0 => none;\n",
    },
    at: [['a.ts', '‸import']],
    first: {
      'a.ts':
        "import { type Order, type Line, none } from './dto.js';\nexport const one = (order: Order): Line | 0 => none;\n",
    },
  },
]);

const spaceTaken = "import * as config from './config.js';\nimport { serve } from './serve.js';\nserve(config);\n";
const farAway = {
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'limit')",
  named: { nullish: 'undefined' as const, property: 'limit' },
  at: [['serve.js', 'http.‸limit']] as const,
};
const serving = 'export function serve(settings) {\n  return settings.http.limit;\n}\n';

check(
  importExport,
  (
    [
      ['', 'export default { http: { limit: 1 } };\n', '', spaceTaken.replace('* as config', 'config')],
      [
        ', beside names that it has, too',
        'export default { http: { limit: 1 } };\nexport const http = null;\n',
        '',
        null,
      ],
      [
        ', where modules are taken by their default elsewhere',
        'export default { http: { limit: 1 } };\n',
        'export const started = (module) => module.default;\n',
        null,
      ],
    ] as const
  ).map(([what, config, more, first]) => ({
    name: `a whole module in place of the default that alone it gives out, handed over to another file${what}`,
    ...farAway,
    files: {
      'package.json': '{"type":"module"}',
      'config.js': config,
      'serve.js': serving + more,
      'app.js': spaceTaken,
    },
    first: first === null ? null : { 'app.js': first },
  })),
);

check(
  importExport,
  (
    [
      ['one part alone', '', "\nimport { Refusal } from 'web/errors';\n"],
      ['two parts', "export { Refusal } from './errors.js';\n", null],
    ] as const
  ).map(([what, also, first]) => ({
    name: `a name that ${what} of the package it is taken from gives out`,
    ...link('web', 'Refusal', 'app.js'),
    files: {
      'package.json': '{"type":"module","dependencies":{"web":"1"}}',
      'app.js': "import { App, Refusal } from 'web';\nnew App(Refusal);\n",
    },
    outside: {
      'node_modules/web/package.json':
        '{"name":"web","type":"module","exports":{".":"./index.js","./errors":"./errors.js","./extra":"./extra.js"}}',
      'node_modules/web/index.js': 'export class App {}\n',
      'node_modules/web/errors.js': 'export class Refusal extends Error {}\n',
      'node_modules/web/extra.js': `export class Extra {}\n${also}`,
    },
    first: first === null ? null : { 'app.js': `import { App } from 'web';${first}new App(Refusal);\n` },
  })),
);
