/** A message of a WebSocket that fails is said once more in the copy, and what mends it is proven by that (SPEC SEN-2, TRY-3). */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, readFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { Server as SocketServer } from 'socket.io';
import { WebSocket, WebSocketServer } from 'ws';
import type { CapturedRequest } from '../../src/incident/nouns.ts';
import { send } from '../../src/sandbox/request.ts';
import { root } from '../project.ts';
import { jsonOf, placeOf } from './place.ts';
import { placeOf as runningPlaceOf, until } from './running.ts';

const plain = { method: 'WEBSOCKET', url: '/live', bodyEncoding: 'utf8', truncated: false } as const;

/** What a server of `ws` was told, and by whom; `answer` handles each message. */
async function heard(t: TestContext, answer: (socket: WebSocket, text: string) => void) {
  const server = http.createServer();
  const told: { text: string; isText: boolean; cookie: string | undefined }[] = [];
  const sockets = new WebSocketServer({ server, path: '/live', perMessageDeflate: true });
  sockets.on('connection', (socket, { headers }) =>
    socket.on('message', (data: Buffer, isBinary) => {
      told.push({ text: data.toString(), isText: !isBinary, cookie: headers.cookie });
      answer(socket, data.toString());
    }),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    for (const socket of sockets.clients) socket.terminate();
    server.close();
  });
  const { port } = server.address() as net.AddressInfo;
  const say = (request: Partial<CapturedRequest>) =>
    send({ ...plain, headers: {}, body: null, ...request }, { target: { port }, port, tls: false, timeoutMs: 5000 });
  return { told, say };
}

test('TRY-3 a message is said as it was captured, whatever its length and kind, by the client that said it', async (t) => {
  const { told, say } = await heard(t, (socket, text) => socket.send(text));
  const headers = {
    cookie: 'sid=1',
    'Sec-WebSocket-Key': '[redacted]',
    'sec-websocket-extensions': 'permessage-deflate',
  };
  const texts = ['', 'é'.repeat(10), 'x'.repeat(126), 'y'.repeat(70_000)];
  for (const body of texts) assert.deepEqual((await say({ headers, body })).status, 101);
  await say({ body: Buffer.from('raw').toString('base64'), bodyEncoding: 'base64' });
  assert.deepEqual(
    told.map(({ text, isText, cookie }) => [text, isText, cookie]),
    [...texts.map((text) => [text, true, 'sid=1']), ['raw', false, undefined]],
  );
});

test('TRY-3 a connection that is cut is no answer; one that the server ends, or does not open, is', async (t) => {
  const { say } = await heard(t, (socket, text) => (text === 'cut' ? socket.terminate() : socket.close()));
  const { status, error } = await say({ body: 'cut' });
  assert.deepEqual([status, error], [null, 'reset']);
  assert.deepEqual((await say({ body: 'bye' })).error, null);
  assert.equal((await say({ body: 'x', url: '/nowhere' })).status, 400);
});

test('TRY-3 what was said before it on its connection is said before it, in order, each after the answer to the last', async (t) => {
  const { told, say } = await heard(t, (socket, text) => void setTimeout(() => socket.send(text), 30));
  const before = ['join', 'ready'].map((body) => ({ body, bodyEncoding: 'utf8' }) as const);
  assert.equal((await say({ before, body: 'hello' })).status, 101);
  assert.deepEqual(
    told.map(({ text }) => text),
    ['join', 'ready', 'hello'],
  );
});

