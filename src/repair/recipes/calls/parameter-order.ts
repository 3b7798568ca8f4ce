/** Parameters of a callback in an order that its caller does not keep: `(res, req)`, `reduce((item, sum) => …)`, `entries.map((key, value) => …)`. */
import type { Idea } from '../../../incident/nouns.ts';
import { called } from '../../code/callees.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { sitesOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import { all, allSources, chainOf, functionsAround, isFunction, keyName, textOf } from '../../code/syntax.ts';
import type { FunctionNode, Node, Source } from '../../code/syntax.ts';

export const parameterOrder: Recipe = {
  name: 'parameter-order',
  classes: ['type', 'unknown', 'range'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'The parameters of a handler or callback stand in another order than they are given, as their names tell.',
  ideas(context) {
    const seen = new Set<FunctionNode>();
    const left = leftOut(sitesOf(context));
    if (left.length > 0) return left;
    const near = sitesOf(context)
      .slice(0, 2)
      .flatMap(({ source, nodes }) =>
        nodes
          .slice(0, 1)
          .flatMap(functionsAround)
          .flatMap((fn) => (seen.has(fn) ? [] : (seen.add(fn), reordered(source, fn)))),
      );
    return near.length > 0 ? near : errorsLate(context).slice(0, 2);
  },
};

/** Callbacks that take their error second where all others of the same call, or of its framework, take it first. */
function errorsLate(context: RecipeContext): Idea[] {
  const callbacks = allSources(context.tree).flatMap((source) =>
    all(source.program, 'CallExpression').flatMap((call) => {
      const fn = call.arguments.at(-1) as Node | undefined;
      const name = keyName(call.callee.type === 'MemberExpression' ? call.callee.property : call.callee);
      // Each event has arguments of its own.
      if (fn === undefined || !isFunction(fn) || name === null || /^(?:on|once|\w+Listener)$/.test(name)) return [];
      const error = fn.params.findIndex((param) => param.type === 'Identifier' && /^_?err(?:or)?$/.test(param.name));
      const given = called(context, source, call.callee);
      return error < 0 ? [] : [{ source, fn, name, error, given }];
    }),
  );
  return callbacks.flatMap(({ source, fn, name, error, given }) => {
    const others = callbacks.filter((each) => each.name === name && each.fn !== fn);
    const isFirst =
      /^(?:setErrorHandler|onError)$/.test(name) ||
      (given.length > 0 && given.every((each) => callsBackAsNode(each.fn))) ||
      (others.length > 0 && others.every((each) => each.error === 0));
    return error === 0 || !isFirst
      ? []
      : put(
          source,
          fn,
          [error, ...fn.params.keys()].filter((at, index) => index === 0 || at !== error),
        );
  });
}

/** It calls its last parameter with `null` and a value. */
function callsBackAsNode(fn: FunctionNode): boolean {
  const last = fn.params.at(-1);
  return all(fn, 'CallExpression').some(
    ({ callee, arguments: [first, second] }) =>
      last?.type === 'Identifier' &&
      callee.type === 'Identifier' &&
      callee.name === last.name &&
      first?.type === 'Literal' &&
      first.value === null &&
      second !== undefined,
  );
}

/** `stats(ctx)`, which is called with `(params, ctx)`: one before it was taken out of the list. */
function leftOut([site, caller]: readonly Site[]): Idea[] {
  const fn = site?.nodes.slice(0, 1).flatMap(functionsAround)[0];
  const [param, more] = fn?.params ?? [];
  if (site === undefined || caller === undefined || param?.type !== 'Identifier' || more !== undefined) return [];
  const call = caller.nodes.find((node) => node.type === 'CallExpression' && node.arguments.length > 1);
  const given = call?.type === 'CallExpression' ? call.arguments : [];
  const at = given.findIndex((each) => each.type === 'Identifier' && each.name === param.name);
  const before = given.slice(0, at).map((each) => (each.type === 'Identifier' ? `_${each.name}` : null));
  if (at < 1 || before.some((name) => name === null)) return [];
  const splices = [{ start: param.start, end: param.start, text: `${before.join(', ')}, ` }];
  const title = `\`${param.name}\` is given as number ${at + 1}`;
  return [ideaIn('parameter-order', site.source, { title, rank: 0, splices })];
}

const [request, response] = [/^_?(?:req|request)$/i, /^_?(?:res|resp|response|reply)$/i];
const failure = /^_?(?:e|err|error)$/i;
const counter = /^_?(?:i|idx|index)$/;
const collected = /^(?:acc|accumulator|sum|total|memo|result|prev|previous|best|counts?|groups?|latest)$/i;

function put(source: Source, fn: FunctionNode, order: readonly number[]): Idea[] {
  const splices = order.map((from, to) => {
    const [at, given] = [fn.params[to] as Node, fn.params[from] as Node];
    return { start: at.start, end: at.end, text: textOf(source, given) };
  });
  const title = 'the parameters in the order in which they are given';
  return [ideaIn('parameter-order', source, { title, rank: 0, splices })];
}

function reordered(source: Source, fn: FunctionNode): Idea[] {
  const names = fn.params.map((param) => (param.type === 'Identifier' ? param.name : ''));
  const [one = '', two = ''] = names;
  if (response.test(one) && request.test(two)) return put(source, fn, [1, 0]);
  const wrong = names.findIndex((name) => failure.test(name));
  if (names.length === 4 && wrong > 0 && names.some((name) => request.test(name)))
    return put(source, fn, [wrong, ...[0, 1, 2, 3].filter((each) => each !== wrong)]);
  const next = names.findIndex((name) => name === 'next');
  // `router.param('id', (req, res, next, id) => …)`
  if (names.length === 4 && next === 3 && request.test(one) && response.test(two)) return put(source, fn, [0, 1, 3, 2]);
  const method = methodOf(fn);
  if (method === 'reduce' && collected.test(two) && !collected.test(one)) return put(source, fn, [1, 0]);
  if (/^(?:map|forEach|filter|some|every|find|flatMap)$/.test(method ?? '') && counter.test(one) && two !== '')
    return put(source, fn, [1, 0]);
  return pairs(source, fn, method);
}

function methodOf({ parent, start }: FunctionNode): string | null {
  if (parent?.type !== 'CallExpression' || parent.arguments[0]?.start !== start) return null;
  const { callee } = parent;
  return callee.type === 'MemberExpression' && !callee.computed ? keyName(callee.property) : null;
}

/** `Object.entries(x).map((key, value) => …)`: a pair comes as one list. */
function pairs(source: Source, fn: FunctionNode, method: string | null): Idea[] {
  const { parent } = fn;
  const [first, second] = fn.params;
  if (method === null || parent?.type !== 'CallExpression' || first?.type !== 'Identifier' || second === undefined)
    return [];
  if (parent.callee.type !== 'MemberExpression' || counter.test(textOf(source, second)) || fn.params.length !== 2)
    return [];
  const { object } = parent.callee;
  const isEntries =
    object.type === 'CallExpression' && /^Object\.entries$|\.entries$/.test(chainOf(object.callee) ?? '');
  if (!isEntries || !/^(?:map|forEach|filter|some|every|find|flatMap)$/.test(method)) return [];
  const hasBrackets = source.text[first.start - 1] === '(' || /\(\s*$/.test(source.text.slice(fn.start, first.start));
  const text = `[${source.text.slice(first.start, second.end)}]`;
  return [
    ideaIn('parameter-order', source, {
      title: 'an entry is a list of its key and its value',
      rank: 0,
      splices: [{ start: first.start, end: second.end, text: hasBrackets ? text : `(${text})` }],
    }),
  ];
}
