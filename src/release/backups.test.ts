import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { at, makeScene, type Scene } from '../../test/process/release-scene.ts';
import { isErrno } from '../kit/errors.ts';
import {
  expired,
  findBackup,
  keepBackup,
  listBackups,
  markBackup,
  pruneBackups,
  type Backup,
  type BackupState,
} from './backups.ts';
import { hasBlob } from './blobs.ts';
import { wasTakenBack } from './ledger.ts';
import { promote } from './promote.ts';
import { createBackup, restoreBackup, rollbackTo, undoLast } from './rollback.ts';
import { snapshot } from './tree.ts';

const files = { 'server.js': '1', 'lib/a.js': 'a', 'settings.json': '{}', '.env': 'A=1', 'app.db': 'rows' };

function placeOf(scene: Scene): { paths: Scene['paths']; rules: Scene['rules']; at: string } {
  return { paths: scene.paths, rules: scene.rules, at };
}

async function repair(scene: Scene, edits: Record<string, string | null>): Promise<void> {
  const base = (await snapshot(scene.paths, scene.rules)).hash;
  await promote({ ...placeOf(scene), base, changes: scene.change(edits), incident: '7', commit: null });
}

test('PRO-3 a promotion keeps what was there and what came, each in its state', async (t) => {
  const scene = makeScene(t, files);
  const before = await snapshot(scene.paths, scene.rules);
  await repair(scene, { 'server.js': '2' });
  const after = await snapshot(scene.paths, scene.rules);
  const states = (): (string | undefined)[] =>
    [before, after].map(({ hash }) => listBackups(scene.paths).find(({ tree }) => tree === hash)?.state);
  assert.deepEqual(states(), ['UNSTABLE', 'VERIFIED']);
  markBackup(scene.paths, after.hash, 'STABLE');
  assert.deepEqual(states(), ['UNSTABLE', 'STABLE']);
  keepBackup(scene.paths, after, { state: 'UNSTABLE', at, why: 'again' });
  assert.deepEqual(states(), ['UNSTABLE', 'STABLE'], 'a state never falls');
});

test('PRO-4 restore, undo and undo of the undo; protected files stay as they are', async (t) => {
  const scene = makeScene(t, files);
  const first = await createBackup({ ...placeOf(scene), why: 'asked for' });
  const original = scene.whole();
  await repair(scene, { 'server.js': '2', 'lib/new.js': 'n' });
  const repaired = scene.whole();
  scene.write({ 'settings.json': '{"a":1}', '.env': 'A=2', 'app.db': 'more rows' });
  const later = { 'settings.json': '644 {"a":1}', '.env': '644 A=2', 'app.db': '644 more rows' };
  await restoreBackup({ ...placeOf(scene), id: first.id });
  assert.deepEqual(scene.whole(), { ...original, ...later });
  await undoLast(placeOf(scene));
  assert.deepEqual(scene.whole(), { ...repaired, ...later });
  await undoLast(placeOf(scene));
  assert.deepEqual(scene.whole(), { ...original, ...later });
});

test('PRO-4 POL-1 what a person took back is known by its contents; what went back by itself is not', async (t) => {
  const scene = makeScene(t, files);
  const base = await snapshot(scene.paths, scene.rules);
  const changes = scene.change({ 'server.js': '2' });
  const known = (given = changes): boolean => wasTakenBack(scene.paths, given);
  await repair(scene, { 'server.js': '2' });
  await rollbackTo({ ...placeOf(scene), to: base.hash, incident: '7' });
  assert.equal(known(), false, 'it failed again');
  await repair(scene, { 'server.js': '2' });
  await undoLast(placeOf(scene));
  scene.write({ 'lib/a.js': 'other' });
  assert.equal(known(), true, 'whatever else has changed');
  assert.equal(known(scene.change({ 'server.js': '3' })), false);
  assert.equal(known([...changes, ...scene.change({ 'lib/a.js': 'third' })]), false);
  assert.equal(known([]), false);
});

test('PRO-3 undo takes a promotion back, and says so where there is nothing', async (t) => {
  const scene = makeScene(t, files);
  await assert.rejects(undoLast(placeOf(scene)), (error) => isErrno(error, 'usage'));
  const original = scene.whole();
  await repair(scene, { 'server.js': '2', 'lib/deep/er/new.js': 'n', 'lib/a.js': null });
  await undoLast(placeOf(scene));
  assert.deepEqual(scene.whole(), original);
});

test('PRO-6 what the owner brought after a promotion stays', async (t) => {
  const scene = makeScene(t, files);
  await repair(scene, { 'extra/ours.js': 'o' });
  scene.write({ 'extra/theirs.js': 't', 'server.js': 'deployed' });
  await undoLast(placeOf(scene));
  assert.equal(scene.read('extra/theirs.js'), 't');
  assert.ok(!existsSync(path.join(scene.project, 'extra/ours.js')));
});

