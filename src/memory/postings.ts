/** Which documents have which feature, and what is known of each document: typed arrays as stored, and what came since. */

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
  readonly stored: Stored;
  columns: Columns;
  size: number;
  /** Words of all documents together. */
  words = 0;
  /** Feature → document × 256 + count, ascending. */
  readonly #recent = new Map<number, number[]>();

  constructor(stored: Stored = nothingStored, columns: Columns = emptyColumns(64), size = 0) {
    this.stored = stored;
    this.columns = columns;
    this.size = size;
    for (let doc = 0; doc < size; doc += 1) this.words += columns.lengths[doc] ?? 0;
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
    return {
      from: isThere ? (this.stored.starts[at] ?? 0) : 0,
      to: isThere ? (this.stored.starts[at + 1] ?? 0) : 0,
      recent: this.#recent.get(feature) ?? [],
    };
  }

  /** Documents that have a feature, oldest first. */
  documents(feature: number): number[] {
    const { from, to, recent } = this.find(feature);
    return [...this.stored.docs.subarray(from, to), ...recent.map((each) => Math.floor(each / 256))];
  }

  recentFeatures(): Uint32Array {
    return Uint32Array.from(this.#recent.keys()).sort();
  }
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
  made.offsets.set(columns.offsets);
  made.spaces.set(columns.spaces);
  made.lengths.set(columns.lengths);
  made.scales.set(columns.scales);
  return made;
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
}

/**
 * All living documents below `limit` as one stored part, numbered anew. What comes meanwhile is left out; `pause`
 * is awaited again and again so that nothing else has to wait.
 */
export async function merge(postings: Postings, limit: number, how: { pause(): Promise<void> }): Promise<Merged> {
  const { renumbered, columns, size } = living(postings, limit);
  const { stored } = postings;
  const recent = postings.recentFeatures();
  const out = new Output(stored, recent.length, roomFor(postings, recent));
  let pause = 0;
  for (let a = 0, b = 0; a < stored.features.length || b < recent.length;) {
    const feature = Math.min(stored.features[a] ?? Infinity, recent[b] ?? Infinity);
    if (stored.features[a] === feature) a += 1;
    if (recent[b] === feature) b += 1;
    const found = postings.find(feature);
    out.begin();
    for (let at = found.from; at < found.to; at += 1)
      out.add(renumbered[stored.docs[at] ?? 0] ?? -1, stored.counts[at] ?? 0);
    for (const each of found.recent) {
      const doc = Math.floor(each / 256);
      if (doc < limit) out.add(renumbered[doc] ?? -1, each % 256);
    }
    out.end(feature);
    pause += 1 + found.to - found.from + found.recent.length;
    if (pause < 20_000) continue;
    pause = 0;
    await how.pause();
  }
  return { stored: out.done(), columns, size };
}

function living(postings: Postings, limit: number): { renumbered: Int32Array; columns: Columns; size: number } {
  const renumbered = new Int32Array(limit).fill(-1);
  const columns = emptyColumns(Math.max(64, limit));
  let size = 0;
  for (let doc = 0; doc < limit; doc += 1) {
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

function roomFor(postings: Postings, recent: Uint32Array): number {
  let room = postings.stored.docs.length;
  for (const feature of recent) room += postings.find(feature).recent.length;
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

  end(feature: number): void {
    if (this.#size === this.#begun) return; // all its documents are gone
    this.#features[this.#feature] = feature;
    this.#feature += 1;
    this.#starts[this.#feature] = this.#size;
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
