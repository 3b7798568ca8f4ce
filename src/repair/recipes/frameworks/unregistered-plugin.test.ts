/** Plugins that are imported and never registered. */
import { check } from '../cases.test-helper.ts';
import { unregisteredPlugin } from './unregistered-plugin.ts';

const project = {
  'package.json': '{"type":"module","dependencies":{"fastify":"5"}}',
  'plugins/auth.js':
    "import fp from 'fastify-plugin';\nexport default fp(async (app) => {\n  app.decorate('signIn', async () => {});\n}, { name: 'auth' });\n",
  'plugins/schemas.js':
    "import fp from 'fastify-plugin';\nexport default fp(async (app) => {\n  app.addSchema({ $id: 'ride', type: 'object' });\n});\n",
  'plugins/store.js':
    "import fp from 'fastify-plugin';\nexport default fp(async (app, { file }) => {\n  app.decorate('store', file);\n});\n",
};
const app = (lines: string) =>
  `import auth from './plugins/auth.js';\nimport schemas from './plugins/schemas.js';\nimport store from './plugins/store.js';\n\nexport async function build(app) {\n${lines}}\n`;
const unresolved = {
  class: 'config' as const,
  message: 'due to error Cannot resolve ref "ride#". Schema with id "ride" is not found.',
};

const days = (lines: string, more = ''): string =>
  `import days from 'days';\nimport utc from 'days/plugin/utc.js';\nimport zone from 'days/plugin/zone.js';\n${lines}export const at = (iso) => days.utc(iso)${more};\n`;
const noUtc = {
  class: 'type' as const,
  message: 'days.utc is not a function',
  named: { identifier: 'days.utc' },
  at: [['time.js', 'days.‸utc(']] as const,
  outside: { 'node_modules/days/package.json': '{"main":"days.js"}', 'node_modules/days/days.js': '' },
};
const dated = { 'package.json': '{"type":"module","dependencies":{"days":"1"}}' };

check(unregisteredPlugin, [
  {
    name: 'the only plugin of a package that has a function to take it',
    ...noUtc,
    outside: { ...noUtc.outside, 'node_modules/days/index.d.ts': 'export function extend(plugin: Plugin): Days;\n' },
    files: { ...dated, 'time.js': days('').replace(/import zone.*\n/, '') },
    first: { 'time.js': days('days.extend(utc);\n').replace(/import zone.*\n/, '') },
  },
  {
    name: 'the only plugin of a package that speaks of no such function',
    ...noUtc,
    files: { ...dated, 'time.js': days('').replace(/import zone.*\n/, '') },
    first: null,
  },
  {
    name: 'a plugin of a package that is imported beside another one, and extends nothing',
    ...noUtc,
    files: { ...dated, 'time.js': days('days.extend(zone);\n') },
    first: { 'time.js': days('days.extend(utc);\ndays.extend(zone);\n') },
  },
  {
    name: 'a plugin of a package, in a project that has Fastify as well',
    ...noUtc,
    files: {
      ...dated,
      'package.json': '{"type":"module","dependencies":{"days":"1","fastify":"5"}}',
      'time.js': days('days.extend(zone);\n'),
    },
    first: { 'time.js': days('days.extend(utc);\ndays.extend(zone);\n') },
  },
  {
    name: 'two plugins of a package of which one is read, and none registered',
    ...noUtc,
    files: { ...dated, 'time.js': days('', ' + zone') },
    first: null,
  },
  {
    name: 'the schemas that routes refer to',
    ...unresolved,
    files: { ...project, 'app.js': app("  await app.register(auth);\n  await app.register(store, { file: 'a' });\n") },
    first: {
      'app.js': app(
        "  await app.register(auth);\n  await app.register(schemas);\n  await app.register(store, { file: 'a' });\n",
      ),
    },
  },
  {
    name: 'a plugin that another one depends on',
    class: 'unknown',
    message: "The dependency 'auth' of plugin 'store' is not registered",
    files: { ...project, 'app.js': app("  app.register(schemas);\n  app.register(store, { file: 'a' });\n") },
    first: {
      'app.js': app("  app.register(auth);\n  app.register(schemas);\n  app.register(store, { file: 'a' });\n"),
    },
  },
  {
    name: 'a hook that a plugin decorates with',
    class: 'unknown',
    message: 'preHandler hook should be a function, instead got undefined',
    files: {
      ...project,
      'app.js': app(
        "  app.register(schemas);\n  app.register(store, { file: 'a' });\n  app.addHook('preHandler', app.signIn);\n",
      ),
    },
    first: { 'app.js': /\{\n {2}app\.register\(auth\);\n {2}app\.register\(schemas\);/ },
  },
  {
    name: 'nothing of a plugin with options that nobody can know',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'rows')",
    named: { nullish: 'undefined', property: 'rows' },
    at: [['routes.js', 'app.store‸.rows']],
    files: {
      ...project,
      'routes.js': 'export const list = (app) => app.store.rows;\n',
      'app.js': app('  await app.register(auth);\n  await app.register(schemas);\n'),
    },
    first: null,
  },
  {
    name: 'nothing of an import that gives something else',
    ...unresolved,
    files: {
      ...project,
      'plugins/schemas.js': "import fp from 'fastify-plugin';\nexport default fp(async () => {});\n",
      'app.js': app("  await app.register(auth);\n  await app.register(store, { file: 'a' });\n"),
    },
    first: null,
  },
]);

const ordered = (first: string, second: string) => ({
  'package.json': '{"type":"module","dependencies":{"fastify":"5"}}',
  'store.js':
    "export default async (app) => {\n  app.decorate('store', new Map());\n};\nexport const meta = { name: 'store' };\n",
  'pricing.js':
    "export default async (app) => {\n  const size = app.store.size;\n  app.decorate('price', size);\n};\nexport const meta = { name: 'pricing', dependencies: ['store'] };\n",
  'app.js': `import pricing from './pricing.js';\nimport store from './store.js';\nexport async function build(app) {\n${first}${second}}\n`,
});
const [early, late] = ['  await app.register(store);\n', '  await app.register(pricing);\n'];
const needed = {
  class: 'unknown' as const,
  message: "The dependency 'store' of plugin 'pricing' is not registered",
};

check(unregisteredPlugin, [
  {
    name: 'a plugin that another one names as what it needs, and that is registered behind it',
    ...needed,
    files: ordered(late, early),
    first: { 'app.js': ordered(early, late)['app.js'] },
  },
  {
    name: 'a plugin that decorates with what another one reads, and is registered behind it',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'size')",
    named: { property: 'size', nullish: 'undefined' },
    files: ordered(late, early),
    at: [['pricing.js', 'app.store.‸size']],
    facts: { app: { keys: ['register'] } },
    first: { 'app.js': ordered(early, late)['app.js'] },
  },
  {
    name: 'a plugin that takes what is made behind the one that needs it',
    ...needed,
    files: ordered(late, '  const options = app.log;\n  await app.register(store, options);\n'),
    first: null,
  },
]);
