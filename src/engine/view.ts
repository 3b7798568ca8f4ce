/** An incident in its viewer's words (SPEC CLI-2): a fold of the record, never stored. */
import type { Action, Answer, FileChange, Proof, Rung, WayHome } from '../incident/nouns.ts';
import { currentAttempt, stopOf, waitingRuling, type Attempt, type Incident } from '../incident/incident.ts';
import { iso } from '../kit/clock.ts';

export type Status =
  | 'open'
  | 'triaged'
  | 'repairing'
  | 'awaiting_human'
  | 'needs_human'
  | 'resolved'
  | 'rejected'
  | 'suppressed'
  | 'blocked';

export interface RepairView {
  /** What it does, in one sentence. */
  readonly title: string;
  readonly kind: string;
  readonly tier: string;
  readonly recipe: string | null;
  readonly model: string | null;
  readonly files: readonly string[];
  readonly diff: string;
  readonly proof: Proof;
  /** How many other recent requests were asked in the trial, and how many of them are answered as before; null where none was. */
  readonly others: { readonly asked: number; readonly asBefore: number } | null;
  readonly releaseId: string | null;
  /** It was live, and is not any more. */
  readonly takenBack: boolean;
  /** How the owner takes what is live over (PRO-9); null where nothing is. */
  readonly home: WayHome | null;
  readonly candidates: { readonly tried: number; readonly fell: number };
}

export interface View {
  readonly id: number;
  readonly ref: string;
  readonly status: Status;
  readonly subject: string;
  readonly class: string | null;
  readonly signature: string | null;
  readonly message: string | null;
  readonly file: string | null;
  readonly line: number | null;
  readonly route: string | null;
  readonly occurrences: number;
  readonly firstSeen: string;
  readonly lastSeen: string;
  readonly resolvedAt: string | null;
  readonly suspicious: boolean;
  readonly personOnly: boolean;
  readonly action: Action | null;
  readonly repair: RepairView | null;
  readonly tokens: number;
  readonly costUsd: number;
  readonly durationMs: number | null;
  readonly release: string | null;
}

/** One proposal as `show` lists it. */
export interface ProposalView extends RepairView {
  readonly hash: string;
  readonly outcome: string;
  readonly checks: readonly {
    readonly name: string;
    readonly ok: boolean;
    readonly detail: string;
    readonly ms: number;
  }[];
  readonly before: readonly Answer[];
  readonly after: readonly Answer[];
  readonly confinement: string | null;
}

export type HealOutcome = 'healed' | 'proposed' | 'asked' | 'declined' | 'no_failure' | 'failed';

/** What `heal --json` prints: the incident (null fields where there was no failure), and what was asked and answered. */
export type HealResult = { readonly [Key in keyof View]: View[Key] | null } & {
  readonly outcome: HealOutcome;
  readonly requests: readonly {
    readonly request: string;
    readonly before: Answer | null;
    readonly after: Answer | null;
  }[];
  readonly bootMs: number | null;
  /** True where a failure was described (`--request`, `--stderr`). */
  readonly described: boolean;
  /** One sentence for a person. */
  readonly text: string;
};

/** Exit codes of CLI-5. */
export const healExits: Readonly<Record<HealOutcome, number>> = {
  healed: 0,
  proposed: 10,
  asked: 10,
  declined: 1,
  no_failure: 1,
  failed: 1,
};

const tiers: Record<Rung, string> = {
  known: 'known',
  recipes: 'recipe',
  revert: 'revert',
  fast: 'fast',
  agent: 'agent',
  team: 'team',
};

export function view(incident: Incident, paused: boolean): View {
  const { diagnosis, signal } = incident;
  const status = statusOf(incident, paused);
  const shown = incident.attempts.findLast((attempt) => attempt.proposal !== undefined);
  const costs = incident.attempts.flatMap((attempt) => attempt.proposal ?? attempt.declined?.spent ?? []);
  return {
    id: incident.id,
    ref: incident.ref,
    status,
    subject: incident.subject,
    class: diagnosis?.class ?? null,
    signature: diagnosis?.signature ?? null,
    message: diagnosis?.message ?? null,
    file: diagnosis?.file ?? null,
    line: diagnosis?.line ?? null,
    route: diagnosis?.route ?? signal.route,
    occurrences: incident.occurrences,
    firstSeen: iso(incident.firstSeenMs),
    lastSeen: iso(incident.lastSeenMs),
    resolvedAt: incident.closed ? iso(incident.closed.atMs) : null,
    suspicious: diagnosis?.suspicious ?? false,
    personOnly: diagnosis?.personOnly ?? false,
    action: incident.closed ? null : actionOf(incident, status),
    repair: shown ? repairOf(shown) : null,
    tokens: costs.reduce((sum, { tokens }) => sum + tokens, 0),
    costUsd: costs.reduce((sum, { costUsd }) => sum + costUsd, 0),
    durationMs: incident.closed ? incident.closed.atMs - incident.firstSeenMs : promotedMs(incident),
    release: signal.release,
  };
}

/** What models tried for it and were refused, oldest first; redacted when it was written down. */
export function refusalsOf(incident: Incident): string[] {
  return incident.attempts.flatMap(({ proposal, declined }) => (proposal ?? declined?.spent)?.refused ?? []);
}

