/** Messages of connections that are no HTTP: which one is put down as what failed, and what was said before it (SPEC SEN-2). */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import { WebSocket as Client } from 'ws';
import { within, type Loose } from '../fixtures/hook-app.ts';
import { root } from '../project.ts';

const survive = 'process.on("uncaughtException", () => {}); process.on("unhandledRejection", () => {});';

/** `GET /events` is a stream, `GET /wait` is answered when somebody says `go`. */
function talking(handler: string, first = ''): string {
  return `${first}
    const { WebSocketServer } = require(${JSON.stringify(path.join(root, 'node_modules/ws'))});
    let waiting;
    const server = require('node:http').createServer((req, res) => {
      if (req.url === '/events') return res.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\\n\\n');
      if (req.url === '/wait') return void (waiting = res);
      res.end('ok');
    }).listen(0, '127.0.0.1', () => console.log(server.address().port));
    new WebSocketServer({ server, perMessageDeflate: { threshold: 0 } }).on('connection', (ws) => ws.on('message', (data, isBinary) => {
      const text = String(data);
      if (text === 'go') waiting.end();
      if (text.startsWith('fine')) return ws.send('ok');
      ${handler}
    }));`;
}

async function say(port: unknown, texts: readonly (string | Buffer)[], options = {}): Promise<Client> {
  const socket = new Client(`ws://127.0.0.1:${port}/live`, options);
  socket.on('error', () => undefined);
  await once(socket, 'open');
  for (const text of texts) {
    socket.send(text);
    if (String(text).startsWith('fine')) await once(socket, 'message');
  }
  return socket;
}

const told = ({ method, url, body, truncated, before = [] }: Loose): unknown[] => [
  `${method} ${url}`,
  body,
  truncated,
  before.map((one: Loose) => one.body),
];

for (const perMessageDeflate of [false, true])
  test(`SEN-2 the message is captured whole, with what its connection said first and lately: compressed ${perMessageDeflate}`, async () => {
    await within(['app.cjs'], { files: { 'app.cjs': talking(`null.x;`) } }, async (app) => {
      const port = await app.says();
      const other = await say(port, ['fine: another']);
      const long = `fine ${'y'.repeat(90_000)}`;
      const many = Array.from({ length: 30 }, (_, n) => `fine ${n}`);
      await say(port, ['fine 0', 'fine 0', ...many, long, 'z'.repeat(70_000)], { perMessageDeflate });
      await app.exit;
      other.terminate();
      const [request] = app.last()!.requests as [Loose];
      // Its first ones, and of all that are kept lately as many as fit.
      assert.deepEqual(told(request), ['WEBSOCKET /live', 'z'.repeat(70_000), false, many.slice(0, 4)]);
      assert.equal(request.port, port);
    });
  });

test('SEN-2 a message whose handler throws is blamed, whatever else is open; of several the one that was handled', async () => {
  const handler = `if (text === 'bad') null.x; ws.send('ok');`;
  await within(['app.cjs'], { files: { 'app.cjs': talking(handler) } }, async (app) => {
    const port = await app.says();
    const stream = net.connect(port as number, '127.0.0.1', () =>
      stream.write('GET /events HTTP/1.1\r\nhost: x\r\n\r\n'),
    );
    const waits = net.connect(port as number, '127.0.0.1', () => waits.write('GET /wait HTTP/1.1\r\nhost: x\r\n\r\n'));
    for (const socket of [stream, waits]) socket.on('error', () => undefined);
    await once(stream, 'data');
    const socket = await say(port, ['fine: in', 'fine: on']);
    // In one packet: the second one is not reached.
    (socket as never as { _socket: net.Socket })._socket.cork();
    for (const text of ['bad', 'never read']) socket.send(text);
    (socket as never as { _socket: net.Socket })._socket.uncork();
    await app.exit;
    const requests = app.last()!.requests as Loose[];
    assert.deepEqual(told(requests[0]!), ['WEBSOCKET /live', 'bad', false, ['fine: in', 'fine: on']]);
    assert.deepEqual(
      requests.slice(1).map((one) => one.url),
      ['/wait', '/events'],
    );
    for (const one of [stream, waits]) one.destroy();
  });
});

test('SEN-2 what fails later may be of any message: the last one of each connection, before the streams', async () => {
  const handler = `if (text === 'late') setTimeout(() => null.x, 200);`;
  await within(['app.cjs'], { files: { 'app.cjs': talking(handler) } }, async (app) => {
    const port = await app.says();
    const stream = net.connect(port as number, '127.0.0.1', () =>
      stream.write('GET /events HTTP/1.1\r\nhost: x\r\n\r\n'),
    );
    stream.on('error', () => undefined);
    await once(stream, 'data');
    await say(port, ['fine: first', 'late']);
    await say(port, ['fine: second']);
    await app.exit;
    const requests = app.last()!.requests as Loose[];
    assert.deepEqual(
      requests.map((one) => one.body ?? one.url),
      ['fine: second', 'late', '/events'],
    );
    assert.deepEqual(requests[1]!.before, [{ body: 'fine: first', bodyEncoding: 'utf8' }]);
    stream.destroy();
  });
});

test('SEN-2 a slip that a handler of messages catches and prints is reported; what it means to refuse, and what a request prints, is not', async () => {
  const handler = `
    const work = () => { if (text === 'refused') throw new Error('no such room'); if (text === 'text') JSON.parse('{'); if (text.endsWith('slip')) null.x; };
    if (text.startsWith('later')) setTimeout(() => { try { work(); } catch (error) { console.error('failed', error); } }, 10);
    else try { work(); } catch (error) { console.error('failed', error); }
    setTimeout(() => ws.send('done'), 20);`;
  await within(['app.cjs'], { files: { 'app.cjs': talking(handler, survive) } }, async (app) => {
    const port = await app.says();
    const socket = await say(port, ['fine: in']);
    for (const text of ['refused', 'text', 'slip', 'later slip']) {
      socket.send(text);
      await once(socket, 'message');
    }
    const lines = (await app.peer.until(
      () => app.peer.lines('error').length > 1 && app.peer.lines('error'),
    )) as Loose[];
    assert.deepEqual(
      lines.map(({ how, error, request }) => [how, error.name, request.body]),
      [
        ['socket', 'TypeError', 'slip'],
        ['socket', 'TypeError', 'later slip'],
      ],
    );
    socket.terminate();
  });
});

test('SEN-2 bytes of a raw connection come with those before them', async () => {
  const code = `require('node:net').createServer((socket) => socket.on('data', (data) => { if (String(data) === 'bad') null.x; socket.write('ok'); }))
    .listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;
  await within(['app.cjs'], { files: { 'app.cjs': code } }, async (app) => {
    const port = (await app.says()) as number;
    const raw = net.connect(port, '127.0.0.1', () => raw.write('hello'));
    raw.on('error', () => undefined);
    await once(raw, 'data');
    raw.write('bad');
    await app.exit;
    const [request] = app.last()!.requests as [Loose];
    assert.deepEqual(told(request), [`SOCKET tcp://localhost:${port}`, 'bad', false, ['hello']]);
    raw.destroy();
  });
});
