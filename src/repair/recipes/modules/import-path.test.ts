import { check, historyOf } from '../cases.test-helper.ts';
import { importPath } from './import-path.ts';

const missing = (module: string, importer: string) => ({
  class: 'missing_module' as const,
  message: `Cannot find module '${module}'`,
  named: { module, importer, code: 'MODULE_NOT_FOUND' },
});

check(importPath, [
  {
    name: 'a path that leads out of the project',
    ...missing('../index', '/srv/server.js'),
    files: {
      'index.js': 'module.exports = () => 1;\n',
      'lib/index.js': 'module.exports = () => 2;\n',
      'server.js': "const app = require('../index');\napp();\n",
    },
    at: [['server.js', '‸require(']],
    first: { 'server.js': "const app = require('./index');\napp();\n" },
  },
  ...(
    [
      ['called so', 'db', { 'actions/put.js': "const db = require('../db');\nexports.put = () => db.put();\n" }],
      ['called otherwise', 'data', null],
    ] as const
  ).map(([name, local, first]) => ({
    name: `a folder of which the path says a part, and whose module is ${name}`,
    ...missing('../d', '/srv/actions/put.js'),
    files: {
      'db/index.js': 'exports.put = () => 1;\n',
      'dc.js': 'exports.put = () => 2;\n',
      'all.js': "module.exports = [require('./db'), require('./dc')];\n",
      'actions/put.js': `const ${local} = require('../d');\nexports.put = () => ${local}.put();\n`,
    },
    at: [['actions/put.js', '‸require(']] as const,
    first,
  })),
  ...(
    [
      ['it gives out one function, called as here', 'createRepos', true],
      ['it gives out another', 'openDatabase', false],
    ] as const
  ).map(([name, fn, isIt]) => ({
    name: `a folder that was renamed, the only one that nobody imports: ${name}`,
    class: 'missing_module' as const,
    message: "Cannot find module './repositories'",
    named: { module: './repositories' },
    files: {
      'package.json': '{}',
      'data/index.js': `module.exports = function ${fn}(db) {\n  return { db };\n};\n`,
      'app.js': "const createRepos = require('./repositories');\nmodule.exports = createRepos();\n",
    },
    at: [['app.js', "‸require('./repositories')"]] as const,
    first: isIt ? { 'app.js': "const createRepos = require('./data');\nmodule.exports = createRepos();\n" } : null,
  })),
  ...(
    [
      ['both follow', {}, "./services/catalog.service'), require('./services/stats.service')"],
      ['two of them could be meant', { 'services/catalog.model.js': 'module.exports = class Catalog {};\n' }, null],
    ] as const
  ).map(([name, more, after]) => ({
    name: `files that were renamed together say of what kind they are: ${name}`,
    class: 'missing_module' as const,
    message: "Cannot find module './services/catalog'",
    named: { module: './services/catalog' },
    files: {
      'package.json': '{}',
      'services/catalog.service.js': 'module.exports = class Catalog {};\n',
      'services/stats.service.js': 'module.exports = class Stats {};\n',
      'services/lending.js': 'module.exports = class Lending {};\n',
      ...more,
      'app.js':
        "module.exports = [require('./services/catalog'), require('./services/stats'), require('./services/lending')];\n",
    },
    at: [['app.js', "‸require('./services/catalog')"]] as const,
    first:
      after === null ? null : { 'app.js': `module.exports = [require('${after}, require('./services/lending')];\n` },
  })),
  {
    name: 'a folder that moved: all that is imported of it is found where the first one was',
    class: 'missing_module',
    message: "Cannot find module '/srv/project/src/routes/players.js' imported from /srv/project/src/app.js",
    named: { module: '/srv/project/src/routes/players.js', importer: '/srv/project/src/app.js' },
    files: {
      'package.json': '{"type":"module"}',
      'data/players.json': '[]',
      'src/controllers/players.js': 'export default async function players(app) {}\n',
      'src/controllers/games.js': 'export default async function games(app) {}\n',
      'src/app.js':
        "import players from './routes/players.js';\nimport games from './routes/games.js';\nimport { log } from './log.js';\nfor (const each of [players, games]) log(each);\n",
      'src/log.js': 'export const log = () => {};\n',
    },
    at: [['src/app.js', '‸import players']],
    first: {
      'src/app.js':
        /'\.\/controllers\/players\.js';\nimport games from '\.\/controllers\/games\.js';\nimport \{ log \} from '\.\/log\.js'/,
    },
  },
  ...['./money', './money.js'].map((specifier) => ({
    name: `${specifier} in TypeScript that Node runs by itself: the very file`,
    class: 'missing_module' as const,
    message: `Cannot find module '/srv/src/${specifier.slice(2)}' imported from /srv/src/main.ts`,
    named: { module: `/srv/src/${specifier.slice(2)}`, importer: 'src/main.ts' },
    files: {
      'package.json': '{"type":"module"}',
      'src/main.ts': `import { money } from '${specifier}';\nmoney(1);\n`,
      'src/money.ts': 'export const money = (cents: number): string => `${cents}`;\n',
    },
    first: { 'src/main.ts': "import { money } from './money.ts';\nmoney(1);\n" },
  })),
  {
    name: 'a slip in what TypeScript requires',
    class: 'missing_module',
    message: "Cannot find module './stor'",
    named: { module: './stor', importer: 'src/main.ts' },
    files: {
      'src/main.ts': "import store = require('./stor');\nstore.open();\n",
      'src/store.ts': 'const store = { open: (): void => {} };\nexport = store;\n',
    },
    first: { 'src/main.ts': "import store = require('./store');\nstore.open();\n" },
  },
  {
    name: 'a slip in the name of an index, beside other files that nobody imports',
    class: 'missing_module',
    message: "Cannot find module '/srv/modules/idex.js' imported from /srv/server.js",
    named: { module: '/srv/modules/idex.js', importer: 'server.js' },
    files: {
      'package.json': '{"type":"module"}',
      'server.js': "import * as modules from './modules/idex.js';\nmodules.hives();\n",
      'modules/index.js': "export { hives } from './hives.js';\n",
      'modules/hives.js': 'export const hives = () => 1;\n',
    },
    at: [['server.js', '‸import']],
    first: { 'server.js': "import * as modules from './modules/index.js';\nmodules.hives();\n" },
    ask: null,
  },
  {
    name: 'a lost file that is imported by a name of package.json',
    class: 'missing_module',
    message: "Cannot find module '/srv/project/util/paging.js' imported from /srv/project/routes/trips.js",
    named: { module: '/srv/project/util/paging.js', importer: '/srv/project/routes/trips.js' },
    files: {
      'package.json': '{"type":"module","imports":{"#util/*":"./util/*.js"}}',
      'routes/trips.js': "import { paginate } from '#util/paging';\npaginate([]);\n",
      'util/money.js': 'export const cents = 100;\n',
    },
    context: { git: historyOf({ show: { 'util/paging.js': 'export const paginate = (all) => all;\n' } }) },
    at: [['routes/trips.js', '‸import']],
    first: { 'util/paging.js': 'export const paginate = (all) => all;\n' },
  },
  {
    name: 'a file that gives out a type beside what is taken',
    ...missing('./stores', 'find.ts'),
    files: {
      'package.json': '{}',
      'store.ts': 'export interface Customer {\n  id: number;\n}\nexport class Store {}\n',
      'find.ts': "import { Customer, Store } from './stores';\nexport const find = (store: Store): Customer[] => [];\n",
    },
    at: [['find.ts', '‸import']],
    first: { 'find.ts': /from '\.\/store';/ },
  },
  {
    name: 'the one file that gives out what is taken',
    class: 'missing_module',
    message: "Cannot find module '/srv/project/lib/api-error.js' imported from /srv/project/routes/loans.js",
    named: { module: '/srv/project/lib/api-error.js', importer: '/srv/project/routes/loans.js' },
    files: {
      'package.json': '{"type":"module"}',
      'routes/loans.js': "import { NotFound } from '../lib/api-error.js';\nnew NotFound();\n",
      'middleware/errors.js': 'export class NotFound extends Error {}\n',
      'lib/money.js': 'export const cents = 100;\n',
    },
    at: [['routes/loans.js', '‸import']],
    first: { 'routes/loans.js': "import { NotFound } from '../middleware/errors.js';\nnew NotFound();\n" },
  },
  {
    name: 'the one file that gives out what is taken, called otherwise, which nobody imports',
    ...missing('../lib/fares', 'routes/tickets.js'),
    files: {
      'routes/tickets.js': "const { price } = require('../lib/fares');\n",
      'lib/prices.js': 'exports.price = (count) => count * 2;\n',
      'lib/words.js': "exports.word = () => 'x';\n",
      'server.js': "require('./routes/tickets');\nrequire('./lib/words');\n",
    },
    at: [['routes/tickets.js', '‸require']],
    first: { 'routes/tickets.js': "const { price } = require('../lib/prices');\n" },
    ask: null,
  },
  {
    name: 'a file called otherwise, which nobody imports, of which another gives out the same',
    ...missing('../lib/fares', 'routes/tickets.js'),
    files: {
      'routes/tickets.js': "const { price } = require('../lib/fares');\n",
      'lib/prices.js': 'exports.price = (count) => count * 2;\n',
      'core/meals.js': 'exports.price = (count) => count * 3;\n',
      'server.js': "require('./routes/tickets');\nrequire('./core/meals');\n",
    },
    at: [['routes/tickets.js', '‸require']],
    first: { 'routes/tickets.js': "const { price } = require('../lib/prices');\n" },
    ask: /nothing but its place/,
  },
  {
    name: 'a file that nobody imports, and its class: renamed with each other; the name is the next failure',
    ...missing('../lib/loans', 'routes/tickets.js'),
    files: {
      'routes/tickets.js': "const { LoanRepository } = require('../lib/loans');\n",
      'lib/loan-store.js': 'exports.LoanStore = class {};\n',
      'lib/words.js': "exports.word = () => 'x';\n",
      'server.js': "require('./routes/tickets');\nrequire('./lib/words');\n",
    },
    at: [['routes/tickets.js', '‸require']],
    first: { 'routes/tickets.js': "const { LoanRepository } = require('../lib/loan-store');\n" },
    ask: null,
  },
  {
    name: 'a file of a like name that gives out something else is another one',
    ...missing('../lib/loans', 'routes/tickets.js'),
    files: {
      'routes/tickets.js': "const { LoanRepository } = require('../lib/loans');\n",
      'lib/loan-words.js': "exports.phrases = ['x'];\n",
      'server.js': "require('./routes/tickets');\n",
    },
    at: [['routes/tickets.js', '‸require']],
    first: null,
  },
  {
    name: 'a file that was moved: all that import it but tests, and what it imports itself',
    class: 'missing_module',
    message: "Cannot find module '/srv/lib/rpc.js' imported from /srv/lib/app.js",
    named: { module: '/srv/lib/rpc.js', importer: 'lib/app.js' },
    files: {
      'package.json': '{"type":"module"}',
      'rpc.js': "import * as jobs from '../methods/jobs.js';\nexport const run = jobs.run;\n",
      'methods/jobs.js': "import { run as again } from '../lib/rpc.js';\nexport const run = () => again;\n",
      'lib/app.js': "import { run } from './rpc.js';\nrun();\n",
      'test/rpc.test.js': "import { run } from '../lib/rpc.js';\nrun();\n",
    },
    at: [['lib/app.js', '‸import']],
    first: {
      'rpc.js': "import * as jobs from './methods/jobs.js';\nexport const run = jobs.run;\n",
      'methods/jobs.js': "import { run as again } from '../rpc.js';\nexport const run = () => again;\n",
      'lib/app.js': "import { run } from '../rpc.js';\nrun();\n",
    },
  },
  {
    name: 'a store that is gone is not the file of its data',
    class: 'missing_module',
    message: "Cannot find module '/srv/store/sharers.js' imported from /srv/lib/app.js",
    named: { module: '/srv/store/sharers.js', importer: 'lib/app.js' },
    files: {
      'package.json': '{"type":"module"}',
      'data/sharers.json': '[]',
      'lib/app.js': "import { sharers } from '../store/sharers.js';\nexport const all = () => sharers.all();\n",
    },
    at: [['lib/app.js', '‸import']],
    first: null,
  },
  {
    name: 'a file that was moved: what it reads relative to itself; what it finds from where it is now stays',
    ...missing('../lib/views', 'routes/home.js'),
    files: {
      'package.json': '{}',
      'lib/web/views.js':
        "const path = require('path');\nconst folder = path.join(__dirname, '..', 'pages');\n" +
        "exports.file = (name) => path.resolve(__dirname, '../locales', `${name}.json`);\n" +
        "exports.near = path.join(__dirname, 'near.txt');\nexports.none = path.join(__dirname, 'none.txt');\n",
      'lib/web/near.txt': 'x',
      'lib/near.txt': 'another',
      'pages/home.html': '<p>',
      'locales/en.json': '{}',
      'routes/home.js': "const views = require('../lib/views');\nviews.file('en');\n",
    },
    first: {
      'lib/web/views.js':
        "const path = require('path');\nconst folder = path.join(__dirname, '..', '..', 'pages');\n" +
        "exports.file = (name) => path.resolve(__dirname, '../../locales', `${name}.json`);\n" +
        "exports.near = path.join(__dirname, 'near.txt');\nexports.none = path.join(__dirname, 'none.txt');\n",
      'routes/home.js': "const views = require('../lib/web/views');\nviews.file('en');\n",
    },
  },
  {
    name: 'a file of the same name that is somewhere else reads what it reads',
    ...missing('./logg', 'app.js'),
    files: {
      'package.json': '{}',
      'log.js': "const path = require('path');\nexports.file = path.join(__dirname, 'x.txt');\n",
      'app.js': "const log = require('./logg');\nlog.file;\n",
    },
    first: { 'app.js': "const log = require('./log');\nlog.file;\n" },
  },
  {
    name: 'a slip in the name',
    ...missing('./lib/usres', 'app.js'),
    files: {
      'lib/users.js': 'exports.x = 1;\n',
      'lib/utils.js': '',
      'app.js': "const users = require('./lib/usres');\n",
    },
    first: { 'app.js': "const users = require('./lib/users');\n" },
  },
  {
    name: 'a slip in a folder',
    ...missing('./rotues/users.js', 'app.js'),
    files: { 'routes/users.js': '', 'app.js': "require('./rotues/users.js');\n" },
    first: { 'app.js': "require('./routes/users.js');\n" },
  },
  {
    name: 'case',
    ...missing('./lib/Users', 'app.js'),
    files: { 'lib/users.js': '', 'app.js': "require('./lib/Users');\n" },
    first: { 'app.js': "require('./lib/users');\n" },
  },
  {
    name: 'ESM needs the ending; the message has an absolute path',
    ...missing('/srv/app/lib/users', 'app.js'),
    files: {
      'package.json': '{"type":"module"}',
      'lib/users.js': 'export const a = 1;\n',
      'app.js': "import { a } from './lib/users';\na;\n",
    },
    first: { 'app.js': "import { a } from './lib/users.js';\na;\n" },
  },
  {
    name: 'ESM cannot import a folder',
    class: 'missing_module',
    message: "Directory import '/srv/app/lib' is not supported resolving ES modules imported from /srv/app/app.mjs",
    named: { module: '/srv/app/lib', importer: 'app.mjs', code: 'ERR_UNSUPPORTED_DIR_IMPORT' },
    files: { 'lib/index.js': 'export const a = 1;\n', 'app.mjs': 'import { a } from "./lib";\na;\n' },
    first: { 'app.mjs': 'import { a } from "./lib/index.js";\na;\n' },
  },
  {
    name: 'wrong depth',
    ...missing('./db', 'src/routes/a.js'),
    files: { 'src/db.js': 'exports.q = 1;\n', 'src/routes/a.js': "const { q } = require('./db');\n" },
    first: { 'src/routes/a.js': "const { q } = require('../db');\n" },
  },
  {
    name: 'a file that lacks the wanted names is another file',
    ...missing('./lib/userz', 'app.mjs'),
    files: {
      'lib/users.mjs': 'export const a = 1;\n',
      'lib/user.mjs': 'export const find = 1;\n',
      'app.mjs': "import { find } from './lib/userz';\nfind;\n",
    },
    first: { 'app.mjs': "import { find } from './lib/user.mjs';\nfind;\n" },
  },
  {
    name: 'a path of the project without its dot',
    ...missing('lib/users', 'app.js'),
    files: { 'lib/users.js': '', 'app.js': "require('lib/users');\n" },
    first: { 'app.js': "require('./lib/users');\n" },
  },
  {
    name: 'TypeScript keeps its way of writing',
    ...missing('./user.servce', 'src/main.ts'),
    files: {
      'src/user.service.ts': 'export class A {}\n',
      'src/main.ts': "import { A } from './user.servce';\nnew A();\n",
    },
    first: { 'src/main.ts': "import { A } from './user.service';\nnew A();\n" },
  },
  {
    name: 'a lost file comes back from the last good release',
    ...missing('./lib/quux', 'app.js'),
    files: { 'app.js': "require('./lib/quux');\n" },
    lastGood: { 'app.js': "require('./lib/quux');\n", 'lib/quux.js': 'exports.q = 1;\n' },
    first: { 'lib/quux.js': 'exports.q = 1;\n' },
  },
  {
    name: 'nothing of the kind is there',
    ...missing('./lib/quux', 'app.js'),
    files: { 'app.js': "require('./lib/quux');\n", 'lib/users.js': '' },
    first: null,
  },
  {
    name: 'a hostile path out of the project',
    ...missing('../../../etc/passwd', 'app.js'),
    files: { 'app.js': "require('./lib/users');\n", 'lib/users.js': '' },
    first: null,
  },

  {
    name: 'a path below a workspace that its exports do not have: the one that gives out what is taken',
    class: 'module_format',
    message:
      'Package subpath \'./time\' is not defined by "exports" in /srv/app/node_modules/@stall/core/package.json imported from /srv/app/api/main.ts',
    files: {
      'package.json': '{"type":"module","workspaces":["packages/*"]}',
      'packages/core/package.json':
        '{"name":"@stall/core","exports":{".":"./src/index.ts","./clock":"./src/clock.ts","./rows/*":"./src/rows/*.ts"}}',
      'packages/core/src/index.ts': 'export const one = 1;\n',
      'packages/core/src/clock.ts': 'export class FixedClock {}\n',
      'packages/core/src/rows/a.ts': 'export class Row {}\n',
      'api/main.ts': "import { FixedClock } from '@stall/core/time';\nnew FixedClock();\n",
    },
    first: { 'api/main.ts': "import { FixedClock } from '@stall/core/clock';\nnew FixedClock();\n" },
    ask: null,
  },
  {
    name: 'a slip in what a pattern of a workspace leads to',
    class: 'missing_module',
    message: "Cannot find module '/srv/app/packages/core/src/rows/bookings.ts' imported from /srv/app/api/main.ts",
    named: { module: '/srv/app/packages/core/src/rows/bookings.ts', importer: '/srv/app/api/main.ts' },
    files: {
      'package.json': '{"type":"module","workspaces":["packages/*"]}',
      'packages/core/package.json': '{"name":"@stall/core","exports":{"./rows/*":"./src/rows/*.ts"}}',
      'packages/core/src/rows/booking.ts': 'export class Row {}\n',
      'api/main.ts': "import { Row } from '@stall/core/rows/bookings';\nnew Row();\n",
    },
    first: { 'api/main.ts': "import { Row } from '@stall/core/rows/booking';\nnew Row();\n" },
    ask: null,
  },
  {
    name: 'a name of the package itself that its `imports` do not have',
    class: 'missing_module',
    message:
      'Package import specifier "#service" is not defined in package /srv/package.json imported from /srv/app.js',
    files: {
      'package.json': '{"type":"module","imports":{"#services":"./services/index.js","#lib/*":"./lib/*.js"}}',
      'services/index.js': 'export const a = 1;\n',
      'lib/money.js': 'export const b = 1;\n',
      'app.js': "import { b } from '#lib/money';\nimport { a } from '#service';\n",
    },
    first: { 'app.js': "import { b } from '#lib/money';\nimport { a } from '#services';\n" },
  },
  {
    name: "the one name of package.json's imports that nobody imports",
    class: 'missing_module',
    message: 'Package import specifier "#config" is not defined in package /srv/package.json imported from /srv/app.js',
    files: {
      'package.json': '{"type":"module","imports":{"#settings":"./settings.js"}}',
      'settings.js': 'export const port = 1;\n',
      'app.js': "import { port } from '#config';\n",
    },
    at: [['app.js', '‸import']],
    first: { 'app.js': "import { port } from '#settings';\n" },
  },
  {
    name: 'the folder of a module whose path is put together',
    class: 'missing_module',
    message: "Cannot find module '/srv/src/locales/en.json' imported from /srv/src/services/words.js",
    named: { module: '/srv/src/locales/en.json', importer: 'src/services/words.js' },
    files: {
      'package.json': '{"type":"module"}',
      'locales/en.json': '{}',
      'src/services/words.js': 'export const words = (name) => import(`../locales/${name}.json`);\n',
    },
    first: { 'src/services/words.js': 'export const words = (name) => import(`../../locales/${name}.json`);\n' },
  },
  {
    name: 'a part of a path that is put together, which one text of the project says',
    class: 'missing_module',
    message: "Cannot find module '../features/order'",
    named: { module: '../features/order', importer: '/srv/project/lib/app.js', code: 'MODULE_NOT_FOUND' },
    files: {
      'lib/app.js': "for (const name of ['papers', 'order']) use(require(`../features/${name}`));\n",
      'features/papers/index.js': '',
      'features/orders/index.js': "exports.find = (id) => find('order', id);\n",
    },
    at: [['lib/app.js', '‸require']],
    first: { 'lib/app.js': /\['papers', 'orders'\]/ },
  },
  {
    name: 'a part of a path that two texts of the project say',
    class: 'missing_module',
    message: "Cannot find module '../features/order'",
    named: { module: '../features/order', importer: '/srv/project/lib/app.js', code: 'MODULE_NOT_FOUND' },
    files: {
      'lib/app.js': "for (const name of ['paper', 'order']) use(require(`../features/${name}`), 'order');\n",
      'features/papers/index.js': '',
      'features/orders/index.js': '',
    },
    at: [['lib/app.js', '‸require']],
    first: null,
  },
  {
    name: 'a file that is called so in short',
    class: 'missing_module',
    message: "Cannot find module './lib/logger'",
    named: { module: './lib/logger', importer: 'server.js', code: 'MODULE_NOT_FOUND' },
    files: {
      'server.js': "const log = require('./lib/logger')('server');\nlog.info('up');\n",
      'lib/log.js': 'module.exports = (scope) => ({ info: () => scope });\n',
      'lib/render.js': 'module.exports = () => 1;\n',
    },
    at: [['server.js', '‸require']],
    first: { 'server.js': "const log = require('./lib/log')('server');\nlog.info('up');\n" },
  },
  ...(
    [
      ['the one file of a folder that is called so', ['de'], './locales/de/messages.json'],
      ['one of two files of such a folder', ['de', 'de/more'], null],
    ] as const
  ).map(([name, [, more], to]) => ({
    name,
    class: 'missing_module' as const,
    message: "Cannot find module './locales/de.json'",
    named: { module: './locales/de.json', importer: 'server.js', code: 'MODULE_NOT_FOUND' },
    files: {
      'server.js': "const de = require('./locales/de.json');\nconst en = require('./locales/en.json');\n",
      'locales/en.json': '{"hello":"hello"}',
      'locales/de/messages.json': '{"hello":"hallo"}',
      'locales/de/readme.md': 'words',
      ...(more === undefined ? {} : { 'locales/de/dates.json': '{"hello":"tag"}' }),
    },
    at: [['server.js', '‸require']] as const,
    first:
      to === null ? null : { 'server.js': `const de = require('${to}');\nconst en = require('./locales/en.json');\n` },
  })),
  ...(
    [
      ['shop/lib/stores', 'shop/lib/store', 'a near one'],
      ['@shop/lib/store', 'shop/lib/store', 'one with a sign before it'],
      ['shop/basket', './lib/basket', 'one that package.json does not give out'],
    ] as const
  ).map(([written, meant, how]) => ({
    name: `the project's own name and a path below it: ${how}`,
    class: 'missing_module' as const,
    message: `Cannot find module '${written}'`,
    named: { module: written, importer: 'server.js', code: 'MODULE_NOT_FOUND' },
    files: {
      'package.json': '{"name":"shop","exports":{".":"./server.js","./lib/store":"./lib/store.js"}}',
      'server.js': `const { open } = require('${written}');\nopen();\n`,
      'lib/store.js': 'exports.open = () => 1;\n',
      'lib/basket.js': 'exports.open = () => 2;\n',
    },
    at: [['server.js', '‸require']] as const,
    first: { 'server.js': `const { open } = require('${meant}');\nopen();\n` },
  })),
]);

