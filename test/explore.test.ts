/** Walks every form that can be reached, with every outcome of every step, and holds the invariants in each. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  Answered,
  Declined,
  Diagnosis,
  Evidence,
  FallBack,
  Proposal,
  Ruling,
  Signal,
} from '../src/incident/nouns.ts';
import {
  currentAttempt,
  evolve,
  fallingBack,
  stopOf,
  waitingRuling,
  type Entry,
  type Incident,
} from '../src/incident/incident.ts';
import { next, type Limits, type Move } from '../src/incident/next.ts';
import type { Fact } from '../src/incident/fact.ts';
import { canonical } from '../src/kit/hash.ts';
import { refuseAnswer } from '../src/engine/engine.ts';
import { statusOf } from '../src/engine/view.ts';

const signal = { id: 's1', subject: 'server.js', count: 1, release: 'T0', requestRef: 'q' } as Signal;
const diagnosis = { class: 'type', signature: 'f', personOnly: false } as Diagnosis;
const proposal = { hash: 'p', base: 'T0', tokens: 0 } as Proposal;
const evidence = (passed: boolean): Evidence =>
  ({ passed, proof: passed ? 'replayed' : 'none', checks: [] as Evidence['checks'] }) as Evidence;
const ruling = (decision: Ruling['decision']): Ruling => ({ decision, rule: 'r', reason: '', policy: 'h' });
const declined = (as: Declined['as']): Declined => ({ declined: 'none', tried: 0, action: null, as });
const answered = (verdict: Answered['verdict']): Answered => ({
  verdict,
  by: 'ann',
  at: 't',
  note: '',
  proposal: null,
  base: null,
  policy: null,
});
const release = { id: 'T1', backup: null, branch: null };

type Next = typeof next;
type Evolve = typeof evolve;

const quiet: Limits = {
  nowMs: 0,
  paused: null,
  notBeforeMs: 0,
  suppress: null,
  rungs: ['recipes', 'revert'],
  watchMs: 10,
  serves: true,
  timeUp: false,
  quietUntilMs: 0,
  fallBack: null,
  release: null,
};
const fallBack: FallBack = { from: 'T0', to: 'G', asks: null };
const worlds: readonly Limits[] = [
  quiet,
  { ...quiet, nowMs: 100 },
  { ...quiet, nowMs: 100, serves: false },
  { ...quiet, paused: Infinity },
  { ...quiet, paused: 50 },
  { ...quiet, suppress: 'too often' },
  { ...quiet, timeUp: true },
  { ...quiet, notBeforeMs: 50 },
  { ...quiet, fallBack },
  { ...quiet, fallBack, quietUntilMs: 50 },
  { ...quiet, fallBack, paused: Infinity },
  { ...quiet, release: 'T7' },
  { ...quiet, release: 'T7', quietUntilMs: 50 },
  { ...quiet, release: 'T0' },
];
const epochsMax = 2;

/** What each step may bring: every outcome, failing included. */
function outcomes(move: Move & { do: 'work' }): Fact[] {
  const failed: Fact = { type: 'failed', step: move.step, why: 'broke' };
  switch (move.step) {
    case 'triage':
      return [
        { type: 'triaged', diagnosis },
        { type: 'triaged', diagnosis: { ...diagnosis, personOnly: true } },
        failed,
      ];
    case 'recall':
      return [{ type: 'recalled', cases: [] }, failed];
    case 'propose': {
      const rung = move.rung ?? 'recipes';
      const none = (['declined', 'asked', 'setup', 'flaky', 'gone', 'blocked'] as const).map((as): Fact => ({
        type: 'declined',
        rung,
        declined: declined(as),
      }));
      return [{ type: 'proposed', rung, proposal }, ...none, failed];
    }
    case 'decide':
      return [
        ...(['allow', 'ask', 'deny'] as const).map((word): Fact => ({
          type: 'decided',
          stage: move.stage ?? 'try',
          ruling: ruling(word),
        })),
        failed,
      ];
    case 'rehearse':
      return [{ type: 'rehearsed', candidate: { proposal: 'p', tree: 'T1', base: 'T0' } }, failed];
    case 'verify':
      return [{ type: 'verified', evidence: evidence(true) }, { type: 'verified', evidence: evidence(false) }, failed];
    case 'promote':
      return [true, false]
        .map((ready): Fact => ({ type: 'promoted', promoted: { release, ready, detail: '' } }))
        .concat(failed);
    case 'rollback':
      return [{ type: 'rolledBack', to: 'T0' }, failed];
    case 'fallBack':
      return [
        { type: 'fellBack', fell: { to: 'G', why: '' } },
        { type: 'fellBack', fell: { to: null, why: 'broke' } },
      ];
    case 'learn':
      return [
        { type: 'learned', learned: { signature: 'f', note: '' } as Extract<Fact, { type: 'learned' }>['learned'] },
        failed,
      ];
  }
}

