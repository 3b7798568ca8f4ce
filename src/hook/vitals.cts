/** Tells the keeper that the loop turns, and every ten seconds how the process is doing. */

import perf from 'node:perf_hooks';

import { guard } from './guard.cts';
import { counters, sweepRing } from './requests.cts';
import type { Message } from './words.cts';

const beatMs = 1000;
const beatsPerVitals = 10;
/** Finer samples wake an idle process more often than they are worth. */
const delayResolutionMs = 50;
const every = setInterval;

/** Starts once, at the first listen; `onBeat` is for others' once-a-second work. */
export function startVitals(send: (message: Message) => void, onBeat: () => void): void {
  const delay = perf.monitorEventLoopDelay({ resolution: delayResolutionMs });
  delay.enable();
  let beats = 0;
  let cpu = process.cpuUsage();
  let load = perf.performance.eventLoopUtilization();
  const tell = (): void => {
    const [used, now] = [process.cpuUsage(cpu), perf.performance.eventLoopUtilization(load)];
    cpu = process.cpuUsage();
    load = perf.performance.eventLoopUtilization();
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
    guard('capture', sweepRing);
    guard('errors', onBeat);
    beats += 1;
    if (beats % beatsPerVitals === 1) guard('vitals', tell);
  }, beatMs).unref();
}
