/** Syntax trees with parents and positions, for JavaScript and TypeScript. */
import { parseSync, visitorKeys } from 'oxc-parser';
import type { Comment, EcmaScriptModule, Node, OxcError, ParseResult, Program } from 'oxc-parser';
import type { SourceTree } from '../../incident/nouns.ts';
import { isCodeFile, isTest } from '../../kit/code.ts';
import { memoize } from '../../kit/memoize.ts';
import { nestsTooDeep } from '../../kit/nesting.ts';
import { offsetAt } from './text.ts';

export type { Node, Program } from 'oxc-parser';

const sourcesMax = 2000;

/** The node type of a `type` word, also where oxc folds several words into one interface. */
export type Of<T extends Node['type']> = Match<Node, T>;
type Match<N, T> = N extends { type: infer K } ? (T extends K ? N : never) : never;
export type FunctionNode = Of<'FunctionDeclaration'> | Of<'FunctionExpression'> | Of<'ArrowFunctionExpression'>;

export interface Source {
  readonly path: string;
  readonly text: string;
  readonly program: Program;
  readonly module: EcmaScriptModule;
  readonly comments: readonly Comment[];
  /** Errors that left a tree behind, e.g. an `import` in a CommonJS file. */
  readonly errors: readonly OxcError[];
}

export type ModuleKind = 'module' | 'commonjs' | 'either';

/**
 * A tree for reading, as lenient as the parser can be; null where there is none. TypeScript's `!` does nothing at run time and, where something failed,
 * was wrong: the tree has `x` for `x!`, unless it is asked to keep it.
 */
export function parseSource(path: string, text: string, asserted: 'left out' | 'kept' = 'left out'): Source | null {
  if (!isCodeFile(path)) return null;
  const module = parseAs(path, text, undefined);
  const chosen = module.errors.length === 0 ? module : better(module, parseAs(path, text, 'commonjs'));
  if (chosen.program.body.length === 0 && chosen.errors.length > 0) return null;
  link(chosen.program, asserted === 'kept');
  return { path, text, ...chosen };
}

/** The errors that the loader would meet; [] = parses. */
export function syntaxErrors(path: string, text: string, kind: ModuleKind): readonly OxcError[] {
  if (kind !== 'either') return errorsOf(parsed(path, text, kind));
  const common = errorsOf(parsed(path, text, 'commonjs'));
  return common.length === 0 || errorsOf(parsed(path, text, 'module')).length > 0 ? common : [];
}

/** Stands for a text that would overflow the parser's stack and end the process: it does not parse. */
const tooDeep = ')';

type Parsed = Pick<Source, 'program' | 'module' | 'comments' | 'errors'>;

function parseAs(path: string, text: string, sourceType: 'module' | 'commonjs' | undefined): Parsed {
  const result = parsed(path, text, sourceType);
  const { program, module, comments } = result;
  return { program, module, comments, errors: errorsOf(result) };
}

/** Each part is made of what the parser found when it is first asked for: who wants the errors alone is spared most of it. */
function parsed(path: string, text: string, sourceType: 'module' | 'commonjs' | undefined): ParseResult {
  const options = sourceType === undefined ? {} : { sourceType };
  const deep = text.length > 1000 && nestsTooDeep(text);
  return parseSync(path, deep ? tooDeep : text, { ...options, preserveParens: false, showSemanticErrors: true });
}

function errorsOf(result: ParseResult): OxcError[] {
  const { program, errors } = result;
  void program; // the parser holds it outside of V8's heap, unseen by the collector, until it is asked for
  return errors.filter((error) => error.severity === 'Error');
}

function better(a: Parsed, b: Parsed): Parsed {
  if (b.errors.length === 0) return b;
  return a.program.body.length === 0 && b.program.body.length > 0 ? b : a;
}

const opened = memoize<SourceTree, Map<string, Source | null>>(() => new Map());

