import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, contextOf } from '../cases.test-helper.ts';
import { packageSubpath } from './package-subpath.ts';

const parse = {
  'node_modules/csv-parse/package.json': '{"exports":{".":"./index.js","./sync":"./sync.js","./*":"./lib/*.js"}}',
};
const lodash = {
  'node_modules/lodash/package.json': '{"main":"lodash.js"}',
  'node_modules/lodash/uniq.js': '',
  'node_modules/lodash/union.js': '',
  'node_modules/lodash/fp/filter.js': '',
};

const servers = {
  'node_modules/hono/package.json': '{"exports":{".":"./index.js","./serve-static":"./serve-static.js"}}',
  'node_modules/hono/serve-static.js': 'export const serveStatic = 1;\n',
  'node_modules/@hono/node-server/package.json': '{"exports":{".":"./index.js","./serve-static":"./serve.js"}}',
};

const days = {
  'node_modules/days/package.json': '{"main":"days.js"}',
  'node_modules/days/plugin/utc.js': '',
  'node_modules/days/plugin/zone/index.js': '',
};
check(packageSubpath, [
  ...(
    [
      ['utc', 'utc.js'],
      ['zone', 'zone/index.js'],
    ] as const
  ).map(([below, file]) => ({
    name: `a file of a package, named to an ES module without its ending: ${below}`,
    class: 'missing_module' as const,
    message: `Cannot find module '/app/node_modules/days/plugin/${below}' imported from /app/app.js`,
    files: {
      'package.json': '{"type":"module","dependencies":{"days":"1"}}',
      'app.js': `import one from 'days/plugin/${below}';\n`,
    },
    outside: days,
    at: [['app.js', '‸import'] as const],
    first: { 'app.js': `import one from 'days/plugin/${file}';\n` },
  })),
  ...[
    ['hono/serve-static-node', /@hono\/node-server gives out the same/] as const,
    ['hono/serve-sttic', null] as const,
    ['hono/static', null] as const,
  ].map(([specifier, ask]) => ({
    name: `a name that another package gives out, too: ${specifier}`,
    class: 'module_format' as const,
    message: `Package subpath './${specifier.slice(5)}' is not defined by "exports" in /app/node_modules/hono/package.json`,
    files: {
      'package.json': '{"type":"module","dependencies":{"hono":"4","@hono/node-server":"1"}}',
      'app.js': `import { serveStatic } from '${specifier}';\n`,
    },
    outside: servers,
    at: [['app.js', '‸import'] as const],
    first: { 'app.js': "import { serveStatic } from 'hono/serve-static';\n" },
    ask,
  })),
  {
    name: 'a folder that is not there of a package that is called as a whole',
    class: 'missing_module',
    message: "Cannot find module '/app/node_modules/ms/src' imported from /app/a.js: ms/src",
    files: { 'a.js': "const ms = require('ms/src');\nms('1d');\n", 'package.json': '{"dependencies":{"ms":"2"}}' },
    outside: {
      'node_modules/ms/package.json': '{"name":"ms","main":"index.js"}',
      'node_modules/ms/index.js': 'module.exports = function ms(text) {\n  return text;\n};\n',
    },
    at: [['a.js', '‸const ms']],
    first: { 'a.js': "const ms = require('ms');\nms('1d');\n" },
  },
  {
    name: 'a name below a package that its exports do not have',
    class: 'module_format',
    message: `Package subpath './snyc' is not defined by "exports" in /app/node_modules/csv-parse/package.json`,
    files: { 'app.js': "const { parse } = require('csv-parse/snyc');\n", 'b.js': 'require("csv-parse/snyc");\n' },
    outside: parse,
    first: { 'app.js': "const { parse } = require('csv-parse/sync');\n", 'b.js': 'require("csv-parse/sync");\n' },
  },
  {
    name: 'a folder on the way that the exports do not have',
    class: 'module_format',
    message: `Package subpath './lib/sync' is not defined by "exports" in /app/node_modules/csv-parse/package.json`,
    files: { 'app.mjs': "import { parse } from 'csv-parse/lib/sync';\n" },
    outside: {
      'node_modules/csv-parse/package.json':
        '{"exports":{".":"./index.js","./sync":"./lib/sync.js","./browser/esm/sync":"./dist/sync.js"}}',
      'node_modules/csv-parse/index.js': 'export const parse = 1;\n',
      'node_modules/csv-parse/lib/sync.js': 'export const parse = 1;\n',
      'node_modules/csv-parse/dist/sync.js': 'export const parse = 1;\n',
    },
    first: { 'app.mjs': "import { parse } from 'csv-parse/sync';\n" },
  },
  {
    name: 'a file of a package without exports',
    class: 'missing_module',
    message: "Cannot find module 'lodash/uniqe'",
    files: { 'app.js': "const uniq = require('lodash/uniqe');\n" },
    outside: lodash,
    first: { 'app.js': "const uniq = require('lodash/uniq');\n" },
  },
  {
    name: 'with its ending, as ES modules ask for it',
    class: 'missing_module',
    message: "Cannot find module '/app/node_modules/lodash/fp/filtre.js' imported from /app/app.mjs",
    files: { 'app.mjs': "import filter from 'lodash/fp/filtre.js';\n" },
    outside: lodash,
    first: { 'app.mjs': "import filter from 'lodash/fp/filter.js';\n" },
  },
  {
    name: 'a path that is none, of what others take from the package itself',
    class: 'missing_module',
    message: "Cannot find module 'lodash/lib/main'",
    files: {
      'app.js': "const { uniq } = require('lodash/lib/main');\n",
      'b.js': "const lodash = require('lodash');\nlodash.uniq([]);\n",
    },
    outside: lodash,
    first: { 'app.js': "const { uniq } = require('lodash');\n" },
  },
  {
    name: 'a path that is none, of what nobody takes from the package itself',
    class: 'missing_module',
    message: "Cannot find module 'lodash/lib/main'",
    files: {
      'app.js': "const { uniq } = require('lodash/lib/main');\n",
      'b.js': "const lodash = require('lodash');\nlodash.union([]);\n",
    },
    outside: lodash,
    first: null,
  },
  {
    name: 'nearer ones that do not give out what is taken, and one that does, from further files',
    class: 'module_format',
    message: `Package subpath './sqlite' is not defined by "exports" in /app/node_modules/orm/package.json`,
    files: { 'app.mjs': "import { integer } from 'orm/sqlite';\n" },
    outside: {
      'node_modules/orm/package.json':
        '{"type":"module","exports":{"./sql":"./sql.js","./sqlite-core":"./sqlite-core.js","./sqlite-proxy":"./proxy.js"}}',
      'node_modules/orm/sql.js': 'export const sql = 1;\n',
      'node_modules/orm/proxy.js': 'export const proxy = 1;\n',
      'node_modules/orm/sqlite-core.js': "export * from './columns.js';\n",
      'node_modules/orm/columns.js': 'export const integer = 1;\n',
    },
    first: { 'app.mjs': "import { integer } from 'orm/sqlite-core';\n" },
  },
  ...(
    [
      ['require', "const newId = require('ids/v4');\nnewId();\n", "const newId = require('ids').v4;\nnewId();\n"],
      ['import', "import newId from 'ids/v4';\nnewId();\n", "import { v4 as newId } from 'ids';\nnewId();\n"],
      [
        'import, by what the file calls it',
        "import fromAlphabet from 'ids/generate';\nfromAlphabet();\n",
        "import { fromAlphabet } from 'ids';\nfromAlphabet();\n",
      ],
      ['import, where nothing is called so', "import newId from 'ids/generate';\nnewId();\n", null],
    ] as const
  ).map(([how, text, first]) => ({
    name: `a path of an earlier version, of what the package gives out by its name: ${how}`,
    class: 'module_format' as const,
    message: `Package subpath './${/ids\/(\w+)/.exec(text)?.[1]}' is not defined by "exports" in /app/node_modules/ids/package.json`,
    files: { 'package.json': '{"dependencies":{"ids":"9"}}', [how === 'require' ? 'a.js' : 'a.mjs']: text },
    outside: {
      'node_modules/ids/package.json': '{"exports":{".":"./index.js"}}',
      'node_modules/ids/index.js': 'exports.v1 = () => 1;\nexports.v4 = () => 4;\nexports.fromAlphabet = () => 0;\n',
    },
    first: first === null ? null : { [how === 'require' ? 'a.js' : 'a.mjs']: first },
  })),
  {
    name: 'a package that is not installed says nothing',
    class: 'missing_module',
    message: "Cannot find module 'lodash/uniqe'",
    files: { 'app.js': "const uniq = require('lodash/uniqe');\n" },
    first: null,
  },
  {
    name: 'another import failed',
    class: 'missing_module',
    message: "Cannot find module './users'",
    files: { 'app.js': "require('lodash/uniqe');\nrequire('./users');\n" },
    outside: lodash,
    first: null,
  },
  {
    name: 'a path that is none, of what the package gives out by its types',
    class: 'module_format',
    message: `Package subpath './lib' is not defined by "exports" in /app/node_modules/zod/package.json`,
    files: { 'app.mjs': "import { z } from 'zod/lib';\n" },
    outside: {
      'node_modules/zod/package.json': '{"types":"./index.d.cts","exports":{".":"./index.cjs","./mini":"./mini.cjs"}}',
      'node_modules/zod/index.d.cts':
        'import * as z from "./v4.cjs";\nexport * from "./v4.cjs";\nexport { z, z as default };\n',
    },
    first: { 'app.mjs': "import { z } from 'zod';\n" },
  },
]);

