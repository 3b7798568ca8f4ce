/** Turns what was thrown into plain data and folds storms: at most 50 lines a second leave the process, the rest is counted. */

import { guard, read } from './guard.cts';
import type { CapturedRequest, ErrorReport, Message } from './words.cts';

/** The keeper's own questions, which say nothing about clients: is it well (`health`), and how does a route do (`route`; SEN-8)? */
export type Probe = 'health' | 'route';

export type How = 'response' | 'rejection' | 'exception' | 'swallowed' | 'socket';

/** One failure as the parts see it; texts and bodies are only taken from it when it is sent. */
export interface Failure {
  readonly error: unknown;
  readonly how: How;
  readonly status: number | null;
  /** Which of the keeper's own questions it failed on; null for a client's request, or none. */
  readonly probe: Probe | null;
  readonly method: string | null;
  readonly route: string | null;
  readonly request: () => CapturedRequest | null;
  readonly client: () => string | null;
}

interface Folded {
  failure: Failure;
  /** Lines sent and occurrences not yet said, in this second. */
  sent: number;
  count: number;
}

const linesPerSecondMax = 50;
const linesPerKeyMax = 5;
/** Formatting a stack costs about 10 µs, with source maps ten times that. */
const stacksPerSecondMax = 200;
const keysMax = 1000;
const messageMax = 4096;
const stackMax = 16 * 1024;
const causesMax = 5;
const every = setInterval;

/** What a failing error handler was handling. */
const met = new WeakMap<object, unknown>();
const waiting = new Map<string, Folded>();
/** Top frame last seen for a name and message, for when stacks are too dear to read. */
const frames = new Map<string, string>();
let linesLeft = linesPerSecondMax;
let stacksLeft = stacksPerSecondMax;
let timer: NodeJS.Timeout | null = null;
let outlet: (message: Message) => void = () => undefined;
let onFailure: (error: unknown) => void = () => undefined;

/** Says where reports go, and who wants to know the error object itself. */
export function reportTo(send: (message: Message) => void, see: (error: unknown) => void): void {
  outlet = send;
  onFailure = see;
}

export function report(failure: Failure): void {
  onFailure(failure.error);
  timer ??= every(() => guard('errors', tick), 1000).unref();
  const key = keyOf(failure);
  // Past the bound one key stands for all that is new.
  const spot = waiting.has(key) || waiting.size < keysMax ? key : '';
  const folded = waiting.get(spot) ?? { failure, sent: 0, count: 0 };
  waiting.set(spot, folded);
  if (linesLeft === 0 || folded.sent >= linesPerKeyMax) {
    folded.count += 1;
    return;
  }
  linesLeft -= 1;
  folded.sent += 1;
  outlet(lineOf(failure, 1));
}

/** A new second: what was counted goes out, oldest first, as far as the second's lines reach. */
function tick(): void {
  linesLeft = linesPerSecondMax;
  stacksLeft = stacksPerSecondMax;
  if (frames.size > keysMax) frames.clear();
  for (const [key, { failure, count }] of waiting) {
    if (count > 0 && linesLeft === 0) continue;
    waiting.delete(key);
    if (count === 0) continue;
    linesLeft -= 1;
    outlet(lineOf(failure, count));
  }
  if (waiting.size > 0 || timer === null) return;
  clearInterval(timer);
  timer = null;
}

/** Sends what is counted but not yet said; for the last moment of the process. */
export function flush(): void {
  for (const { failure, count } of waiting.values()) if (count > 0) outlet(lineOf(failure, count));
  waiting.clear();
}

function lineOf(failure: Failure, count: number): Message {
  const { how, route, method, status, probe } = failure;
  const error = failure.error === undefined ? null : describe(failure.error);
  const line = { t: 'error', error, request: failure.request(), route, method, status, how, count };
  return { ...line, client: failure.client(), ...(probe === null ? {} : { probe }) };
}

/** What our own questions met is never counted with what clients did. */
function keyOf(failure: Failure): string {
  return failure.probe === null ? clientKey(failure) : `${failure.probe} ${clientKey(failure)}`;
}

function clientKey({ error, how, route, method, status }: Failure): string {
  if (error === undefined) return `${how} ${method} ${route} ${status}`;
  const text = `${String(read(error, 'name'))} ${template(messageOf(error))}`;
  const known = frames.get(text);
  if (stacksLeft <= 0) return `${text} ${known ?? '?'}`;
  stacksLeft -= 1;
  const frame = topFrame(read(error, 'stack'));
  frames.set(text, frame);
  return `${text} ${frame}`;
}

/** A message without what differs from case to case. */
function template(message: string): string {
  return message
    .slice(0, 300)
    .replace(/(["'`]).*?\1/g, '?')
    .replace(/\d+/g, '#');
}

function topFrame(stack: unknown): string {
  if (typeof stack !== 'string') return '';
  const at = stack.indexOf('\n    at ');
  return at < 0 ? '' : stack.slice(at + 8, at + 208).split('\n', 1)[0]!;
}

/** The hook's own frames say nothing about the app. */
function withoutUs(stack: string): string {
  if (!stack.includes(__dirname)) return stack;
  return stack
    .split('\n')
    .filter((line) => !line.includes(__dirname))
    .join('\n');
}

function messageOf(error: unknown): string {
  const message = read(error, 'message');
  if (typeof message === 'string') return message;
  if (typeof error === 'object' && error !== null) return Object.prototype.toString.call(error);
  return String(error);
}

/** Of an answer that a client library was given; what `http-errors` made (it says whether to `expose` it) is to be answered, not given. */
function statusOf(error: unknown): { status?: number } {
  if (read(error, 'expose') !== undefined) return {};
  for (const at of [error, read(error, 'response'), read(error, 'meta'), read(error, '$metadata')]) {
    for (const key of ['status', 'statusCode', 'httpStatusCode']) {
      const status = read(at, key);
      if (Number.isInteger(status)) return { status: status as number };
    }
  }
  return {};
}

/** `error` is the failure of an error handler, which was handling `cause`. */
export function metWhile(error: object, cause: unknown): void {
  met.set(error, cause);
}

/** Plain data of anything that can be thrown; an AggregateError's first error stands in for a missing cause. */
export function describe(error: unknown, depth = 0): ErrorReport {
  const [name, code, stack] = [read(error, 'name'), read(error, 'code'), read(error, 'stack')];
  const many = read(error, 'errors');
  const cause = read(error, 'cause') ?? (Array.isArray(many) ? many[0] : met.get(error as object));
  return {
    name: typeof name === 'string' ? name.slice(0, 200) : `thrown ${typeof error}`,
    message: messageOf(error).slice(0, messageMax),
    code: typeof code === 'string' || typeof code === 'number' ? String(code).slice(0, 100) : null,
    ...statusOf(error),
    stack: typeof stack === 'string' ? withoutUs(stack.slice(0, stackMax * 2)).slice(0, stackMax) : '',
    cause: cause === undefined || cause === null || depth >= causesMax ? null : describe(cause, depth + 1),
  };
}
