import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, contextOf } from '../cases.test-helper.ts';
import { declaredTwice } from './declared-twice.ts';

const manifest = '{ "type": "module" }';
const told = { class: 'syntax' as const, message: "Identifier 'fee' has already been declared" };
const older = '/** Cents. */\nexport function fee(days) {\n  return days * 20;\n}\n';
const newer = '/** Cents. */\nexport function fee(days) {\n  return days * 25;\n}\n';
const other = 'export function fee(days, kind) {\n  return rates[kind] * days;\n}\n';
const use = 'export const week = fee(7);\n';
const twice = `${older}\n${newer}\n${use}`;

const cors = (calls: string) => `exports.cors = async (ctx, next) => {\n  ctx.set('a', 'b');\n${calls}};\n`;
const nextTwice = { class: 'unknown' as const, message: 'next() called multiple times' };

check(declaredTwice, [
  {
    ...{ name: 'a call that stands twice in a row', ...nextTwice },
    files: { 'a.js': cors('  await next();\n  await next();\n') },
    at: [['a.js', '‸await next']],
    first: { 'a.js': cors('  await next();\n') },
    ask: null,
  },
  {
    ...{ name: 'a plugin that is registered twice in a row', class: 'unknown' as const },
    message: "The decorator 'store' has already been added!",
    files: {
      'store.js': "module.exports = fp(async (app) => {\n  app.decorate('store', {});\n});\n",
      'app.js': "app.register(require('./store'))\napp.register(require('./store'))\napp.register(require('./b'))\n",
    },
    at: [['store.js', '‸app.decorate']],
    first: { 'app.js': "app.register(require('./store'))\napp.register(require('./b'))\n" },
  },
  {
    ...{ name: 'two calls, each of which stands twice in a row: which one it is nobody says', ...nextTwice },
    files: { 'a.js': cors('  await next();\n  await next();\n'), 'b.js': 'tick();\ntick();\n' },
    at: [['a.js', '‸await next']],
    first: null,
  },
  {
    ...{ name: 'calls in the same words on two ways', ...nextTwice },
    files: { 'a.js': cors('  if (ctx.a) {\n    await next();\n  }\n  await next();\n') },
    at: [['a.js', '‸await next']],
    first: null,
  },
  {
    ...{ name: 'exports that say the same', ...told },
    files: { 'package.json': manifest, 'a.js': `${older}\n${older}\n${use}` },
    at: [['a.js', '‸export const']],
    first: { 'a.js': `${older}\n${use}` },
  },
  {
    ...{ name: 'of two that differ, in a text that is otherwise as it was, the one that was there', ...told },
    files: { 'package.json': manifest, 'a.js': twice },
    lastGood: { 'a.js': `${older}\n${use}` },
    at: [['a.js', '‸export const']],
    first: { 'a.js': `${older}\n${use}` },
  },
  {
    ...{ name: 'one whose names are nowhere, and which takes more than it is given', ...told },
    files: { 'package.json': manifest, 'a.js': `${other}\n${older}\n${use}` },
    at: [['a.js', '‸export const']],
    first: { 'a.js': `${older}\n${use}` },
  },
  {
    ...{ name: 'one without what is read of it', ...told, message: 'The symbol "limits" has already been declared' },
    files: {
      'package.json': manifest,
      'a.ts': 'const limits = { max: 3 };\nconst limits = { max: 4, min: 1 };\nlimits.min;\n',
    },
    at: [['a.ts', '‸limits.min']],
    first: { 'a.ts': 'const limits = { max: 4, min: 1 };\nlimits.min;\n' },
  },
  {
    ...{ name: 'an import of what is declared here, which its module does not give out', ...told },
    files: {
      'package.json': manifest,
      'a.js': `import { fee } from './fees.js';\n${older}${use}`,
      'fees.js': 'export const rate = 20;\n',
    },
    at: [['a.js', '‸export const']],
    first: { 'a.js': `${older}${use}` },
  },
  {
    ...{ name: 'a list that names what is exported', ...told, message: "Duplicate export of 'week'" },
    files: {
      'package.json': manifest,
      'a.js': 'const fee = (n) => n;\nexport const week = fee(7);\nexport { fee, week };\n',
    },
    at: [['a.js', '‸export {']],
    first: { 'a.js': 'const fee = (n) => n;\nexport const week = fee(7);\nexport { fee };\n' },
  },
  {
    ...{ name: 'a constructor', ...told, message: 'A class may only have one constructor' },
    files: {
      'package.json': manifest,
      'a.js':
        'export class A {\n  constructor(x) {\n    this.x = x;\n  }\n\n  constructor(x) {\n    this.x = x;\n  }\n}\n',
    },
    at: [['a.js', '‸export class']],
    first: { 'a.js': 'export class A {\n  constructor(x) {\n    this.x = x;\n  }\n}\n' },
  },
  {
    ...{ name: 'three', ...told },
    files: { 'package.json': manifest, 'a.js': `${older}${newer}${other}${use}` },
    at: [['a.js', '‸export const']],
    first: null,
  },
]);

for (const [what, text] of [
  [
    'the first one takes less, and something stands between',
    'const { last } = range;\nuse(last);\nconst { first, last } = range;\n',
  ],
  ['each comes out of another call', 'const { last } = next();\nconst { last, first } = next();\n'],
])
  test(`REP-8 declared-twice: of names taken twice, where ${what}, either may be meant`, async () => {
    const context = contextOf({
      ...{ name: '', first: null, class: 'syntax', message: "Identifier 'last' has already been declared" },
      files: { 'package.json': manifest, 'a.js': `const range = { first: 1, last: 2 };\n${text}` },
      at: [['a.js', '‸const range']],
    });
    const ideas = await declaredTwice.ideas(context);
    assert.deepEqual(
      ideas.map(({ rank }) => rank),
      [1, 1],
    );
  });

const twiceTaken = (first: string, between: string, second: string): string =>
  `const range = { first: 1, last: 2 };\n${first}${between}${second}export const all = last;\n`;
const [pair, turned, less] = ['{ first, last }', '{ last, first }', '{ last }'].map(
  (each) => `const ${each} = range;\n`,
);

check(
  declaredTwice,
  (
    [
      ['in another order', pair, '', turned, twiceTaken(pair ?? '', '', '')],
      ['of which the later one takes less', pair, 'use(last);\n', less, twiceTaken(pair ?? '', 'use(last);\n', '')],
      ['of which the first one takes less, in a row', less, '', pair, twiceTaken('', '', pair ?? '')],
    ] as const
  ).map(([what, one = '', between, other = '', first]) => ({
    name: `names taken out of one object twice, ${what}`,
    class: 'syntax' as const,
    message: "Identifier 'last' has already been declared",
    files: { 'package.json': manifest, 'a.js': twiceTaken(one, between, other) },
    at: [['a.js', '‸export const all']] as const,
    first: first === null ? null : { 'a.js': first },
  })),
);

const handed = (second: string): string => `export { all } from './all.js';\n${second}`;
const twiceHanded = {
  class: 'syntax' as const,
  message: 'Transform failed with 1 error: Multiple exports with the same name "all"',
  at: [['index.ts', '‸export']] as const,
};

check(declaredTwice, [
  {
    name: 'a line that hands something on, and is there twice',
    ...twiceHanded,
    files: { 'package.json': manifest, 'index.ts': handed(handed('')) },
    first: { 'index.ts': handed('') },
  },
  {
    name: 'a name that is handed on from two files',
    ...twiceHanded,
    files: { 'package.json': manifest, 'index.ts': handed("export { all } from './every.js';\n") },
    first: null,
  },
]);
