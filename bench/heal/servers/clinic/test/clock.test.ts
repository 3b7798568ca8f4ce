import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ageOn, toMinutes, toTime } from '../src/domain/clock.ts';

test('times go to minutes and back', () => {
  assert.equal(toMinutes('08:20'), 500);
  assert.equal(toTime(500), '08:20');
});

test('a birthday counts from its day on', () => {
  assert.equal(ageOn('1984-07-02', '2026-07-01'), 41);
  assert.equal(ageOn('1984-07-02', '2026-07-02'), 42);
});
