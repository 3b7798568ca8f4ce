/** Whether another field may be meant as well as the one that nobody reads. */
import { shareWord } from '../code/names.ts';
import { beginAlike, isEndOf } from '../code/words.ts';
import type { RecipeContext } from '../recipe.ts';
import { dataFields } from './data-fields.ts';
import { lastNameOf } from './fields.ts';
import { memberNames } from './member-names.ts';
import type { Suspect } from './suspects.ts';

/** `item.state` for `item.what`, only because `query.title` is read as well: what is read of other things alone may be what is meant. */
export function rivalDoubt(
  context: RecipeContext,
  suspect: Suspect,
  names: readonly string[],
  left: string,
): string | null {
  if (shareWord(suspect.name, left) || beginAlike(suspect.name, left) || isEndOf(suspect.name, left)) return null;
  const { read } = memberNames(context.tree);
  const fields = dataFields(context);
  const own = lastNameOf(suspect.object);
  const kinds = fields.get(left)?.kinds;
  const rival = names.find((name) => {
    const isOfOthers = read.get(name)?.every(({ object }) => lastNameOf(object) !== own) === true;
    return (
      name !== left && isOfOthers && [...(fields.get(name)?.kinds ?? [])].some((kind) => kinds?.has(kind) === true)
    );
  });
  return rival === undefined ? null : `\`${suspect.name}\` may be \`${rival}\` as well as \`${left}\``;
}
