/** The failure as it shows in the unchanged copy: red first, or there is nothing to prove (SPEC TRY-3). */
import type { Answer, CapturedRequest, Edit, ErrorReport, RuntimeFacts, Signal } from '../incident/nouns.ts';
import { isSafe } from '../incident/requests.ts';
import { isCodeFile } from '../kit/code.ts';
import {
  endedByLook,
  failureOf,
  fullest,
  isPackagesOwn,
  isWordless,
  mayTellEarly,
  printedEarly,
  sameAtLoad,
  sameFolder,
  samePrinted,
  sameFailure,
  swallowedFailure,
  type Failure,
} from './failure.ts';
import { lostAtStart, lostFailure, lostFile, missedEarly, type Known, type Lost } from './lost.ts';
import { isOfNoRoute, lostRoute } from './lost-route.ts';
import { isBad, play, type Good, type Play, type Quiet, type Run } from './replay.ts';
import { outageOf, withOutage, type Outage } from './outage.ts';
import { setupOf } from './setup.ts';
import { areApart, type Stage } from './stage.ts';

/** A request that was good live and is good in the unchanged copy, with what it was answered there. */
export interface Compared {
  readonly request: CapturedRequest;
  readonly answers: readonly Answer[];
}

export interface QuietRoute {
  readonly request: CapturedRequest;
  readonly isWell: boolean;
}

export interface Baseline {
  readonly reproduced: 'always' | 'sometimes' | 'never';
  readonly failure: Failure | null;
  readonly facts: RuntimeFacts | null;
  readonly bootMs: number;
  /** Where the first boot listened; they are those that the app asks for where the trial has a network of its own. */
  readonly ports: readonly number[];
  /** Somebody else who failed it; null where nobody did. */
  readonly outage: Outage | null;
  /** One for each request, of the first boot. */
  readonly answers: readonly Answer[];
  readonly requests: readonly CapturedRequest[];
  /** [] where it never came so far. */
  readonly good: readonly Compared[];
  /** When a candidate is to be asked them: as here, so that it meets the failing request in the same state. */
  readonly goodWhen: Good['when'];
  /** Routes that only look, and whether the unchanged copy answers them well. */
  readonly quiet: readonly QuietRoute[];
  readonly probe: Answer | null;
  /** Why the trial could not be set up, in one sentence with what to do; null where it could. */
  readonly setup: string | null;
  /** Errors that the app swallows anyway. */
  readonly reported: readonly ErrorReport[];
  /** Files of the project that it asked for in vain before it was ready, and told of. */
  readonly missed: readonly ErrorReport[];
  /** The change that the base already has (a chain); normally []. */
  readonly edits: readonly Edit[];
}

export interface BaselineOptions {
  readonly times: 1 | 2;
  /** A change to begin from: the repaired copy behind which the next failure lies. */
  readonly on?: readonly Edit[];
  /** Others that were in flight when the process died: where `requests` do not show the failure, the one that does takes their place. */
  readonly suspects?: readonly CapturedRequest[];
  /** What makes the code of the project what it was before its last change; [] where nothing is known of that. */
  earlier?(): Promise<readonly Edit[]>;
}

export interface BaselineSetting {
  readonly stage: Stage;
  readonly project: string;
  readonly timeoutMs: number;
  readonly settleMs: number;
  readonly good: readonly CapturedRequest[];
  /** Nobody asked for them yet: what they are answered says less than what a client was. */
  readonly quiet: readonly CapturedRequest[];
  readonly allowWrites: boolean;
  /** Is a file of the project committed, or was it? */
  wasThere(file: string, mayBeFolder?: boolean): Promise<boolean>;
  wasFull(file: string): Promise<boolean>;
}

interface Seen {
  readonly signal: Signal | null;
  readonly requests: readonly CapturedRequest[];
}

