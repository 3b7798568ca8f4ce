/** The numbers of placeholders: one that is left out, and one that is reckoned from a list of values. */
import type { Idea } from '../../../incident/nouns.ts';
import { queriesNear } from '../../code/sql.ts';
import type { Query } from '../../code/sql.ts';
import { all, allSources, keyName, textOf, upwards } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import type { Splice } from '../../code/text.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

/** `VALUES ($1, $2, $4)` for three values: the one number that is left out is meant by the one that is too high. */
export function renumbered(context: RecipeContext, valuesOf: (query: Query) => readonly Node[]): Idea[] {
  return queriesNear(context, ({ text }) => /\$\d/.test(text)).flatMap((query) => {
    const marks = [...query.text.matchAll(/\$(\d+)/g)];
    const given = valuesOf(query);
    const numbers = new Set(marks.map(([, number]) => Number(number)));
    const [only, more] = [...numbers].filter((number) => number > given.length);
    const left = given.findIndex((_, at) => !numbers.has(at + 1)) + 1;
    if (only === undefined || more !== undefined || left === 0 || numbers.size !== given.length) return [];
    const splices = marks
      .filter(([, number]) => Number(number) === only)
      .map(({ index, 0: mark }) => ({
        ...{ start: query.start + index, end: query.start + index + mark.length },
        text: `$${left}`,
      }));
    return [ideaIn('sql-values', query.source, { title: `\`$${only}\` is the value ${left}`, rank: 0, splices })];
  });
}

/** `values.push(x)`, and behind it `` `a = $${values.length + 1}` ``: the value is counted already. */
export function counted(context: RecipeContext): Idea[] {
  const found = allSources(context.tree).flatMap((source) => {
    const splices = all(source.program, 'TemplateLiteral')
      .flatMap(countsIn)
      .flatMap(({ list, at }): Splice[] => {
        const block = upwards(at).find(({ type }) => type === 'BlockStatement');
        const calls = block === undefined ? [] : all(block, 'CallExpression');
        const [push, more] = calls.filter((call) => isPush(source, call, list));
        if (push === undefined || more !== undefined) return [];
        const meant = push.start < at.start ? `${list}.length` : `${list}.length + 1`;
        return textOf(source, at) === meant ? [] : [{ start: at.start, end: at.end, text: meant }];
      });
    return splices.length === 0 ? [] : [{ source, splices }];
  });
  const [only, more] = found;
  if (only === undefined || more !== undefined) return [];
  const { source, splices } = only;
  return [ideaIn('sql-values', source, { title: 'the placeholder has the number of its value', rank: 0, splices })];
}

function isPush(source: Source, call: Of<'CallExpression'>, list: string): boolean {
  return textOf(source, call.callee) === `${list}.push` && call.arguments.length === 1;
}

interface Count {
  readonly list: string;
  readonly at: Node;
}

/** `$${values.length}`, `$${values.length + 1}` in a template. */
function countsIn({ quasis, expressions }: Of<'TemplateLiteral'>): Count[] {
  return expressions.flatMap((each, at) => {
    const length = each.type === 'BinaryExpression' ? each.left : each;
    const isCount = length.type === 'MemberExpression' && keyName(length.property) === 'length';
    if (!isCount || !quasis[at]?.value.raw.endsWith('$') || length.object.type !== 'Identifier') return [];
    return [{ list: length.object.name, at: each as Node }];
  });
}
