import { check } from '../cases.test-helper.ts';
import { sqlGrammar } from './sql-grammar.ts';
import { sqlName } from './sql.ts';
import { sqlResult } from './sql-result.ts';
import { sqlValues } from './sql-values.ts';

const schema = `CREATE TABLE members (id integer PRIMARY KEY, full_name text NOT NULL, email text, "order" integer);
CREATE TABLE enrolments (
  member_id integer NOT NULL REFERENCES members(id),
  course_id integer NOT NULL,
  enrolled_on date NOT NULL,
  PRIMARY KEY (member_id, course_id)
);
`;
const pg = '{"dependencies":{"pg":"8"}}';
const failing = (message: string, sql: string, rest = '') => ({
  class: 'database' as const,
  message,
  files: { 'db/schema.sql': schema, 'package.json': pg, 'a.js': source(sql, rest) },
  at: [['a.js', '‸await db'] as const],
});
const source = (sql: string, rest = ''): string =>
  `export async function list(db, member, on) {\n  const row = await db.query(\`${sql}\`${rest});\n  return row;\n}\n`;
const becomes = (sql: string, rest = ''): { 'a.js': string } => ({ 'a.js': source(sql, rest) });

const twice = 'SELECT b.full_name AS who, c.full_name AS clerk FROM enrolments e JOIN members b ON b.id = e.member_id';
const lostJoin =
  'SELECT tools.name AS tool, members.name AS member FROM loans JOIN tools ON tools.id = loans.tool_id ORDER BY loans.id';

const points = 'CREATE TABLE members (id integer PRIMARY KEY, full_name text NOT NULL, points integer);\n';
const ranking = 'SELECT id, loyalty_points FROM members ORDER BY loyalty_points';
const addPoints =
  "exports.add = (db, id, points) => db.query('UPDATE members SET loyalty_points = loyalty_points + ? WHERE id = ?', points, id);\n";

const adding = (column: string) =>
  `exports.add = (db, input) => db.prepare('INSERT INTO singers (voice, ${column}) VALUES (?, ?)').run(input.voice, input.reduced_fee, input.id, input.joined_on);\n`;
const listing = "exports.all = (db) => db.prepare('SELECT * FROM singers').all().map(toSinger);\n";
const rowOf = (column: string) => `const toSinger = (row) => ({ of: row.id, voice: row.voice, low: row.${column} });\n`;
const noFee = {
  class: 'database' as const,
  message: 'table singers has no column named reduced_fee',
  named: { column: 'reduced_fee' },
  at: [['a.js', '‸db.prepare']] as const,
};
const fees = { 'fees.js': 'exports.fee = (singer) => (singer.reduced ? 20 : 45);\n' };
const singers = 'CREATE TABLE singers (id integer PRIMARY KEY, voice text, joined_on text, reduced integer);\n';

