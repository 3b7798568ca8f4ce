/** How the server is, as `status` tells (SUP-5): seen from outside, tree by tree, and as the processes say themselves. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SubjectStatus } from '../../src/edges/cli/status.ts';
import type { RouteAnswers } from '../../src/keeper/answers.ts';
import { placeOf, until, type Place } from './running.ts';

const limit = { timeout: 120_000 };

/** Burns a fourth of its time (of CPU: a busy machine changes nothing of it), holds memory, lags now and then, and has a child that holds memory too. */
const server = `
const http = require('node:http');
const kept = Buffer.alloc(30 * 1024 * 1024, 1);
const spent = () => { const { user, system } = process.cpuUsage(); return user + system; };
const work = (ms) => { for (const before = spent(); spent() < before + ms * 1000; ); };
setInterval(() => work(100), 300);
setInterval(() => work(400), 4000);
if (process.env.CHILD === '1')
  require('node:child_process').spawn(process.execPath, ['-e', 'const held = Buffer.alloc(60e6, 1); setInterval(() => held, 1000)']);
http.createServer((request, response) => response.end(String(kept.length))).listen(process.env.PORT, '127.0.0.1');
`;

type ProcessStatus = NonNullable<SubjectStatus['vitals']>['processes'][number];

async function subject(place: Place): Promise<SubjectStatus> {
  const { stdout } = await place.does('status --json');
  return JSON.parse(stdout).subjects[0] as SubjectStatus;
}

test('SUP-5 status tells of each process what it uses and how it fares, the children counted', limit, async (t) => {
  const env = { KINTSUGI_WORKERS: '2', KINTSUGI_RESTART_SPARE: 'false', CHILD: '1' };
  const place = await placeOf(t, { 'server.js': server }, { env });
  const supervisor = await place.up();
  let seen = await subject(place);
  const processes = (): ProcessStatus[] => [...(seen.vitals?.processes ?? [])];
  const isSeen = (isSo: () => boolean): Promise<void> =>
    until(async () => ((seen = await subject(place)), isSo()), supervisor.stderr, 60_000);
  await isSeen(() => processes().some((one) => (one.inside[0]?.delayMaxMs ?? 0) >= 300));
  const isAtWork = ({ inside, cpuPercent }: ProcessStatus): boolean =>
    (inside[0]?.elu ?? 0) > 0.1 && (cpuPercent ?? 0) > 2;
  await isSeen(() => processes().length === 2 && processes().every(isAtWork));
  assert.ok(processes().some((one) => one.pid === seen.pid));
  for (const { rssBytes, cpuPercent, inside } of processes()) {
    assert.ok(rssBytes > 90e6, `${rssBytes}: with the child's`);
    assert.ok(cpuPercent! < 110, String(cpuPercent));
    const [one] = inside;
    assert.ok(one!.heapUsed > 1e6 && one!.heapLimit > one!.heapUsed);
    assert.ok(one!.elu <= 1, String(one!.elu));
    assert.ok(one!.handles > 0 && one!.gcMs >= 0 && one!.delayMaxMs >= one!.delayP99Ms);
  }
  const { stdout } = await place.does('status');
  const line =
    /^ {2}pid \d+: \d+ MB in all, CPU [\d.]+ %\n {4}heap \d+ MB of \d+ MB, GC [\d.]+ %, loop [\d.]+ % busy, late \d+ ms \(p99\), \d+ ms at most, \d+ handles$/gm;
  assert.equal([...stdout.matchAll(line)].length, 2, stdout);
});

const books = `const router = require('express').Router();
let visits = 0;
router.get('/', (req, res) => res.json([7]));
router.get('/:id', (req, res) => res.json({ id: req.params.id }));
router.get('/count/visits', (req, res) => {
  visits += 1;
  res.json(visits);
});
module.exports = router;`;
const shop = `const express = require('express');
const app = express();
const asked = {};
app.use((req, res, next) => {
  asked[req.path] = (asked[req.path] ?? 0) + 1;
  next();
});
app.post('/asked', (req, res) => res.json(asked));
app.get('/', (req, res) => res.send('ok'));
app.use('/api/books', require('./books'));
app.get('/mine', (req, res) => res.status(401).send('who are you?'));
app.get('/broken', (req, res) => res.send(undefined.name));
app.listen(process.env.PORT, '127.0.0.1');`;

