/** The record: hash-chained JSON lines, durable before anything relies on them; closed stretches are sealed segments. */
import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import type { Entry } from '../incident/incident.ts';
import type { Fact } from '../incident/fact.ts';
import { iso } from '../kit/clock.ts';
import { Fault } from '../kit/errors.ts';
import { ensureFolder, namesIn, present, readJson, syncFolder, writeJson } from '../kit/files.ts';
import { sha256 } from '../kit/hash.ts';

/** One line of the journal. `hash` covers the line without itself and so the line before, by `prev`. Version 1. */
export interface Line {
  readonly v: 1;
  readonly seq: number;
  readonly prev: string;
  readonly at: string;
  readonly incident: number;
  readonly fact: Fact;
  readonly hash: string;
}

/** What is known of a sealed segment without reading it; rebuilt from the segments where the file is missing. */
interface Sealed {
  readonly file: string;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly lastHash: string;
  /** Incidents that have lines in it. */
  readonly incidents: readonly number[];
}

interface SegmentIndex {
  readonly v: 1;
  readonly sealed: readonly Sealed[];
  /** Incidents closed at the time of writing: their segments need not be read at start. */
  readonly closed: readonly number[];
  readonly lastIncident: number;
}

export interface Journal {
  /** Facts of every incident that is not closed, in order; read at opening. */
  readonly open: readonly Entry[];
  readonly lastIncident: number;
  readonly seq: number;
  /** Durable when it returns. @throws Fault journal_write; nothing half-written stays behind. */
  append(incident: number, fact: Fact): Entry;
  close(): void;
}

export interface JournalOptions {
  readonly folder: string;
  now(): number;
  /** The last gate: no secret reaches the record, whoever forgot to redact. */
  redact(text: string): string;
  /** A segment that has grown past this is sealed, and the next one begun; default 1 MiB. */
  readonly segmentBytesMax?: number;
  /** For crash tests: called before, half-way through and after each append. */
  step?(name: 'before' | 'half' | 'after', seq: number): void;
}

const genesis = '0'.repeat(64);
const segmentName = /^\d{8}\.jsonl$/;

/** Opens for writing. The caller holds the healer's lock. @throws Fault journal_broken where the chain does not hold. */
export function openJournal(options: JournalOptions): Journal {
  ensureFolder(options.folder);
  const index = loadIndex(options.folder);
  if (index.sealed.length > 0 && storedIndex(options.folder) === null) writeIndex(options.folder, index);
  const name = liveSegment(options.folder, index);
  const file = path.join(options.folder, name);
  cutTornTail(file);
  const lines = readSegment(file, index.sealed.at(-1)?.lastHash ?? genesis);
  const closed = new Set(index.closed);
  const still = lines.filter((line) => !closed.has(line.incident));
  const open = [...reopen(options.folder, index, closed), ...still.map(toEntry)];
  const state = {
    seq: lines.at(-1)?.seq ?? index.sealed.at(-1)?.lastSeq ?? 0,
    prev: lines.at(-1)?.hash ?? index.sealed.at(-1)?.lastHash ?? genesis,
    lastIncident: lines.reduce((last, line) => Math.max(last, line.incident), index.lastIncident),
  };
  const segments = new Segments(options, index, { name, lines });
  return {
    open,
    get lastIncident() {
      return state.lastIncident;
    },
    get seq() {
      return state.seq;
    },
    append(incident, fact) {
      const atMs = options.now();
      const line = seal({
        v: 1,
        seq: state.seq + 1,
        prev: state.prev,
        at: iso(atMs),
        incident,
        fact: clean(fact, options.redact),
      });
      segments.write(line);
      state.seq = line.seq;
      state.prev = line.hash;
      state.lastIncident = Math.max(state.lastIncident, incident);
      return toEntry(line);
    },
    close: () => segments.close(),
  };
}

/** The segment that is written to. What it costs to open a record, and to add to it, does not grow with what is sealed (PERF-6). */
class Segments {
  readonly #options: JournalOptions;
  #index: SegmentIndex;
  #name: string;
  #fd: number;
  /** Of its lines, what the index says of a sealed one. */
  #live: { readonly firstSeq: number; readonly incidents: Set<number>; readonly closed: Set<number> };
  #last: Line | null = null;

  constructor(options: JournalOptions, index: SegmentIndex, live: { name: string; lines: readonly Line[] }) {
    this.#options = options;
    this.#index = index;
    this.#name = live.name;
    this.#live = { firstSeq: live.lines[0]?.seq ?? 0, incidents: new Set(), closed: new Set() };
    for (const line of live.lines) this.#count(line);
    this.#fd = this.#open();
  }

