import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer, Idea } from '../../incident/nouns.ts';
import type { Baseline } from '../baseline.ts';
import { checkAnswers } from './replay.ts';
import { isSameRefusal } from '../replay.ts';

const answer = (body: object | string): Answer => {
  return { status: 200, error: null, ms: 1, body: typeof body === 'string' ? body : JSON.stringify(body) };
};
const request = {
  method: 'POST',
  url: '/graphql?a=1',
  headers: {},
  body: null,
  bodyEncoding: 'utf8',
  truncated: false,
};
const error = (message: string, ...path: (string | number)[]) => ({ message, path });

const slip = error('titleRaed is not defined', 'books', 0, 'title');
const meant = error('not yours', 'account');
const empty = error('Cannot return null for non-nullable field Book.title.', 'books', 0, 'title');
const said = (...errors: unknown[]): object => ({ data: null, errors });

const cases: readonly { name: string; before: object | string; after: object | string; wrong: RegExp | null }[] = [
  { name: 'none is left', before: said(slip), after: { data: {} }, wrong: null },
  { name: 'what is meant is left', before: said(slip, meant), after: said(meant), wrong: null },
  {
    name: 'another one in its place',
    before: said(slip),
    after: said(empty),
    wrong: /^POST \/graphql is answered with an error in it: \["books",0,"title"\] Cannot return null/,
  },
  {
    name: 'what is meant now has company',
    before: said(slip, meant),
    after: said(meant, empty),
    wrong: /non-nullable/,
  },
  {
    name: 'a form that is not valid, told by an app of its own',
    before: said({ message: 'a', path: 'name' }),
    after: said({ message: 'b', path: 'name' }),
    wrong: null,
  },
  { name: 'no list, or no JSON', before: 'x', after: '{"errors":{"name":"is needed"}} or "errors"', wrong: null },
];

for (const { name, before, after, wrong } of cases)
  test(`TRY-6 the errors within an answer of GraphQL: ${name}`, () => {
    const shown = { requests: [request], answers: [answer(before)] } as unknown as Baseline;
    const found = checkAnswers([answer(after)], shown, { idea: { kind: 'cause' } as Idea });
    if (wrong === null) assert.equal(found, null);
    else assert.match(found ?? '', wrong);
  });

test('POL-1 TRY-6 what a path without a route is answered is known whichever path it names', () => {
  const refusal = (body: string): Answer => ({ status: 404, error: null, ms: 1, body });
  const ofUnrouted = refusal('<p>Nothing lies at /nothing-lies-here-1f0c2a</p>');
  assert.equal(isSameRefusal(refusal('<p>Nothing lies at /items/7</p>'), '/items/7?full=1', ofUnrouted), true);
  assert.equal(isSameRefusal(refusal('<p>Nothing lies at /</p>'), '/', ofUnrouted), true);
  assert.equal(isSameRefusal(refusal('<p>There is no item 7</p>'), '/items/7', ofUnrouted), false);
});
