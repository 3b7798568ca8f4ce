/** What servers print when they fail, as it stands in public issue threads, and what they print when they do not: labelled before it was looked at. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { explain, type ExplainResult } from './triage.ts';

/** Each text behind a line `=== name | class | person or - | file:line or - | where it is from`. */
const corpus = readFileSync(new URL('../../test/fixtures/crashes.txt', import.meta.url), 'utf8');

const told = (text: string): ExplainResult =>
  explain(text, { project: '/nowhere', subject: 'server.js', redact: (each) => each });

test('TRI-2 TRI-3 TRI-4 some 280 texts of other people’s servers: the class, whether it is for a person, and the author’s file', () => {
  const cases = corpus.split(/^=== /m).slice(1);
  assert.ok(cases.length > 200);
  for (const each of cases) {
    const end = each.indexOf('\n');
    const [name, ...labels] = each.slice(0, end).split(' | ');
    const said = told(each.slice(end + 1));
    const place = said.file === null ? '-' : `${said.file}:${said.line}`;
    assert.deepEqual([said.class, said.personOnly ? 'person' : '-', place], labels.slice(0, 3), name);
    assert.equal(said.suspicious, false, name);
  }
});

test('TRI-3 a record of a log that tells of ordinary work is no failure, though it quotes one', () => {
  const quoted = 'TypeError: Cannot read properties of undefined (reading \\"x\\")';
  assert.equal(told(`{"level":30,"msg":"ticket","title":"${quoted}"}\n`).class, 'unknown');
  assert.equal(told(`{"level":"error","msg":"${quoted}"}\n`).class, 'type');
  assert.equal(told('INFO new ticket «Error: connect ECONNREFUSED in my app»\n').class, 'unknown');
  assert.equal(told('worker: Error: connect ECONNREFUSED 10.0.0.1:80\n').class, 'connection');
});
