/**
 * Did a release make things worse without an error (SEN-7)? What it answers is compared with what the last good release answered, route by
 * route: the share of 5xx, and the share of requests slower than half as much again as the old p95. So is how late its event loop turns, by
 * load; and how its memory grows (growth.ts). Pure.
 *
 * The test is Cochran's, Mantel's and Haenszel's (one-sided, with continuity correction), stratified by route or load, so that other traffic
 * is no worsening. Requests of one moment resemble each other, which no test of single requests knows: a stall of ten seconds is hundreds of slow
 * ones. So a release is looked at in spans of at least `spanMs` and 300 requests, each on requests of its own; the worst third of a span's
 * moments is left out; and worse is only what is worse in two spans running. Of `spansMax` looks, each of three measures, that makes false
 * alarms of at most 3 · spansMax · alpha² where spans are independent (correction for repeated looks).
 */

import { growth, lived, type Growth, type Life, type Word } from './growth.ts';

/** Requests to one route: how many, how many of them were answered 5xx, and how many fell into each bucket of latency. */
export interface Tally {
  readonly n: number;
  readonly failed: number;
  /** Bucket of the hook (see `bucketEndMs`) → requests. */
  readonly ms: Readonly<Record<string, number>>;
}

/** By route; of the loop by requests a second. */
export type Traffic = Readonly<Record<string, Tally>>;

/** Some seconds of a release: its answers, and how late its event loop turned, look by look. */
export interface Moment {
  readonly routes: Traffic;
  readonly loop: Traffic;
}

export interface Worsening {
  readonly measure: 'errors' | 'latency' | 'delay' | 'memory';
  /** The route that it shows on most; null where it is none of a route. */
  readonly route: string | null;
  /** One line for people, with figures. */
  readonly text: string;
}

const requestsMin = 200;
/** Looks at the loop: ten a second, fewer where it is blocked. */
const looksMin = 30;
/** With a third left out it must still be enough. */
const leastInSpan = 1.5 * requestsMin;
export const spansMax = 120;
/** The normal quantile of 1 - alpha, one-sided, of one measure in one span: alpha = 0.005. */
const zMin = 2.576;
/** A p95 of fewer is no p95. */
const baseMin = 20;
/** An old p95 is passed where a request takes so many times as long, and so much longer (a look at the loop is so late): less is nobody's regression. */
const slow = { times: 1.5, ms: 5, isEven: true };
const late = { times: 2, ms: 10, isEven: false };
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

/** What is clearly worse in a span than `before`; [] where nothing is, or where there is too little of what both have. */
export function worsenings(before: Moment, moments: readonly Moment[]): Worsening[] {
  const routes = moments.map((moment) => moment.routes);
  const failing = typical(routes, before.routes, failures);
  const errors = compared(failing, before.routes, failures, requestsMin);
  const latency = slowed(before.routes, routes, { ...slow, least: requestsMin });
  const loops = moments.map(({ loop }) => loop);
  const delay = slowed(before.loop, loops, { ...late, least: looksMin });
  const told: Worsening[] = [];
  if (errors !== null && errors.z >= zMin && errors.share - errors.expected >= failedMore)
    told.push({ measure: 'errors', route: errors.worst, text: errorText(errors, before.routes, failing) });
  if (latency !== null) told.push({ measure: 'latency', route: latency.worst, text: latencyText(latency) });
  if (delay !== null) told.push({ measure: 'delay', route: null, text: delayText(delay) });
  return told;
}

interface Slowed {
  readonly worst: string;
  /** The p95 there, in milliseconds. */
  readonly ms: number;
  readonly beforeMs: number;
}

interface Allowed {
  readonly times: number;
  readonly ms: number;
  /** Those of a bucket count as spread evenly in it: else a release twice as slow is missed. Of a loop, of which there are few looks, only what is sure counts. */
  readonly isEven: boolean;
  /** Fewer say nothing. */
  readonly least: number;
}

/** Whether clearly more than before lie above so many times the old p95 and so much; null where they do not. */
function slowed(before: Traffic, moments: readonly Traffic[], allowed: Allowed): Slowed | null {
  const { times, ms: moreMs, isEven, least } = allowed;
  const line = (base: Tally): number => times * quantileMs(base, 0.95, isEven) + moreMs;
  const lines = new Map(Object.entries(before).map(([name, base]) => [name, line(base)]));
  const isSlow = (tally: Tally, name: string): number => slower(tally, lines.get(name) ?? 0, isEven);
  const now = typical(moments, before, isSlow);
  const found = compared(now, before, isSlow, least);
  if (found === null || found.z < zMin || found.share <= slowShare) return null;
  const [beforeMs = 0, ms = 0] = [before[found.worst], now[found.worst]].map((tally) =>
    tally ? Math.ceil(quantileMs(tally, 0.95)) : 0,
  );
  return { worst: found.worst, ms, beforeMs };
}

/** How many requests of a tally are bad. */
type Bad = (tally: Tally, route: string) => number;

