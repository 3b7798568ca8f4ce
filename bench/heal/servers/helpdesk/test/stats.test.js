import assert from 'node:assert/strict';
import { test } from 'node:test';
import { median, round } from '../src/reports/stats.js';

test('the median of an even count is the mean of the middle two', () => {
  assert.equal(median([9, 1, 10, 3]), 6);
});

test('round keeps two digits', () => {
  assert.equal(round(1.006), 1.01);
});
