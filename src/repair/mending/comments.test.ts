import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endedComments, markedComments } from './comments.ts';

test('REP-2 words become a comment where a sentence or the lines around it say so, and never a statement', () => {
  assert.deepEqual(markedComments('  the rest of it\n', 0), ['  // the rest of it\n']);
  assert.deepEqual(markedComments('// One\nmore line here\n', 7), ['// One\n// more line here\n']);
  assert.deepEqual(markedComments('SET UP MIDDLEWARE\nrun();\n', 0), ['// SET UP MIDDLEWARE\nrun();\n']);
  assert.deepEqual(markedComments('one two three\ntwo();\n', 0), []);
  assert.deepEqual(markedComments('return the rest of it\n', 0), []);
  assert.deepEqual(markedComments('  total = the rest of it\n', 0), []);
  assert.deepEqual(markedComments(`${'the rest, '.repeat(40)}of it\n`, 0), []);
});

test('REP-2 a comment ends within what it swallowed', () => {
  const text = '/* one\n/* two */\nrun();\n';
  assert.deepEqual([...endedComments(text, 0, text.indexOf('*/') + 2)], ['/* one */\n/* two */\nrun();\n']);
});
