/** What lies beside a file as a copy of it takes its place when it is gone or empty. */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { check, contextOf } from '../recipes/cases.test-helper.ts';
import { importPath } from '../recipes/modules/import-path.ts';
import { jsonConfig } from '../recipes/settings/json-config.ts';
import { missingFile } from '../recipes/files/missing-file.ts';
import { templateParts } from '../recipes/templates/template-parts.ts';
import { backupOf, isBackup } from './backups.ts';

const gone = (file: string) => ({
  class: 'missing_file' as const,
  message: `ENOENT: no such file or directory, open '/app/${file}'`,
  named: { code: 'ENOENT', path: `/app/${file}`, syscall: 'open' },
});
const reads = "exports.all = () => JSON.parse(readFileSync('data/prices.json', 'utf8'));\n";

test('REP-2 a copy is told by its name, and by nothing where two of them lie there', () => {
  for (const name of ['a.json.bak', 'a.old.json', 'a copy.json', 'a.json~', 'Copy of a.json', 'a-backup.json'])
    assert.ok(isBackup(name), name);
  for (const name of ['a.json', 'gold.json', 'copy.json', 'a.example.json']) assert.ok(!isBackup(name), name);
  const { tree } = contextOf({
    name: '',
    class: 'unknown',
    message: '',
    first: null,
    files: { 'a.json.bak': '1', 'a.old.json': '2', 'b.json.bak': ' ', 'c.json~': '3' },
  });
  assert.equal(backupOf(tree, 'a.json'), null);
  assert.equal(backupOf(tree, 'b.json'), null);
  assert.equal(backupOf(tree, 'c.json')?.text, '3');
});

check(missingFile, [
  {
    name: 'a file that is gone, and the copy of it rather than another file that nobody speaks of',
    ...gone('data/prices.json'),
    files: { 'a.js': reads, 'data/prices.json.bak': '{"oak":1}', 'data/frames.json': '{"oak":2}' },
    at: [['a.js', '‸readFileSync']],
    first: { 'data/prices.json': '{"oak":1}' },
    ask: null,
  },
  {
    name: 'the copy of a file that the program writes itself',
    ...gone('data/prices.json'),
    files: {
      'a.js': `${reads}exports.put = (all) => writeFileSync('data/prices.json', JSON.stringify(all));\n`,
      'data/prices.json.bak': '{"oak":1}',
    },
    at: [['a.js', '‸readFileSync']],
    first: { 'data/prices.json': '{"oak":1}' },
    ask: /may lack what was written since/,
  },
]);

check(jsonConfig, [
  {
    name: 'a file that holds nothing, and its copy',
    class: 'config',
    message: 'Unexpected end of JSON input',
    files: { 'a.js': reads, 'data/prices.json': '', 'data/prices.json.bak': '{"oak":1}' },
    at: [['a.js', 'JSON.‸parse']],
    first: { 'data/prices.json': '{"oak":1}' },
    ask: null,
  },
]);

check(importPath, [
  {
    name: 'a module of which only the copy is left',
    class: 'missing_module',
    message: "Cannot find module './pay'",
    named: { module: './pay', importer: 'a.js' },
    files: { 'a.js': "const pay = require('./pay');\n", 'pay.js.bak': 'exports.pay = 1;\n' },
    at: [['a.js', '‸require']],
    first: { 'pay.js': 'exports.pay = 1;\n' },
  },
]);

const page = (part: string): string =>
  `/srv/app/views/home.ejs:1\n >> 1| …\n\nCould not find the include file "${part}"`;

check(templateParts, [
  {
    name: 'a part of which only the copy is left',
    class: 'unknown',
    message: page('parts/foot'),
    files: {
      'views/home.ejs': "<%- include('parts/foot') %>\n",
      'views/parts/foot.ejs.bak': '<footer>\n',
      'views/parts/head.ejs': '<p>\n',
    },
    first: { 'views/parts/foot.ejs': '<footer>\n' },
  },
  {
    name: 'a folder of parts that moved, for all who take any of it in',
    class: 'unknown',
    message: page('parts/head'),
    files: {
      'views/home.ejs': "<%- include('parts/head') %>\n",
      'views/orders/show.ejs': "<%- include('../parts/head') %><%- include('../parts/row', { order }) %>\n",
      'views/shared/head.ejs': '<p>\n',
      'views/shared/row.ejs': '<p>\n',
    },
    first: {
      'views/home.ejs': "<%- include('shared/head') %>\n",
      'views/orders/show.ejs': "<%- include('../shared/head') %><%- include('../shared/row', { order }) %>\n",
    },
  },
]);
