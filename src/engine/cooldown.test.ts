import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { Answered, Diagnosis, Signal } from '../incident/nouns.ts';
import type { StepFunctions } from '../incident/steps.ts';
import { Engine } from './engine.ts';
import { openJournal } from './journal.ts';

const first = {
  id: '1',
  subject: 'a',
  kind: 'error',
  count: 1,
  release: 'T0',
  requestRef: null,
  route: '/a',
} as Signal;
const diagnosis = { class: 'type', signature: 'f', personOnly: false } as Diagnosis;
const resolve: Answered = {
  verdict: 'resolve',
  by: 'ann',
  at: 't',
  note: '',
  proposal: null,
  base: null,
  policy: null,
};

/** Whether a signal after the closing opens an incident of its own. */
function opens(afterMs: number, more: Partial<Signal> = {}, before = first): boolean {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kintsugi-cooldown-'));
  let nowMs = 1_000_000;
  const now = (): number => nowMs;
  const journal = openJournal({ folder, now, redact: (text) => text });
  const engine = new Engine({
    ...{ journal, clock: { now, monotonic: now }, healMs: 1000, cooldownMs: 60_000 },
    steps: {} as StepFunctions, // nothing is worked on here
    diagnose: () => diagnosis,
    limits: () => assert.fail('nothing is worked on here'),
  });
  try {
    engine.sense(before);
    engine.answer(1, resolve);
    nowMs += afterMs;
    const { id, occurrences } = engine.sense({ ...before, id: '2', ...more });
    assert.equal(occurrences, id === 1 ? 2 : 1, 'counted on one of them, whichever it is');
    return id === 2;
  } finally {
    journal.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

test('SEN-5 errors of a closed incident open no other within the cooldown, and are counted on it', () => {
  assert.equal(opens(59_000), false);
  assert.equal(opens(60_000), true, 'after it');
  assert.equal(opens(-3_600_000), true, 'where the clock was set back, too');
  assert.equal(opens(1_000, { kind: 'crash' }), true, 'a death');
  assert.equal(opens(1_000, { release: 'T9' }), true, 'files that came since');
  assert.equal(opens(1_000, { apply: true }), true, 'asked for by `kintsugi heal`');
  assert.equal(opens(1_000, { subject: 'b' }), true, 'another server');
});

test('SEN-5 answers without an error are told apart by route, but a server that is closed says 503 on all of them', () => {
  const answered = (status: number): Signal => ({ ...first, error: null, status });
  assert.equal(opens(1_000, {}, answered(500)), false);
  assert.equal(opens(1_000, { route: '/b' }, answered(500)), true);
  assert.equal(opens(1_000, { route: '/b' }, answered(503)), false);
  assert.equal(opens(1_000, { route: '/b', status: 503 }, answered(500)), true);
});
