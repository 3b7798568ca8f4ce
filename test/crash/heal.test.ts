/** kill -9 before, half-way through and after every write of the journal in a heal: one of two releases, one promotion, and it ends healed. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { readJournal } from '../../src/engine/journal.ts';
import { statePaths } from '../../src/kit/paths.ts';
import { readEntries } from '../../src/release/ledger.ts';
import { copyOf, full, kintsugi, sample, scratch, type Scratch } from '../project.ts';

const files = {
  'server.js': [
    "const http = require('node:http');",
    "const { greet } = require('./greet');",
    "http.createServer((req, res) => res.end(greet('bob'))).listen(process.env.PORT || 3000, '127.0.0.1');",
    '',
  ].join('\n'),
  'greet.js': 'exports.greet = (name) => `Hello ${name.toUpercase()}`;\n',
};
const repaired = files['greet.js'].replace('toUpercase', 'toUpperCase');
const command = ['heal', 'server.js', '--request', 'GET /', '--apply', '--json'];
const points = ['before', 'half', 'after'] as const;

async function sweep(base: Scratch, names: readonly string[]): Promise<void> {
  const place = copyOf(base, names.join('-').replaceAll(':', ''));
  const marker = (at: number): string => path.join(place.folder, `killed-${at}`);
  const env = { KINTSUGI_TEST_CRASH: names.map((name, at) => `${name}:${marker(at)}`).join(',') };
  for (const name of names) {
    const killed = await kintsugi(place, command, env);
    if (killed.signal !== 'SIGKILL') break; // the second point was not reached again: the first kill came late
    const live = readFileSync(path.join(place.app, 'greet.js'), 'utf8');
    assert.ok(live === files['greet.js'] || live === repaired, `${name}: half a file went live`);
  }
  const last = await kintsugi(place, command, env);
  const paths = statePaths(place.app, place.env);
  const story = (): string => `${names.join()}: ${last.stdout}${last.stderr}`;
  assert.equal(last.code === 0 || last.stderr.includes('did not show'), true, story());
  assert.equal(readFileSync(path.join(place.app, 'greet.js'), 'utf8'), repaired, story());
  const facts = readJournal(paths.journal).map((line) => line.fact.type);
  assert.equal(facts.filter((type) => type === 'promoted').length, 1, story());
  assert.equal(facts.filter((type) => type === 'closed').length, 1, story());
  assert.equal(readEntries(paths).length, 1, story());
}

/** Two at a time: one for each core. */
async function all(base: Scratch, runs: readonly (readonly string[])[]): Promise<void> {
  const queue = [...runs];
  const hand = async (): Promise<void> => {
    for (let names = queue.shift(); names; names = queue.shift()) await sweep(base, names);
  };
  await Promise.all([hand(), hand()]);
}

test('REL-1 a heal is killed at every write and ends healed with exactly one promotion', async (t) => {
  const base = scratch(t, files);
  const undisturbed = copyOf(base, 'undisturbed');
  assert.equal((await kintsugi(undisturbed, command)).code, 0);
  const seqs = readJournal(statePaths(undisturbed.app, undisturbed.env).journal).map(({ seq }) => seq);
  assert.ok(seqs.length > 10, String(seqs));
  const singles = seqs.flatMap((seq) => points.map((point) => [`${point}:${seq}`]));
  await all(base, [...sample(singles, 10)]);
});

test('REL-1 a heal is killed twice and ends healed with exactly one promotion', async (t) => {
  const base = scratch(t, files);
  const firsts = full ? [3, 5, 7, 8, 9, 10, 11, 12] : [5, 10];
  const pairs = firsts.flatMap((seq) => points.map((point) => [`${point}:${seq}`, `after:${seq + 2}`]));
  await all(base, full ? pairs : pairs.slice(1, 2));
});
