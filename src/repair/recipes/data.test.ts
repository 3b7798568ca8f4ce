import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultLimits, proposeFrom } from '../propose.ts';
import { check, contextOf } from './cases.test-helper.ts';
import { envKey } from './elsewhere.ts';
import { coercion } from './coercion.ts';
import { dataFile } from './data-file.ts';
import { yamlFile } from './yaml-file.ts';
import { missingFile } from './missing-file.ts';
import { sqlGrammar } from './sql-grammar.ts';
import { sqlName } from './sql.ts';

const deps = {
  tryOut: () => Promise.reject(new Error('nothing may be tried')),
  limits: defaultLimits,
  signal: new AbortController().signal,
};

const noFunction = (receiver: string, name: string) => ({
  class: 'type' as const,
  message: `${receiver}.${name} is not a function`,
  named: { receiver, property: name },
});
const reading = (name: string) => ({
  class: 'type' as const,
  message: `Cannot read properties of undefined (reading '${name}')`,
  named: { property: name, nullish: 'undefined' as const },
});
const thrown = (message: string) => ({ class: 'unknown' as const, message });

const load = 'exports.load = (title, date) => ({ title, date });\n';
const list = 'exports.day = (article) => article.date.toISOString().slice(0, 10);\n';
const feed = 'exports.newest = (a, b) => b.date - a.date;\n';
const text = { 'article.date': { type: 'string' as const, preview: '"2026-01-04"' } };

