/** The lines that `run` prints: nothing in them is said twice. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact } from '../incident/fact.ts';
import { say } from './words.ts';

const sensed = (signal: object): Fact => ({ type: 'sensed', signal }) as Fact;
const declined = (text: string): Fact => ({ type: 'declined', rung: 'recipes', declined: { declined: text } }) as Fact;

const lines: readonly (readonly [Fact, string])[] = [
  [sensed({ kind: 'regression', route: '/', request: null }), 'regression seen on /'],
  [sensed({ kind: 'crash', route: null, request: null }), 'crash seen'],
  [declined('no safe repair: `a` should be `b`: it hangs'), 'recipes: no safe repair: `a` should be `b`: it hangs'],
  [declined('no recipe fits'), 'recipes: no safe repair: no recipe fits'],
];

test('CLI-9 a line says each thing once', () => {
  for (const [fact, line] of lines) assert.equal(say(fact), line);
});
