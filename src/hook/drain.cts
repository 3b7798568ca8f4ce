/** Leaves politely: accepts nothing more, closes each connection with its next answer, and ends when none is left or the grace is over. */

import net from 'node:net';
import type { ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';

import { read } from './guard.cts';
import { servers, stopAccepting } from './listen.cts';
import { isOver, unfinished } from './flight.cts';
import { nowMs } from './loop.cts';
import { closeConnections } from './requests.cts';
import { openSessions, openWebSockets, type Session } from './sockets.cts';

/** A websocket close frame, code 1001 (going away). */
const goingAway = Buffer.from([0x88, 0x02, 0x03, 0xe9]);
/** Of all that there can be. */
const lastStream = 2 ** 31 - 1;
const lookMs = 20;
/** Time for idle clients to send their next request and be told; closed at once they would see a reset (FEASIBILITY: 0 of 1,800 failed at 300 ms). */
const idleMs = 1000;
const later = setTimeout;
/** Whoever accepts nothing must not be left for the next keeper to adopt, should this one be killed before it sends its signal. */
const deafMs = 1000;
let begun = false;

export function drain(graceMs: number): void {
  if (begun) return;
  begun = true;
  const leaving = servers();
  closeConnections();
  stopAccepting();
  for (const socket of openWebSockets()) if (socket.writable) socket.end(goingAway);
  const deadline = nowMs() + graceMs;
  const heardMs = Math.min(idleMs, graceMs / 2);
  later(() => closeIdle(leaving), heardMs);
  const look = (): void => {
    dismiss(heardMs);
    if (nowMs() < deadline && leaving.some((server) => connectionsOf(server) > 0)) later(look, lookMs);
    else leave(Math.max(0, deadline - nowMs()));
  };
  look();
}

const dismissed = new Map<Session, number>();

/**
 * Sessions of HTTP/2: their clients are to ask elsewhere, and what they ask until they have heard it is answered (RFC 9113, 6.8). Who has only
 * just come is left alone until then: its first request may not be out yet, and a client refuses that one itself.
 */
function dismiss(heardMs: number): void {
  for (const session of openSessions(heardMs)) {
    const toldMs = dismissed.get(session);
    if (toldMs === undefined) {
      session.goaway(0, lastStream);
      dismissed.set(session, nowMs());
    } else if (nowMs() - toldMs >= heardMs) session.close();
  }
}

/**
 * Before the owner's SIGTERM: nothing more is accepted, and `done` is called when what came until now is answered, as far as it is known
 * (flight.cts: of answers that have begun the latest two dozen). Where the app has handlers of its own for that signal they decide
 * what happens, at once.
 */
export function finish(graceMs: number, done: () => void): void {
  if (process.listenerCount('SIGTERM') > 0) return done();
  closeConnections();
  stopAccepting();
  const deadline = nowMs() + graceMs;
  const open = new Set<ServerResponse>();
  const look = (): void => {
    for (const response of unfinished()) if (!isStream(response)) open.add(response);
    for (const response of open) if (isOver(response)) open.delete(response);
    if (open.size > 0 && nowMs() < deadline) return void later(look, lookMs);
    done();
    later(() => process.kill(process.pid, 'SIGTERM'), deafMs).unref();
  };
  look();
}

/** It has no end that one could wait for. */
function isStream({ req }: ServerResponse): boolean {
  return req.headers.accept?.includes('text/event-stream') === true;
}

/**
 * Node counts an answer that is ended as one that is sent: what a client has yet to fetch would be cut off (30 MB after 6). And it counts a
 * connection on which nothing was ever said (browsers and pools open them ahead) as one with a request under way.
 */
function closeIdle(leaving: Server[]): void {
  closeWhere(leaving, 'closeIdleConnections', ({ writableLength }) => writableLength === 0);
  closeWhere(leaving, 'closeAllConnections', ({ bytesRead }) => bytesRead === 0);
}

function closeWhere(leaving: Server[], method: string, holds: (socket: Socket) => boolean): void {
  const { prototype } = net.Socket;
  const { destroy } = prototype;
  const destroyIdle: typeof destroy = function (this: Socket, error) {
    if (!holds(this)) return this;
    prototype.destroy = destroy; // of TLS the socket beneath goes with it
    destroy.call(this, error);
    prototype.destroy = destroyIdle;
    return this;
  };
  prototype.destroy = destroyIdle;
  try {
    for (const server of leaving) {
      const close = read(server, method);
      if (typeof close === 'function') close.call(server);
    }
  } finally {
    prototype.destroy = destroy;
  }
}

function connectionsOf(server: Server): number {
  const count = read(server, '_connections');
  return typeof count === 'number' ? count : 0;
}

/** The app's own SIGTERM handlers get what is left of the grace to put things away. */
function leave(leftMs: number): void {
  if (process.listenerCount('SIGTERM') === 0) process.exit(0);
  process.emit('SIGTERM', 'SIGTERM');
  later(() => process.exit(0), leftMs);
}
