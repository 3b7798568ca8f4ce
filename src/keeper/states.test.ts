import assert from 'node:assert/strict';
import { test } from 'node:test';
import { happenings, states, step, type Happening, type State } from './states.ts';

/** Every pair that means something; all others must change nothing. */
const expected: Record<State, Partial<Record<Happening, State>>> = {
  stopped: { start: 'starting', adopt: 'ready', stop: 'stopping' },
  starting: { answers: 'ready', drain: 'draining', died: 'backoff', loop: 'crash_loop', stop: 'stopping' },
  ready: { silent: 'unready', drain: 'draining', died: 'backoff', loop: 'crash_loop', stop: 'stopping' },
  unready: { answers: 'ready', drain: 'draining', died: 'backoff', loop: 'crash_loop', stop: 'stopping' },
  draining: { start: 'starting', died: 'backoff', loop: 'crash_loop', stop: 'stopping' },
  backoff: { start: 'starting', loop: 'crash_loop', stop: 'stopping' },
  crash_loop: { start: 'starting', park: 'parked', stop: 'stopping' },
  parked: { start: 'starting', stop: 'stopping' },
  stopping: { ended: 'stopped' },
};

test('SUP-13 every state and happening leads where the table says, and nowhere else', () => {
  for (const state of states) {
    for (const happening of happenings) {
      assert.equal(step(state, happening), expected[state][happening] ?? null, `${state} + ${happening}`);
    }
  }
});

test('SUP-13 from every state a stop leads to stopped', () => {
  for (const state of states) {
    const stopping = state === 'stopping' ? state : step(state, 'stop');
    assert.equal(stopping === null ? null : step(stopping, 'ended'), 'stopped', state);
  }
});
