import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Allowance, type Ruling } from './allowance.ts';

const auto = { limitMb: 512, grows: true, mostMb: 8000 };

/** What is said of a process at each second that it holds more than the limit, until it has to go or the limit is raised. */
function live(allowance: Allowance, startedAtMs: number, mbAt: (second: number) => number): [Ruling, number] {
  const process = { startedAtMs };
  for (let second = 0; second < 3600; second += 1) {
    const mb = mbAt(second);
    if (mb < allowance.limitMb) continue;
    const ruling = allowance.rule(startedAtMs + second * 1000, process, mb);
    if (ruling !== 'wait') return [ruling, second];
  }
  return ['wait', 3600];
}

test('SUP-5 a server that needs more than the usual limit from its start is ended once, and may have what it needs then', () => {
  const allowance = new Allowance(auto);
  const big = (second: number): number => Math.min(700, 350 * second);
  assert.deepEqual(live(allowance, 0, big), ['enforce', 2]);
  assert.deepEqual(live(allowance, 10_000, big), ['raised', 7]);
  assert.equal(allowance.limitMb, 1050);
  assert.deepEqual(
    live(allowance, 60_000, (second) => 700 + second),
    ['enforce', 350],
    'what leaks later goes',
  );
});

test('SUP-5 one that is only a little above it is judged by when it came there, not by when it is looked at', () => {
  const allowance = new Allowance(auto);
  const first = { startedAtMs: 0 };
  assert.equal(allowance.rule(5000, first, 550), 'enforce');
  const second = { startedAtMs: 6000 };
  assert.deepEqual(
    [10_000, 12_000, 66_000].map((nowMs) => allowance.rule(nowMs, second, 550)),
    ['wait', 'wait', 'raised'],
  );
});

test('SUP-5 what grows on and on is no need: it goes every time, and half of the machine is never passed', () => {
  const allowance = new Allowance(auto);
  const leak = (second: number): number => 60 + 50 * second;
  assert.deepEqual(live(allowance, 0, leak), ['enforce', 10]);
  const [ruling, second] = live(allowance, 20_000, leak);
  assert.ok(ruling === 'enforce' && second <= 45, `${ruling} ${second}`);
  assert.equal(allowance.limitMb, 512);
  const [huge, at] = live(allowance, 90_000, (each) => 2000 * each);
  assert.deepEqual([huge, at], ['enforce', 5], 'more than the most there may be');
});

test('SUP-5 slow leaks that pass the limit late are ended each time, and so is what has a limit of its owner', () => {
  const slow = new Allowance(auto);
  for (let at = 0; at < 5; at += 1)
    assert.deepEqual(
      live(slow, at * 1e6, (second) => 100 + 2 * second),
      ['enforce', 206],
    );
  const own = new Allowance({ ...auto, grows: false });
  for (let at = 0; at < 5; at += 1)
    assert.deepEqual(
      live(own, at * 1e6, () => 700),
      ['enforce', 0],
    );
});
