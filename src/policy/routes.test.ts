import assert from 'node:assert/strict';
import test from 'node:test';
import { readMeanings } from './meaning.ts';

const before = "app.get('/a', need('chair'), show);\napp.get('/b', show);\n";
const rules = (after: string): string[] =>
  readMeanings([{ path: 'a.js', before, after }], () => []).findings.map(({ rule }) => rule);

test('POL-8 a middleware that another route names, in front of a handler, is no other route', () => {
  assert.deepEqual(rules(before.replace("'/b', show", "'/b', need('chair'), show")), []);
});

test('POL-8 one that no other route names is asked for, and so is a handler in its place', () => {
  assert.ok(rules(before.replace("'/b', show", "'/b', need('helper'), show")).includes('route'));
  assert.ok(rules(before.replace("'/b', show", "'/b', show, need('chair')")).includes('route'));
});

test('POL-8 a word of transactions starts no process, whatever the database is called', () => {
  const old = "f(() => {\n  raw.exec('BEGIN');\n  g();\n});\n";
  const findings = (line: string): number =>
    readMeanings([{ path: 'a.js', before: old, after: old.replace('  g();\n', `  g();\n  ${line}\n`) }]).findings
      .length;
  assert.equal(findings("raw.exec('COMMIT');"), 0);
  assert.notEqual(findings("raw.exec('commit-all');"), 0);
});
