/**
 * Did a release make things worse without an error (SEN-7)? What it answers is compared with what the last good release answered, route by
 * route: the share of 5xx, and the share of requests slower than half as much again as the old p95. Pure.
 *
 * The test is Cochran's, Mantel's and Haenszel's (one-sided, with continuity correction), stratified by route, so that other traffic is no
 * worsening. Requests of one moment resemble each other, which no test of single requests knows: a stall of ten seconds is hundreds of slow
 * ones. So a release is looked at in spans of at least `spanMs` and 300 requests, each on requests of its own; the worst third of a span's
 * moments is left out; and worse is only what is worse in two spans running. Of `spansMax` looks, each of two measures, that makes false
 * alarms of at most 2 · spansMax · alpha² where spans are independent (correction for repeated looks).
 */

/** Requests to one route: how many, how many of them were answered 5xx, and how many fell into each bucket of latency. */
export interface Tally {
  readonly n: number;
  readonly failed: number;
  /** Bucket of the hook (see `bucketEndMs`) → requests. */
  readonly ms: Readonly<Record<string, number>>;
}

/** By route. */
export type Traffic = Readonly<Record<string, Tally>>;

export interface Worsening {
  readonly measure: 'errors' | 'latency';
  /** The route that it shows on most. */
  readonly route: string;
  /** One line for people, with figures. */
  readonly text: string;
}

const requestsMin = 200;
/** With a third left out it must still be enough. */
const leastInSpan = 1.5 * requestsMin;
export const spansMax = 120;
/** The normal quantile of 1 - alpha, one-sided, of one measure in one span: alpha = 0.005. */
const zMin = 2.576;
/** A p95 of fewer is no p95. */
const baseMin = 20;
/** An old p95 is passed where a request takes so many times as long, and so much longer: less is nobody's regression. */
const slowTimes = 1.5;
const slowMs = 5;
/** Clear, not only certain: so many more of a hundred fail; and more than 5 of 100 lie above the old p95 and what is allowed on top. */
const failedMore = 0.02;
const slowShare = 0.05;
/** What is older weighs less: a route with more requests than this is halved. */
const keptMax = 10_000;
/** The most used ones are kept. */
const routesMax = 100;

/** The end of a bucket in milliseconds: four buckets to each doubling of microseconds, as the hook counts them. */
export function bucketEndMs(bucket: number): number {
  return (2 ** Math.floor(bucket / 4) * (1 + ((bucket % 4) + 1) / 4)) / 1000;
}

/** Both together; what there is much of is halved, so that it follows the times. */
export function added(traffic: Traffic, more: Traffic): Traffic {
  const routes = [...new Set([...Object.keys(traffic), ...Object.keys(more)])];
  const both = routes.map((route) => [route, halved(sum(traffic[route], more[route]))] as const);
  return Object.fromEntries(both.sort(([, a], [, b]) => b.n - a.n).slice(0, routesMax));
}

export function requestsIn(traffic: Traffic): number {
  return Object.values(traffic).reduce((total, { n }) => total + n, 0);
}

/** What is clearly worse in a span than `before`; [] where nothing is, or where there is too little of routes that both have. */
export function worsenings(before: Traffic, moments: readonly Traffic[]): Worsening[] {
  const lines = new Map(
    Object.entries(before).map(([route, base]) => [route, slowTimes * quantileMs(base, 0.95) + slowMs]),
  );
  const failing = typical(moments, before, (tally) => tally.failed);
  const errors = compared(failing, before, (tally) => tally.failed);
  const slow = (tally: Tally, route: string): number => slower(tally, lines.get(route) ?? 0);
  const lagging = typical(moments, before, slow);
  const latency = compared(lagging, before, slow);
  const told: Worsening[] = [];
  if (errors !== null && errors.z >= zMin && errors.share - errors.expected >= failedMore)
    told.push({ measure: 'errors', route: errors.worst, text: errorText(errors, before, failing) });
  if (latency !== null && latency.z >= zMin && latency.share > slowShare)
    told.push({ measure: 'latency', route: latency.worst, text: latencyText(latency, before, lagging) });
  return told;
}

/** How many requests of a tally are bad. */
type Bad = (tally: Tally, route: string) => number;

/** The span without the third of its moments that has most bad requests above what the old shares let expect. */
function typical(moments: readonly Traffic[], before: Traffic, bad: Bad): Traffic {
  const excess = (moment: Traffic): number =>
    strataOf(before, moment).reduce(
      (sum, { route, base, tally }) => sum + bad(tally, route) - (tally.n * bad(base, route)) / base.n,
      0,
    );
  const sorted = moments.map((moment) => ({ moment, excess: excess(moment) })).sort((a, b) => a.excess - b.excess);
  const kept = sorted.slice(0, moments.length - Math.floor(moments.length / 3));
  return kept.reduce((all: Traffic, { moment }) => added(all, moment), {});
}

function strataOf(before: Traffic, now: Traffic): { route: string; base: Tally; tally: Tally }[] {
  return Object.entries(now).flatMap(([route, tally]) => {
    const base = before[route];
    return base !== undefined && base.n >= baseMin && tally.n > 0 ? [{ route, base, tally }] : [];
  });
}

interface Compared {
  /** Standard deviations above what the old shares let expect. */
  readonly z: number;
  /** Of the requests now: bad ones, and as many as the old shares would have made bad. */
  readonly share: number;
  readonly expected: number;
  readonly worst: string;
}

