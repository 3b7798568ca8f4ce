import assert from 'node:assert/strict';
import test from 'node:test';
import { makeScene } from '../../test/process/release-scene.ts';
import { asksToGoBack, observeTree } from './deploys.ts';
import { storeTree, type Tree } from './tree.ts';

const scene = (t: test.TestContext): ((files: Record<string, string>, lock?: string) => Tree) => {
  const { paths } = makeScene(t);
  return (files, lock) => {
    const named = Object.entries(files).map(([name, sha]) => [name, { sha, mode: 0o644 }] as const);
    return storeTree(paths, Object.fromEntries(named), lock ?? null);
  };
};

test('PRO-7 a change that is not ours is a deploy, and what it changed is told', (t) => {
  const tree = scene(t);
  const before = tree({ 'a.js': '1', 'b.js': '1', 'state.json': '1' });
  const after = tree({ 'a.js': '2', 'c.js': '1' });
  const told = { from: before.hash, to: after.hash, added: ['c.js'], changed: ['a.js'] };
  assert.deepEqual(observeTree(before, after), { ...told, removed: ['b.js', 'state.json'] });
  assert.deepEqual(
    observeTree(before, after, (path) => path === 'state.json'),
    { ...told, removed: ['b.js'] },
  );
  assert.equal(observeTree(before, before), null);
  assert.equal(observeTree(null, after), null);
  const seenWriting = tree({ 'a.js': '1', 'b.js': '1' });
  assert.equal(
    observeTree(before, seenWriting, (path) => path === 'state.json'),
    null,
  );
  assert.notEqual(
    observeTree(after, tree({ 'a.js': '2', 'c.js': '1' }, 'lock')),
    null,
    'other modules are another release',
  );
});

const hour = 3_600_000;
const many = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`f${n}.js`, '1']));
const ways: readonly (readonly [string, Record<string, string>, Record<string, string>, number, RegExp | null])[] = [
  ['a source', { 'a.js': '2' }, { 'a.js': '1' }, hour, null],
  ['20 files', many, { 'f0.js': '1' }, hour, null],
  ['21 files', many, {}, hour, /21 files/],
  ['a migration', { 'db/migrations/002.sql': '1' }, {}, hour, /migration/],
  ['a migration gone', {}, { 'src/migrate.js': '1' }, hour, /migration/],
  ['a word that only begins alike', { 'lib/migratory-birds.js': '1' }, {}, hour, null],
  ['a lock file', { 'package-lock.json': '2' }, { 'package-lock.json': '1' }, hour, /lock file/],
  ['a day', { 'a.js': '2' }, { 'a.js': '1' }, 24 * hour, null],
  ['more than a day', { 'a.js': '2' }, { 'a.js': '1' }, 25 * hour, /25 hours/],
];

test('PRO-8 what going back over asks for', (t) => {
  const tree = scene(t);
  for (const [title, from, to, ageMs, why] of ways) {
    const reason = asksToGoBack(tree(from), tree(to), ageMs);
    if (why === null) assert.equal(reason, null, title);
    else assert.match(reason ?? '', why, title);
  }
  assert.match(asksToGoBack(tree({}, 'b'), tree({}, 'a'), 0) ?? '', /lock file/);
});
