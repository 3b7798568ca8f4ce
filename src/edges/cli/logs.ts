/**
 * `kintsugi logs`: the last lines of the log files, where they are kept, else what the newest boot wrote to stderr; and what follows.
 * Redacted.
 */
import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { sleep } from '../../kit/clock.ts';
import { namesIn } from '../../kit/files.ts';
import type { RunPaths } from '../../kit/paths.ts';
import { hasFlag, numberOf } from './args.ts';
import { cancelled, placesOf, type Call } from './call.ts';
import { subjectNamed } from './status.ts';

/** Read of one file for its last lines. */
const tailBytesMax = 8 * 1024 * 1024;
const chunkBytes = 1024 * 1024;
const pollMs = 250;
const nothing =
  'nothing was written to stderr since the last start; stdout is kept only with `logs.enabled` (docs/configuration.md)';

export async function logs(call: Call, redact: (text: string) => string, stop: AbortSignal): Promise<number> {
  const subject = subjectNamed(call);
  const run = subject === null ? null : placesOf(call).run(subject);
  if (run === null) call.output.warn('no server ran here yet: start one with `kintsugi run <file>`');
  const wanted = numberOf(call.args, 'lines') ?? 100;
  let read: Read = run === null ? { lines: [], tail: null } : lastLines(run, wanted);
  const shown = read.lines.map(redact);
  if (!hasFlag(call.args, 'follow')) {
    read.tail?.close();
    if (run !== null && shown.length === 0) call.output.warn(nothing);
    call.output.result(shown, () => shown.join('\n'));
    return 0;
  }
  const print = (line: string): void => call.output.line({ line }, () => line);
  shown.forEach(print);
  if (run === null) return 0;
  for (; !stop.aborted; await sleep(pollMs, stop)) {
    read = newLines(run, read.tail);
    for (const line of read.lines) print(redact(line));
  }
  read.tail?.close();
  return cancelled;
}

/** Newest first: the log files, or the stderr of the newest boot. */
function filesOf(run: RunPaths): string[] {
  const age = (name: string): number => Number(/^server\.log(?:\.(\d+))?$/.exec(name)?.[1] ?? 0);
  const kept = namesIn(run.logs).filter((name) => name.startsWith('server.log'));
  if (kept.length > 0) return kept.sort((a, b) => age(a) - age(b)).map((name) => path.join(run.logs, name));
  const boots = namesIn(run.folder).flatMap((name) => /^boot-(\d+)\.stderr$/.exec(name)?.[1] ?? []);
  return boots.length === 0 ? [] : [run.stderr(Math.max(...boots.map(Number)))];
}

/** `tail` is the newest file that was read, at its end; null where there is none. */
interface Read {
  readonly lines: string[];
  readonly tail: Tail | null;
}

function lastLines(run: RunPaths, wanted: number): Read {
  let lines: string[] = [];
  let newest: Tail | null = null;
  for (const file of filesOf(run)) {
    const tail = Tail.open(file, 'last');
    lines = [...(tail?.lines() ?? []), ...lines];
    if (newest === null) newest = tail;
    else tail?.close();
    if (lines.length >= wanted) break;
  }
  return { lines: wanted === 0 ? [] : lines.slice(-wanted), tail: newest };
}

/** What came since: of the file that is read, then of each that took the place of the one before. */
function newLines(run: RunPaths, tail: Tail | null): Read {
  const lines: string[] = [];
  for (;;) {
    const files = filesOf(run);
    const at = files.findIndex((file) => tail?.isAt(file)); // before reading: what comes in between is read next time
    lines.push(...(tail?.lines() ?? []));
    const file = files.at(at < 0 ? -1 : at - 1);
    const next = at === 0 || file === undefined ? null : Tail.open(file, 'first');
    if (next === null) return { lines, tail };
    if (at < 0 || tail?.isAt(files[at]!)) {
      tail?.close();
      tail = next;
    } else next.close(); // they were renamed meanwhile
  }
}

/** One file read on and on, by its descriptor: it may be renamed meanwhile. */
class Tail {
  readonly #fd: number;
  #at: number;
  #held = '';
  readonly #decoder = new StringDecoder('utf8');

  private constructor(fd: number, at: number) {
    [this.#fd, this.#at] = [fd, at];
  }

  /** Null where there is no such file any more. */
  static open(file: string, from: 'first' | 'last'): Tail | null {
    if (!existsSync(file)) return null;
    const fd = openSync(file, 'r');
    return new Tail(fd, from === 'first' ? 0 : Math.max(0, fstatSync(fd).size - tailBytesMax));
  }

  isAt(file: string): boolean {
    const there = statSync(file, { throwIfNoEntry: false });
    const own = fstatSync(this.#fd);
    return there !== undefined && there.dev === own.dev && there.ino === own.ino;
  }

  /** Whole lines up to the end; a file that shrank is read from its start. */
  lines(): string[] {
    const { size } = fstatSync(this.#fd);
    if (size < this.#at) this.#at = 0;
    const lines: string[] = [];
    for (const bytes = Buffer.alloc(Math.min(chunkBytes, size - this.#at)); this.#at < size;) {
      const read = readSync(this.#fd, bytes, 0, bytes.length, this.#at);
      if (read === 0) break;
      this.#at += read;
      const parts = (this.#held + this.#decoder.write(bytes.subarray(0, read))).split('\n');
      this.#held = parts.pop() ?? '';
      lines.push(...parts);
    }
    return lines;
  }

  close(): void {
    closeSync(this.#fd);
  }
}
