import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../incident/nouns.ts';
import { nullsIn, oddityOf, shapeIn } from './oddity.ts';

const answer = (body: unknown): Answer => ({
  status: 200,
  error: null,
  ms: 1,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

for (const [what, body, expected] of [
  ['promises of a list', { items: [{}, {}] }, 'an empty object at `items[]`'],
  ['a promise in a field', { id: 1, owner: {} }, 'an empty object at `owner`'],
  ['an object as text', { label: 'Order [object Object]' }, '`[object Object]` at `label`'],
  ['a promise in a page', '<h1>[object Promise]</h1>', '`[object Promise]`'],
  ['no number', 'total: NaN EUR', '`NaN`'],
  ['a sum of nothing', { total: 'NaN' }, '`NaN` at `total`'],
  ['a date that is none', { days: [{ on: 'Invalid Date' }] }, '`Invalid Date` at `days[].on`'],
  ['a value that is not there', '<p>Hello undefined</p>', '`undefined`'],
  ['a key that was none', { counts: { undefined: 2 } }, '`undefined` as a key at `counts`'],
  ['a page with a program in it', '<script>if (x === undefined) go();</script><p>Hello</p>', null],
  ['an empty object alone', {}, null],
  ['no rows', { rows: [], next: null }, null],
  ['words that hold such letters', { text: 'NaNny, undefined-behaviour.md, my.undefined' }, null],
  ['a slip in capitals', { hazards: ['[OBJECT OBJECT]'] }, '`[OBJECT OBJECT]` at `hazards[]`'],
  ['a plain answer', { id: 7, name: 'Nan' }, null],
] as const) {
  test(`TRY-7 an answer that shows a slip: ${what}`, () => {
    assert.equal(oddityOf([answer(body)], []), expected);
  });
}

test('TRY-7 a program is no page', () => {
  const headers = { 'content-type': 'text/javascript' };
  assert.equal(oddityOf([{ ...answer('let x = undefined;'), headers }], []), null);
});

test('TRY-7 what healthy answers have, too, is no oddity', () => {
  const [one, other] = [answer({ filters: {} }), answer({ filters: {}, items: [{}] })];
  assert.equal(oddityOf([one], [one]), null);
  assert.equal(oddityOf([other], [one]), 'an empty object at `items[]`');
});

test('TRY-7 where answers hold nothing, by their keys', () => {
  const rows = answer({ rows: [{ since: null }, { since: 2021, by: { name: null } }], next: null });
  assert.deepEqual(nullsIn([rows, answer('a page')]), ['rows[].since', 'rows[].by', 'rows[].by.name', 'next']);
  assert.deepEqual(nullsIn([answer([{ id: 1, title: 'a' }, { id: 2 }, 'x'])]), ['[].title']);
  assert.deepEqual(nullsIn([answer({ tags: [], notes: ['', 'x'], by: {}, sum: 0 })]), ['tags', 'notes[]']);
  assert.deepEqual(nullsIn([answer([])]), ['its whole']);
  assert.deepEqual(nullsIn([{ ...answer(''), body: `${'['.repeat(20_000)}null${']'.repeat(20_000)}` }]), []);
});

test('TRY-7 what answers hold, by their keys', () => {
  const rows = answer({ rows: [{ since: null }, { since: 2021, tags: ['x'] }], next: '' });
  const held = ['rows: list', 'rows[]: object', 'rows[].since: number', 'rows[].tags: list', 'rows[].tags[]: string'];
  assert.deepEqual(shapeIn([rows, rows, answer('a page')]), held);
  assert.deepEqual(shapeIn([answer(Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`k${at}`, 1])))]), []);
});
