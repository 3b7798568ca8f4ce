/** Wiring: what is remembered, placed by the model of the role `embedding` where there is one, and looked up by it; words alone do without (MEM-2). */
import type { Clock } from '../kit/clock.ts';
import { isErrno } from '../kit/errors.ts';
import { chunksOf } from '../memory/features.ts';
import type { Memory } from '../memory/memory.ts';
import { allVectors } from '../memory/vectors.ts';
import type { Models } from '../models/models.ts';

/** Of one call. */
const textsMax = 64;
const callMs = 60_000;
const queryMs = 10_000;
/** After an answer that did not come. */
const restMs = 10 * 60_000;

export interface Placer {
  /** Something may be new. Nobody waits for what comes of it. */
  nudge(): void;
  close(): Promise<void>;
}

export function placerOf({
  memory,
  models,
  clock,
  warn,
}: {
  readonly memory: Memory;
  readonly models: Models;
  readonly clock: Clock;
  warn(text: string): void;
}): Placer {
  const names = models.namesOf('embedding');
  const stop = new AbortController();
  let seen = -1;
  let notBeforeMs = -Infinity;
  let work: Promise<void> = Promise.resolve();
  let isBusy = false;
  const rest = (why: string): void => {
    if (notBeforeMs === -Infinity && !stop.signal.aborted) warn(`the memory goes by words alone: ${why}`);
    notBeforeMs = clock.monotonic() + restMs;
  };
  const pass = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const { added } = memory;
      const pieces = await memory.unplaced(names, textsMax);
      if (pieces.length === 0) {
        seen = added;
        return memory.keepVectorsOf(names);
      }
      const [incident, ...others] = new Set(pieces.map((piece) => piece.incident));
      const reply = await models.embed({
        texts: pieces.map(({ text }) => text),
        purpose: { incident: others.length === 0 ? (incident ?? null) : null, rung: 'memory', tool: null },
        signal: AbortSignal.any([stop.signal, AbortSignal.timeout(callMs)]),
      });
      if ('failed' in reply) return rest(reply.why);
      await memory.place(reply.model, pieces, reply.vectors);
    }
  };
  return {
    nudge: () => {
      if (isBusy || names.length === 0 || memory.added === seen || clock.monotonic() < notBeforeMs) return;
      isBusy = true;
      work = pass()
        .catch((error: unknown) => {
          if (!isErrno(error)) throw error;
          rest(`its vectors cannot be written (${error.code})`);
        })
        .finally(() => (isBusy = false));
      work.catch(() => undefined); // whoever closes is told
    },
    close: () => {
      stop.abort();
      return work;
    },
  };
}

export interface Nearby {
  readonly models: Models;
  /** Of the memory. */
  readonly folder: string;
  /** One line for a person. */
  warn(text: string): void;
}

/** Ids of the entries whose vectors are nearest to a text, the nearest first; [] where nothing is placed, or nobody places the text. */
export async function nearestTo(
  text: string,
  { models, folder, warn }: Nearby,
  how: { readonly spaces: number; readonly most: number },
): Promise<string[]> {
  const names = models.namesOf('embedding');
  const known = names.length === 0 ? [] : allVectors(folder).filter(({ model }) => names.includes(model));
  if (known.length === 0) return [];
  const purpose = { incident: null, rung: 'memory', tool: null };
  const reply = await models.embed({
    texts: chunksOf(text).slice(0, 1),
    purpose,
    signal: AbortSignal.timeout(queryMs),
  });
  if ('failed' in reply) {
    warn(`words alone were compared: ${reply.why}`);
    return [];
  }
  const [vector] = reply.vectors;
  const placed = known.find(({ model }) => model === reply.model);
  return vector === undefined || placed === undefined ? [] : placed.nearest(vector, how);
}
