/** A header that the client left out, where what is taken from it is asked for: as if it were empty, so that who sends none is refused as who sends a wrong one. */
import type { Idea } from '../../../incident/nouns.ts';
import { callsOf, valuesOf } from '../../code/callees.ts';
import { boundIdentifiers } from '../../code/scope.ts';
import { all, functionsAround, textOf } from '../../code/syntax.ts';
import type { FunctionNode, Node, Source } from '../../code/syntax.ts';
import { originsOf } from '../../evidence/origins.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';
import { accessed, chainAbove } from './optional-value.ts';

/** `const [, token] = req.headers.authorization.split(' ')` behind which `!token` is refused. */
export function headerLeftOut(context: RecipeContext, source: Source, node: Node): Idea[] {
  if (!isLeftOut(context, source, node)) return [];
  if (!/^(?:split|replace|slice|substring|trim|toLowerCase|toUpperCase)$/.test(accessed(node) ?? '')) return [];
  const fn = functionsAround(node)[0];
  const chain = chainAbove(node);
  const made = chain.parent?.type === 'VariableDeclarator' && chain.parent.init === chain ? chain.parent.id : null;
  const taken = made === null ? [] : boundIdentifiers(made).map((each) => each.name);
  const isAsked =
    fn !== undefined &&
    (taken.some((each) => isRefused(source, fn, each)) || isRefusedByCallers(context, { fn, chain, taken }));
  if (!isAsked) return [];
  const text = textOf(source, node);
  const splices = [{ start: node.start, end: node.end, text: `(${text} ?? '')` }];
  return [ideaIn('absent-value', source, { title: `no \`${text}\` is an empty one`, rank: 1, splices })];
}

/** It is read of a header that the request does not have. */
export function isLeftOut(context: RecipeContext, source: Source, node: Node): boolean {
  const { request } = context.signal;
  const [name] = originsOf(context, source, node).flatMap((each) => headerOf(textOf(each.source, each.node)));
  return request !== null && name !== undefined && !isSent(request.headers, name);
}

const named = /(?:^|\.)(?:headers(?:\.(\w+)|\[['"]([\w-]+)['"]\])|(?:get|header)\(['"]([\w-]+)['"]\))!?$/;

function headerOf(text: string): string[] {
  const found = named.exec(text);
  const name = found?.[1] ?? found?.[2] ?? found?.[3];
  return name === undefined ? [] : [name.toLowerCase()];
}

const isSent = (headers: Readonly<Record<string, unknown>>, name: string): boolean =>
  Object.keys(headers).some((each) => each.toLowerCase() === name);

interface Taken {
  readonly fn: FunctionNode;
  readonly chain: Node;
  readonly taken: readonly string[];
}

/** What a helper gives back, each of its callers refuses where it is nothing. */
function isRefusedByCallers(context: RecipeContext, { fn, chain, taken }: Taken): boolean {
  const isGiven = valuesOf(fn).some(
    (value) =>
      value === chain ||
      (value.type === 'Identifier' && taken.includes(value.name)) ||
      all(value, 'CallExpression').includes(chain as never),
  );
  const calls = isGiven ? callsOf(context, fn) : [];
  return (
    calls.length > 0 &&
    calls.every((each) => {
      const { parent } = each.call;
      const around = functionsAround(each.call)[0];
      const id = parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier' ? parent.id.name : null;
      return id !== null && around !== undefined && isRefused(each.source, around, id);
    })
  );
}

/** `if (!token …) return res.status(401)…`, `if (!token …) throw …`. */
function isRefused(source: Source, fn: FunctionNode, name: string): boolean {
  return all(fn, 'IfStatement').some(({ test, consequent }) => {
    const isOf = all(test, 'UnaryExpression').some(
      ({ operator, argument }) => operator === '!' && argument.type === 'Identifier' && argument.name === name,
    );
    return isOf && refuses.test(textOf(source, consequent));
  });
}

const refuses = /\b40[0-3]\b|unauthori[sz]ed|forbidden|bad_?request|\bdenied\b/i;