check(coercion, [
  {
    name: 'text for a date that others compare: where it is made',
    ...noFunction('article.date', 'toISOString'),
    files: { 'load.js': load, 'list.js': list, 'feed.js': feed },
    at: [['list.js', 'article.date.‸toISOString']],
    facts: text,
    first: { 'load.js': 'exports.load = (title, date) => ({ title, date: new Date(date) });\n' },
  },
  {
    name: 'a helper that is given the field',
    ...noFunction('date', 'toISOString'),
    files: {
      'load.js': load,
      'feed.js': feed,
      'list.js':
        'const day = (date) => date.toISOString();\nexports.list = (all) => all.map(({ date }) => day(date));\nexports.one = (article) => day(article.date);\n',
    },
    at: [['list.js', 'date.‸toISOString']],
    facts: { date: { type: 'string' } },
    first: { 'load.js': 'exports.load = (title, date) => ({ title, date: new Date(date) });\n' },
  },
  {
    name: 'others convert it themselves: so does this one, on both sides',
    ...noFunction('one.to', 'getTime'),
    files: {
      'a.js': 'exports.hours = (one) => one.to.getTime() - one.from.getTime();\n',
      'b.js': 'exports.ends = (one) => new Date(one.to);\n',
    },
    at: [['a.js', 'one.to.‸getTime']],
    facts: { 'one.to': { type: 'string' }, 'one.from': { type: 'string' } },
    first: { 'a.js': 'exports.hours = (one) => new Date(one.to).getTime() - new Date(one.from).getTime();\n' },
  },
  {
    name: 'read elsewhere, and made in two places: a person is asked',
    ...noFunction('article.date', 'toISOString'),
    files: { 'load.js': load + load.replace('load', 'draft'), 'list.js': list, 'feed.js': feed },
    at: [['list.js', 'article.date.‸toISOString']],
    facts: text,
    first: { 'list.js': 'exports.day = (article) => new Date(article.date).toISOString().slice(0, 10);\n' },
    ask: /read elsewhere/,
  },
  {
    name: 'read elsewhere, and it does not show as what: a person is asked',
    ...noFunction('item.price', 'toFixed'),
    files: {
      'a.js': 'exports.show = (item) => item.price.toFixed(2);\n',
      'b.js': 'exports.plain = (item) => log(item.price);\n',
    },
    at: [['a.js', 'item.price.‸toFixed']],
    facts: { 'item.price': { type: 'string' } },
    first: { 'a.js': 'exports.show = (item) => Number(item.price).toFixed(2);\n' },
    ask: /read elsewhere/,
  },
  {
    name: 'nobody else reads it',
    ...noFunction('item.price', 'toFixed'),
    files: { 'a.js': 'exports.show = (item) => item.price.toFixed(2);\n' },
    at: [['a.js', 'item.price.‸toFixed']],
    facts: { 'item.price': { type: 'string' } },
    first: { 'a.js': 'exports.show = (item) => Number(item.price).toFixed(2);\n' },
  },
  {
    name: 'the elements of a list: where the list is made, without the claim of a type',
    ...noFunction('a', 'getTime'),
    files: {
      'a.ts':
        'export const dates = (orders: { at: string }[]) =>\n  orders.map((one) => one.at as unknown as Date).sort((a, b) => a.getTime() - b.getTime());\n',
    },
    at: [['a.ts', 'a.‸getTime']],
    facts: { a: { type: 'string' }, b: { type: 'string' } },
    first: {
      'a.ts':
        'export const dates = (orders: { at: string }[]) =>\n  orders.map((one) => new Date(one.at)).sort((a, b) => a.getTime() - b.getTime());\n',
    },
  },
  {
    name: 'JSON text for a list, where the record is made, with its default',
    ...noFunction('book.tags', 'map'),
    files: {
      'a.js':
        'const toBook = (row) => {\n  const tags = row.tags ?? [];\n  return { id: row.id, tags };\n};\nexports.show = (book) => book.tags.map(String);\n',
    },
    at: [['a.js', 'tags.‸map']],
    facts: { 'book.tags': { type: 'string', preview: '"[\\"novel\\"]"' } },
    first: {
      'a.js':
        'const toBook = (row) => {\n  const tags = row.tags ? JSON.parse(row.tags) : [];\n  return { id: row.id, tags };\n};\nexports.show = (book) => book.tags.map(String);\n',
    },
  },
  {
    name: 'text that is no JSON list',
    ...noFunction('book.tags', 'map'),
    files: { 'a.js': 'exports.show = (book) => book.tags.map(String);\n' },
    at: [['a.js', 'tags.‸map']],
    facts: { 'book.tags': { type: 'string', preview: '"novel, utopia"' } },
    first: null,
  },
  {
    name: 'text of an object that was never JSON',
    ...noFunction('book.tags', 'map'),
    files: { 'a.js': 'exports.show = (book) => book.tags.map(String);\n' },
    at: [['a.js', 'tags.‸map']],
    facts: { 'book.tags': { type: 'string', preview: '"[object Object]"' } },
    first: null,
  },
  {
    name: 'a date for its text: the day',
    ...noFunction('(intermediate value)', 'slice'),
    files: { 'a.js': 'exports.day = (at) => new Date(at + 1).slice(0, 10);\n' },
    at: [['a.js', '.‸slice']],
    first: { 'a.js': 'exports.day = (at) => new Date(at + 1).toISOString().slice(0, 10);\n' },
  },
  {
    name: 'a part of a date that no ISO text has there',
    ...noFunction('(intermediate value)', 'slice'),
    files: { 'a.js': 'exports.day = (at) => new Date(at + 1).slice(4, 15);\n' },
    at: [['a.js', '.‸slice']],
    first: null,
  },
  {
    name: 'a BigInt that is a plain number elsewhere',
    ...thrown('Do not know how to serialize a BigInt'),
    files: {
      'a.js':
        'exports.add = (rowid) => ({ id: BigInt(rowid) });\nexports.other = (rowid) => find(Number(rowid));\nexports.send = (res, made) => res.json(made);\n',
    },
    at: [['a.js', 'res.‸json']],
    facts: { made: { keys: ['id'] } },
    first: {
      'a.js':
        'exports.add = (rowid) => ({ id: Number(rowid) });\nexports.other = (rowid) => find(Number(rowid));\nexports.send = (res, made) => res.json(made);\n',
    },
  },
  {
    name: 'a BigInt that may be meant: a person is asked',
    ...thrown('Do not know how to serialize a BigInt'),
    files: {
      'a.js': 'exports.add = (flake) => ({ id: BigInt(flake) });\nexports.send = (res, made) => res.json(made);\n',
    },
    at: [['a.js', 'res.‸json']],
    facts: { made: { keys: ['id'] } },
    first: { 'a.js': /id: Number\(flake\)/ },
    ask: /9007199254740991/,
  },
  {
    name: 'two BigInts: which one is not known',
    ...thrown('Do not know how to serialize a BigInt'),
    files: {
      'a.js':
        'exports.add = (a, b) => ({ id: BigInt(a), at: BigInt(b) });\nexports.send = (res, made) => res.json(made);\n',
    },
    at: [['a.js', 'res.‸json']],
    facts: { made: { keys: ['id', 'at'] } },
    first: null,
  },
]);

