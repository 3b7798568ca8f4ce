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

const errorBytesMax = 64 * 1024;

/** Fields that name things of the protocol; everything else is content. */
const named: ReadonlySet<string> = new Set(['model', 'role', 'type', 'id', 'tool_use_id', 'tool_call_id', 'call_id']);

export function gate({ call, limits, redact, now }: Try): Gate {
  const idle = new AbortController();
  const signal = AbortSignal.any([call.signal, limits.time, idle.signal]);
  let timer = setTimeout(() => undefined, 0);
  let refused: Refusal | null = null;
  let plain: string | null = null;
  let isAnswered = false;
  const beat = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => idle.abort(), limits.idleMs);
  };
  const meter = (): TransformStream<Uint8Array, Uint8Array> => {
    let bytes = 0;
    return new TransformStream({
      transform(chunk, controller) {
        beat();
        bytes += chunk.byteLength;
        if (bytes > limits.bytesMax) throw new NotTheProtocol(`its answer is longer than ${limits.bytesMax} bytes`);
        controller.enqueue(chunk);
      },
    });
  };
  const send: typeof globalThis.fetch = async (input, init) => {
    if (plain !== null) return new Response(plain, { headers: { 'content-type': 'application/json' } });
    beat();
    const body = typeof init?.body === 'string' ? cleaned(init.body, redact) : null;
    const response = await fetch(input, { ...init, body, redirect: 'manual', signal });
    const metered = new Response(response.body?.pipeThrough(meter()) ?? null, { headers: response.headers });
    if (!response.ok) {
      refused = { status: response.status, headers: response.headers, text: await textOf(metered) };
      throw new Error(`status ${response.status}`);
    }
    isAnswered = true;
    const type = response.headers.get('content-type') ?? '';
    if (/^text\/html/i.test(type)) throw new NotTheProtocol('it answered with a page, not as a model');
    if (!/^application\/json/i.test(type)) return metered;
    plain = await metered.text();
    throw new Error('the answer is not streamed');
  };
  return {
    fetch: send,
    signal,
    get plain() {
      return plain !== null;
    },
    fellBy(error, text) {
      const partial = isAnswered ? text : null;
      if (call.signal.aborted) return { fell: 'cancelled', why: 'cancelled', waitMs: null, partial: text };
      if (limits.time.aborted)
        return { fell: 'next', why: 'no end within the time of a call', waitMs: null, partial: text };
      if (idle.signal.aborted)
        return { fell: 'next', why: `no byte for ${limits.idleMs / 1000} s`, waitMs: null, partial: text };
      if (refused) return fellByStatus(refused, now());
      return { ...fellByError(error), waitMs: null, partial };
    },
    close: () => {
      clearTimeout(timer);
      idle.abort(); // what is left of the answer is not waited for
    },
  };
}

/** Every text of a request's body once more through the redactor: whatever made it, no secret leaves (MOD-5). */
export function cleaned(body: string, redact: (text: string) => string): string {
  const clean = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return named.has(name) ? value : redact(value);
    if (Array.isArray(value)) return value.map((item) => clean(item, name));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [redact(key), clean(item, key)]));
  };
  return JSON.stringify(clean(JSON.parse(body), ''));
}

/** The beginning of an error's body; the rest is of no use to anybody. */
async function textOf(response: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > errorBytesMax) break;
  }
  return text;
}