/** Given how many are bad in both together, the bad ones of now follow a hypergeometric law in each stratum; their sum is compared. */
function compared(now: Traffic, before: Traffic, bad: Bad): Compared | null {
  const strata = strataOf(before, now);
  const enough = (of: 'base' | 'tally'): boolean => strata.reduce((total, one) => total + one[of].n, 0) >= requestsMin;
  if (!enough('base') || !enough('tally')) return null;
  let [excess, variance, allBad, all, expected] = [0, 0, 0, 0, 0];
  let worst = { route: '', excess: -Infinity };
  for (const { route, base, tally } of strata) {
    const [oldBad, oldAll] = [bad(base, route), base.n];
    const [newBad, newAll] = [bad(tally, route), tally.n];
    const [both, total] = [oldBad + newBad, oldAll + newAll];
    const here = newBad - (newAll * both) / total;
    excess += here;
    variance += (newAll * oldAll * both * (total - both)) / (total * total * (total - 1));
    allBad += newBad;
    all += newAll;
    expected += newAll * (oldBad / oldAll);
    if (here > worst.excess) worst = { route, excess: here };
  }
  const z = variance > 0 ? (excess - 0.5) / Math.sqrt(variance) : 0;
  return { z, share: allBad / all, expected: expected / all, worst: worst.route };
}

/** Of the requests those that surely took longer. */
function slower({ ms }: Tally, lineMs: number): number {
  return Object.entries(ms).reduce(
    (total, [bucket, n]) => total + (bucketEndMs(Number(bucket) - 1) >= lineMs ? n : 0),
    0,
  );
}

/** The end of the bucket that the quantile lies in. */
export function quantileMs({ n, ms }: Tally, share: number): number {
  const buckets = Object.entries(ms)
    .map(([bucket, count]) => [Number(bucket), count] as const)
    .sort(([a], [b]) => a - b);
  let left = n * share;
  for (const [bucket, count] of buckets) {
    left -= count;
    if (left <= 0) return bucketEndMs(bucket);
  }
  return 0;
}

function errorText({ share, expected, worst }: Compared, before: Traffic, now: Traffic): string {
  const [old, recent] = [before[worst], now[worst]].map((tally) => percent((tally?.failed ?? 0) / (tally?.n ?? 1)));
  return `${percent(share)} of the requests fail (5xx), ${percent(expected)} before; most of all ${worst}: ${recent}, ${old} before`;
}

function latencyText({ worst }: Compared, before: Traffic, now: Traffic): string {
  const [old, recent] = [before[worst], now[worst]].map((tally) => (tally ? Math.ceil(quantileMs(tally, 0.95)) : 0));
  return `requests take longer; most of all ${worst}: one in twenty takes more than ${recent} ms, ${old} ms before`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

const none: Tally = { n: 0, failed: 0, ms: {} };

function sum(one: Tally = none, other: Tally = none): Tally {
  const buckets = new Set([...Object.keys(one.ms), ...Object.keys(other.ms)]);
  const ms = Object.fromEntries(
    [...buckets].map((bucket) => [bucket, (one.ms[bucket] ?? 0) + (other.ms[bucket] ?? 0)]),
  );
  return { n: one.n + other.n, failed: one.failed + other.failed, ms };
}

function halved(tally: Tally): Tally {
  if (tally.n <= keptMax) return tally;
  const ms = Object.fromEntries(Object.entries(tally.ms).map(([bucket, n]) => [bucket, Math.round(n / 2)]));
  const n = Object.values(ms).reduce((total, count) => total + count, 0);
  return { n, failed: Math.min(n, Math.round(tally.failed / 2)), ms };
}

/** How a release has done so far; spans of it are compared with a base as they fill. */
export interface Course {
  readonly traffic: Traffic;
  /** The moments of the span under way, and since when (ms since 1970); null before the first request. */
  readonly span: readonly Traffic[];
  readonly spanFromMs: number | null;
  readonly spans: number;
  /** What was worse in the span before. */
  readonly worse: readonly Worsening['measure'][];
}

export const freshCourse: Course = { traffic: {}, span: [], spanFromMs: null, spans: 0, worse: [] };

/**
 * What more was heard of a release at a time; `base` = the traffic of the release to compare with, null where there is none.
 * The verdict comes with the span that confirms it, and no more once `spansMax` were looked at.
 */
export function followed(
  course: Course,
  heard: { readonly traffic: Traffic; readonly atMs: number; readonly base: Traffic | null; readonly spanMs: number },
): { readonly course: Course; readonly worsening: Worsening | null } {
  const span = [...course.span, heard.traffic];
  const spanFromMs = course.spanFromMs ?? heard.atMs;
  const requests = span.reduce((sum, moment) => sum + requestsIn(moment), 0);
  const isFull = heard.atMs - spanFromMs >= heard.spanMs && requests >= leastInSpan;
  if (!isFull) return { course: { ...course, span, spanFromMs }, worsening: null };
  const isLooked = heard.base !== null && course.spans < spansMax;
  const found = isLooked && heard.base !== null ? worsenings(heard.base, span) : [];
  const worsening = found.find(({ measure }) => course.worse.includes(measure)) ?? null;
  return {
    course: {
      traffic: span.reduce(added, course.traffic),
      span: [],
      spanFromMs: heard.atMs,
      spans: course.spans + (isLooked ? 1 : 0),
      worse: found.map(({ measure }) => measure),
    },
    worsening,
  };
}
