import { check } from '../cases.test-helper.ts';
import { sqlGrammar } from './sql-grammar.ts';

const schema = `CREATE TABLE moves (id INTEGER PRIMARY KEY, sku TEXT, quantity INTEGER, price_cents INTEGER, reason TEXT, moved_at TEXT);
CREATE TABLE items (sku TEXT PRIMARY KEY, name TEXT);
`;
const lite = (word: string): string => `SqliteError: near "${word}": syntax error`;
const postgres = (word: string): string => `error: syntax error at or near "${word}"`;
const mysql = (rest: string): string =>
  `You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version for the right syntax to use near '${rest}' at line 1`;
const read = 'exports.history = (rows) => rows.map(({ reason, quantity }) => [reason, quantity]);\n';
const esm = (sql: string): string => `export const of = (db, sku) => db.prepare(\`${sql}\`).all(sku);\n`;
const other = (sql: string): string => `exports.other = (db) => db.all("${sql}");\n`;

/** A statement that fails, and what it becomes: null where nothing may be made of it. */
function fails(
  name: string,
  message: string,
  sql: string,
  becomes: string | null,
  more: { readonly ask?: RegExp; readonly files?: Readonly<Record<string, string>> } = {},
) {
  return {
    name,
    class: 'database' as const,
    message,
    files: { 'schema.sql': schema, 'read.js': read, 'moves.mjs': esm(sql), ...more.files },
    at: [['moves.mjs', 'db.‸prepare']] as const,
    first: becomes === null ? null : { 'moves.mjs': esm(becomes) },
    ...(more.ask === undefined ? {} : { ask: more.ask }),
  };
}

const mixed = 'SELECT id FROM moves WHERE';

