/** Under `run`: the healer, and then the keeper too, is killed before, half-way through and after every write of a live heal. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { readEntries } from '../../src/release/ledger.ts';
import { placeOf, until, type Place } from '../process/running.ts';
import { full } from '../project.ts';

const server = [
  "const http = require('node:http');",
  "const { greet } = require('./greet');",
  'const answer = (req, res) => {',
  '  try {',
  "    res.end(req.url === '/' ? 'up' : greet('bob'));",
  '  } catch (error) {',
  '    res.statusCode = 500;',
  '    res.end(error.message);',
  '  }',
  '};',
  "http.createServer(answer).listen(process.env.PORT, '127.0.0.1');",
  '',
].join('\n');
const faulty = 'exports.greet = (name) => `Hello ${name.toUpercase()}`;\n';
const repaired = faulty.replace('toUpercase', 'toUpperCase');

/** Writes of one undisturbed heal under `run`, from the signal to the end of the watch. */
const writes = 13;
const points = Array.from({ length: writes }, (_, at) =>
  ['before', 'half', 'after'].map((word) => `${word}:${at + 1}`),
).flat();

/** Ends healed, whoever was killed: one promotion, one of the two texts at any moment, and the server answered all along. */
async function sweep(t: TestContext, point: string, killKeeper: boolean): Promise<void> {
  const place = await placeOf(t, { 'server.js': server, 'greet.js': faulty });
  const marker = path.join(place.folder, 'killed');
  const env = { KINTSUGI_TEST_CRASH: `${point}:${marker}`, KINTSUGI_WATCH_MS: '300' };
  const keeper = await place.up(['server.js'], env);
  const story = (): string => `${point}: ${keeper.stderr()}`;
  assert.equal((await place.ask('/greet')).status, 500, story());
  await until(() => existsSync(marker) || isClosed(place), story);
  if (killKeeper && !isClosed(place)) {
    keeper.child.kill('SIGKILL');
    await keeper.exit;
    assert.equal((await place.ask('/')).body, 'up', `${story()}: the server outlives its keeper`);
    await place.up(['server.js'], env);
  }
  await until(() => {
    const live = place.read('greet.js');
    assert.ok(live === faulty || live === repaired, `${story()}: half a file went live`);
    return isClosed(place);
  }, story);
  assert.equal((await place.ask('/greet')).body, 'Hello BOB', story());
  assert.equal(place.read('greet.js'), repaired, story());
  assert.equal(readEntries(place.paths).length, 1, story());
  assert.equal(place.journal().filter((line) => line.fact.type === 'promoted').length, 1, story());
}

function isClosed(place: Place): boolean {
  return place.journal().some((line) => line.fact.type === 'closed');
}

const some = ['after:4', 'half:10', 'before:10', 'after:12'];
for (const [who, killKeeper] of [
  ['the healer', false],
  ['healer and keeper', true],
] as const) {
  test(`REL-1 ${who} killed at the writes of a live heal`, async (t) => {
    const queue = full ? [...points] : some.filter((_, at) => at % 2 === (killKeeper ? 0 : 1));
    const hand = async (): Promise<void> => {
      for (let point = queue.shift(); point; point = queue.shift()) await sweep(t, point, killKeeper);
    };
    await Promise.all([hand(), hand()]);
  });
}
