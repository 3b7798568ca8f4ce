/** Whether the code speaks of a key of the data: reads it as a member, or names it as a key. */
import { all, allSources, keyName, upwards } from '../code/syntax.ts';
import type { Node } from '../code/syntax.ts';
import type { RecipeContext } from '../recipe.ts';
import { lastNameOf } from './fields.ts';

export function isTaken(context: RecipeContext, word: string): boolean {
  return placesOf(context, word).length > 0;
}

/** Of this section: `rush.factor`, `rush: z.object({ factor })`. */
export function isTakenOf(context: RecipeContext, word: string, section: string): boolean {
  return placesOf(context, word).some((node) =>
    node.type === 'MemberExpression'
      ? lastNameOf(node.object) === section
      : upwards(node)
          .slice(1)
          .some((each) => each.type === 'Property' && keyName(each.key) === section),
  );
}

function placesOf({ tree }: RecipeContext, word: string): Node[] {
  return allSources(tree).flatMap(({ program }): Node[] => [
    ...all(program, 'MemberExpression').filter((each) => !each.computed && keyName(each.property) === word),
    ...all(program, 'Property').filter((each) => !each.computed && keyName(each.key) === word),
  ]);
}
