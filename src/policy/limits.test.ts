import assert from 'node:assert/strict';
import test from 'node:test';
import {
  admitCommand,
  admitModel,
  admitRepair,
  autoPausedUntil,
  defaultLimits,
  type HealRecord,
  type Weight,
} from './limits.ts';
import { defaultPolicy } from './settings.ts';

const now = 1_800_000_000_000;
const minute = 60_000;

function heal(minutesAgo: number, more: Partial<HealRecord> = {}): HealRecord {
  return { signature: 's', at: now - minutesAgo * minute, ok: false, model: false, ...more };
}

test('TRI-6 the same signature failing 3 times in 10 minutes is suppressed until a person retries', () => {
  const table: readonly (readonly [name: string, history: readonly HealRecord[], epochAt: number, go: boolean])[] = [
    ['nothing yet', [], 0, true],
    ['two failures', [heal(2), heal(1)], 0, true],
    ['three failures', [heal(9), heal(5), heal(1)], 0, false],
    ['three failures, just in the window', [heal(11), heal(6), heal(1)], 0, false],
    ['three failures over 11 minutes', [heal(12), heal(6), heal(1)], 0, true],
    ['long ago, but never retried', [heal(300), heal(299), heal(298)], 0, false],
    ['retried since', [heal(300), heal(299), heal(298)], now - 200 * minute, true],
    ['retried, then failed once', [heal(30), heal(29), heal(28), heal(1)], now - 20 * minute, true],
    ['another signature', [heal(3, { signature: 't' }), heal(2), heal(1)], 0, true],
    ['one that worked', [heal(3, { ok: true }), heal(2), heal(1)], 0, true],
    ['one still running', [heal(3, { ok: null }), heal(2), heal(1)], 0, true],
    ['the clock went back', [heal(-60), heal(-61), heal(-62)], 0, false],
    ['the clock went back, and retried since', [heal(-60), heal(-61), heal(-62)], now - minute, true],
    ['far apart, and the clock went back', [heal(-60), heal(-90), heal(-120)], 0, true],
  ];
  for (const [name, history, epochAt, go] of table) {
    const admission = admitRepair({ signature: 's', nowMs: now, setMs: now - 2 * minute, history, epochAt });
    assert.equal(admission.go, go, name);
    if (!admission.go) assert.deepEqual([admission.rule, admission.untilMs], ['loop-guard', null], name);
  }
});

test('TRI-6 at most 5 repairs in 5 minutes in all; what comes beyond waits and says until when', () => {
  const others = [4.5, 4, 3, 2, 1].map((ago, index) => heal(ago, { signature: `t${index}`, ok: true }));
  const admission = admitRepair({ signature: 's', nowMs: now, history: others });
  assert.ok(!admission.go);
  assert.deepEqual([admission.rule, admission.untilMs], ['repair-rate', now + 0.5 * minute]);
  assert.deepEqual(admitRepair({ signature: 's', nowMs: now, history: others.slice(1) }), { go: true });
  assert.deepEqual(admitRepair({ signature: 's', nowMs: now + 0.5 * minute, history: others }), { go: true });
  const ahead = others.map((one) => ({ ...one, at: now + 60 * minute }));
  const late = admitRepair({ signature: 's', nowMs: now, history: ahead });
  assert.equal(!late.go && late.untilMs, now + 5 * minute, 'a clock that went back never lifts a window');
  const setMs = now - 4 * minute;
  const since = admitRepair({ signature: 's', nowMs: now, setMs, history: ahead });
  assert.equal(!since.go && since.untilMs, now + minute, 'nor does it prolong one');
  assert.ok(admitRepair({ signature: 's', nowMs: now + minute, setMs, history: ahead }).go);
  assert.ok(
    admitRepair({ signature: 's', nowMs: now, history: others, limits: { ...defaultLimits, repairsMax: 6 } }).go,
  );
});

test('SEN-10 a model waits for weight, then for its turn', () => {
  const light: Weight = { exit: false, clients: 1, answeredWellBefore: false };
  const weigh = (weight: Partial<Weight>, history: readonly HealRecord[] = []): string => {
    const admission = admitModel({ signature: 's', nowMs: now, history, weight: { ...light, ...weight } });
    return admission.go ? 'go' : admission.rule;
  };
  assert.equal(weigh({}), 'model-weight');
  assert.equal(weigh({ exit: true }), 'go');
  assert.equal(weigh({ clients: 2 }), 'go');
  assert.equal(weigh({ answeredWellBefore: true }), 'go');
  assert.equal(weigh({ exit: true }, [heal(9, { model: true })]), 'model-rate');
  assert.equal(weigh({ exit: true }, [heal(10, { model: true })]), 'go');
  assert.equal(weigh({ exit: true }, [heal(1, { model: false })]), 'go');
  assert.equal(weigh({ exit: true }, [heal(1, { model: true, signature: 't' })]), 'go');
  const six = [59, 50, 40, 30, 20, 11].map((ago) => heal(ago, { model: true }));
  assert.equal(weigh({ exit: true }, six), 'model-rate');
  assert.equal(weigh({ exit: true }, six.slice(1)), 'go');
});

test('POL-2 commands of a run: three at most, 60 s apart', () => {
  const { recovery } = defaultPolicy;
  const rule = (ranThisRun: number, lastAtMs: number | null): string => {
    const admission = admitCommand({ ranThisRun, lastAtMs, nowMs: now, recovery });
    return admission.go ? 'go' : admission.rule;
  };
  assert.equal(rule(0, null), 'go');
  assert.equal(rule(2, now - 60_000), 'go');
  assert.equal(rule(2, now - 59_999), 'recovery-cooldown');
  assert.equal(rule(1, now + 5000), 'recovery-cooldown');
  assert.equal(rule(3, now - minute * 60), 'recovery-count');
});

test('POL-6 the healer pauses itself when 40 % of the last 5 repairs failed', () => {
  const now = { nowMs: 100, pauseMs: 1000, resumedMs: -1 };
  const at = (text: string): { at: number; ok: boolean }[] =>
    [...text].map((one, index) => ({ at: index, ok: one === '+' }));
  const runs = (text: string): boolean => autoPausedUntil(at(text), now) !== null;
  for (const paused of ['--+', '-+-', '++---', '-+-++', '+++++---', '---']) assert.ok(runs(paused), paused);
  for (const going of ['', '-', '--', '+++', '++-+', '-++++', '--+++++', '++++-']) assert.ok(!runs(going), going);
  assert.equal(autoPausedUntil(at('+-+-'), now), 1003, 'so long after the latest failure');
  assert.equal(autoPausedUntil(at('+-+-'), { ...now, nowMs: 1003 }), null, 'it ends by itself');
  assert.equal(autoPausedUntil(at('+-+-'), { ...now, nowMs: 1e9, pauseMs: 0 }), Infinity, 'or not at all');
  const ahead = at('+-+-').map((one) => ({ ...one, at: one.at + 1e9 }));
  assert.equal(autoPausedUntil(ahead, { ...now, setMs: 50 }), 1050, 'or so long after the clock was set back');
  assert.equal(autoPausedUntil(ahead, { ...now, setMs: 50, resumedMs: 60 }), null, 'and `resume` ends it');
  assert.equal(
    autoPausedUntil(at('---++'), { ...now, resumedMs: 2 }),
    null,
    'what failed before `resume` counts no more',
  );
});
