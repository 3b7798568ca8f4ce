import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, contextOf } from '../cases.test-helper.ts';
import { configPlaces } from '../settings/config-places.ts';
import { dataSection } from '../settings/data-section.ts';
import { halfRenamed } from '../names/half-renamed.ts';
import { importExport } from '../modules/import-export.ts';
import { importPath } from '../modules/import-path.ts';
import { missingFile } from '../files/missing-file.ts';
import { moduleFormat } from '../modules/module-format.ts';
import { packageSubpath } from '../modules/package-subpath.ts';
import { property } from '../names/property.ts';

const reading = (name: string) => ({
  class: 'type' as const,
  message: `Cannot read properties of undefined (reading '${name}')`,
  named: { property: name, nullish: 'undefined' as const },
});
const holidays = (read: string) =>
  `const fs = require('fs');\nconst YAML = require('yaml');\nexports.days = ${read}.map((h) => h.date);\nfunction read(file) {\n  const text = fs.readFileSync(file, 'utf8');\n  return YAML.parse(text).holidays;\n}\n`;

check(dataSection, [
  {
    name: 'a list that is nearly called what a function reads and gives back',
    ...reading('map'),
    files: { 'data/h.yaml': 'year: 1\nholiday:\n  - date: 2026\n', 'a.js': holidays("read('data/h.yaml')") },
    at: [['a.js', "read('data/h.yaml').‸map"]],
    first: { 'data/h.yaml': 'year: 1\nholidays:\n  - date: 2026\n' },
  },
  {
    name: 'nearly that name, and of another kind',
    ...reading('map'),
    files: { 'data/h.yaml': 'year: 1\nholiday: none\n', 'a.js': holidays("read('data/h.yaml')") },
    at: [['a.js', "read('data/h.yaml').‸map"]],
    first: null,
  },
]);

const missing = {
  class: 'missing_module' as const,
  message: "Cannot find module './modules/seating'",
  named: { module: './modules/seating', importer: 'index.js' },
  at: [['index.js', '‸require(`./mod']] as const,
};
const modules = {
  'index.js': "const { modules } = require('./config');\nfor (const name of modules) require(`./modules/${name}`);\n",
  'modules/catalog.js': 'exports.a = 1;\n',
  'modules/sales.js': "exports.needs = ['db', 'seating'];\n",
};
const listing = { 'config.js': "exports.modules = ['catalog', 'seating', 'sales'];\n" };

check(importPath, [
  {
    name: 'the one that a list of modules leaves out',
    ...missing,
    files: { ...modules, ...listing, 'modules/seats.js': 'exports.a = 1;\n' },
    first: { 'config.js': "exports.modules = ['catalog', 'seats', 'sales'];\n" },
  },
  {
    name: 'one that is called otherwise altogether is another module',
    ...missing,
    files: { ...modules, ...listing, 'modules/audit.js': 'exports.a = 1;\n' },
    first: null,
  },
  {
    name: 'two that the list leaves out',
    ...missing,
    files: { ...modules, ...listing, 'modules/seats.js': 'exports.a = 1;\n', 'modules/audit.js': 'exports.a = 1;\n' },
    first: null,
  },
]);

const render =
  "const fs = require('fs');\nexports.render = (name) => fs.readFileSync(`${__dirname}/templates/${name}.html`, 'utf8');\n";
const page = {
  class: 'missing_file' as const,
  message: "ENOENT: no such file or directory, open '/srv/project/templates/show-card.html'",
  named: { code: 'ENOENT', path: '/srv/project/templates/show-card.html', syscall: 'open' },
  at: [['t.js', 'fs.‸readFileSync']] as const,
};
const home = "const { render } = require('./t');\nexports.home = () => render('home') + render('show-card');\n";

check(missingFile, [
  {
    name: 'the one template of which nobody speaks',
    ...page,
    files: {
      't.js': render,
      'a.js': home,
      'templates/home.html': '{{> head }}',
      'templates/head.html': '',
      'templates/card.html': '',
    },
    first: { 'a.js': home.replace('show-card', 'card') },
  },
  {
    name: 'the only template, of whose name a route speaks',
    ...page,
    files: {
      't.js': render,
      'a.js': "const { render } = require('./t');\napp.get('/:id/card', () => render('show-card'));\n",
      'templates/card.html': '',
    },
    first: { 'a.js': /'\/:id\/card', \(\) => render\('card'\)/ },
  },
  {
    name: 'a template that others speak of is none that was renamed',
    ...page,
    files: { 't.js': render, 'a.js': home, 'templates/home.html': '{{> card }}', 'templates/card.html': '' },
    first: null,
  },
]);

