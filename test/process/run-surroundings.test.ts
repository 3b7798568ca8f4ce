/** `kintsugi run` in surroundings that are against it: strangers, links, other programs, a folder or a record that it cannot use. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { readJournal } from '../../src/engine/journal.ts';
import type { View } from '../../src/engine/view.ts';
import type { Escalation } from '../../src/pipeline/webhook.ts';
import { kintsugi } from '../project.ts';
import { freePort } from '../ports.ts';
import { placeOf, settled, stop, until, type Place, type Supervisor } from './running.ts';

const limit = { timeout: 150_000 };

const healable = `const http = require('node:http');
const { greet } = require('./lib/greet');
http.createServer((req, res) => {
  try {
    res.end(req.url === '/greet' ? greet('bob') : req.url === '/env' ? String(globalThis.fromOptions) : 'ok');
  } catch (error) {
    res.writeHead(500).end('sorry');
  }
}).listen(process.env.PORT, '127.0.0.1');
`;
const greet = 'exports.greet = (name) => `Hello ${name.toUppercase()}`;\n';
const project = { 'server.js': healable, 'lib/greet.js': greet };

async function heals(place: Place, supervisor: Supervisor): Promise<void> {
  assert.equal((await place.ask('/greet')).status, 500);
  await until(() => place.incidents()[0]?.status === 'resolved', supervisor.stderr);
  assert.equal((await place.ask('/greet')).body, 'Hello BOB');
}

test(
  'SUP-4 REP-1 POL-5 a stranger on the port is never ended: a person is asked, told who it is, also by webhook',
  limit,
  async (t) => {
    const place = await placeOf(t, project);
    const told: Escalation[] = [];
    const stranger = createServer((request, response) => {
      response.statusCode = request.method === 'POST' && told.length === 0 ? 503 : 200;
      response.end('stranger');
      if (request.method === 'POST') void json(request).then((value) => told.push(value as Escalation));
    });
    await new Promise<void>((resolve) => stranger.listen(place.port, '127.0.0.1', resolve));
    t.after(() => stranger.close());
    const hook = `http://127.0.0.1:${place.port}/hook`;
    const supervisor = place.run(['server.js'], { KINTSUGI_WEBHOOKS_ON_ESCALATION: hook });
    await settled(place, supervisor, 1);
    const [incident] = place.incidents();
    assert.deepEqual([incident?.class, incident?.status], ['port_conflict', 'needs_human']);
    await until(() => told.length === 2, supervisor.stderr);
    const { why, command } = incident!.action!;
    for (const one of told)
      assert.deepEqual(
        [one.incident, one.why, one.command],
        [incident?.id, why, command],
        'again where it was not taken',
      );
    assert.equal(told[1]?.text, `server.js: incident 1 waits for you: ${why} (${command})`);
    const holder = `port ${place.port} is held by pid ${process.pid} (${process.execPath}`;
    assert.ok(incident?.action?.why.startsWith(holder), incident?.action?.why);
    assert.ok(supervisor.stderr().includes(`; ${holder}`), supervisor.stderr());
    await until(() => ['crash_loop', 'parked'].includes(place.record()?.state ?? ''), supervisor.stderr);
    const { stdout } = await place.does('status');
    assert.match(stdout, /^server\.js: the server ended with exit code 1: Error: listen EADDRINUSE/m);
    assert.ok(stdout.includes(`; ${holder}`), stdout);
    assert.equal((await place.ask('/')).body, 'stranger');
    await stop(supervisor);
    const text = `Error: listen EADDRINUSE: address already in use 127.0.0.1:${place.port}\n    at Server.listen (node:net:1:1)\n`;
    writeFileSync(path.join(place.folder, 'told'), text);
    const healed = JSON.parse((await place.does('heal server.js --json --stderr ../told')).stdout) as View;
    assert.ok(healed.action?.why.startsWith(holder), JSON.stringify(healed));
    assert.equal((await place.ask('/')).body, 'stranger');
  },
);

/** Of a URL that takes what the webhook tells. */
async function owner(t: TestContext): Promise<[Escalation[], string]> {
  const told: Escalation[] = [];
  const server = createServer((request, response) => {
    response.end();
    void json(request).then((value) => told.push(value as Escalation));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return [told, `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`];
}

test(
  'TRI-4 SUP-3 a server that ends without a word leads to no incident: the webhook is told once that it is down',
  limit,
  async (t) => {
    const place = await placeOf(t, { 'server.js': 'process.exit(3);' });
    const [told, hook] = await owner(t);
    const supervisor = place.run(['server.js'], { KINTSUGI_WEBHOOKS_ON_ESCALATION: hook });
    await until(() => told.length > 0 && place.record()?.state === 'parked', supervisor.stderr);
    await stop(supervisor);
    assert.deepEqual(place.incidents(), []);
    const why = 'the server ended with exit code 3; it died 5 times in 60 s before it was ready';
    const { at: _at, ...rest } = told[0]!;
    const text = `server.js is down: ${why}`;
    assert.deepEqual(rest, {
      text,
      subject: 'server.js',
      incident: null,
      status: 'down',
      message: null,
      why,
      command: null,
    });
    assert.equal(told.length, 1);
  },
);

test('SUP-8 SUP-13 where other workers serve, the webhook does not say that the server is down', limit, async (t) => {
  const place = await placeOf(t, {
    'server.js': `if (require('node:fs').existsSync(__dirname + '/tmp/bad')) process.exit(3);
    require('node:http').createServer((q, r) => r.end('well')).listen(process.env.PORT, '127.0.0.1');`,
    'tmp/good': '',
  });
  const [told, hook] = await owner(t);
  const supervisor = await place.up(['server.js'], { KINTSUGI_WEBHOOKS_ON_ESCALATION: hook, KINTSUGI_WORKERS: '2' });
  await until(() => place.record()?.workers?.length === 1, supervisor.stderr);
  writeFileSync(path.join(place.app, 'tmp/bad'), '');
  process.kill(place.record()!.child!.pid, 'SIGKILL');
  await until(() => told.length > 0, supervisor.stderr);
  assert.equal((await place.ask('/')).body, 'well');
  const why = 'the server ended with exit code 3; it died 5 times in 60 s before it was ready';
  assert.deepEqual([told[0]?.status, told[0]?.why], ['degraded', `${why}; the others go on serving`]);
  assert.equal(told[0]?.text, `server.js has lost a process: ${why}; the others go on serving`);
  process.kill(place.record()!.workers![0]!.child.pid, 'SIGKILL');
  await until(() => told.length > 1, supervisor.stderr);
  assert.deepEqual([told[1]?.status, told[1]?.text], ['down', `server.js is down: ${why}`]);
});

test(
  'REL-2 a record that is damaged: the server is kept, and run, doctor and the commands name the file and what to do',
  limit,
  async (t) => {
    const place = await placeOf(t, {
      ...project,
      '.kintsugi/journal/00000001.jsonl': 'no line of a journal\n',
    });
    const supervisor = await place.up();
    assert.equal((await place.ask('/greet')).status, 500);
    const trouble = (): string[] =>
      supervisor.events().flatMap(({ kintsugi, text }) => (kintsugi === 'trouble' ? text : []));
    await until(() => trouble().length > 0, supervisor.stderr);
    assert.match(
      trouble().join(),
      /^repairing failed: The journal \S+00000001\.jsonl is damaged at line 1\..* start again/,
    );
    const doctor = await place.does('doctor');
    assert.equal(doctor.code, 1);
    assert.match(doctor.stdout, /MISSING {2}record: .*damaged at line 1/);
    assert.equal((await place.ask('/')).status, 200);
    await sleep(4_000);
    assert.equal(trouble().length, 1, 'said once');
  },
);

test('POL-3 TRY-1 a folder that is a link out of the project is not repaired', limit, async (t) => {
  const outside = mkdtempSync(path.join(os.tmpdir(), 'outside-'));
  t.after(() => rmSync(outside, { recursive: true, force: true }));
  writeFileSync(path.join(outside, 'greet.js'), greet);
  const place = await placeOf(t, { 'server.js': healable });
  symlinkSync(outside, path.join(place.app, 'lib'));
  const supervisor = await place.up();
  assert.equal((await place.ask('/greet')).status, 500);
  await settled(place, supervisor, 1);
  assert.notEqual(place.incidents()[0]?.status, 'resolved');
  assert.equal(readFileSync(path.join(outside, 'greet.js'), 'utf8'), greet);
  assert.equal(place.read('server.js'), healable);
});

test('CFG-1 REL-2 it heals all the same', { concurrency: 2 }, async (t) => {
  const cases: Record<string, (inner: TestContext) => Promise<void>> = {
    'with NODE_OPTIONS of the user': async (inner) => {
      const place = await placeOf(inner, { ...project, 'pre.cjs': "globalThis.fromOptions = 'preloaded';\n" });
      const supervisor = await place.up(undefined, {
        NODE_OPTIONS: `--max-old-space-size=300 --require ${path.join(place.app, 'pre.cjs')}`,
      });
      assert.equal((await place.ask('/env')).body, 'preloaded');
      await heals(place, supervisor);
      assert.equal((await place.ask('/env')).body, 'preloaded');
    },
    'without a home and without git': async (inner) => {
      const place = await placeOf(inner, project);
      const bin = path.join(place.folder, 'bin');
      mkdirSync(bin);
      symlinkSync(process.execPath, path.join(bin, 'node'));
      const supervisor = await place.up(undefined, { HOME: undefined, PATH: bin });
      await heals(place, supervisor);
    },
    'two servers of one project, with one healer': async (inner) => {
      const place = await placeOf(inner, {
        ...project,
        'other.js': healable.replace('process.env.PORT', 'process.env.OTHER'),
      });
      const other = await freePort();
      const first = await place.up();
      const second = place.run(['other.js'], { OTHER: String(other) });
      await until(() => place.record('other.js')?.state === 'ready', second.stderr);
      await heals(place, first);
      // One that finds the lock taken ends by itself.
      const healers = (): string[] =>
        readdirSync('/proc').filter(
          (pid) => /^\d+$/.test(pid) && commandOf(pid).includes(place.app) && commandOf(pid).includes('heal.js'),
        );
      await until(() => healers().length <= 1, second.stderr);
      assert.equal(place.incidents().length, 1);
    },
  };
  await Promise.all(Object.entries(cases).map(([name, run]) => t.test(name, limit, run)));
});

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return ''; // it ended meanwhile
  }
}

