/** When to start again and when to give up for now: arithmetic without a clock or a die of its own (SUP-2). */

export interface RestartLimits {
  readonly firstMs: number;
  readonly maxMs: number;
  /** The sliding window of all three budgets. */
  readonly windowMs: number;
  readonly beforeReadyMax: number;
  readonly sameSignatureMax: number;
  readonly foreignMax: number;
  /** Backoff while a repair is under way. */
  readonly holdMs: number;
  /** Ready this long, and this many boots long, wipes the slate. */
  readonly settledMs: number;
  readonly settledBoots: number;
  /** Ready at least this long, it is kept down for at most this share of the time that it was ready. */
  readonly servedMs: number;
  readonly downShare: number;
}

export const restartDefaults: RestartLimits = {
  firstMs: 100,
  maxMs: 30_000,
  windowMs: 60_000,
  beforeReadyMax: 5,
  sameSignatureMax: 10,
  foreignMax: 30,
  holdMs: 1000,
  settledMs: 60_000,
  settledBoots: 10,
  servedMs: 10_000,
  downShare: 0.1,
};

export interface Mark {
  readonly atMs: number;
  readonly beforeReady: boolean;
  /** A signal that was neither ours nor the program's own doing, and no report. */
  readonly foreign: boolean;
  readonly signature: string;
}

/** The signature of whoever ended without a fault. */
export const endedWell = 'exit 0';
const nothingToKeep = 'it listens nowhere, or is meant to end: `kintsugi run --once` runs it so';

export interface Death extends Mark {
  /** How long the process was ready before it died; 0 where it never was. */
  readonly readyMs: number;
  /** How long it took to become ready. */
  readonly bootMs: number;
}

export interface History {
  /** Restarts since the slate was clean. */
  readonly attempts: number;
  readonly marks: readonly Mark[];
}

export const cleanSlate: History = { attempts: 0, marks: [] };

export type Verdict =
  | { readonly do: 'restart'; readonly delayMs: number }
  | { readonly do: 'crash_loop'; readonly why: string };

export interface Circumstances {
  readonly limits: RestartLimits;
  /** A repair is under way: wait 1 s at most, and never give up. */
  readonly hold: boolean;
  /** Anything in [0, 1). */
  readonly random: number;
}

/** The end of a process as arithmetic sees it; its times and `nowMs` are of one monotonic clock, `readyAtMs` null where it never was. */
export function deathOf(
  { startedAtMs, readyAtMs }: { readonly startedAtMs: number; readonly readyAtMs: number | null },
  { foreign, signature }: Pick<Mark, 'foreign' | 'signature'>,
  nowMs: number,
): Death {
  const readyOrNowMs = readyAtMs ?? nowMs;
  const [bootMs, readyMs] = [readyOrNowMs - startedAtMs, nowMs - readyOrNowMs];
  return { atMs: nowMs, beforeReady: readyAtMs === null, foreign, signature, readyMs, bootMs };
}

/** What one more death leads to. */
export function judge(history: History, death: Death, how: Circumstances): { history: History; verdict: Verdict } {
  const { limits } = how;
  const settled = death.readyMs >= Math.max(limits.settledMs, limits.settledBoots * death.bootMs);
  const attempts = settled ? 0 : history.attempts;
  const { atMs, beforeReady, foreign, signature } = death;
  const recent = history.marks.filter((mark) => mark.atMs > atMs - limits.windowMs);
  const marks = [...recent, { atMs, beforeReady, foreign, signature }].slice(-200);
  const why = how.hold ? null : overBudget(marks, death, limits);
  if (why !== null) return { history: { attempts: attempts + 1, marks }, verdict: { do: 'crash_loop', why } };
  if (foreign) return { history: { attempts, marks }, verdict: { do: 'restart', delayMs: 0 } };
  return {
    history: { attempts: attempts + 1, marks },
    verdict: { do: 'restart', delayMs: delay(attempts, death, how) },
  };
}

function overBudget(marks: readonly Mark[], death: Death, limits: RestartLimits): string | null {
  const count = (matches: (mark: Mark) => boolean): number => marks.filter(matches).length;
  const seconds = limits.windowMs / 1000;
  if (death.foreign) {
    const killed = count((mark) => mark.foreign);
    return killed >= limits.foreignMax ? `was killed from outside ${killed} times in ${seconds} s` : null;
  }
  const early = count((mark) => mark.beforeReady && !mark.foreign);
  const hint = death.signature === endedWell ? `; ${nothingToKeep}` : '';
  if (early >= limits.beforeReadyMax) return `died ${early} times in ${seconds} s before it was ready${hint}`;
  const same = count((mark) => mark.signature === death.signature && !mark.foreign);
  return same >= limits.sameSignatureMax ? `died ${same} times in ${seconds} s of the same cause` : null;
}

/** At once, then full jitter below a doubling ceiling. What serves between its deaths is mostly up: one bad request now and then must not keep it down. */
function delay(attempts: number, { readyMs }: Death, { limits, hold, random }: Circumstances): number {
  if (attempts === 0) return 0;
  if (hold) return limits.holdMs;
  const mostMs = readyMs < limits.servedMs ? limits.maxMs : Math.min(limits.maxMs, limits.downShare * readyMs);
  return Math.round(random * Math.min(mostMs, limits.firstMs * 2 ** Math.min(attempts - 1, 30)));
}
