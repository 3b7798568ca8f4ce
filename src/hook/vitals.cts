/** Tells the keeper that the loop turns, and every ten seconds how the process is doing. */

import type { EventLoopUtilization, IntervalHistogram } from 'node:perf_hooks';

import { gather } from './good.cts';
import { guard, read } from './guard.cts';
import { counters, sweepRing } from './requests.cts';
import { sample, takeTraffic } from './traffic.cts';
import type { Message } from './words.cts';

const everyMs = 1000;
const secondsPerVitals = 10;
/** Finer samples wake an idle process more often than they are worth. */
const delayResolutionMs = 100;
const every = setInterval;

interface Meter {
  readonly delay: IntervalHistogram;
  readonly heapLimit: number;
  now(): number;
  loadSince(before?: EventLoopUtilization): EventLoopUtilization;
}

/** A second into the life of the server: loading what measures takes 2 ms, which its first answer is not to wait for. */
function openMeter(): Meter {
  const perf: typeof import('node:perf_hooks') = require('node:perf_hooks');
  watchHeap(perf);
  const { performance } = perf;
  const delay = perf.monitorEventLoopDelay({ resolution: delayResolutionMs });
  delay.enable();
  const v8: typeof import('node:v8') = require('node:v8');
  const heapLimit = v8.getHeapStatistics().heap_size_limit;
  const now = (): number => performance.now();
  return { delay, heapLimit, now, loadSince: (before) => performance.eventLoopUtilization(before) };
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

/** Starts once, at the first listen; `onSecond` is for others' once-a-second work, `beatSeconds` what the keeper wants from one beat to the next. */
export function startVitals(send: (message: Message) => void, onSecond: () => void, beatSeconds: () => number): void {
  let meter: Meter | null = null;
  let seconds = 0;
  let cpu = process.cpuUsage();
  let load: EventLoopUtilization | undefined;
  const tell = (): void => {
    const { delay, heapLimit, loadSince } = (meter ??= openMeter());
    const [used, now] = [process.cpuUsage(cpu), loadSince(load)];
    cpu = process.cpuUsage();
    load = loadSince();
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
    const late = (delayNs: number): number => Math.max(0, Math.round(delayNs / 1e6) - delayResolutionMs);
    const handles = process.getActiveResourcesInfo().length;
    const cpuUs = used.user + used.system;
    send({
      t: 'vitals',
      rss,
      heapUsed,
      heapTotal,
      heapLimit,
      external,
      cpuUs,
      delayP99Ms: late(delay.percentile(99)),
      delayMaxMs: late(delay.max),
      gcMs: Math.round(gcMs),
      elu: now.utilization,
      handles,
      ...counters(),
    });
    delay.reset();
    gcMs = 0;
    const traffic = takeTraffic();
    if (traffic !== null) send(traffic);
  };
  every(() => {
    if (seconds % beatSeconds() === 0) guard('vitals', () => send({ t: 'beat' }));
    if (heapLeft !== null) guard('vitals', () => send({ t: 'heap', used: heapLeft }));
    heapLeft = null;
    guard('capture', gather);
    const now = meter?.now;
    if (now !== undefined) guard('capture', () => sample(now));
    guard('capture', sweepRing);
    guard('errors', onSecond);
    seconds += 1;
    if (seconds % secondsPerVitals === 1) guard('vitals', tell);
  }, everyMs).unref();
}
