/** A function of the project computes a value and never returns it: adds `return`. */
import type { Idea } from '../../../incident/nouns.ts';
import type { Place } from '../../evidence/fields.ts';
import { valuesOf } from '../../code/callees.ts';
import { callbackCalls, originsOf } from '../../evidence/origins.ts';
import { idea } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { namesInScope } from '../../code/scope.ts';
import { sitesOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import { isCombined, isEffect, mapped } from './each-for-map.ts';
import { all, chainOf, functionsAround, isFunction, keyName, textOf, upwards } from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';
import { culprits } from '../../evidence/suspects.ts';
import { eolOf, indentAt, semicolonOf, splice } from '../../code/text.ts';

export const missingReturn: Recipe = {
  name: 'missing-return',
  classes: ['type', 'unknown', 'range', 'assertion'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A function or callback whose value is used but that returns nothing: returns what it computes.',
  ideas(context) {
    const places = sitesOf(context)
      .slice(0, 3)
      .flatMap((site) =>
        [...culprits(context, site), ...askedForItems(context, site)]
          .flatMap(holders)
          .flatMap((node) => originsOf(context, site.source, node)),
      )
      .flatMap((place) => [place, ...callbacksOf(place)]);
    const isWaited = sitesOf(context)
      .slice(0, 1)
      .some((site) => askedForItems(context, site).some(isCombined));
    const once = [...new Map(places.map((place) => [place.node, place])).values()];
    return once.flatMap(({ source, node }) => [
      ...(isFunction(node) ? returned(source, node) : []),
      ...(node.type === 'Identifier' ? handedBack(context, source, node) : []),
      ...kept(source, node),
      ...mapped(context, source, node, isWaited),
    ]);
  },
};

const wantsItems =
  /^(?:Promise\.(?:all|allSettled|any|race)|Object\.(?:keys|values|entries|fromEntries)|Array\.from|Map|Set)$/;

/** What `Promise.all(…)`, `new Set(…)`, `Object.entries(…)` were handed, where it turned out to be nothing. */
function askedForItems({ diagnosis }: RecipeContext, { depth, nodes }: Site): Node[] {
  if (depth > 0 || !/undefined is not iterable|Cannot convert undefined/.test(diagnosis.message)) return [];
  return nodes.flatMap((each) => {
    if (each.type !== 'CallExpression' && each.type !== 'NewExpression') return [];
    const [given] = wantsItems.test(chainOf(each.callee) ?? '') ? each.arguments : [];
    return given === undefined ? [] : [given as Node];
  });
}

/** What may be nothing: of what is called that which it is called on, of a field that is missing the thing, too. */
function holders(node: Node): Node[] {
  if (node.type !== 'MemberExpression') return [node];
  const isCalled = node.parent?.type === 'CallExpression' && node.parent.callee === node;
  return isCalled ? [node.object] : [node, node.object];
}

/** `rows.find((row) => { … })`: what the callback gives decides what is found. */
function callbacksOf({ source, node }: Place): Place[] {
  const isList =
    node.type === 'CallExpression' &&
    /\.(?:find\w*|filter|some|every|sort|toSorted)$/.test(calleeText(source, node.callee));
  return isList
    ? node.arguments.filter((each) => isFunction(each as Node)).map((each) => ({ source, node: each as Node }))
    : [];
}

/** The edits that make a function without any `return value` return its last value. */
function returned(source: Source, fn: FunctionNode): Idea[] {
  const { body } = fn;
  if (body?.type !== 'BlockStatement' || fn.generator) return [];
  const own = all(body, 'ReturnStatement').filter((each) => functionsAround(each)[0] === fn);
  const last = body.body.at(-1);
  if (last === undefined || own.some((each) => each.argument === null)) return [];
  const put = (after: string, rank: number): Idea[] => [
    idea('missing-return', {
      title: `${nameOf(fn)} returns what it computes`,
      rank,
      edits: [{ path: source.path, before: source.text, after }],
    }),
  ];
  const behind = (name: string): string =>
    splice(source.text, {
      start: last.end,
      end: last.end,
      text: `${eolOf(source.text)}${indentAt(source.text, last.start)}return ${name}${semicolonOf(source.text)}`,
    });
  if (own.length > 0) {
    const name = (own.length === 1 ? onlyInside(source, last, own[0]) : null) ?? lastMade(source, fn, own);
    return name === null ? [] : put(behind(name), 0);
  }
  const given = (): Idea[] => put(splice(source.text, { start: last.start, end: last.start, text: 'return ' }), 0);
  // `{ sum + item.count; }` does nothing but say what is to be given back.
  if (last.type === 'ExpressionStatement' && isOnlyValue(last.expression)) return given();
  const sum = reducedTo(fn) ?? (isChained(fn) ? 'this' : null);
  if (sum !== null) return put(behind(sum), 0);
  if (last.type === 'ExpressionStatement' && isEffect(last.expression)) return [];
  if (
    last.type === 'ExpressionStatement' &&
    last.expression.type !== 'AssignmentExpression' &&
    last.expression.type !== 'UpdateExpression'
  ) {
    return given();
  }
  const declared = last.type === 'VariableDeclaration' ? last.declarations.at(-1)?.id : null;
  const assigned =
    last.type === 'ExpressionStatement' && last.expression.type === 'AssignmentExpression'
      ? last.expression.left
      : null;
  const looped =
    last.type === 'ForOfStatement' || last.type === 'ForStatement' || last.type === 'IfStatement'
      ? firstDeclared(fn)
      : null;
  const tried = last.type === 'TryStatement' ? lastUnread(fn, last) : null;
  if (tried !== null) {
    const end = last.type === 'TryStatement' ? last.block.body.at(-1)! : last;
    const text = `${eolOf(source.text)}${indentAt(source.text, end.start)}return ${tried}${semicolonOf(source.text)}`;
    return put(splice(source.text, { start: end.end, end: end.end, text }), 0);
  }
  const name = [declared, onlyTaken(declared), assigned, looped]
    .map((each) => (each?.type === 'Identifier' ? each.name : null))
    .find((each) => each !== null);
  if (name === undefined || name === null) return [];
  return put(behind(name), looped === null || looped === undefined ? 0 : 1);
}

/** `const { rows } = …`: the one name that is taken out. */
function onlyTaken(pattern: Node | null | undefined): Node | null {
  const [only, more] = pattern?.type === 'ObjectPattern' ? pattern.properties : [];
  return only?.type === 'Property' && more === undefined ? (only.value as Node) : null;
}

/** `try { const result = await work(); await commit(); } …`: the one value that is kept there and that nothing reads. */
function lastUnread(fn: FunctionNode, { block }: Of<'TryStatement'>): string | null {
  const names = all(fn, 'Identifier').map(({ name }) => name);
  const unread = block.body
    .flatMap((each) => (each.type === 'VariableDeclaration' ? each.declarations : []))
    .flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
    .filter((name) => names.filter((each) => each === name).length === 1);
  return unread.length === 1 ? (unread[0] ?? null) : null;
}

/** What the last `if` returns and what was there before it: without the `if` it is to be returned, too. */
function onlyInside(source: Source, last: Node, own: Node | undefined): string | null {
  if (last.type !== 'IfStatement' || last.alternate !== null || own?.type !== 'ReturnStatement') return null;
  const then = last.consequent.type === 'BlockStatement' ? last.consequent.body.at(-1) : last.consequent;
  if (then !== own || own.argument?.type !== 'Identifier') return null;
  const { name } = own.argument;
  return namesInScope(source, last.start).has(name) ? name : null;
}

/** `if (!item) return undefined; const changed = …; items.set(id, changed);`: only guards give nothing, and what was made and used last is the value. */
function lastMade(source: Source, fn: FunctionNode, own: readonly Node[]): string | null {
  const body = fn.body?.type === 'BlockStatement' ? (fn.body.body as Node[]) : [];
  const isNothing = own.every(
    (each) =>
      each.type === 'ReturnStatement' &&
      each.argument !== null &&
      /^(?:undefined|null)$/.test(textOf(source, each.argument)),
  );
  const last = body.at(-1);
  const made = body.findLast((each) => each.type === 'VariableDeclaration');
  const guarded = own.every((each) =>
    upwards(each).some((outer) => outer.type === 'IfStatement' && body.includes(outer) && outer !== last),
  );
  const id =
    made?.type === 'VariableDeclaration' && made.declarations.length === 1 ? made.declarations[0]?.id : undefined;
  if (!isNothing || !guarded || last?.type !== 'ExpressionStatement' || id?.type !== 'Identifier') return null;
  if (own.some((each) => made !== undefined && each.start > made.start)) return null;
  const uses = all(last, 'Identifier').some(({ name }) => name === id.name);
  return uses ? id.name : null;
}

/** The accumulator of `reduce`. */
function reducedTo(fn: FunctionNode): string | null {
  const call = fn.parent;
  const isReduce =
    call?.type === 'CallExpression' &&
    call.arguments[0] === fn &&
    call.callee.type === 'MemberExpression' &&
    /^reduce(?:Right)?$/.test(keyName(call.callee.property) ?? '');
  const [first] = fn.params;
  return isReduce && first?.type === 'Identifier' ? first.name : null;
}

/** A method that by its type, or as others of its class do, gives its object back. */
function isChained(fn: FunctionNode): boolean {
  const method = fn.parent;
  const body = method?.type === 'MethodDefinition' && !method.static ? method.parent : null;
  if (body?.type !== 'ClassBody') return false;
  if (fn.returnType) return fn.returnType.typeAnnotation.type === 'TSThisType';
  return body.body.some(
    (each) => each.type === 'MethodDefinition' && valuesOf(each.value).some((value) => value.type === 'ThisExpression'),
  );
}

/** `callback(null)` where those who hand over the callback take a value from it, and one by that name is at hand. */
function handedBack(context: RecipeContext, source: Source, node: Node): Idea[] {
  const binding = node.type === 'Identifier' ? namesInScope(source, node.start).get(node.name) : undefined;
  const fn = binding?.kind === 'param' ? upwards(binding.id).find(isFunction) : undefined;
  const call = fn?.parent;
  if (binding === undefined || fn === undefined || call?.type !== 'CallExpression') return [];
  const [slot, at] = [call.arguments.indexOf(fn), fn.params.findIndex((param) => param === binding.id)];
  if (slot < 0 || at < 1) return [];
  return callbackCalls(context, source, { call, slot }).flatMap(({ source: there, call: made, first }) => {
    const last = made.arguments.at(-1);
    const isEmpty = made.arguments.length === first + at && last?.type === 'Literal' && last.value === null;
    if (!isEmpty || !namesInScope(there, made.start).has(binding.name)) return [];
    const after = splice(there.text, { start: last.end, end: last.end, text: `, ${binding.name}` });
    const title = `\`${binding.name}\` is handed back`;
    return [idea('missing-return', { title, rank: 0, edits: [{ path: there.path, before: there.text, after }] })];
  });
}

const makesOnly =
  /^(?:JSON\.parse|Array\.from|Object\.(?:fromEntries|entries|keys|values)|.*\.(?:map|filter|concat|trim|split|replace|replaceAll|toLowerCase|toUpperCase|slice|flat|flatMap|toSorted))$/s;

/** `cache[key]` is read and nothing ever puts anything there, and beside it something is made and dropped. */
function kept(source: Source, node: Node): Idea[] {
  if (node.type !== 'MemberExpression' || !node.computed) return [];
  const place = textOf(source, node);
  const isPut = all(source.program, 'AssignmentExpression').some(({ left }) => textOf(source, left) === place);
  const fn = functionsAround(node)[0];
  const dropped =
    fn === undefined ? [] : all(fn, 'ExpressionStatement').filter(({ expression }) => isMade(source, expression));
  const [only, more] = dropped.filter((each) => functionsAround(each)[0] === fn);
  if (isPut || only === undefined || more !== undefined) return [];
  const after = splice(source.text, { start: only.start, end: only.start, text: `${place} = ` });
  const edits = [{ path: source.path, before: source.text, after }];
  return [idea('missing-return', { title: `what is made for \`${place}\` is kept`, rank: 0, edits })];
}

function isMade(source: Source, node: Node): boolean {
  return node.type === 'CallExpression' && makesOnly.test(calleeText(source, node.callee));
}

function calleeText(source: Source, callee: Node): string {
  return source.text.slice(callee.start, callee.end).replace(/\s+/g, '');
}

/** It is computed and nothing is done by it. */
function isOnlyValue(node: Node): boolean {
  if (node.type === 'ParenthesizedExpression') return isOnlyValue(node.expression);
  return /^(?:Binary|Object|Array|TemplateLiteral|Literal|Identifier|Member)/.test(node.type);
}

/** `const result = []; for (…) result.push(…)`: what the body begins with. */
function firstDeclared(fn: FunctionNode): Node | null {
  if (fn.body?.type !== 'BlockStatement') return null;
  const declarations = fn.body.body.filter((each) => each.type === 'VariableDeclaration');
  const only = declarations[0];
  return declarations.length === 1 && only?.type === 'VariableDeclaration' ? (only.declarations[0]?.id ?? null) : null;
}

function nameOf(fn: FunctionNode): string {
  if (fn.type !== 'ArrowFunctionExpression' && fn.id !== null) return `\`${fn.id.name}\``;
  const parent = fn.parent;
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier') return `\`${parent.id.name}\``;
  return 'the callback';
}
