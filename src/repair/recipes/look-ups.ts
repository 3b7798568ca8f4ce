/** What is looked up under a name, and by which key. */
import { namesInScope } from '../code/scope.ts';
import { chainOf, isFunction, statementOf, textOf } from '../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../code/syntax.ts';
import { originsOf } from '../evidence/origins.ts';
import type { RecipeContext } from '../recipe.ts';

/** What a call looked up under a name: `const name = callee(…)`, or the parameter of its callback. */
export interface LookUp {
  readonly source: Source;
  /** The identifier that it is declared by. */
  readonly id: Node;
  readonly name: string;
  readonly call: Node;
  /** The statements in which it is known, and how many of them stand before the place of a guard. */
  readonly body: readonly Node[];
  readonly at: number;
}

/** The look-ups that a missing value came from, the nearest first. */
export function lookUpsBehind(context: RecipeContext, source: Source, node: Node, depth = 2): LookUp[] {
  return originsOf(context, source, node).flatMap(({ source: there, node: each }) => {
    const id = each.type === 'Identifier' ? namesInScope(there, each.start).get(each.name)?.id : undefined;
    const made = id === undefined ? null : lookUpOf(there, id);
    const [text] = made?.call.type === 'CallExpression' && isParse(made.call) ? made.call.arguments : [];
    // A field that is parsed into one of its own name leads round in a circle.
    if (text !== undefined) return depth === 0 ? [] : lookUpsBehind(context, there, text as Node, depth - 1);
    return made === null ? [] : [made];
  });
}

const isParse = (call: Of<'CallExpression'>): boolean => chainOf(call.callee) === 'JSON.parse';

export function lookUpOf(source: Source, id: Node): LookUp | null {
  const { parent } = id;
  if (id.type !== 'Identifier' || !parent) return null;
  if (isFunction(parent)) return callbackLookUp(source, id, parent);
  // `const [row] = await rows(sql, id)`: the first of what was found.
  const isFirst = parent.type === 'ArrayPattern' && parent.elements.length === 1 && parent.elements[0] === id;
  const made = isFirst ? parent.parent : parent;
  if (made?.type !== 'VariableDeclarator' || made.id !== (isFirst ? parent : id) || made.init === null) return null;
  const call: Node = made.init.type === 'AwaitExpression' ? made.init.argument : made.init;
  const isKeyed = call.type === 'MemberExpression' && call.computed && call.property.type !== 'Literal';
  const statement = statementOf(made);
  const block = statement?.parent;
  const body = block?.type === 'BlockStatement' || block?.type === 'Program' ? (block.body as Node[]) : [];
  const isAlone = made.parent?.type === 'VariableDeclaration' && made.parent.declarations.length === 1;
  if ((call.type !== 'CallExpression' && !isKeyed) || !isAlone || statement === null || !body.includes(statement))
    return null;
  return { source, id, name: id.name, call, body, at: body.indexOf(statement) + 1 };
}

/** `find(key, (error, name) => { if (error) return …; … })`. */
function callbackLookUp(source: Source, id: Of<'Identifier'>, fn: FunctionNode): LookUp | null {
  const call = fn.parent;
  const [first, second, more] = fn.params;
  const isLast = call?.type === 'CallExpression' && call.arguments.at(-1) === fn;
  if (!isLast || second !== id || more !== undefined || fn.body?.type !== 'BlockStatement') return null;
  const body = fn.body.body as Node[];
  const error = first?.type === 'Identifier' ? first.name : '';
  const [head] = body;
  const isChecked = head?.type === 'IfStatement' && textOf(source, head.test) === error;
  return { source, id, name: id.name, call, body, at: isChecked ? 1 : 0 };
}

/** The name or the field by which a thing is looked up; behind a statement of SQL the one value that it is given. */
export function keyOf({ call }: Pick<LookUp, 'call'>): string | null {
  const given = call.type === 'CallExpression' ? (call.arguments as Node[]) : [];
  const [query, value, more] = given;
  const isQuery = query !== undefined && value !== undefined && more === undefined && chainOf(query) === null;
  const [only, next] = isQuery && value.type === 'ArrayExpression' ? value.elements : [value];
  if (isQuery) return only && next === undefined ? chainOf(only as Node) : null;
  const key = call.type === 'MemberExpression' ? call.property : query;
  if (key?.type !== 'ArrowFunctionExpression') return key === undefined || key === null ? null : chainOf(key as Node);
  const { body: test } = key;
  if (test.type !== 'BinaryExpression' || test.operator !== '===') return null;
  return chainOf([test.left, test.right].find(({ type }) => type === 'Identifier') ?? test);
}

/** The one thing that a look-up is given, as it is written: `c.req.param('id')`. */
export function keyGiven({ call }: Pick<LookUp, 'call'>): Node | null {
  const [only, more] = call.type === 'CallExpression' ? (call.arguments as Node[]) : [];
  const isPlain = /^(?:Identifier|MemberExpression|CallExpression)$/.test(only?.type ?? '');
  return only !== undefined && more === undefined && isPlain ? only : null;
}
