/** A regular expression that is put together of texts, the one of which that nothing makes part of a pattern. */
import type { Idea } from '../../../incident/nouns.ts';
import { all, textOf } from '../../code/syntax.ts';
import { openName } from '../../mending/patterns.ts';
import { sitesOf } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

/** `'(?<$1[^/]+)'`: the name of a group ends where its signs do. */
export function builtPatternIdeas(context: RecipeContext, recipe: string): Idea[] {
  const sources = new Set(sitesOf(context).map(({ source }) => source));
  const found = [...sources].flatMap((source) =>
    [...all(source.program, 'Literal'), ...all(source.program, 'TemplateElement')].flatMap((node) => {
      const { index, 0: head } = openName.exec(textOf(source, node)) ?? { index: 0, 0: '' };
      return head === '' || 'regex' in node ? [] : [{ source, at: node.start + index + head.length, head }];
    }),
  );
  const [only, more] = found;
  if (only === undefined || more !== undefined) return [];
  const { source, at, head } = only;
  const splices = [{ start: at, end: at, text: '>' }];
  return [ideaIn(recipe, source, { title: `the name of the group \`${head}>\` ends`, rank: 0, splices })];
}
