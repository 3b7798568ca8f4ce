/** A deploy that nothing mends and that does not start: the last good release keeps the server up, and the deploy is not lost. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { View } from '../../src/engine/view.ts';
import { readEntries } from '../../src/release/ledger.ts';
import { listReleases } from '../../src/release/releases.ts';
import { freePort } from '../ports.ts';
import { placeOf, until, type Place, type Supervisor } from './running.ts';

const limit = { timeout: 180_000 };
const settings = { KINTSUGI_DEPLOY_QUIET_MS: '500', KINTSUGI_LIMITS_REPAIRS: '50' };
const good = `if (!require('node:fs').existsSync('../flag')) throw new Error('no flag');
require('node:http').createServer((req, res) => res.end('good')).listen(process.env.PORT, '127.0.0.1');
`;

/** A good release that ran for a while, and then a deploy whose database is not there: no trial can be set up for that. */
async function deployed(
  place: Place,
  files: Readonly<Record<string, string>> = {},
  env: NodeJS.ProcessEnv = {},
): Promise<{ supervisor: Supervisor; bad: string }> {
  writeFileSync(path.join(place.folder, 'flag'), '');
  const supervisor = await place.up(['server.js'], env);
  await until(() => listReleases(place.paths).some(({ goodAt }) => goodAt !== null), supervisor.stderr);
  const bad = `require('node:net').connect(${await freePort()}, '127.0.0.1', () => {\n${good}});\n`;
  for (const [name, text] of Object.entries({ 'server.js': bad, ...files })) {
    mkdirSync(path.dirname(path.join(place.app, name)), { recursive: true });
    writeFileSync(path.join(place.app, name), text);
  }
  return { supervisor, bad };
}

/** The process of the old files ends: the next one starts from the new ones. */
function end(place: Place): void {
  process.kill(place.record()!.child!.pid, 'SIGKILL');
}

function facts(place: Place, type: string): object[] {
  return place.journal().flatMap(({ fact }) => (fact.type === type ? [fact] : []));
}

async function incident(place: Place): Promise<View> {
  const [first] = place.incidents();
  assert.ok(first);
  return first;
}

async function answers(place: Place): Promise<boolean> {
  return (await place.ask('/')).body === 'good';
}

test(
  'SUP-13 REP-3 what a refused reload brought is not taken away without a person: what ran before goes on serving',
  limit,
  async (t) => {
    const plain = good.replace(/.*\n/, ''); // a trial sees no flag
    const place = await placeOf(t, { 'server.js': plain }, { env: settings });
    const brought = `require('node:dns').setServers(['nowhere']);\n${plain}`;
    const { supervisor } = await deployed(place, { 'server.js': brought });
    assert.equal((await place.does('reload')).code, 1);
    const { code, stdout } = await place.does('heal server.js --apply');
    assert.equal(code, 10, stdout + supervisor.stderr());
    assert.match(stdout, /takes away what the last change brought/);
    assert.equal(place.read('server.js'), brought);
    assert.ok(await answers(place), supervisor.stderr());
  },
);

