import assert from 'node:assert/strict';
import { test } from 'node:test';
import { excerpt } from '../src/core/text.js';

test('an excerpt has no tags', () => {
  assert.equal(excerpt('<p>one <em>two</em></p>'), 'one two');
});
