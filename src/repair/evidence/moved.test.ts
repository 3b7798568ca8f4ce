/** Files that are gone and live on under another name. */
import { check, historyOf } from '../recipes/cases.test-helper.ts';
import { configPlaces } from '../recipes/settings/config-places.ts';
import { importPath } from '../recipes/modules/import-path.ts';
import { missingFile } from '../recipes/files/missing-file.ts';

const missingModule = (specifier: string, importer: string) => ({
  class: 'missing_module' as const,
  message: `Cannot find module '${specifier}'`,
  named: { code: 'MODULE_NOT_FOUND', module: specifier, importer },
});
const client = 'exports.open = (url) => url;\nexports.shut = () => {};\n';

check(importPath, [
  {
    name: 'the text lives on under another name',
    ...missingModule('./plugins/redis', 'app.js'),
    files: { 'app.js': "const redis = require('./plugins/redis');\nredis.open();\n", 'plugins/store.js': client },
    at: [['app.js', "‸require('./plugins/redis')"]],
    context: { git: historyOf({ lost: { 'plugins/redis.js': client } }) },
    first: { 'app.js': "const redis = require('./plugins/store');\nredis.open();\n" },
  },
  {
    name: 'the only other module of the folder that nobody imports, with a word in common',
    ...missingModule('./plugins/redis', 'app.js'),
    files: {
      'app.js': "const redis = require('./plugins/redis');\nredis.open();\n",
      'plugins/redis-client.js': client,
    },
    at: [['app.js', "‸require('./plugins/redis')"]],
    first: { 'app.js': "const redis = require('./plugins/redis-client');\nredis.open();\n" },
  },
  {
    name: 'without a word in common a person is asked',
    ...missingModule('./plugins/redis', 'app.js'),
    files: { 'app.js': "const redis = require('./plugins/redis');\nredis.open();\n", 'plugins/mailer.js': client },
    at: [['app.js', "‸require('./plugins/redis')"]],
    first: { 'app.js': "const redis = require('./plugins/mailer');\nredis.open();\n" },
    ask: /nothing but its place/,
  },
  {
    name: 'the other module has users of its own',
    ...missingModule('./plugins/redis', 'app.js'),
    files: {
      'app.js':
        "const redis = require('./plugins/redis');\nconst c = require('./plugins/redis-client');\nredis.open(c);\n",
      'plugins/redis-client.js': client,
    },
    at: [['app.js', "‸require('./plugins/redis')"]],
    first: null,
  },
  {
    name: 'the other module gives nothing out',
    ...missingModule('./src/redis', 'app.js'),
    files: { 'app.js': "require('./src/redis');\n", 'src/redis-server.js': 'listen();\n' },
    at: [['app.js', "‸require('./src/redis')"]],
    first: null,
  },
]);

const runs = "new Worker(new URL('./plan.boot.mjs', import.meta.url));\n";
check(importPath, [
  {
    name: 'a worker of a TypeScript project that is JavaScript itself',
    class: 'missing_module',
    message: "Cannot find module '/srv/project/src/plan.boot.mjs' imported from /srv/project/",
    named: { code: 'ERR_MODULE_NOT_FOUND', module: 'src/plan.boot.mjs' },
    files: { 'package.json': '{"type":"module"}', 'src/run.ts': runs, 'src/plan.worker.mjs': "import './plan.ts';\n" },
    lastGood: { 'src/run.ts': runs, 'src/plan.boot.mjs': "import './plan.ts';\n" },
    first: { 'src/run.ts': runs.replace('boot', 'worker') },
    ask: null,
  },
  {
    name: 'a module that the last change moved is not there twice without a word',
    ...missingModule('./plugins/redis', 'app.js'),
    files: { 'app.js': "require('./plugins/' + name);\n", 'lib/store.js': client },
    at: [['app.js', '‸require']],
    lastGood: { 'plugins/redis.js': client },
    first: { 'plugins/redis.js': client },
    ask: /^the last change moved plugins\/redis\.js to lib\/store\.js$/,
  },
  {
    name: 'one that both had is no copy of a moved one',
    ...missingModule('./plugins/redis', 'app.js'),
    files: { 'app.js': "require('./plugins/' + name);\n", 'lib/store.js': client },
    at: [['app.js', '‸require']],
    lastGood: { 'plugins/redis.js': client, 'lib/store.js': client },
    first: { 'plugins/redis.js': client },
    // Nothing is asked.
  },
]);

const noFile = (path: string) => ({
  class: 'missing_file' as const,
  message: `ENOENT: no such file or directory, open '${path}'`,
  named: { code: 'ENOENT', path, syscall: 'open' },
});
const reader =
  "const file = path.join(__dirname, 'db', 'schema.sql');\nmodule.exports = () => fs.readFileSync(file);\n";

