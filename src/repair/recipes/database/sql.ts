/** SQL that names what the database does not have: columns, tables, aliases and functions. */
import type { Idea, SourceTree } from '../../../incident/nouns.ts';
import { escapeRegExp } from '../../../kit/text.ts';
import { nearNames } from '../../code/names.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { placesOf, queriesNear, queryIdea, schemaOf, statementsIn, tablesIn, word } from '../../code/sql.ts';
import type { Named, Query, Table } from '../../code/sql.ts';
import { all, allSources, keyName } from '../../code/syntax.ts';
import { isKeyRead } from '../../evidence/key-reads.ts';
import { isDefined, schemaBehind } from './schema-behind.ts';
import { lastColumn } from './sql-last-column.ts';
import { layoutIdeas } from './sql-layout.ts';
import { isRead, replaced } from './sql-renaming.ts';

export const sqlName: Recipe = {
  name: 'sql-name',
  classes: ['database', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A column, table, alias or function that the database does not have: takes the one of the CREATE TABLE statements in the project.',
  async ideas(context) {
    const { column, table, code } = context.diagnosis.named;
    const { message } = context.diagnosis;
    const fn = /no such function: (\w+)|function (\w+)\([^)\n]*\) does not exist/i.exec(message);
    if (fn !== null) return functionIdeas(context, fn[1] ?? fn[2] ?? '');
    const stray =
      /missing FROM-clause entry for table "(\w+)"/.exec(message) ??
      /no such column: (\w+)\.\w+/.exec(message) ??
      /column (\w+)\.\w+ does not exist/.exec(message);
    const byAlias = stray === null ? [] : aliasIdeas(context, stray[1] ?? '');
    if (byAlias.length > 0 || isUnjoined(context, stray?.[1] ?? '')) return byAlias;
    const bare = column === undefined ? [] : bareTexts(context, column);
    if (bare.length > 0) return bare;
    const defined = column === undefined && code === 'ENOENT' ? [] : layoutIdeas(context, column ?? table ?? '');
    if (defined.length > 0) return defined;
    const name = column ?? table;
    // What the last changes wrote in its place.
    const told = context.git === null || name === undefined ? [] : [...(await context.git.replaced(name)).keys()];
    if (column !== undefined) return columnIdeas(context, column, told);
    if (table === undefined || code === 'ENOENT' || isDefined(context, table)) return [];
    const tables = [...schemaOf(context).keys()];
    return queriesNear(context, (query) => word(table).test(query.text)).flatMap((query) =>
      replaced(context, query, table, {
        names: tables,
        renamed: null,
        told: told.filter((each) => tables.includes(each)),
      }),
    );
  },
  action: schemaBehind,
};

function columnIdeas(context: RecipeContext, column: string, told: readonly string[]): Idea[] {
  const schema = schemaOf(context);
  const alias = new RegExp(`([\\w$]+)\\.${column}\\b`).exec(context.diagnosis.message)?.[1];
  return queriesNear(context, (query) => word(column).test(query.text)).flatMap((query) => {
    const named = tablesIn(query.text).filter((each) => alias === undefined || each.alias === alias);
    const tables = named.flatMap((each) => schema.get(each.table) ?? []);
    const known = (tables.length > 0 ? tables : [...schema.values()]).flatMap((each) => each.columns);
    if (known.includes(column) && tables.length > 0) return [];
    const moved = tables.flatMap((each) => each.renamed.get(column) ?? []);
    const renamed = moved.length > 0 || tables.length === 0 ? moved : told.filter((each) => known.includes(each));
    const last = lastColumn(context, query.text, column);
    const near = replaced(context, query, column, { names: known, renamed: last === undefined ? renamed : [last] });
    const others =
      near.length > 0
        ? []
        : [
            ...ofOther(query, column, alias, schema),
            ...unsaid(context, query, column, alias),
            ...givenAs(context, query, { column, known }),
            ...aliasedElsewhere(context, query, { column, known }),
            ...readOff(query, column, tables),
          ];
    const found = [...near, ...others];
    if (found.length === 0) found.push(...reckoned(context, query, column, tables));
    return [...(known.length === 0 ? [] : asText(query, column)), ...found];
  });
}

