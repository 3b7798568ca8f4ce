/** Requests signed live are signed once more for a trial: what live code signs, the same code verifies with the stand-in. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import test from 'node:test';
import type { CapturedRequest } from '../incident/nouns.ts';
import { resigned, type Swap } from './resign.ts';

const secret = 'live-signing-key-01';
const standIn = 'fake-signing-kez-97';
const swaps: readonly Swap[] = [
  { secret: 'another', standIn: 'zzzzzzz' },
  { secret, standIn },
];
const body = '{"event":"paid","amount":12}';

function asked(headers: Record<string, string>, given: Partial<CapturedRequest> = {}): CapturedRequest {
  return { method: 'POST', url: '/hook', headers, body, bodyEncoding: 'utf8', ...given } as CapturedRequest;
}

function sign(key: string | Buffer, text: string, encoding: 'base64url' | 'base64' | 'hex', hash = 'sha256'): string {
  return createHmac(hash, key).update(text).digest(encoding);
}

const claims = `${Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url')}.${Buffer.from('{"sub":7,"role":"admin"}').toString('base64url')}`;
const session = 'abcDEF123_-';
const [bare, time] = [(text: string) => text.replace(/=+$/, ''), '1767225600'];

const forms: readonly [name: string, header: string, of: (key: string) => string][] = [
  ['a bearer token', 'authorization', (key) => `Bearer ${claims}.${sign(key, claims, 'base64url')}`],
  ['a token of HS512', 'authorization', (key) => `Bearer ${claims}.${sign(key, claims, 'base64url', 'sha512')}`],
  ['a token in a cookie', 'cookie', (key) => `lang=de; token=${claims}.${sign(key, claims, 'base64url')}; a=b`],
  [
    'a signed cookie',
    'cookie',
    (key) => `sid=${encodeURIComponent(`s:${session}.${bare(sign(key, session, 'base64'))}`)}; theme=dark`,
  ],
  [
    'a cookie with its signature beside it',
    'cookie',
    (key) => `user=ada; user.sig=${sign(key, 'user=ada', 'base64url', 'sha1')}`,
  ],
  ['a token of its own make', 'x-session', (key) => `ada|7.${sign(key, 'ada|7', 'hex')}`.replace('|', ':')],
  ['a body, as GitHub signs', 'x-hub-signature-256', (key) => `sha256=${sign(key, body, 'hex')}`],
  ['a body, as Shopify signs', 'x-shopify-hmac-sha256', (key) => sign(key, body, 'base64')],
  [
    'a time and a body, as Stripe signs',
    'stripe-signature',
    (key) => `t=${time},v1=${sign(key, `${time}.${body}`, 'hex')}`,
  ],
];

test('TRY-9 what a request was signed with live it is signed with by the stand-in', () => {
  for (const [name, header, of] of forms) {
    if (name.includes('own make')) continue; // its text is signed as it stands: below
    const request = resigned(asked({ [header]: of(secret), accept: '*/*' }), swaps);
    assert.deepEqual(request.headers, { [header]: of(standIn), accept: '*/*' }, name);
  }
  const own = (key: string) => `ada:7.${sign(key, 'ada:7', 'hex')}`;
  assert.equal(resigned(asked({ 'x-session': own(secret) }), swaps).headers['x-session'], own(standIn));
  const slack = (key: string) => `v0=${sign(key, `v0:${time}:${body}`, 'hex')}`;
  const headers = (key: string) => ({ 'x-slack-request-timestamp': time, 'x-slack-signature': slack(key) });
  assert.deepEqual(resigned(asked(headers(secret)), swaps).headers, headers(standIn));
  const link = (key: string) => `/files/7?user=ada&token=${claims}.${sign(key, claims, 'base64url')}`;
  assert.equal(resigned(asked({}, { url: link(secret) }), swaps).url, link(standIn));
});

test('TRY-9 a list of keys, and keys in base64 or hex', () => {
  const token = (key: string | Buffer) => ({ authorization: `Bearer ${claims}.${sign(key, claims, 'base64url')}` });
  const list = [{ secret: 'old-key-1,live-key-2', standIn: 'ncv-zzz-9,fake-key-7' }];
  assert.deepEqual(resigned(asked(token('live-key-2')), list).headers, token('fake-key-7'));
  const [real, fake] = [Buffer.from('0123456789abcdef0123'), Buffer.from('zyxwvutsrqponmlkjihg')];
  for (const form of ['base64', 'hex'] as const) {
    const keys = [{ secret: real.toString(form), standIn: fake.toString(form) }];
    assert.deepEqual(resigned(asked(token(real)), keys).headers, token(fake), form);
  }
});

test('TRY-9 what is signed with something else, or not at all, stays as it is', () => {
  const other = (key: string) => ({ authorization: `Bearer ${claims}.${sign(key, claims, 'base64url')}` });
  for (const headers of [
    other('somebody-else'),
    { authorization: 'Bearer a.b' },
    { cookie: '%zz; a.sig=short; x=%E0%A4.aaaaaaaaaaaaaaaaaaaaaaaa' },
    { authorization: `Bearer ${'a.'.repeat(5_000)}` },
  ])
    assert.deepEqual(resigned(asked(headers), swaps), asked(headers));
  const signed = asked(other(secret));
  assert.equal(resigned(signed, []), signed);
});
