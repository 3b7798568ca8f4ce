import { check } from '../cases.test-helper.ts';
import { toldName } from './told-name.ts';

const outside = { 'node_modules/orm/index.js': 'throw new Error(text);\n' };
const thrown = ['node_modules/orm/index.js', '‸throw'] as const;
const tables =
  "exports.up = (db) => db.schema.createTable('books', (t) => { t.increments('id'); t.string('title'); t.integer('pages'); });\n";
const noPage = {
  class: 'database',
  message: 'select `title` from `books` where `page` < 9 - no such column: page',
} as const;
const knex = (column: string) => `exports.short = (db) => db('books').where('${column}', '<', 9).select('title');\n`;
const entity =
  'import { Column } from "orm";\nexport class Book { @Column() title: string; @Column() pages: number; }\n';

const signs = (key: string): string => `exports.sign = (sub) => tokens.sign({ sub }, key, { ${key}: '2h', jti: 1 });\n`;
const twice = (column: string): string =>
  `exports.all = (from) => from('books').join('shelves', 'shelves.id', 'books.${column}').all();\nexports.one = (from, id) => from('books').join('shelves', 'shelves.id', 'books.shelf_id').where('books.id', id).all();\n`;
const noShelf = { class: 'database', message: 'no such column: books.shelf_id' } as const;
const shelves =
  "exports.up = (db) => db.schema.createTable('books', (t) => { t.increments('id'); t.integer('shelfId'); });\n";
