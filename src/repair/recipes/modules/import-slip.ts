/** `import { Routter } from 'express'`, and `Router()` below: the import has the slip, where a compiler left it out for want of a use. */
import type { Idea } from '../../../incident/nouns.ts';
import { importsOf } from '../../code/bindings.ts';
import { slip } from '../../code/names.ts';
import { isUnused, namesInScope } from '../../code/scope.ts';
import { allSources } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { typedNames } from '../../code/typings.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

interface Named {
  readonly context: RecipeContext;
  readonly source: Source;
  readonly node: Node;
  readonly name: string;
}

/** The name that is not defined is what its module gives out, by its types or by the other files that take it. */
export function importSlips({ context: { tree }, source, node, name }: Named): Idea[] {
  const isGiven = (specifier: string): boolean =>
    typedNames(tree, specifier).has(name) ||
    allSources(tree).some((other) =>
      importsOf(other).some((each) => each.specifier === specifier && each.imported === name),
    );
  const isUnknown = (specifier: string, other: string): boolean => {
    const typed = typedNames(tree, specifier);
    return typed.size > 0 && !typed.has(other);
  };
  return importsOf(source).flatMap(({ local, imported, specifier, node: taken, style }) => {
    const binding = local === null ? undefined : namesInScope(source, node.start).get(local);
    const isPlain = style === 'import' && local === imported && binding !== undefined && isUnused(source, binding);
    // Of another word it must be known that the module has not got it, or the import is the one that lacks.
    const isIt =
      isPlain && ((slip(local, name) ?? 9) <= 1 || (isUnknown(specifier, local) && isAlone(source, specifier)));
    if (!isIt || !isGiven(specifier)) return [];
    const splices = [{ start: taken.start, end: taken.end, text: name }];
    return [
      ideaIn('identifier', source, { title: `\`${local}\` of \`${specifier}\` is \`${name}\``, rank: 0, splices }),
    ];
  });
}

/** Nothing else is taken from there. */
function isAlone(source: Source, specifier: string): boolean {
  return importsOf(source).filter((each) => each.specifier === specifier).length === 1;
}
