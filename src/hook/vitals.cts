/** Tells the keeper that the loop turns, and every ten seconds how the process is doing. */

import type { EventLoopUtilization } from 'node:perf_hooks';

import { gather } from './good.cts';
import { guard } from './guard.cts';
import { nowMs, secondOver, takeLateness } from './loop.cts';
import { isStill, sweep } from './flight.cts';
import { counters } from './requests.cts';
import { sample, takeLooks, takeTraffic } from './traffic.cts';
import type { Message } from './words.cts';

const everyMs = 1000;
const secondsPerVitals = 10;
/** Of its time; below this a process waits, and what measures its loop would wake it ten times a second. */
const busyShare = 0.1;
/** A server that took so many is one, however little it had to do. */
const servedMin = 100;
/** A second's own tick that is late by less is on time. */
const lateMsMin = 100;
const every = setInterval;
const soon = setImmediate;

/** What perf_hooks can tell; loaded once there is work, since it takes 2 ms. */
interface Meter {
  loadSince(before?: EventLoopUtilization): EventLoopUtilization;
  timeCollections(isTimed: boolean): void;
}

function openMeter(): Meter {
  const { performance, PerformanceObserver }: typeof import('node:perf_hooks') = require('node:perf_hooks');
  let [sinceMs, tookMs] = [0, 0];
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tookMs += duration;
  });
  const stop = (): void => {
    observer.disconnect();
    gcShare = tookMs / (nowMs() - sinceMs);
  };
  watchHeap();
  return {
    loadSince: (before) => performance.eventLoopUtilization(before),
    timeCollections(isTimed) {
      // What is collected while the loop is blocked is told an immediate or two after the timer that came late for it.
      if (!isTimed) return void soon(() => soon(() => guard('vitals', stop)));
      [sinceMs, tookMs] = [nowMs(), 0];
      observer.observe({ type: 'gc' });
    },
  };
}

/** Bytes left after the latest thorough collection, with what lies outside the heap; null where there was none since it was told. */
let heapLeft: number | null = null;
/** The same, since the traffic was told. */
let leftSinceTraffic: number | null = null;
/** Of the second in which collections were timed: to be told of each costs half of what it takes, and there may be a hundred a second. */
let gcShare = 0;
/** Only a thorough collection looks whether a registered object is still used. A registry that nobody but its own callback knows would be collected with it. */
const registry = new FinalizationRegistry<null>(() => {
  guard('vitals', () => (heapLeft = leftSinceTraffic = bytesHeld()));
  watchHeap();
});

function watchHeap(): void {
  registry.register({}, null);
}

function bytesHeld(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Microseconds of CPU so far. */
function cpuUs(): number {
  const used = process.cpuUsage();
  return used.user + used.system;
}

function lookAtRequests(): void {
  gather();
  sample(nowMs);
  sweep();
}

/** How often the keeper wants to hear what, in seconds. */
export interface Pace {
  readonly beat: number;
  readonly traffic: number;
}

/** Starts once, at the first listen; `onSecond` is for others' once-a-second work. */
export function startVitals(send: (message: Message) => void, onSecond: () => void, pace: () => Pace): void {
  // Asked once: each of these looks leaves 3 KB behind.
  const { heap_size_limit: heapLimit } = (require('node:v8') as typeof import('node:v8')).getHeapStatistics();
  let meter: Meter | null = null;
  let load: EventLoopUtilization | undefined;
  let seconds = 0;
  let servedBefore = 0;
  let tickedMs = nowMs();
  let [seenUs, toldUs, toldMs] = [0, cpuUs(), tickedMs];
  /** As the second's own tick saw it: all there is of a loop that had no work before. */
  let lateMs = 0;
  const look = (): void => {
    const atMs = nowMs();
    const tookMs = atMs - tickedMs;
    const overMs = Math.round(tookMs) - everyMs;
    tickedMs = atMs;
    if (overMs > lateMsMin) lateMs = Math.max(lateMs, overMs);
    const us = cpuUs();
    const isBusy = seenUs > 0 && us - seenUs >= busyShare * tookMs * 1000;
    seenUs = us;
    const { served } = counters();
    const requests = Math.max(0, served - servedBefore - takeLooks()); // a look at its health alone is no traffic
    if (isBusy || served >= servedMin) meter ??= openMeter();
    servedBefore = served;
    secondOver(requests, isBusy || requests > 0);
  };
  const tell = (): void => {
    const us = seenUs - toldUs;
    const share = Math.min(1, us / 1000 / (tickedMs - toldMs));
    [toldUs, toldMs] = [seenUs, tickedMs];
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
    const late = takeLateness();
    const elu = meter?.loadSince(load).utilization ?? share;
    load = meter?.loadSince();
    send({
      t: 'vitals',
      rss,
      heapUsed,
      heapTotal,
      heapLimit,
      external,
      cpuUs: us,
      delayP99Ms: late.p99,
      delayMaxMs: Math.max(late.max, lateMs),
      gcMs: Math.round(gcShare * secondsPerVitals * everyMs),
      elu,
      handles: process.getActiveResourcesInfo().length,
      ...counters(),
    });
    lateMs = 0;
  };
  const tellTraffic = (): void => {
    const traffic = takeTraffic(counters().served, leftSinceTraffic);
    leftSinceTraffic = null;
    if (traffic !== null) send(traffic);
  };
  every(() => {
    if (seconds % pace().beat === 0) guard('beat', () => send({ t: 'beat' }));
    if (heapLeft !== null) guard('vitals', () => send({ t: 'heap', used: heapLeft }));
    heapLeft = null;
    guard('vitals', look);
    // What a waiting server leaves behind each second is memory that it touches until the next collection.
    if (!isStill()) guard('capture', lookAtRequests);
    guard('errors', onSecond);
    seconds += 1;
    if (seconds % secondsPerVitals === secondsPerVitals - 1) guard('vitals', () => meter?.timeCollections(true));
    if (seconds % secondsPerVitals === 0) guard('vitals', () => meter?.timeCollections(false));
    if (seconds % secondsPerVitals === 1) guard('vitals', tell);
    if (seconds % pace().traffic === 1 % pace().traffic) guard('vitals', tellTraffic);
  }, everyMs).unref();
}
