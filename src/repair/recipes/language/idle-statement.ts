/** A statement that does nothing, `this.cache == new Cache()`, `cache ?? new Cache()`, or that does once more what the one before it did. */
import type { Idea } from '../../../incident/nouns.ts';
import { all, allSources, keyName, statementOf, textOf } from '../../code/syntax.ts';
import type { Node } from '../../code/syntax.ts';
import { sitesOf } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

const name = 'idle-statement';

export const idleStatement: Recipe = {
  name,
  classes: ['type', 'reference', 'range', 'assertion', 'config', 'missing_file', 'unknown', 'timeout'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A statement that compares, subtracts or chooses and does nothing with it: `=` for `==`, `===` or `-`, `??=` for `??`; one that fails because the line before says the same: it goes.',
  ideas: (context) => [...givenNothing(context), ...saidTwice(context)],
};

function givenNothing({ tree }: RecipeContext): Idea[] {
  return allSources(tree).flatMap((source) =>
    all(source.program, 'ExpressionStatement').flatMap(({ expression: made }) => {
      const isCompared = made.type === 'BinaryExpression' && /^(?:={2,3}|-)$/.test(made.operator);
      // `found || insert()` does something
      const isChosen = made.type === 'LogicalExpression' && /^(?:\?\?|\|\|)$/.test(made.operator) && isMade(made.right);
      if (!(isCompared || isChosen) || !isTarget(made.left)) return [];
      const between = source.text.slice(made.left.end, made.right.start);
      if (between.trim() !== made.operator) return [];
      const title = `\`${keyName(made.left.type === 'MemberExpression' ? made.left.property : made.left) ?? 'it'}\` is given a value`;
      const splices = [
        {
          start: made.left.end,
          end: made.right.start,
          text: between.replace(made.operator, isChosen ? `${made.operator}=` : '='),
        },
      ];
      return [ideaIn(name, source, { title, rank: 0, splices })];
    }),
  );
}

/** The statement that failed, behind the very same one. */
function saidTwice(context: RecipeContext): Idea[] {
  return sitesOf(context)
    .slice(0, 2)
    .flatMap(({ source, nodes }) => {
      const made = nodes[0] === undefined ? null : statementOf(nodes[0]);
      const body = made?.parent && 'body' in made.parent && Array.isArray(made.parent.body) ? made.parent.body : [];
      const before = made === null ? undefined : (body as Node[])[(body as Node[]).indexOf(made) - 1];
      const isCall = made?.type === 'ExpressionStatement' && made.expression.type === 'CallExpression';
      if (!isCall || before === undefined || textOf(source, before) !== textOf(source, made)) return [];
      const splices = [{ start: before.end, end: made.end, text: '' }];
      return [ideaIn(name, source, { title: 'it is done once', rank: 0, splices })];
    });
}

/** Made to be kept, and nothing else. */
function isMade({ type }: Node): boolean {
  return /^(?:New|Object|Array)Expression$|^Literal$/.test(type);
}

function isTarget(node: Node): boolean {
  return node.type === 'Identifier' || node.type === 'MemberExpression';
}
