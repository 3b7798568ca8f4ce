/** The keys of the JSON, YAML, INI and CSV files that the project reads its own values from. */
import { parseTree } from 'jsonc-parser';
import type { Node as JsonNode } from 'jsonc-parser';
import { csvTree, iniTree } from '../code/plain-data.ts';
import { yamlTree } from '../code/yaml.ts';
import { groupBy } from '../../kit/group-by.ts';
import { memoize } from '../../kit/memoize.ts';
import type { SourceTree } from '../../incident/nouns.ts';
import { dataOutside, dataPaths, isCsv, isIni } from './data-paths.ts';
import type { RecipeContext } from '../recipe.ts';

/** A key with the objects around it, as the file has it. */
export interface Key {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** The names of the keys around it, outermost first. */
  readonly around: readonly string[];
  /** The same as one text, `*` for each list: `rooms/*`. */
  readonly place: string;
  readonly siblings: readonly string[];
  readonly value: JsonNode | null;
}

export interface DataFile {
  readonly path: string;
  readonly text: string;
  readonly keys: readonly Key[];
}

/** Those that are settings or data of the project, with their keys; [] for what does not parse. */
export function dataFiles({ tree }: Pick<RecipeContext, 'tree'>): readonly DataFile[] {
  return filesOf(tree);
}

const filesOf = memoize((tree: SourceTree): readonly DataFile[] =>
  dataPaths({ tree }).flatMap((path) => {
    const text = tree.read(path);
    return text === null || text.length > 300_000 ? [] : [{ path, text, keys: keysOf(path, text) }];
  }),
);

/** Data of the project that is no part of the release, with its keys. */
export function filesOutside(context: RecipeContext): DataFile[] {
  return dataOutside(context).flatMap((path) => {
    const text = context.tree.read(path);
    return text === null || text.length > 300_000 ? [] : [{ path, text, keys: keysOf(path, text) }];
  });
}

/** What the records of a file have side by side, each sort once. */
export const shapesOf = memoize(({ keys }: DataFile): readonly (readonly string[])[] => {
  const records = new Set(keys.map(({ siblings }) => siblings));
  return [...new Map([...records].map((siblings) => [siblings.join('\n'), siblings])).values()];
});

/** The keys of a file in one place. */
export function keysAt(file: DataFile, place: string): readonly Key[] {
  return byPlace(file).get(place) ?? [];
}

/** The keys that stand in one place, of which a number is the entry of a list: `seasons`, `1`. */
export function keysWithin(file: DataFile, place: readonly string[]): readonly Key[] {
  const plain = keysAt(file, place.join('/'));
  const at = place.findIndex((part) => /^\d+$/.test(part));
  if (plain.length > 0 || at < 0) return plain;
  const starred = place.with(at, '*');
  const keys = keysAt(file, starred.join('/'));
  const records = [...new Set(keys.map(({ siblings }) => siblings))];
  const list = keysWithin(file, place.slice(0, Math.max(0, at - 1))).find((key) => key.name === place[at - 1]);
  // Entries that are no records are not counted.
  const isAll = at === 0 || list?.value?.children?.length === records.length;
  return isAll ? keys.filter(({ siblings }) => siblings === records[Number(place[at])]) : [];
}

const byPlace = memoize((file: DataFile) => groupBy(file.keys, (key) => key.place));

/** Every key of a JSON, INI or CSV text, or of the plain lines of a YAML text. */
export function keysOf(path: string, text: string): Key[] {
  if (path.endsWith('.json')) return keysIn(parseTree(text), [], 1);
  if (isIni(path)) return keysIn(iniTree(text), [], 0);
  if (isCsv(path)) return keysIn(csvTree(text), [], 0);
  const tree = yamlTree(text);
  return tree === null ? yamlKeys(text) : keysIn(tree, [], 0);
}

/** `quote` is how long the sign around a key is. */
function keysIn(node: JsonNode | undefined, around: readonly string[], quote: number): Key[] {
  if (node?.type === 'array') return (node.children ?? []).flatMap((each) => keysIn(each, [...around, '*'], quote));
  if (node?.type !== 'object') return [];
  const place = around.join('/');
  const siblings = (node.children ?? []).map((each) => String(each.children?.[0]?.value));
  return (node.children ?? []).flatMap((each): Key[] => {
    const [key, value] = each.children ?? [];
    if (key === undefined) return [];
    const name = String(key.value);
    const own = {
      name,
      start: key.offset + quote,
      end: key.offset + key.length - quote,
      around,
      place,
      siblings,
      value: value ?? null,
    };
    return [own, ...keysIn(value, [...around, name], quote)];
  });
}

/** Plain `key:` lines by their indentation, of YAML that is more than plain: without values. */
function yamlKeys(text: string): Key[] {
  const lines = [...text.matchAll(/^( *)([A-Za-z_][\w-]*)(?=:(?: |$))/gm)].map((match) => ({
    name: match[2] ?? '',
    indent: (match[1] ?? '').length,
    start: match.index + (match[1] ?? '').length,
  }));
  const open: typeof lines = []; // the lines around, outermost first
  const placed = lines.map((line) => {
    while ((open.at(-1)?.indent ?? -1) >= line.indent) open.pop();
    const parent = open.at(-1);
    const around = open.map((each) => each.name);
    open.push(line);
    return { ...line, parent, around };
  });
  const beside = groupBy(placed, ({ parent }) => parent);
  return placed.map(({ name, start, parent, around }) => ({
    name,
    start,
    end: start + name.length,
    around,
    place: around.join('/'),
    siblings: (beside.get(parent) ?? []).map((each) => each.name),
    value: null,
  }));
}
