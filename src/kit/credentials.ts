/** What a captured request proves its sender with: an app may say these values again in an error or a log (SPEC SEN-3). */
import { isSecretName } from './redact-env.ts';

export interface Credentialed {
  readonly url?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly before?: readonly { readonly body: string | null }[];
}

const keptMax = 500;
const fieldsMax = 200;
const ownHeader = /^(?:cookie|authorization|proxy-authorization)$|session/i;

/** Values of cookies, of headers and of body fields that are named like a secret, as an error may say them; longest first. */
export function credentialsOf(request: Credentialed): string[] {
  const told = inHeaders(request.headers).filter(isTelling);
  const fields = inBodies(request).filter((value) => value.length >= 6);
  return [...new Set([...told, ...fields])].sort((a, b) => b.length - a.length);
}

/** All of them, however short or plain (`k-mara`): who is asked the request knows them. */
export function broughtBy(request: Credentialed): string[] {
  return [...new Set([...inHeaders(request.headers), ...inBodies(request), ...inUrl(request.url ?? '')])].filter(
    (value) => value !== '',
  );
}

/** What some protocols put before the JSON of a message (Socket.IO: `42/rooms,7["join",{…}]`), and the JSON; whether it is any, its parser says. */
export function jsonIn(body: string): { readonly head: string; readonly json: string } {
  const head = /^[\w/,-]{1,200}(?=[[{])/.exec(body)?.[0] ?? '';
  return { head, json: body.slice(head.length) };
}

/** A function that replaces them first, then does as `redact` does. */
export function hiding(values: Iterable<string>, redact: (text: string) => string): (text: string) => string {
  return (text) => {
    let hidden = text;
    for (const value of values) if (hidden.includes(value)) hidden = hidden.replaceAll(value, '[redacted:credential]');
    return redact(hidden);
  };
}

/** Adds to `known`, which stays bounded: the oldest go. */
export function remember(known: Set<string>, values: readonly string[]): void {
  for (const value of values) known.add(value);
  for (const value of known) if (known.size > keptMax) known.delete(value);
}

function inHeaders(headers: Credentialed['headers']): string[] {
  const found: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (!ownHeader.test(name) && !isSecretName(name)) continue;
    // `Bearer x`, `a=x; b=y`, `x.signature`: the parts may be said alone.
    const login = /^basic +(\S+)$/i.exec(value)?.[1];
    const said = login === undefined ? value : `${value} ${Buffer.from(login, 'base64').toString()}`;
    for (const part of said.split(/[;,\s]+/).flatMap((one) => [one, decoded(one)]))
      found.push(part, part.slice(part.indexOf('=') + 1), ...part.split(/[=.:]/));
  }
  return found;
}

/** `?api_key=…`, and a step of the path that nobody guesses (`/hooks/4f1e…`). */
function inUrl(url: string): string[] {
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  const fields = [...new URLSearchParams(query)].flatMap(([name, value]) => (isSecretName(name) ? [value] : []));
  const steps = path.split('/').map(decoded);
  return [...fields, ...steps.filter((step) => step.length >= 16 && /\d/.test(step) && /[a-z]/i.test(step))];
}

function inBodies({ body, before = [] }: Credentialed): string[] {
  return [body, ...before.map((one) => one.body)].flatMap(secretFields);
}

/** Plain words and short numbers are no credential, and replacing them would blur errors. */
function isTelling(value: string): boolean {
  return value.length >= 20 || (value.length >= 8 && /\d/.test(value) && /\D/.test(value));
}

function secretFields(body: string | null): string[] {
  const found: string[] = [];
  try {
    JSON.parse(jsonIn(body ?? 'null').json, (name, value: unknown) => {
      if (typeof value === 'string' && isSecretName(name) && found.length < fieldsMax) found.push(value);
      return value;
    });
  } catch {
    // No JSON: a form, perhaps.
    for (const [name, value] of new URLSearchParams((body ?? '').slice(0, 65_536)))
      if (isSecretName(name) && found.length < fieldsMax) found.push(value);
  }
  return found;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value; // a stray % is part of it
  }
}
