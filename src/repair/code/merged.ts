/** Two sets of edits of the same texts, as one. */
import { diffWordsWithSpace } from 'diff';
import type { Edit } from '../../incident/nouns.ts';
import { splice } from './text.ts';
import type { Splice } from './text.ts';

/** Both sets in one; null where they change the same place otherwise, or where one brings or takes a whole file. */
export function merged(one: readonly Edit[], other: readonly Edit[]): Edit[] | null {
  const paths = new Set([...one, ...other].map(({ path }) => path));
  const found = [...paths].map((path) => {
    const [mine, others] = [one, other].map((edits) => edits.find((each) => each.path === path));
    return mine === undefined || others === undefined ? (mine ?? others ?? null) : bothOf(mine, others);
  });
  return found.includes(null) ? null : found.filter((each) => each !== null);
}

function bothOf(one: Edit, other: Edit): Edit | null {
  if (one.before === null || one.after === null || other.after === null || one.before !== other.before) return null;
  const splices = [...splicesOf(one.before, one.after), ...splicesOf(one.before, other.after)];
  const once = [...new Map(splices.map((each) => [`${each.start} ${each.end} ${each.text}`, each])).values()];
  const sorted = once.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const isClear = sorted.every((each, at) => at === 0 || (sorted[at - 1]?.end ?? 0) < each.start);
  return isClear ? { ...one, after: splice(one.before, ...sorted) } : null;
}

/** The words that were replaced. */
function splicesOf(before: string, after: string): Splice[] {
  const found: Splice[] = [];
  let at = 0;
  let isOpen = false;
  for (const { added, removed, value } of diffWordsWithSpace(before, after)) {
    const last = isOpen ? found.pop() : undefined;
    isOpen = added || removed;
    const { start, end, text } = last ?? { start: at, end: at, text: '' };
    if (isOpen) found.push({ start, end: removed ? at + value.length : end, text: added ? text + value : text });
    else if (last !== undefined) found.push(last);
    if (!added) at += value.length;
  }
  return found;
}
