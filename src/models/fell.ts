/** What a refusal or an error of the wire means: try again, ask the next model, or tell a person (MOD-3). Pure. */

/** Why a try fell: `again` may be tried again after `waitMs`; `next` is the next model's turn; the others say who must act. */
export interface Fell {
  readonly fell: 'again' | 'next' | 'auth' | 'billing' | 'cancelled';
  /** One line, not redacted yet. */
  readonly why: string;
  /** What the server asked for; null: it named no time. */
  readonly waitMs: number | null;
  /** What had come by then: it is paid for. Null where the server did no work. */
  readonly partial: string | null;
}

/** An answer with another status than 2xx. */
export interface Refusal {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The server speaks, but not the protocol: asking it again would change nothing. */
export class NotTheProtocol extends Error {}

const noCredit = /insufficient_quota|billing|credit balance is too low|exceeded your current quota/i;

export function fellByStatus({ status, headers, text }: Refusal, nowMs: number): Fell {
  const why = `status ${status}${messageOf(text)}`;
  const base = { why, waitMs: retryAfter(headers, nowMs), partial: null };
  if (status === 402 || ((status === 429 || status === 400) && noCredit.test(text)))
    return { ...base, fell: 'billing' };
  if (status === 401 || status === 403) return { ...base, fell: 'auth' };
  const isPassing = status === 408 || status === 409 || status === 429 || status >= 500;
  return { ...base, fell: isPassing ? 'again' : 'next' };
}

/** The words of the protocol's error document, or the beginning of whatever it is. */
function messageOf(text: string): string {
  const said = /"message"\s*:\s*"((?:[^"\\]|\\.){1,300})/.exec(text)?.[1] ?? text.slice(0, 200);
  const line = said.replace(/\s+/g, ' ').trim();
  return line === '' ? '' : `, "${line}"`;
}

/** Milliseconds; null where nothing is asked for. */
export function retryAfter(headers: Headers, nowMs: number): number | null {
  const ms = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (ms >= 0) return ms;
  const given = headers.get('retry-after');
  if (given === null) return null;
  if (/^\s*\d+(?:\.\d+)?\s*$/.test(given)) return Number(given) * 1000;
  const at = Date.parse(given);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}

/** What was thrown while an answer was on its way, or stood as an error within the stream. */
export function fellByError(error: unknown): Pick<Fell, 'fell' | 'why'> {
  if (error instanceof NotTheProtocol) return { fell: 'next', why: error.message };
  if (!(error instanceof Error))
    return { fell: 'again', why: `an error within the answer${messageOf(JSON.stringify(error))}` };
  if (error.name === 'AI_InvalidResponseDataError') return { fell: 'again', why: 'the answer ended before its end' };
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : null;
  if (error.name.startsWith('AI_') && (status ?? 200) < 400)
    return { fell: 'next', why: `it answered with something that is none of the protocol (${error.name.slice(3)})` };
  return { fell: 'again', why: wordsOf(error) };
}

function wordsOf(error: Error): string {
  const inner = error.cause instanceof Error ? error.cause : error;
  const said = 'code' in inner && typeof inner.code === 'string' ? inner.code : inner.message;
  return `the connection failed (${said.replace(/\s+/g, ' ').slice(0, 200)})`;
}
