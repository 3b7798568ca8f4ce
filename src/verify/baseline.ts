/** The failure as it shows in the unchanged copy: red first, or there is nothing to prove (SPEC TRY-3). */
import type { Answer, CapturedRequest, Edit, ErrorReport, RuntimeFacts, Signal } from '../incident/nouns.ts';
import { failureOf, sameFailure, swallowedFailure, type Failure } from './failure.ts';
import { isSafe, play, type Play, type Run } from './replay.ts';
import { setupOf } from './setup.ts';
import type { Stage } from './stage.ts';

export interface Baseline {
  readonly reproduced: 'always' | 'sometimes' | 'never';
  readonly failure: Failure | null;
  readonly facts: RuntimeFacts | null;
  readonly bootMs: number;
  /** One for each request, of the first boot. */
  readonly answers: readonly Answer[];
  readonly requests: readonly CapturedRequest[];
  /** Answers to the good requests before the change; [] where it never came so far. */
  readonly good: readonly Answer[];
  readonly probe: Answer | null;
  /** Why the trial could not be set up, in one sentence with what to do; null where it could. */
  readonly setup: string | null;
  /** Errors that the app swallows anyway. */
  readonly reported: readonly ErrorReport[];
  /** The change that the base already has (a chain); normally []. */
  readonly edits: readonly Edit[];
}

export interface BaselineOptions {
  readonly times: 1 | 2;
  /** A change to begin from: the repaired copy behind which the next failure lies. */
  readonly on?: readonly Edit[];
}

export interface BaselineSetting {
  readonly stage: Stage;
  readonly project: string;
  readonly timeoutMs: number;
  readonly settleMs: number;
  readonly good: readonly CapturedRequest[];
  readonly allowWrites: boolean;
}

export async function baseline(
  setting: BaselineSetting,
  seen: { readonly signal: Signal | null; readonly requests: readonly CapturedRequest[] },
  options: BaselineOptions,
): Promise<Baseline> {
  const { stage } = setting;
  const edits = options.on ?? [];
  const refused = stage.setup ?? writesRefused(setting, seen.requests);
  if (refused !== null) return { ...nothingSeen(seen.requests, edits), setup: refused };
  const runs = await runAll(setting, seen, { times: options.times, edits });
  if (typeof runs === 'string') return { ...nothingSeen(seen.requests, edits), setup: runs };
  const [first] = runs;
  const failures = runs.map((run) => failureOf(run) ?? swallowedFailure(run, seen.signal?.error ?? null));
  const failure = failures.find((one) => one !== null) ?? null;
  const input = {
    failure,
    confined: stage.confined,
    project: setting.project,
    replaced: stage.replaced,
    missing: stage.missing,
    relayed: stage.relayed,
    requests: seen.requests,
    live: seen.signal?.kind === 'described' ? null : seen.signal,
    unchanged: true,
  };
  const run = runs[failures.indexOf(failure)] ?? first;
  return {
    reproduced: verdict(failures),
    failure,
    facts: runs.map((one) => one.facts).find((one) => one !== null) ?? null,
    bootMs: first.bootMs,
    answers: first.answers,
    requests: seen.requests,
    good: first.good,
    probe: first.probe,
    setup: (await setupOf({ ...input, run })) ?? onlyInCopy(seen.signal, failure),
    reported: runs.flatMap((one) => one.reports.flatMap((report) => (report.error === null ? [] : [report.error]))),
    edits,
  };
}

function nothingSeen(requests: readonly CapturedRequest[], edits: readonly Edit[]): Baseline {
  const none = {
    reproduced: 'never',
    failure: null,
    facts: null,
    bootMs: 0,
    answers: [],
    good: [],
    probe: null,
  } as const;
  return { ...none, requests, setup: null, reported: [], edits };
}

/** Live it became ready from the same files: a copy that does not even start lacks something (SPEC TRY-9). */
function onlyInCopy(signal: Signal | null, failure: Failure | null): string | null {
  if (signal === null || signal.kind === 'described' || signal.beforeReady || failure?.beforeReady !== true)
    return null;
  if (signal.error !== null && failure.error !== null && signal.error.name === failure.error.name) return null;
  const how = failure.error === null ? 'it does not become ready' : `${failure.error.name}: ${failure.error.message}`;
  return `the trial could not be set up: the copy does not start (${how.slice(0, 200)}), though the live server does; what it lacks can be given by trial.env or trial.services`;
}

/** TRY-10: what may write is replayed only where nothing but copies can be written. */
function writesRefused({ stage, allowWrites }: BaselineSetting, requests: readonly CapturedRequest[]): string | null {
  const writing = requests.find((request) => !isSafe(request));
  if (writing === undefined || allowWrites) return null;
  if (stage.live.length > 0)
    return `the trial could not be set up: a ${writing.method} request is not replayed where the live ${stage.live[0]} is reached; name a test instance in trial.services, or allow it with trial.allowWrites`;
  if (stage.confined) return null;
  return `the trial could not be set up: a ${writing.method} request is replayed only under confinement (${stage.confinement}); install bubblewrap, or allow it with trial.allowWrites`;
}

type Runs = [Run, ...Run[]];

async function runAll(
  setting: BaselineSetting,
  seen: { readonly signal: Signal | null; readonly requests: readonly CapturedRequest[] },
  how: { readonly times: 1 | 2; readonly edits: readonly Edit[] },
): Promise<Runs | string> {
  const atBoot = seen.signal?.beforeReady === true || seen.requests.length === 0;
  const plan = { requests: seen.requests, timeoutMs: setting.timeoutMs, settleMs: setting.settleMs };
  const first: Play = { ...plan, good: setting.good, inspect: atBoot ? 'boot' : 'requests', probe: 'last' };
  const one = () => runOnce(setting.stage, how.edits, first);
  if (how.times === 1) {
    const run = await one();
    return typeof run === 'string' ? run : [run];
  }
  // The second boot looks at nothing, so that looking cannot be the cause; a boot crash not expected gets looked at there.
  const again = (inspect: Play['inspect']) =>
    runOnce(setting.stage, how.edits, { ...plan, good: [], inspect, probe: 'none' });
  const runs =
    setting.stage.relayed.length > 0 || !atBoot ? await inTurn(one, again) : await Promise.all([one(), again('none')]);
  const refused = runs.find((run) => typeof run === 'string');
  return refused ?? (runs as Runs);
}

async function inTurn(
  one: () => Promise<Run | string>,
  again: (inspect: Play['inspect']) => Promise<Run | string>,
): Promise<(Run | string)[]> {
  const first = await one();
  return [first, await again(typeof first !== 'string' && !first.ready ? 'boot' : 'none')];
}

/** How the unchanged copy answers the good requests, where the failure left no process to ask. */
export async function goodAnswers({ stage, good, timeoutMs }: BaselineSetting): Promise<readonly Answer[]> {
  const run = await runOnce(stage, [], { requests: [], good, timeoutMs, settleMs: 0, inspect: 'none', probe: 'none' });
  return typeof run === 'string' ? [] : run.good;
}

async function runOnce(stage: Stage, edits: readonly Edit[], how: Play): Promise<Run | string> {
  const copy = await stage.copy(edits);
  if (typeof copy === 'string') return copy;
  try {
    return await play(copy, how);
  } finally {
    await copy.release();
  }
}

function verdict(failures: readonly (Failure | null)[]): Baseline['reproduced'] {
  const [first, ...rest] = failures;
  if (failures.every((one) => one === null)) return 'never';
  if (first === null || first === undefined) return 'sometimes';
  return rest.every((one) => one !== null && sameFailure(first, one)) ? 'always' : 'sometimes';
}
