/** Event loops that did beat and stopped: the server is ended for its own, and of one that clusters by itself the worker alone whose it is. */
import { identify, signalProcess } from '../kit/identity.ts';
import type { Boot, Pulse } from './child.ts';
import type { Core } from './core.ts';
import { nothingSeen } from './inbox.ts';
import { blockedSomewhere, blockedStack } from './inspect.ts';
import { isSuspended } from './tree.ts';

/** Only a beat that is overdue by this is worth a look at the process. */
const overdueMs = 2000;

export interface Look {
  readonly nowMs: number;
  /** This look itself came late: nobody is blamed for that time. */
  readonly isLate: boolean;
}

export function isOverdue({ beatMs }: Core, { beatAtMs }: Pulse, nowMs: number): boolean {
  return beatAtMs !== null && nowMs - beatAtMs >= beatMs + overdueMs;
}

/** The first that stands still, told once, with for how many seconds. A process that a debugger or a person stopped is not frozen. */
export function frozenOf(core: Core, pulses: Iterable<Pulse>, { nowMs, isLate }: Look): [Pulse, number] | null {
  const { freezeMs } = core.options.settings;
  // A beat may have been due at the very moment after the last one.
  const stillMs = freezeMs + core.beatMs - 1000;
  for (const pulse of pulses) {
    if (pulse.beatAtMs === null || !isOverdue(core, pulse, nowMs)) continue;
    if (isLate || isSuspended(pulse.pid)) pulse.beatAtMs = pulse.turnedAtMs = nowMs;
    else if (freezeMs > 0 && nowMs - pulse.beatAtMs > stillMs) {
      pulse.beatAtMs = null; // told once
      return [pulse, Math.round((nowMs - pulse.turnedAtMs) / 1000)];
    }
  }
  return null;
}

/** Its primary beats on and would send it clients for ever. What it was doing is read off before it goes; who comes in its place is its primary's affair. */
export async function endFrozenWorker(core: Core, boot: Boot, look: Look): Promise<void> {
  const [pulse, stoodS] = frozenOf(core, boot.clustered.values(), look) ?? [];
  const identity = pulse === undefined ? null : identify(pulse.pid);
  if (pulse === undefined || identity === null) return;
  const text = `a worker of the server (pid ${pulse.pid}) has not answered for ${stoodS} s: its event loop is blocked, and it is ended`;
  core.say('freeze', text);
  const error = (await blockedStack(identity, () => boot.follower.tail(4096))) ?? blockedSomewhere;
  signalProcess(identity, 'SIGKILL');
  const release = boot.release === undefined ? core.release : boot.release;
  core.tell({ ...nothingSeen, kind: 'freeze', stderr: text, error, good: boot.good, release });
}
