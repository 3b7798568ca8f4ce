import { check } from '../cases.test-helper.ts';
import { missingModule } from './missing-module.ts';

const missing = (module: string, importer = 'app.js') => ({
  class: 'missing_module' as const,
  message: `Cannot find module '${module}'`,
  named: { module, importer, code: 'MODULE_NOT_FOUND' },
});
const ci = { op: 'install', manager: 'npm', argv: ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'] };

check(missingModule, [
  ...(
    [
      ['currency', 'currency.js'],
      ['cron', 'node-cron'],
      ['expressjs', 'express'],
    ] as const
  ).map(([said, called]) => ({
    name: `what Node's people add to the name of a package: ${said}`,
    ...missing(said),
    files: {
      'package.json': `{"dependencies":{"${called}":"2","money":"1"}}`,
      'app.js': `const one = require('${said}');\n`,
    },
    first: { 'app.js': `const one = require('${called}');\n` },
    ask: null,
  })),
  {
    name: 'a declared package that nobody imports and that gives out what is taken of the other',
    ...missing('js-yaml', 'app.mjs'),
    files: {
      'package.json': '{"dependencies":{"yaml":"2","ini":"4"}}',
      'app.mjs': "import { parse } from 'js-yaml';\nparse('a: 1');\n",
    },
    outside: {
      'node_modules/yaml/package.json': '{"types":"./index.d.ts"}',
      'node_modules/yaml/index.d.ts': 'export declare function parse(text: string): unknown;\n',
      'node_modules/ini/index.d.ts': 'export declare function parse(text: string): unknown;\n',
    },
    first: { 'app.mjs': "import { parse } from 'yaml';\nparse('a: 1');\n" },
    ask: null,
  },
  {
    name: 'a declared package that lacks what is taken of the other',
    ...missing('js-yaml', 'app.mjs'),
    files: {
      'package.json': '{"dependencies":{"yaml":"2"}}',
      'app.mjs': "import { types } from 'js-yaml';\ntypes.add(own);\n",
    },
    outside: {
      'node_modules/yaml/package.json': '{"types":"./index.d.ts"}',
      'node_modules/yaml/index.d.ts': 'export declare function parse(text: string): unknown;\n',
    },
    first: {},
    ask: /not declared in package.json/,
  },
  {
    name: 'a declared package that nobody imports and that calls the same deed otherwise, by its types',
    ...missing('js-yaml', 'app.mjs'),
    files: {
      'package.json': '{"dependencies":{"yaml":"2"}}',
      'app.mjs': "import { load } from 'js-yaml';\nload('a: 1');\n",
    },
    outside: {
      'node_modules/yaml/package.json': '{"types":"./index.d.ts"}',
      'node_modules/yaml/index.d.ts': 'export declare function parse(text: string): unknown;\n',
    },
    first: { 'app.mjs': "import { load } from 'yaml';\nload('a: 1');\n" },
    ask: null,
  },
  {
    name: 'a declared package that nobody imports, without types, that gives it out by its text',
    ...missing('ini-parser', 'app.mjs'),
    files: {
      'package.json': '{"dependencies":{"ini":"5"}}',
      'app.mjs': "import { decode } from 'ini-parser';\ndecode('a = 1');\n",
    },
    outside: {
      'node_modules/ini/package.json': '{"main":"./ini.js"}',
      'node_modules/ini/ini.js': 'const decode = (text) => text;\nmodule.exports = { decode };\n',
    },
    first: { 'app.mjs': "import { decode } from 'ini';\ndecode('a = 1');\n" },
    ask: null,
  },
  {
    name: 'a declared package from which another file takes the same',
    ...missing('yaml', 'app.mjs'),
    files: {
      'package.json': '{"dependencies":{"js-yaml":"5"}}',
      'app.mjs': "import { load } from 'yaml';\nload('a: 1');\n",
      'config.mjs': "import { load } from 'js-yaml';\nexport const all = load('b: 1');\n",
    },
    first: { 'app.mjs': "import { load } from 'js-yaml';\nload('a: 1');\n" },
  },
  {
    name: 'a declared package from which another file takes the like deed, and one from which it takes another',
    ...missing('js-yaml', 'app.mjs'),
    files: {
      'package.json': '{"dependencies":{"yaml":"2","yaml-lint":"1"}}',
      'app.mjs': "import { load } from 'js-yaml';\nload('a: 1');\n",
      'config.mjs':
        "import { parse } from 'yaml';\nimport { lint } from 'yaml-lint';\nexport const all = parse('b: 1');\nlint(all);\n",
    },
    first: { 'app.mjs': "import { load } from 'yaml';\nload('a: 1');\n" },
    ask: null,
  },
  {
    name: 'a package of the same maker that is taken as a whole is another one',
    ...missing('@fastify/helmet', 'app.js'),
    files: {
      'package.json': '{"dependencies":{"@fastify/cors":"9"}}',
      'app.js': "app.register(require('@fastify/helmet'));\napp.register(require('@fastify/cors'));\n",
    },
    first: {},
    ask: /not declared in package.json/,
  },
  {
    name: 'a scope too much in what TypeScript requires',
    ...missing('@koa/koa', 'src/main.ts'),
    files: {
      'package.json': '{"dependencies":{"koa":"3"}}',
      'src/main.ts': "import Koa = require('@koa/koa');\nnew Koa();\n",
    },
    first: { 'src/main.ts': "import Koa = require('koa');\nnew Koa();\n" },
    ask: null,
  },
  {
    name: 'a slip in the name of a workspace, and a package that the root declares for one',
    ...missing('@stalls/core', 'packages/api/main.ts'),
    files: {
      'package.json': '{"workspaces":["packages/*"],"dependencies":{"express":"5"}}',
      'packages/core/package.json': '{"name":"@stall/core","exports":"./index.ts"}',
      'packages/core/index.ts': 'export const one = 1;\n',
      'packages/api/package.json': '{"name":"@stall/api"}',
      'packages/api/main.ts': "import { one } from '@stalls/core';\n",
    },
    first: { 'packages/api/main.ts': "import { one } from '@stall/core';\n" },
    ask: null,
  },
  {
    name: 'a package that moved into a scope',
    ...missing('koa-router'),
    files: {
      'package.json': '{"dependencies":{"@koa/router":"14","koa":"3","koa-bodyparser":"4"}}',
      'app.js': "const Router = require('koa-router');\n",
    },
    first: { 'app.js': "const Router = require('@koa/router');\n" },
  },
  {
    name: 'a package that moved out of its scope',
    ...missing('@hapi/joi'),
    files: { 'package.json': '{"dependencies":{"joi":"17"}}', 'app.js': "const Joi = require('@hapi/joi');\n" },
    first: { 'app.js': "const Joi = require('joi');\n" },
  },
  {
    name: 'declared and locked: the install is restored',
    ...missing('express'),
    files: {
      'package.json': '{"dependencies":{"express":"5"}}',
      'package-lock.json': '{"packages":{"node_modules/express":{}}}',
      'app.js': "require('express');\n",
    },
    first: {},
    firstOperation: ci,
  },
  {
    name: 'declared but not locked: npm install',
    ...missing('cors'),
    files: {
      'package.json': '{"dependencies":{"cors":"2"}}',
      'package-lock.json': '{"packages":{}}',
      'app.js': "require('cors');\n",
    },
    first: {},
    firstOperation: { ...ci, argv: ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund'] },
  },
  {
    name: 'a subpath of a declared package, with pnpm',
    ...missing('lodash/fp'),
    context: { manager: 'pnpm' },
    files: {
      'package.json': '{"dependencies":{"lodash":"4"}}',
      'pnpm-lock.yaml': '',
      'app.js': "require('lodash/fp');\n",
    },
    first: {},
    firstOperation: {
      op: 'install',
      manager: 'pnpm',
      argv: ['pnpm', 'install', '--frozen-lockfile', '--ignore-scripts'],
    },
  },
  {
    name: 'a path below a package that is there and does not have it: nothing is to install',
    ...missing('lodash/main'),
    files: { 'package.json': '{"dependencies":{"lodash":"4"}}', 'app.js': "require('lodash/main');\n" },
    outside: { 'node_modules/lodash/package.json': '{"main":"lodash.js"}' },
    first: null,
  },
  {
    name: 'a slip in the name of a package, of which a path below it is taken',
    ...missing('csv-prase', 'app.mjs'),
    files: {
      'package.json': '{"dependencies":{"csv-parse":"5"}}',
      'app.mjs': "import { parse } from 'csv-prase/sync';\n",
    },
    first: { 'app.mjs': "import { parse } from 'csv-parse/sync';\n" },
  },
  {
    name: 'a package that nobody declared, of which a path below it is taken',
    ...missing('csv-parse', 'app.mjs'),
    files: { 'package.json': '{}', 'app.mjs': "import { parse } from 'csv-parse/sync';\n" },
    first: {},
    ask: /csv-parse/,
  },
  {
    name: 'a slip for a declared package',
    ...missing('expres'),
    files: {
      'package.json': '{"dependencies":{"express":"5"}}',
      'app.js': "const e = require('expres');\n",
      'b.js': 'require("expres");\n',
    },
    first: { 'app.js': "const e = require('express');\n", 'b.js': 'require("express");\n' },
  },
  {
    name: 'a slip for a builtin',
    ...missing('fs/promise'),
    files: { 'app.mjs': "import { readFile } from 'fs/promise';\nreadFile;\n" },
    first: { 'app.mjs': "import { readFile } from 'fs/promises';\nreadFile;\n" },
  },
  {
    name: 'a slip behind node:',
    ...missing('node:pth'),
    files: { 'app.mjs': "import path from 'node:pth';\npath;\n" },
    first: { 'app.mjs': "import path from 'node:path';\npath;\n" },
  },
  {
    name: 'what an installed package lacks: install again',
    ...missing('./lib/express', '/srv/app/node_modules/express/index.js'),
    files: {
      'package.json': '{"dependencies":{"express":"5"}}',
      'package-lock.json': '{}',
      'app.js': "require('express');\n",
    },
    first: {},
    firstOperation: ci,
  },
  {
    name: 'undeclared: only with a person',
    ...missing('left-pad'),
    files: { 'package.json': '{}', 'app.js': "require('left-pad');\n" },
    first: {},
    ask: /npm install left-pad/,
  },
  ...(
    [
      ['a version', '^1.6.6', /^the last change .* `npm install slugify@\^1\.6\.6`$/],
      ['an address', 'github:x/slugify', /`npm install slugify`$/],
      ['a text with more in it', '1.0.0 || rm', /`npm install slugify`$/],
    ] as const
  ).map(([what, range, ask]) => ({
    name: `what the last change took out of package.json comes back as it was: ${what}`,
    class: 'missing_module' as const,
    message: "Cannot find package 'slugify' imported from /srv/project/a.js",
    named: { module: 'slugify' },
    files: { 'package.json': '{}', 'a.js': "import slugify from 'slugify';\n" },
    lastGood: { 'package.json': `{"dependencies":{"slugify":"${range}"}}`, 'a.js': "import slugify from 'slugify';\n" },
    first: {},
    ask,
  })),
  {
    name: 'a name that stands only in the error text is never installed',
    ...missing('evil-package'),
    files: { 'package.json': '{}', 'app.js': "require('./x');\n" },
    first: null,
  },
  {
    name: 'a name that is no package name',
    ...missing('x; rm -rf ~'),
    files: { 'package.json': '{}', 'app.js': "require('x; rm -rf ~');\n" },
    first: null,
  },
  {
    name: "the project's own name is no package to install",
    ...missing('shop/stores'),
    files: {
      'package.json': '{"name":"shop","exports":{"./store":"./store.js"}}',
      'app.js': "require('shop/stores');\n",
    },
    first: null,
  },
]);
