/** Wiring of `kintsugi heal`: show the failure in a copy, repair it, prove it, and tell (SPEC CLI-5, CLI-6). */
import { rmSync } from 'node:fs';
import type { LoadedConfig } from './config/load.ts';
import type { Engine } from './engine/engine.ts';
import { Desk } from './engine/desk.ts';
import { post } from './engine/intake.ts';
import { view, type HealOutcome, type HealResult, type View } from './engine/view.ts';
import { crashPoint, isPaused, openHealer } from './healer.ts';
import { currentAttempt, stopOf, waitingRuling, type Incident } from './incident/incident.ts';
import type { Move } from './incident/next.ts';
import type { Action, Answer, CapturedRequest, Launch, Signal } from './incident/nouns.ts';
import { iso, sleep, systemClock } from './kit/clock.ts';
import { credentialsOf, remember } from './kit/credentials.ts';
import { Fault, isErrno } from './kit/errors.ts';
import { randomId } from './kit/hash.ts';
import { isSupervised } from './kit/known.ts';
import { ensureState, type StatePaths } from './kit/paths.ts';
import { folderOf, holderText, portHolder } from './kit/ports.ts';
import { capLines } from './kit/text.ts';
import { openProject, type Project } from './project.ts';
import { earlierCode } from './pipeline/past.ts';
import { openSession, sealRequest, type Session } from './pipeline/sessions.ts';
import { Swapper } from './pipeline/swap.ts';
import { toldAction } from './triage/action.ts';
import { redactRequest } from './triage/request.ts';
import { diagnose } from './pipeline/telling.ts';

export interface HealRequest {
  readonly launch: Launch;
  readonly paths: StatePaths;
  readonly env: NodeJS.ProcessEnv;
  readonly config: LoadedConfig;
  readonly requests: readonly CapturedRequest[];
  /** The text of a failure seen elsewhere; null = none was given. */
  readonly stderr: string | null;
  readonly apply: boolean;
}

export async function healOnce(request: HealRequest, stop: AbortSignal): Promise<HealResult> {
  const { paths, env, config } = request;
  if (stop.aborted) return failedResult(request, 'cancelled');
  ensureState(paths);
  const project = openProject(paths, env, config);
  for (const one of request.requests) remember(project.credentials, credentialsOf(one));
  const timeout = AbortSignal.timeout(config.settings.heal.timeoutMs);
  const ends = { stop, timeout, signal: AbortSignal.any([stop, timeout]) };
  for (let looks = 0; ; looks += 1) {
    const result = await lookOnce(project, request, ends).catch((error: unknown) => {
      if (error instanceof Fault && error.code === 'already_running' && !isSupervised(paths)) return null;
      throw error;
    });
    if (result?.outcome === 'no_failure' && looks > 0) return { ...result, described: false, text: mendedBeside };
    if (result !== null) return result;
    if (looks === 0) process.stderr.write('kintsugi: another command of this project is at work: waiting for it\n');
    while (new Desk(paths).healer() && !ends.signal.aborted) await sleep(200, ends.signal);
    if (stop.aborted) return failedResult(request, 'cancelled');
    const text = 'the time ran out while another command of this project was at work';
    if (timeout.aborted) return without(request, null, { outcome: 'declined', text });
  }
}

const mendedBeside =
  'it does not show any more: another command was at work on this project meanwhile (`kintsugi incidents` tells of it)';

interface Ends {
  readonly stop: AbortSignal;
  readonly timeout: AbortSignal;
  /** Either of them. */
  readonly signal: AbortSignal;
}

/** Null where another command was at work on it by then: what this one saw is of files that may have changed. @throws Fault already_running */
async function lookOnce(
  project: Project,
  request: HealRequest,
  { stop, timeout, signal }: Ends,
): Promise<HealResult | null> {
  const { launch } = request;
  const isServed = (): boolean => new Desk(project.paths).healer() !== null && isSupervised(project.paths);
  const finished = isServed() ? null : await finishWhatWasBegun(project);
  const session = await openSession(
    project,
    { launch, signal: null, requests: request.requests, seenLive: false },
    { signal, earlier: (copied) => earlierCode(project, copied) },
  );
  try {
    if (stop.aborted) return without(request, session, { outcome: 'failed', text: 'cancelled' });
    if (timeout.aborted)
      return without(request, session, {
        outcome: 'declined',
        text: 'the time ran out before the failure was seen twice',
      });
    const seen = sighting(project, request, session);
    if ('outcome' in seen)
      return seen.outcome === 'no_failure' && finished ? told(finished, { ...request, session }) : seen;
    const work = { ...request, session, signal: seen };
    const result = isServed() ? await handOver(project, work, signal) : await heal(project, work, signal);
    if (result === null) return null;
    return stop.aborted && result.outcome !== 'healed' ? { ...result, outcome: 'failed', text: 'cancelled' } : result;
  } finally {
    await session.close();
  }
}

