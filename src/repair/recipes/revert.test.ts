import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAlteration } from './revert.ts';

const good =
  "const { price } = require('./prices');\nconst limit = 10;\nconst url = 'http://127.0.0.1:1/';\nrun(price, limit);\n";
const changes: readonly [string, string, boolean][] = [
  ['a name', good.replace('run(price', 'run(prise'), true],
  ['a line lost', good.replace('const limit = 10;\n', ''), true],
  ['a path', good.replace('./prices', './price'), true],
  ['a line more', good.replace('run(', 'log(limit);\nrun('), false],
  ['a package', good.replace('./prices', 'prices'), false],
  ['a variable of the environment', good.replace('10', 'process.env.LIMIT'), false],
  ['an address', good.replace('127.0.0.1:1/', '127.0.0.1:2/'), false],
];

for (const [what, before, expected] of changes) {
  test(`REP-3 going back takes something away? ${what}: ${expected ? 'no' : 'yes'}`, () => {
    assert.equal(isAlteration([{ path: 'a.js', before, after: good }]), expected);
  });
}

test('REP-3 a file that comes or goes is no alteration', () => {
  assert.equal(isAlteration([{ path: 'a.js', before: good, after: null }]), false);
});
