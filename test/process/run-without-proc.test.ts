/** Where there is no /proc and there are no cgroups (macOS): what leans on them has something to fall back on. Simulated on Linux, with its `ps`. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { SubjectStatus } from '../../src/edges/cli/status.ts';
import { processesUnder } from '../leftovers.ts';
import { root } from '../project.ts';
import { hammer, placeOf, stop, until, type Place } from './running.ts';

const limit = { timeout: 120_000 };

/** Holds memory when asked to, and starts a child of its own. */
const server = `
const http = require('node:http');
const { spawn } = require('node:child_process');
const kept = [];
spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', __dirname, 'helper'], { stdio: 'ignore' });
http.createServer((request, response) => {
  if (request.url === '/grow') kept.push(Buffer.alloc(400 * 1024 * 1024, 1));
  response.end(process.platform + ' ' + process.pid);
}).listen(process.env.PORT, '127.0.0.1');
`;

const helpers = (place: Place): number =>
  processesUnder(place.app).filter(({ command }) => command.trim().endsWith('helper')).length;

async function statusOf(place: Place): Promise<SubjectStatus> {
  const { stdout, stderr, code } = await place.does('status --json');
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout).subjects[0] as SubjectStatus;
}

test(
  'SUP-3 SUP-5 SUP-7 SUP-11 without /proc: restarts, memory limit, whole trees and adoption work by `ps`',
  limit,
  async (t) => {
    const preload = path.join(root, 'test', 'fixtures', 'without-proc.cjs');
    const env = { NODE_OPTIONS: `--require ${preload}`, KINTSUGI_AUTONOMY: 'observe' };
    const place = await placeOf(t, { 'server.js': server }, { env });
    const first = await place.up();
    const pidNow = async (): Promise<number> => Number((await place.ask('/')).body.split(' ')[1]) || 0;
    assert.match((await place.ask('/')).body, /^darwin /, 'it is simulated');
    await until(() => helpers(place) === 1, first.stderr);

    await until(() => place.record()?.sockets === 'held', first.stderr);
    const before = await pidNow();
    const load = hammer(place, '/', 15);
    process.kill(before, 'SIGKILL');
    await until(async () => ![0, before].includes(await pidNow()), first.stderr);
    const { 200: good = 0, ECONNRESET: _reset, ...other } = await load.end();
    assert.deepEqual(other, {}, 'the socket is held here, too');
    assert.ok(good > 0);
    await until(
      () => helpers(place) === 1,
      () => JSON.stringify(processesUnder(place.app)),
    );

    await until(async () => {
      const { vitals, rssBytes } = await statusOf(place);
      return vitals !== null && (rssBytes ?? 0) > 20e6;
    }, first.stderr);
    const status = await statusOf(place);
    assert.equal(status.state, 'ready');
    assert.equal(status.pid, await pidNow());
    assert.deepEqual(status.vitals?.limits, { memoryBytes: null, cpus: null });

    const grown = await pidNow();
    await place.ask('/grow');
    await place.ask('/grow');
    await until(async () => ![0, grown].includes(await pidNow()), first.stderr, 40_000);
    assert.match(first.stderr(), /memory limit/);

    const kept = await pidNow();
    await until(() => place.record()?.child?.pid === kept, first.stderr);
    first.child.kill('SIGKILL');
    await first.exit;
    const second = place.run();
    await until(() => second.stderr().includes('adopted the running server'), second.stderr);
    assert.equal(await pidNow(), kept);
    await stop(second);
    assert.equal((await place.ask('/')).status, 0);
    await until(
      () => helpers(place) === 0,
      () => JSON.stringify(processesUnder(place.app)),
    );
    assert.match(readFileSync('/proc/self/stat', 'utf8'), /\d/, 'this very test has /proc');
  },
);
