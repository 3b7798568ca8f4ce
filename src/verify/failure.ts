/** What counts as a failure, when two are the same, and which of two lies further along. Pure. */
import type { Answer, Edit, ErrorReport, RuntimeFacts } from '../incident/nouns.ts';
import { readComplaint } from '../kit/complaint.ts';
import { isBad, type Run } from './replay.ts';

export interface Failure {
  /** `freeze`: no answer, and the event loop does not turn. */
  readonly kind: 'crash' | 'error' | 'timeout' | 'freeze';
  readonly beforeReady: boolean;
  readonly error: ErrorReport | null;
  readonly stderr: string;
  readonly answer: Answer | null;
  /** Which of the requests failed; null where none was needed for it. */
  readonly request: number | null;
  readonly exit: { readonly code: number | null; readonly signal: string | null } | null;
  /** Milliseconds from ready to the exit; null where it did not exit. */
  readonly exitMs: number | null;
}

/** CLI-6: exit before ready or after the last answer, no answer, a reset, a status of 500 or more. */
export function failureOf(run: Run): Failure | null {
  const index = run.answers.findIndex(isBad);
  const answer = run.answers[index] ?? null;
  if (run.ready && answer === null && run.exit === null) return null;
  const died = run.exit !== null && (answer === null || answer.error === 'exit');
  const silent = !run.ready || answer?.error === 'timeout';
  const kind = died ? 'crash' : silent ? (run.frozen ? 'freeze' : 'timeout') : 'error';
  return {
    kind,
    beforeReady: !run.ready,
    error: died ? deadlyError(run) : answeredError(run),
    stderr: run.stderr,
    answer,
    request: answer === null ? null : index,
    exit: run.exit,
    exitMs: run.exitMs,
  };
}

/** An error that the app's own handlers swallowed and no answer shows; looked for only when one was sensed live. */
export function swallowedFailure(run: Run, live: ErrorReport | null): Failure | null {
  const error =
    live === null ? undefined : run.reports.map((one) => one.error).find((one) => one !== null && sameError(one, live));
  if (error === undefined || error === null) return null;
  const none = { answer: null, request: null, exit: null, exitMs: null };
  return { kind: 'error', beforeReady: false, error, stderr: run.stderr, ...none };
}

function deadlyError(run: Run): ErrorReport | null {
  const reported = run.reports.findLast((one) => one.error !== null && /exception|rejection|socket/.test(one.how));
  return run.lastError ?? reported?.error ?? errorInText(run.stderr) ?? refused(run.stdout) ?? toldAndLeft(run);
}

/** `console.error('cannot start: ' + error.message); process.exit(1)`: nothing but the words of what was caught gets out. */
function toldAndLeft(run: Run): ErrorReport | null {
  const error = run.facts?.error ?? null;
  return error !== null && isPrinted(error, run) && run.exit?.code !== 0 ? error : null;
}

export function isPrinted({ message }: ErrorReport, { stderr, stdout }: Run): boolean {
  return message.length > 7 && `${stderr}${stdout}`.includes(message);
}

/** A bad answer, and nothing thrown or told while it was made. */
export function isWordless(failure: Failure | null): boolean {
  return failure?.kind === 'error' && failure.error === null && (failure.answer?.status ?? 0) >= 500;
}

/** Worth another start under the debugger: nothing was told of a bad answer, and something was printed. */
export function mayTellEarly(run: Run): boolean {
  return `${run.stderr}${run.stdout}`.trim() !== '' && isWordless(failureOf(run));
}

/** `load().catch((error) => console.error(error.message))`: what was caught and printed as it started may be why it answers 503 ever after. */
export function printedEarly(run: Run): RuntimeFacts | null {
  return run.early !== null && isPrinted(run.early.error, run) ? run.early : null;
}

/** `tsc && node dist/server.js`: a compiler says on stdout why nothing is started. */
function refused(stdout: string): ErrorReport | null {
  const text = readComplaint(stdout)?.text;
  return text === undefined ? null : { name: 'TSError', message: text, code: null, stack: text, cause: null };
}

/** Of sightings of one failure the one that says most: where the debugger looks at an error as it is thrown, what is put before its text later is not printed. */
export function fullest(failures: readonly (Failure | null)[]): Failure | null {
  const first = failures.find((one) => one !== null) ?? null;
  const more = failures.find((one) => one?.error != null && first?.error != null && saysMore(one.error, first.error));
  return more ?? first;
}

/** Node puts the file before what is wrong with a JSON module. */
function saysMore(one: ErrorReport, other: ErrorReport): boolean {
  return template(one.message).endsWith(`: ${template(other.message)}`);
}

