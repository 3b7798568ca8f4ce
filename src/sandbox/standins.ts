/** Stand-ins for secrets: of the same shape, so that validation at boot passes, and of no use to anybody (SPEC TRY-9). */
import { createHash, createPrivateKey, generateKeyPairSync } from 'node:crypto';

const secretName =
  /pass(word|wd|phrase|code)?s?(_|-|$)|passwd|pwd|secret|token|credential|private|api_?key|access_?key|auth|signature|signing|salt|cookie|session|jwt|dsn|webhook|licen[cs]e|mnemonic|(^|[_-])(key|pin|pw)s?$/i;
/** Names that contain a secret's word but hold how it is used, not the secret itself. */
const usageName =
  /(^|[_-])(ttl|expiry|expires(_?in)?|expiration|length|size|rounds|max|min|timeout|port|host|limit|count|ms|seconds|secs|minutes|hours|days|name|header|prefix|algo|algorithm|enabled|disabled|required|path|file|dir|issuer|audience|type|mode|method|provider|strategy|id_?field|domain|version|age|interval)$/i;
const plainValue = /^(|true|false|yes|no|on|off|null|undefined|none|\d{1,3})$/i;
const tokenShape =
  /^(sk-(?:proj-|ant-\w+-)?|[spr]k_(?:live_|test_)?|ghp_|gho_|ghs_|github_pat_|glpat-|xox[abprs]-|AKIA|ASIA|AIza|ya29\.|npm_|whsec_|SG\.|hf_|dop_v1_|shpat_|eyJ[\w-]+\.)/;
const kept = new Map<string, string>();

/** Does this entry of an environment look like a secret? By its name, or by its value. */
export function looksSecret(name: string, value: string): boolean {
  if (plainValue.test(value)) return false;
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(value) || tokenShape.test(value) || hasUserInfo(value)) return true;
  if (usageName.test(name)) return false;
  if (secretName.test(name)) return true;
  return looksRandom(value);
}

/** The value a trial gets in its place. The same name and shape give the same stand-in; nothing of the secret is in it. */
export function standIn(name: string, value: string): string {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(value)) return privateKey(value);
  const url = parseUrl(value);
  if (url !== null) return standInUrl(name, value, url);
  const data = parseJson(value);
  if (data !== null) return JSON.stringify(mapJson(name, data));
  const jwt = /^(eyJ[\w-]+\.[\w-]+\.)([\w-]+)$/.exec(value);
  if (jwt) return `${jwt[1]}${scramble(name, jwt[2] ?? '')}`;
  const prefix = tokenShape.exec(value)?.[0] ?? '';
  return prefix + around(name, value.slice(prefix.length));
}

/** A day in a licence or a key says until when it holds, and the failure may be just that; in a password it may be anybody's. */
function around(name: string, value: string): string {
  if (/pass|pwd|(^|[_-])(pin|pw)s?$/i.test(name)) return scramble(name, value);
  const parts = value.split(/((?<![0-9A-Za-z])20\d\d-[01]\d-[0-3]\d(?![0-9A-Za-z-]))/);
  return parts.map((part, at) => (at % 2 === 1 ? part : scramble(at === 0 ? name : `${name}:${at}`, part))).join('');
}

/** Each letter or digit replaced by one of its kind; hex stays hex, a number does not begin with 0. */
function scramble(name: string, value: string): string {
  const hex = /^[0-9a-f-]{16,}$/.test(value)
    ? '0123456789abcdef'
    : /^[0-9A-F-]{16,}$/.test(value)
      ? '0123456789ABCDEF'
      : null;
  const number = /^\d+$/.test(value);
  for (let round = 0; ; round += 1) {
    const bytes = stream(`${name}\n${round}`, value.length);
    const text = [...value]
      .map((char, index) => {
        const from = alphabetOf(char, number ? (index === 0 ? '123456789' : '0123456789') : hex);
        return from === null ? char : (from[(bytes[index] ?? 0) % from.length] ?? char);
      })
      .join('');
    if (text !== value || round > 8) return text;
  }
}

function alphabetOf(char: string, fixed: string | null): string | null {
  if (!/[0-9A-Za-z]/.test(char)) return /[^\s\x21-\x7e]/.test(char) ? 'x' : null;
  if (fixed !== null) return fixed;
  if (/\d/.test(char)) return '0123456789';
  return /[a-z]/.test(char) ? 'abcdefghijklmnopqrstuvwxyz' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
}

