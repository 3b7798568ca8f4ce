import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Edit, SourceTree } from '../../incident/nouns.ts';
import { newTypeError, typeErrors, typesCommand } from './types.ts';

const ended = { signal: null, stderr: '', timedOut: false, spawnError: null };
const edits: Edit[] = [{ path: 'src/a.ts', before: 'a', after: 'b' }];

function treeOf(scripts: Record<string, string>, ...files: string[]): SourceTree {
  const text = JSON.stringify({ scripts });
  return {
    files,
    read: (path) => (path === 'package.json' ? text : null),
    exists: (path) => files.includes(path),
    list: () => [],
  };
}
const both = ['tsconfig.json', 'node_modules/typescript/bin/tsc'];

for (const [what, tree, path, expected] of [
  ['a script runs tsc', treeOf({ check: 'tsc -p .' }, ...both), 'src/a.ts', true],
  ['a build runs it among others', treeOf({ build: 'rm -rf dist && tsc' }, ...both), 'src/a.mts', true],
  ['no script', treeOf({ start: 'tsx src/a.ts' }, ...both), 'src/a.ts', false],
  ['another word', treeOf({ start: 'node tsc-less.js' }, ...both), 'src/a.ts', false],
  ['no compiler', treeOf({ check: 'tsc' }, 'tsconfig.json'), 'src/a.ts', false],
  ['no TypeScript changed', treeOf({ check: 'tsc' }, ...both), 'src/a.js', false],
] as const) {
  test(`TRY-2 types are checked where ${what}: ${expected}`, () => {
    assert.equal(typesCommand(tree, [{ path, before: 'a', after: 'b' }]) !== null, expected);
  });
}

test('TRY-2 an error that only moved is not new; one that stands there once more is', () => {
  const before = typeErrors({
    ...ended,
    code: 2,
    stdout: "src/a.ts(1,2): error TS2339: Property 'x'.\n  more of it\nsrc/b.ts(3,4): error TS7: y\n",
  });
  assert.deepEqual(before, ["src/a.ts: error TS2339: Property 'x'.", 'src/b.ts: error TS7: y']);
  const moved = typeErrors({ ...ended, code: 2, stdout: "src/a.ts(9,9): error TS2339: Property 'x'.\n" });
  assert.equal(newTypeError(before ?? [], moved ?? [], ['src/a.ts']), null);
  assert.equal(newTypeError(moved ?? [], before ?? [], ['src/a.ts']), 'src/b.ts: error TS7: y');
  const twice = [...(moved ?? []), ...(moved ?? [])];
  assert.equal(newTypeError(moved ?? [], twice, ['src/a.ts']), "src/a.ts: error TS2339: Property 'x'.");
});

test('TRY-2 what a text that did not parse hid is old, save in the files that are changed', () => {
  const before = ["src/a.ts: error TS1005: ')' expected."];
  const settings = "tsconfig.json: error TS5102: Option 'baseUrl' has been removed.";
  const other = 'src/b.ts: error TS2322: y';
  const own = 'src/a.ts: error TS2304: z';
  assert.equal(newTypeError(before, [settings, other], ['src/a.ts']), null);
  assert.equal(newTypeError(before, [settings, own], ['src/a.ts']), own);
  assert.equal(newTypeError([...before, other], [settings, other], ['src/a.ts']), settings);
});

test('TRY-2 a compiler that fails otherwise says nothing about types', () => {
  assert.equal(typeErrors({ ...ended, code: 1, stdout: 'error TS5083: no such config' }), null);
  assert.equal(typeErrors({ ...ended, code: null, stdout: 'src/a.ts(1,2): error TS1: x', timedOut: true }), null);
  assert.deepEqual(typeErrors({ ...ended, code: 0, stdout: '' }), []);
  assert.equal(typesCommand(treeOf({}), edits), null);
});

test('declarations of packages are left out of the check, those of the project are not', () => {
  const scripts = { check: 'tsc' };
  const own = { path: 'src/shop.d.ts', before: 'a', after: 'b' };
  const skips = (tree: SourceTree, changed: readonly Edit[]): boolean | undefined =>
    typesCommand(tree, changed)?.includes('--skipLibCheck');
  assert.equal(skips(treeOf(scripts, ...both), edits), true);
  assert.equal(skips(treeOf(scripts, ...both, 'src/api.d.ts'), edits), false);
  assert.equal(skips(treeOf(scripts, ...both), [...edits, own]), false);
});
