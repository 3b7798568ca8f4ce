/** The hook in a trial: the control socket, the pipe into the port, what the debugger saw, relays and other ports. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fs from 'node:fs';
import https from 'node:https';
import net from 'node:net';
import path from 'node:path';

import { tlsCert, tlsKey } from '../fixtures/tls.ts';
import { ask, folderWith, startApp, type HookApp, type Loose } from '../fixtures/hook-app.ts';

interface Tester {
  readonly app: HookApp;
  next(t: string): Promise<Loose>;
  send(message: object): void;
}

/** Connects as a tester does: again and again until the control socket is there. */
async function connect(sock: string): Promise<net.Socket> {
  for (let tries = 0; tries < 3_000; tries++) {
    const socket = net.connect(sock);
    const open = await new Promise<boolean>((resolve) =>
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
    );
    if (open) return socket;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('no control socket');
}

interface TrialOptions {
  readonly files: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  readonly trial?: (folder: string) => object;
}

async function inTrial(
  { files, args, trial = () => ({}) }: TrialOptions,
  body: (tester: Tester) => Promise<void>,
): Promise<void> {
  const folder = folderWith(files);
  const sock = path.join(folder, 'c');
  const setting = { sock, relays: {}, rewritePorts: false, root: folder, ...trial(folder) };
  const app = await startApp(args, { folder, env: { KINTSUGI_TRIAL: JSON.stringify(setting) } });
  const socket = await connect(`${sock}-${app.child.pid}-${process.pid}`).catch(async (error: unknown) => {
    await app.end();
    throw error;
  });
  const got: { t: string }[] = [];
  let rest = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    got.push(...lines.map((line) => JSON.parse(line)));
  });
  const next = async (t: string): Promise<Loose> => {
    const found = await app.peer.until(() => got.find((one) => one.t === t), `${t} (${app.err()})`);
    got.splice(got.indexOf(found), 1);
    return found;
  };
  try {
    await body({ app, next, send: (message) => socket.write(`${JSON.stringify(message)}\n`) });
    assert.equal(app.peer.hooks.length, 0, 'the keeper is not called from a trial');
  } finally {
    socket.destroy();
    await app.end();
    fs.rmSync(folder, { recursive: true });
  }
}

const source = `
import http from 'node:http';
const db = { users: { find: (id) => Promise.resolve({ id, profile: { name: 'x' } }) }, password: 'hunter2' };
class Store {
  items = new Map([['a', 1]]);
  list() { return []; }
  get(id) { return this.items.fetch(id); }
}
const store = new Store();
function missing(settings) {
  return settings.server
    .host
    .length;
}
let asked = 0;
const turnstile = { get next() { return ++asked; }, label: 'gate' };
http.createServer(async (req, res) => {
  try {
    try { JSON.parse('{'); } catch { /* handled long before, and no failure */ }
    if (req.url === '/method') store.get('a');
    if (req.url === '/chain') missing({ sever: { host: 'h' }, apiKey: 'abcdef' });
    if (req.url === '/many') {
      const crowd = { ...Object.fromEntries(Array.from({ length: 300 }, (_, i) => ['key' + i, i])), hgetall: 1, hotel: 1 };
      crowd.hGetAll(crowd.htoel);
    }
    if (req.url === '/getter') {
      const row = { id: 7 };
      res.end(asked + row.missing.name + turnstile.next + turnstile.label);
    }
    if (req.url === '/shy') {
      class Statement { get then() { asked += 1; return undefined; } all() { return []; } }
      const cheap = new Statement();
      cheap.al(1);
    }
    if (req.url === '/beside') {
      const order = { buyerId: 'b9' };
      const buyer = [].find((each) => each === order.buyerId);
      res.end(buyer.name.trim());
    }
    if (req.url === '/late') await Promise.reject(new RangeError('late'));
    const user = db.users.find(7);
    res.end(user.profile.name.toUpperCase());
  } catch (error) {
    res.statusCode = 500;
    res.end('no');
  }
}).listen(0, '127.0.0.1');`;

interface Case {
  readonly url: string;
  readonly fn: string | null;
  readonly check: (frame: Loose) => void;
}

