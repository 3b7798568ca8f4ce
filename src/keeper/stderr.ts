/** Follows what one boot writes to its stderr (and, where log files are kept, to its stdout): shows it line by line, keeps it bounded, and knows its last words (SUP-1, SUP-12). */
import { closeSync, constants, fstatSync, ftruncateSync, openSync, readSync, watch, type FSWatcher } from 'node:fs';
import path from 'node:path';
import { ensureFolder } from '../kit/files.ts';
import { systemClock } from '../kit/clock.ts';
import type { Echo } from './echo.ts';
import type { LogFile } from './logfile.ts';

const chunkBytes = 256 * 1024;
const lineBytesMax = 64 * 1024;
/** Past this the file starts anew, once everything in it was read. */
const fileBytesMax = 8 * 1024 * 1024;
/** A reader that lags further behind than this loses the middle, and is told. */
const lagBytesMax = 64 * 1024 * 1024;
/** Where it never rests long enough to start anew, or nobody takes what is shown, the file is not to fill the disk: the rest is left out. */
const fileBytesHardMax = 2 * lagBytesMax;
/** How much of the end can be asked for. */
const tailBytesMax = 64 * 1024;
const echoBytesMax = 1024 * 1024;
/** Of what was written while no keeper ran. */
const missedBytesMax = 4 * 1024 * 1024;
/** Where the system tells of changes, the poll only catches what it forgot to tell. */
const watchedPollMs = 30_000;
const pollMs = 300;
const quietMs = 100;
/** A file that is to start anew waits for a moment without a word, in which nothing is lost. */
const pauseMs = 1;

/** Creates the file where it is missing; returns a descriptor that appends, for the subject. Close it after the spawn. */
export function openOutput(file: string): number {
  ensureFolder(path.dirname(file));
  return openSync(file, constants.O_CREAT | constants.O_WRONLY | constants.O_APPEND, 0o600);
}

export interface Follower {
  /** Resolves when the process is gone and everything it wrote was handed to the echo. */
  readonly finished: Promise<void>;
  /** The process is gone. */
  readonly isEnding: boolean;
  /** The process is gone: what it wrote is shown before anything else is said, as far as the reader keeps up; then close. */
  end(): void;
  /** The last bytes written by now, whether shown already or not. */
  tail(bytesMax: number): string;
}

/** Where no file could be made and the subject writes to our own stderr. */
export const blind: Follower = { finished: Promise.resolve(), isEnding: true, end: () => undefined, tail: () => '' };

/** Both outputs of a boot, of which stderr tells why it ended. */
export function together(err: Follower, out: Follower): Follower {
  return {
    finished: Promise.all([err.finished, out.finished]).then(() => undefined),
    get isEnding() {
      return err.isEnding;
    },
    end: () => {
      out.end();
      err.end();
    },
    tail: (bytesMax) => err.tail(bytesMax),
  };
}

export interface FollowOptions {
  readonly file: string;
  readonly voice: 'out' | 'err';
  readonly echo: Echo;
  /** Null = no log files are kept. */
  readonly log: LogFile | null;
  /** `end` where an adopted server's earlier output was shown by the keeper before. */
  readonly from: 'start' | 'end';
  /** The follower of the boot before, whose lines come first. */
  readonly after: Follower | null;
}

export class FileFollower implements Follower {
  readonly finished: Promise<void>;
  readonly #fd: number;
  /** Without the one before, which is let go once it has said all. */
  readonly #options: Omit<FollowOptions, 'after'>;
  readonly #echo: Echo;
  readonly #watcher: FSWatcher | null;
  #finish: () => void = () => {};
  #at: number;
  #carry: Buffer = Buffer.alloc(0);
  /** What stood before the last truncation, for `tail`. */
  #cut: Buffer = Buffer.alloc(0);
  #timer: NodeJS.Timeout | null = null;
  #dueMs = 0;
  /** The follower of the boot before, until it has said all. */
  #before: Follower | null;
  #ending = false;
  #closed = false;