/** `l.colour` where `lines l` has none, and of the other tables of the statement only `wines w` has one. */
function ofOther(query: Query, column: string, alias: string | undefined, schema: ReadonlyMap<string, Table>): Idea[] {
  const named = tablesIn(query.text);
  const [only, more] = named.filter((each) => schema.get(each.table)?.columns.includes(column) === true);
  if (!named.some((each) => each.alias === alias)) return [];
  if (alias === undefined || only === undefined || more !== undefined || only.alias === alias) return [];
  const turned = turnedRound(query, `${alias}.${column}`, { alias, only, schema });
  if (turned !== null) return turned;
  const places = [...query.text.matchAll(new RegExp(`(?<![\\w$.])${alias}(?=\\.${column}\\b)`, 'gi'))];
  const title = `\`${column}\` is a column of \`${only.alias}\``;
  const splices = places.map(({ index }) => ({ start: index, end: index + alias.length, text: only.alias }));
  return places.length === 0 ? [] : [queryIdea('sql-name', query, { title, rank: 0, splices })];
}

/** `p.product_id = o.id`, where it is `o.product_id` and `p.id`: no table is joined by a comparison with itself. Null where they are not compared. */
function turnedRound(
  query: Query,
  said: string,
  { alias, only, schema }: { alias: string; only: Named; schema: ReadonlyMap<string, Table> },
): Idea[] | null {
  const [a, b] = [escapeRegExp(said), `${only.alias}\\.(\\w+)`];
  const match = new RegExp(`(?<![\\w$.])(?:${a}\\s*=\\s*${b}|${b}\\s*=\\s*${a})\\b`, 'i').exec(query.text);
  if (match === null) return null;
  const other = match[1] ?? match[2] ?? '';
  const table = tablesIn(query.text).find((each) => each.alias === alias)?.table ?? '';
  if (schema.get(table)?.columns.includes(other) !== true) return [];
  const text = match[0].replace(/\w+(?=\.)/g, (one) => (one === alias ? only.alias : alias));
  const splices = [{ start: match.index, end: match.index + match[0].length, text }];
  return [
    queryIdea('sql-name', query, { title: `\`${said}\` and the other side have each other's table`, rank: 0, splices }),
  ];
}

/** `t.full_name AS teacher`, where all other statements have `t.display_name AS teacher`. */
function givenAs(
  context: RecipeContext,
  query: Query,
  { column, known }: { readonly column: string; readonly known: readonly string[] },
): Idea[] {
  const as = new RegExp(`\\b${column}["\`]?\\s+AS\\s+["\`]?(\\w+)`, 'i').exec(query.text)?.[1];
  if (as === undefined) return [];
  const bare = (name: string): string => name.replaceAll('_', '').toLowerCase();
  const own = known.filter((name) => bare(name) === bare(as));
  if (own.length === 1) return replaced(context, query, column, { names: [], renamed: own });
  const said = new RegExp(`\\b(\\w+)["\`]?\\s+AS\\s+["\`]?${as}\\b`, 'gi');
  const others = allSources(context.tree)
    .flatMap(statementsIn)
    .flatMap(({ text }) => [...text.matchAll(said)].map(([, name = '']) => name));
  const [only, more] = new Set(others.filter((name) => name !== column));
  if (only === undefined || more !== undefined || !known.includes(only)) return [];
  return replaced(context, query, column, { names: [], renamed: [only] });
}

