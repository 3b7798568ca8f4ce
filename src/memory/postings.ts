/** Which documents have which feature, and what is known of each document: typed arrays as stored, and what came since, which is stored in its turn before it grows large. */

/** Feature → document × 256 + count, ascending. */
type Recent = Map<number, number[]>;

/** The stored part, never changed: features ascending, the documents of each ascending. */
export interface Stored {
  readonly features: Uint32Array;
  /** Where the documents of each feature begin in `docs`; one more at the end. */
  readonly starts: Uint32Array;
  readonly docs: Uint32Array;
  readonly counts: Uint8Array;
}

export const nothingStored: Stored = {
  features: new Uint32Array(0),
  starts: new Uint32Array(1),
  docs: new Uint32Array(0),
  counts: new Uint8Array(0),
};

/** One column a fact of a document; grown by doubling. */
export interface Columns {
  /** Where its line begins in the log. */
  offsets: Float64Array;
  /** Bit of its namespace; 0 = deleted. */
  spaces: Uint8Array;
  /** Words, for BM25. */
  lengths: Uint32Array;
  /** 1 / length of its vector. */
  scales: Float32Array;
}

export class Postings {
  stored: Stored;
  columns: Columns;
  size: number;
  /** Words of all documents together. */
  words: number;
  /** What is being merged into a new stored part, and what came after it. */
  #merging: Recent = new Map();
  #recent: Recent = new Map();

  constructor(stored: Stored = nothingStored, columns: Columns = emptyColumns(64), size = 0) {
    this.stored = stored;
    this.columns = columns;
    this.size = size;
    this.words = wordsOf(columns, size);
  }

  /** A new document; its features are added next. */
  addDocument(facts: { offset: number; space: number; length: number; scale: number }): number {
    const doc = this.size;
    if (doc === this.columns.offsets.length) this.columns = grown(this.columns, doc * 2);
    this.columns.offsets[doc] = facts.offset;
    this.columns.spaces[doc] = facts.space;
    this.columns.lengths[doc] = facts.length;
    this.columns.scales[doc] = facts.scale;
    this.words += facts.length;
    this.size += 1;
    return doc;
  }

  addFeature(feature: number, doc: number, count: number): void {
    const known = this.#recent.get(feature);
    if (known === undefined) this.#recent.set(feature, [doc * 256 + count]);
    else known.push(doc * 256 + count);
  }

