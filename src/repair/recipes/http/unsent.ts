/** A handler of Express that gives its answer back, as handlers of other frameworks do: nobody sends it, and the request waits for ever. */
import type { Idea } from '../../../incident/nouns.ts';
import { called } from '../../code/callees.ts';
import { handlerOf } from '../../code/frameworks.ts';
import type { Handler } from '../../code/frameworks.ts';
import { givesPromise } from '../../code/promises.ts';
import {
  all,
  allSources,
  chainOf,
  functionsAround,
  isFunction,
  isReference,
  stringValue,
  textOf,
} from '../../code/syntax.ts';
import type { FunctionNode, Node, Source } from '../../code/syntax.ts';
import type { Splice } from '../../code/text.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

export function unsent(context: RecipeContext): Idea[] {
  return [...lastHandlers(context)].flatMap(([fn, source]) => {
    const handler = handlerOf(context.tree, source, fn);
    if (handler?.framework !== 'express' || handler.response === null || speaksOf(fn, handler.response)) return [];
    if (handler.next !== null && speaksOf(fn, handler.next)) return [];
    const given = givenBack(fn);
    const splices = given.flatMap((value) => sent(context, source, { handler, value }) ?? [null]);
    if (given.length === 0 || splices.includes(null)) return [];
    const title = `what a handler in ${source.path} gives back is sent`;
    return [ideaIn('unended-answer', source, { title, rank: 0, splices: splices.flatMap((each) => each ?? []) })];
  });
}

const routes = /\.(?:get|post|put|patch|delete|all)$/;

/** The last of what is registered for a path. */
function lastHandlers(context: RecipeContext): Map<FunctionNode, Source> {
  const found = new Map<FunctionNode, Source>();
  for (const source of allSources(context.tree))
    for (const { callee, arguments: given } of all(source.program, 'CallExpression')) {
      const last = given.at(-1) as Node | undefined;
      if (last === undefined || given.length < 2 || !routes.test(chainOf(callee) ?? '')) continue;
      if (isFunction(last)) found.set(last, source);
      else for (const made of called(context, source, last)) found.set(made.fn, made.source);
    }
  return found;
}

function speaksOf(fn: FunctionNode, name: string): boolean {
  return all(fn.body ?? fn, 'Identifier').some((id) => id.name === name && isReference(id));
}

function givenBack(fn: FunctionNode): Node[] {
  if (fn.body === null) return [];
  if (fn.body.type !== 'BlockStatement') return [fn.body];
  return all(fn, 'ReturnStatement').flatMap(({ argument, parent }) =>
    argument !== null && functionsAround(parent as Node)[0] === fn ? [argument as Node] : [],
  );
}

/** `res.json(…)`, of text `res.send(…)`; a promise is waited for. */
function sent(
  context: RecipeContext,
  source: Source,
  { handler: { fn, response }, value }: { handler: Handler; value: Node },
): Splice[] | null {
  const plain = value.type === 'ParenthesizedExpression' ? value.expression : value;
  if (plain.type === 'UnaryExpression' || plain.type === 'AssignmentExpression' || isNothing(plain)) return null;
  const isPromise = plain.type === 'CallExpression' && givesPromise(context, source, plain);
  if (isPromise && !fn.async) return null;
  const isText = plain.type === 'TemplateLiteral' || stringValue(plain) !== null;
  const made = `${response}.${isText ? 'send' : 'json'}(${isPromise ? 'await ' : ''}${textOf(source, plain)})`;
  return [{ start: value.start, end: value.end, text: made }];
}

function isNothing(value: Node): boolean {
  return value.type === 'Literal' && value.value === null
    ? true
    : value.type === 'Identifier' && value.name === 'undefined';
}
