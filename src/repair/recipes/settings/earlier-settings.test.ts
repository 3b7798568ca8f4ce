/** Settings that the last change renamed, as git tells it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Idea } from '../../../incident/nouns.ts';
import { check, contextOf, historyOf } from '../cases.test-helper.ts';
import { configShape } from './config-shape.ts';

const loader = "const config = JSON.parse(require('fs').readFileSync('config/app.json', 'utf8'));\n";
const was = '{ "title": "A", "tours": { "most": 3, "speed": 24 } }';
const plan = (key: string): string =>
  `${loader}exports.title = config.title;\nexports.plan = (list) => list.slice(0, config.${key}.most);\n`;
const given = (other: string, replaced: Readonly<Record<string, readonly string[]>>) => ({
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'most')",
  named: { property: 'most', nullish: 'undefined' as const },
  files: {
    'config/app.json': was.replace('tours', 'limits'),
    'a.js': plan('tours'),
    'b.js': `${loader}exports.speed = config.${other}.speed;\n`,
  },
  lastGood: { 'config/app.json': was, 'a.js': plan('tours'), 'b.js': loader },
  context: { git: historyOf({ replaced }) },
  at: [['a.js', 'config.tours.‸most']] as const,
});

check(configShape, [
  {
    name: 'a section that the last change renamed, and that some read by its new name',
    ...given('limits', { tours: ['limits'] }),
    first: { 'a.js': plan('limits') },
    // Nothing is asked.
  },
  {
    name: 'a section that all read by the name of before: the file is what slipped',
    ...given('tours', { tours: ['limits'] }),
    first: { 'config/app.json': was },
  },
]);

test('REP-8 a section that the last change renamed is not put back beside itself', async () => {
  const ideas = (told: Readonly<Record<string, readonly string[]>>) =>
    configShape.ideas(contextOf({ name: '', ...given('limits', told), first: null }));
  const writesData = (each: Idea): boolean => each.edits.some(({ path }) => path === 'config/app.json');
  assert.equal((await ideas({ tours: ['limits'] })).some(writesData), false);
  assert.equal((await ideas({})).some(writesData), true);
});
