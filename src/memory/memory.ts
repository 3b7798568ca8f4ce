/** The memory of a project: durable when `remember` returns, searched exactly, started by reading an index (SPEC 11). */
import { ensureFolder } from '../kit/files.ts';
import { chunksOf, type Normalise } from './features.ts';
import { indexOf, Log, newestLog, openForReading, removeOld, type Step } from './log.ts';
import { merge, Postings } from './postings.ts';
import { breather, Shelf, spaceBit, type Entry } from './shelf.ts';
import { readSnapshot, writeSnapshot } from './snapshot.ts';
import { appendVectors, pruneVectors, readVectors, type Placed } from './vectors.ts';

export interface MemoryOptions {
  readonly folder: string;
  /** The gate: no secret is remembered, whoever forgot to redact. */
  redact(text: string): string;
  readonly normalise: Normalise;
  /** For the tests that kill at every write. */
  readonly step?: Step;
}

/** So many documents beyond the index are read from the log at a start, at 0.1 to 0.2 ms each, or a fortieth of what is there. */
const tailMin = 250;
const tailShare = 40;

/** For questions only; also while a healer writes. An empty shelf where nothing was ever remembered. */
export async function readMemory(folder: string, normalise: Normalise): Promise<Shelf> {
  const log = openForReading(folder);
  return log === null ? Shelf.of([], normalise) : (await load(log, normalise)).shelf;
}

/** The one writer: whoever holds the healer's lock. */
export async function openMemory(options: MemoryOptions): Promise<Memory> {
  ensureFolder(options.folder);
  const file = newestLog(options.folder);
  removeOld(file);
  const log = new Log(file, 'write');
  return new Memory(options, log, await load(log, options.normalise));
}

/** A piece of an entry that a model may place. */
export interface Piece extends Omit<Placed, 'vector'> {
  readonly text: string;
  /** Of which it was learnt; null where it does not say. */
  readonly incident: number | null;
}

interface Loaded {
  readonly shelf: Shelf;
  /** How many documents the index on disk holds. */
  readonly indexed: number;
}

async function load(log: Log, normalise: Normalise): Promise<Loaded> {
  const snapshot = await readSnapshot(indexOf(log.file), log.size);
  const shelf = new Shelf(log, normalise, snapshot?.postings ?? new Postings());
  shelf.damaged = snapshot?.damaged ?? 0;
  const breathe = breather();
  for (const { line, offset } of log.lines(snapshot?.covered ?? 0)) {
    shelf.take(line, offset);
    await breathe();
  }
  return { shelf, indexed: snapshot?.postings.size ?? 0 };
}

export class Memory {
  readonly #options: MemoryOptions;
  /** What can be looked up. */
  readonly shelf: Shelf;
  readonly #step: Step;
  #log: Log;
  #indexed: number;
  /** Work on the files goes one after the other. */
  #work: Promise<void> = Promise.resolve();
  #isIndexing = false;
  /** Entries that were remembered since it was opened. */
  added = 0;

  constructor(options: MemoryOptions, log: Log, { shelf, indexed }: Loaded) {
    this.#options = options;
    this.#log = log;
    this.shelf = shelf;
    this.#indexed = indexed;
    this.#step = options.step ?? (() => undefined);
    this.#indexWhereDue();
  }

