/** `list.reduce(…)` without a start, of a list that may be empty: its callback tells what it begins with. */
import type { Idea } from '../../../incident/nouns.ts';
import { sitesOf } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { all, isFunction, keyName } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';

export const reduceStart: Recipe = {
  name: 'reduce-start',
  classes: ['type'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A `reduce` without a start that is given an empty list: begins with `null` where its callback asks for that, with 0 where it adds up a field of each.',
  ideas(context) {
    if (!/Reduce of empty array with no initial value/.test(context.diagnosis.message)) return [];
    const site = sitesOf(context).find(({ source }) => source.path === context.diagnosis.file);
    return site === undefined ? [] : calls(context, site.source).flatMap((call) => begun(site.source, call));
  },
};

/** Those without a start on the line that failed. */
function calls({ diagnosis }: RecipeContext, { text, program }: Source): Of<'CallExpression'>[] {
  const lineOf = (at: number): number => text.slice(0, at).split('\n').length;
  return all(program, 'CallExpression').filter(
    ({ callee, arguments: given }) =>
      callee.type === 'MemberExpression' &&
      /^reduce(?:Right)?$/.test(keyName(callee.property) ?? '') &&
      lineOf(callee.property.start) === diagnosis.line &&
      given.length === 1,
  );
}

function begun(source: Source, { arguments: [callback] }: Of<'CallExpression'>): Idea[] {
  const start = callback === undefined ? null : startOf(callback);
  if (callback === undefined || start === null) return [];
  const title = `\`reduce\` has no start, and the list may be empty: begin with ${start}`;
  const splices = [{ start: callback.end, end: callback.end, text: `, ${start}` }];
  return [ideaIn('reduce-start', source, { title, rank: 0, splices })];
}

function startOf(callback: Node): 'null' | '0' | null {
  const [sum, each] = isFunction(callback) ? callback.params : [];
  if (!isFunction(callback) || callback.body === null || sum?.type !== 'Identifier') return null;
  const isSum = (node: Node): boolean => node.type === 'Identifier' && node.name === sum.name;
  const isNull = (node: Node): boolean => node.type === 'Literal' && node.value === null && node.raw === 'null';
  const asksForNull = all(callback.body, 'BinaryExpression').some(
    ({ operator, left, right }) =>
      /^[!=]==?$/.test(operator) && ((isSum(left) && isNull(right)) || (isSum(right) && isNull(left))),
  );
  if (asksForNull) return 'null';
  // A record is no sum: what the first one would be begun with makes no sense but 0.
  const { body } = callback;
  const isFieldOfEach = (node: Node): boolean =>
    each?.type === 'Identifier' &&
    node.type === 'MemberExpression' &&
    node.object.type === 'Identifier' &&
    node.object.name === each.name;
  const isAdded = body.type === 'BinaryExpression' && body.operator === '+' && isSum(body.left);
  return isAdded && amount.test(sum.name) && isFieldOfEach(body.right) ? '0' : null;
}

const amount = /^(?:sum|total|count|amount|acc|subtotal|\w*(?:Sum|Total|Count|Amount))$/;
