/** Listening sockets outlive the process: what the app opened is handed up, and at the next boot its `listen` gets the same socket back. */

import fs from 'node:fs';
import net from 'node:net';
import type { AddressInfo, Server } from 'node:net';

import { guard, isOn, patch, read } from './guard.cts';
import { markOwnSocket } from './observe.cts';
import { deaf, forget, mustWait } from './later.cts';
import { keyOfPath } from './paths.cts';

/** What the keeper is told, and the handle that rides along. */
export interface Listening {
  readonly key: string;
  readonly port: number | null;
  readonly address: string;
  readonly asked: number | null;
  readonly tls: boolean;
  /** It speaks HTTP/1, inside TLS where `tls` is true. */
  readonly http: boolean;
  /** The app clusters by itself, and this is its primary's. */
  readonly cluster: boolean;
}

export interface ListenEnds {
  readonly inherited: Map<string, number>;
  readonly askable: Set<string>;
  /** True where handles can ride on the wire. */
  canHand(): boolean;
  onListening(listening: Listening, handle: object | null, server: Server): void;
  onClosed(key: string): void;
  /** Asks the keeper for a held socket; answers once, null where there is none. */
  want(key: string, answer: (handle: object | null) => void): void;
  /** In a trial without a network of its own: other ports and paths than the app asked for. */
  rewrite: ((ask: Ask) => Ask) | null;
  /** Called once, before the first listen. */
  wait: (() => void) | null;
}

/** `listen`'s many forms brought into one. */
export interface Ask {
  readonly host: string;
  readonly port: number | null;
  readonly path: string | null;
  readonly options: Record<string, unknown>;
  readonly backlog: number | undefined;
  readonly callback: ((...args: unknown[]) => void) | undefined;
}

interface Bound {
  readonly server: Server;
  readonly listening: Listening;
}

/** Where a socket was bound that is to stand under another name, and what its mode is to have besides. */
interface Beside {
  readonly path: string;
  readonly mode: number;
}

type Listen = (this: Server, ...args: unknown[]) => Server;
type Close = (this: Server, callback?: (error?: Error) => void) => Server;

const closedAfterMs = 1000;
const later = setTimeout;

/** One live server a key: a second one of the same key is left to Node, or both would share a queue. */
const bound = new Map<string, Bound>();
const keys = new WeakMap<Server, { key: string; ask: Ask; beside?: Beside }>();
const closing = new Map<string, NodeJS.Timeout>();
/** Servers of the hook itself. */
const own = new WeakSet<object>();
let ends: ListenEnds;
let nativeListen = net.Server.prototype.listen as Listen;
let nativeClose = net.Server.prototype.close as Close;
let everListened = false;

export function markOwn(server: Server): Server {
  own.add(server);
  return server;
}

export function hasListened(): boolean {
  return everListened;
}

/** Live servers of the app. */
export function servers(): Server[] {
  return [...bound.values()].map(({ server }) => server);
}

/** Stops accepting and leaves every connection alone; http's own close would reset idle clients. */
export function stopAccepting(): void {
  for (const { server } of bound.values()) nativeClose.call(server);
  bound.clear();
}

/** A connection that the keeper hands to this process alone: it may not be the only one that accepts on the socket. */
export function visit(key: string, handle: object | null): void {
  const server = bound.get(key)?.server;
  if (handle === null || server === undefined) return;
  server.emit('connection', new net.Socket({ handle, allowHalfOpen: true, readable: true, writable: true } as never));
}

/**
 * For the last moment of the process: who is connected is answered by nobody any more, and hears it now. At the real end they would
 * hear it, too, ten milliseconds later and more (the stack is printed, the isolate torn down), and would ask the next process as much later.
 */
export function resetClients(): void {
  for (const { server } of bound.values()) {
    const close = read(server, 'closeAllConnections');
    if (typeof close === 'function') close.call(server);
  }
}

/**
 * What the app has not asked for by now it may never ask for, and who connects there would wait in vain: the keeper lets go of it, and so
 * must everybody who was given it. It can still be asked for.
 */
export function letGoUnclaimed(): void {
  for (const [key, fd] of ends.inherited) {
    fs.closeSync(fd);
    ends.askable.add(key);
  }
  ends.inherited.clear();
}

export function announceAll(): void {
  for (const { server, listening } of bound.values()) announce(server, listening);
}

export function watchListen(given: ListenEnds): void {
  ends = given;
  patch(net.Server.prototype, 'listen', ((original: Listen): Listen => {
    nativeListen = original;
    return function listen(this: Server, ...args) {
      const go = guard('listen', () => plan(this, args));
      return go === undefined ? original.apply(this, args) : go();
    };
  }) as never);
  patch(net.Server.prototype, 'close', ((original: Close): Close => {
    nativeClose = original;
    return function close(this: Server, callback) {
      guard('listen', () => (forget(this), letGo(this)));
      return original.call(this, callback);
    };
  }) as never);
  // Node calls this by name once address and port are settled: earlier than 'listening', and no listener of ours is counted.
  patch(net.Server.prototype, '_listen2', ((original: Listen): Listen => {
    return function listen2(this: Server, ...args) {
      const result = original.apply(this, args);
      guard('listen', () => settled(this));
      return result;
    };
  }) as never);
}

