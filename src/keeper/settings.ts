/** What an owner may set about supervision, and what holds where he does not. */
import { leakDefaults, type LeakSettings } from './leak.ts';
import type { LogSettings } from './logfile.ts';
import { healthDefaults, type HealthSettings } from './probes.ts';
import type { Ahead } from './states.ts';
import type { ThresholdSettings } from './threshold.ts';

export interface SensingSettings extends ThresholdSettings {
  /** A request whose answer has not begun after this waits in vain; 0 = nobody looks. */
  readonly unansweredMs: number;
  /** A release is measured in spans of this. */
  readonly regressionSpanMs: number;
  /** Each GET route that may be asked is asked so often (SEN-8); 0 = none is. */
  readonly probeMs: number;
  /** Globs of paths where waiting is meant. */
  readonly longPolls: readonly string[];
}

export interface KeeperSettings {
  /** From the stop signal to SIGKILL; also how long a replaced process may finish its requests. */
  readonly graceMs: number;
  /** A process that neither listens nor dies counts as up after this; a replacement as failed. */
  readonly startupMs: number;
  /** Resident memory of the whole tree; 0 = no limit. */
  readonly memoryLimitMb: number;
  /** Whether a server that needs more than that from its start may have more. */
  readonly memoryLimitGrows: boolean;
  readonly leak: LeakSettings;
  /** Without a beat of the event loop for this long, the process is frozen; 0 = never. */
  readonly freezeMs: number;
  readonly backoff: { readonly firstMs: number; readonly maxMs: number };
  readonly sockets: 'auto' | 'off';
  /** Processes on the same sockets. */
  readonly workers: number;
  /** What waits for the next boot: nothing, a started process (`spare`), or a booted app (`standby`). */
  readonly ahead: Ahead;
  /** A repair, or the last good release, may go live by itself: in a crash loop clients wait a moment for it. */
  readonly healsAlone: boolean;
  /** How often a parked subject is tried again. */
  readonly parkedRetryMs: number;
  readonly health: HealthSettings;
  readonly sensing: SensingSettings;
  /** Null = no log files are kept. */
  readonly logs: LogSettings | null;
  /** What the hook is told of load shedding; null = none. */
  readonly shed: { readonly exempt: readonly string[]; readonly headroomMb: number } | null;
}

export const keeperDefaults: KeeperSettings = {
  graceMs: 10_000,
  startupMs: 30_000,
  memoryLimitMb: 512,
  memoryLimitGrows: false,
  leak: leakDefaults,
  freezeMs: 15_000,
  backoff: { firstMs: 100, maxMs: 30_000 },
  sockets: 'auto',
  workers: 1,
  ahead: 'spare',
  healsAlone: true,
  parkedRetryMs: 600_000,
  health: healthDefaults,
  sensing: {
    threshold: 1,
    windowMs: 30_000,
    unansweredMs: 30_000,
    regressionSpanMs: 30_000,
    probeMs: 0,
    longPolls: [],
  },
  logs: null,
  shed: null,
};
