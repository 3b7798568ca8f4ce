import { check } from '../cases.test-helper.ts';
import { sqlCheck } from './sql-check.ts';
import { sqlGrammar } from './sql-grammar.ts';
import { sqlJoin } from './sql-join.ts';
import { sqlName } from './sql.ts';
import { sqlValues } from './sql-values.ts';

const layout = `CREATE TABLE students (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL);
CREATE TABLE bookings (
  id INTEGER PRIMARY KEY,
  student_id INTEGER NOT NULL REFERENCES students (id),
  booked_at TEXT NOT NULL,
  paid INTEGER NOT NULL DEFAULT 0,
  status TEXT NOT NULL CHECK (status IN ('pending', 'confirmed', 'cancelled'))
);
`;
const confirm =
  'exports.confirm = (id) => db.prepare("UPDATE bookings SET status = \'confirmed\' WHERE id = ?").run(id);\n';
const failing = (message: string, code: string) => ({
  class: 'database' as const,
  message,
  files: { 'layout.sql': layout, 'a.js': code },
  at: [['a.js', '‸db.prepare'] as const],
});
const refused = (code: string) =>
  failing("CHECK constraint failed: status IN ('pending', 'confirmed', 'cancelled')", code);
const cancel = (word: string): string =>
  `exports.cancel = (id) => db.prepare("UPDATE bookings SET status = '${word}' WHERE id = ?").run(id);\n`;
const bound = (word: string): string =>
  `exports.add = (id, at) => db.prepare('INSERT INTO bookings (student_id, booked_at, status) VALUES (?, ?, ?)').run(id, at, '${word}');\n`;
const handed = (word: string): string =>
  `const set = (id, status) => db.prepare('UPDATE bookings SET status = ? WHERE id = ?').run(status, id);\nexports.cancel = (id) => set(id, '${word}');\n`;

check(sqlCheck, [
  { name: 'a word in a statement', ...refused(cancel('canceled')), first: { 'a.js': cancel('cancelled') } },
  { name: 'a word that is bound', ...refused(bound('Pending')), first: { 'a.js': bound('pending') } },
  { name: 'a word that a caller hands over', ...refused(handed('canceled')), first: { 'a.js': handed('cancelled') } },
  {
    name: 'a word of the layout that all others write otherwise',
    ...refused(`${bound('pending')}exports.isOpen = (row) => row.status === 'pending';\n`),
    files: {
      'layout.sql': layout.replace("'pending'", "'pendng'"),
      'a.js': `${bound('pending')}exports.isOpen = (row) => row.status === 'pending';\n`,
    },
    first: { 'layout.sql': layout },
  },
  {
    name: 'another word: the only one that nobody writes is for a person to say',
    ...refused(bound('open') + confirm + cancel('cancelled')),
    first: { 'a.js': bound('pending') + confirm + cancel('cancelled') },
    ask: /none of pending, confirmed, cancelled/,
  },
  { name: 'another word, and two that nobody writes', ...refused(bound('open') + confirm), first: null },
  {
    name: 'a word that comes from outside',
    ...refused(
      "exports.set = (id, body) => db.prepare('UPDATE bookings SET status = ? WHERE id = ?').run(body.status, id);\n",
    ),
    first: null,
  },
]);

const insert = (columns: string, marks: string, given: string): string =>
  `exports.add = (studentId, bookedAt, status) => db.prepare('INSERT INTO bookings (${columns}) VALUES (${marks})').run(${given});\n`;
const empty = 'NOT NULL constraint failed: bookings.booked_at';

check(sqlValues, [
  {
    name: 'a column and its placeholder, of which the value is still given',
    ...failing(empty, insert('student_id, status', '?, ?', 'studentId, bookedAt, status')),
    first: { 'a.js': insert('student_id, booked_at, status', '?, ?, ?', 'studentId, bookedAt, status') },
  },
  {
    name: 'the last column and its placeholder',
    ...failing(empty, insert('student_id, status', '?, ?', 'studentId, status, bookedAt')),
    first: { 'a.js': insert('student_id, status, booked_at', '?, ?, ?', 'studentId, status, bookedAt') },
  },
  {
    name: 'a column and its placeholder by name',
    ...failing(empty, insert('student_id, status', '@studentId, @status', '{ studentId, status, bookedAt }')),
    first: {
      'a.js': insert(
        'student_id, status, booked_at',
        '@studentId, @status, @bookedAt',
        '{ studentId, status, bookedAt }',
      ),
    },
  },
  {
    name: 'nothing of that name is given',
    ...failing(empty, insert('student_id, status', '@studentId, @status', '{ studentId, status }')),
    first: null,
  },
]);

const select = (sql: string): string => `exports.list = (id) => db.prepare(\`${sql}\`).all(id);\n`;
const people = (join: string): string =>
  select(`SELECT s.id, s.full_name FROM bookings b JOIN students ${join} WHERE b.id = ?`);

check(sqlName, [
  {
    name: 'a value in escaped backticks',
    ...failing('no such column: cancelled', select('SELECT id FROM bookings b WHERE b.status <> \\`cancelled\\`')),
    named: { column: 'cancelled' },
    first: { 'a.js': select("SELECT id FROM bookings b WHERE b.status <> 'cancelled'") },
  },
]);

check(sqlJoin, [
  {
    name: 'a table that is joined by another name, by which nothing is read',
    ...failing('no such column: s.id', people('st ON st.id = b.student_id')),
    first: null,
  },
]);

const months = (more: string): string =>
  select(`SELECT substr(booked_at, 1, 7) AS month, COUNT(*) AS total FROM bookings GROUP BY month ${more}`);
const paid = (sum: string): string => select(`SELECT student_id, ${sum} AS paid FROM bookings GROUP BY student_id`);

check(sqlGrammar, [
  {
    name: 'a bracket that is closed too late',
    ...failing('wrong number of arguments to function SUM()', paid('COALESCE(SUM(paid, 0))')),
    first: { 'a.js': paid('COALESCE(SUM(paid), 0)') },
  },
  {
    name: 'a condition on groups',
    ...failing('near "WHERE": syntax error', months('WHERE total > 1 ORDER BY month')),
    first: { 'a.js': months('HAVING total > 1 ORDER BY month') },
  },
  {
    name: 'a comma before a statement in brackets',
    ...failing(
      'near "(": syntax error',
      select('SELECT id AS n (SELECT COUNT(*) FROM bookings) AS total FROM students WHERE id = ?'),
    ),
    first: { 'a.js': select('SELECT id AS n, (SELECT COUNT(*) FROM bookings) AS total FROM students WHERE id = ?') },
  },
]);
