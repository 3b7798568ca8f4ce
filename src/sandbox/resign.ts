/** What a request was signed with live (a JSON Web Token, a signed cookie, a webhook's body) is signed once more with the stand-in that the trial has for the secret (SPEC TRY-9). */
import type { CapturedRequest } from '../incident/nouns.ts';
import { isShaped, keysOf, lengths, madeAnew, type Key, type Said, type Swap } from './signature.ts';
import { bodyTexts, fieldTexts, joinedTexts, signatureName } from './signed-texts.ts';

export type { Swap } from './signature.ts';

const partsMax = 60;
const partMin = 24;
const partMax = 8_192;
const nestedMax = 3;
const behind = lengths.map((length) => new RegExp(`^(.+?)(--|[^A-Za-z0-9+/=])([\\w+/-]{${length}}={0,2})$`, 's'));
const ahead = lengths.map((length) => new RegExp(`^([\\w+/-]{${length}}={0,2})(--|[^\\w+/=-])(.+)$`, 's'));

const made = new WeakMap<CapturedRequest, { readonly by: string; readonly request: CapturedRequest }>();

/** The same request where nothing of it was signed with one of these secrets; trials ask one often. */
export function resigned(request: CapturedRequest, swaps: readonly Swap[]): CapturedRequest {
  const by = JSON.stringify(swaps);
  const known = made.get(request);
  if (known?.by === by) return known.request;
  const now = signedAgain(request, swaps);
  made.set(request, { by, request: now });
  return now;
}

function signedAgain(request: CapturedRequest, swaps: readonly Swap[]): CapturedRequest {
  const keys = swaps.flatMap(keysOf);
  if (keys.length === 0) return request;
  const signer = new Signer(keys);
  const url = signer.url(request.url);
  const body = request.bodyEncoding === 'utf8' ? signer.body(request.body) : request.body;
  const [was, now] = [request.body, body].map((text) => Buffer.from(text ?? '', request.bodyEncoding));
  const texts = bodyTexts({ was: was ?? Buffer.of(), now: now ?? Buffer.of() });
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => {
      const inner = signer.parts(value, { texts, isForUrl: !/^cookie$/i.test(name) });
      const whole = /^cookie$/i.test(name) ? signer.named(value, inner) : inner;
      const isOpen = whole === value && (signatureName.test(name) || /auth/i.test(name));
      return [name, isOpen ? signer.beside(value, () => joinedTexts(request, url, texts)) : whole];
    }),
  );
  return { ...request, url, headers, body };
}

interface Where {
  readonly texts: readonly Said[];
  readonly isForUrl: boolean;
}

const alone: Where = { texts: [], isForUrl: true };

class Signer {
  readonly #keys: readonly Key[];
  /** Of all that one request may be searched for: about half a second. */
  readonly #work = { left: 100_000 };

  constructor(keys: readonly Key[]) {
    this.#keys = keys;
  }