/** `SELECT date`, where another statement says `SELECT inspected_on AS date`: the list of results gets the alias, all else the column. */
function aliasedElsewhere(
  { tree }: RecipeContext,
  query: Query,
  { column, known }: { readonly column: string; readonly known: readonly string[] },
): Idea[] {
  const said = new RegExp(`\\b(?:\\w+\\.)?(\\w+)["\`]?\\s+AS\\s+["\`]?${column}\\b`, 'gi');
  const columns = allSources(tree)
    .flatMap(statementsIn)
    .flatMap(({ text }) => [...text.matchAll(said)].flatMap(([, name = '']) => (known.includes(name) ? [name] : [])));
  const [only, more] = new Set(columns);
  if (only === undefined || more !== undefined) return [];
  const list = /^\s*select\b(?:(?!\bfrom\b)[\s\S])*/i.exec(query.text)?.[0].length ?? 0;
  const places = [...query.text.matchAll(new RegExp(word(column).source, 'gi'))];
  const splices = places.map(({ index }) => ({
    start: index,
    end: index + column.length,
    text: index < list ? `${only} AS ${column}` : only,
  }));
  return [
    queryIdea('sql-name', query, { title: `\`${column}\` is \`${only}\` in other statements`, rank: 0, splices }),
  ];
}

/** The one column that the code around reads off the rows and that the list of results lacks. */
function readOff(query: Query, column: string, tables: readonly Table[]): Idea[] {
  const list = /^\s*select\b(?:(?!\bfrom\b)[\s\S])*/i.exec(query.text)?.[0] ?? '';
  const hasAlias = new RegExp(`${word(column).source}["\`]?\\s+AS\\s`, 'i').test(list); // then nobody reads it by its name
  if (!word(column).test(list) || /\*/.test(list) || hasAlias || isRead(query, column)) return [];
  const lacking = [...new Set(tables.flatMap(({ columns }) => columns))].filter(
    (each) => !word(each).test(list) && isRead(query, each),
  );
  const [only, more] = lacking;
  if (only === undefined || more !== undefined) return [];
  const places = [...list.matchAll(new RegExp(word(column).source, 'gi'))];
  const splices = places.map(({ index }) => ({ start: index, end: index + column.length, text: only }));
  return [queryIdea('sql-name', query, { title: `\`${column}\` is read as \`${only}\``, rank: 0, splices })];
}

