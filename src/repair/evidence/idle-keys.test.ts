import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contextOf } from '../recipes/cases.test-helper.ts';
import { wholeChange } from '../recipes/revert.ts';
import { onlyIdleKeys } from './idle-keys.ts';

const was = 'page:\n  size: 20\ncurrency:\n  code: GBP\n  zones: [a, b]\n';
const code = "const settings = require('./settings');\nexports.code = () => settings.currency.code;\n";
const changes: readonly [string, string, string, boolean][] = [
  [
    'a section was put into another',
    was.replace(/currency:[^]*/, (own) => `money:\n${own.replace(/^/gm, '  ').trimEnd()}\n`),
    code,
    true,
  ],
  ['a section has another name', was.replace('currency:', 'money:'), code, true],
  ['a key has another name', was.replace('code:', 'iso:'), code, true],
  ['a value is another one as well', was.replace('code: GBP', 'iso: EUR'), code, false],
  ['a setting is gone as well', was.replace('currency:', 'money:').replace('  code: GBP\n', ''), code, false],
  ['one of a list is gone as well', was.replace('currency:', 'money:').replace('[a, b]', '[a]'), code, false],
  ['the new name is read', was.replace('currency:', 'money:'), `${code}exports.all = () => settings.money;\n`, false],
  ['the new name is said', was.replace('currency:', 'money:'), `${code}exports.all = () => pick('money');\n`, false],
  ['only their order', 'currency:\n  code: GBP\n  zones: [a, b]\npage:\n  size: 20\n', code, false],
];

for (const [what, is, source, expected] of changes) {
  test(`REP-3 the last change only called settings otherwise, and nobody reads them so? ${what}: ${expected ? 'yes' : 'no'}`, () => {
    const files = { 'app.yaml': is, 'a.js': source };
    const context = contextOf({
      name: '',
      class: 'type',
      message: '',
      files,
      lastGood: { ...files, 'app.yaml': was },
      first: null,
    });
    assert.equal(onlyIdleKeys(context, wholeChange(context)?.edits ?? []), expected);
  });
}

test('REP-3 what a view reads is not idle', () => {
  const is = was.replace('currency:', 'money:');
  const files = { 'app.yaml': is, 'a.js': code, 'views/price.ejs': '<b><%= money.code %></b>' };
  const lastGood = { ...files, 'app.yaml': was };
  const context = contextOf({ name: '', class: 'type', message: '', files, lastGood, first: null });
  assert.equal(onlyIdleKeys(context, wholeChange(context)?.edits ?? []), false);
});

test('REP-3 what code calls otherwise is no matter of settings', () => {
  const [is, then] = ['exports.a = { money: 1 };\n', 'exports.a = { currency: 1 };\n'];
  const context = contextOf({
    name: '',
    class: 'type',
    message: '',
    files: { 'a.js': is },
    lastGood: { 'a.js': then },
    first: null,
  });
  assert.equal(onlyIdleKeys(context, wholeChange(context)?.edits ?? []), false);
});
