/** What the data files of the project call their fields, and of what kind these are: JSON, YAML, JSON lines, CSV and INI. */
import type { Node as JsonNode } from 'jsonc-parser';
import { memoize } from '../../kit/memoize.ts';
import { dataFiles } from './data-keys.ts';
import type { Node } from '../code/syntax.ts';
import type { RecipeContext } from '../recipe.ts';

export type FieldKind = 'list' | 'object' | 'text' | 'number' | 'boolean' | 'null' | 'any';

export interface DataField {
  readonly kinds: ReadonlySet<FieldKind>;
  /** The keys of the objects that it holds. */
  readonly inner: ReadonlySet<string>;
}

const charsMax = 300_000;

/** Every field by its name. */
export const dataFields = memoize((context: RecipeContext): ReadonlyMap<string, DataField> => {
  const found = new Map<string, { kinds: Set<FieldKind>; inner: Set<string> }>();
  const add = (name: string, kind: FieldKind, inner: readonly string[] = []): void => {
    const field = found.get(name) ?? { kinds: new Set(), inner: new Set() };
    field.kinds.add(kind);
    for (const each of inner) field.inner.add(each);
    found.set(name, field);
  };
  for (const { keys } of dataFiles(context))
    for (const { name, value } of keys) {
      const inner = value?.type === 'object' ? (value.children ?? []) : [];
      const keysInside = inner.map((each) => String(each.children?.[0]?.value));
      add(name, kindOfData(value), keysInside);
    }
  for (const path of context.tree.files) {
    const text = /\.(?:ndjson|jsonl)$/i.test(path) ? context.tree.read(path) : null;
    for (const line of text === null || text.length > charsMax ? [] : text.split('\n')) addLine(line, add);
  }
  return found;
});

const jsonKinds: Readonly<Record<string, FieldKind>> = {
  array: 'list',
  object: 'object',
  string: 'text',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** The kind of a value of a data file. */
export function kindOfData(value: JsonNode | null): FieldKind {
  return (value === null ? null : jsonKinds[value.type]) ?? 'any';
}

function addLine(line: string, add: (name: string, kind: FieldKind, inner: string[]) => void): void {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return; // says nothing of fields
  }
  for (const [name, value] of typeof record === 'object' && record !== null ? Object.entries(record) : [])
    add(name, kindOf(value), kindOf(value) === 'object' ? Object.keys(value as object) : []);
}

function kindOf(value: unknown): FieldKind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return typeof value === 'string' ? 'text' : (typeof value as 'object' | 'number' | 'boolean');
}

/** What a literal of the code makes of a field; `any` where that does not show. */
export function kindOfLiteral(value: Node): FieldKind {
  if (value.type === 'ArrayExpression') return 'list';
  if (value.type === 'ObjectExpression') return 'object';
  if (value.type === 'TemplateLiteral') return 'text';
  const literal = value.type === 'Literal' ? typeof value.value : null;
  return literal === 'string' ? 'text' : literal === 'number' || literal === 'boolean' ? literal : 'any';
}
