/** Syntax trees for reading what a change means; a text that cannot be read safely is not read at all. */
import { parseSync } from 'oxc-parser';
import { isCodeFile } from '../kit/code.ts';
import { nestsTooDeep } from '../kit/nesting.ts';

/** An ESTree node; its other fields are reached by name. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const charsMax = 1_000_000;
const languages: Readonly<Record<string, 'jsx' | 'ts' | 'tsx'>> = {
  js: 'jsx',
  mjs: 'jsx',
  cjs: 'jsx',
  jsx: 'jsx',
  ts: 'ts',
  mts: 'ts',
  cts: 'ts',
  tsx: 'tsx',
};

/** True for a file whose meaning stands in a syntax tree. */
export function isCode(path: string): boolean {
  return languageOf(path) !== undefined;
}

function languageOf(path: string): 'jsx' | 'ts' | 'tsx' | undefined {
  const extension = path.toLowerCase().split('.').at(-1) ?? '';
  if (Object.hasOwn(languages, extension)) return languages[extension];
  return isCodeFile(path) ? 'jsx' : undefined;
}

/** The program; null where the text does not parse, is too large, or nests so deep that reading it is a danger. */
export function parse(path: string, text: string): Node | null {
  const lang = languageOf(path);
  if (lang === undefined || text.length > charsMax || nestsTooDeep(text)) return null;
  for (const sourceType of ['unambiguous', 'commonjs', 'script'] as const) {
    const result = parseSync(path, text, { lang, sourceType, preserveParens: false });
    if (result.errors.length === 0) return result.program as unknown as Node;
  }
  return null;
}

/** True where a name is declared twice in one scope, or given to one `decorate` twice: then nothing takes the text, though it parses. */
export function declaresTwice(path: string, text: string): boolean {
  const lang = languageOf(path);
  if (lang === undefined || text.length > charsMax || nestsTooDeep(text)) return false;
  if (decoratesTwice(text)) return true;
  const { errors } = parseSync(path, text, { lang, sourceType: 'unambiguous', showSemanticErrors: true });
  return errors.some(({ message }) => message.includes('has already been declared'));
}

/** `app.decorate('carts', …)`, which Fastify takes once. */
function decoratesTwice(text: string): boolean {
  const found = [...text.matchAll(/([\w$]+\.decorate\w*)\(\s*['"`]([\w$]+)['"`]/g)].map(
    ([, callee, name]) => `${callee} ${name}`,
  );
  return new Set(found).size < found.length;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

/** The fields of a node that hold other nodes, in order. */
export function children(node: Node): Node[] {
  const found: Node[] = [];
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) found.push(...value.filter(isNode));
    else if (isNode(value)) found.push(value);
  }
  return found;
}

/** The field as a node, or null. */
export function field(node: Node, name: string): Node | null {
  const value = node[name];
  return isNode(value) ? value : null;
}

/** The field as a list of nodes; holes are left out. */
export function list(node: Node, name: string): Node[] {
  const value = node[name];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** The text of a string literal or of a template without parts; null for anything else. */
export function stringOf(node: Node | null): string | null {
  if (node?.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node?.type !== 'TemplateLiteral' || list(node, 'expressions').length > 0) return null;
  return quasi(list(node, 'quasis')[0]);
}

/** The text between the parts of a template. */
export function quasi(node: Node | undefined): string {
  const value = node?.['value'] as { cooked?: string; raw?: string } | undefined;
  return value?.cooked ?? value?.raw ?? '';
}

/** `a.b.c` of a chain of at most 100 names, `this` included; null where something else stands in it. */
export function dotted(node: Node | null, left = 100): string | null {
  if (node === null || left === 0) return null;
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') return String(node['name']);
  if (node.type === 'ThisExpression') return 'this';
  if (node.type === 'ChainExpression' || node.type === 'TSNonNullExpression')
    return dotted(field(node, 'expression'), left - 1);
  if (node.type !== 'MemberExpression') return null;
  const object = dotted(field(node, 'object'), left - 1);
  const property = field(node, 'property');
  const name = node['computed'] === true ? stringOf(property) : dotted(property, left - 1);
  return object === null || name === null ? null : `${object}.${name}`;
}
