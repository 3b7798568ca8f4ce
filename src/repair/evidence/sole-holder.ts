/** What speaks for it that the one member which is given by a near name is the one that is missing, and no other thing. */
import type { RecipeContext } from '../recipe.ts';
import { memberNames } from './member-names.ts';
import { hasPart, isGone, isNamed } from './renames.ts';
import type { Suspect } from './suspects.ts';

/** `{ tags: given.tag }`, where nobody reads `tags`: what `tag` was meant to be. */
export function isGivenSo({ tree }: RecipeContext, { name }: Suspect, to: string): boolean {
  const { given, read } = memberNames(tree);
  const [only, more] = given.get(to) ?? [];
  return only !== undefined && more === undefined && !read.has(to) && isNamed(only.value, name);
}

/** `settings.discounts.child`, where nothing ever gets `discounts`, and the one `discount` that is given has a `child`. */
export function isSoleHolder(context: RecipeContext, suspect: Suspect, to: string): boolean {
  const [only, more] = memberNames(context.tree).given.get(to) ?? [];
  return only !== undefined && more === undefined && isGone(context, suspect) && hasPart(context, only);
}
