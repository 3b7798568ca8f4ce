/** From a parameter to what callers hand over, by the text alone: for functions that are called long before they fail. */
import type { SourceTree } from '../../incident/nouns.ts';
import { exportsOf, importsOf } from './bindings.ts';
import { isRelative, resolveSpecifier } from './modules.ts';
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

interface Call {
  readonly source: Source;
  readonly call: Of<'CallExpression'>;
}

function callsOf(tree: SourceTree, source: Source, fn: FunctionNode): Call[] {
  const own = nameOf(fn);
  const found = own === null ? [] : callsBy(source, own);
  const names = outerNames(tree, source, { fn, own });
  if (names.size === 0) return found;
  for (const other of allSources(tree)) {
    for (const from of importsOf(other)) {
      if (!isRelative(from.specifier) || !names.has(from.imported)) continue;
      const target = resolveSpecifier(tree, other.path, from.specifier);
      if (target?.to !== 'file' || target.path !== source.path) continue;
      if (from.local !== null) found.push(...callsBy(other, from.local));
      else if (from.node.parent?.type === 'CallExpression' && from.node.parent.callee === from.node)
        found.push({ source: other, call: from.node.parent });
    }
  }
  return found;
}

function nameOf(fn: FunctionNode): string | null {
  if (fn.type !== 'ArrowFunctionExpression' && fn.id !== null) return fn.id.name;
  const parent = fn.parent;
  return parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier' ? parent.id.name : null;
}

function callsBy(source: Source, name: string): Call[] {
  return all(source.program, 'CallExpression')
    .filter((call) => call.callee.type === 'Identifier' && call.callee.name === name)
    .map((call) => ({ source, call }));
}

/** Under which names others import the function; `*` where it is all that a CommonJS file gives out. */
function outerNames(tree: SourceTree, source: Source, of: { fn: FunctionNode; own: string | null }): Set<string> {
  const { fn, own } = of;
  const given = exportsOf(tree, source);
  const isIt = (node: Node | null): boolean =>
    node === fn || (node?.type === 'Identifier' && own !== null && node.name === own);
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
