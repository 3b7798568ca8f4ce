/** Held sockets, hand-over to the next keeper, and leaving politely. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import fs from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import net from 'node:net';
import path from 'node:path';
import tls from 'node:tls';

import {
  ask,
  fixtures,
  folderWith,
  startApp,
  type HookApp,
  type StartOptions,
  WebSocket,
} from '../fixtures/hook-app.ts';
import { openPeer } from '../fixtures/hook-peer.ts';
import { tlsCert, tlsKey } from '../fixtures/tls.ts';
import { freePort } from '../ports.ts';

/** Prints what it hears at `listening`: the address, how often, and whether the callback ran. */
const app = (listen: string): string => `
const server = require('node:http').createServer((req, res) => res.end(String(process.pid)));
let heard = 0;
server.on('listening', () => { heard += 1; });
server.on('error', (error) => console.log(JSON.stringify({ code: error.code })));
server.listen(${listen}, () => setTimeout(() => console.log(JSON.stringify({ heard, address: server.address() })), 5));`;

async function handed(running: HookApp): Promise<{ key: string; fd: number }> {
  const key = await running.peer.until(() => [...(running.peer.hooks.at(-1)?.handles.keys() ?? [])][0], 'a handle');
  return { key, fd: Reflect.get(running.peer.hooks.at(-1)!.handles.get(key)!, 'fd') as number };
}

async function kill(running: HookApp): Promise<void> {
  process.kill(-running.child.pid!, 'SIGKILL');
  await running.exit;
}

const listens = [
  { name: 'port', listen: (port: number) => `${port}`, key: (port: number) => `|${port}|false` },
  {
    name: 'port and host',
    listen: (port: number) => `${port}, '127.0.0.1'`,
    key: (port: number) => `127.0.0.1|${port}|false`,
  },
  {
    name: 'options with backlog',
    listen: (port: number) => `{ port: ${port}, host: 'localhost', backlog: 100 }`,
    key: (port: number) => `localhost|${port}|false`,
  },
  { name: 'a path', listen: () => `require('node:path').resolve('s.sock')`, key: () => null },
];

for (const { name, listen, key } of listens) {
  test(`SUP-7 a socket is handed up and given back by descriptor: ${name}`, async () => {
    const port = await freePort();
    const folder = folderWith({ 'app.cjs': app(listen(port)) });
    const peer = await openPeer(path.join(folder, 'keeper'));
    const options: StartOptions = { folder, peer };
    const first = await startApp(['app.cjs'], options);
    try {
      const before = await first.says();
      const held = await handed(first);
      assert.equal(held.key, key(port) ?? path.join(folder, 's.sock'));
      await kill(first);
      // Nobody accepts now, and nobody is refused either.
      const asked = ask(key(port) === null ? held.key : port, '/');
      const env = { KINTSUGI_FDS: JSON.stringify({ ppid: process.pid, [held.key]: 3 }) };
      const second = await startApp(['app.cjs'], { ...options, env, fds: [held.fd] });
      try {
        assert.deepEqual(await second.says(), before);
        assert.equal((await asked).body, String(second.child.pid));
        await peer.until(() => peer.lines('listening').length === 2, 'the second hand-over');
        assert.equal(peer.lines('listening')[1]!['key'], held.key);
      } finally {
        await second.end();
      }
    } finally {
      await first.end();
      await peer.close();
      fs.rmSync(folder, { recursive: true });
    }
  });
}

const starters = [
  { name: 'npm start', program: 'npm', args: ['start', '--silent'], giveAfterMs: 0 },
  {
    name: 'a script, of a keeper that takes its time',
    program: process.execPath,
    args: ['parent.cjs'],
    giveAfterMs: 700,
  },
];

