/** Which records are of one kind by what the code does with them: the items of one list, however each place calls them or takes them apart. */
import type { SourceTree } from '../../incident/nouns.ts';
import { importsOf } from '../code/bindings.ts';
import { namesInScope } from '../code/scope.ts';
import { all, allSources, chainOf, isFunction, keyName, textOf, upwards } from '../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../code/syntax.ts';
import { lastNameOf } from './fields.ts';

const stepsMax = 12;

/** What is called for each item of a list: with it first, with two of them, and with it behind what became of the others. */
const overItems = /^(?:map|filter|find|findIndex|findLast|forEach|some|every|flatMap|sort|toSorted)$/;
const overTwo = /^(?:sort|toSorted|reduce|reduceRight)$/;
const givesLists = /^(?:filter|sort|toSorted|slice|reverse|toReversed|concat|values)$/;
const givesItem = /^(?:find|findLast|at|pop|shift)$/;

export interface Root {
  /** Where the name is declared; the class, where it is `this`. */
  readonly id: Node;
  /** What is read of it: `.orders[]` for the items of its `orders`. */
  readonly path: string;
}

/**
 * What an expression is read from, or what a pattern takes apart: the items of `harvests`, for `a` in `harvests.toSorted((a, b) => …)`
 * and for `{ day }` in `const [{ day }] = harvests`. Null where that is not plain.
 */
export function rootOf(source: Source, node: Node, left = stepsMax): Root | null {
  const from = (inner: Node | null | undefined, path = ''): Root | null =>
    inner == null || left === 0 ? null : within(rootOf(source, inner, left - 1), path);
  switch (node.type) {
    case 'AwaitExpression':
      return from(node.argument);
    case 'ChainExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
      return from(node.expression);
    case 'LogicalExpression':
      return from(node.left);
    case 'ThisExpression': {
      const id = upwards(node).find(({ type }) => type === 'ClassBody');
      return id === undefined ? null : { id, path: '' };
    }
    case 'MemberExpression':
      return from(node.object, node.computed ? '[]' : `.${keyName(node.property)}`);
    case 'ArrayExpression':
      return node.elements.length === 1 && node.elements[0]?.type === 'SpreadElement'
        ? from(node.elements[0].argument)
        : null;
    case 'CallExpression':
      return chainOf(node.callee) === 'Object.values'
        ? from(node.arguments[0])
        : (from(receiverOf(node, givesLists)) ?? from(receiverOf(node, givesItem), '[]'));
    case 'Identifier': {
      const id = namesInScope(source, node.start).get(node.name)?.id;
      return id === undefined ? null : (givenTo(source, id, left) ?? { id, path: '' });
    }
    case 'ObjectPattern':
      return givenTo(source, node, left);
    default:
      return null;
  }
}

export function isOneKind(source: Source, one: Node, other: Node): boolean {
  const [mine, others] = [rootOf(source, one), rootOf(source, other)];
  return mine !== null && mine.id === others?.id && mine.path === others.path;
}

function within(root: Root | null, path: string): Root | null {
  return root === null ? null : { ...root, path: root.path + path };
}

/** What a declared name, or a pattern in its place, is given. */
function givenTo(source: Source, target: Node, left: number): Root | null {
  const { parent } = target;
  if (left === 0) return null;
  if (parent?.type === 'AssignmentPattern') return givenTo(source, parent, left - 1);
  if (parent?.type === 'Property' && !parent.computed && parent.parent)
    return within(givenTo(source, parent.parent, left - 1), `.${keyName(parent.key)}`);
  const list = listBehind(target);
  if (list !== null) return within(rootOf(source, list, left - 1), '[]');
  if (parent?.type === 'ArrayPattern') {
    const pairs = pairsOf(source, listBehind(parent));
    if (pairs === null) return within(givenTo(source, parent, left - 1), '[]');
    return parent.elements[1] === target ? within(rootOf(source, pairs, left - 1), '[]') : null;
  }
  return parent?.type === 'VariableDeclarator' && parent.init !== null ? rootOf(source, parent.init, left - 1) : null;
}

