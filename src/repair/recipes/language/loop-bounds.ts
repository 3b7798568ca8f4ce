/** A loop from `list.length` down, and `list[list.length]`: there is nothing behind the last item. */
import type { Idea } from '../../../incident/nouns.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe } from '../../recipe.ts';
import { sitesOf } from '../../evidence/site.ts';
import { chainAbove, marked } from '../values/optional-value.ts';
import { all, functionsAround, keyName, upwards } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';

export const loopBounds: Recipe = {
  name: 'loop-bounds',
  classes: ['type', 'unknown', 'range'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A loop from `list.length` down, and `list[list.length]`: begin at the last item.',
  ideas(context) {
    return sitesOf(context)
      .slice(0, 2)
      .flatMap(({ source, nodes }) => {
        const [node] = nodes;
        if (node === undefined) return [];
        const around = functionsAround(node)[0] ?? source.program;
        const loops = upwards(node).filter((each) => each.type === 'ForStatement');
        return [
          ...loops.flatMap((loop) => bounded(source, loop)),
          ...all(around, 'MemberExpression').flatMap((each) => behindLast(source, each)),
        ];
      });
  },
};

function isLength(node: Node): boolean {
  return node.type === 'MemberExpression' && !node.computed && /^(?:length|size)$/.test(keyName(node.property) ?? '');
}

function bounded(source: Source, { test, init, update }: Of<'ForStatement'>): Idea[] {
  const first = init?.type === 'VariableDeclaration' ? init.declarations[0]?.init : null;
  const isDown = update?.type === 'UpdateExpression' && update.operator === '--';
  if (!isDown || !first || !isLength(first) || test?.type !== 'BinaryExpression' || test.operator !== '>=') return [];
  const splices = [{ start: first.end, end: first.end, text: ' - 1' }];
  return [ideaIn('loop-bounds', source, { title: 'the loop begins at the last item', rank: 0, splices })];
}

function behindLast(source: Source, node: Of<'MemberExpression'>): Idea[] {
  const { computed, object, property } = node;
  if (!computed || property.type !== 'MemberExpression' || !isLength(property)) return [];
  if (source.text.slice(object.start, object.end) !== source.text.slice(property.object.start, property.object.end))
    return [];
  const { parent } = chainAbove(node);
  // Of an empty list there is no last item, and what stands for it was written already.
  const mark = parent?.type === 'LogicalExpression' && parent.operator !== '&&' ? marked(source, node) : [];
  const splices = [{ start: property.end, end: property.end, text: ' - 1' }, ...mark];
  return [ideaIn('loop-bounds', source, { title: 'the last item is at the length less one', rank: 0, splices })];
}
