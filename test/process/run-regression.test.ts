/** A release that fails nowhere and yet is slower (SEN-7): measured by the last good one, told, and taken back where a person says so. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listReleases } from '../../src/release/releases.ts';
import { courses, scene } from './regression-scene.ts';
import { hammer, until, type Hammer, type Place } from './running.ts';

const limit = { timeout: 240_000 };

/** Every route takes a while; the report is slow in every release. */
const slow = (name: string, ms: number): string => `
const http = require('node:http');
http.createServer((request, response) => {
  const ms = request.url.startsWith('/report') ? 80 : ${ms};
  setTimeout(() => response.end('${name}'), ms);
}).listen(process.env.PORT, '127.0.0.1');
`;

test(
  'SEN-7 a slower release opens an incident that offers the way back, and waits; the approved way back is gone',
  limit,
  async (t) => {
    const loads = (place: Place): Hammer[] => [hammer(place, '/', 10), hammer(place, '/report', 500)];
    const { place, supervisor, deploy, told, end } = await scene(t, slow('one', 2), loads);
    await until(() => (courses(place)[0]?.traffic.routes['/']?.n ?? 0) > 300, supervisor.stderr, 60_000);

    await deploy(slow('as good', 2));
    await until(() => courses(place).some(({ spans }) => spans >= 2), supervisor.stderr, 60_000);
    assert.deepEqual(place.incidents(), [], 'as good as the one before');

    await deploy(slow('slow', 60));
    const { id, text } = await told();
    assert.match(text, /^requests take longer; most of all \/: one in twenty takes more than \d+ ms, \d+ ms before/);
    assert.equal((await place.ask('/')).body, 'slow', 'nothing happens by itself');
    const worse = listReleases(place.paths).filter((release) => release.worse === true);
    assert.deepEqual(
      worse.map(({ goodAt }) => goodAt),
      [null],
      'nobody goes back to it',
    );

    assert.equal((await place.does(`approve ${id} --by ann`)).code, 0);
    await until(async () => (await place.ask('/')).body === 'as good', supervisor.stderr);
    assert.equal(place.read('server.js'), slow('as good', 2));
    await until(() => place.incidents().every(({ status }) => status === 'resolved'), supervisor.stderr);
    await end();
  },
);
