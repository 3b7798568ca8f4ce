/** `workers: n` (SUP-8): several processes on one socket; dead ones come back, new files come in one after the other, and the next keeper finds them. */
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../../src/kit/identity.ts';
import { freePort } from '../ports.ts';
import { hammer, placeOf, until, type Place, type Supervisor } from './running.ts';

const limit = { timeout: 120_000 };

const server = (release: string): string => `
const http = require('node:http');
http.createServer((request, response) => {
  if (request.url === '/fail') throw new Error('as asked');
  setTimeout(() => response.end('${release} ' + process.pid), 5);
}).listen(process.env.PORT, '127.0.0.1');
`;

/** Of the processes that serve now, as the keeper records them. */
function pids(place: Place): number[] {
  const { child = null, workers = [] } = place.record() ?? {};
  return [child, ...workers.map((worker) => worker.child)].flatMap((one) => (one && isAlive(one) ? [one.pid] : []));
}

async function three(t: TestContext, more: Record<string, string> = {}): Promise<[Place, Supervisor]> {
  const env = { KINTSUGI_WORKERS: '3', KINTSUGI_AUTONOMY: 'observe', ...more };
  const place = await placeOf(t, { 'server.js': server('one') }, { env });
  const supervisor = await place.up();
  await until(() => pids(place).length >= 3, supervisor.stderr);
  return [place, supervisor];
}

/** Which processes answered some two hundred requests on connections of their own. */
async function answering(place: Place): Promise<Set<string>> {
  const seen = new Set<string>();
  for (let round = 0; round < 10; round += 1)
    for (const { body } of await Promise.all(Array.from({ length: 20 }, () => place.ask('/')))) seen.add(body);
  return seen;
}

test(
  'SUP-8 three processes answer on one socket; one that dies under load refuses nobody, and comes back',
  limit,
  async (t) => {
    const [place, supervisor] = await three(t);
    const before = pids(place);
    assert.deepEqual([...(await answering(place))].sort(), before.map((pid) => `one ${pid}`).sort());
    const load = hammer(place, '/', 12);
    for (const pid of before) {
      process.kill(pid, 'SIGKILL');
      await until(() => {
        const now = pids(place);
        return now.length === 3 && !now.includes(pid);
      }, supervisor.stderr);
    }
    await until(() => (load.tally[200] ?? 0) > 50, supervisor.stderr); // they may all be back sooner
    const { 200: good = 0, ECONNRESET: reset = 0, ...other } = await load.end();
    assert.deepEqual(other, {}, 'nothing but what was in flight');
    assert.ok(good > 50 && reset <= 9, `${good} answered, ${reset} in flight`);
  },
);

test('SUP-8 those that die together come back without a pause between them', limit, async (t) => {
  const [place, supervisor] = await three(t, { KINTSUGI_WORKERS: '5' });
  await until(() => pids(place).length === 5, supervisor.stderr);
  await sleep(6000); // nothing goes on, and looks are rare
  const dead = pids(place).slice(1);
  for (const pid of dead) process.kill(pid, 'SIGKILL');
  const atMs = performance.now();
  await until(() => pids(place).length === 5 && !pids(place).some((pid) => dead.includes(pid)), supervisor.stderr);
  const tookMs = performance.now() - atMs;
  assert.ok(tookMs < 6000, `${tookMs} ms`);
});

test('SUP-8 SUP-13 a reload replaces them one after the other; none is refused, none fails', limit, async (t) => {
  const [place, supervisor] = await three(t);
  const before = pids(place);
  const load = hammer(place, '/', 12);
  writeFileSync(path.join(place.app, 'server.js'), server('two'));
  assert.equal((await place.does('reload')).code, 0);
  await until(() => {
    const now = pids(place);
    return now.length === 3 && now.every((pid) => !before.includes(pid));
  }, supervisor.stderr);
  assert.deepEqual(Object.keys(await load.end()), ['200']);
  await until(async () => [...(await answering(place))].every((body) => body.startsWith('two ')), supervisor.stderr);
});

