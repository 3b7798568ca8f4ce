/** One boot of a copy with everything it is asked, and what was seen of it. */
import type { Answer, CapturedRequest, ErrorReport, RuntimeFacts } from '../incident/nouns.ts';
import { plainGet } from '../incident/requests.ts';
import { span } from '../kit/trace.ts';
import type { StageBoot, StageCopy, StageOutcome, StageReport } from './stage.ts';

export interface Play {
  readonly requests: readonly CapturedRequest[];
  /** Asked in turn where `requests` leave the process alive, until one ends it. */
  readonly suspects?: readonly CapturedRequest[];
  readonly good: Good | null;
  /** Routes that only look, asked at the end where the process still lives. */
  readonly quiet?: Quiet | null;
  /** Whether an answer to `requests` is held against that of a path which no route has: asked last, in a copy that still lives. */
  isDoubted?(answers: readonly Answer[]): boolean;
  readonly timeoutMs: number;
  /** Watched for an exit this long after the last answer, or after ready. */
  readonly settleMs: number;
  /** Look at values when the exception is thrown. */
  readonly inspect: 'boot' | 'requests' | 'none';
  /** Ask for health before the requests (a cheaper gate), after them (they must meet the server fresh), or not at all. */
  readonly probe: 'first' | 'last' | 'none';
}

/** Requests that were answered well: GET and HEAD, or what the owner allows. */
export interface Good {
  readonly requests: readonly CapturedRequest[];
  /** Before the failing request, where that is likely to be the process's last. */
  readonly when: 'first' | 'last';
  /** Twice shows what differs by itself from one time to the next. */
  readonly times: 1 | 2;
  /** For all of them together; one alone gets half of it. */
  readonly budgetMs: number;
  /** True where the answers to the failing requests leave nothing to be learnt; asked only before `last`. */
  isDecided(answers: readonly Answer[]): boolean;
}

/** Routes that only look, in little time. */
export interface Quiet extends Good {
  /** Whether one of them, by its place, was answered well before: it is waited for as a failing request is, where the time was too short. */
  wasWell(index: number): boolean;
}

export interface Run {
  readonly setup: string | null;
  readonly ready: boolean;
  readonly bootMs: number;
  readonly exit: StageBoot['exit'];
  readonly exitMs: number | null;
  readonly ports: readonly number[];
  readonly targets: readonly string[];
  /** Of those, what was reached before others were asked after the failing requests: what only the others need says nothing of the failure. */
  readonly ownTargets: readonly string[];
  /** What came of asking others since the failing request was sent; of all where none failed. */
  readonly outcomes: readonly StageOutcome[];
  /** What a trial wanted of a live service and may not, in a sentence; null where nothing was refused. */
  readonly refused: string | null;
  readonly answers: readonly Answer[];
  /** A request got no answer and the event loop did not turn any more. */
  readonly frozen: boolean;
  /** Which of the suspects ended the process; null where none did. */
  readonly culprit: number | null;
  /** For each good request what it was answered, in the order of asking; [] where it was not asked. */
  readonly good: readonly (readonly Answer[])[];
  /** What each quiet route was answered, and the errors behind that; null where none was asked. */
  readonly quiet: {
    readonly answers: readonly (Answer | undefined)[];
    readonly reports: readonly StageReport[];
  } | null;
  /** What a path that no route has is answered; null where it was not asked. */
  readonly unrouted: Answer | null;
  /** How the first health path that exists answered; null where there is none. */
  readonly probe: Answer | null;
  readonly reports: readonly StageReport[];
  /** Files of the project that were asked for in vain: while the requests were answered, and before. */
  readonly lost: { readonly asked: readonly ErrorReport[]; readonly before: readonly ErrorReport[] };
  readonly lastError: ErrorReport | null;
  readonly stderr: string;
  readonly stdout: string;
  readonly facts: RuntimeFacts | null;
  /** What was thrown and caught as it started, where the debugger looked on and it became ready all the same. */
  readonly early: RuntimeFacts | null;
}

/** A path that nobody gives a route. */
const unrouted = plainGet('/nothing-lies-here-1f0c2a');
const healthPaths = ['/health', '/healthz', '/ready'];
/** A suspect after the first: most are innocent and merely slow. */
const suspectTimeoutMs = 2_000;
const probeTimeoutMs = 1_000;
const slowedMsMax = 3_000;
const toldMs = 100;

