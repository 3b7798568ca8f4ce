/** A list that is called, where a method of the same object has its name in the other number. */
import type { Idea } from '../../../incident/nouns.ts';
import { methodsNamed } from '../../code/callees.ts';
import { isPlural } from '../../code/names.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';
import { valueOf } from '../../evidence/site.ts';
import type { Suspect } from '../../evidence/suspects.ts';

/** `store.bookings(7)` of a list `bookings`, and a method `booking(id)` beside it. */
export function otherNumber(context: RecipeContext, suspect: Suspect, names: readonly string[]): Idea[] {
  const { site, node, name, key } = suspect;
  const isCalled = node.parent?.type === 'CallExpression' && node.parent.callee === node;
  const value = valueOf(site, node);
  const isValue = value !== null && value.type !== 'function' && value.type !== 'undefined';
  if (!isCalled || !isValue || !/is not a function/.test(context.diagnosis.message)) return [];
  const [to, more] = names.filter(
    (each) => each !== name && isPlural(each, name) && methodsNamed(context, each).length > 0,
  );
  if (to === undefined || more !== undefined) return [];
  const splices = [{ start: key.start, end: key.end, text: to }];
  return [ideaIn('property', site.source, { title: `\`${name}\` should be \`${to}\``, rank: 0, splices })];
}
