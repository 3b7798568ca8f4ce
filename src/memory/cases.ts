/** What became of failures before: learnt from each incident that ends, recalled before the next one is worked on (MEM-4). */
import type { Case } from '../incident/nouns.ts';

const casesMax = 20;

/** Folded from the `learned` facts of the record; the newest case of a signature comes first. */
export class Cases {
  readonly #bySignature = new Map<string, Case[]>();

  learn(learned: Case): void {
    const known = this.#bySignature.get(learned.signature) ?? [];
    this.#bySignature.set(learned.signature, [learned, ...known].slice(0, casesMax));
  }

  recall(signature: string): readonly Case[] {
    return this.#bySignature.get(signature) ?? [];
  }
}
