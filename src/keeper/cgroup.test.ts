/** Limits of cgroups, read off files as the two versions lay them out. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { cgroupLimits, oomKills, usable, type Limits } from './cgroup.ts';

const mb = 1024 * 1024;

interface Layout {
  readonly name: string;
  /** Path below the root → text. */
  readonly files: Readonly<Record<string, string>>;
  readonly limits: Limits;
  readonly killed?: number;
}

const layouts: readonly Layout[] = [
  { name: 'no cgroups at all', files: {}, limits: { memoryBytes: null, cpus: null } },
  {
    name: 'version 2, a group of its own below a stricter one',
    files: {
      'proc/self/cgroup': '0::/system.slice/app.service\n',
      'sys/fs/cgroup/system.slice/memory.max': `${400 * mb}\n`,
      'sys/fs/cgroup/system.slice/app.service/memory.max': 'max\n',
      'sys/fs/cgroup/system.slice/app.service/cpu.max': '150000 100000\n',
      'sys/fs/cgroup/system.slice/app.service/memory.events': 'low 0\noom 3\noom_kill 2\n',
    },
    limits: { memoryBytes: 400 * mb, cpus: 1.5 },
    killed: 2,
  },
  {
    name: 'version 2 in a container: the group is the root of what is mounted',
    files: {
      'proc/self/cgroup': '0::/\n',
      'sys/fs/cgroup/memory.max': `${256 * mb}\n`,
      'sys/fs/cgroup/cpu.max': 'max 100000\n',
    },
    limits: { memoryBytes: 256 * mb, cpus: null },
  },
  {
    name: 'version 1, with the path of the host, which is not mounted here',
    files: {
      'proc/self/cgroup': '5:memory:/docker/abc\n3:cpu,cpuacct:/docker/abc\n0::/\n',
      'sys/fs/cgroup/memory/memory.limit_in_bytes': `${300 * mb}\n`,
      'sys/fs/cgroup/memory/memory.oom_control': 'oom_kill_disable 0\nunder_oom 0\noom_kill 4\n',
      'sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us': '50000\n',
      'sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us': '100000\n',
    },
    limits: { memoryBytes: 300 * mb, cpus: 0.5 },
    killed: 4,
  },
  {
    name: 'version 1 without limits',
    files: {
      'proc/self/cgroup': '5:memory:/\n3:cpu:/\n',
      'sys/fs/cgroup/memory/memory.limit_in_bytes': '9223372036854771712\n',
      'sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1\n',
      'sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n',
    },
    limits: { memoryBytes: null, cpus: null },
  },
];

for (const { name, files, limits, killed = 0 } of layouts) {
  test(`SUP-5 SUP-8 limits of cgroups: ${name}`, () => {
    const root = mkdtempSync(path.join(tmpdir(), 'kintsugi-cgroup-'));
    try {
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
        writeFileSync(path.join(root, file), text);
      }
      assert.deepEqual(cgroupLimits(root), limits);
      assert.equal(oomKills(root), killed);
      const { cpus, memoryBytes } = usable(root);
      assert.ok(cpus > 0 && cpus <= (limits.cpus ?? Infinity), String(cpus));
      assert.ok(memoryBytes > 0 && memoryBytes <= (limits.memoryBytes ?? Infinity), String(memoryBytes));
    } finally {
      rmSync(root, { recursive: true });
    }
  });
}
