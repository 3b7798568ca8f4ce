/** Requests signed live are signed once more for a trial: what live code signs, the same code verifies with the stand-in. */
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
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

type Made = { headers?: Record<string, string>; url?: string; body?: string };

const path = '/files/7.pdf';
const jwt = (key: string) => `${claims}.${sign(key, claims, 'base64url')}`;
const asForm = (key: string) =>
  `id=7&name=Ada+L&hash=${sign(createHash('sha256').update(key).digest(), 'id=7\nname=Ada L', 'hex')}`;
const ownForms: readonly [name: string, of: (key: string) => Made][] = [
  ['a token in the path', (key) => ({ url: `/confirm/${jwt(key)}/now?x=2` })],
  ['a token in JSON', (key) => ({ body: JSON.stringify({ grant: 'refresh', refreshToken: jwt(key) }) })],
  ['a token in a form', (key) => ({ body: `grant=refresh&refresh_token=${jwt(key)}` })],
  [
    'a signed body that holds a token',
    (key) => {
      const said = JSON.stringify({ token: jwt(key) });
      return { body: said, headers: { 'x-signature': sign(key, said, 'hex') } };
    },
  ],
  [
    'a token in a signed cookie',
    (key) => ({
      headers: { cookie: `t=${encodeURIComponent(`s:${jwt(key)}.${bare(sign(key, jwt(key), 'base64'))}`)}` },
    }),
  ],
  [
    'a token in a cookie with its signature beside it',
    (key) => ({ headers: { cookie: `t=${jwt(key)}; t.sig=${sign(key, `t=${jwt(key)}`, 'base64url', 'sha1')}` } }),
  ],
  ['fields by colons', (key) => ({ headers: { 'x-session': `ada:99:${sign(key, 'ada:99', 'hex')}` } })],
  [
    'all of it in base64',
    (key) => ({ headers: { authorization: `Bearer ${btoa(`ada|99|${sign(key, 'ada|99', 'hex')}`)}` } }),
  ],
  ['a signature ahead', (key) => ({ body: `signed_request=${sign(key, 'eyJ1Ijo3fQ', 'base64url')}.eyJ1Ijo3fQ` })],
  [
    'a plain hash',
    (key) => ({ headers: { 'x-token': `ada.${createHash('sha256').update(`ada${key}`).digest('hex')}` } }),
  ],
  [
    'id, time and body, as Svix signs',
    (key) => ({
      body,
      headers: {
        'webhook-id': 'msg_1',
        'webhook-timestamp': time,
        'webhook-signature': `v1,${sign(key, `msg_1.${time}.${body}`, 'base64')}`,
      },
    }),
  ],
  [
    'address and form, as Twilio signs',
    (key) => ({
      body: 'To=9&From=%2B1',
      url: '/sms?x=1',
      headers: {
        host: 'a.example',
        'x-twilio-signature': sign(key, 'https://a.example/sms?x=1From+1To9', 'base64', 'sha1'),
      },
    }),
  ],
  [
    'time and body by a colon, as Paddle signs',
    (key) => ({ body, headers: { 'paddle-signature': `ts=${time};h1=${sign(key, `${time}:${body}`, 'hex')}` } }),
  ],
  [
    'the body as it is said again',
    (key) => ({ body: `${body} `, headers: { 'x-signature': sign(key, body, 'hex', 'sha512') } }),
  ],
  [
    'method, path, time and body',
    (key) => ({
      body,
      url: '/a/b?c=1',
      headers: { 'x-timestamp': time, 'x-signature': sign(key, `POST\n/a/b\n${time}\n${body}`, 'hex') },
    }),
  ],
  [
    'fields beside it, as Mailgun signs',
    (key) => ({
      body: JSON.stringify({ signature: { token: 'x5', timestamp: time, signature: sign(key, `${time}x5`, 'hex') } }),
    }),
  ],
  ['sorted fields', (key) => ({ url: `/auth?shop=x&hmac=${sign(key, 'code=1&shop=x', 'hex')}&code=1` })],
  ['sorted fields, as Telegram signs', (key) => ({ url: `/login?${asForm(key)}` })],
  ['such fields in a header', (key) => ({ headers: { authorization: `tma ${asForm(key)}` } })],
  ['such fields in JSON', (key) => ({ body: JSON.stringify({ initData: asForm(key) }) })],
  ['a link', (key) => ({ url: `${path}?expires=99&signature=${sign(key, `${path}?expires=99`, 'hex')}` })],
  ['a file and a time', (key) => ({ url: `${path}?expires=99&sig=${sign(key, '7.pdf:99', 'base64url')}` })],
  ['what a link names', (key) => ({ url: `/unsubscribe?email=a%40b.c&token=${sign(key, 'a@b.c', 'hex')}` })],
];