const yaml = {
  'node_modules/yaml/package.json': '{"name":"yaml","exports":{".":"./index.js","./util":"./util.js"}}',
  'node_modules/yaml/index.js': 'exports.parse = (text) => text;\n',
};
const below = {
  class: 'module_format' as const,
  message: 'Package subpath \'./lib\' is not defined by "exports" in /srv/project/node_modules/yaml/package.json',
  named: { module: 'yaml/lib' },
  outside: yaml,
};

check(packageSubpath, [
  {
    name: 'a whole package of which all is read that is taken from below it',
    ...below,
    files: {
      'package.json': '{"dependencies":{"yaml":"1"}}',
      'a.js': "const YAML = require('yaml/lib');\nexports.x = YAML.parse('a: 1');\n",
    },
    at: [['a.js', '= ‸require']],
    first: { 'a.js': "const YAML = require('yaml');\nexports.x = YAML.parse('a: 1');\n" },
  },
  {
    name: 'what the package itself does not have',
    ...below,
    files: {
      'package.json': '{"dependencies":{"yaml":"1"}}',
      'a.js': "const YAML = require('yaml/lib');\nexports.x = YAML.stream('a: 1');\n",
    },
    at: [['a.js', '= ‸require']],
    first: null,
  },
]);

const noFunction = (identifier: string, name: string) => ({
  class: 'type' as const,
  message: `${identifier}.${name} is not a function`,
  named: { receiver: identifier, property: name },
});

check(property, [
  {
    name: 'what other languages call it',
    ...noFunction('wanted', 'findFirst'),
    files: { 'a.js': 'exports.pick = (wanted) => wanted.findFirst(Boolean);\n' },
    at: [['a.js', 'wanted.‸findFirst']],
    facts: { wanted: { className: 'Array' } },
    first: { 'a.js': 'exports.pick = (wanted) => wanted.find(Boolean);\n' },
  },
  {
    name: 'but for `get`',
    ...noFunction('mime', 'getContentType'),
    files: { 'a.js': "const mime = require('mime-types');\nexports.x = (file) => mime.getContentType(file);\n" },
    at: [['a.js', 'mime.‸getContentType']],
    facts: { mime: { keys: ['charset', 'contentType', 'lookup'] } },
    first: { 'a.js': /mime\.contentType\(file\)/ },
  },
  {
    name: 'what a Map calls it, by how others use it',
    ...noFunction('boats', 'add'),
    files: {
      'a.js':
        'exports.put = ({ boats }, boat) => boats.add(boat.id, boat);\nexports.one = ({ boats }, id) => boats.get(id);\nexports.all = ({ boats }) => [...boats.values()];\n',
    },
    at: [['a.js', 'boats.‸add']],
    first: { 'a.js': /boats\.set\(boat\.id, boat\)/ },
  },
  {
    name: 'the one longer name that the package has',
    ...noFunction('(intermediate value)', 'setExpiration'),
    files: {
      'a.mjs':
        "import { SignJWT } from 'jose';\nexports.sign = (key) => new SignJWT({}).setExpiration('2h').sign(key);\n".replace(
          'exports.sign =',
          'export const sign =',
        ),
    },
    outside: {
      'node_modules/jose/index.d.ts':
        'export declare class SignJWT {\n  setExpirationTime(at: string): this;\n  sign(key: object): Promise<string>;\n}\n',
    },
    at: [['a.mjs', '.‸setExpiration']],
    first: { 'a.mjs': /\.setExpirationTime\('2h'\)/ },
  },
  {
    name: 'of another kind than what is there',
    ...noFunction('mime', 'getLength'),
    files: { 'a.js': "const mime = require('mime-types');\nexports.x = (file) => mime.getLength(file);\n" },
    at: [['a.js', 'mime.‸getLength']],
    facts: { mime: { keys: ['charset', 'contentType', 'lookup'] } },
    first: null,
  },
]);

check(importExport, [
  {
    name: 'what another module of Node gives out',
    ...reading('from'),
    files: {
      'a.js':
        "const { once, Readable } = require('node:events');\nexports.x = (rows) => once(Readable.from(rows), 'end');\n",
    },
    at: [['a.js', 'Readable.‸from']],
    facts: { Readable: { type: 'undefined' } },
    first: {
      'a.js': /^const \{ once \} = require\('node:events'\);\nconst \{ Readable \} = require\('node:stream'\);\n/,
    },
  },
  {
    name: 'what several modules of Node give out',
    ...reading('from'),
    files: {
      'a.js':
        "const { once, finished } = require('node:events');\nexports.x = once(finished.from(1), 'end');\n".replaceAll(
          'finished',
          'promises',
        ),
    },
    at: [['a.js', 'promises.‸from']],
    facts: { promises: { type: 'undefined' } },
    first: null,
  },
  {
    name: 'a name that is given out under another one already: who takes it follows',
    class: 'type',
    message: 'staff is not a function',
    named: { identifier: 'staff' },
    files: {
      'staff.js': 'function staff() {}\nexports.staffOnly = staff;\n',
      'a.js': "const { staff } = require('./staff');\nexports.guard = staff();\n",
    },
    at: [['a.js', '= ‸staff()']],
    first: null,
  },
]);

