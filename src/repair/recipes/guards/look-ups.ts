/** What is looked up under a name, and by which key. */
import { namesInScope } from '../../code/scope.ts';
import {
  all,
  chainOf,
  functionsAround,
  isFunction,
  isReference,
  keyName,
  statementOf,
  textOf,
} from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';
import { originsOf } from '../../evidence/origins.ts';
import type { RecipeContext } from '../../recipe.ts';
import { subjectOf } from './guard-words.ts';

/** What a call looked up under a name: `const name = callee(…)`, or the parameter of its callback. */
export interface LookUp {
  readonly source: Source;
  /** The identifier that it is declared by. */
  readonly id: Node;
  readonly name: string;
  readonly call: Node;
  /** `return callee(…)`, where it has no name yet. */
  readonly unnamed?: Of<'ReturnStatement'>;
  /** The helper that it stands in, and the look-up of one of its callers. */
  readonly asked?: { readonly helper: string | null; readonly by: LookUp };
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
    return made === null ? unnamedLookUp(there, each) : [made];
  });
}

/** `return rows.get(id);`, `return toRoom(find(id));`: it may be given a name, so that a guard can ask about it. */
function unnamedLookUp(source: Source, call: Node): LookUp[] {
  const outer = call.parent?.type === 'AwaitExpression' ? call.parent : call;
  const handed = outer.parent?.type === 'CallExpression' && outer.parent.arguments.length === 1 ? outer.parent : null;
  const unnamed = handed?.callee.type === 'Identifier' ? handed.parent : outer.parent;
  const block = unnamed?.parent;
  const isCall = call.type === 'CallExpression' && call.arguments.length > 0 && call !== handed;
  const isKeyed = call.type === 'MemberExpression' && call.computed && call.property.type !== 'Literal';
  if (unnamed?.type !== 'ReturnStatement' || block?.type !== 'BlockStatement' || !(isCall || isKeyed)) return [];
  if (isCall && !finds.test(callee(call))) return [];
  const [body, there] = [block.body as Node[], namesInScope(source, unnamed.start)];
  const subject = handed === null ? subjectOf({ source, call, name: 'found' }) : 'row';
  const name = [subject, 'row', 'found'].find((each) => /^[a-z]\w*$/.test(each) && !there.has(each));
  return name === undefined ? [] : [{ source, id: call, name, call, unnamed, body, at: body.indexOf(unnamed) + 1 }];
}

/** What looks something up. */
const finds = /^(?:find|get|load|fetch|read|look|by|one|first)/;

function callee(call: Of<'CallExpression'>): string {
  return chainOf(call.callee)?.split('.').at(-1) ?? '';
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
  if (key?.type !== 'ArrowFunctionExpression')
    return key === undefined || key === null ? null : chainOf(writtenOtherwise(key as Node));
  const { body: test } = key;
  if (test.type !== 'BinaryExpression' || test.operator !== '===') return null;
  const sides = [test.left as Node, test.right].map(writtenOtherwise);
  return chainOf(sides.find(({ type }) => type === 'Identifier') ?? test);
}

/** `code` of `code.toUpperCase()`, `id` of `String(id)` and of a template that holds nothing else. */
export function writtenOtherwise(node: Node): Node {
  if (node.type === 'TemplateLiteral') {
    const [only, more] = node.expressions;
    const isBare = more === undefined && node.quasis.every(({ value }) => value.raw === '');
    return only !== undefined && isBare ? only : node;
  }
  if (node.type !== 'CallExpression') return node;
  const [given] = node.arguments as Node[];
  if (given !== undefined) return converts.test(chainOf(node.callee) ?? '') ? given : node;
  const callee = node.callee.type === 'MemberExpression' ? node.callee : null;
  const isSame = /^(?:trim|to(?:Lower|Upper)Case|toString)$/.test(
    callee === null ? '' : (keyName(callee.property) ?? ''),
  );
  return callee !== null && isSame ? callee.object : node;
}

const converts = /^(?:String|Number|BigInt|(?:Number\.)?parse(?:Int|Float))$/;

/** The one thing that a look-up is given, as it is written: `c.req.param('id')`. */
export function keyGiven({ call }: Pick<LookUp, 'call'>): Node | null {
  const [only, more] = call.type === 'CallExpression' ? (call.arguments as Node[]) : [];
  const isPlain = /^(?:Identifier|MemberExpression|CallExpression)$/.test(only?.type ?? '');
  return only !== undefined && more === undefined && isPlain ? only : null;
}

/** The part of a request, else the parameter of the function around, that a look-up has its key of: what is not found by a part of the path is refused in another way than what a body names. */
export function keySource({ source, call }: Pick<LookUp, 'source' | 'call'>): string | null {
  const key = call.type === 'CallExpression' ? call.arguments.at(-1) : 'property' in call ? call.property : undefined;
  let node = (key as Node | undefined) ?? null;
  for (let depth = 0; node !== null && depth < 6; depth++) {
    const part = requestPart.exec(textOf(source, node))?.[0];
    if (part !== undefined) return part.replace(/^(param|header)$/, '$1s');
    const { start, end } = node;
    const names = namesInScope(source, start);
    const made = all(node, 'Identifier')
      .filter((id) => isReference(id))
      .flatMap(({ name }) => names.get(name) ?? [])
      .findLast(({ id }) => id.start < start || id.end > end);
    if (made?.kind === 'param') {
      const fn = functionsAround(made.id).find(({ params }) => params.some((each) => isWithin(made.id, each)));
      return `${source.path} ${fn?.start} ${fn?.params.findIndex((each) => isWithin(made.id, each))}`;
    }
    if (made?.node.type !== 'VariableDeclarator') return null;
    const around = made.node.parent?.parent;
    node = around?.type === 'ForOfStatement' && around.left === made.node.parent ? around.right : made.node.init;
  }
  return null;
}

const isWithin = (inner: Node, outer: Node): boolean => outer.start <= inner.start && inner.end <= outer.end;

const requestPart =
  /(?<=\.|^)(?:body|params|query|headers|cookies|user|session|caller)(?![\w$(])|(?<=\.)(?:param|query|header)(?=\()/;
