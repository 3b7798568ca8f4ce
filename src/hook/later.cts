/** A process that is to take another one's place listens, but takes no client until the keeper has seen it answer (SUP-13). */

import net from 'node:net';
import type { Server } from 'node:net';

import { read } from './guard.cts';

interface ListeningHandle {
  listen(backlog: number): number;
}

interface Waiting {
  readonly handle: ListeningHandle;
  backlog: number;
  readonly server: Server;
  readonly timer: NodeJS.Timeout;
}

/** The keeper was killed, or lost us: better too early than never. */
const longestMs = 20_000;
const later = setTimeout;

const waiting = new Set<Waiting>();
let isLater = false;

export function acceptLater(): void {
  isLater = true;
}

export function mustWait(): boolean {
  return isLater;
}

/** The socket as Node would open it. @throws where this Node has no such handle */
export function handleOf(fd: number): object {
  const socket = new net.Socket({ fd, readable: false, writable: false, manualStart: true } as never);
  const handle = read(socket, '_handle');
  if (typeof handle !== 'object' || handle === null || typeof read(handle, 'listen') !== 'function')
    throw new Error('a socket has no handle here');
  Reflect.set(socket, '_handle', null); // it is the server's
  return handle;
}

/** The same handle, which does not begin to accept when Node tells it to listen; everything else is as if it did. */
export function deaf(handle: object, server: Server): object {
  const one: Waiting = {
    handle: handle as ListeningHandle,
    backlog: 511,
    server,
    timer: later(() => start(one), longestMs), // nothing else may keep the process up
  };
  Object.defineProperty(handle, 'listen', {
    configurable: true,
    value: (backlog: number) => {
      one.backlog = backlog;
      return 0;
    },
  });
  waiting.add(one);
  return handle;
}

/** From now on clients are taken. */
export function acceptNow(): void {
  isLater = false;
  for (const one of waiting) start(one);
}

/** It is closed: there is nothing to wait for. */
export function forget(server: Server): void {
  for (const one of waiting) if (one.server === server) end(one);
}

function end(one: Waiting): void {
  clearTimeout(one.timer);
  waiting.delete(one);
}

function start(one: Waiting): void {
  end(one);
  Reflect.deleteProperty(one.handle, 'listen');
  if (read(one.server, '_handle') === one.handle) one.handle.listen(one.backlog);
}
