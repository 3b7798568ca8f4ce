/** Which of the repairs that passed is put forward (TRY-7), and whether a person is asked between two. */
import path from 'node:path';
import type { Evidence, Idea, Kind } from '../incident/nouns.ts';
import { isCodeFile } from '../kit/code.ts';
import { escapeRegExp } from '../kit/text.ts';

export interface Tried {
  readonly idea: Idea;
  readonly evidence: Evidence;
}

/** Causes before all else. */
export const weight: Readonly<Record<Kind, number>> = { cause: 0, operational: 1, rollback: 2, mitigation: 3 };

const proofs = { replayed: 0, probed: 1, parsed: 2, none: 3 } as const;

/** Scores at least this far apart differ in what was answered; nearer ones only in size (TRY-7). */
const scoreStep = 20;

function compare(a: Tried, b: Tried): number {
  const byKind = weight[a.idea.kind] - weight[b.idea.kind] || proofs[a.evidence.proof] - proofs[b.evidence.proof];
  if (byKind !== 0) return byKind;
  const byScore = b.evidence.score - a.evidence.score;
  if (Math.abs(byScore) >= scoreStep) return byScore;
  return a.idea.rank - b.idea.rank || byScore;
}

/** The best survivor; where another one cannot be told from it by anything but size, a person is asked. */
export function choose(survivors: readonly Tried[]): Tried | null {
  const sorted = [...survivors].sort(compare);
  const [first, second] = sorted;
  if (first === undefined) return null;
  // One name on two sides: whichever is taken, the same is answered, and the owner's file stays as it is.
  const other = sorted.find((each) => isMirrored(first.idea, each.idea));
  const isEven =
    other !== undefined &&
    other.evidence.proof === first.evidence.proof &&
    other.idea.rank === first.idea.rank &&
    Math.abs(other.evidence.score - first.evidence.score) < scoreStep;
  const unasked = isEven ? [first, other].filter(({ idea }) => idea.ask === null) : [];
  const either = unasked.find(({ idea }) => isOfCode(idea)) ?? unasked[0];
  if (either !== undefined) return either;
  const best = first;
  const tied =
    second !== undefined &&
    // Two ways to write down the same repair are no question for a person.
    second.idea.title !== best.idea.title &&
    !leadsAlike(second.idea, best.idea) &&
    areRivals(best.idea, second.idea) &&
    second.evidence.proof === best.evidence.proof &&
    second.idea.rank === best.idea.rank &&
    Math.abs(second.evidence.score - best.evidence.score) < scoreStep;
  if (!tied || best.idea.ask !== null) return best;
  return {
    ...best,
    idea: { ...best.idea, ask: `two repairs fit equally well: ${best.idea.title}; or ${second.idea.title}` },
  };
}

/** Two causes; or two files that the last change altered and the failure does not name, where going back in either helps. */
function areRivals(one: Idea, other: Idea): boolean {
  const paths = one.edits.map(({ path: own }) => own);
  const isApart = other.edits.every(({ path: own }) => !paths.includes(own));
  return one.kind === other.kind && (one.kind === 'cause' || (one.kind === 'rollback' && isApart));
}

function isOfCode({ edits }: Idea): boolean {
  return edits.every(({ path }) => isCodeFile(path));
}

/** One of them writes `a` where there was `b`, the other `b` where there was `a`: a key and who reads it. What both do, a chain's first step, aside. */
function isMirrored(one: Idea, other: Idea): boolean {
  const [mine, others] = [changeOf(one), changeOf(other)];
  const [left, right] = [renamingOf(one, mine, others), renamingOf(other, others, mine)];
  return left !== null && right !== null && left.gone === right.come && left.come === right.gone;
}

/** The two differ in one text alone, a path from that file to the same place: `../templates` and `../../src/templates`. */
function leadsAlike(one: Idea, other: Idea): boolean {
  const [[mine, more], [theirs, another]] = [one.edits, other.edits];
  const [left, right] = [mine?.after, theirs?.after];
  if (left == null || right == null || mine?.path !== theirs?.path || (more ?? another) !== undefined) return false;
  const [from, to] = [textAround(left, right), textAround(right, left)];
  const at = path.posix.dirname(mine?.path ?? '');
  return from !== null && to !== null && path.posix.join(at, from) === path.posix.join(at, to);
}

/** The text in quotes in which the one is otherwise than the other; null where that is no one relative path. */
function textAround(one: string, other: string): string | null {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let [end, last] = [one.length, other.length];
  while (end > start && last > start && one[end - 1] === other[last - 1]) [end, last] = [end - 1, last - 1];
  const head = /['"`]([^'"`\n]*)$/.exec(one.slice(0, start))?.[1];
  const tail = /^([^'"`\n]*)['"`]/.exec(one.slice(end))?.[1];
  const text = `${head ?? ''}${one.slice(start, end)}${tail ?? ''}`;
  return head !== undefined && tail !== undefined && /^\.{1,2}\/[\w@./-]*$/.test(text) ? text : null;
}

/** Of each word how often it comes, less how often it goes. */
function changeOf({ edits }: Idea): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { before, after } of edits) {
    for (const word of wordsOf(before)) counts.set(word, (counts.get(word) ?? 0) - 1);
    for (const word of wordsOf(after)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

/** The one word that goes and the one that comes in its place; null where more changes. */
function renamingOf(
  { operations, edits }: Idea,
  counts: ReadonlyMap<string, number>,
  others: ReadonlyMap<string, number>,
): { readonly gone: string; readonly come: string } | null {
  const own = [...counts].filter(([word, count]) => others.get(word) !== count);
  const gone = own.filter(([, count]) => count < 0).map(([word]) => word);
  const come = own.filter(([, count]) => count > 0).map(([word]) => word);
  if (operations.length > 0 || gone.length > 1 || come.length > 1) return null;
  const [[from], [to]] = [gone, come];
  // `{ percentof: percentOf }` that is `{ percentOf }` then, and the other way round: what stays is the other name.
  const been = from ?? valueOf(to, edits, 'after');
  const is = to ?? valueOf(from, edits, 'before');
  return been !== null && is !== null ? { gone: been, come: is } : null;
}

/** The one name that a key stands for where it is written out. */
function valueOf(key: string | undefined, edits: Idea['edits'], side: 'before' | 'after'): string | null {
  if (key === undefined) return null;
  const pattern = new RegExp(`(?<![\\w$.])${escapeRegExp(key)}(?::| as)\\s+([\\w$]+)\\s*[,}\\n]`, 'g');
  const [only, more] = edits.flatMap((edit) => [...(edit[side] ?? '').matchAll(pattern)]);
  return more === undefined ? (only?.[1] ?? null) : null;
}

function wordsOf(text: string | null): string[] {
  return text?.match(/[\w$]+/g) ?? [];
}
