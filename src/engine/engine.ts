/** Makes it happen and remembers: ask `next`, do it, write it down, ask again. The only place that retries and catches. */
import type { Answered, Diagnosis, Signal } from '../incident/nouns.ts';
import {
  currentAttempt,
  evolve,
  fallingBack,
  isReplaced,
  stopOf,
  waitingRuling,
  type Entry,
  type Incident,
} from '../incident/incident.ts';
import { next, type Limits, type Move } from '../incident/next.ts';
import type { Fact, StepName } from '../incident/fact.ts';
import type { StepFunctions } from '../incident/steps.ts';
import { linesIn } from '../incident/place.ts';
import type { Clock } from '../kit/clock.ts';
import { Fault, isDiskFull } from '../kit/errors.ts';
import { randomId } from '../kit/hash.ts';
import { span } from '../kit/trace.ts';
import { factOf, failure, perform } from './facts.ts';
import type { Journal } from './journal.ts';

/** What the world allows an incident just now; `timeUp` and `nowMs` are the engine's own. */
export type WorldLimits = Omit<Limits, 'nowMs' | 'timeUp'>;

export interface EngineOptions {
  readonly journal: Journal;
  readonly steps: StepFunctions;
  /** Pure: what kind of failure a signal is, and its signature. */
  diagnose(signal: Signal): Diagnosis;
  limits(incident: Incident, all: readonly Incident[]): WorldLimits;
  /** The whole time of one heal, tool calls and trials included (section 6). */
  readonly healMs: number;
  /** So long after an incident closed, its errors are counted on it instead of opening another (SEN-5). */
  readonly cooldownMs: number;
  readonly clock: Clock;
  /** Told after each fact is durable; must not throw. */
  wrote?(entry: Entry, incident: Incident): void;
}

/** What changes the live files: never cut short, and nobody's word comes between. */
const exchanges: ReadonlySet<StepName> = new Set(['promote', 'rollback', 'fallBack']);

/** Serves one project: incidents are worked on one at a time, oldest first. */
export class Engine {
  readonly #options: EngineOptions;
  readonly #incidents = new Map<number, Incident>();
  /** Milliseconds of work each open heal has used in this process. */
  readonly #spentMs = new Map<number, number>();
  readonly #raw = new Map<number, Diagnosis>();
  /** From the monotonic clock to the wall clock as it was when this process promoted, or read of it: however that is set, a watch takes its time. */
  readonly #offsetsMs = new Map<number, number>();
  #driving = false;
  #working: { readonly id: number; readonly step: StepName } | null = null;

  constructor(options: EngineOptions) {
    this.#options = options;
    for (const entry of options.journal.open) this.#fold(entry);
  }

