/** Memory that warms up, saws, drifts and follows the day is no leak; one that grows and does not slow down is: over simulated processes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dice, normalBy } from './chance.test-helper.ts';
import { growth, lived, type Life } from './growth.ts';

const spanMs = 30_000;
const mb = 2 ** 20;

interface Leaking {
  readonly perRequest?: number;
  readonly perMinute?: number;
}

interface Server {
  /** A process started at that hour of the day, heard of every ten seconds for so many minutes; each look at it. */
  run(startH: number, minutes: number, leak: Leaking, look: (life: Life) => boolean): Life;
}

/**
 * What thorough collections leave: a warm-up that may take half an hour, caches that fill with the requests, connections that come and go
 * with the load of the day, noise that lasts, and collections that come now and then, more of them the more there is to do.
 */
function serverOf(random: () => number): Server {
  const normal = normalBy(random);
  const baseMb = 10 + 150 * random();
  const warm = { mb: baseMb * 1.5 * random(), minutes: 0.3 * 100 ** random() };
  const cache = { mb: random() < 0.5 ? 0 : baseMb * 2 * random(), requests: 1000 * 300 ** random() };
  const most = 2 + 200 * random() ** 2;
  const perLoad = baseMb * 0.8 * random();
  const [noise, lasting] = [0.08 * random(), 0.98 * random()];
  const collected = 0.05 + 0.9 * random();
  return {
    run(startH, minutes, { perRequest = 0, perMinute = 0 }, look) {
      let [life, served, drift]: [Life | null, number, number] = [null, 0, 0];
      for (let letter = 0; letter < minutes * 6; letter += 1) {
        const atH = startH + letter / 360;
        const load = 0.1 + 0.9 * Math.sin((Math.PI * atH) / 24) ** 2;
        served += Math.round(10 * most * load * Math.exp(0.2 * normal()));
        drift = lasting * drift + Math.sqrt(1 - lasting ** 2) * noise * normal();
        const warmth = warm.mb * (1 - Math.exp(-letter / 6 / warm.minutes));
        const filled = cache.mb * (1 - Math.exp(-served / cache.requests));
        const leaked = served * perRequest + (letter / 6) * perMinute;
        const bytes = (baseMb + warmth + filled + perLoad * load) * mb * Math.exp(drift) + leaked;
        const left = random() < collected * load ? Math.round(bytes) : null;
        life = lived(life, { pid: 1, atMs: letter * 10_000, served, left, spanMs });
        if (left !== null && look(life)) return life;
      }
      assert.ok(life);
      return life;
    },
  };
}

interface Comparison {
  /** The good release ran so long. */
  readonly minutes: number;
  /** The next one is that much later in the day. */
  readonly laterH: number;
  readonly leak: Leaking;
}

/** How many minutes of the next release it took; null where an hour of it said nothing. */
function minutesToAlarm(seed: number, comparison: (random: () => number) => Comparison): number | null {
  const random = dice(seed);
  const { minutes, laterH, leak } = comparison(random);
  const server = serverOf(random);
  const startH = 24 * random();
  const before = server.run(startH, minutes, {}, () => false);
  const life = server.run(startH + laterH, 60, leak, (one) => growth(one, [before]) !== null);
  return growth(life, [before]) === null ? null : (life.toMs - life.fromMs) / 60_000;
}

test('SEN-7 memory that does as before raises an alarm in fewer than 1 of 100 runs of an hour', (t) => {
  const runs = process.env['KINTSUGI_TEST_FULL'] === '1' ? 1000 : 50;
  const quiet = (random: () => number): Comparison => ({
    minutes: 20 + 160 * random(),
    laterH: 12 * random(),
    leak: {},
  });
  const found = Array.from({ length: runs }, (_, seed) => minutesToAlarm(seed + 1, quiet)).filter((at) => at !== null);
  t.diagnostic(`${found.length} false alarms in ${runs} quiet runs`);
  assert.ok(found.length < runs / 100, `${found.length} false alarms`);
});

