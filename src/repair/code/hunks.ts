/** The hunks that edits consist of. */
import { diffArrays, structuredPatch } from 'diff';
import type { ChangeObject } from 'diff';
import type { Edit } from '../../incident/nouns.ts';

export interface Hunk {
  readonly path: string;
  readonly oldStart: number;
  readonly oldLines: number;
  readonly lines: readonly string[];
}

/** Every hunk of the edits; a file that comes or goes is one of its own. */
export function hunksOf(edits: readonly Edit[]): Hunk[] {
  return edits.flatMap(({ path, before, after }): Hunk[] =>
    before === null || after === null
      ? [{ path, oldStart: 0, oldLines: 0, lines: [] }]
      : structuredPatch(path, path, before, after, '', '', { context: 0 }).hunks.map((hunk) => ({ ...hunk, path })),
  );
}

export function withHunk(text: string, hunk: Hunk): string {
  const lines = text.split('\n');
  const added = hunk.lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1));
  const start = hunk.oldLines === 0 ? hunk.oldStart : hunk.oldStart - 1;
  lines.splice(start, hunk.oldLines, ...added);
  return lines.join('\n');
}

/** The lines of a hunk that go with each other: each with the one that it was made of, and what has no such line by itself. */
export function linesOf(hunk: Hunk): Hunk[] {
  const [gone, back] = ['-', '+'].map((sign) => hunk.lines.filter((line) => line.startsWith(sign)));
  if (gone === undefined || back === undefined || hunk.lines.length > linesMax) return [hunk];
  const pairs = paired(gone, back);
  const parts: Hunk[] = [];
  let [old, now] = [0, 0];
  for (const [one, other] of [...pairs, [gone.length, back.length] as const]) {
    const [less, more] = [gone.slice(old, one), back.slice(now, other)];
    if (less.length + more.length > 0)
      parts.push(...apart(less, more).map((each) => partOf(hunk, old, less.length, each)));
    const [line, made] = [gone[one], back[other]];
    if (line !== undefined && made !== undefined && line.slice(1) !== made.slice(1))
      parts.push(partOf(hunk, one, 1, { gone: [line], back: [made] }));
    [old, now] = [one + 1, other + 1];
  }
  return parts;
}

const linesMax = 60;
const leastAlike = 0.5;

interface Lines {
  readonly gone: readonly string[];
  readonly back: readonly string[];
}

/** Lines that each say a value of a name of their own, as settings, imports and properties do, have nothing to do with each other. */
function apart(gone: readonly string[], back: readonly string[]): Lines[] {
  const keys = [...gone, ...back].map(keyOf);
  const isApart = gone.length > 0 && back.length > 0 && !keys.includes(null) && new Set(keys).size === keys.length;
  return isApart
    ? [
        { gone, back: [] },
        { gone: [], back },
      ]
    : [{ gone, back }];
}

/** `less` lines stand there now. */
function partOf(hunk: Hunk, at: number, less: number, { gone, back }: Lines): Hunk {
  const first = hunk.oldLines === 0 ? hunk.oldStart + 1 : hunk.oldStart + at;
  // What only comes back stands behind a line.
  const oldStart = gone.length === 0 ? first + less - 1 : first;
  return { path: hunk.path, oldStart, oldLines: gone.length, lines: [...gone, ...back] };
}

/** What a line alone says the value of. */
function keyOf(line: string): string | null {
  const found = keyed.map((each) => each.exec(line.slice(1))?.[1]).find((each) => each !== undefined);
  return found ?? null;
}

