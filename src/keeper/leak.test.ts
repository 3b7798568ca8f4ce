import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LeakTrend } from './leak.ts';

const settings = { samples: 10, everyMs: 10, warmUpMs: 100, share: 0.6 };

/** The first step at which it says so; null where it never does. `heap` gives MB a step, one step every 10 ms; null = no collection. */
function alarm(heap: (step: number) => number | null, share = 0.8, steps = 200): number | null {
  const trend = new LeakTrend(settings, 0);
  for (let step = 0; step < steps; step += 1) {
    const mb = heap(step);
    if (mb !== null) trend.heard(mb);
    if (trend.isLeaking(step * 10, share)) return step;
  }
  return null;
}

test('SUP-5 a heap that grows at every look is a leak, after the warm-up and ten rises', () => {
  assert.equal(
    alarm((step) => 100 + 2 * step),
    20,
  );
  assert.equal(
    alarm((step) => (step % 2 === 0 ? 100 + 2 * step : null)),
    30,
    'only where there was a collection',
  );
});

test('SUP-5 none: a warm-up, a saw, a plateau, next to no growth, or far from the limit', () => {
  assert.equal(
    alarm((step) => Math.min(100 + 10 * step, 190)),
    null,
  );
  assert.equal(
    alarm((step) => 100 + (step % 9)),
    null,
  );
  assert.equal(
    alarm((step) => 100 + Math.min(step, 18)),
    null,
  );
  assert.equal(
    alarm((step) => 100 + step / 1000),
    null,
  );
  assert.equal(
    alarm((step) => 100 + 2 * step, 0.5),
    null,
  );
  assert.equal(
    alarm(() => null),
    null,
  );
});

test('SUP-5 noise around a level never looks like a leak in a thousand quiet runs', () => {
  let state = 42;
  const random = (): number => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  const alarms = Array.from({ length: 1000 }, () => alarm(() => 100 + 20 * random(), 0.9, 360)).filter(
    (at) => at !== null,
  );
  assert.deepEqual(alarms, []);
});
