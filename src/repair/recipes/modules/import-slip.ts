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
  return importsOf(source).flatMap(({ local, imported, specifier, node: taken, style }) => {
    const binding = local === null ? undefined : namesInScope(source, node.start).get(local);
    const isSlip = style === 'import' && local === imported && (slip(local, name) ?? 9) <= 1;
    if (!isSlip || binding === undefined || !isUnused(source, binding) || !isGiven(specifier)) return [];
    const splices = [{ start: taken.start, end: taken.end, text: name }];
    return [
      ideaIn('identifier', source, { title: `\`${local}\` of \`${specifier}\` is \`${name}\``, rank: 0, splices }),
    ];
  });
}