test(
  'REL-2 PRO-9 CLI-10 a project that cannot be written is served; what is proven for it comes as patch and report',
  limit,
  async (t) => {
    assert.ok(existsSync('/usr/bin/bwrap'), 'bubblewrap makes the folder read-only: run `npm run setup`');
    const place = await placeOf(t, project);
    const supervisor = place.run(undefined, {}, [
      '/usr/bin/bwrap',
      '--dev-bind',
      '/',
      '/',
      '--ro-bind',
      place.app,
      place.app,
    ]);
    await until(async () => (await place.ask('/')).status === 200, supervisor.stderr);
    assert.equal((await place.ask('/greet')).status, 500);
    await until(() => supervisor.events().some(({ kintsugi: event }) => event === 'abandoned'), supervisor.stderr);
    assert.equal((await place.ask('/')).status, 200);
    assert.deepEqual(readdirSync(place.app).toSorted(), ['lib', 'package.json', 'server.js']);
    assert.equal(place.read('lib/greet.js'), greet);
    const state = readdirSync(path.join(place.folder, 'home/.kintsugi/state'));
    assert.match(state.join(), /^app-[0-9a-f]{12}$/);
    const folder = path.join(place.folder, 'home/.kintsugi/state', state[0]!);
    const record = readJournal(path.join(folder, 'journal')).map(({ fact }) => fact.type);
    assert.ok(record.includes('failed') && !record.includes('promoted'), 'nothing is said to be live');
    const patch = path.join(folder, 'patches/1.patch');
    assert.match(readFileSync(path.join(folder, 'reports/1.md'), 'utf8'), /patches\/1\.patch/);
    const elsewhere = path.join(place.folder, 'elsewhere');
    cpSync(place.app, elsewhere, { recursive: true });
    execFileSync('git', ['apply', patch], { cwd: elsewhere });
    assert.equal(
      readFileSync(path.join(elsewhere, 'lib/greet.js'), 'utf8'),
      greet.replace('toUppercase', 'toUpperCase'),
    );
    process.kill(supervisor.events()[0]!.pid!, 'SIGINT'); // the wrapper hands no signal on
    await supervisor.exit;
  },
);

