/** A member that a namespace of TypeScript has, and keeps for itself. */
import type { Idea } from '../../../incident/nouns.ts';
import { bindingsOf } from '../../code/scope.ts';
import { all, allSources, keyName } from '../../code/syntax.ts';
import type { Suspect } from '../../evidence/suspects.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

/** `Day.plus` of `namespace Day { function plus() {} }`: it is there, and not given out; null where it is not so. */
export function notGivenOut(context: RecipeContext, { object, name }: Suspect): Idea[] | null {
  if (object.type !== 'Identifier') return null;
  const found = allSources(context.tree).flatMap((source) =>
    all(source.program, 'TSModuleDeclaration').flatMap(({ id, body }) => {
      if (keyName(id) !== object.name || body?.type !== 'TSModuleBlock') return [];
      const own = body.body.find((each) => bindingsOf(body).some((one) => one.name === name && one.node === each));
      return own === undefined ? [] : [{ source, own }];
    }),
  );
  const [only, more] = found;
  if (only === undefined || more !== undefined) return null;
  const splices = [{ start: only.own.start, end: only.own.start, text: 'export ' }];
  return [
    ideaIn('property', only.source, { title: `\`${object.name}\` does not give out \`${name}\``, rank: 0, splices }),
  ];
}
