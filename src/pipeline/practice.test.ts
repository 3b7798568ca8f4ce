import assert from 'node:assert/strict';
import { test } from 'node:test';
import { practise } from './practice.ts';

test('PERF-4 the sample that is practised on is a failure that recipes have an idea for', async () => {
  assert.equal(await practise(), '`totl` should be `total`');
});
