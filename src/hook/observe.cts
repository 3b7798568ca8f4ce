/** Notes where the app connects to and which files of the project it writes, each once; in a trial turns permitted connections to their relay. */

import fs from 'node:fs';
import module from 'node:module';
import net from 'node:net';
import path from 'node:path';
import url from 'node:url';

import { guard, patch } from './guard.cts';
import type { Message } from './words.cts';

export interface ObserveEnds {
  readonly root: string;
  send(message: Message): void;
  /** Unix path of a relay or other place for this target; null = as asked. */
  redirect(host: string, port: number): Record<string, unknown> | null;
  /** In a trial: this socket is about to connect to `host:port`. */
  readonly connecting: ((socket: net.Socket, target: string) => void) | null;
}

interface Tls {
  readonly connect: (...args: unknown[]) => net.Socket;
}

const notedMax = 200;
const noted = new Set<string>();
/** Sockets of the hook itself are passed on unseen. */
const own = new WeakSet<object>();
let ends: ObserveEnds;

type Connect = (this: net.Socket, ...args: unknown[]) => net.Socket;

export function markOwnSocket(socket: net.Socket): net.Socket {
  own.add(socket);
  return socket;
}

export function observe(given: ObserveEnds): void {
  ends = given;
  patch(net.Socket.prototype, 'connect', ((original: Connect): Connect => {
    return function connect(this: net.Socket, ...args) {
      const other = guard('observe', () => connecting(this, args));
      return other === undefined ? original.apply(this, args) : original.apply(this, other);
    };
  }) as never);
  if (given.connecting !== null) carryTls(require('node:tls') as Tls);
  watchWrites();
}

/** A TLS socket is made for TCP or for a path before it is told where to connect, and Node aborts where the two differ: to a relay it goes over a socket of its own. */
function carryTls(tls: Tls): void {
  patch(tls, 'connect', ((original: Connect): Connect => {
    return function connect(this: net.Socket, ...args) {
      return original.apply(this, guard('observe', () => carried(args)) ?? args);
    };
  }) as never);
}

function carried(args: unknown[]): unknown[] | undefined {
  const [first, second] = args;
  const given = args.find((value) => typeof value === 'object') as Record<string, unknown> | undefined;
  const named = first === given ? {} : optionsOf([first, typeof second === 'string' ? second : given?.['host']]);
  const options: Record<string, unknown> = { ...given, ...named };
  if (options['socket'] !== undefined || typeof options['path'] === 'string') return undefined;
  const host = typeof options['host'] === 'string' ? options['host'] : 'localhost';
  if (typeof ends.redirect(host, Number(options['port']))?.['path'] !== 'string') return undefined;
  const socket = net.connect({ host, port: Number(options['port']) }); // which is led to the relay
  return [{ ...options, host, socket }, ...args.filter((value) => typeof value === 'function')];
}

function once(t: string, field: string, value: string): void {
  const key = `${t} ${value}`;
  if (noted.has(key) || noted.size >= notedMax * 2) return;
  noted.add(key);
  ends.send({ t, [field]: value });
}

/** Returns other arguments where the connection goes elsewhere. */
function connecting(socket: net.Socket, args: unknown[]): unknown[] | undefined {
  if (own.has(socket)) return undefined;
  // net.connect and http hand over one array that is already normalised: [options, callback].
  const given = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  const callback = given.find((value) => typeof value === 'function');
  const options = optionsOf(given);
  const target = options['path'];
  if (typeof target === 'string') {
    once('connect', 'target', target);
    return undefined;
  }
  const host = typeof options['host'] === 'string' ? options['host'] : 'localhost';
  const port = Number(options['port']);
  once('connect', 'target', `${host}:${port}`);
  ends.connecting?.(socket, `${host}:${port}`);
  const other = ends.redirect(host, port);
  if (other === null) return undefined;
  const changed = { ...options, ...other };
  return callback === undefined ? [changed] : [changed, callback];
}

function optionsOf([first, second]: unknown[]): Record<string, unknown> {
  if (typeof first === 'object' && first !== null) return first as Record<string, unknown>;
  if (typeof first === 'string' && !/^\d+$/.test(first)) return { path: first };
  return { port: first, host: second };
}

/** Functions that write, and which argument names the file; `open` writes only with flags that say so. */
const writers: Readonly<Record<string, number>> = {
  open: 0,
  openSync: 0,
  writeFile: 0,
  writeFileSync: 0,
  appendFile: 0,
  appendFileSync: 0,
  createWriteStream: 0,
  rename: 1,
  renameSync: 1,
  copyFile: 1,
  copyFileSync: 1,
};

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

function watchWrites(): void {
  for (const [name, at] of Object.entries(writers)) {
    watch(fs, name, at);
  }
  for (const [name, at] of Object.entries(writers)) if (name in fs.promises) watch(fs.promises, name, at);
  // ESM sees the builtins through a snapshot that must be taken again where there is one already.
  module.syncBuiltinESMExports();
}

function watch(owner: object, name: string, at: number): void {
  const reads = name === 'open' || name === 'openSync';
  patch(owner, name, ((original: AnyFunction): AnyFunction => {
    return function write(this: unknown, ...args) {
      if (!reads || isWriting(args[1])) guard('observe', () => wrote(args[at]));
      return original.apply(this, args);
    };
  }) as never);
}

function isWriting(flags: unknown): boolean {
  if (typeof flags === 'string') return flags !== 'r' && flags !== 'rs' && flags !== 'sr';
  return typeof flags === 'number' && (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR)) !== 0;
}

function wrote(target: unknown): void {
  const file = target instanceof URL ? url.fileURLToPath(target) : Buffer.isBuffer(target) ? String(target) : target;
  if (typeof file !== 'string') return;
  const relative = path.relative(ends.root, path.resolve(file));
  if (relative === '' || relative.startsWith('..') || path.isAbsolute(relative)) return;
  if (/(^|[\\/])(node_modules|\.kintsugi)[\\/]/.test(relative)) return;
  once('wrote', 'path', relative.split(path.sep).join('/'));
}