const keyed = [
  /^\s*import\b[^'"]*['"][./]*([^'"]+?)(?:\.[cm]?[jt]sx?)?['"];?\s*$/,
  /^\s*(?:export\s+)?(?:const|let|var)\s+([\w$]+)\s*=/,
  /^\s*["']?([\w$.-]+)["']?\s*[:=](?![=>])/,
  /^\s*\[([\w.-]+)\]\s*$/,
];

/** Lines that were made of each other, in order, so that the most words are alike in all. */
function paired(gone: readonly string[], back: readonly string[]): (readonly [number, number])[] {
  // What is best of the lines from there on: by the line before, and by the line after.
  let below: Way[] = Array.from({ length: back.length + 1 }, () => noWay);
  for (let one = gone.length - 1; one >= 0; one -= 1) {
    const row: Way[] = [noWay];
    for (let other = back.length - 1; other >= 0; other -= 1) {
      const share = alike(gone[one] ?? '', back[other] ?? '');
      const rest = below[other + 1] ?? noWay;
      const both =
        share < leastAlike ? noWay : { sum: rest.sum + share, pairs: [[one, other] as const, ...rest.pairs] };
      const [most = noWay] = [both, below[other] ?? noWay, row[0] ?? noWay].toSorted((a, b) => b.sum - a.sum);
      row.unshift(most);
    }
    below = row;
  }
  return [...(below[0] ?? noWay).pairs];
}

interface Way {
  readonly sum: number;
  readonly pairs: readonly (readonly [number, number])[];
}

const noWay: Way = { sum: 0, pairs: [] };

/** How much of the longer line the other one has: of its words, or from both ends. Of two names, each is a line of its own. */
function alike(one: string, other: string): number {
  const [key, like] = [one, other].map(keyOf);
  if (key != null && like != null && sameEnds(key, like) < leastAlike) return 0;
  const share = Math.max(sameWords(one, other), sameEnds(one.slice(1), other.slice(1)));
  return key != null && key === like ? leastAlike + share / 2 : share;
}

function sameWords(one: string, other: string): number {
  const [a = [], b = []] = [one, other].map((line) => line.match(/[\w$]+/g) ?? []);
  const rest = [...b];
  const same = a.filter((word) => {
    const at = rest.indexOf(word);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
  return same.length / Math.max(a.length, b.length, 1);
}

/** What both begin and end with, as a share of the longer one. */
export function sameEnds(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  let [start, end] = [0, 0];
  while (start < length && one[start] === other[start]) start += 1;
  while (end < length - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return (start + end) / Math.max(one.length, other.length, 1);
}

/** What a line that was made of another one has otherwise, place by place: the line with that place alone as it was, and what it was there. */
export function placesOf({ lines }: Hunk): { readonly line: string; readonly place: Hunk['lines'] }[] {
  const [now, was] = ['-', '+'].map((sign) => lines.filter((line) => line.startsWith(sign)));
  const [one, other] = [now?.[0], was?.[0]];
  if (now?.length !== 1 || was?.length !== 1 || one === undefined || other === undefined) return [];
  const runs = runsOf(diffArrays(tokensOf(one.slice(1)), tokensOf(other.slice(1))));
  const changed = runs.filter(({ gone, back }) => gone !== back);
  return changed.map((run) => ({
    line: runs.map((each) => (each === run ? each.back : each.gone)).join(''),
    place: [`-${run.gone}`, `+${run.back}`],
  }));
}

const tokensOf = (line: string): string[] => line.match(/"[^"]*"|'[^']*'|`[^`]*`|[\w$]+|\s+|./g) ?? [];

interface Run {
  readonly gone: string;
  readonly back: string;
}

/** What is alike and what is not by turns; a sign alone between two places parts nothing. */
function runsOf(changes: readonly ChangeObject<string[]>[]): Run[] {
  const runs: Run[] = [];
  for (const [at, { value, added, removed }] of changes.entries()) {
    const text = value.join('');
    const isWithin = at > 0 && at < changes.length - 1 && value.filter((each) => each.trim() !== '').length < 2;
    const last = runs.at(-1);
    const isMore = added || removed || isWithin;
    const joined = last !== undefined && isMore && last.gone !== last.back ? runs.pop() : undefined;
    runs.push({
      gone: (joined?.gone ?? '') + (added ? '' : text),
      back: (joined?.back ?? '') + (removed ? '' : text),
    });
  }
  return runs;
}

/** The words that a hunk has more or less often than what stood there before. */
export function changedWords({ lines }: Hunk): ReadonlySet<string> {
  const times = new Map<string, number>();
  for (const line of lines)
    for (const word of line.match(/[\w$]+/g) ?? [])
      times.set(word, (times.get(word) ?? 0) + (line.startsWith('+') ? 1 : -1));
  return new Set([...times].flatMap(([word, count]) => (count === 0 ? [] : [word])));
}
