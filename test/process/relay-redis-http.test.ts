/** What a trial may do at a live Redis or HTTP service through the read-only relay, with the clients that apps use (SPEC TRY-8). */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { startRedis } from '../fixtures/services/redis.ts';
import { relayed, type Relayed } from '../fixtures/services/relay.ts';

async function openRedis(t: TestContext, port: number): Promise<{ relay: Relayed; client: Redis }> {
  const relay = await relayed(t, port, 'readonly:redis');
  const client = new Redis({ path: relay.path, password: 'pw', maxRetriesPerRequest: 1, retryStrategy: () => null });
  client.on('error', () => undefined);
  t.after(() => client.disconnect());
  return { relay, client };
}

test('TRY-8 Redis through the read-only relay, with ioredis: reads and logins pass, all else is refused in its place', async (t) => {
  const server = await startRedis(new Map([['k', 'v']]), 'pw');
  t.after(() => server.close());
  const { relay, client } = await openRedis(t, server.port);
  assert.deepEqual([await client.get('k'), await client.ping(), relay.refused()], ['v', 'PONG', null]);
  const piped = await client.pipeline().get('k').set('k', 'w').get('k').exec();
  assert.deepEqual(
    [piped?.[0], piped?.[2]],
    [
      [null, 'v'],
      [null, 'v'],
    ],
    'the answers keep their order',
  );
  assert.match(String(piped?.[1]?.[0]), /unknown command/i);
  assert.match(relay.refused() ?? '', /a trial may only read, and it sent "SET", which was refused/);
  assert.deepEqual(server.passwords, ['pw']);

  const refused: readonly (readonly [string, ...string[]])[] = [
    ['DEL', 'k'],
    ['incr', 'n'],
    ['EXPIRE', 'k', '1'],
    ['GETEX', 'k', 'EX', '1'],
    ['GETDEL', 'k'],
    ['EVAL', 'return 1', '0'],
    ['EVAL_RO', 'return 1', '0'],
    ['FCALL', 'f', '0'],
    ['PUBLISH', 'c', 'm'],
    ['FLUSHALL'],
    ['CONFIG', 'GET', '*'],
    ['MONITOR'],
    ['CLIENT', 'KILL', 'TYPE', 'normal'],
    ['CLIENT', 'PAUSE', '1'],
    ['SORT', 'k', 'STORE', 'x'],
    ['SHUTDOWN'],
    ['LPUSH', 'l', 'x'],
  ];
  for (const [name, ...words] of refused) {
    const each = await openRedis(t, server.port);
    await assert.rejects(each.client.call(name, ...words), /unknown command 'KINTSUGI_REFUSED_A_WRITE'/i, name);
    assert.match(each.relay.refused() ?? '', new RegExp(`"${name.toUpperCase()}"`));
  }
  assert.deepEqual([...server.values], [['k', 'v']]);
});

test('TRY-8 the older form of a Redis command, and what is none, is not let through', async (t) => {
  const server = await startRedis(new Map([['k', 'v']]), null);
  t.after(() => server.close());
  for (const bytes of [
    'SET k w\r\n',
    '*1\r\n$-5\r\n',
    '*99999999\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    '*2\r\n$3\r\nGET\r\n:1\r\n',
  ]) {
    const relay = await relayed(t, server.port, 'readonly:redis');
    const socket = net.connect(relay.path);
    socket.on('error', () => socket.destroy());
    socket.end(bytes);
    await once(socket.resume(), 'close');
    assert.match(relay.refused() ?? '', /no message of that protocol/, JSON.stringify(bytes));
  }
  assert.deepEqual([...server.values], [['k', 'v']]);
});

