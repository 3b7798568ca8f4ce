/** Notes what comes in cheaply enough for the hot path, and reports answers of 500 and above with the request that led there, but those that are meant: 501, or 503 with `Retry-After`, without an error. */

import buffer from 'node:buffer';
import http from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { enter, isOver, takenUp } from './flight.cts';
import { guard, isOn, patch, read } from './guard.cts';
import { normalisePath, withMount } from './routes.cts';
import { metWhile, report } from './reports.cts';
import type { Probe } from './reports.cts';
import type { CapturedRequest } from './words.cts';

/** Body as far as the app has read it. */
interface Recorded {
  readonly chunks: Buffer[];
  bytes: number;
  cut: boolean;
}

type Recording = IncomingMessage & { [body]?: Recorded };

interface Seen {
  readonly error: unknown;
  readonly route: string | null;
}

/** On refusals of our own (see shed.cts): they are no failure of the app. */
const shedHeader = 'x-kintsugi-shed';
const bodyBytesMax = 256 * 1024;
const body = Symbol('kintsugi body');
let clock: () => number = () => 0;
let onTimed: (response: ServerResponse, status: number, ms: number) => void = () => undefined;
/** So many of the requests to come are timed; the others pay one comparison. */
let timing = 0;
/** Answers without a head that are timed, and since when. Beside them, not on them: objects of two shapes would make every request of the app dearer. */
const timed = new Map<ServerResponse, number>();
const timedMax = 256;
let failed = 0;
let draining = false;

/** Errors that framework hooks saw, by raw request; the first one is the root, unless what handles errors fails itself. */
const seen = new WeakMap<object, Seen>();
const noted = new WeakSet<object>();
/** Which request an error object was last reported for: it passes several hooks and is told once. */
const told = new WeakMap<object, object | null>();
const unsaid = new Set<() => void>();
let patternOf: (method: string, path: string) => string | null = () => null;
let lastResort: (response: ServerResponse) => unknown = () => undefined;
let onNoted: (request: unknown, error: unknown) => void = () => undefined;
let lookAround: (response: ServerResponse) => void = () => undefined;
/** The first answers show frameworks that hide behind a listener of the app's own. */
let curious = 8;

export function counters(): { served: number; failed: number } {
  return { served: takenUp(), failed };
}

/** From now on every answer closes its connection. */
export function closeConnections(): void {
  draining = true;
}

/** Hooks for frameworks that do not leave their pattern, or their error, with the request. */
export function askFrameworks(ask: {
  pattern: typeof patternOf;
  error: typeof lastResort;
  look: typeof lookAround;
}): void {
  patternOf = ask.pattern;
  lastResort = ask.error;
  lookAround = ask.look;
}

/** Told of each error that a framework hook sees. */
export function whenNoted(tell: typeof onNoted): void {
  onNoted = tell;
}

/** A framework hook saw `error` while `request` was handled. */
export function noteError(request: unknown, error: unknown, route: string | null): void {
  onNoted(request, error);
  const isNew = typeof error === 'object' && error !== null && !noted.has(error);
  for (
    let one = error, depth = 0;
    typeof one === 'object' && one !== null && depth < 5;
    one = read(one, 'cause'), depth++
  )
    noted.add(one);
  if (typeof request !== 'object' || request === null) return;
  const before = seen.get(request);
  if (before === undefined) seen.set(request, { error, route: route ?? routeOf(request as IncomingMessage) });
  else if (isNew && isSlip(error)) {
    metWhile(error, before.error);
    seen.set(request, { ...before, error });
  }
}

/** What the language throws at a mistake: of an error handler it is a failure of its own, anything else an error worded anew. */
export function isSlip(error: unknown): boolean {
  return /^(?:Type|Reference|Range)Error$/.test(String(read(error, 'name'))) && (read(error, 'cause') ?? null) === null;
}

/** True for an error, or the cause of one, that a framework has shown together with its request. */
export function isNoted(error: object): boolean {
  return noted.has(error);
}

/** True the first time an error object is told for a request (or without one). */
export function isNews(error: unknown, request: object | null): boolean {
  if (typeof error !== 'object' || error === null) return true;
  const before = told.get(error);
  if (before !== undefined && (before === null || request === null || before === request)) return false;
  told.set(error, request);
  return true;
}

