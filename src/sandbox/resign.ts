/** What a request was signed with live (a JSON Web Token, a signed cookie, a webhook's body) is signed once more with the stand-in that the trial has for the secret (SPEC TRY-9). */
import { createHmac } from 'node:crypto';
import type { CapturedRequest } from '../incident/nouns.ts';

/** A secret, and what the trial has in its place. */
export interface Swap {
  readonly secret: string;
  readonly standIn: string;
}

interface Key {
  readonly secret: Buffer | string;
  readonly standIn: Buffer | string;
}

const hashes = ['sha256', 'sha1', 'sha512', 'sha384'] as const;
const partsMax = 60;
const bodyMax = 65_536;
const signatureShape = /^[\w+/=-]{20,180}$/;

/** The same request where nothing of it was signed with one of these secrets. */
export function resigned(request: CapturedRequest, swaps: readonly Swap[]): CapturedRequest {
  const keys = swaps.flatMap(keysOf);
  if (keys.length === 0) return request;
  const body = Buffer.from(request.body ?? '', request.bodyEncoding);
  const times = Object.entries(request.headers).flatMap(([name, value]) =>
    /timestamp/i.test(name) ? [value] : [...value.matchAll(/\bt=(\d{5,})/g)].map(([, at = '']) => at),
  );
  const said =
    body.length > bodyMax
      ? []
      : [body, ...times.flatMap((at) => [`${at}.`, `v0:${at}:`].map((head) => joined(head, body)))];
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, signedAgain(value, keys, said)]),
  );
  return { ...request, url: signedAgain(request.url, keys, []), headers };
}

/** Each part that is a signature of what stands before it, or of one of these texts, is made anew. */
function signedAgain(value: string, keys: readonly Key[], said: readonly Buffer[]): string {
  let text = value;
  for (const part of value.split(/[\s;,&?"]+/).slice(0, partsMax)) {
    for (const one of new Set([part, part.slice(part.indexOf('=') + 1)])) {
      const now = signedPart(one, keys) ?? signedBody(one, keys, said);
      if (now !== null) text = text.replace(one, () => now);
    }
  }
  return named(text, keys);
}

/** `header.payload.signature`, `s:session.signature`, and whatever else is signed behind a point. */
function signedPart(part: string, keys: readonly Key[]): string | null {
  const whole = decoded(part);
  const at = whole.lastIndexOf('.');
  const [said, signature] = [whole.slice(0, at), whole.slice(at + 1)];
  if (at < 1 || !signatureShape.test(signature)) return null;
  const now = madeAnew(signature, keys, { texts: [said, said.replace(/^s:/, '')], isForUrl: said.startsWith('eyJ') });
  if (now === null) return null;
  const made = `${said}.${now}`;
  return part === whole ? made : encodeURIComponent(made);
}

/** `sha256=…` of the body, `v1=…` of a time and the body. */
function signedBody(part: string, keys: readonly Key[], said: readonly Buffer[]): string | null {
  return signatureShape.test(part) ? madeAnew(part, keys, { texts: said, isForUrl: false }) : null;
}

/** `sid.sig=…`, which signs `sid=…` beside it (Koa). */
function named(value: string, keys: readonly Key[]): string {
  return value.replaceAll(/(?<=^|;\s*)([\w.-]+)\.sig=([\w-]{20,})/g, (found, name: string, signature: string) => {
    const own = new RegExp(`(?:^|;\\s*)(${name.replaceAll('.', '\\.')}=[^;]*)`).exec(value)?.[1];
    const now = own === undefined ? null : madeAnew(signature, keys, { texts: [own], isForUrl: true });
    return now === null ? found : `${name}.sig=${now}`;
  });
}

/** The signature by the stand-in of the key that it is by; null where it is by none of them. */
function madeAnew(
  signature: string,
  keys: readonly Key[],
  { texts, isForUrl }: { readonly texts: readonly (string | Buffer)[]; readonly isForUrl: boolean },
): string | null {
  // Most signatures have a sign that only one of the two kinds of base64 has.
  const isUrl = /[-_]/.test(signature) || (isForUrl && !/[+/=]/.test(signature));
  const encodings = ['hex', isUrl ? 'base64url' : 'base64'] as const;
  for (const hash of hashes) {
    for (const { secret, standIn } of keys) {
      for (const text of texts) {
        const digest = createHmac(hash, secret).update(text).digest();
        const encoding = encodings.find((each) => bare(digest.toString(each)) === bare(signature));
        if (encoding === undefined) continue;
        const now = createHmac(hash, standIn).update(text).digest(encoding);
        return signature.endsWith('=') ? now : bare(now);
      }
    }
  }
  return null;
}

/** The secret as it is, each of a list of them, and what it stands for in base64 or hex. */
function keysOf({ secret, standIn }: Swap): Key[] {
  const [parts, others] = [secret, standIn].map((text) => text.split(/[\s,;|"'[\]]+/));
  const pairs = (parts ?? []).map((part, at) => ({ secret: part, standIn: others?.[at] ?? '' }));
  const whole = [{ secret, standIn }, ...(pairs.length > 1 && pairs.length === others?.length ? pairs : [])];
  return whole
    .filter((each) => each.secret.length >= 4 && each.standIn !== '')
    .flatMap((each) => [each, ...(['base64', 'hex'] as const).flatMap((form) => readAs(each, form))]);
}

function readAs({ secret, standIn }: Swap, form: 'base64' | 'hex'): Key[] {
  const shape = form === 'hex' ? /^(?:[0-9a-f]{2}){8,}$/i : /^[\w+/-]{16,}={0,2}$/;
  return shape.test(secret) ? [{ secret: Buffer.from(secret, form), standIn: Buffer.from(standIn, form) }] : [];
}

function bare(signature: string): string {
  return signature.replace(/=+$/, '');
}

function joined(head: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(head), body]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray % is part of it
  }
}
