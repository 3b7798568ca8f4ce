import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordOfAny } from '../../code/builtin-words.ts';
import type { ValueFacts } from '../../../incident/nouns.ts';
import { check, contextOf } from '../cases.test-helper.ts';
import { builtinMember } from './builtin-member.ts';
import { property } from './property.ts';
import { seenKey } from './seen-key.ts';

const noFunction = (receiver: string, name: string) => ({
  class: 'type' as const,
  message: `${receiver}.${name} is not a function`,
  named: { receiver, property: name },
});

/** A call of a method of what the debugger saw, else of what nobody saw. */
const called = (name: string, seen: Partial<ValueFacts> | null, args = '') => ({
  ...noFunction('item', name),
  files: { 'a.js': `exports.say = (item) => item.${name}(${args});\n` },
  at: [['a.js', `item.‸${name}`]] as const,
  ...(seen === null ? {} : { facts: { item: seen } }),
});

check(property, [
  ...(
    [
      ['toUpper', { type: 'string' }, 'toUpperCase', ''],
      ['strip', { type: 'string' }, 'trim', ''],
      ['hasPrefix', { type: 'string' }, 'startsWith', "'a'"],
      ['padLeft', null, 'padStart', '2'],
      ['append', { className: 'Array' }, 'push', '1'],
      ['fold', { className: 'Array' }, 'reduce', 'add, 0'],
      ['containsKey', { className: 'Map' }, 'has', "'a'"],
      ['getTimestamp', { className: 'Date' }, 'getTime', ''],
    ] as const
  ).map(([name, seen, own, args]) => ({
    name: `\`${name}\` of another language`,
    ...called(name, seen, args),
    first: { 'a.js': `exports.say = (item) => item.${own}(${args});\n` },
  })),
  {
    name: 'an own method is no word of another language',
    ...called('implode', { className: 'Tour', keys: ['join', 'stops'] }),
    first: null,
  },
  ...(
    [
      ['the event that a hook is called after', 'app.onNotFound', ['notFound', 'on'], 'app.notFound'],
      ['a word that says nothing', 'app.readTextFile', ['readFile', 'read'], 'app.readFile'],
    ] as const
  ).map(([name, callee, keys, own]) => ({
    name,
    ...noFunction('app', callee.slice(4)),
    files: { 'a.js': `exports.use = (app) => ${callee}(1);\n` },
    at: [['a.js', `app.‸${callee.slice(4)}`]] as const,
    facts: { app: { className: 'App', keys: [...keys] } },
    first: { 'a.js': `exports.use = (app) => ${own}(1);\n` },
  })),
  ...(
    [
      ['what is waited for is not done', 'onClose', ['close', 'get']],
      ['what is got is said', 'getLength', ['get', 'set']],
    ] as const
  ).map(([name, written, keys]) => ({
    name,
    ...noFunction('app', written),
    files: { 'a.js': `exports.use = (app) => app.${written}(1);\n` },
    at: [['a.js', `app.‸${written}`]] as const,
    facts: { app: { className: 'App', keys: [...keys] } },
    first: null,
  })),
  {
    name: 'what is added is said: days are no milliseconds',
    ...noFunction('at', 'addDays'),
    files: { 'a.js': 'exports.later = (at) => at.addDays(2);\n' },
    at: [['a.js', 'at.‸addDays']],
    facts: { at: { className: 'M', keys: ['add', 'format', 'diff'] } },
    first: null,
  },
  ...(
    [
      ['startsAt', ['id', 'startTime', 'endTime'], 'startTime'],
      ['openTime', ['id', 'opensAt', 'closesAt'], 'opensAt'],
      ['startDate', ['id', 'startTime'], null],
    ] as const
  ).map(([name, keys, own]) => ({
    name: `the moment \`${name}\`, where ${keys.join()} are there`,
    class: 'type' as const,
    message: "Cannot read properties of undefined (reading 'split')",
    named: { property: 'split', nullish: 'undefined' as const },
    files: { 'a.js': `exports.hours = (lesson) => lesson.${name}.split(':');\n` },
    at: [['a.js', `lesson.${name}.‸split`]] as const,
    facts: { lesson: { keys: [...keys] } },
    first: own === null ? null : { 'a.js': `exports.hours = (lesson) => lesson.${own}.split(':');\n` },
  })),
]);

for (const [args, names] of [
  ['list', ['uniq']],
  ["list, 'id'", ['uniq', 'uniqBy']],
] as const)
  test(`REP-2 property: of two names that are as near, those that take ${args}`, async () => {
    const ideas = await property.ideas(
      contextOf({
        name: '',
        ...noFunction('_', 'unique'),
        files: { 'a.js': `exports.say = (_, list) => _.unique(${args});\n` },
        at: [['a.js', '_.‸unique']],
        facts: { _: { type: 'function', keys: ['uniq', 'uniqBy', 'map'] } },
        first: null,
      }),
    );
    assert.deepEqual(
      ideas.map(({ title }) => title),
      names.map((name) => `\`unique\` should be \`${name}\``),
    );
  });

check(builtinMember, [
  ...(
    [
      ['Object.fromMap(counts)', 'Object.fromEntries(counts)'],
      ['JSON.dumps(counts)', 'JSON.stringify(counts)'],
      ['Math.ceiling(counts)', 'Math.ceil(counts)'],
    ] as const
  ).map(([written, own]) => ({
    name: `${written} of another language`,
    ...noFunction(...(written.slice(0, -8).split('.') as [string, string])),
    files: { 'a.js': `exports.say = (counts) => ${written};\n` },
    at: [['a.js', '‸counts);']] as const,
    first: { 'a.js': `exports.say = (counts) => ${own};\n` },
  })),
  {
    name: 'no word of this one',
    ...noFunction('Object', 'groups'),
    files: { 'a.js': 'exports.say = (counts) => Object.tallyOf(counts);\n' },
    at: [['a.js', '‸Object.tallyOf']],
    first: null,
  },
]);

check(
  property,
  (
    [
      ['of a package', "import { Hono } from 'hono';\n", null],
      ['of the project', "import { Hono } from './hono.js';\n", /`notFound` of the project takes more/],
    ] as const
  ).map(([whose, taken, ask]) => ({
    name: `a method of an object ${whose} by the name of a function that takes more`,
    ...noFunction('app', 'onNotFound'),
    files: {
      'package.json': '{ "dependencies": { "hono": "4" } }',
      'errors.js': 'export const notFound = (what, id) => new Error(`${what} ${id}`);\n',
      'hono.js': 'export class Hono {}\n',
      'a.js': `${taken}const app = new Hono();\napp.onNotFound((c) => c.text('none'));\n`,
    },
    at: [['a.js', 'app.‸onNotFound']] as const,
    facts: { app: { className: 'App', keys: ['notFound', 'get', 'on'] } },
    first: { 'a.js': /app\.notFound\(\(c\)/ },
    together: true,
    ...(ask === null ? {} : { ask }),
  })),
);

check(seenKey, [
  {
    name: 'a method that is called is no key of a row',
    ...noFunction('app', 'onNotFound'),
    files: { 'a.js': 'exports.use = (app) => app.onNotFound(1);\n' },
    at: [['a.js', 'app.‸onNotFound']],
    facts: { app: { className: 'App', keys: ['notFound', 'get'] } },
    first: null,
  },
]);

test('REP-8 a word that builtins have different ones for is that of none', () => {
  assert.equal(wordOfAny('padLeft', ['padStart', 'set']), 'padStart');
  assert.equal(wordOfAny('padLeft', ['set']), undefined);
  assert.equal(wordOfAny('insert', ['set', 'add']), undefined);
});
