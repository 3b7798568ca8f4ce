/** How late the event loop turns, looked at some ten times a second while there is work; told with the vitals, and by load with the traffic (SEN-7). */

const betweenMs = 100;
/** Of the time between two looks they are apart by half more or less, evenly spread: what the app does in step with a clock would else be seen always or never. */
const golden = 0.618_034;
const perDoubling = 4;
const later = setTimeout;
const { hrtime } = process;

/** How many there were, and how many fell into each bucket of milliseconds. */
export interface Tally {
  n: number;
  /** Answered 5xx, where they are answers. */
  failed: number;
  /** Bucket → how many. */
  readonly ms: Record<number, number>;
}

export function emptyTally(): Tally {
  return { n: 0, failed: 0, ms: {} };
}

/** Four buckets to each doubling of microseconds. */
export function bucketOf(ms: number): number {
  const us = Math.max(1, ms * 1000);
  const doublings = Math.floor(Math.log2(us));
  return doublings * perDoubling + Math.floor((us / 2 ** doublings - 1) * perDoubling);
}

/** Of the loop, since it was asked last, in milliseconds. */
export interface Lateness {
  readonly p99: number;
  readonly max: number;
}

let timer: NodeJS.Timeout | null = null;
let looks = 0;
let dueMs = 0;
/** Of the second under way, and of all since they were told; milliseconds. */
let ofSecond: number[] = [];
let untold: number[] = [];
let byLoad = new Map<number, Tally>();

/** Of a clock that nobody sets, neither the machine nor an app that replaces `Date`. */
export function nowMs(): number {
  const time = hrtime(); // taken apart by name it would leave an iterator behind, each time
  return time[0] * 1000 + time[1] / 1e6;
}

function watch(): void {
  looks += 1;
  const waitMs = betweenMs * (0.5 + ((looks * golden) % 1));
  dueMs = nowMs() + waitMs;
  timer = later(look, waitMs).unref();
}

function look(): void {
  ofSecond.push(Math.max(0, nowMs() - dueMs));
  watch();
}

/** Called every second: how many requests came in it, and whether the next one is looked at. */
export function secondOver(requests: number, isWatched: boolean): void {
  if (requests > 0) count(requests);
  untold.push(...ofSecond);
  ofSecond = [];
  if (isWatched === (timer !== null)) return;
  if (timer !== null) clearTimeout(timer);
  timer = null;
  if (isWatched) watch();
}

/** A loop is later where there is more to do, so that only like is compared with like: by how many requests the second had, to the power of two. */
function count(requests: number): void {
  const load = 2 ** Math.floor(Math.log2(requests));
  const tally = byLoad.get(load) ?? emptyTally();
  for (const ms of ofSecond) {
    const bucket = bucketOf(ms);
    tally.n += 1;
    tally.ms[bucket] = (tally.ms[bucket] ?? 0) + 1;
  }
  if (tally.n > 0) byLoad.set(load, tally);
}

export function takeLateness(): Lateness {
  const sorted = untold.sort((a, b) => a - b).map(Math.round);
  untold = [];
  return { p99: sorted[Math.ceil(0.99 * sorted.length) - 1] ?? 0, max: sorted.at(-1) ?? 0 };
}

/** Requests of a second → how late it was, since it was told last. */
export function takeLoop(): Record<string, Tally> {
  const taken = Object.fromEntries(byLoad);
  byLoad = new Map();
  return taken;
}
