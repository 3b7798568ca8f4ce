/** Values of settings that are written as another kind than the schema wants, and keys that count something else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, contextOf } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { refusedSettings } from './refused-settings.ts';

const source = (more: string): string =>
  `const settings = schema.parse(load('config/app.yaml'));\n${more}\nexports.settings = settings;\n`;
const refused = (text: string, place: string, expected: string, more = ''): Omit<Case, 'name' | 'first'> => {
  const lacks = !text.includes(`${place}:`);
  const message = `Invalid input: expected ${expected}, received ${lacks ? 'undefined' : 'string'}`;
  const issue = { expected, code: 'invalid_type', path: ['shop', place], message };
  return {
    class: 'unknown',
    files: { 'config/app.yaml': text, 'config.js': source(more) },
    message: `ZodError: ${JSON.stringify([issue], null, 2)}`,
    at: [['config.js', 'schema.‸parse(']],
  };
};
const shop = (line: string): string => `shop:\n  name: North\n  ${line}\n`;

check(refusedSettings, [
  {
    ...refused(shop('express: yes'), 'express', 'boolean'),
    name: 'what YAML called true once',
    first: { 'config/app.yaml': shop('express: true') },
  },
  {
    ...refused(shop('express: "Off"'), 'express', 'boolean'),
    name: 'what people call false',
    first: { 'config/app.yaml': shop('express: false') },
  },
  {
    ...refused(shop('express: soon'), 'express', 'boolean'),
    name: 'what is neither yes nor no',
    first: null,
  },
  {
    ...refused(shop('fee: 6,9'), 'fee', 'number'),
    name: 'a comma for the point',
    first: { 'config/app.yaml': shop('fee: 6.9') },
  },
  {
    ...refused(shop('port: 8o8O'), 'port', 'number'),
    name: 'the letter for the nought',
    first: { 'config/app.yaml': shop('port: 8080') },
  },
  {
    ...refused(shop('port: 3000;'), 'port', 'number'),
    name: 'a semicolon, as code has it',
    first: { 'config/app.yaml': shop('port: 3000') },
  },
  {
    ...refused(shop('port: 80a'), 'port', 'number'),
    name: 'another letter in a number',
    first: null,
  },
  {
    ...refused(shop('fee: "1,200"'), 'fee', 'number'),
    name: 'a comma that may part thousands',
    first: null,
  },
  {
    ...refused(shop('vat: 19%'), 'vat', 'number', 'exports.gross = (net, vat) => net * (1 + vat / 100);'),
    name: 'percent, where the code divides by a hundred',
    first: { 'config/app.yaml': shop('vat: 19') },
  },
  {
    ...refused(shop('vat: 19%'), 'vat', 'number', 'exports.gross = (net, vat) => net * (1 + vat);'),
    name: 'percent, of which the code may want the fraction',
    first: null,
  },
  {
    ...refused(shop('discountPercent: 5 %'), 'discountPercent', 'number'),
    name: 'percent, as the key says',
    first: { 'config/app.yaml': shop('discountPercent: 5') },
  },
  {
    ...refused(
      shop('bodyLimit: 64'),
      'bodyLimitKb',
      'number',
      'serve({ bodyLimit: settings.shop.bodyLimitKb * 1024 });',
    ),
    name: 'a key that the code says only as the option that it fills',
    first: { 'config/app.yaml': shop('bodyLimitKb: 64') },
  },
  {
    ...refused(
      shop('bodyLimit: 64'),
      'bodyLimitKb',
      'number',
      'serve({ bodyLimit: settings.shop.bodyLimitKb * 1024 }, settings.shop.bodyLimit);',
    ),
    name: 'a key that is read, too, is no other one',
    first: null,
  },
  {
    ...refused(shop('holdSeconds: 3600'), 'holdMinutes', 'number'),
    name: 'a key that counts another unit: it is as much as before',
    first: { 'config/app.yaml': shop('holdMinutes: 60') },
  },
  {
    ...refused(shop('holdSeconds: 90'), 'holdHours', 'number'),
    name: 'no whole number of the other unit',
    first: null,
  },
]);

/** The issue of a list of records in a section of its own, of which one entry is refused. */
const entry = (text: string, place: readonly (string | number)[], expected: string, received = 'string') => ({
  class: 'unknown' as const,
  files: {
    'config/app.yaml': text,
    'config.js': source('exports.all = settings.seasons.map(({ name, factor }) => name + factor);'),
  },
  message: `ZodError: ${JSON.stringify([{ expected, code: 'invalid_type', path: place, message: `Invalid input: expected ${expected}, received ${received}` }], null, 2)}`,
  at: [['config.js', 'schema.‸parse(']] as const,
});
const seasons = (...factors: readonly string[]): string =>
  `seasons:\n${factors.map((each, at) => `  - name: s${at}\n    ${each}\n`).join('')}`;

check(refusedSettings, [
  {
    ...entry(seasons('factor: 1', 'factor: "1.2"', 'factor: "2"'), ['seasons', 1, 'factor'], 'number'),
    name: 'an entry of a list, and no other one',
    first: { 'config/app.yaml': seasons('factor: 1', 'factor: 1.2', 'factor: "2"') },
  },
  {
    ...entry(seasons('factor: 1', 'facter: 2'), ['seasons', 1, 'factor'], 'number', 'undefined'),
    name: 'an entry of a list whose key is called almost so',
    first: { 'config/app.yaml': seasons('factor: 1', 'factor: 2') },
  },
  {
    ...entry(
      `${seasons('factor: 1')}  - plain\n${seasons('factor: "2"').replace('seasons:\n', '')}`,
      ['seasons', 1, 'factor'],
      'number',
    ),
    name: 'a list of which not all entries are records is not counted',
    first: null,
  },
]);

test('a value of settings that is refused and that nothing mends is told with its line, and not itself', async () => {
  const told = async (text: string, place: readonly (string | number)[], beforeReady = true) => {
    const context = contextOf({ name: '', first: null, ...entry(text, place, 'number') });
    return refusedSettings.question?.({ ...context, signal: { ...context.signal, beforeReady } });
  };
  const text = seasons('factor: 1', 'factor: 80a');
  assert.equal(
    await told(text, ['seasons', 1, 'factor']),
    'config/app.yaml:5: `seasons.1.factor` should be number: only you know what it should be',
  );
  assert.equal(await told(text, ['seasons', 1, 'factor'], false), null, 'what a client sent is no setting');
  assert.equal(await told(text, ['seasons', 7, 'factor']), null, 'a place that no file has');
});
