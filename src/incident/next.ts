/** What to do next, read off the form: the first empty box. Pure, and on one screen. */
import type { FallBack, Rung } from './nouns.ts';
import { currentAttempt, fallingBack, stopOf, waitingRuling, type Attempt, type Incident } from './incident.ts';
import type { Outcome, StepName } from './fact.ts';

/** What the world allows just now; everything that is not on the form. */
export interface Limits {
  readonly nowMs: number;
  /** Kill switch (`Infinity`) or auto-pause (POL-6): until when; null = neither. What has gone live is watched and rolled back all the same. */
  readonly paused: number | null;
  /** TRI-6: not before this time may another repair begin. */
  readonly notBeforeMs: number;
  /** TRI-6: why this signature is to be left alone from now on. */
  readonly suppress: string | null;
  /** PRO-7: until then somebody may still be changing the files. */
  readonly quietUntilMs: number;
  /** SUP-2: the way out of a crash loop that what is live is in; null where it is in none, or has no such way. */
  readonly fallBack: FallBack | null;
  /** The tree that is live; null where nothing runs. */
  readonly release: string | null;
  /** The ladder for this incident, cheapest rung first (REP-7). */
  readonly rungs: readonly Rung[];
  readonly watchMs: number;
  /** The server answers, as far as its keeper says: what was promoted while nothing ran has shown nothing yet. */
  readonly serves: boolean;
  /** The heal's time is used up (section 6): nothing new is begun, what went live is still watched. */
  readonly timeUp: boolean;
}

export type Move =
  | { readonly do: 'work'; readonly step: StepName; readonly rung?: Rung; readonly stage?: 'try' | 'live' }
  | { readonly do: 'wait'; readonly for: 'person' | 'limit' | 'pause' | 'watch'; readonly untilMs: number | null }
  | { readonly do: 'abandon'; readonly why: string }
  | { readonly do: 'suppress'; readonly why: string }
  | { readonly do: 'watched' }
  | { readonly do: 'fallBack'; readonly fallBack: FallBack }
  | { readonly do: 'retry'; readonly why: string; readonly release: string }
  | { readonly do: 'close'; readonly outcome: Outcome; readonly why: string }
  | { readonly do: 'over' };

/** From one look whether the server answers to the next. */
const servesMs = 2_000;
const person: Move = { do: 'wait', for: 'person', untilMs: null };
const work = (step: StepName): Move => ({ do: 'work', step });

export function next(incident: Incident, limits: Limits): Move {
  if (incident.closed) return { do: 'over' };
  if (fallingBack(incident)) return work('fallBack');
  const move = heal(incident, limits);
  return move === person ? (outOfLoop(incident, limits) ?? lookAgain(incident, limits) ?? person) : move;
}

/** What nobody repairs in time: the last good release keeps the server up until a person comes, once for each failing tree. */
function outOfLoop(incident: Incident, { fallBack, paused, nowMs, quietUntilMs }: Limits): Move | null {
  if (fallBack === null || paused !== null || incident.fallBacks.some(({ from }) => from === fallBack.from))
    return null;
  return nowMs < quietUntilMs ? { do: 'wait', for: 'limit', untilMs: quietUntilMs } : { do: 'fallBack', fallBack };
}

/** Nothing could be done, and by now files run on which it was neither seen nor looked at: they may have mended it, or shown how. */
function lookAgain(incident: Incident, { release, paused, nowMs, quietUntilMs }: Limits): Move | null {
  const { attempts, epoch, fallBacks, lastRelease, requestRef, signal } = incident;
  const as = stopOf(incident)?.as ?? attempts.slice(epoch.from).findLast(({ declined }) => declined)?.declined?.as;
  const isIdle = as === 'abandoned' || as === 'flaky' || as === 'asked';
  const isShowable = requestRef !== null || signal.beforeReady;
  if (!isIdle || !isShowable || paused || release === null || lastRelease === null) return null;
  const known = [signal.release, lastRelease, epoch.release, ...fallBacks.map(({ to }) => to)];
  const made = attempts.flatMap(({ proposal, promoted }) => [proposal?.base, promoted?.release.id]);
  if ([...known, ...made].includes(release)) return null;
  if (nowMs < quietUntilMs) return { do: 'wait', for: 'limit', untilMs: quietUntilMs };
  return { do: 'retry', why: 'other files run by now', release };
}