check(moduleFormat, [
  {
    name: 'an import of names that CommonJS does not tell ahead, among requires',
    class: 'import_export',
    message: "The requested module 'lodash' does not provide an export named 'mapKeys'",
    named: { module: 'lodash', exportName: 'mapKeys', importer: 'a.js' },
    files: {
      'package.json': '{"dependencies":{"lodash":"4"}}',
      'a.js':
        "const fs = require('fs');\nimport { mapKeys } from 'lodash';\n\nmodule.exports = (all) => mapKeys(all, fs.existsSync);\n",
    },
    outside: { 'node_modules/lodash/package.json': '{}', 'node_modules/lodash/index.js': 'module.exports = run();\n' },
    at: [['a.js', '‸import']],
    first: { 'a.js': /const \{ mapKeys \} = require\('lodash'\);/ },
  },
  {
    name: 'the ES module of which a name is taken and that sets `module.exports`',
    class: 'import_export',
    message: "The requested module './refused.js' does not provide an export named 'Refused'",
    named: { module: './refused.js', exportName: 'Refused', importer: 'a.js' },
    files: {
      'package.json': '{"type":"module"}',
      'a.js': "import { Refused } from './refused.js';\nexport const a = Refused;\n",
      'refused.js': 'class Refused extends Error {}\n\nmodule.exports = { Refused };\n',
    },
    at: [['a.js', '‸import']],
    first: { 'refused.js': 'class Refused extends Error {}\n\nexport { Refused };\n' },
  },
  {
    name: 'and that gives out some of it as a module does',
    class: 'import_export',
    message: "The requested module './levels.js' does not provide an export named 'rank'",
    named: { module: './levels.js', exportName: 'rank', importer: 'a.js' },
    files: {
      'package.json': '{"type":"module"}',
      'a.js': "import { rank } from './levels.js';\nexport const a = rank;\n",
      'levels.js':
        'export const levels = { info: 1 };\nconst rank = (one) => levels[one];\nmodule.exports = { levels, rank };\n',
    },
    at: [['a.js', '‸import']],
    first: {
      'levels.js': 'export const levels = { info: 1 };\nconst rank = (one) => levels[one];\nexport { rank };\n',
    },
  },
]);

check(configPlaces, [
  {
    name: 'a setting that leads to a file by its path from the working folder',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open 'data/member.csv'",
    named: { code: 'ENOENT', path: 'data/member.csv', syscall: 'open' },
    files: {
      'config/app.json': '{"files":{"members":"data/member.csv"}}',
      'data/members.csv': 'id\n',
      'a.js': "import base from './config/app.json' with { type: 'json' };\nreadFile(base.files.members);\n",
    },
    first: { 'config/app.json': '{"files":{"members":"data/members.csv"}}' },
  },
]);

check(halfRenamed, [
  {
    name: 'what is taken out of a required module: all that take it follow at once, by another recipe',
    class: 'type',
    message: 'staff is not a function',
    named: { identifier: 'staff' },
    files: {
      'staff.js': 'function staff() {}\nexports.staffOnly = staff;\n',
      'a.js': "const { staff } = require('./staff');\nexports.guard = staff();\n",
    },
    at: [['a.js', '= ‸staff()']],
    first: null,
  },
]);

test('REP-1 `"type": "module"` over sources that are all CommonJS is told', async () => {
  const common = "const { a } = require('./a');\nmodule.exports = { b: a };\n";
  const told = async (files: Record<string, string>) => {
    const message = 'ReferenceError: require is not defined in ES module scope, you can use import instead';
    const at = [['server.js', 'const ‸{ a }']] as const;
    const given = { name: '', class: 'module_format' as const, message, at, files, first: null };
    return (await moduleFormat.outside?.(contextOf(given)))?.why ?? null;
  };
  const files = { 'package.json': '{"type":"module"}', 'server.js': common, 'b.js': common, 'c.js': common };
  assert.match((await told(files)) ?? '', /^package\.json says `"type": "module"`/);
  assert.equal(await told({ ...files, 'd.js': "import './b.js';\n" }), null);
  assert.equal(await told({ 'package.json': '{"type":"module"}', 'server.js': common }), null);
});
