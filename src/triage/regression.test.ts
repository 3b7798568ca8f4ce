/** Quiet releases raise no alarm, worse ones do: over simulated servers whose requests resemble each other, as real ones do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bucketOf } from '../hook/traffic.cts';
import {
  added,
  bucketEndMs,
  followed,
  freshCourse,
  quantileMs,
  worsenings,
  type Tally,
  type Traffic,
} from './regression.ts';

const letterMs = 10_000;

/** Anything in [0, 1), the same for the same seed. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Server {
  /** The traffic of the next ten seconds. */
  letter(worse?: { readonly slower?: number; readonly failing?: number; readonly at?: string }): Traffic;
}

/** Three to six routes with latencies of their own; their mix and the load drift, a stall comes now and then, a few requests fail. */
function serverOf(random: () => number): Server {
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const routes = Array.from({ length: 3 + Math.floor(random() * 4) }, (_, at) => ({
    name: `/r${at}`,
    medianMs: 0.5 * 400 ** random(),
    spread: 0.2 + 0.8 * random(),
    failing: random() < 0.5 ? 0 : 0.03 * random(),
    weight: random(),
  }));
  const requests = 15 + Math.floor(random() * 120);
  let load = 0;
  return {
    letter({ slower = 1, failing = 0, at } = {}) {
      load = 0.9 * load + 0.08 * normal();
      const isStalled = random() < 0.02;
      for (const route of routes) route.weight = Math.max(0.02, route.weight * Math.exp(0.2 * normal()));
      const all = routes.reduce((sum, { weight }) => sum + weight, 0);
      const tallies = routes.map((route): [string, Tally] => {
        const isWorse = at === undefined || at === route.name;
        const scale = route.medianMs * Math.exp(load) * (isStalled ? 6 : 1) * (isWorse ? slower : 1);
        const share = route.failing + (isStalled ? 0.1 : 0) + (isWorse ? failing : 0);
        const n = Math.round((requests * route.weight) / all);
        const ms: Record<string, number> = {};
        let failed = 0;
        for (let one = 0; one < n; one += 1) {
          const bucket = bucketOf(scale * Math.exp(route.spread * normal()));
          ms[bucket] = (ms[bucket] ?? 0) + 1;
          if (random() < share) failed += 1;
        }
        return [route.name, { n, failed, ms }];
      });
      return Object.fromEntries(tallies);
    },
  };
}

/** Ten minutes of the good release, then half an hour of the next one; how many letters it took to an alarm, null where there was none. */
function lettersToAlarm(seed: number, worse: Parameters<Server['letter']>[0]): number | null {
  const server = serverOf(dice(seed));
  let base: Traffic = {};
  for (let letter = 0; letter < 60; letter += 1) base = added(base, server.letter());
  let course = freshCourse;
  for (let letter = 1; letter <= 180; letter += 1) {
    const heard = followed(course, { traffic: server.letter(worse), atMs: letter * letterMs, base, spanMs: 30_000 });
    if (heard.worsening !== null) return letter;
    course = heard.course;
  }
  return null;
}

function alarms(runs: number, worse: Parameters<Server['letter']>[0]): number[] {
  return Array.from({ length: runs }, (_, seed) => lettersToAlarm(seed + 1, worse)).filter((one) => one !== null);
}

test('SEN-7 a release that is as good as the last one raises an alarm in fewer than 1 of 100 runs of half an hour', (t) => {
  const runs = process.env['KINTSUGI_TEST_FULL'] === '1' ? 1000 : 100;
  const found = alarms(runs, undefined).length;
  t.diagnostic(`${found} false alarms in ${runs} quiet runs`);
  assert.ok(found < runs / 100, `${found} false alarms`);
});

test('SEN-7 what is clearly worse is found, and within minutes', (t) => {
  const cases = [
    { name: 'every fifth request fails', worse: { failing: 0.2 }, least: 38 },
    { name: 'six of a hundred fail', worse: { failing: 0.06 }, least: 34 },
    { name: 'everything takes four times as long', worse: { slower: 4 }, least: 36 },
  ];
  for (const { name, worse, least } of cases) {
    const found = alarms(40, worse).sort((a, b) => a - b);
    const median = found[Math.floor(found.length / 2)] ?? Infinity;
    t.diagnostic(`${name}: found in ${found.length} of 40, half of them within ${(median * letterMs) / 1000} s`);
    assert.ok(found.length >= least, `${name}: ${found.length}`);
  }
});

