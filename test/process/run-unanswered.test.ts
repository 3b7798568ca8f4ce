/** Requests that nobody answers while the loop turns (SEN-9): two on one route are a failure; what is meant to wait is none. */
import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { placeOf, until, type Place } from './running.ts';

const server = `
const http = require('node:http');
http.createServer((request, response) => {
  if (request.url === '/') return response.end('ok');
  if (request.url.startsWith('/orders/')) return; // lost
  if (request.url === '/slow') return setTimeout(() => response.end('late'), 1200);
  if (request.url === '/late') return setTimeout(() => response.end('late'), 2500);
  if (request.url === '/heeded') return void request.once('close', () => undefined);
  if (request.url === '/stream') return response.writeHead(200, { 'content-type': 'text/plain' }).write('begun');
  // everything else waits for news
}).listen(process.env.PORT, '127.0.0.1');
`;

const settings = { KINTSUGI_SENSING_UNANSWERED_MS: '2000', KINTSUGI_SENSING_LONG_POLLS: '["/poll"]' };

/** Requests that stay open; ended with the test. */
function openRequests(
  place: Place,
  urls: readonly string[],
  headers: Record<string, string> = {},
): http.ClientRequest[] {
  return urls.map((path) => {
    const request = http.get({ host: '127.0.0.1', port: place.port, path, headers, agent: false });
    request.on('error', () => undefined); // we hang up ourselves, or the server is restarted
    return request;
  });
}

test('SEN-9 two requests that wait in vain on one route are a timeout with the request that shows it', async (t) => {
  const place = await placeOf(t, { 'server.js': server }, { env: { ...settings, KINTSUGI_AUTONOMY: 'observe' } });
  const supervisor = await place.up();
  const open = openRequests(place, ['/orders/17', '/orders/18']);
  t.after(() => open.forEach((request) => request.destroy()));
  // Sensed, and looked at.
  await until(() => place.incidents().some((one) => one.class !== null), supervisor.stderr);
  const [incident, ...others] = place.incidents();
  assert.deepEqual(others, []);
  assert.equal(incident?.class, 'timeout');
  assert.equal(incident.route, '/orders/:id');
  assert.match(incident.message ?? '', /GET \/orders\/:id was not answered within 2 s|never answered/);
  const { stdout } = await place.does('show 1 --json');
  const { evidence } = JSON.parse(stdout) as { evidence: unknown };
  assert.match(JSON.stringify(evidence), /\/orders\/1[78]/);
  assert.equal((await place.ask('/')).body, 'ok', 'it was not restarted for that');
  assert.equal(place.record()?.boot, 1);
});

test('SEN-9 one alone, a slow answer, one that has begun, a listed long poll, an event stream: no failure', async (t) => {
  const place = await placeOf(t, { 'server.js': server }, { env: { ...settings, KINTSUGI_AUTONOMY: 'observe' } });
  const supervisor = await place.up();
  const open = [
    ...openRequests(place, ['/orders/17', '/slow', '/slow', '/stream', '/stream', '/poll', '/poll?since=1']),
    ...openRequests(place, ['/news', '/news'], { accept: 'text/event-stream' }),
  ];
  t.after(() => open.forEach((request) => request.destroy()));
  await sleep(5000);
  assert.deepEqual(place.incidents(), [], supervisor.stderr());
  open.push(...openRequests(place, ['/orders/19']));
  await until(() => place.incidents().length === 1, supervisor.stderr);
});

test('SEN-9 one is found among hundreds of answered ones', async (t) => {
  const place = await placeOf(t, { 'server.js': server }, { env: { ...settings, KINTSUGI_AUTONOMY: 'observe' } });
  const supervisor = await place.up();
  const open = openRequests(place, ['/orders/1', '/orders/2']);
  t.after(() => open.forEach((request) => request.destroy()));
  for (let round = 0; round < 40; round += 1) await Promise.all(Array.from({ length: 20 }, () => place.ask('/')));
  await until(() => place.incidents().length === 1, supervisor.stderr);
});

const givenUp = { KINTSUGI_SENSING_UNANSWERED_MS: '3000', KINTSUGI_AUTONOMY: 'observe' };

test('SEN-9 clients that gave up after a third of the time count, once the whole of it is over', async (t) => {
  const place = await placeOf(t, { 'server.js': server }, { env: givenUp });
  const supervisor = await place.up();
  const open = openRequests(place, ['/orders/17', '/orders/18']);
  await sleep(2400);
  open.forEach((request) => request.destroy());
  assert.deepEqual(place.incidents(), []);
  await until(() => place.incidents().length === 1, supervisor.stderr);
  assert.equal(place.incidents()[0]?.route, '/orders/:id');
});

test('SEN-9 clients that gave up at once, or where the app answers all the same or heeds that they leave, do not', async (t) => {
  const place = await placeOf(t, { 'server.js': server }, { env: givenUp });
  const supervisor = await place.up();
  const short = openRequests(place, ['/orders/17', '/orders/18']);
  const open = openRequests(place, ['/late', '/late', '/heeded', '/heeded']);
  await sleep(300);
  short.forEach((request) => request.destroy());
  await sleep(2000);
  open.forEach((request) => request.destroy());
  await sleep(4000);
  assert.deepEqual(place.incidents(), [], supervisor.stderr());
});
