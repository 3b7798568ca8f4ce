import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, contextOf } from '../cases.test-helper.ts';
import { property } from './property.ts';

const list = (...keys: readonly string[]): string =>
  `[\n${keys.map((key, at) => `  { "id": ${at}, "${key}": "2025-01-0${at + 1}" }`).join(',\n')}\n]\n`;

const lent = (records: string) => ({
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'slice')",
  named: { property: 'slice', nullish: 'undefined' as const },
  files: {
    'loans.json': records,
    'a.js':
      "const loans = require('./loans.json');\nexports.years = () => loans.map((loan) => loan.since.slice(0, 4));\n",
  },
  at: [['a.js', 'loan.‸since']] as const,
  facts: { loan: { className: 'Object', keys: ['id', 'sinse'] } },
});

const outOfRelease = (records: string) => {
  const { files, ...rest } = lent(records);
  return { ...rest, files: { 'a.js': files['a.js'] }, outside: { 'loans.json': records } };
};

check(property, [
  {
    name: 'one record of three that calls it otherwise: the record has the slip',
    ...lent(list('since', 'since', 'sinse')),
    first: { 'loans.json': /"id": 2, "since"/ },
    ask: null,
  },
  {
    name: 'one record of two: nobody knows which one is right',
    ...lent(list('since', 'sinse')),
    first: { 'a.js': /loan\.sinse/ },
    ask: /some records of loans\.json have `since`, and others `sinse`/,
  },
  {
    name: 'all records call it so: who reads it has the slip',
    ...lent(list('sinse', 'sinse')),
    first: { 'a.js': /loan\.sinse/ },
    ask: null,
  },
  {
    name: 'a record that has both names lacks nothing',
    ...lent(list('since', 'since', 'sinse').replace('"id": 2', '"id": 2, "since": "2024-12-31"')),
    first: { 'a.js': /loan\.sinse/ },
    ask: null,
  },
  {
    name: 'records that are no part of the release, one of which calls it otherwise: nobody follows that one',
    ...outOfRelease(list('since', 'sinse')),
    first: { 'a.js': /loan\.sinse/ },
    ask: /some records of loans\.json have `since`, and others `sinse`/,
  },
]);

test('a record that is no part of the release and calls it otherwise than the others is told', async () => {
  const told = async (...keys: readonly string[]): Promise<string> =>
    (await property.outside?.(contextOf({ name: 'told', ...outOfRelease(list(...keys)), first: null })))?.why ?? '';
  assert.match(await told('since', 'since', 'sinse'), /`sinse` is `since` in the other records of loans\.json/);
  assert.equal(await told('since', 'sinse'), '', 'one of two');
  assert.equal(await told('sinse', 'sinse'), '', 'all say so: the reader is at fault');
});
