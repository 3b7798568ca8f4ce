/** A person's word while `kintsugi run` runs: approve, reject, pause, undo, autonomy, and a repair that has to go back. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Detail } from '../../src/engine/desk.ts';
import type { View } from '../../src/engine/view.ts';
import { isErrno } from '../../src/kit/errors.ts';
import { placeOf, stop, until, type Place, type Supervisor } from './running.ts';

const limit = { timeout: 90_000 };
const settings = { KINTSUGI_LIMITS_REPAIRS: '50', KINTSUGI_SENSING_COOLDOWN_MS: '0' };

/** Routes of their own functions, so that each failure has a signature of its own. */
const shop = `const http = require('node:http');
const items = { 1: { name: 'tea' } };
function one(id) { const item = items[id]; return item.name; }
function two(id) { const item = items[id]; return item.name + '!'; }
function three(id) { const item = items[id]; return item.name + '?'; }
function shout(id) { return items[1].name.toUppercase(); }
const routes = { one, two, three, shout };
http.createServer((req, res) => {
  const [, route, id] = req.url.split('/');
  if (!routes[route]) return res.end('ok');
  try {
    res.end(routes[route](id));
  } catch (error) {
    res.writeHead(500).end('sorry');
  }
}).listen(process.env.PORT, '127.0.0.1');
`;

const guarded = `const express = require('express');
const items = { 1: { name: 'tea' } };
const app = express();
app.get('/', (req, res) => res.send('ok'));
ROUTES
app.listen(process.env.PORT, '127.0.0.1');
`.replace(
  'ROUTES',
  ['one', 'two', 'three', 'four']
    .map(
      (name) =>
        `app.get('/${name}/:id', function ${name}(req, res) {\n  const item = items[req.params.id];\n  res.json({ name: item.name });\n});`,
    )
    .concat("app.get('/shout', function shout(req, res) {\n  res.send(items[1].name.toUppercase());\n});")
    .join('\n'),
);

function steps(place: Place): string[] {
  return place.journal().map(({ fact }) => fact.type);
}

async function waiting(place: Place, supervisor: Supervisor, id: number): Promise<View> {
  await status(place, id, 'awaiting_human', supervisor);
  return place.incidents().find((incident) => incident.id === id)!;
}

async function status(place: Place, id: number, wanted: string, supervisor: Supervisor): Promise<void> {
  const seen = (): string | undefined => place.incidents().find((item) => item.id === id)?.status;
  await until(() => wanted.split(' ').includes(seen() ?? ''), supervisor.stderr);
}

