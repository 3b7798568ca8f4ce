import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CapturedRequest } from '../incident/nouns.ts';
import { chosen, type Listening } from './request.ts';

const [metrics, app, admin] = [9090, 3000, 3001].map((port): Listening => ({ port, target: { port }, tls: null }));
const servers = [metrics!, app!, admin!];
const plain = { method: 'GET', url: '/', body: null, bodyEncoding: 'utf8', truncated: false } as const;
const to = (request: Partial<CapturedRequest>, env = {}): number | undefined =>
  chosen(servers, { ...plain, headers: {}, ...request }, env)?.port;

test('TRY-3 of several servers of a trial the one is asked that the request came to', () => {
  assert.equal(to({ port: 3001, headers: { host: 'localhost:3000' } }, { PORT: '9090' }), 3001);
  assert.equal(to({ port: 40_123, headers: { Host: 'shop.test:3000' } }), 3000, 'its Host');
  assert.equal(to({ headers: { host: 'shop.test' } }, { PORT: '3001' }), 3001, 'behind a proxy: the environment');
  assert.equal(to({ headers: { host: 'shop.test' } }, { PORT: 'many' }), 9090, 'the first that listened');
  assert.equal(chosen([], { ...plain, headers: {} }, {}), undefined);
});