/** Pseudo-random bytes from the name alone: a stand-in must tell nothing about the value. */
function stream(seed: string, length: number): Buffer {
  const blocks: Buffer[] = [];
  for (let at = 0; at * 32 < length; at += 1)
    blocks.push(createHash('sha256').update(`stand-in\n${at}\n${seed}`).digest());
  return Buffer.concat(blocks);
}

function standInUrl(name: string, value: string, url: URL): string {
  const secretPath = /webhook|secret|token|hook/i.test(name);
  const parts: string[] = [];
  if (url.password !== '') parts.push(url.password);
  for (const [key, text] of url.searchParams) if (looksSecret(key, text)) parts.push(text);
  for (const text of url.pathname.split('/'))
    if (text.length >= 8 && ((secretPath && /\d|[a-z][A-Z]/.test(text)) || looksRandom(text))) parts.push(text);
  // A user without a password may itself be the key (https://KEY@host).
  if (url.username !== '' && (url.password === '' || looksRandom(url.username))) parts.push(url.username);
  let result = value;
  for (const part of parts) {
    for (const form of new Set([part, decode(part)])) {
      if (form !== '') result = result.split(form).join(scramble(`${name}:${parts.indexOf(part)}`, form));
    }
  }
  return result;
}

function mapJson(name: string, data: unknown): unknown {
  if (typeof data === 'string') return looksSecret(name, data) ? standIn(name, data) : data;
  if (Array.isArray(data)) return data.map((item) => mapJson(name, item));
  if (data === null || typeof data !== 'object') return data;
  return Object.fromEntries(Object.entries(data).map(([key, item]) => [key, mapJson(key, item)]));
}

/** A real key of the same kind, made once: a scrambled one would be refused when it is read. */
function privateKey(value: string): string {
  const flat = value.includes('\\n') && !value.includes('\n');
  const text = flat ? value.replaceAll('\\n', '\n') : value;
  const shape = keyShape(text);
  let pem = kept.get(shape);
  if (pem === undefined) {
    pem = makeKey(text);
    kept.set(shape, pem);
  }
  return flat ? pem.replaceAll('\n', '\\n') : pem;
}

function keyShape(text: string): string {
  try {
    const key = createPrivateKey(text);
    return JSON.stringify([
      key.asymmetricKeyType,
      key.asymmetricKeyDetails?.modulusLength,
      key.asymmetricKeyDetails?.namedCurve,
    ]);
  } catch {
    return 'unreadable'; // encrypted or no key at all; it gets a key of the commonest kind
  }
}

function makeKey(text: string): string {
  const [type, modulusLength, namedCurve] = shapeOf(text);
  return pairOf(type, modulusLength ?? 2048, namedCurve ?? 'prime256v1')
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
}

function pairOf(type: string | null, modulusLength: number, namedCurve: string) {
  if (type === 'ec') return generateKeyPairSync('ec', { namedCurve });
  return type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('rsa', { modulusLength });
}

function shapeOf(text: string): [string | null, number | null, string | null] {
  const shape = keyShape(text);
  return shape === 'unreadable'
    ? [null, null, null]
    : (JSON.parse(shape) as [string | null, number | null, string | null]);
}

function looksRandom(value: string): boolean {
  if (value.length < 24 || /[\s/\\]/.test(value) || /^https?:/.test(value)) return false;
  if (/^[0-9a-f]{24,}$/i.test(value)) return /\d/.test(value) && /[a-f]/i.test(value);
  if (!/^[A-Za-z0-9+_=.-]+$/.test(value)) return false;
  const kinds = [/\d/, /[a-z]/, /[A-Z]/].filter((kind) => kind.test(value)).length;
  return kinds === 3 && new Set(value).size >= 14;
}

function hasUserInfo(value: string): boolean {
  const url = parseUrl(value);
  return (
    url !== null &&
    (url.password !== '' || url.username !== '' || [...url.searchParams].some(([key, text]) => looksSecret(key, text)))
  );
}

function parseUrl(value: string): URL | null {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(value) && URL.canParse(value) ? new URL(value) : null;
}

function parseJson(value: string): object | null {
  if (!/^\s*[[{]/.test(value)) return null;
  try {
    return JSON.parse(value) as object;
  } catch {
    return null; // it only began like JSON
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray % is part of the text
  }
}
