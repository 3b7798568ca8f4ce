/** A release that fails nowhere and yet does worse (SEN-7): measured by the last good one, told, and taken back where a person says so. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { Course } from '../../src/triage/regression.ts';
import { listReleases } from '../../src/release/releases.ts';
import { hammer, placeOf, until, type Place } from './running.ts';

const limit = { timeout: 240_000 };

/** Every route takes a while; the report is slow in every release. */
const server = (name: string, ms: number): string => `
const http = require('node:http');
http.createServer((request, response) => {
  const ms = request.url.startsWith('/report') ? 80 : ${ms};
  setTimeout(() => response.end('${name}'), ms);
}).listen(process.env.PORT, '127.0.0.1');
`;

function courses(place: Place): { tree: string; course: Course }[] {
  try {
    return JSON.parse(readFileSync(place.paths.run('server.js').trafficJson, 'utf8')).courses;
  } catch {
    return []; // not there yet
  }
}

async function deploy(place: Place, text: string): Promise<void> {
  writeFileSync(path.join(place.app, 'server.js'), text);
  const { code, stderr } = await place.does('reload');
  assert.equal(code, 0, stderr);
}

test(
  'SEN-7 a slower release opens an incident that offers the way back, and waits; the approved way back is gone',
  limit,
  async (t) => {
    const env = { KINTSUGI_SENSING_REGRESSION_SPAN_MS: '1000', KINTSUGI_DEPLOY_QUIET_MS: '500' };
    const place = await placeOf(t, { 'server.js': server('one', 2) }, { env });
    const supervisor = await place.up();
    const load = hammer(place, '/', 20);
    const reports = hammer(place, '/report', 500);
    const isGood = (): boolean => listReleases(place.paths).some(({ goodAt }) => goodAt !== null);
    await until(() => isGood() && (courses(place)[0]?.course.traffic['/']?.n ?? 0) > 300, supervisor.stderr, 60_000);

    await deploy(place, server('as good', 2));
    await until(() => courses(place).some(({ course }) => course.spans >= 2), supervisor.stderr, 60_000);
    assert.deepEqual(await place.incidents(), [], 'as good as the one before');

    await deploy(place, server('slow', 60));
    await until(async () => (await place.incidents()).some(({ action }) => action !== null), supervisor.stderr, 90_000);
    const [incident] = await place.incidents();
    assert.match(
      incident?.message ?? '',
      /^requests take longer; most of all \/: one in twenty takes more than \d+ ms, \d+ ms before/,
    );
    assert.equal(incident?.status, 'awaiting_human', supervisor.stderr());
    assert.equal(incident?.repair?.kind, 'rollback');
    assert.equal(incident?.action?.command, `kintsugi approve ${incident?.id}`);
    assert.equal((await place.ask('/')).body, 'slow', 'nothing happens by itself');
    const worse = listReleases(place.paths).filter((release) => release.worse === true);
    assert.deepEqual(
      worse.map(({ goodAt }) => goodAt),
      [null],
      'nobody goes back to it',
    );

    assert.equal((await place.does(`approve ${incident?.id} --by ann`)).code, 0);
    await until(async () => (await place.ask('/')).body === 'as good', supervisor.stderr);
    assert.equal(place.read('server.js'), server('as good', 2));
    await until(async () => (await place.incidents()).every(({ status }) => status === 'resolved'), supervisor.stderr);
    const tallies = [await load.end(), await reports.end()];
    assert.deepEqual(
      tallies.map((tally) => Object.keys(tally)),
      [['200'], ['200']],
    );
  },
);
