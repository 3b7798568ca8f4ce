/** Where a value comes from: back through names, calls, callbacks, promises, fields and collections, across the files of the project. */
import { handedTo, importedValue, reached, valuesOf } from '../code/callees.ts';
import { fillsOf } from './fields.ts';
import type { Place } from './fields.ts';
import type { RecipeContext } from '../recipe.ts';
import { boundIdentifiers, namesInScope } from '../code/scope.ts';
import type { Binding } from '../code/scope.ts';
import { all, chainOf, isFunction, isReference, keyName, textOf, upwards } from '../code/syntax.ts';
import type { Node, Of, Source } from '../code/syntax.ts';

const placesMax = 60;
const fillsMax = 4;

/**
 * The expression itself and all that its value may have been before, nearest first: what a name was set to, what callers handed
 * over, what was called and what that gives back, what a callback is called with, what `{ ...rest }` is copied from.
 */
export function originsOf(context: RecipeContext, source: Source, node: Node): Place[] {
  const found: Place[] = [{ source, node }];
  const seen = new Set<Node>([node]);
  for (let at = 0; at < found.length && found.length < placesMax; at++) {
    const place = found[at];
    for (const each of place === undefined ? [] : before(context, place)) {
      if (seen.has(each.node)) continue;
      seen.add(each.node);
      found.push(each);
    }
  }
  return found;
}

function before(context: RecipeContext, { source, node }: Place): Place[] {
  const here = (...nodes: (Node | null | undefined)[]): Place[] =>
    nodes.flatMap((each) => (each ? [{ source, node: each }] : []));
  switch (node.type) {
    case 'AwaitExpression':
      return here(node.argument);
    case 'ChainExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return here(node.expression);
    case 'LogicalExpression':
      return here(node.left, node.right);
    case 'ConditionalExpression':
      return here(node.consequent, node.alternate);
    case 'AssignmentExpression':
      return here(node.right);
    case 'ObjectExpression':
      return here(...node.properties.map((each) => (each.type === 'SpreadElement' ? each.argument : null)));
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return here(...valuesOf(node));
    case 'Identifier':
      return behindName(context, source, node);
    case 'CallExpression':
      return behindCall(context, source, node);
    case 'NewExpression':
      return textOf(source, node.callee) === 'Promise' ? resolvedWith(source, node) : [];
    case 'MemberExpression':
      return behindMember(context, source, node);
    default:
      return [];
  }
}

function behindName(context: RecipeContext, source: Source, node: Of<'Identifier'>): Place[] {
  const binding = namesInScope(source, node.start).get(node.name);
  if (binding === undefined) return [];
  const imported = binding.kind === 'import' ? importedValue(context, source, node) : null;
  if (imported !== null) return [imported];
  const declarator = binding.node.type === 'VariableDeclarator' ? binding.node : null;
  const key = keyTaken(declarator?.id ?? null, binding.id);
  if (key !== null) return filled(context, key);
  const part = declarator === null ? null : partOf(declarator, binding.id);
  if (part !== null) return [{ source, node: part }];
  const init = declarator?.id.type === 'Identifier' ? declarator.init : null;
  const set = all(source.program, 'AssignmentExpression').filter(
    ({ left, operator }) =>
      left.type === 'Identifier' &&
      /^(?:\?\?|\|\|)?=$/.test(operator) &&
      left.name === node.name &&
      namesInScope(source, left.start).get(node.name)?.id === binding.id,
  );
  const given = binding.kind === 'param' ? behindParameter(context, source, binding) : [];
  const made = [...(init === null ? [] : [init as Node]), ...set.map(({ right }) => right as Node)];
  return [...given, ...made.map((each) => ({ source, node: each }))];
}

/** The key that `{ key: name }` takes; null for other patterns. */
function keyTaken(pattern: Node | null, id: Node): string | null {
  if (pattern?.type !== 'ObjectPattern') return null;
  const found = pattern.properties.find((each) => each.start <= id.start && id.end <= each.end);
  return found?.type === 'Property' && !found.computed && boundIdentifiers(found.value)[0] === id
    ? keyName(found.key)
    : null;
}

/** The second of `const [a, b] = await Promise.all([f(), g()])` and of `const [a, b] = [f(), g()]`. */
function partOf({ id, init }: Of<'VariableDeclarator'>, name: Node): Node | null {
  const at = id.type === 'ArrayPattern' ? id.elements.findIndex((each) => each === name) : -1;
  const value = init?.type === 'AwaitExpression' ? init.argument : init;
  const isAll = value?.type === 'CallExpression' && /^Promise\.all(?:Settled)?$/.test(chainOf(value.callee) ?? '');
  const list = isAll ? value.arguments[0] : value;
  const part = at < 0 || list?.type !== 'ArrayExpression' ? undefined : list.elements[at];
  return part === undefined || part === null || part.type === 'SpreadElement' ? null : part;
}

