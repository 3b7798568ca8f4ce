import assert from 'node:assert/strict';
import test from 'node:test';
import { check, contextOf } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { emptyDatabase } from './empty-database.ts';

const failed = {
  class: 'database' as const,
  message: 'SqliteError: no such table: items',
  named: { code: 'SQLITE_ERROR' },
  at: [['app.js', '‸all()']] as const,
  outside: { 'data/app.db': 'SQLite format 3', 'data/ap.db': '' },
};
const app = "const db = require('./db');\nexports.items = () => db.prepare('SELECT * FROM items').all();\n";
const joined = (name: string): string =>
  `const path = require('path');\nmodule.exports = new Database(path.join(__dirname, 'data', '${name}'));\n`;
const plain = (file: string): string => `module.exports = new Database(process.env.DB ?? '${file}');\n`;
const fromSettings = "const { file } = require('./app.json');\nmodule.exports = new Database(file);\n";

const cases: readonly Case[] = [
  {
    ...failed,
    name: 'the database of a near name beside the empty one',
    files: { 'app.js': app, 'db.js': joined('ap.db') },
    first: { 'db.js': joined('app.db') },
  },
  {
    ...failed,
    name: 'where the path is a plain text',
    files: { 'app.js': app, 'db.js': plain('data/ap.db') },
    first: { 'db.js': plain('data/app.db') },
  },
  {
    ...failed,
    name: 'where a data file has the path',
    files: { 'app.js': app, 'db.js': fromSettings, 'app.json': '{ "file": "data/ap.db" }\n' },
    first: { 'app.json': '{ "file": "data/app.db" }\n' },
  },
  {
    ...failed,
    name: 'where no empty one came to stay',
    files: { 'app.js': app, 'db.js': joined('ap.db') },
    outside: { 'data/app.db': 'SQLite format 3' },
    first: { 'db.js': joined('app.db') },
  },
  {
    ...failed,
    name: 'a database that holds something may lack that table',
    files: { 'app.js': app, 'db.js': joined('ap.db') },
    outside: { 'data/app.db': 'SQLite format 3', 'data/ap.db': 'SQLite format 3' },
    first: null,
  },
  {
    ...failed,
    name: 'two that are empty, and either may be the one',
    files: { 'app.js': app, 'db.js': `${joined('ap.db')}exports.sessions = 'data/sessions.db';\n` },
    first: null,
  },
  {
    ...failed,
    name: 'a database of quite another name is another one',
    files: { 'app.js': app, 'db.js': joined('shop.db') },
    first: null,
  },
  {
    ...failed,
    name: 'a folder that is made for it gives it no tables',
    files: { 'app.js': app, 'db.js': joined('shop.db').replace('data', 'var') },
    first: null,
  },
  {
    ...failed,
    name: 'a table that another server lacks',
    message: 'error: relation "items" does not exist',
    files: { 'app.js': app, 'db.js': joined('ap.db') },
    first: null,
  },
];

check(emptyDatabase, cases);

test('REP-1 empty-database: of a database that was not there a person is told so', async () => {
  const context = contextOf({ ...failed, name: '', files: { 'app.js': app, 'db.js': joined('shop.db') }, first: null });
  assert.match((await emptyDatabase.question?.(context)) ?? '', /^data\/shop\.db has no tables: it was not there/);
});
