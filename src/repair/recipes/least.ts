/** As little of a found revert as still heals: other changes of that time stay. */
import type { Edit, Evidence } from '../../incident/nouns.ts';
import { changedWords, hunksOf, linesOf, placesOf, sameEnds, withHunk } from '../code/hunks.ts';
import type { Hunk } from '../code/hunks.ts';
import { partsOf, singular } from '../code/words.ts';
import { isOtherWay } from '../evidence/other-way.ts';
import type { RecipeContext } from '../recipe.ts';
import { isSound } from '../sound.ts';
import type { Found, ProposeDeps } from '../trying.ts';
import { isWhole, rollback } from './revert.ts';

type Trying = Pick<ProposeDeps, 'tryOut' | 'limits' | 'signal'>;

interface Part {
  readonly found: Found;
  readonly hunks: readonly Hunk[];
  /** The places of its one line that stay as they are. */
  readonly left?: readonly Hunk[];
}

/** The fewest hunks, and of those the fewest lines that have nothing to do with the others, as far as the tries reach. */
export async function least(context: RecipeContext, found: Found, trying: Trying): Promise<Found> {
  const hunks = hunksOf(found.idea.edits);
  // What was only called otherwise does not go by the one name without coming back by the other.
  const isRenamed = found.idea.edits.some(({ after }) => after === null);
  if (isRenamed || isOtherWay(context, found.idea.edits)) return found;
  const part = await fewest(context, { found, hunks }, trying, () => true);
  const lines = part.hunks.flatMap(linesOf);
  const all: Part = { found: part.found, hunks: lines };
  const some = lines.length === part.hunks.length ? all : await fewest(context, all, trying, isApart);
  const place = await onePlace(context, some, trying);
  const { tried } = place.found;
  const left = [...lines.filter((each) => !some.hunks.includes(each)), ...(place.left ?? [])];
  // What was lost or misspelt as well may be missed by another request.
  if (left.length === 0 || [...place.hunks, ...left].every(isSlip)) return { ...part.found, tried };
  if (place.hunks.every(isSlip) && !left.some(isSlip)) return place.found;
  // Of `unit: cents` and `price: 250` the one may go with the other, or each by itself.
  const ask = part.found.idea.ask ?? 'the last change altered more there, which may be meant';
  return { ...part.found, idea: { ...part.found.idea, ask }, tried };
}

/** The one place of a line that heals by itself, where what stands otherwise in the rest of it has nothing to do with it; else what is given. */
async function onePlace(context: RecipeContext, part: Part, { tryOut, limits, signal }: Trying): Promise<Part> {
  const { found } = part;
  const [hunk, more] = part.hunks;
  const places = hunk === undefined || more !== undefined ? [] : placesOf(hunk);
  let { tried } = found;
  if (hunk === undefined || places.length < 2 || places.length > placesMax) return part;
  for (const { line, place } of places) {
    const [now = ''] = hunk.lines;
    const left = places.flatMap((each) => (each.place === place ? [] : [{ ...hunk, lines: each.place }]));
    const kept = { ...hunk, lines: place };
    const edits = editsOf(found.idea.edits, [{ ...hunk, lines: [now, `+${line}`] }]);
    const idea = rollback({ title: titleOf([hunk]), rank: found.idea.rank, edits });
    if (tried >= limits.tries || signal.aborted) break;
    if (!isApart([kept], left) || !isSound(context.tree, idea) || !isWhole(context, idea)) continue;
    tried += 1;
    const evidence = await tryOut(idea);
    if (heals(evidence, found.evidence)) return { found: { ...found, idea, evidence, tried }, hunks: [kept], left };
  }
  return { ...part, found: { ...found, tried } };
}

const placesMax = 4;

/** As well as more of it did. */
function heals(evidence: Evidence, more: Evidence): boolean {
  const isLess = evidence.quiet?.failing != null && more.quiet?.failing == null;
  const isOdd = evidence.odd !== undefined && more.odd === undefined;
  return evidence.passed && !isLess && !isOdd;
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
      if (!heals(evidence, whole.found.evidence)) continue;
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
    back.some(
      (other) => other === word || (isName(word) && (sameEnds(word, other) >= nearly || other.startsWith(word))),
    ),
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