function behindParameter(context: RecipeContext, source: Source, { id }: Binding): Place[] {
  const fn = upwards(id).find(isFunction);
  const at = fn?.params.findIndex((param) => param.start <= id.start && id.end <= param.end) ?? -1;
  const param = fn?.params[at];
  if (fn === undefined || param === undefined) return [];
  const key = keyTaken(param, id);
  if (key !== null) return filled(context, key);
  const { parent } = fn;
  const slot = parent?.type === 'CallExpression' ? parent.arguments.indexOf(fn) : -1;
  if (parent?.type === 'CallExpression' && slot >= 0) return givenBack(context, source, { call: parent, slot, at });
  const handed = handedTo(context, fn).flatMap(({ source: there, given }) => {
    const one = given[at];
    return one === undefined ? [] : [{ source: there, node: one }];
  });
  return [...handed, ...asCallback(context, source, fn, at)];
}

/** `rows.map(describe)`: what a function is given that is handed over by its name. */
function asCallback(context: RecipeContext, source: Source, fn: Node, at: number): Place[] {
  const holder =
    fn.parent?.type === 'VariableDeclarator' ? fn.parent.id : fn.type === 'FunctionDeclaration' ? fn.id : null;
  if (holder?.type !== 'Identifier') return [];
  return all(source.program, 'Identifier').flatMap((id) => {
    const call = id.name === holder.name && isReference(id) ? id.parent : null;
    const slot = call?.type === 'CallExpression' ? (call.arguments as Node[]).indexOf(id) : -1;
    return call?.type === 'CallExpression' && slot >= 0 ? givenBack(context, source, { call, slot, at }) : [];
  });
}

interface Callback {
  readonly call: Of<'CallExpression'>;
  /** Which argument of the call is the callback. */
  readonly slot: number;
  /** Which parameter of the callback is meant. */
  readonly at: number;
}

const overLists = /^(?:map|filter|find|findIndex|findLast|forEach|some|every|flatMap|sort|toSorted)$/;

/** What the callback of a call is given: the items of a list, what a promise gives, what the called function calls it with. */
function givenBack(context: RecipeContext, source: Source, { call, slot, at }: Callback): Place[] {
  const { callee } = call;
  const method = callee.type === 'MemberExpression' ? (keyName(callee.property) ?? '') : '';
  const object = callee.type === 'MemberExpression' ? { source, node: callee.object as Node } : null;
  if (object !== null && method === 'then') return at === 0 ? [object] : [];
  if (object !== null && method === 'reduce') {
    if (at === 1) return itemsOf(context, object);
    const start = call.arguments.slice(0, 2) as Node[];
    return at === 0 ? start.map((node) => ({ source, node })) : [];
  }
  if (object !== null && overLists.test(method) && reached(context, source, callee).length === 0)
    return at === 0 || method.endsWith('ort') ? itemsOf(context, object) : [];
  return callbackCalls(context, source, { call, slot }).flatMap(({ source: there, call: made, first }) => {
    const given = made.arguments[first + at];
    return given === undefined ? [] : [{ source: there, node: given as Node }];
  });
}

/** A call of a callback; `first` is the argument that it gets as its first. */
export interface CallbackCall {
  readonly source: Source;
  readonly call: Of<'CallExpression'>;
  readonly first: number;
}

/** Where the project calls the callback that stands in a slot of a call, handed on or not. */
export function callbackCalls(
  context: RecipeContext,
  source: Source,
  { call, slot }: Pick<Callback, 'call' | 'slot'>,
  depth = 4,
): CallbackCall[] {
  if (depth === 0) return [];
  return reached(context, source, call.callee).flatMap(({ source: there, fn }) => {
    const param = fn.params[slot];
    if (param?.type !== 'Identifier') return [];
    const uses = all(fn, 'Identifier').filter(
      (id) =>
        id.name === param.name &&
        id !== param &&
        isReference(id) &&
        namesInScope(there, id.start).get(id.name)?.id === param,
    );
    return uses.flatMap((id): CallbackCall[] => {
      const { parent } = id;
      if (parent?.type !== 'CallExpression') return [];
      if (parent.callee === id) return [{ source: there, call: parent, first: 0 }];
      const handed = (parent.arguments as Node[]).indexOf(id);
      const name = chainOf(parent.callee) ?? '';
      if (/^(?:process\.nextTick|setImmediate|queueMicrotask)$/.test(name))
        return [{ source: there, call: parent, first: 1 }];
      return name === 'setTimeout'
        ? [{ source: there, call: parent, first: 2 }]
        : callbackCalls(context, there, { call: parent, slot: handed }, depth - 1);
    });
  });
}