test(
  'SEN-8 routes that only look are asked: what fails is told, adds to the incident of a client, and opens none',
  limit,
  async (t) => {
    const env = {
      KINTSUGI_SENSING_PROBE_MS: '300',
      KINTSUGI_SENSING_REGRESSION_SPAN_MS: '3000',
      KINTSUGI_AUTONOMY: 'observe',
      KINTSUGI_RESTART_SPARE: 'false',
    };
    const place = await placeOf(t, { 'server.js': shop, 'books.js': books }, { env, packages: true });
    const supervisor = await place.up();
    const asked = async (path: string): Promise<number> =>
      (JSON.parse((await place.ask('/asked', { method: 'POST' })).body) as Record<string, number>)[path] ?? 0;
    assert.equal((await place.ask('/api/books/7', { headers: { cookie: 'sid=1' } })).status, 200);
    const told = (): Record<string, RouteAnswers> => {
      const { vitalsJson } = place.paths.run('server.js');
      const { routes } = JSON.parse(existsSync(vitalsJson) ? readFileSync(vitalsJson, 'utf8') : '{"routes":[]}');
      return Object.fromEntries((routes as RouteAnswers[]).map((one) => [one.route, one]));
    };
    await until(() => told()['/broken']?.failed && told()['/api/books/:id'], supervisor.stderr);
    const { '/mine': mine, ...routes } = told();
    assert.deepEqual(Object.keys(routes).sort(), ['/', '/api/books', '/api/books/:id', '/broken']);
    assert.equal(mine, undefined, 'what wants a session is not asked again');
    assert.equal(await asked('/mine'), 1);
    assert.equal(await asked('/api/books/count/visits'), 0, 'what counts its visitors is not asked');
    const { '/broken': broken, '/api/books/:id': book } = routes;
    assert.deepEqual([broken?.status, broken?.failed, book?.status, book?.failed], [500, broken?.asked, 200, 0]);
    await until(async () => (await asked('/broken')) > 5, supervisor.stderr);
    assert.deepEqual(place.incidents(), [], 'no failure of a question of ours is an incident');

    await place.ask('/broken', { headers: { 'user-agent': 'kintsugi-probe/0123456789abcdef' } });
    await until(() => place.incidents().length === 1, supervisor.stderr);
    const [opened] = place.journal().flatMap(({ fact }) => (fact.type === 'sensed' ? [fact.signal] : []));
    assert.ok(opened?.request !== null, 'by the request of the client, whatever it calls itself');
    await until(() => (place.incidents()[0]?.occurrences ?? 0) > 2, supervisor.stderr);
    const { stdout } = await place.does('status');
    assert.match(stdout, /\n {2}routes asked: 4, 1 failing; slowest GET \S+: \d+ ms \(p50\), \d+ ms \(p95\)\n/);
    assert.match(stdout, /\n {4}GET \/broken answered 500; (\d+) of \1 failed\n/);

    await place.does('pause');
    const before = await asked('/broken');
    for (const endMs = performance.now() + 1000; performance.now() < endMs;) await place.ask('/'); // some rounds long
    assert.ok((await asked('/broken')) - before <= 1, 'one under way at most');
  },
);

test('SUP-14 a server that has no descriptor left, and cannot even ask for its memory, beats on', limit, async (t) => {
  const full = `
const fs = require('node:fs');
const fill = () => {
  try {
    for (;;) fs.openSync('/dev/null');
  } catch {}
};
const server = require('node:http').createServer((request, response) => {
  if (request.url === '/fill') setImmediate(fill);
  response.end('ok');
});
server.listen(process.env.PORT, '127.0.0.1');`;
  const env = { KINTSUGI_HEALTH_FREEZE_MS: '3000' };
  const place = await placeOf(t, { 'server.js': full }, { env });
  const supervisor = await place.up(['--', 'sh', '-c', `ulimit -n 60; exec "${process.execPath}" server.js`]);
  const { pid } = await subject(place);
  assert.equal((await place.ask('/fill')).status, 200);
  await sleep(18_000); // how it is is told every ten seconds
  const { pid: after, restarts } = await subject(place);
  assert.deepEqual([after, restarts], [pid, 0], supervisor.stderr());
});