/** Slow to start, so that a reload comes while its second process is starting. */
const slow = `setTimeout(() => { ${server('slow')} }, 2000);`;

test('SUP-8 SUP-13 where the first process cannot start any more, the others serve until it can', limit, async (t) => {
  const [place, supervisor] = await three(t);
  const [first, ...others] = pids(place);
  writeFileSync(path.join(place.app, 'server.js'), 'throw new Error("broken")');
  const load = hammer(place, '/', 12);
  process.kill(first!, 'SIGKILL');
  await until(() => place.record()?.state === 'crash_loop', supervisor.stderr);
  await new Promise((resolve) => setTimeout(resolve, 12_000)); // it would be parked by now
  assert.equal(place.record()?.state, 'crash_loop');
  assert.match(place.record()?.why ?? '', /before it was ready; the others go on serving$/);
  assert.deepEqual([...(await answering(place))].sort(), others.map((pid) => `one ${pid}`).sort());
  writeFileSync(path.join(place.app, 'server.js'), server('two'));
  await until(() => {
    const now = pids(place);
    return now.length === 3 && now.every((pid) => !others.includes(pid));
  }, supervisor.stderr);
  const { 200: good = 0, ECONNRESET: reset = 0, ...other } = await load.end();
  assert.deepEqual(other, {});
  assert.ok(good > 50 && reset <= 4, `${good} answered, ${reset} in flight`);
});

test(
  'SUP-8 SUP-13 a version that listens nowhere costs the workers of the last one no socket: the next takes it over',
  limit,
  async (t) => {
    const [place, supervisor] = await three(t, { KINTSUGI_RESTART_STARTUP_MS: '8000' });
    writeFileSync(path.join(place.app, 'server.js'), 'setInterval(() => {}, 1000);');
    process.kill(pids(place)[0]!, 'SIGKILL');
    await until(() => supervisor.stderr().includes('listens nowhere'), supervisor.stderr);
    await sleep(8000); // what is not asked for any more is given up after a while
    assert.match((await place.ask('/')).body, /^one /);
    writeFileSync(path.join(place.app, 'server.js'), server('two'));
    const { code, stderr } = await place.does('reload');
    assert.equal(code, 0, stderr);
    await until(async () => (await place.ask('/')).body.startsWith('two '), supervisor.stderr);
  },
);

test('SUP-8 a worker that was starting when new files came is dropped, and counts as no death', limit, async (t) => {
  const env = { KINTSUGI_WORKERS: '2', KINTSUGI_AUTONOMY: 'observe', KINTSUGI_RESTART_SPARE: 'false' };
  const place = await placeOf(t, { 'server.js': slow }, { env });
  const supervisor = await place.up();
  await until(() => existsSync(place.paths.run('server.js').stderr(2)), supervisor.stderr);
  writeFileSync(path.join(place.app, 'server.js'), server('two'));
  assert.equal((await place.does('reload')).code, 0);
  await until(async () => (await pids(place)).length === 2, supervisor.stderr);
  assert.deepEqual(
    [...(await answering(place))].filter((body) => !body.startsWith('two ')),
    [],
  );
  const said = supervisor.events().filter(({ kintsugi }) => kintsugi === 'worker_died' || kintsugi === 'died');
  assert.deepEqual(said, []);
  assert.doesNotMatch(supervisor.stderr(), /killed from outside/);
});

