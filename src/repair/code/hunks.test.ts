/** The lines of a hunk that go with each other, and that all of them together are the hunk. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedWords, hunksOf, linesOf, withHunk } from './hunks.ts';
import type { Hunk } from './hunks.ts';

const cases: readonly [string, string, string, readonly string[]][] = [
  ['two lines of their own', 'a = 35\nb = "8"\n', 'a = 28\nb = 8\n', ['-a = 35 +a = 28', '-b = "8" +b = 8']],
  [
    'a line lost beside another one',
    'x: 1,\nname: a.b,\nz: 2,\n',
    'x: 1,\nname: a,\nkeys: a.c,\nz: 2,\n',
    ['-name: a.b, +name: a,', '+keys: a.c,'],
  ],
  [
    'a line lost before another one',
    'x\nname = a + b;\n',
    'x\nlost(one, two);\nname = a;\n',
    ['+lost(one, two);', '-name = a + b; +name = a;'],
  ],
  [
    'a line more beside another one',
    'x\nstars = 4\nlimit = 9;\n',
    'x\nlimit = 8;\n',
    ['-stars = 4', '-limit = 9; +limit = 8;'],
  ],
  ['a name and another one', 'stars = 4\n', 'zone = "x"\n', ['-stars = 4', '+zone = "x"']],
  [
    'a name that is written otherwise, and its first key',
    '[desks]\nopens = "07"\n',
    '[desk]\nopens = "08"\n',
    ['-[desks] +[desk]', '-opens = "07" +opens = "08"'],
  ],
  [
    'a value that became long',
    'x\nname: a.b.map((each) => each.short),\n',
    'x\nname: a.b,\nkeys: a.c,\n',
    ['-name: a.b.map((each) => each.short), +name: a.b,', '+keys: a.c,'],
  ],
  [
    'two imports',
    "import a from './load.js';\n",
    "import b from './kept.js';\n",
    ["-import a from './load.js';", "+import b from './kept.js';"],
  ],
  ['a line of other words', 'read(file);\n', 'const text = load();\n', ['-read(file); +const text = load();']],
];

for (const [what, before, after, expected] of cases) {
  test(`REP-3 what of a hunk stands by itself: ${what}`, () => {
    const [hunk, more] = hunksOf([{ path: 'a', before, after }]);
    assert.ok(hunk !== undefined && more === undefined);
    const parts = linesOf(hunk);
    assert.deepEqual(
      parts.map(({ lines }) => lines.join(' ')),
      expected,
    );
    assert.equal(
      parts.toSorted((a, b) => b.oldStart - a.oldStart || a.oldLines - b.oldLines).reduce(withHunk, before),
      after,
    );
  });
}

test('REP-3 words that only stand in another place are no changed ones', () => {
  const words = (lines: readonly string[]) => [
    ...changedWords({ path: 'a', oldStart: 1, oldLines: 1, lines } satisfies Hunk),
  ];
  assert.deepEqual(words(['-voices: choir.voices.map(short),', '+voices: choir.voices,']), ['map', 'short']);
  assert.deepEqual(words(['-f(a, b);', '+f(b, a);']), []);
});
