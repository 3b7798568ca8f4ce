import { check } from '../cases.test-helper.ts';
import { sqlGrammar } from './sql-grammar.ts';
import { sqlValues } from './sql-values.ts';
import { sqlFile } from './sql-file.ts';
import { sqlName } from './sql.ts';

const schema =
  'create table loans (id int, book_id int, lent_on text, due_on text);\ncreate table books (id int, title text, user_id int, user_name text);\n';
const near = (word: string) => ({ class: 'database' as const, message: `near "${word}": syntax error` });
const query = (sql: string) => `exports.all = (db) => db.all('${sql}');\n`;

check(sqlName, [
  {
    name: 'a column that another word says, of which the table has one alone',
    class: 'database',
    message: 'no such column: removed_at',
    named: { column: 'removed_at' },
    files: {
      'schema.sql': 'CREATE TABLE plants (id INTEGER, name TEXT, deleted_at TEXT, planted_on TEXT);\n',
      'a.js': query('UPDATE plants SET removed_at = ? WHERE id = ?'),
    },
    at: [['a.js', '‸db.all']],
    first: { 'a.js': query('UPDATE plants SET deleted_at = ? WHERE id = ?') },
  },

  {
    name: 'a column that only the file which lays out the table spells so',
    class: 'database',
    message: 'table loans has no column named due_on',
    named: { column: 'due_on', table: 'loans' },
    files: {
      'schema.sql': schema.replace('due_on', 'dueon'),
      'a.js': query('SELECT due_on FROM loans') + query('INSERT INTO loans (id, due_on) VALUES (?, ?)'),
    },
    at: [['a.js', '‸db.all']],
    first: { 'schema.sql': schema },
  },
  {
    name: 'a column that was renamed where the table is laid out, and nowhere else',
    class: 'database',
    message: 'no such column: lent_on',
    named: { column: 'lent_on' },
    files: {
      'schema.sql':
        schema.replace('lent_on', 'given_out') +
        "INSERT INTO loans (id, book_id, given_out) VALUES (1, 1, 'given_out');",
      'a.js':
        query('SELECT id, book_id, due_on FROM loans ORDER BY lent_on') +
        query('INSERT INTO loans (id, book_id, lent_on, due_on) VALUES (?, ?, ?, ?)'),
    },
    at: [['a.js', '‸db.all']],
    first: { 'schema.sql': schema + "INSERT INTO loans (id, book_id, lent_on) VALUES (1, 1, 'given_out');" },
  },
  {
    name: 'a column that one statement asks for and no table has is nobody’s old name',
    class: 'database',
    message: 'no such column: lent_on',
    named: { column: 'lent_on' },
    files: {
      'schema.sql': schema.replace('lent_on', 'given_out'),
      'a.js': query('SELECT id, book_id, due_on FROM loans ORDER BY lent_on'),
    },
    at: [['a.js', '‸db.all']],
    first: null,
  },
  {
    name: 'a column that one statement alone spells otherwise than the table',
    class: 'database',
    message: 'no such column: dueon',
    named: { column: 'dueon' },
    files: { 'schema.sql': schema, 'a.js': query('SELECT id FROM loans WHERE dueon < 1') },
    at: [['a.js', '‸db.all']],
    first: { 'a.js': query('SELECT id FROM loans WHERE due_on < 1') },
  },
  {
    name: 'another word for the time',
    class: 'database',
    message: 'no such column: l.due_at',
    named: { column: 'due_at' },
    files: { 'schema.sql': schema, 'a.js': query('SELECT l.id FROM loans l WHERE l.due_at < 1') },
    at: [['a.js', '‸db.all']],
    first: { 'a.js': query('SELECT l.id FROM loans l WHERE l.due_on < 1') },
  },
  {
    name: 'the same beginning, another thing',
    class: 'database',
    message: 'no such column: b.user_mail',
    named: { column: 'user_mail' },
    files: { 'schema.sql': schema, 'a.js': query('SELECT b.user_mail FROM books b') },
    at: [['a.js', '‸db.all']],
    first: null,
  },
  {
    name: 'the table of the alias has no such column, another one has',
    class: 'database',
    message: 'no such column: b.due_at',
    named: { column: 'due_at' },
    files: { 'schema.sql': schema, 'a.js': query('SELECT b.due_at FROM loans l JOIN books b ON b.id = l.book_id') },
    at: [['a.js', '‸db.all']],
    first: null,
  },
]);

