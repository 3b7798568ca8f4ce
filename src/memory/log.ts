/** The entries themselves: an append-only file of JSON lines, replaced by a smaller one only when something is forgotten. */
import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { Fault, isErrno } from '../kit/errors.ts';
import { namesIn, syncFolder } from '../kit/files.ts';

/** Called around each write; for the tests that kill at every one. */
export type Step = (name: string) => void;

const logName = /^\d{8}\.jsonl$/;
const pieceBytes = 1024 * 1024;

/** The newest log of a folder, or the name of the first. */
export function newestLog(folder: string): string {
  const name = namesIn(folder).findLast((each) => logName.test(each)) ?? '00000001.jsonl';
  return path.join(folder, name);
}

export function nextLog(file: string): string {
  const number = Number.parseInt(path.basename(file), 10) + 1;
  return path.join(path.dirname(file), `${String(number).padStart(8, '0')}.jsonl`);
}

/** The index that belongs to a log. */
export function indexOf(file: string): string {
  return file.replace(/\.jsonl$/, '.index');
}

export class Log {
  readonly file: string;
  readonly #fd: number;
  /** Bytes of whole lines. */
  size: number;

  /** For `write`, what a crash left half-written is cut: it was never acknowledged. */
  constructor(file: string, mode: 'read' | 'write') {
    this.file = file;
    this.#fd = openSync(file, mode === 'read' ? 'r' : 'a+', 0o600);
    const { size } = fstatSync(this.#fd);
    this.size = this.#wholeLines(size);
    if (mode === 'read' || this.size === size) return;
    ftruncateSync(this.#fd, this.size);
    fdatasyncSync(this.#fd);
  }

  /** Durable when it returns: where the line begins. @throws Fault memory_write; nothing half-written stays behind. */
  append(line: string, step: Step): number {
    const bytes = Buffer.from(`${line}\n`);
    const at = this.size;
    step('before append');
    try {
      const half = bytes.length >> 1;
      writeWhole(this.#fd, bytes.subarray(0, half));
      step('half append');
      writeWhole(this.#fd, bytes.subarray(half));
      fdatasyncSync(this.#fd);
    } catch (error) {
      ftruncateSync(this.#fd, at);
      throw new Fault('memory_write', `The memory cannot be written: ${String(error)}`, { cause: error });
    }
    this.size += bytes.length;
    step('after append');
    return at;
  }

  /** The line that begins there. */
  line(offset: number): string {
    const pieces: Buffer[] = [];
    for (let at = offset; at < this.size;) {
      const piece = this.#read(at, Math.min(4096 * (pieces.length + 1), this.size - at));
      const end = piece.indexOf(0x0a);
      pieces.push(end < 0 ? piece : piece.subarray(0, end));
      if (end >= 0 || piece.length === 0) break;
      at += piece.length;
    }
    return Buffer.concat(pieces).toString('utf8');
  }

  /** Lines from an offset to `end`, each with where it begins; a piece of the file at a time. */
  *lines(from: number, end = this.size): Generator<{ line: string; offset: number }> {
    let rest: Buffer = Buffer.alloc(0);
    let offset = from;
    for (let at = from; at < end;) {
      const piece = this.#read(at, Math.min(pieceBytes, end - at));
      if (piece.length === 0) return; // cut short by another program
      at += piece.length;
      rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      let start = 0;
      for (let stop = rest.indexOf(0x0a); stop >= 0; stop = rest.indexOf(0x0a, start)) {
        yield { line: rest.toString('utf8', start, stop), offset };
        offset += stop + 1 - start;
        start = stop + 1;
      }
      rest = rest.subarray(start);
    }
  }

  /**
   * Writes the lines that are kept as the next log, in pieces; then, in one go, what was appended meanwhile, and puts it in place.
   * `swap` is called in that same go with the new log and with where each line has gone.
   */
  async compact(
    isKept: (offset: number) => boolean,
    how: { step: Step; swap(log: Log, movedTo: (offset: number) => number): void },
  ): Promise<void> {
    const frozen = this.size;
    const next = nextLog(this.file);
    const moved = new Map<number, number>();
    const handle = await open(`${next}.tmp`, 'w', 0o600);
    try {
      let size = 0;
      how.step('before compacted log');
      for (const { line, offset } of this.lines(0, frozen)) {
        if (!isKept(offset)) continue;
        moved.set(offset, size);
        size += (await handle.write(`${line}\n`)).bytesWritten;
      }
      await handle.sync();
      how.step('compacted log written');
      writeWhole(handle.fd, this.#read(frozen, this.size - frozen));
      fdatasyncSync(handle.fd);
      renameSync(`${next}.tmp`, next);
      syncFolder(path.dirname(next));
      how.step('compacted log in place');
      how.swap(new Log(next, 'write'), (offset) => moved.get(offset) ?? offset - frozen + size);
      this.close();
    } finally {
      await handle.close();
    }
  }

  close(): void {
    closeSync(this.#fd);
  }

  #read(at: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    return bytes.subarray(0, readSync(this.#fd, bytes, 0, length, at));
  }

  #wholeLines(size: number): number {
    for (let end = size; end > 0;) {
      const from = Math.max(0, end - pieceBytes);
      const at = this.#read(from, end - from).lastIndexOf(0x0a);
      if (at >= 0) return from + at + 1;
      end = from;
    }
    return 0;
  }
}

/** Logs and indexes that a newer log has replaced, and what was never finished. */
export function removeOld(current: string): void {
  const folder = path.dirname(current);
  const keep = new Set([path.basename(current), path.basename(indexOf(current))]);
  for (const name of namesIn(folder))
    if (/^\d{8}\.(?:jsonl|index)(?:\.tmp)?$|\.vectors\.tmp$/.test(name) && !keep.has(name))
      rmSync(path.join(folder, name), { force: true });
}

/** Opens the newest log for reading; null where there is none. One that is replaced just now is looked for again. */
export function openForReading(folder: string): Log | null {
  for (let tries = 0; ; tries += 1) {
    try {
      return new Log(newestLog(folder), 'read');
    } catch (error) {
      if (!isErrno(error, 'ENOENT')) throw error;
      if (tries > 10 || !namesIn(folder).some((name) => logName.test(name))) return null;
    }
  }
}

function writeWhole(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
}
