/**
 * Goal: whenever a promotion, a rollback or their recovery is killed, the next start leaves exactly the old tree or
 * exactly the new one (PRO-1, REL-1). Method: a real process does the deed and ends itself with SIGKILL at the n-th call
 * that changes the disk, for every n; what it leaves is recovered and compared file by file.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { listBackups } from '../../src/release/backups.ts';
import { readEntries } from '../../src/release/ledger.ts';
import { promote, recover, type Promotion } from '../../src/release/promote.ts';
import { restoreBackup, rollbackTo } from '../../src/release/rollback.ts';
import { snapshot } from '../../src/release/tree.ts';
import { full, root } from '../project.ts';
import { at, makeExecutable, makeScene, temporary, type Scene } from './release-scene.ts';

const die = path.join(root, 'test/fixtures/release/die.mjs');
/** As built: a child of it starts in tens of milliseconds. */
const room = path.join(root, 'build');
/** The full mode kills at every write, the default at every sixth one. */
const step = full ? 1 : 6;

/** Returns how many changing calls there were, or null where the process was killed. */
function run(scene: Scene, killAt: number, deed: string, input: object): number | null {
  const file = path.join(scene.project, '..', 'input.json');
  writeFileSync(file, JSON.stringify({ ...input, paths: undefined, project: scene.project, rules: scene.rules }));
  const child = spawnSync(process.execPath, [die, room, String(killAt), deed, file], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  if (child.signal === 'SIGKILL') return null;
  assert.equal(child.status, 0, child.stderr);
  return Number(child.stdout);
}

/** A busy machine reaches files only when they are old enough to be noted as seen: one atomic write more, or less. */
const unsure = 6;

/** False where it ended before its n-th call: it may need a few less than the run that counted them. */
function killed(scene: Scene, n: number, deed: string, input: object, counted: number): boolean {
  const calls = run(scene, n, deed, input);
  assert.ok(calls === null || n > counted - unsure, `not killed at ${n} of ${counted}: ${calls} calls`);
  return calls === null;
}

const files = {
  'package.json': '{}',
  'server.js': 'const a = 1;\n',
  'lib/users.js': 'exports.x = 1;\n',
  'lib/old.js': 'gone soon\n',
};
const edits = { 'server.js': 'const a = 2;\n', 'lib/new/it.js': 'new\n', 'lib/old.js': null };

interface Stage {
  readonly scene: Scene;
  readonly input: Promotion;
  readonly base: string;
  /** Back to what it was when the stage was set. */
  reset(): void;
}

/** A project before its promotion; `done` carries the promotion out too. */
async function prepared(t: test.TestContext, until: { done?: true } = {}): Promise<Stage> {
  // Without git on the path: hundreds of processes less, and the walk is what is exercised.
  const scene = makeScene(t, files, { PATH: '/nonexistent' });
  makeExecutable(scene, 'server.js');
  const { paths, rules } = scene;
  const base = (await snapshot(paths, rules)).hash;
  const input = { paths, rules, base, changes: scene.change(edits), incident: '1', at, commit: null };
  if (until.done) await promote(input);
  return { scene, input, base, reset: kept(t, scene) };
}

/** Puts project and state back to what they are now. */
function kept(t: test.TestContext, scene: Scene): () => void {
  const folder = path.dirname(scene.project);
  const copy = mkdtempSync(path.join(temporary(), 'kintsugi-stage-'));
  t.after(() => rmSync(copy, { recursive: true, force: true }));
  cpSync(folder, copy, { recursive: true });
  return () => {
    rmSync(folder, { recursive: true });
    cpSync(copy, folder, { recursive: true });
  };
}

/** After a recovery nothing of ours lies about and nothing is left to recover. */
async function assertClean(scene: Scene): Promise<void> {
  const folder = path.join(scene.paths.state, 'release');
  for (const name of readdirSync(folder)) utimesSync(path.join(folder, name), 0, 0);
  assert.equal(await recover(scene.paths), null);
  const left = readdirSync(folder).filter((name) => !['seen.json', 'deeds'].includes(name));
  assert.deepEqual(left, []);
}

function assertOneOf(scene: Scene, allowed: readonly Record<string, string>[], when: string): number {
  const found = JSON.stringify(scene.whole());
  const which = allowed.findIndex((whole) => JSON.stringify(whole) === found);
  assert.ok(which >= 0, `${when}: ${found}`);
  return which;
}

test('PRO-1 REL-1 a promotion killed at any write is finished or undone, and done again it is done once', async (t) => {
  const { scene, input, reset } = await prepared(t);
  const before = scene.whole();
  const writes = run(scene, 0, 'promote', input) ?? 0;
  const wanted = scene.whole();
  assert.ok(writes > 30, `${writes} writes`);
  const ends = [0, 0];
  for (let n = 1; n <= writes; n += step) {
    reset();
    if (!killed(scene, n, 'promote', input, writes)) break;
    await recover(scene.paths);
    const which = assertOneOf(scene, [before, wanted], `killed at ${n}`);
    ends[which] = (ends[which] ?? 0) + 1;
    const release = await promote(input);
    assert.deepEqual(scene.whole(), wanted, `killed at ${n}, done again`);
    assert.equal(release.id, (await snapshot(scene.paths, scene.rules)).hash);
    assert.equal(readEntries(scene.paths).length, 1, `killed at ${n}: one deed`);
    assert.ok(listBackups(scene.paths).every(({ broken }) => broken === null));
    await assertClean(scene);
  }
  assert.ok(!ends.includes(0), `both ends were seen: ${ends.join(' ')}`);
});

test('PRO-1 PRO-6 REL-1 a rollback killed at any write is finished or undone', async (t) => {
  const { scene, base, reset } = await prepared(t, { done: true });
  const input = { to: base, at, incident: '1' };
  const repaired = scene.whole();
  const writes = run(scene, 0, 'rollback', input) ?? 0;
  const wanted = scene.whole();
  for (let n = 1; n <= writes; n += step) {
    reset();
    if (!killed(scene, n, 'rollback', input, writes)) break;
    await recover(scene.paths);
    assertOneOf(scene, [repaired, wanted], `killed at ${n}`);
    await rollbackTo({ paths: scene.paths, rules: scene.rules, ...input });
    assert.deepEqual(scene.whole(), wanted, `killed at ${n}, done again`);
    await assertClean(scene);
  }
});

test('PRO-3 REL-1 a restore killed at any write leaves each backup whole', async (t) => {
  const { scene, base, reset } = await prepared(t, { done: true });
  const input = { id: base.slice(0, 12), at };
  const writes = run(scene, 0, 'restore', input) ?? 0;
  const wanted = scene.whole();
  for (let n = 1; n <= writes; n += 2 * step) {
    reset();
    if (!killed(scene, n, 'restore', input, writes)) break;
    await restoreBackup({ paths: scene.paths, rules: scene.rules, ...input });
    assert.deepEqual(scene.whole(), wanted, `killed at ${n}`);
    assert.ok(listBackups(scene.paths).every(({ broken }) => broken === null));
  }
});

test('REL-1 a recovery killed at any write is recovered', async (t) => {
  const { scene, input, reset } = await prepared(t);
  const writes = run(scene, 0, 'promote', input) ?? 0;
  const wanted = scene.whole();
  /** One file is new, others are old. */
  const isHalf = (): boolean =>
    scene.read('server.js') !== files['server.js'] && JSON.stringify(scene.whole()) !== JSON.stringify(wanted);
  // Those few calls more or less may jump over it: then it is met the next time round.
  for (let n = 0; !isHalf(); n += 1) {
    assert.ok(n < 4 * writes, 'no kill leaves it half done');
    reset();
    run(scene, 1 + (n % writes), 'promote', input);
  }
  const resetHalf = kept(t, scene);
  const recoveryWrites = run(scene, 0, 'recover', {}) ?? 0;
  for (let n = 1; n <= recoveryWrites; n += step) {
    resetHalf();
    if (!killed(scene, n, 'recover', {}, recoveryWrites)) break;
    await recover(scene.paths);
    assert.deepEqual(scene.whole(), wanted, `recovery killed at ${n}`);
    await assertClean(scene);
  }
});