  /** Where the stored documents of a feature lie, and those that came since. */
  find(feature: number): { from: number; to: number; recent: readonly number[] } {
    const at = lowerBound(this.stored.features, feature);
    const isThere = this.stored.features[at] === feature;
    const [merging, recent] = [this.#merging.get(feature), this.#recent.get(feature)];
    return {
      from: isThere ? (this.stored.starts[at] ?? 0) : 0,
      to: isThere ? (this.stored.starts[at + 1] ?? 0) : 0,
      recent: merging === undefined || recent === undefined ? (merging ?? recent ?? []) : [...merging, ...recent],
    };
  }

  /** Documents that have a feature, oldest first. */
  documents(feature: number): number[] {
    const { from, to, recent } = this.find(feature);
    return [...this.stored.docs.subarray(from, to), ...recent.map((each) => Math.floor(each / 256))];
  }

  /** What came until now is to be merged; what comes from now on is kept apart from it. */
  beginMerge(): Recent {
    [this.#merging, this.#recent] = [this.#recent, new Map()];
    return this.#merging;
  }

  /** `merged` takes the place of what was there when its merge began; what was forgotten or added since stays so. */
  takeOver({ stored, columns, size, renumbered }: Merged): void {
    const { columns: before, size: all } = this;
    const since = renumbered.length;
    const now = emptyColumns(Math.max(64, columns.offsets.length, size + all - since));
    copyColumns(columns, now, { from: 0, to: size, at: 0 });
    for (const [doc, place] of renumbered.entries()) if (before.spaces[doc] === 0 && place >= 0) now.spaces[place] = 0;
    copyColumns(before, now, { from: since, to: all, at: size });
    if (size < since)
      for (const each of this.#recent.values())
        for (const [at, one] of each.entries()) each[at] = one - (since - size) * 256;
    [this.stored, this.columns, this.size, this.#merging] = [stored, now, size + all - since, new Map()];
    this.words = wordsOf(now, this.size);
  }
}

function wordsOf({ lengths }: Columns, size: number): number {
  let words = 0;
  for (let doc = 0; doc < size; doc += 1) words += lengths[doc] ?? 0;
  return words;
}

export function emptyColumns(length: number): Columns {
  return {
    offsets: new Float64Array(length),
    spaces: new Uint8Array(length),
    lengths: new Uint32Array(length),
    scales: new Float32Array(length),
  };
}

function grown(columns: Columns, length: number): Columns {
  const made = emptyColumns(Math.max(64, length));
  copyColumns(columns, made, { from: 0, to: columns.offsets.length, at: 0 });
  return made;
}

function copyColumns(
  source: Columns,
  target: Columns,
  { from, to, at }: { from: number; to: number; at: number },
): void {
  target.offsets.set(source.offsets.subarray(from, to), at);
  target.spaces.set(source.spaces.subarray(from, to), at);
  target.lengths.set(source.lengths.subarray(from, to), at);
  target.scales.set(source.scales.subarray(from, to), at);
}

/** The first place whose value is not below `wanted`. */
function lowerBound(sorted: Uint32Array, wanted: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

export interface Merged {
  readonly stored: Stored;
  readonly columns: Columns;
  readonly size: number;
  /** What each document became; -1 where it had been forgotten. */
  readonly renumbered: Int32Array;
}

/**
 * All living documents as one stored part, numbered anew. What comes meanwhile is left out; `pause` is awaited again and again so
 * that nothing else has to wait.
 */
export async function merge(postings: Postings, how: { pause(): Promise<void> }): Promise<Merged> {
  const { renumbered, columns, size } = living(postings);
  const { stored } = postings;
  const merging = postings.beginMerge();
  const recent = Uint32Array.from(merging.keys()).sort();
  await how.pause();
  const out = new Output(stored, recent.length, roomFor(stored, merging));
  let pause = 0;
  for (let a = 0, b = 0; a < stored.features.length || b < recent.length;) {
    const feature = Math.min(stored.features[a] ?? Infinity, recent[b] ?? Infinity);
    out.begin();
    if (stored.features[a] === feature) {
      const to = stored.starts[a + 1] ?? 0;
      for (let at = stored.starts[a] ?? 0; at < to; at += 1)
        out.add(renumbered[stored.docs[at] ?? 0] ?? -1, stored.counts[at] ?? 0);
      a += 1;
    }
    if (recent[b] === feature) {
      for (const each of merging.get(feature) ?? []) out.add(renumbered[Math.floor(each / 256)] ?? -1, each % 256);
      b += 1;
    }
    pause += 1 + out.end(feature);
    if (pause < 20_000) continue;
    pause = 0;
    await how.pause();
  }
  return { stored: out.done(), columns, size, renumbered };
}

function living(postings: Postings): { renumbered: Int32Array; columns: Columns; size: number } {
  const renumbered = new Int32Array(postings.size).fill(-1);
  const columns = emptyColumns(Math.max(64, postings.size));
  let size = 0;
  for (let doc = 0; doc < postings.size; doc += 1) {
    if ((postings.columns.spaces[doc] ?? 0) === 0) continue;
    columns.offsets[size] = postings.columns.offsets[doc] ?? 0;
    columns.spaces[size] = postings.columns.spaces[doc] ?? 0;
    columns.lengths[size] = postings.columns.lengths[doc] ?? 0;
    columns.scales[size] = postings.columns.scales[doc] ?? 0;
    renumbered[doc] = size;
    size += 1;
  }
  return { renumbered, columns, size };
}

function roomFor(stored: Stored, merging: Recent): number {
  let room = stored.docs.length;
  for (const docs of merging.values()) room += docs.length;
  return room;
}

class Output {
  readonly #features: Uint32Array;
  readonly #starts: Uint32Array;
  readonly #docs: Uint32Array;
  readonly #counts: Uint8Array;
  #feature = 0;
  #begun = 0;
  #size = 0;

  constructor(stored: Stored, recent: number, room: number) {
    this.#features = new Uint32Array(stored.features.length + recent);
    this.#starts = new Uint32Array(stored.features.length + recent + 1);
    this.#docs = new Uint32Array(room);
    this.#counts = new Uint8Array(room);
  }

  begin(): void {
    this.#begun = this.#size;
  }

  add(doc: number, count: number): void {
    if (doc < 0) return;
    this.#docs[this.#size] = doc;
    this.#counts[this.#size] = count;
    this.#size += 1;
  }

  /** How many documents have it. */
  end(feature: number): number {
    const having = this.#size - this.#begun;
    if (having === 0) return 0; // all are gone
    this.#features[this.#feature] = feature;
    this.#feature += 1;
    this.#starts[this.#feature] = this.#size;
    return having;
  }

  done(): Stored {
    return {
      features: this.#features.subarray(0, this.#feature),
      starts: this.#starts.subarray(0, this.#feature + 1),
      docs: this.#docs.subarray(0, this.#size),
      counts: this.#counts.subarray(0, this.#size),
    };
  }
}
