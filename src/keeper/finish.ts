/** Before a server is asked to end, what it has taken up is answered: Node's own SIGTERM would cut it off (SUP-3). */
import { sleep, systemClock } from '../kit/clock.ts';
import type { Boot } from './child.ts';

/** A loop that turns says within this time that it heard; where it does not, there is nothing to wait for. */
const hearMs = 500;
const lookMs = 10;

/** Resolves when all processes of these boots have answered what they took up, are gone or deaf, or the time is over. */
export async function finishRequests(boots: readonly Boot[], graceMs: number, force: AbortSignal): Promise<void> {
  const begun = systemClock.monotonic();
  for (const boot of boots)
    for (const voice of boot.voices.values()) {
      voice.finish = null;
      voice.peer.send({ t: 'finish', graceMs });
    }
  const spentMs = (): number => systemClock.monotonic() - begun;
  const isBusy = (boot: Boot): boolean =>
    boot.exit === null &&
    [...boot.voices.values()].some(({ finish }) => finish === 'finishing' || (finish === null && spentMs() < hearMs));
  while (boots.some(isBusy) && spentMs() < graceMs && !force.aborted) await sleep(lookMs, force);
}
