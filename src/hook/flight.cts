/** Which requests are in flight, and which were answered a moment ago: looked for when somebody asks, so that a request leaves next to nothing behind. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { read } from './guard.cts';

/**
 * Where an answer is found while it is under way: Node has the connection name it. A connection outlives its requests; what is held of
 * a request itself survives the next collection, and the more does, the more room V8 gives to young objects: soon more than a core's
 * cache is. HTTP/2 has many answers on one connection: the answer itself.
 */
type Place = (Socket | ServerResponse) & { readonly _httpMessage?: ServerResponse | null };

const ringSize = 24;
/** So many are held each second after they were answered, one by one; of a server that takes more, those that come first in it. */
const heldPerSecond = 512;

/** Of the last requests taken up; a crash names those that have no answer yet, and those in `late`. */
const ring: (Place | null)[] = Array.from({ length: ringSize }, () => null);
/** Those that fell out of the ring before their answer began, the latest last. */
const late = new Set<Place>();
const lateMax = 512;
/** At this size those that are answered by now are dropped: what many clients wait for at once is not held longer than it waits. */
let lateSweepAt = ringSize;
let taken = 0;

const recent: (ServerResponse | null)[] = Array.from({ length: ringSize }, () => null);
let holdable = Infinity;
let clearSince = -1;
let held = 0;

export function takenUp(): number {
  return taken;
}

/** `socket` = what the request came on, where it is alone there. */
export function enter(response: ServerResponse, socket: Place | null): void {
  const slot = taken++ % ringSize;
  const before = ring[slot];
  if (before) leave(before);
  ring[slot] = socket !== null && socket._httpMessage === response ? socket : response;
  if (holdable > 0) hold(response);
}

function hold(response: ServerResponse): void {
  holdable -= 1;
  recent[held++ % ringSize] = response;
}

function leave(place: Place): void {
  const response = answerOf(place);
  if (response === null || response.headersSent) return;
  if (late.size >= lateSweepAt) sweepLate();
  if (late.size < lateMax) late.add(place);
}

function answerOf(place: Place): ServerResponse | null {
  return place._httpMessage === undefined ? (place as ServerResponse) : place._httpMessage;
}

/** Where most are still waiting the next look at all of them comes with the next second. */
function sweepLate(): void {
  for (const place of late) {
    const response = answerOf(place);
    if (response === null || response.headersSent || isOver(response)) late.delete(place);
  }
  lateSweepAt = late.size > lateMax / 2 ? Infinity : 2 * late.size + ringSize;
}

/** Called every second: an answered request is not kept in memory. */
export function sweep(): void {
  let left = 0;
  for (let slot = 0; slot < ringSize; slot++) {
    const place = ring[slot];
    if (place && isOver(answerOf(place))) ring[slot] = null;
    const response = recent[slot];
    if (response && isOver(response)) recent[slot] = null;
    if (ring[slot] || recent[slot]) left += 1;
  }
  holdable = heldPerSecond;
  sweepLate();
  if (left === 0 && late.size === 0) clearSince = taken;
}

/** Nothing was in flight at the last sweep, and nothing came since: whoever looks every second has nothing to look at. */
export function isStill(): boolean {
  return clearSince === taken;
}

/** Answers that are not out in full, of the newest request first. */
export function unfinished(): ServerResponse[] {
  const places = [...backwards(ring, taken), ...[...late].toReversed()];
  const answers = places.map(answerOf).filter((response) => response !== null);
  return [...new Set(answers)].filter((response) => !isOver(response));
}

export function isOver(response: ServerResponse | null): boolean {
  return response === null || response.writableFinished || response.destroyed;
}

/** Requests that came in whole and whose answer has not begun. */
export function unanswered(): ServerResponse[] {
  return unfinished().filter((response) => !response.headersSent && isWhole(response.req));
}

/** HTTP/2 does not count a request without a body as whole until somebody reads it. */
function isWhole(request: IncomingMessage): boolean {
  return request.complete || read(read(request, 'stream'), 'endAfterHeaders') === true;
}

/** The latest that were answered in full, newest first. */
export function answered(): ServerResponse[] {
  return backwards(recent, held).filter((response) => response.headersSent && response.writableFinished);
}

/** What is in a ring that was written to so many times, the latest first. */
function backwards<T>(slots: readonly (T | null)[], written: number): T[] {
  const order = slots.map((_, back) => slots[(written - 1 - back + ringSize * 2) % ringSize] ?? null);
  return order.filter((one) => one !== null);
}
