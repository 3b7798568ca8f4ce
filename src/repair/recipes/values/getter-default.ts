/** A default that belongs to a getter, not to one of those who read it. */
import type { Idea } from '../../../incident/nouns.ts';
import { valuesOf } from '../../code/callees.ts';
import { all, allSources, keyName, textOf, upwards } from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

type Getter = { readonly source: Source; readonly method: Of<'MethodDefinition'> };

/** The accessors of the project by that name. */
export function gettersOf(context: RecipeContext, name: string): Getter[] {
  return allSources(context.tree).flatMap((source) =>
    all(source.program, 'MethodDefinition')
      .filter(({ kind, key }) => kind === 'get' && keyName(key) === name)
      .map((method) => ({ source, method })),
  );
}

/** `get tags() { return this.record.tags; }`: what nobody gives there is missing to all who read it, so the default stands there. */
export function atGetter(getters: readonly Getter[], node: Node, given: string): Idea[] {
  const owner = upwards(node).find((each) => each.type === 'ClassBody');
  const isOwn = node.type === 'MemberExpression' && node.object.type === 'ThisExpression';
  const [only, more] = getters.filter(({ method }) => !isOwn || method.parent === owner);
  const [value, other] = only === undefined ? [] : valuesOf(only.method.value as FunctionNode);
  if (only === undefined || more !== undefined || other !== undefined || value?.type !== 'MemberExpression') return [];
  const title = `${given} where \`${textOf(only.source, value).slice(0, 60)}\` is missing, for all who read it`;
  const splices = [{ start: value.end, end: value.end, text: ` ?? ${given}` }];
  return [ideaIn('absent-value', only.source, { title, rank: 1, splices })];
}
