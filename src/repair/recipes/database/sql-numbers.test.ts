/** Statements for PostgreSQL: the numbers of placeholders, the rows that they give back, and signs that are lost. */
import { check } from '../cases.test-helper.ts';
import { sqlCheck } from './sql-check.ts';
import { sqlGrammar } from './sql-grammar.ts';
import { sqlResult } from './sql-result.ts';
import { sqlValues } from './sql-values.ts';
import { sqlName } from './sql.ts';

const layout = `CREATE TABLE users (id serial PRIMARY KEY, name text NOT NULL);
CREATE TABLE customers (id serial PRIMARY KEY, company text NOT NULL, discount_percent integer NOT NULL);
CREATE TABLE jobs (
  id serial PRIMARY KEY,
  customer_id integer NOT NULL REFERENCES customers(id),
  title text NOT NULL,
  state text NOT NULL CHECK (state IN ('draft', 'delivered')),
  taken_by integer NOT NULL REFERENCES users(id)
);
`;
const failing = (message: string, code: string) => ({
  class: 'database' as const,
  message,
  files: { 'layout.sql': layout, 'package.json': '{"dependencies":{"pg":"8"}}', 'a.js': code },
  at: [['a.js', '‸one('] as const],
});
const add = (marks: string, given: string): string =>
  `exports.add = ({ customerId, title }, user) =>\n  one('INSERT INTO jobs (customer_id, title, taken_by) VALUES (${marks})', [${given}]);\n`;
const all = 'customerId, title, user.id';
const list = (sum: string): string =>
  `exports.list = (state) => {\n  const values = [];\n  const conditions = [];\n  if (state) {\n    values.push(state);\n    conditions.push(\`state = $\${${sum}}\`);\n  }\n  return one(\`SELECT id FROM jobs WHERE \${conditions}\`, values);\n};\n`;

check(sqlValues, [
  {
    name: 'a number that is left out',
    ...failing('could not determine data type of parameter $3', add('$1, $2, $4', all)),
    first: { 'a.js': add('$1, $2, $3', all) },
  },
  {
    name: 'a number too high for a list that is one short as well',
    ...failing('could not determine data type of parameter $3', add('$1, $2, $4', 'customerId, title')),
    first: null,
  },
  {
    name: 'the id of what the column refers to',
    ...failing(
      'bind message supplies 2 parameters, but prepared statement "" requires 3',
      add('$1, $2, $3', 'customerId, title'),
    ),
    first: { 'a.js': add('$1, $2, $3', all) },
  },
  {
    name: 'two values, of which one is of another kind than its column',
    ...failing('invalid input syntax for type integer: "Cards"', add('$1, $2, $3', 'title, customerId, user.id')),
    first: { 'a.js': add('$1, $2, $3', all) },
  },
  {
    name: 'a number that is reckoned behind its value',
    ...failing('could not determine data type of parameter $1', list('values.length + 1')),
    first: { 'a.js': list('values.length') },
  },
  { name: 'a number that is right', ...failing('there is no parameter $1', list('values.length')), first: null },
]);

const create = (end: string): string =>
  `exports.add = async (title) => {\n  const { id } = await one('INSERT INTO jobs (title) VALUES ($1)${end}', [title]);\n  return id;\n};\n`;

check(sqlResult, [
  {
    name: 'a row that is taken apart and not given back',
    ...failing("Cannot destructure property 'id' of '(intermediate value)' as it is null.", create('')),
    class: 'type',
    first: { 'a.js': create(' RETURNING id') },
  },
  {
    name: 'what is taken out is no column',
    ...failing(
      "Cannot destructure property 'changes' of '(intermediate value)' as it is null.",
      create('').replace('{ id }', '{ changes }'),
    ),
    class: 'type',
    first: null,
  },
]);

const query = (sql: string): string => `exports.list = (q) => one(\`${sql}\`, [q, 2]);\n`;
const named = (column: string): string =>
  query(`SELECT c.${column} AS "discountPercent" FROM customers c WHERE c.company = $1 LIMIT $2`);

check(sqlName, [
  {
    name: 'a column that the result is called after',
    ...failing('column c.discount_pct does not exist', named('discount_pct')),
    named: { column: 'discount_pct' },
    first: { 'a.js': named('discount_percent') },
  },
]);

const like = (end: string): string =>
  query(`SELECT id FROM customers WHERE company ILIKE '%' || $1 || '%${end}\n  ORDER BY company LIMIT $2`);
const set = (comma: string, where = ' WHERE id = $3'): string =>
  query(`UPDATE jobs SET title = COALESCE($1, title)${comma} state = $2${where}`);

check(sqlGrammar, [
  {
    name: 'a text that is not closed before the next clause',
    ...failing(`unterminated quoted string at or near "'%`, like('')),
    first: { 'a.js': like("'") },
  },
  {
    name: 'a comma between what is set',
    ...failing('syntax error at or near "state"', set('')),
    first: { 'a.js': set(',') },
  },
  {
    name: 'what is set last may be a condition, where nothing says which row is meant',
    ...failing('syntax error at or near "state"', set('', '')),
    first: null,
  },
]);

