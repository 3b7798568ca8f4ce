/** The one column that a row must have and that a statement does not fill: what it fills instead, and calls alike, has its place. */
import { shareWord } from '../../code/names.ts';
import { bracketed, insertOf, partsOf, schemaOf, statementsIn } from '../../code/sql.ts';
import { allSources } from '../../code/syntax.ts';
import type { RecipeContext } from '../../recipe.ts';

/** `ordered_on`, where all other columns that `INSERT INTO orders (title, order_date)` names are there, and no row can do without it. */
export function lastColumn(context: RecipeContext, statement: string, missing: string): string | undefined {
  const insert = insertOf(statement);
  const columns = insert === null ? [] : (schemaOf(context).get(insert.table)?.columns ?? []);
  if (insert === null || columns.includes(missing)) return undefined;
  const others = insert.columns.filter((each) => each !== missing);
  if (others.length !== insert.columns.length - 1 || !others.every((each) => columns.includes(each))) return undefined;
  const left = columns.filter((each) => !others.includes(each) && isNeeded(context, insert.table, each));
  const [only, more] = left;
  const isAlike = only !== undefined && (only.slice(0, 4) === missing.slice(0, 4) || shareWord(only, missing));
  return more === undefined && isAlike ? only : undefined;
}

/** It is laid out as `NOT NULL`, and nothing stands for it where a row does not have it. */
function isNeeded({ tree }: RecipeContext, table: string, column: string): boolean {
  const texts = [
    ...tree.files.filter((path) => path.endsWith('.sql')).map((path) => tree.read(path) ?? ''),
    ...allSources(tree)
      .flatMap(statementsIn)
      .map(({ text }) => text),
  ];
  const head = new RegExp(`\\bcreate\\s+table\\s+(?:if\\s+not\\s+exists\\s+)?["\`]?${table}["\`]?\\s*(?=\\()`, 'i');
  const parts = texts.flatMap((text) => {
    const found = head.exec(text);
    return found === null ? [] : partsOf(bracketed(text.slice(found.index + found[0].length)));
  });
  const own = parts.filter((part) => new RegExp(`^\\s*["\`]?${column}\\b`, 'i').test(part));
  return own.length > 0 && own.every((part) => /\bnot\s+null\b/i.test(part) && !/\bdefault\b|\bserial\b/i.test(part));
}
