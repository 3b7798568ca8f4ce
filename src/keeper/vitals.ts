/** Memory seen from outside: how close the tree is to its limit, and whether the kernel killed for want of it (SUP-5). */
import { readText } from '../kit/files.ts';

/** From this share of the limit on one looks five times a second. */
const nearShare = 0.8;
/** From this share on there is no time left for a graceful end. */
const hardShare = 1.2;

export type Pressure = 'fine' | 'near' | 'over' | 'hard';

/** A limit of 0 is none. */
export function pressure(rssBytes: number, limitMb: number): Pressure {
  const share = limitMb > 0 ? rssBytes / (limitMb * 1024 * 1024) : 0;
  if (share >= hardShare) return 'hard';
  if (share >= 1) return 'over';
  return share >= nearShare ? 'near' : 'fine';
}

/** The kernel's count of out-of-memory kills in our cgroup; 0 where it does not tell. */
export function oomKills(): number {
  for (const line of (readText('/proc/self/cgroup') ?? '').split('\n')) {
    const [, controllers, group] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    if (group === undefined) continue;
    const files =
      controllers === ''
        ? [`/sys/fs/cgroup${group}/memory.events`, `/sys/fs/cgroup/unified${group}/memory.events`]
        : controllers?.split(',').includes('memory')
          ? [`/sys/fs/cgroup/memory${group}/memory.oom_control`]
          : [];
    for (const file of files) {
      const found = /^oom_kill (\d+)$/m.exec(readText(file) ?? '');
      if (found) return Number(found[1]);
    }
  }
  return 0;
}