test('in a crash loop', { concurrency: 4 }, async (inner) => {
  await Promise.all([
    inner.test(
      'SUP-2 PRO-8 a crash loop after a deploy: the last good release runs, said loudly, and the deploy can be had back',
      limit,
      async (t) => {
        const place = await placeOf(t, { 'server.js': good }, { env: settings });
        const { supervisor, bad } = await deployed(place, { 'added.js': '// new\n' });
        end(place);
        await until(() => facts(place, 'fellBack').length > 0, supervisor.stderr);
        assert.ok(await answers(place), supervisor.stderr());
        assert.equal(place.read('server.js'), good);
        assert.equal(place.read('added.js'), '// new\n', 'PRO-6: not ours to remove');
        const told = /"fellBack".*went back: server\.js was in a crash loop: release/;
        await until(() => told.test(supervisor.stderr()), supervisor.stderr);
        await until(async () => (await incident(place)).status === 'needs_human', supervisor.stderr);
        const { action } = await incident(place);
        assert.match(action?.command ?? '', /^kintsugi backup restore [0-9a-f]{12}$/);
        assert.equal(readEntries(place.paths).length, 1);

        const undone = await place.does('backup undo');
        assert.equal(undone.code, 0);
        assert.match(undone.stdout, /`kintsugi reload` brings these in/);
        assert.equal(place.read('server.js'), bad, 'to the byte');
        assert.ok(await answers(place));
        end(place);
        await until(() => place.record()?.state === 'parked', supervisor.stderr);
        assert.equal(place.read('server.js'), bad, 'what its owner brought back is not taken away again');
        assert.equal(facts(place, 'fallingBack').length, 1);
      },
    ),

    inner.test(
      'SUP-2 an incident behind a fall-back closes by itself once a later deploy runs well',
      limit,
      async (t) => {
        const place = await placeOf(t, { 'server.js': good }, { env: settings });
        const { supervisor } = await deployed(place);
        end(place);
        await until(() => facts(place, 'fellBack').length > 0, supervisor.stderr);
        await until(async () => (await incident(place)).status === 'needs_human', supervisor.stderr);
        writeFileSync(path.join(place.app, 'server.js'), `${good}// mended\n`);
        assert.equal((await place.does('reload')).code, 0);
        await until(async () => (await incident(place)).status === 'resolved', supervisor.stderr, 60_000);
        const told = /release [0-9a-f]{12}, which came after it, runs well/;
        await until(() => told.test(supervisor.stderr()), supervisor.stderr);
      },
    ),

    inner.test(
      'PRO-8 where the deploy touched a migration a person is asked, and one command does it',
      limit,
      async (t) => {
        const place = await placeOf(t, { 'server.js': good }, { env: settings });
        const { supervisor, bad } = await deployed(place, { 'migrations/2.sql': 'drop table users;\n' });
        end(place);
        await until(() => place.record()?.state === 'parked' && facts(place, 'fellBack').length > 0, supervisor.stderr);
        assert.equal(place.read('server.js'), bad);
        const { action } = await incident(place);
        assert.match(action?.why ?? '', /migration \(migrations\/2\.sql\)/);
        const [, ...words] = action!.command!.split(' ');
        assert.equal((await place.does(words)).code, 0);
        await until(async () => answers(place), supervisor.stderr);
        assert.equal(place.read('server.js'), good);
      },
    ),

    inner.test(
      'SUP-2 where the last good release does not start either, the files of the deploy come back',
      limit,
      async (t) => {
        const place = await placeOf(t, { 'server.js': good }, { env: settings });
        const { supervisor, bad } = await deployed(place);
        rmSync(path.join(place.folder, 'flag'));
        end(place);
        await until(() => facts(place, 'fellBack').length > 0 && place.record()?.state === 'parked', supervisor.stderr);
        assert.equal(place.read('server.js'), bad);
        assert.equal(facts(place, 'fallingBack').length, 1);
      },
    ),

    // The exchange lies between two writes of the record: killed after the first, before the second, half-way through it and after it.
    inner.test('PRO-1 SUP-2 a healer that is killed on its way back goes back once', limit, async (t) => {
      const place = await placeOf(t, { 'server.js': good }, { env: settings });
      const marker = (point: string): string => path.join(place.folder, point.replace(':', '-'));
      const points = Array.from({ length: 40 }, (_, at) =>
        ['before', 'half', 'after'].map((word) => `${word}:${at + 1}`),
      ).flat();
      for (const point of points) writeFileSync(marker(point), 'not yet');
      const env = { KINTSUGI_TEST_CRASH: points.map((point) => `${point}:${marker(point)}`).join(',') };
      const { supervisor } = await deployed(place, {}, env);
      assert.equal((await place.does('pause')).code, 0);
      end(place);
      await until(() => place.record()?.state === 'parked', supervisor.stderr);
      const begun = place.journal().at(-1)!.seq + 1;
      const armed = [`after:${begun}`, `before:${begun + 1}`, `half:${begun + 1}`, `after:${begun + 1}`];
      for (const point of armed) rmSync(marker(point));
      assert.equal((await place.does('resume')).code, 0);
      await until(() => armed.every((point) => existsSync(marker(point))), supervisor.stderr, 60_000);
      await until(() => facts(place, 'fellBack').length > 0 && place.record()?.healer !== null, supervisor.stderr);
      assert.deepEqual(
        place
          .journal()
          .slice(begun - 1)
          .map(({ fact }) => fact.type),
        ['fallingBack', 'fellBack'],
      );
      assert.ok(await answers(place), supervisor.stderr());
      assert.equal(place.read('server.js'), good);
      assert.equal(readEntries(place.paths).length, 1);
    }),
  ]);
});
