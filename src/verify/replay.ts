/** One boot of a copy with everything it is asked, and what was seen of it. */
import type { Answer, CapturedRequest, ErrorReport, RuntimeFacts } from '../incident/nouns.ts';
import type { StageBoot, StageCopy, StageReport } from './stage.ts';

export interface Play {
  readonly requests: readonly CapturedRequest[];
  /** Good requests, asked last: GET and HEAD, or what the owner allows. */
  readonly good: readonly CapturedRequest[];
  readonly timeoutMs: number;
  /** Watched for an exit this long after the last answer, or after ready. */
  readonly settleMs: number;
  /** Look at values when the exception is thrown. */
  readonly inspect: 'boot' | 'requests' | 'none';
  /** Ask for health before the requests (a cheaper gate), after them (they must meet the server fresh), or not at all. */
  readonly probe: 'first' | 'last' | 'none';
}

export interface Run {
  readonly setup: string | null;
  readonly ready: boolean;
  readonly bootMs: number;
  readonly exit: StageBoot['exit'];
  readonly exitMs: number | null;
  readonly ports: readonly number[];
  readonly targets: readonly string[];
  readonly answers: readonly Answer[];
  /** A request got no answer and the event loop did not turn any more. */
  readonly frozen: boolean;
  readonly good: readonly Answer[];
  /** How the first health path that exists answered; null where there is none. */
  readonly probe: Answer | null;
  readonly reports: readonly StageReport[];
  readonly lastError: ErrorReport | null;
  readonly stderr: string;
  readonly facts: RuntimeFacts | null;
}

const healthPaths = ['/health', '/healthz', '/ready'];
const goodTimeoutMs = 2_000;
const probeTimeoutMs = 1_000;

export async function play(copy: StageCopy, how: Play): Promise<Run> {
  const asks = how.requests.length > 0 || how.good.length > 0;
  const booted = await copy.boot({ needsListen: asks, arm: how.inspect === 'boot' ? 'uncaught' : 'none' });
  try {
    return await watch(booted, how);
  } finally {
    await booted.stop();
  }
}

async function watch(booted: StageBoot, how: Play): Promise<Run> {
  let [answers, good]: [Answer[], Answer[]] = [[], []];
  let [probe, facts, frozen]: [Answer | null, RuntimeFacts | null, boolean] = [null, null, false];
  if (booted.ready) {
    if (how.probe === 'first') probe = await askHealth(booted);
    ({ answers, facts, frozen } = await askAll(booted, how));
    // A server that did not fail is not asked for what nobody asked it: an unknown path may be its undoing.
    if (how.probe === 'last' && !frozen && answers.some(isBad)) probe = await askHealth(booted);
    if (!frozen) good = await askGood(booted, how);
    if (answers.every((answer) => !isBad(answer))) await booted.settle(how.settleMs);
  }
  if (facts === null && how.inspect !== 'none' && booted.exit !== null) facts = await booted.facts();
  const { setup, ready, bootMs, exit, exitMs, ports } = booted;
  const seen = {
    targets: booted.targets(),
    reports: booted.reports(),
    lastError: booted.lastError(),
    stderr: booted.stderr(),
  };
  return { setup, ready, bootMs, exit, exitMs, ports, answers, frozen, good, probe, facts, ...seen };
}

interface Asked {
  answers: Answer[];
  facts: RuntimeFacts | null;
  frozen: boolean;
}

async function askAll(booted: StageBoot, how: Play): Promise<Asked> {
  const answers: Answer[] = [];
  let facts: RuntimeFacts | null = null;
  let frozen = false;
  let looking = how.inspect !== 'none';
  for (const request of how.requests) {
    if (frozen) {
      answers.push({ status: null, error: 'timeout', ms: 0 });
      continue;
    }
    // Armed anew for each, so that what an earlier good request threw and caught is forgotten.
    if (looking) await booted.arm('all');
    const answer = await booted.request(request, how.timeoutMs);
    answers.push(answer);
    if (looking && isBad(answer)) {
      facts = await booted.facts();
      looking = false;
    }
    // Disarming asks the loop for an answer; none comes from a blocked one, and waiting for the rest is idle.
    if (isBad(answer) && booted.exit === null) frozen = !(await booted.arm('none')) && answer.error === 'timeout';
  }
  return { answers, facts, frozen };
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

async function askGood(booted: StageBoot, how: Play): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const request of how.good)
    if (booted.exit === null) answers.push(await booted.request(request, Math.min(how.timeoutMs, goodTimeoutMs)));
  return answers;
}

/** CLI-6: no answer, a reset, a status of 500 or more. */
export function isBad(answer: Answer): boolean {
  return answer.error !== null || answer.status === null || answer.status >= 500;
}

export function plainGet(url: string): CapturedRequest {
  return { method: 'GET', url, headers: { accept: '*/*' }, body: null, bodyEncoding: 'utf8', truncated: false };
}

export function isSafe(request: CapturedRequest): boolean {
  return /^(GET|HEAD|OPTIONS)$/i.test(request.method);
}
