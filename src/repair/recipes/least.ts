/** As little of a found revert as still heals: other changes of that time stay. */
import type { Edit } from '../../incident/nouns.ts';
import { changedWords, hunksOf, linesOf, sameEnds, withHunk } from '../code/hunks.ts';
import type { Hunk } from '../code/hunks.ts';
import { partsOf, singular } from '../code/words.ts';
import type { RecipeContext } from '../recipe.ts';
import { isSound } from '../sound.ts';
import type { Found, ProposeDeps } from '../trying.ts';
import { isWhole, rollback } from './revert.ts';

type Trying = Pick<ProposeDeps, 'tryOut' | 'limits' | 'signal'>;

interface Part {
  readonly found: Found;
  readonly hunks: readonly Hunk[];
}

/** The fewest hunks, and of those the fewest lines that have nothing to do with the others, as far as the tries reach. */
export async function least(context: RecipeContext, found: Found, trying: Trying): Promise<Found> {
  const hunks = hunksOf(found.idea.edits);
  const part = await fewest(context, { found, hunks }, trying, () => true);
  const lines = part.hunks.flatMap(linesOf);
  if (lines.length === part.hunks.length) return part.found;
  const fine = await fewest(context, { found: part.found, hunks: lines }, trying, isApart);
  // A line that was lost as well may be missed by another request.
  const isLost = ({ lines: own }: Hunk): boolean => own.every((line) => line.startsWith('+'));
  const isAll = !lines.some((each) => isLost(each) && !fine.hunks.includes(each));
  if (fine.hunks.length === lines.length || (isAll && fine.hunks.every(isSlip))) return fine.found;
  // Of `unit: cents` and `price: 250` the one may go with the other, or each by itself.
  const ask = part.found.idea.ask ?? 'the last change altered other lines there as well, which may be meant';
  return { ...part.found, idea: { ...part.found.idea, ask }, tried: fine.found.tried };
}

async function fewest(
  context: RecipeContext,
  whole: Part,
  { tryOut, limits, signal }: Trying,
  isFit: (kept: readonly Hunk[], left: readonly Hunk[]) => boolean,
): Promise<Part> {
  const { idea: all } = whole.found;
  let best = whole.found;
  let { tried } = best;
  let hunks = [...whole.hunks];
  for (let parts = 2; parts <= hunks.length;) {
    const size = Math.ceil(hunks.length / parts);
    let fewer: Hunk[] | null = null;
    for (let at = 0; at < hunks.length && fewer === null; at += size) {
      if (tried >= limits.tries || signal.aborted) return { found: { ...best, tried }, hunks };
      const rest = [...hunks.slice(0, at), ...hunks.slice(at + size)];
      const idea = rollback({ title: titleOf(rest), rank: all.rank, edits: editsOf(all.edits, rest) });
      const isLine = isFit(
        rest,
        whole.hunks.filter((each) => !rest.includes(each)),
      );
      if (!isLine || !isSound(context.tree, idea) || !isWhole(context, idea)) continue;
      tried += 1;
      const evidence = await tryOut(idea);
      const isLess = evidence.quiet?.failing != null && whole.found.evidence.quiet?.failing == null;
      const isOdd = evidence.odd !== undefined && whole.found.evidence.odd === undefined;
      if (!evidence.passed || isLess || isOdd) continue;
      best = { ...whole.found, idea, evidence };
      fewer = rest;
    }
    if (fewer === null && parts === hunks.length) break;
    parts = fewer === null ? Math.min(parts * 2, hunks.length) : Math.max(2, Math.min(parts - 1, fewer.length));
    hunks = fewer ?? hunks;
  }
  return { found: { ...best, tried }, hunks };
}

/** The last change lost words there, or wrote some otherwise that are almost the same; a number or another word was chosen. */
function isSlip({ lines }: Hunk): boolean {
  const [gone = [], back = []] = ['-', '+'].map((sign) =>
    lines.filter((line) => line.startsWith(sign)).flatMap((line) => line.match(/[\w$]+/g) ?? []),
  );
  return gone.every((word) =>
    back.some((other) => other === word || (isName(word) && sameEnds(word, other) >= nearly)),
  );
}

const nearly = 0.6;

function isName(word: string): boolean {
  return /^\D.{2}/.test(word);
}

/** Lines of one hunk stay where they are of other words than those that go back: what belongs together was changed together. */
function isApart(kept: readonly Hunk[], left: readonly Hunk[]): boolean {
  const words = new Set(kept.flatMap(partsIn));
  return left.every((each) => partsIn(each).every((word) => !words.has(word)));
}

/** `nights` of `longStayNights`, too. */
function partsIn(hunk: Hunk): string[] {
  return [...changedWords(hunk)].flatMap(partsOf).map(singular);
}

/** The edits as far as these hunks go. */
function editsOf(edits: readonly Edit[], hunks: readonly Hunk[]): Edit[] {
  return edits.flatMap((edit) => {
    const own = hunks.filter(({ path }) => path === edit.path).sort(lastFirst);
    const { before, after } = edit;
    if (own.length === 0) return [];
    return before === null || after === null ? [edit] : [{ ...edit, after: own.reduce(withHunk, before) }];
  });
}

function titleOf(hunks: readonly Hunk[]): string {
  const places = hunks.map(({ path, oldStart }) => (oldStart === 0 ? path : `${path}:${oldStart}`));
  return `take back the change at ${places.slice(0, 4).join(', ')}${places.length > 4 ? ' …' : ''}`;
}

/** What comes in behind a line is put there before that line is taken. */
function lastFirst(one: Hunk, other: Hunk): number {
  return other.oldStart - one.oldStart || one.oldLines - other.oldLines;
}