function answeredError(run: Run): ErrorReport | null {
  const errors = run.reports.filter((one) => one.error !== null);
  const reported = (errors.find((one) => (one.status ?? 0) >= 500) ?? errors.at(-1))?.error;
  return reported ?? run.facts?.error ?? printedError(run.stderr);
}

/** A process that the server started for it printed of what it died. */
function printedError(stderr: string): ErrorReport | null {
  const error = errorInText(stderr);
  return error !== null && ownFrame(error) !== null ? error : null;
}

/** Thrown by the code that says so, not by the engine that ran it: what lies behind it may be anything. */
export function isOwnWord({ name, code, cause }: ErrorReport): boolean {
  return code === null && cause === null && !/^(?:Type|Reference|Range|Syntax|URI|Eval|Assertion)Error$/.test(name);
}

/** What a package threw and caught itself (to learn its caller's name, say) shows nothing of a failure that was told in somebody else's words. */
export function isPackagesOwn({ error: seen }: RuntimeFacts, told: ErrorReport | null): boolean {
  if (told === null || isOwnWord(told)) return false;
  const [thrower] = seen.stack.split('\n').filter((line) => /^\s+at /.test(line));
  const isMeant = (one: ErrorReport | null): boolean => one !== null && (sameError(one, seen) || isMeant(one.cause));
  return thrower !== undefined && /[\\/]node_modules[\\/]/.test(thrower) && !isMeant(told);
}

/** The last error that was printed with its stack: for what dies before the hook can speak. */
export function errorInText(stderr: string): ErrorReport | null {
  return errorsInText(stderr).at(-1) ?? null;
}

function errorsInText(stderr: string): ErrorReport[] {
  const found = stderr.matchAll(
    /^(?:Uncaught )?((?:[A-Z]\w*)?(?:Error|Exception))(?: \[(?:([A-Z][A-Z\d_]+)|\w+)\])?(?:: (.*))?$/gm,
  );
  return [...found].map(({ 1: name = 'Error', 2: code, 3: message = '', index }) => {
    return { name, message, code: code ?? null, stack: stderr.slice(index, index + 16_384), cause: null };
  });
}

/**
 * An error that the app catches itself is seen only where the debugger looks: then what showed outside decides. Whether a
 * process that was asked nothing, or that dies by itself of the very same error, died before it counted as ready, before it was
 * asked or after it had answered is a matter of how busy the machine is.
 */
export function sameFailure(one: Failure, other: Failure): boolean {
  if (one.kind !== other.kind) return false;
  if (one.kind === 'crash' && one.error !== null && other.error !== null) return sameError(one.error, other.error);
  if (one.request !== other.request) return false;
  if (one.beforeReady !== other.beforeReady && (one.kind !== 'crash' || one.request !== null)) return false;
  if (one.error === null || other.error === null)
    return one.exit?.code === other.exit?.code && one.answer?.status === other.answer?.status;
  return sameError(one.error, other.error);
}

/** Several requests fail, each in its own way, and the app only prints it: the last one printed need not be of the first request. */
export function samePrinted(looked: Failure, plain: Failure): boolean {
  const { error } = looked;
  if (error === null || looked.kind !== 'error' || plain.kind !== 'error') return false;
  if (looked.request !== plain.request || looked.answer?.status !== plain.answer?.status) return false;
  return errorsInText(plain.stderr).some((one) => sameError(error, one));
}

/** What several files ask for in vain as they are loaded: which of them is named first differs from boot to boot. */
export function sameAtLoad(one: Failure, other: Failure): boolean {
  const [a, b] = [one.error, other.error];
  if (a === null || b === null || !one.beforeReady || !other.beforeReady) return false;
  const wanted = ({ message }: ErrorReport): string => template(message.replace(/ imported from .*/s, ''));
  const isLoading =
    /^ERR_(?:MODULE_NOT_FOUND|PACKAGE_PATH_NOT_EXPORTED|PACKAGE_IMPORT_NOT_DEFINED|INVALID_MODULE_SPECIFIER|UNSUPPORTED_DIR_IMPORT)$/.test(
      a.code ?? '',
    ) || /does not provide an export named/.test(a.message);
  const isSame = wanted(a) === wanted(b) || (fileAsked(a) !== null && fileAsked(a) === fileAsked(b));
  return isLoading && a.name === b.name && a.code === b.code && isSame;
}

