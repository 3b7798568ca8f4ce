/** What the signature that lies beside a request may be over: its body, its address, its times and ids, in the orders that services join them. */
import type { CapturedRequest } from '../incident/nouns.ts';
import type { Said } from './signature.ts';

const bodyMax = 65_536;
/** A longer one is joined with few others: each join is hashed by each key. */
const joinedBodyMax = 8_192;
const atomsMax = 6;
const signs = ['.', ':', '', '\n', '|', '&', ','] as const;

/** A signature is named as such; how its fields are called else, the services do not agree. */
export const signatureName = /sig|hmac|mac$|hash|digest|checksum|proof/i;

/** The body, as it came and as `JSON.stringify` says it again. */
export function bodyTexts({ was, now }: { readonly was: Buffer; readonly now: Buffer }): Said[] {
  if (was.length > bodyMax) return [];
  const [before, after] = [was, now].map(asJson);
  return [
    { was, now },
    ...(typeof before === 'string' && typeof after === 'string' ? [{ was: before, now: after }] : []),
  ];
}

/** Those that take in more than the body. */
export function* joinedTexts(request: CapturedRequest, url: string, bodies: readonly Said[]): Generator<Said> {
  const [body] = bodies;
  const many = Object.entries(request.headers);
  const times = many.flatMap(([name, value]) =>
    /timestamp|(^|[-_])(time|date|ts)$/i.test(name)
      ? [value]
      : [...value.matchAll(/(?:^|[\s,;])(?:t|ts|time|timestamp)=(\d{5,})/g)].map(([, at = '']) => at),
  );
  const ids = many.flatMap(([name, value]) => (/(^|[-_])(id|nonce|key|client)$/i.test(name) ? [value] : []));
  const host = Object.entries(request.headers).find(([name]) => /^host$/i.test(name))?.[1];
  const path = url.replace(/\?.*$/s, '');
  const places = [
    { was: request.url, now: url },
    ...(path === url ? [] : [same(path)]),
    ...(host === undefined ? [] : ['https', 'http'].map((scheme) => same(`${scheme}://${host}${url}`))),
  ];
  const own = [...new Set([...times, ...ids])].slice(0, 3).map(same);
  const bodyToo = body === undefined ? [] : [body];
  for (const at of own) for (const text of bodyToo) yield joined([same('v0'), at, text], ':'); // Slack, Zoom
  if (body !== undefined) yield* joins([...own, body, ...bodies.slice(1)], 3);
  for (const place of places) {
    yield place;
    for (const text of bodyToo) yield joined([place, formJoined(text)], ''); // Twilio
    yield* joins([...own, ...bodyToo, place, same(request.method)].slice(0, atomsMax), isLong(body) ? 2 : 4);
  }
}

/** Fields that lie beside a signature: alone, in any order, or sorted with their names (Shopify, Telegram, Mailgun). */
export function* fieldTexts(fields: readonly (readonly [string, string])[]): Generator<Said> {
  const sorted = fields.toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const list of [sorted, fields])
    for (const sign of ['&', '\n', '', '|', ','])
      yield same(list.map(([name, value]) => `${name}=${value}`).join(sign));
  for (const sign of signs) yield same(sorted.map(([, value]) => value).join(sign));
  yield* joins(
    fields.slice(0, 6).map(([, value]) => same(value)),
    4,
  );
}

/** All of them or some, in any order. */
function* joins(atoms: readonly Said[], many: number): Generator<Said> {
  for (const order of orders(atoms, many)) {
    if (order.length === 1) yield joined(order, '');
    else for (const sign of signs) yield joined(order, sign);
  }
}

function* orders(atoms: readonly Said[], many: number): Generator<Said[]> {
  for (const [at, atom] of atoms.entries()) {
    yield [atom];
    if (many > 1) for (const rest of orders(atoms.toSpliced(at, 1), many - 1)) yield [atom, ...rest];
  }
}

function joined(parts: readonly Said[], sign: string): Said {
  const of = (form: 'was' | 'now'): Buffer =>
    Buffer.concat(parts.flatMap((part, at) => [Buffer.from(at === 0 ? '' : sign), Buffer.from(part[form])]));
  return { was: of('was'), now: of('now') };
}

/** The fields of a form, sorted, names and values in one. */
function formJoined({ was, now }: Said): Said {
  const [before = '', after = ''] = [was, now].map((text) =>
    [...new URLSearchParams(text.toString())]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flat()
      .join(''),
  );
  return { was: before, now: after };
}

function isLong(body: Said | undefined): boolean {
  return body !== undefined && body.was.length > joinedBodyMax;
}

function asJson(body: Buffer): string | null {
  try {
    const text = JSON.stringify(JSON.parse(body.toString()));
    return text === body.toString() ? null : text;
  } catch {
    return null; // no JSON
  }
}

function same(text: string): Said {
  return { was: text, now: text };
}
