/** A server that forks by itself (SUP-8): one tree, whatever of it dies; said once, and not multiplied by us. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
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
