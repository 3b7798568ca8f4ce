import { check } from '../cases.test-helper.ts';
import { sqlGrammar } from './sql-grammar.ts';

const schema = `CREATE TABLE moves (id INTEGER PRIMARY KEY, sku TEXT, quantity INTEGER, reason TEXT, moved_at TEXT);
CREATE TABLE items (sku TEXT PRIMARY KEY, name TEXT);
`;
const near = (word: string): string => `SqliteError: near "${word}": syntax error`;
const code = (sql: string, values = 'sku', more = ''): string =>
  `export const of = (db, sku) => db.prepare(\`${sql}\`).all(${values});\n${more}`;

function fails(
  name: string,
  message: string,
  sql: string,
  becomes: string | null,
  more: { readonly ask?: RegExp; readonly values?: string; readonly reads?: string } = {},
) {
  return {
    name,
    class: 'database' as const,
    message,
    files: { 'schema.sql': schema, 'moves.mjs': code(sql, more.values, more.reads) },
    at: [['moves.mjs', 'db.‸prepare']] as const,
    first: becomes === null ? null : { 'moves.mjs': code(becomes, more.values, more.reads) },
    ...(more.ask === undefined ? {} : { ask: more.ask }),
  };
}

const from = 'FROM moves WHERE sku = ?';
const texts = (one: string, other: string): string =>
  `SELECT id FROM moves WHERE reason IN (${one}, ${other}) AND sku = ?`;
const joined = (kind: string): string => `SELECT m.id FROM moves m${kind} items i ON i.sku = m.sku`;

check(sqlGrammar, [
  // Twice.
  fails(
    'a column twice',
    near('AS'),
    `SELECT id, moved_at moved_at AS at ${from}`,
    `SELECT id, moved_at AS at ${from}`,
  ),
  fails(
    'a column of a table twice',
    near('.'),
    'SELECT m.id m.id, m.sku FROM moves m',
    'SELECT m.id, m.sku FROM moves m',
  ),
  fails('the table twice', near('m'), 'SELECT m.id FROM moves moves m', 'SELECT m.id FROM moves m'),
  fails(
    'what is asked for twice',
    near('m'),
    'SELECT m.id FROM moves m WHERE m.sku m.sku = ?',
    'SELECT m.id FROM moves m WHERE m.sku = ?',
  ),
  fails(
    'a table that is called as it is',
    near(')'),
    'SELECT moves.id FROM moves moves WHERE sku = ?)',
    'SELECT moves.id FROM moves moves WHERE sku = ?',
  ),
  // Changed places.
  fails('BY before ORDER', near('BY'), `SELECT id ${from} BY ORDER id`, `SELECT id ${from} ORDER BY id`),
  fails(
    'the sign behind the value',
    near('?'),
    'SELECT id FROM moves WHERE sku ? = AND id > 1',
    'SELECT id FROM moves WHERE sku = ? AND id > 1',
  ),
  fails('the sign before the column', near('='), 'DELETE FROM moves WHERE = id ?', 'DELETE FROM moves WHERE id = ?'),
  fails('WHERE before the table', near('WHERE'), 'SELECT id FROM WHERE moves sku = ?', `SELECT id ${from}`),
  fails('a comma before what it belongs behind', near(','), `SELECT ,id sku ${from}`, `SELECT id, sku ${from}`),
  // Words.
  fails(
    'FROM behind a name',
    near('moves'),
    'SELECT id AS n moves WHERE sku = ?',
    'SELECT id AS n FROM moves WHERE sku = ?',
  ),
  fails('JOIN', near('items'), joined(''), joined(' JOIN')),
  fails('SELECT', near('id'), `id, sku ${from}`, `SELECT id, sku ${from}`),
  fails('ORDER', near('BY'), `SELECT id ${from} BY id`, `SELECT id ${from} ORDER BY id`),
  fails('ORDER or GROUP is not told', near('BY'), `SELECT sku, count(*) ${from} BY sku`, null),
  fails(
    'WHERE behind a join',
    near('m'),
    `${joined(' LEFT JOIN')} m.reason = ?`,
    `${joined(' LEFT JOIN')} WHERE m.reason = ?`,
  ),
  fails(
    'two values of one column are never both there',
    near('reason'),
    "SELECT id FROM moves WHERE sku = ? AND (reason = 'a' reason = 'b')",
    "SELECT id FROM moves WHERE sku = ? AND (reason = 'a' OR reason = 'b')",
  ),
  fails(
    'the same without brackets is asked',
    near('reason'),
    "SELECT id FROM moves WHERE sku = ? AND reason = 'a' reason = 'b'",
    "SELECT id FROM moves WHERE sku = ? AND reason = 'a' OR reason = 'b'",
    { ask: /what else must hold/ },
  ),
  // Quotes.
  fails('a quote before', near("', '"), texts("sale'", "'return'"), texts("'sale'", "'return'")),
  fails('a quote behind', near('return'), texts("'sale", "'return'"), texts("'sale'", "'return'")),
  fails('two quotes before', near('sale'), texts("''sale'", "'return'"), texts("'sale'", "'return'")),
  fails(
    'two quotes behind',
    `SqliteError: unrecognized token: "'return'') AND`,
    texts("'sale'", "'return''"),
    texts("'sale'", "'return'"),
  ),
  // Signs.
  fails('the sign of a key', near('?'), 'SELECT reason FROM moves WHERE id ?', 'SELECT reason FROM moves WHERE id = ?'),
  fails('a pattern', near('?'), 'SELECT id FROM moves WHERE reason ?', 'SELECT id FROM moves WHERE reason LIKE ?', {
    values: '`%${sku}%`',
  }),
  fails(
    'a range',
    near('?'),
    'SELECT id FROM moves WHERE quantity ? AND ?',
    'SELECT id FROM moves WHERE quantity BETWEEN ? AND ?',
  ),
  fails(
    'a number may be compared in many ways',
    near('?'),
    'SELECT id FROM moves WHERE quantity ?',
    'SELECT id FROM moves WHERE quantity = ?',
    {
      ask: /how `quantity` is compared/,
    },
  ),
  fails(
    'a value that is bound',
    'SqliteError: incomplete input',
    'SELECT id FROM moves WHERE sku =',
    'SELECT id FROM moves WHERE sku = ?',
  ),
  fails('a value that was written there', 'SqliteError: incomplete input', `SELECT id ${from} AND reason =`, null),
  // Commas.
  fails('a comma too many', near(','), `SELECT id, , reason ${from}`, `SELECT id , reason ${from}`, {
    reads: 'export const show = (row) => row.reason;\n',
  }),
  fails('a column may be missing', near(','), `SELECT id, , reason ${from}`, `SELECT id , reason ${from}`, {
    ask: /`quantity`, which is read there/,
    reads: 'export const show = (row) => row.quantity;\n',
  }),
  fails(
    'the bracket of an OR that stands in brackets',
    near(')'),
    `SELECT id ${from} AND (id = 1 OR id = 2))`,
    `SELECT id ${from} AND (id = 1 OR id = 2)`,
  ),
]);