check(sqlGrammar, [
  // Commas.
  fails(
    'a comma before a column with a name of its own (SQLite)',
    lite('AS'),
    'SELECT id, quantity, reason moved_at AS at FROM moves WHERE sku = ?',
    'SELECT id, quantity, reason, moved_at AS at FROM moves WHERE sku = ?',
  ),
  fails(
    'the same (PostgreSQL), of a table with a name',
    postgres('AS'),
    'SELECT m.id, m.reason m.moved_at AS at FROM moves m',
    'SELECT m.id, m.reason, m.moved_at AS at FROM moves m',
  ),
  fails(
    'the same (MySQL)',
    mysql('AS at FROM moves'),
    'SELECT id, reason moved_at AS at FROM moves',
    'SELECT id, reason, moved_at AS at FROM moves',
  ),
  fails(
    'behind what is reckoned',
    lite('as'),
    'select count(*) sku as item from moves',
    'select count(*), sku as item from moves',
  ),
  fails(
    'before what is reckoned',
    lite('('),
    'SELECT sku sum(quantity) AS n FROM moves',
    'SELECT sku, sum(quantity) AS n FROM moves',
  ),
  fails(
    'between what a list is sorted by',
    lite('id'),
    'SELECT id FROM moves ORDER BY moved_at DESC id',
    'SELECT id FROM moves ORDER BY moved_at DESC, id',
  ),
  fails(
    'two numbers of which neither is read may be a product',
    lite('AS'),
    'SELECT price_cents quantity AS total FROM moves',
    'SELECT price_cents, quantity AS total FROM moves',
    { ask: /two results or one/ },
  ),
  fails('names that no table has', lite('AS'), 'SELECT good thing AS at FROM moves', null),
  fails('the name of a table is no result', lite('AS'), 'SELECT id FROM reason sku AS s', null),
  // Words.
  fails('FROM, of all columns', lite('moves'), 'SELECT * moves WHERE sku = ?', 'SELECT * FROM moves WHERE sku = ?'),
  fails('FROM, of a DELETE', lite('moves'), 'DELETE moves WHERE sku = ?', 'DELETE FROM moves WHERE sku = ?'),
  fails('INTO', postgres('moves'), 'insert moves (sku) values ($1)', 'insert into moves (sku) values ($1)'),
  fails('VALUES', lite('('), 'INSERT INTO moves (sku, reason) (?, ?)', 'INSERT INTO moves (sku, reason) VALUES (?, ?)'),
  fails('SET', postgres('='), 'UPDATE moves reason = $1 WHERE id = $2', 'UPDATE moves SET reason = $1 WHERE id = $2'),
  fails(
    'ON',
    lite('i'),
    'SELECT i.name FROM moves m JOIN items i i.sku = m.sku',
    'SELECT i.name FROM moves m JOIN items i ON i.sku = m.sku',
  ),
  fails(
    'JOIN',
    lite('items'),
    'SELECT i.name FROM moves m LEFT items i ON i.sku = m.sku',
    'SELECT i.name FROM moves m LEFT JOIN items i ON i.sku = m.sku',
  ),
  fails('WHERE', postgres('='), 'SELECT id FROM moves sku = $1', 'SELECT id FROM moves WHERE sku = $1'),
  fails(
    'WHERE before the key',
    lite('id'),
    'UPDATE moves SET reason = ? id = ?',
    'UPDATE moves SET reason = ? WHERE id = ?',
  ),
  fails('what may be set or asked for', lite('sku'), 'UPDATE moves SET reason = ? sku = ?', null),
  fails('AND of BETWEEN', lite('?'), `${mixed} quantity BETWEEN ? ?`, `${mixed} quantity BETWEEN ? AND ?`),
  fails(
    'END',
    lite('AS'),
    "SELECT CASE WHEN quantity > 0 THEN 'in' ELSE 'out' AS way FROM moves",
    "SELECT CASE WHEN quantity > 0 THEN 'in' ELSE 'out' END AS way FROM moves",
  ),
  fails(
    'a word twice',
    lite('WHERE'),
    'SELECT id FROM moves WHERE WHERE sku = ?',
    'SELECT id FROM moves WHERE sku = ?',
  ),
  fails('a table that nothing lays out', lite('things'), 'SELECT * things WHERE sku = ?', null),
  // Conditions.
  fails(
    'AND, where the statement has others',
    lite('reason'),
    `${mixed} sku = ? AND quantity > 0 reason = ?`,
    `${mixed} sku = ? AND quantity > 0 AND reason = ?`,
  ),
  fails(
    'AND, as another statement asks for both',
    lite('reason'),
    `${mixed} sku = ? reason = ?`,
    `${mixed} sku = ? AND reason = ?`,
    {
      files: { 'other.js': other('SELECT id FROM moves WHERE reason = ? AND sku = ?') },
    },
  ),
  fails(
    'AND or OR is for a person to say',
    lite('reason'),
    `${mixed} sku = ? reason = ?`,
    `${mixed} sku = ? AND reason = ?`,
    {
      ask: /both conditions/,
      files: { 'other.js': other('SELECT id FROM moves WHERE reason = ? OR sku = ?') },
    },
  ),
  fails(
    'the same beside an OR',
    lite('reason'),
    `${mixed} id = 1 OR sku = ? reason = ?`,
    `${mixed} id = 1 OR sku = ? AND reason = ?`,
    {
      ask: /both conditions/,
    },
  ),
  // Brackets.
  fails('a bracket of a list', lite('?'), `${mixed} sku IN ?, ?)`, `${mixed} sku IN (?, ?)`),
  fails('a bracket too many', lite(')'), `${mixed} sku = ? AND id = ?)`, `${mixed} sku = ? AND id = ?`),
  fails(
    'the bracket of an OR',
    lite(')'),
    `${mixed} sku = ? OR sku = ?) AND id = ?`,
    `${mixed} (sku = ? OR sku = ?) AND id = ?`,
    {
      ask: /bracket of this condition opens/,
    },
  ),
  fails(
    'the open bracket of an OR',
    'incomplete input',
    `${mixed} (sku = ? OR sku = ? AND id = ?`,
    `${mixed} (sku = ? OR sku = ? AND id = ?)`,
    {
      ask: /bracket of this condition closes/,
    },
  ),
]);
