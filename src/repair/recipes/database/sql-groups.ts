/** SQL that reckons over groups: conditions on them, brackets of what reckons, columns that join them. */
import type { Idea } from '../../../incident/nouns.ts';
import { queriesNear, queryIdea, schemaOf, tablesIn } from '../../code/sql.ts';
import type { Change, Query } from '../../code/sql.ts';
import type { RecipeContext } from '../../recipe.ts';

const aggregate = /\b(?:count|sum|avg|min|max|total)\s*\(/i;

/** `COALESCE(SUM(paid, 0))`: what is too much for the inner function is the outer one's. */
export function closedLate(context: RecipeContext, fn: string): Idea[] {
  const nested =
    /\b(?:coalesce|ifnull|nullif|round)\s*\(\s*(?:sum|avg|count|min|max|total)\s*\(([^(),]*)(,[^()]*)\)(?=\s*\))/gi;
  return queriesNear(context, ({ text }) => text.search(nested) >= 0).flatMap((query) =>
    [...query.text.matchAll(nested)]
      .filter(([call]) => call.toLowerCase().includes(fn.toLowerCase()))
      .map(({ index, 0: call, 2: rest = '' }) => {
        const [from, end] = [index + call.length - 1 - rest.length, index + call.length];
        const splices = [{ start: from, end, text: `)${rest}` }];
        return queryIdea('sql-grammar', query, { title: 'a bracket is closed too late', rank: 0, splices });
      }),
  );
}

/** The column joins the groups of a statement whose results have it outside of what reckons, and whose groups lack it. */
export function grouped(context: RecipeContext, column: string): Idea[] {
  return queriesNear(context, (query) => lacks(query, column) !== null)
    .slice(0, 3)
    .map((query) => {
      const name = lacks(query, column) ?? column;
      const clause = /\bgroup\s+by\s+[\s\S]*?(?=\s*(?:\bhaving\b|\border\s+by\b|\blimit\b|;|$))/i.exec(query.text);
      const behind = /\s*(?:\bhaving\b|\border\s+by\b|\blimit\b|;|$)/i.exec(query.text);
      const at = clause === null ? (behind?.index ?? query.text.length) : clause.index + clause[0].length;
      const text = clause === null ? ` GROUP BY ${name}` : `, ${name}`;
      // Beside other groups, a number or a time may have been meant to be reckoned: then there are too many groups.
      const isMeasure = /(?:^|_)(?:at|on|date|time|day)$/i.test(column) || isNumber(context, query, column);
      const isDoubtful = isMeasure && clause !== null;
      const ask = isDoubtful ? `only you know whether \`${name}\` makes groups or is reckoned over them` : null;
      const splices = [{ start: at, end: at, text }];
      return queryIdea('sql-grammar', query, { title: `\`${name}\` is part of the group`, rank: 0, ask, splices });
    });
}

/** How a statement names a column that its results have outside of what reckons and its groups lack; null where it does not. */
function lacks({ text }: Query, column: string): string | null {
  const flat = outermost(text);
  const list = /^\s*select\b([\s\S]*?)\bfrom\b/i.exec(flat)?.[1];
  const groups = /\bgroup\s+by\b([\s\S]*?)(?=\bhaving\b|\border\s+by\b|\blimit\b|;|$)/i.exec(flat)?.[1] ?? '';
  if (list === undefined || (groups === '' && !aggregate.test(list))) return null;
  const [owner = '', bare = ''] = column.includes('.') ? column.split('.') : ['', column];
  const named = tablesIn(flat);
  // PostgreSQL names the alias, also where the statement does not say it.
  if (owner !== '' && !named.some(({ alias }) => alias.toLowerCase() === owner.toLowerCase())) return null;
  const said = new RegExp(`(?<![\\w$."])(?:${owner}\\.)?${bare}(?![\\w$(".])`, 'i');
  const written = said.exec(list.replaceAll(/\bas\s+"?\w+"?/gi, (name) => ' '.repeat(name.length)))?.[0];
  return written === undefined || said.test(groups) ? null : written;
}

/** A statement with all that stands in brackets blanked out. */
function outermost(text: string): string {
  let depth = 0;
  return [...text]
    .map((char) => {
      if (char === ')') depth--;
      const shown = depth === 0 ? char : ' ';
      if (char === '(') depth++;
      return shown;
    })
    .join('');
}

function isNumber(context: RecipeContext, { text }: Query, column: string): boolean {
  const bare = column.split('.').at(-1) ?? column;
  const schema = schemaOf(context);
  return tablesIn(text).some(
    ({ table, alias }) =>
      (!column.includes('.') || column.startsWith(`${alias}.`)) && schema.get(table)?.numbers.includes(bare) === true,
  );
}

/** `WHERE count(*) > 1 GROUP BY …`: what is asked of groups stands in HAVING. */
export function having(context: RecipeContext): Idea[] {
  const misplaced =
    /\bwhere\s+((?:count|sum|avg|min|max)\s*\([^()]*\)\s*[<>=!]+\s*\S+)\s+(group\s+by\s+[\s\S]*?)(?=\s*(?:\border\s+by\b|\blimit\b|;|$))/i;
  return queriesNear(context, ({ text }) => misplaced.test(text))
    .slice(0, 1)
    .flatMap((query) => {
      const match = misplaced.exec(query.text);
      if (match === null || match[1]?.includes('?')) return [];
      const splices = [
        { start: match.index, end: match.index + match[0].length, text: `${match[2]} HAVING ${match[1]}` },
      ];
      return [queryIdea('sql-grammar', query, { title: 'what is asked of groups stands in HAVING', rank: 0, splices })];
    });
}

/** `GROUP BY month WHERE total > 0`, where `total` is reckoned for each group: that is HAVING. */
export function groupConditions({ text }: Query): Change[] {
  const [only, more] = [
    ...text.matchAll(/(?<=\bgroup\s+by\b[^()]*)\bwhere\b(?=([\s\S]*?)(?:\border\s+by\b|\blimit\b|;|$))/gi),
  ];
  if (only === undefined || more !== undefined) return [];
  const reckoned = [...text.matchAll(/\b(?:count|sum|avg|min|max|total)\s*\([^()]*\)\s+as\s+["`]?(\w+)/gi)];
  const condition = only[1] ?? '';
  const isOfGroups =
    aggregate.test(condition) || reckoned.some(([, name]) => new RegExp(`(?<![\\w.$])${name}\\b`, 'i').test(condition));
  const written = only[0] === only[0].toLowerCase() ? 'having' : 'HAVING';
  const splice = { start: only.index, end: only.index + only[0].length, text: written };
  return isOfGroups ? [['what is asked of groups stands in HAVING', 0, splice]] : [];
}
