import { check } from '../cases.test-helper.ts';
import { jsonCell } from './json-cell.ts';

const empty = { class: 'type' as const, message: 'SyntaxError: Unexpected end of JSON input' };
const code = { 'items.mjs': 'export const toItem = (row) => ({ ...JSON.parse(row.attributes) });\n' };
const at = [['items.mjs', '...‸JSON']] as const;
const table = (standard: string): string =>
  `CREATE TABLE items (\n  sku TEXT PRIMARY KEY,\n  attributes TEXT NOT NULL${standard}\n);\n`;
const seed = (last: string, first = '{"color": "it\'\'s red"}'): string =>
  `INSERT OR IGNORE INTO items (sku, attributes) VALUES\n  ('A', '${first}'), -- (one)\n  ('B', '{"watt": [9, 15]}'::jsonb),\n  ('C', '${last}');\n`;
const usual = seed('{}', '{}');

check(jsonCell, [
  {
    name: 'an empty text, for which the table has a default',
    ...empty,
    files: { ...code, 'schema.sql': table(" DEFAULT '{}'"), 'seed.sql': seed('') },
    at,
    first: { 'seed.sql': seed('{}') },
  },
  {
    name: 'an empty text, where others are an empty object',
    ...empty,
    files: { ...code, 'seed.sql': seed('', '{}') },
    at,
    first: { 'seed.sql': usual },
  },
  {
    name: 'an empty text that nothing tells of',
    ...empty,
    files: { ...code, 'seed.sql': seed('') },
    at,
    first: { 'seed.sql': seed('{}') },
    ask: /only you know what `attributes`/,
  },
  {
    name: 'signs amiss, with an apostrophe in the text',
    ...empty,
    message: "SyntaxError: Expected ',' or '}' after property value in JSON at position 23",
    files: { ...code, 'seed.sql': seed('{"name": "the cook\'\'s", "watt": 9') },
    at,
    first: { 'seed.sql': seed('{"name": "the cook\'\'s", "watt": 9}') },
  },
  {
    name: 'the database itself refuses it',
    class: 'database',
    message: 'error: invalid input syntax for type json',
    named: { code: '22P02' },
    files: { 'seed.sql': seed('{color: "red"}') },
    first: { 'seed.sql': seed('{"color": "red"}') },
  },
  {
    name: 'a list, in a CSV file',
    ...empty,
    files: {
      'load.js': 'exports.load = (line) => JSON.parse(line.tags);\n',
      'books.csv': 'id,tags\n1,"[""a"", ""b""]"\n2,\n3,[]\n',
    },
    at: [['load.js', '=> ‸JSON']],
    first: { 'books.csv': 'id,tags\n1,"[""a"", ""b""]"\n2,[]\n3,[]\n' },
  },
  {
    name: 'a statement in code (TypeScript)',
    ...empty,
    files: { ...code, 'seed.ts': `export const seed = (db: Db) => db.exec(\`${seed('', '{}')}\`);\n` },
    at,
    first: { 'seed.ts': `export const seed = (db: Db) => db.exec(\`${usual}\`);\n` },
  },
]);

const left = (files: Readonly<Record<string, string>>, message = empty.message) => ({
  class: 'type' as const,
  message,
  files: { ...code, ...files },
  at,
  first: null,
});
check(jsonCell, [
  { name: 'several empty texts: the code does without', ...left({ 'seed.sql': seed('', '') }) },
  { name: 'texts of two kinds', ...left({ 'seed.sql': seed('', '[]') }) },
  {
    name: 'a column that is not parsed there',
    ...left({ 'seed.sql': seed('', '{}').replaceAll('attributes', 'notes') }),
  },
  { name: 'a column of plain words', ...left({ 'seed.sql': seed('', 'red').replace(/'\{[^']*\}'::jsonb/, "'blue'") }) },
  { name: 'a word that no sign makes JSON', ...left({ 'seed.sql': seed('red', '{}') }) },
  { name: 'a list among objects', ...left({ 'seed.sql': seed('["a", "b"', '{}') }) },
  { name: 'a failure that is none of JSON', ...left({ 'seed.sql': seed('', '{}') }, "TypeError: can't convert") },
  { name: 'no text at all is NULL', ...left({ 'seed.sql': seed('x', '{}').replace("'x'", 'NULL') }) },
  { name: 'a text that is put together', ...left({ 'seed.sql': seed('x', '{}').replace("'x'", "'' || ''") }) },
]);