/** Several files of one folder are read at once, and none of them is there: which of them is told of differs from boot to boot. */
export function sameFolder(one: Failure, other: Failure): boolean {
  const [a, b] = [one.error, other.error];
  const isAlike =
    one.kind === other.kind && one.request === other.request && one.answer?.status === other.answer?.status;
  const folder = (error: ErrorReport | null): string | null =>
    /^ENOENT: no such file or directory, \w+ '([^']+)[\\/][^'\\/]+'/.exec(error?.message ?? '')?.[1] ?? null;
  return isAlike && folder(a) !== null && folder(a) === folder(b);
}

/** `calendar`, of which one asks as `./calendar.ts` and another by an alias, `@domain/calendar`. */
function fileAsked({ message }: ErrorReport): string | null {
  const asked = /^Cannot find (?:module|package) '([^']+)'/.exec(message)?.[1];
  return (
    asked
      ?.replace(/(?:\/index)?(?:\.\w+)?$/, '')
      .split('/')
      .at(-1) ?? null
  );
}

/** The engine itself may end where a value is looked at that is not there yet: that is no failure of the app. */
export function endedByLook(looked: Failure | null, plain: Failure | null): boolean {
  return looked?.kind === 'crash' && plain?.kind === 'crash' && looked.error === null && plain.error !== null;
}

/** The same kind of error with the same text (but for numbers, addresses and what is put before it) in the same function. */
export function sameError(one: ErrorReport, other: ErrorReport): boolean {
  if (one.name !== other.name) return false;
  // What was printed has lost its code.
  if (one.code !== null && other.code !== null && one.code !== other.code) return false;
  const isSaid = template(one.message) === template(other.message) || saysMore(one, other) || saysMore(other, one);
  if (!isSaid) return false;
  const [a, b] = [ownFrame(one), ownFrame(other)];
  return a === null || b === null || (a.file === b.file && a.fn === b.fn);
}

function template(message: string): string {
  return message.replace(/0x[0-9a-f]+|\d+/gi, '#').slice(0, 500);
}

interface Place {
  readonly file: string;
  readonly fn: string;
  readonly line: number;
  readonly column: number;
}

/** The first frame outside Node, node_modules and the hook; for a syntax error the place in front of the text. */
function ownFrame(error: ErrorReport): Place | null {
  for (const [index, text] of error.stack.split('\n').entries()) {
    const frame = /^\s*at (?:(.*?) \()?(?:file:\/\/)?(\/[^()]*?|[A-Za-z]:[^()]*?):(\d+)(?::(\d+))?\)?$/.exec(text);
    const head = frame ?? (index === 0 ? /^()(?:file:\/\/)?(\/.*?):(\d+)$/.exec(text) : null);
    if (head && !/node_modules|^node:|\/hook\/start\.cjs$/.test(head[2] ?? ''))
      return { fn: head[1] ?? '', file: head[2] ?? '', line: Number(head[3]), column: Number(head[4] ?? 0) };
  }
  return null;
}

/**
 * TRY-5: is `now` another failure, behind the one that was repaired? Not where it comes earlier in the life of the
 * process, or earlier in the same file: then the change itself broke something.
 */
export function liesBehind(before: Failure, now: Failure, edits: readonly Edit[] = []): boolean {
  if (now.error === null) return false;
  if (before.error !== null && sameError(before.error, now.error)) return false;
  if (before.beforeReady !== now.beforeReady) return before.beforeReady;
  if ((now.request ?? Infinity) !== (before.request ?? Infinity))
    return (now.request ?? Infinity) > (before.request ?? Infinity);
  const [was, is] = [before.error === null ? null : ownFrame(before.error), ownFrame(now.error)];
  if (was === null || is === null || was.file !== is.file) return true;
  if (is.line !== was.line) return is.line > was.line;
  // The same kind of error at the same place is what the change made of the old one.
  return before.error?.name !== now.error.name || isFurtherOn(was, is, edits);
}

/** On the line that failed, behind what was changed in it and behind where it failed. */
function isFurtherOn(was: Place, is: Place, edits: readonly Edit[]): boolean {
  const edit = edits.find(({ path }) => was.file.endsWith(`/${path}`));
  if (edit === undefined) return edits.length > 0 && is.column > was.column;
  const [old, now] = [edit.before, edit.after].map((text) => text?.split('\n')[was.line - 1]);
  if (old === undefined || now === undefined) return false;
  const grown = now.length - old.length;
  const common = (at: (text: string, index: number) => string | undefined, most: number): number => {
    let count = 0;
    while (count < most && at(old, count) === at(now, count)) count += 1;
    return count;
  };
  const shorter = Math.min(old.length, now.length);
  const start = common((text, index) => text[index], shorter);
  const end = now.length - common((text, index) => text.at(-1 - index), shorter - start);
  const failed = was.column > start ? was.column + grown : was.column;
  return is.column > Math.max(failed, end);
}
