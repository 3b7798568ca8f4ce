/** The name that the last change put another one in place of, where a repair puts a third one there. */
import { structuredPatch } from 'diff';
import type { Edit, Idea, TryOut } from '../../incident/nouns.ts';
import { distance } from '../code/names.ts';
import type { RecipeContext } from '../recipe.ts';
import type { Found } from '../trying.ts';
import { isOtherWay } from './other-way.ts';

/** What is put forward where the name that stood there before helps as well: a person is asked between the two, unless the last change wrote what no package has; null where there is no such name. */
export async function besideEarlierName(context: RecipeContext, found: Found, tryOut: TryOut): Promise<Found | null> {
  const { idea } = found;
  const rival = idea.kind === 'cause' && idea.ask === null ? withEarlierName(context, idea) : null;
  const evidence = rival === null ? null : await tryOut(rival.idea);
  if (rival === null || evidence?.passed !== true) return null;
  if (isOtherWay(context, rival.idea.edits)) return { ...found, idea: rival.idea, evidence };
  const ask = `before the last change \`${rival.name}\` stood there, and that helps as well`;
  return { ...found, idea: { ...idea, ask } };
}

/** The same repair with the name that stood there when it was last good; null where it has that one, or nothing stood there. */
export function withEarlierName(
  { lastGood }: RecipeContext,
  idea: Idea,
): { readonly name: string; readonly idea: Idea } | null {
  for (const edit of lastGood === null ? [] : idea.edits) {
    const good = lastGood?.read(edit.path) ?? null;
    if (good === null || edit.before === null || edit.after === null) continue;
    const changed = renamings(good, edit.before);
    for (const made of renamings(edit.before, edit.after)) {
      const { from } = changed.find(({ newAt, word }) => newAt === made.oldAt && word === made.word) ?? made;
      if (from === made.from || from === made.to) continue;
      const edits = idea.edits.map((each) => (each === edit ? put(edit, made, from) : each));
      return { name: from, idea: { ...idea, title: `\`${made.from}\` should be \`${from}\``, edits } };
    }
  }
  return null;
}

/** The name of before that a repair puts back in one place of a line, where the last change took it out of another one as well, which stays; null where none is. */
export function halfPutBack({ lastGood }: RecipeContext, { edits }: Idea): string | null {
  for (const { path, before, after } of edits) {
    const good = lastGood?.read(path) ?? null;
    if (good === null || before === null || after === null) continue;
    const changed = new Map(alteredLines(good, before).map((line) => [line.newAt, line.from]));
    for (const { oldAt, from, to } of alteredLines(before, after)) {
      const was = changed.get(oldAt);
      if (was?.length !== to.length) continue;
      const isBack = (name: string, at: number): boolean => to[at] === name && from[at] !== name;
      const left = new Set(was.filter((name, at) => at % 2 === 1 && to[at] !== name));
      const half = was.find((name, at) => at % 2 === 1 && isBack(name, at) && left.has(name));
      if (half !== undefined) return half;
    }
  }
  return null;
}

/** True where another idea puts a name there that is nearer to the one that is amiss: the last change may have meant that one. */
export function isOutdone(idea: Idea, ideas: readonly Idea[]): boolean {
  const own = renamingOf(idea);
  return (
    own !== null &&
    ideas.some((each) => {
      const other = each === idea || each.kind !== 'cause' ? null : renamingOf(each);
      const isSamePlace = other?.path === own.path && other.oldAt === own.oldAt && other.word === own.word;
      return isSamePlace && distance(own.from, other.to) < distance(own.from, own.to);
    })
  );
}

/** The one name that an idea changes; null where it changes more, or something else. */
function renamingOf({ edits }: Idea): (Renaming & { readonly path: string }) | null {
  const [edit, more] = edits;
  if (edit?.before == null || edit.after === null || more !== undefined) return null;
  const [made, second] = renamings(edit.before, edit.after);
  return made === undefined || second !== undefined ? null : { ...made, path: edit.path };
}

interface Renaming {
  readonly from: string;
  readonly to: string;
  /** The line in the one text and in the other, from 0, and which of its words it is. */
  readonly oldAt: number;
  readonly newAt: number;
  readonly word: number;
}

/** Lines that differ in one word and in nothing else. */
function renamings(before: string, after: string): Renaming[] {
  return alteredLines(before, after).flatMap(({ from: left, to: right, ...where }) => {
    const [at, more] = left.flatMap((piece, place) => (piece === right[place] ? [] : [place]));
    const [from, to] = [left[at ?? -1], right[at ?? -1]];
    const isOne = at !== undefined && more === undefined && at % 2 === 1 && left.length === right.length;
    return !isOne || from === undefined || to === undefined ? [] : [{ from, to, ...where, word: at }];
  });
}

/** A line in the one text and in the other, in pieces. */
interface Altered {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly oldAt: number;
  readonly newAt: number;
}

/** Lines that took the place of as many others. */
function alteredLines(before: string, after: string): Altered[] {
  const { hunks } = structuredPatch('', '', before, after, '', '', { context: 0 });
  return hunks.flatMap(({ oldStart, newStart, lines }) => {
    const [gone, come] = ['-', '+'].map((sign) =>
      lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(1)),
    );
    if (gone === undefined || gone.length !== come?.length) return [];
    return gone.map((line, index) => ({
      ...{ from: pieces(line), to: pieces(come[index] ?? '') },
      ...{ oldAt: oldStart - 1 + index, newAt: newStart - 1 + index },
    }));
  });
}

/** Every other one is a word. */
function pieces(line: string): string[] {
  return line.split(/([\w$]+)/);
}

function put(edit: Edit, { newAt, word }: Renaming, name: string): Edit {
  const lines = (edit.after ?? '').split('\n');
  const line = pieces(lines[newAt] ?? '')
    .with(word, name)
    .join('');
  return { ...edit, after: lines.with(newAt, line).join('\n') };
}