check(importPath, [
  {
    name: 'a name of `imports` that is not there, where one file alone gives out all that is taken, and others take it, too',
    class: 'missing_module',
    message: 'Package import specifier "#store" is not defined in package /app/package.json imported from /app/b.js',
    named: { module: '#store' },
    files: {
      'package.json': '{"type":"module","imports":{"#data":"./data.js","#config":"./config.js"}}',
      'data.js': 'export const courses = [];\nexport const members = [];\n',
      'config.js': 'export const config = {};\n',
      'a.js':
        "import { courses } from '#data';\nimport { config } from '#config';\nexport default [courses, config];\n",
      'b.js': "import { courses, members } from '#store';\nexport default [courses, members];\n",
    },
    first: { 'b.js': "import { courses, members } from '#data';\nexport default [courses, members];\n" },
  },
]);

const noFile = (file: string) => ({
  class: 'missing_module' as const,
  message: `Error: Cannot find module '/srv/project/${file}'`,
  named: { module: `/srv/project/${file}`, code: 'MODULE_NOT_FOUND' },
});
const job = "import { parentPort } from 'node:worker_threads';\nparentPort.postMessage(1);\n";

check(importPath, [
  {
    name: 'the file of a worker, counted from the wrong folder',
    ...noFile('workers/stats.js'),
    files: {
      'package.json': '{"type":"module"}',
      'src/workers/stats.js': job,
      'src/app.js': "run(new Worker(new URL('../workers/stats.js', import.meta.url)));\n",
    },
    first: { 'src/app.js': "run(new Worker(new URL('./workers/stats.js', import.meta.url)));\n" },
  },
  {
    name: 'the file of a worker that was renamed is not put back beside itself',
    ...noFile('src/stats.js'),
    files: {
      'package.json': '{"type":"module"}',
      'src/stats.worker.js': job,
      'src/app.js': "run(new Worker(new URL('./stats.js', import.meta.url)));\n",
    },
    context: { git: historyOf({ show: { 'src/stats.js': job } }) },
    first: { 'src/app.js': "run(new Worker(new URL('./stats.worker.js', import.meta.url)));\n" },
  },
  {
    name: 'the file of a child process, joined to its folder',
    ...noFile('src/digest.js'),
    files: {
      'src/jobs/digest.js': 'process.send(1);\n',
      'src/app.js': "fork(path.join(__dirname, 'digest.js'));\n",
    },
    first: { 'src/app.js': "fork(path.join(__dirname, './jobs/digest.js'));\n" },
  },
  {
    name: 'the file of a worker lies beside the source, and is looked for in the working folder',
    ...noFile('stats.js'),
    files: {
      'package.json': '{"type":"module"}',
      'src/stats.js': job,
      'src/app.js': "run(new Pool('./stats.js', 2));\n",
    },
    first: { 'src/app.js': "run(new Pool(new URL('./stats.js', import.meta.url), 2));\n" },
  },
  {
    name: 'a folder that was renamed, of which a module is imported and a worker is started',
    class: 'missing_module',
    message: "Cannot find module '/srv/project/src/workers/pool.js' imported from /srv/project/src/app.js",
    named: { module: '/srv/project/src/workers/pool.js', importer: 'src/app.js' },
    files: {
      'package.json': '{"type":"module"}',
      'src/threads/pool.js': 'export const start = (url) => new Worker(url);\n',
      'src/threads/stats.js': job,
      'src/app.js':
        "import { start } from './workers/pool.js';\nexport const run = () => start(new URL('./workers/stats.js', import.meta.url));\n",
    },
    first: {
      'src/app.js':
        "import { start } from './threads/pool.js';\nexport const run = () => start(new URL('./threads/stats.js', import.meta.url));\n",
    },
  },
  {
    name: 'a file of a package of the project that its exports lead to, and that was deleted',
    class: 'missing_module',
    message:
      "Cannot find module '/srv/project/node_modules/@shop/core/src/dates.js' imported from /srv/project/api/a.js",
    named: { module: '/srv/project/node_modules/@shop/core/src/dates.js', importer: 'api/a.js' },
    files: {
      'package.json': '{"type":"module","workspaces":["core","api"]}',
      'core/package.json': '{"name":"@shop/core","type":"module","exports":{"./dates":"./src/dates.js"}}',
      'core/src/index.js': 'export const one = 1;\n',
      'api/package.json': '{"name":"@shop/api","type":"module"}',
      'api/a.js': "import { today } from '@shop/core/dates';\ntoday();\n",
    },
    context: { git: historyOf({ show: { 'core/src/dates.js': 'export const today = () => 1;\n' } }) },
    together: true,
    first: { 'core/src/dates.js': 'export const today = () => 1;\n' },
  },
]);

