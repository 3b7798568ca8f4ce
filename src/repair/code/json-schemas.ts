/** The JSON schemas of the project, in its sources and in its JSON files, as literals. */
import type { SourceTree } from '../../incident/nouns.ts';
import { memoize } from '../../kit/memoize.ts';
import { all, allSources, keyName, parseSource } from './syntax.ts';
import type { Of, Source } from './syntax.ts';
import type { Splice } from './text.ts';

export type Literal = Of<'ObjectExpression'>;

/** A file in which schemas may stand. */
export interface SchemaFile {
  /** The file as it is to be changed. */
  readonly file: { readonly path: string; readonly text: string };
  /** What was parsed: JSON in brackets, so that it is an expression. */
  readonly source: Source;
  readonly isJson: boolean;
  /** A change of what was parsed as a change of the file. */
  readonly inFile: (splices: readonly Splice[]) => Splice[];
}

export const schemaFiles = memoize((tree: SourceTree): readonly SchemaFile[] => [
  ...allSources(tree).map((source) => ({
    file: source,
    source,
    isJson: false,
    inFile: (splices: readonly Splice[]) => [...splices],
  })),
  ...tree.files
    .filter((path) => path.endsWith('.json') && !/(?:^|\/)(?:package|package-lock|[tj]sconfig[^/]*)\.json$/.test(path))
    .slice(0, 60)
    .flatMap((path) => jsonFile(path, tree.read(path) ?? '')),
]);

function jsonFile(path: string, text: string): SchemaFile[] {
  if (text.length > 100_000 || !/"(?:properties|\$ref|\$id|items|type)"\s*:/.test(text) || text.startsWith('\uFEFF'))
    return [];
  const source = parseSource(`${path}.js`, `(${text})`);
  if (source === null || source.errors.length > 0) return [];
  const inFile = (splices: readonly Splice[]): Splice[] =>
    splices.map(({ start, end, text: to }) => ({ start: start - 1, end: end - 1, text: to }));
  return [{ file: { path, text }, source, isJson: true, inFile }];
}

/** Every object literal of a file that says a key of its own. */
export function literalsOf({ source }: SchemaFile): readonly Literal[] {
  return all(source.program, 'ObjectExpression');
}

export function propertyOf(literal: Literal, key: string): Of<'Property'> | null {
  const found = literal.properties.find((each) => each.type === 'Property' && keyName(each.key) === key);
  return found?.type === 'Property' ? found : null;
}