  constructor({ after, ...options }: FollowOptions) {
    this.#fd = openSync(options.file, 'r+');
    this.#options = options;
    this.#echo = options.echo;
    this.#at = options.from === 'end' ? fstatSync(this.#fd).size : 0;
    this.#logMissed();
    this.finished = new Promise((resolve) => (this.#finish = resolve));
    this.#before = after;
    this.#watcher = watchQuietly(options.file, () => this.#look(5));
    void after?.finished.then(() => {
      this.#before = null;
      this.#look(0);
    });
    this.#look(this.#idleMs);
  }

  get #idleMs(): number {
    return this.#watcher === null ? pollMs : watchedPollMs;
  }

  get isEnding(): boolean {
    return this.#ending;
  }

  end(): void {
    this.#ending = true;
    // It did not take the place of the one before, which goes on: why is said now, not when that one ends.
    if (this.#before?.isEnding === false) this.#before = null;
    let againMs = 0;
    while (againMs === 0 || againMs === quietMs) againMs = this.#pump();
    this.#look(againMs);
  }

  tail(bytesMax: number): string {
    if (this.#closed) return this.#cut.subarray(-bytesMax).toString('utf8');
    const size = fstatSync(this.#fd).size;
    const start = Math.max(0, size - bytesMax);
    const bytes = readRange(this.#fd, start, size);
    const before = bytes.length < bytesMax ? this.#cut.subarray(-(bytesMax - bytes.length)) : Buffer.alloc(0);
    return Buffer.concat([before, bytes]).toString('utf8');
  }

  /** Brings the next look forward; looks never pile up. */
  #look(inMs: number): void {
    if (this.#closed) return;
    const dueMs = systemClock.monotonic() + inMs;
    if (this.#timer !== null) {
      if (dueMs >= this.#dueMs) return; // news that never cease would else put it off for ever
      clearTimeout(this.#timer);
    }
    this.#dueMs = dueMs;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#look(this.#pump());
    }, inMs);
    if (!this.#ending) this.#timer.unref();
  }

  /** Reads what is there; returns when to look again. */
  #pump(): number {
    if (this.#closed || this.#before !== null) return this.#idleMs;
    const size = fstatSync(this.#fd).size;
    if (size < this.#at) this.#at = 0; // somebody else truncated it
    if (size - this.#at > lagBytesMax) this.#skipTo(size - lagBytesMax / 2);
    if (size > fileBytesHardMax && !this.#ending) {
      this.#skipTo(size);
      this.#startAnew(true);
      return 0;
    }
    if (this.#echo.pendingBytes() > echoBytesMax) return 20;
    const bytes = readRange(this.#fd, this.#at, Math.min(size, this.#at + chunkBytes));
    this.#at += bytes.length;
    if (bytes.length > 0) {
      this.#show(bytes);
      if (this.#at < size) return 0;
      return this.#at > fileBytesMax ? pauseMs : quietMs;
    }
    this.#flushCarry();
    if (this.#ending) this.#close();
    else if (this.#at > fileBytesMax) this.#startAnew(false);
    return this.#idleMs;
  }

  #show(bytes: Buffer): void {
    const all = this.#carry.length === 0 ? bytes : Buffer.concat([this.#carry, bytes]);
    const end = all.lastIndexOf(10) + 1;
    const whole = all.length - end > lineBytesMax ? all.length : end;
    this.#carry = Buffer.from(all.subarray(whole));
    if (whole > 0) this.#hand(Buffer.from(all.subarray(0, whole)));
  }

  /** A prompt or a last word without a newline is shown too, once it is quiet. */
  #flushCarry(): void {
    if (this.#carry.length === 0) return;
    const rest = this.#carry;
    this.#carry = Buffer.alloc(0);
    this.#hand(this.#ending ? Buffer.concat([rest, Buffer.from('\n')]) : rest);
  }

  #hand(bytes: Buffer): void {
    const { log, voice, file } = this.#options;
    this.#echo.write(bytes);
    log?.write(voice, bytes, { file, at: this.#at - this.#carry.length });
  }

  /** What was written while nobody kept the server was shown to nobody; in the log it stands. */
  #logMissed(): void {
    const { log, voice, file } = this.#options;
    const readTo = log?.readTo(file) ?? null;
    if (log === null || readTo === null || this.#at === 0) return;
    const from = readTo > this.#at ? 0 : readTo; // truncated since
    const start = Math.max(from, this.#at - missedBytesMax);
    if (start > from)
      log.write('kintsugi', `left out ${start - from} bytes that were written while nobody kept the server`);
    log.write(voice, readRange(this.#fd, start, this.#at), { file, at: this.#at });
  }

  #skipTo(at: number): void {
    this.#flushCarry();
    const what = `left out ${at - this.#at} bytes of std${this.#options.voice}: its reader is too slow`;
    this.#echo.write(`\nkintsugi ${what}\n`);
    this.#options.log?.write('kintsugi', what);
    this.#at = at;
  }

  /** The writer appends, so it goes on at the new start. `must` = even where it wrote more meanwhile. */
  #startAnew(must: boolean): void {
    this.#cut = readRange(this.#fd, this.#at - tailBytesMax, this.#at);
    if (!must && fstatSync(this.#fd).size !== this.#at) return;
    ftruncateSync(this.#fd, 0);
    this.#at = 0;
  }

  #close(): void {
    this.#cut = Buffer.from(this.tail(tailBytesMax));
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#watcher?.close();
    closeSync(this.#fd);
    this.#closed = true;
    this.#finish();
  }
}

function readRange(fd: number, start: number, end: number): Buffer {
  const buffer = Buffer.alloc(Math.max(0, end - start));
  let read = 0;
  while (read < buffer.length) {
    const count = readSync(fd, buffer, read, buffer.length - read, start + read);
    if (count === 0) break;
    read += count;
  }
  return buffer.subarray(0, read);
}

/** Polling alone does the work too, so a system without watchers left is no fault. */
function watchQuietly(file: string, onChange: () => void): FSWatcher | null {
  try {
    const watcher = watch(file, { persistent: false }, onChange);
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return null; // ENOSPC, EMFILE: the poll finds it half a second later
  }
}
