/** A process that is to take another one's place listens, but takes no client until the keeper has seen it answer (SUP-13). */

import type { Server } from 'node:net';

import { isOn, read } from './guard.cts';
import { listeningHandles } from './wire.cts';
import type { ListeningHandle } from './wire.cts';

interface Waiting {
  readonly handle: ListeningHandle;
  readonly backlog: number;
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

/** Where handles are out of reach (`--permission`) nothing can be kept from accepting. */
export function mustWait(): boolean {
  return isLater && isOn('fds');
}

/**
 * Carries `listen` out, in which Node opens a held socket. It does not begin to accept when Node tells it to; everything else is as if it
 * did. By the class of the handle, since Node opens a descriptor itself.
 */
export function deaf(server: Server, listen: () => Server): Server {
  const natives = listeningHandles().map((owner) => ({ owner, listen: owner.listen }));
  const wait = function (this: ListeningHandle, backlog: number): number {
    const timer = later(() => start(one), longestMs); // nothing else may keep the process up
    const one: Waiting = { handle: this, backlog, server, timer };
    waiting.add(one);
    return 0;
  };
  for (const { owner } of natives) owner.listen = wait;
  try {
    return listen();
  } finally {
    for (const native of natives) native.owner.listen = native.listen;
  }
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
  if (read(one.server, '_handle') === one.handle) one.handle.listen(one.backlog);
}