test('POL-1 POL-4 CLI-4 CLI-8 what waits is approved once, rejected, raced for, and undone', limit, async (t) => {
  const place = await placeOf(t, { 'server.js': guarded }, { packages: true, env: settings });
  const supervisor = await place.up();
  const live = (): string => place.read('server.js');

  assert.equal((await place.ask('/one/9')).status, 500);
  const first = await waiting(place, supervisor, 1);
  assert.deepEqual(
    [first.repair?.kind, first.repair?.proof, first.action?.command],
    ['mitigation', 'replayed', 'kintsugi approve 1'],
  );
  assert.equal(live(), guarded, 'nothing is live before a person said so');
  const shown = await place.does('show 1');
  assert.match(shown.stdout, /kintsugi approve 1\b/);
  const detail = JSON.parse((await place.does('show 1 --json')).stdout) as Detail;
  assert.match(detail.proposals[0]!.diff, /^\+/m);
  const approved = await place.does(['approve', '1', '--by', 'Ada']);
  assert.equal(approved.code, 0, approved.stdout + approved.stderr);
  assert.equal((await place.ask('/one/9')).status, 404);
  assert.equal((await place.ask('/one/1')).body, '{"name":"tea"}');
  const again = await place.does(['approve', '1', '--by', 'Bob']);
  assert.equal(again.code, 1, again.stdout + again.stderr);
  assert.match(again.stderr, /Ada.*\d{4}-\d\d-\d\dT/, 'by whom and when');
  await status(place, 1, 'resolved', supervisor);

  const before = live();
  assert.equal((await place.ask('/two/9')).status, 500);
  await waiting(place, supervisor, 2);
  const rejected = await place.does(['reject', '2', '--by', 'Ada', '--note', 'on purpose']);
  assert.equal(rejected.code, 0, rejected.stdout + rejected.stderr);
  await status(place, 2, 'rejected', supervisor);
  assert.equal(live(), before);
  assert.match((await place.does('show 2 --json')).stdout, /"rejected by Ada"/, 'the record is kept');

  assert.equal((await place.ask('/three/9')).status, 500);
  await waiting(place, supervisor, 3);
  const race = await Promise.all(['Ada', 'Bob'].map((name) => place.does(['approve', '3', '--by', name])));
  assert.deepEqual(race.map(({ code }) => code).sort(), [0, 1], JSON.stringify(race));
  const promoted = place.journal().filter(({ incident, fact }) => incident === 3 && fact.type === 'promoted');
  assert.equal(promoted.length, 1);
  assert.equal((await place.ask('/three/9')).status, 404);

  const kept = live();
  assert.equal((await place.does('pause')).code, 0);
  assert.equal((await place.ask('/shout')).status, 500);
  await status(place, 4, 'blocked', supervisor);
  assert.equal(live(), kept);
  assert.equal((await place.does('resume')).code, 0);
  await status(place, 4, 'resolved', supervisor);
  assert.equal((await place.ask('/shout')).body, 'TEA');
  const undone = await place.does('backup undo');
  assert.equal(undone.code, 0, undone.stdout + undone.stderr);
  assert.equal(live(), kept, 'to the byte');
});

test(
  'POL-6 TRI-6 what a pause held back goes on at `resume`, and what had no request to replay when it comes again',
  limit,
  async (t) => {
    const place = await placeOf(t, { 'server.js': guarded }, { packages: true, env: settings });
    const supervisor = await place.up();
    assert.equal((await place.does('pause')).code, 0);
    assert.equal((await place.ask('/shout')).status, 500);
    await status(place, 1, 'blocked', supervisor);
    await sleep(2_000);
    assert.deepEqual(steps(place), ['sensed', 'triaged'], 'the healer is at rest');
    const { requests } = place.paths.run('server.js');
    for (const name of readdirSync(requests)) rmSync(path.join(requests, name));
    assert.equal((await place.does('resume')).code, 0);
    await status(place, 1, 'needs_human', supervisor);
    assert.equal(steps(place).at(-1), 'declined');
    assert.equal((await place.ask('/shout')).status, 500);
    await status(place, 1, 'resolved', supervisor);
    assert.equal((await place.ask('/shout')).body, 'TEA');
  },
);

test(
  'TRI-6 who asks the healer of a running supervisor for a repair is not made to wait for others',
  limit,
  async (t) => {
    const place = await placeOf(
      t,
      { 'server.js': guarded },
      { packages: true, env: { ...settings, KINTSUGI_LIMITS_REPAIRS: '1' } },
    );
    const supervisor = await place.up();
    assert.equal((await place.ask('/one/9')).status, 500);
    await waiting(place, supervisor, 1);
    assert.equal((await place.ask('/two/9')).status, 500);
    await until(() => steps(place).filter((step) => step === 'triaged').length === 2, supervisor.stderr);
    assert.equal(place.incidents().find(({ id }) => id === 2)?.repair, null, 'the limit holds up what comes by itself');
    const { code, stdout } = await place.does(['heal', 'server.js', '--request', 'GET /shout']);
    assert.equal(code, 10, stdout + supervisor.stderr());
    assert.match(stdout, /proposed: /);
  },
);

