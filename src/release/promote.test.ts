import assert from 'node:assert/strict';
import { lstatSync, renameSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { at, makeExecutable, makeScene, withGit, type Scene } from '../../test/process/release-scene.ts';
import { isErrno } from '../kit/errors.ts';
import { putBlob } from './blobs.ts';
import { promote, type Promoted } from './promote.ts';
import { rollbackTo } from './rollback.ts';
import { snapshot } from './tree.ts';

const files = {
  'package.json': '{}',
  'server.js': 'const a = 1;\n',
  'lib/users.js': 'exports.x = 1;\n',
  'lib/old.js': 'gone soon\n',
  'settings.json': '{"owner": 1}',
};

async function promoteEdits(scene: Scene, edits: Record<string, string | null>): Promise<Promoted> {
  const base = await snapshot(scene.paths, scene.rules);
  const { paths, rules } = scene;
  return promote({ paths, rules, base: base.hash, changes: scene.change(edits), incident: '1', at, commit: null });
}

const edits = { 'server.js': 'const a = 2;\n', 'lib/new/deep/it.js': 'new\n', 'lib/old.js': null };

test('PRO-1 a promotion changes, creates and removes what it names and nothing else', async (t) => {
  const scene = makeScene(t, files);
  makeExecutable(scene, 'server.js');
  const release = await promoteEdits(scene, edits);
  assert.deepEqual(scene.whole(), {
    'lib/': '',
    'lib/new/': '',
    'lib/new/deep/': '',
    'lib/new/deep/it.js': '644 new\n',
    'lib/users.js': '644 exports.x = 1;\n',
    'package.json': '644 {}',
    'server.js': '755 const a = 2;\n',
    'settings.json': '644 {"owner": 1}',
  });
  assert.equal(release.id, (await snapshot(scene.paths, scene.rules)).hash);
});

test('PRO-1 the same promotion again gives the same release and changes nothing', async (t) => {
  const scene = makeScene(t, files);
  const base = await snapshot(scene.paths, scene.rules);
  const { paths, rules } = scene;
  const input = { paths, rules, base: base.hash, changes: scene.change(edits), incident: '1', at, commit: null };
  const first = await promote(input);
  const inode = lstatSync(path.join(scene.project, 'server.js')).ino;
  assert.deepEqual(await promote(input), first);
  assert.equal(lstatSync(path.join(scene.project, 'server.js')).ino, inode);
});

test('PRO-4 PRO-6 a rollback puts the old tree back, with its modes, and removes only what we brought', async (t) => {
  const scene = makeScene(t, files);
  makeExecutable(scene, 'server.js');
  const before = scene.whole();
  const base = await snapshot(scene.paths, scene.rules);
  await promoteEdits(scene, edits);
  scene.write({ 'settings.json': '{"owner": 2}', 'lib/theirs.js': 'theirs\n' });
  const back = await rollbackTo({ paths: scene.paths, rules: scene.rules, to: base.hash, at, incident: '1' });
  assert.deepEqual(scene.whole(), { ...before, 'settings.json': '644 {"owner": 2}', 'lib/theirs.js': '644 theirs\n' });
  assert.deepEqual(back.kept, ['lib/theirs.js']);
  assert.equal(back.id, (await snapshot(scene.paths, scene.rules)).hash);
  const again = await rollbackTo({ paths: scene.paths, rules: scene.rules, to: base.hash, at, incident: '1' });
  assert.deepEqual([again.changed, again.backup], [[], null]);
});

test('PRO-7 PRO-8 a rollback from one release touches no other, and done twice it changes nothing', async (t) => {
  const scene = makeScene(t, files);
  const base = await snapshot(scene.paths, scene.rules);
  scene.write({ 'server.js': 'const a = 2;\n' });
  const bad = await snapshot(scene.paths, scene.rules);
  const place = { paths: scene.paths, rules: scene.rules, from: bad.hash, to: base.hash, at, incident: '1' };
  scene.write({ 'server.js': 'const a = 3;\n' });
  const before = scene.whole();
  await assert.rejects(rollbackTo(place), { code: 'base_moved' });
  assert.deepEqual(scene.whole(), before);
  scene.write({ 'server.js': 'const a = 2;\n' });
  for (const changed of [['server.js'], []]) {
    const back = await rollbackTo(place);
    assert.deepEqual([back.id, back.changed], [base.hash, changed]);
  }
});

const moves: readonly (readonly [title: string, act: (scene: Scene) => void])[] = [
  ['the file itself', ({ write }) => write({ 'server.js': 'const a = 3;\n' })],
  ['another file', ({ write }) => write({ 'lib/users.js': 'exports.x = 2;\n' })],
  ['a file more', ({ write }) => write({ 'lib/more.js': '' })],
  ['a file less', ({ write }) => write({ 'lib/users.js': null })],
  ['a mode', (scene) => makeExecutable(scene, 'lib/users.js')],
  ['the new file is there already', ({ write }) => write({ 'lib/new/deep/it.js': 'mine' })],
  [
    'the file is a link',
    ({ project }) => {
      renameSync(path.join(project, 'server.js'), path.join(project, 'real.txt'));
      symlinkSync('real.txt', path.join(project, 'server.js'));
    },
  ],
  [
    'the folder is a link',
    ({ project }) => {
      renameSync(path.join(project, 'lib'), path.join(project, '..', 'lib'));
      symlinkSync('../lib', path.join(project, 'lib'));
    },
  ],
];

for (const [title, act] of moves) {
  test(`PRO-7 POL-4 a changed base is refused and nothing is touched: ${title}`, async (t) => {
    const scene = makeScene(t, files);
    const base = await snapshot(scene.paths, scene.rules);
    const changes = scene.change(edits);
    act(scene);
    const before = scene.whole();
    const { paths, rules } = scene;
    const run = promote({ paths, rules, base: base.hash, changes, incident: '1', at, commit: null });
    await assert.rejects(run, (error) => isErrno(error, 'base_moved'));
    assert.deepEqual(scene.whole(), before);
  });
}

test('PRO-6 a file that git ignores, once brought by us, is part of the release and goes back with it', async (t) => {
  const scene = withGit(makeScene(t, { ...files, '.gitignore': 'config.json\n', 'config.example.json': '{}' }));
  const base = await snapshot(scene.paths, scene.rules);
  const before = scene.whole();
  const first = await promoteEdits(scene, { 'config.json': '{}', 'notes.txt': 'n' });
  assert.equal(first.id, (await snapshot(scene.paths, scene.rules)).hash);
  await promoteEdits(scene, { 'server.js': 'const a = 3;\n' });
  const place = { paths: scene.paths, rules: scene.rules, at, incident: '1' };
  assert.equal((await rollbackTo({ ...place, to: first.id })).id, first.id);
  assert.equal(scene.read('config.json'), '{}');
  assert.equal((await rollbackTo({ ...place, to: base.hash })).id, base.hash);
  assert.deepEqual(scene.whole(), before);
});

test('PRO-6 a protected file may be repaired, and stays repaired when all else goes back', async (t) => {
  const scene = makeScene(t, files);
  const base = await snapshot(scene.paths, scene.rules);
  const release = await promoteEdits(scene, { 'settings.json': '{"mended": 1}', 'server.js': 'x' });
  assert.equal(release.id, (await snapshot(scene.paths, scene.rules)).hash);
  await rollbackTo({ paths: scene.paths, rules: scene.rules, to: base.hash, at, incident: null });
  assert.deepEqual([scene.read('settings.json'), scene.read('server.js')], ['{"mended": 1}', files['server.js']]);
});

test('POL-4 what an operation of the same proposal changed does not count as moved', async (t) => {
  const scene = makeScene(t, { ...files, 'package-lock.json': '{}' });
  const { paths, rules } = scene;
  const base = (await snapshot(paths, rules)).hash;
  const input = { paths, rules, base, changes: scene.change({ 'server.js': 'x' }), incident: '1', at, commit: null };
  scene.write({ 'package-lock.json': '{"v":2}' });
  await assert.rejects(promote(input), (error) => isErrno(error, 'base_moved'));
  const release = await promote({ ...input, operated: ['package-lock.json'] });
  assert.equal(release.id, (await snapshot(paths, rules)).hash);
});

const names = [
  '../out.js',
  '/etc/x.js',
  'a/../../x.js',
  '.git/config',
  'lib/.git/x',
  '.kintsugi/x',
  'node_modules/x/i.js',
  'a//b.js',
  './a.js',
  '',
];

test('POL-3 a path that leaves the project or enters git’s, npm’s or our folders is refused at the last door', async (t) => {
  const scene = withGit(makeScene(t, files));
  const { paths, rules } = scene;
  const base = (await snapshot(paths, rules)).hash;
  const after = putBlob(paths, 'x');
  const before = scene.whole();
  for (const name of names) {
    const input = {
      paths,
      rules,
      base,
      changes: [{ path: name, before: null, after }],
      incident: '1',
      at,
      commit: null,
    };
    await assert.rejects(promote(input), (error) => isErrno(error, 'internal', 'base_moved'), name);
  }
  assert.deepEqual(scene.whole(), before);
});
