/** SQL in which a column or a table takes the name that is meant; rows keep the one that their readers say. */
import type { Idea } from '../../../incident/nouns.ts';
import { escapeRegExp } from '../../../kit/text.ts';
import { rankedNames, shareWord } from '../../code/names.ts';
import { ideaOf } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';
import { placesOf, schemaOf, statementsIn, tablesIn, word } from '../../code/sql.ts';
import type { Named, Query } from '../../code/sql.ts';
import { all, allSources, functionsAround, keyName } from '../../code/syntax.ts';
import type { Node, Of } from '../../code/syntax.ts';
import type { Splice } from '../../code/text.ts';
import { areOpposites, saysTheSame } from '../../code/words.ts';
import { isKeyRead, isReadIn } from '../../evidence/key-reads.ts';

export interface Meant {
  readonly names: readonly string[];
  /** What a migration, or the last changes, made of the column; null for a table. */
  readonly renamed: readonly string[] | null;
  /** What the last changes made of a table. */
  readonly told?: readonly string[];
}

/** The statement, and all others that name what it does in vain, with the name that is meant. */
export function replaced(context: RecipeContext, query: Query, from: string, meant: Meant): Idea[] {
  const { names, renamed } = meant;
  const others = renamed === null ? alsoNaming(context, query, from) : alsoLacking(context, query, from);
  return meantBy(query, from, meant).map(({ name: to, rank }) => {
    const changes = [query, ...others].map((each) => ({
      source: each.source,
      splices: placesIn(each, from, renamed !== null).map(({ index }) => {
        const at = namedAt(context, each, { index, from, to });
        return { ...at, start: each.start + at.start, end: each.start + at.end };
      }),
    }));
    const rows = renamed === null ? [] : rowReads(context, query, { from, to });
    const isRead = renamed !== null && others.length > 0 && rows.length === 0 && isReadOfAll(context, query, from);
    const isSaid = renamed === null || renamed.length > 0;
    const ask = isRead
      ? `rows may be read as \`${from}\` elsewhere`
      : isSaid
        ? null
        : layoutDoubt(context, query, { from, to, names });
    return ideaOf('sql-name', { title: `\`${from}\` should be \`${to}\``, rank, ask }, [...changes, ...rows]);
  });
}

/**
 * Where whole rows of the table are read by the old name: the columns were renamed, and an object beside a `SELECT *` of the table
 * that has several of its other columns, and the new name never, is such a row. What the failing statement is given is none.
 */
function rowReads(
  context: RecipeContext,
  query: Query,
  { from, to }: { from: string; to: string },
): { source: Query['source']; splices: Splice[] }[] {
  const [table, more] = tablesIn(query.text);
  const columns = schemaOf(context).get(table?.table ?? '')?.columns ?? [];
  const isElsewhere = [...schemaOf(context).values()].some((each) => each.columns.includes(from));
  if (table === undefined || more !== undefined || isElsewhere || !columns.includes(to)) return [];
  const own = functionsAround(query.node).at(-1);
  const isAll = (each: Query): boolean =>
    /\bselect\s+\*\s+from\b/i.test(each.text) && tablesIn(each.text).every((one) => one.table === table.table);
  return allSources(context.tree)
    .filter((source) => statementsIn(source).some(isAll))
    .flatMap((source) => {
      const reads = all(source.program, 'MemberExpression').filter(
        (each) => !each.computed && each.object.type === 'Identifier' && !isWritten(each),
      );
      const splices = reads
        .filter((read) => keyName(read.property) === from)
        .filter((read) => {
          const around = functionsAround(read);
          if (own !== undefined && around.includes(own)) return false;
          const beside = reads.filter((one) => isSameObject(one, read) && functionsAround(one)[0] === around[0]);
          const names = new Set(beside.map((one) => keyName(one.property) ?? ''));
          return !names.has(to) && columns.filter((column) => names.has(column)).length > 1;
        })
        .map(({ property }) => ({ start: property.start, end: property.end, text: to }));
      return splices.length === 0 ? [] : [{ source, splices }];
    });
}

function isSameObject(one: Of<'MemberExpression'>, other: Of<'MemberExpression'>): boolean {
  return (
    one.object.type === 'Identifier' && other.object.type === 'Identifier' && one.object.name === other.object.name
  );
}

function isWritten({ parent, start }: Node): boolean {
  return parent?.type === 'AssignmentExpression' && parent.left.start === start;
}

