import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { coresOf, levelOf, loadOf, nextShare } from './shed.cts';

const idle = { loop: 0, delay: 0, cpu: 0, memory: 0 };

test('LIM-1 green below 70 %, yellow to 85 %, red above', () => {
  const cases: [number, string][] = [
    [0, 'green'],
    [0.69, 'green'],
    [0.7, 'yellow'],
    [0.85, 'yellow'],
    [0.851, 'red'],
    [1, 'red'],
  ];
  for (const [load, level] of cases) assert.equal(levelOf(load), level, String(load));
});

test('LIM-1 the scarcest resource counts; memory alone is red only where the headroom itself is used up', () => {
  assert.equal(loadOf({ ...idle, loop: 0.9, cpu: 0.2 }), 0.9);
  assert.equal(loadOf({ ...idle, delay: 1 }), 1);
  assert.equal(levelOf(loadOf({ ...idle, memory: 0.99 })), 'yellow');
  assert.equal(levelOf(loadOf({ ...idle, memory: 1.01 })), 'red');
});

/** Seconds of a server that is asked for so many times what it can carry: the share that is refused after each. */
function refusedOf(scarce: 'loop' | 'cpu', offered: number, seconds: number): number[] {
  let share = 0;
  return Array.from({ length: seconds }, () => {
    share = nextShare(share, { ...idle, [scarce]: Math.min(1, offered * (1 - share)) });
    return share;
  });
}

test('LIM-1 where processors are scarce the share that they can carry is found and kept', () => {
  for (const offered of [1.5, 2, 3, 5, 10, 30]) {
    const late = refusedOf('cpu', offered, 40).slice(20);
    for (const share of late) {
      const load = offered * (1 - share);
      assert.ok(load >= 0.6 && load <= 1, `${offered} times: ${load}`);
    }
    assert.equal(new Set(late.map((share) => share.toFixed(3))).size, 1, `${offered} times: it does not swing`);
  }
});

test('LIM-1 yellow refuses gradually; a red loop refuses while it is behind, and its share grows no more', () => {
  assert.deepEqual(refusedOf('loop', 0.69, 3), [0, 0, 0]);
  const [first, ...rest] = refusedOf('loop', 0.8, 9);
  assert.ok(first! > 0 && Math.max(...rest) < 0.2);
  for (const offered of [2, 10]) assert.equal(refusedOf('loop', offered, 10).at(-1), 0.2);
});

test('LIM-1 what was refused is let through again once there is little to do; a used up headroom refuses nearly all', () => {
  let share = 0;
  for (let second = 0; second < 8; second += 1) share = nextShare(share, { ...idle, memory: 1.01 });
  assert.ok(share > 0.98, String(share));
  for (let second = 0; second < 20; second += 1) share = nextShare(share, { ...idle, loop: 0.1 });
  assert.equal(share, 0);
});

const quotas: readonly (readonly [string, Readonly<Record<string, string>>, number])[] = [
  ['no cgroup', {}, availableParallelism()],
  ['2, the root', { 'proc/self/cgroup': '0::/\n', 'sys/fs/cgroup/cpu.max': '50000 100000\n' }, 0.5],
  [
    '2, a unit below a stricter slice',
    {
      'proc/self/cgroup': '0::/system.slice/app.service\n',
      'sys/fs/cgroup/system.slice/cpu.max': '40000 100000\n',
      'sys/fs/cgroup/system.slice/app.service/cpu.max': 'max 100000\n',
    },
    0.4,
  ],
  [
    '1, in a container, with the path of the host',
    {
      'proc/self/cgroup': '4:memory:/docker/x\n3:cpu,cpuacct:/docker/x\n0::/\n',
      'sys/fs/cgroup/cpu/cpu.cfs_quota_us': '25000\n',
      'sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n',
    },
    0.25,
  ],
  [
    '1, without a quota',
    {
      'proc/self/cgroup': '3:cpu:/\n',
      'sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1\n',
      'sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n',
    },
    availableParallelism(),
  ],
];

for (const [name, files, cores] of quotas)
  test(`LIM-1 processors are counted by the quota of the cgroup: ${name}`, (t) => {
    const root = mkdtempSync(path.join(tmpdir(), 'kintsugi-shed-'));
    t.after(() => rmSync(root, { recursive: true }));
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    }
    assert.equal(coresOf(root), cores);
  });
