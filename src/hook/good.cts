/** The heads of a few recent requests that were answered well, one a route, kept so that a repair can be shown to spare them (TRY-2). */

import type { IncomingMessage, ServerResponse } from 'node:http';

import { answered } from './flight.cts';
import { nowMs } from './loop.cts';
import { captured, probeOf, routeOf } from './requests.cts';
import type { CapturedRequest } from './words.cts';

const keptMax = 16;
const headBytesMax = 4096;
/** In a storm of failures the keeper is not told again and again. */
const sayEveryMs = 5000;
/** By the name they go by, these do more than look. */
const deed =
  /(?:^|[/_.?&=-])(?:log-?(?:in|out)|sign-?(?:in|out|up)|delete|remove|destroy|purge|reset|(?:un)?subscribe|cancel|confirm|verify|revoke|pay|checkout|shut-?down|restart)(?:$|[/_.?&=-])/i;

/** By method and route, the latest last. */
const kept = new Map<string, CapturedRequest>();
let saidAtMs = -Infinity;

/** Called every second and before a failure is told, so that a request itself pays nothing. */
export function gather(): void {
  const latest = new Map<string, IncomingMessage>();
  for (const response of answered()) {
    const request = response.req;
    const path = `${request.method} ${(request.url ?? '').split('?', 1)[0]}`;
    if (!latest.has(path) && isGood(response)) latest.set(path, request);
    if (latest.size === keptMax) break;
  }
  for (const request of [...latest.values()].toReversed()) keep(request);
}

function isGood(response: ServerResponse): boolean {
  const { method, headers, url = '', httpVersionMajor } = response.req;
  if (httpVersionMajor > 1) return false; // a replay speaks HTTP/1
  if (probeOf(response.req) !== null) return false;
  if (response.statusCode >= 400 || (method !== 'GET' && method !== 'HEAD') || deed.test(url)) return false;
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}

function keep(request: IncomingMessage): void {
  const whole = captured(request);
  // Whatever was fresh at the client then, the replay asks for the whole answer.
  const headers = Object.fromEntries(Object.entries(whole.headers).filter(([name]) => !name.startsWith('if-')));
  if (whole.url.length + JSON.stringify(headers).length > headBytesMax) return;
  const key = `${whole.method} ${routeOf(request)}`;
  kept.delete(key);
  kept.set(key, { ...whole, headers });
  for (const oldest of kept.keys()) if (kept.size > keptMax) kept.delete(oldest);
}

/** The latest first. */
export function goodRequests(): CapturedRequest[] {
  gather();
  return [...kept.values()].toReversed();
}

/** What the keeper should know before it is told of a failure; [] where it was told a moment ago. */
export function unsaid(): CapturedRequest[] {
  if (nowMs() - saidAtMs < sayEveryMs) return [];
  saidAtMs = nowMs();
  return goodRequests();
}
