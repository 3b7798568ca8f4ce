/** Where each framework lets its errors be seen before the app's own handler turns them into an answer; all of it free until an error comes. */

import channels from 'node:diagnostics_channel';
import events from 'node:events';
import module from 'node:module';
import type { Server, ServerResponse } from 'node:http';
import path from 'node:path';

import { tellPrinted } from './errors.cts';
import { unfinished } from './flight.cts';
import { guard, patch, read } from './guard.cts';
import { reachGraphql, watchGraphql } from './graphql.cts';
import { nowMs } from './loop.cts';
import { isNoted, noteError } from './requests.cts';
import { covers } from './routes.cts';

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

/** Before any framework is loaded. */
export function watchFrameworks(): void {
  channels.subscribe('fastify.initialization', (message) => guard('errors', () => fastify(read(message, 'fastify'))));
  patch(events.prototype, 'listenerCount', koaByListenerCount as never);
  guard('errors', koaCompose);
  printedErrors();
  watchGraphql();
}

let nestDone = false;

/** At a listen the frameworks are loaded and the app hangs on its server. */
export function reachFrameworks(server: Server): void {
  for (const listener of server.listeners('request')) if (isExpress(listener)) express(listener);
  if (nestDone) return;
  nestDone = true;
  nest();
  hono();
  reachGraphql();
}

/** Once a second: routes added after the listen must not come to stand behind our layer. */
export function keepTails(): void {
  for (const app of expressApps) tail(app);
}

// Fastify 4 and 5: onError sees handler, hooks and reply.send(error), whatever setErrorHandler does with it.

const fastifyRoutes: { method: string; url: string }[] = [];
const routesMax = 2000;

function fastify(instance: unknown): void {
  const addHook = read(instance, 'addHook') as AnyFunction;
  addHook.call(instance, 'onError', (request: unknown, _reply: unknown, error: unknown, done: () => void) => {
    guard('errors', () => noteFastify([error, request], error));
    done();
  });
  // What an error handler throws itself passes no hook.
  patch(instance as object, 'setErrorHandler', ((original: AnyFunction): AnyFunction => {
    return function setErrorHandler(this: unknown, handler, ...rest) {
      const watched = typeof handler === 'function' ? observed(handler as AnyFunction, noteFastify) : handler;
      return original.call(this, watched, ...rest);
    };
  }) as never);
  addHook.call(instance, 'onRoute', (route: unknown) => guard('errors', () => addRoute(route)));
}

function noteFastify([, request]: unknown[], error: unknown): void {
  noteError(read(request, 'raw'), error, patternOfFastify(request));
}

function patternOfFastify(request: unknown): string | null {
  const pattern = read(read(request, 'routeOptions'), 'url') ?? read(request, 'routerPath');
  return typeof pattern === 'string' ? pattern : null;
}

function addRoute(route: unknown): void {
  const [method, url] = [read(route, 'method'), read(route, 'url')];
  if (typeof url !== 'string' || fastifyRoutes.length >= routesMax) return;
  for (const one of [method].flat()) fastifyRoutes.push({ method: String(one), url });
}

/** For answers without an error, where Fastify leaves nothing on the raw request. */
export function knownPattern(method: string, url: string): string | null {
  return fastifyRoutes.find((route) => route.method === method && covers(route.url, url))?.url ?? null;
}

// Koa: each middleware is seen through koa-compose, which is loaded by `require` however Koa is. It is put in place before Koa asks
// for it rather than by wrapping Module._load, which would stand in every stack of a failing start. A bundle hides it; what the
// middleware leaves unhandled is emitted by the app all the same, and the app shows itself when it counts its 'error' listeners.

const koaApps = new WeakSet<object>();

function koaCompose(): void {
  const file = firstOf((require) => module.createRequire(require.resolve('koa')).resolve('koa-compose'));
  if (file === null) return;
  const require = module.createRequire(file);
  const compose: unknown = require(file);
  const loaded = require.cache[file];
  if (typeof compose !== 'function' || loaded === undefined) return;
  const observing = function (this: unknown, middleware: unknown, ...rest: unknown[]): unknown {
    return compose.call(this, guard('errors', () => observedAll(middleware)) ?? middleware, ...rest);
  };
  loaded.exports = Object.defineProperties(observing, Object.getOwnPropertyDescriptors(compose));
}