const reader = "const config = require('./load')();\nexports.hours = () => config.opening.to;\n";
const seen = { config: { keys: ['title', 'openning'] }, 'config.opening': { type: 'undefined' as const } };
const app = '{ "title": "x", "openning": { "to": 18 } }\n';

check(dataFile, [
  {
    name: 'a misspelt key: the example has it right',
    ...reading('to'),
    files: { 'a.js': reader, 'app.json': app, 'app.example.json': app.replace('openning', 'opening') },
    at: [['a.js', 'opening.‸to']],
    facts: seen,
    first: { 'app.json': '{ "title": "x", "opening": { "to": 18 } }\n' },
  },
  {
    name: 'a misspelt key: the commit before has it right',
    ...reading('to'),
    files: { 'a.js': reader, 'app.json': app },
    at: [['a.js', 'opening.‸to']],
    facts: seen,
    context: {
      git: {
        show: async (_, back) => (back === 1 ? app.replace('openning', 'opening') : app),
        lost: async () => null,
        replaced: async () => new Map(),
      },
    },
    first: { 'app.json': '{ "title": "x", "opening": { "to": 18 } }\n' },
  },
  {
    name: 'a misspelt key: a type has it right',
    ...reading('to'),
    files: { 'a.js': reader, 'app.json': app, 'types.ts': 'export interface App { opening: { to: number } }\n' },
    at: [['a.js', 'opening.‸to']],
    facts: seen,
    first: { 'app.json': '{ "title": "x", "opening": { "to": 18 } }\n' },
  },
  {
    name: 'nothing tells which side is right: a person is asked',
    ...reading('to'),
    files: { 'a.js': reader, 'app.json': app },
    at: [['a.js', 'opening.‸to']],
    facts: seen,
    first: { 'app.json': '{ "title": "x", "opening": { "to": 18 } }\n' },
    ask: /only you know/,
  },
  {
    name: 'the key is read by the name it has',
    ...reading('to'),
    files: { 'a.js': `${reader}exports.open = () => config.openning;\n`, 'app.json': app },
    at: [['a.js', 'opening.‸to']],
    facts: seen,
    first: null,
  },
  {
    name: 'two files could be meant',
    ...reading('to'),
    files: { 'a.js': reader, 'app.json': app, 'b.json': app },
    at: [['a.js', 'opening.‸to']],
    facts: seen,
    first: null,
  },
  {
    name: 'the object is not of that file',
    ...reading('to'),
    files: { 'a.js': reader, 'app.json': app },
    at: [['a.js', 'opening.‸to']],
    facts: { ...seen, config: { keys: ['openning', 'other'] } },
    first: null,
  },
  {
    name: 'the debugger saw nothing, a type has it right',
    ...reading('basic'),
    files: {
      'a.ts':
        'interface Seed {\n  tiers: Record<string, number>;\n}\nexport const percentOf = (seed: Seed, tier: string) =>\n  seed.tiers[tier];\n',
      'seed.json': '{ "teirs": { "basic": 0 } }\n',
    },
    at: [['a.ts', 'seed.tiers‸[tier]']],
    first: { 'seed.json': '{ "tiers": { "basic": 0 } }\n' },
  },
  {
    name: 'the debugger saw nothing, and the other name is the plural',
    ...reading('id'),
    files: {
      'a.ts': 'interface Req {\n  user: User;\n}\nexport const idOf = (req: Req) =>\n  req.user.id;\n',
      'seed.json': '{ "users": [{ "id": 1 }] }\n',
    },
    at: [['a.ts', 'user.‸id']],
    first: null,
  },
  {
    name: 'the code reads it so in two places',
    ...reading('to'),
    files: { 'a.js': `${reader}exports.from = () => config.opening.from;\n`, 'app.json': app },
    at: [['a.js', 'opening.‸to']],
    facts: seen,
    first: { 'app.json': '{ "title": "x", "opening": { "to": 18 } }\n' },
  },
  {
    name: 'the debugger saw nothing, and nothing confirms it',
    ...reading('basic'),
    files: {
      'a.js': 'exports.percentOf = (seed, tier) =>\n  seed.tiers[tier];\n',
      'seed.json': '{ "teirs": { "basic": 0 } }\n',
    },
    at: [['a.js', 'seed.tiers‸[tier]']],
    first: null,
  },
  {
    name: 'a file of that name is no template',
    ...reading('to'),
    files: { 'a.js': reader, 'config/default.json': app },
    at: [['a.js', 'opening.‸to']],
    facts: seen,
    context: {
      git: {
        show: async (_, back) => (back === 1 ? app.replace('openning', 'opening') : app),
        lost: async () => null,
        replaced: async () => new Map(),
      },
    },
    first: { 'config/default.json': '{ "title": "x", "opening": { "to": 18 } }\n' },
  },
  {
    name: 'a key of YAML that a check asks for by name',
    ...thrown('site.yml: baseUrl is not a URL: undefined'),
    files: {
      'a.js': 'const site = load();\nif (!URL.canParse(site.baseUrl)) throw new Error(`baseUrl is not a URL`);\n',
      'site.yml': 'title: News\nbaseURL: https://a.example\ncomments:\n  enabled: true\n',
    },
    at: [['a.js', 'throw ‸new Error']],
    facts: { site: { keys: ['title', 'baseURL', 'comments'] }, 'site.baseUrl': { type: 'undefined' } },
    first: { 'site.yml': 'title: News\nbaseUrl: https://a.example\ncomments:\n  enabled: true\n' },
  },
  {
    name: 'a check that another value fails',
    ...thrown('baseUrl is not a URL: x'),
    files: {
      'a.js': 'const site = load();\nif (!URL.canParse(site.baseUrl)) throw new Error(`baseUrl is not a URL`);\n',
      'site.yml': 'baseURL: x\n',
    },
    at: [['a.js', 'throw ‸new Error']],
    facts: { site: { keys: ['baseUrl'] }, 'site.baseUrl': { type: 'string', preview: '"x"' } },
    first: null,
  },
  {
    name: 'a number in quotes',
    ...thrown('config: pageSize must be a whole number'),
    files: {
      'a.js': "if (!Number.isInteger(config.pageSize)) throw new Error('config: pageSize must be a whole number');\n",
      'app.json': '{\n  "pageSize": "2"\n}\n',
    },
    at: [['a.js', 'throw ‸new Error']],
    facts: { 'config.pageSize': { type: 'string', preview: '"2"' } },
    first: { 'app.json': '{\n  "pageSize": 2\n}\n' },
  },
  {
    name: 'text that is no number',
    ...thrown('config: pageSize must be a whole number'),
    files: {
      'a.js': "if (!Number.isInteger(config.pageSize)) throw new Error('config: pageSize must be a whole number');\n",
      'app.json': '{ "pageSize": "two" }\n',
    },
    at: [['a.js', 'throw ‸new Error']],
    facts: { 'config.pageSize': { type: 'string', preview: '"two"' } },
    first: null,
  },
  {
    name: 'a number that is none of the kind: the check is of something else',
    ...thrown('code: pageSize is taken'),
    files: {
      'a.js': "if (taken.has(config.pageSize)) throw new Error('code: pageSize is taken');\n",
      'app.json': '{ "pageSize": "2" }\n',
    },
    at: [['a.js', 'throw ‸new Error']],
    facts: { 'config.pageSize': { type: 'string', preview: '"2"' } },
    first: null,
  },
]);

