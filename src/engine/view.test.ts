/** What the fold of an incident says of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evolve, type Incident } from '../incident/incident.ts';
import type { Declined, Diagnosis, Signal } from '../incident/nouns.ts';
import type { Fact } from '../incident/fact.ts';
import { statusOf } from './view.ts';

const facts: readonly Fact[] = [
  {
    type: 'sensed',
    ref: 'r',
    signal: { id: 's', subject: 'a', count: 1, release: null, requestRef: null } as Signal,
  },
  { type: 'triaged', diagnosis: { class: 'type', signature: 'f', personOnly: false } as Diagnosis },
  { type: 'recalled', cases: [] },
  {
    type: 'declined',
    rung: 'recipes',
    declined: { declined: 'none', tried: 0, action: null, as: 'declined' } as Declined,
  },
  { type: 'abandoned', why: 'nothing fits' },
  { type: 'retried', why: 'the files changed', by: 'kintsugi' },
  {
    type: 'declined',
    rung: 'known',
    declined: { declined: 'none', tried: 0, action: null, as: 'declined' } as Declined,
  },
];

test('CLI-2 what is to be tried again and waits for a limit is open, not in repair', () => {
  const seen: string[] = [];
  let incident: Incident | null = null;
  for (const fact of facts) {
    incident = evolve(incident, { incident: 1, atMs: 0, fact });
    seen.push(statusOf(incident, false));
  }
  assert.deepEqual(seen, ['open', 'open', 'repairing', 'repairing', 'needs_human', 'open', 'repairing']);
});