  get incidents(): readonly Incident[] {
    return [...this.#incidents.values()];
  }

  find(id: number): Incident | null {
    return this.#incidents.get(id) ?? null;
  }

  /** What the keeper's own question met (SEN-8): told to the open incident that is about the same failure; null where there is none. */
  senseProbe(signal: Signal): Incident | null {
    const diagnosis = this.#options.diagnose(signal);
    const open = this.incidents.find((item) => !item.closed && this.#isSame(item, signal, diagnosis));
    return open === undefined ? null : this.sense(signal);
  }

  /** An occurrence. Folded into the open incident of the same signature; else it opens one. Seen twice, it counts once. */
  sense(signal: Signal): Incident {
    const diagnosis = this.#options.diagnose(signal);
    const known = this.incidents.find((item) => item.seen.includes(signal.id));
    if (known) return known;
    const isSame = (item: Incident): boolean => this.#isSame(item, signal, diagnosis);
    const open = this.incidents.find((item) => !item.closed && isSame(item));
    if (!open) {
      const quiet = this.incidents.find((item) => isSame(item) && this.#isQuiet(item, signal));
      if (quiet) return this.#write(quiet.id, recurrence(signal));
      const fresh = this.#write(this.#options.journal.lastIncident + 1, { type: 'sensed', ref: randomId(), signal });
      // What its own text does not explain is explained by the replay, in the pipeline.
      const explained = diagnosis.class !== 'unknown' || signal.requestRef === null;
      return explained ? this.#write(fresh.id, { type: 'triaged', diagnosis }) : fresh;
    }
    const rungs = this.#limits(open).rungs.length;
    const incident = this.#write(open.id, recurrence(signal));
    const isWider = stopOf(open)?.as === 'abandoned' && this.#limits(incident).rungs.length > rungs;
    const chance = newChance(open, signal) ?? (isWider ? 'it weighs more now, so more may be tried' : null);
    const why = this.#working?.id !== open.id && isIdle(open) ? chance : null;
    if (why !== null) {
      const by = signal.apply === undefined ? 'kintsugi' : 'a person';
      return this.#write(open.id, { type: 'retried', why, by });
    }
    return this.#cameBack(incident, signal);
  }

  /** What comes next of it, as the world is just now. */
  moveOf(incident: Incident): Move {
    return next(incident, this.#limits(incident));
  }

  /** Writes a fact that comes from outside the pipeline: an answer, a retry, a verdict of the watch. */
  record(id: number, fact: Fact): Incident {
    return this.#write(id, fact);
  }

  /** A person's word. @throws Fault not_waiting where nothing waits for it any more. */
  answer(id: number, answered: Answered): Incident {
    const incident = this.#incidents.get(id);
    if (!incident) throw new Fault('no_such_incident', `There is no open incident ${id}.`);
    const isExchanging = this.#working?.id === id && exchanges.has(this.#working.step);
    const refusal = isExchanging
      ? 'Files and process are being exchanged just now; say it again in a minute.'
      : refuseAnswer(incident, answered);
    if (refusal) throw new Fault('not_waiting', refusal);
    return this.#write(id, { type: 'answered', answered });
  }

  /** Works (on all, or on `only` one) until nothing can be done without a person, time or the world. Returns in how many milliseconds to look again, or null. */
  async drive(stop: AbortSignal, only?: number): Promise<number | null> {
    if (this.#driving) return null;
    this.#driving = true;
    try {
      let wakeMs: number | null = null;
      const ids = only === undefined ? [...this.#incidents.keys()].sort((a, b) => a - b) : [only];
      for (const id of ids) {
        const waitMs = await this.#advance(id, stop);
        if (waitMs !== null) wakeMs = Math.min(wakeMs ?? waitMs, waitMs);
        if (stop.aborted) break;
      }
      return wakeMs;
    } finally {
      this.#driving = false;
    }
  }

  /** What would be done about an open incident just now; null for one that is not open here. */
  next(id: number): Move | null {
    const incident = this.#incidents.get(id);
    return incident ? next(incident, this.#limits(incident)) : null;
  }

  async #advance(id: number, stop: AbortSignal): Promise<number | null> {
    for (;;) {
      const incident = this.#incidents.get(id);
      if (!incident || stop.aborted) return null;
      const limits = this.#limits(incident);
      const move = next(incident, limits);
      if (move.do === 'wait') return move.untilMs === null ? null : move.untilMs - limits.nowMs;
      if (move.do === 'over') return this.#forget(id);
      if (move.do === 'work') await this.#work(incident, move, stop);
      else this.#write(id, factOf(move));
    }
  }

  /** One step. What it throws becomes a fact; only a full disk stops the engine, since then nothing can be remembered or exchanged. */
  async #work(incident: Incident, move: Move & { do: 'work' }, stop: AbortSignal): Promise<void> {
    const started = this.#options.clock.monotonic();
    const left = Math.max(1, Math.ceil(this.#options.healMs - (this.#spentMs.get(incident.id) ?? 0)));
    const timeout = AbortSignal.timeout(left);
    // What goes live, comes back or is learnt is never cut short: half of it would be worse than late.
    const bounded = move.step !== 'learn' && !exchanges.has(move.step);
    const signal = bounded ? AbortSignal.any([stop, timeout]) : stop;
    let fact: Fact;
    this.#working = { id: incident.id, step: move.step };
    try {
      fact = await span(move.step, () => perform(this.#options.steps, { incident, move }, signal));
    } catch (error) {
      if (stop.aborted) return; // cut short, not failed: the next start does it again
      if (exchanges.has(move.step) && isDiskFull(error)) throw error;
      fact =
        bounded && timeout.aborted
          ? { type: 'abandoned', why: 'the time of one heal was used up' }
          : failure(move.step, describe(error));
    } finally {
      this.#working = null;
      const tookMs = this.#options.clock.monotonic() - started;
      this.#spentMs.set(incident.id, (this.#spentMs.get(incident.id) ?? 0) + tookMs);
    }
    if (stop.aborted && (fact.type === 'declined' || fact.type === 'verified')) return; // cut short, not concluded
    if (this.#incidents.get(incident.id)?.closed) return; // a person resolved it meanwhile
    this.#write(incident.id, fact);
    // No other repair could be written either: a person takes the one that is proven.
    if (fact.type === 'failed' && fact.why.startsWith('read_only'))
      this.#write(incident.id, { type: 'abandoned', why: fact.why.slice('read_only: '.length) });
    if (
      fact.type === 'failed' &&
      (fact.step === 'promote' || fact.step === 'verify') &&
      fact.why.startsWith('base_moved')
    ) {
      this.#write(incident.id, { type: 'retried', why: 'the files changed since it was proven', by: 'kintsugi' });
    }
  }

  /** Answered errors only, and of files that it knows: a death needs help at once, and a deploy is another matter. It may have closed in a time to come, where the clock was set back. */
  #isQuiet({ closed, signal: first, lastRelease, attempts }: Incident, signal: Signal): boolean {
    const isRecent = Math.abs(this.#options.clock.now() - (closed?.atMs ?? Infinity)) < this.#options.cooldownMs;
    const files = [first.release, lastRelease, ...attempts.map((attempt) => attempt.promoted?.release.id)];
    return isRecent && signal.kind === 'error' && signal.apply === undefined && files.includes(signal.release);
  }

  /** Of the signature that its diagnosis says, or that its text alone said before it was replayed; another error on another line is another failure. */
  #isSame(item: Incident, signal: Signal, { signature, line, message }: Diagnosis): boolean {
    if (item.subject !== signal.subject || isReplaced(item, signal.release)) return false;
    const raw = this.#raw.get(item.id) ?? this.#options.diagnose(item.signal);
    this.#raw.set(item.id, raw);
    if (item.diagnosis?.signature !== signature && raw.signature !== signature) return false;
    const lines = message === raw.message ? null : linesIn(item, raw, signal.release);
    if (lines !== null && line !== null && (line < lines[0] || line > lines[1])) return false;
    return signal.error !== null || isSameAnswer(item.signal, signal);
  }

  #limits(incident: Incident): Limits {
    const { clock } = this.#options;
    const offsetMs = this.#offsetsMs.get(incident.id);
    const world = this.#options.limits(incident, this.incidents);
    return {
      ...world,
      nowMs: offsetMs === undefined ? clock.now() : clock.monotonic() + offsetMs,
      timeUp: (this.#spentMs.get(incident.id) ?? 0) >= this.#options.healMs,
    };
  }

  /** The failure is seen again on what was promoted: the watch is over, and it failed. */
  #cameBack(incident: Incident, signal: Signal): Incident {
    const attempt = currentAttempt(incident);
    const live = attempt?.promoted?.release.id;
    if (!live || attempt.watched || signal.release !== live) return incident;
    return this.#write(incident.id, { type: 'watched', ok: false, why: 'the same failure came back' });
  }

  #write(id: number, fact: Fact): Incident {
    const known = this.#incidents.get(id) ?? null;
    evolve(known, { incident: id, atMs: this.#options.clock.now(), fact }); // throws before anything is written
    const entry = this.#options.journal.append(id, fact);
    const incident = this.#fold(entry);
    if (fact.type === 'watched' || fact.type === 'rolledBack') this.#offsetsMs.delete(id);
    if (fact.type === 'retried' || fact.type === 'answered') this.#spentMs.delete(id);
    this.#options.wrote?.(entry, incident);
    return incident;
  }

  #fold(entry: Entry): Incident {
    const incident = evolve(this.#incidents.get(entry.incident) ?? null, entry);
    this.#incidents.set(entry.incident, incident);
    const aheadMs = Math.max(entry.atMs, this.#options.clock.now()) - this.#options.clock.monotonic();
    if (entry.fact.type === 'promoted') this.#offsetsMs.set(incident.id, aheadMs);
    return incident;
  }

  /** A closed incident needs no more work; it is kept for an hour so that the guards can count it. */
  #forget(id: number): null {
    const closedMs = this.#incidents.get(id)?.closed?.atMs ?? 0;
    if (this.#options.clock.now() - closedMs > 3_600_000) this.#incidents.delete(id);
    return null;
  }
}

/** One that came without a request does not take the place of one that shows the failure. */
function recurrence({ id, count, request, requestRef, release, client }: Signal): Fact {
  const from = client === undefined ? {} : { client };
  return { type: 'recurred', signalId: id, count, requestRef: request === null ? null : requestRef, release, ...from };
}

/** Why this word cannot be taken now; null where it can. */
export function refuseAnswer(incident: Incident, answered: Answered): string | null {
  if (incident.closed)
    return `Incident ${incident.id} was ${incident.closed.outcome} already: ${incident.closed.why}. ${alreadyDecided(incident)}`;
  if (fallingBack(incident)) return 'The last good release is being started just now; say it again in a minute.';
  const attempt = currentAttempt(incident);
  if (answered.verdict === 'resolve')
    return attempt?.promoted && !stopOf(incident) ? 'A repair is live and being watched.' : null;
  if (answered.verdict === 'retry') return attempt && !stopOf(incident) ? 'A repair is under way already.' : null;
  if (stopOf(incident) || !attempt || !waitingRuling(attempt)) return alreadyDecided(incident);
  if (answered.proposal !== null && answered.proposal !== attempt.proposal?.hash)
    return 'Another proposal waits by now; look at it first.';
  return null;
}

/** Nothing is under way and nothing waits for approval: a person was told, and that is all. */
function isIdle(incident: Incident): boolean {
  return (
    stopOf(incident) !== null || (currentAttempt(incident) === null && incident.attempts.length > incident.epoch.from)
  );
}

/** Answers of 500 without an error look alike whatever caused them: those of another route are another failure. 503 is said of a whole server. */
function isSameAnswer(before: Signal, { route, status }: Signal): boolean {
  return before.route === route || (before.status === 503 && status === 503);
}

/** Why a failure that nothing could be done about is looked at again when it recurs; null where it need not be. */
function newChance(incident: Incident, { apply, release, request, requestRef }: Signal): string | null {
  if (apply !== undefined) return '`heal` was asked for again';
  if (release !== null && release !== incident.lastRelease) return 'the files changed, and it still fails';
  const isWhole = requestRef !== null && request !== null && !request.truncated;
  const lacked = incident.attempts.at(-1)?.declined?.unasked === true;
  return lacked && isWhole ? 'it came again, with a whole request to replay' : null;
}

function alreadyDecided(incident: Incident): string {
  const answered = incident.attempts
    .map((attempt) => attempt.liveAnswer ?? attempt.tryAnswer)
    .findLast((item) => item !== undefined);
  return answered
    ? `Already decided: ${answered.verdict} by ${answered.by} at ${answered.at}.`
    : `Nothing of incident ${incident.id} waits for a decision.`;
}

function describe(error: unknown): string {
  if (error instanceof Fault) return `${error.code}: ${error.message}`;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
