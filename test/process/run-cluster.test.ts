/** A server that forks by itself (SUP-8): one tree, whatever of it dies; said once, and not multiplied by us. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { processesUnder } from '../leftovers.ts';
import { hammer, placeOf, until, type Place, type Supervisor } from './running.ts';

const limit = { timeout: 120_000 };

/** Two workers; one that dies is forked again by the app. */
const server = `
const cluster = require('node:cluster');
if (cluster.isPrimary) {
  for (let n = 0; n < Number(process.env.COUNT ?? 2); n += 1) cluster.fork();
  // A door of the primary's own: the keeper is spoken to before any worker listens.
  require('node:http').createServer((request, response) => response.end('primary')).listen(Number(process.env.PORT) + 1, '127.0.0.1');
  cluster.on('exit', () => cluster.fork());
} else {
  require('node:http').createServer((request, response) => {
    if (request.url === '/die') process.exit(1);
    response.end(process.env.KINTSUGI_MANAGED + ' ' + process.env.KINTSUGI_RECOMMENDED_WORKERS + ' ' + process.pid + ' ' + process.ppid);
  }).listen(process.env.PORT, '127.0.0.1');
}
`;

async function up(place: Place): Promise<Supervisor> {
  const supervisor = place.run();
  await until(() => supervisor.events().some(({ kintsugi }) => kintsugi === 'cluster'), supervisor.stderr, 60_000);
  return supervisor;
}

const primaryOf = async (place: Place): Promise<number> => Number((await place.ask('/')).body.split(' ')[3]) || 0;

test(
  'SUP-8 SUP-3 a cluster of the app is one tree: its worker is its own affair, its primary ours, and none is left',
  limit,
  async (t) => {
    const place = await placeOf(
      t,
      { 'server.js': server },
      { env: { KINTSUGI_WORKERS: '3', KINTSUGI_AUTONOMY: 'observe', KINTSUGI_RESTART_SPARE: 'false' } },
    );
    const supervisor = await up(place);
    const { body } = await place.ask('/');
    assert.match(body, /^1 \d+ \d+ \d+$/, 'it is told that it is kept, and how many workers fit');
    const primary = await primaryOf(place);
    await place.ask('/die');
    let after = 0; // a connection may still go to the worker that dies
    await until(async () => (after = await primaryOf(place)) > 0, supervisor.stderr);
    assert.equal(after, primary, 'a worker that dies is no restart');
    assert.equal(place.record()!.boot > 0 && place.record()!.child!.pid, primary);

    const load = hammer(place, '/', 10);
    process.kill(primary, 'SIGKILL');
    await until(async () => {
      const now = await primaryOf(place);
      return now > 0 && now !== primary;
    }, supervisor.stderr);
    await until(() => (load.tally[200] ?? 0) > 0, supervisor.stderr); // it may be back before the load met it
    const { 200: good = 0, ...other } = await load.end();
    t.diagnostic(`primary killed: ${good} answered, ${JSON.stringify(other)}`);
    assert.ok(good > 0 && Object.keys(other).every((kind) => ['ECONNREFUSED', 'ECONNRESET'].includes(kind)));
    const processes = (): string[] =>
      processesUnder(place.app)
        .map(({ command }) => command.trim())
        .filter((command) => command.endsWith('server.js') && !command.includes('kintsugi.cjs'));
    await until(
      () => processes().length === 3,
      () => processes().join('\n'),
    );
    const { stdout } = await place.does('status --json');
    assert.equal(JSON.parse(stdout).subjects[0].sockets, 'off: the server clusters by itself');
    const said = supervisor.events().filter(({ kintsugi }) => kintsugi === 'cluster');
    assert.equal(said.length, 1, 'said once');
    assert.match(said[0]?.text ?? '', /clusters by itself: it is kept as one tree/);
  },
);

test(
  'SUP-7 SUP-8 where its only worker dies, the cluster of an app listens again on its own socket',
  limit,
  async (t) => {
    const env = { COUNT: '1', KINTSUGI_AUTONOMY: 'observe' };
    const place = await placeOf(t, { 'server.js': server }, { env });
    const supervisor = await up(place);
    // What came in while no worker was left may wait for ever, with and without Kintsugi: it is asked again.
    const workerOf = async (): Promise<string> => (await place.ask('/', { timeoutMs: 1_000 })).body.split(' ')[2] ?? '';
    for (let round = 0; round < 3; round += 1) {
      await until(async () => (await workerOf()) !== '', supervisor.stderr);
      const before = await workerOf();
      await place.ask('/die');
      await until(async () => !['', before].includes(await workerOf()), supervisor.stderr, 10_000);
    }
    assert.doesNotMatch(supervisor.stderr(), /EADDRINUSE/);
    assert.equal(place.record()?.boot, 1, 'no restart of ours');
  },
);

