/** Which records are of one kind by what the code does with them: the items of one list, however each place calls them. */
import { importsOf } from '../code/bindings.ts';
import { namesInScope } from '../code/scope.ts';
import type { Binding } from '../code/scope.ts';
import { chainOf, isFunction, keyName, textOf, upwards } from '../code/syntax.ts';
import type { Node, Of, Source } from '../code/syntax.ts';

const stepsMax = 8;

/** What is called for each item of a list; `sort` is given two of them. */
const overItems = /^(?:map|filter|find|findIndex|findLast|forEach|some|every|flatMap|sort|toSorted)$/;
const givesLists = /^(?:filter|sort|toSorted|slice|reverse|toReversed|concat)$/;
const givesItem = /^(?:find|findLast|at|pop|shift)$/;

export interface Root {
  /** Where the name is declared. */
  readonly id: Node;
  /** Items of items: 0 for what the name itself stands for. */
  readonly level: number;
}

/**
 * The name that stands for the list or the record which an expression is read from: `harvests` of `a` in
 * `harvests.toSorted((a, b) => …)` and of `latest` in `const latest = harvests.at(-1)`. Null where that is not plain.
 */
export function rootOf(source: Source, node: Node, left = stepsMax): Root | null {
  const from = (inner: Node | null | undefined, items = 0): Root | null => {
    const root = inner == null || left === 0 ? null : rootOf(source, inner, left - 1);
    return root === null ? null : { ...root, level: root.level + items };
  };
  switch (node.type) {
    case 'AwaitExpression':
      return from(node.argument);
    case 'ChainExpression':
    case 'TSAsExpression':
      return from(node.expression);
    case 'LogicalExpression':
      return from(node.left);
    case 'MemberExpression':
      return node.computed ? from(node.object, 1) : null;
    case 'ArrayExpression':
      return node.elements.length === 1 && node.elements[0]?.type === 'SpreadElement'
        ? from(node.elements[0].argument)
        : null;
    case 'CallExpression':
      return from(listOf(node, givesLists)) ?? from(listOf(node, givesItem), 1);
    case 'Identifier': {
      const binding = namesInScope(source, node.start).get(node.name);
      if (binding === undefined) return null;
      const { list, value } = behind(binding);
      return from(list, 1) ?? from(value) ?? { id: binding.id, level: 0 };
    }
    default:
      return null;
  }
}

export function isOneKind(source: Source, one: Node, other: Node): boolean {
  const [mine, others] = [rootOf(source, one), rootOf(source, other)];
  return mine !== null && mine.id === others?.id && mine.level === others.level;
}

/** The list of `list.method(…)`. */
function listOf({ callee }: Of<'CallExpression'>, methods: RegExp): Node | null {
  const isIt = callee.type === 'MemberExpression' && !callee.computed && methods.test(keyName(callee.property) ?? '');
  return isIt ? callee.object : null;
}

interface Behind {
  /** The list that it is an item of. */
  readonly list?: Node | null;
  readonly value?: Node | null;
}

function behind({ kind, id, node }: Binding): Behind {
  if (kind === 'param') {
    const fn = upwards(id).find(isFunction);
    const call = fn?.parent;
    if (fn === undefined || call?.type !== 'CallExpression' || call.arguments[0] !== fn) return {};
    return fn.params[0] === id || (fn.params[1] === id && isSort(call)) ? { list: listOf(call, overItems) } : {};
  }
  if (node.type !== 'VariableDeclarator') return {};
  const loop = node.parent?.parent;
  if (loop?.type === 'ForOfStatement' && loop.left === node.parent) return node.id === id ? { list: loop.right } : {};
  if (node.id.type === 'ArrayPattern') return node.id.elements.some((each) => each === id) ? { list: node.init } : {};
  return node.id === id ? { value: node.init } : {};
}

function isSort({ callee }: Of<'CallExpression'>): boolean {
  return callee.type === 'MemberExpression' && /^(?:sort|toSorted)$/.test(keyName(callee.property) ?? '');
}

/** True where an object is nobody's of this project: a part of a request, an error, what a package gives. */
export function isFromOutside(source: Source, object: Node): boolean {
  const name = (chainOf(object) ?? textOf(source, object)).split(/\W/)[0] ?? '';
  if (outside.test(textOf(source, object)) || importsOf(source).some((each) => each.local === name && !isOwn(each)))
    return true;
  const made = namesInScope(source, object.start).get(name)?.node;
  return made?.type === 'VariableDeclarator' && made.init !== null && outside.test(textOf(source, made.init));
}

const outside = /\b(?:body|query|params?|headers|cookies|env|req|request|ctx|res|response|reply|err|error|process)\b/;

function isOwn({ specifier }: { readonly specifier: string }): boolean {
  return /^[.#~@]?\.{0,2}\//.test(specifier);
}