const services = {
  'services/customers.js': 'exports.findCustomer = (id) => id;\n',
  'services/index.js': "exports.orders = require('./orders');\nexports.customers = require('./customers');\n",
  'services/orders.js': 'exports.findOrder = (id) => id;\n',
  'lib/audit-log.js': 'exports.note = () => {};\n',
  'app.js': "const { note } = require('./lib/audit-log');\nmodule.exports = { note };\n",
};

check(importPath, [
  {
    name: 'a file of a name that is no more: who gives out the very thing goes before who gives out things of its words',
    ...missing('./services/customerService', 'a.js'),
    files: {
      ...services,
      'a.js': "const { findCustomer } = require('./services/customerService');\nfindCustomer(1);\n",
    },
    at: [['a.js', '‸const']],
    first: { 'a.js': /require\('\.\/services\/customers'\)/ },
  },
  {
    name: 'who hands on what another file gives out is not taken for it',
    ...missing('./lib/audit', 'a.js'),
    files: { ...services, 'a.js': "const { note } = require('./lib/audit');\nnote();\n" },
    at: [['a.js', '‸const']],
    first: { 'a.js': /require\('\.\/lib\/audit-log'\)/ },
  },
]);

check(
  importPath,
  (
    [
      [
        'the sources have it',
        { 'src/config.ts': 'export const port = 1;\n' },
        { 'src/main.ts': /from '\.\/config\.js'/ },
      ],
      ['the sources and the project have one', { 'src/config.ts': '', 'config.ts': '' }, null],
      ['nothing is called so', { 'src/settings-of-old.ts': '' }, null],
    ] as const
  ).map(([name, files, first]) => ({
    name: `an alias that nothing sets up: ${name}`,
    class: 'missing_module' as const,
    message: "Cannot find package '@/config.js' imported from /srv/project/src/main.ts",
    named: { module: '@/config.js', importer: '/srv/project/src/main.ts' },
    files: {
      'package.json': '{ "type": "module" }',
      'src/main.ts': "import { port } from '@/config.js';\nport;\n",
      ...files,
    },
    at: [['src/main.ts', '‸import']] as const,
    first,
  })),
);

