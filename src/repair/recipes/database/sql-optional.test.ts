import { check } from '../cases.test-helper.ts';
import { sqlValues } from './sql-values.ts';

const more = {
  class: 'database' as const,
  message: 'error: bind message supplies 3 parameters, but prepared statement "" requires 2',
};
const lite = { class: 'range' as const, message: 'RangeError: Too many parameter values were provided' };
const list = (where: string, sql: string, values: string, before = ''): string =>
  `async function list({ author }, { size, offset }) {\n  const where = ${where};\n${before}  return query(${sql}, ${values});\n}\nmodule.exports = { list };\n`;
const ternary = "author === undefined ? '' : 'WHERE author ILIKE $3'";
const numbered = '`SELECT * FROM books ${where} LIMIT $1 OFFSET $2`';
const both = '[size, offset, `%${author}%`]';
const given = '[size, offset, ...(author === undefined ? [] : [`%${author}%`])]';
const one = (
  from: string,
  to: string | null,
  failure: { readonly class: 'database' | 'range'; readonly message: string } = more,
) => ({
  ...failure,
  files: { 'a.js': from },
  at: [['a.js', 'return ‸query']] as const,
  first: to === null ? null : { 'a.js': to },
});

check(sqlValues, [
  {
    name: 'the value of a part that is left out (PostgreSQL)',
    ...one(list(ternary, numbered, both), list(ternary, numbered, given)),
  },
  {
    name: 'the same, of values with a name',
    ...one(
      list(ternary, numbered, 'values', `  const values = ${both};\n`),
      list(ternary, numbered, 'values', `  const values = ${given};\n`),
    ),
  },
  {
    name: 'in the middle, put together by plus signs (SQLite)',
    ...one(
      list("author ? 'WHERE author = ?' : ''", "'SELECT * FROM books ' + where + ' LIMIT ?'", '[author, size]'),
      list(
        "author ? 'WHERE author = ?' : ''",
        "'SELECT * FROM books ' + where + ' LIMIT ?'",
        '[...(author ? [author] : []), size]',
      ),
      lite,
    ),
  },
  {
    name: 'a part that stands in the template itself',
    ...one(
      list('0', "`SELECT * FROM books LIMIT ? ${offset > 0 ? 'OFFSET ?' : ''}`", '[size, offset]'),
      list(
        '0',
        "`SELECT * FROM books LIMIT ? ${offset > 0 ? 'OFFSET ?' : ''}`",
        '[size, ...(offset > 0 ? [offset] : [])]',
      ),
      { class: 'database', message: 'Incorrect arguments to mysqld_stmt_execute' },
    ),
  },
]);

const steps = (lines: string): string =>
  `export const list = (db, { author, size }) => {\n  let sql = 'SELECT * FROM books WHERE 1 = 1';\n  const values = [];\n${lines}  values.push(size);\n  return query(db.prepare(sql + ' LIMIT ?'), values);\n};\n`;
check(sqlValues, [
  {
    name: 'what is pushed behind the condition, which lost its braces',
    ...one(
      steps("  if (author) sql += ' AND author = ?';\n  values.push(author);\n"),
      steps("  if (author) {\n    sql += ' AND author = ?';\n    values.push(author);\n  }\n"),
      lite,
    ),
  },
  {
    name: 'what is pushed behind the block of the condition',
    ...one(
      steps("  if (author) {\n    parts.push('author = ?');\n  }\n  values.push(author);\n"),
      steps("  if (author) {\n    parts.push('author = ?');\n    values.push(author);\n  }\n"),
      lite,
    ),
  },
  {
    name: 'what is pushed under the condition already',
    ...one(
      steps(
        "  if (author) {\n    sql += ' AND author = ?';\n    values.push(author);\n  }\n  values.push(author.length);\n",
      ),
      null,
      lite,
    ),
  },
  {
    name: 'what is pushed of another thing',
    ...one(steps("  if (author) sql += ' AND author = 1';\n  values.push(author);\n"), null, lite),
  },
]);

check(sqlValues, [
  {
    name: 'a first placeholder that is left out would move the others',
    ...one(
      list(
        "author ? 'WHERE author = $1' : ''",
        '`SELECT * FROM books ${where} LIMIT $2 OFFSET $3`',
        '[author, size, offset]',
      ),
      null,
    ),
  },
  {
    name: 'values that another statement takes as well',
    ...one(list(ternary, numbered, 'values', `  const values = ${both};\n  await query(countSql, values);\n`), null),
  },
  { name: 'a test that does something', ...one(list("next(author) ? '' : 'WHERE author = $3'", numbered, both), null) },
  {
    name: 'too few values',
    ...one(list(ternary, numbered, both), null, {
      class: 'database',
      message: 'error: bind message supplies 2 parameters, but prepared statement "" requires 3',
    }),
  },
  {
    name: 'a number of values that fits no way',
    ...one(list(ternary, numbered, '[size, offset, author, author]'), null),
  },
  { name: 'a part that nobody can read off', ...one(list('whereOf(author)', numbered, both), null) },
]);
