/** `await` in a function that is not async: it becomes one, with whoever takes its value; what a list method calls is waited for in another way. */
import type { Idea } from '../../../incident/nouns.ts';
import { asyncBefore, asyncWithCallers, awaiting, callsByName, canAwaitOutside } from '../../code/promises.ts';
import type { Changes } from '../../code/promises.ts';
import { all, allSources, chainOf, functionsAround, keyName, textOf, upwards } from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';
import type { Splice } from '../../code/text.ts';
import { isCombined } from '../calls/each-for-map.ts';
import { ideaOf } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

/** What has to change, and the function whose callers cannot be made to wait. */
interface Needed {
  readonly changes: readonly Changes[];
  readonly unheard: string | null;
}

/** Of all functions at once; [] where one of them cannot wait for what it calls. */
export function awaitingIdeas(context: RecipeContext, source: Source, fns: readonly FunctionNode[]): Idea[] {
  const found = fns.map((fn) => needed(context, source, fn));
  if (found.length === 0 || found.includes(null)) return [];
  const unheard = found.find((each) => each?.unheard != null)?.unheard ?? null;
  const isLoop = fns.some((fn) => methodOf(fn) === 'forEach');
  return [
    ideaOf(
      'language',
      {
        title: isLoop ? 'a loop waits for what a callback of `forEach` would not' : 'a function that awaits is async',
        rank: 0,
        ask: unheard === null ? null : `who calls \`${unheard}\` takes its value without waiting for it`,
      },
      found.flatMap((each) => each?.changes ?? []),
    ),
  ];
}

function needed(context: RecipeContext, source: Source, fn: FunctionNode): Needed | null {
  const method = methodOf(fn);
  if (method === null) return asAsync(context, source, fn);
  const call = fn.parent as Of<'CallExpression'>;
  const own =
    method === 'forEach' ? asLoop(context, source, { fn, call }) : method === 'map' ? together(fn, call) : null;
  const outer = functionsAround(call)[0];
  if (own === null || (outer === undefined && !canAwaitOutside(source))) return null;
  const around = outer === undefined || isCombined(call) ? none : asAsync(context, source, outer);
  return { changes: [{ source, splices: own }, ...around.changes], unheard: around.unheard };
}

const none: Needed = { changes: [], unheard: null };

/** The list method that calls the function and takes what it gives, or goes on, at once. */
function methodOf({ parent, start }: FunctionNode): string | null {
  if (parent?.type !== 'CallExpression' || parent.callee.type !== 'MemberExpression') return null;
  const name = keyName(parent.callee.property) ?? '';
  return parent.arguments[0]?.start === start && atOnce.test(name) ? name : null;
}

const atOnce =
  /^(?:map|forEach|filter|find|findIndex|findLast|findLastIndex|some|every|flatMap|sort|toSorted|reduce|reduceRight|replace|replaceAll)$/;

/** The function, and whoever calls it for its value and does not wait. */
function asAsync(context: RecipeContext, source: Source, fn: FunctionNode): Needed {
  if (fn.async) return none;
  const calls = callsByName(context, fn);
  const isHeard = calls.every(({ call }) => isWaited(call));
  const whole = isHeard ? null : asyncWithCallers(context, source, fn);
  const changes = whole ?? [{ source, splices: [asyncBefore(fn)] }];
  const named = calls[0] === undefined ? '' : (chainOf(calls[0].call.callee) ?? 'it');
  return { changes, unheard: isHeard || whole !== null ? null : named };
}

function isWaited({ parent }: Node): boolean {
  const isThen = parent?.type === 'MemberExpression' && /^(?:then|catch|finally)$/.test(keyName(parent.property) ?? '');
  return parent?.type === 'AwaitExpression' || isThen;
}

interface Each {
  readonly fn: FunctionNode;
  readonly call: Of<'CallExpression'>;
}

/** `for (const id of ids) { … }` for `ids.forEach((id) => { … });`; null where that says something else. */
function asLoop({ tree }: RecipeContext, source: Source, { fn, call }: Each): Splice[] | null {
  const { callee, parent: statement } = call;
  const { body } = fn;
  const [one, index, more] = fn.params as readonly Node[];
  const isPlain = fn.type === 'ArrowFunctionExpression' || all(fn, 'ThisExpression').length === 0;
  if (callee.type !== 'MemberExpression' || statement?.type !== 'ExpressionStatement' || body === null) return null;
  if (one === undefined || more !== undefined || call.arguments.length > 1 || !isPlain) return null;
  if (isMap(tree, callee.object)) return null;
  const returns = all(body, 'ReturnStatement').filter((each) => functionsAround(each)[0] === fn);
  if (!returns.every((each) => each.argument === null && !isInner(each, fn))) return null;
  const list = textOf(source, callee.object);
  const [item, at] = [one, index].map((each) => (each === undefined ? '' : textOf(source, each)));
  const head = index === undefined ? `const ${item} of ${list}` : `const [${at}, ${item}] of ${list}.entries()`;
  const end = body.type === 'BlockStatement' ? '' : source.text.slice(call.end, statement.end);
  return [
    { start: statement.start, end: body.start, text: `for (${head}) ` },
    ...returns.map((each) => ({ start: each.start, end: each.start + 'return'.length, text: 'continue' })),
    { start: body.end, end: statement.end, text: end },
  ];
}

/** A `return` in a loop or switch of the callback is no `continue` of what is around it. */
function isInner(node: Node, fn: FunctionNode): boolean {
  return upwards(node)
    .slice(0, upwards(node).indexOf(fn))
    .some(({ type }) => /^(?:For|While|DoWhile|Switch)/.test(type));
}

/** A Map gives values to `forEach`, and pairs to a loop. */
function isMap(tree: RecipeContext['tree'], list: Node): boolean {
  const name = (list.type === 'MemberExpression' ? keyName(list.property) : chainOf(list)) ?? '';
  return allSources(tree).some(({ program }) =>
    all(program, 'NewExpression').some(({ callee, parent }) => {
      if (!/^(?:Map|URLSearchParams|Headers)$/.test(chainOf(callee) ?? '')) return false;
      const named =
        parent?.type === 'VariableDeclarator'
          ? parent.id
          : parent?.type === 'AssignmentExpression'
            ? parent.left
            : parent != null && 'key' in parent
              ? (parent.key as Node)
              : null;
      const last = named?.type === 'MemberExpression' ? named.property : named;
      return last !== null && last !== undefined && keyName(last as Node) === name;
    }),
  );
}

/** `await Promise.all(ids.map(async (id) => …))`. */
function together(fn: FunctionNode, call: Of<'CallExpression'>): Splice[] {
  const head = asyncBefore(fn);
  if (isCombined(call)) return [head];
  const [before, ...behind] = awaiting(call);
  const text = `${before?.text ?? ''}Promise.all(`;
  const end = { start: call.end, end: call.end, text: `)${behind[0]?.text ?? ''}` };
  return [{ start: call.start, end: call.start, text }, head, end];
}