function heal(incident: Incident, limits: Limits): Move {
  if (stopOf(incident)) return person;
  const attempt = currentAttempt(incident);
  if (attempt?.promoted) return afterPromotion(attempt, limits);
  const last = incident.attempts.at(-1);
  if (last?.watched?.ok) return conclude(incident, 'resolved', 'repaired, and quiet since');
  if (!incident.diagnosis) return work('triage');
  if (incident.diagnosis.personOnly) return person;
  if (attempt && waitingRuling(attempt)) return person;
  if (limits.paused !== null)
    return { do: 'wait', for: 'pause', untilMs: limits.paused === Infinity ? null : limits.paused };
  if (limits.timeUp && !answeredBy(attempt))
    return { do: 'abandon', why: 'no proven repair within the time of one heal' };
  if (attempt) return within(attempt);
  if (rejected(last)) return conclude(incident, 'rejected', `rejected by ${answeredBy(last ?? null) ?? 'a person'}`);
  return beginAttempt(incident, limits);
}

/** Between `proposed` and `promoted`. */
function within(attempt: Attempt): Move {
  if (!attempt.tryRuling) return { do: 'work', step: 'decide', stage: 'try' };
  if (!attempt.candidate) return work('rehearse');
  if (!attempt.evidence) return work('verify');
  if (!attempt.liveRuling) return { do: 'work', step: 'decide', stage: 'live' };
  return work('promote');
}

function afterPromotion(attempt: Attempt, limits: Limits): Move {
  if (!attempt.promoted?.ready || attempt.watched?.ok === false) return work('rollback');
  const untilMs = (attempt.promotedAt ?? 0) + limits.watchMs;
  if (limits.nowMs < untilMs) return { do: 'wait', for: 'watch', untilMs };
  return limits.serves ? { do: 'watched' } : { do: 'wait', for: 'watch', untilMs: limits.nowMs + servesMs };
}

function beginAttempt(incident: Incident, limits: Limits): Move {
  const tries = incident.attempts.slice(incident.epoch.from);
  const final = tries.find(({ declined }) => declined && declined.as !== 'declined')?.declined;
  if (final) return final.as === 'gone' ? { do: 'close', outcome: 'resolved', why: final.declined } : person;
  const rung = limits.rungs[tries.length];
  if (rung === undefined) return { do: 'abandon', why: whyNone(tries) };
  if (limits.suppress !== null) return { do: 'suppress', why: limits.suppress };
  if (limits.nowMs < limits.notBeforeMs) return { do: 'wait', for: 'limit', untilMs: limits.notBeforeMs };
  if (!incident.cases) return work('recall');
  return { do: 'work', step: 'propose', rung };
}

/** The ladder is at its end: what its most telling rung said, a model's before a recipe's. */
function whyNone(tries: readonly Attempt[]): string {
  const declined = tries.filter((attempt) => attempt.declined);
  const told =
    declined.findLast((attempt) => attempt.declined?.spent) ??
    declined.find((attempt) => attempt.rung === 'recipes') ??
    declined.at(-1);
  return told?.declined?.declined ?? 'no repair is known for this';
}

/** A person's approval is carried out however long ago the heal began. */
function answeredBy(attempt: Attempt | null): string | null {
  return (attempt?.liveAnswer ?? attempt?.tryAnswer)?.by ?? null;
}

function rejected(attempt: Attempt | undefined): boolean {
  return attempt?.liveAnswer?.verdict === 'reject' || attempt?.tryAnswer?.verdict === 'reject';
}

function conclude(incident: Incident, outcome: Outcome, why: string): Move {
  return incident.learned ? { do: 'close', outcome, why } : work('learn');
}