export async function baseline(setting: BaselineSetting, seen: Seen, options: BaselineOptions): Promise<Baseline> {
  const asked = [...seen.requests, ...(options.suspects ?? [])];
  const [first, ...suspects] = asked.filter((one) => writesRefused(setting, [one]) === null);
  const isOnlyOne = asked.length === seen.requests.length;
  if (isOnlyOne || first === undefined) return (await look(setting, seen, { ...options, suspects: [] })).shown;
  let { shown, culprit } = await look(setting, { ...seen, requests: [first] }, { ...options, suspects });
  // Found while others were asked as well: it must show it alone, or else it was the first one's late doing.
  for (const one of culprit === null ? [] : [culprit, first]) {
    ({ shown } = await look(setting, { ...seen, requests: [one] }, { ...options, suspects: [] }));
    if (shown.reproduced !== 'never') return shown;
  }
  return shown.reproduced === 'never' ? { ...shown, setup: shown.setup ?? writesRefused(setting, asked) } : shown;
}

interface Look {
  readonly shown: Baseline;
  /** The suspect that ended the process. */
  readonly culprit: CapturedRequest | null;
}

/** `suspects` are asked on the same boot, for as long as it lives. */
async function look(
  setting: BaselineSetting,
  seen: Seen,
  options: BaselineOptions & { readonly suspects: readonly CapturedRequest[] },
): Promise<Look> {
  const { stage } = setting;
  const edits = options.on ?? [];
  const culprit = null;
  const refused = stage.setup ?? writesRefused(setting, seen.requests);
  if (refused !== null) return { shown: { ...nothingSeen(seen.requests, edits), setup: refused }, culprit };
  const good = goodFor(setting, seen, options);
  const plan = { times: options.times, edits, suspects: options.suspects };
  let runs = await runAll(setting, seen, { ...plan, good });
  // Asked first, they may have hidden the failure, or have been one themselves: then it is looked for without them.
  const isSpoilt = good?.when === 'first' && typeof runs !== 'string' && spoilt(runs[0]);
  if (isSpoilt) runs = await runAll(setting, seen, { ...plan, good: null });
  if (typeof runs === 'string') return { shown: { ...nothingSeen(seen.requests, edits), setup: runs }, culprit };
  const [first] = runs;
  const told = runs.map((run) => failureOf(run) ?? swallowedFailure(run, seen.signal?.error ?? null));
  const isSaid = seen.signal === null || seen.signal.apply !== undefined;
  const lost =
    isSaid && told.every((one) => one === null)
      ? await lostIn(first, setting, { seen, edits, earlier: options.earlier })
      : null;
  const failures = runs.map((run, index) => told[index] ?? lostFailure(run, lost));
  const shownOne = fullest(failures);
  // Of an answer without a word of its cause: what was printed when it started.
  const early = isWordless(shownOne) ? (runs.map(printedEarly).find((one) => one !== null) ?? null) : null;
  const isMute = isSaid && shownOne?.kind === 'crash' && shownOne.error === null && shownOne.request === null;
  const behind = isMute && early === null ? await lostAtStart(first, known(setting)) : null;
  const failure = shownOne && { ...shownOne, error: shownOne.error ?? early?.error ?? behind };
  const input = {
    failure,
    confined: stage.confined,
    project: setting.project,
    replaced: stage.replaced,
    missing: stage.missing,
    relayed: stage.relayed,
    readonlyRow: stage.readonlyRow,
    requests: seen.requests,
    live: seen.signal?.kind === 'described' ? null : seen.signal,
    unchanged: true,
  };
  const run = runs[failures.indexOf(shownOne)] ?? first;
  const outage = failure === null ? null : await outageOf(failure, run);
  const shown: Baseline = {
    reproduced: verdict(failures),
    failure: failure && withOutage(failure, outage),
    outage,
    facts:
      [...runs.map((one) => one.facts), early].find(
        (one) => one !== null && !isPackagesOwn(one, failure?.error ?? null),
      ) ?? null,
    bootMs: first.bootMs,
    ports: first.ports,
    answers: first.answers,
    requests: seen.requests,
    good: good === null ? [] : comparable(good, first),
    goodWhen: good?.when ?? 'last',
    quiet: quietFor(setting, seen).map((request, index) => ({ request, isWell: isWellNow(index, first, lost) })),
    probe: first.probe,
    setup: (await setupOf({ ...input, run })) ?? onlyInCopy(seen.signal, failure),
    reported: runs.flatMap((one) => one.reports.flatMap((report) => (report.error === null ? [] : [report.error]))),
    missed: missedEarly(run),
    edits,
  };
  return { shown, culprit: first.culprit === null ? null : (options.suspects[first.culprit] ?? null) };
}