test(
  'CLI-3 a decision needs no supervisor: what was approved or rejected meanwhile is so at the next start',
  limit,
  async (t) => {
    const place = await placeOf(t, { 'server.js': guarded }, { packages: true, env: settings });
    const supervisor = await place.up();
    assert.equal((await place.ask('/one/9')).status, 500);
    await waiting(place, supervisor, 1);
    assert.equal((await place.ask('/two/9')).status, 500);
    await waiting(place, supervisor, 2);
    await stop(supervisor);

    const approved = await place.does(['approve', '1', '--by', 'Ada']);
    const rejected = await place.does(['reject', '2', '--by', 'Ada']);
    assert.deepEqual([approved.code, rejected.code], [0, 0], approved.stderr + rejected.stderr);
    const next = await place.up();
    await status(place, 1, 'resolved', next);
    assert.equal((await place.ask('/one/9')).status, 404);
    await status(place, 2, 'rejected', next);
    assert.equal((await place.ask('/two/9')).status, 500);
  },
);

test('POL-4 the owner edits the file that waits: never applied blindly, and the edit stays', limit, async (t) => {
  const place = await placeOf(t, { 'server.js': guarded }, { packages: true, env: settings });
  const supervisor = await place.up();
  assert.equal((await place.ask('/one/9')).status, 500);
  await waiting(place, supervisor, 1);
  const edited = guarded.replace("res.send('ok')", "res.send('mine')");
  writeFileSync(path.join(place.app, 'server.js'), edited);
  const approved = await place.does(['approve', '1', '--by', 'Ada']);
  const live = place.read('server.js');
  assert.ok(live.includes("res.send('mine')"), live);
  if (approved.code === 0) {
    assert.equal((await place.ask('/one/9')).status, 404, 'proven again on the edited file, and live');
    assert.equal((await place.ask('/')).body, 'mine');
  } else {
    assert.equal(approved.code, 1, approved.stderr);
    assert.equal(live, edited);
  }
});

test('POL-1 autonomy says what goes live without a person', { concurrency: 2 }, async (t) => {
  const cases = [
    { autonomy: 'observe', url: '/shout', status: 'open triaged needs_human', isLive: false, proposals: 0 },
    { autonomy: 'propose', url: '/shout', status: 'awaiting_human', isLive: false, proposals: 1 },
    { autonomy: 'full', url: '/one/9', status: 'resolved', isLive: true, proposals: 1 },
  ];
  await Promise.all(
    cases.map(({ autonomy, url, status: wanted, isLive, proposals }) =>
      t.test(autonomy, limit, async (inner) => {
        const place = await placeOf(
          inner,
          { 'server.js': guarded },
          { packages: true, env: { KINTSUGI_AUTONOMY: autonomy } },
        );
        const supervisor = await place.up();
        assert.equal((await place.ask(url)).status, 500);
        await status(place, 1, wanted, supervisor);
        assert.equal(place.read('server.js') !== guarded, isLive);
        const detail = JSON.parse((await place.does('show 1 --json')).stdout) as Detail;
        assert.equal(detail.proposals.length, proposals);
        if (wanted === 'awaiting_human') assert.equal(detail.action?.command, 'kintsugi approve 1');
      }),
    ),
  );
});

/** False where something was written into it meanwhile. */
function isRemoved(folder: string): boolean {
  try {
    rmSync(folder, { recursive: true });
    return true;
  } catch (error) {
    if (isErrno(error, 'ENOTEMPTY')) return false;
    throw error;
  }
}

test('REL-2 a state folder that is removed meanwhile is made anew, and failures are healed again', limit, async (t) => {
  const place = await placeOf(t, { 'server.js': shop }, { env: settings });
  const supervisor = await place.up();
  const { state, healerLock, run } = place.paths;
  await until(() => existsSync(healerLock), supervisor.stderr);
  await until(() => isRemoved(state), supervisor.stderr);
  await until(() => existsSync(run('server.js').key) && existsSync(healerLock), supervisor.stderr);
  assert.equal((await place.ask('/shout/1')).status, 500);
  await until(async () => (await place.ask('/shout/1')).body === 'TEA', supervisor.stderr);
  assert.equal((await place.does('incidents')).code, 0);
});