test('TRY-3 bytes of a raw connection are written once more, behind those before them; whoever hangs up answered', async (t) => {
  const heardRaw: string[] = [];
  const server = net.createServer((socket) =>
    socket.on('data', (data) => {
      heardRaw.push(String(data));
      if (String(data) === 'quit') socket.destroy();
      else socket.write('ok');
    }),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const { port } = server.address() as net.AddressInfo;
  const ask = (body: string) =>
    send(
      { ...plain, method: 'SOCKET', headers: {}, body, before: [{ body: 'aGVsbG8=', bodyEncoding: 'base64' }] },
      { target: { port }, port, tls: false, timeoutMs: 5000 },
    );
  const [stays, quits] = [await ask('work'), await ask('quit')];
  assert.deepEqual([stays.status, stays.error, quits.status, quits.error], [200, null, null, 'reset']);
  assert.deepEqual(heardRaw, ['hello', 'work', 'hello', 'quit']);
});

test('SEN-2 TRY-3 an event of Socket.IO, as the hook captures it, reaches its handler in a new session', async (t) => {
  const io = new SocketServer({ transports: ['polling', 'websocket'] });
  const server = http.createServer();
  io.attach(server);
  const heardBy: string[] = [];
  for (const name of ['/', '/admin'])
    io.of(name).on('connection', (socket) => socket.on('note', (text: string) => heardBy.push(`${name} ${text}`)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => io.close());
  const { port } = server.address() as net.AddressInfo;
  const url = '/socket.io/?EIO=4&sid=gone&transport=websocket';
  const say = (body: string, ...earlier: string[]) => {
    const before = earlier.map((one) => ({ body: one, bodyEncoding: 'utf8' }) as const);
    return send({ ...plain, url, headers: {}, body, before }, { target: { port }, port, tls: false, timeoutMs: 5000 });
  };
  assert.equal((await say('42["note","one"]')).error, null);
  assert.equal((await say('42/admin,7["note","two"]')).error, null);
  // Heartbeats, and how the session over came to be one, are not said again.
  assert.equal((await say('42["note","four"]', '2probe', '5', '3', '42/admin,["note","three"]')).error, null);
  assert.equal((await say('42/admin,["note","five"]', '40', '40/admin,')).error, null);
  assert.deepEqual(heardBy, ['/ one', '/admin two', '/admin three', '/ four', '/admin five']);
});

test('SEN-2 REP-2 TRY-3 a slip that a message dies of is repaired', async (t) => {
  const code = (send: string): string => `const { WebSocketServer } = require('ws');
const server = require('node:http').createServer((request, response) => response.end('ok'));
new WebSocketServer({ server, path: '/live' }).on('connection', (socket) => {
  socket.on('message', (data) => socket.${send}(JSON.parse(data).text.toUpperCase()));
});
server.listen(0);
`;
  const { run, project } = placeOf(t, { 'server.js': code('sends') });
  cpSync(path.join(root, 'node_modules/ws'), path.join(project, 'node_modules/ws'), { recursive: true });
  const line = ['heal', 'server.js', '--json', '--apply', '--request', 'WEBSOCKET /live {"text":"hi"}'];
  const healed = jsonOf<{ outcome: string; requests: unknown[]; repair: { proof: string } | null }>(await run(line));
  assert.deepEqual([healed.outcome, healed.repair?.proof], ['healed', 'replayed']);
  assert.equal(readFileSync(path.join(project, 'server.js'), 'utf8'), code('send'));
});

test('SEN-2 HEAL-1 a running chat that dies of what a member says behind an open stream is repaired, and the member answered', async (t) => {
  const code = (trim: string): string => `const { WebSocketServer } = require('ws');
const server = require('node:http').createServer((request, response) => {
  if (request.url !== '/events') return response.end('ok');
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\\n\\n');
});
new WebSocketServer({ server, path: '/live' }).on('connection', (socket) => {
  let name = null;
  socket.on('message', (data) => {
    const message = JSON.parse(data);
    if (message.type === 'join') return socket.send(\`hello \${(name = message.name)}\`);
    if (name === null) return socket.send('join first');
    socket.send(\`\${name}: \${message.text.${trim}()}\`);
  });
});
server.listen(process.env.PORT, '127.0.0.1');
`;
  const place = await runningPlaceOf(t, { 'server.js': code('trimm') }, { packages: true });
  await place.up();
  const stream = http.get({ port: place.port, host: '127.0.0.1', path: '/events' }).on('error', () => undefined);
  t.after(() => stream.destroy());
  await once(stream, 'response');
  const talk = async (): Promise<string[]> => {
    const socket = new WebSocket(`ws://127.0.0.1:${place.port}/live`);
    socket.on('error', () => undefined);
    const said: string[] = [];
    await once(socket, 'open');
    for (const one of [
      { type: 'join', name: 'ann' },
      { type: 'say', text: ' hi ' },
    ]) {
      socket.send(JSON.stringify(one));
      const [answer] = await Promise.race([once(socket, 'message'), once(socket, 'close').then(() => ['cut'])]);
      said.push(String(answer));
    }
    socket.terminate();
    return said;
  };
  assert.deepEqual(await talk(), ['hello ann', 'cut']);
  await until(() => place.read('server.js') === code('trim'));
  await until(async () => (await talk().catch(() => []))[1] === 'ann: hi');
  assert.doesNotMatch(JSON.stringify(place.journal()), /hello ann|"before":\[\{"body"/);
});
