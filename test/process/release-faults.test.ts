/**
 * Goal: a disk that refuses (REL-2) and a tree that is changed or set with traps in the very moment of the exchange
 * (PRO-7, SECURITY 2.4) leave the old tree or the new one, and nothing outside is touched. Method: the same promotion again
 * and again, with the fault at each of its disk calls in turn.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { Fault, isErrno } from '../../src/kit/errors.ts';
import { readEntries } from '../../src/release/ledger.ts';
import { promote, recover, type Promoted, type Promotion } from '../../src/release/promote.ts';
import { rollbackTo } from '../../src/release/rollback.ts';
import { snapshot } from '../../src/release/tree.ts';
import { full } from '../project.ts';
import { diskError, watchingDisk, type DiskCall } from './disk-calls.ts';
import { at, makeScene, type Scene } from './release-scene.ts';

/** The full mode plays a fault at every call to the disk, the default at every seventh. */
const step = full ? 1 : 7;

const files = { 'server.js': 'one\n', 'lib/users.js': 'users one\n', 'lib/old.js': 'old\n' };
const edits = { 'server.js': 'two\n', 'lib/users.js': 'users two\n', 'lib/new/it.js': 'new\n', 'lib/old.js': null };

async function prepared(t: TestContext): Promise<{ scene: Scene; input: Promotion }> {
  const scene = makeScene(t, files, { PATH: '/nonexistent' });
  const { paths, rules } = scene;
  const base = (await snapshot(paths, rules)).hash;
  return { scene, input: { paths, rules, base, changes: scene.change(edits), incident: '1', at, commit: null } };
}

async function outcome(run: Promise<Promoted>): Promise<Promoted | Fault> {
  try {
    return await run;
  } catch (error) {
    assert.ok(error instanceof Fault, String(error));
    return error;
  }
}

/** How many disk calls an undisturbed promotion makes, and what it leads to. */
async function undisturbed(t: TestContext): Promise<{ calls: number; before: object; wanted: object }> {
  const { scene, input } = await prepared(t);
  const before = scene.whole();
  const calls = await watchingDisk(
    () => undefined,
    () => promote(input),
  );
  return { calls, before, wanted: scene.whole() };
}

const faults: readonly (readonly [title: string, code: string, hits: (call: DiskCall, n: number) => boolean])[] = [
  ['the disk is full from here on', 'ENOSPC', (call, n) => call.n >= n && call.writes],
  ['one call fails with an input/output error', 'EIO', (call, n) => call.n === n && call.name !== 'lstatSync'],
  [
    'one rename or removal is refused',
    'EACCES',
    (call, n) => call.n === n && /rename|unlink|rmdir|open/.test(call.name),
  ],
];

for (const [title, code, hits] of faults) {
  test(`REL-2 PRO-1 nothing is changed by halves when ${title}`, async (t) => {
    const { calls, before, wanted } = await undisturbed(t);
    let refused = 0;
    for (let n = 1; n <= calls; n += step) {
      const { scene, input } = await prepared(t);
      let result: Promoted | Fault | null = null;
      const fail = (call: DiskCall): void => {
        if (hits(call, n)) throw diskError(code);
      };
      await watchingDisk(fail, async () => {
        result = await outcome(promote(input));
      });
      const failed = (result as unknown) instanceof Fault;
      if (failed) refused += 1;
      await recover(scene.paths); // a no-op unless the undoing was refused as well
      const now = scene.whole();
      assert.ok(
        JSON.stringify(now) === JSON.stringify(before) || JSON.stringify(now) === JSON.stringify(wanted),
        `${n}: ${JSON.stringify(now)}`,
      );
      if (!failed) assert.deepEqual(now, wanted, `at ${n}`);
      await promote(input);
      assert.deepEqual(scene.whole(), wanted, `at ${n}, with the fault gone`);
      assert.equal(readEntries(scene.paths).length, 1);
    }
    assert.ok(refused * step > 20, `${refused} were refused`);
  });
}

test('REL-2 when the disk is full the tree is whole at once, not only after a recovery', async (t) => {
  const { calls, before } = await undisturbed(t);
  for (let n = 1; n <= calls; n += step) {
    const { scene, input } = await prepared(t);
    const isFull = (call: DiskCall): void => {
      if (call.n >= n && call.writes) throw diskError('ENOSPC');
    };
    let result: Promoted | Fault | null = null;
    await watchingDisk(isFull, async () => {
      result = await outcome(promote(input));
    });
    if ((result as unknown) instanceof Fault) assert.deepEqual(scene.whole(), before, `full from call ${n} on`);
  }
});

