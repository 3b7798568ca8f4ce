/** Quiet releases raise no alarm, worse ones do: over simulated servers whose requests resemble each other, as real ones do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bucketOf } from '../hook/loop.cts';
import {
  added,
  bucketEndMs,
  followed,
  freshCourse,
  quantileMs,
  worsenings as worseningsOf,
  type Course,
  type Moment,
  type Tally,
  type Traffic,
} from './regression.ts';
import { dice, normalBy } from './chance.test-helper.ts';

const letterMs = 10_000;

const momentOf = (routes: Traffic, loop: Traffic = {}): Moment => ({ routes, loop });
const courseOf = (moment: Moment): Course => ({ ...freshCourse, traffic: moment });
const silent = { pid: 1, served: 0, left: null };

function worsenings(before: Traffic, moments: readonly Traffic[]): ReturnType<typeof worseningsOf> {
  return worseningsOf(
    momentOf(before),
    moments.map((routes) => momentOf(routes)),
  );
}

interface Server {
  /** The traffic of the next ten seconds. */
  letter(worse?: { readonly slower?: number; readonly failing?: number; readonly at?: string }): Traffic;
}

/** Three to six routes with latencies of their own; their mix and the load drift, a stall comes now and then, a few requests fail. */
function serverOf(random: () => number): Server {
  const normal = normalBy(random);
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
  let traffic: Traffic = {};
  for (let letter = 0; letter < 60; letter += 1) traffic = added(traffic, server.letter());
  let course = freshCourse;
  for (let letter = 1; letter <= 180; letter += 1) {
    const moment = momentOf(server.letter(worse));
    const base = courseOf(momentOf(traffic));
    const heard = followed(course, { ...silent, moment, atMs: letter * letterMs, base, spanMs: 30_000 });
    if (heard.worsening !== null) return letter;
    course = heard.course;
  }
  return null;
}

function alarms(runs: number, worse: Parameters<Server['letter']>[0]): number[] {
  return Array.from({ length: runs }, (_, seed) => lettersToAlarm(seed + 1, worse)).filter((one) => one !== null);
}

test('SEN-7 a release that is as good as the last one raises an alarm in fewer than 1 of 100 runs of half an hour', (t) => {
  const runs = process.env['KINTSUGI_TEST_FULL'] === '1' ? 1000 : 25;
  const found = alarms(runs, undefined).length;
  t.diagnostic(`${found} false alarms in ${runs} quiet runs`);
  assert.ok(found < runs / 100, `${found} false alarms`);
});

