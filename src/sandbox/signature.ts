/** Whether a text is the signature of another by a secret, by how libraries and people sign; and the one that its stand-in makes (SPEC TRY-9). */
import { createHash, createHmac } from 'node:crypto';

/** A secret, and what the trial has in its place. */
export interface Swap {
  readonly secret: string;
  readonly standIn: string;
}

export interface Key {
  readonly secret: Buffer | string;
  readonly standIn: Buffer | string;
}

/** What may have been signed, and what is to be signed now: what lies in it may have been signed again. */
export interface Said {
  readonly was: string | Buffer;
  readonly now: string | Buffer;
}

type Form = 'hex' | 'base64' | 'base64url';
type Mac = (hash: string, key: Buffer | string, text: string | Buffer) => Buffer;

/** How long a signature is, without its padding, tells its hash. */
const kinds: Readonly<Record<number, readonly (readonly [hash: string, isHex: boolean])[]>> = {
  128: [['sha512', true]],
  96: [['sha384', true]],
  86: [['sha512', false]],
  64: [
    ['sha256', true],
    ['sha384', false],
  ],
  43: [['sha256', false]],
  40: [['sha1', true]],
  32: [['md5', true]],
  27: [['sha1', false]],
};

/** How much may still be tried: some have dozens of secrets, and what a signature is over may be joined in thousands of ways. */
export interface Work {
  left: number;
}

/** As much as all else of a try costs. */
const blockBytes = 1_000;

export const lengths = Object.keys(kinds).map(Number);

const byKey: Mac = (hash, key, text) => createHmac(hash, key).update(text).digest();
const plain: readonly Mac[] = ['', ':', '.', '|'].flatMap((sign): Mac[] => [
  (hash, key, text) => createHash(hash).update(text).update(sign).update(key).digest(),
  (hash, key, text) => createHash(hash).update(key).update(sign).update(text).digest(),
]);

/** Its length may be that of a signature. */
export function isShaped(text: string): boolean {
  return bare(text).length in kinds && /^[\w+/-]+=*$/.test(text);
}

/** The signature by the stand-in of the key that it is by; null where it is by none of them, over none of these. */
export function madeAnew(
  signature: string,
  keys: readonly Key[],
  {
    texts,
    isForUrl = false,
    isPlain = false,
    work = { left: Infinity },
  }: { texts: Iterable<Said>; isForUrl?: boolean; isPlain?: boolean; work?: Work },
): string | null {
  const own = bare(signature);
  const found = kinds[own.length];
  if (found === undefined || !isShaped(signature)) return null;
  // Most signatures have a sign that only one of the two kinds of base64 has.
  const isUrl = /[-_]/.test(own) || (isForUrl && !/[+/=]/.test(signature));
  const forms = found.map(([hash, isHex]): [string, Form] => [hash, isHex ? 'hex' : isUrl ? 'base64url' : 'base64']);
  const macs = isPlain ? [byKey, ...plain] : [byKey];
  for (const { was, now } of texts) {
    if (work.left < 0) return null;
    work.left -= keys.length * macs.length * forms.length * (1 + was.length / blockBytes);
    for (const mac of macs) {
      for (const { secret, standIn } of keys) {
        for (const [hash, form] of forms) {
          if (bare(mac(hash, secret, was).toString(form)) !== own) continue;
          const made = mac(hash, standIn, now).toString(form);
          return signature === own ? bare(made) : made;
        }
      }
    }
  }
  return null;
}

/** The secret as it is, each of a list of them, what it stands for in base64 or hex, and what libraries derive from it. */
export function keysOf({ secret, standIn }: Swap): Key[] {
  const [parts, others] = [secret, standIn].map((text) => text.split(/[\s,;|"'[\]]+/));
  const pairs = (parts ?? []).map((part, at) => ({ secret: part, standIn: others?.[at] ?? '' }));
  const whole = [{ secret, standIn }, ...(pairs.length > 1 && pairs.length === others?.length ? pairs : [])];
  return whole
    .filter((each) => each.secret.length >= 2 && each.standIn !== '')
    .flatMap((each) => [
      each,
      ...(['base64', 'hex'] as const).flatMap((form) => readAs(each, form)),
      ...derived.map((make) => ({ secret: make(each.secret), standIn: make(each.standIn) })),
    ]);
}

/** AdonisJS and the login of Telegram sign by the hash of the secret, an app in Telegram by another of it. */
const derived: readonly ((secret: string) => Buffer)[] = [
  (secret) => createHash('sha256').update(secret).digest(),
  (secret) => createHmac('sha256', 'WebAppData').update(secret).digest(),
];

/** `whsec_…` of webhooks is base64 behind its first word. */
function readAs(given: Swap, form: 'base64' | 'hex'): Key[] {
  const [secret, standIn] = [given.secret, given.standIn].map((text) => text.replace(/^whsec_/, ''));
  const shape = form === 'hex' ? /^(?:[0-9a-f]{2}){8,}$/i : /^[\w+/-]{16,}={0,2}$/;
  if (secret === undefined || standIn === undefined || !shape.test(secret)) return [];
  return [{ secret: Buffer.from(secret, form), standIn: Buffer.from(standIn, form) }];
}

function bare(signature: string): string {
  return signature.replace(/=+$/, '');
}