/** The list each item of which a name, or a pattern, stands for in turn. */
function listBehind({ parent, start }: Node): Node | null {
  const around = parent?.parent;
  if (parent?.type === 'VariableDeclarator')
    return around?.parent?.type === 'ForOfStatement' && around.parent.left === around ? around.parent.right : null;
  if (parent == null || !isFunction(parent) || around?.type !== 'CallExpression' || around.arguments[0] !== parent)
    return null;
  const methods = [overItems, overTwo][parent.params.findIndex((param) => param.start === start)];
  return methods === undefined ? null : receiverOf(around, methods);
}

/** What `[key, value]` are the entries of, where a list is made of such: `Object.entries(stock)`, `stock.entries()`, a Map. */
function pairsOf(source: Source, list: Node | null): Node | null {
  if (list?.type === 'CallExpression')
    return chainOf(list.callee) === 'Object.entries' ? (list.arguments[0] ?? null) : receiverOf(list, /^entries$/);
  const [spread] = list?.type === 'ArrayExpression' ? list.elements : [];
  if (spread?.type === 'SpreadElement') return pairsOf(source, spread.argument);
  const made = list?.type === 'Identifier' ? namesInScope(source, list.start).get(list.name)?.node : undefined;
  const init = made?.type === 'VariableDeclarator' ? made.init : null;
  return init?.type === 'NewExpression' && chainOf(init.callee) === 'Map' ? list : null;
}

/** The list of `list.method(…)`. */
function receiverOf({ callee }: Of<'CallExpression'>, methods: RegExp): Node | null {
  const isIt = callee.type === 'MemberExpression' && !callee.computed && methods.test(keyName(callee.property) ?? '');
  return isIt ? callee.object : null;
}

/** True where an object, or what a pattern takes apart, is nobody's of this project: a part of a request, an error, what a package gives. */
export function isFromOutside(tree: SourceTree, source: Source, object: Node): boolean {
  if (object.type === 'ObjectPattern') return isTakenFromOutside(tree, source, object);
  const name = (chainOf(object) ?? textOf(source, object)).split(/\W/)[0] ?? '';
  if (outside.test(textOf(source, object)) || importsOf(source).some((each) => each.local === name && !isOwn(each)))
    return true;
  const made = namesInScope(source, object.start).get(name)?.node;
  return made?.type === 'VariableDeclarator' && made.init !== null && outside.test(textOf(source, made.init));
}

/** Of a parameter: any call that the text shows hands over what is from outside. */
function isTakenFromOutside(tree: SourceTree, source: Source, target: Node): boolean {
  const { parent } = target;
  if (parent?.type === 'Property' && outside.test(keyName(parent.key) ?? '')) return true;
  if (parent != null && /Pattern$|^Property$/.test(parent.type)) return isTakenFromOutside(tree, source, parent);
  const list = listBehind(target) ?? (parent?.type === 'VariableDeclarator' ? parent.init : null);
  if (list !== null || parent == null || !isFunction(parent)) return list !== null && isFromOutside(tree, source, list);
  const at = parent.params.findIndex((param) => param.start === target.start);
  const name = nameOf(parent);
  return allSources(tree).some((caller) =>
    all(caller.program, 'CallExpression').some((call) => {
      const given = name !== null && lastNameOf(call.callee) === name ? call.arguments[at] : undefined;
      return given !== undefined && isFromOutside(tree, caller, given as Node);
    }),
  );
}

/** `place` of `function place(…)`, `place: (…) =>` and `const place = (…) =>`. */
function nameOf(fn: FunctionNode): string | null {
  const { parent } = fn;
  if (fn.type !== 'ArrowFunctionExpression' && fn.id !== null) return fn.id.name;
  if (parent?.type === 'VariableDeclarator') return lastNameOf(parent.id);
  return parent != null && 'key' in parent ? keyName(parent.key as Node) : null;
}

const outside = /\b(?:body|query|params?|headers|cookies|env|req|request|ctx|res|response|reply|err|error|process)\b/;

function isOwn({ specifier }: { readonly specifier: string }): boolean {
  return /^[.#~@]?\.{0,2}\//.test(specifier);
}