test('SEN-7 a release that leaks is found before it holds much', (t) => {
  const cases = [
    { name: '5 MB a minute', leak: { perMinute: 5 * mb }, least: 34 },
    { name: '20 MB a minute', leak: { perMinute: 20 * mb }, least: 38 },
    { name: '10 kB a request', leak: { perRequest: 10_000 }, least: 34 },
  ];
  for (const { name, leak, least } of cases) {
    const worse = (): Comparison => ({ minutes: 61, laterH: 0, leak });
    const found = Array.from({ length: 40 }, (_, seed) => minutesToAlarm(seed + 1, worse)).filter((at) => at !== null);
    const median = found.sort((a, b) => a - b)[Math.floor(found.length / 2)] ?? Infinity;
    t.diagnostic(`${name}: found in ${found.length} of 40, half of them within ${Math.round(median)} minutes`);
    assert.ok(found.length >= least, `${name}: ${found.length}`);
  }
});

/** A look every span; the bytes of each, null = nothing was collected. */
function lifeOf(bytes: readonly (number | null)[], perSpan = 1000): Life {
  return bytes.reduce((life: Life | null, left, at) => {
    const word = { pid: 1, atMs: at * spanMs, served: at * perSpan, left: left === null ? null : left * mb, spanMs };
    return lived(life, word);
  }, null)!;
}

const flat = lifeOf(Array.from({ length: 40 }, () => 50));
const leaking = Array.from({ length: 30 }, (_, at) => 50 + 2 * at);

test('SEN-7 memory that grows is told with its rate, what is left, and the most that was before', () => {
  const found = growth(lifeOf(leaking), [flat]);
  assert.deepEqual(found, { bytesPerMinute: 4 * mb, bytes: 106 * mb, bytesBefore: 50 * mb });
});

test('SEN-7 no verdict: it slows down, was as large before, hardly grows, or nothing before reached as far', () => {
  const filling = Array.from({ length: 30 }, (_, at) => 50 + 60 * (1 - Math.exp(-at / 6)));
  assert.equal(growth(lifeOf(filling), [flat]), null, 'it slows down');
  assert.equal(growth(lifeOf(leaking), [lifeOf([...leaking, ...leaking])]), null, 'as large before');
  assert.equal(growth(lifeOf(leaking.map((_, at) => 50 + at / 5)), [flat]), null, 'hardly');
  assert.equal(growth(lifeOf(leaking), []), null, 'nothing before');
  assert.equal(growth(lifeOf(leaking), [lifeOf(Array.from({ length: 20 }, () => 50))]), null, 'shorter before');
  assert.equal(
    growth(lifeOf(leaking), [
      lifeOf(
        Array.from({ length: 40 }, () => 50),
        100,
      ),
    ]),
    null,
    'less used before',
  );
  assert.equal(growth(lifeOf(leaking.slice(0, 7)), [flat]), null, 'too few looks');
  const uncollected = lifeOf(Array.from({ length: 40 }, () => null));
  assert.notEqual(growth(lifeOf(leaking), [uncollected]), null, 'nothing was there to be collected');
});

test('SEN-7 only looks at a like load are paired: what comes and goes with it is no leak', () => {
  const [quiet, busy] = [20, 20].map((count) => Array.from({ length: count }));
  const words = [...quiet!.map(() => [50, 100] as const), ...busy!.map(() => [90, 5000] as const)];
  let [life, served]: [Life | null, number] = [null, 0];
  for (const [at, [bytes, requests]] of words.entries()) {
    served += requests;
    life = lived(life, { pid: 1, atMs: at * spanMs, served, left: (bytes + at / 100) * mb, spanMs });
  }
  const before = { ...flat, served: 1e9 };
  assert.equal(growth(life!, [before]), null);
});

test('SEN-7 of a long life the first hour counts, and of many looks not each', () => {
  const life = lifeOf(Array.from({ length: 1000 }, () => 50));
  assert.ok(life.lefts.length <= 40 && life.toMs === 120 * spanMs, JSON.stringify([life.lefts.length, life.toMs]));
  assert.ok(life.lefts[0]!.ageMs >= 4 * spanMs, 'not the warm-up');
});
