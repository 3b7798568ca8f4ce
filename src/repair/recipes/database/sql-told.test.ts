/** Columns and tables that the last change renamed, as git tells it. */
import { check, historyOf } from '../cases.test-helper.ts';
import { sqlName } from './sql.ts';

const schema =
  'CREATE TABLE instruments (id integer PRIMARY KEY, family text, fee_cents integer);\nCREATE TABLE hires (id integer PRIMARY KEY, instrument_id integer, months integer);\n';
const income = (fee: string, table = 'instruments'): string =>
  `exports.income = (db) => db.prepare('SELECT i.family, SUM(h.months * i.${fee}) AS cents FROM hires h JOIN ${table} i ON i.id = h.instrument_id GROUP BY i.family').all();\n`;
const told = (name: string, ...to: string[]) => ({ git: historyOf({ replaced: { [name]: to } }) });
const noColumn = {
  class: 'database' as const,
  message: 'no such column: i.monthly_price',
  named: { column: 'monthly_price' },
  files: { 'schema.sql': schema, 'a.js': income('monthly_price') },
  at: [['a.js', '‸db.prepare']] as const,
};

check(sqlName, [
  {
    name: 'a column that the last change renamed',
    ...noColumn,
    context: told('monthly_price', 'fee_cents'),
    first: { 'a.js': income('fee_cents') },
    // Nothing is asked.
  },
  { name: 'a column of which nothing is told', ...noColumn, first: null },
  {
    name: 'a column of another table that took the place of one',
    ...noColumn,
    context: told('monthly_price', 'instrument_id'),
    first: null,
  },
  {
    name: 'a table that the last change renamed',
    class: 'database',
    message: 'no such table: stock',
    named: { table: 'stock' },
    files: { 'schema.sql': schema, 'a.js': income('fee_cents', 'stock') },
    at: [['a.js', '‸db.prepare']],
    context: told('stock', 'instruments'),
    first: { 'a.js': income('fee_cents') },
  },
  {
    name: 'a table in place of which something else stands that is none',
    class: 'database',
    message: 'no such table: stock',
    named: { table: 'stock' },
    files: { 'schema.sql': schema, 'a.js': income('fee_cents', 'stock') },
    at: [['a.js', '‸db.prepare']],
    context: told('stock', 'holdings'),
    first: null,
  },
]);
