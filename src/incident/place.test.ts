import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesAfter } from './place.ts';

test('PRO-2 a line is found again behind what a diff added and removed, and where it was replaced', () => {
  const diff = [
    ...['--- a/x.js', '+++ b/x.js', '@@ -2,4 +2,5 @@', ' two', '-three', '+3', '+3b', ' four', ' five'],
    ...['@@ -10,3 +11,2 @@', ' ten', '-eleven', ' twelve'],
    ...['--- a/y.js', '+++ b/y.js', '@@ -0,0 +1,2 @@', '+one', '+two', ''],
  ].join('\n');
  const cases: readonly (readonly [string, number, number, number])[] = [
    ['x.js', 1, 1, 1],
    ['x.js', 2, 2, 2],
    ['x.js', 3, 3, 4],
    ['x.js', 4, 5, 5],
    ['x.js', 9, 10, 10],
    ['x.js', 11, 12, 12],
    ['x.js', 12, 12, 12],
    ['x.js', 40, 40, 40],
    ['y.js', 1, 3, 3],
    ['z.js', 7, 7, 7],
  ];
  for (const [file, line, ...wanted] of cases)
    assert.deepEqual(linesAfter(diff, file, line), wanted, `${file}:${line}`);
});
