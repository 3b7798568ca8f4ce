import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atMost } from './clock.ts';

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

test('PERF-4 a wait that ends early leaves no timer behind that keeps the process', async () => {
  const before = timers();
  await atMost(60_000, Promise.resolve());
  await atMost(60_000, Promise.reject(new Error('over, too')));
  assert.equal(timers(), before);
  await atMost(1, new Promise(() => undefined));
});
