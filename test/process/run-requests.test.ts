/** `kintsugi run` under mixed traffic: what was asked beside the failing request decides between repairs, and never leaks. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { Line } from '../../src/engine/journal.ts';
import { hammer, placeOf, until, type Place } from './running.ts';

const limit = { timeout: 90_000 };
const listen = "listen(process.env.PORT, '127.0.0.1')";

/** `nickname` is missing for one person only; of two names that are as near to it, one breaks the other route. */
const people = `const express = require('express');
const people = {
  7: { nicknane: 'ada', nicknome: 'xx' },
  8: { nickname: 'bob', nicknane: 'bob' },
};
function label(person) {
  return person.nickname.toUpperCase();
}
const app = express();
app.get('/', (req, res) => res.send('ok'));
app.get('/now', (req, res) => res.json({ at: Date.now(), id: Math.random() }));
app.get('/label/:id', (req, res) => res.json({ label: label(people[req.params.id]) }));
app.get('/other/:id', (req, res) => res.json([people[req.params.id].nicknane, people[req.params.id].nicknome]));
app.get('/people/:id', (req, res) => res.json({ name: label(people[req.params.id]) }));
app.${listen};
`;

const crashes = `const http = require('node:http');
const greeting = 'hello';
http.createServer((req, res) => {
  const { pathname } = new URL(req.url, 'http://x');
  if (pathname === '/slow') return setTimeout(() => res.end('slow'), 600);
  if (pathname === '/greet') return setTimeout(() => res.end(greeting.toUppercase()), 200);
  res.end('ok');
}).${listen};
`;

/** Long enough on its way for a deploy to come between the proof and what it is for. */
const slow = `const http = require('node:http');
const names = ['ada', 'bob'];
http.createServer((req, res) => {
  if (req.url !== '/names') return res.end('ok');
  setTimeout(() => {
    try {
      res.end(names.joim('+'));
    } catch {
      res.writeHead(500).end();
    }
  }, 1_500);
}).${listen};
`;

/** The answer is out before the promise that nobody waits for fails, and with it the process. */
const late = `const http = require('node:http');
const seen = [];
async function note(url) {
  await new Promise((resolve) => setImmediate(resolve));
  seen.push(url.toUppercase());
}
http.createServer((req, res) => {
  if (req.url.startsWith('/note')) note(req.url);
  res.end('noted');
}).${listen};
`;

/** Nobody asks for what a timer does. */
const hourly = `const http = require('node:http');
let count = 0;
async function tidy() {
  count = [1, 2, 3].fliter((each) => each > 1).length;
}
setInterval(tidy, 2500);
http.createServer((req, res) => res.end(String(count))).${listen};
`;

/** What another process died of stands on stderr alone. */
const parent = `const { fork } = require('node:child_process');
require('node:http').createServer((req, res) => {
  const child = fork(require.resolve('./child.js'));
  child.once('message', (sum) => res.end(String(sum)));
  child.once('exit', (code) => code !== 0 && res.writeHead(500).end('failed'));
  child.send([1, 2]);
}).${listen};
`;
const child =
  "process.on('message', (list) => {\n  process.send(list.reduse((sum, each) => sum + each, 0));\n  process.disconnect();\n});\n";

/** One slip, and two routes that fail of it with errors of their own. */
const shared = `const http = require('node:http');
const rooms = new Map([['oak', { seats: 4 }]]);
const store = { getRoom: (id) => rooms.get(id), count: () => rooms.size };
const size = (id) => store.findRoom(id).seats;
const label = (id) => 'Room of ' + store.findRoom(id).seats;
const isKnown = (id) => rooms.has(id) && store.getRoom(id) !== undefined;
http.createServer((req, res) => {
  const [, kind, id] = req.url.split('/');
  try {
    if (kind === 'size') return res.end(String(size(id)));
    if (kind === 'label') return res.end(label(id));
    res.end(String(isKnown(id)));
  } catch (error) {
    res.writeHead(500).end();
  }
}).${listen};
`;

/** No recipe knows what the throw is to become. */
const beyond = (how: string): string =>
  `function beyond(id) { ${how} Object.assign(new Error('the seats are not known: ' + id)); }\n`;

