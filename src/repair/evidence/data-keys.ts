/** The keys of the JSON, YAML, INI and CSV files that the project reads its own values from. */
import { parseTree } from 'jsonc-parser';
import type { Node as JsonNode } from 'jsonc-parser';
import { csvTree, iniTree } from '../code/plain-data.ts';
import { yamlTree } from '../code/yaml.ts';
import { dataPaths, isCsv, isIni } from './data-paths.ts';
import type { RecipeContext } from '../recipe.ts';

/** A key with the objects around it, as the file has it. */
export interface Key {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** The names of the keys around it, outermost first. */
  readonly around: readonly string[];
  readonly siblings: readonly string[];
  readonly value: JsonNode | null;
}

export interface DataFile {
  readonly path: string;
  readonly text: string;
  readonly keys: readonly Key[];
}

/** Those that are settings or data of the project, with their keys; [] for what does not parse. */
export function dataFiles(context: RecipeContext): DataFile[] {
  return dataPaths(context).flatMap((path) => {
    const text = context.tree.read(path);
    return text === null || text.length > 300_000 ? [] : [{ path, text, keys: keysOf(path, text) }];
  });
}

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
  const parents = lines.map((line, at) => lines.slice(0, at).findLast((each) => each.indent < line.indent));
  return lines.map(({ name, start }, at) => {
    const around: string[] = [];
    for (let up = parents[at]; up !== undefined; up = parents[lines.indexOf(up)]) around.unshift(up.name);
    const siblings = lines.filter((_, other) => parents[other] === parents[at]).map((each) => each.name);
    return { name, start, end: start + name.length, around, siblings, value: null };
  });
}