  /** Each part that is a signature of what stands beside it, or of one of these texts, is made anew. */
  parts(value: string, where: Where): string {
    let text = value;
    const parts = value.split(/[\s;,&?"]+/).filter((part) => part.length >= partMin);
    for (const part of parts.slice(0, partsMax)) {
      for (const one of new Set([part, part.slice(part.indexOf('=') + 1)])) {
        const now = this.#part(one, where) ?? madeAnew(one, this.#keys, where);
        if (now !== null) text = text.replace(one, () => now);
      }
    }
    return text;
  }

  /** Tokens in the path or the query, then the signature of all the rest. */
  url(url: string): string {
    const [path = '', query] = url.split(/\?(.*)/s);
    const steps = path.split('/').map((step) => this.#part(step, alone) ?? step);
    const inner = [steps.join('/'), ...(query === undefined ? [] : [this.parts(query, alone)])].join('?');
    if (inner !== url || query === undefined) return inner;
    for (const [name, signature] of new URLSearchParams(query)) {
      const now = isShaped(signature) ? this.#whole(signature, linkTexts(url, name)) : null;
      if (now !== null) return replaced(url, signature, now);
    }
    return inner;
  }

  /** Fields that are signed, in a header or a body (Telegram). */
  query(said: string): string {
    return /^[\w.-]+=[^&]*&/.test(said) ? this.url(`?${said}`).slice(1) : said;
  }

  /** Tokens that the body says, and signatures of what else its fields say. */
  body(body: string | null): string | null {
    if (body === null || body.length > 65_536) return body;
    const isForm = /^[\w.%+[\]-]+=/.test(body);
    let text = this.parts(body, alone);
    for (const fields of text === body ? fieldsOf(body, isForm) : []) {
      for (const [name, said] of fields) {
        const others = fields.filter(([other]) => other !== name);
        const now = said.includes('&') ? this.query(said) : this.#whole(said, isShaped(said) ? fieldTexts(others) : []);
        if (now !== null && now !== said) text = replaced(text, said, now);
      }
    }
    return text;
  }

  /** `sid.sig=…`, which signs `sid=…` beside it (Koa): as it was in `value`, and as it is now in `text`. */
  named(value: string, text: string): string {
    return text.replaceAll(/(?<=^|;\s*)([\w.-]+)\.sig=([\w-]{20,})/g, (found, name: string, signature: string) => {
      const own = new RegExp(`(?:^|;\\s*)(${escaped(name)}=[^;]*)`);
      const [was, now] = [value, text].map((each) => own.exec(each)?.[1]);
      if (was === undefined || now === undefined) return found;
      const made = madeAnew(signature, this.#keys, { texts: [{ was, now }], isForUrl: true });
      return made === null ? found : `${name}.sig=${made}`;
    });
  }

  /** A signature in a header of its own, over more than the body. */
  beside(value: string, texts: () => Iterable<Said>): string {
    for (const part of value.split(/[\s;,"]+/).slice(0, 10)) {
      const query = this.query(part);
      if (query !== part) return value.replace(part, () => query);
      for (const one of new Set([part, part.replace(/^[^=:]*[=:]/, '')])) {
        const now = madeAnew(one, this.#keys, { texts: texts(), work: this.#work });
        if (now !== null) return value.replace(one, () => now);
      }
    }
    return value;
  }

  #whole(signature: string, texts: Iterable<Said>): string | null {
    return madeAnew(signature, this.#keys, { texts, isForUrl: true, isPlain: true, work: this.#work });
  }

  /** `header.payload.signature`, `s:session.signature`, `signature.data`; what is signed may itself hold what was, and all of it may be in base64. */
  #part(part: string, where: Where, depth = 0): string | null {
    if (part.length < partMin || part.length > partMax || depth > nestedMax) return null;
    const whole = decoded(part);
    const made = this.#behind(whole, where, depth) ?? this.#ahead(whole, where) ?? this.#wrapped(whole, where, depth);
    return made === null || part === whole ? made : encodeURIComponent(made);
  }

  #behind(whole: string, where: Where, depth: number): string | null {
    for (const shape of behind) {
      const [, said = '', sign = '', signature = ''] = shape.exec(whole) ?? [];
      if (said === '') continue;
      const now = this.#part(said.replace(/^s:/, ''), where, depth + 1);
      const inner = now === null ? said : said.startsWith('s:') ? `s:${now}` : now;
      const texts = [said, said.replace(/^s:/, '')].map((was) => ({ was, now: was === said ? inner : inner.slice(2) }));
      const isForUrl = /^eyJ[\w-]*(?:\.[\w-]+)?$/.test(said) || (where.isForUrl && !said.startsWith('s:'));
      const made = madeAnew(signature, this.#keys, { texts, isForUrl, isPlain: true });
      if (made !== null) return `${inner}${sign}${made}`;
    }
    return null;
  }

  #ahead(whole: string, { isForUrl }: Where): string | null {
    for (const shape of ahead) {
      const [, signature = '', sign = '', said = ''] = shape.exec(whole) ?? [];
      const made =
        said === '' ? null : madeAnew(signature, this.#keys, { texts: [{ was: said, now: said }], isForUrl });
      if (made !== null) return `${made}${sign}${said}`;
    }
    return null;
  }

  #wrapped(whole: string, where: Where, depth: number): string | null {
    if (!/^[\w+/-]{40,}={0,2}$/.test(whole)) return null;
    const form = /[-_]/.test(whole) ? 'base64url' : 'base64';
    const said = Buffer.from(whole, form).toString();
    if (/[^\t\n\r\x20-\x7e]/.test(said)) return null;
    const now = this.#part(said, where, depth + 1);
    const made = now === null ? null : Buffer.from(now).toString(form);
    return made !== null && !whole.endsWith('=') ? made.replace(/=+$/, '') : made;
  }
}

/** Each object that the body holds, or its form, as names with what they say in text. */
function fieldsOf(body: string, isForm: boolean): (readonly [string, string])[][] {
  if (isForm) return [[...new URLSearchParams(body)]];
  const found: (readonly [string, string])[][] = [];
  try {
    JSON.parse(body, (_, value: unknown) => {
      if (value === null || typeof value !== 'object' || Array.isArray(value) || found.length > 20) return value;
      const said = Object.entries(value).filter(([, one]) => typeof one === 'string' || typeof one === 'number');
      found.push(said.map(([name, one]) => [name, String(one)] as const));
      return value;
    });
  } catch {
    return []; // neither a form nor JSON
  }
  return found;
}

/** What one field of a link may sign: the link without it, and its other fields with what the path says. */
function* linkTexts(url: string, name: string): Generator<Said> {
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  const rest = url.replace(new RegExp(`([?&])${escaped(name)}=[^&]*(&|$)`), (_, lead: string, end: string) =>
    end === '' ? '' : lead,
  );
  const others = [...new URLSearchParams(query)].filter(([other]) => other !== name);
  for (const was of [rest, path]) yield { was, now: was };
  yield* fieldTexts(others);
  const steps = [path, ...path.split('/').filter((step) => step !== '')].slice(0, 6);
  for (const step of steps) yield* fieldTexts([['', step], ...others]);
}

function replaced(text: string, said: string, now: string): string {
  if (text.includes(said)) return text.replace(said, () => now);
  return text.replace(encodeURIComponent(said), () => encodeURIComponent(now));
}

function escaped(name: string): string {
  return name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray % is part of it
  }
}
