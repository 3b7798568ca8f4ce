import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CapturedRequest } from '../incident/nouns.ts';
import { portsMeant } from './request.ts';

const plain = { method: 'GET', url: '/', body: null, bodyEncoding: 'utf8', truncated: false } as const;
const ports = (request: Partial<CapturedRequest>, env = {}): number[] =>
  portsMeant({ ...plain, headers: {}, ...request }, env);

test('TRY-3 where a request was for: the port it came to, that of its Host, that of the environment', () => {
  assert.deepEqual(ports({ port: 3001, headers: { Host: 'shop.test:3000' } }, { PORT: '9090' }), [3001, 3000, 9090]);
  assert.deepEqual(ports({ headers: { host: 'shop.test' } }, { PORT: '3001' }), [3001], 'behind a proxy');
  assert.deepEqual(ports({ headers: { host: '[::1]' } }, { PORT: 'many' }), []);
});