function observedAll(middleware: unknown): unknown {
  if (Array.isArray(middleware)) return middleware.map(observedAll);
  return typeof middleware === 'function' ? observed(middleware as AnyFunction, noteKoa) : middleware;
}

function koaByListenerCount(original: AnyFunction): AnyFunction {
  return function listenerCount(this: unknown, type, listener) {
    if (type === 'error' && isKoa(this)) koaShows(this);
    return original.call(this, type, listener);
  };
}

/** Apart, so that counting listeners costs others no closure. */
function koaShows(app: object): void {
  guard('errors', () => koa(app));
}

function isKoa(emitter: unknown): emitter is object {
  const { middleware, callback } = emitter as { middleware?: unknown; callback?: unknown };
  return Array.isArray(middleware) && typeof callback === 'function' && !koaApps.has(emitter as object);
}

function koa(app: object): void {
  koaApps.add(app);
  patch(app, 'emit', (original: AnyFunction): AnyFunction => {
    return function emit(this: unknown, ...args) {
      if (args[0] === 'error') guard('errors', () => noteKoa([args[2]], args[1]));
      return original.apply(this, args);
    };
  });
}

/** The same function, its throw or rejection seen and passed on. */
function observed(one: AnyFunction, note: (args: unknown[], error: unknown) => void): AnyFunction {
  const wrapped = function (this: unknown, ...args: unknown[]): unknown {
    const see = (error: unknown): never => {
      guard('errors', () => note(args, error));
      throw error;
    };
    try {
      const result = one.apply(this, args);
      return result instanceof Promise ? result.then(undefined, see) : result;
    } catch (error) {
      return see(error); // throws it on
    }
  };
  // Routers hang themselves on their middleware for others to find.
  return Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(one));
}

function noteKoa([context]: unknown[], error: unknown): void {
  const pattern = read(context, '_matchedRoute') ?? read(context, 'routerPath');
  noteError(read(context, 'req'), error, typeof pattern === 'string' ? pattern : null);
}

// Express 4 and 5: each layer behind the failing one is asked for an error handler; a last layer of ours makes sure that there is one.

interface Layer {
  handle: unknown;
}

type ExpressApp = AnyFunction & { use: AnyFunction };

const expressApps = new Set<ExpressApp>();
const expressAppsMax = 20;
const patched = new WeakSet<object>();

function lastLayer(error: unknown, _request: unknown, _response: unknown, next: (error: unknown) => void): void {
  next(error);
}

function isExpress(value: unknown): value is ExpressApp {
  return (
    typeof value === 'function' && ['use', 'handle', 'set'].every((name) => typeof read(value, name) === 'function')
  );
}

/** Express behind a listener of the app's own shows itself only on a request. */
export function expressOf(response: ServerResponse): void {
  const app = read(response.req, 'app');
  if (isExpress(app) && !expressApps.has(app)) express(app);
}

function express(app: ExpressApp): void {
  if (expressApps.size < expressAppsMax) expressApps.add(app);
  tail(app);
}

function stackOf(app: ExpressApp): Layer[] {
  // In Express 4 reading `router` throws; `read` makes that undefined.
  const stack = read(read(app, '_router') ?? read(app, 'router'), 'stack');
  return Array.isArray(stack) ? stack : [];
}

function tail(app: ExpressApp): void {
  const stack = stackOf(app);
  if (stack.length === 0 || stack.at(-1)?.handle === lastLayer) return;
  const at = stack.findIndex(({ handle }) => handle === lastLayer);
  if (at >= 0) stack.push(...stack.splice(at, 1));
  else app.use(lastLayer);
  patchLayer(Object.getPrototypeOf(stack[0]));
}

function patchLayer(prototype: object): void {
  if (patched.has(prototype)) return;
  patched.add(prototype);
  const name = 'handleError' in prototype ? 'handleError' : 'handle_error';
  patch(prototype, name, (original: AnyFunction): AnyFunction => {
    return function handleError(this: unknown, error, request, response, next) {
      guard('errors', () => noteError(request, error, null));
      return original.call(this, error, request, response, next);
    };
  });
}

// NestJS: every exception of a handler, guard, pipe or interceptor passes one method, on both adapters.

