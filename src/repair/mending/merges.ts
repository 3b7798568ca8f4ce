/** What a merge left in a source: the sides of its conflicts, of which one may be known to be meant. */
import { importsOf } from '../code/bindings.ts';
import { all, isReference, parseSource } from '../code/syntax.ts';
import type { Source } from '../code/syntax.ts';
import { splice } from '../code/text.ts';
import { withoutMarkers } from './json-repair.ts';

interface Side {
  readonly what: string;
  readonly text: string;
}

/** Both sides of a merge; the one that the last good text has, or that imports what is used and no more, goes alone. */
export function mergeSides(path: string, text: string, lastGood: string | null): Side[] {
  const sides = (['ours', 'theirs'] as const).flatMap((side): Side[] => {
    const kept = withoutMarkers(text, side);
    return kept === null
      ? []
      : [{ what: `keep ${side === 'ours' ? 'our' : 'their'} side of a merge conflict`, text: kept }];
  });
  const known = sides.filter((each) => each.text === lastGood);
  return known.length > 0 ? known : fitting(path, sides);
}

/** Of sides that differ in nothing but names that they import: the one with all that is used, and of two the one without what is not. */
function fitting(path: string, sides: readonly Side[]): Side[] {
  const [ours, theirs] = sides.map(({ text }) => parseSource(path, text));
  if (!ours || !theirs || withoutImports(ours) !== withoutImports(theirs)) return [...sides];
  const extra = (one: Source, other: Source): string[] =>
    [...takenBy(one)].filter(([key]) => !takenBy(other).has(key)).map(([, local]) => local);
  const uses = (source: Source, name: string): boolean =>
    all(source.program, 'Identifier').some(
      (id) => id.name === name && isReference(id) && !/^Import/.test(id.parent?.type ?? ''),
    );
  const [more, less] = [extra(theirs, ours), extra(ours, theirs)];
  // What is loaded for what it does is used.
  if (more.length > 0 === less.length > 0 || [...more, ...less].includes('')) return [...sides];
  const [large, small] = more.length > 0 ? [theirs, ours] : [ours, theirs];
  const isUsed = [...more, ...less].some((name) => uses(large, name));
  return sides.filter(({ text }) => text === (isUsed ? large : small).text);
}

/** What is imported, with the name that it has here. */
function takenBy(source: Source): Map<string, string> {
  return new Map(importsOf(source).map(({ specifier, imported, local }) => [`${specifier} ${imported}`, local ?? '']));
}

function withoutImports(source: Source): string {
  const statements = new Set(
    importsOf(source).flatMap(({ statement, style }) => (style === 'import' || style === 'require' ? [statement] : [])),
  );
  const cut = [...statements].map(({ start, end }) => ({ start, end, text: '' }));
  return splice(source.text, ...cut).replace(/\s+/g, ' ');
}
