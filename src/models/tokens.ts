/** How many tokens a call can take and did take: what the provider says where that can be, else what the bytes tell. Pure. */
import type { Protocol } from './endpoints.ts';
import type { Call } from './models.ts';
import type { Tokens } from './prices.ts';
import type { Served } from './wire.ts';
import type { Fell } from './fell.ts';

const bytesPerToken = 4;
/** For what is reserved: code and JSON have more tokens than prose. */
const bytesPerTokenLeast = 3;
/** No tokenizer makes fewer of a text than this. */
const bytesPerTokenMost = 40;
/** What a provider adds by itself: the frame of the conversation, its own words about tools. */
const frameTokens = 4096;

export interface Size {
  /** Of everything that is sent as content. */
  readonly bytes: number;
  readonly maxTokens: number;
  /** What a call can take at most. */
  most(protocol: Protocol): Tokens;
}

export function measure({ system, messages, tools = [], maxTokens }: Call): Size {
  return sizeOf(Buffer.byteLength(system) + Buffer.byteLength(JSON.stringify([messages, tools])), maxTokens);
}

/** `maxTokens` 0: what is answered is no text. */
export function sizeOf(bytes: number, maxTokens: number): Size {
  const input = Math.ceil(bytes / bytesPerTokenLeast);
  return {
    bytes,
    maxTokens,
    most: (protocol) => ({ input, output: maxTokens, cacheRead: 0, cacheWrite: protocol === 'anthropic' ? input : 0 }),
  };
}

/** What a try took. Of one that fell, what had come by then is paid for; a report that cannot be true is not believed. */
export function spentOn({ bytes, maxTokens }: Size, end: Served | Fell): Tokens {
  if ('fell' in end && end.partial === null) return { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const out = Buffer.byteLength('fell' in end ? (end.partial ?? '') : end.text + JSON.stringify(end.calls));
  const reported = 'fell' in end ? null : end.reported;
  const input = believed(reported?.input, bytes, bytes + frameTokens);
  const output = maxTokens === 0 ? 0 : believed(reported?.output, out, Math.max(maxTokens, out) + frameTokens);
  const cacheRead = Math.min(whole(reported?.cacheRead), input);
  return { input, output, cacheRead, cacheWrite: Math.min(whole(reported?.cacheWrite), input - cacheRead) };
}

function believed(said: number | undefined, bytes: number, most: number): number {
  const isPossible = said !== undefined && Number.isInteger(said) && said >= bytes / bytesPerTokenMost && said <= most;
  return isPossible ? said : Math.ceil(bytes / bytesPerToken);
}

function whole(value: number | undefined): number {
  return value !== undefined && Number.isInteger(value) && value > 0 ? value : 0;
}