check(toldName, [
  {
    name: 'a column that another text says of the same table, too: it is the database that was renamed',
    ...noShelf,
    named: { column: 'shelf_id' },
    files: { 'tables.js': shelves, 'books.js': twice('shelf_id') },
    outside,
    at: [thrown, ['books.js', "‸from('books').join('shelves', 'shelves.id', 'books.shelf_id').all"]],
    first: { 'books.js': /shelfId/ },
    ask: /is said elsewhere/,
  },
  {
    name: 'a column that one text says, and by which rows are read',
    ...noPage,
    named: { column: 'page' },
    files: {
      'tables.js': tables,
      'books.js': knex('page'),
      'map.js': 'exports.map = (row) => ({ length: row.page });\n',
    },
    outside,
    at: [thrown, ['books.js', "‸db('books')"]],
    first: { 'books.js': /pages/ },
    ask: /is said elsewhere/,
  },
  {
    name: 'an option that a package does not allow, and calls almost so in the file that says it',
    class: 'unknown',
    message: '"expireIn" is not allowed in "options"',
    files: { 'auth.js': signs('expireIn') },
    outside: { 'node_modules/orm/index.js': 'if (options.expiresIn) claim();\nthrow new Error(text);\n' },
    at: [thrown, ['auth.js', 'tokens.‸sign']],
    first: { 'auth.js': signs('expiresIn') },
  },
  {
    name: 'an option that a package does not allow, and knows nothing like',
    class: 'unknown',
    message: '"expireIn" is not allowed in "options"',
    files: { 'auth.js': signs('expireIn') },
    outside: { 'node_modules/orm/index.js': 'if (options.audience) claim();\nthrow new Error(text);\n' },
    at: [thrown, ['auth.js', 'tokens.‸sign']],
    first: null,
  },
  {
    name: 'a method that the package says to use instead',
    class: 'unknown',
    message: 'Function yaml.safeLoad is removed in js-yaml 4. Use yaml.load instead, which is now safe by default.',
    files: { 'settings.js': "exports.settings = merge(base, yaml.safeLoad(read('a.yaml')));\n" },
    outside,
    at: [thrown, ['settings.js', 'yaml.‸safeLoad']],
    first: { 'settings.js': "exports.settings = merge(base, yaml.load(read('a.yaml')));\n" },
  },
  {
    name: 'a function taken by its name that the package says to use instead',
    class: 'unknown',
    message: 'Function yaml.safeLoad is removed in js-yaml 4. Use yaml.load instead, which is now safe by default.',
    files: {
      'settings.js': "import { safeLoad } from 'js-yaml';\nexport const settings = safeLoad(read('a.yaml'));\n",
    },
    outside,
    at: [thrown, ['settings.js', '‸safeLoad(']],
    first: {
      'settings.js': "import { load as safeLoad } from 'js-yaml';\nexport const settings = safeLoad(read('a.yaml'));\n",
    },
  },
  {
    name: 'a package taken whole, whose word for that stands in the message by chance',
    class: 'unknown',
    message: 'Function yaml.safeLoad is removed in js-yaml 4. Use yaml.load instead, which is now safe by default.',
    files: { 'settings.js': "import read from 'readers';\nexport const settings = read('a.yaml');\n" },
    outside,
    at: [thrown, ['settings.js', '‸read(']],
    first: null,
  },
  {
    name: 'what to use instead of something that the failing line does not call',
    class: 'unknown',
    message: 'Function yaml.safeDump is removed. Use yaml.dump instead.',
    files: { 'settings.js': "exports.settings = merge(base, yaml.safeLoad(read('a.yaml')));\n" },
    outside,
    at: [thrown, ['settings.js', 'yaml.‸safeLoad']],
    first: null,
  },
  {
    name: 'a column in the words of a query builder, in a file that no frame names',
    ...noPage,
    named: { column: 'page' },
    files: { 'tables.js': tables, 'books.js': knex('page'), 'app.js': 'exports.go = () => short();\n' },
    outside,
    at: [thrown, ['app.js', '‸short()']],
    first: { 'books.js': knex('pages') },
  },
  {
    name: 'with its table before it',
    ...noPage,
    named: { column: 'page' },
    files: { 'tables.js': tables, 'books.js': knex('books.page') },
    outside,
    at: [thrown, ['books.js', "‸db('books')"]],
    first: { 'books.js': knex('books.pages') },
  },
  {
    name: 'a key that a schema does not recognize',
    class: 'unknown',
    message: 'Unrecognized key: "pags"',
    files: {
      'book.js':
        'const book = z.object({ title: z.string(), pages: z.number() });\nexports.part = book.pick({ pags: true });\n',
    },
    outside,
    at: [thrown, ['book.js', 'book.‸pick']],
    first: { 'book.js': /book\.pick\(\{ pages: true \}\)/ },
  },
  {
    name: 'a column that a table lost a word of, where it is the only one that nobody speaks of',
    class: 'database',
    message: 'SqliteError: table singers has no column named voice_part',
    named: { column: 'voice_part' },
    files: {
      'schema.ts': "export const singers = table('singers', { id: integer('id'), part: text('voice_part') });\n",
      'tables.ts': "export const tables = ['CREATE TABLE singers (id INTEGER PRIMARY KEY, voice TEXT NOT NULL)'];\n",
      'app.ts': 'export const add = (db, part) => db.insert(singers).values({ part }).run();\n',
    },
    outside,
    at: [thrown, ['app.ts', '‸db.insert']],
    first: {
      'schema.ts': "export const singers = table('singers', { id: integer('id'), part: text('voice') });\n",
    },
  },
  {
    name: 'a column of which somebody speaks already',
    class: 'database',
    message: 'SqliteError: table singers has no column named voice_part',
    named: { column: 'voice_part' },
    files: {
      'schema.ts':
        "export const singers = table('singers', { id: integer('id'), voice: text('voice'), part: text('voice_part') });\n",
      'tables.ts': "export const tables = ['CREATE TABLE singers (id INTEGER PRIMARY KEY, voice TEXT NOT NULL)'];\n",
      'app.ts': 'export const add = (db, part) => db.insert(singers).values({ part }).run();\n',
    },
    outside,
    at: [thrown, ['app.ts', '‸db.insert']],
    first: null,
  },
  {
    name: 'as a value of the query, behind a colon',
    ...noPage,
    named: { column: 'page' },
    files: { 'tables.js': tables, 'books.js': "exports.short = (q) => q.where('id < :page', { limit: 9 });\n" },
    outside,
    at: [thrown, ['books.js', '‸q.where']],
    first: null,
  },
  {
    name: 'a key that the mapper says is no property of the entity',
    class: 'unknown',
    message: 'Property "titel" was not found in "Book". Make sure your query is correct.',
    files: {
      'book.ts': entity,
      'app.ts': "export const one = (repo) => repo.findOne({ where: { titel: 'Lathe' } });\n",
    },
    outside,
    at: [thrown, ['app.ts', '‸repo.findOne']],
    first: { 'app.ts': "export const one = (repo) => repo.findOne({ where: { title: 'Lathe' } });\n" },
  },
  {
    name: 'a key that stands for its value too',
    class: 'unknown',
    message: 'Trying to query by not existing property Book.titel',
    files: { 'book.ts': entity, 'app.ts': 'export const one = (repo, titel) => repo.findOne({ titel });\n' },
    outside,
    at: [thrown, ['app.ts', '‸repo.findOne']],
    first: { 'app.ts': 'export const one = (repo, titel) => repo.findOne({ title: titel });\n' },
  },
  {
    name: 'a column of an object that no other place calls so: undefined was handed to the builder',
    class: 'type',
    message: 'Failed query: select "title" from "books" where "authors"."id" = ?',
    files: {
      'schema.ts': "export const books = table('books', { title: text('title'), authorId: integer('author_id') });\n",
      'app.ts': 'export const all = () => db.select().from(books).innerJoin(authors, eq(authors.id, books.autorId));\n',
    },
    outside,
    at: [thrown, ['app.ts', '‸db.select']],
    first: {
      'app.ts':
        'export const all = () => db.select().from(books).innerJoin(authors, eq(authors.id, books.authorId));\n',
    },
  },
  {
    name: 'what a container with its registrations is asked for is told by those',
    class: 'unknown',
    message: "AwilixResolutionError: Could not resolve 'stroe'.\n\nResolution path: shop -> stroe",
    files: {
      'app.js':
        'class Shop {\n  constructor({ stroe }) {\n    this.store = stroe;\n  }\n}\nbox.register({ store: asClass(Store), shop: asClass(Shop) });\nbox.resolve(shop);\n',
    },
    outside,
    at: [thrown, ['app.js', '‸box.resolve']],
    first: null,
  },
  {
    name: 'a service by its name as a text',
    class: 'unknown',
    message: 'No matching bindings found for serviceIdentifier: Stroe',
    files: { 'app.js': "box.bind('Store').to(Store);\nbox.get('Stroe');\n" },
    outside,
    at: [thrown, ['app.js', '‸box.get']],
    first: { 'app.js': "box.bind('Store').to(Store);\nbox.get('Store');\n" },
  },
  {
    name: 'of the class that the message speaks of, though its name stands in more texts than can be tried',
    class: 'unknown',
    message: 'Property "page" was not found in "Book". Make sure your query is correct.',
    files: {
      'book.ts': entity,
      'app.ts': `export const all = (q) => q.find({ relations: ['page'] }).join('page.a', 'page.b').where('page.c').or('page.d').or('page.e').or('page.f');\n`,
    },
    outside,
    at: [thrown, ['app.ts', '‸q.find']],
    first: { 'app.ts': /relations: \['pages'\] \}\)\.join\('page\.a'/ },
  },
  {
    name: 'of a longer column of that table: a person says whether it is the same',
    ...noPage,
    message: 'no such column: book.published',
    named: { column: 'published' },
    files: {
      'tables.sql': 'CREATE TABLE books (id INTEGER, published_year INTEGER);\n',
      'app.js': "exports.all = (q) => q.orderBy('book.published');\n",
    },
    outside,
    at: [thrown, ['app.js', '‸q.orderBy']],
    first: { 'app.js': "exports.all = (q) => q.orderBy('book.published_year');\n" },
    ask: /may be two different things/,
  },
  {
    name: 'the table before a column that it has',
    class: 'database',
    message: 'select sum(book.pages) from books - no such column: book.pages',
    named: { column: 'pages' },
    files: { 'tables.js': tables, 'app.js': "exports.all = (q) => q('books').sum('book.pages');\n" },
    outside,
    at: [thrown, ['app.js', "‸q('books')"]],
    first: { 'app.js': "exports.all = (q) => q('books').sum('books.pages');\n" },
  },
  {
    name: 'a word of the message that stands in no quotes, said to one call alone',
    class: 'unknown',
    message: 'Relation with property path autor in entity was not found.',
    files: {
      'book.ts': 'import { Column } from "orm";\nexport class Book { @Column() author: string; }\n',
      'app.ts': "export const all = (q) => q.join('book.autor', 'of');\n",
    },
    outside,
    at: [thrown, ['app.ts', '‸q.join']],
    first: { 'app.ts': "export const all = (q) => q.join('book.author', 'of');\n" },
  },
  {
    name: 'a word of the message that is a variable of the project, too, is none',
    class: 'unknown',
    message: 'Relation with property path autor in entity was not found.',
    files: {
      'book.ts': 'import { Column } from "orm";\nexport class Book { @Column() author: string; }\n',
      'app.ts': "export const all = (q, autor) => q.join('book.autor', autor);\n",
    },
    outside,
    at: [thrown, ['app.ts', '‸q.join']],
    first: null,
  },
  {
    name: 'one of those that the message says are known; a package that is declared',
    class: 'unknown',
    message: 'Wrong driver: "better-sqlit" given. Supported drivers are: "better-sqlite3", "mysql".',
    files: { 'app.js': "exports.db = open({ type: 'better-sqlit' });\n" },
    outside,
    at: [thrown, ['app.js', '‸open']],
    first: { 'app.js': "exports.db = open({ type: 'better-sqlite3' });\n" },
  },
  {
    name: 'a text in what a model gives out, and a method there',
    class: 'unknown',
    message: 'Unable to determine modify function from provided value: "soon".',
    files: {
      'model.js': 'module.exports = class { static get modifiers() { return { soom(all) { return all; } }; } };\n',
      'app.js': "exports.all = (q) => q.modify('soon');\n",
    },
    outside,
    at: [thrown, ['app.js', '‸q.modify']],
    first: { 'app.js': "exports.all = (q) => q.modify('soom');\n" },
  },
  {
    name: 'a column that must be set, of which one key is almost the name',
    class: 'database',
    message: 'NOT NULL constraint failed: loans.member_id',
    files: {
      'schema.js': "exports.loans = table('loans', { memberId: integer('member_id'), days: integer('days') });\n",
      'app.js': 'exports.lend = (db, memberIt, days) => db.insert(loans).values({ memberIt, days });\n',
    },
    outside,
    at: [thrown, ['app.js', '‸db.insert']],
    first: {
      'app.js': 'exports.lend = (db, memberIt, days) => db.insert(loans).values({ memberId: memberIt, days });\n',
    },
  },
  {
    name: 'a column that must be set, and a like key that other places set as well',
    class: 'database',
    message: 'NOT NULL constraint failed: loans.days',
    files: {
      'schema.js': "exports.loans = table('loans', { days: integer('days'), day: integer('day') });\n",
      'app.js': 'exports.lend = (db, day) => db.insert(loans).values({ day });\n',
    },
    outside,
    at: [thrown, ['app.js', '‸db.insert']],
    first: null,
  },
  {
    name: 'a name that is said to a call, before the same where a file gives it out',
    class: 'unknown',
    message: 'unknown relation "customers" in an eager expression',
    files: {
      'a-model.js': "exports.table = () => ({ name: 'customers', relations: { customer: 1 } });\n",
      'app.js': "exports.all = (q) => q.fetch('bookings.customers');\n",
    },
    outside,
    at: [thrown],
    first: { 'app.js': "exports.all = (q) => q.fetch('bookings.customer');\n" },
  },
  {
    name: 'what the project itself refuses is no slip',
    class: 'unknown',
    message: 'Unknown user "titel"',
    files: { 'app.js': "exports.go = (find) => find({ titel: 1, title: 2 });\nthrow new Error('Unknown user');\n" },
    at: [['app.js', '‸throw new Error']],
    first: null,
  },
  {
    name: 'what a package says to use in place of it',
    class: 'range',
    message: 'Use `dd` instead of `DD` (in `DD MMM`) for formatting days of the month to the input `x`; see: docs',
    files: {
      'a.js': "exports.day = (at) => format(at, 'DD MMM');\nexports.other = 'DD';\n",
      'node_modules/d/i.js': '',
    },
    at: [['node_modules/d/i.js', '‸']],
    first: { 'a.js': "exports.day = (at) => format(at, 'dd MMM');\nexports.other = 'DD';\n" },
  },
]);