for (const { name, program, args, giveAfterMs } of starters) {
  test(`SUP-7 a grandchild under ${name} asks for the socket it could not inherit`, async () => {
    const port = await freePort();
    const folder = folderWith({
      'app.cjs': app(`${port}`),
      'package.json': '{"scripts":{"start":"node app.cjs"}}',
      'parent.cjs': `require('node:child_process').spawn(process.execPath, ['app.cjs'], { stdio: 'inherit' });`,
    });
    const peer = await openPeer(path.join(folder, 'keeper'), giveAfterMs);
    const options: StartOptions = { folder, peer, program };
    const first = await startApp(args, options);
    try {
      await first.says();
      const { key, fd } = await handed(first);
      await kill(first);
      const asked = ask(port, '/');
      const env = { KINTSUGI_FDS: JSON.stringify({ ppid: process.pid, [key]: 3 }) };
      const second = await startApp(args, { ...options, env, fds: [fd] });
      try {
        assert.deepEqual((await second.says()).heard, 1);
        assert.match((await asked).body, /^\d+$/);
        assert.deepEqual(
          peer.lines('want').map((line) => line['key']),
          [key],
        );
      } finally {
        await second.end();
      }
    } finally {
      await first.end();
      await peer.close();
      fs.rmSync(folder, { recursive: true });
    }
  });
}

test('SUP-7 Node’s own errors and habits stay: EADDRINUSE, a second server of one port, close and listen again', async () => {
  const port = await freePort();
  const code = `${app(`${port}`)}
    const again = require('node:http').createServer();
    again.on('error', (error) => { console.log(JSON.stringify({ again: error.code })); server.close(() => server.listen(${port}, () => console.log(JSON.stringify({ back: server.address().port })))); });
    setTimeout(() => again.listen(${port}), 300);`;
  const running = await startApp(['app.cjs'], { files: { 'app.cjs': code } });
  try {
    await running.peer.until(() => running.out().includes('back'), 'listening again');
    const said = running
      .out()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(said.map((line) => line.again ?? line.back ?? line.heard).slice(0, 2), [1, 'EADDRINUSE']);
    assert.ok(said.some((line) => line.back === port));
    assert.match((await ask(port, '/')).body, /^\d+$/);
  } finally {
    await running.end();
  }
});

test('SUP-7 without a keeper that answers, a wanted socket is opened by the app itself', async () => {
  const port = await freePort();
  const env = { KINTSUGI_FDS: JSON.stringify({ ppid: 1, [`|${port}|false`]: 3 }), KINTSUGI_HOOK: '/nowhere/at/all' };
  const running = await startApp(['app.cjs'], { files: { 'app.cjs': app(`${port}`) }, env });
  try {
    assert.equal((await running.says()).address.port, port);
  } finally {
    await running.end();
  }
});

test('SUP-11 the server outlives its keeper and calls the next one, handles included', async () => {
  const folder = folderWith({ 'app.cjs': app(`0, '127.0.0.1'`) });
  const first = await openPeer(path.join(folder, 'keeper'));
  const running = await startApp(['app.cjs'], { folder, peer: first });
  try {
    const { address } = await running.says();
    await handed(running);
    await first.close();
    assert.equal((await ask(address.port, '/')).status, 200);
    fs.rmSync(path.join(folder, 'keeper'), { force: true });
    const second = await openPeer(path.join(folder, 'keeper'));
    try {
      await second.until(() => second.hooks[0]?.handles.size === 1, 'the hand-over to the next keeper');
      assert.deepEqual(
        second.hooks[0]!.lines.slice(0, 2).map((line) => line.t),
        ['hello', 'listening'],
      );
      second.hooks[0]!.send({ t: 'handles' });
      await second.until(() => second.lines('listening').length === 2, 'the same again');
      assert.equal((await ask(address.port, '/')).body, String(running.child.pid));
    } finally {
      await second.close();
    }
  } finally {
    await running.end();
    fs.rmSync(folder, { recursive: true });
  }
});