const cases: readonly Case[] = [
  {
    url: '/await',
    fn: null,
    check({ locals, expressions }) {
      assert.equal(locals.user.thenable, true, 'a missing await shows');
      assert.equal(locals.user.className, 'Promise');
      assert.deepEqual([expressions['user.profile'].type, expressions['req'] === undefined], ['undefined', true]);
    },
  },
  {
    url: '/method',
    fn: 'get',
    check({ locals, expressions }) {
      assert.equal(locals.id.preview, '"a"');
      assert.ok(expressions['this.items'].keys.includes('get'));
      assert.deepEqual(expressions['this'].keys, ['items', 'list', 'get']);
      assert.equal(expressions['this.items.fetch'].type, 'undefined');
    },
  },
  {
    url: '/beside',
    fn: null,
    check({ expressions }) {
      assert.equal(expressions['order.buyerId'].preview, '"b9"', 'what a name of the line was looked up by');
    },
  },
  {
    url: '/many',
    fn: null,
    check({ expressions }) {
      assert.equal(expressions.crowd.keys.length, 120);
      for (const near of ['hgetall', 'hotel'])
        assert.ok(expressions.crowd.keys.includes(near), 'of many keys those like the names on the line come first');
    },
  },
  {
    url: '/getter',
    fn: null,
    check({ expressions }) {
      assert.deepEqual(expressions.row.keys, ['id']);
      assert.equal(expressions['turnstile.label'].preview, '"gate"', 'one with a side effect spoils no other');
      assert.equal(expressions['turnstile.next'], undefined);
      assert.equal(expressions.asked.preview, '0', 'looking changed nothing');
    },
  },
  {
    url: '/shy',
    fn: null,
    check({ locals }) {
      assert.deepEqual(locals.cheap.keys, ['then', 'all'], 'of what computes when it is read the names are told');
    },
  },
  {
    url: '/chain',
    fn: 'missing',
    check({ locals, expressions }) {
      assert.deepEqual(locals.settings.keys, ['sever', 'apiKey']);
      assert.match(locals.settings.preview, /apiKey: \[redacted\]/);
      assert.equal(expressions['settings.server'].type, 'undefined');
    },
  },
];

test('REP-2 facts of the failing request: thenables, keys, dotted chains, own frames', async () => {
  await inTrial({ files: { 'app.mjs': source }, args: ['app.mjs'] }, async ({ app, next, send }) => {
    const hello = await next('hello');
    assert.equal(hello.selfTest.trial, 'ok');
    const { pipe, port } = await next('listening');
    assert.equal(path.basename(pipe), `c-${app.child.pid}-${process.pid}.p${port}`);
    send({ t: 'facts' });
    assert.equal((await next('facts')).facts, null, 'nothing armed, nothing seen');
    for (const { url, fn, check } of cases) {
      send({ t: 'arm', state: 'all' });
      await next('armed');
      assert.equal((await ask(pipe, url)).status, 500);
      assert.equal((await next('error')).request.url, url);
      send({ t: 'arm', state: 'none' });
      await next('armed');
      send({ t: 'facts' });
      const { facts } = await next('facts');
      const [frame] = facts.frames;
      assert.equal(facts.error.name, 'TypeError', 'not the parse error that was handled before');
      assert.deepEqual([frame.file, frame.fn], ['app.mjs', fn]);
      check(frame);
    }
  });
});

const boots: readonly { name: string; code: string; isTurned?: boolean }[] = [
  {
    name: 'turned.cjs',
    code: `const conf = { a: 1 };\nfunction go() { return conf.b.c; }\nconst answer = new (require('http').ServerResponse)({ method: 'GET' });\nanswer.writeHead(200);\ntry { go(); } catch { answer.setHeader('a', 'b'); }`,
    isTurned: true,
  },
  {
    name: 'made.cjs', // two blank lines above `go` that its author did not write, and a map that says so
    code: `const conf = { a: 1 };\n\n\nfunction go() { return conf.b.c; }\ngo();\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(
      JSON.stringify({ version: 3, sources: ['made.cjs'], names: [], mappings: ';;;AACA' }),
    ).toString('base64')}`,
  },
  { name: 'boot.cjs', code: `const conf = { a: 1 };\nfunction go() { return conf.b.c; }\ngo();` },
  {
    name: 'instead.cjs',
    code: `const conf = { a: 1 };\nfunction go() { return conf.b.c; }\nfunction start() { try { go(); } catch (e) { if (e) { throw new Error('cannot start'); } } }\nstart();`,
    isTurned: true,
  },
  {
    name: 'instead.mjs',
    code: `const conf = { a: 1 };\nasync function go() { await 1; return conf.b.c; }\nawait go().catch(() => {\n  throw new Error('cannot start');\n});`,
    isTurned: true,
  },
  {
    name: 'behind.cjs', // what was caught before is over
    code: `const conf = { a: 1 };\nfunction go() { try { null.x } catch {} if (!conf.b) { throw new Error('no b'); } }\ngo();`,
  },
  { name: 'boot.mjs', code: `const conf = { a: 1 };\nfunction go() { return conf.b.c; }\ngo();` },
  { name: 'later.mjs', code: `const conf = { a: 1 };\nasync function go() { await 1; return conf.b.c; }\nawait go();` },
  {
    name: 'timer.cjs',
    code: `const conf = { a: 1 };\nfunction go() { return conf.b.c; }\ntry { null.x } catch {}\nsetTimeout(go, 5);`,
  },
];