/** Reads and parses a file of a tree, once; null where there is none or it does not parse. */
export function openSource(tree: SourceTree, path: string): Source | null {
  const known = opened(tree);
  const text = tree.read(path);
  if (text === null || text.length > 2_000_000) return null;
  const before = known.get(path);
  if (before !== undefined && (before === null || before.text === text)) return before;
  const source = parseSource(path, text);
  known.set(path, source);
  return source;
}

/** All sources of the release that parse; of very many, tests are left out first. */
export const allSources = memoize((tree: SourceTree): readonly Source[] => {
  const files = tree.files.filter((path) => isCodeFile(path));
  const chosen = files.length <= sourcesMax ? files : files.filter((path) => !isTest(path)).slice(0, sourcesMax);
  return chosen.map((path) => openSource(tree, path)).filter((source) => source !== null);
});

/** The nodes directly below a node, in the order of the text as far as the tree has it. */
export function children(node: Node): Node[] {
  const fields = node as unknown as Record<string, unknown>;
  const found: Node[] = [];
  for (const key of visitorKeys[node.type] ?? []) {
    const value = fields[key];
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) found.push(each);
  }
  return found;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function link(root: Node, keeps: boolean): void {
  const stack: Node[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!keeps) leaveOut(node);
    for (const child of children(node)) {
      child.parent = node;
      stack.push(child);
    }
  }
}

/** `x!` below a node becomes `x`. */
function leaveOut(node: Node): void {
  const fields = node as unknown as Record<string, unknown>;
  for (const key of visitorKeys[node.type] ?? []) {
    const value = fields[key];
    if (Array.isArray(value)) fields[key] = value.map((each: unknown) => (isNode(each) ? withoutMark(each) : each));
    else if (isNode(value)) fields[key] = withoutMark(value);
  }
}

function withoutMark(node: Node): Node {
  return node.type === 'TSNonNullExpression' ? withoutMark(node.expression) : node;
}

/** Every node below and including `root` in source order; `enter` returns false to skip what is below. */
export function walk(root: Node, enter: (node: Node) => boolean | void): void {
  if (enter(root) === false) return;
  for (const child of children(root)) walk(child, enter);
}

/** All nodes of one type in `root`, in source order. */
export function all<T extends Node['type']>(root: Node, type: T): Of<T>[] {
  if (root.type === 'Program') return [...((byType(root).get(type) ?? []) as Of<T>[])];
  const found: Of<T>[] = [];
  walk(root, (node) => {
    if (node.type === type) found.push(node as Of<T>);
  });
  return found;
}

/** The nodes of a whole program, sorted once: recipes ask for them hundreds of times. */
const byType = memoize((program: Program): ReadonlyMap<string, Node[]> => {
  const found = new Map<string, Node[]>();
  walk(program, (node) => {
    const same = found.get(node.type);
    if (same === undefined) found.set(node.type, [node]);
    else same.push(node);
  });
  return found;
});

/** The node and its parents, innermost first. */
export function upwards(node: Node): Node[] {
  const found: Node[] = [];
  for (let at: Node | undefined | null = node; at; at = at.parent) found.push(at);
  return found;
}

/** Decorators stand before the `export` of their class, and so outside of what its node covers. */
function startOf(node: Node): number {
  const isExport = node.type === 'ExportNamedDeclaration' || node.type === 'ExportDefaultDeclaration';
  const declared = isExport ? node.declaration : node;
  const first = declared?.type === 'ClassDeclaration' ? declared.decorators?.[0] : undefined;
  return Math.min(node.start, first?.start ?? node.start);
}

/** The innermost node that covers an offset. */
export function nodeAt({ program }: Source, offset: number): Node {
  let found: Node = program;
  const statement = statementAt(program, offset);
  if (statement !== undefined)
    walk(statement, (node) => {
      if (offset < startOf(node) || offset >= node.end) return false;
      found = node;
      return true;
    });
  return found;
}

