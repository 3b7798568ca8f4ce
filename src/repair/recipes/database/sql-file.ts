/** A file of SQL that lays out the tables and cannot be read, or reads as something else: a comma, semicolon, bracket or keyword amiss. */
import type { Idea } from '../../../incident/nouns.ts';
import { escapeRegExp } from '../../../kit/text.ts';
import { isCodeFile } from '../../../kit/code.ts';
import { nearNames, shareWord } from '../../code/names.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { schemaOf, word } from '../../code/sql.ts';
import { all, allSources, stringValue } from '../../code/syntax.ts';
import type { Table } from '../../code/sql.ts';
import { layoutWords, sqlWords } from './sql-keywords.ts';
import { lastColumn } from './sql-last-column.ts';

const name = 'sql-file';

export const sqlFile: Recipe = {
  name,
  classes: ['database', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A file of SQL in which a comma, semicolon, bracket, keyword or name is amiss; a comma that a table laid out in code lacks.',
  ideas(context) {
    const { tree, diagnosis } = context;
    const { message, named } = diagnosis;
    const column = /no such column: (?:\w+\.)?(\w+)|has no column named (\w+)/.exec(message);
    const near = /(?:near|at or near) "([^"\s]{1,64})"/i.exec(message)?.[1] ?? null;
    const wanted = column?.[1] ?? column?.[2] ?? near;
    const missing = named.column ?? named.table;
    if (wanted === null && missing === undefined) return [];
    const files = tree.files
      .filter((path) => path.endsWith('.sql') || isCodeFile(path))
      .map((path) => ({ path, text: tree.read(path) ?? '' }));
    const changes = (file: File): Idea[] => [
      ...(wanted !== null && /^\w+$/.test(wanted) && /create\s+table/i.test(file.text) ? commas(file, wanted) : []),
      ...(near === null || !file.path.endsWith('.sql')
        ? []
        : [...signs(file, near), ...rows(file, near), ...keywords(file, near)]),
    ];
    const misnamed = missing === undefined ? [] : files.flatMap((file) => namedSo(context, file, missing));
    return [...files.flatMap(changes), ...(misnamed.length === 1 ? misnamed : [])].slice(0, 3);
  },
};

/** A statement that lays out no table, such as a seed, with a column or a table that the project's tables have by a near name. */
function namedSo(context: RecipeContext, file: File, missing: string): Idea[] {
  const schema = schemaOf(context);
  if (!file.path.endsWith('.sql')) return [];
  return [...file.text.matchAll(/[^;]+/g)].flatMap(({ 0: statement, index }) => {
    const isTable = context.diagnosis.named.column === undefined;
    const said = isTable ? tableSaid(missing) : word(missing);
    const at = /^\s*create\s+table\b/i.test(statement) ? -1 : statement.search(said);
    if (at < 0) return [];
    const own = [...schema.keys()].filter((table) => word(table).test(statement));
    const known = isTable ? tablesMade(schema) : own.flatMap((table) => schema.get(table)?.columns ?? []);
    const meant = known.includes(missing)
      ? undefined
      : (nearest(missing, known) ?? lastColumn(context, statement, missing) ?? unsaid(missing, known, statement));
    if (meant === undefined || isAskedFor(context, missing, meant)) return [];
    const start = index + at;
    return put(file, `\`${missing}\` should be \`${meant}\``, { start, end: start + missing.length, text: meant });
  });
}

/** The code asks the database for the name that is missing as well, and not for the other one: the table is what is laid out wrongly. */
function isAskedFor({ tree }: RecipeContext, missing: string, meant: string): boolean {
  const asked = allSources(tree).flatMap(({ program }) => [
    ...all(program, 'Literal').map((each) => stringValue(each) ?? ''),
    ...all(program, 'TemplateElement').map(({ value }) => value.raw),
  ]);
  const queries = asked.filter((text) => /\b(?:select|from|insert\s+into|update|where|set)\b/i.test(text));
  const [one, other] = [missing, meant].map((name) => queries.some((text) => word(name).test(text)));
  return one === true && other === false;
}

/** `INSERT INTO rider`, and not `VALUES ('rider')`. */
function tableSaid(table: string): RegExp {
  return new RegExp(
    `(?<=\\b(?:into|from|join|update|table|on)\\s+(?:if\\s+exists\\s+)?["'\`[]?(?:\\w+\\.)?)${escapeRegExp(table)}(?![\\w$])`,
    'i',
  );
}

function tablesMade(schema: ReadonlyMap<string, Table>): string[] {
  return [...schema].flatMap(([table, { isMade }]) => (isMade ? [table] : []));
}

function nearest(missing: string, known: readonly string[]): string | undefined {
  const [only, more] = nearNames(missing, new Set(known));
  return only === undefined || only.cost > 1.4 || more?.cost === only.cost ? undefined : only.name;
}

/** `hive`, where of all that the statement does not say already only `hive_id` has that word. */
function unsaid(missing: string, known: readonly string[], statement: string): string | undefined {
  const [only, more] = new Set(known.filter((each) => shareWord(missing, each) && !word(each).test(statement)));
  return more === undefined ? only : undefined;
}