test(
  'SUP-8 SUP-11 the first process dies while no keeper is there: the next one goes on with the others, and refuses nobody',
  limit,
  async (t) => {
    const [place, first] = await three(t);
    const before = pids(place);
    const load = hammer(place, '/', 12);
    first.child.kill('SIGKILL');
    await first.exit;
    process.kill(before[0] ?? 0, 'SIGKILL');
    const second = place.run();
    await until(() => second.stderr().includes('adopted the running server'), second.stderr);
    await until(() => pids(place).length === 3, second.stderr);
    const now = pids(place);
    assert.deepEqual(
      [now.includes(before[0] ?? 0), now.includes(before[1] ?? 0), now.includes(before[2] ?? 0)],
      [false, true, true],
    );
    const { 200: good = 0, ECONNRESET: reset = 0, ...other } = await load.end();
    assert.deepEqual(other, {}, 'nothing but what was in flight');
    assert.ok(good > 50 && reset <= 3, `${good} answered, ${reset} in flight`);
  },
);

test(
  'SUP-8 SUP-11 a keeper that is killed while the workers are replaced leaves the rest of it to the next one',
  limit,
  async (t) => {
    const [place, supervisor] = await three(t);
    writeFileSync(path.join(place.app, 'server.js'), slow);
    const before = place.record()?.child?.pid;
    const reloaded = place.does('reload');
    await until(async () => (await place.ask('/')).body.startsWith('slow '), supervisor.stderr);
    await until(() => place.record()?.child?.pid !== before, supervisor.stderr); // else nothing says that a reload was begun
    supervisor.child.kill('SIGKILL');
    await supervisor.exit;
    assert.ok(
      [...(await answering(place))].some((body) => body.startsWith('one ')),
      'the workers are not replaced yet',
    );
    const next = place.run();
    await reloaded;
    await until(async () => [...(await answering(place))].every((body) => body.startsWith('slow ')), next.stderr);
    assert.equal(pids(place).length, 3);
  },
);

test('SUP-8 SUP-11 the next keeper finds all of them; the stop ends all of them', limit, async (t) => {
  const [place, first] = await three(t);
  const before = pids(place);
  first.child.kill('SIGKILL');
  await first.exit;
  assert.equal((await answering(place)).size, 3);
  const second = place.run();
  await until(() => second.stderr().includes('adopted the running server'), second.stderr);
  await until(() => pids(place).length === 3, second.stderr);
  assert.deepEqual(pids(place).sort(), before.sort());
  process.kill(before[2] ?? 0, 'SIGKILL');
  await until(() => {
    const now = pids(place);
    return now.length === 3 && !now.includes(before[2] ?? 0);
  }, second.stderr);
});

test(
  'SUP-8 SEN-2 the failure of any of them becomes an incident, and status tells how the load spreads',
  limit,
  async (t) => {
    const [place, supervisor] = await three(t);
    await Promise.all(Array.from({ length: 12 }, () => place.ask('/fail')));
    await until(() => place.incidents().length === 1, supervisor.stderr);
    await until(() => pids(place).length === 3, supervisor.stderr);
    await until(async () => {
      await answering(place); // again: the last one may have come after all that was asked
      const { stdout } = await place.does('status');
      return /server\.js: 3 processes: pid \d+ \d+ %, pid \d+ \d+ %, pid \d+ \d+ % of \d+ requests/.test(stdout);
    }, supervisor.stderr);
  },
);

test(
  'SUP-8 a server with a socket that no two processes can have runs as one, which is said, and is no failure',
  limit,
  async (t) => {
    const port = await freePort();
    const text = `${server('one')}
    require('node:dgram').createSocket('udp4').bind(Number(process.env.UDP));`;
    const env = { KINTSUGI_WORKERS: '3', UDP: String(port) };
    const place = await placeOf(t, { 'server.js': text }, { env });
    const supervisor = await place.up();
    await until(() => supervisor.stderr().includes(`port ${port} is taken by the first process`), supervisor.stderr);
    assert.deepEqual(place.incidents(), []);
    writeFileSync(path.join(place.app, 'server.js'), server('two'));
    assert.equal((await place.does('reload')).code, 0);
    await until(() => pids(place).length === 3, supervisor.stderr);
    assert.equal(supervisor.stderr().split('is taken by the first process').length, 2, 'said once');
    assert.deepEqual(place.incidents(), []);
  },
);
