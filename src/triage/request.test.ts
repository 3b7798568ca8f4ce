import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Signal } from '../incident/nouns.ts';
import { createRedactor } from '../kit/redact.ts';
import { redactRequest } from './request.ts';
import { normaliseRoute } from './routes.ts';
import { context, request, signal } from './signals.test-helper.ts';
import { triage } from './triage.ts';

test('SEN-4 routes are normalised by whole segments', () => {
  for (const [path, route] of [
    ['/users/42?full=1', '/users/:id'],
    ['/users/550e8400-e29b-41d4-a716-446655440000/posts/5f0e8400e29b41d4a7164466', '/users/:id/posts/:id'],
    ['/o/01ARZ3NDEKTSV4RRFFQ69G5FAV#x', '/o/:id'],
    ['/reset/dGhpcyBpcyBhIHRva2VuIDEyMzQ1Njc4OTA', '/reset/:id'],
    ['/file/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', '/file/:id'],
    ['/v1/users2/a1b2/route66', '/v1/users2/a1b2/route66'],
    ['/blog/how-we-built-the-2024-edition-of-everything', '/blog/how-we-built-the-2024-edition-of-everything'],
    ['http://host:1/a/7/', '/a/:id/'],
    ['', '/'],
    ['/', '/'],
  ] as const) {
    assert.equal(normaliseRoute(path), route);
    assert.equal(normaliseRoute(route), route);
  }
});

test('SEN-4 the diagnosis names the framework’s pattern, else the normalised path', () => {
  const routeOf = (more: Partial<Signal>) => triage(signal(more), context).route;
  assert.equal(routeOf({ route: '/users/:id?' }), '/users/:id?');
  assert.equal(routeOf({ route: '/users/7?x=1' }), '/users/:id');
  assert.equal(routeOf({ request: request({ url: '/users/7?x=1' }) }), '/users/:id');
  assert.equal(routeOf({}), null);
});

test('SEN-3 the request that people see holds no secret', () => {
  const redactor = createRedactor([{ name: 'API', value: 'known-value-1' }]);
  const shown = redactRequest(
    request({
      url: '/login?token=abc&q=known-value-1&page=2',
      headers: {
        cookie: 'sid=1',
        Authorization: 'Bearer x',
        'x-api-key': 'k',
        accept: 'text/html',
        'user-agent': 'known-value-1',
      },
      body: JSON.stringify({
        user: 'anna',
        password: 'pw',
        nested: [{ cardNumber: '4', cvv: 123, note: 'known-value-1' }],
        remember: true,
        token: null,
        __proto__x: 1,
      }),
    }),
    redactor,
  );
  assert.equal(shown.url, '/login?token=[redacted:field]&q=process.env.API&page=2');
  assert.deepEqual(shown.headers, {
    cookie: '[redacted:header]',
    Authorization: '[redacted:header]',
    'x-api-key': '[redacted:header]',
    accept: 'text/html',
    'user-agent': 'process.env.API',
  });
  assert.deepEqual(JSON.parse(shown.body ?? ''), {
    user: 'anna',
    password: '[redacted:field]',
    nested: [{ cardNumber: '[redacted:field]', cvv: '[redacted:field]', note: 'process.env.API' }],
    remember: true,
    token: null,
    __proto__x: 1,
  });
  const body = (text: string, type = '', encoding: 'utf8' | 'base64' = 'utf8') =>
    redactRequest(request({ body: text, bodyEncoding: encoding, headers: { 'content-type': type } }), redactor).body;
  assert.equal(
    body('user=a&password=b%20c&card_number=4', 'application/x-www-form-urlencoded'),
    'user=a&password=[redacted:field]&card_number=[redacted:field]',
  );
  assert.equal(body('{"password":"cut of'), '{"password":"[redacted:field]');
  assert.equal(body('42/a,["login",{"password":"b"}]'), '42/a,["login",{"password":"[redacted:field]"}]');
  assert.equal(
    body('--b\r\nContent-Disposition: form-data; name="password"\r\n\r\nhunter\r\n--b--'),
    '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n[redacted:field]\r\n--b--',
  );
  assert.equal(
    body('<login><password>x</password><user>a</user></login>'),
    '<login><password>[redacted:field]</password><user>a</user></login>',
  );
  assert.equal(body(Buffer.from([0, 255, 1]).toString('base64'), '', 'base64'), '[3 bytes that are no text]');
  assert.equal(
    body(Buffer.from('{"password":"x"}').toString('base64'), '', 'base64'),
    '{"password":"[redacted:field]"}',
  );
  assert.equal(typeof body('['.repeat(100_000) + ']'.repeat(100_000)), 'string');
  assert.equal(typeof body(`{"a":${'['.repeat(5000)}1${']'.repeat(5000)}}`), 'string');
});
