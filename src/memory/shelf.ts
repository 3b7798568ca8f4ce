/** What can be looked up: entries with their index, from the log of a project or made for one question. */
import { setImmediate } from 'node:timers/promises';
import { chunksOf, featuresOf, keyFeature, type Normalise } from './features.ts';
import { Postings } from './postings.ts';
import { rankScore, scaleOf, search } from './search.ts';

export const spaces = ['errors', 'fixes', 'learnings', 'functions', 'docs'] as const;
export type Space = (typeof spaces)[number];

export interface Entry {
  /** 12 hex digits. */
  readonly id: string;
  readonly space: Space;
  /** ISO 8601 UTC. */
  readonly at: string;
  /** What it is found by, and what people read. */
  readonly text: string;
  /** What it is found by exactly, such as `signature:…`. */
  readonly keys: readonly string[];
  readonly data: unknown;
}

export interface Found {
  readonly entry: Entry;
  readonly score: number;
}

/** Gives the line that begins at a place. */
export interface Rows {
  line(offset: number): string;
}

/** The bit of a namespace in `Columns.spaces`. */
export function spaceBit(space: Space): number {
  return 1 << spaces.indexOf(space);
}

const budgetMs = 10;

export class Shelf {
  rows: Rows;
  readonly postings: Postings;
  readonly #normalise: Normalise;
  /** Lines that could not be read. */
  damaged = 0;

  constructor(rows: Rows, normalise: Normalise, postings = new Postings()) {
    this.rows = rows;
    this.#normalise = normalise;
    this.postings = postings;
  }

  /** A shelf of entries that lie nowhere else. */
  static async of(entries: readonly Entry[], normalise: Normalise): Promise<Shelf> {
    const lines = entries.map((entry) => JSON.stringify(entry));
    const shelf = new Shelf({ line: (offset) => lines[offset] ?? '' }, normalise);
    const breathe = breather();
    for (const [offset, entry] of entries.entries()) {
      shelf.add(entry, offset);
      await breathe();
    }
    return shelf;
  }

  /** A line of the log: an entry, or word that one is forgotten. */
  take(line: string, offset: number): void {
    const value = parse(line);
    if (value === null) this.damaged += 1;
    else if ('gone' in value) this.drop(value.gone);
    else this.add(value, offset);
  }

  add(entry: Entry, offset: number): void {
    const { postings } = this;
    const space = spaceBit(entry.space);
    for (const [at, chunk] of chunksOf(entry.text).entries()) {
      const { words, grams, length } = featuresOf(chunk, this.#normalise);
      const doc = postings.addDocument({ offset, space, length, scale: scaleOf(grams) });
      for (const [feature, count] of words) postings.addFeature(feature, doc, count);
      for (const [feature, count] of grams) postings.addFeature(feature, doc, count);
      const keys = at === 0 ? new Set([`id:${entry.id}`, ...entry.keys].map(keyFeature)) : [];
      for (const feature of keys) postings.addFeature(feature, doc, 1);
    }
  }

  /** It is not found any more. */
  drop(id: string): void {
    const offsets = new Set(
      this.#documents(`id:${id}`)
        .filter(({ entry }) => entry.id === id)
        .map(({ offset }) => offset),
    );
    const { columns, size } = this.postings;
    if (offsets.size === 0) return;
    for (let doc = 0; doc < size; doc += 1) if (offsets.has(columns.offsets[doc] ?? -1)) columns.spaces[doc] = 0;
  }

  get(id: string): Entry | null {
    return this.#documents(`id:${id}`).find(({ entry }) => entry.id === id)?.entry ?? null;
  }

  /** Entries that have this key, the newest first. */
  having(key: string): Entry[] {
    return this.#documents(key)
      .map(({ entry }) => entry)
      .filter((entry) => entry.keys.includes(key))
      .toReversed();
  }

  /** All that is there, the newest first. */
  *entries(): Generator<Entry> {
    const { columns, size } = this.postings;
    let last = -1;
    for (let doc = size - 1; doc >= 0; doc -= 1) {
      const offset = columns.offsets[doc] ?? -1;
      const entry = columns.spaces[doc] === 0 || offset === last ? null : this.#entry(offset);
      last = offset;
      if (entry !== null) yield entry;
    }
  }

  /** The entries nearest to a text, best first; an entry of several chunks counts once. `near`: ids in another order that counts as much as each of the two here. */
  search(text: string, most: number, within: readonly Space[] = spaces, near: readonly string[] = []): Found[] {
    const bits = within.reduce((sum, space) => sum | spaceBit(space), 0);
    const { columns } = this.postings;
    const found = new Map<number, number>();
    for (let wide = most; ; wide *= 4) {
      const hits = search(this.postings, { text, spaces: bits, normalise: this.#normalise }, wide);
      for (const { doc, score } of hits) {
        const offset = columns.offsets[doc] ?? 0;
        if (!found.has(offset)) found.set(offset, score);
      }
      if (found.size >= most || hits.length < wide) break;
    }
    for (const [rank, id] of near.entries()) {
      const offset = this.#documents(`id:${id}`).find(({ entry }) => entry.id === id)?.offset;
      if (offset !== undefined) found.set(offset, (found.get(offset) ?? 0) + rankScore(rank));
    }
    const ranked = near.length === 0 ? [...found] : [...found].sort((a, b) => b[1] - a[1]);
    return ranked.slice(0, most).flatMap(([offset, score]) => {
      const entry = this.#entry(offset);
      return entry === null ? [] : [{ entry, score }];
    });
  }

  /** Documents and how many of them there are, by namespace. */
  counts(): Record<Space, number> {
    const counts = { errors: 0, fixes: 0, learnings: 0, functions: 0, docs: 0 };
    const { columns, size } = this.postings;
    let last = -1;
    for (let doc = 0; doc < size; doc += 1) {
      const space = spaces[31 - Math.clz32(columns.spaces[doc] ?? 0)];
      if (space !== undefined && columns.offsets[doc] !== last) counts[space] += 1;
      last = columns.offsets[doc] ?? -1;
    }
    return counts;
  }

  #documents(key: string): { entry: Entry; offset: number }[] {
    const { columns } = this.postings;
    return this.postings.documents(keyFeature(key)).flatMap((doc) => {
      const offset = columns.offsets[doc] ?? 0;
      const entry = columns.spaces[doc] === 0 ? null : this.#entry(offset);
      return entry === null ? [] : [{ entry, offset }];
    });
  }

  #entry(offset: number): Entry | null {
    const value = parse(this.rows.line(offset));
    return value === null || 'gone' in value ? null : value;
  }
}

/** Lets others have their turn whenever 10 ms were used. */
export function breather(): () => Promise<void> {
  let until = performance.now() + budgetMs;
  return async () => {
    if (performance.now() < until) return;
    await setImmediate();
    until = performance.now() + budgetMs;
  };
}

function parse(line: string): Entry | { readonly gone: string } | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return null; // counted as damaged
    throw error;
  }
  if (typeof value !== 'object' || value === null) return null;
  const entry = value as Partial<Entry> & { readonly gone?: unknown };
  if (typeof entry.gone === 'string') return { gone: entry.gone };
  const strings = typeof entry.id === 'string' && typeof entry.text === 'string' && typeof entry.at === 'string';
  const known = spaces.some((space) => space === entry.space) && Array.isArray(entry.keys);
  return strings && known ? (entry as Entry) : null;
}
