/** The form. `evolve` fills in one box; no box is ever emptied, and filling a full one is a defect that throws. */
import type { Case } from './case.ts';
import type {
  Answered,
  Candidate,
  Declined,
  Diagnosis,
  Evidence,
  FallBack,
  FellBack,
  Proposal,
  Ruling,
  Rung,
  Signal,
} from './nouns.ts';
import type { Fact, Outcome, Promoted, StepName } from './fact.ts';

/** One try at a repair. It ends when it declined, was denied or rejected, fell in the trial, failed, or was rolled back. */
export interface Attempt {
  readonly rung: Rung;
  /** Wall clock of the fact that began it. */
  readonly startedMs: number;
  readonly proposal?: Proposal;
  readonly declined?: Declined;
  readonly tryRuling?: Ruling;
  readonly tryAnswer?: Answered;
  readonly candidate?: Candidate;
  readonly evidence?: Evidence;
  readonly liveRuling?: Ruling;
  readonly liveAnswer?: Answered;
  readonly promoted?: Promoted;
  /** Wall clock of the `promoted` fact: the watch counts from here. */
  readonly promotedAt?: number;
  readonly watched?: { readonly ok: boolean; readonly why: string };
  readonly rolledBack?: { readonly to: string };
  readonly failed?: { readonly step: StepName; readonly why: string };
}

export interface Incident {
  readonly id: number;
  readonly ref: string;
  readonly subject: string;
  readonly signal: Signal;
  /** Ids of the occurrences counted so far, the newest last, at most 100: the same signal is never counted twice. */
  readonly seen: readonly string[];
  readonly occurrences: number;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  /** Clients that met it, as hashes; at most 8. */
  readonly clients: readonly string[];
  /** Tree that was running at the last occurrence of which that is known. */
  readonly lastRelease: string | null;
  /** Sealed request of the latest occurrence that had one. */
  readonly requestRef: string | null;
  readonly diagnosis?: Diagnosis;
  readonly cases?: readonly Case[];
  readonly attempts: readonly Attempt[];
  /** Where in `attempts` the present round began, and when; a retry starts a new one, for another tree where it names one. */
  readonly epoch: {
    readonly from: number;
    readonly startedMs: number;
    readonly number: number;
    readonly release?: string;
    /** A person asked for this very round, by `heal`. */
    readonly isAskedFor: boolean;
  };
  /** The round that a person asked for last (the first one where nobody did): only what failed since counts (TRI-6). */
  readonly asked: { readonly from: number; readonly atMs: number; readonly number: number };
  /** Why the machine gave up, one for each epoch in which it did: a step failed, time ran out, or the loop guard spoke. */
  readonly stops: readonly {
    readonly epoch: number;
    readonly as: 'failed' | 'abandoned' | 'suppressed';
    readonly why: string;
  }[];
  /** Times the last good release took the place of a failing one, at most one for each failing tree. */
  readonly fallBacks: readonly (FallBack & { readonly fell?: FellBack })[];
  readonly learned?: Case;
  readonly closed?: { readonly outcome: Outcome; readonly why: string; readonly atMs: number };
}

/** A fact as it stands in the record: with its time and the incident it belongs to. */
export interface Entry {
  readonly incident: number;
  readonly atMs: number;
  readonly fact: Fact;
}

const seenMax = 100;
const clientsMax = 8;
/** A failure of one of these ends the attempt; a failure of another step stops the epoch. */
const attemptSteps: ReadonlySet<StepName> = new Set(['decide', 'rehearse', 'verify', 'promote']);

