/** Records of which the JSON and YAML files (lines of JSON are one list) of the release hold several: in a list, by their keys, or as a part of each of such records. */
import { parseTree } from 'jsonc-parser';
import type { Node as JsonNode } from 'jsonc-parser';
import type { SourceTree } from '../../incident/nouns.ts';
import { yamlTree } from '../code/yaml.ts';
import type { RecipeContext } from '../recipe.ts';
import { isOwnPath } from '../sound.ts';

/** A list of records in a JSON file of the release. */
export interface Table {
  readonly path: string;
  readonly text: string;
  readonly records: readonly ReadonlyMap<string, JsonNode>[];
  /** The names of the records, where they stand in an object. */
  readonly keys: ReadonlySet<string>;
}

const lines = /\.(?:jsonl|ndjson)$/;
const json = /\.(?:json|jsonl|ndjson)$/;

export function dataPaths({ files }: SourceTree, end = json): string[] {
  return files
    .filter((path) => end.test(path) && isOwnPath(path) && !/(?:^|\/)(?:package|tsconfig)[^/]*$/.test(path))
    .slice(0, 50);
}

export function tablesOf({ tree }: RecipeContext, end = json): Table[] {
  return dataPaths(tree, end).flatMap((path) => {
    const file = parsed(tree, path);
    return file === null ? [] : listsIn(file.root).map((list) => ({ path, text: file.text, ...list }));
  });
}

export function parsed(tree: SourceTree, path: string): { text: string; root: JsonNode } | null {
  const text = tree.read(path);
  if (text === null || text.length > 300_000) return null;
  const read = lines.test(path) ? listOf : json.test(path) ? parseTree : yamlTree;
  const root = read(text);
  return root === undefined || root === null ? null : { text, root };
}

/** A list of what its lines hold; null where one of them is no JSON. */
function listOf(text: string): JsonNode | null {
  const children: JsonNode[] = [];
  const root: JsonNode = { type: 'array', offset: 0, length: text.length, children };
  let start = 0;
  for (const line of text.split('\n')) {
    const node = line.trim() === '' ? null : parseTree(line);
    if (node === undefined) return null;
    if (node !== null) {
      move(node, start);
      children.push(Object.assign(node, { parent: root }));
    }
    start += line.length + 1;
  }
  return root;
}

function move(node: JsonNode, by: number): void {
  Object.assign(node, { offset: node.offset + by });
  for (const child of node.children ?? []) move(child, by);
}

function listsIn(node: JsonNode): Pick<Table, 'records' | 'keys'>[] {
  const inner = (node.children ?? []).flatMap(listsIn);
  // A list of records, or records by their keys.
  const items = (node.children ?? []).flatMap((each) => (node.type === 'array' ? [each] : (each.children?.[1] ?? [])));
  const isTable = items.length > 1 && items.every((each) => each.type === 'object');
  const names = node.type === 'array' ? [] : (node.children ?? []).map((each) => String(each.children?.[0]?.value));
  const records = items.map(recordOf);
  return isTable ? [{ records, keys: new Set(names) }, ...partsIn(records), ...inner] : inner;
}

/** The objects that records hold under one name are records, too. */
function partsIn(records: readonly ReadonlyMap<string, JsonNode>[]): Pick<Table, 'records' | 'keys'>[] {
  const names = new Set(records.flatMap((each) => [...each.keys()]));
  return [...names].flatMap((name) => {
    const held = records.flatMap((each) => each.get(name) ?? []);
    const isTable = held.length > 1 && held.every((each) => each.type === 'object');
    return isTable ? [{ records: held.map(recordOf), keys: new Set<string>() }] : [];
  });
}

export function recordOf(node: JsonNode): Map<string, JsonNode> {
  const pairs = (node.children ?? []).flatMap(({ children = [] }): [string, JsonNode][] => {
    const [key, value] = children;
    return key === undefined || value === undefined ? [] : [[String(key.value), value]];
  });
  return new Map(pairs);
}
