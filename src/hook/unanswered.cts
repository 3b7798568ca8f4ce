/** Requests that nobody answers although the loop turns: the process neither dies nor freezes, and still somebody waits in vain (SEN-9). */

import type { ServerResponse } from 'node:http';

import { isStill, unanswered } from './flight.cts';
import { captured, clientOf, probeOf, routeOf } from './requests.cts';
import type { Message } from './words.cts';

/** Looks, one a second of a turning loop, that found it unanswered; told once. */
let looks = new Map<ServerResponse, number>();

/** Called every second. `after`: so many looks, and it is told. An answer that has begun, a client that went away or a question of the keeper's own does not count. */
export function lookForUnanswered(after: number, send: (message: Message) => void): void {
  if (looks.size === 0 && isStill()) return;
  const before = looks;
  looks = new Map(unanswered().map((response) => [response, (before.get(response) ?? 0) + 1]));
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
