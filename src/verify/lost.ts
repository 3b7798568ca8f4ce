/** A failure that no answer tells of, where a person says that there is one: a file of the project that is asked for in vain (CLI-6). */
import { posix } from 'node:path';
import type { Answer, CapturedRequest, ErrorReport } from '../incident/nouns.ts';
import { sameError, type Failure } from './failure.ts';
import { isBad, type Run } from './replay.ts';

export interface Known {
  /** Is or was it committed? */
  wasThere(file: string): Promise<boolean>;
  isThere(folder: string): boolean;
  /** The project's folder, absolute. */
  readonly project: string;
}

interface Lost {
  readonly error: ErrorReport;
  /** Which of the requests it fails. */
  readonly request: number;
}

/**
 * What was asked for is answered 4xx, and the file that would have been the answer is not there; or a file is left out that is known to have been
 * there. What a client's path alone names (`/uploads/9.png`) need never have been there.
 */
export async function lostFile(run: Run, requests: readonly CapturedRequest[], known: Known): Promise<Lost | null> {
  const refused = run.answers.findIndex((answer) => isRefused(answer));
  const request = Math.max(refused, 0);
  const url = requests[request]?.url;
  if (url === undefined || run.answers.some(isBad)) return null;
  const { asked, before } = run.lost;
  const meant = refused < 0 ? undefined : asked.find((error) => isMeant(error, url, known));
  if (meant !== undefined) return { error: meant, request };
  const files = new Map([...asked, ...before].map((error) => [fileIn(error, known.project), error]));
  for (const [file, error] of files) if (file !== null && (await known.wasThere(file))) return { error, request };
  return null;
}

/** By a path that the code has, or below a folder that is not there. */
function isMeant(error: ErrorReport, url: string, known: Known): boolean {
  const file = fileIn(error, known.project);
  const root = file === null ? '' : rootOf(file, url);
  return root === null || (root !== '' && !known.isThere(root));
}

export function lostFailure(run: Run, lost: Lost | null): Failure | null {
  const all = [...run.lost.asked, ...run.lost.before];
  const error = lost === null ? undefined : all.find((one) => sameError(one, lost.error));
  if (lost === null || error === undefined) return null;
  const answer = run.answers[lost.request] ?? null;
  const never = { exit: null, exitMs: null, beforeReady: false };
  return { ...never, kind: 'error', error, stderr: run.stderr, answer, request: lost.request };
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

/** Project-relative. Names with a dot before them are looked for by tools. */
function fileIn({ message }: ErrorReport, project: string): string | null {
  const named = /, \w+ '(.+)'$/.exec(message)?.[1];
  const file = named === undefined ? null : posix.relative(project, named);
  return file === null || file.startsWith('..') || posix.basename(file).startsWith('.') ? null : file;
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
