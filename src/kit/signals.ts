/** What asks a program to end, heard to its very end: nothing that comes while it leaves ends it by the signal instead of with its own code. */
import { systemClock } from './clock.ts';

/** npm and npx pass on what a terminal gave to the whole group: two of a kind at once are one request, not impatience. */
const echoMs = 150;

export function hearSignals(signals: readonly NodeJS.Signals[], then: (signal: NodeJS.Signals) => void): void {
  const heardMs = new Map<NodeJS.Signals, number>();
  const hear = (signal: NodeJS.Signals): void => {
    const nowMs = systemClock.monotonic();
    const isEcho = nowMs - (heardMs.get(signal) ?? -Infinity) < echoMs;
    heardMs.set(signal, nowMs);
    if (!isEcho) then(signal);
  };
  for (const signal of signals) process.on(signal, hear);
}
