/** Handlers of Express 4 whose rejections nobody hears: one that is not wrapped as its siblings are, and the wrapper itself. */
import type { Idea } from '../../../incident/nouns.ts';
import { handlerOf, majorOf } from '../../code/frameworks.ts';
import { handedToNext } from '../../code/promises.ts';
import { namesInScope } from '../../code/scope.ts';
import { all, allSources, chainOf, functionsAround, isFunction, keyName, textOf } from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';
import { stackOf } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

const routes = /\.(?:get|post|put|patch|delete|all|use)$/;

function routesIn(source: Source): Of<'CallExpression'>[] {
  return all(source.program, 'CallExpression').filter(({ callee }) => routes.test(chainOf(callee) ?? ''));
}

/** `router.get('/', async …)` among `router.post('/', wrap(async …))`: wrapped as all others of the file are. What failed may lie in a function that the handler waited for. */
export function unwrapped(context: RecipeContext): Idea[] {
  for (const { source, nodes } of stackOf(context)) {
    const around = nodes[0] === undefined ? [] : functionsAround(nodes[0]);
    const found = unwrappedIn(source, around);
    if (found.length > 0) return found;
  }
  return [];
}

function unwrappedIn(source: Source, around: readonly FunctionNode[]): Idea[] {
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

/** `find(id).then((row) => res.json(row));` in a handler of Express that has a `next` and never calls it: what it rejects with goes there. */
export function unchained(context: RecipeContext): Idea[] {
  return allSources(context.tree).flatMap((source) =>
    all(source.program, 'CallExpression').flatMap((call) => {
      const fn = functionsAround(call)[0];
      const handler = fn === undefined ? null : handlerOf(context.tree, source, fn);
      const { parent, callee, arguments: given } = call;
      const isLast = parent?.type === 'ExpressionStatement' || parent?.type === 'ReturnStatement' || parent === fn;
      if (handler?.framework !== 'express' || handler.next === null || fn?.async === true || !isLast) return [];
      if (callee.type !== 'MemberExpression' || keyName(callee.property) !== 'then' || given.length !== 1) return [];
      const isHeard = all(handler.fn, 'Identifier').some(
        (id) =>
          id.name === handler.next && !handler.fn.params.some((each) => each.start <= id.start && id.end <= each.end),
      );
      if (isHeard || all(call, 'MemberExpression').some(({ property }) => keyName(property) === 'catch')) return [];
      const splices = [{ start: call.end, end: call.end, text: `.catch(${handler.next})` }];
      const title = `what a handler in ${source.path} rejects with goes to \`${handler.next}\``;
      return [ideaIn('floating-promise', source, { title, rank: 0, splices })];
    }),
  );
}

/** `router.get('/', async (req, res) => …)` in Express 4, which waits for no handler: its rejection goes to `next`, and so to the handler of errors that the project has. */
export function unheard(context: RecipeContext): Idea[] {
  if (majorOf(context.tree, 'express') !== 4 || !hearsErrors(context)) return [];
  for (const { source, nodes } of stackOf(context)) {
    const around = nodes[0] === undefined ? [] : functionsAround(nodes[0]);
    const fn = around.find((each) => handlerOf(context.tree, source, each)?.framework === 'express');
    const handler = fn === undefined ? null : handlerOf(context.tree, source, fn);
    const call = fn?.parent;
    const isRoute = call?.type === 'CallExpression' && routes.test(chainOf(call.callee) ?? '');
    if (fn === undefined || handler === null || !fn.async || !isRoute) continue;
    // The others of the file are heard no more than this one.
    const bare = routesIn(source).flatMap(({ arguments: given }) =>
      (given as Node[]).flatMap((each) => (isFunction(each) && each.async ? [each] : [])),
    );
    const splices = bare.flatMap((each) =>
      isCaught(each) ? [] : (handedToNext(source, each, handlerOf(context.tree, source, each)?.next ?? null) ?? []),
    );
    const title = 'what an async handler rejects with goes to `next`';
    return isCaught(fn) || splices.length === 0
      ? []
      : [ideaIn('floating-promise', source, { title, rank: 1, splices })];
  }
  return [];
}

function isCaught({ body }: FunctionNode): boolean {
  return body?.type === 'BlockStatement' && body.body.some(({ type }) => type === 'TryStatement');
}

/** A function of four parameters that the application uses: `(err, req, res, next)`. */
function hearsErrors({ tree }: RecipeContext): boolean {
  return allSources(tree).some((source) =>
    [
      ...all(source.program, 'ArrowFunctionExpression'),
      ...all(source.program, 'FunctionDeclaration'),
      ...all(source.program, 'FunctionExpression'),
    ].some(({ params }) => params.length === 4 && /^_?e(?:rr(?:or)?)?$/i.test(chainOf(params[0] as Node) ?? '')),
  );
}

/** `Promise.resolve(handler(req, res, next))` in a middleware, `handler(req, res, next)` in the function that a wrapper makes of what it is given: what it rejects with goes to `next`. */
export function uncaught(context: RecipeContext): Idea[] {
  return allSources(context.tree).flatMap((source) =>
    all(source.program, 'CallExpression').flatMap((call) => {
      const fn = functionsAround(call)[0];
      const next = fn === undefined ? null : (handlerOf(context.tree, source, fn)?.next ?? null);
      const isAlone = call.parent?.type === 'ExpressionStatement' || call.parent === fn;
      const [given] = call.arguments;
      const takesNext = (node: Of<'CallExpression'>): boolean =>
        node.arguments.some((each) => each.type === 'Identifier' && each.name === next);
      const isResolved =
        chainOf(call.callee) === 'Promise.resolve' && given?.type === 'CallExpression' && takesNext(given);
      const isOfHandler = isResolved || (isHandedOver(source, call) && takesNext(call));
      if (next === null || fn?.async === true || !isAlone || !isOfHandler) return [];
      const splices = [
        ...(isResolved ? [] : [{ start: call.start, end: call.start, text: 'Promise.resolve(' }]),
        { start: call.end, end: call.end, text: `${isResolved ? '' : ')'}.catch(${next})` },
      ];
      return [ideaIn('floating-promise', source, { title: 'what a handler rejects with goes on', rank: 0, splices })];
    }),
  );
}

/** `handler(…)` of the parameter of a function further out: `(handler) => (req, res, next) => { … }`. */
function isHandedOver(source: Source, { callee }: Of<'CallExpression'>): boolean {
  const bound = callee.type === 'Identifier' ? namesInScope(source, callee.start).get(callee.name) : undefined;
  const [own, outer] = functionsAround(callee);
  return (
    bound?.kind === 'param' &&
    own !== undefined &&
    outer !== undefined &&
    !own.params.some((each) => each.start <= bound.id.start && bound.id.end <= each.end) &&
    outer.params.some((each) => each === bound.id)
  );
}