test('CFG-2 a slip in the configuration is a usage error that names what was meant', limit, async (t) => {
  const place = await placeOf(t, project);
  const cases: readonly (readonly [object, RegExp])[] = [
    [{ autonomi: 'auto' }, /autonomi.*autonomy/],
    [{ autonomy: 'ful' }, /ful.*full/],
    [{ recovery: { on_unknown: 'escalte' } }, /escalte.*escalate/],
    [{ watch: { ms: 'soon' } }, /watch\.ms/],
  ];
  for (const [config, pattern] of cases) {
    writeFileSync(path.join(place.app, 'kintsugi.config.json'), JSON.stringify(config));
    const ended = await kintsugi(place, ['run', 'server.js']);
    assert.equal(ended.code, 2, ended.stderr);
    assert.match(ended.stderr, pattern);
    assert.equal(ended.stderr.trim().split('\n').length, 1, ended.stderr);
  }
});

test('REL-2 a broken record is said; the server runs on', limit, async (t) => {
  const place = await placeOf(t, project);
  const first = await place.up();
  await heals(place, first);
  await stop(first);
  const [name] = readdirSync(place.paths.journal);
  const file = path.join(place.paths.journal, name!);
  const lines = readFileSync(file, 'utf8').split('\n');
  lines[2] = '{"this is": not what was written';
  writeFileSync(file, lines.join('\n'));
  const second = await place.up();
  assert.equal((await place.ask('/')).status, 200);
  const read = await place.does('incidents --json');
  assert.equal(read.code, 1, read.stdout);
  assert.match(read.stderr, new RegExp(name!.replaceAll('.', '\\.')));
  await place.ask('/greet');
  await sleep(1_000);
  assert.equal((await place.ask('/')).status, 200, second.stderr());
  assert.equal(readFileSync(file, 'utf8'), lines.join('\n'), 'nothing is written over it');
});

