/** A field of a part, where the object has it under one name. */
import type { Idea } from '../../incident/nouns.ts';
import { escapeRegExp } from '../../kit/text.ts';
import { chainOf, keyName } from '../code/syntax.ts';
import type { Of, Source } from '../code/syntax.ts';
import { likeChains } from '../evidence/like-chains.ts';
import { ideaOf } from '../recipe.ts';
import type { RecipeContext } from '../recipe.ts';

/** `person.manager.id` where `person` has a `managerId`: that is what was meant. Where it has others that begin so, `id` is of another thing: null where it has none. */
export function flattened(
  context: RecipeContext,
  source: Source,
  of: { readonly part: Of<'MemberExpression'>; readonly wanted: string; readonly names: readonly string[] },
): Idea[] | null {
  const { part, wanted, names } = of;
  const middle = part.computed ? null : keyName(part.property);
  const begins = names.filter((each) => middle !== null && new RegExp(`^${escapeRegExp(middle)}[A-Z_]`).test(each));
  if (begins.length === 0) return null;
  const meant = begins.find(
    (each) => each.replace(`${middle}`, '').replace(/^_/, '').toLowerCase() === wanted.toLowerCase(),
  );
  const whole = part.parent;
  if (meant === undefined || whole?.type !== 'MemberExpression') return [];
  const chain = chainOf(part);
  const alike = chain === null ? [] : likeChains(context, source, `${chain}.${wanted}`);
  const changes = alike.flatMap(({ source: there, member: { object, end } }) =>
    object.type === 'MemberExpression'
      ? [{ source: there, splices: [{ start: object.property.start, end, text: meant }] }]
      : [],
  );
  const own = { source, splices: [{ start: part.property.start, end: whole.end, text: meant }] };
  return [ideaOf('property', { title: `\`${middle}.${wanted}\` is \`${meant}\` here`, rank: 0 }, [own, ...changes])];
}
