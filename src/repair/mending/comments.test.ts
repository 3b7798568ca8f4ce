import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markedComments } from './comments.ts';

test('REP-2 words become a comment where a sentence or the lines around it say so, and never a statement', () => {
  assert.deepEqual(markedComments('  the rest of it\n', 0), ['  // the rest of it\n']);
  assert.deepEqual(markedComments('// One\nmore line here\n', 7), ['// One\n// more line here\n']);
  assert.deepEqual(markedComments('SET UP MIDDLEWARE\nrun();\n', 0), ['// SET UP MIDDLEWARE\nrun();\n']);
  assert.deepEqual(markedComments('one two three\ntwo();\n', 0), []);
  assert.deepEqual(markedComments('return the rest of it\n', 0), []);
  assert.deepEqual(markedComments('  total = the rest of it\n', 0), []);
});
