/** The one way to a model: down the chain of a role, with retries, budgets and an account of every try (MOD-1, MOD-3, MOD-4). */
import type { Clock } from '../kit/clock.ts';
import { sleep } from '../kit/clock.ts';
import { isErrno } from '../kit/errors.ts';
import { printable } from '../kit/text.ts';
import type { Chains, Choice } from './endpoints.ts';
import type { Ledger, Reserved } from './ledger.ts';
import { createListing } from './listing.ts';
import type { Call, Models, NoReply, Reply, Usage } from './models.ts';
import { priceOf, type Price, type PriceRow, type Tokens } from './prices.ts';
import { measure, spentOn } from './tokens.ts';
import { tryOnce, type Fell, type Gathered } from './wire.ts';

export interface CallLimits {
  /** Without a byte for so long, a try is over. */
  readonly idleMs: number;
  /** A whole call, retries and fallbacks included. */
  readonly totalMs: number;
  /** Of one answer on the wire. */
  readonly bytesMax: number;
  /** The first wait before another try of the same model; each further one is twice as long. */
  readonly backoffMs: number;
  /** A server that asks for a longer wait is left for the next model. */
  readonly waitMsMax: number;
}

export const callLimits: CallLimits = {
  idleMs: 90_000,
  totalMs: 300_000,
  bytesMax: 16 * 1024 * 1024,
  backoffMs: 500,
  waitMsMax: 60_000,
};

export interface ModelsOptions {
  readonly chains: Chains;
  readonly ledger: Ledger;
  readonly prices: readonly PriceRow[];
  readonly clock: Clock;
  redact(text: string): string;
  /** One line for a person. */
  warn(text: string): void;
  readonly limits?: Partial<CallLimits>;
}

/** A shorter one is a word that stands in for a key (`none`, `ollama`), and may stand in any text. */
const keyLengthMin = 12;

/** So often the same model is asked again (MOD-3). */
const retriesMax = 2;

const nothing: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, costUsd: 0 };

/** One model's turn within a call. */
interface Turn {
  readonly call: Call;
  readonly choice: Choice;
  readonly model: string;
  readonly price: Price;
  readonly time: AbortSignal;
  readonly untilMs: number;
}

interface TurnEnd {
  readonly end: Gathered | Fell | { readonly fell: 'budget'; readonly why: string };
  readonly usage: Usage;
}

