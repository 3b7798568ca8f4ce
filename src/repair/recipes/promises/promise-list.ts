/** Lists of promises that are used as lists of values: nobody waits for all of them. */
import type { Idea } from '../../../incident/nouns.ts';
import { called, callsOf, givenFor, isAsyncCall } from '../../code/callees.ts';
import { givesPromise, madeAsync } from '../../code/promises.ts';
import { usesOf } from '../../code/promise-uses.ts';
import { namesInScope } from '../../code/scope.ts';
import { all, chainOf, functionsAround, isFunction, keyName, textOf, upwards } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import type { Place } from '../../evidence/fields.ts';
import { originsOf } from '../../evidence/origins.ts';
import { sitesOf, stackOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import { culprits } from '../../evidence/suspects.ts';
import { waitedEach } from './async-each.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

export const promiseList: Recipe = {
  name: 'promise-list',
  classes: ['type', 'unknown', 'range', 'assertion', 'database'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A list of promises, made by `map` with an async function or part by part, is used as a list of values: `Promise.all`. Nobody waits for `forEach` with an async function: a loop that does.',
  ideas(context) {
    const site = sitesOf(context)[0];
    if (site === undefined) return [];
    const parts = /is not iterable/.test(context.diagnosis.message) ? oneByOne(site) : [];
    if (parts.length > 0) return parts;
    const found = new Map<Node, Idea>();
    for (const { source, node } of culprits(context, site).flatMap((each) => behindCalls(context, site, each))) {
      const parts = partsBehind(context, source, node);
      if (parts !== null) for (const each of waited(context, parts)) found.set(parts.call, each);
      const list = listBehind(source, node);
      const made = list === null ? null : mapBehind(context, source, list);
      if (made !== null) for (const each of waited(context, made)) found.set(made.call, each);
    }
    if (found.size > 0) return [...found.values()];
    const each = waitedEach(context);
    return each.length > 0 ? each : listsAbove(context);
  },
};

/** `const prices = items.map(async …)`, added up further on in a function of the stack: what came of it failed elsewhere. `await items.map(async …)` waits for nothing. */
function listsAbove(context: RecipeContext): Idea[] {
  return stackOf(context)
    .flatMap(({ source, nodes: [node] }) => {
      const fn = node === undefined ? undefined : functionsAround(node)[0];
      const calls = fn === undefined ? [] : all(fn, 'CallExpression');
      return calls.flatMap((call) => {
        const isHere = functionsAround(call)[0] === fn && node !== undefined && call.end < node.start;
        return isHere && isAsyncMap(context, source, call) && isTakenForValues(source, call)
          ? waited(context, { source, call })
          : [];
      });
    })
    .slice(0, 1);
}

/** Kept under a name of which only values are asked. */
function isTakenForValues(source: Source, call: Of<'CallExpression'>): boolean {
  const isAwaited = call.parent?.type === 'AwaitExpression';
  const made = isAwaited ? call.parent?.parent : call.parent;
  const id = made?.type === 'VariableDeclarator' && made.id.type === 'Identifier' ? made.id : null;
  const binding = id === null ? undefined : namesInScope(source, made?.end ?? 0).get(id.name);
  const uses = binding === undefined ? [] : usesOf(source, binding);
  const isOfValues = ({ parent }: Node): boolean =>
    parent?.type === 'MemberExpression' &&
    (parent.computed || /^(?:reduce|join|sort|toSorted|indexOf|includes)$/.test(keyName(parent.property) ?? ''));
  return uses.length > 0 && uses.every(isOfValues);
}

/** A culprit and, where it is a parameter, what the calls on the stack handed over for it: `toMinutes(row.time)`. */
function behindCalls(context: RecipeContext, { source, depth }: Pick<Site, 'source' | 'depth'>, node: Node): Place[] {
  const here = { source, node };
  const root = rootOf(node);
  const binding = root === null ? undefined : namesInScope(source, root.start).get(root.name);
  const outer = sitesOf(context).find((site) => site.depth === depth + 1);
  if (binding?.kind !== 'param' || outer === undefined) return [here];
  const given = givenFor(context, binding.id).filter(
    (each) => each.source === outer.source && outer.nodes.some((one) => one === each.node.parent),
  );
  return [here, ...given.flatMap((each) => behindCalls(context, outer, each.node))];
}

function rootOf(node: Node): Of<'Identifier'> | null {
  if (node.type === 'MemberExpression') return rootOf(node.object);
  return node.type === 'Identifier' ? node : null;
}

/** `Promise.all(load(), list())`, which takes one list. */
function oneByOne({ source, nodes }: Site): Idea[] {
  const fn = nodes[0] === undefined ? undefined : functionsAround(nodes[0])[0];
  const calls = fn === undefined ? [] : all(fn, 'CallExpression');
  const splices = calls.flatMap(({ callee, arguments: given }) => {
    const [first, last] = [given[0], given.at(-1)];
    const takesList = /^Promise\.(?:all|allSettled|race|any)$/.test(textOf(source, callee));
    if (!takesList || first === undefined || last === undefined || first === last) return [];
    return [
      { start: first.start, end: first.start, text: '[' },
      { start: last.end, end: last.end, text: ']' },
    ];
  });
  const title = 'promises that are waited for together are one list';
  return splices.length === 0 ? [] : [ideaIn('promise-list', source, { title, rank: 0, splices })];
}

/** `list = list.slice(1)` comes from itself. */
const stepsMax = 8;

/** What is handed a list, and what to do with each of it. */
const ofBuiltin = /^(?:Array\.from|(?:Object|Map)\.groupBy)$/;

/** The list whose element an expression is: given to a callback, by a loop, by index. */
function listBehind(source: Source, node: Node, steps = stepsMax): Node | null {
  if (steps === 0) return null;
  if (node.type === 'MemberExpression') return node.computed ? node.object : listBehind(source, node.object, steps - 1);
  if (node.type !== 'Identifier') return null;
  const binding = namesInScope(source, node.start).get(node.name);
  if (binding === undefined) return null;
  if (binding.kind === 'param') {
    const fn = upwards(binding.id).find(isFunction);
    const call = fn?.parent;
    if (call?.type !== 'CallExpression' || fn === undefined) return null;
    if (ofBuiltin.test(chainOf(call.callee) ?? '') && call.arguments[1] === fn) return call.arguments[0] as Node;
    const method = lastNameOf(call.callee) ?? '';
    const places = /^(?:sort|toSorted)$/.test(method) ? [0, 1] : [/^reduce(?:Right)?$/.test(method) ? 1 : 0];
    const isItem = places.some((at) => fn.params[at] !== undefined && upwards(binding.id).includes(fn.params[at]));
    if (call.arguments[0] !== fn || !isItem) return null;
    return call.callee.type === 'MemberExpression' ? call.callee.object : null;
  }
  const declared = upwards(binding.id).find((each) => each.type === 'ForOfStatement');
  if (declared?.type === 'ForOfStatement' && upwards(binding.id).includes(declared.left)) return declared.right;
  const init = binding.node.type === 'VariableDeclarator' ? binding.node.init : null;
  return init === null || init.type === 'CallExpression' ? null : listBehind(source, init, steps - 1);
}

/** `const [user, orders] = [load(id), ordersOf(id)]`, of which every part is a promise; awaited as a list, one is enough: that list is no promise. */
function partsBehind(context: RecipeContext, source: Source, node: Node): Mapped | null {
  if (node.type === 'MemberExpression') return partsBehind(context, source, node.object);
  const made = node.type === 'Identifier' ? namesInScope(source, node.start).get(node.name)?.node : undefined;
  if (made?.type !== 'VariableDeclarator' || made.id.type !== 'ArrayPattern') return null;
  const isAwaited = made.init?.type === 'AwaitExpression';
  const list = made.init?.type === 'AwaitExpression' ? made.init.argument : made.init;
  if (list?.type !== 'ArrayExpression' || list.elements.length < 2) return null;
  const promises = list.elements.filter(
    (each) => each?.type === 'CallExpression' && givesPromise(context, source, each),
  );
  return promises.length === list.elements.length || (isAwaited && promises.length > 0) ? { source, call: list } : null;
}

interface Mapped {
  readonly source: Source;
  readonly call: Of<'CallExpression'> | Of<'ArrayExpression'>;
}

/** `list.map(async …)` where a list comes from. */
function mapBehind(context: RecipeContext, source: Source, list: Node, steps = stepsMax): Mapped | null {
  if (steps === 0) return null;
  for (const { source: there, node } of originsOf(context, source, list)) {
    if (node.type !== 'CallExpression') continue;
    if (isAsyncMap(context, there, node)) return { source: there, call: node };
    const { callee } = node;
    const isPart = /^(?:filter|slice|sort|toSorted|reverse)$/.test(lastNameOf(callee) ?? '');
    const found =
      isPart && callee.type === 'MemberExpression' ? mapBehind(context, there, callee.object, steps - 1) : null;
    if (found !== null) return found;
  }
  return null;
}

function isAsyncMap(context: RecipeContext, source: Source, call: Of<'CallExpression'>): boolean {
  const isFrom = chainOf(call.callee) === 'Array.from';
  const isMap = call.callee.type === 'MemberExpression' && keyName(call.callee.property) === 'map';
  const fn = call.arguments[isFrom ? 1 : 0] as Node | undefined;
  if (!(isFrom || isMap) || fn === undefined) return false;
  if (!isFunction(fn)) {
    const made = called(context, source, fn);
    return made.length > 0 && made.every((each) => each.fn.async && !each.fn.generator);
  }
  return fn.async || (fn.body?.type === 'CallExpression' && isAsyncCall(context, source, fn.body));
}

function waited(context: RecipeContext, { source, call }: Mapped): Idea[] {
  const fn = functionsAround(call)[0];
  const { parent } = call;
  const isResult = parent?.type === 'ReturnStatement' || parent === fn;
  const awaits = parent?.type === 'AwaitExpression' || isResult ? '' : 'await ';
  const isUnready = awaits !== '' && fn !== undefined && !fn.async;
  const made = isUnready ? madeAsync(context, source, fn) : [];
  if (made === null) return [];
  const others =
    isResult && fn !== undefined && !fn.async && callsOf(context, fn).some((each) => !isWaitedFor(each.call));
  const wrap = parent?.type === 'MemberExpression' ? ['(', ')'] : ['', ''];
  const splices = [
    ...made,
    { start: call.start, end: call.start, text: `${wrap[0]}${awaits}Promise.all(` },
    { start: call.end, end: call.end, text: `)${wrap[1]}` },
  ];
  const ask = others ? 'other callers use the list without `await`' : null;
  return [ideaIn('promise-list', source, { title: 'wait for all promises of the list', rank: 0, ask, splices })];
}

function isWaitedFor({ parent }: Node): boolean {
  return (
    parent?.type === 'AwaitExpression' || parent?.type === 'ReturnStatement' || (parent != null && isFunction(parent))
  );
}