test('REP-2 what a module gives out or takes in and nobody has made yet ends no process that looks at it', async () => {
  const files = {
    'app.mjs': "import './other.mjs';\nexport const limits = { max: 7 };\n",
    'other.mjs':
      "import { limits } from './app.mjs';\nconst own = { a: 1 };\nexport const most = [own, own.nope('a most.b'), limits.max];\n",
  };
  const folder = folderWith(files);
  const env = { KINTSUGI_TRIAL: JSON.stringify({ sock: path.join(folder, 'c'), root: folder, arm: 'uncaught' }) };
  const app = await startApp(['app.mjs'], { folder, env });
  try {
    assert.equal((await app.exit).code, 1);
    const { expressions } = app.last()!.facts.frames[0];
    assert.deepEqual(expressions.own.keys, ['a']);
    assert.deepEqual([expressions.most, expressions['limits.max']], [undefined, undefined]);
  } finally {
    await app.end();
    fs.rmSync(folder, { recursive: true });
  }
});

for (const { name, code, isTurned = false } of boots) {
  test(`REP-2 facts of a failing start are in the last words: ${name}`, async () => {
    const folder = folderWith({ [name]: code });
    const env = { KINTSUGI_TRIAL: JSON.stringify({ sock: path.join(folder, 'c'), root: folder, arm: 'uncaught' }) };
    const app = await startApp([name], { folder, env });
    try {
      assert.equal((await app.exit).code, 1);
      const { error, facts } = app.last()!;
      assert.equal(error.message !== facts.error.message, isTurned);
      assert.deepEqual([facts.frames[0].file, facts.frames[0].line, facts.frames[0].fn], [name, 2, 'go']);
      assert.deepEqual(facts.frames[0].expressions.conf.keys, ['a']);
      assert.equal(facts.frames[0].expressions['conf.b'].type, 'undefined');
    } finally {
      await app.end();
      fs.rmSync(folder, { recursive: true });
    }
  });
}

test('REP-2 what node:fs hands over is seen, of own code and not of what a package tries', async () => {
  const code = `const fs = require('fs');
fs.promises.stat('tried.txt').catch(() => fs.readFile('gone.txt', (error) => {
  require('probing')(() => process.exit(1));
}));
`;
  const probing = "module.exports = (done) => require('fs').stat('/probed.txt', done);\n";
  const folder = folderWith({ 'boot.cjs': code, 'node_modules/probing/index.js': probing });
  const env = { KINTSUGI_TRIAL: JSON.stringify({ sock: path.join(folder, 'c'), root: folder, arm: 'uncaught' }) };
  const app = await startApp(['boot.cjs'], { folder, env });
  try {
    assert.equal((await app.exit).code, 1);
    const { error, facts } = app.last()!;
    assert.equal(error, null);
    assert.match(facts.error.message, /ENOENT.*'gone\.txt'/);
    assert.match(facts.error.stack, /boot\.cjs:2:/);
  } finally {
    await app.end();
    fs.rmSync(folder, { recursive: true });
  }
});

test('TRY-2 without a network of its own a trial gets other ports, and the app reaches itself by the old ones', async () => {
  const busy = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => busy.once('listening', resolve));
  const { port } = busy.address() as net.AddressInfo;
  const code = `
    const http = require('node:http');
    http.createServer((req, res) => {
      if (req.url === '/self') http.get('http://localhost:${port}/inner', (inner) => inner.pipe(res));
      else res.end('at ' + req.url + ' from ' + (req.socket.remoteAddress === '127.0.0.1'));
    }).listen(${port}, '127.0.0.1');
    require('node:net').createServer((socket) => socket.end('raw')).listen(require('node:path').resolve('own.sock'));`;
  try {
    await inTrial(
      { files: { 'app.cjs': code }, args: ['app.cjs'], trial: () => ({ rewritePorts: true }) },
      async ({ app, next }) => {
        const lines = [await next('listening'), await next('listening')];
        const tcp = lines.find((line) => line.port !== null);
        const unix = lines.find((line) => line.port === null);
        assert.equal(tcp.asked, port);
        assert.notEqual(tcp.port, port);
        assert.equal((await ask(tcp.pipe, '/self')).body, 'at /inner from true');
        assert.ok(!fs.existsSync(path.join(app.folder, 'own.sock')));
        const raw = net.connect(unix.pipe).setEncoding('utf8');
        assert.deepEqual(await raw.toArray(), ['raw']);
      },
    );
  } finally {
    busy.close();
  }
});

