import assert from 'node:assert/strict';
import test from 'node:test';
import type { Answer, Idea } from '../incident/nouns.ts';
import { scoreOf, type Passed } from './score.ts';

const before = 'app.get("/u", (q, r) => {\n  const u = find(q);\n  r.json(u.nam.first);\n});\n';
const failed: Answer = { status: 500, error: null, ms: 1 };
const answered = (status: number, body = '{"n":1}'): Answer => ({ status, error: null, ms: 1, body });

function passed(change: (text: string) => string, more: Partial<Idea> = {}, seen: Partial<Passed> = {}): Passed {
  const idea: Idea = {
    recipe: 'r',
    kind: 'cause',
    title: '',
    operations: [],
    ask: null,
    rank: 0,
    edits: [{ path: 'a.js', before, after: change(before) }],
    ...more,
  };
  return {
    idea,
    tests: null,
    same: 1,
    well: 1,
    before: [failed],
    after: [answered(200)],
    swallowed: 0,
    odd: false,
    ...seen,
  };
}

const rename = (text: string): string => text.replace('nam.', 'name.');
const guard = (text: string): string => text.replace('u.nam.first', 'u?.nam?.first');
const none = (text: string): string => text;

/** Left is better than right. */
const pairs: readonly [why: string, better: Passed, worse: Passed][] = [
  ['a cause beats a revert', passed(rename), passed(none, { kind: 'rollback' })],
  [
    'a revert beats a mitigation',
    passed(rename, { kind: 'rollback' }),
    passed(rename, { kind: 'mitigation' }, { after: [answered(404)] }),
  ],
  ['own tests pass', passed(guard, {}, { tests: true }), passed(rename)],
  ['other requests are answered as before', passed(rename), passed(rename, {}, { same: 0.5 })],
  ['one more of eight quiet routes is answered well', passed(rename), passed(rename, {}, { well: 0.875 })],
  [
    'a mitigation says 4xx',
    passed(rename, { kind: 'mitigation' }, { after: [answered(404)] }),
    passed(rename, { kind: 'mitigation' }),
  ],
  ['a cause answers', passed(rename), passed(rename, {}, { after: [answered(404)] })],
  ['an answer without a slip', passed(guard), passed(rename, {}, { odd: true })],
  ['an empty answer is no answer', passed(rename), passed(rename, {}, { after: [answered(200, '')] })],
  ['the smaller change', passed(rename), passed((text) => `${rename(text)}// a\n// b\n// c\n`)],
  ['no ?. to hide it', passed(rename), passed(guard)],
  [
    'no empty catch',
    passed((text) => text.replace('r.json(u.nam.first)', 'try { r.json(u.nam) } catch { r.end() }')),
    passed((text) => text.replace('r.json(u.nam.first)', 'try { r.json(u.nam) } catch { }')),
  ],
  ['no statement removed', passed(rename), passed((text) => text.replace('  r.json(u.nam.first);\n', ''))],
  ['fewer swallowed errors', passed(rename), passed(rename, {}, { swallowed: 2 })],
  ['the likelier one', passed(rename), passed(rename, { rank: 3 })],
];

test('TRY-7 the better candidate has the higher score', () => {
  for (const [why, better, worse] of pairs)
    assert.ok(scoreOf(better) > scoreOf(worse), `${why}: ${scoreOf(better)} > ${scoreOf(worse)}`);
});
