/** How the server answers, by route: shares of 5xx and latencies of a sample of its requests, counted away from the hot path (SEN-7). */

import type { ServerResponse } from 'node:http';

import { isProbe, routeOf, timedAnswers } from './requests.cts';
import type { Message } from './words.cts';

interface Tally {
  n: number;
  failed: number;
  /** Bucket → requests. */
  readonly ms: Record<number, number>;
}

const routesMax = 50;
const sampleMax = 64;
const perDoubling = 4;

let routes = new Map<string, Tally>();

/** Four buckets to each doubling of microseconds. */
export function bucketOf(ms: number): number {
  const us = Math.max(1, ms * 1000);
  const doublings = Math.floor(Math.log2(us));
  return doublings * perDoubling + Math.floor((us / 2 ** doublings - 1) * perDoubling);
}

/** Called every second: the first requests of each count, up to 64, when they are answered; slow ones later. */
export function sample(now: () => number): void {
  for (const { response, takenMs, headMs } of timedAnswers(sampleMax, now))
    if (headMs !== null && !isProbe(response.req)) count(response, headMs - takenMs);
}

function count(response: ServerResponse, ms: number): void {
  const route = routeOf(response.req);
  const name = routes.has(route) || routes.size < routesMax ? route : '*';
  const tally = routes.get(name) ?? { n: 0, failed: 0, ms: {} };
  const bucket = bucketOf(ms);
  tally.n += 1;
  if (response.statusCode >= 500) tally.failed += 1;
  tally.ms[bucket] = (tally.ms[bucket] ?? 0) + 1;
  routes.set(name, tally);
}

/** What was counted since it was told last; null where there was nothing. */
export function takeTraffic(): Message | null {
  if (routes.size === 0) return null;
  const told = { t: 'traffic', routes: Object.fromEntries(routes) };
  routes = new Map();
  return told;
}