/** Its workers answer `/price` and `/text` from `prices.js`; one that dies is forked again at once. */
const shop = {
  'server.js': `const cluster = require('node:cluster');
const http = require('node:http');
if (cluster.isPrimary) {
  for (let n = 0; n < 2; n += 1) cluster.fork();
  cluster.on('exit', () => cluster.fork());
} else {
  const { priceOf, describe } = require('./prices');
  http.createServer(async (request, response) => {
    if (request.url === '/text') return response.end(describe('tea'));
    try {
      response.end(String(priceOf('tea')));
    } catch (error) {
      response.writeHead(500).end('sorry');
    }
  }).listen(process.env.PORT, '127.0.0.1');
}
`,
  'prices.js': `const prices = { tea: { amount: 250, unit: 'box' } };
exports.priceOf = (id) => prices[id].amount.toFixed(2);
exports.describe = (id) => prices[id].unit.toUpperCase();
`,
};

const faults: readonly (readonly [name: string, file: keyof typeof shop, from: string, to: string, asks: string])[] = [
  ['answers with 500', 'prices.js', 'toFixed', 'tofixed', '/price'],
  ['dies of a request', 'prices.js', 'toUpperCase', 'toUppercase', '/text'],
  ['dies whenever it starts', 'server.js', "'./prices'", "'./price'", '/price'],
];

for (const [name, file, from, to, asks] of faults)
  test(`SUP-8 SEN-1 SEN-2 REP-2 what a worker of it fails at is healed: it ${name}`, limit, async (t) => {
    const place = await placeOf(t, { ...shop, [file]: shop[file].replace(from, to) });
    const supervisor = place.run();
    const good = { '/price': '250.00', '/text': 'BOX' }[asks];
    await until(async () => (await place.ask(asks, { timeoutMs: 1_000 })).body === good, supervisor.stderr, 60_000);
    assert.equal(readFileSync(path.join(place.app, file), 'utf8'), shop[file]);
    await until(() => place.incidents()[0]?.repair != null, supervisor.stderr);
    const [incident, ...others] = place.incidents();
    assert.deepEqual(others, []);
    assert.deepEqual([incident?.file, incident?.repair?.kind, incident?.repair?.tier], [file, 'cause', 'recipe']);
  });

test('SUP-8 SUP-3 what a worker died of is not taken for what its primary dies of hours later', limit, async (t) => {
  const env = { KINTSUGI_AUTONOMY: 'observe' };
  const place = await placeOf(
    t,
    { ...shop, 'prices.js': shop['prices.js'].replace('toUpperCase', 'toUppercase') },
    { env },
  );
  const supervisor = await up(place);
  await until(async () => (await place.ask('/price', { timeoutMs: 1_000 })).status === 200, supervisor.stderr);
  await place.ask('/text');
  await until(() => place.incidents().length === 1, supervisor.stderr);
  await until(async () => (await place.ask('/price', { timeoutMs: 1_000 })).status === 200, supervisor.stderr);
  process.kill(place.record()!.child!.pid, 'SIGKILL');
  await until(() => place.record()?.boot === 2 && place.record()?.state === 'ready', supervisor.stderr);
  const died = supervisor.events().filter(({ kintsugi }) => kintsugi === 'died' || kintsugi === 'exit');
  assert.doesNotMatch(JSON.stringify(died), /toUppercase/);
  assert.match(supervisor.stderr(), /was killed from outside/);
  assert.equal(place.incidents().length, 1);
});

test(
  'SUP-8 SUP-15 a worker of it that hangs is ended alone, with where it hung, and its primary forks another',
  limit,
  async (t) => {
    const hangs = server.replace(
      "if (request.url === '/die')",
      "if (request.url === '/hang') for (;;);\n    if (request.url === '/die')",
    );
    const env = { KINTSUGI_AUTONOMY: 'observe', KINTSUGI_HEALTH_FREEZE_MS: '2000' };
    const place = await placeOf(t, { 'server.js': hangs }, { env });
    const supervisor = await up(place);
    const primary = await primaryOf(place);
    await sleep(3_000); // each has told by then that its loop turns
    const hung = place.ask('/hang');
    await until(() => supervisor.events().some(({ kintsugi }) => kintsugi === 'freeze'), supervisor.stderr, 60_000);
    const told = supervisor.events().find(({ kintsugi }) => kintsugi === 'freeze')!.text;
    const pid = Number(/^a worker of the server \(pid (\d+)\) has not answered for \d+ s/.exec(told)?.[1]);
    assert.ok(pid > 0 && pid !== primary, told);
    assert.equal((await hung).status, 0);
    await until(() => !processesUnder(place.folder).some((one) => one.pid === pid), supervisor.stderr);
    await until(() => place.incidents()[0]?.class != null, supervisor.stderr);
    const [incident, ...others] = place.incidents();
    assert.deepEqual([incident?.class, incident?.file, others], ['freeze', 'server.js', []]);
    assert.equal(await primaryOf(place), primary);
    assert.equal(place.record()?.boot, 1, 'no restart of ours');
  },
);
