/** A failure whose cause is somebody else: who was asked and did not answer, or answered that it cannot or will not (SPEC TRI-4). */
import type { ErrorReport } from '../incident/nouns.ts';
import { isLoopback, splitAddress } from '../kit/services.ts';
import { isOwnWord, type Failure } from './failure.ts';
import type { Run } from './replay.ts';
import { gaveUp, refusal } from './setup.ts';

export interface Outage {
  /** `host:port` as the app named it. */
  readonly target: string;
  /** What a person reads of it, e.g. `answered 503`. */
  readonly what: string;
  readonly code: string;
  /** True where nothing else can be the cause; else it is only what is left when no repair helps. */
  readonly sure: boolean;
}

/** Statuses that say something about the account or the service, whatever it was asked. */
const refusals = /^(?:401|402|403|407|429|5\d\d)$/;

/** The failure is read off what came of asking others while the failing request was answered, never off its words. */
export async function outageOf(failure: Failure, run: Run): Promise<Outage | null> {
  return answeredBadly(failure, run) ?? (await notAnswered(failure, run)) ?? stillAsked(failure, run);
}

/** The last one asked said no, or what is no JSON, and what was made of its answer is what failed. */
function answeredBadly({ error }: Failure, run: Run): Outage | null {
  const last = run.outcomes.findLast(({ status, code }) => status !== null || code !== null);
  if (last?.status == null) return null;
  const { target, status } = last;
  if (status < 400) {
    const isNoJson = error?.name === 'SyntaxError' && /\bparseJSONFromBytes\b/.test(error.stack);
    return isNoJson ? { target, what: 'answered what is no JSON', code: `UPSTREAM_${status}`, sure: false } : null;
  }
  const follows = error === null || isOwnWord(error) || comesOfAnswer(error);
  return {
    target,
    what: `answered ${status}`,
    code: `UPSTREAM_${status}`,
    sure: follows && refusals.test(String(status)),
  };
}

/** What an answer that is not the one that was meant leads to: it is no JSON, or lacks what is read from it. */
function comesOfAnswer({ name, message, stack }: ErrorReport): boolean {
  if (name === 'SyntaxError') return /JSON\.parse|parseJSON/.test(stack) || /JSON/.test(message);
  return (
    name === 'TypeError' &&
    /^Cannot (?:read|set|destructure) propert|^Cannot destructure|(?:undefined|null) is not|is not iterable/.test(
      message,
    )
  );
}

/**
 * A client that gave up waiting often does not say for whom, and what the app says of it may be anything. Where the trial was refused
 * by one port of this machine, and this machine is, too, that is its cause.
 */
async function notAnswered({ error }: Failure, run: Run): Promise<Outage | null> {
  const gave = error !== null && error.cause === null && gaveUp.test(`${error.name} ${error.message}`);
  const silent = error === null || isOwnWord(error);
  if (!gave && !silent) return null;
  const refused = run.outcomes.filter(({ code }) => code !== null).map(({ target }) => target);
  for (const target of gave ? run.targets : refused) {
    const { host, port } = splitAddress(target);
    if (!isLoopback(host) || port === 0 || run.ports.includes(port)) continue;
    const code = await refusal(host, port);
    if (code !== null) return { target, what: `does not answer (${code})`, code, sure: true };
  }
  return null;
}

/** The last that a request which is not answered did was to ask somebody. It may be the code that asks in vain: only where no repair helps is that the cause. */
function stillAsked({ kind }: Failure, { outcomes }: Run): Outage | null {
  const last = outcomes.at(-1);
  if (kind !== 'timeout' || last === undefined || last.status !== null || last.code !== null) return null;
  return { target: last.target, what: 'did not answer in time', code: 'ETIMEDOUT', sure: false };
}

/** The failure with its cause behind it; where the engine stumbled over the answer, with its cause in front of it. */
export function withOutage(failure: Failure, outage: Outage | null): Failure {
  if (outage === null || !outage.sure) return failure;
  const { error } = failure;
  const words = outage.code.startsWith('UPSTREAM_')
    ? `${outage.target} ${outage.what}`
    : `connect ${outage.code} ${outage.target}`;
  const cause = { name: 'Error', message: words, code: outage.code, stack: '', cause: null };
  const isBehind = error !== null && (isOwnWord(error) || gaveUp.test(`${error.name} ${error.message}`));
  return { ...failure, error: isBehind ? { ...error, cause } : { ...cause, cause: error } };
}
