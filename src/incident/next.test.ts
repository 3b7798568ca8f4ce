/** What is done about an incident that waits for a person, once other files run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact } from './fact.ts';
import { evolve, type Incident } from './incident.ts';
import { next, type Limits } from './next.ts';
import type { Declined, Signal } from './nouns.ts';

const [failing, other] = ['a'.repeat(64), 'b'.repeat(64)];

function declined(as: Declined['as'], signal: Partial<Signal> = {}): Incident {
  const facts = [
    {
      type: 'sensed',
      ref: 'f'.repeat(32),
      signal: { id: '1', release: failing, requestRef: 'c'.repeat(32), ...signal },
    },
    { type: 'triaged', diagnosis: { class: 'type', personOnly: false } },
    { type: 'declined', rung: 'recipes', declined: { declined: 'why', tried: 0, action: null, as } },
  ] as unknown as Fact[];
  return facts.reduce<Incident | null>((now, fact) => evolve(now, { incident: 1, atMs: 1, fact }), null)!;
}

const calm = {
  ...{ nowMs: 10, paused: null, notBeforeMs: 0, suppress: null, quietUntilMs: 0, fallBack: null },
  ...{ rungs: [], watchMs: 0, serves: true, timeUp: false },
};
const move = (incident: Incident, release: string, limits: Partial<Limits> = {}): string =>
  next(incident, { ...calm, release, ...limits }).do;

test('PRO-7 REP-8 what a person was asked about is looked at again once other files run, and then only', () => {
  const asked = declined('asked');
  assert.equal(move(asked, other), 'retry');
  assert.equal(move(asked, failing), 'wait', 'it failed with these');
  assert.equal(move(asked, other, { paused: Infinity }), 'wait');
  assert.equal(move(declined('asked', { requestRef: null }), other), 'wait', 'nothing can be shown');
  assert.equal(move(declined('blocked'), other), 'wait', 'what forbids it is not in the files');
});
