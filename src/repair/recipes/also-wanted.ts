/** What else others take of a file that gives out one name too few: a CommonJS file lacks it in silence until it is called. */
import { declarationOf, exportsOf, importsOf } from '../code/bindings.ts';
import type { RecipeContext } from '../recipe.ts';
import { allSources, keyName } from '../code/syntax.ts';
import type { Source } from '../code/syntax.ts';
import { fileBehind, referencesTo } from './wrong-imports.ts';

/** Names that the file declares and does not give out, and that other files of the project take from it; `name` comes first. */
export function alsoWanted(context: RecipeContext, target: Source, name: string): string[] {
  const given = exportsOf(context.tree, target).names;
  const wanted = allSources(context.tree)
    .filter((source) => source !== target)
    .flatMap((source) =>
      importsOf(source)
        .filter((from) => fileBehind(context, source, from) === target.path)
        .flatMap((from) =>
          from.imported !== '*'
            ? [from.imported]
            : referencesTo(source, from).flatMap(({ parent, start }) =>
                parent?.type === 'MemberExpression' && !parent.computed && parent.object.start === start
                  ? (keyName(parent.property) ?? [])
                  : [],
              ),
        ),
    );
  const others = [...new Set(wanted)].filter(
    (each) => each !== name && each !== 'default' && !given.has(each) && declarationOf(target, each) !== null,
  );
  // As they stand in the file.
  return [name, ...others].sort((a, b) => placeOf(target, a) - placeOf(target, b));
}

function placeOf(target: Source, name: string): number {
  return declarationOf(target, name)?.start ?? 0;
}