/** A repair that was going live when its command was killed is followed to its end first; the last of these, or null. */
async function finishWhatWasBegun(project: Project): Promise<Incident | null> {
  const healer = await openHealer({
    project,
    swapper: new Swapper(project.paths, systemClock),
    watchMs: 0,
    ...crashPoint(),
  });
  try {
    const live = healer.engine.incidents.filter(isGoingLive);
    for (const incident of live) await healer.engine.drive(new AbortController().signal, incident.id);
    const last = live.at(-1);
    return last ? healer.engine.find(last.id) : null;
  } finally {
    await healer.close();
  }
}

/** Allowed and proven: nothing but the exchange itself, and what follows it, is left to do. */
function isGoingLive(incident: Incident): boolean {
  const attempt = currentAttempt(incident);
  if (incident.closed || stopOf(incident)) return false;
  if (incident.attempts.at(-1)?.watched?.ok) return true;
  return attempt?.liveRuling !== undefined && waitingRuling(attempt) === null;
}

/** The failure as a signal, or what there is to say where none showed. */
function sighting(project: Project, request: HealRequest, session: Session): Signal | HealResult {
  const { baseline } = session;
  const { stderr } = request;
  if (baseline.setup !== null) return without(request, session, { outcome: 'asked', text: baseline.setup });
  const told = stderr === null ? null : describe(project, request, { stderr });
  if (baseline.reproduced === 'sometimes') {
    return without(request, session, {
      outcome: 'declined',
      text: 'the failure shows only sometimes: a flaky failure is reported, not repaired',
    });
  }
  if (baseline.reproduced === 'always' && baseline.failure)
    return describe(project, request, { stderr: baseline.failure.stderr, session });
  if (told) {
    const diagnosis = diagnose(project, told);
    // No copy can show a taken port, a full disk, want of memory, another's lock or what lies outside the project: the class that the text names stands.
    if (
      diagnosis.personOnly ||
      toldAction(diagnosis) !== null ||
      diagnosis.class === 'port_conflict' ||
      diagnosis.class === 'disk_full' ||
      diagnosis.class === 'permission'
    )
      return told;
  }
  const described = stderr !== null || request.requests.length > 0;
  const held = heldPort(project, baseline.ports);
  const text = described
    ? `the failure you describe did not show${barred(request, baseline.answers)}`
    : `nothing failed${held === null ? '' : ' in a copy'}`;
  if (held === null) return without(request, session, { outcome: 'no_failure', text });
  const why = `${text}; ${held}: what is started now may not get it`;
  return without(request, session, { outcome: described ? 'no_failure' : 'asked', text: why });
}

/** A trial has its ports to itself: here somebody else may hold them, and what fails by that (or, where nobody looks at it, ends without a word) shows in no copy. */
function heldPort({ paths }: Project, ports: readonly number[]): string | null {
  for (const port of ports) {
    const holder = portHolder(port);
    const folder = holder?.pid == null ? null : folderOf(holder.pid);
    if (holder === null || folder === null || `${folder}/`.startsWith(`${paths.project}/`)) continue; // it may be this very server
    return holderText(port, holder, null);
  }
  return null;
}

/** `: POST /jobs is answered 401 …`: what lies behind a secret shows in no copy, which is given none of them. */
function barred({ requests }: HealRequest, answers: Session['baseline']['answers']): string {
  const at = answers.findIndex(({ status }) => status === 401 || status === 403);
  const one = requests[at];
  if (one === undefined) return '';
  const where = `${one.method} ${one.url.split('?')[0]}`;
  return `: ${where} is answered ${answers[at]?.status}, and a copy gets no secrets but those of \`trial.env\``;
}

