/** Handlers of Express 4 whose rejections nobody hears: one that is not wrapped as its siblings are, and the wrapper itself. */
import type { Idea } from '../../../incident/nouns.ts';
import { handlerOf } from '../../code/frameworks.ts';
import { all, allSources, chainOf, functionsAround, isFunction, textOf } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { sitesOf } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

const routes = /\.(?:get|post|put|patch|delete|all|use)$/;

function routesIn(source: Source): Of<'CallExpression'>[] {
  return all(source.program, 'CallExpression').filter(({ callee }) => routes.test(chainOf(callee) ?? ''));
}

/** `router.get('/', async …)` among `router.post('/', wrap(async …))`: wrapped as all others of the file are. */
export function unwrapped(context: RecipeContext): Idea[] {
  const [site] = sitesOf(context);
  const around = site?.nodes[0] === undefined ? [] : functionsAround(site.nodes[0]);
  if (site === undefined) return [];
  const { source } = site;
  const registered = routesIn(source).flatMap(({ arguments: given }) => given as Node[]);
  const wrappers = registered.flatMap((given) => {
    const [fn, more] = given.type === 'CallExpression' ? given.arguments : [];
    const isIt = given.type === 'CallExpression' && given.callee.type === 'Identifier' && more === undefined;
    return isIt && fn !== undefined && isFunction(fn as Node) && (fn as { async?: boolean }).async === true
      ? [textOf(source, given.callee as Node)]
      : [];
  });
  const [wrapper, other] = [...new Set(wrappers)];
  if (wrapper === undefined || other !== undefined) return [];
  const bare = registered.filter((each) => isFunction(each) && each.async);
  if (!bare.some((each) => around.includes(each as never))) return [];
  const splices = bare.flatMap(({ start, end }) => [
    { start, end: start, text: `${wrapper}(` },
    { start: end, end, text: ')' },
  ]);
  const title = `handlers are wrapped in \`${wrapper}\`, as the others of the file`;
  return [ideaIn('floating-promise', source, { title, rank: 0, splices })];
}

/** `Promise.resolve(handler(req, res, next))` in a middleware: what it rejects with goes to `next`. */
export function uncaught(context: RecipeContext): Idea[] {
  return allSources(context.tree).flatMap((source) =>
    all(source.program, 'CallExpression').flatMap((call) => {
      const fn = functionsAround(call)[0];
      const next = fn === undefined ? null : (handlerOf(context.tree, source, fn)?.next ?? null);
      const isAlone = call.parent?.type === 'ExpressionStatement' || call.parent === fn;
      const [given] = call.arguments;
      const isOfHandler =
        chainOf(call.callee) === 'Promise.resolve' &&
        given?.type === 'CallExpression' &&
        given.arguments.some((each) => each.type === 'Identifier' && each.name === next);
      if (next === null || fn?.async === true || !isAlone || !isOfHandler) return [];
      const splices = [{ start: call.end, end: call.end, text: `.catch(${next})` }];
      return [ideaIn('floating-promise', source, { title: 'what a handler rejects with goes on', rank: 0, splices })];
    }),
  );
}
