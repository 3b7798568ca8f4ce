/** `{ beerId: helles, left: 22 }` of a data file, taken apart as `{ beer, left }`: the one field that nobody takes is the one that is missing. */
import type { Idea } from '../../../incident/nouns.ts';
import { isTest } from '../../../kit/code.ts';
import { groupBy } from '../../../kit/group-by.ts';
import { memoize } from '../../../kit/memoize.ts';
import { shareWord } from '../../code/names.ts';
import { all, allSources, functionsAround, keyName } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { areOpposites } from '../../code/words.ts';
import { kindOfData } from '../../evidence/data-fields.ts';
import { dataFiles, shapesOf } from '../../evidence/data-keys.ts';
import type { DataFile, Key } from '../../evidence/data-keys.ts';
import { isUsedAs } from '../../evidence/used-as.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

/** A place that takes a field of an object. */
interface Taking {
  /** What is taken of the same object beside it. */
  readonly others: readonly string[];
  /** The property of the pattern that takes it. */
  readonly by: { readonly source: Source; readonly property: Of<'Property'> } | null;
  /** The expression that reads it. */
  readonly read?: Node;
}

/** A field of records that nobody takes, where all takers want another one that these lack. */
interface Odd {
  readonly file: DataFile;
  readonly name: string;
  readonly missing: string;
  readonly keys: readonly Key[];
  readonly taking: Taking;
}

/** What many fields speak for may show anywhere: `{ code, name, category, value }` of records that have a `sku` for the `code`. */
const farMin = 3;

/** One idea, where the records of one data file alone have all that is taken together with one of the missing names, and exactly one field more. */
export function fieldOtherwise(context: RecipeContext, missing: readonly string[]): Idea[] {
  const sources = allSources(context.tree).filter(({ path }) => !isTest(path));
  const files = dataFiles(context).filter(({ path }) => context.tree.files.includes(path));
  const sorts = files.map((file) => ({ file, shapes: shapesOf(file) }));
  const likes = (name: string): Taking[] =>
    // `props` of all other records of that kind.
    sorts.flatMap(({ shapes }) =>
      shapes
        .filter((shape) => shape.length > 1 && shape.includes(name))
        .map((shape) => ({ others: shape.filter((each) => each !== name), by: null })),
    );
  const near = missing.flatMap((name) => oddsOf(sources, sorts, name, [...takingsOf(sources, name), ...likes(name)]));
  const [only, more] = near.length > 0 ? onlyOnes(near) : onlyOnes(farOff(sources, sorts));
  if (only === undefined || more !== undefined) return [];
  const { name, missing: wanted, taking } = only;
  const isTold = taking.others.length > 1 || shareWord(name, wanted);
  const ask = isTold ? null : `nothing but that nobody reads it speaks for \`${name}\``;
  const how = {
    title: `\`${name}\` of ${only.file.path} is read as \`${wanted}\``,
    rank: near.length > 0 ? 1 : 2,
    ask,
  };
  const takers = takingsOf(sources, wanted).filter(({ others }) =>
    others.some((each) => fieldsOf(only).includes(each)),
  );
  // One who takes it alone is bent to the data, as is one who takes each field of data that only a person changes; what several read is said by the data.
  const isWhole = taking.others.length + 1 === fieldsOf(only).length && !only.file.path.endsWith('.json');
  const by = takers.length === 1 || isWhole ? taking.by : null;
  if (by === null)
    return [
      ideaIn('half-renamed', only.file, {
        ...how,
        splices: only.keys.map(({ start, end }) => ({ start, end, text: wanted })),
      }),
    ];
  const { key, shorthand } = by.property;
  const splices = [{ start: key.start, end: shorthand ? key.start : key.end, text: shorthand ? `${name}: ` : name }];
  return [ideaIn('half-renamed', by.source, { ...how, splices })];
}

function onlyOnes(odds: readonly Odd[]): Odd[] {
  return [...new Map(odds.map((each) => [`${each.file.path} ${each.name} ${each.missing}`, each])).values()];
}

/** The records of a file by the names of their fields, each sort once. */
interface Sorts {
  readonly file: DataFile;
  readonly shapes: readonly (readonly string[])[];
}