/** `l.quantity, i.weight` of lines with an `amount`, which the statement does not say and somebody reads: as likely as the `quantity` of another table, and it is that one where `{ amount, weight }` is taken out of rows. */
function unsaid(context: RecipeContext, query: Query, column: string, alias: string | undefined): Idea[] {
  const table = tablesIn(query.text).find((each) => each.alias === alias)?.table ?? '';
  const list = /^\s*select\b(?:(?!\bfrom\b)[\s\S])*/i.exec(query.text)?.[0] ?? '';
  const at = new RegExp(`(?<=(?<![\\w$.])${alias}\\.)${column}(?=\\s*(?:,|$))`, 'i').exec(list);
  if (alias === undefined || at === null || isRead(query, column)) return [];
  const lacking = (schemaOf(context).get(table)?.columns ?? []).filter(
    (each) => !/(?:^|_)id$/i.test(each) && !word(each).test(query.text) && isKeyRead(context.tree, each),
  );
  const [only, more] = lacking;
  if (only === undefined || more !== undefined) return [];
  const names = list.split(',').flatMap((part) => /(\w+)["`]?\s*$/.exec(part)?.[1] ?? []);
  const isTaken = isTakenOut(
    context.tree,
    only,
    names.filter((each) => each !== column),
  );
  const ask = isTaken || !isKeyRead(context.tree, column) ? null : `rows may be read as \`${column}\` elsewhere`;
  const splices = [{ start: at.index, end: at.index + column.length, text: only }];
  const title = `\`${column}\` is \`${only}\` of \`${table}\``;
  return [queryIdea('sql-name', query, { title, rank: isTaken ? -1 : 0, ask, splices })];
}

/** `({ amount, weight }) => …`, all of which these rows have with the column. */
function isTakenOut(tree: SourceTree, column: string, others: readonly string[]): boolean {
  return allSources(tree).some(({ program }) =>
    all(program, 'ObjectPattern').some(({ properties }) => {
      const keys = properties.map((each) => (each.type === 'Property' && !each.computed ? keyName(each.key) : null));
      const isAll = keys.every((key) => key === column || (key !== null && others.includes(key)));
      return isAll && keys.length > 1 && keys.includes(column);
    }),
  );
}

/** `SUM(pay.amount)` of a table with one column of numbers that is no key. */
function reckoned(context: RecipeContext, query: Query, column: string, tables: readonly Table[]): Idea[] {
  const inSum = new RegExp(`\\b(?:sum|avg)\\s*\\(\\s*(?:\\w+\\.)?${column}\\s*\\)`, 'i');
  const [only, more] = tables.flatMap(({ numbers }) => numbers);
  return only === undefined || more !== undefined || !inSum.test(query.text)
    ? []
    : replaced(context, query, column, { names: [], renamed: [only] });
}

/** `role = "admin"`, in backticks too: a value in the quotes of a name. */
function asText(query: Query, column: string): Idea[] {
  const match = new RegExp(`(?:=|<>|!=|\\(|,|\\blike)\\s*(\\\\?(["\`])${column}\\\\?\\2)`, 'i').exec(query.text);
  const given = match?.[1];
  if (match === null || given === undefined) return [];
  const start = match.index + match[0].length - given.length;
  const quote = query.source.text[query.start - 1] === "'" ? "\\'" : "'";
  const text = `${quote}${given.replaceAll(/\\?["`]/g, '')}${quote}`;
  const splices = [{ start, end: start + given.length, text }];
  return [queryIdea('sql-name', query, { title: `"${column}" is a value`, rank: 0, splices })];
}

/** `role = member`, where `'member'` is what the column is compared with elsewhere, or holds by default: a value that lost its quotes. */
function bareTexts(context: RecipeContext, column: string): Idea[] {
  return queriesNear(context, ({ text }) => word(column).test(text)).flatMap((query) =>
    bareText(context, query, column),
  );
}

function bareText(context: RecipeContext, query: Query, column: string): Idea[] {
  const compared = new RegExp(
    `(\\w+)["\`]?\\s*(?:=|<>|!=|\\blike|\\b(?:not\\s+)?in\\s*\\([^()]*?)\\s*(?<![\\w$."\`'])${column}(?![\\w$.("\`'])`,
    'gi',
  );
  const found = [...query.text.matchAll(compared)];
  if (found.length === 0 || found.length !== placesOf(query.text, column).length) return [];
  const texts = [
    ...allSources(context.tree)
      .flatMap(statementsIn)
      .map(({ text }) => text),
    ...context.tree.files.filter((path) => path.endsWith('.sql')).map((path) => context.tree.read(path) ?? ''),
  ];
  const isValue = (left: string): boolean => {
    const said = `\\b${left}["\`]?\\s*(?:=|<>|!=|\\blike|\\b(?:not\\s+)?in\\s*\\([^()]*?|[^,;()]*?\\bdefault)\\s*\\\\?'${column}\\\\?'`;
    return texts.some((text) => new RegExp(said, 'i').test(text));
  };
  if (!texts.some((text) => text.includes(`'${column}'`) || text.includes(`\\'${column}\\'`))) return [];
  const quote = query.source.text[query.start - 1] === "'" ? "\\'" : "'";
  const splices = found.map(({ index, 0: whole }) => {
    const end = index + whole.length;
    return { start: end - column.length, end, text: `${quote}${whole.slice(-column.length)}${quote}` };
  });
  const ask = found.every(([, left = '']) => isValue(left)) ? null : `nothing says that \`${column}\` is a value there`;
  return [queryIdea('sql-name', query, { title: `\`${column}\` is a value`, rank: 0, splices, ask })];
}