const serving = (specifier: string): string => `import { serve } from '${specifier}';\nserve();\n`;

check(packageSubpath, [
  {
    name: 'a package of its own in a scope, asked for below the one that the scope is called by',
    class: 'module_format',
    message: `Package subpath './node-server' is not defined by "exports" in /app/node_modules/hono/package.json imported from /app/a.mjs`,
    files: {
      'package.json': '{"dependencies":{"hono":"4","@hono/node-server":"1"}}',
      'a.mjs': serving('hono/node-server'),
    },
    outside: {
      'node_modules/hono/package.json': '{"name":"hono","exports":{".":"./index.js"}}',
      'node_modules/@hono/node-server/package.json': '{"name":"@hono/node-server"}',
    },
    first: { 'a.mjs': serving('@hono/node-server') },
  },
]);

test('REP-2 package-subpath: a path that the package gives out with and without its ending is one', async () => {
  const context = contextOf({
    name: '',
    class: 'module_format',
    message: `Package subpath './configure' is not defined by "exports" in /app/node_modules/dotenv/package.json imported from /app/a.mjs`,
    files: { 'package.json': '{"dependencies":{"dotenv":"16"}}', 'a.mjs': "import 'dotenv/configure';\n" },
    outside: {
      'node_modules/dotenv/package.json':
        '{"name":"dotenv","exports":{".":"./a.js","./config":"./config.js","./config.js":"./config.js"}}',
    },
    first: null,
  });
  const ideas = await packageSubpath.ideas(context);
  assert.deepEqual(
    ideas.map(({ edits }) => edits[0]?.after),
    ["import 'dotenv/config';\n"],
  );
});