/** What a person says of an answer that is none of a failure: a file is missing for it, else a route. */
async function lostIn(
  run: Run,
  setting: BaselineSetting,
  { seen, edits, earlier }: { seen: Seen; edits: readonly Edit[]; earlier: BaselineOptions['earlier'] },
): Promise<Lost | null> {
  const file = await lostFile(run, seen.requests, known(setting));
  if (file !== null || !isDoubted(run.answers)) return file;
  const before = (await earlier?.()) ?? [];
  // What moved away is answered in the words in which its own route refuses.
  const any = before.some(({ path }) => !isCodeFile(path));
  const isLost = any || run.answers.some((answer, at) => isOfNoRoute(answer, seen.requests[at], run));
  if (before.length === 0 || !isLost) return null;
  const asked = { requests: seen.requests, good: null, timeoutMs: setting.timeoutMs, settleMs: 0 };
  const quiet = asQuiet(quietFor(setting, seen), { isDecided: () => false, wasWell: () => false });
  const past = await runOnce(setting.stage, [...edits, ...before], { ...asked, quiet, inspect: 'none', probe: 'none' });
  return typeof past === 'string' ? null : lostRoute(run, past, { requests: seen.requests, any });
}

function known({ stage, project, wasThere, wasFull }: BaselineSetting): Known {
  return { project, wasThere, wasFull, tree: stage.tree() };
}

/**
 * Where the process died they come first, as they did live: afterwards there is nobody to ask. And before a request that writes: what it leaves
 * once it is repaired changes what they are answered, and rightly so.
 */
function goodFor(setting: BaselineSetting, seen: Seen, options: BaselineOptions): Good | null {
  const isFailing = (one: CapturedRequest): boolean =>
    seen.requests.some((failing) => failing.method === one.method && failing.url === one.url);
  const requests = setting.good.filter((one) => !isFailing(one));
  if (requests.length === 0 || options.on !== undefined) return null;
  const isDeath = seen.signal !== null && seen.signal.exit !== null;
  const when = isDeath || !seen.requests.every(isSafe) ? 'first' : 'last';
  return { requests, when, times: 2, budgetMs: 1_000, isDecided: () => false };
}

function quietFor({ quiet }: BaselineSetting, { requests }: Seen): CapturedRequest[] {
  const failing = new Set(requests.map(({ url }) => url.split('?')[0]));
  return quiet.filter(({ url }) => !failing.has(url));
}

/** For all quiet routes together; an endless one must not keep a heal. */
const quietMs = 600;

export function asQuiet(
  requests: readonly CapturedRequest[],
  seen: Pick<Quiet, 'isDecided' | 'wasWell'>,
): Quiet | null {
  return requests.length === 0 ? null : { requests, when: 'last', times: 1, budgetMs: quietMs, ...seen };
}

/** A route that stands in the place of the lost one may go with it. */
function isWellNow(index: number, run: Run, lost: Lost | null): boolean {
  const past = lost?.past?.quiet?.answers[index];
  return isWell(run.quiet?.answers[index]) && (past === undefined || isWell(past));
}

