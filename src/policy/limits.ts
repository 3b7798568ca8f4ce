/** When is it time: loop guards, rate limits and weights as arithmetic over the record; the clock is a parameter (TRI-6, SEN-10, POL-6, POL-7). */
import type { RecoverySettings } from './settings.ts';

export interface RepairOutcome {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly ok: boolean;
}

/** One finished or running repair of the record. */
export interface HealRecord {
  readonly signature: string;
  readonly at: number;
  /** Null while it runs. */
  readonly ok: boolean | null;
  /** True where a model was called. */
  readonly model: boolean;
}

export interface HealLimits {
  readonly repairsMax: number;
  readonly repairsWindowMs: number;
  readonly failuresMax: number;
  readonly failuresWindowMs: number;
  readonly modelGapMs: number;
  readonly modelPerHourMax: number;
}

export const defaultLimits: HealLimits = {
  repairsMax: 5,
  repairsWindowMs: 5 * 60_000,
  failuresMax: 3,
  failuresWindowMs: 10 * 60_000,
  modelGapMs: 10 * 60_000,
  modelPerHourMax: 6,
};

export type Admission =
  | { readonly go: true }
  /** `untilMs` is null where only a person (or a new release) opens it again. */
  | { readonly go: false; readonly rule: string; readonly reason: string; readonly untilMs: number | null };

const hourMs = 60 * 60_000;
const go: Admission = { go: true };

/** TRI-6: `epochAt` is the time of the last explicit retry of this signature, 0 where there was none. */
export function admitRepair(input: {
  readonly signature: string;
  readonly nowMs: number;
  /** What lies ahead of `nowMs` (the clock was set back) happened by then. */
  readonly setMs?: number;
  readonly history: readonly HealRecord[];
  readonly epochAt?: number;
  readonly limits?: HealLimits;
}): Admission {
  const limits = input.limits ?? defaultLimits;
  const epochAt = input.epochAt ?? 0;
  const when = (at: number): number => (epochAt > input.nowMs ? at : dated(at, input));
  const failures = input.history.filter(
    ({ signature, ok, at }) => signature === input.signature && ok === false && when(at) > epochAt,
  );
  // how far apart they were, a clock that was set since does not change
  if (crowded(timesOf(failures, { nowMs: Infinity }), limits.failuresMax, limits.failuresWindowMs)) {
    const minutes = Math.round(limits.failuresWindowMs / 60_000);
    const reason = `Healing it failed ${limits.failuresMax} times in ${minutes} minutes; \`kintsugi approve\` or a retry starts anew.`;
    return { go: false, rule: 'loop-guard', reason, untilMs: null };
  }
  const until = roomAt(timesOf(input.history, input), {
    ...input,
    max: limits.repairsMax,
    windowMs: limits.repairsWindowMs,
  });
  if (until === null) return go;
  return {
    go: false,
    rule: 'repair-rate',
    reason: `${limits.repairsMax} repairs are under way or just done.`,
    untilMs: until,
  };
}

/** What speaks for spending money on this incident (SEN-10). */
export interface Weight {
  readonly exit: boolean;
  /** Different client addresses among the failures. */
  readonly clients: number;
  readonly answeredWellBefore: boolean;
}

/** SEN-10: a model is called only for what weighs something, and seldom per signature. */
export function admitModel(input: {
  readonly signature: string;
  readonly nowMs: number;
  readonly setMs?: number;
  readonly history: readonly HealRecord[];
  readonly weight: Weight;
  readonly limits?: HealLimits;
}): Admission {
  const limits = input.limits ?? defaultLimits;
  const { weight } = input;
  if (!weight.exit && weight.clients < 2 && !weight.answeredWellBefore) {
    const reason = 'One client alone saw it, no process ended, and the route never answered well in this release.';
    return { go: false, rule: 'model-weight', reason, untilMs: null };
  }
  const calls = input.history.filter((one) => one.signature === input.signature && one.model);
  const times = timesOf(calls, input);
  const gap = roomAt(times, { nowMs: input.nowMs, max: 1, windowMs: limits.modelGapMs });
  const hour = roomAt(times, { nowMs: input.nowMs, max: limits.modelPerHourMax, windowMs: hourMs });
  if (gap === null && hour === null) return go;
  const untilMs = Math.max(gap ?? 0, hour ?? 0);
  return { go: false, rule: 'model-rate', reason: 'A model looked at this signature a short while ago.', untilMs };
}

/** POL-2 for loops and units: at most so many a run, and a pause between two. */
export function admitCommand(input: {
  readonly ranThisRun: number;
  readonly lastAtMs: number | null;
  readonly nowMs: number;
  readonly recovery: RecoverySettings;
}): Admission {
  const { recovery } = input;
  if (input.ranThisRun >= recovery.max_auto_recoveries_per_run) {
    const reason = `${recovery.max_auto_recoveries_per_run} automatic recoveries ran in this run already.`;
    return { go: false, rule: 'recovery-count', reason, untilMs: null };
  }
  if (input.lastAtMs === null) return go;
  const untilMs = roomAt([Math.min(input.lastAtMs, input.nowMs)], {
    nowMs: input.nowMs,
    max: 1,
    windowMs: recovery.cooldown_seconds * 1000,
  });
  if (untilMs === null) return go;
  return {
    go: false,
    rule: 'recovery-cooldown',
    reason: `${recovery.cooldown_seconds} s must pass between two.`,
    untilMs,
  };
}

/**
 * POL-6: until when automatic action rests, because 40 % or more of the last 5 repairs failed (of at least 3): `pauseMs` after the latest
 * failure, for ever where that is 0. Null = it does not. What was repaired before a person said `resume` counts no more.
 */
export function autoPausedUntil(
  repairs: readonly RepairOutcome[],
  { pauseMs, resumedMs, ...now }: Now & { readonly pauseMs: number; readonly resumedMs: number },
): number | null {
  const last = repairs
    .map(({ at, ok }) => ({ at: dated(at, now), ok }))
    .filter(({ at }) => at > resumedMs)
    .sort((a, b) => a.at - b.at)
    .slice(-5);
  const failed = last.filter(({ ok }) => !ok);
  if (last.length < 3 || failed.length / last.length < 0.4) return null;
  const untilMs = pauseMs === 0 ? Infinity : (failed.at(-1)?.at ?? 0) + pauseMs;
  return now.nowMs < untilMs ? untilMs : null;
}

interface Now {
  readonly nowMs: number;
  readonly setMs?: number;
}

/** What lies ahead counts as when the clock was set back (where that is not known, as now), so that it neither opens a window early nor keeps it shut. */
function dated(at: number, { nowMs, setMs = nowMs }: Now): number {
  return at > nowMs ? setMs : at;
}

/** Times in order. */
function timesOf(records: readonly { readonly at: number }[], now: Now): number[] {
  return records.map(({ at }) => dated(at, now)).sort((a, b) => a - b);
}

/** Were there ever `max` of them within one window? */
function crowded(times: readonly number[], max: number, windowMs: number): boolean {
  return times.some((time, index) => {
    const first = times[index - max + 1];
    return first !== undefined && time - first <= windowMs;
  });
}

/** When the next one may come: null for now. */
function roomAt(times: readonly number[], rate: { nowMs: number; max: number; windowMs: number }): number | null {
  const blocking = times.at(-rate.max);
  if (blocking === undefined || rate.nowMs - blocking >= rate.windowMs) return null;
  return blocking + rate.windowMs;
}
