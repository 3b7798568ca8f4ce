/** How the server is, as `status` tells (SUP-5): seen from outside, tree by tree, and as the processes say themselves. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SubjectStatus } from '../../src/edges/cli/status.ts';
import { placeOf, until, type Place } from './running.ts';

const limit = { timeout: 120_000 };

/** Burns a third of its time, holds memory, lags now and then, and has a child that holds memory too. */
const server = `
const http = require('node:http');
const kept = Buffer.alloc(30 * 1024 * 1024, 1);
const work = (ms) => { for (const until = performance.now() + ms; performance.now() < until; ); };
setInterval(() => work(100), 300);
setInterval(() => work(400), 4000);
if (process.env.CHILD === '1')
  require('node:child_process').spawn(process.execPath, ['-e', 'const held = Buffer.alloc(60e6, 1); setInterval(() => held, 1000)']);
http.createServer((request, response) => response.end(String(kept.length))).listen(process.env.PORT, '127.0.0.1');
`;

async function subject(place: Place): Promise<SubjectStatus> {
  const { stdout } = await place.does('status --json');
  return JSON.parse(stdout).subjects[0] as SubjectStatus;
}

test('SUP-5 status tells of each process what it uses and how it fares, the children counted', limit, async (t) => {
  const env = { KINTSUGI_WORKERS: '2', KINTSUGI_RESTART_SPARE: 'false', CHILD: '1' };
  const place = await placeOf(t, { 'server.js': server }, { env });
  const supervisor = await place.up();
  const isWhole = async (): Promise<boolean> => {
    const processes = (await subject(place)).vitals?.processes ?? [];
    return (
      processes.length === 2 && processes.every(({ inside, cpuPercent }) => inside.length > 0 && cpuPercent !== null)
    );
  };
  await until(isWhole, supervisor.stderr, 60_000);
  await until(async () =>
    (await subject(place)).vitals?.processes.some((one) => (one.inside[0]?.delayMaxMs ?? 0) >= 300),
  );
  const { vitals, pid } = await subject(place);
  assert.ok(vitals?.processes.some((one) => one.pid === pid));
  for (const { rssBytes, cpuPercent, inside } of vitals?.processes ?? []) {
    assert.ok(rssBytes > 90e6, `${rssBytes}: with the child's`);
    assert.ok(cpuPercent! > 10 && cpuPercent! < 110, String(cpuPercent));
    const [one] = inside;
    assert.ok(one!.heapUsed > 1e6 && one!.heapLimit > one!.heapUsed);
    assert.ok(one!.elu > 0.1 && one!.elu <= 1, String(one!.elu));
    assert.ok(one!.handles > 0 && one!.gcMs >= 0 && one!.delayMaxMs >= one!.delayP99Ms);
  }
  const { stdout } = await place.does('status');
  const line =
    /^ {2}pid \d+: \d+ MB in all, CPU [\d.]+ %\n {4}heap \d+ MB of \d+ MB, GC [\d.]+ %, loop [\d.]+ % busy, late \d+ ms \(p99\), \d+ ms at most, \d+ handles$/gm;
  assert.equal([...stdout.matchAll(line)].length, 2, stdout);
});
