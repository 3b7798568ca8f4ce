import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { identify } from '../kit/identity.ts';
import { Gauge } from './gauge.ts';
import { newTree, type Tree } from './tree.ts';

/** Of `/proc/PID/status`, in bytes. */
function resident(pid: number): number {
  return 1024 * Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

/** A tree at which each look takes long, as on a machine that is busy with something else. */
function slow(tree: Tree, waitMs: number): Tree {
  const nobody = new Int32Array(new SharedArrayBuffer(4));
  return {
    ...tree,
    get remembered() {
      Atomics.wait(nobody, 0, 0, waitMs);
      return tree.remembered;
    },
  };
}

test('SUP-5 a process that grows while it is looked at is not taken for one many times its size', async (t) => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  t.after(() => child.kill('SIGKILL'));
  const gauge = new Gauge(slow(newTree(identify(child.pid!)!, 'NOBODY=0'), 150));
  t.after(() => gauge.close());
  gauge.read(0);
  const looks = [1000, 2000].map((nowMs) => gauge.read(nowMs) / resident(child.pid!));
  assert.ok(
    looks.every((share) => share > 0.3 && share < 1.25), // less, since it grew after the look
    String(looks),
  );
});
