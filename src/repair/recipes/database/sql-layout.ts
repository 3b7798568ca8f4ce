/** Files that lay out a database by other names than all statements have. */
import type { Idea, SourceTree } from '../../../incident/nouns.ts';
import { nearNames, shareWord } from '../../code/names.ts';
import { ideaIn, ideaOf } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';
import { insertOf, placesOf, queriesNear, schemaOf, statementsIn, tablesIn, word } from '../../code/sql.ts';
import type { Query } from '../../code/sql.ts';
import { all, allSources, stringValue } from '../../code/syntax.ts';
import type { Source } from '../../code/syntax.ts';
import { isReadIn } from '../../evidence/key-reads.ts';
import { isReadOfAll, replaced } from './sql-renaming.ts';

export function layoutIdeas(context: RecipeContext, name: string): Idea[] {
  const slipped = slippedIdeas(context, name);
  if (slipped.length > 0) return slipped;
  const tables = renamedTable(context, name);
  return tables.length > 0 ? tables : renamedIdeas(context, name);
}

const sqlFiles = (tree: SourceTree): { readonly path: string; readonly text: string }[] =>
  tree.files.filter((path) => path.endsWith('.sql')).map((path) => ({ path, text: tree.read(path) ?? '' }));

/** All statements say `due_on`, and only the one line that lays out the table `dueon`: that line is wrong. */
function slippedIdeas(context: RecipeContext, name: string): Idea[] {
  const { tree } = context;
  const files = sqlFiles(tree);
  const texts = [
    ...files.map(({ text }) => text),
    ...allSources(tree)
      .flatMap(statementsIn)
      .map(({ text }) => text),
  ];
  const count = (each: string): number =>
    texts.reduce((sum, text) => sum + [...text.matchAll(new RegExp(word(each).source, 'gi'))].length, 0);
  if (name === '' || count(name) < 2) return [];
  const known = [...schemaOf(context)].flatMap(([table, { columns }]) => [table, ...columns]);
  const lone = nearNames(name, new Set(known)).filter(({ name: near, cost }) => cost <= 1.4 && count(near) === 1);
  const [only, more] = lone;
  const source = only === undefined ? undefined : files.find(({ text }) => word(only.name).test(text));
  const at = only === undefined || source === undefined ? -1 : source.text.search(word(only.name));
  if (only === undefined || more !== undefined || source === undefined || at < 0) return [];
  const title = `\`${only.name}\` in ${source.path} is called \`${name}\` everywhere else`;
  return [
    ideaIn('sql-name', source, { title, rank: 0, splices: [{ start: at, end: at + only.name.length, text: name }] }),
  ];
}

/** `CREATE TABLE order_events`, of which nothing else speaks, where several statements fill or read `events`: the columns that they name are its own. */
function renamedTable(context: RecipeContext, name: string): Idea[] {
  const { tree } = context;
  const schema = schemaOf(context);
  const isLaidOut = schema.get(name)?.columns.length !== undefined && schema.get(name)?.columns.length !== 0;
  if (name === '' || isLaidOut) return [];
  const files = sqlFiles(tree);
  const parts = [
    ...files.flatMap(({ text }) => text.split(';')),
    ...allSources(tree)
      .flatMap(statementsIn)
      .map(({ text }) => text),
  ];
  const isLayout = (text: string): boolean => /^\s*(?:--[^\n]*\n\s*)*create\b/i.test(text);
  const uses = parts.filter((text) => !isLayout(text) && word(name).test(text));
  const filled = uses.flatMap((text) => insertOf(text.trim()) ?? []).filter(({ table }) => table === name);
  const idle = [...schema].filter(
    ([table, { columns }]) => columns.length > 0 && parts.every((text) => isLayout(text) || !word(table).test(text)),
  );
  const [only, more] = idle;
  if (only === undefined || more !== undefined || uses.length < 2 || filled.length === 0) return [];
  const [table, { columns }] = only;
  if (!filled.every((insert) => insert.columns.length > 1 && insert.columns.every((each) => columns.includes(each))))
    return [];
  const changes = files.map((source) => ({
    source,
    splices: placesOf(source.text, table).map(({ index }) => ({ start: index, end: index + table.length, text: name })),
  }));
  const found = changes.filter(({ splices }) => splices.length > 0);
  const title = `the table \`${table}\` is called \`${name}\` in all that fills and reads it`;
  return found.length === 0 ? [] : [ideaOf('sql-name', { title, rank: 0 }, found)];
}

/**
 * A table has one column that no code names, and code names one column that the table lacks, more than once: the layout was
 * renamed and its readers were not. Statements follow it, where the names are alike and no row is read by one that none of
 * them says; else the layout goes back. A database that was laid out before fails in the trial as it did.
 */