function describe(project: Project, request: HealRequest, from: { stderr: string; session?: Session }): Signal {
  const failure = from.session?.baseline.failure ?? null;
  const redact = (text: string): string => project.redactor.redact(text);
  const failed = failure?.request == null ? null : (request.requests[failure.request] ?? null);
  const error = failure?.error ?? from.session?.baseline.facts?.error ?? null;
  return {
    id: randomId(),
    subject: request.launch.subject,
    kind: failure?.kind ?? 'described',
    at: iso(systemClock.now()),
    stderr: capLines(redact(from.stderr)),
    error: error === null ? null : { ...error, message: redact(error.message), stack: redact(error.stack) },
    exit: failure?.exit ?? null,
    beforeReady: failure?.beforeReady ?? false,
    request: failed === null ? null : redactRequest(failed, project.redactor),
    requestRef: null,
    route: failed === null ? null : (failed.url.split('?')[0] ?? null),
    status: failure?.answer?.status ?? null,
    release: from.session?.tree.hash ?? null,
    apply: request.apply,
    count: 1,
  };
}

interface Work extends HealRequest {
  readonly session: Session;
  readonly signal: Signal;
}

async function heal(project: Project, work: Work, stop: AbortSignal): Promise<HealResult> {
  const { session, launch } = work;
  const swapper = new Swapper(project.paths, systemClock);
  const healer = await openHealer({
    project,
    swapper,
    watchMs: 0,
    request: { launch, signal: work.signal, requests: work.requests, seenLive: false, apply: work.apply },
    warn: (text) => process.stderr.write(`kintsugi: ${text}\n`),
    ...crashPoint(),
  });
  try {
    const known = healer.engine.sense(work.signal);
    const again = known.signal.id === work.signal.id ? known : startAgain(healer.engine, known);
    healer.pipeline.adopt(again.id, session);
    await healer.engine.drive(stop, again.id);
    return told(healer.engine.find(again.id) ?? again, work, heldUp(healer.engine.next(again.id)));
  } finally {
    await healer.close();
  }
}

/** With a supervisor running, its healer does the work and the exchange; this command waits for what comes of it (CLI-6). Null where it ended before it took the failure up. */
async function handOver(project: Project, work: Work, stop: AbortSignal): Promise<HealResult | null> {
  const run = project.paths.run(work.launch.subject);
  const at = work.session.baseline.failure?.request ?? null;
  const failing = at === null ? null : (work.requests[at] ?? null);
  const signal: Signal = { ...work.signal, requestRef: failing === null ? null : sealRequest(run, failing) };
  const desk = new Desk(project.paths);
  const letter = post(project.paths.inbox, { kind: 'signal', signal }, systemClock.now());
  for (;;) {
    await sleep(200, stop);
    const incident = desk.bySignal(signal.id);
    if (incident && (isAtRest(incident) || stop.aborted)) return told(incident, work);
    if (incident && isPaused(project.paths))
      return told(incident, work, heldUp({ do: 'wait', for: 'pause', untilMs: null }));
    if (!stop.aborted && desk.healer()) continue;
    const isUntaken = withdrawn(letter);
    if (isUntaken && !stop.aborted) return null;
    if (stop.aborted || !isSupervised(project.paths))
      throw new Fault('locked', 'The healer of the running supervisor did not take the failure up.');
  }
}

/** What nobody read is nobody's to take up later: whoever asked has given up, or does it himself. */
function withdrawn(letter: string): boolean {
  try {
    rmSync(letter);
    return true;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return false;
    throw error;
  }
}

/** Nothing more happens without a person: it is live, it waits, or nothing was found. */
function isAtRest(incident: Incident): boolean {
  const status = view(incident, false).status;
  const live = currentAttempt(incident)?.promoted?.ready === true;
  return live || (status !== 'open' && status !== 'triaged' && status !== 'repairing');
}

/**
 * The same failure was looked at before. What a killed command left half done is gone on with; else asking again is a person's
 * word to start anew, on what the files are now.
 */
function startAgain(engine: Engine, incident: Incident): Incident {
  const attempt = stopOf(incident) ? null : currentAttempt(incident);
  if (attempt && !waitingRuling(attempt)) return incident;
  if (attempt) engine.record(incident.id, { type: 'failed', step: 'decide', why: 'it was asked for anew' });
  return engine.record(incident.id, { type: 'retried', why: '`heal` was asked for again', by: 'a person' });
}

