/** The rim of the command line: words become a call, what a program ends with an exit code, a fault one clear line. */
import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, sep } from 'node:path';
import { environment } from './config/environment.ts';
import { hasFlag, readArgs } from './edges/cli/args.ts';
import { cancelled, type Call } from './edges/cli/call.ts';
import { createOutput, oneLine } from './edges/cli/output.ts';
import { Fault } from './kit/errors.ts';
import { linkedProject } from './kit/paths.ts';
import { hearSignals } from './kit/signals.ts';

export type Program = (call: Call) => number | Promise<number>;

/** Does one command, or prints its help. */
export async function command(argv: readonly string[], programs: Readonly<Record<string, Program>>): Promise<number> {
  const args = readArgs(argv, currentFolder);
  if (args.help) return print((await import('./edges/cli/help.ts')).helpOf(args.spec));
  const program = programs[args.command] ?? missing(args.command);
  return program({ args, env: environment(), output: createOutput(hasFlag(args, 'json'), process) });
}

/** The process ends with what `work` gives. A fault becomes one line and its exit code; anything else is a defect of ours and says so. */
export async function endWith(work: () => Promise<number>): Promise<void> {
  // `kintsugi incidents | head`: whoever reads has enough
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 1);
  });
  process.exitCode = await work().catch(failed);
}

/** Hears SIGINT and SIGTERM from its first line on, before anything is loaded; what reached its goal all the same ends with 0. A second one does not wait for what is cleared away. */
export async function untilStopped(work: (stop: AbortSignal) => Promise<number>): Promise<number> {
  const stop = new AbortController();
  let ended: number | null = null;
  hearSignals(['SIGINT', 'SIGTERM'], () => (stop.signal.aborted ? process.exit(ended ?? cancelled) : stop.abort()));
  const code = await work(stop.signal);
  ended = stop.signal.aborted && code !== 0 ? cancelled : code;
  return ended;
}

export function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

export function missing(what: string): never {
  throw new Fault('internal', `${what} is not part of this build`);
}

/** What these start stands in the very folder in which they stand. */
const starting = new Set(['run', 'heal', 'service']);

/** By the name that the shell has for it: that may be a link, and one that was set anew since somebody changed to it. */
function currentFolder(command: string): string {
  try {
    const folder = process.cwd();
    const named = environment()['PWD'] ?? '';
    const real = isAbsolute(named) ? realPath(named) : null;
    if (real === folder) return named;
    const link = real === null || starting.has(command) ? null : linkedProject(named);
    return link !== null && folder.startsWith(`${dirname(link)}${sep}`) ? named : folder;
  } catch (error) {
    throw new Fault('usage', 'the current folder is gone', {
      next: 'Change to another one, or use --cwd.',
      cause: error,
    });
  }
}

/** Null for what is not there. */
function realPath(folder: string): string | null {
  try {
    return realpathSync(folder);
  } catch {
    return null; // the variable is anybody's
  }
}

function failed(error: unknown): number {
  if (error instanceof Fault) {
    const end = /[.?!…]$/.test(error.message) ? '' : '.';
    process.stderr.write(`kintsugi: ${oneLine(`${error.message}${end} ${error.next}`)}\n`);
    return error.exit;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`kintsugi: a defect of Kintsugi itself: ${oneLine(text)}\n`);
  return 1;
}
