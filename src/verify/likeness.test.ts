import assert from 'node:assert/strict';
import test from 'node:test';
import type { Answer } from '../incident/nouns.ts';
import { likeness, type Likeness } from './likeness.ts';

const of = (body: string, status = 200): Answer => ({ status, error: null, ms: 1, body });
const json = (value: unknown): string => JSON.stringify(value);

const cases: readonly [why: string, before: readonly string[], now: Answer, Likeness][] = [
  ['the same text', ['ok', 'ok'], of('ok'), 'same'],
  ['another status', ['ok', 'ok'], of('ok', 204), 'other'],
  ['another text', ['ok', 'ok'], of('no'), 'other'],
  ['a value that does not change by itself', [json({ n: 'a' }), json({ n: 'a' })], of(json({ n: 'b' })), 'alike'],
  ['a value that does', [json({ n: 0.1 }), json({ n: 0.2 })], of(json({ n: 0.3 })), 'same'],
  ['a field that went', [json({ n: 1, m: 2 }), json({ n: 3, m: 4 })], of(json({ n: 5 })), 'other'],
  ['a field that became null', [json({ n: 'a' }), json({ n: 'a' })], of(json({ n: null })), 'other'],
  ['a text that became empty', [json({ n: 'a' }), json({ n: 'b' })], of(json({ n: '' })), 'other'],
  ['a list that became empty', [json([{ n: 1 }]), json([{ n: 1 }])], of('[]'), 'other'],
  ['a list that grew by itself', [json([1]), json([1, 2])], of(json([1, 2, 3])), 'same'],
  ['the order of fields', [json({ a: 1, b: 1 }), json({ a: 2, b: 2 })], of(json({ b: 3, a: 3 })), 'same'],
  ['how long it runs', ['{"uptime":0,"n":1}', '{"uptime":0,"n":1}'], of('{"uptime":1,"n":1}'), 'same'],
  ['its number among requests', ['{"requestId":"r-3"}', '{"requestId":"r-3"}'], of('{"requestId":"r-4"}'), 'same'],
  ['a number beside it', ['{"uptime":0,"n":1}', '{"uptime":0,"n":1}'], of('{"uptime":1,"n":2}'), 'alike'],
  [
    'a time of this boot',
    ['{"up":"2026-01-01T10:00:00.000Z"}', '{"up":"2026-01-01T10:00:00.000Z"}'],
    of('{"up":"2026-01-01T10:00:03.127Z"}'),
    'same',
  ],
  [
    'an id of this boot',
    ['id 0b5f6c1e-9d3a-4d21-8f10-1f2e3d4c5b6a', 'id 0b5f6c1e-9d3a-4d21-8f10-1f2e3d4c5b6a'],
    of('id 7c6d5e4f-1a2b-4c3d-9e8f-a1b2c3d4e5f6'),
    'same',
  ],
  [
    'a token in a page',
    ['<a>k3jd82hsk29dk2l1m4n5</a>', '<a>p0o9i8u7y6t5r4e3w2q1</a>'],
    of('<a>z1x2c3v4b5n6m7k8j9h0</a>'),
    'same',
  ],
  ['a counter in a page', ['seen 7 times', 'seen 8 times'], of('seen 1 times'), 'same'],
  ['another page', ['seen 7 times', 'seen 8 times'], of('error 1'), 'other'],
];

test('TRY-2 what differs by itself from one time to the next is answered as before, another shape is not', () => {
  for (const [why, before, now, wanted] of cases)
    assert.equal(
      likeness(
        now,
        before.map((body) => of(body)),
      ),
      wanted,
      why,
    );
});