/** Pure. `incident` is null only for `sensed`, which opens the form. */
export function evolve(incident: Incident | null, entry: Entry): Incident {
  const { fact, atMs } = entry;
  if (fact.type === 'sensed') {
    if (incident !== null) throw new Error(`incident ${entry.incident} is open already`);
    return open(entry.incident, fact.ref, fact.signal, atMs);
  }
  if (incident === null) throw new Error(`incident ${entry.incident} was never opened`);
  if (incident.closed && fact.type !== 'recurred')
    throw new Error(`incident ${incident.id} is closed; ${fact.type} came late`);
  switch (fact.type) {
    case 'recurred':
      return {
        ...incident,
        seen: [...incident.seen, fact.signalId].slice(-seenMax),
        occurrences: incident.occurrences + fact.count,
        lastSeenMs: atMs,
        clients: [...new Set([...incident.clients, ...(fact.client === undefined ? [] : [fact.client])])].slice(
          0,
          clientsMax,
        ),
        lastRelease: fact.release ?? incident.lastRelease,
        // What a repair of ours made fail does not show the failure that was there before it.
        requestRef: isOurs(incident, fact.release) ? incident.requestRef : (fact.requestRef ?? incident.requestRef),
      };
    case 'triaged':
      return fill(incident, 'diagnosis', fact.diagnosis);
    case 'recalled':
      return fill(incident, 'cases', fact.cases);
    case 'proposed':
      return begin(incident, { rung: fact.rung, startedMs: atMs, proposal: fact.proposal });
    case 'declined':
      return begin(incident, { rung: fact.rung, startedMs: atMs, declined: fact.declined });
    case 'decided':
      return inAttempt(incident, fact.stage === 'try' ? 'tryRuling' : 'liveRuling', fact.ruling);
    case 'answered':
      return answer(incident, fact.answered, atMs);
    case 'rehearsed':
      return inAttempt(incident, 'candidate', fact.candidate);
    case 'verified':
      return inAttempt(incident, 'evidence', fact.evidence);
    case 'promoted':
      return inAttempt(inAttempt(incident, 'promoted', fact.promoted), 'promotedAt', atMs);
    case 'watched':
      return inAttempt(incident, 'watched', { ok: fact.ok, why: fact.why });
    case 'rolledBack':
      return inAttempt(incident, 'rolledBack', { to: fact.to });
    case 'failed':
      return attemptSteps.has(fact.step)
        ? inAttempt(incident, 'failed', { step: fact.step, why: fact.why })
        : stop(incident, 'failed', fact.why);
    case 'abandoned':
      return stop(incident, 'abandoned', fact.why);
    case 'retried':
      return retry(incident, { atMs, by: fact.by, release: fact.release });
    case 'fallingBack':
      return fallBack(incident, fact.fallBack);
    case 'fellBack':
      return fellBack(incident, fact.fell);
    case 'learned':
      return fill(incident, 'learned', fact.learned);
    case 'suppressed':
      return stop(incident, 'suppressed', fact.why);
    case 'closed':
      return fill(incident, 'closed', { outcome: fact.outcome, why: fact.why, atMs });
  }
}

/** The attempt being filled in, or null where the last one has ended or there is none. */
export function currentAttempt(incident: Incident): Attempt | null {
  const last = incident.attempts.at(-1);
  return last === undefined || incident.attempts.length <= incident.epoch.from || hasEnded(last) ? null : last;
}

/** True where a repair is being watched that `release` is not, nor what it was made for: a deploy went over it since. */
export function isReplaced(incident: Incident, release: string | null): boolean {
  const attempt = currentAttempt(incident);
  if (!attempt?.promoted || attempt.watched || release === null) return false;
  const made = incident.attempts.flatMap(({ proposal, promoted }) => [proposal?.base, promoted?.release.id]);
  return ![incident.signal.release, ...made].includes(release);
}

/** True for the files of a repair that was made for it. */
function isOurs({ attempts }: Incident, release: string | null): boolean {
  return release !== null && attempts.some(({ promoted }) => promoted?.release.id === release);
}

/** True where nothing more will be written on this attempt. */
export function hasEnded(attempt: Attempt): boolean {
  if (attempt.declined || attempt.rolledBack || attempt.watched?.ok) return true;
  if (attempt.failed) return true;
  if (attempt.tryRuling?.decision === 'deny' || attempt.liveRuling?.decision === 'deny') return true;
  if (attempt.tryAnswer?.verdict === 'reject' || attempt.liveAnswer?.verdict === 'reject') return true;
  return attempt.evidence !== undefined && !attempt.evidence.passed;
}

/** Which ruling waits for a person's word; null where none does. */
export function waitingRuling(attempt: Attempt): 'try' | 'live' | null {
  if (attempt.liveRuling?.decision === 'ask' && !attempt.liveAnswer) return 'live';
  if (attempt.tryRuling?.decision === 'ask' && !attempt.tryAnswer) return 'try';
  return null;
}

