/** Route patterns where no framework names them, and mount paths put back. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { covers, normalisePath, withMount } from './routes.cts';

const paths: readonly [string, string][] = [
  ['/', '/'],
  ['/users/7', '/users/:id'],
  ['/users/7/', '/users/:id/'],
  ['/v2/users', '/v2/users'],
  ['/2fa/setup', '/2fa/setup'],
  ['/orders/3f2504e0-4f89-11d3-9a0c-0305e82c3301/lines', '/orders/:id/lines'],
  ['/docs/507f1f77bcf86cd799439011', '/docs/:id'],
  ['/e/01ARZ3NDEKTSV4RRFFQ69G5FAV', '/e/:id'],
  ['/s/eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9', '/s/:id'],
  ['/blob/da39a3ee5e6b4b0d3255bfef95601890afd80709', '/blob/:id'],
  ['/articles/how-to-mend-a-bowl-with-gold', '/articles/how-to-mend-a-bowl-with-gold'],
  ['/covid19/stats', '/covid19/stats'],
];

test('SEN-4 ids become :id, never inside a word', () => {
  for (const [path, expected] of paths) assert.equal(normalisePath(path), expected, path);
});

test('SEN-4 a pattern of a mounted router gets its mount path back', () => {
  assert.equal(withMount('/users/:id', '/api/users/7'), '/api/users/:id');
  assert.equal(withMount('/', '/api/users'), '/api/users');
  assert.equal(withMount('/members/:m', '/orgs/12/members/3'), '/orgs/:id/members/:m');
  assert.equal(withMount('/users/:id', '/users/7'), '/users/:id');
  assert.equal(withMount('/files/*path', '/api/files/a/b'), '/files/*path');
});

test('SEN-4 known patterns cover their paths and no others', () => {
  assert.ok(covers('/api/x/:id', '/api/x/7') && covers('/static/*', '/static/a/b') && covers('/', '/'));
  assert.ok(!covers('/api/x/:id', '/api/x') && !covers('/api/x', '/api/x/7') && !covers('/a', '/b'));
});
