/** A helper that looks something up for several callers, none of whom asks whether there is anything: its guard belongs in the helper. */
import { callsOf, reached, valuesOf } from '../../code/callees.ts';
import type { Made } from '../../code/callees.ts';
import { all, functionsAround, textOf } from '../../code/syntax.ts';
import type { Node } from '../../code/syntax.ts';
import type { RecipeContext } from '../../recipe.ts';
import { isGuarded } from './guard-at-source.ts';
import { nameOf } from './guard-words.ts';
import { keySource, lookUpsBehind } from './look-ups.ts';
import type { LookUp } from './look-ups.ts';

/**
 * The look-up inside the helper that `made` calls, where another caller hands it the same thing and none asks what came of it;
 * null where one does, and where the helper is meant to give nothing.
 */
export function sharedLookUp(context: RecipeContext, made: LookUp): LookUp | null {
  const [helper, other] = made.call.type === 'CallExpression' ? reached(context, made.source, made.call.callee) : [];
  if (helper === undefined || other !== undefined || givesNothing(helper)) return null;
  const calls = callsOf(context, helper.fn);
  const key = requestKey(made);
  const same = calls.filter((each) => each.call !== made.call && key !== null && requestKey(each) === key);
  if (same.length === 0 || calls.some(({ source, call }) => isGuarded(source, call))) return null;
  const [value, more] = valuesOf(helper.fn);
  if (value === undefined || more !== undefined) return null;
  const inside = lookUpsBehind(context, helper.source, value).find(({ id }) => functionsAround(id)[0] === helper.fn);
  return inside === undefined ? null : { ...inside, asked: { helper: nameOf(helper.fn), by: made } };
}

/** The part of a request that a look-up has its key of; a parameter of a function is another one in each. */
function requestKey(made: Pick<LookUp, 'source' | 'call'>): string | null {
  const from = keySource(made);
  return from?.includes(' ') === true ? null : from;
}

/** By its type, or by a value that it gives back as well. */
function givesNothing({ source, fn }: Made): boolean {
  const type = fn.returnType === null || fn.returnType === undefined ? '' : textOf(source, fn.returnType);
  if (/\b(?:null|undefined)\b/.test(type)) return true;
  const isNothing = (node: Node | null): boolean =>
    node === null || /(?:^|\?\? *|: *|\|\| *)(?:null|undefined)$/.test(textOf(source, node));
  return [...all(fn, 'ReturnStatement').map(({ argument }) => argument as Node | null), ...valuesOf(fn)].some(
    isNothing,
  );
}