export function isWell(answer: Answer | undefined): boolean {
  return answer !== undefined && answer.error === null && (answer.status ?? 500) < 400;
}

function spoilt(run: Run): boolean {
  const isEnded = run.good.some((answers) => answers.some((answer) => answer.error === 'exit'));
  return isEnded || (run.culprit === null && failureOf(run) === null);
}

/** What the copy itself does not answer well (a stand-in for a secret, say) tells nothing about a change. */
function comparable({ requests }: Good, run: Run): Compared[] {
  return requests.flatMap((request, index) => {
    const answers = run.good[index] ?? [];
    const isGood = answers.every((answer) => !isBad(answer) && (answer.status ?? 0) < 400);
    return answers.length > 0 && isGood ? [{ request, answers }] : [];
  });
}

function nothingSeen(requests: readonly CapturedRequest[], edits: readonly Edit[]): Baseline {
  const none = {
    reproduced: 'never',
    failure: null,
    outage: null,
    facts: null,
    bootMs: 0,
    ports: [],
    answers: [],
    good: [],
    goodWhen: 'last',
    quiet: [],
    probe: null,
  } as const;
  return { ...none, requests, setup: null, reported: [], missed: [], edits };
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

interface Plan extends Pick<Play, 'good' | 'suspects'> {
  readonly times: 1 | 2;
  readonly edits: readonly Edit[];
}

async function runAll(setting: BaselineSetting, seen: Seen, { times, edits, ...more }: Plan): Promise<Runs | string> {
  const atBoot = seen.signal?.beforeReady === true || seen.requests.length === 0;
  const settleMs = patience(setting.settleMs, seen.signal);
  const plan = { requests: seen.requests, timeoutMs: setting.timeoutMs, settleMs };
  const quiet = asQuiet(quietFor(setting, seen), { isDecided: () => false, wasWell: () => false });
  const first: Play = { ...plan, ...more, quiet, inspect: atBoot ? 'boot' : 'requests', probe: 'last', isDoubted };
  const one = () => runOnce(setting.stage, edits, first);
  if (times === 1) {
    const run = await one();
    return typeof run === 'string' ? run : [run];
  }
  // The second boot looks at nothing, so that looking cannot be the cause.
  const again = (inspect: Play['inspect']) =>
    runOnce(setting.stage, edits, { ...plan, good: null, inspect, probe: 'none' });
  const runs = areApart(setting.stage) ? await Promise.all([one(), again('none')]) : [await one(), await again('none')];
  // A crash at boot where none was expected was not looked at.
  const isUntold = (run: Run | string): boolean => typeof run !== 'string' && (!run.ready || mayTellEarly(run));
  if (!atBoot && runs.some(isUntold)) runs.push(await again('boot'));
  const [looked, plain] = runs.map((run) => (typeof run === 'string' ? null : failureOf(run)));
  if (endedByLook(looked ?? null, plain ?? null))
    runs[0] = await runOnce(setting.stage, edits, { ...first, inspect: 'none' });
  const refused = runs.find((run) => typeof run === 'string');
  return refused ?? (runs as Runs);
}

/** A person says of it that it fails: by its route, or has it none? */
function isDoubted(answers: readonly Answer[]): boolean {
  return answers.some(({ status }) => status === 404);
}

/** What is done once a minute is waited for. */
const latestMs = 65_000;

/** What a timer does shows no sooner than it did live. */
function patience(settleMs: number, signal: Signal | null): number {
  const { servedMs = 0 } = signal ?? {};
  return servedMs > latestMs ? settleMs : Math.max(settleMs, Math.round(1.2 * servedMs) + (servedMs > 0 ? 1_000 : 0));
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
  const isIt = (one: Failure): boolean =>
    [sameFailure, sameAtLoad, sameFolder, samePrinted].some((isSame) => isSame(first, one));
  return rest.every((one) => one !== null && isIt(one)) ? 'always' : 'sometimes';
}
