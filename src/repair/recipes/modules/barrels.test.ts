/** Files that hand on what others give out, and files whose namesakes stand in other folders. */
import { check } from '../cases.test-helper.ts';
import { identifier } from '../names/identifier.ts';
import { importExport } from './import-export.ts';
import { importPath } from './import-path.ts';
import { historyOf } from '../cases.test-helper.ts';

const shared = {
  'shared/format.ts':
    "export const price = (n: number) => n.toFixed(2);\nexport const title = (s: string) => s + '';\n",
  'shared/index.ts': "export { price, title } from './format.js';\n",
};
const titleIsMissing = { class: 'reference' as const, message: 'title is not defined', named: { identifier: 'title' } };

check(identifier, [
  {
    name: 'a name of a barrel that this file takes things from already',
    ...titleIsMissing,
    files: {
      ...shared,
      'routes.ts':
        "import { price } from './shared/index.js';\nexport const row = (s: string) => title(s) + price(1);\n",
    },
    at: [['routes.ts', '=> ‸title(']],
    first: {
      'routes.ts':
        "import { price, title } from './shared/index.js';\nexport const row = (s: string) => title(s) + price(1);\n",
    },
  },
  {
    name: 'a name of another folder, by its barrel',
    ...titleIsMissing,
    files: { ...shared, 'http/routes.ts': 'export const row = (s: string) => title(s);\n' },
    at: [['http/routes.ts', '=> ‸title(']],
    first: { 'http/routes.ts': /^import \{ title \} from '\.\.\/shared\/index\.[jt]s';/ },
  },
  {
    name: 'a name of the same folder, past its barrel',
    ...titleIsMissing,
    files: { ...shared, 'shared/rows.ts': 'export const row = (s: string) => title(s);\n' },
    at: [['shared/rows.ts', '=> ‸title(']],
    first: { 'shared/rows.ts': /^import \{ title \} from '\.\/format\.[jt]s';/ },
  },
  {
    name: 'a name that two files give out by themselves',
    ...titleIsMissing,
    files: {
      ...shared,
      'other.ts': "export const title = () => '';\n",
      'http/routes.ts': 'export const row = (s: string) => title(s);\n',
    },
    at: [['http/routes.ts', '=> ‸title(']],
    first: { 'http/routes.ts': /import \{ title \}/ },
    ask: /is given out by/,
  },
]);

const objects = 'const mergeDeep = (a, b) => ({ ...a, ...b });\nmodule.exports = { mergeDeep };\n';
const unnamed = {
  class: 'import_export' as const,
  message: "The requested module './reports.js' does not provide an export named 'reports'",
  named: { module: './reports.js', exportName: 'reports', importer: '/srv/project/index.js' },
};
check(importExport, [
  {
    name: 'a barrel that hands on the default of a file as if it were a name',
    ...unnamed,
    files: {
      'index.js': "export { default as hives } from './hives.js';\nexport { reports } from './reports.js';\n",
      'hives.js': 'export default () => 1;\n',
      'reports.js': 'export const years = [2025];\nexport default () => 2;\n',
    },
    first: {
      'index.js':
        "export { default as hives } from './hives.js';\nexport { default as reports } from './reports.js';\n",
    },
  },
  {
    name: 'a name that is taken and not given out, beside one that is used and not taken, asked with all others',
    class: 'reference',
    message: 'mergeDeep is not defined',
    named: { identifier: 'mergeDeep' },
    files: {
      'objects.js': objects,
      'index.js': "const { deepMerge } = require('./objects');\nmodule.exports = mergeDeep({}, {});\n",
    },
    at: [['index.js', '= ‸mergeDeep(']],
    together: true,
    first: { 'index.js': "const { mergeDeep } = require('./objects');\nmodule.exports = mergeDeep({}, {});\n" },
  },
  {
    name: 'a class whose file gives out nothing',
    class: 'type',
    message: 'Class extends value #<Object> is not a constructor or null',
    files: {
      'store.js': 'class Store {}\n',
      'cars.js': "const Store = require('./store');\n\nclass Cars extends Store {}\nmodule.exports = new Cars();\n",
    },
    at: [['cars.js', 'extends ‸Store']],
    first: { 'store.js': 'class Store {}\n\nmodule.exports = Store;\n' },
  },
]);

