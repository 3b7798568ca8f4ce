/** A field of records across the project: where it is filled, who reads it, and which one a value at hand was read from. */
import type { RecipeContext } from '../recipe.ts';
import { namesInScope } from '../code/scope.ts';
import { all, allSources, chainOf, isFunction, isReference, keyName, upwards } from '../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../code/syntax.ts';

export interface Place {
  readonly source: Source;
  readonly node: Node;
}

/** `{ name: value }` and `this.name = value`: the values; of `{ name }` the name, with the property around it. */
export interface Fill extends Place {
  readonly property: Of<'Property'> | null;
}

/** Where objects of the project get this field. */
export function fillsOf(context: RecipeContext, field: string): Fill[] {
  return allSources(context.tree).flatMap((source): Fill[] => [
    ...all(source.program, 'ObjectExpression')
      .flatMap((literal) => literal.properties)
      .filter((each) => each.type === 'Property')
      .filter((each) => !each.computed && !each.method && keyName(each.key) === field)
      .map((property) => ({ source, node: property.value, property })),
    ...all(source.program, 'AssignmentExpression')
      .filter(({ left, operator }) => operator === '=' && memberOf(left) === field)
      .map(({ right }) => ({ source, node: right, property: null })),
  ]);
}

/** Every place that reads the field: members, and names that were taken out of an object. */
export function readersOf(context: RecipeContext, field: string): Place[] {
  return allSources(context.tree).flatMap((source) => [
    ...all(source.program, 'MemberExpression')
      .filter((each) => memberOf(each) === field && !isTarget(each))
      .map((node) => ({ source, node })),
    ...all(source.program, 'Property')
      .filter((each) => each.parent?.type === 'ObjectPattern' && !each.computed && keyName(each.key) === field)
      .flatMap(({ value }) => usesOf(source, value.type === 'AssignmentPattern' ? value.left : value))
      .map((node) => ({ source, node })),
  ]);
}

/** The references to the variable that an identifier declares. */
function usesOf(source: Source, id: Node): Node[] {
  if (id.type !== 'Identifier') return [];
  return all(source.program, 'Identifier').filter(
    (each) =>
      each.name === id.name &&
      each !== id &&
      isReference(each) &&
      each.start !== id.start &&
      namesInScope(source, each.start).get(id.name)?.id === id,
  );
}

function memberOf(node: Node): string | null {
  return node.type === 'MemberExpression' && !node.computed ? keyName(node.property) : null;
}

/** `a.b.c` → `c`, `c` → `c`; null for anything else. */
export function lastNameOf(node: Node): string | null {
  return node.type === 'Identifier' ? node.name : memberOf(node);
}

function isTarget(node: Node): boolean {
  return node.parent?.type === 'AssignmentExpression' && node.parent.left === node && node.parent.operator === '=';
}

export interface Read {
  readonly field: string;
  /** The member, or the name that was taken out of an object. */
  readonly node: Node;
}

/** Where a value was read from a field: through names and the arguments of helpers; [] where it comes from none. */
export function readsBehind(context: RecipeContext, source: Source, node: Node, steps = 0): Read[] {
  const plain = withoutTypes(node);
  const member = memberOf(plain);
  if (member !== null) return [{ field: member, node: plain }];
  if (plain.type === 'LogicalExpression') return readsBehind(context, source, plain.left, steps + 1);
  if (plain.type === 'ConditionalExpression' && steps < 3)
    return [plain.consequent, plain.alternate].flatMap((each) => readsBehind(context, source, each, steps + 1));
  if (plain.type !== 'Identifier' || steps > 3) return [];
  const binding = namesInScope(source, plain.start).get(plain.name);
  if (binding === undefined) return [];
  const around = upwards(binding.id);
  const property = around.find((each) => each.type === 'Property' && each.parent?.type === 'ObjectPattern');
  const key = property?.type === 'Property' && !property.computed ? keyName(property.key) : null;
  if (key !== null) return [{ field: key, node: plain }];
  if (binding.node.type === 'VariableDeclarator')
    return binding.node.init === null ? [] : readsBehind(context, source, binding.node.init, steps + 1);
  const fn = around.find(isFunction);
  if (binding.kind !== 'param' || fn === undefined) return [];
  const at = fn.params.findIndex((param) => param === binding.id);
  return callsOf(context, fn).flatMap((call) => {
    const argument = call.node.arguments[at];
    return argument === undefined ? [] : readsBehind(context, call.source, argument, steps + 1);
  });
}

/** What stands under `x as T`, `x!` and parentheses. */
export function withoutTypes(node: Node): Node {
  const wraps =
    node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression' || node.type === 'ChainExpression';
  return wraps ? withoutTypes(node.expression) : node;
}

/** The calls of a named function of the project, by its name. */
function callsOf(context: RecipeContext, fn: FunctionNode): { source: Source; node: Of<'CallExpression'> }[] {
  const holder = fn.parent;
  const name =
    fn.type !== 'ArrowFunctionExpression' && fn.id !== null
      ? fn.id.name
      : holder?.type === 'VariableDeclarator' && holder.id.type === 'Identifier'
        ? holder.id.name
        : null;
  if (name === null) return [];
  return allSources(context.tree).flatMap((source) =>
    all(source.program, 'CallExpression')
      .filter(({ callee }) => chainOf(callee)?.split('.').at(-1) === name)
      .map((node) => ({ source, node })),
  );
}

/** What fills the list whose element a callback was given: the result of the `map` before it; null where that cannot be told. */
export function elementOrigin(source: Source, node: Node): Node | null {
  if (node.type !== 'Identifier') return null;
  const binding = namesInScope(source, node.start).get(node.name);
  const fn = binding === undefined ? undefined : upwards(binding.id).find(isFunction);
  if (binding?.kind !== 'param' || fn === undefined || !fn.params.some((param) => param === binding.id)) return null;
  const call = fn.parent;
  if (call?.type !== 'CallExpression' || call.callee === fn || call.callee.type !== 'MemberExpression') return null;
  for (let list: Node = call.callee.object; ;) {
    if (list.type === 'Identifier') {
      const declared: Node | undefined = namesInScope(source, list.start).get(list.name)?.node;
      if (declared?.type !== 'VariableDeclarator' || declared.init === null) return null;
      list = declared.init;
      continue;
    }
    if (list.type !== 'CallExpression' || list.callee.type !== 'MemberExpression') return null;
    const method = memberOf(list.callee) ?? '';
    const made = list.arguments[0];
    if (method === 'map' && made?.type === 'ArrowFunctionExpression')
      return made.body.type === 'BlockStatement' ? null : made.body;
    if (!/^(?:filter|sort|toSorted|slice|reverse|toReversed)$/.test(method)) return null;
    list = list.callee.object;
  }
}