check(sqlName, [
  {
    name: 'a table that was renamed: all statements that name it call it so, but for one that makes it itself',
    class: 'database',
    message: 'SqliteError: no such table: enrollments',
    named: { table: 'enrollments' },
    files: {
      'db/schema.sql': schema,
      'package.json': '{"dependencies":{"better-sqlite3":"11"}}',
      'c.js':
        "exports.end = (db) => db.prepare('DELETE FROM enrolments').run();\nexports.all = (db, of) => of.enrollments + db.prepare('SELECT * FROM enrollments').all();\n",
      'a.js':
        "exports.count = (db, id) => db.prepare('SELECT COUNT(*) AS taken FROM enrollments WHERE course_id = ?').get(id);\n",
      'b.js':
        "exports.of = (db) => db.prepare('SELECT m.email FROM members m JOIN enrollments e ON e.member_id = m.id').all();\nexports.now = (db) => db.prepare('WITH enrollments AS (SELECT 1) SELECT * FROM enrollments').all();\n",
    },
    at: [['a.js', '‸db.prepare']],
    first: {
      'a.js': /FROM enrolments WHERE/,
      'c.js': /of\.enrollments \+ db\.prepare\('SELECT \* FROM enrolments'/,
      'b.js': /JOIN enrolments e ON[^]*WITH enrollments AS \(SELECT 1\) SELECT \* FROM enrollments/,
    },
  },
  {
    name: 'a renamed column of which whole rows are read by the old name, and not what the statement is given',
    ...noFee,
    files: { ...fees, 'db/schema.sql': singers, 'a.js': adding('reduced_fee') + listing + rowOf('reduced_fee') },
    first: { 'a.js': adding('reduced') + listing + rowOf('reduced') },
    ask: null,
  },
  {
    name: 'a renamed column, and an object that has the new name already',
    ...noFee,
    files: {
      ...fees,
      'db/schema.sql': singers,
      'a.js': `${adding('reduced_fee')}${listing}${rowOf('reduced_fee').replace('low:', 'high: row.reduced, low:')}`,
    },
    first: {
      'a.js': `${adding('reduced')}${listing}${rowOf('reduced_fee').replace('low:', 'high: row.reduced, low:')}`,
    },
  },
  {
    name: 'a column that another table has: its rows are read by that name',
    ...noFee,
    files: {
      ...fees,
      'db/schema.sql': `${singers}CREATE TABLE fees (id integer, voice text, reduced_fee integer);\n`,
      'a.js': adding('reduced_fee') + listing + rowOf('reduced_fee'),
    },
    first: { 'a.js': adding('reduced') + listing + rowOf('reduced_fee') },
  },
  {
    name: 'a column that others read off the rows by its old name, and that another statement names so',
    ...failing('no such column: loyalty_points', ranking),
    files: {
      'db/schema.sql': points,
      'a.js': source(ranking),
      'b.js': addPoints,
      'c.js':
        'exports.of = (member) => ({ id: member.id, points: member.loyalty_points, of: member.full_name });\nexports.points = (card) => card.points;\n',
    },
    named: { column: 'loyalty_points' },
    first: {
      'a.js': source('SELECT id, points FROM members ORDER BY points'),
      'b.js': addPoints.replaceAll('loyalty_points', 'points'),
    },
  },
  {
    name: 'a column that others read off the rows by its old name alone',
    ...failing('no such column: loyalty_points', ranking),
    files: {
      'db/schema.sql': points,
      'a.js': source(ranking),
      'b.js': addPoints,
      'c.js': 'exports.of = (member) => ({ id: member.id, points: member.loyalty_points });\n',
    },
    named: { column: 'loyalty_points' },
    first: {
      'a.js': source('SELECT id, points AS loyalty_points FROM members ORDER BY points'),
      'b.js': addPoints.replaceAll('loyalty_points', 'points'),
    },
  },
  {
    name: 'the other side of a comparison that joins',
    ...failing('no such column: me.id', 'SELECT m.email FROM enrolments e JOIN members m ON me.id = e.member_id'),
    files: {
      'db/schema.sql': schema.replace('PRIMARY KEY (member_id', 'id integer,\n  PRIMARY KEY (member_id'),
      'package.json': pg,
      'a.js': source('SELECT m.email FROM enrolments e JOIN members m ON me.id = e.member_id'),
    },
    first: becomes('SELECT m.email FROM enrolments e JOIN members m ON m.id = e.member_id'),
  },
  {
    name: 'what other statements give out under that name',
    ...failing('no such column: since', 'SELECT since FROM enrolments ORDER BY since'),
    files: {
      'db/schema.sql': schema,
      'package.json': pg,
      'a.js': source('SELECT since FROM enrolments ORDER BY since'),
      'b.js': "exports.all = (db) => db.query('SELECT enrolled_on AS since FROM enrolments');\n",
    },
    named: { column: 'since' },
    first: becomes('SELECT enrolled_on AS since FROM enrolments ORDER BY enrolled_on'),
  },
  {
    name: 'both sides of a comparison that joins, where each column is one of the other table',
    ...failing('no such column: m.member_id', 'SELECT m.email FROM enrolments e JOIN members m ON m.member_id = e.id'),
    named: { column: 'member_id' },
    first: becomes('SELECT m.email FROM enrolments e JOIN members m ON e.member_id = m.id'),
  },
  {
    name: 'the key of another row is never the own key of this one',
    ...failing('table members has no column named person_id', 'INSERT INTO members (person_id, email) VALUES (?, ?)'),
    named: { column: 'person_id' },
    first: null,
  },
  {
    name: 'the own key of a row, by the name of its table',
    ...failing('no such column: member_id', 'SELECT email FROM members WHERE member_id = ?'),
    named: { column: 'member_id' },
    first: becomes('SELECT email FROM members WHERE id = ?'),
  },
  {
    name: 'what another column is given as keeps its name',
    ...failing(
      'no such column: e.member',
      'SELECT m.full_name AS member FROM enrolments e JOIN members m ON m.id = e.member',
    ),
    named: { column: 'member' },
    first: becomes('SELECT m.full_name AS member FROM enrolments e JOIN members m ON m.id = e.member_id'),
  },
  {
    name: 'a name that another statement gives the column: the rows keep it',
    ...failing('no such column: enrolledOn', 'SELECT member_id, enrolledOn FROM enrolments WHERE id = 1'),
    files: {
      'db/schema.sql': schema,
      'package.json': pg,
      'a.js': source('SELECT member_id, enrolledOn FROM enrolments WHERE id = 1'),
      'b.js': "exports.all = (db) => db.query('SELECT member_id, enrolled_on AS enrolledOn FROM enrolments');\n",
    },
    named: { column: 'enrolledOn' },
    first: becomes('SELECT member_id, enrolled_on AS enrolledOn FROM enrolments WHERE id = 1'),
  },
  {
    name: 'a column of a table that the statement does not join, which one that it has would have, too',
    ...failing('no such column: members.name', lostJoin),
    files: {
      'db/schema.sql':
        'CREATE TABLE loans (id INTEGER, tool_id INTEGER, member_id INTEGER);\nCREATE TABLE tools (id INTEGER, name TEXT);\nCREATE TABLE members (id INTEGER, name TEXT);\n',
      'a.js': source(lostJoin),
    },
    named: { column: 'name' },
    first: null,
  },
  {
    name: 'a column that the statement has of the only table with it already: the other one is not joined',
    ...failing('no such column: c.full_name', twice),
    files: { 'db/schema.sql': schema, 'a.js': source(twice) },
    named: { column: 'full_name' },
    first: null,
  },
  {
    name: 'a column of what other statements call a table that this one does not join',
    ...failing('no such column: m.name', lostJoin.replace('members.', 'm.')),
    files: {
      'db/schema.sql':
        'CREATE TABLE loans (id INTEGER, tool_id INTEGER, member_id INTEGER);\nCREATE TABLE tools (id INTEGER, name TEXT);\nCREATE TABLE members (id INTEGER, name TEXT);\n',
      'a.js': source(lostJoin.replace('members.', 'm.')),
      'b.js': "exports.all = (db) => db.query('SELECT m.name FROM members m');\n",
    },
    named: { column: 'name' },
    first: null,
  },
  ...(
    [
      [
        'a column that other statements name, too: its table may be the odd one',
        'gross',
        /other statements of `bills` say/,
      ],
      ['a column that no other statement names', 'net', null],
    ] as const
  ).map(([name, other, ask]) => ({
    name,
    class: 'database' as const,
    message: 'SqliteError: no such column: price_gross',
    named: { column: 'price_gross' },
    files: {
      'db/schema.sql': 'CREATE TABLE bills (id INTEGER PRIMARY KEY, price INTEGER, price_net INTEGER);\n',
      'a.js': `exports.sum = () => db.one('SELECT SUM(price_gross) AS gross FROM bills');\nexports.set = (a) => db.run('UPDATE bills SET price_${other} = ?', a);\n`,
    },
    at: [['a.js', 'db.‸one']] as const,
    first: { 'a.js': /SUM\(price\)/ },
    ask,
  })),
]);

check(sqlGrammar, [
  {
    name: 'a comma behind what a result is called',
    ...failing('near "COUNT": syntax error', 'SELECT email AS mail COUNT(id) AS n FROM members'),
    first: becomes('SELECT email AS mail, COUNT(id) AS n FROM members'),
  },
  {
    name: 'clauses behind a part that is put in, and one placeholder',
    ...failing('near "WHERE": syntax error', '${select} ORDER BY id WHERE email = ?', ', [member]'),
    files: { 'package.json': '{}', 'a.js': source('${select} ORDER BY id WHERE email = ?', ', [member]') },
    first: becomes('${select} WHERE email = ? ORDER BY id', ', [member]'),
  },
  {
    name: 'the blank behind a part that is put in',
    ...failing('near "BY": syntax error', '${select}ORDER BY id'),
    first: becomes('${select} ORDER BY id'),
  },
  {
    name: 'a comma before FROM',
    ...failing('near "FROM": syntax error', 'SELECT id, email, FROM members'),
    first: becomes('SELECT id, email FROM members'),
  },
  {
    name: 'a placeholder of many',
    ...failing('near ",": syntax error', 'INSERT INTO enrolments (member_id, course_id, enrolled_on) VALUES (?, , ?)'),
    files: {
      'package.json': '{}',
      'a.js': source('INSERT INTO enrolments (member_id, course_id, enrolled_on) VALUES (?, , ?)'),
    },
    first: becomes('INSERT INTO enrolments (member_id, course_id, enrolled_on) VALUES (?, ?, ?)'),
  },
  {
    name: 'a sign of equality',
    ...failing('syntax error at or near "$1"', 'SELECT id FROM members WHERE id $1'),
    first: becomes('SELECT id FROM members WHERE id = $1'),
  },
  {
    name: 'the bracket before the columns',
    ...failing('syntax error at or near "id"', 'INSERT INTO members id, email) VALUES ($1, $2)'),
    first: becomes('INSERT INTO members (id, email) VALUES ($1, $2)'),
  },
  {
    name: 'the bracket of a function',
    ...failing('near "*": syntax error', 'SELECT count*) AS n FROM members'),
    first: becomes('SELECT count(*) AS n FROM members'),
  },
  {
    name: 'the placeholders of another driver',
    ...failing('syntax error at or near "AND"', 'SELECT id FROM members WHERE id = ? AND email = ?'),
    first: becomes('SELECT id FROM members WHERE id = $1 AND email = $2'),
  },
  {
    name: 'a misspelt keyword before the word that the database names',
    ...failing('syntax error at or near "BY"', 'SELECT id FROM members ODER BY id'),
    first: becomes('SELECT id FROM members ORDER BY id'),
  },
  {
    name: 'letters of a keyword that changed places',
    ...failing('near "members": syntax error', 'SELECT id FORM members'),
    first: becomes('SELECT id FROM members'),
  },
  {
    name: 'a bracket that stays open',
    ...failing('syntax error at end of input', 'SELECT id FROM members WHERE id IN ($1, $2'),
    first: becomes('SELECT id FROM members WHERE id IN ($1, $2)'),
  },
  {
    name: 'a column that is a word of SQL',
    ...failing('near "order": syntax error', 'SELECT order FROM members'),
    first: becomes('SELECT "order" FROM members'),
  },
  {
    name: 'clauses out of order',
    ...failing('near "ORDER": syntax error', 'SELECT id FROM members LIMIT 1 ORDER BY id'),
    first: becomes('SELECT id FROM members ORDER BY id LIMIT 1'),
  },
  {
    name: 'a column of two tables, elsewhere read of one',
    ...failing(
      'column reference "id" is ambiguous',
      'SELECT id, email FROM enrolments e JOIN members m ON m.id = e.member_id ORDER BY m.id',
    ),
    first: becomes('SELECT m.id, email FROM enrolments e JOIN members m ON m.id = e.member_id ORDER BY m.id'),
  },
  {
    name: 'a column of two tables under a name that tells whose it is',
    ...failing(
      'ambiguous column name: email',
      'SELECT e.id, email AS member_email, t.email AS teacher_email FROM enrolments e JOIN members m ON m.id = e.member_id JOIN teachers t ON t.id = e.teacher_id',
    ),
    first: becomes(
      'SELECT e.id, m.email AS member_email, t.email AS teacher_email FROM enrolments e JOIN members m ON m.id = e.member_id JOIN teachers t ON t.id = e.teacher_id',
    ),
  },
  {
    name: 'a column of two tables that have no other name in the statement',
    ...failing(
      'ambiguous column name: email',
      'SELECT enrolments.id, email AS member, teachers.email AS teacher FROM enrolments JOIN members ON members.id = enrolments.member_id JOIN teachers ON teachers.id = enrolments.teacher_id',
    ),
    first: becomes(
      'SELECT enrolments.id, members.email AS member, teachers.email AS teacher FROM enrolments JOIN members ON members.id = enrolments.member_id JOIN teachers ON teachers.id = enrolments.teacher_id',
    ),
  },
  ...(
    [
      ['is of one', 't.id, email, t.name', null],
      ['is of both', 't.id, email, m.id', /only you know/],
    ] as const
  ).map(([beside, list, ask]) => ({
    name: `a column of two tables, where what stands beside it ${beside}`,
    ...failing(
      'ambiguous column name: email',
      `SELECT ${list}, m.email AS own FROM teachers t JOIN members m ON m.id = t.member_id`,
    ),
    first: becomes(
      `SELECT ${list.replace('email', 't.email')}, m.email AS own FROM teachers t JOIN members m ON m.id = t.member_id`,
    ),
    ask,
  })),
  {
    name: 'a column of two tables under a name of its own, of the one whose own column the result does not have yet',
    ...failing(
      'ambiguous column name: email',
      'SELECT e.id, email AS contact, t.email FROM enrolments e JOIN teachers t ON t.id = e.teacher_id JOIN members m ON m.id = e.member_id',
      '',
    ),
    first: becomes(
      'SELECT e.id, m.email AS contact, t.email FROM enrolments e JOIN teachers t ON t.id = e.teacher_id JOIN members m ON m.id = e.member_id',
    ),
  },
  {
    name: 'a column outside of the groups',
    ...failing(
      'column "m.email" must appear in the GROUP BY clause or be used in an aggregate function',
      'SELECT m.id, m.email, count(*) FROM members m GROUP BY m.id ORDER BY m.id',
    ),
    first: becomes('SELECT m.id, m.email, count(*) FROM members m GROUP BY m.id, m.email ORDER BY m.id'),
  },
  {
    name: 'a condition of groups before the groups',
    ...failing('misuse of aggregate: count()', 'SELECT email FROM members WHERE count(*) > 1 GROUP BY email'),
    first: becomes('SELECT email FROM members GROUP BY email HAVING count(*) > 1'),
  },
  {
    name: 'a conflict that is no key',
    ...failing(
      'there is no unique or exclusion constraint matching the ON CONFLICT specification',
      'INSERT INTO enrolments (member_id, course_id, enrolled_on) VALUES ($1, $2, $3) ON CONFLICT (member_id) DO NOTHING',
    ),
    first: becomes(
      'INSERT INTO enrolments (member_id, course_id, enrolled_on) VALUES ($1, $2, $3) ON CONFLICT (member_id, course_id) DO NOTHING',
    ),
  },
  {
    name: 'a blank between two texts',
    class: 'database',
    message: 'near "=": syntax error',
    files: { 'a.js': "export const all = (db) => db.all('SELECT id FROM loans' + 'WHERE id = 1');\n" },
    at: [['a.js', '‸db.all']],
    first: { 'a.js': "export const all = (db) => db.all('SELECT id FROM loans' + ' WHERE id = 1');\n" },
  },
  {
    name: 'a statement that is well formed',
    ...failing('near "members": syntax error', 'SELECT id FROM members'),
    first: null,
  },
]);

check(sqlName, [
  {
    name: 'what all other statements call so is meant, not a column that something else reads',
    ...failing('no such column: m.fullest', 'SELECT m.fullest AS who FROM members m'),
    named: { column: 'fullest' },
    files: {
      'db/schema.sql': schema.replace('full_name', 'title'),
      'a.js': source('SELECT m.fullest AS who FROM members m') + 'export const mail = (one) => one.email;\n',
      'b.js': source('SELECT m.title AS who, m.email FROM members m'),
    },
    first: { 'a.js': source('SELECT m.title AS who FROM members m') + 'export const mail = (one) => one.email;\n' },
  },
  {
    name: 'what has another name among the results is read by that one alone',
    ...failing('no such column: m.fullest', 'SELECT m.id, m.fullest AS who FROM members m'),
    named: { column: 'fullest' },
    files: {
      'db/schema.sql': schema.replace('full_name', 'title').replace(', "order" integer', ''),
      'a.js': source('SELECT m.id, m.fullest AS who FROM members m').replace('return row', 'return row.email'),
    },
    first: null,
  },
  {
    name: 'a part of the name, and what reads it',
    class: 'database',
    message: 'column "name" does not exist',
    named: { column: 'name' },
    files: {
      'db/schema.sql': schema,
      'a.js':
        "export const one = async (db) => {\n  const row = await db.one('SELECT name FROM members');\n  return row.name;\n};\n",
    },
    at: [['a.js', '‸await db']],
    first: { 'a.js': /SELECT full_name AS name FROM members/ },
  },
  {
    name: 'a column that a migration renamed',
    class: 'database',
    message: 'no such column: mail',
    named: { column: 'mail' },
    files: {
      'db/001.sql': 'CREATE TABLE members (id integer, mail text);',
      'db/002.sql': 'ALTER TABLE members RENAME COLUMN mail TO address;',
      'a.js': "export const one = (db) => db.one('SELECT id FROM members WHERE mail = 1');\n",
    },
    at: [['a.js', '‸db.one']],
    first: { 'a.js': /WHERE address = 1/ },
  },
  {
    name: 'an alias that the statement does not have',
    ...failing('missing FROM-clause entry for table "k"', 'SELECT k.phone, e.course_id FROM members m, enrolments e'),
    first: null,
  },
  {
    name: 'an alias that another table of the statement has',
    ...failing(
      'missing FROM-clause entry for table "u"',
      'SELECT u.email FROM enrolments e JOIN members m ON m.id = e.member_id',
    ),
    first: becomes('SELECT m.email FROM enrolments e JOIN members m ON m.id = e.member_id'),
  },
  {
    name: 'a function of another database',
    ...failing('function ifnull(text, unknown) does not exist', "SELECT IFNULL(email, '') FROM members"),
    first: becomes("SELECT coalesce(email, '') FROM members"),
  },
]);

const insert = 'INSERT INTO enrolments (member_id, course_id, enrolled_on) VALUES ($1, $2, $3)';

check(sqlValues, [
  {
    name: 'a page without its offset',
    class: 'database',
    message: 'datatype mismatch',
    files: {
      'a.js':
        "exports.list = ({ state, limit, offset }) => db.prepare('SELECT id FROM rows WHERE state = ? LIMIT ? OFFSET ?').all(state, limit);\n",
    },
    at: [['a.js', ').‸all']],
    first: { 'a.js': /\.all\(state, limit, offset\)/ },
  },
  {
    name: 'a value that was left out',
    ...failing('bind message supplies 2 parameters, but prepared statement "" requires 3', insert, ', [course, on]'),
    files: {
      'db/schema.sql': schema,
      'a.js': `export async function add(db, member, course, enrolledOn) {\n  await db.query('${insert}', [db.get('member').id, enrolledOn]);\n  return course.id;\n}\n`,
    },
    first: { 'a.js': /\[db\.get\('member'\)\.id, course\.id, enrolledOn\]/ },
    at: [['a.js', '‸await db']],
  },
  {
    name: 'a placeholder too many',
    ...failing(
      '4 values for 3 columns',
      'INSERT INTO enrolments (member_id, course_id, enrolled_on) VALUES (?, ?, ?, ?)',
      ', [1, 2, on]',
    ),
    first: becomes('INSERT INTO enrolments (member_id, course_id, enrolled_on) VALUES (?, ?, ?)', ', [1, 2, on]'),
  },
  {
    name: 'a column that may not stay empty, and the one parameter that is not stored',
    class: 'database',
    message: 'NOT NULL constraint failed: enrolments.enrolled_on',
    files: {
      'db/schema.sql': schema,
      'a.js':
        "export function add(db) {\n  return (memberId, courseId, today) => db.prepare('INSERT INTO enrolments (member_id, course_id) VALUES (?, ?)').run(memberId, courseId);\n}\n",
    },
    at: [['a.js', '‸db.prepare']],
    first: {
      'a.js': /\(member_id, course_id, enrolled_on\) VALUES \(\?, \?, \?\)'\)\.run\(memberId, courseId, today\)/,
    },
  },
  {
    name: 'the one parameter that is not stored is no day',
    class: 'database',
    message: 'NOT NULL constraint failed: enrolments.enrolled_on',
    files: {
      'db/schema.sql': schema,
      'a.js':
        "export function add(db) {\n  return (memberId, courseId, note) => db.prepare('INSERT INTO enrolments (member_id, course_id) VALUES (?, ?)').run(memberId, courseId);\n}\n",
    },
    at: [['a.js', '‸db.prepare']],
    first: null,
  },
  {
    name: 'nothing in sight that it could be filled with',
    ...failing(
      'NOT NULL constraint failed: enrolments.enrolled_on',
      'INSERT INTO enrolments (member_id, course_id) VALUES ($1, $2)',
      ', [member, on, db]',
    ),
    first: null,
  },
  {
    name: 'a condition without its value',
    ...failing(
      'bind message supplies 1 parameters, but prepared statement "" requires 2',
      'SELECT id FROM members WHERE member = $1 AND email = $2',
      ', [on.email]',
    ),
    first: becomes('SELECT id FROM members WHERE member = $1 AND email = $2', ', [member, on.email]'),
  },
]);

const reading = (sql: string, read: string): string =>
  `export async function since(db) {\n  const row = await db.one('${sql}');\n  return row.${read}.split('-');\n}\n`;

check(sqlResult, [
  {
    name: 'a count is no star',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'split')",
    named: { property: 'split', nullish: 'undefined' },
    files: { 'db/schema.sql': schema, 'a.js': reading('SELECT COUNT(*) AS total FROM enrolments', 'count') },
    at: [['a.js', 'row.count.‸split']],
    facts: { row: { keys: ['total'] }, 'row.count': { type: 'undefined' } },
    first: { 'a.js': reading('SELECT COUNT(*) AS total FROM enrolments', 'total') },
  },
  {
    name: 'the one name that nothing reads',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'split')",
    named: { property: 'split', nullish: 'undefined' },
    files: { 'db/schema.sql': schema, 'a.js': reading('SELECT enrolled_on AS since FROM enrolments', 'joined') },
    at: [['a.js', 'row.joined.‸split']],
    facts: { row: { keys: ['since'] }, 'row.joined': { type: 'undefined' } },
    first: { 'a.js': reading('SELECT enrolled_on AS since FROM enrolments', 'since') },
  },
  {
    name: 'a column that the statement leaves out',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'split')",
    named: { property: 'split', nullish: 'undefined' },
    files: { 'db/schema.sql': schema, 'a.js': reading('SELECT id, full_name FROM members', 'email') },
    at: [['a.js', 'row.email.‸split']],
    facts: { row: { keys: ['id', 'full_name'] }, 'row.email': { type: 'undefined' } },
    first: { 'a.js': reading('SELECT id, full_name, email FROM members', 'email') },
  },
  {
    name: 'a column that may be empty',
    class: 'type',
    message: "Cannot read properties of null (reading 'split')",
    named: { property: 'split', nullish: 'null' },
    files: { 'db/schema.sql': schema, 'a.js': reading('SELECT email FROM members', 'email') },
    at: [['a.js', 'row.email.‸split']],
    first: null,
  },
]);