function farOff(sources: readonly Source[], sorts: readonly Sorts[]): Odd[] {
  const shapes = sorts.flatMap((each) => each.shapes);
  return sources.flatMap((source) =>
    patternsIn(source)
      .filter(({ names }) => names.length > farMin)
      .flatMap(({ names, pattern }) => {
        const alike = shapes.filter(({ length }) => length === names.length);
        const lacking = alike
          .map((shape) => names.filter((each) => !shape.includes(each)))
          .filter(({ length }) => length === 1);
        return [...new Set(lacking.flat())].flatMap((name) =>
          oddsOf(sources, sorts, name, takenBy(source, { names, pattern }, name)),
        );
      }),
  );
}

function oddsOf(
  sources: readonly Source[],
  sorts: readonly Sorts[],
  missing: string,
  takings: readonly Taking[],
): Odd[] {
  return takings.flatMap((taking) =>
    sorts.flatMap((each) => {
      const odd = oddIn(each, taking, missing);
      return odd === null || isTaken(sources, odd) ? [] : [odd];
    }),
  );
}

interface Pattern {
  readonly names: readonly string[];
  readonly pattern: Of<'ObjectPattern'>;
}

const patternsIn = memoize((source: Source): readonly Pattern[] =>
  all(source.program, 'ObjectPattern').map((pattern) => ({
    pattern,
    names: pattern.properties.flatMap((each) =>
      each.type === 'Property' && !each.computed ? (keyName(each.key) ?? []) : [],
    ),
  })),
);

/** What is read of names, by the member and by the name. */
const readsIn = memoize((source: Source) => {
  const reads = all(source.program, 'MemberExpression').flatMap((read) => {
    const { object, property, computed } = read;
    const key = computed ? null : keyName(property);
    return object.type !== 'Identifier' || key === null ? [] : [{ of: object.name, key, read }];
  });
  return { byKey: groupBy(reads, ({ key }) => key), byName: groupBy(reads, ({ of }) => of) };
});

/** What is taken out of one object together with a field, wherever that is taken. */
function takingsOf(sources: readonly Source[], name: string): Taking[] {
  return sources.flatMap((source) => {
    const taken = patternsIn(source).flatMap((each) => takenBy(source, each, name));
    const { byKey, byName } = readsIn(source);
    const together = (byKey.get(name) ?? []).map(({ of, read }): Taking => {
      const [fn] = functionsAround(read);
      const beside = (byName.get(of) ?? []).filter((each) => functionsAround(each.read)[0] === fn);
      return { others: [...new Set(beside.map(({ key }) => key))].filter((key) => key !== name), by: null, read };
    });
    return [...taken, ...together].filter(({ others }) => others.length > 0);
  });
}

function takenBy(source: Source, { names, pattern }: Pattern, name: string): Taking[] {
  if (!names.includes(name)) return [];
  const property = pattern.properties.find((each) => each.type === 'Property' && keyName(each.key) === name);
  return property?.type !== 'Property'
    ? []
    : [{ others: names.filter((each) => each !== name), by: { source, property } }];
}

function oddIn({ file, shapes }: Sorts, taking: Taking, missing: string): Odd | null {
  const { others } = taking;
  const alike = shapes.filter((shape) => others.every((each) => shape.includes(each)));
  const odd = new Set(alike.flat().filter((each) => !others.includes(each)));
  const [name, more] = odd;
  if (name === undefined || more !== undefined || odd.has(missing) || areOpposites(name, missing)) return null;
  // What JSON lets be a field is none that code should read.
  if (name === '__proto__' || !alike.every((shape) => shape.includes(name))) return null;
  const keys = file.keys.filter((each) => each.name === name && others.every((other) => each.siblings.includes(other)));
  return isUsable(taking, keys) ? { file, name, missing, keys, taking } : null;
}

/** A text has nothing that could be joined. */
function isUsable({ read }: Taking, keys: readonly Key[]): boolean {
  const isReadOn = read?.parent?.type === 'MemberExpression' && read.parent.object === read;
  if (read === undefined || !isReadOn) return true;
  const inner = keys.flatMap(({ value }) => (value?.type === 'object' ? (value.children ?? []) : []));
  const names = inner.map((each) => String(each.children?.[0]?.value));
  return isUsedAs(read, null, { kinds: keys.map(({ value }) => kindOfData(value)), inner: names });
}

/** Others take it by the name that the file has for it, together with another field. */
function isTaken(sources: readonly Source[], odd: Odd): boolean {
  return takingsOf(sources, odd.name).some(({ others }) => others.some((each) => fieldsOf(odd).includes(each)));
}

function fieldsOf({ keys: [first] }: Odd): readonly string[] {
  return first?.siblings ?? [];
}