test('TRY-9 what signatures lie in and are over, by the services and by hand', () => {
  for (const [name, of] of ownForms) {
    const request = (key: string) => asked({}, { body: null, ...of(key) });
    assert.deepEqual(resigned(request(secret), swaps), request(standIn), name);
    assert.deepEqual(resigned(request('somebody-else'), swaps), request('somebody-else'), name);
  }
});

test('TRY-9 a key of webhooks is base64 behind its first word, and a short one signs, too', () => {
  const [real, fake] = ['0123456789abcdef0123', 'zyxwvutsrqponmlkjihg'].map((text) => btoa(text));
  const svix = (key = '') => ({
    'svix-signature': `v1,${sign(Buffer.from(key, 'base64'), `m.${time}.${body}`, 'base64')}`,
    ...{ 'svix-id': 'm', 'svix-timestamp': time },
  });
  const keys = [{ secret: `whsec_${real}`, standIn: `whsec_${fake}` }];
  assert.deepEqual(resigned(asked(svix(real)), keys).headers, svix(fake));
  const token = (key: string) => ({ authorization: `Bearer ${jwt(key)}` });
  assert.deepEqual(resigned(asked(token('cat')), [{ secret: 'cat', standIn: 'pzx' }]).headers, token('pzx'));
});

test('TRY-9 with dozens of secrets a signature by one of them is found, and the search for one by none of them ends', () => {
  const many = Array.from({ length: 60 }, (_, at) => ({
    secret: `key-of-another-${at}`,
    standIn: `yyy-oo-ooooooo-${at}`,
  }));
  const headers = (key: string) => ({
    ...{ 'x-nonce': 'n-1', 'x-timestamp': time, 'x-client-id': 'desk', host: 'a.example' },
    'x-signature': sign(key, `${time}.n-1.${body}`, 'hex'),
  });
  assert.deepEqual(resigned(asked(headers(secret)), [...many, ...swaps]).headers, headers(standIn));
  assert.deepEqual(resigned(asked(headers('nobody')), [...many, ...swaps]).headers, headers('nobody'));
});

test('TRY-9 a signature of a cookie without a sign of its own stays in the base64 of cookies, of a token in that of tokens', () => {
  const told = (encoding: 'base64' | 'base64url') => (key: string, at: number) => {
    const token = `${claims}${at}.${sign(key, `${claims}${at}`, 'base64url')}`;
    return encoding === 'base64' ? `${token}.${bare(sign(key, token, 'base64'))}` : token;
  };
  for (const encoding of ['base64', 'base64url'] as const) {
    const of = told(encoding);
    const last = (key: string, at: number) => of(key, at).split('.').at(-1) ?? '';
    const odd = Array.from({ length: 999 }, (_, at) => at).find(
      (at) => !/[+/_-]/.test(last(secret, at)) && /[+/_-]/.test(last(standIn, at)),
    );
    const cookie = (key: string) => ({ cookie: `t=${encodeURIComponent(of(key, odd ?? -1))}` });
    const now = resigned(asked(cookie(secret)), swaps).headers['cookie'];
    assert.equal(decodeURIComponent(now ?? ''), decodeURIComponent(cookie(standIn).cookie), encoding);
  }
});
