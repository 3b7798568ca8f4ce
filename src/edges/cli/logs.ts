/**
 * `kintsugi logs`: the last lines of the log files, where they are kept, else what the newest boot wrote to stderr; and what follows.
 * Redacted.
 */
import { closeSync, existsSync, fstatSync, openSync, readSync, statSync, type Stats } from 'node:fs';
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

export async function logs(call: Call, redact: (text: string) => string, stop: AbortSignal): Promise<number> {
  const subject = subjectNamed(call);
  const run = subject === null ? null : placesOf(call).run(subject);
  if (run === null) call.output.warn('no server ran here yet: start one with `kintsugi run <file>`');
  const wanted = numberOf(call.args, 'lines') ?? 100;
  const tail = new Tail();
  const lines = run === null ? [] : lastLines(run, tail, wanted);
  const shown = lines.map(redact);
  if (!hasFlag(call.args, 'follow')) {
    tail.close();
    call.output.result(shown, () => shown.join('\n'));
    return 0;
  }
  const print = (line: string): void => call.output.line({ line }, () => line);
  shown.forEach(print);
  if (run === null) return 0;
  for (; !stop.aborted; await sleep(pollMs, stop)) for (const line of newLines(run, tail)) print(redact(line));
  tail.close();
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

/** Leaves `tail` at the end of the newest file. */
function lastLines(run: RunPaths, tail: Tail, wanted: number): string[] {
  let lines: string[] = [];
  for (const [at, file] of filesOf(run).entries()) {
    const one = at === 0 ? tail : new Tail();
    one.open(file, 'last');
    lines = [...one.lines(), ...lines];
    if (at > 0) one.close();
    if (lines.length >= wanted) break;
  }
  return wanted === 0 ? [] : lines.slice(-wanted);
}

/** What came since; where a newer file took the place of the one being read, that one is read to its end first. */
function newLines(run: RunPaths, tail: Tail): string[] {
  const [newest] = filesOf(run);
  const isSame = newest === undefined || tail.isOf(newest); // before reading: what comes in between is read next time
  const lines = tail.lines();
  if (isSame || lines.length > 0) return lines;
  tail.open(newest, 'first');
  return tail.lines();
}

/** One file read on and on, by its descriptor: it may be renamed meanwhile. */
class Tail {
  #fd: number | null = null;
  #at = 0;
  #held = '';
  #decoder = new StringDecoder('utf8');

  open(file: string, from: 'first' | 'last'): void {
    this.close();
    if (!existsSync(file)) return;
    this.#fd = openSync(file, 'r');
    this.#at = from === 'first' ? 0 : Math.max(0, fstatSync(this.#fd).size - tailBytesMax);
    [this.#held, this.#decoder] = ['', new StringDecoder('utf8')];
  }

  isOf(file: string): boolean {
    const there = statSync(file, { throwIfNoEntry: false });
    if (this.#fd === null || there === undefined) return there === undefined;
    const nameOf = ({ dev, ino }: Stats): string => `${dev} ${ino}`;
    return nameOf(there) === nameOf(fstatSync(this.#fd));
  }

  /** Whole lines up to the end; a file that shrank is read from its start. */
  lines(): string[] {
    if (this.#fd === null) return [];
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
    if (this.#fd !== null) closeSync(this.#fd);
    this.#fd = null;
  }
}