test(
  'PRO-2 PRO-3 a repair that is undone while it is watched is no repair, and is not made again',
  limit,
  async (t) => {
    const env = { ...settings, KINTSUGI_WATCH_MS: '4000' };
    const place = await placeOf(t, { 'server.js': shop }, { env });
    const supervisor = await place.up();
    assert.equal((await place.ask('/shout/1')).status, 500);
    await until(() => steps(place).includes('promoted'), supervisor.stderr);
    assert.equal((await place.does('backup undo')).code, 0);
    await until(() => place.incidents()[0]!.resolvedAt !== null, supervisor.stderr);
    assert.deepEqual([place.incidents()[0]!.status, place.read('server.js')], ['rejected', shop]);
    assert.match((await place.does('show 1')).stdout, /taken back by hand/);
  },
);

test('PRO-2 a repair whose failure comes back within the watch is taken back to the byte', limit, async (t) => {
  const files = { 'server.js': shop.replace('items[1].name.toUppercase', 'items[id].name.toUppercase') };
  const place = await placeOf(t, files, { env: { KINTSUGI_WATCH_MS: '20000' } });
  const supervisor = await place.up();
  assert.equal((await place.ask('/shout/1')).status, 500);
  const has = (type: string) => () => place.journal().some(({ fact }) => fact.type === type);
  await until(has('promoted'), supervisor.stderr);
  assert.equal((await place.ask('/shout/1')).body, 'TEA');
  assert.equal((await place.ask('/shout/9')).status, 500, 'the same class in the same function: the same signature');
  await until(has('rolledBack'), supervisor.stderr);
  await until(
    async () => place.record()?.state === 'ready' && (await place.ask('/')).status === 200,
    supervisor.stderr,
  );
  assert.equal(place.read('server.js'), files['server.js']);
  assert.equal((await place.ask('/shout/1')).status, 500, 'the process is that of the old files again');
  const [incident] = place.incidents();
  assert.ok(incident && incident.status !== 'resolved', incident?.status);
});

test(
  'POL-1 PRO-4 what its owner took back when it was resolved waits for him when the failure is there again',
  limit,
  async (t) => {
    const place = await placeOf(t, { 'server.js': shop }, { env: { ...settings, KINTSUGI_DEPLOY_QUIET_MS: '0' } });
    const supervisor = await place.up();
    assert.equal((await place.ask('/shout')).status, 500);
    await status(place, 1, 'resolved', supervisor);
    for (const line of ['backup undo', 'reload']) assert.equal((await place.does(line)).code, 0, line);
    assert.equal(place.read('server.js'), shop);
    assert.equal((await place.ask('/shout')).status, 500);
    const { action, repair } = await waiting(place, supervisor, 2);
    assert.match(action?.why ?? '', /somebody took it back by `kintsugi backup`/);
    assert.equal(repair?.proof, 'replayed');
    assert.equal(place.read('server.js'), shop);
  },
);

test(
  'TRY-3 CLI-2 what was mended by hand and not loaded is told so, with the command that loads it',
  limit,
  async (t) => {
    const source = guarded.replace('const items', "const { loud } = require('./loud');\nconst items");
    const files = { 'server.js': source.replace('items[1].name.toUppercase()', 'loud()') };
    const slip = 'exports.loud = () => ({ name: "tea" }).name.toUppercase();\n';
    const mended = slip.replace('toUppercase', 'toUpperCase');
    const env = { ...settings, KINTSUGI_DEPLOY_QUIET_MS: '0' };
    const place = await placeOf(t, { ...files, 'loud.js': slip }, { packages: true, env });
    const supervisor = await place.up();
    await until(() => place.record()?.state === 'ready', supervisor.stderr);
    writeFileSync(path.join(place.app, 'loud.js'), mended);
    assert.equal((await place.ask('/shout')).status, 500);
    await status(place, 1, 'needs_human', supervisor);
    assert.deepEqual(place.incidents()[0]?.action, {
      why: 'loud.js was changed after the server had started, and does not fail as it is now',
      command: 'kintsugi reload',
    });
    assert.equal((await place.does('reload')).code, 0);
    assert.equal((await place.ask('/shout')).body, 'TEA');
  },
);