function open(id: number, ref: string, signal: Signal, atMs: number): Incident {
  return {
    id,
    ref,
    subject: signal.subject,
    signal,
    seen: [signal.id],
    occurrences: signal.count,
    firstSeenMs: atMs,
    lastSeenMs: atMs,
    clients: signal.client === undefined ? [] : [signal.client],
    lastRelease: signal.release,
    requestRef: signal.requestRef,
    attempts: [],
    stops: [],
    fallBacks: [],
    epoch: { from: 0, startedMs: atMs, number: 1, isAskedFor: signal.apply !== undefined },
    asked: { from: 0, atMs: 0, number: 1 },
  };
}

function fill<Key extends keyof Incident>(incident: Incident, key: Key, value: Incident[Key]): Incident {
  if (incident[key] !== undefined) throw new Error(`incident ${incident.id}: ${key} is filled in already`);
  return { ...incident, [key]: value };
}

function begin(incident: Incident, attempt: Attempt): Incident {
  if (currentAttempt(incident)) throw new Error(`incident ${incident.id}: the attempt before has not ended`);
  return { ...incident, attempts: [...incident.attempts, attempt] };
}

function inAttempt<Key extends keyof Attempt>(incident: Incident, key: Key, value: Attempt[Key]): Incident {
  const attempt = currentAttempt(incident);
  if (!attempt) throw new Error(`incident ${incident.id}: ${key} needs an attempt that has not ended`);
  if (attempt[key] !== undefined) throw new Error(`incident ${incident.id}: ${key} is filled in already`);
  return { ...incident, attempts: [...incident.attempts.slice(0, -1), { ...attempt, [key]: value }] };
}

function answer(incident: Incident, answered: Answered, atMs: number): Incident {
  if (answered.verdict === 'resolve') {
    return fill(incident, 'closed', { outcome: 'resolved', why: `${answered.by}: ${answered.note}`, atMs });
  }
  if (answered.verdict === 'retry') return retry(incident, { atMs, by: 'a person' });
  const attempt = currentAttempt(incident);
  const waits = attempt && waitingRuling(attempt);
  if (!waits) throw new Error(`incident ${incident.id}: nothing waits for an answer`);
  return inAttempt(incident, waits === 'live' ? 'liveAnswer' : 'tryAnswer', answered);
}

/** Why nothing more is done in this epoch; null where work may go on. */
export function stopOf(incident: Incident): Incident['stops'][number] | null {
  const last = incident.stops.at(-1);
  return last?.epoch === incident.epoch.number ? last : null;
}

function stop(incident: Incident, as: Incident['stops'][number]['as'], why: string): Incident {
  if (stopOf(incident)) throw new Error(`incident ${incident.id} has stopped already`);
  return { ...incident, stops: [...incident.stops, { epoch: incident.epoch.number, as, why }] };
}

/** The return to the last good release that is under way; null where none is. */
export function fallingBack(incident: Incident): FallBack | null {
  const last = incident.fallBacks.at(-1);
  return last === undefined || last.fell ? null : last;
}

function fallBack(incident: Incident, begun: FallBack): Incident {
  if (fallingBack(incident) || incident.fallBacks.some(({ from }) => from === begun.from))
    throw new Error(`incident ${incident.id}: the last good release took the place of this one already`);
  return { ...incident, fallBacks: [...incident.fallBacks, begun] };
}

function fellBack(incident: Incident, fell: FellBack): Incident {
  const begun = fallingBack(incident);
  if (!begun) throw new Error(`incident ${incident.id}: no return to the last good release is under way`);
  return { ...incident, fallBacks: [...incident.fallBacks.slice(0, -1), { ...begun, fell }] };
}

/** A new epoch: the ladder is walked again from its foot; what was written stays. What is live and lost must first come back. */
function retry(
  incident: Incident,
  { atMs, by, release }: { atMs: number; by: string; release?: string | undefined },
): Incident {
  const attempt = currentAttempt(incident);
  if (attempt && !stopOf(incident)) throw new Error(`incident ${incident.id}: an attempt is under way`);
  const from = incident.attempts.length - (attempt?.promoted ? 1 : 0);
  const number = incident.epoch.number + 1;
  const asked = by === 'kintsugi' ? incident.asked : { from, atMs, number };
  const isAskedFor = by === 'a person';
  const epoch = { from, startedMs: atMs, number, isAskedFor, ...(release === undefined ? {} : { release }) };
  return { ...incident, epoch, asked };
}
