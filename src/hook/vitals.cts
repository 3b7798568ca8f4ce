/** Tells the keeper that the loop turns, and every ten seconds how the process is doing. */

import type { EventLoopUtilization } from 'node:perf_hooks';

import { gather } from './good.cts';
import { guard, read } from './guard.cts';
import { counters, sweepRing } from './requests.cts';
import { sample, takeTraffic } from './traffic.cts';
import type { Message } from './words.cts';

const everyMs = 1000;
const secondsPerVitals = 10;
const delayResolutionMs = 100;
/** Of its time; below this a process waits, and what measures its loop would wake it ten times a second. */
const busyShare = 0.1;
const every = setInterval;

/** Of the loop, since it was asked last, in milliseconds. */
interface Lateness {
  readonly p99: number;
  readonly max: number;
}

/** What perf_hooks can tell; loaded in the first second that has work, since it takes half a megabyte and 2 ms. */
interface Meter {
  /** Called every second: lateness is only looked at while there is work. */
  watch(isBusy: boolean): void;
  late(): Lateness;
  loadSince(before?: EventLoopUtilization): EventLoopUtilization;
}

function openMeter(): Meter {
  const perf: typeof import('node:perf_hooks') = require('node:perf_hooks');
  watchHeap(perf);
  const histogram = perf.monitorEventLoopDelay({ resolution: delayResolutionMs });
  const past = (delayNs: number): number => Math.max(0, Math.round(delayNs / 1e6) - delayResolutionMs);
  let isOn = false;
  let seen: Lateness = { p99: 0, max: 0 };
  const take = (): void => {
    if (!isOn) return;
    const [p99, max] = [past(histogram.percentile(99)), past(histogram.max)];
    seen = { p99: Math.max(seen.p99, p99), max: Math.max(seen.max, max) };
    histogram.reset(); // it would else take the time it was off for a delay
  };
  return {
    watch(isBusy) {
      if (isBusy === isOn) return;
      take();
      isOn = isBusy;
      if (isOn) histogram.enable();
      else histogram.disable();
    },
    late() {
      take();
      const late = seen;
      seen = { p99: 0, max: 0 };
      return late;
    },
    loadSince: (before) => perf.performance.eventLoopUtilization(before),
  };
}

/** What was left after the latest thorough collection; null where there was none since it was told. */
let heapLeft: number | null = null;
/** Spent on collections since it was told. */
let gcMs = 0;

function watchHeap({ PerformanceObserver, constants }: typeof import('node:perf_hooks')): void {
  const observer = new PerformanceObserver((list) => {
    const entries = list.getEntries();
    gcMs += entries.reduce((sum, { duration }) => sum + duration, 0);
    const isThorough = entries.some(
      (entry) => read(read(entry, 'detail'), 'kind') === constants.NODE_PERFORMANCE_GC_MAJOR,
    );
    if (isThorough) heapLeft = process.memoryUsage().heapUsed;
  });
  observer.observe({ type: 'gc' });
}

function nowMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}

/** Share of one core since it was asked last; 0 the first time. */
function watchCpu(): { sinceLast(): { us: number; share: number } } {
  let [cpu, atMs]: [NodeJS.CpuUsage | undefined, number] = [undefined, 0];
  return {
    sinceLast() {
      const [{ user, system }, tookMs] = [process.cpuUsage(cpu), nowMs() - atMs];
      const us = cpu === undefined ? 0 : user + system;
      [cpu, atMs] = [process.cpuUsage(), nowMs()];
      return { us, share: Math.min(1, us / 1000 / tookMs) };
    },
  };
}

/** Starts once, at the first listen; `onSecond` is for others' once-a-second work, `beatSeconds` what the keeper wants from one beat to the next. */
export function startVitals(send: (message: Message) => void, onSecond: () => void, beatSeconds: () => number): void {
  const v8: typeof import('node:v8') = require('node:v8');
  const [cpuPerSecond, cpuPerTold] = [watchCpu(), watchCpu()];
  let meter: Meter | null = null;
  let load: EventLoopUtilization | undefined;
  let seconds = 0;
  let tickedMs = nowMs();
  /** As the second's own tick saw it: all there is of a loop that had no work before. */
  let lateMs = 0;
  const look = (): void => {
    const atMs = nowMs();
    const overMs = Math.round(atMs - tickedMs) - everyMs;
    tickedMs = atMs;
    if (overMs > delayResolutionMs) lateMs = Math.max(lateMs, overMs);
    const isBusy = cpuPerSecond.sinceLast().share >= busyShare;
    if (isBusy) meter ??= openMeter();
    meter?.watch(isBusy);
  };
  const tell = (): void => {
    const { us, share } = cpuPerTold.sinceLast();
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
    const late = meter?.late() ?? { p99: 0, max: 0 };
    const elu = meter?.loadSince(load).utilization ?? share;
    load = meter?.loadSince();
    send({
      t: 'vitals',
      rss,
      heapUsed,
      heapTotal,
      heapLimit: v8.getHeapStatistics().heap_size_limit,
      external,
      cpuUs: us,
      delayP99Ms: late.p99,
      delayMaxMs: Math.max(late.max, lateMs),
      gcMs: Math.round(gcMs),
      elu,
      handles: process.getActiveResourcesInfo().length,
      ...counters(),
    });
    lateMs = 0;
    gcMs = 0;
    const traffic = takeTraffic();
    if (traffic !== null) send(traffic);
  };
  every(() => {
    if (seconds % beatSeconds() === 0) guard('vitals', () => send({ t: 'beat' }));
    if (heapLeft !== null) guard('vitals', () => send({ t: 'heap', used: heapLeft }));
    heapLeft = null;
    guard('vitals', look);
    guard('capture', gather);
    guard('capture', () => sample(nowMs));
    guard('capture', sweepRing);
    guard('errors', onSecond);
    seconds += 1;
    if (seconds % secondsPerVitals === 1) guard('vitals', tell);
  }, everyMs).unref();
}
