/** What the container, or the service manager, leaves us: limits of the cgroups that we are in, versions 1 and 2. */
import { availableParallelism, totalmem } from 'node:os';
import path from 'node:path';
import { readText } from '../kit/files.ts';

export interface Limits {
  /** Null where there is none. */
  readonly memoryBytes: number | null;
  /** Cores, may be a fraction; null where there is no quota. */
  readonly cpus: number | null;
}

/** A limit of version 1 this large means none. */
const noneFrom = 2 ** 60;

/** The strictest of our own group and of all above it. `root` is another one only in tests. */
export function cgroupLimits(root = '/'): Limits {
  const memory = filesOf(root, 'memory', ['memory.max', 'memory.limit_in_bytes']).map(({ text }) => Number(text));
  const cpus = filesOf(root, 'cpu', ['cpu.max', 'cpu.cfs_quota_us']).map(({ text, folder }) => {
    const [quota, period] = text.split(' ');
    return Number(quota) / Number(period ?? readText(path.join(folder, 'cpu.cfs_period_us')));
  });
  const least = (values: readonly number[]): number | null => {
    const real = values.filter((value) => value > 0 && value < noneFrom);
    return real.length === 0 ? null : Math.min(...real);
  };
  return { memoryBytes: least(memory), cpus: least(cpus) };
}

/** Cores and bytes that may be used: the machine's, or what the cgroup leaves of them. */
export function usable(root?: string): { cpus: number; memoryBytes: number } {
  const { cpus, memoryBytes } = cgroupLimits(root);
  return {
    cpus: Math.min(cpus ?? Infinity, availableParallelism()),
    memoryBytes: Math.min(memoryBytes ?? Infinity, totalmem()),
  };
}

/** The kernel's count of out-of-memory kills in our cgroup; 0 where it does not tell. */
export function oomKills(root = '/'): number {
  for (const { text } of filesOf(root, 'memory', ['memory.events', 'memory.oom_control'])) {
    const found = /^oom_kill (\d+)$/m.exec(text);
    if (found) return Number(found[1]);
  }
  return 0;
}

/** The files of these names in our groups of a controller, our own first, then those above it. */
function filesOf(root: string, controller: string, names: readonly string[]): { folder: string; text: string }[] {
  return foldersOf(root, controller).flatMap((folder) =>
    names.flatMap((name) => {
      const text = readText(path.join(folder, name))?.trim();
      return text === undefined ? [] : [{ folder, text }];
    }),
  );
}

/** In a container the group's path may be the host's, while what is mounted is the group itself: its root is looked at, too. */
function foldersOf(root: string, controller: string): string[] {
  const mounted = path.join(root, 'sys/fs/cgroup');
  const lines = (readText(path.join(root, 'proc/self/cgroup')) ?? '').split('\n');
  return lines.flatMap((line) => {
    const [, controllers, group] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    if (group === undefined || controllers === undefined) return [];
    if (controllers === '') return [mounted, path.join(mounted, 'unified')].flatMap((base) => upwards(base, group));
    return controllers.split(',').includes(controller)
      ? upwards(path.join(mounted, controllers), group, controller)
      : [];
  });
}

/** `cpu,cpuacct` may be mounted under one of its names only. */
function upwards(base: string, group: string, alone?: string): string[] {
  const parts = group.split('/').filter((part) => part !== '' && part !== '..');
  const bases = alone === undefined ? [base] : [...new Set([base, path.join(path.dirname(base), alone)])];
  return bases.flatMap((one) => parts.map((_, at) => path.join(one, ...parts.slice(0, parts.length - at))).concat(one));
}