/** `require` as the app's entry has it, then as the working directory has it. */
function requires(): NodeJS.Require[] {
  const entry = process.argv[1];
  const folders = new Set([process.cwd(), ...(entry === undefined ? [] : [path.dirname(entry)])]);
  return [...folders].toReversed().map((folder) => module.createRequire(path.join(folder, 'x.js')));
}

function firstOf<T>(work: (require: NodeJS.Require) => T): T | null {
  for (const require of requires()) {
    try {
      return work(require);
    } catch {
      // Not installed there: the next place, or the app does not use it.
      continue;
    }
  }
  return null;
}

function nest(): void {
  // Nest always loads reflect-metadata; without it nothing is loaded here that the app did not load.
  if (typeof read(Reflect, 'getMetadata') !== 'function') return;
  const loaded: unknown = firstOf((require) => require('@nestjs/core/exceptions/exceptions-handler.js'));
  const handler = read(loaded, 'ExceptionsHandler');
  const prototype = read(handler, 'prototype');
  if (typeof prototype !== 'object' || prototype === null) return;
  patch(prototype, 'next', (original: AnyFunction): AnyFunction => {
    return function next(this: unknown, error, host) {
      guard('errors', () => noteNest(error, host));
      return original.call(this, error, host);
    };
  });
}

function noteNest(error: unknown, host: unknown): void {
  const args = read(host, 'args');
  const request: unknown = Array.isArray(args) ? args[0] : undefined;
  const raw = read(request, 'raw');
  noteError(raw ?? request, error, raw === undefined ? null : patternOfFastify(request));
}

// Hono asks `error instanceof Error` on its way to the error handler: the only place where its errors show. No request comes with them.

interface Glimpse {
  readonly error: object;
  readonly at: number;
  sameTurn: boolean;
  /** Requests that were being answered then: it is no other's doing. */
  readonly during: WeakSet<ServerResponse>;
}

const glimpses: Glimpse[] = [];
const glimpsesMax = 16;
const glimpseMs = 100;

function hono(): void {
  if (firstOf((require) => require.resolve('@hono/node-server')) === null) return;
  const ordinary = Function.prototype[Symbol.hasInstance];
  Object.defineProperty(Error, Symbol.hasInstance, {
    configurable: true,
    writable: true,
    value: function (this: unknown, value: unknown): boolean {
      const is = ordinary.call(this as () => void, value);
      if (is && this === Error) guard('errors', () => glimpse(value as object));
      return is;
    },
  });
}

/** Without a framework, too, most apps print what they caught before they answer. */
function printedErrors(): void {
  for (const name of ['error', 'warn'])
    patch(console, name, ((original: AnyFunction): AnyFunction => {
      return function print(this: unknown, ...args) {
        for (const one of args) if (one instanceof Error) guard('errors', () => printed(one));
        return original.apply(this, args);
      };
    }) as never);
}

function printed(error: Error): void {
  glimpse(error);
  tellPrinted(error);
}

function glimpse(error: object): void {
  const status = read(error, 'status');
  if (typeof status === 'number' && status < 500) return;
  if (glimpses.some((one) => one.error === error)) return;
  const one = { error, at: nowMs(), sameTurn: true, during: new WeakSet(unfinished()) };
  if (glimpses.push(one) > glimpsesMax) glimpses.shift();
  setImmediate(() => {
    one.sameTurn = false;
  }).unref();
}

/** The error that led to an answer nobody else explained: seen in this very turn, or the only one seen of late. */
export function glimpsed(response: ServerResponse): unknown {
  guard('errors', () => expressOf(response));
  const fresh = glimpses.filter(
    ({ at, error, during }) => nowMs() - at < glimpseMs && during.has(response) && !isNoted(error),
  );
  const one = fresh.find(({ sameTurn }) => sameTurn) ?? (fresh.length === 1 ? fresh[0] : undefined);
  // Printing an error asks the same of its causes.
  for (
    let error: unknown = one?.error, depth = 0;
    error !== undefined && depth < 5;
    error = read(error, 'cause'), depth++
  ) {
    const at = glimpses.findIndex((glimpse) => glimpse.error === error);
    if (at >= 0) glimpses.splice(at, 1);
  }
  return one?.error;
}
