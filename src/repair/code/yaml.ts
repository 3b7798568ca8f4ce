/** Plain YAML (maps, lists and scalars in blocks, lists of scalars in brackets) as a tree, and changes of it that leave the rest as it is. */
import type { JSONPath, Node } from 'jsonc-parser';
import { indentUnit, splice } from './text.ts';

interface Line {
  readonly indent: number;
  /** Without indentation and comment. */
  readonly text: string;
  /** Where `text` begins. */
  readonly start: number;
}

interface Reader {
  readonly lines: readonly Line[];
  at: number;
}

/** The tree in the form of `parseTree`; the place of a key is that of its name. Null for what is not plain. */
export function yamlTree(text: string): Node | null {
  const lines = linesOf(text);
  const first = lines?.[0];
  if (lines === null || first === undefined || text.includes('\t')) return null;
  const reader = { lines, at: 0 };
  const node = block(reader, first.indent);
  return node !== null && reader.at === lines.length ? node : null;
}

function linesOf(text: string): Line[] | null {
  const lines: Line[] = [];
  let start = 0;
  for (const raw of text.split('\n')) {
    const plain = withoutComment(raw);
    const indent = plain.search(/\S/);
    const isMark = /^---\s*$/.test(raw) && lines.length === 0;
    if (indent >= 0 && !isMark) lines.push({ indent, text: plain.trim(), start: start + indent });
    start += raw.length + 1;
  }
  return lines.some((line) => /^(?:---|\.\.\.)$/.test(line.text)) ? null : lines;
}

