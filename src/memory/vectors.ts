/** Entries as a model of embeddings places them: one file a model beside the log, never mixed, searched exactly (MEM-2). */
import { closeSync, fdatasyncSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { isErrno } from '../kit/errors.ts';
import { namesIn, syncFolder } from '../kit/files.ts';
import { sha256 } from '../kit/hash.ts';
import type { Step } from './log.ts';

/** One chunk of an entry. */
export interface Placed {
  /** 12 hex digits. */
  readonly id: string;
  /** From 0; at most 65,535. */
  readonly chunk: number;
  /** The bit of its namespace. */
  readonly space: number;
  /** Of length 1. */
  readonly vector: Float32Array;
}

/** The first 256 bytes of the file, as JSON padded with blanks; each record after it is its head and then its numbers. */
interface Header {
  readonly kintsugiVectors: 1;
  readonly model: string;
  readonly dims: number;
}

const headerBytes = 256;
/** Checksum of the rest (4 bytes), id (6), chunk (2), namespace (1), nothing (3). */
const headBytes = 16;

export class Vectors {
  readonly model: string;
  readonly dims: number;
  readonly #bytes: Buffer;
  readonly #numbers: Float32Array;
  /** Where the sound records begin. */
  readonly #sound: readonly number[];

  constructor({ model, dims }: Header, bytes: Buffer) {
    this.model = model;
    this.dims = dims;
    this.#bytes = bytes;
    this.#numbers = new Float32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 4));
    const size = recordBytes(dims);
    const starts = Array.from({ length: this.wholeRecords }, (_, nth) => headerBytes + nth * size);
    this.#sound = starts.filter((at) => bytes.readUInt32LE(at) === crc32(bytes.subarray(at + 4, at + size)));
  }

  /** Those that a crash did not leave half-written. */
  get wholeRecords(): number {
    return Math.floor((this.#bytes.length - headerBytes) / recordBytes(this.dims));
  }

  get size(): number {
    return this.#sound.length;
  }

  /** `id:chunk` of each. */
  names(): string[] {
    return this.#sound.map((at) => `${this.#idAt(at)}:${this.#bytes.readUInt16LE(at + 10)}`);
  }

  /** Ids of the entries nearest to a vector of length 1, the nearest first; every record is looked at. */
  nearest(vector: Float32Array, { spaces, most }: { spaces: number; most: number }): string[] {
    if (vector.length !== this.dims) return [];
    const best = new Map<string, number>();
    for (const at of this.#sound) {
      if (((this.#bytes[at + 12] ?? 0) & spaces) === 0) continue;
      const first = (at + headBytes) / 4;
      let sum = 0;
      for (let nth = 0; nth < this.dims; nth += 1)
        sum += (vector[nth] as number) * (this.#numbers[first + nth] as number);
      const id = this.#idAt(at);
      if (sum > (best.get(id) ?? -1)) best.set(id, sum);
    }
    return [...best]
      .sort((a, b) => b[1] - a[1])
      .slice(0, most)
      .map(([id]) => id);
  }

  /** The bytes of the records whose entries are kept. */
  records(isKept: (id: string) => boolean): Buffer {
    const size = recordBytes(this.dims);
    return Buffer.concat(
      this.#sound.filter((at) => isKept(this.#idAt(at))).map((at) => this.#bytes.subarray(at, at + size)),
    );
  }

  #idAt(at: number): string {
    return this.#bytes.toString('hex', at + 4, at + 10);
  }
}

/** Null where there is none, or none that can be read: then they are made again. */
export function readVectors(folder: string, model: string): Vectors | null {
  const found = readFile(fileOf(folder, model));
  return found?.model === model ? found : null;
}

/** All that a folder holds. */
export function allVectors(folder: string): Vectors[] {
  return namesIn(folder).flatMap((name) => (isOurs(name) ? (readFile(path.join(folder, name)) ?? []) : []));
}

/** Durable when it returns. A model whose vectors have another length than before begins anew. */
export function appendVectors(folder: string, model: string, placed: readonly Placed[], step: Step): void {
  const dims = placed[0]?.vector.length ?? 0;
  const known = readVectors(folder, model);
  const records = Buffer.concat(placed.map(recordOf));
  if (known?.dims !== dims)
    return replace(fileOf(folder, model), { kintsugiVectors: 1, model, dims }, { records, step });
  const fd = openSync(fileOf(folder, model), 'r+');
  try {
    step('before vectors');
    // Over what a crash left half-written.
    writeWhole(fd, records, headerBytes + known.wholeRecords * recordBytes(dims));
    fdatasyncSync(fd);
    step('after vectors');
  } finally {
    closeSync(fd);
  }
}

/** Those of forgotten entries, and those of models that nobody asks any more, are gone from the disk when it returns. */
export function pruneVectors(
  folder: string,
  how: { isKept(id: string): boolean; isAsked?(model: string): boolean; step: Step },
): void {
  for (const each of allVectors(folder)) {
    const { model, dims } = each;
    const file = fileOf(folder, model);
    const records = each.records(how.isKept);
    if (how.isAsked?.(model) === false) rmSync(file);
    else if (records.length < each.size * recordBytes(dims))
      replace(file, { kintsugiVectors: 1, model, dims }, { records, step: how.step });
  }
}

function recordBytes(dims: number): number {
  return headBytes + 4 * dims;
}

function recordOf({ id, chunk, space, vector }: Placed): Buffer {
  const record = Buffer.alloc(recordBytes(vector.length));
  record.write(id, 4, 'hex');
  record.writeUInt16LE(chunk, 10);
  record.writeUInt8(space, 12);
  for (const [nth, value] of vector.entries()) record.writeFloatLE(value, headBytes + 4 * nth);
  record.writeUInt32LE(crc32(record.subarray(4)), 0);
  return record;
}

function fileOf(folder: string, model: string): string {
  return path.join(folder, `${sha256(model).slice(0, 16)}.vectors`);
}

function isOurs(name: string): boolean {
  return /^[0-9a-f]{16}\.vectors$/.test(name);
}

function readFile(file: string): Vectors | null {
  try {
    const bytes = Buffer.from(new Uint8Array(readFileSync(file)).buffer); // of its own, so that numbers lie at multiples of four
    const header = headerOf(bytes);
    return header === null ? null : new Vectors(header, bytes);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
}

function headerOf(bytes: Buffer): Header | null {
  try {
    const header = JSON.parse(bytes.toString('utf8', 0, headerBytes)) as Partial<Header>;
    const isSound = header.kintsugiVectors === 1 && typeof header.model === 'string' && Number.isInteger(header.dims);
    return isSound ? (header as Header) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null; // none of ours, or damaged
    throw error;
  }
}

function replace(file: string, header: Header, { records, step }: { records: Buffer; step: Step }): void {
  const fd = openSync(`${file}.tmp`, 'w', 0o600);
  try {
    writeWhole(fd, Buffer.from(JSON.stringify(header).padEnd(headerBytes)), 0);
    writeWhole(fd, records, headerBytes);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  step('vectors written');
  renameSync(`${file}.tmp`, file);
  syncFolder(path.dirname(file));
  step('vectors in place');
}

function writeWhole(fd: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done, bytes.length - done, at + done);
}
