import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getHeapStatistics } from 'node:v8';
import { collector } from './heap.ts';

const sizeMb = (): number => getHeapStatistics().total_heap_size / 2 ** 20;

function busyMb(): number {
  const held = Array.from({ length: 500_000 }, (_, at) => ({ at, text: `${at}` }));
  return held.length > 0 ? sizeMb() : 0;
}

test('PERF-3 what a busy time took is given back, once', () => {
  const collect = collector();
  const busy = busyMb();
  assert.ok(busy > 40, `${busy}`);
  collect();
  assert.ok(sizeMb() < busy - 20, `${busy} ${sizeMb()}`);
  const beganMs = performance.now();
  for (let count = 0; count < 100; count += 1) collect();
  assert.ok(performance.now() - beganMs < 100, 'nothing grew');
});
