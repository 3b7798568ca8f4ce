/** Wiring: crash loops that the keeper told of. Who waits for such a server is refused as soon as nothing of ours is about to bring it back. */
import type { Engine } from '../engine/engine.ts';
import type { Incident } from '../incident/incident.ts';
import type { Move } from '../incident/next.ts';
import type { Clock } from '../kit/clock.ts';
import type { Swapper } from './swap.ts';

/** So soon after a crash loop was told, all is here that it was about. */
const settledMs = 1000;
/** As long as the keeper waits by itself. */
const hopeMs = 10_000;

export class CrashLoops {
  readonly #swapper: Swapper;
  readonly #clock: Clock;
  /** By subject; those that did not become ready since. */
  readonly #loops = new Map<string, { readonly boot: number; readonly toldMs: number }>();

  constructor(swapper: Swapper, clock: Clock) {
    this.#swapper = swapper;
    this.#clock = clock;
  }

  begin(subject: string, boot: number): void {
    this.#loops.set(subject, { boot, toldMs: this.#clock.monotonic() });
  }

  end(subject: string): void {
    this.#loops.delete(subject);
  }

  isLooping(subject: string): boolean {
    return this.#loops.has(subject) || this.#swapper.isLooping(subject);
  }

  /** Called while nothing is being worked on. */
  tellHopeless(engine: Pick<Engine, 'incidents' | 'moveOf'>): void {
    for (const [subject, { boot, toldMs }] of this.#loops) {
      const isHope = (one: Incident): boolean => one.subject === subject && this.#isSoon(engine.moveOf(one));
      const isSettled = this.#clock.monotonic() - toldMs >= settledMs;
      if (isSettled && !engine.incidents.some(isHope)) this.#swapper.giveUp(subject, boot);
    }
  }

  #isSoon(move: Move): boolean {
    if (move.do === 'over') return false;
    return move.do !== 'wait' || (move.untilMs !== null && move.untilMs < this.#clock.now() + hopeMs);
  }
}
