/** What a repair answers otherwise than the project did before its last change, and what of that tells nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Evidence, Idea } from '../../incident/nouns.ts';
import { contextOf } from './cases.test-helper.ts';
import { lostSince } from './revert.ts';

const was = "const all = 'SELECT * FROM people';\nconst view = ({ name }) => ({ name });\n";
const is = was.replaceAll('name }', 'name, phone }').replace("people'", "people WHERE mail = ?'");

function answered(more: Partial<Evidence>, status = 200): Evidence {
  return {
    ...{ proof: 'replayed', passed: true, checks: [], confinement: '', bootMs: null, before: [], ...more },
    ...{ after: [{ status, error: null, ms: 1 }], inconclusive: null, score: 0, next: null },
  };
}

/** What is said of a repair that makes `is` so. */
function lost(after: string, now: Evidence, then: Evidence): Promise<string | null> {
  const files = { 'a.js': is };
  const context = contextOf({ name: '', class: 'type', message: '', files, lastGood: { 'a.js': was }, first: null });
  const edits = [{ path: 'a.js', before: is, after }];
  const idea: Idea = { recipe: 'x', kind: 'cause', title: '', rank: 0, edits, operations: [], ask: null };
  return lostSince(context, { idea, evidence: now, tried: 1, fell: 0 }, async () => then);
}

const held = ['items: list', 'items[]: object', 'items[].name: string'];
const now = answered({ nulls: ['items[].phone'], shape: held });
const mended = is.replace('mail', 'email');
const cases: readonly [string, string, Evidence, Evidence, boolean][] = [
  ['a key that the last change brought', mended, now, answered({ nulls: [], shape: held }), false],
  ['a key that held something', mended, now, answered({ nulls: [], shape: [...held, 'items[].phone: string'] }), true],
  ['a key of an answer that was another one', mended, now, answered({ nulls: [], shape: ['error: string'] }), true],
  ['an answer of which nothing is known', mended, now, answered({ nulls: [] }), true],
  [
    'a key that the repair writes something to',
    is.replace('({ name, phone })', '({ name, phone: phones[name] })'),
    ...[now, answered({ nulls: [], shape: held }), true],
  ] as const,
  [
    'a key on a line that got a bracket alone',
    is.replace('({ name, phone })', '(({ name, phone }))'),
    ...[now, answered({ nulls: [], shape: held }), false],
  ] as const,
];

for (const [what, after, with_, before, expected] of cases) {
  test(`REP-3 an answer that has nothing where there was something? ${what}: ${expected ? 'yes' : 'no'}`, async () => {
    assert.equal((await lost(after, with_, before)) !== null, expected);
  });
}

test('REP-3 a route that the last change brought was refused before it for want of it, which tells nothing', async () => {
  const asked = (unrouted: boolean) =>
    lost(mended, now, answered({ shape: ['error: string'], ...(unrouted ? { unrouted } : {}) }, 404));
  assert.equal(await asked(true), null);
  assert.match((await asked(false)) ?? '', /answered 404|something at/);
});