const types = "import types from '../data/types.json' with { type: 'json' };\nexport default types;\n";
const schema = 'export default (kind) => import(`../schemas/${kind}.schema.js`);\n';
const settings = "import { settings } from '#lib/settings';\nexport default settings;\n";

check(importPath, [
  {
    name: 'data of a longer name, which nobody speaks of',
    ...noFile('data/types.json'),
    named: { module: '/srv/project/data/types.json', importer: 'src/a.js', code: 'ERR_MODULE_NOT_FOUND' },
    files: {
      'package.json': '{"type":"module"}',
      'src/a.js': types,
      'data/target-types.json': '{}\n',
      'data/sites.json': '{}\n',
    },
    first: { 'src/a.js': types.replace('types.json', 'target-types.json') },
  },
  {
    name: 'data of a longer name that somebody else reads',
    ...noFile('data/types.json'),
    named: { module: '/srv/project/data/types.json', importer: 'src/a.js', code: 'ERR_MODULE_NOT_FOUND' },
    files: {
      'package.json': '{"type":"module"}',
      'src/a.js': types,
      'src/b.js': "import targets from '../data/target-types.json' with { type: 'json' };\nexport default targets;\n",
      'data/target-types.json': '{}\n',
    },
    first: null,
  },
  {
    name: 'the folder of a module whose name is put together, which is called otherwise now',
    ...noFile('src/schemas/night.schema.js'),
    named: { module: '/srv/project/src/schemas/night.schema.js', importer: 'src/routes/a.js' },
    files: {
      'package.json': '{"type":"module"}',
      'src/routes/a.js': schema,
      'src/validation/night.schema.js': 'export default {};\n',
    },
    first: { 'src/routes/a.js': schema.replace('schemas', 'validation') },
  },
  {
    name: 'a file that moved out of the folder of a name of `imports`, with what it imports',
    ...noFile('src/lib/settings.js'),
    named: { module: '/srv/project/src/lib/settings.js', importer: 'src/a.js', code: 'ERR_MODULE_NOT_FOUND' },
    files: {
      'package.json': '{"type":"module","imports":{"#lib/*":"./src/lib/*.js"}}',
      'src/a.js': settings,
      'src/lib/paths.js': 'export const root = 1;\n',
      'src/config/settings.js': "import { root } from './paths.js';\nexport const settings = { root };\n",
    },
    first: {
      'src/a.js': settings.replace('#lib/settings', './config/settings.js'),
      'src/config/settings.js': /'\.\.\/lib\/paths\.js'/,
    },
  },
]);
