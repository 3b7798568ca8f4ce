/** Carries an idea out in a copy and shows what comes of it, gate by gate; the first that fails ends it (SPEC TRY-2). */
import type { Answer, Check, Edit, Evidence, Idea, Proof } from '../incident/nouns.ts';
import { isSafe } from '../incident/requests.ts';
import { span } from '../kit/trace.ts';
import { asQuiet, type Baseline, type BaselineSetting } from './baseline.ts';
import { checkOthers, checkProbe, checkQuiet, compareBeside, runTests } from './checks/others.ts';
import { checkParse } from './checks/parse.ts';
import { isTold } from './lost.ts';
import { checkAnswers, checkBoot, checkReplay } from './checks/replay.ts';
import { newTypeError, typeErrors, typesCommand } from './checks/types.ts';
import { failureOf, liesBehind, type Failure } from './failure.ts';
import { nullsIn, oddityOf, shapeIn } from './oddity.ts';
import { isBad, isSameRefusal, play, type Good, type Play, type Run } from './replay.ts';
import { scoreOf } from './score.ts';
import { setupOf } from './setup.ts';
import { areApart, type StageCopy } from './stage.ts';
import { hear } from './witness.ts';
import type { Past } from './probes.ts';

export interface VerifySetting extends BaselineSetting {
  /** Watched this long after the last answer of a candidate. */
  readonly candidateSettleMs: number;
  readonly testCommand: readonly string[] | null;
  /** True while no other idea is tried. */
  isAlone(): boolean;
  /** Did the owner's tests fail before the change too? Then they cannot fail a repair. */
  testsFailBefore(): Promise<boolean>;
  /** What the compiler says of the unchanged project. */
  typesBefore(argv: readonly string[]): Promise<readonly string[] | null>;
}

export interface VerifyOptions {
  /** Boots from fresh that must pass. */
  readonly fresh: 1 | 2;
  /** Set for what a model wrote: without confinement it is not tried at all (SPEC TRY-4). */
  readonly mustConfine?: boolean;
  /** Set for what a model wrote: the project as it was, which is asked what is right; null where nobody knows. */
  readonly past?: Past | null;
  /** Set where somebody said so already. */
  readonly witness?: Evidence['witness'];
}

/** Below the owner's tests, above all that other requests say (TRY-7). */
const witnessed = 450;

type Gates = { -readonly [Key in keyof Evidence]: Evidence[Key] } & { checks: Check[] };

export async function verify(
  setting: VerifySetting,
  before: Baseline,
  idea: Idea,
  options: VerifyOptions,
): Promise<Evidence> {
  const edits = onTop(before.edits, idea.edits);
  const { stage } = setting;
  const gates: Gates = {
    ...{ proof: 'none', passed: false, checks: [], confinement: stage.confinement, bootMs: null },
    ...{ before: before.answers.map(bare), after: [], inconclusive: stage.setup, score: 0, next: null },
  };
  const installs = idea.operations.some((one) => one.op === 'install');
  if (!stage.confined && (options.mustConfine === true || installs)) {
    gates.inconclusive = `this is tried only under confinement (${stage.confinement}); install bubblewrap`;
  }
  if (gates.inconclusive !== null) return gates;
  const started = performance.now();
  const parsed = checkParse(edits, stage.tree(before.edits));
  gates.checks.push({ name: 'parse', ...parsed, ms: since(started) });
  if (!parsed.ok) return gates;
  gates.proof = 'parsed';
  const copy = await stage.copy(edits);
  if (typeof copy === 'string') {
    gates.checks.push({ name: 'parse', ok: false, detail: copy, ms: 0 });
    return gates;
  }
  try {
    if (await operate(copy, idea, gates)) await tryRuns(setting, { before, idea, copy, gates, edits }, options);
  } finally {
    await copy.release();
  }
  return gates;
}

interface Task {
  readonly before: Baseline;
  readonly idea: Idea;
  readonly edits: readonly Edit[];
  readonly copy: StageCopy;
  readonly gates: Gates;
}

async function operate(copy: StageCopy, idea: Idea, gates: Gates): Promise<boolean> {
  for (const operation of idea.operations) {
    const started = performance.now();
    const wrong = await copy.operate(operation);
    gates.checks.push({ name: 'operation', ok: wrong === null, detail: wrong ?? operation.op, ms: since(started) });
    if (wrong !== null) return false;
  }
  return true;
}

async function tryRuns(setting: VerifySetting, task: Task, options: VerifyOptions): Promise<void> {
  const { before, gates } = task;
  // A request that writes is replayed once a candidate, even where only copies can be written (SPEC TRY-10).
  const passes = before.requests.every(isSafe) ? options.fresh : 1;
  for (const [pass, run] of (await runsOf(setting, task, passes)).entries())
    if (!(await judge(setting, task, { run: await run(), again: pass > 0 }))) return;
  if (!(await judgeTypes(setting, task)) || !(await judgeTests(setting, task, options))) return;
  if (options.witness !== undefined) gates.witness = options.witness;
  if (options.past && gates.witness === undefined) Object.assign(gates, await testimony(setting, task, options.past));
  if (gates.witness !== undefined) gates.score += witnessed;
  gates.passed = true;
  gates.proof = proofOf(before);
}