const stock =
  'CREATE TABLE items (id integer PRIMARY KEY, title text, quantity integer, weight integer);\nCREATE TABLE lines (parcel_id integer, item_id integer, amount integer);\n';
const linesOf = (column: string): string =>
  `exports.lines = (db, id) => db.prepare('SELECT i.title, l.${column}, i.weight FROM lines l JOIN items i ON i.id = l.item_id WHERE l.parcel_id = ?').all(id);\n`;
const weigh = 'exports.weigh = (lines) => lines.reduce((sum, { amount, weight }) => sum + amount * weight, 0);\n';
const counted = 'exports.show = (row) => ({ left: row.quantity, title: row.title });\n';
const noQuantity = {
  class: 'database' as const,
  message: 'no such column: l.quantity',
  named: { column: 'quantity' },
  at: [['a.js', '‸db.prepare']] as const,
};
const people =
  'CREATE TABLE customers (id integer PRIMARY KEY, full_name text, discount_percent integer);\nCREATE TABLE jobs (id integer PRIMARY KEY, customer_id integer);\n';
const jobsBy = (column: string, more = ''): string =>
  `const columns = \`j.id, ${column}, c.full_name AS "customerName"\`;\n${more}exports.find = (id) => one(\`SELECT \${columns} FROM jobs j JOIN customers c ON c.id = j.customer_id WHERE j.id = $1\`, [id]);\n`;
