import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contextOf } from '../recipes/cases.test-helper.ts';
import { wholeChange } from '../recipes/revert.ts';
import { meantToGo } from './meant.ts';

/** Why `back` is not taken back to what it was without a word, where all of the last change is from `was` to `is`. */
function doubt(was: Record<string, string>, is: Record<string, string>, back: string): string | null {
  const context = contextOf({ name: '', class: 'range', message: '', files: is, lastGood: was, first: null });
  const edits = [{ path: back, before: is[back] ?? null, after: was[back] ?? null }];
  return meantToGo(context, edits, wholeChange(context)?.edits ?? []);
}

const limits: readonly [string, string, string, boolean][] = [
  ['a limit of zod', 'rate: z.number().min(0).max(1),', 'rate: z.number().min(0).max(0.1),', true],
  ['the length of a text', 'name: z.string().min(2),', 'name: z.string().min(12),', true],
  ['a limit of a schema', "rooms: { type: 'integer', maximum: 40 },", "rooms: { type: 'integer', maximum: 4 },", true],
  ['a quoted key of one', '"minLength": 2,', '"minLength": 20,', true],
  ['another rule besides', 'rate: z.number().max(1),', 'rate: z.int().max(0.1),', false],
  ['a number that limits nothing', 'const pages = rows.slice(0, 10);', 'const pages = rows.slice(0, 100);', false],
  ['the larger of two', 'const most = Math.max(1, a);', 'const most = Math.max(2, a);', false],
];

for (const [what, was, is, expected] of limits) {
  test(`REP-3 going back lifts a limit that was set? ${what}: ${expected ? 'yes' : 'no'}`, () => {
    const said = doubt({ 'a.js': `${was}\n` }, { 'a.js': `${is}\n` }, 'a.js');
    assert.equal(said, expected ? 'it lifts a limit that the last change set' : null);
  });
}

const add = 'export function add(day, months) {\n  return shift(day, months);\n}\n';
const named = add.replace('(day, months) {', '({ day, months }) {');
const use = "import { add } from './a.js';\nexport const end = (day) => add(day, 6);\n";
const both = `${use}export const season = (day) => add({ day, months: 10 });\n`;
const heads: readonly [string, Record<string, string>, Record<string, string>, boolean][] = [
  [
    'another use of it was written for the new ones',
    { 'a.js': add, 'b.js': use },
    { 'a.js': named, 'b.js': both },
    true,
  ],
  ['nothing else of the change calls it', { 'a.js': add, 'b.js': use }, { 'a.js': named, 'b.js': use }, false],
  [
    'they are the same, and it does otherwise',
    { 'a.js': add, 'b.js': use },
    { 'a.js': add.replace('shift(day', 'shift(dya'), 'b.js': both },
    false,
  ],
  [
    'a condition is no function',
    { 'a.js': 'if (a) {\n  run(a);\n}\n', 'b.js': 'go();\n' },
    { 'a.js': 'if (b) {\n  run(a);\n}\n', 'b.js': 'if (c) go();\n' },
    false,
  ],
];

for (const [what, was, is, expected] of heads) {
  test(`REP-3 a function goes back to other parameters while calls stay as they are now? ${what}: ${expected ? 'yes' : 'no'}`, () => {
    assert.equal(/^the last change calls `add`/.test(doubt(was, is, 'a.js') ?? ''), expected);
  });
}

test('REP-3 what refuses a value, and the value, came with one change: either may be right', () => {
  const check = 'if (row.priority > 3) throw new Error(row.id);\n';
  const was = { 'rows.json': '{"id":"a","priority":3}\n', 'a.js': 'load(row);\n' };
  const asked = (before: string) => {
    const files = { 'rows.json': '{"id":"a","priority":4}\n', 'a.js': `load(row);\n${check}` };
    const lastGood = { ...was, 'a.js': before };
    const at = [['a.js', 'throw ‸new']] as const;
    const context = contextOf({ name: '', class: 'unknown', message: '', files, lastGood, at, first: null });
    const edits = [{ path: 'rows.json', before: files['rows.json'], after: was['rows.json'] }];
    return meantToGo(context, edits, wholeChange(context)?.edits ?? []);
  };
  assert.match(asked(was['a.js']) ?? '', /^what refuses it came with the same change/);
  assert.equal(asked(`load(row);\n${check}`), null);
});

test('REP-3 a value that is said elsewhere as well is not one thing with it, as a name is', () => {
  const was = { 'a.json': '{\n  "days": 28,\n  "list": ["a"]\n}\n', 'b.js': 'show(list);\n' };
  const asked = (value: string) =>
    doubt(
      was,
      { ...was, 'a.json': `{\n  "days": 28,\n  "list": ${value}\n}\n`, 'b.js': `show(${value});\n` },
      'a.json',
    );
  assert.equal(asked('true'), null);
  assert.match(asked('given') ?? '', /brought `given` elsewhere/);
});