test('REP-2 package-subpath: behind the near path the package itself, which gives out what is taken, and not for what waits for promises', async () => {
  const titles = async (text: string, root = 'module.exports = class Database {};\n'): Promise<string[]> => {
    const ideas = await packageSubpath.ideas(
      contextOf({
        name: '',
        class: 'module_format',
        message: `Package subpath './promises' is not defined by "exports" in /app/node_modules/lite/package.json`,
        files: { 'package.json': '{"dependencies":{"lite":"1"}}', 'db.js': text },
        outside: {
          'node_modules/lite/package.json':
            '{"main":"index.js","exports":{".":"./index.js","./promise":"./promise.js"}}',
          'node_modules/lite/index.js': root,
          'node_modules/lite/promise.js': 'module.exports = class Database {};\n',
        },
        at: [['db.js', '‸require']],
        first: null,
      }),
    );
    return ideas.toSorted((a, b) => a.rank - b.rank).map(({ title }) => title);
  };
  const taken = "const Database = require('lite/promises');\n";
  const near = '`lite/promises` should be `lite/promise`';
  assert.deepEqual(await titles(`${taken}new Database().get();\n`), [near, '`lite/promises` should be `lite`']);
  assert.deepEqual(await titles(`${taken}exports.get = async () => await new Database().get();\n`), [near]);
  assert.deepEqual(await titles(`${taken}new Database().get();\n`, 'exports.open = () => 1;\n'), [near]);
});