function testimony(setting: VerifySetting, { before, edits }: Task, past: Past): ReturnType<typeof hear> {
  return span('witness', () => hear(setting, before, { edits, past }));
}

/** Each pass on a boot from fresh. Where nothing else is tried the second goes on beside the first, in a copy of its own. */
async function runsOf(setting: VerifySetting, task: Task, passes: 1 | 2): Promise<(() => Promise<Run>)[]> {
  const first = passOf(setting, task, { again: false });
  const second = passOf(setting, task, { again: true });
  const inTurn = [first, second].map((how) => () => play(task.copy, how));
  const isAtOnce = passes === 2 && setting.isAlone() && areApart(setting.stage) && task.idea.operations.length === 0;
  const other = isAtOnce ? await setting.stage.copy(task.edits) : null;
  if (other === null || typeof other === 'string') return inTurn.slice(0, passes);
  try {
    const runs = await Promise.all([play(task.copy, first), play(other, second)]);
    return runs.map((run) => () => Promise.resolve(run));
  } finally {
    await other.release();
  }
}

function passOf(setting: VerifySetting, task: Task, { again }: { again: boolean }): Play {
  const { before } = task;
  const isProbed = !again && before.probe !== null && !isBad(before.probe);
  const quiet = asQuiet(
    before.quiet.map(({ request }) => request),
    {
      isDecided: (answers) =>
        checkAnswers(answers, before, { idea: task.idea, isFound: isTold(before.failure) }) !== null,
      wasWell: (index) => before.quiet[index]?.isWell === true,
    },
  );
  return {
    requests: before.requests,
    good: !again && before.good.length > 0 ? goodOf(task) : null,
    quiet: again ? null : quiet,
    ...(again
      ? {}
      : { isDoubted: (answers: readonly Answer[]) => answers.some((_, at) => isNotFound(answers, before, at)) }),
    timeoutMs: setting.timeoutMs,
    settleMs: settleOf(setting, before),
    inspect: 'none',
    probe: isProbed ? 'first' : 'none',
  };
}

function goodOf({ before, idea }: Task): Good {
  return {
    requests: before.good.map((one) => one.request),
    ...{ when: before.goodWhen, times: 1, budgetMs: 4_000 },
    isDecided: (answers) => checkAnswers(answers, before, { idea, isFound: isTold(before.failure) }) !== null,
  };
}

/** As long as the failure took to show, and a little longer. */
function settleOf(setting: VerifySetting, before: Baseline): number {
  const exitMs = before.failure?.exitMs ?? 0;
  const late = before.failure?.answer === null && !before.failure.beforeReady ? exitMs + 500 : 0;
  // What showed in an answer shows again in an answer; only what came by itself needs watching.
  const least = before.failure?.answer == null ? setting.candidateSettleMs : setting.candidateSettleMs / 3;
  return Math.max(least, late);
}

async function judge(
  setting: VerifySetting,
  task: Task,
  { run, again }: { run: Run; again: boolean },
): Promise<boolean> {
  const { before, idea, gates } = task;
  const failure = failureOf(run);
  const { confined, missing, relayed, readonlyRow } = setting.stage;
  const input = {
    run,
    failure,
    confined,
    missing,
    relayed,
    readonlyRow,
    project: setting.project,
    replaced: [],
    requests: before.requests,
    live: null,
    unchanged: false,
  };
  gates.bootMs = run.bootMs;
  gates.after = run.answers.map(bare);
  gates.inconclusive = await setupOf(input);
  // Neither passed nor failed: no gate is judged.
  if (gates.inconclusive !== null) return false;
  const others = checkOthers(run, before);
  const { quiet, wrong: lost } = checkQuiet(run, before);
  const once: Gate[] = [['probe', () => checkProbe(run, before)]];
  const every: Gate[] = [
    ['boot', () => checkBoot(run)],
    ...(again ? [] : once),
    ['replay', () => checkReplay(run, before, idea)],
  ];
  const isCompared = !again && before.good.length + before.quiet.length > 0;
  const last: Gate[] = isCompared ? [['others', () => others.wrong ?? lost]] : [];
  const wrong = walk(gates, run, [...every, ...last]);
  if (run.ready && gates.checks.every((check) => check.name !== 'probe' || check.ok)) gates.proof = 'probed';
  if (!again && run.ready) tellAnswers(gates, run, before);
  if (wrong !== null) {
    gates.next = behind(task, failure);
    return false;
  }
  if (again) return true;
  const { asked, asBefore, same } = others;
  if (asked > 0) gates.others = { asked, asBefore };
  if (quiet.asked > 0) gates.quiet = quiet;
  const beside = compareBeside(run, before);
  if (beside.asked > 0) gates.beside = beside;
  gates.score = scoreOf({
    ...{
      idea,
      tests: null,
      same,
      well: quiet.asked === 0 ? 1 : quiet.well / quiet.asked,
      before: before.answers,
      after: run.answers,
    },
    ...{ swallowed: run.reports.length, odd: gates.odd !== undefined },
  });
  return true;
}

