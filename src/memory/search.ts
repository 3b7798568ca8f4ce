/** Exact hybrid search: BM25 over words and the cosine over hashed pieces of words, each over every document, fused by rank. */
import { featuresOf, type Counts, type Normalise } from './features.ts';
import type { Postings } from './postings.ts';

export interface Hit {
  readonly doc: number;
  /** Reciprocal rank fusion: about 0.033 where both ways put it first. */
  readonly score: number;
}

/** BM25's usual constants. */
const saturation = 1.2;
const lengthWeight = 0.75;
/** Reciprocal rank fusion's usual constant, and how deep each way is looked into. */
const rankBase = 60;
const depth = 20;
const queryCharsMax = 2_000;
/** See `termsOf`: postings that a query may touch, per document and at least, and terms that always count. */
const budgetShare = 2;
const budgetMin = 4_000;
const termsMin = 4;

const logOf = Float32Array.from({ length: 256 }, (_, count) => (count === 0 ? 0 : 1 + Math.log(count)));

/** 1 / length of the vector of a document: pieces weigh 1 + ln(count). */
export function scaleOf(grams: Counts): number {
  let sum = 0;
  for (const count of grams.values()) sum += (logOf[count] ?? 0) ** 2;
  return sum === 0 ? 0 : 1 / Math.sqrt(sum);
}

/** The best `most` documents of the namespaces in `spaces` (bits), best first. Of the query, the first 2,000 characters count. */
export function search(
  postings: Postings,
  query: { text: string; spaces: number; normalise: Normalise },
  most: number,
): Hit[] {
  const { words, grams } = featuresOf(query.text.slice(0, queryCharsMax), query.normalise);
  const wanted = { spaces: query.spaces, most: Math.max(depth, most) };
  const lists = [top(postings, bm25(postings, words), wanted), top(postings, cosine(postings, grams), wanted)];
  const fused = new Map<number, number>();
  for (const list of lists)
    for (const [rank, doc] of list.entries()) fused.set(doc, (fused.get(doc) ?? 0) + rankScore(rank));
  return [...fused]
    .map(([doc, score]) => ({ doc, score }))
    .sort((a, b) => b.score - a.score || b.doc - a.doc)
    .slice(0, most);
}

/** What a rank, from 0, brings to the sum. */
export function rankScore(rank: number): number {
  return 1 / (rankBase + 1 + rank);
}

interface Term {
  readonly from: number;
  readonly to: number;
  readonly recent: readonly number[];
  /** In how many documents. */
  readonly having: number;
  readonly count: number;
  readonly idf: number;
}

/**
 * The rarest features of a query, as many as together occur at most twice as often as there are documents: what nearly every
 * document has tells none from another, and would cost most of the time.
 */
function termsOf(postings: Postings, features: Counts): Term[] {
  const terms: Term[] = [];
  for (const [feature, count] of features) {
    const { from, to, recent } = postings.find(feature);
    const having = to - from + recent.length;
    if (having === 0) continue;
    const idf = Math.log(1 + (postings.size - having + 0.5) / (having + 0.5));
    terms.push({ from, to, recent, having, count, idf });
  }
  terms.sort((a, b) => a.having - b.having);
  let left = Math.max(budgetMin, budgetShare * postings.size);
  const end = terms.findIndex((term, at) => (left -= term.having) < 0 && at >= termsMin);
  return end < 0 ? terms : terms.slice(0, end);
}

function bm25(postings: Postings, words: Counts): Float32Array {
  const { stored, columns, size } = postings;
  const { lengths } = columns;
  const sums = cleared(size);
  const flat = saturation * (1 - lengthWeight);
  const slope = (saturation * lengthWeight * size) / Math.max(1, postings.words);
  for (const { from, to, recent, idf } of termsOf(postings, words)) {
    const weight = idf * (saturation + 1);
    for (let at = from; at < to; at += 1) {
      const doc = stored.docs[at] as number;
      const count = stored.counts[at] as number;
      sums[doc] = (sums[doc] as number) + (weight * count) / (count + flat + slope * (lengths[doc] as number));
    }
    for (const each of recent) {
      const doc = Math.floor(each / 256);
      const count = each % 256;
      sums[doc] = (sums[doc] as number) + (weight * count) / (count + flat + slope * (lengths[doc] as number));
    }
  }
  return sums;
}

/** The query's weights have the rarity squared, once for each side, as is usual; the documents' lengths do without. */
function cosine(postings: Postings, grams: Counts): Float32Array {
  const { stored, columns, size } = postings;
  const { scales } = columns;
  const sums = cleared(size);
  for (const { from, to, recent, count, idf } of termsOf(postings, grams)) {
    const weight = (logOf[count] as number) * idf * idf;
    for (let at = from; at < to; at += 1) {
      const doc = stored.docs[at] as number;
      sums[doc] =
        (sums[doc] as number) + weight * (logOf[stored.counts[at] as number] as number) * (scales[doc] as number);
    }
    for (const each of recent) {
      const doc = Math.floor(each / 256);
      sums[doc] = (sums[doc] as number) + weight * (logOf[each % 256] as number) * (scales[doc] as number);
    }
  }
  return sums;
}

/** Kept between searches: clearing is cheaper than making. */
let spare = new Float32Array(0);

function cleared(size: number): Float32Array {
  if (spare.length < size) spare = new Float32Array(size * 2);
  return spare.subarray(0, size).fill(0);
}

function top(postings: Postings, sums: Float32Array, { spaces, most }: { spaces: number; most: number }): number[] {
  const docs: number[] = [];
  let least = 0;
  for (let doc = postings.size - 1; doc >= 0; doc -= 1) {
    const score = sums[doc] as number;
    if (score <= least || ((postings.columns.spaces[doc] as number) & spaces) === 0) continue;
    let at = docs.length;
    while (at > 0 && (sums[docs[at - 1] as number] as number) < score) at -= 1;
    docs.splice(at, 0, doc);
    if (docs.length > most) docs.pop();
    if (docs.length === most) least = sums[docs[most - 1] as number] as number;
  }
  return docs;
}
