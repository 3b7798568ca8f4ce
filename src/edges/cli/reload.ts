/** `kintsugi reload`: asks the keeper for a restart, and waits to hear what became of it. */
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { Fault } from '../../kit/errors.ts';
import { readRecord } from '../../kit/files.ts';
import { isAlive, type Identity } from '../../kit/identity.ts';
import { cancelled, placesOf, type Call } from './call.ts';
import { subjectNamed } from './status.ts';

/** The part of run.json that is needed (docs/protocol.md). */
interface RunFile {
  readonly state: string;
  /** Where it is a file that Node starts. */
  readonly launch: { readonly entry: string | null };
  readonly keeper: Identity | null;
  readonly socket: string | null;
}

interface Reloaded {
  readonly outcome: 'ready' | 'failed';
  readonly why: string;
}

/** 0 where the new process serves; 1 where it did not become ready: what served before goes on serving (SUP-13). */
export async function reload(call: Call, stop: AbortSignal): Promise<number> {
  const subject = subjectNamed(call);
  const runJson = subject === null ? '' : placesOf(call).run(subject).runJson;
  const run = subject === null ? null : readRecord<RunFile>(runJson);
  if (subject === null || run === null || run.keeper === null || run.socket === null || !isAlive(run.keeper))
    throw new Fault('not_running', `no \`kintsugi run\` supervises ${subject ?? 'anything here'}`);
  const startedMs = performance.now();
  const reloaded = await ask(run.socket, stop);
  if (stop.aborted) return cancelled;
  const { outcome, why } = reloaded ?? { outcome: 'failed', why: 'its keeper went away before it could tell' };
  const ms = Math.round(performance.now() - startedMs);
  const text =
    outcome === 'ready'
      ? `Reloaded ${subject} in ${ms} ms.`
      : `${subject} was not reloaded: ${why}.${nextSteps(readRecord<RunFile>(runJson))}`;
  call.output.result({ subject, outcome, why, ms }, () => text);
  return outcome === 'ready' ? 0 : 1;
}

/** What serves all the same, and what a person can do; of a server that is down the healer takes care. */
function nextSteps(run: RunFile | null): string {
  const isServing = run?.state === 'ready' || run?.state === 'unready';
  const serving = isServing ? ' What ran before goes on serving.' : '';
  const entry = isServing ? run.launch.entry : null;
  const mend = entry === null ? '' : `; \`kintsugi heal ${entry}\` looks for a repair of the new files`;
  return `${serving} See \`kintsugi logs\` and \`kintsugi status\`${mend}.`;
}

/** Null where the keeper was gone before it answered. */
function ask(socket: string, stop: AbortSignal): Promise<Reloaded | null> {
  return new Promise((resolve) => {
    const connection = connect(socket, () => connection.write('{"t":"reload"}\n'));
    createInterface({ input: connection }).on('line', (line) => {
      resolve(JSON.parse(line) as Reloaded); // our own keeper wrote it
      connection.destroy();
    });
    connection.on('error', () => resolve(null)); // nobody listens there any more
    connection.on('close', () => resolve(null));
    stop.addEventListener('abort', () => connection.destroy(), { once: true });
  });
}
