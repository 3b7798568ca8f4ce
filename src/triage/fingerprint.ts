/** The signature of an incident: what stays the same when the same defect strikes again (SPEC 0). */
import type { CapturedRequest, FailureClass } from '../incident/nouns.ts';
import { hashOf } from '../kit/hash.ts';
import { decodePercent } from './frames.ts';

export interface FingerprintInput {
  readonly subject: string;
  readonly class: FailureClass;
  /** The top own frame (or the own file a syntax error names); null where nothing own is named. */
  readonly frame: { readonly file: string; readonly fn: string | null } | null;
  readonly message: string;
  readonly request: CapturedRequest | null;
}

const messageMax = 2000;
const gram = 4;
const requestMax = 300_000;

/** 64 hex digits. */
export function fingerprint(input: FingerprintInput): string {
  const { subject, frame } = input;
  return frame === null
    ? hashOf({ subject, class: input.class, template: template(input.message, input.request) })
    : hashOf({ subject, class: input.class, file: frame.file, fn: frame.fn });
}

/** The message without what a client may choose: what the request holds, quoted text, URLs, paths, numbers. */
export function template(message: string, request: CapturedRequest | null): string {
  return dropRequested(message.slice(0, messageMax), request)
    .replace(/"[^"\n]*"|'[^'\n]*'|`[^`\n]*`/g, '\u0000')
    .replace(/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s\u0000]*/gi, '\u0000')
    .replace(/(?:[A-Za-z]:)?[\w.@~-]*[\\/][^\s:,;()\u0000]*/g, '\u0000')
    .replace(/\b(?:0x)?[0-9a-f]*\d[0-9a-f.]*\b|\d+/gi, '\u0000')
    .replace(/[\s\u0000]+/g, ' ')
    .trim();
}

/** Every substring of 4 or more characters that the captured request holds, as sent or decoded, in any case. */
function dropRequested(message: string, request: CapturedRequest | null): string {
  if (request === null) return message;
  const grams = new Set<string>();
  for (const text of requestTexts(request)) {
    const lower = text.slice(0, requestMax).toLowerCase();
    for (let at = 0; at + gram <= lower.length; at += 1) grams.add(lower.slice(at, at + gram));
  }
  const lower = message.toLowerCase();
  if (lower.length !== message.length) return message;
  const drop = new Uint8Array(message.length);
  for (let at = 0; at + gram <= lower.length; at += 1) {
    if (grams.has(lower.slice(at, at + gram))) drop.fill(1, at, at + gram);
  }
  return Array.from(drop, (dropped, at) => (dropped === 1 ? '\u0000' : message.charAt(at))).join('');
}

function requestTexts(request: CapturedRequest): string[] {
  const body =
    request.body === null
      ? ''
      : request.bodyEncoding === 'base64'
        ? Buffer.from(request.body, 'base64').toString()
        : request.body;
  const texts = [request.url, ...Object.values(request.headers), body];
  const decoded = texts.slice(0, 1).map((text) => decodePercent(text.replaceAll('+', ' ')));
  const unescaped = body.includes('\\')
    ? [
        body
          .replace(/\\u([0-9a-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
          .replace(/\\(.)/g, '$1'),
      ]
    : [];
  const form = body.includes('%') || body.includes('+') ? [decodePercent(body.replaceAll('+', ' '))] : [];
  return [...texts, ...decoded, ...unescaped, ...form];
}
