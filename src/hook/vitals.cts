/** Tells the keeper that the loop turns, and every ten seconds how the process is doing. */

import type { EventLoopUtilization, IntervalHistogram } from 'node:perf_hooks';

import { gather } from './good.cts';
import { guard, read } from './guard.cts';
import { counters, sweepRing } from './requests.cts';
import type { Message } from './words.cts';

const beatMs = 1000;
const beatsPerVitals = 10;
/** Finer samples wake an idle process more often than they are worth. */
const delayResolutionMs = 50;
const every = setInterval;

/** A second into the life of the server: loading what measures takes 2 ms, which its first answer is not to wait for. */
function openMeter(): { delay: IntervalHistogram; loadSince(before?: EventLoopUtilization): EventLoopUtilization } {
  const perf: typeof import('node:perf_hooks') = require('node:perf_hooks');
  watchHeap(perf);
  const delay = perf.monitorEventLoopDelay({ resolution: delayResolutionMs });
  delay.enable();
  return { delay, loadSince: (before) => perf.performance.eventLoopUtilization(before) };
}

/** What was left after the latest thorough collection; null where there was none since it was told. */
let heapLeft: number | null = null;

function watchHeap({ PerformanceObserver, constants }: typeof import('node:perf_hooks')): void {
  const observer = new PerformanceObserver((list) => {
    const isThorough = list
      .getEntries()
      .some((entry) => read(read(entry, 'detail'), 'kind') === constants.NODE_PERFORMANCE_GC_MAJOR);
    if (isThorough) heapLeft = process.memoryUsage().heapUsed;
  });
  observer.observe({ type: 'gc' });
}

/** Starts once, at the first listen; `onBeat` is for others' once-a-second work. */
export function startVitals(send: (message: Message) => void, onBeat: () => void): void {
  let meter: ReturnType<typeof openMeter> | null = null;
  let beats = 0;
  let cpu = process.cpuUsage();
  let load: EventLoopUtilization | undefined;
  const tell = (): void => {
    const { delay, loadSince } = (meter ??= openMeter());
    const [used, now] = [process.cpuUsage(cpu), loadSince(load)];
    cpu = process.cpuUsage();
    load = loadSince();
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
    const delayP99Ms = Math.max(0, Math.round(delay.percentile(99) / 1e6) - delayResolutionMs);
    const handles = process.getActiveResourcesInfo().length;
    const cpuUs = used.user + used.system;
    send({
      t: 'vitals',
      rss,
      heapUsed,
      heapTotal,
      external,
      cpuUs,
      delayP99Ms,
      elu: now.utilization,
      handles,
      ...counters(),
    });
    delay.reset();
  };
  every(() => {
    guard('vitals', () => send({ t: 'beat' }));
    if (heapLeft !== null) guard('vitals', () => send({ t: 'heap', used: heapLeft }));
    heapLeft = null;
    guard('capture', gather);
    guard('capture', sweepRing);
    guard('errors', onBeat);
    beats += 1;
    if (beats % beatsPerVitals === 1) guard('vitals', tell);
  }, beatMs).unref();
}
