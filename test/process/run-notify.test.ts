/** What systemd hears of a server, by a stand-in for the program that carries it; and a keeper that is process 1 (SUP-10). */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
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

test('SUP-10 CLI-7 as process 1 of a container it serves, says what it cannot do, and ends with its server', async (t) => {
  const mortal = server.replace("r.end('ok')", "r.end('ok', () => q.url === '/end' && process.exit(3))");
  const place = await placeOf(t, { 'server.js': mortal }, { env: { KINTSUGI_AUTONOMY: 'observe' } });
  const container = 'bwrap --bind / / --dev-bind /dev /dev --proc /proc --unshare-pid --as-pid-1 --die-with-parent --';
  const supervisor = place.run(['--once', 'server.js'], {}, container.split(' '));
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