/** How this call is carried out; undefined = as Node does it, without us. */
function plan(server: Server, args: unknown[]): (() => Server) | undefined {
  keys.delete(server);
  const ask = own.has(server) ? null : readAsk(args);
  if (ask === null) return undefined;
  const { wait } = ends;
  ends.wait = null;
  wait?.();
  const key = keyOf(ask);
  // Closed without a word when the last worker went; now another one comes.
  if (isOfCluster(server)) bound.delete(key);
  // A second server of one key is to fail as Node has it, not to share the first one's queue.
  if (ask.port !== 0 && bound.has(key)) return undefined;
  keys.set(server, { key, ask });
  if (ends.rewrite !== null) return natural(server, ends.rewrite(ask));
  const isAlone = isRemoved(ask, key);
  const wasClosing = cancelClosing(key) && !isAlone;
  const fd = ends.inherited.get(key);
  if (fd !== undefined) {
    ends.inherited.delete(key);
    return () => onHeld(server, { ...carried(ask), fd }, ask);
  }
  if (!wasClosing && !ends.askable.has(key)) return isOurPath(ask) ? () => onPath(server, ask) : undefined;
  ends.askable.delete(key);
  return () => askFirst(server, key, ask);
}

/** `socket` = its handle, or options with its descriptor. */
function onHeld(server: Server, socket: object, { backlog, callback }: Ask): Server {
  const listen = (): Server => nativeListen.call(server, socket, backlog, callback);
  return mustWait() ? deaf(server, listen) : listen();
}

/** `signal` counts for inherited sockets too; `backlog` counts only as an argument of its own; a path has its mode already. */
function carried({ options: { signal } }: Ask): Record<string, unknown> {
  return signal === undefined ? {} : { signal };
}

function natural(server: Server, ask: Ask): () => Server {
  // Node takes a `port` that is there for 0 even where it is undefined.
  const { port: _port, host: _host, path: _path, ...options } = ask.options;
  const where =
    'fd' in options ? {} : ask.path === null ? { host: ask.host || undefined, port: ask.port } : { path: ask.path };
  return () => nativeListen.call(server, { ...options, ...where }, ask.backlog, ask.callback);
}

const pathBytesMax = 100;

/** Nobody could reach the held socket of a path that was taken away (a start script with `rm -f`, say): the app opens one anew. */
function isRemoved({ path }: Ask, key: string): boolean {
  const fd = ends.inherited.get(key);
  const isHeld = fd !== undefined || ends.askable.has(key) || closing.has(key);
  if (path === null || path.startsWith('\0') || !isHeld || fs.existsSync(path)) return false;
  if (fd !== undefined) fs.closeSync(fd);
  ends.inherited.delete(key);
  ends.askable.delete(key);
  return true;
}

function besideOf(path: string): string {
  return `${path}.${process.pid}`;
}

function isOurPath({ path }: Ask): boolean {
  if (path === null || path.startsWith('\0') || !ends.canHand() || !isOn('fds')) return false;
  const stat = fs.statSync(path, { throwIfNoEntry: false });
  return Buffer.byteLength(besideOf(path)) <= pathBytesMax && (stat === undefined || stat.isSocket());
}

/**
 * A socket at which nobody listens was left by a server that was killed together with its keeper, or by a machine that went down: it would
 * be in the way for ever, and is replaced. Somebody else's is left to Node to complain of.
 */
function onPath(server: Server, ask: Ask): Server {
  const path = String(ask.path);
  if (!fs.existsSync(path)) return besidePath(server, ask);
  const visitor = markOwnSocket(new net.Socket());
  const listen = (error?: NodeJS.ErrnoException): void => {
    visitor.destroy();
    if (error?.code === 'ECONNREFUSED' || error?.code === 'ENOENT') besidePath(server, ask);
    else natural(server, ask)();
  };
  visitor.once('connect', () => listen()).once('error', listen);
  visitor.connect(path);
  return server;
}

/** Whoever bound a path takes it away when he closes, though others go on listening there: so it is bound by another name, and renamed. */
function besidePath(server: Server, ask: Ask): Server {
  const beside = besideOf(String(ask.path));
  // Node would look for the file by the name that it was bound by.
  const { path: _path, readableAll, writableAll, ...options } = ask.options;
  const mode = (readableAll === true ? 0o444 : 0) | (writableAll === true ? 0o222 : 0);
  keys.set(server, { key: keyOf(ask), ask, beside: { path: beside, mode } });
  return nativeListen.call(server, { ...options, path: beside }, ask.backlog, ask.callback);
}

/** The keeper holds this socket and we have no descriptor of it: listening starts some milliseconds later. */
function askFirst(server: Server, key: string, ask: Ask): Server {
  ends.want(key, (handle) => {
    keys.set(server, { key, ask });
    if (handle === null) natural(server, ask)();
    else onHeld(server, handle, ask);
  });
  return server;
}

