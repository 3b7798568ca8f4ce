import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Answered, Declined, Diagnosis, Proposal, Ruling, Signal } from '../incident/nouns.ts';
import type { Promoted } from '../incident/fact.ts';
import type { StepFunctions } from '../incident/steps.ts';
import { systemClock, type Clock } from '../kit/clock.ts';
import { Fault } from '../kit/errors.ts';
import { Engine } from './engine.ts';
import { openJournal } from './journal.ts';

const signal = { id: '1', subject: 'a', kind: 'error', count: 1, release: 'T0', requestRef: null } as Signal;
const resolve = { verdict: 'resolve', by: 'ann', at: 't', note: '', proposal: null } as Answered;
const allow = { decision: 'allow', rule: 'r', reason: '' } as Ruling;

/** An engine whose steps are given; what the others put on the form does not matter here. */
function engineWith(
  t: TestContext,
  steps: Partial<StepFunctions>,
  clock: Clock = systemClock,
  folder = mkdtempSync(path.join(os.tmpdir(), 'kintsugi-resolving-')),
): Engine {
  const journal = openJournal({ folder, now: () => clock.now(), redact: (text) => text });
  t.after(() => {
    journal.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const rest = {
    recall: async () => [],
    propose: async () => ({ hash: 'p' }) as Proposal,
    decide: async () => allow,
    rehearse: async () => ({ tree: 'T1' }),
    verify: async () => ({ passed: true }),
    learn: async () => ({}),
  } as unknown as StepFunctions;
  return new Engine({
    ...{ journal, clock, healMs: 60_000, cooldownMs: 0 },
    steps: { ...rest, ...steps },
    diagnose: ({ stderr = '' }) => {
      const [message, at] = stderr.split(':');
      const line = at === undefined ? null : Number(at);
      return { class: 'type', signature: 'f', personOnly: false, file: 'x.js', line, message } as Diagnosis;
    },
    limits: () => ({
      ...{
        paused: null,
        notBeforeMs: 0,
        quietUntilMs: 0,
        suppress: null,
        release: null,
        rungs: ['recipes'],
        watchMs: 60_000,
        serves: true,
      },
      fallBack: null,
      release: null,
    }),
  });
}

test('CLI-8 resolved while a repair is sought: what is found then is let go', async (t) => {
  const engine: Engine = engineWith(t, {
    propose: async () => {
      engine.answer(1, resolve);
      return { declined: 'no', tried: 0, action: null, as: 'declined' } satisfies Declined;
    },
  });
  engine.sense(signal);
  await engine.drive(new AbortController().signal);
  assert.equal(engine.find(1)?.closed?.outcome, 'resolved');
  assert.deepEqual(engine.find(1)?.attempts, []);
});

test('CLI-8 PRO-1 while files and process are exchanged nobody closes the incident', async (t) => {
  const engine: Engine = engineWith(t, {
    promote: async () => {
      assert.throws(() => engine.answer(1, resolve), { code: 'not_waiting' });
      return { release: { id: 'T1', backup: 'b', branch: null }, ready: true, detail: '' } as Promoted;
    },
  });
  engine.sense(signal);
  await engine.drive(new AbortController().signal);
  assert.equal(engine.find(1)?.attempts[0]?.promoted?.ready, true);
});

const promoted = { release: { id: 'T1', backup: 'b', branch: null }, ready: true, detail: '' } as Promoted;

for (const jumpMs of [-3_600_000, 3_600_000]) {
  test(`PRO-2 a clock that is set by ${jumpMs / 1000} s neither ends a watch nor prolongs it, nor uses a heal up`, async (t) => {
    const real = { wallMs: 10_000_000, monotonicMs: 5 };
    const clock = { now: () => real.wallMs, monotonic: () => real.monotonicMs };
    const jumps = async (): Promise<Ruling> => {
      real.wallMs += jumpMs;
      return allow;
    };
    const engine: Engine = engineWith(t, { decide: jumps, promote: async () => promoted }, clock);
    const drive = (): Promise<number | null> => engine.drive(new AbortController().signal);
    engine.sense(signal);
    assert.equal(await drive(), 60_000);
    await jumps();
    real.monotonicMs += 20_000;
    assert.equal(await drive(), 40_000);
    assert.equal(engine.find(1)?.closed, undefined);
    real.monotonicMs += 40_000;
    assert.equal(await drive(), null);
    assert.equal(engine.find(1)?.closed?.outcome, 'resolved');
  });
}

test('PRO-2 a clock that was set back while no healer ran does not prolong a watch', async (t) => {
  const real = { wallMs: 10_000_000, monotonicMs: 5 };
  const clock = { now: () => real.wallMs, monotonic: () => real.monotonicMs };
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kintsugi-resolving-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const drive = async (): Promise<number | null> => {
    const engine = engineWith(t, { promote: async () => promoted }, clock, folder);
    if (engine.incidents.length === 0) engine.sense(signal);
    return engine.drive(new AbortController().signal);
  };
  assert.equal(await drive(), 60_000);
  real.wallMs -= 3_600_000;
  assert.equal(await drive(), 60_000, 'anew, and no longer');
});

test('PRO-2 PRO-7 what fails in a deploy over a repair that is being watched is an incident of its own', async (t) => {
  const engine: Engine = engineWith(t, {
    propose: async ({ incident }) => ({ hash: 'p', base: incident.signal.release }) as Proposal,
    promote: async () => promoted,
  });
  const drive = (): Promise<number | null> => engine.drive(new AbortController().signal);
  engine.sense(signal);
  await drive();
  assert.equal(engine.sense({ ...signal, id: '2' }).id, 1, 'the old process finishes');
  assert.equal(engine.sense({ ...signal, id: '3', release: 'T2' }).id, 2);
  assert.equal(engine.sense({ ...signal, id: '4', release: 'T2' }).id, 2);
  await drive();
  assert.equal(engine.find(1)?.attempts[0]?.watched, undefined);
  assert.equal(engine.sense({ ...signal, id: '5', release: 'T1' }).attempts[0]?.watched?.ok, false);
});

test('PRO-2 another error on another line of the same function is another incident, and no return of what was repaired', async (t) => {
  const diff = '--- a/x.js\n+++ b/x.js\n@@ -2,1 +2,2 @@\n-two\n+one more\n+2\n';
  const engine: Engine = engineWith(t, {
    propose: async () => ({ hash: 'p', base: 'T0', diff }) as Proposal,
    promote: async () => promoted,
  });
  const sense = (id: string, stderr: string, release = 'T0'): number =>
    engine.sense({ ...signal, id, stderr, release }).id;
  assert.equal(sense('1', 'a:2'), 1);
  assert.equal(sense('2', 'a:7'), 1, 'the same words');
  assert.equal(sense('3', 'b:2'), 1, 'the same line');
  assert.equal(sense('4', 'b:7'), 2);
  await engine.drive(new AbortController().signal, 1);
  assert.equal(sense('5', 'b:8', 'T1'), 2);
  assert.equal(engine.find(1)?.attempts[0]?.watched, undefined);
  assert.equal(sense('6', 'c:3', 'T1'), 1, 'a line that the repair wrote');
  assert.equal(engine.find(1)?.attempts[0]?.watched?.ok, false);
});

test('REL-2 a full disk costs no repair that is proven: it goes live when there is room again', async (t) => {
  const full = new Fault('journal_write', 'no room', { cause: Object.assign(new Error(), { code: 'ENOSPC' }) });
  const outcomes = [full, full, promoted];
  const engine: Engine = engineWith(t, {
    promote: async () => {
      const outcome = outcomes.shift()!;
      if (outcome instanceof Fault) throw outcome;
      return outcome;
    },
  });
  engine.sense(signal);
  const drive = (): Promise<unknown> => engine.drive(new AbortController().signal);
  await assert.rejects(drive(), full);
  await assert.rejects(drive(), full);
  await drive();
  assert.deepEqual(
    engine.find(1)?.attempts.map((attempt) => attempt.promoted?.ready),
    [true],
  );
});
