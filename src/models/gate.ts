/** The door of one request: nothing leaves it unredacted, nothing takes longer or is larger than allowed, no redirect is followed. */
import type { Endpoint } from './endpoints.ts';
import { fellByError, fellByStatus, NotTheProtocol, type Refusal } from './fell.ts';
import type { Fell } from './fell.ts';

/** One try of one model, whatever it is asked. */
export interface Way {
  readonly endpoint: Endpoint;
  readonly model: string;
  /** The caller's. */
  readonly signal: AbortSignal;
  readonly limits: GateLimits;
  /** The last gate: everything that leaves goes through it. */
  redact(text: string): string;
  now(): number;
}

export interface GateLimits {
  /** Without a byte for so long, a try is over. */
  readonly idleMs: number;
  /** Of an answer on the wire. */
  readonly bytesMax: number;
  /** The whole call's time: aborted when it is over. */
  readonly time: AbortSignal;
}

const errorLengthMax = 64 * 1024;

/** Fields that name things of the protocol; everything else is content, and so is all of a tool's `input`. */
const named: ReadonlySet<string> = new Set(['model', 'role', 'type', 'id', 'tool_use_id', 'tool_call_id', 'call_id']);

export class Gate {
  /** Aborts with the call, the call's time, or a silence. */
  readonly signal: AbortSignal;
  readonly #given: Way;
  readonly #idle = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #sent: 'no' | 'yes' | 'answered' = 'no';
  #refused: Refusal | null = null;
  #plain: string | null = null;
  /** What broke at this door, before the SDK made something else of it. */
  #broke: unknown = null;

  constructor(given: Way) {
    this.#given = given;
    this.signal = AbortSignal.any([given.signal, given.limits.time, this.#idle.signal]);
  }

  /** True where the answer came as one JSON document; it is handed out again to whoever asks next. */
  get plain(): boolean {
    return this.#plain !== null;
  }

  /** What the SDK is given to send by. */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    if (this.#plain !== null) return new Response(this.#plain, { headers: { 'content-type': 'application/json' } });
    try {
      return await this.#exchange(input, init);
    } catch (error) {
      this.#broke ??= error;
      throw error;
    }
  };

  /** What an error of the SDK means, by what was seen here. `text` is what had come by then. */
  fellBy(error: unknown, text: string): Fell {
    const { signal, limits, now } = this.#given;
    const late = { waitMs: null, partial: this.#sent === 'no' ? null : text };
    if (signal.aborted) return { ...late, fell: 'cancelled', why: 'cancelled' };
    if (limits.time.aborted) return { ...late, fell: 'next', why: 'no end within the time of a call' };
    if (this.#idle.signal.aborted) return { ...late, fell: 'next', why: `no byte for ${limits.idleMs / 1000} s` };
    if (this.#refused) return fellByStatus(this.#refused, now());
    const first = this.#plain === null ? (this.#broke ?? error) : error;
    return { ...fellByError(first), waitMs: null, partial: this.#sent === 'answered' ? text : null };
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#idle.abort(); // what is left of the answer is not waited for
  }

  async #exchange(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): Promise<Response> {
    const { signal } = this;
    const body = typeof init?.body === 'string' ? cleaned(init.body, (text) => this.#given.redact(text)) : null;
    signal.throwIfAborted();
    this.#sent = 'yes';
    this.#beat();
    const { ok, status, headers, body: stream } = await fetch(input, { ...init, body, redirect: 'manual', signal });
    if (!ok) {
      this.#refused = { status, headers, text: await beginningOf(this.#metered(stream)) };
      throw new Error(`status ${status}`);
    }
    this.#sent = 'answered';
    const type = headers.get('content-type') ?? '';
    if (/^text\/html/i.test(type)) throw new NotTheProtocol('it answered with a page, not as a model');
    const answer = new Response(ReadableStream.from(this.#metered(stream)), { headers });
    if (!/^application\/json/i.test(type)) return answer;
    this.#plain = await answer.text();
    throw new Error('the answer is not streamed');
  }

  async *#metered(body: Response['body']): AsyncGenerator<Uint8Array> {
    const { bytesMax } = this.#given.limits;
    let bytes = 0;
    try {
      for await (const chunk of body ?? []) {
        this.#beat();
        bytes += chunk.byteLength;
        if (bytes > bytesMax) throw new NotTheProtocol(`its answer is longer than ${bytesMax} bytes`);
        yield chunk;
      }
    } catch (error) {
      this.#broke ??= error;
      throw error;
    }
  }

  #beat(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#idle.abort(), this.#given.limits.idleMs);
  }
}

/** Every text of a request's body once more through the redactor: whatever made it, no secret leaves (MOD-5). */
export function cleaned(body: string, redact: (text: string) => string): string {
  const clean = (value: unknown, isName: boolean, isInput: boolean): unknown => {
    if (typeof value === 'string') return isName && !isInput ? value : redact(value);
    if (Array.isArray(value)) return value.map((item) => clean(item, isName, isInput));
    if (value === null || typeof value !== 'object') return value;
    const entries = Object.entries(value).map(([key, item]) => [
      redact(key),
      clean(item, named.has(key), isInput || (key === 'input' && !Array.isArray(item))),
    ]);
    return Object.fromEntries(entries);
  };
  return JSON.stringify(clean(JSON.parse(body), false, false));
}

/** The beginning of an error's body; the rest is of no use to anybody. */
async function beginningOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > errorLengthMax) break;
  }
  return text;
}