const advance = (word: string): string =>
  `const next = { draft: '${word}' };\nconst set = (id, state) => one('UPDATE jobs SET state = $2 WHERE id = $1', [id, state]);\nexports.go = (job) => {\n  const state = next[job.state];\n  return set(job.id, state);\n};\n`;

check(sqlCheck, [
  {
    name: 'a word of a table of words',
    ...failing('new row for relation "jobs" violates check constraint "jobs_state_check"', advance('deliverd')),
    first: { 'a.js': advance('delivered') },
  },
]);

const stock =
  'CREATE TABLE shelves (id integer PRIMARY KEY);\nCREATE TABLE parts (id integer PRIMARY KEY, shelf_id integer NOT NULL REFERENCES shelves (id), label text NOT NULL, cents integer NOT NULL);\n';
const kept = (sql: string, given: string): Record<string, string> => ({
  'schema.sql': stock,
  'a.js': `exports.make = (db) => {\n  const write = db.prepare('${sql}');\n  const read = () => {\n    const write = db.open();\n    return write.all(write);\n  };\n  return {\n    read,\n    set(id, shelfId, { label, cents }) {\n      write.run(${given});\n    },\n  };\n};\n`,
});
const insertPart = 'INSERT INTO parts (shelf_id, label, cents) VALUES (?, ?, ?)';
const updatePart = 'UPDATE parts SET label = ?, cents = COALESCE(?, cents) WHERE id = ?';
const refused = (message: string, sql: string, given: string) => ({
  ...{ class: 'database' as const, message, files: kept(sql, given) },
  at: [['a.js', 'write.‸run'] as const],
});
const empty = 'NOT NULL constraint failed: parts.cents';

check(sqlValues, [
  {
    name: 'a value that is given in no list, left out between two others',
    ...refused(empty, insertPart, 'shelfId, cents'),
    first: { 'a.js': /run\(shelfId, label, cents\)/ },
  },
  {
    name: 'one that may be left out at two places',
    ...refused(empty, insertPart, 'shelfId, String(1)'),
    first: null,
  },
  {
    name: 'values of a list that stand in a circle',
    ...refused(empty, insertPart, 'label, cents, shelfId'),
    first: { 'a.js': /run\(shelfId, label, cents\)/ },
  },
  {
    name: 'values that are set and compared in another order',
    ...refused('datatype mismatch', updatePart, 'id, label, cents'),
    first: { 'a.js': /run\(label, cents, id\)/ },
  },
  {
    name: 'what is set to a value by another name is in nobody’s place',
    ...refused('CHECK constraint failed: cents', updatePart, 'label, shelfId, id'),
    first: null,
  },
  {
    name: 'two that name no column, of which one stands in another’s place',
    ...refused('FOREIGN KEY constraint failed', insertPart, 'label, String(1), db.one()'),
    first: { 'a.js': /run\(String\(1\), label, db\.one\(\)\)/ },
  },
]);

check(sqlValues, [
  {
    name: 'a statement that a name keeps and one call is given',
    class: 'database',
    message: 'null value in column "title" of relation "jobs" violates not-null constraint',
    files: {
      'layout.sql': layout,
      'a.js':
        "const ADD = 'INSERT INTO jobs (customer_id, title, taken_by) VALUES ($1, $2, $3)';\nexports.add = (db, customerId, title, takenBy) => db.query(ADD, [customerId, takenBy, title]);\n",
    },
    at: [['a.js', 'db.‸query']],
    first: { 'a.js': /\[customerId, title, takenBy\]/ },
  },
]);

check(sqlName, [
  {
    name: 'a column that code lays out by another name than it writes and reads it',
    class: 'database',
    message: 'table stays has no column named half_board',
    named: { column: 'half_board' },
    files: {
      'a.js':
        'db.exec(`CREATE TABLE stays (id integer PRIMARY KEY, board integer NOT NULL);`);\nexports.add = (half) => db.prepare("INSERT INTO stays (half_board) VALUES (?)").run(half);\nexports.list = () => db.prepare("SELECT * FROM stays").all().map((row) => [row.id, row.half_board === 1]);\n',
    },
    at: [['a.js', 'db.‸prepare("INSERT']],
    first: {
      'a.js': /CREATE TABLE stays \(id integer PRIMARY KEY, half_board integer[\s\S]*INSERT INTO stays \(half_board\)/,
    },
  },
]);

const layoutOf = (column: string): string => `CREATE TABLE stays (id integer PRIMARY KEY, ${column} text NOT NULL);\n`;

check(
  sqlName,
  (
    [
      ['almost so', 'arrival', null],
      ['otherwise', 'started_at', /may be two different things/],
    ] as const
  ).map(([how, column, ask]) => ({
    name: `a column of the layout that no code names, where all code names another one ${how}`,
    class: 'database' as const,
    message: 'no such column: arrived_on',
    named: { column: 'arrived_on' },
    files: {
      'layout.sql': layoutOf(column),
      'a.js': "exports.list = (db) => db.all('SELECT id, arrived_on FROM stays');\n",
      'b.js': "exports.last = (db) => db.get('SELECT max(arrived_on) AS last FROM stays');\n",
    },
    at: [['a.js', 'db.‸all'] as const],
    first: { 'layout.sql': layoutOf('arrived_on') },
    ask,
  })),
);
