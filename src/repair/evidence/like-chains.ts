/** The other places where the same thing is read by the same chain of names. */
import { importsOf } from '../code/bindings.ts';
import { resolveSpecifier } from '../code/modules.ts';
import type { RecipeContext } from '../recipe.ts';
import { all, allSources, chainOf } from '../code/syntax.ts';
import type { Of, Source } from '../code/syntax.ts';

export interface Place {
  readonly source: Source;
  readonly member: Of<'MemberExpression'>;
}

/** In this file; through the project where the first name of the chain is what a module gives out. */
export function likeChains({ tree }: RecipeContext, source: Source, chain: string): Place[] {
  const [root = ''] = chain.split('.');
  const home = homeOf(source, root);
  return allSources(tree)
    .filter((each) => each === source || (home !== null && homeOf(each, root) === home))
    .flatMap((each) =>
      all(each.program, 'MemberExpression').flatMap((member) =>
        chainOf(member) === chain ? [{ source: each, member }] : [],
      ),
    );

  function homeOf(at: Source, name: string): string | null {
    const from = importsOf(at).find(({ local }) => local === name);
    const to = from === undefined ? null : resolveSpecifier(tree, at.path, from.specifier);
    return from !== undefined && to?.to === 'file' ? `${to.path} ${from.imported}` : null;
  }
}
