/** What a merge left in a source: the sides of its conflicts, of which one may be known to be meant. */
import { importsOf } from '../code/bindings.ts';
import { all, isReference, parseSource } from '../code/syntax.ts';
import type { Source } from '../code/syntax.ts';
import { splice } from '../code/text.ts';
import { undeclaredNames } from '../code/undeclared.ts';
import { conflictsIn, openHunks, resolved } from './conflicts.ts';
import type { Choice } from './conflicts.ts';
import { print } from './print.ts';

interface Side {
  readonly what: string;
  readonly text: string;
}

/** Hunks that are chosen of one by one. */
const hunksMax = 3;

/** The ways to resolve a merge: the one that the last good text has goes alone; else those that leave no name undeclared, and both sides only where neither does. */
export function mergeSides(path: string, text: string, lastGood: string | null): Side[] {
  const parts = conflictsIn(text);
  if (parts === null) return [];
  const hunks = openHunks(parts);
  const made = (of: readonly Choice[]): Side[] =>
    (hunks > hunksMax ? of.map((one) => Array.from({ length: hunks }, () => one)) : choicesOf(hunks, of)).map(
      (choices) => ({
        what: titleOf(choices),
        text: resolved(parts, choices),
      }),
    );
  const sides = made(['ours', 'theirs']);
  const known = sides.filter((each) => each.text === lastGood);
  if (known.length > 0) return known;
  const isWhole = (each: Side): boolean => {
    const source = parseSource(path, each.text);
    return source !== null && source.errors.length === 0 && undeclaredNames(path, each.text).length === 0;
  };
  const whole = sides.filter(isWhole);
  if (whole.length > 0) return whole.length === 2 && sides.length === 2 ? fitting(path, whole) : whole;
  const both = made(['ours', 'theirs', 'both']).filter(isWhole);
  return both.length > 0 ? both : sides;
}

function choicesOf(hunks: number, of: readonly Choice[]): (readonly Choice[])[] {
  return Array.from({ length: hunks }).reduce<(readonly Choice[])[]>(
    (all) => all.flatMap((before) => of.map((one) => [...before, one])),
    [[]],
  );
}

function titleOf(choices: readonly Choice[]): string {
  const [first] = choices;
  const words = { ours: 'our side', theirs: 'their side', both: 'both sides' };
  if (first === undefined) return 'the sides of a merge conflict say the same';
  return choices.every((each) => each === first)
    ? `keep ${words[first]} of a merge conflict`
    : `of merge conflicts keep ${choices.map((each) => words[each]).join(', ')}`;
}

/** Of sides that differ in their layout alone our own; of those that differ in nothing but names that they import: the one with all that is used, and of two the one without what is not. */
function fitting(path: string, sides: readonly Side[]): Side[] {
  const [ours, theirs] = sides.map(({ text }) => parseSource(path, text));
  if (ours && theirs && print(ours.program, ours.text) === print(theirs.program, theirs.text)) return sides.slice(0, 1);
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