const noDiscount = {
  class: 'database' as const,
  message: 'column c.discount does not exist',
  named: { column: 'discount' },
  at: [['a.js', '‸one(`SELECT']] as const,
};
const price = 'exports.price = (job) => job.net * (1 - job.discount / 100);\n';

check(sqlName, [
  {
    name: 'a column of a list of results that is kept under a name: rows are read by the old one',
    ...noDiscount,
    files: { 'db/schema.sql': people, 'a.js': jobsBy('c.discount'), 'b.js': price },
    first: { 'a.js': jobsBy('c.discount_percent AS discount') },
    ask: null,
  },
  {
    name: 'a list of columns that is put behind INSERT INTO as well takes no other name',
    ...noDiscount,
    files: {
      'db/schema.sql': people,
      'a.js': jobsBy(
        'c.discount',
        'exports.add = (id) => one(`INSERT INTO customers (${columns}) VALUES ($1)`, [id]);\n',
      ),
      'b.js': price,
    },
    first: { 'a.js': /j\.id, c\.discount_percent, c\.full_name/ },
  },
  {
    name: 'a column that another table of the statement has, where rows of this one are taken apart by the one that it lacks',
    ...noQuantity,
    files: { 'db/schema.sql': stock, 'a.js': linesOf('quantity'), 'b.js': weigh, 'c.js': counted },
    first: { 'a.js': linesOf('amount') },
    ask: null,
  },
  {
    name: 'a column that is read somewhere, as the one that is not there is: a person is asked',
    ...noQuantity,
    files: {
      'db/schema.sql': stock.replace(', quantity integer', ''),
      'a.js': linesOf('quantity'),
      'b.js': 'exports.sum = (row) => row.amount;\n',
      'c.js': counted,
    },
    first: { 'a.js': linesOf('amount') },
    ask: /may be read/,
  },
  {
    name: 'a column whose rows are read by its own name is that of the other table',
    ...noQuantity,
    files: {
      'db/schema.sql': stock,
      'a.js': linesOf('quantity').replace('.all(id)', '.all(id).map((row) => row.quantity)'),
      'b.js': weigh,
    },
    first: { 'a.js': /SELECT i\.title, i\.quantity, i\.weight/ },
  },
]);
