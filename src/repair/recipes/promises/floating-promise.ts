/** Promises that nobody waits for: inside a `try` that is to catch what they reject with, and lists of them. */
import type { Idea } from '../../../incident/nouns.ts';
import { called, callsOf, isAsyncCall } from '../../code/callees.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { handlerOf, isNextPromised } from '../../code/frameworks.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { originsOf } from '../../evidence/origins.ts';
import { namesInScope } from '../../code/scope.ts';
import { sitesOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import { culprits } from '../../evidence/suspects.ts';
import { all, allSources, functionsAround, isFunction, keyName, textOf, upwards } from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';
import { uncaught, unchained, unheard, unwrapped } from '../http/unheard-handler.ts';
import { isReadAsValue } from '../../code/promise-uses.ts';
import { givesPromise, madeAsync } from '../../code/promises.ts';

export const floatingPromise: Recipe = {
  name: 'floating-promise',
  classes: ['unknown', 'type', 'range', 'reference', 'assertion', 'database', 'config'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A rejection ends the process because the promise is not awaited in the `try` around it: awaits it (`next()` of Koa too); in Express 4 because nobody hears the handler: wraps it as its siblings, or hands the error to `next`.',
  ideas(context) {
    const { kind, beforeReady, error } = context.signal;
    if (kind !== 'crash' || beforeReady || error === null) return [];
    const near = sitesOf(context).map((site) => site.source);
    const idle = needlesslyAsync(context);
    if (idle.length > 0) return idle;
    const lost = [...unwrapped(context), ...uncaught(context), ...unchained(context)];
    if (lost.length > 0) return lost.slice(0, 4);
    return [...new Set([...near, ...allSources(context.tree)])]
      .flatMap((source) => floating(context, source))
      .slice(0, 4)
      .concat(unheard(context));
  },
};

/** `rows.forEach(async (row) => { throw … })` that awaits nothing: what it throws is to reach who called. */
function needlesslyAsync(context: RecipeContext): Idea[] {
  const [site] = sitesOf(context);
  const [node] = site?.nodes ?? [];
  const fn = node === undefined ? undefined : functionsAround(node)[0];
  const call = fn?.parent;
  if (site === undefined || fn?.type !== 'ArrowFunctionExpression' || !fn.async || call?.type !== 'CallExpression')
    return [];
  if (lastNameOf(call.callee) !== 'forEach' || all(fn, 'AwaitExpression').length > 0) return [];
  const splices = [
    {
      start: fn.start,
      end: fn.params[0]?.start ?? fn.start,
      text: site.source.text.slice(fn.start, fn.params[0]?.start).replace(/^async\s*/, ''),
    },
  ];
  return [ideaIn('floating-promise', site.source, { title: 'what awaits nothing is not async', rank: 0, splices })];
}

/** Calls whose promise nobody waits for: inside the block of a `try … catch`, of what comes behind a middleware, in a handler. */
function floating(context: RecipeContext, source: Source): Idea[] {
  return all(source.program, 'CallExpression').flatMap((call) => {
    const { parent } = call;
    const fn = functionsAround(call)[0];
    if (fn === undefined || parent === undefined || parent === null) return [];
    const isValue = isTakenApart(parent) || isKeptAsValue(source, parent);
    if (parent.type !== 'ExpressionStatement' && parent.type !== 'ReturnStatement' && !isValue) return [];
    const behind = isNextPromised(context.tree, source, { call, fn });
    if (!behind && !givesPromise(context, source, call)) return [];
    const caught = isCaught(call, fn);
    const isAlone = parent.type !== 'ReturnStatement' && handlerOf(context.tree, source, fn) !== null;
    if (!caught && !isAlone && !isValue) return [];
    const made = fn.async ? [] : madeAsync(context, source, fn);
    if (made === null) return [];
    const splices = [...made, { start: call.start, end: call.start, text: 'await ' }];
    const title = caught
      ? `await what the \`try\` in ${source.path} is to catch`
      : `await \`${textOf(source, call).slice(0, 40)}\` in ${source.path}`;
    return [ideaIn('floating-promise', source, { title, rank: caught || behind || isValue ? 0 : 1, splices })];
  });
}

/** `const { id } = save(row)`: a promise has no such thing. */
function isTakenApart(parent: Node): boolean {
  return parent.type === 'VariableDeclarator' && parent.id.type === 'ObjectPattern';
}

/** `const body = readJson(request)` whose `body.room` is read. */
function isKeptAsValue(source: Source, parent: Node): boolean {
  return parent.type === 'VariableDeclarator' && parent.id.type === 'Identifier' && isReadAsValue(source, parent.id);
}

function isCaught(node: Node, fn: FunctionNode): boolean {
  const around = upwards(node);
  return around
    .slice(0, around.indexOf(fn))
    .some((each) => each.type === 'TryStatement' && each.handler !== null && node.end <= each.block.end);
}

export const promiseList: Recipe = {
  name: 'promise-list',
  classes: ['type', 'unknown', 'range', 'assertion'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A list of promises, made by `map` with an async function or part by part, is used as a list of values: `Promise.all`.',
  ideas(context) {
    const site = sitesOf(context)[0];
    if (site === undefined) return [];
    const parts = /is not iterable/.test(context.diagnosis.message) ? oneByOne(site) : [];
    if (parts.length > 0) return parts;
    const found = new Map<Node, Idea>();
    for (const culprit of culprits(context, site)) {
      const parts = partsBehind(context, site.source, culprit);
      if (parts !== null) for (const each of waited(context, parts)) found.set(parts.call, each);
      const list = listBehind(site.source, culprit);
      const made = list === null ? null : mapBehind(context, site.source, list);
      if (made !== null) for (const each of waited(context, made)) found.set(made.call, each);
    }
    return [...found.values()];
  },
};

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
    const isFirst = fn?.params[0] !== undefined && upwards(binding.id).includes(fn.params[0]);
    if (call?.type !== 'CallExpression' || call.arguments[0] !== fn || !isFirst) return null;
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
  if (call.callee.type !== 'MemberExpression' || keyName(call.callee.property) !== 'map') return false;
  const fn = call.arguments[0] as Node | undefined;
  if (fn === undefined) return false;
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
