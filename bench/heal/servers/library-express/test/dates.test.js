import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, daysBetween } from '../src/lib/dates.js';

test('days over the end of a month', () => {
  assert.equal(addDays('2026-01-20', 21), '2026-02-10');
  assert.equal(daysBetween('2026-01-26', '2026-02-01'), 6);
});