/** `x.title` where no table of the statement is called `x`: the one that has all the columns that are read of it. */
function aliasIdeas(context: RecipeContext, alias: string): Idea[] {
  const schema = schemaOf(context);
  const reads = new RegExp(`(?<![\\w$.])${alias}\\.(\\w+)`, 'gi');
  const query = queriesNear(context, ({ text }) => text.search(reads) >= 0)[0];
  if (query === undefined) return [];
  const tables = tablesIn(query.text);
  if (tables.some((each) => each.alias === alias)) return [];
  const said = tablesCalled(context, alias);
  const named = said.size > 0 ? tables.filter(({ table }) => said.has(table)) : tables;
  const places = [...query.text.matchAll(reads)];
  // `ON hv.id = v.hive_id`: no table is joined by a comparison with itself.
  const isBeside = (side: string): boolean =>
    new RegExp(`\\b${alias}\\.\\w+\\s*=\\s*${side}\\.|\\b${side}\\.\\w+\\s*=\\s*${alias}\\.`, 'i').test(query.text);
  // `borrower.name, clerk.name`: nobody asks for the same twice.
  const list = /^\s*select\b(?:(?!\bfrom\b)[\s\S])*/i.exec(query.text)?.[0] ?? '';
  const isTwice = (side: string, column: string): boolean =>
    [alias, side].every((one) => new RegExp(`(?<![\\w$.])${one}\\.${column}\\b`, 'i').test(list));
  const fits = named.filter(
    (each) =>
      !isBeside(each.alias) &&
      !places.some(([, column = '']) => isTwice(each.alias, column)) &&
      places.every(([, column = '']) => schema.get(each.table)?.columns.includes(column) === true),
  );
  return fits.map((each) =>
    queryIdea('sql-name', query, {
      title: `\`${alias}\` is called \`${each.alias}\` here`,
      rank: fits.length === 1 ? 0 : 1,
      splices: places.map(({ index }) => ({ start: index, end: index + alias.length, text: each.alias })),
    }),
  );
}

/** The name is that of a table, or what others call one, which the statement does not have: a join is missing. */
function isUnjoined(context: RecipeContext, alias: string): boolean {
  const said = tablesCalled(context, alias);
  const [query] = queriesNear(context, ({ text }) => new RegExp(`(?<![\\w$.])${alias}\\.\\w`, 'i').test(text));
  const named = query === undefined ? [] : tablesIn(query.text);
  return said.size > 0 && named.length > 0 && named.every((each) => each.alias !== alias && !said.has(each.table));
}

/** The tables that a name stands for: the one of that name, and those that statements of the project call so. */
function tablesCalled(context: RecipeContext, alias: string): Set<string> {
  const others = allSources(context.tree)
    .flatMap(statementsIn)
    .flatMap(({ text }) => tablesIn(text));
  const called = others.flatMap((each) => (each.alias === alias ? [each.table] : []));
  return new Set(schemaOf(context).has(alias) ? [alias, ...called] : called);
}

const functions =
  'count sum avg min max coalesce lower upper length trim round abs substr substring replace now date datetime strftime concat random string_agg group_concat json_extract json_agg array_agg to_char extract date_trunc nullif greatest least cast'.split(
    ' ',
  );
const dialects: Readonly<Record<string, string>> = {
  ...{ ifnull: 'coalesce', nvl: 'coalesce', isnull: 'coalesce', len: 'length', char_length: 'length', rand: 'random' },
  ...{ ucase: 'upper', lcase: 'lower', string_agg: 'group_concat' },
};

function functionIdeas(context: RecipeContext, called: string): Idea[] {
  const written = new RegExp(`(?<![\\w$.])${called}(?=\\s*\\()`, 'gi');
  const query = queriesNear(context, ({ text }) => text.search(written) >= 0)[0];
  const meant = dialects[called.toLowerCase()] ?? nearNames(called.toLowerCase(), functions)[0]?.name;
  if (query === undefined) return [];
  if (/^(?:now|curdate|getdate)$/i.test(called)) return [currentTime(query, called)];
  if (meant === undefined) return [];
  const splices = [...query.text.matchAll(written)].map(({ index }) => ({
    start: index,
    end: index + called.length,
    text: meant,
  }));
  return [queryIdea('sql-name', query, { title: `\`${called}\` should be \`${meant}\``, rank: 0, splices })];
}

/** `now()` where the database knows only the standard's word. */
function currentTime(query: Query, called: string): Idea {
  const splices = [...query.text.matchAll(new RegExp(`(?<![\\w$.])${called}\\s*\\(\\s*\\)`, 'gi'))].map((match) => ({
    start: query.start + match.index,
    end: query.start + match.index + match[0].length,
    text: /^now$/i.test(called) ? 'CURRENT_TIMESTAMP' : 'CURRENT_DATE',
  }));
  return ideaIn('sql-name', query.source, { title: `the database has no \`${called}()\``, rank: 1, splices });
}
