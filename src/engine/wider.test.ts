/** SEN-10: an incident that was given up is taken up again where a recurrence opens more of the ladder, and only then. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { Declined, Diagnosis, Rung, Signal } from '../incident/nouns.ts';
import type { StepFunctions } from '../incident/steps.ts';
import { systemClock } from '../kit/clock.ts';
import { Engine } from './engine.ts';
import { openJournal } from './journal.ts';

const signal = {
  id: '1',
  subject: 'a',
  kind: 'error',
  count: 1,
  release: 'T0',
  requestRef: null,
  client: 'x',
} as Signal;

test('SEN-10 a second client opens the rungs of a model; the same client again, or a third, changes nothing', async (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kintsugi-wider-'));
  const journal = openJournal({ folder, now: Date.now, redact: (text) => text });
  t.after(() => {
    journal.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const asked: Rung[] = [];
  const engine = new Engine({
    ...{ journal, clock: systemClock, healMs: 60_000, cooldownMs: 0 },
    steps: {
      recall: async () => [],
      propose: async ({ rung }: { rung: Rung }) => {
        asked.push(rung);
        return { declined: 'no', tried: 0, action: null, as: 'declined' } satisfies Declined;
      },
    } as unknown as StepFunctions,
    diagnose: () => ({ class: 'type', signature: 'f', personOnly: false }) as Diagnosis,
    limits: ({ clients }) => ({
      ...{
        paused: null,
        notBeforeMs: 0,
        quietUntilMs: 0,
        suppress: null,
        watchMs: 60_000,
        serves: true,
        fallBack: null,
        release: null,
      },
      rungs: clients.length < 2 ? ['recipes'] : ['recipes', 'fast'],
    }),
  });
  const sees = async (id: string, client: string): Promise<readonly Rung[]> => {
    engine.sense({ ...signal, id, client });
    await engine.drive(new AbortController().signal);
    return asked.splice(0);
  };
  assert.deepEqual(await sees('1', 'x'), ['recipes']);
  assert.deepEqual(await sees('2', 'x'), []);
  assert.deepEqual(await sees('3', 'y'), ['recipes', 'fast']);
  assert.deepEqual(await sees('4', 'z'), []);
  assert.deepEqual(engine.find(1)?.clients, ['x', 'y', 'z']);
});