check(importPath, [
  {
    name: 'data that is imported from a folder of which all else is, though names are put together of another',
    ...missingModule('./pricing.json', 'config/index.js'),
    files: {
      'config/index.js':
        "const defaults = require('./default.json');\nconst pricing = require('./pricing.json');\nmodule.exports = { ...defaults, pricing };\n",
      'config/default.json': '{"port":1}',
      'config/prices.json': '{"vat":1,"hourly":{"desk":2},"discounts":[]}',
      'a.js': 'exports.of = ({ pricing }) => [pricing.vat, pricing.hourly.desk, pricing.discounts.length];\n',
      'store.js': 'exports.of = (name) => read(`data/${name}.json`);\n',
    },
    at: [['config/index.js', "‸require('./pricing.json')"]],
    first: { 'config/index.js': /'\.\/prices\.json'/ },
    ask: null,
  },
]);

check(missingFile, [
  {
    name: 'the only file of the sort in its folder that nothing speaks of',
    ...noFile('db/schema.sql'),
    files: { 'a.js': `${reader}seed('seed.sql');\n`, 'db/tables.sql': 'create;', 'db/seed.sql': 'insert;' },
    at: [['a.js', '‸fs.readFileSync']],
    first: { 'a.js': /'db', 'tables\.sql'/ },
  },
  {
    name: 'two such files: nothing is taken for it',
    ...noFile('db/schema.sql'),
    files: { 'a.js': reader, 'db/tables.sql': 'create;', 'db/seed.sql': 'insert;' },
    at: [['a.js', '‸fs.readFileSync']],
    first: null,
  },
  {
    name: 'git knows what it held: it was lost, and the other one is another file',
    ...noFile('db/schema.sql'),
    files: { 'a.js': reader, 'db/tables.sql': 'create;' },
    at: [['a.js', '‸fs.readFileSync']],
    context: { git: historyOf({ lost: { 'db/schema.sql': 'create table users (id);' } }) },
    first: { 'db/schema.sql': 'create table users (id);' },
  },
  {
    name: 'names of such files are put together: nothing is taken for it',
    ...noFile('db/schema.sql'),
    files: { 'a.js': `${reader}const other = (name) => \`db/\${name}.sql\`;\n`, 'db/tables.sql': 'create;' },
    at: [['a.js', '‸fs.readFileSync']],
    first: null,
  },
  {
    name: 'the code reads all that it holds, though names of such files are put together elsewhere',
    ...noFile('config/site.json'),
    files: {
      'config/index.js':
        "const settings = JSON.parse(fs.readFileSync(path.join(__dirname, 'site.json')));\nmodule.exports = { site: settings.site, prices: settings.prices };\n",
      'store.js': "exports.of = (name) => read(name + '.json');\n",
      'config/museum.json': '{"site":{"name":"Tides"},"prices":{"adult":12}}',
    },
    at: [['config/index.js', '‸fs.readFileSync']],
    first: { 'config/index.js': /'museum\.json'/ },
    ask: null,
  },
  {
    name: '`default.json` is no sample, and what is read of settings is read all over the project',
    ...noFile('config/settings.json'),
    files: {
      'config/index.js': reader.replace('db', 'config').replace('schema.sql', 'settings.json'),
      'a.js': 'exports.of = (config) => [config.vat, config.currency];\n',
      'b.js': 'exports.to = (config) => config.shipping.cents;\n',
      'config/default.json': '{"vat":12,"currency":"EUR","shipping":{"cents":1}}',
    },
    at: [['config/index.js', '‸fs.readFileSync']],
    first: { 'config/index.js': /default\.json/ },
    ask: null,
  },
  {
    name: 'other data in its place is asked about',
    ...noFile('data/rooms.json'),
    files: { 'a.js': reader.replace('db', 'data').replace('schema.sql', 'rooms.json'), 'data/archive.json': '[]' },
    at: [['a.js', '‸fs.readFileSync']],
    first: { 'a.js': /archive\.json/ },
    ask: /other data/,
  },
]);

const streets = '[{"id":"mill-lane"}]\n';
check(
  configPlaces,
  [
    { name: 'data that lie elsewhere than they are read from', lastGood: {}, first: { 'data/streets.json': streets } },
    { name: 'data that the last change moved do not go back', lastGood: { 'data/streets.json': streets }, first: null },
  ].map((each) => ({
    ...each,
    ...noFile('data/streets.json'),
    files: {
      'a.js': "const read = (name) => readFileSync(join(folder, name + '.json'));\n",
      'data/geo/streets.json': streets,
      'data/rows.json': '[]\n',
    },
    at: [['a.js', '‸readFileSync']] as const,
  })),
);
