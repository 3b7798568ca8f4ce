/** The door of one request: nothing leaves it unredacted, nothing takes longer or is larger than allowed, no redirect is followed. */
import { fellByError, fellByStatus, NotTheProtocol, type Refusal } from './fell.ts';
import type { Fell, Try } from './wire.ts';

export interface GateLimits {
  /** Without a byte for so long, a try is over. */
  readonly idleMs: number;
  /** Of an answer on the wire. */
  readonly bytesMax: number;
  /** The whole call's time: aborted when it is over. */
  readonly time: AbortSignal;
}

export interface Gate {
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
  /** True where the answer came as one JSON document; it is handed out again to whoever asks next. */
  readonly plain: boolean;
  /** What an error of the SDK means, by what was seen at the door. `text` is what had come by then. */
  fellBy(error: unknown, text: string): Fell;
  close(): void;
}

const errorLengthMax = 64 * 1024;

/** Fields that name things of the protocol; everything else is content, and so is all of a tool's `input`. */
const named: ReadonlySet<string> = new Set(['model', 'role', 'type', 'id', 'tool_use_id', 'tool_call_id', 'call_id']);

export function gate({ call, limits, redact, now }: Try): Gate {
  const idle = new AbortController();
  const signal = AbortSignal.any([call.signal, limits.time, idle.signal]);
  let timer: NodeJS.Timeout | undefined;
  let refused: Refusal | null = null;
  let plain: string | null = null;
  let sent: 'no' | 'yes' | 'answered' = 'no';
  /** What broke at this door, before the SDK made something else of it. */
  let broke: unknown = null;
  const beat = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => idle.abort(), limits.idleMs);
  };
  const note = (error: unknown): never => {
    broke ??= error;
    throw error;
  };
  async function* metered(body: Response['body']): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    try {
      for await (const chunk of body ?? []) {
        beat();
        bytes += chunk.byteLength;
        if (bytes > limits.bytesMax) throw new NotTheProtocol(`its answer is longer than ${limits.bytesMax} bytes`);
        yield chunk;
      }
    } catch (error) {
      note(error); // and throws it
    }
  }
  const exchange = async (input: Parameters<typeof fetch>[0], init: RequestInit | undefined): Promise<Response> => {
    const body = typeof init?.body === 'string' ? cleaned(init.body, redact) : null;
    signal.throwIfAborted();
    sent = 'yes';
    beat();
    const { ok, status, headers, body: stream } = await fetch(input, { ...init, body, redirect: 'manual', signal });
    if (!ok) {
      refused = { status, headers, text: await beginningOf(metered(stream)) };
      throw new Error(`status ${status}`);
    }
    sent = 'answered';
    const type = headers.get('content-type') ?? '';
    if (/^text\/html/i.test(type)) throw new NotTheProtocol('it answered with a page, not as a model');
    const answer = new Response(ReadableStream.from(metered(stream)), { headers });
    if (!/^application\/json/i.test(type)) return answer;
    plain = await answer.text();
    throw new Error('the answer is not streamed');
  };
  return {
    signal,
    fetch: (input, init) =>
      plain === null
        ? exchange(input, init).catch(note)
        : Promise.resolve(new Response(plain, { headers: { 'content-type': 'application/json' } })),
    get plain() {
      return plain !== null;
    },
    fellBy(error, text) {
      const late = { waitMs: null, partial: sent === 'no' ? null : text };
      if (call.signal.aborted) return { ...late, fell: 'cancelled', why: 'cancelled' };
      if (limits.time.aborted) return { ...late, fell: 'next', why: 'no end within the time of a call' };
      if (idle.signal.aborted) return { ...late, fell: 'next', why: `no byte for ${limits.idleMs / 1000} s` };
      if (refused) return fellByStatus(refused, now());
      return {
        ...fellByError(plain === null && broke ? broke : error),
        waitMs: null,
        partial: sent === 'answered' ? text : null,
      };
    },
    close: () => {
      clearTimeout(timer);
      idle.abort(); // what is left of the answer is not waited for
    },
  };
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