check(sqlGrammar, [
  {
    name: 'a keyword of what lays out a table, in code',
    ...near('NUL'),
    files: { 'a.js': 'exports.setUp = (db) => db.exec(`CREATE TABLE loans (id INTEGER, days INTEGER NOT NUL)`);\n' },
    at: [['a.js', '‸db.exec']],
    first: { 'a.js': 'exports.setUp = (db) => db.exec(`CREATE TABLE loans (id INTEGER, days INTEGER NOT NULL)`);\n' },
  },
  {
    name: 'ORDER without BY',
    ...near('due_on'),
    files: { 'schema.sql': schema, 'a.js': query('SELECT id FROM loans ORDER due_on') },
    at: [['a.js', '‸db.all']],
    first: { 'a.js': query('SELECT id FROM loans ORDER BY due_on') },
  },
  {
    name: 'between two columns',
    ...near('.'),
    files: { 'schema.sql': schema, 'a.js': query('SELECT l.id, l.due_on b.title FROM loans l, books b') },
    at: [['a.js', '‸db.all']],
    first: { 'a.js': query('SELECT l.id, l.due_on, b.title FROM loans l, books b') },
  },
  {
    name: 'in the list of an INSERT',
    ...near('user_id'),
    files: { 'schema.sql': schema, 'a.js': query('INSERT INTO books (title user_id) VALUES (1, 2)') },
    at: [['a.js', '‸db.all']],
    first: { 'a.js': query('INSERT INTO books (title, user_id) VALUES (1, 2)') },
  },
  {
    name: 'a table and its alias, and words of SQL, need none',
    ...near('.'),
    files: { 'schema.sql': schema, 'a.js': query('SELECT l.id AS title FROM loans l ORDER BY l.id DESC l.title') },
    at: [['a.js', '‸db.all']],
    first: null,
  },
  {
    name: 'the database stumbled over something else',
    ...near('loans'),
    files: { 'schema.sql': schema, 'a.js': query('SELECT l.id l.title FROM loans l') },
    at: [['a.js', '‸db.all']],
    first: null,
  },
  {
    name: 'names that are no columns',
    ...near('b'),
    files: { 'a.js': query('SELECT a b FROM loans') },
    at: [['a.js', '‸db.all']],
    first: null,
  },
]);

const users =
  "db.exec('CREATE TABLE IF NOT EXISTS users (id INTEGER PRIMARY KEY, email TEXT NOT NULL, created_at TEXT)');\n";
check(sqlName, [
  {
    name: 'a column',
    class: 'database',
    message: 'no such column: emial',
    named: { column: 'emial' },
    files: {
      'a.js': `${users}module.exports = () => db.prepare('SELECT id, emial FROM users WHERE emial = ?').all();\n`,
    },
    at: [['a.js', '‸db.prepare']],
    first: {
      'a.js': `${users}module.exports = () => db.prepare('SELECT id, email FROM users WHERE email = ?').all();\n`,
    },
  },
  {
    name: 'a table, the users in a file of its own',
    class: 'database',
    message: 'no such table: user',
    named: { table: 'user' },
    files: {
      'users.sql': 'create table users (id int);\ncreate table orders (id int);\n',
      'a.js': 'module.exports = () => db.all(`select * from user where id = ${1}`);\n',
    },
    at: [['a.js', '‸db.all']],
    first: { 'a.js': 'module.exports = () => db.all(`select * from users where id = ${1}`);\n' },
  },
  {
    name: 'camel for snake',
    class: 'database',
    message: 'no such column: createdAt',
    named: { column: 'createdAt' },
    files: { 'a.js': `${users}db.all('SELECT createdAt FROM users');\n` },
    at: [['a.js', '‸db.all']],
    first: { 'a.js': `${users}db.all('SELECT created_at FROM users');\n` },
  },
  {
    name: 'nothing near',
    class: 'database',
    message: 'no such column: zzz',
    named: { column: 'zzz' },
    files: { 'a.js': `${users}db.all('SELECT zzz FROM users');\n` },
    at: [['a.js', '‸db.all']],
    first: null,
  },
]);

const lent = (columns: string, marks: string, values: string) =>
  `const statements = { add: db.prepare('INSERT INTO loans (${columns}) VALUES (${marks})') };\nexports.add = (bookId, day) => statements.add.run(${values});\n`;
const columns = 'book_id, lent_on';

check(sqlValues, [
  {
    name: 'a placeholder less, of a statement that has a name',
    class: 'database',
    message: '1 values for 2 columns',
    files: { 'schema.sql': schema, 'a.js': lent(columns, '?', 'bookId, day') },
    at: [['a.js', '‸db.prepare']],
    first: { 'a.js': lent(columns, '?, ?', 'bookId, day') },
  },
  {
    name: 'two values that have changed places',
    class: 'database',
    message: 'NOT NULL constraint failed: loans.book_id',
    files: { 'schema.sql': schema, 'a.js': lent(columns, '?, ?', 'day, bookId') },
    at: [['a.js', 'add.‸run']],
    first: { 'a.js': lent(columns, '?, ?', 'bookId, day') },
  },
  {
    name: 'values that stand in their places',
    class: 'database',
    message: 'NOT NULL constraint failed: loans.book_id',
    files: { 'schema.sql': schema, 'a.js': lent(columns, '?, ?', 'bookId, day') },
    at: [['a.js', 'add.‸run']],
    first: null,
  },
]);

const listed = (column: string): string =>
  `const columns = 'id, hut_code AS hutCode, ${column} AS cancelledAt';\nexport const find = (db, id) => db.prepare(\`SELECT \${columns} FROM stays WHERE id = ?\`).get(id);\n`;