const damages: readonly (readonly [string, (scene: Scene, id: string) => void])[] = [
  ['a content', (scene, id) => overwrite(scene.paths.blobs, readdirSync(scene.paths.blobs)[0] ?? id)],
  ['the list of files', (scene, id) => overwrite(path.join(scene.paths.backups, 'trees'), nameOf(scene, 'trees', id))],
  [
    'the manifest',
    ({ paths }, id) => {
      const file = path.join(paths.backups, 'manifests', `${id}.json`);
      writeFileSync(file, readFileSync(file, 'utf8').replace('UNSTABLE', 'STABLE'));
    },
  ],
  ['the manifest, cut', ({ paths }, id) => writeFileSync(path.join(paths.backups, 'manifests', `${id}.json`), '{"id"')],
];

function overwrite(folder: string, name: string): void {
  writeFileSync(path.join(folder, name), 'x');
}

function nameOf(scene: Scene, folder: string, id: string): string {
  return readdirSync(path.join(scene.paths.backups, folder)).find((name) => name.startsWith(id)) ?? '';
}

for (const [title, damage] of damages) {
  test(`PRO-3 an altered backup is refused and nothing is touched: ${title}`, async (t) => {
    const scene = makeScene(t, { 'server.js': '1' });
    const { id } = await createBackup({ ...placeOf(scene), why: '' });
    scene.write({ 'server.js': 'later' });
    const before = scene.whole();
    damage(scene, id);
    await assert.rejects(restoreBackup({ ...placeOf(scene), id }), (error) => isErrno(error, 'backup_broken'));
    assert.deepEqual(scene.whole(), before);
    assert.deepEqual(
      listBackups(scene.paths).map((backup) => backup.id),
      [id],
      'it is listed all the same',
    );
  });
}

test('CLI-2 what is no id is refused before a path is built from it', (t) => {
  const scene = makeScene(t);
  const bad = [
    '',
    '..',
    '../../etc/passwd',
    'abc',
    'ABCDEF012345',
    '0123456789ab/../x',
    '0123456789ab\n',
    '0123456789ab',
  ];
  for (const id of bad)
    assert.throws(
      () => findBackup(scene.paths, id),
      (error) => isErrno(error, 'usage'),
      id,
    );
});

function aged(hours: number, state: BackupState): Backup {
  const when = new Date(Date.parse(at) - hours * 3_600_000).toISOString();
  return { id: `${state}-${hours}`, tree: '', state, at: when, why: '' };
}

const retention: readonly (readonly [Backup[], string[]])[] = [
  [
    [aged(1, 'UNSTABLE'), aged(167, 'VERIFIED'), aged(169, 'VERIFIED'), aged(900, 'UNSTABLE')],
    ['VERIFIED-169', 'UNSTABLE-900'],
  ],
  [[aged(1, 'STABLE'), aged(2, 'STABLE'), aged(160, 'STABLE')], []],
  [
    [aged(200, 'STABLE'), aged(201, 'STABLE'), aged(225, 'STABLE'), aged(226, 'STABLE')],
    ['STABLE-201', 'STABLE-226'],
  ],
  [[aged(200, 'STABLE'), aged(199, 'UNSTABLE')], ['UNSTABLE-199']],
  [[], []],
];

test('PRO-3 kept: unstable and verified 7 days; stable all for 7 days, then the newest of a day', () => {
  for (const [backups, gone] of retention) {
    assert.deepEqual(
      expired(backups, Date.parse(at)).map(({ id }) => id),
      gone,
    );
  }
});

test('PRO-3 pruning removes contents only where nothing names them any more', async (t) => {
  const scene = makeScene(t, { 'server.js': 'old' });
  const old = await snapshot(scene.paths, scene.rules);
  keepBackup(scene.paths, old, { state: 'UNSTABLE', at: '2025-01-01T00:00:00.000Z', why: '' });
  scene.write({ 'server.js': 'new' });
  const now = await snapshot(scene.paths, scene.rules);
  keepBackup(scene.paths, now, { state: 'UNSTABLE', at, why: '' });
  const folders = [scene.paths.blobs, path.join(scene.paths.backups, 'trees')];
  for (const folder of folders) for (const name of readdirSync(folder)) utimesSync(path.join(folder, name), 1, 1);
  const keep = { nowMs: Date.parse(at), trees: [], blobs: null };
  const shas = [old, now].map((tree) => tree.files['server.js']?.sha ?? '');
  assert.deepEqual(pruneBackups(scene.paths, { ...keep, trees: [old.hash] }), []);
  assert.deepEqual(pruneBackups(scene.paths, keep), [old.hash.slice(0, 12)]);
  assert.deepEqual(
    shas.map((sha) => hasBlob(scene.paths, sha)),
    [true, true],
  );
  pruneBackups(scene.paths, { ...keep, blobs: new Set(shas) });
  assert.deepEqual(
    shas.map((sha) => hasBlob(scene.paths, sha)),
    [true, true],
  );
  pruneBackups(scene.paths, { ...keep, blobs: new Set() });
  assert.deepEqual(
    shas.map((sha) => hasBlob(scene.paths, sha)),
    [false, true],
  );
});
