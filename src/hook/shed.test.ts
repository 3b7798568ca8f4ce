import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelOf, loadOf, nextShare } from './shed.cts';

const idle = { loop: 0, delay: 0, cpu: 0, memory: 0 };

test('LIM-1 green below 70 %, yellow to 85 %, red above', () => {
  const cases: [number, string][] = [
    [0, 'green'],
    [0.69, 'green'],
    [0.7, 'yellow'],
    [0.85, 'yellow'],
    [0.851, 'red'],
    [1, 'red'],
  ];
  for (const [load, level] of cases) assert.equal(levelOf(load), level, String(load));
});

test('LIM-1 the scarcest resource counts; memory alone is red only where the headroom itself is used up', () => {
  assert.equal(loadOf({ ...idle, loop: 0.9, cpu: 0.2 }), 0.9);
  assert.equal(loadOf({ ...idle, delay: 1 }), 1);
  assert.equal(levelOf(loadOf({ ...idle, memory: 0.99 })), 'yellow');
  assert.equal(levelOf(loadOf({ ...idle, memory: 1.01 })), 'red');
});

test('LIM-1 more is refused each second while it is red, up to all; less while it is green, down to none', () => {
  let share = 0;
  const run = (seconds: number, load: number): number => {
    for (let second = 0; second < seconds; second += 1) share = nextShare(share, load);
    return share;
  };
  assert.ok(run(1, 0.95) > 0);
  assert.equal(run(4, 0.95), 1, 'all of them within one sample of five seconds');
  assert.equal(run(3, 0.8), 1, 'held while yellow');
  assert.ok(run(1, 0.3) < 1);
  assert.equal(run(10, 0.3), 0);
  assert.ok(run(1, 0.75) > 0 && run(5, 0.75) < 0.2, 'yellow alone refuses little');
  assert.equal(run(2, 0.699), 0);
});
