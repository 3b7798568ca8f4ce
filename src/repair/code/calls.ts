/** From a parameter to what callers hand over, by the text alone: for functions that are called long before they fail. */
import type { SourceTree } from '../../incident/nouns.ts';
import { exportsOf, importsOf } from './bindings.ts';
import { isOwn, resolveSpecifier } from './modules.ts';
import { namesInScope } from './scope.ts';
import { all, allSources, isFunction, keyName, upwards } from './syntax.ts';
import type { FunctionNode, Node, Of, Source } from './syntax.ts';

export interface Place {
  readonly source: Source;
  readonly node: Node;
}

const callsMax = 4;

/** What a name stands for where it is a parameter: the arguments of all calls that the text shows; [] where it is none. */
export function handedOver(tree: SourceTree, source: Source, id: Of<'Identifier'>): Place[] {
  const binding = namesInScope(source, id.start).get(id.name);
  if (binding?.kind !== 'param') return [];
  const fn = upwards(binding.id).find(isFunction);
  const at = fn?.params.findIndex((param) => param.start <= binding.id.start && binding.id.end <= param.end) ?? -1;
  const param = fn?.params[at];
  if (fn === undefined || param === undefined) return [];
  const calls = callsOf(tree, source, fn);
  if (calls.length > callsMax) return [];
  return calls.flatMap(({ source: caller, call }) => {
    const argument = call.arguments[at];
    const node = argument === undefined || argument.type === 'SpreadElement' ? null : part(param, binding.id, argument);
    return node === null ? [] : [{ source: caller, node }];
  });
}

export interface Taken extends Place {
  /** The `{ a: b }` of the pattern that takes the name out of `node`. */
  readonly property: Of<'Property'>;
  readonly key: string;
}

/** Where a name is taken out of the one object that a function is handed, `({ users }) => …`: what callers hand over that is no literal. */
export function takenFrom(tree: SourceTree, source: Source, id: Of<'Identifier'>): Taken[] {
  const binding = namesInScope(source, id.start).get(id.name);
  const property = binding === undefined ? undefined : upwards(binding.id).find((each) => each.type === 'Property');
  const fn = property === undefined ? undefined : upwards(property).find(isFunction);
  const at = fn?.params.findIndex(
    (param) => param === property?.parent || (param.type === 'AssignmentPattern' && param.left === property?.parent),
  );
  const key = property?.type === 'Property' && !property.computed ? keyName(property.key) : null;
  if (binding?.kind !== 'param' || property?.type !== 'Property' || key === null || fn === undefined) return [];
  if (at === undefined || at < 0) return [];
  const calls = callsOf(tree, source, fn);
  if (calls.length > callsMax) return [];
  return calls.flatMap(({ source: caller, call }) => {
    const node = call.arguments[at];
    return node?.type === 'Identifier' || node?.type === 'MemberExpression'
      ? [{ source: caller, node, property, key }]
      : [];
  });
}

/** The argument itself, or the value of the key that `{ a, b: c }` takes from an object literal. */
function part(param: Node, id: Node, argument: Node): Node | null {
  const target = param.type === 'AssignmentPattern' ? param.left : param;
  if (target === id) return argument;
  if (target.type !== 'ObjectPattern' || argument.type !== 'ObjectExpression') return null;
  const taken = target.properties.find((each) => each.type === 'Property' && each.value === id);
  const name = taken?.type === 'Property' ? keyName(taken.key) : null;
  const given = argument.properties.find((each) => each.type === 'Property' && keyName(each.key) === name);
  return name !== null && given?.type === 'Property' ? given.value : null;
}

export interface Call {
  readonly source: Source;
  readonly call: Of<'CallExpression'> | Of<'NewExpression'>;
}

/** All calls of a function that the text shows, of a constructor those by `new`. */
export function callsOf(tree: SourceTree, source: Source, fn: FunctionNode): Call[] {
  const own = nameOf(fn);
  const found = own === null ? [] : callsBy(source, own);
  const names = outerNames(tree, source, { fn, own });
  return [...found, ...callsFromOutside(tree, { file: source.path, names }, 2)];
}

/** The calls by all who import one of these names of a file, also from a file that hands it on. */
function callsFromOutside(tree: SourceTree, given: { file: string; names: ReadonlySet<string> }, deep: number): Call[] {
  if (given.names.size === 0) return [];
  return allSources(tree).flatMap((other) =>
    importsOf(other).flatMap((from): Call[] => {
      if (!given.names.has(from.imported) || !isOwn(tree, other.path, from.specifier)) return [];
      const target = resolveSpecifier(tree, other.path, from.specifier);
      if (target?.to !== 'file' || target.path !== given.file) return [];
      if (from.local !== null) return callsBy(other, from.local);
      const out = from.node.type === 'ExportSpecifier' ? keyName(from.node.exported) : null;
      if (out !== null && deep > 0)
        return callsFromOutside(tree, { file: other.path, names: new Set([out]) }, deep - 1);
      const call = from.node.parent;
      return call?.type === 'CallExpression' && call.callee === from.node ? [{ source: other, call }] : [];
    }),
  );
}

function nameOf(fn: FunctionNode): string | null {
  const made = classOf(fn);
  if (made !== null) return made.id?.name ?? null;
  if (fn.type !== 'ArrowFunctionExpression' && fn.id !== null) return fn.id.name;
  const parent = fn.parent;
  return parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier' ? parent.id.name : null;
}

/** The class that a constructor makes an object of: it is called by `new`. */
function classOf({ parent }: FunctionNode): Of<'ClassDeclaration'> | Of<'ClassExpression'> | null {
  const made = parent?.type === 'MethodDefinition' && parent.kind === 'constructor' ? parent.parent?.parent : null;
  return made?.type === 'ClassDeclaration' || made?.type === 'ClassExpression' ? made : null;
}

function callsBy(source: Source, name: string): Call[] {
  return [...all(source.program, 'CallExpression'), ...all(source.program, 'NewExpression')]
    .filter((call) => call.callee.type === 'Identifier' && call.callee.name === name)
    .map((call) => ({ source, call }));
}

/** Under which names others import the function; `*` where it is all that a CommonJS file gives out. */
function outerNames(tree: SourceTree, source: Source, of: { fn: FunctionNode; own: string | null }): Set<string> {
  const { fn, own } = of;
  const given = exportsOf(tree, source);
  const isIt = (node: Node | null): boolean =>
    node === fn ||
    (node !== null && node === classOf(fn)) ||
    (node?.type === 'Identifier' && own !== null && node.name === own);
  if (isIt(given.whole)) return new Set(['*', 'default']);
  const names = new Set<string>();
  for (const [name, node] of given.names) {
    const value =
      node?.type === 'Property' ? node.value : node?.type === 'ExportDefaultDeclaration' ? node.declaration : node;
    const isDeclared = value?.type === 'VariableDeclarator' && value.init === fn;
    const isListed = value?.type === 'ExportSpecifier' && isIt(value.local as Node);
    if (isIt(value ?? null) || isDeclared || isListed) names.add(name);
  }
  return names;
}
