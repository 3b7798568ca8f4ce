import assert from 'node:assert/strict';
import { test } from 'node:test';
import { change, winRate } from '../src/players/rating.ts';

test('equal players win or lose sixteen points', () => {
  assert.equal(change(1500, 1500, true), 16);
  assert.equal(change(1500, 1500, false), -16);
});

test('a rate needs a match', () => {
  assert.equal(winRate(0, 0), null);
  assert.equal(winRate(2, 1), 66.7);
});