/** Facts that the world or a person may add to a form in this state. */
function fromOutside(incident: Incident): Fact[] {
  const facts: Fact[] = [];
  if (!incident.closed && incident.occurrences < 2) {
    facts.push({ type: 'recurred', signalId: 's2', count: 1, requestRef: null, release: 'T1' });
  }
  const attempt = currentAttempt(incident);
  if (attempt?.promoted?.ready && !attempt.watched && !stopOf(incident))
    facts.push({ type: 'watched', ok: false, why: 'back' });
  for (const verdict of ['approve', 'reject', 'resolve', 'retry'] as const) {
    if (verdict === 'retry' && incident.epoch.number >= epochsMax) continue;
    if (refuseAnswer(incident, answered(verdict)) === null)
      facts.push({ type: 'answered', answered: answered(verdict) });
  }
  return facts;
}

function factOf(move: Move): Fact[] {
  if (move.do === 'work') return outcomes(move);
  if (move.do === 'abandon') return [{ type: 'abandoned', why: move.why }];
  if (move.do === 'fallBack') return [{ type: 'fallingBack', fallBack: move.fallBack }];
  if (move.do === 'retry') return [{ type: 'retried', why: move.why, by: 'files', release: move.release }];
  if (move.do === 'suppress') return [{ type: 'suppressed', why: move.why }];
  if (move.do === 'watched') return [{ type: 'watched', ok: true, why: '' }];
  if (move.do === 'close') return [{ type: 'closed', outcome: move.outcome, why: move.why }];
  return [];
}

/** The first broken invariant of a form, or null. */
function broken(incident: Incident, moves: readonly Move[]): string | null {
  for (const attempt of incident.attempts) {
    if (attempt.promoted && !attempt.evidence?.passed) return 'live without proof';
    for (const stage of ['try', 'live'] as const) {
      const [ruled, word] =
        stage === 'try' ? [attempt.tryRuling, attempt.tryAnswer] : [attempt.liveRuling, attempt.liveAnswer];
      if (attempt.promoted && ruled?.decision !== 'allow' && word?.verdict !== 'approve')
        return `live without leave (${stage})`;
    }
  }
  const lost = incident.attempts.filter(
    (item) =>
      item.promoted && !item.rolledBack && !item.watched?.ok && (!item.promoted.ready || item.watched?.ok === false),
  );
  const settled = moves.every((move) => move.do === 'over' || (move.do === 'wait' && move.for === 'person'));
  const saidSo = stopOf(incident)?.as === 'failed';
  if (lost.length > 0 && settled && !saidSo && incident.closed?.why.startsWith('ann') !== true)
    return 'a loser stays live';
  if (lost.length > 0 && moves.some((move) => move.do === 'work' && move.step === 'propose'))
    return 'a new attempt on top of a loser';
  if (fallingBack(incident) && moves.some((move) => move.do !== 'work' || move.step !== 'fallBack'))
    return 'something else while the last good release is being started';
  for (const [at, move] of moves.entries()) {
    if (move.do === 'watched' && !worlds[at]?.serves) return 'holds where nothing serves';
    const plain = moves[worlds.indexOf(quiet)];
    if (move.do === 'retry' && (plain?.do !== 'wait' || plain.for !== 'person')) return 'begins anew before its time';
    if (move.do === 'retry' && move.release === incident.epoch.release) return 'looks at one tree for ever';
    if (move.do !== 'fallBack') continue;
    if (worlds[at]?.paused || plain?.do !== 'wait' || plain.for !== 'person') return 'falls back before its time';
  }
  if (incident.closed && moves.some((move) => move.do !== 'over')) return 'a closed form goes on';
  if (waitingIn(incident) && statusOf(incident, false) !== 'awaiting_human') return 'waits, but does not say so';
  return null;
}

function waitingIn(incident: Incident): boolean {
  const attempt = currentAttempt(incident);
  return !incident.closed && !stopOf(incident) && attempt !== null && waitingRuling(attempt) !== null;
}

/** Every box that was full is full of the same. */
function emptied(before: unknown, after: unknown): boolean {
  if (Array.isArray(before)) return !Array.isArray(after) || before.some((item, at) => emptied(item, after[at]));
  if (before !== null && typeof before === 'object') {
    return Object.entries(before).some(
      ([key, item]) => !counters.has(key) && emptied(item, (after as Record<string, unknown> | undefined)?.[key]),
    );
  }
  return before !== undefined && before !== after;
}
const counters = new Set(['occurrences', 'lastSeenMs', 'lastRelease', 'epoch', 'asked', 'requestRef', 'atMs']);

/** Two forms with one key have the same future: what an ended attempt still bears on, and the boxes of the one under way. */
function keyOf(incident: Incident): string {
  const current = currentAttempt(incident);
  const attempts = incident.attempts.slice(incident.epoch.from).map((attempt) => {
    if (attempt === current) return attempt;
    const word = (attempt.liveAnswer ?? attempt.tryAnswer)?.verdict;
    const live = attempt.promoted !== undefined && !attempt.rolledBack;
    return { as: attempt.declined?.as, word, live, ok: attempt.watched?.ok, ready: attempt.promoted?.ready };
  });
  const { closed, diagnosis, cases, learned, occurrences, epoch, fallBacks } = incident;
  return canonical({
    fallBacks,
    closed,
    diagnosis,
    cases,
    learned,
    occurrences,
    epoch: epoch.number,
    attempts,
    stop: stopOf(incident),
  });
}

