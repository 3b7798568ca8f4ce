/** `list.forEach(async …)`: nobody waits for what it does, and what stands behind it reads what is not there yet. */
import type { Idea } from '../../../incident/nouns.ts';
import { madeAsync } from '../../code/promises.ts';
import { namesInScope } from '../../code/scope.ts';
import { all, functionsAround, isReference, keyName, textOf, upwards } from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';
import type { Splice } from '../../code/text.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';
import { stackOf } from '../../evidence/site.ts';

/** The one whose changes the failing statement, or one it takes from, depends on: a loop that waits. */
export function waitedEach(context: RecipeContext): Idea[] {
  for (const { source, nodes } of stackOf(context)) {
    const [node] = nodes;
    const fn = node === undefined ? undefined : functionsAround(node)[0];
    if (node === undefined || fn === undefined || fn.body?.type !== 'BlockStatement') continue;
    const read = namesBehind(source, fn, node);
    const found = all(fn.body, 'CallExpression').flatMap((call) => {
      const each = eachOf(call);
      const isBefore = functionsAround(call)[0] === fn && call.end < node.start;
      return each !== null && isBefore && changedIn(source, each.fn).some((name) => read.has(name))
        ? inTurn(context, source, each)
        : [];
    });
    if (found.length > 0) return found.slice(0, 1);
  }
  return [];
}

interface Each {
  readonly call: Of<'CallExpression'>;
  readonly statement: Node;
  readonly list: Node;
  readonly fn: Of<'ArrowFunctionExpression'> | Of<'FunctionExpression'>;
}

/** `list.forEach(async (item) => {…});` as a statement of its own. */
function eachOf(call: Of<'CallExpression'>): Each | null {
  const { callee, parent: statement } = call;
  const [fn, more] = call.arguments as Node[];
  if (callee.type !== 'MemberExpression' || callee.computed || keyName(callee.property) !== 'forEach') return null;
  if (fn === undefined || more !== undefined || statement?.type !== 'ExpressionStatement' || call.optional) return null;
  if (fn.type !== 'ArrowFunctionExpression' && fn.type !== 'FunctionExpression') return null;
  return fn.async && !fn.generator ? { call, statement, list: callee.object, fn } : null;
}

/** Names of the statement around a place, and of what these were made of further up in the same function. */
function namesBehind(source: Source, fn: FunctionNode, node: Node): Set<string> {
  const statement = upwards(node).find((each) => /Statement$|Declaration$/.test(each.type)) ?? node;
  const found = new Set<string>();
  const add = (from: Node, steps: number): void => {
    for (const id of all(from, 'Identifier').filter((each) => isReference(each))) {
      if (found.has(id.name)) continue;
      found.add(id.name);
      const made = namesInScope(source, id.start).get(id.name)?.node;
      if (steps > 0 && made?.type === 'VariableDeclarator' && made.init !== null && upwards(made).includes(fn))
        add(made.init, steps - 1);
    }
  };
  add(statement, 3);
  return found;
}

const changes = /^(?:push|unshift|set|add|append|splice)$/;

/** What is made outside of the function and changed in it: `totals[x] = …`, `sum += …`, `list.push(…)`. */
function changedIn(source: Source, fn: FunctionNode): string[] {
  const body = fn.body as Node;
  const targets: Node[] = [
    ...all(body, 'AssignmentExpression').map(({ left }) => left as Node),
    ...all(body, 'UpdateExpression').map(({ argument }) => argument as Node),
    ...all(body, 'CallExpression').flatMap(({ callee }) =>
      callee.type === 'MemberExpression' && changes.test(keyName(callee.property) ?? '') ? [callee.object as Node] : [],
    ),
  ];
  return targets.flatMap((target) => {
    let root = target;
    while (root.type === 'MemberExpression') root = root.object;
    const made = root.type === 'Identifier' ? namesInScope(source, root.start).get(root.name) : undefined;
    const isOutside = made !== undefined && !upwards(made.id).includes(fn);
    return root.type === 'Identifier' && isOutside ? [root.name] : [];
  });
}

/** One after the other, as they stand; all at once where the function leaves early or wants more than the item. */
function inTurn(context: RecipeContext, source: Source, { call, statement, list, fn }: Each): Idea[] {
  const around = functionsAround(call)[0];
  const made = around === undefined || around.async ? [] : madeAsync(context, source, around);
  if (made === null || around === undefined || hasEntries(source, list)) return [];
  const [item, more] = fn.params;
  const leaves = all(fn.body as Node, 'ReturnStatement').some((each) => functionsAround(each)[0] === fn);
  const isPlain = fn.type === 'ArrowFunctionExpression' && fn.body?.type === 'BlockStatement';
  const title = 'what is done for each of the list is waited for';
  const put = (splices: Splice[]): Idea[] => [
    ideaIn('promise-list', source, { title, rank: 0, splices: [...made, ...splices] }),
  ];
  if (isPlain && item !== undefined && more === undefined && !leaves) {
    // A parameter's type is none of a loop's variable.
    const name = item.type === 'Identifier' ? item.name : textOf(source, item);
    const isTyped = item.type !== 'Identifier' && 'typeAnnotation' in item && item.typeAnnotation != null;
    const { start, end } = fn.body as Node;
    if (!isTyped && item.type !== 'AssignmentPattern' && item.type !== 'RestElement')
      return put([
        { start: statement.start, end: start, text: `for (const ${name} of ${textOf(source, list)}) ` },
        { start: end, end: statement.end, text: '' },
      ]);
  }
  if (loses(fn)) return [];
  const { property } = call.callee as Of<'MemberExpression'>;
  return put([
    { start: call.start, end: call.start, text: 'await Promise.all(' },
    { start: property.start, end: property.end, text: 'map' },
    { start: call.end, end: call.end, text: ')' },
  ]);
}

/** `sum += await cents(item)`: of all at once each would add to what was there before the others. */
function loses(fn: Each['fn']): boolean {
  return all(fn.body as Node, 'AssignmentExpression').some(
    ({ operator, right }) =>
      all(right, 'AwaitExpression').length > 0 && (operator !== '=' || all(right, 'BinaryExpression').length > 0),
  );
}

/** A map or a set, which has no `map`, and of which a loop gives something else. */
function hasEntries(source: Source, list: Node): boolean {
  const made = list.type === 'Identifier' ? namesInScope(source, list.start).get(list.name)?.node : undefined;
  const init = made?.type === 'VariableDeclarator' ? made.init : list;
  return (
    init?.type === 'NewExpression' &&
    /^(?:Map|Set|Headers|URLSearchParams|FormData)$/.test(textOf(source, init.callee as Node))
  );
}
