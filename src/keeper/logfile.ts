/**
 * Log files of the server, where its owner wants them: its output and our own lines, each with its time, in files of bounded size and
 * number. Nothing waits for the disk. What it refuses is kept in memory and tried again; past a bound it is counted, and the file says
 * how much is missing. A keeper that is killed costs nothing but a moment said twice: the next one goes on where this one had got to.
 */
import { closeSync, fstatSync, openSync, readSync, renameSync, statSync, write, writeFileSync } from 'node:fs';
import path from 'node:path';
import { iso, systemClock } from '../kit/clock.ts';
import { isErrno } from '../kit/errors.ts';
import { ensureFolder, readJson } from '../kit/files.ts';

export interface LogSettings {
  /** A file is rotated at this size. */
  readonly bytesMax: number;
  /** So many are kept, the one in use counted. */
  readonly files: number;
}

/** Who said it: the server's stdout and stderr, or the keeper. */
export type Voice = 'out' | 'err' | 'kintsugi';

/** Of a file that is followed: everything before `at` is in the log. */
interface Mark {
  readonly file: string;
  readonly at: number;
}

interface Waiting {
  readonly bytes: Buffer;
  readonly mark: Mark | null;
}

const batchBytesMax = 256 * 1024;
const heldBytesMax = 8 * 1024 * 1024;
const againMs = 1000;

export class LogFile {
  readonly #folder: string;
  readonly #settings: LogSettings;
  readonly #trouble: (error: unknown) => void;
  readonly #queue: Waiting[] = [];
  readonly #marks: Record<string, number>;
  #fd: number | null = null;
  /** Of the file that is open: one that was renamed or removed by others is let go. */
  #ino = 0;
  #held = 0;
  #lost = 0;
  #isBusy = false;

  /** `folder` is `RUN/logs`; `trouble` is told what the disk refuses. */
  constructor(folder: string, settings: LogSettings, trouble: (error: unknown) => void) {
    this.#folder = folder;
    this.#settings = settings;
    this.#trouble = trouble;
    this.#marks = readJson<Record<string, number>>(path.join(folder, marksName)) ?? {};
  }

  /** How far a followed file is in the log; null where nothing of it is. */
  readTo(file: string): number | null {
    return this.#marks[path.basename(file)] ?? null;
  }

  /** Whole lines, the last one perhaps without its newline. With `mark`: as far as this goes in the file they come from. */
  write(voice: Voice, text: Buffer | string, mark: Mark | null = null): void {
    if (text.length === 0) return;
    const prefix = `${iso(systemClock.now())} ${voice} `;
    const lines = String(text).replace(/\n$/, '').split('\n');
    const bytes = Buffer.from(lines.map((line) => `${prefix}${line}\n`).join(''));
    if (this.#held + bytes.length > heldBytesMax) this.#lost += bytes.length;
    else {
      this.#queue.push({ bytes, mark });
      this.#held += bytes.length;
    }
    this.#next();
  }

  /** Resolves when all is written, or after the time given. */
  async flushed(timeoutMs: number): Promise<void> {
    const deadline = systemClock.monotonic() + timeoutMs;
    while (this.#held > 0 && systemClock.monotonic() < deadline) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  #next(): void {
    if (this.#isBusy || this.#queue.length === 0) return;
    this.#isBusy = true;
    let taken = 0;
    const batch: Waiting[] = [];
    for (let head = this.#queue[0]; head && taken < batchBytesMax; head = this.#queue[0]) {
      batch.push(head);
      this.#queue.shift();
      taken += head.bytes.length;
    }
    const missing = this.#lost;
    const told =
      missing === 0
        ? []
        : [Buffer.from(`${iso(systemClock.now())} kintsugi left out ${missing} bytes: the disk did not take them\n`)];
    this.#put(Buffer.concat([...told, ...batch.map(({ bytes }) => bytes)]), () => {
      this.#lost -= missing;
      this.#held -= taken;
      this.#isBusy = false;
      const marks = batch.flatMap(({ mark }) => mark ?? []);
      if (marks.length > 0) this.#remember(marks);
      this.#next();
    });
  }

  /** Tries until the disk has taken it. */
  #put(bytes: Buffer, done: () => void): void {
    const again = (error: unknown, from: number): void => {
      if (!isErrno(error)) throw error;
      this.#trouble(error);
      setTimeout(() => this.#put(bytes.subarray(from), done), againMs).unref();
    };
    try {
      const fd = this.#open(bytes.length);
      write(fd, bytes, (error, written) => {
        if (error) return again(error, 0);
        if (written < bytes.length) this.#put(bytes.subarray(written), done);
        else done();
      });
    } catch (error) {
      again(error, 0); // what is no fault of the disk is thrown there
    }
  }

  /** The file in its place, with room. What a killed keeper left half written is ended, so that each line stays one. */
  #open(more: number): number {
    const file = path.join(this.#folder, logName);
    const { size = 0, ino } = statSync(file, { throwIfNoEntry: false }) ?? {};
    const isFull = size > 0 && size + more > this.#settings.bytesMax;
    if (this.#fd !== null && ino === this.#ino && !isFull) return this.#fd;
    if (this.#fd !== null) closeSync(this.#fd);
    this.#fd = null;
    if (isFull) rotate(file, this.#settings.files);
    ensureFolder(this.#folder);
    const fd = openSync(file, 'a+', 0o600);
    this.#fd = fd;
    const opened = fstatSync(fd);
    this.#ino = opened.ino;
    const last = Buffer.alloc(1);
    if (opened.size > 0 && readSync(fd, last, 0, 1, opened.size - 1) === 1 && last[0] !== 10) writeFileSync(fd, '\n');
    return fd;
  }

  #remember(marks: readonly Mark[]): void {
    for (const { file, at } of marks) {
      const name = path.basename(file);
      delete this.#marks[name]; // the latest stands last
      this.#marks[name] = at;
    }
    for (const name of Object.keys(this.#marks).slice(0, -marksKept)) delete this.#marks[name];
    const file = path.join(this.#folder, marksName);
    try {
      writeFileSync(`${file}.tmp`, JSON.stringify(this.#marks), { mode: 0o600 });
      renameSync(`${file}.tmp`, file);
    } catch (error) {
      if (!isErrno(error)) throw error;
      this.#trouble(error); // a moment more is said twice after a kill
    }
  }
}

const logName = 'server.log';
const marksName = 'read.json';
const marksKept = 32;

/** `server.log` → `server.log.1` → …; the oldest is overwritten. A kill in between leaves a gap in the numbers, and all lines. */
function rotate(file: string, files: number): void {
  const nameOf = (n: number): string => (n === 0 ? file : `${file}.${n}`);
  for (let n = files - 2; n >= 0; n -= 1)
    if (statSync(nameOf(n), { throwIfNoEntry: false })) renameSync(nameOf(n), nameOf(n + 1));
}