function withoutComment(raw: string): string {
  let quote = '';
  for (const [at, sign] of [...raw].entries()) {
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if ((sign === '"' || sign === "'") && /[\s:[,-]$|^$/.test(raw.slice(0, at))) quote = sign;
    else if (sign === '#' && /^\s*$|\s$/.test(raw.slice(0, at))) return raw.slice(0, at);
  }
  return raw;
}

function block(reader: Reader, indent: number): Node | null {
  const line = reader.lines[reader.at];
  return line === undefined ? null : /^-(?: |$)/.test(line.text) ? list(reader, indent) : map(reader, indent);
}

function list(reader: Reader, indent: number): Node | null {
  const children: Node[] = [];
  const first = reader.lines[reader.at];
  for (let line = first; line?.indent === indent && /^-(?: |$)/.test(line.text); line = reader.lines[reader.at]) {
    const inner = /^-\s+/.exec(line.text)?.[0].length ?? 0;
    const item: Line = { indent: indent + inner, text: line.text.slice(inner), start: line.start + inner };
    const isMap = inner > 0 && keyOf(item) !== null;
    const child = isMap
      ? map({ ...swapped(reader, item) }, item.indent, (at) => (reader.at = at))
      : inner === 0
        ? nested(reader, indent)
        : scalar(item.text, item.start);
    if (child === null) return null;
    if (!isMap && inner > 0) reader.at++;
    children.push(child);
  }
  const next = reader.lines[reader.at];
  return next !== undefined && next.indent > indent ? null : around('array', children);
}

/** The reader with the line of an item read as if it stood below its dash. */
function swapped({ lines, at }: Reader, item: Line): Reader {
  return { lines: [...lines.slice(0, at), item, ...lines.slice(at + 1)], at };
}

function nested(reader: Reader, indent: number): Node | null {
  reader.at++;
  const next = reader.lines[reader.at];
  return next !== undefined && next.indent > indent ? block(reader, next.indent) : null;
}

function keyOf(line: Line): { name: string; length: number; rest: string; restStart: number } | null {
  const [whole, name = ''] = /^("[\w .-]+"|'[\w .-]+'|[A-Za-z_$][\w.$-]*):(?=\s|$)/.exec(line.text) ?? [];
  if (whole === undefined) return null;
  const rest = line.text.slice(whole.length);
  const blanks = rest.length - rest.trimStart().length;
  return { name, length: name.length, rest: rest.trim(), restStart: line.start + whole.length + blanks };
}

function map(reader: Reader, indent: number, done: (at: number) => void = () => {}): Node | null {
  const children: Node[] = [];
  for (let line = reader.lines[reader.at]; line?.indent === indent; line = reader.lines[reader.at]) {
    const key = keyOf(line);
    if (key === null) return null;
    reader.at++;
    const value = key.rest === '' ? below(reader, indent, key.restStart) : scalar(key.rest, key.restStart);
    if (value === null) return null;
    const isQuoted = /^["']/.test(key.name);
    const own: Node = {
      type: 'string',
      value: isQuoted ? key.name.slice(1, -1) : key.name,
      offset: line.start + Number(isQuoted),
      length: key.length - 2 * Number(isQuoted),
    };
    children.push({
      type: 'property',
      offset: line.start,
      length: value.offset + value.length - line.start,
      children: [own, value],
    });
  }
  const next = reader.lines[reader.at];
  if (next !== undefined && next.indent > indent) return null;
  done(reader.at);
  return around('object', children);
}

/** What stands below a key; null (of YAML) where nothing does. */
function below(reader: Reader, indent: number, start: number): Node | null {
  const next = reader.lines[reader.at];
  const isList = next?.indent === indent && /^-(?: |$)/.test(next.text);
  if (next !== undefined && (next.indent > indent || isList)) return block(reader, next.indent);
  return { type: 'null', value: null, offset: start, length: 0 };
}

function around(type: 'array' | 'object', children: Node[]): Node | null {
  const [first, last] = [children[0], children.at(-1)];
  if (first === undefined || last === undefined) return null;
  return { type, offset: first.offset, length: last.offset + last.length - first.offset, children };
}

function scalar(text: string, offset: number): Node | null {
  const base = { offset, length: text.length };
  if (/^[|>&*!{%@`?]/.test(text)) return null;
  if (text.startsWith('[')) {
    const inner = /^\[([^[\]{}"']*)\]$/.exec(text)?.[1];
    if (inner === undefined) return null;
    let at = offset + 1;
    const children = (inner.trim() === '' ? [] : inner.split(',')).map((part) => {
      const node = plain(part.trim(), at + part.search(/\S|$/));
      at += part.length + 1;
      return node;
    });
    return { ...base, type: 'array', children };
  }
  const [, quote, quoted] = /^(["'])(.*)\1$/.exec(text) ?? [];
  if (quote !== undefined) return { ...base, type: 'string', value: quoted ?? '' };
  return /^["']/.test(text) || /:\s/.test(text) ? null : plain(text, offset);
}

function plain(text: string, offset: number): Node {
  const base = { offset, length: text.length };
  if (/^[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?$/i.test(text))
    return { ...base, type: 'number', value: Number(text) };
  if (/^(?:true|false)$/i.test(text)) return { ...base, type: 'boolean', value: text.toLowerCase() === 'true' };
  if (/^(?:null|~)$/i.test(text)) return { ...base, type: 'null', value: null };
  return { ...base, type: 'string', value: text };
}

/** The text with a value at a place, or without it where it is undefined; as it was where the place is not there. */
export function yamlChanged(text: string, place: JSONPath, value: unknown): string {
  const tree = yamlTree(text);
  const name = place.at(-1);
  const parent = tree === null ? null : nodeAt(tree, place.slice(0, -1));
  if (parent?.type !== 'object' || typeof name !== 'string') return text;
  const property = propertyOf(parent, name);
  const [first] = parent.children ?? [];
  const indent = first === undefined ? '' : indentBefore(text, first.offset);
  const lines = value === undefined ? '' : `${[indent + name, rendered(value, indent, indentUnit(text))].join(':')}\n`;
  if (property !== undefined) {
    const { start, end } = linesAround(text, property);
    return splice(text, { start, end, text: lines });
  }
  const last = parent.children?.at(-1);
  if (last === undefined || value === undefined) return text;
  const { end } = linesAround(text, last);
  const isOpen = end > 0 && text[end - 1] !== '\n';
  return splice(text, { start: end, end, text: (isOpen ? '\n' : '') + lines });
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

/** A value behind its key's colon. */
function rendered(value: unknown, indent: string, unit: string): string {
  if (Array.isArray(value)) return value.map((each) => `\n${indent}${unit}- ${scalarText(each)}`).join('');
  if (typeof value !== 'object' || value === null) return ` ${scalarText(value)}`;
  return Object.entries(value)
    .map(([key, each]) => `\n${indent}${unit}${key}:${rendered(each, indent + unit, unit)}`)
    .join('');
}

function scalarText(value: unknown): string {
  const text = String(value);
  if (typeof value !== 'string') return text;
  const isPlain = scalar(text, 0)?.type === 'string' && !/^\s|\s$|\s#|^[-?:,[\]{}#&*!|>'"%@`]|^$/.test(text);
  return isPlain ? text : JSON.stringify(text);
}
