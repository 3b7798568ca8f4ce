/** A failure that no answer tells of, where a person says that there is one: a file of the project that is asked for in vain (CLI-6). */
import { posix } from 'node:path';
import {
  noRouteCode,
  type Answer,
  type CapturedRequest,
  type ErrorReport,
  type SourceTree,
} from '../incident/nouns.ts';
import { isCodeFile, isTest } from '../kit/code.ts';
import { leadsTo } from '../kit/links.ts';
import { nearest } from '../kit/nearest.ts';
import { escapeRegExp } from '../kit/text.ts';
import { isPrinted, sameError, type Failure } from './failure.ts';
import { isMisplaced, isSaid, isUnmade, type Sought } from './misplaced.ts';
import { isBad, type Run } from './replay.ts';

export interface Known {
  /** Is or was it committed? Folders count where nobody but the code can have named it. */
  wasThere(file: string, mayBeFolder?: boolean): Promise<boolean>;
  /** Had it a text when last committed? */
  wasFull(file: string): Promise<boolean>;
  readonly tree: SourceTree;
  /** The project's folder, absolute. */
  readonly project: string;
}

export interface Lost {
  readonly error: ErrorReport;
  /** Which of the requests it fails. */
  readonly request: number;
  /** What the code of before the last change did, where it is a route that is lost. */
  readonly past?: Run;
}

/**
 * What was asked for is answered 4xx, and the file that would have been the answer is not there; or a file is left out that is known to have been
 * there, or lies elsewhere now. What a client's path alone names (`/uploads/9.png`), and nothing of the project leads to, need never have been there.
 */
export async function lostFile(run: Run, requests: readonly CapturedRequest[], known: Known): Promise<Lost | null> {
  const refused = run.answers.findIndex((answer) => isRefused(answer));
  const request = Math.max(refused, 0);
  const url = requests[request]?.url;
  if (url === undefined || run.answers.some(isBad)) return null;
  const { asked, before } = run.lost;
  const isLed = refused >= 0 && isLinked(known.tree, url);
  // What is answered all the same is no such answer where the server tells that it went without the file.
  const ways = asked.map((error) => {
    const isTold = refused < 0 && fileIn(error, known.project)?.startsWith('..') === false && isPrinted(error, run);
    return { error, way: refused < 0 ? Number(isTold) : wayTo(error, { url, isLed }, known) };
  });
  const meant = ways.filter(({ way }) => way > 0).sort((one, other) => one.way - other.way)[0]?.error;
  if (meant !== undefined) return { error: meant, request };
  const damaged = await damagedFile([...asked, ...before], known);
  if (damaged !== null) return { error: damaged, request };
  const sought = soughtIn(run, url, known);
  for (const { file, error, served } of sought)
    if (await known.wasThere(file, served === null)) return { error, request };
  // What is answered all the same may go without what the client's own path named.
  const odd = sought.filter(({ served }) => refused >= 0 || served === null);
  const misplaced = odd.find((each) => isAmiss(each, known));
  return misplaced === undefined ? null : { error: misplaced.error, request };
}

/** Of a start that ended without a word: a file or folder that it did without, and that was there or lies elsewhere. */
export async function lostAtStart(run: Run, known: Known): Promise<ErrorReport | null> {
  const damaged = await damagedFile([...run.lost.before, ...run.lost.asked], known);
  if (damaged !== null) return damaged;
  const sought = soughtIn(run, '/', known).filter(({ error }) => isDirect(error, known.project));
  for (const { file, error } of sought) if (await known.wasThere(file, true)) return error;
  return sought.find((each) => isAmiss(each, known))?.error ?? null;
}

interface Asked extends Sought {
  readonly error: ErrorReport;
}

/** Each file that was asked for in vain, once. */
function soughtIn({ lost: { asked, before } }: Run, url: string, { project, tree }: Known): Asked[] {
  const files = new Map([...asked, ...before].map((error) => [fileIn(error, project) ?? '', error]));
  const named = new Set(asked.map((error) => fileIn(error, project)));
  return [...files].flatMap(([file, error]) => {
    // `/kb` is answered with what lies in `content/kb`: the code says that name itself.
    const isOwn = isDirect(error, project) && isSaid(tree, file, null);
    const served = named.has(file) && !isOwn ? rootOf(file, url) : null;
    return file === '' || file.startsWith('..')
      ? []
      : [{ file, error, served, all: [...files.keys()], callers: callers(error, project) }];
  });
}

