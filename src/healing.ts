/** Wiring of `heal` apart from the other commands: it is built as one CommonJS file, whose compiled form is kept (decision 62). */
import { resolve } from 'node:path';
import { hasFlag, textOf, textsOf } from './edges/cli/args.ts';
import type { Call } from './edges/cli/call.ts';
import { loadSettings, subjectOf } from './given.ts';
import { Fault } from './kit/errors.ts';
import { command, endWith, untilStopped, type Program } from './rim.ts';

let hasProposed = false;

/** Asked at the end by what loaded this (compiled.cts): a heal that proposed something has used what most use. */
export const worthKeeping = (): boolean => hasProposed;

export const healSubject: Program = (call) => untilStopped((stop) => heal(call, stop));

/** `argv` begins with `heal`. */
export function answer(argv: readonly string[]): Promise<void> {
  return endWith(() => command(argv, { heal: healSubject }));
}

/** Shows, repairs and proves once; failed or cancelled, it still says how it ended (CLI-5). */
async function heal(call: Call, stop: AbortSignal): Promise<number> {
  const [{ failedResult, healOnce }, { readHeader, readRequest }, { tellHeal }, { inputText }, { keptPaths }] =
    await Promise.all([
      import('./once.ts'),
      import('./requested.ts'),
      import('./edges/cli/heal.ts'),
      import('./edges/cli/input.ts'),
      import('./kit/known.ts'),
    ]);
  const { args, env } = call;
  const launch = await subjectOf(call);
  const headers = textsOf(args, 'header').map(readHeader);
  const file = textOf(args, 'stderr');
  const request = {
    launch,
    paths: keptPaths(launch.project, env, launch.link ?? null),
    env,
    config: await loadSettings(call, launch.project),
    requests: textsOf(args, 'request').map((text) => readRequest(fromFolder(text, args.cwd), headers)),
    stderr: file === null ? null : inputText(call, file, '--stderr'),
    apply: hasFlag(args, 'apply'),
  };
  const result = await healOnce(request, stop).catch((error: unknown) => {
    if (error instanceof Fault && error.exit === 2) throw error;
    const text = error instanceof Fault ? `${error.message} ${error.next}` : String(error);
    const asked = error instanceof Fault && error.exit === 10;
    const failed = failedResult(request, stop.aborted ? 'cancelled' : text);
    return asked ? { ...failed, outcome: 'asked' as const, action: { why: text, command: null } } : failed;
  });
  hasProposed = result.repair !== null;
  return tellHeal(call, result);
}

/** `@FILE` is sought where the command stands, as every other file is. */
function fromFolder(request: string, folder: string): string {
  return request.startsWith('@') ? `@${resolve(folder, request.slice(1))}` : request;
}
