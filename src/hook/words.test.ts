/** The hook's copies of the wire shapes are those of the house (`incident/nouns.ts`, `incident/seen.ts`), for it imports nothing; what is thrown becomes plain, bounded data. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type * as nouns from '../incident/nouns.ts';
import { describe } from './reports.cts';
import type * as words from './words.cts';

type Same<A, B> = [A, B] extends [B, A] ? true : never;

/** Checked by the compiler: a field added on one side only makes these lines wrong. */
const same: readonly true[] = [
  true satisfies Same<nouns.ErrorReport, words.ErrorReport>,
  true satisfies Same<nouns.CapturedRequest, words.CapturedRequest>,
  true satisfies Same<nouns.ValueFacts, words.ValueFacts>,
  true satisfies Same<nouns.FrameFacts, words.FrameFacts>,
  true satisfies Same<nouns.RuntimeFacts, words.RuntimeFacts>,
];

const loop: { name: string; message: string; cause?: unknown } = { name: 'Loop', message: 'round' };
loop.cause = loop;

test('TRI-4 the status that a client library was given goes along, and not the one that a server is to answer with', () => {
  const status = (more: object): number | undefined => describe(Object.assign(new Error('no'), more)).status;
  assert.deepEqual(
    [
      { status: 401 },
      { response: { status: 503 } },
      { meta: { statusCode: 429 } },
      { $metadata: { httpStatusCode: 403 } },
    ].map(status),
    [401, 503, 429, 403],
  );
  assert.equal(status({ status: 500, expose: false }), undefined);
  assert.equal(status({ status: 'open' }), undefined);
});

const cases: readonly { thrown: unknown; name: string; message: string; code?: string; cause?: string }[] = [
  { thrown: new TypeError('no', { cause: new Error('root') }), name: 'TypeError', message: 'no', cause: 'root' },
  { thrown: Object.assign(new Error('gone'), { code: 'ENOENT' }), name: 'Error', message: 'gone', code: 'ENOENT' },
  {
    thrown: new AggregateError([new Error('one'), new Error('two')], 'all'),
    name: 'AggregateError',
    message: 'all',
    cause: 'one',
  },
  { thrown: 'text', name: 'thrown string', message: 'text' },
  { thrown: null, name: 'thrown object', message: 'null' },
  { thrown: { a: 1 }, name: 'thrown object', message: '[object Object]' },
  { thrown: Object.assign(new Error('m'), { message: 'x'.repeat(10_000) }), name: 'Error', message: 'x'.repeat(4096) },
  { thrown: loop, name: 'Loop', message: 'round', cause: 'round' },
];

test('SEN-2 anything thrown is described, bounded, its causes included', () => {
  assert.equal(same.length, 5);
  for (const { thrown, name, message, code = null, cause } of cases) {
    const report = describe(thrown);
    assert.deepEqual([report.name, report.message, report.code, report.cause?.message], [name, message, code, cause]);
    assert.ok(report.stack.length <= 16 * 1024);
    assert.doesNotThrow(() => JSON.stringify(report));
  }
});