function isAmiss(asked: Asked, known: Known): boolean {
  const { error } = asked;
  const isWritten = / open '/.test(error.message);
  return (isWritten && isUnmade(known.tree, asked)) || (isMisplaced(known.tree, asked) && isOwnLook(asked, known));
}

/** What own code read, that does not parse, or is empty and had a text: who goes without says nothing of it. */
async function damagedFile(errors: readonly ErrorReport[], known: Known): Promise<ErrorReport | null> {
  const { project, tree } = known;
  for (const error of errors.filter((each) => each.name === 'SyntaxError')) {
    const file = posix.relative(project, error.message.split(': ')[0] ?? '');
    const text = tree.read(file);
    if (text === null || file.startsWith('..')) continue;
    const isWrong =
      text.trim() === '' ? await known.wasFull(file) : isDirect(error, project) && !isOtherJson(tree, text);
    if (isWrong) return error;
  }
  return null;
}

/** Comments and marks that the code knows how to read. */
function isOtherJson(tree: SourceTree, text: string): boolean {
  const knows = text.startsWith('\uFEFF')
    ? /feff|strip-?bom/i
    : /json5|jsonc|hjson|strip-?(?:json-)?comments|comment-json/i;
  return tree.files.some((path) => isCodeFile(path) && !isTest(path) && knows.test(tree.read(path) ?? ''));
}

/** The files that called, the last one first: project-relative, with `..` where they lie outside. */
function callers({ stack }: ErrorReport, project: string): string[] {
  return stack.split('\n').flatMap((line) => {
    const [, file] = /^\s+at .*?((?:\/[^/():]+)+):\d+:\d+\)?$/.exec(line) ?? [];
    return file === undefined ? [] : [posix.relative(project, file)];
  });
}

/** Own code asked for it, and no package. */
function isDirect(error: ErrorReport, project: string): boolean {
  const [last = '..'] = callers(error, project);
  return !last.startsWith('..') && !last.includes('node_modules/');
}

/** The project's own code looked for it, or says a name in its path: a tool looks for much that need not be there. */
function isOwnLook({ file, error }: Asked, { project, tree }: Known): boolean {
  if (isDirect(error, project)) return true;
  return file.split('/').some((_, at, parts) => isSaid(tree, parts.slice(0, at + 1).join('/'), null));
}

/** How the file was meant, the likeliest first: 1 by a path that the code has, 2 by a link, and a near name lies beside it, 3 below a folder that is not there, 4 by a link; 0 not at all. */
function wayTo(error: ErrorReport, { url, isLed }: { url: string; isLed: boolean }, { project, tree }: Known): number {
  const file = fileIn(error, project);
  const root = file === null ? '' : rootOf(file, url);
  if (file === null || root === null) return file === null ? 0 : 1;
  if (isWritten(tree, file, url)) return 1;
  const linked = isLed && posix.extname(file) !== '';
  const beside = tree.list(posix.dirname(file).replace(/^\.$/, ''));
  if (linked && nearest(posix.basename(file), beside) !== null) return 2;
  if ((root !== '' && !tree.exists(root)) || (isDirect(error, project) && isFolderGone(tree, file))) return 3;
  return linked ? 4 : 0;
}

/** The code has the file's whole name, and the client only says a part of it: `/handbook`, which sends `'handbook.txt'`. */
function isWritten(tree: SourceTree, file: string, url: string): boolean {
  const name = posix.basename(file);
  const isSaid = posix.extname(name) === '' || decoded(url.split('?')[0] ?? '').endsWith(posix.extname(name));
  const written = new RegExp(`['"\`/]${escapeRegExp(name)}['"\`]`);
  return !isSaid && tree.files.some((path) => isCodeFile(path) && !isTest(path) && written.test(tree.read(path) ?? ''));
}

