import assert from 'node:assert/strict';
import { test } from 'node:test';
import { all, openSource } from '../../code/syntax.ts';
import { treeOf } from '../cases.test-helper.ts';
import { subjectOf, subjectPairs } from './guard-words.ts';

/** The first look-up of a file: the call or member behind `const name = `. */
function looked(path: string, text: string) {
  const source = openSource(treeOf({ [path]: text }), path);
  const made =
    source === null ? [] : all(source.program, 'VariableDeclarator').filter(({ id }) => id.type !== 'ObjectPattern');
  const found = made.find(({ init }) => /^(?:Await|Call|Member)Expression$/.test(init?.type ?? ''));
  assert.ok(source && found?.init && found.id.type === 'Identifier');
  const call = found.init.type === 'AwaitExpression' ? found.init.argument : found.init;
  return { source, call, name: found.id.name };
}

for (const [why, path, text, word] of [
  ['the table of a query', 'a.js', "const row = db.get('SELECT * FROM classes WHERE id = ?', id);", 'class'],
  [
    'the table of a query that is put together',
    'a.js',
    'const select = `SELECT s.* FROM stays s`;\nconst row = one(`${select} WHERE id = ?`, id);',
    'stay',
  ],
  ['what the list is called', 'a.js', 'const home = households[id];', 'household'],
  ['what loses its `s` alone', 'a.js', 'const one = await leases.find(id);', 'lease'],
  ['what the store is called', 'a.js', 'const one = await plots.get(id);', 'plot'],
  [
    'the function, where the store has a general name',
    'a.js',
    'const findStay = (id) => { const row = store.get(id); return row; };',
    'stay',
  ],
  [
    'the file, where the function has none',
    'src/dogs.service.js',
    'export function load(id) { const row = db.get(id); return row; }',
    'dog',
  ],
  ['what it is called itself, where nothing else says it', 'index.js', 'const guest = db.get(id);', 'guest'],
] as const)
  test(`REP-2 guard-words: ${why}`, () => assert.equal(subjectOf(looked(path, text)), word));

test('REP-2 guard-words: the table, the function and the file of one thing become the other thing', () => {
  const dog = looked(
    'dogs.js',
    "function findHound(id) { const row = one('SELECT * FROM animals WHERE id = ?', id); }",
  );
  const stay = looked('stays.js', "function findStay(id) { const row = one('SELECT * FROM stays WHERE id = ?', id); }");
  assert.deepEqual(subjectPairs(dog, stay), [
    ['hound', 'stay'],
    ['dog', 'stay'],
    ['animal', 'stay'],
  ]);
  assert.deepEqual(subjectPairs(stay, stay), [['stay', 'stay']]);
});
