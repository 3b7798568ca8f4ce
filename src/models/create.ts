/** The one way to a model: down the chain of a role, with retries, budgets and an account of every try (MOD-1, MOD-3, MOD-4). */
import { sleep, type Clock } from '../kit/clock.ts';
import { isErrno } from '../kit/errors.ts';
import { printable } from '../kit/text.ts';
import { nameOf, type Chains, type Choice, type Endpoint } from './endpoints.ts';
import type { Ledger, Reserved } from './ledger.ts';
import { createListing } from './listing.ts';
import { embedOnce } from './embed.ts';
import type { Call, Embedded, Models, NoReply, Purpose, Reply, Role, Texts, Usage } from './models.ts';
import { priceOf, type Price, type PriceRow, type Tokens } from './prices.ts';
import { measure, sizeOf, spentOn, type Size } from './tokens.ts';
import { tryOnce, type Served } from './wire.ts';
import type { Way } from './gate.ts';
import type { Fell } from './fell.ts';

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

/** What a chain is asked, whatever it is. */
interface Work<Answer extends Served> {
  readonly role: Role;
  readonly purpose: Purpose;
  readonly signal: AbortSignal;
  readonly untilMs?: number;
  readonly size: Size;
  once(way: Way): Promise<Answer | Fell>;
}

/** One model's turn within a call. */
interface Turn<Answer extends Served> {
  readonly work: Work<Answer>;
  readonly endpoint: Endpoint;
  readonly model: string;
  readonly price: Price;
  readonly time: AbortSignal;
  readonly untilMs: number;
}

interface TurnEnd<Answer> {
  readonly end: Answer | Fell | { readonly fell: 'budget'; readonly why: string };
  readonly usage: Usage;
}

export function createModels(options: ModelsOptions): Models {
  return new Client(options);
}

class Client implements Models {
  readonly #options: ModelsOptions;
  readonly #limits: CallLimits;
  readonly #keys: readonly string[];
  readonly #listing = createListing();
  /** Models whose price was said to be unknown. */
  readonly #said = new Set<string>();

  constructor(options: ModelsOptions) {
    this.#options = options;
    this.#limits = { ...callLimits, ...options.limits };
    const keys = Object.values(options.chains).flatMap((chain) => chain.flatMap(({ endpoint }) => endpoint.key ?? []));
    this.#keys = keys.filter((key) => key.length >= keyLengthMin);
  }

