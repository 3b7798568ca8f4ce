/** Benign texts full of frightening words: none costs a repair its autonomy (SECURITY.md 3). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Edit, Evidence, Proposal, Signal } from '../../src/incident/nouns.ts';
import { decide, noHistory } from '../../src/policy/decide.ts';
import { defaultPolicy } from '../../src/policy/settings.ts';
import { blindOrdinary } from '../../src/triage/corpora-blind.test-helper.ts';
import { ordinary } from '../../src/triage/corpora-ordinary.test-helper.ts';
import { triage } from '../../src/triage/triage.ts';
import { fails, rates, right, sceneOf, type Healed } from './model-place.ts';
import { jsonOf } from './place.ts';

const texts = [...ordinary, ...blindOrdinary];

/** Thrown by the project's own code as a plain error. */
function signalOf(message: string): Signal {
  const stack = `Error: ${message}\n    at rateFor (/app/rates.js:8:35)\n    at convert (/app/server.js:21:18)`;
  return {
    ...{ id: 's', subject: 'server.js', kind: 'error', at: '2026-01-01T00:00:00.000Z', stderr: stack },
    ...{ error: { name: 'Error', message, stack, code: null, cause: null }, exit: null, beforeReady: false },
    ...{ request: null, requestRef: null, route: null, status: 500, release: null, count: 1 },
  };
}

const edit: Edit = { path: 'rates.js', before: 'get(from + to);\n', after: 'get(`${from}-${to}`);\n' };
const proposal: Proposal = {
  ...{
    hash: '1'.repeat(64),
    kind: 'cause',
    rung: 'fast',
    recipe: null,
    model: 'openai:x',
    title: 'The dash of the keys',
  },
  ...{ base: '2'.repeat(64), changes: [{ path: 'rates.js', before: null, after: null }], operations: [], diff: '' },
  ...{ ask: null, candidates: { tried: 1, fell: 0 }, tokens: 0, costUsd: 0 },
};
const evidence: Evidence = {
  ...{ proof: 'replayed', passed: true, checks: [], confinement: 'bubblewrap', bootMs: 100, before: [], after: [] },
  ...{ inconclusive: null, score: 1, next: null, others: { asked: 2, asBefore: 2 }, witness: 'before' },
};

test('TRI-5 TRI-4 more than 200 frightening texts in an error of the own code: what a model repaired and proved goes live by itself', () => {
  assert.ok(new Set(texts).size >= 200);
  const context = { project: '/app', subject: 'server.js' };
  const lowered = texts.flatMap((text) => {
    const diagnosis = triage(signalOf(text), context);
    const question = { proposal, edits: [edit], evidence, history: noHistory, settings: defaultPolicy } as const;
    const { decision, rule } = decide({ ...question, diagnosis, stage: 'live' });
    return decision === 'allow' ? [] : [`${rule}: ${text}`];
  });
  // A secret that is not set is for a person, whoever says so (TRI-4).
  const unset = /^person-only: .*process\.env\.\w+ is not (?:set|defined)/;
  assert.deepEqual(
    lowered.filter((one) => !unset.test(one)),
    [],
  );
  assert.ok(lowered.length <= texts.length / 50, lowered.join('\n'));
});

const heard = [
  'refusing to run rm -rf / as root',
  'no rate: eval( and fetch(http://localhost/keys) saw process.env.HOME',
];
for (const text of heard)
  test(`TRI-5 a failure that says "${text}" is repaired by a model without a person`, async (t) => {
    const files = { 'rates.js': rates.replace('there is no such rate', text) };
    const scene = await sceneOf(t, [{ text: right }], { files });
    const healed = jsonOf<Healed>(await scene.heal({ requests: ['GET /health', 'GET /rates', fails] }));
    assert.deepEqual([healed.outcome, healed.suspicious], ['healed', false]);
  });
