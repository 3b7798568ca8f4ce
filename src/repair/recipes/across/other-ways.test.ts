/** Names that are right in another place: by another sign, in another case, through another file. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, contextOf } from '../cases.test-helper.ts';
import { configPlaces } from '../settings/config-places.ts';
import { declaredTwice } from '../language/declared-twice.ts';
import { importExport } from '../modules/import-export.ts';
import { importPath } from '../modules/import-path.ts';
import { loneRead } from '../names/lone-read.ts';
import { moduleFormat } from '../modules/module-format.ts';
import { nodeWord } from '../values/node-word.ts';
import { packageSubpath } from '../modules/package-subpath.ts';
import { property } from '../names/property.ts';
import { unsetKey } from '../http/unset-key.ts';

const manifest = '{"type":"module","imports":{"#core/*":"./core/*.js"}}';
const noPackage = (name: string, importer = 'a.js') => ({
  class: 'missing_module' as const,
  message: `Cannot find package '${name}' imported from /app/${importer}`,
  named: { module: name, importer },
});
const notDefined = (name: string) => ({
  class: 'missing_module' as const,
  message: `Package import specifier "${name}" is not defined in package /app/package.json`,
  named: { module: name },
});

check(importPath, [
  {
    name: 'a subpath import by the sign that others use for it',
    ...noPackage('@core/assets'),
    files: {
      'package.json': manifest,
      'core/assets.js': 'export const url = 1;\n',
      'a.js': "import { url } from '@core/assets';\nurl;\n",
    },
    first: { 'a.js': "import { url } from '#core/assets';\nurl;\n" },
  },
  {
    name: 'a package that is declared is no subpath by another sign',
    ...noPackage('@core/assets'),
    files: {
      'package.json': manifest.replace('{', '{"dependencies":{"@core/assets":"1"},'),
      'core/assets.js': 'export const url = 1;\n',
      'a.js': "import { url } from '@core/assets';\nurl;\n",
    },
    first: null,
  },
  {
    name: 'the one subpath that nobody imports and that gives out what is taken',
    ...notDefined('#core/money'),
    files: {
      'package.json': manifest,
      'core/prices.js': 'export const sum = 1;\n',
      'core/assets.js': 'export const url = 1;\n',
      'a.js': "import { sum } from '#core/money';\nsum;\n",
    },
    first: { 'a.js': "import { sum } from '#core/prices';\nsum;\n" },
  },
]);

test('POL-3 config-places tells what the imports of package.json lack', () => {
  const files = { 'core/log.js': 'export {};\n', 'weather/index.js': 'export {};\n' };
  const told = (imports: string, message: string) =>
    configPlaces.action?.(
      contextOf({
        ...{ name: '', class: 'missing_module', message, first: null },
        files: { ...files, 'package.json': `{\n  "imports": {\n    ${imports}\n  }\n}\n` },
      }),
    )?.why;
  assert.match(told('', 'Package import specifier "#weather" is not defined in package') ?? '', /have no "#weather"/);
  assert.match(
    told('"#weather": "weather/index.js"', "Cannot find package 'weather'") ?? '',
    /package.json:3: .* "\.\/"/,
  );
  assert.match(told('"#core/*": "./core/*"', "Cannot find module '/app/core/log'") ?? '', /:3: .* the ending \.js/);
});

test('POL-3 config-places tells which path of package.json leads beside the file that is there', async () => {
  const files = { 'src/store.ts': 'export {};\n', 'src/lib/money.ts': 'export {};\n' };
  const told = async (imports: string, message: string): Promise<string | null> => {
    const action = await configPlaces.outside?.(
      contextOf({
        ...{ name: '', class: 'missing_module', message, first: null },
        files: { ...files, 'package.json': `{\n  "imports": {\n    ${imports}\n  }\n}\n` },
      }),
    );
    return action?.why ?? null;
  };
  const lib = '"#lib/*": "./src/lib/*.tss"';
  assert.match(
    (await told(lib, "Cannot find module '/app/src/lib/money.tss'")) ?? '',
    /^package.json:3: .*money\.ts is/,
  );
  assert.equal(await told(lib.replace('tss', 'ts'), "Cannot find module '/app/src/lib/mony.ts'"), null);
  assert.match(
    (await told('"#store": "./src/store.tss"', "Cannot find module '/app/src/store.tss'")) ?? '',
    /src\/store\.ts is/,
  );
  assert.equal(
    await told('"#money": "./src/money.ts"', "Cannot find module '/app/src/money.ts' imported from /app/a.ts"),
    'package.json:3: ./src/money.ts is not there, src/lib/money.ts is; correct the path',
  );
  assert.equal(
    await told('"#lib/*": "./src/infra/*.ts"', "Cannot find module '/app/src/infra/money.ts' imported from /app/a.ts"),
    'package.json:3: the folder ./src/infra is not there, src/lib/money.ts is; correct the path',
  );
});

test('POL-3 config-places tells what a line of package.json was before the last change, and which plugin goes with which Fastify', async () => {
  const told = async (now: string, then: string, message: string): Promise<string | null> => {
    const action = await configPlaces.outside?.(
      contextOf({
        ...{ name: '', class: /^Cannot/.test(message) ? ('missing_module' as const) : ('unknown' as const), message },
        files: { 'src/lib/money.ts': 'export {};\n', 'package.json': `{\n  ${now}\n}\n` },
        ...{ lastGood: { 'package.json': `{\n  ${then}\n}\n` }, first: null },
      }),
    );
    return action?.why ?? null;
  };
  const gone = "Cannot find module '/app/src/libs/money.ts' imported from /app/a.ts";
  const libs = '"#lib/*": "./src/libs/*.ts"';
  assert.match(
    (await told(libs, libs.replace('libs', 'lib'), gone)) ?? '',
    /is; before the last change it was \.\/src\/lib\/\*\.ts; correct/,
  );
  assert.doesNotMatch((await told(libs, libs, gone)) ?? 'before', /before/);
  const refused = "fastify-plugin: @fastify/formbody - expected '4.x' fastify version, '5.2.0' is installed";
  const [seven, eight] = ['7.4.0', '8.0.2'].map((version) => `"@fastify/formbody": "^${version}"`);
  assert.match(
    (await told(seven ?? '', eight ?? '', refused)) ?? '',
    /^package\.json:2: @fastify\/formbody \^7\.4\.0 is written for fastify 4\.x, .* was \^8\.0\.2: install one/,
  );
  // A plugin of the project's own.
  assert.equal(await told('"fastify": "^5.0.0"', '', refused.replace('@fastify/formbody', 'auth')), null);
});

check(declaredTwice, [
  {
    name: 'two specifiers of one file',
    class: 'syntax',
    message: "Identifier 'url' has already been declared",
    files: {
      'package.json': manifest,
      'core/assets.js': 'export const url = 1;\n',
      'a.js': "import { url } from '#core/assets';\nimport { url } from './core/assets.js';\nurl;\n",
    },
    at: [['a.js', "‸import { url } from './core"]],
    first: { 'a.js': "import { url } from '#core/assets';\nurl;\n" },
  },
]);

check(importExport, [
  {
    name: 'handed on as a default that is none',
    class: 'import_export',
    message: "The requested module './bookings.js' does not provide an export named 'default'",
    named: { module: './bookings.js', exportName: 'default', importer: 'index.js' },
    files: {
      'package.json': manifest,
      'bookings.js': 'export class Bookings {}\n',
      'index.js': "export { default as Bookings } from './bookings.js';\n",
    },
    at: [['index.js', '‸export']],
    first: { 'index.js': "export { Bookings } from './bookings.js';\n" },
  },
]);

check(moduleFormat, [
  {
    name: 'JSON by another type',
    class: 'type',
    message: 'Import attribute "type" with value "JSON" is not supported',
    files: {
      'package.json': manifest,
      'a.js': "import data from './d.json' with { type: 'JSON' };\ndata;\n",
      'd.json': '{}',
    },
    at: [['a.js', '‸import']],
    first: { 'a.js': "import data from './d.json' with { type: 'json' };\ndata;\n" },
  },
]);

check(packageSubpath, [
  {
    name: 'one that has a word of it and what is taken',
    class: 'module_format',
    message: 'Package subpath \'./exception\' is not defined by "exports" in /app/node_modules/web/package.json',
    files: { 'package.json': manifest, 'a.js': "import { HTTPException } from 'web/exception';\nHTTPException;\n" },
    outside: {
      'node_modules/web/package.json':
        '{"name":"web","exports":{".":"./index.js","./http-exception":{"import":"./http.js"},"./exception-log":"./log.js"}}',
      'node_modules/web/http.js': 'export class HTTPException {}\n',
      'node_modules/web/log.js': 'export const log = 1;\n',
    },
    first: { 'a.js': "import { HTTPException } from 'web/http-exception';\nHTTPException;\n" },
  },
]);

check(nodeWord, [
  {
    name: 'digits that changed places behind a mark',
    class: 'unknown',
    message: 'Error: Digest method not supported',
    files: { 'a.js': "createHash('sha-265');\n" },
    at: [['a.js', '‸createHash']],
    first: { 'a.js': "createHash('sha256');\n" },
  },
  {
    name: 'an encoding with something behind it',
    class: 'type',
    message: "The argument 'encoding' is invalid encoding. Received 'utf-8-sig'",
    files: { 'a.js': "readFile(file, { encoding: 'utf-8-sig' });\n" },
    at: [['a.js', '‸readFile']],
    first: { 'a.js': "readFile(file, { encoding: 'utf8' });\n" },
  },
]);

check(property, [
  {
    name: 'what import.meta has, by the name that CommonJS has for it',
    class: 'type',
    message: 'The "path" argument must be of type string. Received undefined',
    files: {
      'package.json': manifest,
      'a.js': "import path from 'node:path';\npath.join(import.meta.__dirname, 'x');\n",
    },
    at: [['a.js', 'path.‸join(']],
    first: { 'a.js': "import path from 'node:path';\npath.join(import.meta.dirname, 'x');\n" },
  },
  {
    name: 'a static of Node with a word too many',
    class: 'type',
    message: 'Readable.toWebStream is not a function',
    named: { identifier: 'toWebStream', receiver: 'Readable' },
    files: { 'package.json': manifest, 'a.js': "import { Readable } from 'node:stream';\nReadable.toWebStream(x);\n" },
    at: [['a.js', 'Readable.‸toWebStream']],
    facts: { Readable: { type: 'function', keys: ['from', 'toWeb', 'fromWeb'] } },
    first: { 'a.js': "import { Readable } from 'node:stream';\nReadable.toWeb(x);\n" },
  },
  {
    name: 'what other packages call without the word for what it is made into',
    class: 'type',
    message: 'day.format is not a function',
    named: { identifier: 'format', receiver: 'day' },
    files: { 'package.json': manifest, 'a.js': "const day = DateTime.now();\nday.format('dd LLL');\n" },
    at: [['a.js', 'day.‸format']],
    facts: { day: { className: 'DateTime', keys: ['ts', 'toFormat', 'toISO', 'minus'] } },
    first: { 'a.js': /day\.toFormat\('dd LLL'\)/ },
  },
  {
    name: 'the word that another package has for what is done',
    class: 'type',
    message: 'day.subtract is not a function',
    named: { identifier: 'subtract', receiver: 'day' },
    files: { 'package.json': manifest, 'a.js': 'const day = DateTime.now();\nday.subtract({ minutes: 3 });\n' },
    at: [['a.js', 'day.‸subtract']],
    facts: { day: { className: 'DateTime', keys: ['ts', 'toFormat', 'toISO', 'minus', 'plus'] } },
    first: { 'a.js': /day\.minus\(\{/ },
  },
  {
    name: 'a static with a word too many, of which another one speaks as well',
    class: 'type',
    message: '_.sortByOrder is not a function',
    named: { identifier: 'sortByOrder', receiver: '_' },
    files: { 'package.json': manifest, 'a.js': "import _ from 'lodash';\n_.sortByOrder(rows, ['day'], ['desc']);\n" },
    at: [['a.js', '_.‸sortByOrder']],
    facts: { _: { type: 'function', keys: ['map', 'sortBy', 'orderBy'] } },
    first: null,
  },
]);

check(unsetKey, [
  {
    name: 'a key that is set by nearly that name goes before one that nobody asks for',
    class: 'type',
    message: "Cannot destructure property 'boards' of 'c.get(...)' as it is undefined.",
    files: {
      'a.js':
        "app.use((c) => {\n  c.set('stores', stores);\n  c.set('settings', settings);\n});\napp.get('/a', (c) => c.get('stores').ramps);\napp.get('/b', (c) => {\n  const { boards } = c.get('store');\n});\n",
    },
    at: [['a.js', "const { boards } = ‸c.get('store')"]],
    first: { 'a.js': /boards \} = c\.get\('stores'\)/ },
  },
  {
    name: 'a setting of an Express application that is asked for elsewhere, twice: who sets it takes the name',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'save')",
    named: { nullish: 'undefined', property: 'save' },
    files: {
      'app.js':
        "app.set('views', folder);\napp.set('wines', wines);\napp.set('tastings', notes);\napp.get('/health', (req, res) => res.end());\n",
      'routes.js':
        "router.get('/', (req, res) => res.json([req.app.get('wines').all(), req.app.get('notes').read()]));\nrouter.post('/', (req, res) => req.app.get('notes').save(req.body));\n",
    },
    at: [['routes.js', "get('notes').‸save"]],
    first: { 'app.js': /set\('notes', notes\)/ },
  },
]);

const schema = 'const env = z.object({ OPEN_AT: z.string(), PORT: z.number() }).parse(process.env);\n';
const reading =
  'export const settings = Object.freeze({ port: env.PORT, wheather: { limit: 1 }, opens: env.OPENS_AT });\n';
const noSplit = { class: 'type' as const, message: "Cannot read properties of undefined (reading 'split')" };

check(loneRead, [
  {
    name: 'what a schema does not let pass takes the name of what it does, and is not read',
    ...noSplit,
    files: { 'package.json': manifest, 'settings.js': schema + reading.replace('wheather', 'weather') },
    first: { 'settings.js': /opens: env\.OPEN_AT/ },
    ask: null,
  },
  {
    name: 'it is the schema that slipped, where the environment has what is read',
    ...noSplit,
    files: { 'package.json': manifest, 'settings.js': schema + reading.replace('wheather', 'weather') },
    context: { envKeys: ['OPENS_AT'] },
    first: { 'settings.js': /OPENS_AT: z\.string\(\)/ },
    ask: null,
  },
  {
    name: 'a key of settings that a function takes out of what it is handed',
    class: 'type',
    message: "Cannot destructure property 'limit' of 'undefined' as it is undefined.",
    files: {
      'package.json': manifest,
      'settings.js': (schema + reading).replace('OPENS_AT', 'OPEN_AT'),
      'stores.js': 'export function open({ port, weather, opens }) {\n  return [port, weather.limit, opens];\n}\n',
      'a.js': "import { settings } from './settings.js';\nimport { open } from './stores.js';\nopen(settings);\n",
    },
    first: { 'settings.js': /, weather: \{ limit: 1 \}/ },
    ask: null,
  },
]);
