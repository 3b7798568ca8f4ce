import assert from 'node:assert/strict';
import test from 'node:test';
import type { SourceTree } from '../../incident/nouns.ts';
import { checkParse } from './parse.ts';

function treeWith(files: Readonly<Record<string, string>>): SourceTree {
  return { files: [], read: (file) => files[file] ?? null, exists: () => false, list: () => [] };
}

const cases: readonly [
  name: string,
  file: string,
  before: string | null,
  after: string,
  type: string | null,
  ok: boolean,
][] = [
  ['CommonJS', 'a.js', null, "const x = require('x'); return;", 'commonjs', true],
  ['import in CommonJS', 'a.js', null, "import x from 'x';", 'commonjs', false],
  ['import without a type', 'a.js', null, "import x from 'x';", null, true],
  ['ESM with await', 'a.mjs', null, 'await 1; export {};', null, true],
  ['await as a name in ESM', 'a.js', null, 'const await = 1;', 'module', false],
  ['cjs in a module package', 'a.cjs', null, 'const x = 1; return;', 'module', true],
  ['TypeScript', 'a.ts', null, 'const x: number = 1; export type T = typeof x;', 'module', true],
  ['broken TypeScript', 'a.ts', null, 'const x: = 1;', null, false],
  ['TSX', 'a.tsx', null, 'export const a = <b>x</b>;', null, true],
  ['missing bracket', 'a.js', null, 'f(;', null, false],
  ['JSON', 'a.json', null, '{"a": 1}', null, true],
  ['JSON with a trailing comma', 'a.json', null, '{"a": 1,}', null, false],
  ['tsconfig may have comments', 'tsconfig.json', null, '{ // x\n}', null, true],
  ['another kind of file', 'a.sql', null, 'select (', null, true],
  ['a second mistake further on is for the boot to tell', 'a.js', 'f(;\ng(;\n', 'f();\ng(;\n', null, true],
  ['the same mistake still there', 'a.js', 'f(;\n', 'f(;\n// x\n', null, false],
];

test('TRY-2 changed files parse as what the loader takes them for', () => {
  for (const [name, path, before, after, type, ok] of cases) {
    const tree = treeWith({ 'package.json': type === null ? '{}' : JSON.stringify({ type }) });
    const verdict = checkParse([{ path, before, after }], tree);
    assert.equal(verdict.ok, ok, `${name}: ${verdict.detail}`);
    if (!ok) assert.match(verdict.detail, new RegExp(`^${path}: `));
  }
});

test('TRY-2 the nearest package.json decides', () => {
  const tree = treeWith({ 'package.json': '{"type":"commonjs"}', 'esm/package.json': '{"type":"module"}' });
  assert.equal(checkParse([{ path: 'esm/lib/a.js', before: null, after: 'await 1;' }], tree).ok, true);
  assert.equal(checkParse([{ path: 'lib/a.js', before: null, after: 'await 1;' }], tree).ok, false);
});
