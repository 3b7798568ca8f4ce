/** Tiny programs whose fault lies in their own text, and what is read off the words that Node has for it. */
import type { FailureClass, Named } from '../incident/nouns.ts';

export interface Case {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly class: FailureClass;
  readonly file?: string | null;
  readonly line?: number;
  readonly named?: Partial<Named>;
  readonly personOnly?: boolean;
  readonly args?: readonly string[];
  /** First Node version that can show it. */
  readonly since?: number;
  /** A report from inside does not exist (V8 died, or the process ended itself). */
  readonly noReport?: boolean;
  /** Only the header on stderr names the place. */
  readonly headerOnly?: boolean;
}

export const slips: readonly Case[] = [
  {
    name: 'a fetch that was given up after its time',
    files: {
      'main.js':
        "const server = require('http').createServer(() => {}).listen(0, '127.0.0.1', async () => {\n  await fetch(`http://127.0.0.1:${server.address().port}`, { signal: AbortSignal.timeout(50) });\n});",
    },
    class: 'timeout',
    personOnly: true,
    noReport: true,
  },
  {
    name: 'an error class of its own for configuration',
    files: {
      'main.js':
        "class ConfigError extends Error {\n  name = 'ConfigError';\n}\nthrow new ConfigError('port is no number');",
    },
    class: 'config',
    file: 'main.js',
    line: 4,
  },
  {
    name: 'package missing, CommonJS',
    files: { 'main.js': "require('expres');" },
    class: 'missing_module',
    file: 'main.js',
    line: 1,
    named: { module: 'expres', importer: 'main.js', code: 'MODULE_NOT_FOUND' },
  },
  {
    name: 'package missing, ESM',
    files: { 'main.mjs': "import x from 'expres';" },
    class: 'missing_module',
    file: 'main.mjs',
    named: { module: 'expres', importer: 'main.mjs', code: 'ERR_MODULE_NOT_FOUND' },
  },
  {
    name: 'name that no package can have, ESM',
    files: { 'main.mjs': "import x from '@model';" },
    class: 'missing_module',
    file: 'main.mjs',
    named: { module: '@model', importer: 'main.mjs', code: 'ERR_INVALID_MODULE_SPECIFIER' },
  },
  {
    name: 'relative file missing, CommonJS',
    files: { 'main.js': "require('./a/b.js');", 'a/b.js': "\nrequire('./usres');" },
    class: 'missing_module',
    file: 'a/b.js',
    line: 2,
    named: { module: './usres', importer: 'a/b.js' },
  },
  {
    name: 'relative file missing, ESM',
    files: { 'main.mjs': "import './lib/usres.js';" },
    class: 'missing_module',
    file: 'main.mjs',
    named: { importer: 'main.mjs' },
  },
  {
    name: 'directory import',
    files: { 'main.mjs': "import './lib';", 'lib/index.js': '' },
    class: 'missing_module',
    file: 'main.mjs',
    named: { importer: 'main.mjs' },
  },
  {
    name: 'wrong export name',
    files: { 'main.mjs': "\nimport { x } from './b.mjs';", 'b.mjs': 'export const y = 1;' },
    class: 'import_export',
    file: 'main.mjs',
    line: 2,
    named: { exportName: 'x', module: './b.mjs', importer: 'main.mjs' },
  },
  {
    name: 'wrong named export of CommonJS',
    files: { 'main.mjs': "import { x } from './b.cjs';", 'b.cjs': 'module.exports = function () {}; ' },
    class: 'import_export',
    file: 'main.mjs',
    line: 1,
    named: { exportName: 'x', module: './b.cjs' },
  },
  {
    name: 'undefined identifier',
    files: { 'main.js': 'function go() {\n  return usres.length;\n}\ngo();' },
    class: 'reference',
    file: 'main.js',
    line: 2,
    named: { identifier: 'usres' },
  },
  {
    name: 'use before initialization',
    files: { 'main.js': 'console.log(x);\nlet x = 1;' },
    class: 'reference',
    file: 'main.js',
    line: 1,
    named: { identifier: 'x' },
  },
  {
    name: 'property of undefined',
    files: { 'main.js': 'const user = {};\nconsole.log(user.profile.name);' },
    class: 'type',
    file: 'main.js',
    line: 2,
    named: { property: 'name', nullish: 'undefined' },
  },
  {
    name: 'set property of null',
    files: { 'main.js': 'const user = null;\nuser.name = 1;' },
    class: 'type',
    file: 'main.js',
    line: 2,
    named: { property: 'name', nullish: 'null' },
  },
  {
    name: 'destructuring undefined',
    files: { 'main.js': 'function f(req) {\n  const { id } = req.params;\n}\nf({});' },
    class: 'type',
    file: 'main.js',
    line: 2,
    named: { property: 'id', receiver: 'req.params', nullish: 'undefined' },
  },
  {
    name: 'not a function',
    files: { 'main.js': 'const db = { users: {} };\ndb.users.find();' },
    class: 'type',
    file: 'main.js',
    line: 2,
    named: { receiver: 'db.users', property: 'find' },
  },
  {
    name: 'not a function, bare',
    files: { 'main.js': 'const go = 1;\ngo();' },
    class: 'type',
    named: { identifier: 'go' },
  },
  {
    name: 'not iterable',
    files: { 'main.js': 'const x = 5;\nfor (const y of x) y;' },
    class: 'type',
    named: { identifier: 'x' },
  },
  {
    name: 'not a constructor',
    files: { 'main.js': 'const a = {};\nnew a.Foo();' },
    class: 'type',
    named: { receiver: 'a', property: 'Foo' },
  },
  { name: 'class without new', files: { 'main.js': 'class A {}\nA();' }, class: 'type', named: { identifier: 'A' } },
  { name: 'assignment to constant', files: { 'main.js': 'const a = 1;\na = 2;' }, class: 'type', line: 2 },
  {
    name: 'in a class, async, from an event',
    files: {
      'main.js':
        'class Store {\n  async load() {\n    await null;\n    return this.items.length;\n  }\n}\nnew Store().load();',
    },
    class: 'type',
    file: 'main.js',
    line: 4,
    named: { property: 'length' },
  },
  { name: 'stack overflow', files: { 'main.js': 'function f() {\n  f();\n}\nf();' }, class: 'range', file: 'main.js' },
  { name: 'invalid array length', files: { 'main.js': 'new Array(-1);' }, class: 'range', file: 'main.js' },
  { name: 'missing parenthesis', files: { 'main.js': 'foo(1;\n' }, class: 'syntax', file: 'main.js', line: 1 },
  {
    name: 'unexpected end',
    files: { 'main.js': "require('./b');", 'b.js': 'function f() {\n' },
    class: 'syntax',
    file: 'b.js',
  },
  {
    name: 'syntax error, ESM',
    files: { 'main.mjs': "import './b.mjs';", 'b.mjs': 'export const a = 1;\nconst = 2;' },
    class: 'syntax',
    file: 'b.mjs',
    line: 2,
    headerOnly: true,
  },
  {
    name: 'await in a plain function',
    files: { 'main.js': 'function f() {\n  await null;\n}\nf();' },
    class: 'syntax',
    file: 'main.js',
    line: 2,
  },
  {
    name: 'JSON config broken',
    files: { 'main.js': "require('./config.json');", 'config.json': '{\n  "a": 1,\n}' },
    class: 'config',
    file: 'config.json',
  },
  {
    name: 'own JSON file read at start',
    files: {
      'main.js': "const fs = require('fs');\nJSON.parse(fs.readFileSync(__dirname + '/data.json', 'utf8'));",
      'data.json': '{a:1}',
    },
    class: 'config',
    file: 'main.js',
    line: 2,
  },
  {
    name: 'JSON of a client',
    files: { 'main.js': "setTimeout(function onMessage() {\n  JSON.parse('<!DOCTYPE html>');\n}, 1);" },
    class: 'type',
    file: 'main.js',
    line: 2,
  },
  {
    name: 'package.json broken',
    files: { 'main.mjs': "import 'dep';", 'node_modules/dep/package.json': '{ "name": ' },
    class: 'config',
  },
  {
    name: 'invalid regular expression from input',
    files: { 'main.js': "new RegExp('(');" },
    class: 'type',
    file: 'main.js',
  },
  { name: 'malformed URI', files: { 'main.js': "decodeURIComponent('%');" }, class: 'type', file: 'main.js' },
  {
    name: 'invalid URL',
    files: { 'main.js': "new URL('nope');" },
    class: 'type',
    file: 'main.js',
    named: { code: 'ERR_INVALID_URL' },
  },
  {
    name: 'require in ESM',
    files: { 'main.mjs': "const fs = require('fs');" },
    class: 'module_format',
    file: 'main.mjs',
    line: 1,
  },
  {
    name: '__dirname in ESM',
    files: { 'main.mjs': 'console.log(__dirname);' },
    class: 'module_format',
    file: 'main.mjs',
  },
  {
    name: 'import in CommonJS',
    files: { 'main.cjs': "import fs from 'fs';" },
    class: 'module_format',
    file: 'main.cjs',
    line: 1,
  },
  {
    name: 'export in CommonJS',
    files: { 'main.cjs': 'const a = 1;\nexport { a };' },
    class: 'module_format',
    file: 'main.cjs',
    line: 2,
  },
  {
    name: 'JSON import without attribute',
    files: { 'main.mjs': "import a from './a.json';", 'a.json': '{}' },
    class: 'module_format',
  },
  { name: 'unknown extension', files: { 'main.mjs': "import './a.foo';", 'a.foo': '' }, class: 'module_format' },
];
