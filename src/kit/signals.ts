/** What asks a program to end, heard to its very end: nothing that comes while it leaves ends it by the signal instead of with its own code. */
import { systemClock } from './clock.ts';

/** npm and npx pass on what a terminal gave to the whole group: two of a kind at once are one request, not impatience. */
const echoMs = 150;

/** `then` answers 'ignored' where it made nothing of one: the next counts, however soon it comes. */
export function hearSignals(
  signals: readonly NodeJS.Signals[],
  then: (signal: NodeJS.Signals) => 'ignored' | void,
): void {
  const heardMs = new Map<NodeJS.Signals, number>();
  const hear = (signal: NodeJS.Signals): void => {
    const nowMs = systemClock.monotonic();
    if (nowMs - (heardMs.get(signal) ?? -Infinity) < echoMs) return;
    if (then(signal) !== 'ignored') heardMs.set(signal, nowMs);
  };
  for (const signal of signals) process.on(signal, hear);
}
