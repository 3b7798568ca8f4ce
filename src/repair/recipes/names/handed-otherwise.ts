/** What a function takes apart is handed to it under another key: the one who hands it over is alone with that, or the one who takes it. */
import type { Idea } from '../../../incident/nouns.ts';
import { namesInScope } from '../../code/scope.ts';
import type { Node } from '../../code/syntax.ts';
import { oddHandover, patternOf } from '../../evidence/odd-handover.ts';
import type { Site } from '../../evidence/site.ts';
import { ideaIn, ideaOf } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

/** @param node what holds nothing at the failing place */
export function handedOtherwise({ tree }: RecipeContext, { source }: Site, node: Node): Idea[] {
  const id = node.type === 'Identifier' ? namesInScope(source, node.start).get(node.name)?.id : undefined;
  const taken = id === undefined ? null : patternOf(id);
  const odd = taken === null ? null : oddHandover(tree, taken.pattern, taken.key);
  const [first] = odd?.keys ?? [];
  if (id?.parent?.type !== 'Property' || taken === null || odd === null || first === undefined) return [];
  const takes = id.parent.shorthand
    ? { start: id.start, end: id.start, text: `${first.name}: ` }
    : { start: id.parent.key.start, end: id.parent.key.end, text: first.name };
  if (odd.isTaker)
    return [
      ideaIn('half-renamed', source, {
        title: `\`${taken.key}\` is given as \`${first.name}\``,
        rank: 0,
        splices: [takes],
      }),
    ];
  const changes = odd.keys.map((each) => {
    const { start, end } = each.property.key;
    const text = each.property.shorthand ? `${taken.key}: ${each.name}` : taken.key;
    return { source: each.source, splices: [{ start, end, text }] };
  });
  return [ideaOf('half-renamed', { title: `\`${first.name}\` is taken as \`${taken.key}\``, rank: 0 }, changes)];
}