const tally = (n: number, failed: number, slow = 0): Tally => ({ n, failed, ms: { 40: n - slow, 60: slow } });

test('SEN-7 other traffic is no worsening: only the same route is compared with itself', () => {
  const before = { '/fast': tally(5000, 0), '/report': tally(100, 20, 100) };
  const now = { '/fast': tally(100, 0), '/report': tally(400, 80, 400), '/new': tally(400, 400, 400) };
  assert.deepEqual(worsenings(before, [now]), []);
  assert.deepEqual(
    worsenings(before, [{ ...now, '/fast': tally(400, 40) }]).map(({ measure, route }) => [measure, route]),
    [['errors', '/fast']],
  );
});

test('SEN-7 fewer than 200 requests each say nothing, however bad; a hundredth more is no clear worsening', () => {
  assert.deepEqual(worsenings({ '/': tally(1000, 0) }, [{ '/': tally(199, 199, 199) }]), []);
  assert.deepEqual(worsenings({ '/': tally(199, 0) }, [{ '/': tally(1000, 1000) }]), []);
  assert.deepEqual(worsenings({ '/': tally(10_000, 0) }, [{ '/': tally(10_000, 100) }]), []);
  assert.equal(worsenings({ '/': tally(200, 0) }, [{ '/': tally(200, 20) }]).length, 1);
});

test('SEN-7 one bad span is not enough, nor is what is as bad before', () => {
  const base = { '/': tally(1000, 0) };
  const bad = { '/': tally(300, 60) };
  const well = { '/': tally(300, 0) };
  const told = (traffics: readonly Traffic[], against: Traffic | null): (string | undefined)[] => {
    let course = freshCourse;
    return traffics.map((traffic, at) => {
      const heard = followed(course, { traffic, atMs: at * 40_000, base: against, spanMs: 30_000 });
      course = heard.course;
      return heard.worsening?.measure;
    });
  };
  // The first letter opens the span, the second fills it.
  assert.deepEqual(told([well, bad, well, bad, well], base), [undefined, undefined, undefined, undefined, undefined]);
  assert.deepEqual(told([well, bad, bad], base), [undefined, undefined, 'errors']);
  assert.deepEqual(told([well, bad, bad, bad], null), [undefined, undefined, undefined, undefined]);
});

test('SEN-7 a stall in a third of a span is no worsening of the rest', () => {
  const base = { '/': tally(1000, 0) };
  const [well, stalled] = [{ '/': tally(300, 0) }, { '/': tally(300, 300, 300) }];
  assert.deepEqual(worsenings(base, [well, stalled, well]), []);
  assert.deepEqual(worsenings(base, [stalled, stalled, well]).length, 2);
});

test('SEN-7 the hook counts a latency into the bucket that ends just above it; the p95 is read off the buckets', () => {
  for (const ms of [0.001, 0.05, 0.9, 1, 7, 33.3, 250, 4000, 59_999]) {
    const end = bucketEndMs(bucketOf(ms));
    assert.ok(end > ms * 0.999 && end <= Math.max(ms * 1.26, 0.01), `${ms} → ${end}`);
  }
  const spread = { n: 100, failed: 0, ms: { [bucketOf(10)]: 94, [bucketOf(100)]: 6 } };
  assert.ok(quantileMs(spread, 0.95) >= 100);
  assert.ok(quantileMs(spread, 0.9) < 13);
});

test('SEN-7 the old weighs less than the new, and routes are bounded', () => {
  let traffic: Traffic = {};
  for (let hour = 0; hour < 50; hour += 1) traffic = added(traffic, { '/': tally(5000, 0) });
  assert.ok((traffic['/']?.n ?? 0) <= 15_000);
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`/${at}`, tally(at + 1, 0)]));
  const kept = added({}, many);
  assert.equal(Object.keys(kept).length, 100);
  assert.equal(kept['/499']?.n, 500);
});
