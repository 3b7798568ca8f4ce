/** What systemd hears of a server, by a stand-in for the program that carries it; and a keeper that is process 1 (SUP-10). */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { reaper } from '../../src/reaper.ts';
import { placeOf, stop, until } from './running.ts';

const server = "require('node:http').createServer((q, r) => r.end('ok')).listen(process.env.PORT, '127.0.0.1');";

test(
  'SUP-10 systemd is told READY, RELOADING and STOPPING in this order, and hears a beat',
  { timeout: 60_000 },
  async (t) => {
    const place = await placeOf(t, { 'server.js': server }, { env: { KINTSUGI_AUTONOMY: 'observe' } });
    const bin = path.join(place.folder, 'bin');
    mkdirSync(bin);
    const log = path.join(place.folder, 'told');
    writeFileSync(path.join(bin, 'systemd-notify'), `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> '${log}'\n`);
    chmodSync(path.join(bin, 'systemd-notify'), 0o755);
    const told = (): string => (existsSync(log) ? readFileSync(log, 'utf8') : '');
    const supervisor = await place.up(['server.js'], {
      PATH: `${bin}:${process.env['PATH']}`,
      NOTIFY_SOCKET: '/run/told',
      WATCHDOG_USEC: '400000',
    });
    await until(() => /^\/run\/told --pid=\d+ READY=1 STATUS=ready$/m.test(told()), told);
    assert.match(told(), new RegExp(`--pid=${supervisor.child.pid} `));
    await until(() => (told().match(/ WATCHDOG=1$/gm) ?? []).length >= 3, told);
    assert.equal((await place.does('reload')).code, 0);
    await until(() => / RELOADING=1 MONOTONIC_USEC=\d+\n(?:.*\n)*?.* READY=1 /.test(told()), told);
    await stop(supervisor);
    await until(() => / STOPPING=1 /.test(told()), told);
    const order = [...told().matchAll(/ (READY|RELOADING|STOPPING)=1/g)].map((match) => match[1]);
    assert.deepEqual(order, ['READY', 'RELOADING', 'READY', 'STOPPING']);
  },
);

const container =
  'bwrap --bind / / --dev-bind /dev /dev --proc /proc --unshare-pid --as-pid-1 --die-with-parent --'.split(' ');
const observing = { env: { KINTSUGI_AUTONOMY: 'observe' } };

test('SUP-10 CLI-7 as process 1 of a container that it cannot leave it says why, and ends with its server', async (t) => {
  const mortal = server.replace("r.end('ok')", "r.end('ok', () => q.url === '/end' && process.exit(3))");
  const place = await placeOf(t, { 'server.js': mortal }, observing);
  const supervisor = place.run(['--once', 'server.js'], { 'lost.in.shells': '1' }, container);
  await until(async () => (await place.ask('/')).status === 200, supervisor.stderr);
  await until(() => supervisor.events().length > 1, supervisor.stderr); // it may answer before that is read
  const said = supervisor.events().map(({ kintsugi, pid }) => [kintsugi, pid]);
  assert.deepEqual(said.slice(0, 2), [
    ['start', 1],
    ['pid1', undefined],
  ]);
  await place.ask('/end');
  assert.equal(await supervisor.exit, 3, supervisor.stderr());
});

const littering = `
const { readdirSync, readFileSync } = require('node:fs');
const isZombie = (pid) => { try { return /\\) Z /.test(readFileSync('/proc/' + pid + '/stat', 'utf8')); } catch { return false; } };
const orphan = (done) => require('node:child_process').exec('sleep 0.1 &', done);
const routes = {
  '/zombies': (r) => r.end(String(readdirSync('/proc').filter(isZombie).length)),
  '/orphan': (r) => orphan(() => r.end()),
  '/kill-keeper': (r) => r.end(() => process.kill(process.ppid, 'SIGKILL')),
  '/stop': (r) => r.end(() => process.kill(1, 'SIGTERM')),
};
require('node:http').createServer((q, r) => (routes[q.url] ?? (() => r.end(String(process.pid))))(r)).listen(process.env.PORT, '127.0.0.1');
`;

test('SUP-10 SUP-11 process 1 of a container is a shell that clears away orphans and starts a killed keeper again', async (t) => {
  const place = await placeOf(t, { 'server.js': littering }, observing);
  const isLeft = 'execve' in process;
  const shell = isLeft ? [] : ['/bin/sh', '-c', reaper, 'kintsugi'];
  const supervisor = place.run(['server.js'], {}, [...container, ...shell]);
  await until(async () => (await place.ask('/')).status === 200, supervisor.stderr);
  const { body: pid } = await place.ask('/');
  for (let count = 0; count < 5; count += 1) await place.ask('/orphan');
  await sleep(300);
  assert.equal((await place.ask('/zombies')).body, '0');
  await place.ask('/kill-keeper');
  const said = (): string[] => supervisor.events().map(({ kintsugi }) => kintsugi);
  await until(() => said().includes('adopted'), supervisor.stderr);
  assert.deepEqual([(await place.ask('/')).body, said().includes('pid1')], [pid, false]);
  await place.ask('/stop');
  assert.equal(await supervisor.exit, 0, supervisor.stderr());
});
