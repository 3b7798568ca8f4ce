import assert from 'node:assert/strict';
import { test } from 'node:test';
import { respellsSql } from './sql-text.ts';

const seed = `CREATE TABLE hives (id INTEGER PRIMARY KEY, name TEXT);
-- what was harvested, and by whom
CREATE TABLE harvests (
  id INTEGER PRIMARY KEY,
  hive_id INTEGER REFERENCES hives (id),
  grams INTEGER
);
CREATE TABLE hives_archive (id INTEGER, name TEXT);
INSERT INTO harvests (hive_id, grams) VALUES (1, 4200), (2, 3800);
`;

const broken: readonly (readonly [string, string, string])[] = [
  ['a column by its shorter name', '(hive_id, grams)', '(hive, grams)'],
  ['a column with a letter amiss', '(hive_id, grams)', '(hive_id, gram)'],
  ['a keyword', 'INSERT INTO', 'INSRET INTO'],
  ['a comma that is missing', 'PRIMARY KEY,\n  hive_id', 'PRIMARY KEY\n  hive_id'],
  ['a comma too many', 'grams INTEGER\n)', 'grams INTEGER,\n)'],
  ['a semicolon that is missing', ');\nINSERT', ')\nINSERT'],
  ['a bracket that is missing', 'name TEXT);', 'name TEXT;'],
];

for (const [name, right, wrong] of broken) {
  test(`POL-8 a file of SQL may lose a spelling mistake: ${name}`, () => {
    const before = seed.replace(right, wrong);
    assert.notEqual(before, seed);
    assert.ok(respellsSql(before, seed));
  });
}

const more: readonly (readonly [string, string, string])[] = [
  ['a value', '4200', '42'],
  ['a text in quotes', "VALUES (1, 'a')", "VALUES (1, 'b')"],
  ['another column', '(hive_id, grams)', '(id, grams)'],
  ['another table of a longer name', 'INSERT INTO hives VALUES', 'INSERT INTO hives_archive VALUES'],
  ['another table of a near name', 'INSERT INTO hives VALUES', 'INSERT INTO hivez VALUES'],
  ['a name that nobody has', '(hive_id, grams)', '(hive_id_old, grams)'],
  ['a comment that hides a line', '  grams INTEGER', '  -- grams INTEGER'],
  ['a statement more', 'grams INTEGER\n);', 'grams INTEGER\n);\nINSERT INTO hives VALUES (9);'],
  ['a key that goes', 'INTEGER PRIMARY KEY', 'INTEGER'],
  ['a condition that goes', 'REFERENCES hives (id)', ''],
];

for (const [name, from, to] of more) {
  test(`POL-8 a person reads a file of SQL that changes otherwise: ${name}`, () => {
    const before = `${seed}INSERT INTO hives VALUES (1, 'a');\n`;
    const after = before.replace(from, to);
    assert.notEqual(before, after);
    assert.ok(!respellsSql(before, after));
  });
}

test('POL-8 a person reads a file of SQL that takes away or changes what is there, whatever is respelt in it', () => {
  for (const harm of [
    'DELETE FROM hives;',
    'DROP TABLE hives;',
    'UPDATE hives SET name = 1;',
    'ALTER TABLE hives ADD x;',
  ]) {
    assert.ok(!respellsSql(`${harm}\n${seed.replace('grams)', 'gram)')}`, `${harm}\n${seed}`), harm);
  }
});
