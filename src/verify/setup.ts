/** Tells a failure that only the trial has from a real one (SPEC TRY-8, TRY-9): a service, a folder or a secret it was not given. */
import { existsSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import type { CapturedRequest, ErrorReport, Signal } from '../incident/nouns.ts';
import { isOwnWord, type Failure } from './failure.ts';
import { isLoopback, sameAddress, splitAddress } from '../kit/services.ts';
import type { Run } from './replay.ts';

export interface SetupInput {
  readonly run: Run;
  readonly failure: Failure | null;
  readonly confined: boolean;
  readonly project: string;
  /** Files of the project that are not in the copy. */
  readonly missing: readonly string[];
  /** Services that the trial reaches. */
  readonly relayed: readonly string[];
  /** The row of `trial.services` that would let a trial read there. */
  readonly readonlyRow: (target: string) => string | null;
  /** Secrets that have stand-ins. */
  readonly replaced: readonly string[];
  readonly requests: readonly CapturedRequest[];
  /** The failure as it was seen live; null in a one-shot heal. */
  readonly live: Signal | null;
  /** False where a candidate is judged. */
  readonly unchanged: boolean;
}

/** One sentence with what to do, or null where the failure is the subject's own. */
export async function setupOf(input: SetupInput): Promise<string | null> {
  if (input.run.setup !== null) return input.run.setup;
  // Whatever else was seen: what a write would have done is not known (TRY-8).
  if (input.run.refused !== null) return input.run.refused;
  if (!input.confined) return null;
  if (input.failure === null) return (await hiddenService(input)) ?? refusedCredential(input);
  const text = textOf(input.failure);
  return (
    (await missingService(input, [...unreachable(text, input.run.targets), ...silentlyMissing(input)])) ??
    missingPath(input, text) ??
    refusedByService(input, input.failure)
  );
}

function textOf(failure: Failure): string {
  const parts: string[] = [];
  for (let error: ErrorReport | null = failure.error; error !== null; error = error.cause) {
    parts.push(`${error.code ?? ''} ${error.message}`, error.stack);
  }
  // What was printed long before is no cause; at a death the end of stderr is.
  if (failure.kind === 'crash' || failure.error === null) parts.push(failure.stderr.slice(-8_192));
  return parts.join('\n');
}

/** Clients that wait, try again and give up say so in words of their own, or not at all. */
export const gaveUp =
  /MaxRetriesPerRequest|Connection is closed|ClientOffline|Socket closed unexpectedly|Connection terminated|timeout exceeded when trying to connect|Server selection timed out|Can't reach database server/i;

/** A failure that names no error may well be the app's own word for a service it could not reach. */
function silentlyMissing({ failure, live, run }: SetupInput): readonly string[] {
  const hangs = failure?.kind === 'timeout' && live?.kind !== 'timeout' && live?.kind !== 'freeze';
  const wordless = failure?.kind === 'error' && failure.error === null;
  const named = failure?.error != null && gaveUp.test(`${failure.error.name} ${failure.error.message}`);
  if (hangs || wordless || named) return run.ownTargets;
  return failure?.error != null && isOwnWord(failure.error)
    ? run.outcomes.flatMap(({ target, code }) => (code === null ? [] : [target]))
    : [];
}

/** What failed live does not fail here, or is turned away, and a service was out of reach: the app got along without it. */
async function hiddenService(input: SetupInput): Promise<string | null> {
  const isElse = input.live !== null || input.run.answers.some((answer) => (answer.status ?? 0) >= 400);
  return input.unchanged && isElse ? missingService(input, input.run.ownTargets) : null;
}

/** The server's own word for a service that failed it. */
function isOfGateway({ live }: SetupInput): boolean {
  return live?.status === 502 || live?.status === 504;
}

async function missingService(input: SetupInput, wanted: readonly string[]): Promise<string | null> {
  const { ports } = input.run;
  for (const target of wanted) {
    const { host, port } = splitAddress(target);
    if (isRelayed(input, target) || (isLoopback(host) && ports.includes(port)) || !/:\d+$/.test(target)) continue;
    // At boot, and for this machine, the host itself is asked: a service that is down for everybody is a real outage. Not for what
    // only a text names, and not for a candidate: its author would choose where this machine connects to.
    const isTried =
      input.unchanged && (input.run.targets.some((one) => sameAddress(one, target)) || isRefusedIn(input, target));
    const mayAsk = isTried && (input.failure?.beforeReady === true || isLoopback(host));
    if (mayAsk && port > 0 && (await refusal(host, port)) !== null) continue;
    const named = port === 0 ? `${host}:<port>` : target;
    const test = `trial.services: [{"target": "${named}", "to": "<host:port of a test instance>"}] (a trial may write there)`;
    const row = port === 0 ? null : input.readonlyRow(target);
    const how = row === null ? test : `trial.services: [${row}] (it may read there), or ${test}`;
    const needed = port === 0 ? host : target;
    const first = isOfGateway(input) ? `by its status ${needed} failed it: see first whether that is up. Else ` : '';
    return `${first}the trial could not be set up: it needs ${needed}, which a trial cannot reach; allow it with ${how}`;
  }
  return null;
}

/** Node's own error of that very connection: a process that ends at once has told of no target yet. */
function isRefusedIn({ failure }: SetupInput, target: string): boolean {
  const { code, message } = failure?.error ?? {};
  return code === 'ECONNREFUSED' && message === `connect ECONNREFUSED ${target}`;
}

/** `host:port` of every connection that failed for want of a network. */
function unreachable(text: string, seen: readonly string[]): string[] {
  const found = new Set<string>();
  for (const [, host = '', port = ''] of text.matchAll(
    /connect (?:ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL|ETIMEDOUT) (\S+?):(\d+)\b/g,
  )) {
    // The name the app used says more than the address it was resolved to.
    found.add(
      seen.find(
        (target) => target.endsWith(`:${port}`) && isLoopback(splitAddress(target).host) === isLoopback(host),
      ) ?? `${host}:${port}`,
    );
  }
  for (const [, host = ''] of text.matchAll(/getaddrinfo (?:EAI_AGAIN|ENOTFOUND) ([\w.-]+)/g)) {
    found.add(seen.find((target) => target.startsWith(`${host}:`)) ?? `${host}:0`);
  }
  return [...found];
}

/** ENOENT and the like for a path that is there on the machine and not in a trial. */
function missingPath({ project, missing }: SetupInput, text: string): string | null {
  for (const [, code = '', file = ''] of text.matchAll(/\b(ENOENT|EACCES|EPERM|EROFS)\b[^\n']*'(\/[^'\n]+)'/g)) {
    const within = file === project || file.startsWith(`${project}/`);
    const ofTrial = within
      ? code === 'EROFS' || missing.includes(file.slice(project.length + 1))
      : !/^\/(usr|proc|dev|tmp|run\/kintsugi)\//.test(file) &&
        existsSync(code === 'ENOENT' ? file : path.dirname(file));
    if (!ofTrial) continue;
    return `the trial could not be set up: it needs ${file}, which a trial does not see; move what it needs into the project`;
  }
  return null;
}

/** The failing request was turned away because the trial cannot know the secret that its credential was made with. */
function refusedCredential({ run, replaced, requests }: SetupInput): string | null {
  if (replaced.length === 0) return null;
  const index = run.answers.findIndex((answer) => answer.status === 401 || answer.status === 403);
  const headers = Object.keys(requests[index]?.headers ?? {}).map((name) => name.toLowerCase());
  if (!headers.some((name) => /^(authorization|cookie)$|api-?key|token|signature/.test(name))) return null;
  const names = replaced.slice(0, 5).join(', ');
  return `the trial could not be set up: the request was refused (${run.answers[index]?.status ?? 401}) because a trial has stand-ins for ${names}; allow the one it needs with trial.env, unless it is refused live as well`;
}

const refusals =
  /\b(28P01|28000|WRONGPASS|NOAUTH|ER_ACCESS_DENIED_ERROR|EAUTH)\b|password authentication failed|access denied for user|authentication failed|invalid (signature|token)|JsonWebToken|bad decrypt|unable to authenticate data/i;

/** Not the failure that was seen live, but one that comes of a stand-in: a service or a signature did not accept it. */
function refusedByService(input: SetupInput, { error }: Failure): string | null {
  const { replaced, live, run } = input;
  if (error === null || replaced.length === 0 || live?.error?.name === error.name) return null;
  if (live === null && !run.targets.some((target) => isRelayed(input, target))) return null;
  if (!refusals.test(`${error.code ?? ''} ${error.name} ${error.message}`)) return null;
  const names = replaced.slice(0, 5).join(', ');
  return `the trial could not be set up: a credential was refused (${error.name}: ${error.message.slice(0, 200)}) because a trial has stand-ins for ${names}; allow the one it needs with trial.env`;
}

function isRelayed({ relayed }: SetupInput, target: string): boolean {
  return relayed.some((one) => one === target || sameAddress(one, target));
}

/** Null where this machine itself can connect there, else the code of why not. Nothing is sent. */
export function refusal(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port, timeout: 1_000 });
    const done = (code: string | null): void => {
      socket.destroy();
      resolve(code);
    };
    socket.once('connect', () => done(null));
    socket.once('timeout', () => done('ETIMEDOUT'));
    socket.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? 'ECONNREFUSED'));
  });
}
