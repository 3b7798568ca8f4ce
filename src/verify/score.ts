/** Which of several candidates that passed is the better one (SPEC TRY-7). Pure; higher is better. */
import type { Answer, Edit, Idea } from '../incident/nouns.ts';

const byKind = { cause: 4_000, operational: 4_000, rollback: 3_000, mitigation: 2_000 } as const;

export interface Passed {
  readonly idea: Idea;
  /** The owner's tests passed; null where there are none. */
  readonly tests: boolean | null;
  /** Share of good requests answered as before, 0 to 1; one of 8 that differs only in its values still outweighs size. */
  readonly same: number;
  /** Share of the quiet routes that are answered well, 0 to 1. */
  readonly well: number;
  readonly before: readonly Answer[];
  readonly after: readonly Answer[];
  /** Errors reported although the request was answered. */
  readonly swallowed: number;
  /** An answer shows a slip. */
  readonly odd: boolean;
}

export function scoreOf(passed: Passed): number {
  const { idea } = passed;
  const changes = idea.edits.map(penaltyOf).reduce((sum, one) => sum + one, 0);
  const answers = passed.after
    .map((answer, index) => answerScore(answer, passed.before[index], idea))
    .reduce((sum, one) => sum + one, 0);
  const own = (passed.tests === true ? 500 : 0) - (passed.odd ? 150 : 0);
  return Math.round(
    byKind[idea.kind] +
      own +
      400 * passed.same +
      200 * passed.well +
      answers -
      changes -
      20 * passed.swallowed -
      idea.rank,
  );
}

/** A cause is known by a right answer where there was none; a mitigation by an open 4xx. */
function answerScore(answer: Answer, before: Answer | undefined, idea: Idea): number {
  const failed = before !== undefined && (before.error !== null || (before.status ?? 500) >= 500);
  const status = answer.status ?? 0;
  if (!failed) return before !== undefined && before.status === status ? 20 : -40;
  if (idea.kind === 'mitigation') return status >= 400 && status < 500 ? 100 : 0;
  if (status >= 400) return -150;
  return (answer.body ?? '').trim() === '' && status !== 204 && status !== 304 ? -100 : 50;
}

function penaltyOf(edit: Edit): number {
  const [before, after] = [edit.before ?? '', edit.after ?? ''];
  const grown = (pattern: RegExp): number => Math.max(0, count(after, pattern) - count(before, pattern));
  const shrunk = (pattern: RegExp): number => Math.max(0, count(before, pattern) - count(after, pattern));
  return (
    Math.min(120, 2 * changedLines(before, after)) +
    30 * grown(/\?\./g) +
    60 * grown(/catch\s*(\([^)]*\))?\s*\{\s*\}/g) +
    10 * shrunk(/;|\n/g) +
    40 * shrunk(/\bexport\b|module\.exports|exports\.\w+\s*=|\.(get|post|put|patch|delete|use)\(/g)
  );
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Lines that stand in only one of the two: a measure of size, not a diff. */
function changedLines(before: string, after: string): number {
  const left = new Map<string, number>();
  for (const line of before.split('\n')) left.set(line, (left.get(line) ?? 0) + 1);
  let added = 0;
  for (const line of after.split('\n')) {
    const there = left.get(line) ?? 0;
    if (there > 0) left.set(line, there - 1);
    else added += 1;
  }
  return added + [...left.values()].reduce((sum, one) => sum + one, 0);
}
