import assert from 'node:assert/strict';
import test from 'node:test';
import { broughtBy, credentialsOf, hiding, remember } from './credentials.ts';

const cases: readonly [
  name: string,
  headers: Record<string, string>,
  body: string | null,
  says: string,
  shown: string,
][] = [
  [
    'a cookie',
    { cookie: 'theme=dark; sid=abc123def456' },
    null,
    'no session abc123def456',
    'no session [redacted:credential]',
  ],
  [
    'a signed cookie',
    { cookie: 'sid=s%3Aabc123def.xyz98765' },
    null,
    'id abc123def and xyz98765',
    'id [redacted:credential] and [redacted:credential]',
  ],
  ['a bearer token', { authorization: 'Bearer tok-998877' }, null, 'bad tok-998877', 'bad [redacted:credential]'],
  ['a key of its own', { 'x-api-key': 'k-12345678' }, null, 'key k-12345678', 'key [redacted:credential]'],
  ['a password in JSON', {}, '{"user":{"password":"tulips"}}', 'tulips is wrong', '[redacted:credential] is wrong'],
  ['a password in a form', {}, 'name=ada&password=two+words', 'two words is wrong', '[redacted:credential] is wrong'],
  [
    'plain words',
    { cookie: 'lang=javascript; n=12345678', accept: 'text-1234567' },
    null,
    'javascript 12345678 text-1234567',
    'javascript 12345678 text-1234567',
  ],
  [
    'a login of Basic',
    { authorization: `Basic ${Buffer.from('ada:pw-44556677').toString('base64')}` },
    null,
    'ada, not pw-44556677',
    'ada, not [redacted:credential]',
  ],
  ['a body that is no text of a kind', {}, '\u0000%%%', 'x', 'x'],
];

test('SEN-3 what a request proves its sender with is hidden wherever it is said again', () => {
  for (const [name, headers, body, says, shown] of cases) {
    assert.equal(hiding(credentialsOf({ headers, body }), (text) => text)(says), shown, name);
  }
});

test('SEN-3 what is remembered is bounded', () => {
  const known = new Set<string>();
  for (let at = 0; at < 2_000; at += 1) remember(known, [`value-${at}`]);
  assert.ok(known.size <= 500 && known.has('value-1999') && !known.has('value-0'));
});

test('TRY-9 what a request brings along is all that it proves its sender with, however short', () => {
  const headers = {
    'x-agent-key': 'k-mara',
    authorization: `Basic ${Buffer.from('ada:pw').toString('base64')}`,
    accept: 'a/b',
  };
  const brought = broughtBy({ headers, body: '{"pin":"1","pass_code":"77","name":"x"}' });
  assert.deepEqual(
    ['k-mara', 'ada', 'pw', '77', 'a/b', 'x', ''].map((value) => brought.includes(value)),
    [true, true, true, true, false, false, false],
  );
});

test('TRY-9 what its address says is known as well, a name in it is not', () => {
  const url = '/hooks/4f1e0d2c3b4a5968/ada?api_key=k-ada&page=two&Token=x%20y';
  const brought = broughtBy({ url, headers: {}, body: null });
  assert.deepEqual(brought.toSorted(), ['4f1e0d2c3b4a5968', 'k-ada', 'x y']);
});