/** A column may be called like a table of the statement, and like what another one is given as. */
function placesIn({ text }: Query, from: string, isColumn: boolean): RegExpExecArray[] {
  const isOther = (index: number): boolean => /\b(?:from|join|into|update|as)\s+["`]?$/i.test(text.slice(0, index));
  return placesOf(text, from).filter(({ index }) => !isColumn || !isOther(index));
}

/** The other statements that name the column, which no table of theirs has either: they fail as this one does. */
function alsoLacking(context: RecipeContext, query: Query, column: string): Query[] {
  const schema = schemaOf(context);
  const tables = new Set(tablesIn(query.text).map(({ table }) => table));
  const isLacking = (named: readonly Named[]): boolean =>
    named.some(({ table }) => tables.has(table)) &&
    named.every(({ table }) => schema.get(table)?.columns.includes(column) === false);
  return allSources(context.tree)
    .flatMap(statementsIn)
    .filter(
      (each) => !isSame(each, query) && placesIn(each, column, true).length > 0 && isLacking(tablesIn(each.text)),
    );
}

/** The other statements that name the table, which nothing makes: they fail as this one does. */
function alsoNaming({ tree }: RecipeContext, query: Query, table: string): Query[] {
  const isMade = new RegExp(`\\b${escapeRegExp(table)}["\`]?\\s*(?:\\([^()]*\\)\\s*)?as\\s*\\(`, 'i'); // WITH table AS (SELECT …
  return allSources(tree)
    .flatMap(statementsIn)
    .filter((each) => !isSame(each, query) && !isMade.test(each.text))
    .filter(({ text }) => tablesIn(text).some((each) => each.table === table));
}

/** Rows that have all columns of a table of the statement, or of whichever one, may be read by a name that no statement says. */
export function isReadOfAll(context: RecipeContext, { text }: Query, column: string): boolean {
  const tables = new Set(tablesIn(text).map(({ table }) => table));
  const isAll = (each: Query): boolean =>
    /\bselect\s+(?:distinct\s+)?(?:(?!\bfrom\b)[^*])*?(?<!\()\*/i.test(each.text) &&
    tablesIn(each.text).every(({ table }, at) => at > 0 || tables.has(table));
  return isRowRead(context, tables, column) && allSources(context.tree).flatMap(statementsIn).some(isAll);
}

/** By its name, or by `cancelledOn` where nobody reads a column of those tables as it is written: rows are read in camel case then. */
function isRowRead(context: RecipeContext, tables: ReadonlySet<string>, column: string): boolean {
  if (isKeyRead(context.tree, column)) return true;
  const columns = [...schemaOf(context)].flatMap(([table, each]) => (tables.has(table) ? each.columns : []));
  const isPlain = columns.some((each) => each.includes('_') && isKeyRead(context.tree, each));
  return column.includes('_') && !isPlain && isKeyRead(context.tree, inCamelCase(column));
}

function inCamelCase(column: string): string {
  return column.replace(/_([a-z\d])/g, (_all, letter: string) => letter.toUpperCase());
}

function isSame(one: Query, other: Query): boolean {
  return one.source.path === other.source.path && one.start === other.start;
}

/** Other statements have the column that the table lacks, and none the one that it has, beside another one like it: what lays it out may be the odd one. */
function layoutDoubt(
  { tree }: RecipeContext,
  query: Query,
  { from, to, names }: { from: string; to: string; names: readonly string[] },
): string | null {
  const [own] = tablesIn(query.text);
  const others = allSources(tree)
    .flatMap(statementsIn)
    .filter(
      (each) =>
        !isSame(each, query) &&
        !/^\s*(?:create|alter)\b/i.test(each.text) &&
        tablesIn(each.text).some(({ table }) => table === own?.table),
    );
  const says = (name: string): boolean => others.some(({ text }) => word(name).test(text));
  const isLone = names.every((name) => name === to || !shareWord(from, name));
  return says(from) && !says(to) && !isLone
    ? `other statements of \`${own?.table}\` say \`${from}\` as well, and none \`${to}\``
    : null;
}

/** A new name; in a list of results it keeps the old one for the code that reads it. */
function namedAt(
  context: RecipeContext,
  query: Query,
  { index, from, to }: { index: number; from: string; to: string },
): Splice {
  const end = index + from.length;
  const isResult =
    (/\bselect\b(?:(?!\bfrom\b)[\s\S])*$/i.test(query.text.slice(0, index)) &&
      /^\s*(?:,|\bfrom\b)/i.test(query.text.slice(end))) ||
    (isListOfResults(query) && /^\s*(?:,|$)/.test(query.text.slice(end)));
  const written = query.text.slice(index, end);
  const said = aliasElsewhere(context, written, to);
  if (!isResult || (said === null && !isReadOff(context, query, { written, to })))
    return { start: index, end, text: to };
  const isPlain = said === 'plain' || written === written.toLowerCase();
  const quote = query.source.text[query.start - 1] === '"' ? '\\"' : '"';
  return { start: index, end, text: `${to} AS ${isPlain ? written : `${quote}${written}${quote}`}` };
}

/** `const columns = 'id, name'`, which its file puts behind `SELECT` and nowhere else: it lists results as well. */
function isListOfResults({ source, node, text }: Query): boolean {
  const { parent } = node;
  const name = parent?.type === 'VariableDeclarator' && parent.init === node ? keyName(parent.id) : null;
  if (name === null || /\b(?:select|from|where|into|set)\b/i.test(text)) return false;
  const put = all(source.program, 'TemplateLiteral').flatMap(({ quasis, expressions }) =>
    expressions.flatMap((each, at) => (keyName(each as Node) === name ? [quasis[at]?.value.raw ?? ''] : [])),
  );
  return put.length > 0 && put.every((before) => /\bselect\s+(?:distinct\s+)?$/i.test(before));
}

/** How another statement gives the column that name, if one does. */
function aliasElsewhere({ tree }: RecipeContext, written: string, column: string): 'plain' | 'quoted' | null {
  const said = new RegExp(`\\b${column}["\`]?\\s+AS\\s+(["\`]?)${written}\\b`, 'i');
  const found = allSources(tree)
    .flatMap(statementsIn)
    .flatMap(({ text }) => said.exec(text)?.[1] ?? []);
  return found[0] === undefined ? null : found[0] === '' ? 'plain' : 'quoted';
}

/** Whether rows are read by the name that a statement says: around it, else anywhere, where nobody there reads the other one. */
function isReadOff(context: RecipeContext, query: Query, { written, to }: { written: string; to: string }): boolean {
  if (isRead(query, written) || isRead(query, to)) return isRead(query, written);
  return isKeyRead(context.tree, written) && !isKeyRead(context.tree, to);
}

/** Whether the code around a statement reads a member by that name. */
export function isRead(query: Query, member: string): boolean {
  return isReadIn(functionsAround(query.node).at(-1) ?? query.source.program, member);
}

function meantBy(query: Query, from: string, { names, renamed, told = [] }: Meant): { name: string; rank: number }[] {
  const said = renamed ?? told;
  if (said.length > 0) return said.map((name) => ({ name, rank: 0 }));
  const joined = joinedBy(query, from, names);
  if (joined.length > 0) return joined;
  const near = rankedNames(from, new Set(names), 3);
  if (near.length > 0) return near;
  const timed = otherTime(from, names);
  if (timed.length > 0) return timed;
  // `removed_at` where the table has `deleted_at` alone that says the same.
  const [same, ...more] = new Set(names.filter((name) => saysTheSame(from, name) && !areOpposites(from, name)));
  if (same !== undefined && more.length === 0) return [{ name: same, rank: 0 }];
  const free = [...new Set(names)].filter((each) => !word(each).test(query.text) && !isOthersKey(query, from, each));
  const shared = free.filter((each) => isPart(from, each) || isPart(each, from));
  const linked = person.test(from) ? free.filter((each) => person.test(each)) : [];
  return (shared.length > 0 ? shared : linked).slice(0, 3).map((name) => ({ name, rank: 1 }));
}

/** `JOIN species s ON s.code = o.species_id`: of the columns that begin like the missing one, the one that is called after the other side. */
function joinedBy(query: Query, from: string, names: readonly string[]): { name: string; rank: number }[] {
  const side = new RegExp(`(\\w+)\\s*=\\s*(?:\\w+\\.)?${from}\\b|\\b${from}\\s*=\\s*(?:\\w+\\.)?(\\w+)`, 'i').exec(
    query.text,
  );
  const other = side?.[1] ?? side?.[2];
  const stem = from.slice(0, from.lastIndexOf('_') + 1);
  const meant = names.find((name) => stem !== '' && name === `${stem}${other}`);
  return meant === undefined ? [] : [{ name: meant, rank: 0 }];
}

/** Words for the same party. */
const person = /^(?:user|member|customer|client|account|owner|person)_id$/i;

/** `name` is a part of `full_name`. */
function isPart(one: string, other: string): boolean {
  const words = (text: string): string[] =>
    text
      .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
      .toLowerCase()
      .split('_');
  return words(one).every((each) => words(other).includes(each));
}

/** `id` is this row's own: `person_id` is that of another one, unless the table is called so. */
function isOthersKey({ text }: Query, from: string, name: string): boolean {
  const stem = /^(.{2,}?)_?id$/i.exec(from)?.[1]?.toLowerCase();
  const isOwn = tablesIn(text).some(({ table }) => stem !== undefined && table.toLowerCase().startsWith(stem));
  return name === 'id' && stem !== undefined && !isOwn;
}

const timeWord = /^(?:at|on|date|time|day|until|ts)$/;

/** `due_at` where the table has `due_on` and nothing else that is due. */
function otherTime(from: string, names: readonly string[]): { name: string; rank: number }[] {
  const [stem, last] = [from.slice(0, from.lastIndexOf('_') + 1), from.slice(from.lastIndexOf('_') + 1)];
  if (stem === '' || !timeWord.test(last)) return [];
  const [only, more] = [
    ...new Set(names.filter((name) => name.startsWith(stem) && timeWord.test(name.slice(stem.length)))),
  ];
  return only === undefined || more !== undefined ? [] : [{ name: only, rank: 0 }];
}