const orders = {
  'orders/service.ts':
    'export function getOrder(id: number) {\n  return { id };\n}\n\nexport const receipt = (id: number) => findOrder(id).id;\n',
  'orders/index.ts': "export * from './service.js';\n",
  'routes.ts':
    "import { findOrder, receipt } from './orders/index.js';\n\nexport const show = [findOrder(1), receipt(1)];\n",
  'jobs.ts': "import { findOrder } from './orders/service.js';\n\nexport const job = () => findOrder(2);\n",
};
const unlinked = {
  class: 'import_export' as const,
  message: "The requested module './orders/index.js' does not provide an export named 'findOrder'",
  named: { module: './orders/index.js', exportName: 'findOrder', importer: 'routes.ts' },
};
const renamed = {
  'orders/service.ts': orders['orders/service.ts'].replace('findOrder(id).id', 'getOrder(id).id'),
  'routes.ts': orders['routes.ts'].replaceAll('findOrder', 'getOrder'),
  'jobs.ts': orders['jobs.ts'].replaceAll('findOrder', 'getOrder'),
};
check(importExport, [
  {
    name: 'a new name as git has it, where its own file and other ways still have the old one',
    ...unlinked,
    files: orders,
    context: { git: historyOf({ replaced: { findOrder: ['getOrder'] } }) },
    first: renamed,
  },
  {
    name: 'a new name by its words, where its own file and other ways still have the old one',
    ...unlinked,
    files: orders,
    together: true,
    first: renamed,
  },
]);
check(importPath, [
  {
    name: 'a TypeScript file that was renamed, whose new name another folder has, too',
    class: 'missing_module',
    message: "Cannot find module '/srv/project/orders/order-schema.js' imported from /srv/project/orders/index.ts",
    named: { module: '/srv/project/orders/order-schema.js', importer: '/srv/project/orders/index.ts' },
    files: {
      'orders/index.ts': "export * from './order-schema.js';\nexport * from './service.js';\n",
      'orders/schema.ts': 'export const orderSchema = 1;\n',
      'orders/service.ts': "import { orderSchema } from './order-schema.js';\nexport const service = orderSchema;\n",
      'config/schema.ts': 'export const settings = 1;\n',
      'main.ts': "import { settings } from './config/schema.js';\nimport { service } from './orders/index.js';\n",
    },
    first: {
      'orders/index.ts': "export * from './schema.js';\nexport * from './service.js';\n",
      'orders/service.ts': "import { orderSchema } from './schema.js';\nexport const service = orderSchema;\n",
    },
  },
]);

const handing = {
  'domain/models.ts': "export enum State {\n  Open = 'open',\n}\nexport interface Stay {\n  state: State;\n}\n",
  'domain/schema.ts': 'export const parse = (x: unknown) => x;\nexport const s = {};\nexport type Parsed = string;\n',
  'app.ts':
    "import { parse, s, State, type Parsed, type Stay } from './domain/index.ts';\nconsole.log(parse(s), State.Open);\n",
};
const lacks = (exportName: string) => ({
  class: 'import_export' as const,
  message: `The requested module './domain/index.ts' does not provide an export named '${exportName}'`,
  named: { module: './domain/index.ts', exportName, importer: '/srv/project/app.ts' },
});
const models = "export { State, type Stay } from './models.ts';\n";
check(importExport, [
  {
    name: 'the line of a barrel that is lost had several names, types among them',
    ...lacks('parse'),
    files: { ...handing, 'domain/index.ts': models },
    first: { 'domain/index.ts': `${models}export { parse, s, type Parsed } from './schema.ts';\n` },
  },
  {
    name: 'an enum that a barrel hands on as one of its types',
    ...lacks('State'),
    files: {
      ...handing,
      'domain/index.ts': "export type { State, Stay } from './models.ts';\nexport * from './schema.ts';\n",
    },
    first: {
      'domain/index.ts':
        "export type { Stay } from './models.ts';\nexport * from './schema.ts';\nexport { State } from './models.ts';\n",
    },
  },
  {
    name: 'an enum that a barrel marks as a type',
    ...lacks('State'),
    files: {
      ...handing,
      'domain/index.ts': "export { type State, type Stay } from './models.ts';\nexport * from './schema.ts';\n",
    },
    first: { 'domain/index.ts': "export { State, type Stay } from './models.ts';\nexport * from './schema.ts';\n" },
  },
  {
    name: 'an enum alone that a barrel hands on as a type',
    ...lacks('State'),
    files: {
      ...handing,
      'domain/index.ts': "export * from './schema.ts';\nexport type { State } from './models.ts';\n",
    },
    first: { 'domain/index.ts': /export \{ State(?:, type Stay)? \} from '\.\/models\.ts';/ },
  },
]);

