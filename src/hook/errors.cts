/** Process-level failures: what kills the process leaves last words, what the app's own handlers swallow is reported. */

import fs from 'node:fs';
import type { ServerResponse } from 'node:http';

import { guard, patch } from './guard.cts';
import { describe, flush, report } from './reports.cts';
import { answered, unfinished } from './flight.cts';
import { captured, isNews, isSlip, routeOf, sayRest } from './requests.cts';
import { saidError } from './said.cts';
import { isOnMessage, latestMessages, messageInHand, type Suspect as MessageSuspect } from './sockets.cts';
import type { CapturedRequest, RuntimeFacts } from './words.cts';

export interface LastWordsOptions {
  file(): string | null;
  /** True once this process has listened: its words outrank those of helpers. */
  hasListened(): boolean;
  /** Requests that were answered well lately. */
  goodRequests(): CapturedRequest[];
  /** What the debugger saw of this error, or of the last one where none is known; null outside a trial. */
  factsOf(error: unknown): RuntimeFacts | null;
  /** The process ends: from here on only what the app does at its exit runs. */
  leaving(): void;
  /** That has run, too. */
  left(): void;
  /** A process that a server outlives says itself what it dies of, as a failure; called once that has been told. */
  readonly dying?: () => void;
}

const suspectsMax = 8;
const recentMs = 10_000;
const childMs = 2000;

/** The latest process-level error: an exit soon after it is taken to be its doing. */
let latest: { error: unknown; how: 'exception' | 'rejection'; at: number } | null = null;
let written = false;
let options: LastWordsOptions = {
  file: () => null,
  hasListened: () => false,
  goodRequests: () => [],
  factsOf: () => null,
  leaving: () => undefined,
  left: () => undefined,
};

type Emit = (this: NodeJS.Process, type: string, ...args: unknown[]) => boolean;

/** Node asks `process.emit` for each of these, so no listener of ours shows up in the app's counts. */
export function watchProcess(given: LastWordsOptions): void {
  options = given;
  // Who looks at a blocked loop from outside has them written: nothing of the app runs in it any more.
  Object.defineProperty(process, Symbol.for('kintsugi.blocked'), { value: () => guard('process', () => fatal(1)) });
  patch(process, 'emit', ((original: Emit): Emit => {
    return function emit(this: NodeJS.Process, type, ...args) {
      if (type === 'uncaughtException') return uncaught(this, args, original);
      if (type === 'unhandledRejection') return unhandled(this, args, original);
      if (type === 'exit') return exit(this, args, original);
      return original.call(this, type, ...args);
    };
  }) as never);
}

function uncaught(self: NodeJS.Process, args: unknown[], original: Emit): boolean {
  const [error, origin] = args;
  const how = origin === 'unhandledRejection' ? 'rejection' : 'exception';
  guard('process', () => {
    latest = { error, how, at: Date.now() };
    if (process.listenerCount('uncaughtException') === 0) fatal(1);
  });
  let returned = false;
  try {
    const handled = original.call(self, 'uncaughtException', ...args);
    returned = true;
    if (handled) guard('process', () => tell(error, 'swallowed'));
    return handled;
  } finally {
    // The app's handler threw: Node ends the process with 7 and asks nobody again.
    if (!returned) guard('process', () => fatal(7));
  }
}

function unhandled(self: NodeJS.Process, args: unknown[], original: Emit): boolean {
  const [error] = args;
  guard('process', () => {
    latest = { error, how: 'rejection', at: Date.now() };
  });
  const handled = original.call(self, 'unhandledRejection', ...args);
  // Not handled and still alive a turn later: Node was told only to warn.
  if (handled) guard('process', () => tell(error, 'swallowed'));
  else setImmediate(() => guard('process', () => tell(error, 'rejection'))).unref();
  return handled;
}

/** An error that the app lives on with, and no status tells of. */
export function tellSwallowed(error: unknown): void {
  tell(error, 'swallowed');
}

/** Beside messages there is no status to tell of an error: what the app prints of it does. */
export function tellPrinted(error: Error): void {
  if (isSlip(error) && isOnMessage() && unfinished().every(({ headersSent }) => headersSent)) tell(error, 'swallowed');
}

