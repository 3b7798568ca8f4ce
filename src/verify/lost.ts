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
import { isBad, type Run } from './replay.ts';

export interface Known {
  /** Is or was it committed? */
  wasThere(file: string): Promise<boolean>;
  readonly tree: SourceTree;
  /** The project's folder, absolute. */
  readonly project: string;
}

export interface Lost {
  readonly error: ErrorReport;
  /** Which of the requests it fails. */
  readonly request: number;
  /** What the code of before the last change did, where it had a route for it; null where a file is lost. */
  readonly past: Run | null;
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
  if (meant !== undefined) return { error: meant, request, past: null };
  const files = new Map([...asked, ...before].map((error) => [fileIn(error, known.project), error]));
  for (const [file, error] of files)
    if (file !== null && !file.startsWith('..') && (await known.wasThere(file))) return { error, request, past: null };
  for (const [file, error] of refused < 0 ? [] : files)
    if (file !== null && isMisplaced(known.tree, file)) return { error, request, past: null };
  return null;
}

const data = /\.(?:json|jsonl|ndjson|ya?ml|[ct]sv)$/;

/** Data of that name lie in one other folder, or beside it under a near name that no source says: who looks for them goes without. */
function isMisplaced(tree: SourceTree, file: string): boolean {
  if (file.startsWith('..') || !data.test(file)) return false;
  const { base, dir, ext } = posix.parse(file);
  const [moved, more] = tree.files.filter((each) => posix.basename(each) === base);
  if (moved !== undefined) return more === undefined;
  const beside = tree.list(dir).filter((each) => posix.extname(each) === ext);
  const near = nearest(base, beside);
  // `en.json` for `en-US.json` is what it falls back to.
  return near !== null && Math.abs(near.length - base.length) < 2 && !isSaid(tree, posix.parse(near).name);
}

/** A text of the code is that name, with its ending or without. */
function isSaid(tree: SourceTree, name: string): boolean {
  const said = new RegExp(`['"\`/]${escapeRegExp(name)}(?:\\.\\w+)?['"\`]`);
  return tree.files.some((path) => isCodeFile(path) && !isTest(path) && said.test(tree.read(path) ?? ''));
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
  if ((root !== '' && !tree.exists(root)) || isFolderGone(tree, file)) return 3;
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
  const error = lost === null ? undefined : all.find((one) => sameError(one, lost.error));
  if (lost === null || error === undefined) return null;
  const answer = run.answers[lost.request] ?? null;
  const never = { exit: null, exitMs: null, beforeReady: false };
  return { ...never, kind: 'error', error, stderr: run.stderr, answer, request: lost.request };
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