test('SUP-3 drain: the slow request is answered, connections close, a websocket hears 1001, SIGTERM handlers run, exit 0', async () => {
  const code = `
    const http = require('node:http');
    const { WebSocketServer } = require(${JSON.stringify(path.resolve(fixtures, '../../node_modules/ws'))});
    const server = http.createServer((req, res) => setTimeout(() => res.end('slow'), req.url === '/slow' ? 400 : 0));
    new WebSocketServer({ server });
    process.on('SIGTERM', () => { console.log(JSON.stringify('away')); process.exit(0); });
    server.listen(0, '127.0.0.1', () => console.log(JSON.stringify(server.address().port)));`;
  const running = await startApp(['app.cjs'], { files: { 'app.cjs': code } });
  const agent = new http.Agent({ keepAlive: true });
  try {
    const port = await running.says();
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`);
    await once(socket, 'open');
    const closed = once(socket, 'close');
    const get = (url: string): Promise<http.IncomingMessage> =>
      new Promise((resolve, reject) =>
        http
          .get({ host: '127.0.0.1', port, path: url, agent }, (response) => resolve(response.resume()))
          .on('error', reject),
      );
    assert.notEqual((await get('/warm')).headers.connection, 'close');
    const slow = get('/slow');
    await running.peer.until(() => running.peer.lines('listening')[0]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    running.peer.hooks[0]!.send({ t: 'drain', graceMs: 5000 });
    assert.equal((await closed)[0], 1001);
    const answer = await slow;
    assert.deepEqual([answer.statusCode, answer.headers.connection], [200, 'close']);
    assert.deepEqual(await running.exit, { code: 0, signal: null });
    assert.match(running.out(), /"away"/);
    assert.equal(running.last(), null);
  } finally {
    agent.destroy();
    await running.end();
  }
});

test('SUP-3 drain: what an upgrade made of a connection, if no websocket, ends by itself, and nothing is put into it', async () => {
  const code = `const server = require('node:http').createServer().listen(0, '127.0.0.1', () => console.log(JSON.stringify(server.address().port)));
    server.on('upgrade', (request, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\\r\\nConnection: Upgrade\\r\\nUpgrade: tunnel\\r\\n\\r\\n');
      socket.pipe(socket);
    });`;
  const running = await startApp(['app.cjs'], { files: { 'app.cjs': code } });
  try {
    const port = await running.says();
    const headers = { Connection: 'Upgrade', Upgrade: 'tunnel' };
    const asked = http.get({ host: '127.0.0.1', port, headers });
    const [, tunnel] = (await once(asked, 'upgrade')) as [http.IncomingMessage, net.Socket];
    await running.peer.until(() => running.peer.lines('listening')[0]);
    running.peer.hooks[0]!.send({ t: 'drain', graceMs: 10_000 });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    let heard = '';
    tunnel.on('data', (bytes) => (heard += String(bytes)));
    tunnel.end('to the end');
    assert.deepEqual(await running.exit, { code: 0, signal: null });
    assert.equal(heard, 'to the end');
  } finally {
    await running.end();
  }
});

test('SUP-3 drain: an answer that its client fetches slowly is not cut off', async () => {
  const bytes = 30e6;
  const code = `const body = Buffer.alloc(${bytes}, 'a');
    const server = require('node:http').createServer((req, res) => res.end(body)).listen(0, '127.0.0.1', () => console.log(JSON.stringify(server.address().port)));`;
  const running = await startApp(['app.cjs'], { files: { 'app.cjs': code } });
  const agent = new http.Agent({ keepAlive: true });
  try {
    const port = await running.says();
    const [answer] = (await once(http.get({ host: '127.0.0.1', port, agent }), 'response')) as [http.IncomingMessage];
    await running.peer.until(() => running.peer.lines('listening')[0]);
    running.peer.hooks[0]!.send({ t: 'drain', graceMs: 10_000 });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    let fetched = 0;
    for await (const chunk of answer) fetched += (chunk as Buffer).length;
    assert.equal(fetched, bytes);
    agent.destroy();
    assert.deepEqual(await running.exit, { code: 0, signal: null });
  } finally {
    agent.destroy();
    await running.end();
  }
});

test('SUP-3 drain does not wait for connections on which nothing is said, and sends clients of HTTP/2 elsewhere, unharmed', async () => {
  const code = `const answer = (req, res) => res.end('well');
    const tls = ${JSON.stringify({ key: tlsKey, cert: tlsCert })};
    const servers = [require('node:http').createServer(answer), require('node:https').createServer(tls, answer), require('node:http2').createServer(answer)];
    let left = servers.length;
    for (const one of servers) one.listen(0, '127.0.0.1', () => --left || console.log(JSON.stringify(servers.map((each) => each.address().port))));`;
  const running = await startApp(['app.cjs'], { files: { 'app.cjs': code } });
  const [plain = 0, secure = 0, multiplexed = 0] = await running.says();
  const silent = [
    net.connect(plain, '127.0.0.1'),
    tls.connect({ port: secure, host: '127.0.0.1', rejectUnauthorized: false }),
  ];
  const session = http2.connect(`http://127.0.0.1:${multiplexed}`);
  const heard = new Set<string>();
  const ask = (): void => {
    if (session.closed) return;
    const request = session.request({ ':path': '/' }).setEncoding('utf8');
    request.on('data', (text: string) => heard.add(text)).on('error', ({ message }) => heard.add(message));
  };
  const asking = setInterval(ask, 5);
  try {
    await Promise.all([once(silent[0]!, 'connect'), once(silent[1]!, 'secureConnect'), once(session, 'connect')]);
    await running.peer.until(() => heard.size > 0 && running.peer.lines('listening').length === 3);
    const begunMs = Date.now();
    running.peer.hooks[0]!.send({ t: 'drain', graceMs: 20_000 });
    assert.deepEqual(await running.exit, { code: 0, signal: null });
    assert.ok(Date.now() - begunMs < 10_000);
    heard.delete('Stream closed with error code NGHTTP2_REFUSED_STREAM'); // had not left the client when it heard
    assert.deepEqual([...heard], ['well']);
  } finally {
    clearInterval(asking);
    session.destroy();
    for (const socket of silent) socket.destroy();
    await running.end();
  }
});

test('SUP-3 drain ends with the grace when a request does not', async () => {
  const code = `const server = require('node:http').createServer(() => console.log('taken up')).listen(0, '127.0.0.1', () => console.log(JSON.stringify(server.address().port)));`;
  const running = await startApp(['app.cjs'], { files: { 'app.cjs': code } });
  try {
    const hung = ask(await running.says(), '/').catch((error: NodeJS.ErrnoException) => error.code);
    await running.peer.until(() => running.peer.lines('listening')[0] && running.out().includes('taken up'));
    running.peer.hooks[0]!.send({ t: 'drain', graceMs: 300 });
    assert.deepEqual(await running.exit, { code: 0, signal: null });
    assert.equal(await hung, 'ECONNRESET');
  } finally {
    await running.end();
  }
});

test('PERF-1 who is connected to a process that ends hears it before the process is torn down, and after its own exit listeners', async () => {
  const code = `const server = require('node:http').createServer((req, res) => { if (req.url === '/die') throw new Error('dead'); });
    process.on('exit', () => { for (const until = Date.now() + 300; Date.now() < until;); console.log('listener done'); });
    const end = process.reallyExit;
    process.reallyExit = (code) => { for (const until = Date.now() + 2000; Date.now() < until;); end.call(process, code); };
    process.on('uncaughtException', () => process.exit(3));
    server.listen(0, '127.0.0.1', () => console.log(JSON.stringify(server.address().port)));`;
  const running = await startApp(['app.cjs'], { files: { 'app.cjs': code } });
  try {
    const port = await running.says();
    await running.peer.until(() => running.peer.lines('listening')[0]);
    const outcome = ask(port, '/waits').catch((error: NodeJS.ErrnoException) => error.code);
    await new Promise((resolve) => setTimeout(resolve, 50));
    void ask(port, '/die').catch(() => undefined);
    assert.equal(await outcome, 'ECONNRESET');
    assert.match(running.out(), /listener done/);
    assert.equal(running.child.exitCode, null, 'it is still there');
    assert.deepEqual(await running.exit, { code: 3, signal: null });
  } finally {
    await running.end();
  }
});