test('TRY-8 HTTP through the read-only relay: GET and HEAD, and nothing else', async (t) => {
  const seen: string[] = [];
  const server = http.createServer((q, r) => {
    seen.push(`${q.method} ${q.url} ${q.headers['x-a'] ?? ''}`);
    r.setHeader('set-cookie', ['a=1', 'b=2']);
    r.end('body');
  });
  server.on('upgrade', (_, socket) => {
    seen.push('upgrade');
    socket.destroy();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const { port } = server.address() as net.AddressInfo;
  const send = async (options: http.RequestOptions, body = '') => {
    const relay = await relayed(t, port, 'readonly:http');
    const answer = await new Promise<string>((resolve) => {
      const request = http.request({ socketPath: relay.path, ...options }, (reply) => {
        let text = '';
        reply.setEncoding('utf8').on('data', (part: string) => (text += part));
        reply.on('end', () =>
          resolve(`${reply.statusCode} ${text.trim()} ${String(reply.headers['set-cookie'] ?? '')}`.trim()),
        );
      });
      request.on('error', () => resolve('closed'));
      request.on('connect', () => resolve('connected'));
      request.end(body);
    });
    return { answer, refused: relay.refused() };
  };
  assert.deepEqual(await send({ path: '/x?q=1', headers: { 'x-a': '7' } }), {
    answer: '200 body a=1,b=2',
    refused: null,
  });
  assert.deepEqual(await send({ path: '/h', method: 'HEAD' }), { answer: '200  a=1,b=2', refused: null });
  const refused: readonly [http.RequestOptions, string, RegExp][] = [
    [{ path: '/w?key=s3cret', method: 'POST' }, 'x', /it sent POST \/w, which was refused/],
    [{ path: '/w', method: 'DELETE' }, '', /DELETE/],
    [{ path: '/w', method: 'GET', headers: { 'content-length': 4 } }, 'body', /with a body/],
    [{ path: '/w', method: 'GET', headers: { 'transfer-encoding': 'chunked' } }, 'body', /with a body/],
    [{ path: 'http://other.example/', method: 'GET' }, '', /asked for a proxy/],
    [{ path: 'other.example:443', method: 'CONNECT' }, '', /tunnel/],
    [{ path: '/w', headers: { connection: 'upgrade', upgrade: 'websocket' } }, '', /upgrade/],
  ];
  for (const [options, body, why] of refused) assert.match((await send(options, body)).refused ?? '', why);
  const tls = await relayed(t, port, 'readonly:http');
  const socket = net.connect(tls.path);
  socket.on('error', () => socket.destroy());
  socket.write(Buffer.from([0x16, 3, 1, 0, 5, 1, 2, 3, 4, 5]));
  await once(socket.resume(), 'close');
  assert.match(tls.refused() ?? '', /TLS cannot be looked into/);
  assert.deepEqual(seen, ['GET /x?q=1 7', 'HEAD /h ']);
});

test('TRY-8 a relay ends with its trial, and has bounds', { timeout: 60_000 }, async (t) => {
  const server = await startRedis(new Map([['k', 'v']]), null);
  t.after(() => server.close());
  const relay = await relayed(t, server.port, 'readonly:redis');
  const sockets = Array.from({ length: 65 }, () =>
    net
      .connect(relay.path)
      .on('error', () => undefined)
      .resume(),
  );
  const [first] = sockets;
  await Promise.race(sockets.map((socket) => once(socket, 'close')));
  assert.match(relay.refused() ?? '', /more than 64 connections/);
  assert.equal(first?.destroyed, false);
  const closed = once(first as net.Socket, 'close');
  relay.close();
  await closed;
  for (const socket of sockets) socket.destroy();
  const late = net.connect(relay.path);
  const [error] = (await once(late, 'error')) as [NodeJS.ErrnoException];
  assert.match(error.code ?? '', /ENOENT|ECONNREFUSED/);
});

test(
  'TRY-8 a service that is not there is heard of only behind the first word, or after a moment of silence',
  { timeout: 10_000 },
  async (t) => {
    const gone = net.createServer();
    await once(gone.listen(0, '127.0.0.1'), 'listening');
    const { port } = gone.address() as net.AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    const relay = await relayed(t, port, `127.0.0.1:${port}`);
    const [speaking, silent] = [net.connect(relay.path).resume(), net.connect(relay.path).resume()];
    // `fetch` connects again, for ever, where it is cut off before it said anything.
    await once(speaking, 'connect');
    await sleep(100);
    assert.deepEqual([speaking.destroyed, silent.destroyed], [false, false]);
    const closed = [once(speaking, 'close'), once(silent, 'close')];
    speaking.on('error', () => undefined).write('GET / HTTP/1.1\r\n\r\n');
    await Promise.all(closed);
  },
);
