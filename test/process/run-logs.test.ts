/** Log files (`logs.enabled`): both outputs of the server and what is said about it, over crashes, rotation and a keeper's death. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { program } from '../project.ts';
import { placeOf, until, type Place } from './running.ts';

const limit = { timeout: 120_000 };

/** Says what it is asked to say, on both outputs; `/many` says 2 MB. */
const server = `
const http = require('node:http');
console.log('started ' + process.pid);
http.createServer((request, response) => {
  const url = new URL(request.url, 'http://x');
  if (url.pathname === '/say') { console.log('out ' + url.search); console.error('err ' + url.search); }
  if (url.pathname === '/many') for (let n = 0; n < 20000; n += 1) console.log('many ' + n + ' ' + 'x'.repeat(90));
  if (url.pathname === '/crash') setImmediate(() => { throw new Error('as asked'); });
  response.end('ok');
}).listen(process.env.PORT, '127.0.0.1');
`;

const env = {
  KINTSUGI_LOGS_ENABLED: 'true',
  KINTSUGI_LOGS_MAX_MB: '1',
  KINTSUGI_LOGS_FILES: '3',
  KINTSUGI_AUTONOMY: 'observe',
};

async function lines(place: Place, count = 1000): Promise<string[]> {
  const { stdout } = await place.does(`logs --json -n ${count}`);
  return JSON.parse(stdout) as string[];
}

test(
  'SUP-1 stdout and stderr are kept in order over a crash and a killed keeper; `logs` shows them',
  limit,
  async (t) => {
    const place = await placeOf(t, { 'server.js': server }, { env });
    const first = await place.up();
    await place.ask('/say?1');
    await place.ask('/crash');
    await until(() => first.events().filter(({ kintsugi }) => kintsugi === 'ready').length === 2, first.stderr);
    await place.ask('/say?2');
    await until(async () => (await lines(place)).some((line) => line.endsWith('err err ?2')), first.stderr);
    first.child.kill('SIGKILL');
    await first.exit;
    await place.ask('/say?unkept');
    const second = place.run();
    await until(() => second.stderr().includes('adopted the running server'), second.stderr);
    await place.ask('/say?3');
    await until(async () => (await lines(place)).some((line) => line.endsWith('err err ?3')), second.stderr);
    const all = (await lines(place)).map((line) => line.replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z /, ''));
    assert.equal(all.filter((line) => line.startsWith('out started')).length, 2);
    assert.ok(all.some((line) => /^err Error: as asked$/.test(line)));
    assert.ok(all.some((line) => line.startsWith('kintsugi the server ended with exit code 1')));
    for (const voice of ['out', 'err']) {
      const said = all.filter((line) => line.startsWith(`${voice} ${voice} ?`)).map((line) => line.split('?')[1]);
      assert.deepEqual(said, ['1', '2', 'unkept', '3'], voice);
    }
  },
);

test('log files stay within their bounds, and `logs -f` follows over the rotation', limit, async (t) => {
  const place = await placeOf(t, { 'server.js': server }, { env: { ...env, KINTSUGI_LOGS_FILES: '4' } });
  const supervisor = await place.up();
  await place.ask('/say?1');
  await until(async () => (await lines(place)).some((line) => line.endsWith('out ?1')), supervisor.stderr);
  const child = spawn(process.execPath, [program, 'logs', '-f', '-n', '1'], { cwd: place.app, env: place.env });
  let followed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (followed += text));
  await until(() => followed !== '', supervisor.stderr);
  await place.ask('/many');
  await until(
    () => followed.includes('many 19999 '),
    () => followed.slice(-500),
    60_000,
  );
  await place.ask('/say?last');
  await until(
    () => followed.includes('out ?last'),
    () => followed.slice(-500),
  );
  child.kill('SIGINT');
  await sleep(100);
  const numbers = [...followed.matchAll(/ out many (\d+) /g)].map(([, n]) => Number(n));
  assert.equal(numbers.length, 20_000, 'of what is there still none is missing');
  assert.ok(
    numbers.every((number, at) => number === at),
    'in order',
  );
  const folder = place.paths.run('server.js').logs;
  const files = readdirSync(folder).filter((name) => name.startsWith('server.log'));
  assert.ok(files.length > 1 && files.length <= 4, files.join());
  for (const name of files) assert.ok(statSync(path.join(folder, name)).size <= 1024 * 1024 + 300_000, name);
});

test('where no log files are kept and nothing came to stderr, `logs` says what is kept when', limit, async (t) => {
  const place = await placeOf(t, { 'server.js': server });
  await place.up();
  const { stdout, stderr, code } = await place.does('logs');
  assert.deepEqual([stdout.trim(), code], ['', 0]);
  assert.match(stderr, /logs\.enabled/);
});
