/** The lines that `run` prints: nothing in them is said twice. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact } from '../incident/fact.ts';
import { say } from './words.ts';

const sensed = (signal: object): Fact => ({ type: 'sensed', signal }) as Fact;
const declined = (text: string): Fact => ({ type: 'declined', rung: 'recipes', declined: { declined: text } }) as Fact;

const verified = (evidence: object): Fact => {
  const seen = { before: [{ status: 500 }], after: [{ status: 200 }], checks: [], inconclusive: null };
  return { type: 'verified', evidence: { ...seen, confinement: 'none', ...evidence } } as unknown as Fact;
};

const lines: readonly (readonly [Fact, string])[] = [
  [sensed({ kind: 'regression', route: '/', request: null }), 'regression seen on /'],
  [sensed({ kind: 'crash', route: null, request: null }), 'crash seen'],
  [declined('no safe repair: `a` should be `b`: it hangs'), 'recipes: no safe repair: `a` should be `b`: it hangs'],
  [declined('no recipe fits'), 'recipes: no safe repair: no recipe fits'],
  [verified({ proof: 'replayed', passed: true }), 'proof: replayed (500 before, 200 after), confinement none'],
  [verified({ proof: 'probed', passed: true }), 'proof: probed (replayed: 500 before, 200 after), confinement none'],
];

test('CLI-9 a line says each thing once', () => {
  for (const [fact, line] of lines) assert.equal(say(fact), line);
});
