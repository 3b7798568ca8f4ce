/** Why a process ended, told from what it left behind. Pure (SEN-1, SUP-2, SUP-5). */
import { constants } from 'node:os';
import type { Captured, CapturedRequest, ErrorReport, Signal } from '../incident/nouns.ts';
import { sha256 } from '../kit/hash.ts';
import type { Holding } from '../kit/ports.ts';
import { endedWell } from './restarts.ts';

export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
  /** Set where the program could not be started at all (`ENOENT` …). */
  readonly spawnError: string | null;
}

/** What the hook wrote at the very end; its requests are the newest first. */
export interface LastWords extends Captured {
  readonly ppid: number | null;
  readonly code: number | null;
  readonly error: ErrorReport | null;
}

/** What the keeper itself ended it for; null where it did not. */
export type Asked = 'freeze' | 'memory' | 'health' | 'bereft' | 'swap' | 'stop';

export interface Remains {
  readonly exit: Exit;
  readonly words: LastWords | null;
  /** The last 64 KiB of stderr. */
  readonly tail: string;
  readonly asked: Asked | null;
  /** The kernel's count of out-of-memory kills rose while it lived. */
  readonly oomKilled: boolean;
  /** Who holds the port that it wanted; null where that is not its matter, or not known. */
  readonly holder: Holding | null;
}

export interface Cause {
  /** One line for people. */
  readonly text: string;
  /** A signal that was neither ours nor its own doing. */
  readonly foreign: boolean;
  /** What the healer is told; null where there is nothing to repair. */
  readonly kind: Signal['kind'] | null;
  /** Equal for deaths of the same cause; knows nothing a client could choose. */
  readonly signature: string;
  /** Who holds the port that it wanted. */
  readonly holder: Holding | null;
}

type Told = Omit<Cause, 'holder'>;

/** Sent by people, kernels and service managers; the others (SIGSEGV, SIGABRT …) a program brings on itself. */
const foreignSignals = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGPIPE']);
/** What shells and npm make of a signal that ended their child. */
const foreignCodes = new Map([129, 130, 131, 137, 143].map((code) => [code, `signal ${code - 128}`]));
const heapLimit = /FATAL ERROR: .*(?:heap|allocation|out of memory)/i;
const signalCharsMin = 10;
/** What package managers and shells say when a script ended, and of themselves: nothing of why. */
const ofRunners =
  /^(?:npm (?:notice|warn|WARN)\b.*|npm (?:error|ERR!) (?:code ELIFECYCLE|errno|signal|path|command|workspace|location|Lifecycle script|Exit status|Failed at the|A complete log)\b.*|error Command failed with .*|info Visit https:\/\/yarnpkg\.com.*|[ \u2009]{0,4}ELIFECYCLE\b.*|Killed|Terminated)$/gm;

export function explain(remains: Remains): Cause {
  const { holder } = remains;
  const cause = causeOf(remains);
  return { ...cause, text: holder === null ? cause.text : `${cause.text}; ${holder.text}`, holder };
}

function causeOf(remains: Remains): Told {
  const { exit, words, tail, asked } = remains;
  if (asked === 'bereft') return bereft(words, tail);
  if (asked !== null) return ours(asked);
  if (exit.spawnError !== null) return found(`could not be started: ${exit.spawnError}`, 'spawn', exit.spawnError);
  if (words?.error)
    return found(`ended with ${ended(exit)}: ${headline(words.error)}`, 'crash', signatureOf(words.error, tail));
  if (heapLimit.test(tail)) return found('ran out of heap memory', 'memory', 'heap');
  if (exit.signal === 'SIGKILL' && remains.oomKilled) return found('was killed for want of memory', 'memory', 'oom');
  if (isForeign(exit, words)) {
    return { text: `was killed from outside (${ended(exit)})`, foreign: true, kind: null, signature: 'foreign' };
  }
  if (exit.code === 0) {
    return { text: 'ended by itself with exit code 0', foreign: false, kind: null, signature: endedWell };
  }
  const enough = tail.replace(ofRunners, '').replace(/\s/g, '').length >= signalCharsMin;
  return {
    ...found(`ended with ${ended(exit)}`, 'crash', signatureOf(null, tail, ended(exit))),
    kind: enough ? 'crash' : null,
  };
}