test('TRY-2 TRY-7 SEN-3 the repair that would break another route loses against the right one', limit, async (t) => {
  const place = await placeOf(t, { 'server.js': people, 'package.json': '{"name":"app"}' }, { packages: true });
  const supervisor = await place.up();
  const secret = 'k3jd82hsk29dk2l1m4n5of-another';
  const as = { headers: { cookie: `sid=${secret}` } };
  for (const url of ['/now', '/label/8', '/people/8']) assert.equal((await place.ask(url, as)).status, 200);
  const clients = hammer(place, '/now');
  assert.equal((await place.ask('/people/7')).status, 500);
  const story = (): string => `${supervisor.stderr()}\n${JSON.stringify(place.journal().map((line) => line.fact))}`;
  await until(() => facts(place, 'promoted').length > 0, story);
  assert.deepEqual(await place.ask('/people/7'), { status: 200, body: '{"name":"ADA"}', error: null });
  assert.deepEqual(await place.ask('/label/8'), { status: 200, body: '{"label":"BOB"}', error: null });
  assert.equal(place.read('server.js'), people.replace('person.nickname', 'person.nicknane'));
  await until(() => place.incidents()[0]?.status === 'resolved', story);
  await clients.end();
  const [incident] = place.incidents();
  const { others, candidates } = incident!.repair!;
  assert.ok(others !== null && others.asked >= 3 && others.asBefore === others.asked, JSON.stringify(others));
  assert.deepEqual(candidates.fell, 1, JSON.stringify(candidates));
  const shown = await place.does('show 1');
  assert.match(shown.stdout, new RegExp(`${others.asBefore} of ${others.asked} other requests answered as before`));
  keepsSecret(place, secret);
});

test('SEN-1 TRY-3 a crash under concurrent load whose newest request is innocent is healed', limit, async (t) => {
  const place = await placeOf(t, { 'server.js': crashes });
  const supervisor = await place.up();
  assert.equal((await place.ask('/list')).status, 200);
  const asked = [place.ask('/greet')];
  for (let count = 0; count < 3; count += 1) asked.push(place.ask('/slow'));
  assert.deepEqual(
    (await Promise.all(asked)).map((one) => one.status),
    [0, 0, 0, 0],
    'the process died with all of them',
  );
  const story = (): string => `${supervisor.stderr()}\n${JSON.stringify(place.journal().map((line) => line.fact))}`;
  await until(() => facts(place, 'promoted').length > 0, story);
  const sensed = facts(place, 'sensed')[0]!.fact;
  assert.equal(sensed.type === 'sensed' && sensed.signal.request?.url, '/slow', 'it seemed to be another one');
  assert.deepEqual(await place.ask('/greet'), { status: 200, body: 'HELLO', error: null });
  const verified = facts(place, 'verified')[0]!.fact;
  assert.ok(verified.type === 'verified');
  assert.equal(verified.evidence.proof, 'replayed');
  assert.equal(verified.evidence.before[0]?.error, 'exit', 'the request of the proof is the one that shows the crash');
  assert.ok(
    (verified.evidence.others?.asked ?? 0) > 0 &&
      verified.evidence.others?.asBefore === verified.evidence.others?.asked,
  );
  await until(() => place.incidents()[0]?.status === 'resolved', story);
});

test('TRY-3 what a person mended and reloaded is closed without a word from him', limit, async (t) => {
  const broken = shared.replace('store.findRoom(id).seats', 'beyond(id)').replace('findRoom', 'getRoom');
  const place = await placeOf(t, { 'server.js': `${beyond('throw')}${broken}`, 'package.json': '{"name":"app"}' });
  const supervisor = await place.up();
  assert.equal((await place.ask('/size/oak')).status, 500);
  const status = async (): Promise<string | undefined> => (await place.incidents())[0]?.status;
  await until(async () => (await status()) === 'needs_human', supervisor.stderr);
  writeFileSync(path.join(place.app, 'server.js'), `${beyond('return 4; throw')}${broken}`);
  assert.equal((await place.does('reload')).code, 0);
  await until(async () => (await status()) === 'resolved', supervisor.stderr);
  assert.deepEqual(
    facts(place, 'retried').map(({ fact }) => fact.type === 'retried' && fact.why),
    ['other files run by now'],
  );
});

