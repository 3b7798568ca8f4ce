import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asError, asLastWords, asRequest, count } from './reports.ts';

const line = (error: unknown, extra: object = {}): string => JSON.stringify({ code: 1, error, requests: [], ...extra });

test('SEN-3 what a hook says is bounded and typed, whatever it says', () => {
  for (const value of [null, undefined, 7, 'x', [], [{}]]) {
    assert.equal(asError(value), null);
    assert.equal(asRequest(value), null);
  }
  assert.deepEqual(asError({ name: 7, message: {}, stack: null }), {
    name: 'Error',
    message: '',
    code: null,
    stack: '',
    cause: null,
  });
  const deep = Array.from({ length: 50 }).reduce<object>((cause) => ({ name: 'E', cause }), {});
  let depth = 0;
  for (let one = asError(deep); one !== null; one = one.cause) depth += 1;
  assert.ok(depth <= 6);
  assert.equal(asError({ stack: 'x'.repeat(1e6) })!.stack.length, 16_384);
  assert.equal(asRequest({ method: 'GET' }), null);
  const big = asRequest({ method: 'POST', url: '/', body: 'x'.repeat(1e6), headers: { a: ['b', 'c'], d: 7 } })!;
  assert.equal(big.truncated, true);
  assert.deepEqual(big.headers, { a: 'b, c', d: '7' });
  for (const [value, expected] of [
    [3, 3],
    [0, 1],
    [-1, 1],
    ['9', 1],
    [Infinity, 1],
    [2.7, 2],
  ] as const) {
    assert.equal(count(value), expected, String(value));
  }
});

test('SEN-1 last words: half a line is none; of two lines the one with an error counts', () => {
  const cases: [string, string | null, string | null | undefined][] = [
    ['no file', null, undefined],
    ['empty', '', undefined],
    ['half a line', line({ name: 'A' }).slice(0, 20), undefined],
    ['one', line({ name: 'A' }), 'A'],
    ['exit first, then the error', `${line(null)}\n${line({ name: 'B' })}\n`, 'B'],
    ['no error', line(null), null],
    ['nonsense in between', `x\n[]\n${line({ name: 'C' })}`, 'C'],
  ];
  for (const [name, file, expected] of cases) {
    const words = asLastWords(file);
    assert.equal(words === null ? undefined : (words.error?.name ?? null), expected, name);
  }
});
