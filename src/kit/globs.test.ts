import assert from 'node:assert/strict';
import test from 'node:test';
import { globMatcher } from './globs.ts';

const cases: readonly (readonly [glob: string, covered: readonly string[], not: readonly string[]])[] = [
  [
    '**/settings.{json,js,ts}',
    ['settings.json', 'a/b/settings.ts', 'a/Settings.JS'],
    ['settings.jsx', 'xsettings.json'],
  ],
  ['.env*', ['.env', '.env.local', 'apps/api/.env.production'], ['env', 'a.env', 'a/xenv']],
  ['*.db', ['app.db', 'data/app.db'], ['app.db2', 'appdb']],
  ['*.sqlite*', ['a.sqlite', 'a/b.sqlite3', 'b.sqlite-wal'], ['sqlite']],
  ['.kintsugi/**', ['.kintsugi/journal/1.jsonl'], ['kintsugi/a', 'src/a.ts']],
  ['data/', ['data/a.json', 'x/data/b'], ['data', 'mydata/a']],
  ['/data/', ['data/a.json'], ['x/data/b']],
  ['src/*.js', ['src/a.js'], ['src/b/a.js', 'a.js', 'x/src/a.js']],
  ['src/**', ['src/a', 'x/src/a'], ['src', 'asrc/a']],
  ['src/**/a.js', ['src/a.js', 'src/x/y/a.js'], ['a.js']],
  ['config', ['config', 'config/a', 'x/config'], ['config.js']],
  ['a?c.js', ['abc.js'], ['ac.js', 'a/c.js']],
  ['**', ['a', 'b/c'], []],
  ['[x].js', ['[x].js'], ['x.js']],
  ['a+(b).js', ['a+(b).js'], ['aab.js']],
  ['caf\u00e9.js', ['cafe\u0301.js'], ['cafe.js']],
];

test('globs cover what their owner means and nothing else', () => {
  for (const [glob, covered, not] of cases) {
    const matches = globMatcher([glob]);
    for (const path of covered) assert.ok(matches(path), `${glob} covers ${path}`);
    for (const path of not) assert.ok(!matches(path), `${glob} does not cover ${path}`);
  }
});
