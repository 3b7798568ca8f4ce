/**
 * Does memory grow under a release where it did not under the last good one (SEN-7)? Looked at is what thorough collections leave, so that
 * the saw between them does not count, in the first hour of a process after its warm-up. Pure.
 *
 * The test is Hirsch's seasonal one of Mann and Kendall: of all pairs of looks the later one must hold more, in nine of ten at least; only looks at
 * a like load are paired, so that a morning is no leak. A trend is not enough: it must be much, must not slow down as what fills up does, and
 * must have led well beyond all that the release before ever held, in a process that grew as old and took as many requests.
 */

/** What was left after a thorough collection. */
export interface Left {
  /** Since the process was heard of first. */
  readonly ageMs: number;
  /** Requests until then. */
  readonly served: number;
  readonly bytes: number;
  /** Requests a second since the one before, to the power of two. */
  readonly load: number;
}

/** One process, as it was heard. */
export interface Life {
  readonly pid: number;
  /** ms since 1970: of the first and the latest word. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly served: number;
  /** At least so far apart: where there are many, every other one is let go. */
  readonly everyMs: number;
  readonly lefts: readonly Left[];
}

export interface Word {
  readonly pid: number;
  readonly atMs: number;
  readonly served: number;
  /** Null where nothing was collected thoroughly since the word before. */
  readonly left: number | null;
  readonly spanMs: number;
}

/** In spans: what grows so soon after the start is a server that gets to work; and what comes later is for the memory limit. */
const warmUpSpans = 4;
const lifeSpans = 120;
const looksPerSpan = 3;
/** A process that only leaks is collected thoroughly four times until it holds a hundredfold. */
const leftsMin = 4;
const leftsMax = 40;
const agreeingMin = 0.8;
const grownShare = 0.25;
const grownBytes = 8 * 1024 * 1024;
const beyond = 1.25;
const latest = 3;

/** The life with what more was heard; `life` = null for the first word. */
export function lived(life: Life | null, { pid, atMs, served, left, spanMs }: Word): Life {
  if (life === null) return { pid, fromMs: atMs, toMs: atMs, served, everyMs: spanMs / looksPerSpan, lefts: [] };
  const ageMs = atMs - life.fromMs;
  if (ageMs > lifeSpans * spanMs) return life;
  const now = { ...life, toMs: Math.max(atMs, life.toMs), served };
  const before = life.lefts.at(-1) ?? { ageMs: 0, served: 0 };
  const isDue = ageMs - before.ageMs >= life.everyMs;
  if (left === null || ageMs < warmUpSpans * spanMs || !isDue) return now;
  const load = Math.floor(Math.log2((1000 * (served - before.served)) / (ageMs - before.ageMs)));
  const lefts = [...life.lefts, { ageMs, served, bytes: left, load: Math.max(0, load) }];
  const isMuch = lefts.length > leftsMax;
  return {
    ...now,
    everyMs: isMuch ? 2 * life.everyMs : life.everyMs,
    lefts: isMuch ? lefts.filter((_, at) => at % 2 === 0) : lefts,
  };
}

export interface Growth {
  readonly bytesPerMinute: number;
  /** What is left of late, and the most that ever was under the release before; 0 where it never was collected thoroughly. */
  readonly bytes: number;
  readonly bytesBefore: number;
}

/** How this process grows; null where it does not clearly, or where none of the lives before reached as far. */
export function growth(life: Life, before: readonly Life[]): Growth | null {
  const { lefts } = life;
  const [first, last] = [lefts[0], lefts.at(-1)];
  if (first === undefined || last === undefined || lefts.length < leftsMin) return null;
  const trend = trendOf(lefts);
  const grown = trend.perMs * (last.ageMs - first.ageMs);
  if (trend.agreeing < agreeingMin || grown < Math.max(grownBytes, grownShare * first.bytes)) return null;
  const [early, late] = [lefts.slice(0, lefts.length / 2), lefts.slice(lefts.length / 2)];
  if (trendOf(late).perMs < trendOf(early).perMs / 2) return null;
  const reaching = before.filter((one) => one.toMs - one.fromMs >= last.ageMs && one.served >= last.served);
  const bytes = median(lefts.slice(-latest).map((left) => left.bytes));
  const bytesBefore = Math.max(0, ...before.flatMap((one) => one.lefts.map((left) => left.bytes)));
  if (reaching.length === 0 || bytes < beyond * bytesBefore) return null;
  return { bytesPerMinute: trend.perMs * 60_000, bytes, bytesBefore };
}

interface Trend {
  /** Of the pairs, those that rose less those that fell: 1 = each, 0 = no trend. */
  readonly agreeing: number;
  /** Bytes, the median of all pairs (Theil and Sen). */
  readonly perMs: number;
}

function trendOf(lefts: readonly Left[]): Trend {
  const pairs = lefts.flatMap((later, at) =>
    lefts.slice(0, at).flatMap((earlier) => (earlier.load === later.load ? [{ earlier, later }] : [])),
  );
  const slopes = pairs.map(({ earlier, later }) => (later.bytes - earlier.bytes) / (later.ageMs - earlier.ageMs));
  const agreeing = slopes.reduce((sum, slope) => sum + Math.sign(slope), 0) / Math.max(1, slopes.length);
  return { agreeing, perMs: median(slopes) };
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
