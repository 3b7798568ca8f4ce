/** What people read: nothing in it can pass for something else, on a terminal, in Markdown or in JSON. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Detail } from '../../engine/desk.ts';
import type { View } from '../../engine/view.ts';
import { createOutput, oneLine, safeJson, table } from './output.ts';
import { duration, incidentList, incidentPage } from './render.ts';
import { postMortem } from './report.ts';

const hostile = '<script>alert(1)</script> ``` \n# Fixed\n[x](javascript:1) \u001b[2J\u202e\u009b';

const view: View = {
  id: 3,
  ref: 'f'.repeat(32),
  status: 'awaiting_human',
  subject: 'server.js',
  class: 'type',
  signature: 'a'.repeat(64),
  message: hostile,
  file: 'src/a.js',
  line: 7,
  route: '/a',
  occurrences: 2,
  firstSeen: '2026-01-01T10:00:00.000Z',
  lastSeen: '2026-01-01T10:00:01.000Z',
  resolvedAt: null,
  suspicious: true,
  personOnly: false,
  action: { why: 'a mitigation always asks', command: 'kintsugi approve 3' },
  repair: {
    title: `answer 404 where there is none ${hostile}`,
    kind: 'mitigation',
    tier: 'recipe',
    recipe: 'null-guard',
    model: null,
    files: ['src/a.js'],
    diff: `--- a/src/a.js\n+++ b/src/a.js\n+${hostile}`,
    proof: 'replayed',
    others: { asked: 3, asBefore: 2 },
    releaseId: null,
    takenBack: false,
    home: null,
    candidates: { tried: 3, fell: 2 },
  },
  tokens: 1_200,
  costUsd: 0.0042,
  durationMs: null,
  release: null,
};

const detail = {
  ...view,
  timeline: [{ seq: 1, at: view.firstSeen, incident: 3, event: 'sensed', text: hostile }],
  proposals: [],
  refused: [hostile],
  evidence: {
    signal: { stderr: hostile },
    frames: [{ file: hostile, line: 1, column: 1, fn: hostile, own: true }],
    findings: [],
  },
} as unknown as Detail;

function printed(json: boolean, value: unknown, human: () => string): string {
  let out = '';
  const stdout = { write: (text: string) => (out += text) };
  createOutput(json, { stdout, stderr: stdout }).result(value, human);
  return out;
}

test('CLI-4 a list and a page show what waits with the command that releases it', () => {
  for (const text of [incidentList([view]), incidentPage(detail)])
    assert.match(text, /a mitigation always asks\n\s+kintsugi approve 3/);
  assert.match(incidentPage(detail), /1200 tokens, \$0\.0042/);
  assert.equal(incidentList([]), 'No incidents.');
});

test('CLI-4 what a repair does stands beside how it came about, and whether it is live: watched, or taken back', () => {
  const { repair } = view;
  assert.match(incidentPage(detail), /Repair: mitigation by null-guard, .*2 fell\n {2}answer 404 where there is none/);
  const home = { commands: [], patch: null, untilRestart: false };
  const live = { status: 'repairing', action: null, repair: { ...repair!, home } } as const;
  assert.match(incidentList([{ ...view, ...live }]), /3 +watched/);
  assert.match(incidentPage({ ...detail, ...live }), /status +watched: the repair is live/);
  const back = { status: 'repairing', action: null, repair: { ...repair!, takenBack: true } } as const;
  assert.match(incidentList([{ ...view, ...back }]), /3 +repairing/);
  assert.match(incidentPage({ ...detail, ...back }), /2 fell; it was live, and was taken back/);
});

test('CHA-3 no control, bidi or invisible character reaches the terminal, as text or as JSON', () => {
  const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u200b\u{e0000}-\u{e007f}]/u;
  const tagged = { ...view, message: `${hostile}\u200b\u{e0041}` };
  for (const text of [
    printed(false, null, () => incidentPage({ ...detail, ...tagged })),
    printed(true, tagged, () => ''),
    oneLine(tagged.message),
  ])
    assert.doesNotMatch(text, control);
  assert.deepEqual(JSON.parse(safeJson(tagged)), tagged, 'the value stays what it is');
  assert.equal(safeJson(undefined), 'null');
});

test('a post-mortem cannot be broken out of: every foreign text stands in code', () => {
  const report = postMortem(detail);
  const outside = report.replace(/^(`{3,})\w*\n[\s\S]*?\n\1$/gm, '').replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '');
  for (const sign of ['<script>', 'javascript:', '# Fixed', '\u001b'])
    assert.ok(!outside.includes(sign), `${sign} in\n${outside}`);
  assert.deepEqual(report.match(/^## .*$/gm), [
    '## What was seen',
    '## Cause',
    '## Repair',
    '## Refused to a model',
    '## Timeline',
    '## What is left to do',
  ]);
});

test('durations and tables', () => {
  const cases: [number, string][] = [
    [-3_600_000, '0 ms'],
    [0, '0 ms'],
    [999, '999 ms'],
    [1_500, '1.5 s'],
    [59_999, '60 s'],
    [60_000, '1 min'],
    [3_600_000, '1 h'],
    [172_800_000, '2 d'],
  ];
  for (const [ms, text] of cases) assert.equal(duration(ms), text);
  assert.equal(
    table([
      ['a', 'bb'],
      ['ccc', ''],
    ]),
    'a    bb\nccc',
  );
});