/** The server died; what started it was ended by us. */
function bereft(words: LastWords | null, tail: string): Told {
  const text = 'ended and was not started again by what had started it';
  if (words === null) return { text, foreign: false, kind: null, signature: 'bereft' };
  const why = words.error ? `: ${headline(words.error)}` : '';
  return found(`${text}${why}`, 'crash', signatureOf(words.error, tail));
}

function ours(asked: Exclude<Asked, 'bereft'>): Told {
  const kinds = { freeze: 'freeze', memory: 'memory', health: 'health', swap: null, stop: null } as const;
  return { text: `was ended by kintsugi (${asked})`, foreign: false, kind: kinds[asked], signature: sha256(asked) };
}

function found(text: string, kind: Signal['kind'], about: string): Told {
  return { text, foreign: false, kind, signature: sha256(`${kind} ${about}`) };
}

/** An adopted process that left no word: a signal is all that is known to do that. */
function isForeign(exit: Exit, words: LastWords | null): boolean {
  if (exit.signal !== null) return foreignSignals.has(exit.signal);
  if (exit.code === null) return words === null;
  return words === null && foreignCodes.has(exit.code);
}

/** `exit code 1`, `SIGSEGV`: how it ended, without why. */
export function ended(exit: Exit): string {
  if (exit.signal !== null) return exit.signal;
  return exit.code === null ? 'no word' : `exit code ${exit.code}`;
}

function headline(error: ErrorReport): string {
  const line = error.message.split('\n', 1)[0] ?? '';
  return `${error.name}: ${line}`.slice(0, 200);
}

/** The first line of a stack that is not Node's own, as printed. */
export function ownFrame(stack: string): string | null {
  return /^[ \t]{1,40}at (?!node:|.*\(node:).*$/m.exec(stack)?.[0]?.trim() ?? null;
}

/** Of the requests in flight the one first whose path the stack speaks of most; among equals the newest stays first. */
export function bySuspicion(
  requests: readonly CapturedRequest[],
  error: ErrorReport | null,
): readonly CapturedRequest[] {
  const frames = (error?.stack ?? '').split('\n').filter((line) => /^\s+at (?!.*(?:node:|node_modules))/.test(line));
  const spoken = wordsOf(frames.join(' '));
  const fit = ({ url }: CapturedRequest): number =>
    [...wordsOf(url.split('?', 1)[0] ?? '')].filter((word) => spoken.has(word)).length;
  return requests.toSorted((one, other) => fit(other) - fit(one));
}

/** `listUsers`, `/users/7` and `user.js` share a word. */
function wordsOf(text: string): Set<string> {
  const words = text
    .slice(0, 16_384)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  return new Set(words.filter((word) => word.length > 2).map((word) => word.replace(/(?<=..)s$/, '')));
}

/** Name and place, never the message: messages quote whoever sent the request. */
function signatureOf(error: ErrorReport | null, tail: string, otherwise = ''): string {
  const stack = error?.stack ?? tail;
  const place = ownFrame(stack) ?? /^\S+:\d+$/m.exec(tail)?.[0] ?? '';
  const name = error?.name ?? /^(?:Uncaught )?([A-Z]\w*Error)\b/m.exec(tail)?.[1] ?? otherwise;
  return `${name} ${place}`;
}

/** As a shell would say it: 128 + signal. */
export function exitCode(exit: Exit): number {
  if (exit.spawnError !== null) return 1;
  const numbers: Readonly<Record<string, number | undefined>> = constants.signals;
  return exit.signal === null ? (exit.code ?? 1) : 128 + (numbers[exit.signal] ?? 0);
}

/** The preload itself threw while it loaded: Node names its file at the head of the report, or cannot find it. */
export function brokeInHook(tail: string, hookFolder: string): boolean {
  if (tail.includes(`Cannot find module '${hookFolder}`)) return true;
  return tail.split('\n').some((line) => line.startsWith(`${hookFolder}/`));
}

/** Of the boots that died: what they answered well, the latest first, and whether one died of `GET /`. */
export interface Past {
  readonly good: readonly CapturedRequest[];
  readonly diedOfRoot: boolean;
}

export function pastAfter(past: Past, words: LastWords | null, told: readonly CapturedRequest[]): Past {
  const good = [words?.good ?? [], told, past.good].find(({ length }) => length > 0) ?? [];
  const isOfRoot = ({ method, url }: CapturedRequest): boolean => method === 'GET' && url === '/';
  const diedOfRoot = words !== null && words.error !== null && words.requests.some(isOfRoot);
  return { good, diedOfRoot: diedOfRoot || past.diedOfRoot };
}
