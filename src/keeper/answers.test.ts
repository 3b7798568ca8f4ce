/** How routes answered that the keeper asked by itself, and what it asks them (SEN-8). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CapturedRequest } from '../incident/nouns.ts';
import { Answers, pathOf } from './answers.ts';

const at = '2026-11-22T18:00:00.000Z';

test('SEN-8 the latest 60 answers of a route count; a failure is a 5xx or none', () => {
  const answers = new Answers();
  for (let ms = 1; ms <= 100; ms += 1) answers.note('/a', { at, status: ms > 95 ? 503 : ms > 90 ? 302 : 200, ms });
  answers.note('/b', { at, status: null, ms: 5000 });
  assert.deepEqual(answers.list(), [
    { route: '/a', at, status: 503, asked: 60, failed: 5, p50Ms: 70, p95Ms: 97 },
    { route: '/b', at, status: null, asked: 1, failed: 1, p50Ms: 5000, p95Ms: 5000 },
  ]);
  answers.keep(['/b', '/c']);
  assert.deepEqual(
    answers.list().map(({ route }) => route),
    ['/b'],
  );
});

test('SEN-8 for a parameter stands a value that was answered well, without its query; else the route is not asked', () => {
  const good = (method: string, url: string): CapturedRequest => ({
    ...{ method, url, headers: { cookie: 'sid=1' }, body: null, bodyEncoding: 'utf8', truncated: false },
  });
  const cases: [string, readonly CapturedRequest[], string | null][] = [
    ['/a', [], '/a'],
    ['/users/:id', [], null],
    ['/users/:id', [good('GET', '/users/7?key=secret')], '/users/7'],
    ['/users/:id', [good('HEAD', '/users/7')], null],
    ['/users/:id', [good('GET', '/users/7/orders'), good('GET', '/people/7')], null],
    ['/users/:id/orders/:nr', [good('GET', '/users/7/orders/a-1')], '/users/7/orders/a-1'],
    ['/files/:name', [good('GET', '/files/%2e%2e%2fetc')], null],
    ['/tokens/:token', [good('GET', `/tokens/${'x'.repeat(41)}`)], null],
  ];
  for (const [route, known, expected] of cases) assert.equal(pathOf(route, known), expected, route);
});
