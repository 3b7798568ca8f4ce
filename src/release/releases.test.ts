import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { makeScene } from '../../test/process/release-scene.ts';
import { isErrno } from '../kit/errors.ts';
import { writeJson } from '../kit/files.ts';
import { identify } from '../kit/identity.ts';
import { locked } from './lock.ts';
import { lastGood, listReleases, markGood, markRan } from './releases.ts';
import { snapshot } from './tree.ts';

test('SPEC 0 last good is the release that ran well most lately and can still be read', async (t) => {
  const scene = makeScene(t);
  const hashes: string[] = [];
  for (const text of ['1', '2', '3']) {
    scene.write({ 'server.js': text });
    hashes.push((await snapshot(scene.paths, scene.rules)).hash);
  }
  const [first = '', second = '', third = ''] = hashes;
  assert.equal(lastGood(scene.paths), null);
  hashes.forEach((hash, index) => markRan(scene.paths, hash, `2026-01-0${index + 1}`));
  assert.equal(lastGood(scene.paths), null, 'having run is not having run well');
  markGood(scene.paths, second, '2026-01-05');
  markGood(scene.paths, first, '2026-01-06');
  markRan(scene.paths, first, '2026-01-09');
  assert.deepEqual([lastGood(scene.paths)?.hash, lastGood(scene.paths, first)?.hash], [first, second]);
  assert.equal(listReleases(scene.paths).find(({ tree }) => tree === first)?.ranAt, '2026-01-01');
  writeFileSync(path.join(scene.paths.backups, 'trees', `${first}.json`), '{}');
  assert.equal(lastGood(scene.paths)?.hash, second, 'an altered one is passed over');
  assert.equal(lastGood(scene.paths, second), null);
  assert.equal(
    listReleases(scene.paths).some(({ tree }) => tree === third),
    true,
  );
});

test('REL-1 one writer at a time; a dead one’s lock is taken over, a living one’s never', async (t) => {
  const { paths } = makeScene(t);
  const lock = path.join(paths.state, 'release', 'lock');
  const refused = (error: unknown): boolean => isErrno(error, 'locked');
  assert.equal(await locked(paths, () => 1), 1);
  await locked(paths, async () => {
    await assert.rejects(
      locked(paths, () => 2),
      refused,
    );
    assert.ok(existsSync(lock));
  });
  await assert.rejects(
    locked(paths, () => Promise.reject(new RangeError('x'))),
    RangeError,
  );
  assert.ok(!existsSync(lock), 'released after a failure too');

  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  t.after(() => other.kill('SIGKILL'));
  await once(other, 'spawn');
  const identity = identify(other.pid ?? 0);
  writeJson(lock, { ...identity, token: 'theirs' });
  await assert.rejects(
    locked(paths, () => 3),
    refused,
  );
  assert.ok(existsSync(lock));
  other.kill('SIGKILL');
  await once(other, 'exit');
  assert.equal(await locked(paths, () => 4), 4);
  writeJson(lock, { ...identify(process.pid), startTime: '1', token: 'a pid used again' });
  assert.equal(await locked(paths, () => 5), 5);
  writeFileSync(lock, 'torn');
  assert.equal(await locked(paths, () => 6), 6);
  assert.deepEqual(readdirSync(path.dirname(lock)), []);
});
