/** Commas that a statement lacks: between two columns, two results, two that are set or sorted by. */
import type { Idea } from '../../../incident/nouns.ts';
import { queryIdea, schemaOf, tablesIn } from '../../code/sql.ts';
import type { Query } from '../../code/sql.ts';
import { isKeyRead } from '../../evidence/key-reads.ts';
import type { RecipeContext } from '../../recipe.ts';
import { reserved } from './sql-keywords.ts';

/** A place for a comma, and the column before it where it is one. */
interface Gap {
  readonly at: number;
  readonly before?: string;
  readonly behind?: string;
}

/** Two results side by side without a comma, where the database stumbled over the second or what stands behind it. */
export function commasLost(context: RecipeContext, query: Query, near: string | null): Idea[] {
  const { text } = query;
  if (near === null || !/\b(?:select|insert\s+into|set|order\s+by)\b/i.test(text)) return [];
  const columns = new Set([...schemaOf(context).values()].flatMap((each) => each.columns));
  const gaps = [
    ...betweenColumns(text, near, columns),
    ...betweenResults(text, near, columns),
    ...betweenSet(text, near),
    ...betweenSorted(text, near),
  ];
  const listed = gaps.filter(({ at }) => !inCondition(text.slice(0, at)));
  const found = [...new Map(listed.map((each) => [each.at, each])).values()];
  return found.map(({ at, before, behind }) => {
    const isReckoned = before !== undefined && behind !== undefined && areNumbers(context, before, behind);
    return queryIdea('sql-grammar', query, {
      title: 'a comma is missing in the SQL statement',
      rank: found.length === 1 ? 0 : 1,
      ask:
        isReckoned && !isKeyRead(context.tree, before)
          ? `only you know whether \`${before}\` and \`${behind}\` are two results or one is reckoned from both`
          : null,
      splices: [{ start: at, end: at, text: ',' }],
    });
  });
}

/** What stands behind ON or WHERE is joined by words. */
function inCondition(before: string): boolean {
  const clause = /.*\b(select|from|where|on|having|set|by|into)\b/is.exec(before)?.[1] ?? '';
  return /^(?:where|on|having)$/i.test(clause);
}

/** `price quantity AS total` may have been a product. */
function areNumbers(context: RecipeContext, ...names: readonly string[]): boolean {
  const numbers = new Set([...schemaOf(context).values()].flatMap((each) => each.numbers));
  return names.every((each) => numbers.has(each));
}

const isWord = (text: string): boolean => reserved.has(text.toLowerCase());

function betweenColumns(text: string, near: string, columns: ReadonlySet<string>): Gap[] {
  const found: Gap[] = [];
  for (const match of text.matchAll(/(?<![\w.$])((?:\w+\.)?(\w+))(?=\s+((?:(\w+)\.)?(\w+)))/g)) {
    const [, first = '', column = '', second = '', table, last = ''] = match;
    if ([first, second, last].some(isWord) || !/^[a-z_]/i.test(first)) continue;
    const stumbled = near === '.' ? table !== undefined : near === second || near === table || near.startsWith(second);
    const isColumn = first.includes('.') || columns.has(column);
    if (stumbled && isColumn && (table !== undefined || columns.has(last)))
      found.push({ at: match.index + first.length, before: column, behind: last });
  }
  return found;
}

/** `reason moved_at AS at`, `sku count(*)`, `a AS one b`: what stands behind a result is neither a comma nor the end of the list. */
function betweenResults(text: string, near: string, columns: ReadonlySet<string>): Gap[] {
  const found: Gap[] = [];
  const tables = new Set(tablesIn(text).map(({ table }) => table.toLowerCase()));
  const named = /(?<![\w.$])((?:\w+\.)?(\w+)|\))(?=\s+(?:\w+\.)?(\w+)\s+as\s+["`]?\w)/gi;
  for (const { index, 0: before, 2: first = '', 3: second = '' } of near.toLowerCase() === 'as'
    ? text.matchAll(named)
    : [])
    if (columns.has(second) && (before === ')' || columns.has(first)) && !tables.has(first.toLowerCase()))
      found.push({ at: index + before.length, before: resultBefore(text, index) ?? first, behind: second });
  const reckoned =
    /(?<![\w.$])(?:\w+\.)?(\w+)(?=\s+(?:count|sum|avg|min|max|total|coalesce|lower|upper|length|round|abs)\s*\()/gi;
  for (const { index, 0: before, 1: first = '' } of near === '(' ? text.matchAll(reckoned) : [])
    if (columns.has(first) && !isWord(first)) found.push({ at: index + before.length });
  for (const { index, 0: result, 1: next = '' } of text.matchAll(/\bas\s+\w+(?=\s+(\w+|\())/gi))
    if (next.toLowerCase() === near.toLowerCase() && !isWord(next)) found.push({ at: index + result.length });
  return found;
}

/** What the word is called by where it is no column but the name of a result: `b.total AS sum`. */
function resultBefore(text: string, index: number): string | undefined {
  return /\bas\s+$/i.test(text.slice(0, index)) ? '' : undefined;
}

/** `SET a = lower(?) b = ?`; where the statement has no WHERE, it may be that which is missing. */
function betweenSet(text: string, near: string): Gap[] {
  if (!/\bset\b[\s\S]*\bwhere\b/i.test(text)) return [];
  return [...text.matchAll(/(?<=\bset\b(?:(?!\bwhere\b)[\s\S])*)[\w)'?](?=\s+(\w+)\s*=)/gi)].flatMap(
    ({ index, 0: last, 1: next }) => {
      const word = /\w*$/.exec(text.slice(0, index + last.length))?.[0] ?? '';
      return next === near && !isWord(word) ? [{ at: index + last.length }] : [];
    },
  );
}

/** `ORDER BY a DESC b`. */
function betweenSorted(text: string, near: string): Gap[] {
  return [...text.matchAll(/(?<=\border\s+by\b[^)]*)\b(?:asc|desc)(?=\s+(?:(\w+)\.)?(\w+))/gi)].flatMap(
    ({ index, 0: word, 1: table, 2: column = '' }) =>
      (table ?? column) === near && !isWord(column) && !/^nulls$/i.test(column) ? [{ at: index + word.length }] : [],
  );
}