  /** Durable when it returns. A segment that is full is sealed before, so that a failure leaves nothing half-done. */
  write(line: Line): void {
    try {
      if (fstatSync(this.#fd).size > (this.#options.segmentBytesMax ?? 1024 * 1024)) this.#seal();
      writeLine(this.#fd, line, this.#options);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      throw new Fault('journal_write', `The journal cannot be written: ${text}`, { cause: error });
    }
    this.#count(line);
  }

  close(): void {
    closeSync(this.#fd);
  }

  #count(line: Line): void {
    const { incidents, closed, firstSeq } = this.#live;
    if (firstSeq === 0) this.#live = { incidents, closed, firstSeq: line.seq };
    incidents.add(line.incident);
    if (closes(line.fact)) closed.add(line.incident);
    this.#last = line;
  }

  #open(): number {
    const { folder } = this.#options;
    const file = path.join(folder, this.#name);
    const fd = openSync(file, isThere(file) ? 'r+' : 'wx+', 0o600);
    syncFolder(folder);
    return fd;
  }

  #seal(): void {
    if (this.#last === null) return;
    const { folder } = this.#options;
    const { firstSeq, incidents, closed } = this.#live;
    const { seq: lastSeq, hash: lastHash } = this.#last;
    const sealed: Sealed = { file: this.#name, firstSeq, lastSeq, lastHash, incidents: [...incidents] };
    this.#index = {
      v: 1,
      sealed: [...this.#index.sealed, sealed],
      closed: [...new Set([...this.#index.closed, ...closed])],
      lastIncident: sealed.incidents.reduce((last, id) => Math.max(last, id), this.#index.lastIncident),
    };
    writeIndex(folder, this.#index);
    const full = this.#fd;
    this.#name = numbered(this.#index.sealed.length + 1);
    this.#fd = this.#open();
    this.#live = { firstSeq: 0, incidents: new Set(), closed: new Set() };
    closeSync(full);
  }
}

/** Everything that was ever written, oldest first; for `show`, `events` and audits. A torn last line is left out. */
export function readJournal(folder: string, sinceSeq = 0): Line[] {
  const index = loadIndex(folder);
  const lines: Line[] = [];
  for (const name of segmentsIn(folder)) {
    const sealed = index.sealed.find((item) => item.file === name);
    if (sealed && sealed.lastSeq <= sinceSeq) continue;
    for (const line of parseLines(path.join(folder, name), { tornTail: true }))
      if (line.seq > sinceSeq) lines.push(line);
  }
  return lines;
}

/** Gives at each call the whole lines that were written since the one before; the first call passes over what is there. */
export function followJournal(folder: string): () => Line[] {
  let name = segmentsIn(folder).at(-1) ?? numbered(1);
  let at = statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  return () => {
    const lines: Line[] = [];
    for (;;) {
      const next = numbered(Number.parseInt(name, 10) + 1);
      const isSealed = present(path.join(folder, next)); // asked before: what is read then is all of it
      const bytes = readFrom(path.join(folder, name), at);
      const whole = bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1);
      at += whole.length;
      lines.push(
        ...whole
          .toString('utf8')
          .split('\n')
          .flatMap((text) => parseLine(text) ?? []),
      );
      if (!isSealed) return lines;
      [name, at] = [next, 0];
    }
  };
}

/** What a file holds from there on; nothing where there is none. */
function readFrom(file: string, at: number): Buffer {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return Buffer.alloc(0);
  const fd = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(Math.max(0, fstatSync(fd).size - at));
    return bytes.subarray(0, bytes.length === 0 ? 0 : readSync(fd, bytes, 0, bytes.length, at));
  } finally {
    closeSync(fd);
  }
}

export function toEntry(line: Line): Entry {
  return { incident: line.incident, atMs: Date.parse(line.at), fact: line.fact };
}

function seal(body: Omit<Line, 'hash'>): Line {
  return { ...body, hash: sha256(JSON.stringify(body)) };
}

/** Every string of a fact goes through the gate; structure and keys stay. */
function clean<Value>(value: Value, redact: (text: string) => string): Value {
  const walk = (item: unknown): unknown => {
    if (typeof item === 'string') return redact(item);
    if (Array.isArray(item)) return item.map(walk);
    if (item === null || typeof item !== 'object') return item;
    return Object.fromEntries(Object.entries(item).map(([key, inner]) => [key, walk(inner)]));
  };
  return walk(value) as Value;
}

function writeLine(fd: number, line: Line, options: JournalOptions): void {
  const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
  const size = fstatSync(fd).size;
  options.step?.('before', line.seq);
  try {
    const half = options.step ? bytes.length >> 1 : bytes.length;
    for (let at = 0; at < bytes.length;) {
      at += writeSync(fd, bytes, at, at < half ? half - at : bytes.length - at, size + at);
      if (at === half) options.step?.('half', line.seq);
    }
    fdatasyncSync(fd);
  } catch (error) {
    ftruncateSync(fd, size);
    throw error;
  }
  options.step?.('after', line.seq);
}

/** Cuts what a crash left half-written: bytes after the last newline. They were never acknowledged. */
function cutTornTail(file: string): void {
  if (!isThere(file)) return;
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf(0x0a) + 1;
  if (end === bytes.length) return;
  const fd = openSync(file, 'r+');
  ftruncateSync(fd, end);
  fdatasyncSync(fd);
  closeSync(fd);
}

function readSegment(file: string, prev: string): Line[] {
  const lines = isThere(file) ? parseLines(file, { tornTail: false }) : [];
  let expected = prev;
  for (const line of lines) {
    const { hash, ...body } = line;
    if (line.prev !== expected || sha256(JSON.stringify(body)) !== hash) {
      throw new Fault('journal_broken', `The journal ${file} was changed or damaged at entry ${line.seq}.`);
    }
    expected = hash;
  }
  return lines;
}

function isThere(file: string): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined || stat.isFile()) return stat !== undefined;
  throw new Fault('journal_broken', `${file} is no file.`); // a pipe would be waited for
}

function parseLines(file: string, options: { tornTail: boolean }): Line[] {
  const texts = isThere(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const torn = texts.pop() ?? '';
  if (torn !== '' && !options.tornTail) throw new Fault('journal_broken', `The journal ${file} ends in half a line.`);
  return texts.map((text, at) => {
    const line = parseLine(text);
    if (!line) throw new Fault('journal_broken', `The journal ${file} is damaged at line ${at + 1}.`);
    return line;
  });
}

function parseLine(text: string): Line | null {
  try {
    const line = JSON.parse(text) as Line;
    return line.v === 1 && Number.isInteger(line.seq) && typeof line.hash === 'string' ? line : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function segmentsIn(folder: string): string[] {
  return namesIn(folder).filter((name) => segmentName.test(name));
}

/** The one segment that is still being written: the highest number that is not sealed. */
function liveSegment(folder: string, index: SegmentIndex): string {
  const sealed = new Set(index.sealed.map((item) => item.file));
  const last = segmentsIn(folder).findLast((name) => !sealed.has(name));
  return last ?? numbered(index.sealed.length + 1);
}

function numbered(n: number): string {
  return `${String(n).padStart(8, '0')}.jsonl`;
}

/** Lines of incidents that were still open when their segment was sealed. */
function reopen(folder: string, index: SegmentIndex, closed: ReadonlySet<number>): Entry[] {
  const pinned = index.sealed.filter((item) => item.incidents.some((id) => !closed.has(id)));
  return pinned.flatMap((item) => {
    const at = index.sealed.indexOf(item);
    const prev = at === 0 ? genesis : (index.sealed[at - 1]?.lastHash ?? genesis);
    return readSegment(path.join(folder, item.file), prev)
      .filter((line) => !closed.has(line.incident))
      .map(toEntry);
  });
}

function closes(fact: Fact): boolean {
  return fact.type === 'closed' || (fact.type === 'answered' && fact.answered.verdict === 'resolve');
}

/** The index is only a short cut: where it is missing or behind, it is made again from the segments themselves. */
function loadIndex(folder: string): SegmentIndex {
  const index = storedIndex(folder) ?? { v: 1, sealed: [], closed: [], lastIncident: 0 };
  const files = segmentsIn(folder);
  return files.length - 1 > index.sealed.length ? rebuildIndex(folder, files.slice(0, -1)) : index;
}

function storedIndex(folder: string): SegmentIndex | null {
  const stored = readJson<SegmentIndex>(path.join(folder, 'segments.json'));
  return stored?.v === 1 ? stored : null;
}

function writeIndex(folder: string, index: SegmentIndex): void {
  writeJson(path.join(folder, 'segments.json'), index);
}

function rebuildIndex(folder: string, files: readonly string[]): SegmentIndex {
  let prev = genesis;
  const closed = new Set<number>();
  const sealed = files.map((file): Sealed => {
    const lines = readSegment(path.join(folder, file), prev);
    prev = lines.at(-1)?.hash ?? prev;
    for (const line of lines) if (closes(line.fact)) closed.add(line.incident);
    return summary(file, lines, prev);
  });
  const lastIncident = sealed.flatMap((item) => item.incidents).reduce((last, id) => Math.max(last, id), 0);
  return { v: 1, sealed, closed: [...closed], lastIncident };
}

function summary(file: string, lines: readonly Line[], lastHash: string): Sealed {
  return {
    file,
    firstSeq: lines[0]?.seq ?? 0,
    lastSeq: lines.at(-1)?.seq ?? 0,
    lastHash,
    incidents: [...new Set(lines.map((line) => line.incident))],
  };
}
