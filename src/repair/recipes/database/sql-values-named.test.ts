/** Words of SQL that the database takes for columns: values that lost their quotes, and rows that are read in another spelling. */
import { check } from '../cases.test-helper.ts';
import { sqlGrammar } from './sql-grammar.ts';
import { sqlName } from './sql.ts';

const schema = `CREATE TABLE visits (
  id INTEGER PRIMARY KEY,
  status TEXT NOT NULL DEFAULT 'open',
  kind TEXT NOT NULL,
  full_name TEXT,
  cancelled_on TEXT
);
`;
const list = (sql: string): string => `exports.list = (db) => db.prepare("${sql}").all();\n`;
const ending =
  'exports.end = (db, id) => db.prepare("UPDATE visits SET status = \'cancelled\' WHERE id = ?").run(id);\n';
const failing = (column: string, sql: string, more: Readonly<Record<string, string>> = {}) => ({
  class: 'database' as const,
  message: `SqliteError: no such column: ${column}`,
  named: { column },
  files: { 'db/schema.sql': schema, 'package.json': '{"dependencies":{"libsql":"1"}}', 'a.js': list(sql), ...more },
  at: [['a.js', '‸db.prepare'] as const],
});

const rows = (update: string, read: string): string =>
  `const camel = (row) => row;
exports.of = (db, id) => camel(db.prepare('SELECT * FROM visits WHERE id = ?').get(id));
exports.end = (db, on, id) => db.prepare('UPDATE visits SET ${update} = ? WHERE id = ?').run(on, id);
exports.view = (visit) => ({ name: visit.fullName, over: visit.${read} });
`;
const later = schema.replace('cancelled_on', 'cancelled_at');
const renamed = (code: string) => ({
  class: 'database' as const,
  message: 'SqliteError: no such column: cancelled_on',
  named: { column: 'cancelled_on' },
  files: { 'db/schema.sql': later, 'package.json': '{"dependencies":{"libsql":"1"}}', 'a.js': code },
  at: [['a.js', "‸db.prepare('UPDATE"] as const],
});

check(sqlName, [
  {
    name: 'a value that another statement says of that column, not the column that it is a part of; texts stay as they are',
    ...failing('cancelled', 'SELECT id FROM visits WHERE status <> cancelled', { 'b.js': ending }),
    first: { 'a.js': list("SELECT id FROM visits WHERE status <> 'cancelled'") },
  },
  {
    name: 'what the column holds by default, in a list',
    ...failing('open', "SELECT id FROM visits v WHERE v.status IN ('paid', open)"),
    first: { 'a.js': list("SELECT id FROM visits v WHERE v.status IN ('paid', 'open')") },
  },
  {
    name: 'a value of another column may be none of this one',
    ...failing('cancelled', 'SELECT id FROM visits WHERE kind = cancelled', { 'b.js': ending }),
    first: { 'a.js': list("SELECT id FROM visits WHERE kind = 'cancelled'") },
    ask: /nothing says/,
  },
  {
    name: 'a word that is asked for as a column as well is one, whatever texts there are; those of other statements are none',
    ...failing('cancelled', 'SELECT cancelled FROM visits WHERE full_name <> cancelled', {
      'b.js': `${ending}exports.old = (db) => db.prepare("SELECT cancelled FROM visits").all();\n`,
    }),
    first: {
      'a.js': /SELECT cancelled_on(?: AS cancelled)? FROM visits WHERE full_name <> cancelled_on/,
      'b.js': /SET status = 'cancelled'[^]*SELECT cancelled_on/,
    },
  },
  {
    name: 'a column of a table that is named is no value',
    ...failing('v.cancelled', 'SELECT id FROM visits v WHERE status = v.cancelled', { 'b.js': ending }),
    named: { column: 'cancelled' },
    first: { 'a.js': list('SELECT id FROM visits v WHERE status = v.cancelled_on') },
  },
  {
    name: 'a misspelt column that is compared with is no value, where no text says it',
    ...failing('ful_name', 'SELECT id FROM visits WHERE kind = ful_name', { 'b.js': ending }),
    first: { 'a.js': list('SELECT id FROM visits WHERE kind = full_name') },
  },
  {
    name: 'rows that are read in camel case tell that the layout is the odd one',
    ...renamed(rows('cancelled_on', 'cancelledOn')),
    first: { 'db/schema.sql': schema },
  },
  {
    name: 'a name in camel case is no row where rows are read as they are',
    ...renamed(rows('cancelled_on', 'cancelledOn').replace('visit.fullName', 'visit.full_name')),
    first: { 'a.js': rows('cancelled_at', 'cancelledOn').replace('visit.fullName', 'visit.full_name') },
  },
]);

const compared = (sql: string, mended: string, other = 'SELECT 1 FROM visits') => ({
  class: 'database' as const,
  message: 'near "?": syntax error',
  files: {
    'db/schema.sql': schema,
    'package.json': '{"dependencies":{"libsql":"1"}}',
    'a.js': list(sql),
    'b.js': list(other),
  },
  at: [['a.js', '‸db.prepare'] as const],
  first: { 'a.js': list(mended) },
});

check(sqlGrammar, [
  {
    name: 'what another statement compares otherwise than by `=` may be meant so',
    ...compared(
      'SELECT id FROM visits WHERE kind ?',
      'SELECT id FROM visits WHERE kind = ?',
      'SELECT id FROM visits WHERE kind <> ?',
    ),
    ask: /only you know/,
  },
  {
    name: 'a day may be before or after',
    ...compared('SELECT id FROM visits WHERE last_day ?', 'SELECT id FROM visits WHERE last_day = ?'),
    ask: /only you know/,
  },
  {
    name: 'what is compared by `=` alone',
    ...compared('SELECT id FROM visits WHERE kind ?', 'SELECT id FROM visits WHERE kind = ?'),
  },
]);
