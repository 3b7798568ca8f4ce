/** Requests that nobody answers although the loop turns: the process neither dies nor freezes, and still somebody waits in vain (SEN-9). */

import type { ServerResponse } from 'node:http';

import { isStill, unanswered } from './flight.cts';
import { captured, clientOf, probeOf, routeOf } from './requests.cts';
import type { Message } from './words.cts';

/** Looks, one a second of a turning loop, that found it unanswered; told once. */
let looks = new Map<ServerResponse, number>();
/** Where the app heeds that a client leaves, it need not be at the answer any more: a long poll, say. */
const heeded = new WeakSet<ServerResponse>();
/** Two tell of a failure. */
const leftMax = 24;

/**
 * Called every second. `after`: so many looks, and it is told. An answer that has begun or a question of the keeper's own does not count;
 * a client that went away does only where it had waited a third of that time, and the app is not through with it when it is told.
 */
export function lookForUnanswered(after: number, send: (message: Message) => void): void {
  if (looks.size === 0 && isStill()) return;
  const before = looks;
  const left = [...before.keys()].filter((response) => {
    const times = before.get(response) ?? 0;
    return times >= after / 3 && times < after && isLeft(response) && !heeded.has(response);
  });
  const waiting = unanswered();
  for (const response of waiting) if (isHeeded(response)) heeded.add(response);
  looks = new Map([...waiting, ...left.slice(0, leftMax)].map((one) => [one, (before.get(one) ?? 0) + 1]));
  for (const [{ req }, times] of looks) {
    if (times !== after || probeOf(req) !== null) continue;
    send({
      t: 'unanswered',
      request: captured(req),
      route: routeOf(req),
      method: req.method ?? null,
      client: clientOf(req),
    });
  }
}

/** The client went away before the app said anything. */
function isLeft({ destroyed, headersSent, writableEnded }: ServerResponse): boolean {
  return destroyed && !headersSent && !writableEnded;
}

function isHeeded(response: ServerResponse): boolean {
  return (
    response.listenerCount('close') + response.req.listenerCount('close') + response.req.listenerCount('aborted') > 0
  );
}