export function createModels(options: ModelsOptions): Models {
  const { chains, clock, ledger } = options;
  const limits = { ...callLimits, ...options.limits };
  const keys = Object.values(chains).flatMap((chain) => chain.flatMap(({ endpoint }) => endpoint.key ?? []));
  const real = keys.filter((key) => key.length >= keyLengthMin);
  const hide = (text: string): string =>
    real.reduce((rest, key) => rest.replaceAll(key, '[key]'), options.redact(text));
  const listing = createListing();
  const said = new Set<string>();

  const call = async (given: Call): Promise<Reply | NoReply> => {
    const began = clock.monotonic();
    const time = AbortSignal.timeout(limits.totalMs);
    const untilMs = Math.min(given.untilMs ?? Infinity, clock.now() + limits.totalMs);
    const fells: { readonly fell: string; readonly why: string }[] = [];
    let usage = nothing;
    for (const choice of chains[given.role]) {
      const model = choice.model ?? (await listing.first(choice.endpoint, AbortSignal.any([given.signal, time])));
      const name = `${choice.endpoint.name}:${model}`;
      const turn = { call: given, choice, model, price: await priced(choice, model), time, untilMs };
      const { end, usage: more } = await takeTurn(turn);
      usage = sum(usage, more);
      if (!('fell' in end)) return { ...replyOf(end), usage, model: name, ms: clock.monotonic() - began };
      fells.push({ fell: end.fell, why: `${name}: ${end.why}` });
      if (end.fell === 'cancelled' || end.fell === 'budget' || time.aborted) break;
    }
    return { failed: failedBy(fells.map(({ fell }) => fell)), why: hide(whyOf(given, fells)), usage };
  };

  const takeTurn = async (turn: Turn): Promise<TurnEnd> => {
    let usage = nothing;
    for (let tries = 0; ; tries++) {
      const { end, usage: more } = await tryAccounted(turn);
      usage = sum(usage, more);
      if (!('fell' in end) || end.fell !== 'again') return { end, usage };
      if (tries === retriesMax) return { end: { ...end, why: `${end.why}, ${tries + 1} times` }, usage };
      const waitMs = end.waitMs ?? limits.backoffMs * 2 ** tries * (0.5 + Math.random() / 2);
      if (waitMs > limits.waitMsMax || clock.now() + waitMs > turn.untilMs)
        return {
          end: { ...end, fell: 'next', why: `${end.why}; it asks to wait ${Math.ceil(waitMs / 1000)} s` },
          usage,
        };
      await sleep(waitMs, AbortSignal.any([turn.call.signal, turn.time]));
      if (turn.call.signal.aborted) return { end: { ...end, fell: 'cancelled' }, usage };
    }
  };

  const tryAccounted = async ({ call: given, choice, model, price, time }: Turn): Promise<TurnEnd> => {
    const { endpoint } = choice;
    const size = measure(given);
    const most = size.most(endpoint.protocol);
    const { incident, rung, tool } = given.purpose;
    const account = { incident, rung, tool, role: given.role, model: `${endpoint.name}:${model}` };
    const reserved = reserve({ ...account, tokens: most.input + most.output, costUsd: price.dollars(most) });
    if (typeof reserved === 'string') return { end: { fell: 'budget', why: reserved }, usage: nothing };
    const began = clock.monotonic();
    const end = await tryOnce({
      endpoint,
      model,
      call: given,
      redact: hide,
      now: clock.now,
      limits: { ...limits, time },
    });
    const tokens = spentOn(size, end);
    const costUsd = price.dollars(tokens);
    const savedUsd = price.dollars({ ...tokens, cacheRead: 0, cacheWrite: 0 }) - costUsd;
    const ms = Math.round(clock.monotonic() - began);
    const words = 'fell' in end ? hide(printable(end.why)) : 'answered';
    settle(reserved, { ...tokens, costUsd, savedUsd, price: price.from, end: words, ms });
    return { end, usage: { ...tokens, costUsd } };
  };

  /** What cannot be accounted is not done. */
  const reserve: (line: Parameters<Ledger['reserve']>[0]) => Reserved | string = (line) => {
    try {
      return ledger.reserve(line);
    } catch (error) {
      if (!isErrno(error)) throw error;
      return `the account cannot be written (${error.code}); free space or make the state folder writable`;
    }
  };

  const settle: Ledger['settle'] = (reserved, end) => {
    try {
      ledger.settle(reserved, end);
    } catch (error) {
      if (!isErrno(error)) throw error;
      options.warn(`the account of a call could not be written (${error.code}): it counts at the most it could cost`);
    }
  };

  const priced = async ({ endpoint }: Choice, model: string): Promise<Price> => {
    const price = await priceOf(endpoint, model, options.prices);
    const name = `${endpoint.name}:${model}`;
    if ((price.from !== 'dearest' && price.from !== 'assumed') || said.has(name)) return price;
    said.add(name);
    const per = (tokens: Partial<Tokens>): string =>
      `$${(price.dollars({ input: 0, output: 0, cacheRead: 0, cacheWrite: 0, ...tokens }) * 1000).toFixed(2)}`;
    const as = price.from === 'dearest' ? 'the dearest of its provider' : 'the dearest there may be';
    options.warn(
      `the price of ${name} is not known: it counts as ${as}, ${per({ input: 1000 })} in and ${per({ output: 1000 })} out per million tokens; models.prices sets it`,
    );
    return price;
  };

  return {
    nameOf: (role) => {
      const [first] = chains[role];
      return first ? `${first.endpoint.name}:${first.model ?? listing.known(first.endpoint)}` : null;
    },
    call,
  };
}

function replyOf({ text, calls, finish }: Gathered): Pick<Reply, 'text' | 'calls' | 'finish'> {
  return { text, calls, finish };
}

function sum(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    costUsd: a.costUsd + b.costUsd,
  };
}

/** What a person must mend counts before what may pass by itself. */
function failedBy(fells: readonly string[]): NoReply['failed'] {
  const order = ['cancelled', 'budget', 'billing', 'auth'] as const;
  return order.find((one) => fells.includes(one)) ?? (fells.length === 0 ? 'none' : 'unreachable');
}

const mends: Readonly<Record<string, string>> = {
  auth: 'check its key, and what the key may do',
  billing: 'see to the account of its provider',
};

function whyOf({ role }: Call, fells: readonly { fell: string; why: string }[]): string {
  if (fells.length === 0) return `no model for ${role}; \`kintsugi doctor\` says how to have one`;
  const mend = fells.map(({ fell }) => mends[fell]).find(Boolean);
  return printable(`${fells.map(({ why }) => why).join('; then ')}${mend ? `; ${mend}` : ''}`);
}