/** `data/nights` is not there, of which the code speaks, whatever the client asked for of it; routes and imports speak of something else. */
function isFolderGone(tree: SourceTree, file: string): boolean {
  const parts = file.split('/');
  const gone = parts.findIndex((_, at) => !tree.exists(parts.slice(0, at + 1).join('/')));
  if (gone < 0 || gone === parts.length - 1) return false;
  const name = escapeRegExp(parts[gone] ?? '');
  const said = new RegExp(`(?<=['"\`])(?:\\w[\\w.-]*/)*${name}(?:/[\\w./-]*)?(?=['"\`])`);
  return tree.files.some((path) => isCodeFile(path) && !isTest(path) && said.test(tree.read(path) ?? ''));
}

/** A text of the project, tests aside, leads there. */
function isLinked(tree: SourceTree, url: string): boolean {
  const leads = leadsTo(decoded(url.split('?')[0] ?? ''));
  return tree.files.some((path) => !isTest(path) && leads(tree.read(path) ?? ''));
}

export function lostFailure(run: Run, lost: Lost | null): Failure | null {
  const isRoute = lost?.error.code === noRouteCode && run.answers[lost.request]?.status === 404;
  const all = [...run.lost.asked, ...run.lost.before, ...(isRoute ? [lost.error] : [])];
  const error = all.find((one) => lost !== null && (sameError(one, lost.error) || isBeside(one, lost.error)));
  if (lost === null || error === undefined) return null;
  const answer = run.answers[lost.request] ?? null;
  const never = { exit: null, exitMs: null, beforeReady: false };
  return { ...never, kind: 'error', error, stderr: run.stderr, answer, request: lost.request };
}

/** Asked for in the same way and folder, by a name that is another one each time. */
function isBeside(one: ErrorReport, other: ErrorReport): boolean {
  const [told, before] = [one, other].map(({ message }) => message.slice(0, message.lastIndexOf('/')));
  return one.code === 'ENOENT' && told === before;
}

/** Of what the server asked for in vain as it started, what it told of and went on without: a failure that shows later may come of it. Its start may go on while it is asked already. */
export function missedEarly(run: Run): ErrorReport[] {
  const told = [...run.lost.before, ...run.lost.asked].filter((error) => isPrinted(error, run));
  return told.filter((error, at) => told.findIndex((each) => each.message === error.message) === at);
}

/** A failure of which the answer did not tell is gone where it is another one now, and a good one. */
export function stillLost(failure: Failure | null, index: number, answer: Answer): string | null {
  const before = failure?.answer;
  if (before == null || failure?.request !== index || isBad(before)) return null;
  if (isRefused(answer)) return `is still answered ${answer.status}`;
  return answer.status === before.status && answer.body === before.body ? 'is answered as before' : null;
}

/** The server told of the file that it went without: once it is found, the answer may be as before. */
export function isTold(failure: Failure | null): boolean {
  const { error, answer, stderr } = failure ?? { error: null, answer: null, stderr: '' };
  return error !== null && answer !== null && !isBad(answer) && !isRefused(answer) && stderr.includes(error.message);
}

export function isFoundNow(failure: Failure | null, run: Run): boolean {
  const now = [...run.lost.asked, ...run.lost.before];
  return isTold(failure) && !now.some((each) => each.message === failure?.error?.message);
}

function isRefused({ status }: Answer): boolean {
  return status !== null && status >= 400 && status < 500;
}

/** Project-relative; with `..` where it lies outside and ends in what the project has. Names with a dot before them are looked for by tools. */
function fileIn({ message }: ErrorReport, project: string): string | null {
  const named = /, \w+ '(.+)'$/.exec(message)?.[1];
  const file = named === undefined ? null : posix.relative(project, named);
  return file === null || posix.basename(file).startsWith('.') ? null : file;
}

/** What lies before the part of the file's path that the client named; null where it named none of it. */
function rootOf(file: string, url: string): string | null {
  const asked = partsOf(decoded(url.split('?')[0] ?? ''));
  const parts = partsOf(file);
  let common = 0;
  while (common < asked.length && bare(asked.at(-1 - common)) === bare(parts.at(-1 - common))) common += 1;
  return common === 0 ? null : parts.slice(0, parts.length - common).join('/');
}

const partsOf = (text: string): string[] => text.split('/').filter((part) => part !== '');

const bare = (part = ''): string => part.replace(/\.\w+$/, '');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // `%` alone
  }
}