check(sqlName, [
  {
    name: 'a column in a list that is put into statements under a name',
    class: 'database',
    message: 'SqliteError: no such column: canceled_at',
    named: { column: 'canceled_at', code: 'SQLITE_ERROR' },
    files: {
      'schema.sql': 'CREATE TABLE stays (id INTEGER PRIMARY KEY, hut_code TEXT NOT NULL, cancelled_at TEXT);\n',
      'stays.js': listed('canceled_at'),
    },
    at: [['stays.js', 'db.‸prepare']],
    first: { 'stays.js': listed('cancelled_at') },
  },
]);

const laidOut = (table: string) => ({
  'migrations/1.sql': `CREATE TABLE orders (id int, title text);\n\nCREATE TABLE ${table} (id int, order_id int, kind text);\n\nCREATE INDEX by_order ON ${table} (order_id);\n\nINSERT INTO events (order_id, kind) VALUES (1, 'bound');\n`,
  'a.js':
    query('SELECT kind FROM events WHERE order_id = ?') +
    query('SELECT title FROM orders') +
    query('INSERT INTO events (order_id, kind) VALUES (?, ?)'),
});
const noEvents = { class: 'database' as const, message: 'no such table: events', named: { table: 'events' } };

check(sqlName, [
  {
    name: 'a table of which nothing speaks, and that has all columns that statements fill of the one that is missing',
    ...noEvents,
    files: laidOut('order_events'),
    first: { 'migrations/1.sql': laidOut('events')['migrations/1.sql'] },
    ask: null,
  },
  {
    name: 'an idle table that lacks a column of what is filled',
    ...noEvents,
    files: {
      ...laidOut('booklets'),
      'b.js': query('INSERT INTO events (order_id, note) VALUES (?, ?)'),
    },
    first: null,
  },
]);

const seed = (rows: string) =>
  `INSERT INTO books (id, title) VALUES\n  ${rows};\nINSERT INTO loans VALUES (1, 'a (b', 2);\n`;

check(sqlFile, [
  ...(
    [
      [
        'two rows without a comma',
        '(',
        "(1, 'Ada''s (1)') -- new\n  (2, 'Eve')",
        "(1, 'Ada''s (1)'), -- new\n  (2, 'Eve')",
      ],
      [
        'a comma behind the last row',
        ';',
        "(1, 'Ada'),\n  (2, 'Eve'), -- last\n",
        "(1, 'Ada'),\n  (2, 'Eve') -- last\n",
      ],
      ['two rows of unlike length', '(', "(1, 'Ada')\n  (2)", null],
      ['two places that lack one', '(', "(1, 'Ada')\n  (2, 'Eve')\n  (3, 'Joe')", null],
    ] as const
  ).map(([name, word, rows, now]) => ({
    ...near(word),
    name,
    files: { 'schema.sql': schema, 'seed.sql': seed(rows) },
    first: now === null ? null : { 'seed.sql': seed(now) },
  })),
  {
    name: 'a table that a migration alone alters is none that the project makes',
    class: 'database',
    message: 'no such table: product',
    named: { table: 'product' },
    files: {
      'schema.sql': 'CREATE TABLE products (id INTEGER, name TEXT);\n',
      'migrations/002.sql': 'ALTER TABLE product ADD COLUMN deleted_at TEXT;\n',
    },
    first: { 'migrations/002.sql': 'ALTER TABLE products ADD COLUMN deleted_at TEXT;\n' },
  },
  ...(
    [
      ['asks for', "const lent = get('SELECT lent_on FROM loans');\n", null],
      ['does not ask for', 'run(seed);\n', /\(id, lent\)/],
      [
        'asks for, and for the other one',
        "get('SELECT lent_on FROM old');\nget('SELECT lent FROM loans');\n",
        /\(id, lent\)/,
      ],
    ] as const
  ).map(([what, code, first]) => ({
    name: `a column of a seed that the code ${what}`,
    class: 'database' as const,
    message: 'table loans has no column named lent_on',
    named: { column: 'lent_on', table: 'loans' },
    files: {
      'a.js': code,
      'schema.sql': 'CREATE TABLE loans (id INTEGER, lent TEXT);\n',
      'seed.sql': "INSERT INTO loans (id, lent_on) VALUES (1, 'a');\n",
    },
    first: first === null ? null : { 'seed.sql': first },
  })),
  {
    name: 'a value that is spelt as the missing table is left alone',
    class: 'database',
    message: 'no such table: rider',
    named: { table: 'rider' },
    files: {
      'schema.sql': 'CREATE TABLE riders (id INTEGER, role TEXT);\n',
      'seed.sql': "INSERT INTO riders VALUES (1, 'rider');\nINSERT INTO rider VALUES (2, 'rider');\n",
    },
    first: { 'seed.sql': "INSERT INTO riders VALUES (1, 'rider');\nINSERT INTO riders VALUES (2, 'rider');\n" },
  },
]);