/** What the failing requests are answered, so that two repairs can be held against each other, also where one of them changes others. */
function tellAnswers(gates: Gates, { answers, unrouted }: Run, before: Baseline): void {
  const odd = oddityOf(answers, [...before.answers, ...before.good.flatMap((one) => one.answers)]);
  if (odd !== null) gates.odd = odd;
  const nulls = nullsIn(answers);
  if (nulls.length > 0) gates.nulls = nulls;
  gates.shape = shapeIn(answers);
  const isUnknown = (answer: Answer, at: number): boolean =>
    unrouted !== null &&
    isNotFound(answers, before, at) &&
    isSameRefusal(answer, before.requests[at]?.url ?? '', unrouted);
  if (answers.some(isUnknown)) gates.unrouted = true;
}

/** One that failed is answered 404 now: by its route, which finds nothing, or because no route answers any more? */
function isNotFound(answers: readonly Answer[], before: Baseline, at: number): boolean {
  const failed = before.answers[at];
  return answers[at]?.status === 404 && failed !== undefined && isBad(failed);
}

function behind({ before, edits }: Task, failure: Failure | null): Evidence['next'] {
  if (failure === null || before.failure === null) return null;
  return liesBehind(before.failure, failure, edits) ? failure.error : null;
}

/** Runs the gates in order; the wrong of the first that fails, or null. */
type Gate = [Check['name'], () => string | null];

function walk(gates: Gates, run: Run, list: readonly Gate[]): string | null {
  for (const [name, gate] of list) {
    const wrong = gate();
    const check = { name, ok: wrong === null, detail: wrong ?? 'ok', ms: msOf(name, run) };
    const at = gates.checks.findIndex((one) => one.name === name);
    if (at < 0) gates.checks.push(check);
    else gates.checks[at] = check;
    if (wrong !== null) return wrong;
  }
  return null;
}

function msOf(name: Check['name'], run: Run): number {
  const sum = (answers: readonly Answer[]): number => Math.round(answers.reduce((total, one) => total + one.ms, 0));
  if (name === 'boot') return run.bootMs;
  if (name === 'probe') return run.probe === null ? 0 : sum([run.probe]);
  return name === 'replay' ? sum(run.answers) : sum(run.good.flat());
}

const compileMs = 30_000;

/** Fewer errors than before tell the right one of several repairs; a compiler that cannot be asked says nothing. */
async function judgeTypes(setting: VerifySetting, { copy, edits, gates }: Task): Promise<boolean> {
  const argv = typesCommand(setting.stage.tree(edits), edits);
  if (argv === null) return true;
  const started = performance.now();
  const [before, after] = await Promise.all([setting.typesBefore(argv), typesIn(copy, argv)]);
  if (before === null || after === null) return true;
  const wrong = newTypeError(
    before,
    after,
    edits.map(({ path }) => path),
  );
  gates.checks.push({ name: 'types', ok: wrong === null, detail: wrong ?? 'ok', ms: since(started) });
  if (after.length < before.length) gates.score += 200;
  return wrong === null;
}

/** What the compiler says of a copy; null where it cannot be asked. */
export async function typesIn(copy: StageCopy, argv: readonly string[]): Promise<readonly string[] | null> {
  return typeErrors(await copy.run(argv, compileMs));
}

async function judgeTests(setting: VerifySetting, { copy, gates }: Task, options: VerifyOptions): Promise<boolean> {
  if (setting.testCommand === null) return true;
  const started = performance.now();
  const wrong = await runTests(copy, setting.testCommand);
  const excused = wrong !== null && (await setting.testsFailBefore());
  const detail = wrong === null ? 'ok' : excused ? `they failed before, too: ${wrong}` : wrong;
  gates.checks.push({ name: 'tests', ok: wrong === null || excused, detail, ms: since(started) });
  if (wrong === null) gates.score += 500;
  if (wrong === null && options.past !== undefined && (await setting.testsFailBefore())) gates.witness = 'tests';
  return wrong === null || excused;
}

/** Seen before and gone after is the strongest; a request that was cut, or a failure not seen here, proves less. */
function proofOf(before: Baseline): Proof {
  const cut = before.requests.some((request) => request.truncated);
  return before.reproduced === 'always' && before.failure !== null && !cut ? 'replayed' : 'probed';
}

/** Edits of a chain: the later ones may be written against the tree that the earlier ones made, or against the base. */
function onTop(first: readonly Edit[], then: readonly Edit[]): readonly Edit[] {
  const merged = new Map(first.map((edit) => [edit.path, edit]));
  for (const edit of then) {
    const under = merged.get(edit.path);
    const before = under !== undefined && edit.before === under.after ? under.before : edit.before;
    merged.set(edit.path, { ...edit, before });
  }
  return [...merged.values()];
}

function bare({ status, error, ms }: Answer): Answer {
  return { status, error, ms };
}

function since(started: number): number {
  return Math.round(performance.now() - started);
}