  /** Durable when it returns. An id that is known already is left as it is. @throws Fault memory_write */
  remember(entry: Entry): void {
    if (this.shelf.get(entry.id) !== null) return;
    const clean = cleaned(entry, this.#options.redact);
    this.shelf.add(clean, this.#log.append(JSON.stringify(clean), this.#step));
    this.added += 1;
    this.#indexWhereDue();
  }

  /** False where there is no such entry. It is not found any more when this returns, and gone from the disk when `settled` resolves. */
  forget(id: string): boolean {
    if (this.shelf.get(id) === null) return false;
    this.#log.append(JSON.stringify({ gone: id }), this.#step);
    this.shelf.drop(id);
    this.#then(() => this.#compact());
    return true;
  }

  /** Pieces of entries that none of these models has placed, the newest first. */
  async unplaced(models: readonly string[], most: number): Promise<Piece[]> {
    const known = new Set(models.flatMap((model) => readVectors(this.#options.folder, model)?.names() ?? []));
    const found: Piece[] = [];
    const breathe = breather();
    for (const entry of this.shelf.entries()) {
      for (const [chunk, text] of chunksOf(entry.text).entries())
        if (!known.has(`${entry.id}:${chunk}`))
          found.push({ id: entry.id, chunk, space: spaceBit(entry.space), text, incident: incidentOf(entry) });
      if (found.length >= most) break;
      await breathe();
    }
    return found.slice(0, most);
  }

  /** Durable when it resolves. What was forgotten meanwhile is left out. */
  place(model: string, pieces: readonly Piece[], vectors: readonly Float32Array[]): Promise<void> {
    return this.#beside(() => {
      const placed = pieces.flatMap((piece, nth) => {
        const vector = vectors[nth];
        return vector === undefined || this.shelf.get(piece.id) === null ? [] : [{ ...piece, vector }];
      });
      if (placed.length > 0) appendVectors(this.#options.folder, model, placed, this.#step);
    });
  }

  /** Those of all other models are gone when it resolves. */
  keepVectorsOf(models: readonly string[]): Promise<void> {
    return this.#beside(() =>
      pruneVectors(this.#options.folder, {
        isKept: () => true,
        isAsked: (model) => models.includes(model),
        step: this.#step,
      }),
    );
  }

  /** Resolves when the index is written and what was forgotten is gone. */
  settled(): Promise<void> {
    return this.#work;
  }

  async close(): Promise<void> {
    await this.#work;
    this.#log.close();
  }

  #then(work: () => Promise<void>): void {
    this.#work = this.#work.then(work);
    this.#work.catch(() => undefined); // whoever waits for `settled` or `close` is told
  }

  /** In its turn, too, but what goes wrong there is its caller's alone. */
  #beside(work: () => void): Promise<void> {
    const before = this.#work;
    const done = before.then(work);
    const after = (): Promise<void> => before;
    this.#work = done.then(after, after);
    return done;
  }

  #indexWhereDue(): void {
    const tail = this.shelf.postings.size - this.#indexed;
    if (this.#isIndexing || tail <= Math.max(tailMin, this.#indexed / tailShare)) return;
    this.#isIndexing = true;
    this.#then(() => this.#index());
  }

  async #index(): Promise<void> {
    const { postings, damaged } = this.shelf;
    const covered = this.#log.size;
    const merged = await merge(postings, { pause: breather() });
    postings.takeOver(merged);
    await writeSnapshot(indexOf(this.#log.file), merged, { covered, damaged, step: () => this.#step('index') });
    this.#indexed = merged.size;
    this.#isIndexing = false;
  }

  /** Writes the log anew without what was forgotten. */
  async #compact(): Promise<void> {
    const { columns, size } = this.shelf.postings;
    const kept = new Set<number>();
    for (let doc = 0; doc < size; doc += 1) if (columns.spaces[doc] !== 0) kept.add(columns.offsets[doc] ?? 0);
    await this.#log.compact((offset) => kept.has(offset), {
      step: this.#step,
      swap: (log, movedTo) => {
        this.#log = log;
        this.shelf.rows = log;
        const { postings } = this.shelf;
        const { offsets, spaces } = postings.columns;
        for (let doc = 0; doc < postings.size; doc += 1)
          offsets[doc] = spaces[doc] === 0 ? -1 : movedTo(offsets[doc] ?? 0);
      },
    });
    removeOld(this.#log.file);
    pruneVectors(this.#options.folder, { isKept: (id) => this.shelf.get(id) !== null, step: this.#step });
    await this.#index();
  }
}

function incidentOf({ data }: Entry): number | null {
  const incident = typeof data === 'object' && data !== null && 'incident' in data ? data.incident : null;
  return typeof incident === 'number' ? incident : null;
}

/** Every string goes through the gate; its namespace and its time are no text. */
function cleaned(entry: Entry, redact: (text: string) => string): Entry {
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return redact(value);
    if (Array.isArray(value)) return value.map(walk);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)]));
  };
  return { ...entry, text: redact(entry.text), data: walk(entry.data) };
}
