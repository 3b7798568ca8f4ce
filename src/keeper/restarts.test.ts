import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanSlate, judge, restartDefaults, type Death, type History, type Verdict } from './restarts.ts';

const plain: Death = { atMs: 0, beforeReady: false, foreign: false, signature: 'a', readyMs: 1000, bootMs: 50 };

interface Series {
  readonly name: string;
  readonly deaths: readonly Partial<Death>[];
  readonly everyMs: number;
  readonly hold?: boolean;
  readonly random?: number;
  /** The last verdict. */
  readonly expect: Verdict['do'] | number;
}

/** Plays a series of deaths against a clock of its own. */
function play(series: Series): Verdict {
  let history: History = cleanSlate;
  let last: Verdict = { do: 'restart', delayMs: -1 };
  for (const [index, death] of series.deaths.entries()) {
    const { hold = false, random = 0.5 } = series;
    const how = { limits: restartDefaults, hold, random };
    const judged = judge(history, { ...plain, atMs: index * series.everyMs, ...death }, how);
    history = judged.history;
    last = judged.verdict;
  }
  return last;
}

function check(series: Series): void {
  const verdict = play(series);
  if (typeof series.expect === 'number')
    assert.deepEqual(verdict, { do: 'restart', delayMs: series.expect }, series.name);
  else assert.equal(verdict.do, series.expect, series.name);
}

const times = (count: number, death: Partial<Death> = {}): Partial<Death>[] =>
  Array.from({ length: count }, () => death);
const different = (count: number): Partial<Death>[] =>
  Array.from({ length: count }, (_, i) => ({ signature: `s${i}` }));

test('SUP-2 restart arithmetic: first at once, doubling with full jitter, the three budgets, the hold', () => {
  const cases: Series[] = [
    { name: 'first at once', deaths: times(1), everyMs: 1, expect: 0 },
    { name: 'second below 100 ms', deaths: times(2), everyMs: 1, expect: 50 },
    { name: 'full jitter reaches zero', deaths: times(2), everyMs: 1, random: 0, expect: 0 },
    { name: 'doubles', deaths: different(5), everyMs: 1, random: 1, expect: 800 },
    { name: 'never above 30 s', deaths: different(30), everyMs: 7000, random: 1, expect: 30_000 },
    { name: '4 before ready go on', deaths: times(4, { beforeReady: true, readyMs: 0 }), everyMs: 1, expect: 200 },
    { name: '5 before ready', deaths: times(5, { beforeReady: true, readyMs: 0 }), everyMs: 1, expect: 'crash_loop' },
    {
      name: '5 before ready in more than 60 s',
      deaths: times(5, { beforeReady: true }),
      everyMs: 15_001,
      expect: 'restart',
    },
    { name: '9 of one cause go on', deaths: times(9), everyMs: 1, expect: 'restart' },
    { name: '10 of one cause', deaths: times(10), everyMs: 1, expect: 'crash_loop' },
    {
      name: '10 of one cause whatever the uptime',
      deaths: times(10, { readyMs: 5900 }),
      everyMs: 6000,
      expect: 'crash_loop',
    },
    { name: '30 of different causes', deaths: different(30), everyMs: 1, expect: 'restart' },
    { name: '29 from outside go on, at once', deaths: times(29, { foreign: true }), everyMs: 1, expect: 0 },
    { name: '30 from outside', deaths: times(30, { foreign: true }), everyMs: 1, expect: 'crash_loop' },
    { name: 'from outside costs nothing', deaths: [...times(20, { foreign: true }), {}], everyMs: 1, expect: 0 },
    { name: 'a hold waits 1 s', deaths: different(9), everyMs: 1, hold: true, random: 1, expect: 1000 },
    { name: 'a hold never parks', deaths: times(40, { beforeReady: true }), everyMs: 1, hold: true, expect: 1000 },
    { name: 'settled after 60 s', deaths: [...different(6), { readyMs: 60_000 }], everyMs: 1, expect: 0 },
    { name: 'not settled before', deaths: [...different(6), { readyMs: 59_999 }], everyMs: 1, random: 1, expect: 3200 },
    {
      name: 'what serves for 30 s each time is down for 3 s at most',
      deaths: different(30).map((death) => ({ ...death, readyMs: 30_000 })),
      everyMs: 30_000,
      random: 1,
      expect: 3000,
    },
    {
      name: 'what serves for less than 10 s backs off as far as any',
      deaths: different(30).map((death) => ({ ...death, readyMs: 9999 })),
      everyMs: 10_000,
      random: 1,
      expect: 30_000,
    },
    {
      name: 'settled after 10 boots',
      deaths: [...different(6), { readyMs: 90_000, bootMs: 10_000 }],
      everyMs: 1,
      random: 1,
      expect: 3200,
    },
  ];
  for (const series of cases) check(series);
});

test('SUP-2 the window does not grow without bound', () => {
  let history: History = cleanSlate;
  const how = { limits: restartDefaults, hold: true, random: 0 };
  for (let i = 0; i < 1000; i += 1) history = judge(history, { ...plain, atMs: i }, how).history;
  assert.ok(history.marks.length <= 200);
});

test('SUP-2 of a program that ends without a fault before it listens it is said that nothing keeps it', () => {
  const whyOf = (signature: string): string => {
    const verdict = play({
      name: '',
      deaths: times(5, { beforeReady: true, readyMs: 0, signature }),
      everyMs: 1,
      expect: 0,
    });
    return verdict.do === 'crash_loop' ? verdict.why : '';
  };
  assert.match(whyOf('exit 0'), /before it was ready; it listens nowhere, or is meant to end: `kintsugi run --once`/);
  assert.match(whyOf('exit 3'), /before it was ready$/);
});
