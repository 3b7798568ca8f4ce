import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atMost, setBack } from './clock.ts';

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

test('PERF-4 a wait that ends early leaves no timer behind that keeps the process', async () => {
  const before = timers();
  await atMost(60_000, Promise.resolve());
  await atMost(60_000, Promise.reject(new Error('over, too')));
  assert.equal(timers(), before);
  await atMost(1, new Promise(() => undefined));
});

test('REL-2 a clock tells since when it was set back', () => {
  let nowMs = 100;
  const setMs = setBack({ now: () => nowMs, monotonic: () => 0 });
  const at = (ms: number): number => {
    nowMs = ms;
    return setMs();
  };
  assert.deepEqual([100, 150, 120, 160, 160, 500, 499].map(at), [100, 100, 120, 120, 120, 120, 499]);
});
