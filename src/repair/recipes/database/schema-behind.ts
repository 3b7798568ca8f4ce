/** A database that is older than the project: what a statement asks for is defined by a file, and was never applied. */
import { scriptsOf } from '../../../kit/out-folders.ts';
import { escapeRegExp } from '../../../kit/text.ts';
import type { Action } from '../../../incident/nouns.ts';
import { nearFile } from '../../code/paths.ts';
import { queriesNear, schemaOf, tablesIn, word } from '../../code/sql.ts';
import type { RecipeContext } from '../../recipe.ts';

/** Null where the project does not define what is missing, so that its name may be wrong. */
export function schemaBehind(context: RecipeContext): Action | null {
  const { column, table, code } = context.diagnosis.named;
  // A column that may not be null is there.
  if (!isMissing.test(context.diagnosis.message)) return null;
  const holder = column === undefined ? table : holderOf(context, column);
  if (code === 'ENOENT' || holder === undefined || !isDefined(context, holder) || isMoved(context)) return null;
  const lacks = column === undefined ? `table \`${holder}\`` : `column \`${column}\` of \`${holder}\``;
  const script = migrationScript(context);
  return {
    why: `the database has no ${lacks}, which ${definingFile(context, holder, column) ?? 'the project'} defines: apply to it what is not applied yet`,
    command: script === null ? null : `npm run ${script}`,
  };
}

const isMissing = /\bno such\b|\b(?:does not|doesn't) exist\b|\bhas no column\b|\bunknown (?:column|table)\b/i;

/** The last change took a file of SQL away, or called it otherwise: it may be that nobody runs it so. */
function isMoved({ tree, lastGood }: RecipeContext): boolean {
  return lastGood?.files.some((file) => file.endsWith('.sql') && !tree.exists(file)) === true;
}

/** The project's own schema makes a table of that name: it is spelt right, which `ALTER TABLE` alone does not tell. */
export function isDefined(context: RecipeContext, table: string): boolean {
  return schemaOf(context).get(table)?.isMade === true;
}

/** The table of a statement near the failure that has such a column by the schema. */
function holderOf(context: RecipeContext, column: string): string | undefined {
  const schema = schemaOf(context);
  const alias = new RegExp(`([\\w$]+)\\.${escapeRegExp(column)}\\b`).exec(context.diagnosis.message)?.[1];
  return queriesNear(context, ({ text }) => word(column).test(text))
    .flatMap(({ text }) => tablesIn(text))
    .filter((each) => alias === undefined || each.alias === alias)
    .find(({ table }) => schema.get(table)?.columns.includes(column))?.table;
}

/** The last file that adds the column; else that creates the table. */
function definingFile({ tree }: RecipeContext, table: string, column: string | undefined): string | null {
  const called = (name: string): string => `(?:if\\s+not\\s+exists\\s+)?["'\`[]?(?:\\w+\\.)?${escapeRegExp(name)}\\b`;
  const creates = new RegExp(
    `\\bcreate\\s+table\\s+${called(table)}|\\bcreateTable\\(\\s*['"\`]${escapeRegExp(table)}\\b`,
    'i',
  );
  const adds = column === undefined ? null : new RegExp(`\\badd\\s+(?:column\\s+)?${called(column)}`, 'i');
  const files = tree.files.filter((path) => /\.(?:sql|[cm]?[jt]s)$/i.test(path));
  const last = (pattern: RegExp): string | undefined => files.findLast((path) => pattern.test(tree.read(path) ?? ''));
  return (adds === null ? undefined : last(adds)) ?? last(creates) ?? null;
}

/** The script of package.json that brings a database up to date. */
function migrationScript(context: RecipeContext): string | null {
  const usual = /^(?:db:|database:)?migrat(?:e|ions?)(?::(?:up|latest|run|deploy))?$/;
  return scriptsOf(context.tree.read(nearFile(context, 'package.json'))).find((name) => usual.test(name)) ?? null;
}
