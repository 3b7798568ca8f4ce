import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact, Promoted } from './fact.ts';
import { evolve, type Incident } from './incident.ts';
import type { Proposal, Signal } from './nouns.ts';

const signal = { id: '1', subject: 'a', count: 1, release: 'deployed', requestRef: 'first' } as Signal;
const recurred = (release: string | null, requestRef: string): Fact => ({
  type: 'recurred',
  ...{ signalId: requestRef, count: 1, requestRef, release },
});

function after(...facts: readonly Fact[]): Incident {
  let incident: Incident | null = null;
  for (const [at, fact] of [{ type: 'sensed', ref: 'r', signal } as Fact, ...facts].entries())
    incident = evolve(incident, { incident: 1, atMs: at, fact });
  return incident!;
}

test('an occurrence of unknown files leaves what is known of the latest', () => {
  const { lastRelease, requestRef } = after(recurred(null, 'second'));
  assert.deepEqual([lastRelease, requestRef], ['deployed', 'second']);
  assert.equal(after(recurred('other', 'second')).lastRelease, 'other');
});

test('REP-0 the request that failed stays the one to replay, whatever fails on a repair of ours', () => {
  const promoted = { release: { id: 'repaired' } } as Promoted;
  const made: Fact[] = [
    { type: 'proposed', rung: 'recipes', proposal: { hash: 'p' } as Proposal },
    { type: 'promoted', promoted },
  ];
  assert.equal(after(...made, recurred('repaired', 'broken by it')).requestRef, 'first');
  assert.equal(after(...made, recurred('deployed', 'again')).requestRef, 'again');
});
