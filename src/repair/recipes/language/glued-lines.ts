/** Two lines that are one expression because the comma or semicolon between them is gone: `['a', 1]` and below it `['b', 2]`. */
import type { Idea } from '../../../incident/nouns.ts';
import { all, allSources, upwards } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { lineOf } from '../../code/text.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe } from '../../recipe.ts';

const name = 'glued-lines';

export const gluedLines: Recipe = {
  name,
  classes: ['type', 'reference', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A line that begins with `[`, `(` or a backtick and belongs to the one above: the comma or semicolon that is lost.',
  ideas(context) {
    // A table may be read far from where it stands.
    return allSources(context.tree).flatMap((source) => glued(source).map((each) => parted(source, each)));
  },
};

/** What is called, indexed or used as a tag by a bracket of the next line: nobody breaks a line there. */
function glued(source: Source): Node[] {
  const pairs: [Node, Node][] = [
    ...all(source.program, 'MemberExpression').flatMap((node): [Node, Node][] =>
      node.computed && !node.optional ? [[node, node.object as Node]] : [],
    ),
    ...all(source.program, 'CallExpression').flatMap((node): [Node, Node][] =>
      node.optional ? [] : [[node, node.callee as Node]],
    ),
    ...all(source.program, 'TaggedTemplateExpression').map((node): [Node, Node] => [node, node.tag as Node]),
  ];
  return pairs.flatMap(([node, first]) =>
    /^[^[(`/]*\n[^[(`/]*[[(`]/.test(source.text.slice(first.end, node.end)) ? [first] : [],
  );
}

function parted(source: Source, first: Node): Idea {
  const around = upwards(first).find(({ type }) => type === 'ArrayExpression' || /Statement$|Declaration$/.test(type));
  const sign = around?.type === 'ArrayExpression' ? ',' : ';';
  const what = sign === ',' ? 'comma' : 'semicolon';
  return ideaIn(name, source, {
    title: `${source.path}: a ${what} is missing at the end of line ${lineOf(source.text, first.end)}`,
    rank: 0,
    splices: [{ start: first.end, end: first.end, text: sign }],
  });
}
