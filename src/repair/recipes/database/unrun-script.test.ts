import { check } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { unrunScript } from './unrun-script.ts';

const shops = 'CREATE TABLE shops (id INTEGER);\n';
const items = 'CREATE TABLE IF NOT EXISTS items (id INTEGER, shop INTEGER);\n';
const code = `const fs = require('node:fs');
const path = require('node:path');
const folder = path.join(__dirname, 'sql');
for (const name of fs.readdirSync(folder)) if (name.endsWith('.sql')) db.exec(fs.readFileSync(path.join(folder, name), 'utf8'));
exports.items = () => db.prepare('SELECT * FROM items').all();
`;
const failed = {
  class: 'database' as const,
  message: 'SqliteError: no such table: items',
  at: [['app.js', '‸all()']] as const,
};
const held = (name: string, text = items): Record<string, string> => ({
  'app.js': code,
  'sql/1-shops.sql': shops,
  [name]: text,
});
const beside = (name: string): Case => ({
  ...failed,
  name: `${name}, by the ending of the others`,
  files: held(name),
  first: { 'sql/2-items.sql': items },
});

check(unrunScript, [
  beside('sql/2-items.SQL'),
  beside('sql/2-items.sql.bak'),
  beside('sql/2-items.txt'),
  {
    ...failed,
    name: 'PostgreSQL says it otherwise',
    message: 'error: relation "items" does not exist',
    files: held('sql/2-items.SQL'),
    first: { 'sql/2-items.sql': items },
  },
  {
    ...failed,
    name: 'a table that another one refers to is told with its schema',
    message: 'SqliteError: no such table: main.items',
    files: held('sql/2-items.SQL'),
    first: { 'sql/2-items.sql': items },
  },
  {
    ...failed,
    name: 'one in another folder may have been put aside',
    files: held('sql/old/2-items.sql'),
    first: { 'sql/2-items.sql': items },
    ask: /^sql\/old\/2-items\.sql may have been put aside/,
  },
  { ...failed, name: 'it is run, and fails for another reason', files: held('sql/2-items.sql'), first: null },
  { ...failed, name: 'another table is made there', files: held('sql/2-parts.SQL', shops), first: null },
  {
    ...failed,
    name: 'two make it',
    files: { ...held('sql/2-items.SQL'), 'sql/3-items.sql.bak': items },
    first: null,
  },
  {
    ...failed,
    name: 'code that makes the table is not SQL that is run',
    files: held('schema.js', 'exports.sql = `CREATE TABLE items (id INTEGER)`;\n'),
    first: null,
  },
  {
    ...failed,
    name: 'nobody lists the folder',
    files: { ...held('sql/2-items.SQL'), 'app.js': code.replace('fs.readdirSync(folder)', "['1-shops.sql']") },
    first: null,
  },
]);