const yaml = 'title: News\nperPage: 2\ncomments:\n  enabled: true\nlinks:\n  home: https://a.example\n';
const refused = (line: number) => ({
  class: 'syntax' as const,
  message: `SyntaxError: site.yml:${line}: cannot read it`,
  files: { 'a.js': 'parse();\n' },
  at: [['a.js', '‸parse']] as const,
});
const site = (text: string) => ({ 'a.js': 'parse();\n', 'config/site.yml': text });

check(yamlFile, [
  {
    ...refused(4),
    name: 'a tab',
    files: site(yaml.replace('  enabled', '\tenabled')),
    first: { 'config/site.yml': yaml },
  },
  {
    ...refused(2),
    name: 'no blank behind a colon',
    files: site(yaml.replace('perPage: 2', 'perPage:2')),
    first: { 'config/site.yml': yaml },
  },
  { ...refused(6), name: 'an address has colons of its own', files: site(yaml.replace('home: ', '')), first: null },
  { ...refused(2), name: 'another file', files: { 'a.js': 'parse();\n', 'other.yml': '\ta: 1\n' }, first: null },
  { ...refused(2), name: 'nothing to mend', files: site(yaml), first: null },
  {
    ...refused(4),
    name: 'a file that is no part of the release',
    files: { 'a.js': 'parse();\n', 'config/site.example.yml': yaml },
    outside: { 'config/site.yml': yaml.replace('  enabled', '\tenabled') },
    first: null,
  },
]);