export async function play(copy: StageCopy, how: Play): Promise<Run> {
  const asks = how.requests.length > 0;
  const arm = how.inspect === 'boot' ? 'uncaught' : 'none';
  const booted = await span('boot', () => copy.boot({ needsListen: asks, arm }));
  try {
    return await watch(booted, how);
  } finally {
    await span('stop', () => booted.stop());
  }
}

async function watch(booted: StageBoot, given: Play): Promise<Run> {
  // A machine so busy that the boot took long takes long for an answer, and for what follows it, too.
  const timeoutMs = Math.min(Math.max(given.timeoutMs, booted.bootMs), 2 * given.timeoutMs);
  const slowness = Math.min(Math.max(booted.bootMs / 1_000, 1), 3);
  const settleMs = given.settleMs + (slowness - 1) * Math.min(given.settleMs, slowedMsMax);
  const how = { ...given, timeoutMs, settleMs };
  let [answers, good]: [Answer[], Answer[][]] = [[], []];
  let [probe, facts, frozen]: [Answer | null, RuntimeFacts | null, boolean] = [null, null, false];
  let culprit: number | null = null;
  let ownTargets: readonly string[] | null = null;
  let since = 0;
  let lostBefore = 0;
  const early = booted.ready && how.inspect === 'boot' ? await span('facts', () => booted.facts()) : null;
  if (booted.ready) {
    if (how.probe === 'first') probe = await span('health', () => askHealth(booted));
    if (how.good?.when === 'first') good = await askGood(booted, how.good);
    lostBefore = booted.lost().length;
    ({ answers, facts, frozen, since } = await span('replay', () => askAll(booted, how)));
    if (!frozen) culprit = await askSuspects(booted, how);
    // A server that did not fail is not asked for what nobody asked it: an unknown path may be its undoing.
    if (how.probe === 'last' && !frozen && answers.some(isBad)) probe = await span('health', () => askHealth(booted));
    if (!frozen && how.good?.when === 'last' && !how.good.isDecided(answers)) {
      if (!answers.some(isBad)) await booted.settle(toldMs); // what it reached is told a moment later
      ownTargets = booted.targets();
      good = await askGood(booted, how.good);
    }
    if (answers.every((answer) => !isBad(answer))) await span('settle', () => booted.settle(how.settleMs));
  }
  if (facts === null && how.inspect !== 'none' && booted.exit !== null) facts = await booted.facts();
  const { setup, ready, bootMs, exit, exitMs, ports } = booted;
  const seen = {
    targets: booted.targets(),
    ownTargets: ownTargets ?? booted.targets(),
    outcomes: booted.outcomes().slice(since),
    refused: booted.refused(),
    reports: [...booted.reports()],
    lost: { asked: booted.lost().slice(lostBefore), before: booted.lost().slice(0, lostBefore) },
    lastError: booted.lastError(),
    stderr: booted.printed('stderr'),
    stdout: booted.printed('stdout'),
  };
  const run = {
    setup,
    ready,
    bootMs,
    exit,
    exitMs,
    ports,
    answers,
    frozen,
    culprit,
    good,
    probe,
    facts,
    early,
    ...seen,
  };
  const quiet = await askQuiet(booted, how, run);
  const isDoubted = ready && booted.exit === null && how.isDoubted?.(answers) === true;
  return { ...run, quiet, unrouted: isDoubted ? await booted.request(unrouted, timeoutMs) : null };
}

/** At the end, when all that tells of the failure was taken down. */
async function askQuiet(
  booted: StageBoot,
  { quiet, timeoutMs }: Play,
  run: Omit<Run, 'quiet' | 'unrouted'>,
): Promise<Run['quiet']> {
  if (!quiet || !run.ready || run.frozen || run.exit !== null || quiet.isDecided(run.answers)) return null;
  const answers = (await askGood(booted, quiet)).map(([answer]) => answer);
  for (const [index, request] of quiet.requests.entries())
    if (answers[index]?.error === 'timeout' && booted.exit === null && quiet.wasWell(index))
      answers[index] = await booted.request(request, timeoutMs);
  // What was behind an answer is told a moment later.
  if (answers.some((answer) => answer !== undefined && isBad(answer))) await booted.settle(toldMs);
  return { answers, reports: booted.reports().slice(run.reports.length) };
}

