/** As little of a revert as heals: of one hunk the lines that have nothing to do with each other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Evidence, Idea } from '../../incident/nouns.ts';
import { contextOf } from './cases.test-helper.ts';
import { least } from './least.ts';

/** What stands in the file then, where what heals is that it says `healing`; with `?` where a person is asked. */
async function leastOf(was: string, is: string, healing: RegExp, file = 'a.js'): Promise<string> {
  const context = contextOf({
    ...{ name: '', class: 'type', message: '', first: null },
    ...{ files: { [file]: is }, lastGood: { [file]: was } },
  });
  const answered = (passed: boolean): Evidence => ({
    ...{ proof: 'replayed', passed, checks: [], confinement: '', bootMs: null, before: [] },
    ...{ after: [{ status: 200, error: null, ms: 1 }], inconclusive: null, score: 0, next: null },
  });
  const idea: Idea = {
    ...{ recipe: 'revert', kind: 'rollback', title: '', rank: 0, operations: [], ask: null },
    edits: [{ path: file, before: is, after: was }],
  };
  const found = await least(
    context,
    { idea, evidence: answered(true), tried: 1, fell: 0 },
    {
      tryOut: async ({ edits }) => answered(healing.test(edits[0]?.after ?? '')),
      limits: { tries: 30, chain: 1, atOnce: 1 },
      signal: new AbortController().signal,
    },
  );
  const [edit] = found.idea.edits;
  return `${edit?.after}${found.idea.ask === null ? '' : '?'}`;
}

test('REP-3 a setting that was lost beside one that was changed comes back alone', async () => {
  const was = 'use({\n  voices: choir.voices,\n  rules: choir.rules,\n});\n';
  const is = 'use({\n  voices: choir.voices.map((each) => each.short),\n});\n';
  const now = is.replace('});', '  rules: choir.rules,\n});');
  assert.equal(await leastOf(was, is, /rules/), now);
});

test('REP-3 of a section that is called otherwise, and its first value, the name alone goes back', async () => {
  const [was, is] = ['[desk]\nopens = "08"\n', '[desks]\nopens = "07"\n'];
  assert.equal(await leastOf(was, is, /\[desk\]/, 'a.toml'), '[desk]\nopens = "07"\n');
});

test('REP-3 one line lost in the place of another one comes back, and the other one stays', async () => {
  const [was, is] = ['name = "a"\nzone = "b"\n', 'name = "a"\nstars = 4\n'];
  assert.equal(await leastOf(was, is, /zone/, 'a.toml'), 'name = "a"\nstars = 4\nzone = "b"\n');
});

test('REP-3 lines of the same words were changed together, and go back together', async () => {
  const was = 'const cents = price * 100;\nshow(cents);\n';
  const is = 'let amount = price;\nshow(amount);\n';
  assert.equal(await leastOf(was, is, /cents/), was);
});

test('REP-3 a value that was chosen, and other lines that may go with it, are asked for', async () => {
  const [was, is] = ['unit = "cents"\nprice = 250\n', 'unit = "euros"\nprice = 2\n'];
  assert.equal(await leastOf(was, is, /cents/, 'a.toml'), `${was}?`);
  assert.equal(await leastOf(was, is, /cents[^]*250/, 'a.toml'), was);
});

test('REP-3 a line that was lost in the same place is not left out: another request may miss it', async () => {
  const was = 'name = "a"\nzone = "b"\nopens = "c"\nmost = 4\n';
  const is = 'name = "a"\nopen = "c"\n';
  assert.equal(await leastOf(was, is, /opens = /, 'a.toml'), was);
});

test('REP-3 a section that was written out into its names goes back whole', async () => {
  const was = '{\n    "longStay": {\n      "nights": 5,\n      "discountPercent": 10\n    }\n}\n';
  const is = '{\n    "longStayNights": 5,\n    "longStayDiscountPercent": 10\n}\n';
  assert.equal(await leastOf(was, is, /"longStay": \{\s+"nights": 5,[^{}]*\}\s*\}/, 'a.json'), was);
});

test('REP-3 of a line the one place goes back that heals, where the rest of it says something else', async () => {
  const was = 'const cache = open({ max: 50, ttl: 60_000 });\n';
  const is = 'const cache = open({ max: "50", ttl: 90_000 });\n';
  assert.equal(await leastOf(was, is, /max: 50/), is.replace('"50"', '50'));
  // Either number may be the one that was meant.
  assert.equal(await leastOf(was, is, /60_000/), `${was}?`);
  assert.equal(await leastOf(was, is, /50, ttl: 60/), was);
  // A slip beside it may be missed by another request.
  const both = ['const { rows, total } = open();\n', 'const { row, totl } = open();\n'] as const;
  assert.equal(await leastOf(...both, /rows/), both[0]);
  // What is said twice is one change.
  const twice = ['show(price.net, tax(price.net));\n', 'show(price.gross, tax(price.gross));\n'] as const;
  assert.equal(await leastOf(...twice, /tax\(price\.net/), twice[0]);
});