export function proposalsOf(incident: Incident): ProposalView[] {
  return incident.attempts.flatMap((attempt) => {
    const repair = repairOf(attempt);
    if (!repair || !attempt.proposal) return [];
    return {
      ...repair,
      hash: attempt.proposal.hash,
      outcome: outcomeOf(attempt),
      checks: attempt.evidence?.checks ?? [],
      before: attempt.evidence?.before ?? [],
      after: attempt.evidence?.after ?? [],
      confinement: attempt.evidence?.confinement ?? null,
    };
  });
}

/** The change that is live by this incident; [] where none is. */
export function liveChanges(incident: Incident): readonly FileChange[] {
  const live = incident.attempts.findLast((attempt) => attempt.promoted && !attempt.rolledBack);
  return live?.proposal?.changes ?? [];
}

export function statusOf(incident: Incident, paused: boolean): Status {
  if (incident.closed) return incident.closed.outcome;
  const stop = stopOf(incident);
  if (stop) return stop.as === 'suppressed' ? 'suppressed' : 'needs_human';
  if (!incident.diagnosis) return 'open';
  if (incident.diagnosis.personOnly) return 'needs_human';
  const attempt = currentAttempt(incident);
  if (attempt && waitingRuling(attempt)) return 'awaiting_human';
  if (paused && !attempt?.promoted) return 'blocked';
  if (attempt) return 'repairing';
  const tried = incident.attempts.length > incident.epoch.from;
  const as = tried ? incident.attempts.at(-1)?.declined?.as : undefined;
  if (as === 'observed') return 'triaged';
  if (as === 'blocked') return 'blocked';
  if (as !== undefined && as !== 'declined') return 'needs_human';
  // what is to be tried again may have to wait for a limit
  const isBegun = tried || incident.epoch.number === 1;
  return incident.cases && isBegun ? 'repairing' : 'open';
}

function actionOf(incident: Incident, status: Status): Action | null {
  const { diagnosis } = incident;
  const attempt = incident.attempts.at(-1);
  if (status === 'awaiting_human') {
    const ruling = attempt?.liveRuling ?? attempt?.tryRuling;
    return { why: ruling?.reason ?? 'a decision is asked for', command: `kintsugi approve ${incident.id}` };
  }
  if (status === 'blocked' && attempt?.declined?.as !== 'blocked')
    return { why: 'automatic action is paused', command: 'kintsugi resume' };
  const isTold = attempt?.declined?.as === 'observed' || attempt?.declined?.as === 'blocked';
  if (status !== 'needs_human' && status !== 'suppressed' && !isTold) return null;
  const back = wentBack(incident);
  if (back) return back;
  if (diagnosis?.action) return diagnosis.action;
  if (attempt?.declined?.action) return attempt.declined.action;
  const why =
    stopOf(incident)?.why ??
    attempt?.declined?.declined ??
    (attempt ? outcomeOf(attempt) : 'no repair is known for this');
  return { why, command: `kintsugi resolve ${incident.id} --note "…"` };
}

/** After a return to the last good release the owner's files are what he must know of first; a later attempt says more. */
function wentBack({ fallBacks, lastRelease }: Incident): Action | null {
  const last = fallBacks.at(-1);
  if (!last?.fell || (last.fell.to === null && last.asks === null)) return null;
  if (last.from !== lastRelease) return null;
  const tree = last.fell.to === null ? last.to : last.from;
  return { why: last.fell.why, command: `kintsugi backup restore ${tree.slice(0, 12)}` };
}

function repairOf(attempt: Attempt): RepairView | null {
  const { proposal, evidence } = attempt;
  if (!proposal) return null;
  const live = attempt.rolledBack ? undefined : attempt.promoted?.release;
  return {
    title: proposal.title,
    kind: proposal.kind,
    tier: tiers[proposal.rung],
    recipe: proposal.recipe,
    model: proposal.model,
    files: proposal.changes.map((change) => change.path),
    diff: proposal.diff,
    proof: evidence?.passed ? evidence.proof : 'none',
    others: evidence?.others ?? null,
    releaseId: live?.id ?? null,
    takenBack: attempt.rolledBack !== undefined,
    home: live?.home ?? null,
    candidates: proposal.candidates,
  };
}

/** How an attempt ended, in a phrase. */
export function outcomeOf(attempt: Attempt): string {
  const answered = attempt.liveAnswer ?? attempt.tryAnswer;
  if (attempt.declined) return attempt.declined.declined;
  if (attempt.rolledBack)
    return `rolled back: ${attempt.watched?.why ?? attempt.promoted?.detail ?? 'it did not hold'}`;
  if (attempt.failed) return `${attempt.failed.step} failed: ${attempt.failed.why}`;
  if (attempt.watched?.ok) return 'promoted, and quiet since';
  if (attempt.promoted) return 'promoted, being watched';
  if (answered?.verdict === 'reject') return `rejected by ${answered.by}`;
  const denied = [attempt.liveRuling, attempt.tryRuling].find((ruling) => ruling?.decision === 'deny');
  if (denied) return `denied by ${denied.rule}: ${denied.reason}`;
  if (attempt.evidence && !attempt.evidence.passed)
    return `fell: ${attempt.evidence.inconclusive ?? failedCheck(attempt)}`;
  return waitingRuling(attempt) ? 'waits for a decision' : 'under way';
}

function failedCheck(attempt: Attempt): string {
  const check = attempt.evidence?.checks.find((item) => !item.ok);
  return check ? `${check.name}: ${check.detail}` : 'nothing was proven';
}

function promotedMs(incident: Incident): number | null {
  const atMs = currentAttempt(incident)?.promotedAt;
  return atMs === undefined ? null : atMs - incident.firstSeenMs;
}