const traps: readonly (readonly [title: string, set: (scene: Scene, outside: string) => void])[] = [
  [
    'the folder becomes a link to a folder outside',
    ({ project }, outside) => {
      renameSync(path.join(project, 'lib'), path.join(project, '..', 'moved'));
      symlinkSync(outside, path.join(project, 'lib'));
    },
  ],
  [
    'the file becomes a link to a file outside',
    ({ project }, outside) => {
      rmSync(path.join(project, 'lib/users.js'));
      symlinkSync(path.join(outside, 'users.js'), path.join(project, 'lib/users.js'));
    },
  ],
  [
    'the new folder is there already, as a link',
    ({ project }, outside) => {
      rmSync(path.join(project, 'lib/new'), { recursive: true, force: true });
      symlinkSync(outside, path.join(project, 'lib/new'));
    },
  ],
];

for (const [title, set] of traps) {
  test(`PRO-7 nothing outside is touched when in the middle ${title}`, async (t) => {
    const { calls } = await undisturbed(t);
    let refused = 0;
    for (let n = 1; n <= calls; n += step) {
      const { scene, input } = await prepared(t);
      const outside = path.join(scene.project, '..', 'outside');
      mkdirSync(outside);
      // The very bytes the promotion expects: only the link itself can give the trap away.
      const theirs = { 'old.js': 'old\n', 'users.js': 'users one\n' };
      for (const [name, text] of Object.entries(theirs)) writeFileSync(path.join(outside, name), text);
      const spring = (call: DiskCall): void => {
        if (call.n === n) set(scene, outside);
      };
      let result: Promoted | Fault | null = null;
      await watchingDisk(spring, async () => {
        result = await outcome(promote(input));
      });
      if ((result as unknown) instanceof Fault) refused += 1;
      const left = readdirSync(outside).map((name) => [name, readFileSync(path.join(outside, name), 'utf8')]);
      assert.deepEqual(Object.fromEntries(left), theirs, `at ${n}`);
      if ((result as unknown) instanceof Fault) assert.equal(scene.read('server.js'), 'one\n', `at ${n}`);
      assert.equal(await recover(scene.paths), null, `at ${n}: nothing is left half done`);
    }
    assert.ok(refused * step > 20, `${refused} were refused`);
  });
}

test('PRO-7 a file changed in the middle is never lost: refused, or overwritten only after its look', async (t) => {
  const { calls } = await undisturbed(t);
  let refused = 0;
  for (let n = 1; n <= calls; n += step) {
    const { scene, input } = await prepared(t);
    const edit = (call: DiskCall): void => {
      if (call.n === n) scene.write({ 'server.js': 'the owner’s\n' });
    };
    let result: Promoted | Fault | null = null;
    await watchingDisk(edit, async () => {
      result = await outcome(promote(input));
    });
    if (!((result as unknown) instanceof Fault)) continue;
    refused += 1;
    assert.ok(isErrno(result, 'base_moved'), String(result));
    assert.deepEqual(
      [scene.read('server.js'), scene.read('lib/users.js')],
      ['the owner’s\n', 'users one\n'],
      `at ${n}`,
    );
  }
  assert.ok(refused * step > 30, `${refused} were refused`);
});

test('REL-2 without the right to write, as another user: a clear fault, nothing changed', async (t) => {
  const { scene, input } = await prepared(t);
  const before = scene.whole();
  const asNobody = spawnSync(process.execPath, ['-e', 'process.setuid(65534)']).status === 0;
  if (!asNobody) return t.diagnostic('this user cannot become another; covered by the injected EACCES above');
  // The owner of the project is another user; root may write there all the same, and must leave it theirs.
  for (const name of ['.', 'lib', 'server.js', 'lib/users.js', 'lib/old.js'])
    chownSync(path.join(scene.project, name), 65534, 65534);
  chmodSync(path.join(scene.project, 'server.js'), 0o640);
  const base = (await snapshot(scene.paths, scene.rules)).hash;
  await promote({ ...input, base });
  for (const name of ['server.js', 'lib/users.js', 'lib/new', 'lib/new/it.js']) {
    const { uid, gid } = lstatSync(path.join(scene.project, name));
    assert.deepEqual([uid, gid], [65534, 65534], name);
  }
  assert.equal(lstatSync(path.join(scene.project, 'server.js')).mode & 0o777, 0o640);
  await rollbackTo({ paths: scene.paths, rules: scene.rules, to: base, at, incident: '1' });
  assert.deepEqual(scene.whole(), { ...before, 'server.js': '640 one\n' });
  assert.equal(lstatSync(path.join(scene.project, 'server.js')).uid, 65534);
});