interface Walk {
  readonly states: number;
  readonly edges: number;
  readonly violation: string | null;
}

function walk(nextFn: Next, evolveFn: Evolve): Walk {
  const start = evolveFn(null, { incident: 1, atMs: 0, fact: { type: 'sensed', ref: 'r', signal } });
  const seen = new Set<string>([keyOf(start)]);
  const queue = [start];
  let edges = 0;
  for (let incident = queue.pop(); incident; incident = queue.pop()) {
    const form = incident;
    const moves = worlds.map((world) => nextFn(form, world));
    const violation = broken(form, moves);
    if (violation) return { states: seen.size, edges, violation };
    const facts = new Map([...moves.flatMap(factOf), ...fromOutside(form)].map((fact) => [canonical(fact), fact]));
    if (facts.size === 0 && !form.closed && form.epoch.number < epochsMax)
      return { states: seen.size, edges, violation: 'stuck' };
    for (const fact of facts.values()) {
      edges += 1;
      const after = evolveFn(form, { incident: 1, atMs: 0, fact } as Entry);
      if (emptied(form, after)) return { states: seen.size, edges, violation: `${fact.type} emptied a box` };
      const key = keyOf(after);
      if (!seen.has(key)) {
        seen.add(key);
        queue.push(after);
      }
    }
  }
  return { states: seen.size, edges, violation: null };
}

test('every reachable form ends, and nothing goes live unproven, unapproved or for good when it lost', () => {
  const result = walk(next, evolve);
  assert.equal(result.violation, null);
  assert.ok(result.states > 3000, `walked ${result.states} forms over ${result.edges} steps`);
});

/** Defects planted in `next` and `evolve`: the walk must find each of them. */
const mutations: Record<string, { next?: Next; evolve?: Evolve }> = {
  'goes live without asking policy': {
    next: (incident, limits) => {
      const move = next(incident, limits);
      return move.do === 'work' && move.step === 'decide' && move.stage === 'live'
        ? { do: 'work', step: 'promote' }
        : move;
    },
  },
  'takes a question for a yes': {
    next: (incident, limits) => {
      const attempt = currentAttempt(incident);
      const asks = attempt?.liveRuling?.decision === 'ask' && !attempt.promoted && !attempt.failed;
      return asks ? { do: 'work', step: 'promote' } : next(incident, limits);
    },
  },
  'keeps what failed its watch': {
    next: (incident, limits) => {
      const move = next(incident, limits);
      return move.do === 'work' && move.step === 'rollback' ? { do: 'wait', for: 'person', untilMs: null } : move;
    },
  },
  'takes silence for success where nothing serves': {
    next: (incident, limits) => next(incident, { ...limits, serves: true }),
  },
  'skips the trial': {
    next: (incident, limits) => {
      const move = next(incident, limits);
      return move.do === 'work' && move.step === 'verify' ? { do: 'work', step: 'decide', stage: 'live' } : move;
    },
  },
  'forgets attempts on a retry': {
    evolve: (incident, entry) => {
      const after = evolve(incident, entry);
      const retried = entry.fact.type === 'answered' && entry.fact.answered.verdict === 'retry';
      return retried ? { ...after, attempts: [], epoch: { ...after.epoch, from: 0 } } : after;
    },
  },
  'falls back where a repair could still be found': {
    next: (incident, limits) =>
      limits.fallBack && incident.diagnosis && !incident.closed && incident.fallBacks.length === 0
        ? { do: 'fallBack', fallBack: limits.fallBack }
        : next(incident, limits),
  },
  'falls back though it is paused': { next: (incident, limits) => next(incident, { ...limits, paused: null }) },
  'falls back from one tree for ever': {
    next: (incident, limits) => {
      const move = next(incident, limits);
      const again = limits.fallBack !== null && move.do === 'wait' && move.for === 'person';
      return again ? { do: 'fallBack', fallBack: limits.fallBack! } : move;
    },
  },
  'looks again and again at the same files': {
    next: (incident, limits) => {
      const { release: _, ...epoch } = incident.epoch;
      return next({ ...incident, epoch }, limits);
    },
  },
  'forgets a return that was begun': {
    next: (incident, limits) =>
      fallingBack(incident) ? { do: 'wait', for: 'person', untilMs: null } : next(incident, limits),
  },
  'works on after the end': {
    next: (incident, limits) => (incident.closed ? { do: 'work', step: 'learn' } : next(incident, limits)),
  },
};

for (const [name, mutation] of Object.entries(mutations)) {
  test(`the walk finds a planted defect: ${name}`, () => {
    const found = (): string | null => walk(mutation.next ?? next, mutation.evolve ?? evolve).violation;
    let violation: string | null;
    try {
      violation = found();
    } catch (error) {
      violation = (error as Error).message; // the form itself refused
    }
    assert.notEqual(violation, null);
  });
}
