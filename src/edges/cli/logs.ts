/** `kintsugi logs`: what a subject wrote to stderr, redacted, the last lines of its newest boot and what follows. */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { sleep } from '../../kit/clock.ts';
import { namesIn } from '../../kit/files.ts';
import { hasFlag, numberOf } from './args.ts';
import { cancelled, placesOf, type Call } from './call.ts';
import { subjectNamed } from './status.ts';

const tailBytesMax = 1024 * 1024;
const pollMs = 250;

export async function logs(call: Call, redact: (text: string) => string, stop: AbortSignal): Promise<number> {
  const subject = subjectNamed(call);
  const folder = subject === null ? null : placesOf(call).run(subject).folder;
  const wanted = numberOf(call.args, 'lines') ?? 100;
  const file = folder === null ? null : newestBoot(folder);
  const { lines, end } = file === null ? { lines: [], end: 0 } : lastLines(file, wanted);
  const shown = lines.map(redact);
  if (!hasFlag(call.args, 'follow')) {
    call.output.result(shown, () => shown.join('\n'));
    return 0;
  }
  for (const line of shown) call.output.line({ line }, () => line);
  if (folder === null) return 0;
  await followBoots({ call, redact, stop, folder }, file, end);
  return cancelled;
}

function newestBoot(folder: string): string | null {
  const boots = namesIn(folder).flatMap((name) => /^boot-(\d+)\.stderr$/.exec(name)?.[1] ?? []);
  return boots.length === 0 ? null : path.join(folder, `boot-${Math.max(...boots.map(Number))}.stderr`);
}

function lastLines(file: string, count: number): { lines: string[]; end: number } {
  const fd = openSync(file, 'r');
  try {
    const end = fstatSync(fd).size;
    const text = readRange(fd, Math.max(0, end - tailBytesMax), end).toString('utf8');
    const all = text.split('\n');
    if (all.at(-1) === '') all.pop();
    return { lines: count === 0 ? [] : all.slice(-count), end };
  } finally {
    closeSync(fd);
  }
}

function readRange(fd: number, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, to - from));
  let at = 0;
  for (let read = -1; at < bytes.length && read !== 0; at += read)
    read = readSync(fd, bytes, at, bytes.length - at, from + at);
  return bytes.subarray(0, at);
}

interface Following {
  readonly call: Call;
  readonly redact: (text: string) => string;
  readonly stop: AbortSignal;
  readonly folder: string;
}

/** Goes over to a newer boot once the old file has been read to its end; a file that shrank is read from its start. */
async function followBoots(
  { call, redact, stop, folder }: Following,
  file: string | null,
  from: number,
): Promise<void> {
  let [current, at, held] = [file, from, ''];
  let decoder = new StringDecoder('utf8');
  while (!stop.aborted) {
    const size = current === null ? 0 : (statSync(current, { throwIfNoEntry: false })?.size ?? 0);
    if (size < at) at = 0;
    if (current !== null && size > at) {
      const parts = (held + decoder.write(readFile(current, at, size))).split('\n');
      held = parts.pop() ?? '';
      at = size;
      for (const part of parts) {
        const line = redact(part);
        call.output.line({ line }, () => line);
      }
    }
    const next = newestBoot(folder);
    if (next !== current && size === at) [current, at, held, decoder] = [next, 0, '', new StringDecoder('utf8')];
    else await sleep(pollMs, stop);
  }
}

function readFile(file: string, from: number, to: number): Buffer {
  const fd = openSync(file, 'r');
  try {
    return readRange(fd, from, to);
  } finally {
    closeSync(fd);
  }
}
