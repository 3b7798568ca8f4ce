/** What a text is found by: its words, the four-letter pieces of its normalised words, and exact keys, each hashed to 32 bits. */

/** Raised whenever one of these functions changes what it gives: indexes made before are then made anew. */
export const scheme = 1;

/** Feature → how often, 1 to 255. */
export type Counts = Map<number, number>;

export interface Features {
  /** For BM25: words as written, and the parts of names in camelCase. */
  readonly words: Counts;
  /** The embedding: a sparse vector of hashed pieces of four characters. */
  readonly grams: Counts;
  /** How many words, repetitions included. */
  readonly length: number;
}

const chunkCharsMax = 2_000;
const seeds = { word: 0x811c9dc5, gram: 0x9747b28c, key: 0x2545f491 } as const;

/** Takes out of a text what differs between two sights of the same failure. */
export type Normalise = (text: string) => string;

export function featuresOf(text: string, normalise: Normalise): Features {
  const words: Counts = new Map();
  const grams: Counts = new Map();
  let length = 0;
  const meet = (word: string): void => {
    count(words, hash(word, seeds.word));
    length += 1;
  };
  for (const [whole] of text.matchAll(/[\p{L}\p{N}_$]+/gu)) {
    meet(whole.toLowerCase());
    const parts = whole.match(/\p{Lu}?[\p{Ll}]+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu) ?? [];
    if (parts.length > 1) for (const part of parts) meet(part.toLowerCase());
  }
  for (const [word] of normalise(text)
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}]+/gu)) {
    const padded = ` ${word} `;
    for (let at = 0; at === 0 || at + 4 <= padded.length; at += 1)
      count(grams, hash(padded.slice(at, at + 4), seeds.gram));
  }
  return { words, grams, length };
}

/** The feature of a key, such as `signature:…`, that is looked up exactly. */
export function keyFeature(key: string): number {
  return hash(key, seeds.key);
}

/** A long text in pieces of at most 2,000 characters, cut at a line or a blank where there is one; together they are the text. */
export function chunksOf(text: string): string[] {
  const chunks: string[] = [];
  let rest = text;
  while (rest.length > chunkCharsMax) {
    const head = rest.slice(0, chunkCharsMax);
    const soft = Math.max(head.lastIndexOf('\n'), head.lastIndexOf(' ')) + 1;
    const isHalf = (head.charCodeAt(chunkCharsMax - 1) & 0xfc00) === 0xd800;
    const end = soft > chunkCharsMax / 2 ? soft : chunkCharsMax - (isHalf ? 1 : 0);
    chunks.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return rest === '' && chunks.length > 0 ? chunks : [...chunks, rest];
}

function count(counts: Counts, feature: number): void {
  const before = counts.get(feature) ?? 0;
  if (before < 255) counts.set(feature, before + 1);
}

/** FNV-1a over UTF-16 units, mixed at the end so that short texts differ in every bit. */
function hash(text: string, seed: number): number {
  let value = seed;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}