/** What the items of a list are made by: the function that maps them, else what stands in it. */
function itemsOf(context: RecipeContext, list: Place): Place[] {
  return originsOf(context, list.source, list.node).flatMap(({ source, node }): Place[] => {
    if (node.type === 'ArrayExpression')
      return node.elements.flatMap((each) =>
        each === null || each.type === 'SpreadElement' ? [] : [{ source, node: each as Node }],
      );
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return [];
    const { callee } = node;
    const method = keyName(callee.property) ?? '';
    const [given] = node.arguments as Node[];
    if (/^Promise\.(?:all|any|race)$/.test(chainOf(callee) ?? '') && given !== undefined)
      return itemsOf(context, { source, node: given });
    if (/^(?:map|flatMap)$/.test(method) && given !== undefined) {
      if (isFunction(given)) return [{ source, node: given }];
      return reached(context, source, given).map((made) => ({ source: made.source, node: made.fn }));
    }
    return /^(?:filter|sort|toSorted|slice|reverse|toReversed)$/.test(method)
      ? itemsOf(context, { source, node: callee.object })
      : [];
  });
}

function behindCall(context: RecipeContext, source: Source, node: Of<'CallExpression'>): Place[] {
  const { callee } = node;
  const [given, more] = node.arguments as Node[];
  const chain = chainOf(callee) ?? '';
  if (/^(?:Promise\.resolve|Object\.(?:freeze|seal)|structuredClone)$/.test(chain))
    return given === undefined ? [] : [{ source, node: given }];
  const method = callee.type === 'MemberExpression' ? (keyName(callee.property) ?? '') : '';
  const callback = given !== undefined && isFunction(given) ? given : null;
  if (method === 'then' && callback !== null) return [{ source, node: callback }];
  if (method === 'reduce' && callback !== null)
    return [callback, ...(more === undefined ? [] : [more])].map((each) => ({ source, node: each }));
  if (method === 'get' && callee.type === 'MemberExpression' && node.arguments.length === 1)
    return putInto(source, textOf(source, callee.object));
  return reached(context, source, callee).map(({ source: there, fn }) => ({ source: there, node: fn }));
}

/** `new Promise((resolve) => … resolve(x))`. */
function resolvedWith(source: Source, node: Of<'NewExpression'>): Place[] {
  const fn = node.arguments[0] as Node | undefined;
  const resolve = fn !== undefined && isFunction(fn) ? fn.params[0] : undefined;
  if (fn === undefined || resolve?.type !== 'Identifier') return [];
  return all(fn, 'CallExpression')
    .filter(({ callee }) => callee.type === 'Identifier' && callee.name === resolve.name)
    .flatMap(({ arguments: [given] }) => (given === undefined ? [] : [{ source, node: given as Node }]));
}

function behindMember(context: RecipeContext, source: Source, node: Of<'MemberExpression'>): Place[] {
  if (node.computed) return putInto(source, textOf(source, node.object));
  const name = keyName(node.property);
  return name === null ? [] : filled(context, name);
}

/** What a field of that name is given, where few are. */
function filled(context: RecipeContext, field: string): Place[] {
  const fills = fillsOf(context, field).filter(
    ({ node }) => !(node.type === 'MemberExpression' && isNamed(node, field)),
  );
  return fills.length > fillsMax ? [] : fills.map(({ source, node }) => ({ source, node }));
}

function isNamed(node: Of<'MemberExpression'>, field: string): boolean {
  return !node.computed && keyName(node.property) === field;
}

/** `base[key] = value` and `base.set(key, value)`: the values. */
function putInto(source: Source, base: string): Place[] {
  const assigned = all(source.program, 'AssignmentExpression').flatMap(({ left, right }) =>
    left.type === 'MemberExpression' && left.computed && textOf(source, left.object) === base ? [right as Node] : [],
  );
  const set = all(source.program, 'CallExpression').flatMap(({ callee, arguments: [, value] }) => {
    const isSet = callee.type === 'MemberExpression' && keyName(callee.property) === 'set';
    return isSet && value !== undefined && textOf(source, callee.object) === base ? [value as Node] : [];
  });
  return [...assigned, ...set].map((node) => ({ source, node }));
}
