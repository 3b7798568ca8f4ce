/** YAML as a tree with places, and changes of its text that leave the rest as it is. */
import { createRequire } from 'node:module';
import type { JSONPath, Node } from 'jsonc-parser';
import type { ParsedNode } from 'yaml';
import { indentUnit, splice } from './text.ts';

const load = createRequire(import.meta.url);
/** Loaded at its first use: most projects have no YAML that matters, and its seventy files would make every start of a healer 30 ms longer. */
const yaml = (): typeof import('yaml') => load('yaml') as typeof import('yaml');

/** The tree in the form of `parseTree`; the place of a key is that of its name. Null for what cannot be read, and for anchors, tags and keys that are no text. */
export function yamlTree(text: string): Node | null {
  if (isDeep(text)) return null;
  const { isMap, isSeq, parseDocument } = yaml();
  const document = parseDocument(text, { logLevel: 'silent' });
  const { contents, errors, warnings } = document;
  const isTree = isMap(contents) || isSeq(contents);
  return isTree && errors.length + warnings.length === 0 ? nodeOf(contents) : null;
}

/** The first line that no reader takes, and why; null where all of it can be read. */
export function yamlRefusal(text: string): { readonly line: number; readonly why: string } | null {
  if (isDeep(text)) return null;
  const [error] = yaml().parseDocument(text, { logLevel: 'silent' }).errors;
  if (error === undefined) return null;
  const line = error.linePos?.[0].line ?? 1;
  return { line, why: error.message.replace(/ at line \d[\s\S]*$/, '') };
}

/** Nobody nests so by hand, and whoever reads it runs out of memory. */
const depthMax = 200;

function isDeep(text: string): boolean {
  if (/(?:[-?] ){200}/.test(text)) return true;
  let depth = 0;
  for (const [sign] of text.matchAll(/[[{\]}]/g)) {
    depth = sign === '[' || sign === '{' ? depth + 1 : Math.max(0, depth - 1);
    if (depth > depthMax) return true;
  }
  return false;
}

function nodeOf(node: ParsedNode): Node | null {
  if (node.tag !== undefined || ('anchor' in node && node.anchor !== undefined)) return null;
  const { isMap, isScalar, isSeq } = yaml();
  const [offset, end] = node.range;
  if (isScalar(node)) return { type: typeOf(node.value), value: node.value, offset, length: end - offset };
  if (!isMap(node) && !isSeq(node)) return null;
  const found = isMap(node)
    ? node.items.map(({ key, value }) => propertyIn(key as ParsedNode, value as ParsedNode | null))
    : node.items.map((item) => nodeOf(item as ParsedNode));
  const children = found.filter((each) => each !== null);
  if (children.length < found.length) return null;
  // A block reaches to the next key, over comments and empty lines.
  const last = node.flow === true ? undefined : children.at(-1);
  const length = (last === undefined ? end : last.offset + last.length) - offset;
  return { type: isMap(node) ? 'object' : 'array', children, offset, length };
}

function propertyIn(key: ParsedNode, value: ParsedNode | null): Node | null {
  // `1: first` has the key that JSON would write as `"1"`.
  const own = yaml().isScalar(key) ? key.value : null;
  const said = Number.isSafeInteger(own) ? String(own) : own;
  if (!yaml().isScalar(key) || typeof said !== 'string' || said === '<<') return null;
  const [start, end] = key.range;
  const quote = Number(key.type !== 'PLAIN');
  const name: Node = { type: 'string', value: said, offset: start + quote, length: end - start - 2 * quote };
  const given = value === null ? nothingAt(end) : nodeOf(value);
  if (given === null) return null;
  const children = [name, given];
  const property: Node = { type: 'property', offset: start, length: given.offset + given.length - start, children };
  for (const child of children) Object.assign(child, { parent: property });
  return property;
}

function nothingAt(offset: number): Node {
  return { type: 'null', value: null, offset, length: 0 };
}

function typeOf(value: unknown): Node['type'] {
  if (value === null) return 'null';
  return typeof value === 'number' || typeof value === 'boolean' ? (typeof value as 'number' | 'boolean') : 'string';
}

/** The text with a value at a place, or without it where it is undefined; as it was where the place is not there. */
export function yamlChanged(text: string, place: JSONPath, value: unknown): string {
  const tree = yamlTree(text);
  const name = place.at(-1);
  const parent = tree === null ? null : nodeAt(tree, place.slice(0, -1));
  if (parent?.type !== 'object' || typeof name !== 'string') return text;
  const last = parent.children?.at(-1);
  const property = propertyOf(parent, name);
  const indent = indentBefore(text, parent.children?.[0]?.offset ?? 0);
  const lines = value === undefined ? '' : rendered({ [name]: value }, indent, indentUnit(text));
  if (property !== undefined) {
    const { start, end } = linesAround(text, property);
    return splice(text, { start, end, text: lines });
  }
  if (last === undefined || value === undefined) return text;
  const { end } = linesAround(text, last);
  const isOpen = end > 0 && text[end - 1] !== '\n';
  return splice(text, { start: end, end, text: (isOpen ? '\n' : '') + lines });
}

function rendered(value: unknown, indent: string, unit: string): string {
  return yaml()
    .stringify(value, { indent: unit.length, lineWidth: 0 })
    .replace(/^(?=.)/gm, indent);
}

function nodeAt(tree: Node, place: JSONPath): Node | null {
  let node: Node | undefined = tree;
  for (const part of place) node = node?.type === 'object' ? propertyOf(node, String(part))?.children?.[1] : undefined;
  return node ?? null;
}

function propertyOf(object: Node, name: string): Node | undefined {
  return object.children?.find((each) => each.children?.[0]?.value === name);
}

function indentBefore(text: string, offset: number): string {
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).replace(/\S/g, ' ');
}

/** From the start of the line of a key to that of the one behind its value. */
function linesAround(text: string, { offset, length }: Node): { start: number; end: number } {
  const newline = text.indexOf('\n', offset + length);
  return { start: text.lastIndexOf('\n', offset - 1) + 1, end: newline < 0 ? text.length : newline + 1 };
}
