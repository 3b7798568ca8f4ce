/** A condition without what compares: `WHERE id ?`. */
import type { Idea } from '../../../incident/nouns.ts';
import { queryIdea, schemaOf, statementsIn } from '../../code/sql.ts';
import type { Query } from '../../code/sql.ts';
import { allSources, textOf } from '../../code/syntax.ts';
import type { RecipeContext } from '../../recipe.ts';
import { valuesOf } from './sql-bound.ts';
import { reserved } from './sql-keywords.ts';

const place = /\b(?:where|and|or|on)\s+([\w.]+)(?=\s+(\?|\$\d+|\w+\.\w+))(?!\s+as\b)/gi;

export function operatorsLost(context: RecipeContext, query: Query): Idea[] {
  const { text } = query;
  return [...text.matchAll(place)].flatMap(({ index, 0: before, 1: column = '', 2: value = '' }): Idea[] => {
    if (reserved.has(column.toLowerCase())) return [];
    const at = index + before.length;
    const operator = operatorFor(query, at, value);
    const written = /\b(?:where|on)\b/.test(text) ? operator.toLowerCase() : operator;
    const isOpen = operator === '=' && value !== '' && !value.includes('.') && isMeasure(context, column);
    return [
      queryIdea('sql-grammar', query, {
        title: `\`${written}\` is missing in the SQL statement`,
        rank: 0,
        ask: isOpen ? `only you know how \`${column}\` is compared` : null,
        splices: [{ start: at, end: at, text: ` ${written}` }],
      }),
    ];
  });
}

/** Two values joined by AND are a range, one with `%` in it is a pattern. */
function operatorFor(query: Query, at: number, value: string): string {
  const { text, source } = query;
  if (/^\s+(?:\?|\$\d+)\s+and\s+(?:\?|\$\d+)(?!\s*(?:[<>=!]|like\b|is\b|in\b))/i.test(text.slice(at))) return 'BETWEEN';
  const before = (text.slice(0, at).match(/\?/g) ?? []).length;
  const given = valuesOf(query)?.given[value === '?' ? before : Number(value.slice(1)) - 1];
  return given !== undefined && /%/.test(textOf(source, given)) ? 'LIKE' : '=';
}

/** A number or a time may be compared in many ways, and so may what another statement compares otherwise than by `=`. */
function isMeasure(context: RecipeContext, column: string): boolean {
  const bare = column.split('.').at(-1) ?? column;
  const isTime = /(?:^|_)(?:at|on|date|time|until|since|day|week|month|year|hour|from|to|start|end)$/i.test(bare);
  const bound = new RegExp(`(?<![\\w$])${bare}["\`]?\\s*(?:[<>](?!>)|!=|<>|\\b(?:not\\s+)?(?:between|like)\\b)`, 'i');
  const isBound = allSources(context.tree)
    .flatMap(statementsIn)
    .some(({ text }) => bound.test(text));
  return (
    isTime ||
    isBound ||
    [...schemaOf(context).values()].some(({ numbers }) => numbers.includes(bare) && !/(?:^|_)id$/i.test(bare))
  );
}
