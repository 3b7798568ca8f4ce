import assert from 'node:assert/strict';
import test from 'node:test';
import { checkChange } from './change.ts';
import type { TextChange } from './meaning.ts';
import { defaultPolicy } from './settings.ts';

const source: TextChange = { path: 'src/a.ts', before: 'a(;\n', after: 'a();\n' };
const output: TextChange = { path: 'dist/a.js', before: 'a(;\nb();\nc();\nd();\ne();\nf();\n', after: 'a();\n' };

function ruleOf(changes: readonly TextChange[], config = '{ "compilerOptions": { "outDir": "./dist" } }'): string {
  const read = (path: string): string | null =>
    path === 'tsconfig.json' ? config : (changes.find((each) => each.path === path)?.before ?? null);
  return checkChange(changes, defaultPolicy, { view: { read, files: () => changes.map(({ path }) => path) } }).rule;
}

test('POL-8 how much of what a compiler made is gone is read off its source', () => {
  assert.equal(ruleOf([source, output]), 'change-clean');
  assert.equal(ruleOf([{ ...source, path: 'src/b.ts' }, output]), 'meaning-removed-code');
});

test('POL-8 a source beside a file that somebody wrote hides nothing of it', () => {
  assert.equal(ruleOf([source, output], '{}'), 'meaning-removed-code', 'the project compiles nothing');
  assert.equal(ruleOf([source, { ...output, path: 'lib/a.js' }]), 'meaning-removed-code', 'not to there');
  assert.equal(ruleOf([{ ...source, before: null }, output]), 'meaning-removed-code', 'it was there before the source');
  assert.equal(ruleOf([{ ...source, after: null }, output]), 'change-delete');
});