function tell(error: unknown, how: 'swallowed' | 'rejection' | 'exception'): void {
  const [suspect] = suspects();
  if (!isNews(error, null)) return;
  report({
    error: error ?? new Error(String(error)),
    how: suspect?.isMessage === true ? 'socket' : how,
    status: null,
    probe: null, // whose fault it is nobody knows, and a client's must not be missed
    method: suspect?.method ?? null,
    route: suspect?.route?.() ?? null,
    request: () => suspect?.captured() ?? null,
    client: () => null,
  });
}

interface Suspect {
  readonly isMessage?: true;
  readonly method?: string | undefined;
  readonly route?: () => string;
  readonly captured: () => CapturedRequest;
}

/** The most suspect first: a message whose handler threw; what waits for its answer, newest first; messages; streams; and then what was answered a moment ago: a promise that nobody waited for fails after the answer. */
function suspects(): Suspect[] {
  const inHand = messageInHand();
  const asMessage = (one: MessageSuspect): Suspect => ({ ...one, isMessage: true });
  const asRequest = ({ req }: ServerResponse): Suspect => {
    return { method: req.method, route: () => routeOf(req), captured: () => captured(req) };
  };
  const open = unfinished();
  return [
    ...(inHand === null ? [] : [asMessage(inHand)]),
    ...open.filter(({ headersSent }) => !headersSent).map(asRequest),
    ...(inHand === null ? latestMessages().map(asMessage) : []),
    ...open.filter(({ headersSent }) => headersSent).map(asRequest),
    ...answered().map(({ req }) => ({ captured: () => captured(req) })),
  ];
}

function exit(self: NodeJS.Process, args: unknown[], original: Emit): boolean {
  const isReal = Reflect.get(process, '_exiting') === true; // an app may emit the event by itself
  if (isReal) guard('process', options.leaving);
  // Where no error is known, a logger may still have it to say: it writes the rest in its own exit listener.
  const mayHear = latest === null;
  if (!mayHear) guard('process', () => exiting(args[0]));
  try {
    return original.call(self, 'exit', ...args);
  } finally {
    if (mayHear) guard('process', () => exiting(args[0]));
    if (isReal) guard('process', options.left);
  }
}

function exiting(code: unknown): void {
  const exitCode = typeof code === 'number' ? code : Number(process.exitCode ?? 0);
  sayRest();
  flush();
  const guilty = latest !== null && Date.now() - latest.at < recentMs;
  if (exitCode !== 0 || (guilty && !isSaid(latest?.error))) fatal(exitCode);
}

/** An error that was already reported as swallowed does not turn a later clean exit into a crash. */
function isSaid(error: unknown): boolean {
  return !isNews(error, null);
}

/** A wrapper must not cover the words of the server it started: it dies of that death, with or without an error of its own. */
function isSaidBetter(file: string, hasError: boolean): boolean {
  const said: { ppid?: number; at?: string } = JSON.parse(fs.readFileSync(file, 'utf8'));
  return !hasError || (said.ppid === process.pid && Date.now() - Date.parse(said.at ?? '') < childMs);
}

/** Writes the last words, once, synchronously: nothing else gets out of a dying process for certain. */
function fatal(code: number): void {
  if (written) return;
  const cause = latest !== null && Date.now() - latest.at < recentMs ? latest : null;
  if (options.dying !== undefined && cause !== null) {
    tell(cause.error, 'exception');
    options.dying();
  }
  const file = options.file();
  if (file === null) return;
  const listened = options.hasListened();
  if (!listened && fs.existsSync(file) && isSaidBetter(file, cause !== null)) return;
  written = true;
  const words = {
    at: new Date().toISOString(),
    pid: process.pid,
    ppid: process.ppid,
    listened,
    code,
    how: cause?.how ?? 'exit',
    error: cause !== null ? describe(cause.error) : code === 0 ? null : saidError(),
    requests: suspects()
      .slice(0, suspectsMax)
      .map((one) => one.captured()),
    good: guard('capture', options.goodRequests) ?? [],
  };
  const facts = cause === null && code === 0 ? null : options.factsOf(cause?.error);
  fs.writeFileSync(file, `${JSON.stringify(facts === null ? words : { ...words, facts })}\n`, { mode: 0o600 });
}