export function watchRequests(): void {
  const responses = http.ServerResponse.prototype;
  patch(responses, 'assignSocket', takeUp);
  patch(responses, 'writeHead', answer as never);
  patch(http.IncomingMessage.prototype, 'push', record as never);
}

type AssignSocket = ServerResponse['assignSocket'];

function takeUp(original: AssignSocket): AssignSocket {
  return function assignSocket(this: ServerResponse, socket) {
    const result = original.call(this, socket);
    begins(this, socket);
    return result;
  };
}

function begins(response: ServerResponse, socket: Socket | null): void {
  if (timing > 0) time(response);
  enter(response, socket);
}

type WriteHead = (this: ServerResponse, status: number, reason: unknown, headers: unknown) => ServerResponse;

/** Explicit and implicit heads both pass here; below 500 this is a few comparisons. No closures: each would cost every request a place to keep what it names. */
function answer(original: WriteHead): WriteHead {
  return function writeHead(this: ServerResponse, status, reason, headers) {
    if (timed.size > 0) headBegins(this, status, reason);
    if (draining) this.shouldKeepAlive = false;
    if (curious > 0) look(this);
    if (status >= 500 && !this.headersSent) fails(this, Number(status), typeof reason === 'string' ? headers : reason);
    return original.call(this, status, reason, headers);
  };
}

function look(response: ServerResponse): void {
  curious -= 1;
  guard('errors', () => lookAround(response));
}

function fails(response: ServerResponse, status: number, headers: unknown): void {
  guard('capture', () => noteFailure(response, status, headers));
}

let sawHttp2 = false;

/** HTTP/2 has classes of its own, loaded only where the app does so. */
export function watchHttp2(): void {
  if (sawHttp2) return;
  sawHttp2 = true;
  const http2: typeof import('node:http2') = require('node:http2');
  patch(http2.Http2ServerResponse.prototype, 'writeHead', answer as never);
  patch(http2.Http2ServerRequest.prototype, 'push', record as never);
}

/** Only beside listeners of the app: one of ours alone would take up what Node leaves to `stream` listeners. */
export function enterHttp2(server: Server): void {
  if (server.listenerCount('request') === 0) return;
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    if (!(response instanceof http.ServerResponse)) guard('capture', () => begins(response, null));
  });
}

type Push = (this: Recording, chunk: Buffer | null, encoding?: BufferEncoding) => boolean;

/** `method` is null on answers that the app receives as a client: those are not recorded. */
function record(original: Push): Push {
  return function push(this: Recording, chunk, encoding) {
    if (chunk !== null && this.method !== null && isOn('capture')) comesIn(this, chunk);
    return original.call(this, chunk, encoding);
  };
}

function comesIn(request: Recording, chunk: Buffer): void {
  guard('capture', () => keep(request, chunk));
}

function keep(request: Recording, chunk: Buffer): void {
  const recorded = (request[body] ??= { chunks: [], bytes: 0, cut: false });
  if (recorded.cut) return;
  recorded.bytes += chunk.length;
  if (recorded.bytes > bodyBytesMax) recorded.cut = true;
  else recorded.chunks.push(chunk);
}

function isRefusal(headers: unknown): boolean {
  return typeof headers === 'object' && headers !== null && shedHeader in headers;
}

/** `Retry-After`: whoever closes for a while says for how long, what fails does not. */
function saysWhen(response: ServerResponse, headers: unknown): boolean {
  const given = Array.isArray(headers) ? headers.filter((_, at) => at % 2 === 0) : Object.keys(Object(headers));
  return response.hasHeader('retry-after') || given.some((name) => String(name).toLowerCase() === 'retry-after');
}

/** The head is about to be written; the body may still be coming in, so the report waits for the end of the answer. */
function noteFailure(response: ServerResponse, status: number, headers: unknown): void {
  if (isRefusal(headers)) return;
  const request: Recording = response.req;
  const route = routeOf(request);
  const probe = probeOf(request);
  if (probe === null) failed += 1;
  // At least an empty record, so that the sweep of the ring cannot drop what comes later.
  const stray = seen.has(request) ? undefined : lastResort(response);
  const isMeant = status === 501 || (status === 503 && saysWhen(response, headers));
  const say = (): void => {
    if (!unsaid.delete(say)) return;
    const { error, route: better } = seen.get(request) ?? { error: stray, route: null };
    if (error === undefined ? isMeant : !isNews(error, request)) return;
    report({
      error,
      how: 'response',
      status,
      probe,
      method: request.method ?? null,
      route: better ?? route,
      request: () => captured(request),
      client: () => clientOf(request),
    });
  };
  unsaid.add(say);
  response.once('close', () => guard('capture', say));
}