test(
  'PRO-7 TRY-3 what was deployed while a repair was proven stays, and it is proven again on top of that',
  limit,
  async (t) => {
    const files = { 'server.js': slow, 'later.js': 'module.exports = 1;\n', 'package.json': '{"name":"app"}' };
    const place = await placeOf(t, files);
    const supervisor = await place.up();
    assert.equal((await place.ask('/names')).status, 500);
    await until(() => facts(place, 'declined').length > 0, supervisor.stderr, 30_000);
    writeFileSync(path.join(place.app, 'later.js'), 'module.exports = 2;\n');
    await until(() => place.incidents()[0]?.status === 'resolved', supervisor.stderr);
    assert.equal(place.read('server.js'), slow.replace('joim', 'join'));
    assert.equal(place.read('later.js'), 'module.exports = 2;\n');
    assert.equal(facts(place, 'failed').length, 1, 'the deploy came between');
  },
);

/** The session of whoever made a good request stands in no file, and what was sealed is gone with the incident. */
function keepsSecret({ paths }: Place, secret: string): void {
  const files = readdirSync(paths.state, { recursive: true, withFileTypes: true }).filter((item) => item.isFile());
  for (const item of files) {
    const file = path.join(item.parentPath, item.name);
    assert.ok(!readFileSync(file, 'latin1').includes(secret), `it stands in ${file}`);
  }
  const sealed = paths.run('server.js').requests;
  assert.deepEqual(existsSync(sealed) ? readdirSync(sealed) : [], []);
}

function facts(place: Place, type: Line['fact']['type']): Line[] {
  return place.journal().filter((line) => line.fact.type === type);
}

test(
  'SEN-1 SEN-3 a crash that comes after the answer is replayed with the request that brought it',
  limit,
  async (t) => {
    const place = await placeOf(t, { 'server.js': late, 'package.json': '{"name":"app"}' });
    const supervisor = await place.up();
    for (const url of ['/', '/note/7', '/']) await place.ask(url);
    await until(() => place.incidents()[0]?.status === 'resolved', supervisor.stderr);
    assert.equal(place.read('server.js'), late.replace('toUppercase', 'toUpperCase'));
    const [incident] = place.incidents();
    assert.equal(incident!.repair!.proof, 'replayed');
    const { boot } = place.record()!;
    assert.equal((await place.ask('/note/8')).body, 'noted');
    await until(async () => (await place.ask('/')).status === 200);
    assert.equal(place.record()!.boot, boot, 'it died once more');
  },
);

test('TRY-3 what a repair of another incident mended too is closed, and nobody is asked', limit, async (t) => {
  const place = await placeOf(t, { 'server.js': shared, 'package.json': '{"name":"app"}' });
  const supervisor = await place.up();
  for (const url of ['/room/oak', '/size/oak', '/label/oak']) await place.ask(url);
  const ended = async (): Promise<boolean> => {
    const all = place.incidents();
    return all.length === 2 && all.every(({ status }) => status === 'resolved');
  };
  await until(ended, supervisor.stderr);
  assert.deepEqual(
    (await Promise.all(['/room/oak', '/size/oak', '/label/oak'].map((url) => place.ask(url)))).map(({ body }) => body),
    ['true', '4', 'Room of 4'],
  );
  const closed = facts(place, 'closed').map(({ fact }) => fact);
  assert.deepEqual(closed.map((fact) => (fact.type === 'closed' ? fact.why : '')).toSorted(), [
    'it does not show any more since the files changed',
    'repaired, and quiet since',
  ]);
});

test(
  'SEN-1 TRY-3 a crash that a timer brings, seconds after the start and without a request, is healed',
  limit,
  async (t) => {
    const place = await placeOf(t, { 'server.js': hourly, 'package.json': '{"name":"app"}' });
    const supervisor = await place.up();
    await until(() => place.read('server.js') === hourly.replace('fliter', 'filter'), supervisor.stderr);
    assert.equal(place.incidents()[0]!.repair!.proof, 'replayed');
  },
);

test('SEN-2 TRY-3 what a process that the server starts for a request dies of is healed', limit, async (t) => {
  const place = await placeOf(t, { 'server.js': parent, 'child.js': child, 'package.json': '{"name":"app"}' });
  const supervisor = await place.up();
  assert.equal((await place.ask('/')).status, 500);
  await until(async () => (await place.ask('/')).body === '3', supervisor.stderr);
  assert.equal(place.read('child.js'), child.replace('reduse', 'reduce'));
});
