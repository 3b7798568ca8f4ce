import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { makeScene, withGit } from '../../test/process/release-scene.ts';
import { filesBelow, lostFile, replacedName, replacements } from './history.ts';

const scene = (t: test.TestContext) => withGit(makeScene(t, { 'store.js': 'of(1);\n', 'a.js': 'store.of(2);\nof;\n' }));

test('REP-2 what a name became is read off the commit that replaced it, and off what is not committed yet', async (t) => {
  const { write, git, paths, env } = scene(t);
  const repository = { project: paths.project, env };
  write({ 'store.js': 'forRoom(1);\n', 'a.js': 'store.forRoom(2);\nof;\n' });
  assert.deepEqual([...(await replacedName(repository, 'of'))], [['forRoom', 2]]);
  git('commit', '-q', '-a', '-m', 'renamed');
  assert.deepEqual([...(await replacedName(repository, 'of'))], [['forRoom', 2]]);
  assert.deepEqual([...(await replacedName(repository, 'forRoom'))], []);
  assert.deepEqual([...(await replacedName(repository, '--output=x'))], []);
});

test('REP-2 a line that changed otherwise too, or into several names, is no rename', () => {
  const hunk = (from: string, to: string): string => `@@ -1 +1 @@\n-${from}\n+${to}\n`;
  assert.deepEqual([...replacements(hunk('a.of(b)', 'a.forRoom(c)'), 'of')], []);
  assert.deepEqual([...replacements(hunk('of + of', 'one + two'), 'of')], []);
  assert.deepEqual([...replacements(hunk('of(1)', '2(1)'), 'of')], []);
  assert.deepEqual([...replacements(hunk('proof(1)', 'prooF(1)'), 'of')], []);
  assert.deepEqual([...replacements(hunk('{ of: 1 }', '{ forRoom: 1 }'), 'of')], [['forRoom', 1]]);
});

test('REP-2 the text of a file that was committed and moved away; none of what git never held', async (t) => {
  const { write, git, paths, env } = scene(t);
  const repository = { project: paths.project, env };
  assert.equal(await lostFile(repository, 'store.js'), null);
  rmSync(path.join(paths.project, 'store.js'));
  write({ 'shop.js': 'of(1);\n' });
  git('add', '-A');
  git('commit', '-q', '-m', 'moved');
  assert.equal(await lostFile(repository, 'store.js'), 'of(1);\n');
  assert.equal(await lostFile(repository, 'never.js'), null);
});

test('REP-2 the files of a folder that is gone, be its removal committed or not', async (t) => {
  const { write, git, paths, env } = scene(t);
  const repository = { project: paths.project, env };
  write({ 'notes/a.md': 'a\n', 'notes/old/ä b.md': 'b\n' });
  git('add', '-A');
  git('commit', '-q', '-m', 'notes');
  rmSync(path.join(paths.project, 'notes'), { recursive: true });
  assert.deepEqual(await filesBelow(repository, 'notes'), ['notes/a.md', 'notes/old/ä b.md']);
  git('add', '-A');
  git('commit', '-q', '-m', 'removed');
  assert.deepEqual(await filesBelow(repository, 'notes'), ['notes/a.md', 'notes/old/ä b.md']);
  assert.deepEqual(await filesBelow(repository, 'never'), []);
});