test('SEN-7 what is clearly worse is found, and within minutes', (t) => {
  const cases = [
    { name: 'every fifth request fails', worse: { failing: 0.2 }, least: 38 },
    { name: 'six of a hundred fail', worse: { failing: 0.06 }, least: 34 },
    { name: 'everything takes four times as long', worse: { slower: 4 }, least: 36 },
    { name: 'everything takes twice as long', worse: { slower: 2 }, least: 24 },
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
      const base = against && courseOf(momentOf(against));
      const said = { ...silent, moment: momentOf(traffic), atMs: at * 40_000 };
      const heard = followed(course, { ...said, base, spanMs: 30_000 });
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

/**
 * Ten looks a second for ten seconds at the loop of a server that works a while for each request; the load goes up and down by day, a
 * noise that lasts comes on top, a stall now and then, and every start is slow for half a minute.
 */
function loopOf(random: () => number): { letter(atS: number, sinceStartS: number, blockMs?: number): Traffic } {
  const normal = normalBy(random);
  const workMs = 0.2 * 50 ** random();
  const most = Math.min(300 * random() + 5, 700 / workMs);
  const phase = random();
  let drift = 0;
  return {
    letter(atS, sinceStartS, blockMs = 0) {
      drift = 0.95 * drift + 0.1 * normal();
      const day = 0.15 + 0.85 * Math.sin(Math.PI * (phase + atS / 86_400)) ** 2;
      const times = (random() < 0.02 ? 8 : 1) * (sinceStartS < 30 ? 3 : 1) * Math.exp(drift);
      const loop: Record<string, { n: number; failed: number; ms: Record<string, number> }> = {};
      for (let second = 0; second < 10; second += 1) {
        const requests = Math.round(most * day * Math.exp(0.3 * normal()));
        if (requests < 1) continue;
        const costMs = workMs * times + blockMs;
        const busy = Math.min(0.95, (requests * costMs) / 1000);
        const tally = (loop[2 ** Math.floor(Math.log2(requests))] ??= { n: 0, failed: 0, ms: {} });
        for (let look = 0; look < 10; look += 1) {
          const isBlocked = random() < busy;
          const lateMs = isBlocked ? costMs * random() * (1 + Math.floor(-Math.log(random()) * busy)) : 0;
          const bucket = bucketOf(lateMs + 1.2 * random() * times);
          tally.n += 1;
          tally.ms[bucket] = (tally.ms[bucket] ?? 0) + 1;
        }
      }
      return loop;
    },
  };
}

/** The good release ran an hour; the next one, at the same hour of the day or at another, is looked at for half an hour. */
function lettersToLateness(seed: number, when: 'then' | 'later', blockMs: number): number | null {
  const random = dice(seed);
  const server = loopOf(random);
  const routes = { '/': tally(100, 0) };
  let loop: Traffic = {};
  for (let letter = 0; letter < 360; letter += 1) loop = added(loop, server.letter(letter * 10, letter * 10));
  const startS = when === 'then' ? 0 : 3600 + 12 * 3600 * random();
  const base = courseOf({ routes: { '/': tally(9000, 0) }, loop });
  let course = freshCourse;
  for (let letter = 1; letter <= 180; letter += 1) {
    const moment = { routes, loop: server.letter(startS + letter * 10, letter * 10, blockMs) };
    const heard = followed(course, { ...silent, moment, atMs: letter * letterMs, base, spanMs: 30_000 });
    if (heard.worsening !== null) return letter;
    course = heard.course;
  }
  return null;
}

test('SEN-7 a loop that turns as before raises an alarm in fewer than 1 of 100 runs: at every hour, from the start, in noise that lasts', (t) => {
  const runs = process.env['KINTSUGI_TEST_FULL'] === '1' ? 1000 : 25;
  const found = Array.from({ length: runs }, (_, seed) => lettersToLateness(seed + 1, 'later', 0)).filter(
    (one) => one !== null,
  );
  t.diagnostic(`${found.length} false alarms in ${runs} quiet runs`);
  assert.ok(found.length < runs / 100, `${found.length} false alarms`);
});

test('SEN-7 a release that blocks the loop 50 ms a request is found within minutes', (t) => {
  const runs = 40;
  const found = Array.from({ length: runs }, (_, seed) => lettersToLateness(seed + 1, 'then', 50)).filter(
    (one) => one !== null,
  );
  const median = found.sort((a, b) => a - b)[Math.floor(found.length / 2)] ?? Infinity;
  t.diagnostic(`found in ${found.length} of ${runs}, half of them within ${(median * letterMs) / 1000} s`);
  assert.ok(found.length >= 0.9 * runs, String(found.length));
});

test('SEN-7 a loop is compared with itself under a like load only', () => {
  const routes = { '/': tally(400, 0) };
  const before = momentOf(routes, { '4': tally(2000, 0), '64': tally(2000, 0, 1900) });
  const now = (loop: Traffic): Moment => ({ routes, loop });
  assert.deepEqual(worseningsOf(before, [now({ '64': tally(400, 0, 390), '256': tally(400, 0, 400) })]), []);
  assert.deepEqual(worseningsOf(before, [now({ '4': tally(29, 0, 29) })]), [], 'too few looks');
  assert.deepEqual(
    worseningsOf(before, [now({ '4': tally(400, 0, 80) })]).map(({ measure, route }) => [measure, route]),
    [['delay', null]],
  );
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