function readAsk(args: unknown[]): Ask | null {
  const last = args.at(-1);
  const callback = typeof last === 'function' ? (last as Ask['callback']) : undefined;
  const [first, ...others] = callback === undefined ? args : args.slice(0, -1);
  const numbers = others.filter((value) => typeof value === 'number');
  const common = { callback, backlog: numbers[0] as number | undefined };
  if (typeof first === 'object' && first !== null) return readOptions(first as Record<string, unknown>, common);
  if (typeof first === 'string' && !/^\d+$/.test(first))
    return { ...common, host: '', port: null, path: first, options: {} };
  if (first !== undefined && first !== null && typeof first !== 'number' && typeof first !== 'string') return null;
  const host = typeof others[0] === 'string' ? others[0] : '';
  return { ...common, host, port: Number(first ?? 0), path: null, options: {} };
}

function readOptions(options: Record<string, unknown>, common: Pick<Ask, 'callback' | 'backlog'>): Ask | null {
  if ('_handle' in options || 'handle' in options) return null;
  const backlog = typeof options['backlog'] === 'number' ? options['backlog'] : common.backlog;
  if ('fd' in options) {
    const isPassed = isOfSystemd(options['fd']) && ends.rewrite === null;
    return isPassed ? { ...common, backlog, host: 'fd', port: Number(options['fd']), path: null, options } : null;
  }
  const { port, path } = options;
  const host = typeof options['host'] === 'string' ? options['host'] : '';
  if (typeof port === 'number' || typeof port === 'string')
    return { ...common, backlog, host, port: Number(port), path: null, options };
  if (typeof path === 'string') return { ...common, backlog, host: '', port: null, path, options };
  return null;
}

/** One of the descriptors that systemd passed: the same socket in every boot. */
function isOfSystemd(fd: unknown): boolean {
  return typeof fd === 'number' && fd >= 3 && fd < 3 + Number(process.env['LISTEN_FDS'] ?? 0);
}

/** Node's own way of listening for the workers of a cluster: nobody is ever to hear of a connection there. */
function isOfCluster(server: Server): boolean {
  const [only, ...more] = server.listeners('connection');
  return only?.name === 'fail' && more.length === 0;
}

/** Several servers may ask for port 0: those are numbered. */
function freeKey(key: string): string {
  if (!bound.has(key)) return key;
  let number = 2;
  while (bound.has(`${key}#${number}`)) number += 1;
  return `${key}#${number}`;
}

function keyOf({ host, port, path, options }: Ask): string {
  return path === null ? `${host}|${port}|${options['ipv6Only'] === true}` : keyOfPath(path);
}

/** Called when the socket is bound, or failed to be: then there is no handle and Node tells the app. */
function settled(server: Server): void {
  const intent = keys.get(server);
  const handle = read(server, '_handle');
  if (intent === undefined || typeof handle !== 'object' || handle === null) return;
  const { ask, beside } = intent;
  const key = freeKey(intent.key);
  keys.set(server, { key, ask });
  if (beside !== undefined) {
    if (beside.mode !== 0) fs.chmodSync(beside.path, fs.statSync(beside.path).mode | beside.mode);
    fs.renameSync(beside.path, String(ask.path));
  }
  // An inherited unix socket does not know its name, and address() would be null.
  if (beside !== undefined || (ask.path !== null && read(server, '_pipeName') === undefined))
    Reflect.set(server, '_pipeName', ask.path);
  const where = server.address();
  const place =
    typeof where === 'string' || where === null ? { port: null, address: keyOfPath(where ?? key) } : portOf(where);
  const kind = {
    tls: 'setSecureContext' in server,
    http: 'requestTimeout' in server,
    cluster: isOfCluster(server),
  };
  const listening = { key, asked: ask.port, ...kind, ...place };
  bound.set(key, { server, listening });
  everListened = true;
  announce(server, listening);
}

function portOf({ port, address }: AddressInfo): Pick<Listening, 'port' | 'address'> {
  return { port, address };
}

function announce(server: Server, listening: Listening): void {
  const handle = read(server, '_handle');
  // Numbered ones may come in another order next time: those are not held.
  const { key, cluster } = listening;
  const usable = isOn('fds') && ends.canHand() && typeof handle === 'object' && !key.includes('#') && !cluster;
  ends.onListening(listening, usable ? handle : null, server);
}

/** A process that closes because it is about to die leaves its socket held; one that closes and lives on gives it up. */
function letGo(server: Server): void {
  const intent = keys.get(server);
  if (intent === undefined || bound.get(intent.key)?.server !== server) return;
  const { key } = intent;
  bound.delete(key);
  keys.delete(server);
  const timer = later(() => {
    closing.delete(key);
    ends.onClosed(key);
  }, closedAfterMs).unref();
  closing.set(key, timer);
}

function cancelClosing(key: string): boolean {
  const timer = closing.get(key);
  if (timer === undefined) return false;
  clearTimeout(timer);
  return closing.delete(key);
}