const parts = "exports.wines = require('./wine.controller');\n";
const pages = {
  'controllers/wine.controller.js': 'exports.show = () => 1;\n',
  'controllers/page.controller.js': 'exports.list = () => 2;\n',
};
const lost = {
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'list')",
  named: { nullish: 'undefined' as const, property: 'list' },
  at: [['app.js', 'pageController.‸list']] as const,
};
const app = "const { pageController } = require('./controllers');\napp.get('/', pageController.list);\n";
check(importExport, [
  {
    name: 'a folder that no longer hands on one of its files',
    ...lost,
    files: { 'app.js': app, 'controllers/index.js': parts, ...pages },
    first: {
      'controllers/index.js':
        "exports.wines = require('./wine.controller');\nexports.pageController = require('./page.controller');\n",
    },
  },
  {
    name: 'a folder that no longer hands on one of its files, taken in whole',
    ...lost,
    files: {
      'app.js': "const parts = require('./controllers');\napp.get('/', parts.pageController.list);\n",
      'controllers/index.js': parts,
      ...pages,
    },
    at: [['app.js', 'parts.pageController.‸list']],
    first: { 'controllers/index.js': /exports\.pageController = require\('\.\/page\.controller'\)/ },
  },
  {
    name: 'a folder taken in whole, and a member that no file of it is called by',
    ...lost,
    files: {
      'app.js': "const parts = require('./controllers');\napp.get('/', parts.sideController.list);\n",
      'controllers/index.js': parts,
      ...pages,
    },
    at: [['app.js', 'parts.sideController.‸list']],
    first: null,
  },
  {
    name: 'a folder that no longer hands on one of its files, all in one object',
    ...lost,
    files: {
      'app.js': app,
      'controllers/index.js': "module.exports = {\n  wines: require('./wine.controller'),\n};\n",
      ...pages,
    },
    first: {
      'controllers/index.js':
        "module.exports = {\n  wines: require('./wine.controller'),\n  pageController: require('./page.controller'),\n};\n",
    },
  },
]);

check(importExport, [
  {
    name: 'a name that is taken out of what is imported later, and is the default there',
    class: 'type',
    message: 'Orders is not a constructor',
    named: { identifier: 'Orders' },
    files: {
      'index.js': "const { Orders } = await import('./orders.js');\nexport const orders = new Orders();\n",
      'orders.js': 'export default class Orders {}\n',
    },
    at: [['index.js', 'new ‸Orders()']],
    first: { 'index.js': /const \{ default: Orders \} = await import/ },
  },
]);

const handlerless = {
  class: 'type' as const,
  message: 'argument handler must be a function',
  at: [['app.ts', "  app.use('/b', ‸routes.barRoutes)"]] as const,
};
const folderRead = {
  'app.ts':
    "import * as routes from './routes';\nexport function make(app) {\n  app.use('/a', routes.fooRoutes);\n  app.use('/b', routes.barRoutes);\n}\n",
  'routes/foo.ts': 'export const fooRoutes = Router();\n',
};
check(importExport, [
  {
    name: 'a barrel that lost a line, read as a namespace',
    ...handlerless,
    files: {
      ...folderRead,
      'routes/index.ts': "export { fooRoutes } from './foo';\n",
      'routes/bar.ts': 'export const barRoutes = Router();\n',
    },
    first: { 'routes/index.ts': "export { fooRoutes } from './foo';\nexport { barRoutes } from './bar';\n" },
  },
  {
    name: 'a barrel that lost a line that two files could have',
    ...handlerless,
    files: {
      ...folderRead,
      'routes/index.ts': "export { fooRoutes } from './foo';\n",
      'routes/bar.ts': 'export const barRoutes = Router();\n',
      'routes/old.ts': 'export const barRoutes = Router();\n',
    },
    first: null,
  },
  {
    name: 'a barrel that hands the name on under another one',
    ...handlerless,
    files: {
      ...folderRead,
      'routes/index.ts': "export { fooRoutes } from './foo';\nexport { barRoutes as pubRoutes } from './bar';\n",
      'routes/bar.ts': 'export const barRoutes = Router();\n',
    },
    first: null,
  },
]);