interface Asked {
  answers: Answer[];
  facts: RuntimeFacts | null;
  frozen: boolean;
  /** Outcomes that came before the failing request. */
  since: number;
}

async function askAll(booted: StageBoot, how: Play): Promise<Asked> {
  const answers: Answer[] = [];
  let facts: RuntimeFacts | null = null;
  let frozen = false;
  let since = 0;
  let looking = how.inspect !== 'none';
  for (const request of how.requests) {
    if (frozen) {
      answers.push({ status: null, error: 'timeout', ms: 0 });
      continue;
    }
    // Armed anew for each, so that what an earlier good request threw and caught is forgotten.
    if (looking) await span('arm', () => booted.arm('all'));
    const before = booted.outcomes().length;
    const answer = await askRouted(booted, request, how.timeoutMs);
    if (isBad(answer) && !answers.some(isBad)) since = before;
    answers.push(answer);
    if (looking && isBad(answer)) {
      facts = await span('facts', () => booted.facts());
      looking = false;
    }
    // Disarming asks the loop for an answer; none comes from a blocked one, and waiting for the rest is idle.
    if (isBad(answer) && booted.exit === null)
      frozen = !(await span('disarm', () => booted.arm('none'))) && answer.error === 'timeout';
  }
  return { answers, facts, frozen, since };
}

/** A server may be given its routes only after it listens, and a request that failed had one: it is asked again for a second. */
async function askRouted(booted: StageBoot, request: CapturedRequest, timeoutMs: number): Promise<Answer> {
  for (let left = 5; ; left -= 1) {
    const answer = await booted.request(request, timeoutMs);
    if (left === 0 || booted.exit !== null || !isUnrouted(answer)) return answer;
    await booted.settle(200);
  }
}

/** Null where there is no health path: 404, or a server that leaves unknown paths without an answer. */
async function askHealth(booted: StageBoot): Promise<Answer | null> {
  for (const url of healthPaths) {
    if (booted.ports.length === 0) return null;
    const answer = await booted.request(plainGet(url), probeTimeoutMs);
    if (booted.exit !== null || answer.error === 'timeout') return booted.exit === null ? null : answer;
    if (answer.status !== 404) return answer;
  }
  return null;
}

async function askSuspects(booted: StageBoot, { suspects = [], timeoutMs }: Play): Promise<number | null> {
  for (const [index, suspect] of suspects.entries()) {
    if (booted.exit !== null) return null;
    const answer = await booted.request(suspect, Math.min(timeoutMs, suspectTimeoutMs));
    if (answer.error === 'exit') return index;
  }
  return null;
}

function askGood(booted: StageBoot, good: Good): Promise<Answer[][]> {
  return span('others', () => askEach(booted, good));
}

async function askEach(booted: StageBoot, good: Good): Promise<Answer[][]> {
  const answers: Answer[][] = good.requests.map(() => []);
  const endMs = performance.now() + good.budgetMs;
  for (let time = 0; time < good.times; time += 1)
    for (const [index, request] of good.requests.entries()) {
      const leftMs = Math.round(Math.min(endMs - performance.now(), good.budgetMs / 2));
      if (booted.exit !== null || leftMs <= 0) return answers;
      if (!answers[index]?.some(isBad)) answers[index]?.push(await booted.request(request, leftMs));
    }
  return answers;
}

/** What frameworks say where no route matched. */
const noRoute =
  /^(?:<[^]*<pre>)?(Cannot (?:GET|POST|PUT|PATCH|DELETE) \/|\{"message":"(?:Route [A-Z]+:|Cannot [A-Z]+ \/))|^(404 )?Not Found$/;

export function isUnrouted({ status, body }: Answer): boolean {
  return status === 404 && noRoute.test((body ?? '').trim());
}

/** Is this what the server says of a path without a route, whichever path it names? */
export function isSameRefusal(answer: Answer, url: string, ofUnrouted: Answer): boolean {
  const asked = url.split('?')[0] ?? '';
  const said = ({ body = '' }: Answer): string => body.replaceAll(unrouted.url, '').replaceAll(asked, '');
  return answer.status === ofUnrouted.status && said(answer) === said(ofUnrouted);
}

/** CLI-6: no answer, a reset, a status of 500 or more. */
export function isBad(answer: Answer): boolean {
  return answer.error !== null || answer.status === null || answer.status >= 500;
}