/** Answers whose end was not reached: said now, because the process ends. */
export function sayRest(): void {
  for (const say of [...unsaid]) say();
}

function time(response: ServerResponse): void {
  timing -= 1;
  timed.set(response, clock());
}

function headBegins(response: ServerResponse, status: number, headers: unknown): void {
  const takenMs = timed.get(response);
  if (takenMs === undefined) return;
  timed.delete(response);
  if (!isRefusal(headers)) guard('capture', () => onTimed(response, status, clock() - takenMs));
}

/** The next `count` requests are timed, by `now` in milliseconds, until their heads begin. */
export function timeAnswers(count: number, now: () => number, tell: typeof onTimed): void {
  for (const response of timed.keys()) if (isOver(response)) timed.delete(response);
  [timing, clock, onTimed] = [Math.min(count, timedMax - timed.size), now, tell];
}

/** By the name that each goes by. Random and told on the keeper's own socket, so no client can pass for one. */
let probes: ReadonlyMap<unknown, Probe> = new Map();

export function knowProbes(agents: Readonly<Partial<Record<Probe, unknown>>>): void {
  probes = new Map(Object.entries(agents).map(([probe, agent]) => [agent, probe as Probe]));
}

/** Null for what a client asked. */
export function probeOf({ headers }: IncomingMessage): Probe | null {
  const agent = headers['user-agent'];
  return agent === undefined ? null : (probes.get(agent) ?? null);
}

export function captured(request: Recording): CapturedRequest {
  const { chunks = [], bytes = 0, cut = false } = request[body] ?? {};
  const whole = Buffer.concat(chunks);
  const announced = Number(request.headers['content-length'] ?? 0);
  const chunked = request.headers['transfer-encoding'] !== undefined;
  const text = buffer.isUtf8(whole);
  return {
    method: request.method ?? 'GET',
    url: urlOf(request),
    headers: headersOf(request),
    body: whole.length === 0 ? null : whole.toString(text ? 'utf8' : 'base64'),
    bodyEncoding: text ? 'utf8' : 'base64',
    truncated: cut || bytes < announced || (chunked && !request.complete),
    ...portOf(request),
  };
}

/** Nothing where it came by a path, or the connection is closed. */
function portOf(request: IncomingMessage): { readonly port?: number } {
  const port = request.socket?.localPort;
  return port === undefined ? {} : { port };
}

/** HTTP/2 puts method, path and host among the headers, with a colon. */
function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const plain = Object.entries(headers).filter(([name]) => !name.startsWith(':'));
  const host = headers[':authority'];
  if (host !== undefined && headers.host === undefined) plain.push(['host', host]);
  return Object.fromEntries(plain.map(([name, value]) => [name, String(value)]));
}

/** Express and Koa shorten `url` while a mounted part runs and leave the whole in `originalUrl`. */
function urlOf(request: IncomingMessage): string {
  const original = read(request, 'originalUrl');
  return typeof original === 'string' ? original : (request.url ?? '/');
}

/** A hash, so that two clients can be told apart and none be named. */
export function clientOf(request: IncomingMessage): string | null {
  const address = request.socket?.remoteAddress;
  if (address === undefined) return null;
  const crypto: typeof import('node:crypto') = require('node:crypto');
  return crypto.createHash('sha256').update(`${address} ${salt}`).digest('hex').slice(0, 16);
}

let salt = '';

export function saltClients(boot: string): void {
  salt = boot;
}

/** The framework's pattern where it left one with the request, else the path with ids taken out (SEN-4). */
export function routeOf(request: IncomingMessage): string {
  const path = urlOf(request).split('?', 1)[0]!;
  const pattern = read(read(request, 'route'), 'path');
  if (typeof pattern === 'string') return withMount(pattern, path);
  return patternOf(request.method ?? 'GET', path) ?? normalisePath(path);
}