/** Why nothing was begun yet; null where that is not so. */
function heldUp(move: Move | null): Action | null {
  if (move?.do !== 'wait' || (move.for !== 'pause' && move.for !== 'limit')) return null;
  const until = move.untilMs === null ? '' : ` until ${iso(move.untilMs)}`;
  if (move.for === 'limit') return { why: `a limit holds it up${until}; heal again then`, command: null };
  return { why: `automatic action is paused${until}; resume it, then heal again`, command: 'kintsugi resume' };
}

function told(incident: Incident, work: Omit<Work, 'signal'>, held: Action | null = null): HealResult {
  const open = view(incident, false);
  const shown = { ...open, action: open.action ?? held };
  const outcome = held?.command == null ? outcomeOf(incident) : 'asked';
  const evidence = incident.attempts.findLast((attempt) => attempt.evidence)?.evidence;
  const { baseline } = work.session;
  return {
    ...shown,
    outcome,
    requests: work.requests.map((request, at) => ({
      request: `${request.method} ${request.url}`,
      before: plain(baseline.answers[at]) ?? gone(baseline),
      after: plain(evidence?.after[at]),
    })),
    bootMs: baseline.bootMs,
    described: true,
    text: sentence(incident, shown, outcome),
  };
}

function outcomeOf(incident: Incident): HealOutcome {
  const last = incident.attempts.at(-1);
  if (last?.promoted?.ready && !last.rolledBack) return 'healed';
  const current = currentAttempt(incident);
  if (current && waitingRuling(current) && !stopOf(incident)) {
    const proven = current.evidence?.passed === true && current.proposal?.ask === null;
    return proven && !incident.diagnosis?.suspicious ? 'proposed' : 'asked';
  }
  if (incident.diagnosis?.personOnly) return 'asked';
  if (last?.failed?.why.startsWith('read_only')) return 'proposed'; // proven, and not ours to make live
  if (last?.declined && ['asked', 'setup', 'blocked'].includes(last.declined.as)) return 'asked';
  if (stopOf(incident)?.as === 'failed') return 'failed';
  return incident.attempts.some(({ declined }) => declined?.action) ? 'asked' : 'declined';
}

function sentence(incident: Incident, shown: View, outcome: HealOutcome): string {
  if (outcome === 'healed') return 'repaired, proven and live';
  if (outcome === 'proposed' && shown.status === 'awaiting_human') {
    const live = `${shown.action?.command ?? `kintsugi approve ${incident.id}`} makes it live`;
    const ruling = currentAttempt(incident)?.liveRuling;
    return ruling?.rule === 'propose'
      ? `proven; ${live}`
      : `proven, and asked: ${shown.action?.why ?? 'see it'} ${live}`;
  }
  return shown.action?.why ?? 'no repair is known for this';
}

/** The body is for comparing only; it is never shown. */
function plain(answer: Answer | undefined): Answer | null {
  return answer ? { status: answer.status, error: answer.error, ms: Math.round(answer.ms) } : null;
}

/** A server that ended before it could be asked. */
function gone(baseline: Session['baseline'] | undefined): Answer | null {
  return baseline?.failure ? { status: null, error: 'exit', ms: 0 } : null;
}

function without(
  request: HealRequest,
  session: Session | null,
  end: { outcome: HealOutcome; text: string },
): HealResult {
  const { baseline } = session ?? {};
  return {
    id: null,
    ref: null,
    status: null,
    subject: request.launch.subject,
    class: null,
    signature: null,
    message: null,
    file: null,
    line: null,
    route: null,
    occurrences: null,
    firstSeen: null,
    lastSeen: null,
    resolvedAt: null,
    suspicious: null,
    personOnly: null,
    action: end.outcome === 'asked' ? { why: end.text, command: null } : null,
    repair: null,
    tokens: 0,
    costUsd: 0,
    durationMs: null,
    release: session?.tree.hash ?? null,
    outcome: end.outcome,
    requests: request.requests.map((one, at) => ({
      request: `${one.method} ${one.url}`,
      before: plain(baseline?.answers[at]) ?? gone(baseline),
      after: null,
    })),
    bootMs: baseline?.bootMs ?? null,
    described: request.stderr !== null || request.requests.length > 0,
    text: end.text,
  };
}

/** The result where Kintsugi itself could not work, or was cancelled. */
export function failedResult(request: HealRequest, text: string): HealResult {
  return without(request, null, { outcome: 'failed', text });
}
