/** How the server does, as one release is compared with another by (SEN-7): answers by route, the loop by load, what is left of the heap. Counted away from the hot path. */

import type { ServerResponse } from 'node:http';

import { bucketOf, emptyTally, takeLoop, type Tally } from './loop.cts';
import { probeOf, routeOf, timeAnswers } from './requests.cts';
import type { Message } from './words.cts';

const routesMax = 50;
const sampleMax = 64;

let routes = new Map<string, Tally>();
let looks = 0;

/** Called every second: the first requests of each count, up to 64, each when its head begins, so that none is held until then. */
export function sample(now: () => number): void {
  timeAnswers(sampleMax, now, count);
}

/**
 * What the keeper asks of a route (SEN-8) counts under a name of its own: it is compared with the same of another release, and never
 * mixed with what clients asked. A look at the server's health is not counted.
 */
function count(response: ServerResponse, status: number, ms: number): void {
  const probe = probeOf(response.req);
  if (probe === 'health') return void (looks += 1);
  const route = `${routeOf(response.req)}${probe === null ? '' : ' (probed)'}`;
  const name = routes.has(route) || routes.size < routesMax ? route : '*';
  const tally = routes.get(name) ?? emptyTally();
  const bucket = bucketOf(ms);
  tally.n += 1;
  if (status >= 500) tally.failed += 1;
  tally.ms[bucket] = (tally.ms[bucket] ?? 0) + 1;
  routes.set(name, tally);
}

/** How many answers went to looks at the server's health since it was asked last. */
export function takeLooks(): number {
  const taken = looks;
  looks = 0;
  return taken;
}

/** What was counted since it was told last; null where nothing was answered. `left` = bytes after the latest thorough collection, null where there was none. */
export function takeTraffic(served: number, left: number | null): Message | null {
  const loop = takeLoop();
  if (routes.size === 0) return null;
  const told = { t: 'traffic', routes: Object.fromEntries(routes), loop, served, left };
  routes = new Map();
  return told;
}