const failures: Bad = ({ failed }) => failed;

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
function compared(now: Traffic, before: Traffic, bad: Bad, least: number): Compared | null {
  const strata = strataOf(before, now);
  const isEnough = (of: 'base' | 'tally'): boolean => strata.reduce((total, one) => total + one[of].n, 0) >= least;
  if (!isEnough('base') || !isEnough('tally')) return null;
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

/** How many took longer: of the bucket in which the line lies its part, or none where only what is sure counts. */
function slower({ ms }: Tally, lineMs: number, isEven: boolean): number {
  return Object.entries(ms).reduce((total, [bucket, n]) => {
    const [fromMs, endMs] = [bucketEndMs(Number(bucket) - 1), bucketEndMs(Number(bucket))];
    const part = (endMs - lineMs) / (endMs - fromMs);
    return total + n * Math.min(1, Math.max(0, isEven ? part : Math.floor(part)));
  }, 0);
}

/** Where in its bucket the quantile lies, or the end of that bucket. */
export function quantileMs({ n, ms }: Tally, share: number, isEven = false): number {
  const buckets = Object.entries(ms)
    .map(([bucket, count]) => [Number(bucket), count] as const)
    .sort(([a], [b]) => a - b);
  let left = n * share;
  for (const [bucket, count] of buckets) {
    const [fromMs, endMs] = [bucketEndMs(bucket - 1), bucketEndMs(bucket)];
    if (left <= count) return isEven ? fromMs + (left / count) * (endMs - fromMs) : endMs;
    left -= count;
  }
  return 0;
}

function errorText({ share, expected, worst }: Compared, before: Traffic, now: Traffic): string {
  const [old, recent] = [before[worst], now[worst]].map((tally) => percent((tally?.failed ?? 0) / (tally?.n ?? 1)));
  return `${percent(share)} of the requests fail (5xx), ${percent(expected)} before; most of all ${worst}: ${recent}, ${old} before`;
}

function latencyText({ worst, ms, beforeMs }: Slowed): string {
  return `requests take longer; most of all ${worst}: one in twenty takes more than ${ms} ms, ${beforeMs} ms before`;
}

function delayText({ worst, ms, beforeMs }: Slowed): string {
  return `the event loop is late; most of all at ${worst} requests a second and more: in one look of twenty by more than ${ms} ms, ${beforeMs} ms before`;
}

function memoryText({ bytesPerMinute, bytes, bytesBefore }: Growth): string {
  const mb = (value: number): string => `${(value / 2 ** 20).toFixed(1)} MB`;
  return `memory grows by ${mb(bytesPerMinute)} a minute and does not slow down: ${mb(bytes)} are left after collections, ${mb(bytesBefore)} at most before`;
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
  readonly traffic: Moment;
  /** The moments of the span under way, and since when (ms since 1970); null before the first request. */
  readonly span: readonly Moment[];
  readonly spanFromMs: number | null;
  readonly spans: number;
  /** What was worse in the span before. */
  readonly worse: readonly Worsening['measure'][];
  /** Of its processes, the latest heard of last. */
  readonly lives: readonly Life[];
}

const noTraffic: Moment = { routes: {}, loop: {} };
const livesMax = 4;

export const freshCourse: Course = { traffic: noTraffic, span: [], spanFromMs: null, spans: 0, worse: [], lives: [] };

/** What a process of a release said of some seconds. */
export interface Heard extends Word {
  readonly moment: Moment;
  /** The release to compare with; null where there is none. */
  readonly base: Course | null;
}

/**
 * What more was heard of a release at a time. Of answers and loop the verdict comes with the span that confirms it, and no more once
 * `spansMax` were looked at; of memory with a collection, which looks back over all of them.
 */
export function followed(
  course: Course,
  heard: Heard,
): { readonly course: Course; readonly worsening: Worsening | null } {
  const known = course.lives.find(({ pid }) => pid === heard.pid) ?? null;
  const life = lived(known, heard);
  const lives = [...course.lives.filter((one) => one !== known), life].slice(-livesMax);
  const grown = heard.base !== null && heard.left !== null ? growth(life, heard.base.lives) : null;
  const inSpan = spanned(course, heard);
  const confirmed = inSpan.found?.find(({ measure }) => course.worse.includes(measure)) ?? null;
  const worsening: Worsening | null = grown && { measure: 'memory', route: null, text: memoryText(grown) };
  const worse = inSpan.found?.map(({ measure }) => measure) ?? course.worse;
  return { course: { ...inSpan.course, lives, worse }, worsening: confirmed ?? worsening };
}

/** `found` = what is worse in the span that this moment fills; null where it fills none. */
function spanned(course: Course, { moment, atMs, base, spanMs }: Heard): { course: Course; found: Worsening[] | null } {
  const span = [...course.span, moment];
  const spanFromMs = course.spanFromMs ?? atMs;
  const requests = span.reduce((all, { routes }) => all + requestsIn(routes), 0);
  const isFull = atMs - spanFromMs >= spanMs && requests >= leastInSpan;
  if (!isFull) return { course: { ...course, span, spanFromMs }, found: null };
  const isLooked = base !== null && course.spans < spansMax;
  const traffic = span.reduce(together, course.traffic);
  const spans = course.spans + (isLooked ? 1 : 0);
  return {
    course: { ...course, traffic, span: [], spanFromMs: atMs, spans },
    found: isLooked ? worsenings(wholeOf(base), span) : [],
  };
}

/** All that was heard of a release. */
export function wholeOf({ span, traffic }: Course): Moment {
  return span.reduce(together, traffic);
}

function together(all: Moment, { routes, loop }: Moment): Moment {
  return { routes: added(all.routes, routes), loop: added(all.loop, loop) };
}
