/** Promises that nobody waits for: inside a `try` that is to catch what they reject with, behind a middleware, in a handler. */
import type { Idea } from '../../../incident/nouns.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { handlerOf, isNextPromised } from '../../code/frameworks.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { sitesOf } from '../../evidence/site.ts';
import { all, allSources, functionsAround, textOf, upwards } from '../../code/syntax.ts';
import type { FunctionNode, Node, Source } from '../../code/syntax.ts';
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