const opening = {
  class: 'unknown' as const,
  message: 'Error: ConnectionFailed("Unable to open connection to local database [redacted]: 14")',
  named: { code: '' },
  at: [['a.js', 'new ‸Database']] as const,
  facts: { file: { type: 'string' as const, preview: '"var/library.db"' } },
  first: {},
};
const opens = { 'a.js': 'exports.open = (file) => new Database(file);\n' };

check(missingFile, [
  {
    ...opening,
    name: 'the folder of a database, as the debugger saw it',
    files: opens,
    firstOperation: { op: 'mkdir', path: 'var' },
  },
  {
    ...opening,
    name: 'the folder of a database that is elsewhere, too: a person is asked',
    files: opens,
    outside: { 'db/library.db': '' },
    firstOperation: { op: 'mkdir', path: 'var' },
    ask: /db\/library\.db/,
  },
  { ...opening, name: 'the folder is there', files: opens, outside: { 'var/other': '' }, first: null },
  { ...opening, name: 'another failure with that value at hand', message: 'disk I/O error', files: opens, first: null },
]);

const schema =
  'create table loans (id int, book_id int, lent_on text, due_on text);\ncreate table books (id int, title text, user_id int, user_name text);\n';
const near = (word: string) => ({ class: 'database' as const, message: `near "${word}": syntax error` });
const query = (sql: string) => `exports.all = (db) => db.all('${sql}');\n`;

check(sqlName, [
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

const lost = {
  class: 'env_missing' as const,
  message: 'Missing environment variable LOAN_DAYS',
  named: { envKey: 'LOAN_DAYS' },
};
const told = (given: { files: Record<string, string>; keys: string[]; outside?: Record<string, string> }) =>
  contextOf({
    ...lost,
    name: 'told',
    files: given.files,
    outside: given.outside ?? {},
    at: [],
    first: null,
    context: { envKeys: given.keys },
  });

test('POL-3 what is certain and lies where no repair may write is told, and nothing else', async () => {
  const files = { 'a.js': "required('LOAN_DAYS');\n" };
  const template = { '.env.example': 'LOAN_DAYS=21\n' };
  const slipped = told({ files, outside: template, keys: ['LOANDAYS'] });
  assert.match((await envKey.outside?.(slipped))?.why ?? '', /`LOANDAYS` is set where `LOAN_DAYS` is wanted/);
  const found = await proposeFrom(slipped, 'recipes', deps);
  assert.ok('declined' in found && found.as === 'asked' && found.tried === 0);
  assert.equal(await envKey.outside?.(told({ files, keys: ['LOANDAYS'] })), null, 'no template tells which is right');
  assert.equal(await envKey.outside?.(told({ files, outside: template, keys: ['LOAN_DAYS'] })), null, 'it is set');
  assert.equal(await envKey.outside?.(told({ files, outside: template, keys: ['LOAN'] })), null, 'another name');
  const ignored = contextOf({
    ...refused(4),
    name: 'ignored',
    files: { 'a.js': 'parse();\n', 'config/site.example.yml': yaml },
    outside: { 'config/site.yml': yaml.replace('  enabled', '\tenabled') },
    first: null,
  });
  assert.match((await yamlFile.outside?.(ignored))?.why ?? '', /config\/site\.yml: line 4 is indented with a tab/);
  const misspelt = contextOf({
    ...reading('to'),
    name: 'ignored',
    files: { 'a.js': reader, 'app.example.json': app.replace('openning', 'opening') },
    outside: { 'app.json': app },
    at: [['a.js', 'opening.‸to']],
    facts: seen,
    first: null,
  });
  assert.deepEqual(await dataFile.ideas(misspelt), []);
  assert.match((await dataFile.outside?.(misspelt))?.why ?? '', /`openning` in app\.json should be `opening`/);
});