/** The first statement of a program that ends behind an offset: a long file has hundreds, and is asked thousands of times. */
function statementAt({ body }: Program, offset: number): Node | undefined {
  let [low, high] = [0, body.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((body[middle]?.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return body[low];
}

/** Nodes that start on or cover a place, best first: those that start exactly there, then those on the line. */
export function nodesNear(source: Source, line: number, column: number | null): Node[] {
  const start = offsetAt(source.text, line, 1);
  if (start === null) return [];
  const end = source.text.indexOf('\n', start) < 0 ? source.text.length : source.text.indexOf('\n', start);
  const exact = column === null ? null : offsetAt(source.text, line, column);
  const found: Node[] = [];
  walk(source.program, (node) => {
    if (node.end < start || startOf(node) > end) return node === source.program;
    if (node.start >= start || node.end <= end) found.push(node);
    return true;
  });
  if (exact === null) return found;
  const away = (node: Node): number => Math.min(Math.abs(node.start - exact), Math.abs(node.end - exact) + 0.5);
  return found.sort((a, b) => away(a) - away(b));
}

/** True where the text itself says that it is an ES module. oxc's own flag also counts a bare `await`. */
export function hasModuleSyntax(source: Pick<Source, 'module'>): boolean {
  const { staticImports, staticExports, importMetas } = source.module;
  return staticImports.length + staticExports.length + importMetas.length > 0;
}

export function isFunction(node: Node): node is FunctionNode {
  return (
    node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression'
  );
}

/** The functions around a node, innermost first. */
export function functionsAround(node: Node): FunctionNode[] {
  return upwards(node).filter(isFunction);
}

/** The statement that stands in a list of statements (block, program, case) and holds this node. */
export function statementOf(node: Node): Node | null {
  for (const at of upwards(node)) {
    const parent = at.parent;
    if (!parent) return null;
    if (parent.type === 'BlockStatement' || parent.type === 'Program' || parent.type === 'StaticBlock') return at;
    if (parent.type === 'SwitchCase' && at !== parent.test) return at;
  }
  return null;
}

export function textOf(source: Source, node: Node): string {
  return source.text.slice(node.start, node.end);
}

/** `a.b.c` for plain chains of names (`this` and `#private` too), else null. */
export function chainOf(node: Node): string | null {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'ThisExpression') return 'this';
  if (node.type === 'ChainExpression') return chainOf(node.expression);
  if (node.type !== 'MemberExpression' || node.computed) return null;
  const object = chainOf(node.object);
  const { type, name } = node.property;
  return object === null ? null : `${object}.${type === 'PrivateIdentifier' ? '#' : ''}${name}`;
}

/** The name a property, method or member is written with; null where it is computed. */
export function keyName(node: Node): string | null {
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') return node.name;
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : null;
}

/** The names that an object which is written out has for certain, or that a pattern takes; there may be more. */
export function keysIn({ properties }: Of<'ObjectExpression'> | Of<'ObjectPattern'>): string[] {
  return properties.flatMap((each) => (each.type === 'Property' && !each.computed ? (keyName(each.key) ?? []) : []));
}

export function stringValue(node: Node | null | undefined): string | null {
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : null;
}

/** True where an identifier stands for a variable, not for a key, a member's name or a label. */
export function isReference(node: Node): node is Of<'Identifier'> {
  if (node.type !== 'Identifier') return false;
  const parent = node.parent;
  if (!parent) return true;
  if (parent.type === 'MemberExpression') return parent.object === node || parent.computed;
  if (parent.type === 'Property') return parent.value === node || parent.computed;
  if (parent.type === 'MethodDefinition' || parent.type === 'PropertyDefinition') {
    return parent.key !== node || parent.computed;
  }
  return !['LabeledStatement', 'BreakStatement', 'ContinueStatement', 'ImportSpecifier', 'MetaProperty'].includes(
    parent.type,
  );
}