  namesOf(role: Role): readonly string[] {
    return this.#options.chains[role].map(({ endpoint, model }) =>
      nameOf({ endpoint, model: model ?? this.#listing.known(endpoint) }),
    );
  }

  async call(call: Call): Promise<Reply | NoReply> {
    const began = this.#options.clock.monotonic();
    const given = await this.#ask({ ...call, size: measure(call), once: (way) => tryOnce(way, call) });
    if ('failed' in given) return given;
    const { text, calls, finish } = given.end;
    return { text, calls, finish, usage: given.usage, model: given.model, ms: this.#options.clock.monotonic() - began };
  }

  async embed({ texts, purpose, signal }: Texts): Promise<Embedded | NoReply> {
    const size = sizeOf(Buffer.byteLength(JSON.stringify(texts)), 0);
    const once = (way: Way): ReturnType<typeof embedOnce> => embedOnce(way, texts);
    const given = await this.#ask({ role: 'embedding', purpose, signal, size, once });
    return 'failed' in given ? given : { vectors: given.end.vectors, usage: given.usage, model: given.model };
  }

  /** Down the chain until one answers. */
  async #ask<Answer extends Served>(
    work: Work<Answer>,
  ): Promise<{ readonly end: Answer; readonly usage: Usage; readonly model: string } | NoReply> {
    const { chains, clock } = this.#options;
    const time = AbortSignal.timeout(this.#limits.totalMs);
    const untilMs = Math.min(work.untilMs ?? Infinity, clock.now() + this.#limits.totalMs);
    const fells: { readonly fell: string; readonly why: string }[] = [];
    let usage = nothing;
    for (const choice of chains[work.role]) {
      const turn = await this.#turn(choice, { work, time, untilMs });
      const { end, usage: more } = await this.#take(turn);
      usage = sum(usage, more);
      if (!('fell' in end)) return { end, usage, model: nameOf(turn) };
      fells.push({ fell: end.fell, why: `${nameOf(turn)}: ${end.why}` });
      if (end.fell === 'cancelled' || time.aborted) break;
    }
    return { failed: failedBy(fells.map(({ fell }) => fell)), why: this.#hide(whyOf(work.role, fells)), usage };
  }

  async #turn<Answer extends Served>(
    { endpoint, model }: Choice,
    given: Pick<Turn<Answer>, 'work' | 'time' | 'untilMs'>,
  ): Promise<Turn<Answer>> {
    const stop = AbortSignal.any([given.work.signal, given.time]);
    const asked = model ?? (await this.#listing.first(endpoint, stop));
    const price = await priceOf(endpoint, asked, this.#options.prices);
    const turn = { ...given, endpoint, model: asked, price };
    this.#sayPrice(turn);
    return turn;
  }

  /** What passes by itself is tried again; what asks for a longer wait than there is goes to the next model. */
  async #take<Answer extends Served>(turn: Turn<Answer>): Promise<TurnEnd<Answer>> {
    const { work, time, untilMs } = turn;
    const { backoffMs, waitMsMax } = this.#limits;
    let usage = nothing;
    for (let tries = 1; ; tries++) {
      const { end, usage: more } = await this.#try(turn);
      usage = sum(usage, more);
      if (!('fell' in end) || end.fell !== 'again') return { end, usage };
      if (tries > retriesMax) return { end: { ...end, why: `${end.why}, ${tries} times` }, usage };
      const waitMs = end.waitMs ?? backoffMs * 2 ** (tries - 1) * (0.5 + Math.random() / 2);
      if (waitMs > waitMsMax || this.#options.clock.now() + waitMs > untilMs)
        return { end: { ...end, why: `${end.why}; it asks to wait ${Math.ceil(waitMs / 1000)} s` }, usage };
      await sleep(waitMs, AbortSignal.any([work.signal, time]));
      if (work.signal.aborted) return { end: { ...end, fell: 'cancelled' }, usage };
    }
  }

  /** Reserved, asked, settled. */
  async #try<Answer extends Served>(turn: Turn<Answer>): Promise<TurnEnd<Answer>> {
    const { work, endpoint, model, price, time } = turn;
    const { clock } = this.#options;
    const { size, signal } = work;
    const reserved = this.#reserve(turn, size.most(endpoint.protocol));
    if (typeof reserved === 'string') return { end: { fell: 'budget', why: reserved }, usage: nothing };
    const began = clock.monotonic();
    const redact = (text: string): string => this.#hide(text);
    const end = await work.once({ endpoint, model, signal, redact, now: clock.now, limits: { ...this.#limits, time } });
    const tokens = spentOn(size, end);
    const costUsd = price.dollars(tokens);
    this.#settle(reserved, {
      ...tokens,
      costUsd,
      savedUsd: price.dollars({ ...tokens, cacheRead: 0, cacheWrite: 0 }) - costUsd,
      price: price.from,
      end: 'fell' in end ? this.#hide(printable(end.why)) : 'answered',
      ms: Math.round(clock.monotonic() - began),
    });
    return { end, usage: { ...tokens, costUsd } };
  }

  /** What cannot be accounted is not done: then the text says why. */
  #reserve(turn: Turn<Served>, most: Tokens): Reserved | string {
    const { role, purpose } = turn.work;
    const { incident, rung, tool } = purpose;
    const account = { incident, rung, tool, role, model: nameOf(turn) };
    try {
      const costUsd = turn.price.dollars(most);
      return this.#options.ledger.reserve({ ...account, tokens: most.input + most.output, costUsd });
    } catch (error) {
      if (!isErrno(error)) throw error;
      return `the account cannot be written (${error.code}); free space or make the state folder writable`;
    }
  }

  #settle(...line: Parameters<Ledger['settle']>): void {
    try {
      this.#options.ledger.settle(...line);
    } catch (error) {
      if (!isErrno(error)) throw error;
      const most = 'it counts at the most it could cost';
      this.#options.warn(`the account of a call could not be written (${error.code}): ${most}`);
    }
  }

  #sayPrice(turn: Pick<Turn<Served>, 'price' | 'endpoint' | 'model'>): void {
    const { from, dollars } = turn.price;
    const name = nameOf(turn);
    if ((from !== 'dearest' && from !== 'assumed') || this.#said.has(name)) return;
    this.#said.add(name);
    const million = (tokens: Partial<Tokens>): string => `$${(dollars({ ...nothing, ...tokens }) * 1000).toFixed(2)}`;
    const per = `${million({ input: 1000 })} in and ${million({ output: 1000 })} out per million tokens`;
    const as = from === 'dearest' ? 'the dearest of its provider' : 'the dearest there may be';
    this.#options.warn(`the price of ${name} is not known: it counts as ${as}, ${per}; models.prices sets it`);
  }

  /** No secret and no key, whatever the text. */
  #hide(text: string): string {
    return this.#keys.reduce((rest, key) => rest.replaceAll(key, '[key]'), this.#options.redact(text));
  }
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

function whyOf(role: Role, fells: readonly { fell: string; why: string }[]): string {
  if (fells.length === 0) return `no model for ${role}; \`kintsugi doctor\` says how to have one`;
  const mend = fells.map(({ fell }) => mends[fell]).find(Boolean);
  return printable(`${fells.map(({ why }) => why).join('; then ')}${mend ? `; ${mend}` : ''}`);
}