interface File {
  readonly path: string;
  readonly text: string;
}

function put(file: File, title: string, at: { start: number; end: number; text: string }): Idea[] {
  return [ideaIn(name, file, { title: `${file.path}: ${title}`, rank: 0, splices: [at] })];
}

const types =
  'text|varchar|char|integer|int|bigint|smallint|serial|real|numeric|decimal|double|boolean|date|timestamp|timestamptz|blob|json|jsonb|uuid';

/** `memo TEXT` and `booked_at TEXT` on the next line: without a comma the second one is part of the type of the first. */
function commas(file: File, column: string): Idea[] {
  const line = `^[ \\t]*["\`]?\\w+["\`]?[ \\t]+(?:${types})\\b(?:[^,;\\n-]|-(?!-))*`;
  const pair = new RegExp(`(${line})(?=(?:--[^\\n]*)?\\n[ \\t]*["\`]?${column}["\`]?[ \\t]+(?:${types})\\b)`, 'gim');
  const [only, more] = [...file.text.matchAll(pair)];
  if (only === undefined || more !== undefined) return [];
  const at = only.index + only[0].trimEnd().length;
  return put(file, `a comma before \`${column}\``, { start: at, end: at, text: ',' });
}

/** A comma behind the last column, a statement that begins before the one above it has ended, a list that is never closed. */
function signs(file: File, near: string): Idea[] {
  const { text } = file;
  const [comma, more] = near === ')' ? [...text.matchAll(/,(?=\s*(?:--[^\n]*\n\s*)*\)\s*;)/g)] : [];
  if (comma !== undefined && more === undefined)
    return put(file, 'no comma behind the last one', { start: comma.index, end: comma.index + 1, text: '' });
  const [begun, other] = /^(?:create|insert|update|delete|alter|drop)$/i.test(near)
    ? [...text.matchAll(new RegExp(`[^;\\s](?=\\s*\\n\\s*${near}\\b)`, 'gi'))]
    : [];
  if (begun !== undefined && other === undefined)
    return put(file, `a semicolon before \`${near}\``, { start: begun.index + 1, end: begun.index + 1, text: ';' });
  const [open, another] =
    near === ';' ? [...text.matchAll(/create\s+table[^;]*?(?=\s*;)/gi)].filter(([each]) => isOpen(each)) : [];
  if (open === undefined || another !== undefined) return [];
  const end = open.index + open[0].length;
  return put(file, 'the list is closed', { start: end, end, text: '\n)' });
}

/** `VALUES (1, 'a') (2, 'b')`, and a comma behind the last row, where one was taken out. */
function rows(file: File, near: string): Idea[] {
  // Of texts and comments the signs count for nothing.
  const text = file.text.replace(/'(?:[^']|'')*'|--[^\n]*/g, (each) => '_'.repeat(each.length));
  const values = /\bvalues\s*(?:\([^()]*\)[\s,_]*)+/gi;
  const lists = [...text.matchAll(values)].map(({ index, 0: list }) => ({ index, list }));
  const gaps = lists.flatMap(({ index, list }) =>
    [...list.matchAll(/\(([^()]*)\)(?=[\s_]*\(([^()]*)\))/g)].flatMap(
      ({ index: at, 0: row, 1: one = '', 2: next = '' }) =>
        one.split(',').length === next.split(',').length ? [index + at + row.length] : [],
    ),
  );
  const [gap, other] = near === '(' ? gaps : [];
  if (gap !== undefined && other === undefined)
    return put(file, 'a comma between two rows', { start: gap, end: gap, text: ',' });
  const ends = lists.flatMap(({ index, list }) => {
    const at = index + list.lastIndexOf(',');
    return text.startsWith(';', index + list.length) && /^,[\s_]*$/.test(text.slice(at, index + list.length))
      ? [at]
      : [];
  });
  const [end, more] = near === ';' ? ends : [];
  if (end === undefined || more !== undefined) return [];
  return put(file, 'no comma behind the last row', { start: end, end: end + 1, text: '' });
}

function isOpen(statement: string): boolean {
  return statement.split('(').length - statement.split(')').length === 1;
}

/** A misspelt keyword: what the database stumbled over, or the word before it. */
function keywords(file: File, near: string): Idea[] {
  if (!/^\w+$/.test(near)) return [];
  const known = new Set([...sqlWords, ...layoutWords]);
  const tokens = [...file.text.matchAll(/[A-Za-z_]+/g)];
  return tokens.flatMap((token, at) => {
    const isNear = [token, tokens[at + 1]].some((each) => each?.[0].toLowerCase() === near.toLowerCase());
    const written = token[0];
    const isUnknown = isNear && !known.has(written.toLowerCase());
    const meant = isUnknown ? nearNames(written.toLowerCase(), known)[0] : undefined;
    if (meant === undefined || meant.cost > 1.4) return [];
    const word = written === written.toLowerCase() ? meant.name : meant.name.toUpperCase();
    const splice = { start: token.index, end: token.index + written.length, text: word };
    return put(file, `\`${written}\` should be \`${word}\``, splice);
  });
}