test('TRY-8 permitted targets go to their relay, by any name of this machine; others go where they were meant', async () => {
  const code = `
    const http = require('node:http'); const net = require('node:net');
    http.createServer(async (req, res) => {
      const via = (host, port) => new Promise((done) => net.connect(port, host).on('data', (data) => done(String(data))).on('error', (error) => done(error.code)));
      const hello = await fetch('http://api.example.invalid:8080/x').then((r) => r.text(), (e) => e.cause.code);
      res.end(JSON.stringify([await via('127.0.0.1', 5432), await via('localhost', 5432), await via('localhost', 1), hello]));
    }).listen(0, '127.0.0.1');`;
  let relay: net.Server | undefined;
  let web: net.Server | undefined;
  const trial = (folder: string): object => {
    relay = net.createServer((socket) => socket.end('relayed')).listen(path.join(folder, 'relay'));
    web = net
      .createServer((socket) =>
        socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\nweb')),
      )
      .listen(path.join(folder, 'web'));
    return {
      relays: { '127.0.0.1:5432': path.join(folder, 'relay'), 'api.example.invalid:8080': path.join(folder, 'web') },
    };
  };
  try {
    await inTrial({ files: { 'app.cjs': code }, args: ['app.cjs'], trial }, async ({ next }) => {
      const { pipe } = await next('listening');
      assert.deepEqual(JSON.parse((await ask(pipe, '/')).body), ['relayed', 'relayed', 'ECONNREFUSED', 'web']);
      const targets = new Set<string>();
      while (targets.size < 4) targets.add((await next('connect')).target);
      assert.deepEqual([...targets].sort(), [
        '127.0.0.1:5432',
        'api.example.invalid:8080',
        'localhost:1',
        'localhost:5432',
      ]);
      const outcomes = [await next('outcome'), await next('outcome'), await next('outcome')];
      assert.deepEqual(
        outcomes.map(({ target, status, code }) => [target, status, code].join(' ')).sort(),
        ['api.example.invalid:8080  ', 'api.example.invalid:8080 200 ', 'localhost:1  ECONNREFUSED'],
        'TRI-4 that others are asked, and what came of it',
      );
    });
  } finally {
    relay?.close();
    web?.close();
  }
});

test('TRY-8 what is asked over TLS goes to its relay as well, whole: its certificate is judged by the name that was asked for', async () => {
  const code = `
    const https = require('node:https'); const http = require('node:http'); const tls = require('node:tls');
    const got = (options) => new Promise((done) => https.get({ host: 'api.example.invalid', port: 8443, agent: false, ...options }, (res) => res.resume().on('end', () => done(res.statusCode))).on('error', (error) => done(error.code)));
    const said = (...args) => new Promise((done) => { const socket = tls.connect(...args, () => done(socket.getProtocol().slice(0, 3))).on('error', (error) => done(error.code)); });
    http.createServer(async (req, res) => {
      const lax = { rejectUnauthorized: false };
      res.end(JSON.stringify([
        await got({}), await got(lax), await fetch('https://api.example.invalid:8443/').then((r) => r.status, (e) => e.cause.code),
        await said(8443, 'api.example.invalid', lax), await said({ host: 'api.example.invalid', port: 8443, ...lax }), await said(1, lax),
      ]));
    }).listen(0, '127.0.0.1');`;
  let relay: net.Server | undefined;
  const trial = (folder: string): object => {
    relay = https
      .createServer({ key: tlsKey, cert: tlsCert }, (_request, response) => response.end('web'))
      .listen(path.join(folder, 'relay'));
    return { relays: { 'api.example.invalid:8443': path.join(folder, 'relay') } };
  };
  try {
    await inTrial({ files: { 'app.cjs': code }, args: ['app.cjs'], trial }, async ({ next }) => {
      const { pipe } = await next('listening');
      const unknown = 'DEPTH_ZERO_SELF_SIGNED_CERT';
      assert.deepEqual(JSON.parse((await ask(pipe, '/')).body), [unknown, 200, unknown, 'TLS', 'TLS', 'ECONNREFUSED']);
      assert.equal((await next('connect')).target, 'api.example.invalid:8443');
    });
  } finally {
    relay?.close();
  }
});

test('TRY-2 a reset inside is a reset outside, and what was said before the tester came is said again', async () => {
  const code = `require('node:http').createServer((req, res) => req.url === '/reset' ? req.socket.resetAndDestroy() : res.end('x'.repeat(200000))).listen(0);`;
  await inTrial({ files: { 'app.cjs': code }, args: ['app.cjs'] }, async ({ next }) => {
    await next('hello');
    const { pipe } = await next('listening');
    assert.equal((await ask(pipe, '/long')).body.length, 200_000);
    await assert.rejects(ask(pipe, '/reset'), { code: 'ECONNRESET' });
  });
});
