import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Action } from '../../../incident/nouns.ts';
import { mergeSides } from '../../mending/merges.ts';
import { withoutMarkers } from '../../mending/json-repair.ts';
import { check, contextOf } from '../cases.test-helper.ts';
import { mergeMarks } from './merge-marks.ts';
import { syntax } from './syntax.ts';

const conflict = (ours: string, theirs: string, base: string | null = null): string =>
  `<<<<<<< HEAD\n${ours}${base === null ? '' : `||||||| 3f2a91c\n${base}`}=======\n${theirs}>>>>>>> feature/x\n`;
const failed = { class: 'database' as const, message: 'near "<<": syntax error' };
const sql = (inner: string): string => `CREATE TABLE a (id INTEGER);\n${inner}CREATE TABLE c (id INTEGER);\n`;

check(mergeMarks, [
  {
    ...{ name: 'sides of SQL that say the same', ...failed },
    files: { 'db/schema.sql': sql(conflict('CREATE TABLE b (id  INTEGER);\n', 'CREATE TABLE b (id INTEGER);\n')) },
    first: { 'db/schema.sql': sql('CREATE TABLE b (id  INTEGER);\n') },
  },
  {
    ...{ name: 'the side that was there before', ...failed },
    files: { 'db/schema.sql': sql(conflict('CREATE TABLE d (id INTEGER);\n', 'CREATE TABLE b (id INTEGER);\n', '')) },
    lastGood: { 'db/schema.sql': sql('CREATE TABLE b (id INTEGER);\n') },
    first: { 'db/schema.sql': sql('CREATE TABLE b (id INTEGER);\n') },
  },
  {
    ...{ name: 'sides that differ', ...failed },
    files: { 'db/schema.sql': sql(conflict('CREATE TABLE d (id INTEGER);\n', 'CREATE TABLE b (id INTEGER);\n')) },
    first: { 'db/schema.sql': sql('CREATE TABLE d (id INTEGER);\n') },
    ask: /only you know/,
  },
]);

const one = 'function tax(cents) {\n  return cents / 5;\n}\n';
const other = 'function fee(cents) {\n  return cents / 10;\n}\n';
const use = 'module.exports = (cents) => tax(cents) + fee(cents);\n';

check(syntax, [
  {
    ...{
      name: 'functions of both sides, of which the rest needs each',
      class: 'syntax',
      message: "Unexpected token '<<'",
    },
    files: { 'a.js': conflict(one, other) + use },
    at: [['a.js', '‸<<<<<<< HEAD']],
    first: { 'a.js': one + other + use },
  },
  {
    ...{ name: 'one hunk of one side and one of the other', class: 'syntax', message: "Unexpected token '<<'" },
    files: { 'a.js': conflict(one, '') + conflict('', other) + use },
    at: [['a.js', '‸<<<<<<< HEAD\nfunction tax']],
    first: { 'a.js': one + other + use },
  },
]);

test('REP-2 a conflict within a side of another one is resolved with it', () => {
  const text = conflict(`a\n${conflict('b\n', 'c\n')}`, 'd\n', 'base\n');
  assert.equal(withoutMarkers(text), 'a\nb\n');
  assert.equal(withoutMarkers(text, 'theirs'), 'd\n');
  assert.equal(withoutMarkers('<<<<<<< HEAD\na\n=======\nb\n'), null);
  assert.deepEqual(
    mergeSides('a.js', conflict('a();\n', 'b();\n'), 'b();\n').map((each) => each.text),
    ['b();\n'],
  );
});

test('POL-3 the marks of a merge in .env are told', async () => {
  const env = { '.env': `PORT=1\n${conflict('A=1\n', 'A=2\n')}` };
  const given = contextOf({
    name: '',
    files: {},
    outside: env,
    class: 'env_missing',
    message: 'A is missing',
    first: null,
  });
  const action = (await mergeMarks.outside?.(given)) as Action;
  assert.match(action.why, /^\.env:2 holds the marks/);
});

test('sides of a source that differ in their layout alone are one, and others are two', () => {
  const sidesOf = (theirs: string) =>
    mergeSides('a.js', conflict('const a = Object({ b: 1 });\n', theirs), null).map(({ text }) => text);
  assert.deepEqual(sidesOf('const a = Object({\n  b: 1, // one\n});\n'), ['const a = Object({ b: 1 });\n']);
  assert.equal(sidesOf('const a = Object({ b: 2 });\n').length, 2);
});