test('SUP-4 a record that names a foreign process by a reused pid ends nobody', limit, async (t) => {
  const place = await placeOf(t, project);
  const first = await place.up();
  await stop(first);
  const runJson = place.paths.run('server.js').runJson;
  const record = JSON.parse(readFileSync(runJson, 'utf8')) as object;
  const me = {
    pid: process.pid,
    startTime: '1',
    bootId: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
  };
  writeFileSync(runJson, JSON.stringify({ ...record, state: 'ready', child: me, healer: me }));
  const second = await place.up();
  // The record from before says `ready`, too, until the new keeper has written its own.
  await until(() => place.record()?.child?.pid !== process.pid, second.stderr);
  assert.equal(await stop(second), 0);
});

test('SUP-3 a hangup ends nothing where there is no terminal, as under nohup', limit, async (t) => {
  const place = await placeOf(t, project);
  const supervisor = await place.up(['server.js']);
  const pid = place.record()?.child?.pid;
  process.kill(place.record()!.keeper!.pid, 'SIGHUP');
  await new Promise((resolve) => setTimeout(resolve, 1000));
  assert.equal((await place.ask('/')).status, 200);
  assert.equal(place.record()?.child?.pid, pid, supervisor.stderr());
});

test('SUP-3 a supervisor that has stopped everything is gone at once', limit, async (t) => {
  const place = await placeOf(t, project);
  const supervisor = await place.up();
  supervisor.child.kill('SIGINT');
  await until(() => supervisor.events().some(({ kintsugi: event }) => event === 'stopped'), supervisor.stderr);
  const saidMs = performance.now();
  await supervisor.exit;
  assert.ok(performance.now() - saidMs < 1_500, `${performance.now() - saidMs} ms`);
});

test('TRI-4 TRY-3 a lock of another program, which no copy has, is told as what it is', limit, async (t) => {
  const source = `const { existsSync } = require('node:fs');
function count() {
  if (existsSync(__dirname + '/../held')) throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
  return '7';
}
require('node:http').createServer((req, res) => {
  try {
    res.end(count());
  } catch (error) {
    console.error(error);
    res.writeHead(500).end();
  }
}).listen(process.env.PORT, '127.0.0.1');
`;
  const place = await placeOf(t, { 'server.js': source });
  const supervisor = await place.up();
  writeFileSync(path.join(place.folder, 'held'), '');
  assert.equal((await place.ask('/')).status, 500);
  await settled(place, supervisor, 1);
  const [incident] = place.incidents();
  assert.deepEqual([incident?.status, incident?.repair], ['needs_human', null]);
  assert.match(incident?.action?.why ?? '', /^the database was locked \(SQLITE_BUSY\): another process or transaction/);
  assert.equal(place.read('server.js'), source);
});