function renamedIdeas(context: RecipeContext, name: string): Idea[] {
  if (name === '') return [];
  const laid = allSources(context.tree).flatMap(laidOutIn);
  const codes = allSources(context.tree).map((source) =>
    laid.reduce((text, each) => (each.source === source ? blanked(text, each) : text), source.text),
  );
  const schema = schemaOf(context);
  const failing = queriesNear(context, (query) => word(name).test(query.text)).slice(0, 1);
  const fits = failing
    .flatMap((query) => tablesIn(query.text))
    .flatMap(({ table }) => {
      const columns = schema.get(table)?.columns ?? [];
      const idle = columns.filter(
        (column) => !codes.some((text) => names(column).test(text)) || isUnsaid(context, column),
      );
      const others = [...schema].filter(([other]) => other !== table).flatMap(([, each]) => each.columns);
      const own = idle.filter((column) => !others.includes(column));
      const alike = own.filter((column) => shareWord(column, name));
      const [only, more] = alike.length > 0 ? alike : own;
      const isIt =
        only !== undefined && more === undefined && !columns.includes(name) && isNamedAll(context, table, name);
      return isIt ? [only] : [];
    });
  const [only, more] = [...new Set(fits)];
  // What a statement calls its result is no column that it reads.
  const uses = codes.flatMap((text) => [
    ...text.matchAll(new RegExp(`(?<!\\bAS\\s+["\`]?)${names(name).source}`, 'gi')),
  ]);
  if (only === undefined || more !== undefined || uses.length < 2 || schema.has(name)) return [];
  const parts = [...sqlFiles(context.tree).map((source) => ({ source, start: 0, text: source.text })), ...laid];
  const changes = parts.map(({ source, start, text }) => ({
    source,
    splices: placesOf(text, only).map(({ index }) => ({
      start: start + index,
      end: start + index + only.length,
      text: name,
    })),
  }));
  const found = changes.filter(({ splices }) => splices.length > 0);
  const followed = failing.flatMap((query) =>
    !shareWord(only, name) || isReadOfAll(context, query, name)
      ? []
      : replaced(context, query, name, { names: [], renamed: [only] }),
  );
  const title = `\`${only}\` is called \`${name}\` in all that reads it`;
  const isWritten = allSources(context.tree)
    .flatMap(statementsIn)
    .some(({ text }) => insertOf(text)?.columns.includes(name) === true);
  const isAlike = shareWord(only, name) || only.slice(0, 4) === name.slice(0, 4);
  const ask = isWritten || isAlike ? null : `\`${only}\` and \`${name}\` may be two different things`;
  const laidOut = ideaOf('sql-name', { title, rank: followed.length === 0 ? 0 : 1, ask }, found);
  return found.length === 0 ? [] : [...followed.map((each) => ({ ...each, ask: each.ask ?? ask })), laidOut];
}

/** Code has the word as a name of its own, `addPoints(id, points)`, and no statement, no member and no text says it. */
function isUnsaid({ tree }: RecipeContext, column: string): boolean {
  const said = names(column);
  return !allSources(tree).some(
    (source) =>
      statementsIn(source).some(({ text }) => !/\bcreate\s+table\b/i.test(text) && said.test(text)) ||
      all(source.program, 'Literal').some((each) => said.test(stringValue(each) ?? '')) ||
      isReadIn(source.program, said),
  );
}

/** What code lays out by itself: ``db.exec(`CREATE TABLE …`)``. */
function laidOutIn(source: Source): Pick<Query, 'source' | 'start' | 'text'>[] {
  return statementsIn(source).filter(({ text }) => /\bcreate\s+table\b/i.test(text));
}

function blanked(text: string, { start, text: part }: Pick<Query, 'start' | 'text'>): string {
  return text.slice(0, start) + ' '.repeat(part.length) + text.slice(start + part.length);
}

/** All else that code writes into the table is there. */
function isNamedAll(context: RecipeContext, table: string, name: string): boolean {
  const columns = schemaOf(context).get(table)?.columns ?? [];
  return allSources(context.tree)
    .flatMap(statementsIn)
    .map(({ text }) => insertOf(text))
    .every(
      (insert) => insert?.table !== table || insert.columns.every((each) => each === name || columns.includes(each)),
    );
}

/** A column as statements and as objects have it: `arrived_on`, `arrivedOn`. */
function names(column: string): RegExp {
  const camel = column.replace(/_([a-z\d])/g, (_all, letter: string) => letter.toUpperCase());
  return new RegExp(`(?<![\\w$])(?:${column}|${camel})(?![\\w$])`);
}
