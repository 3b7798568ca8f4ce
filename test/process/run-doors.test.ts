/** Whatever a server listens with stays open over a crash and a reload (SUP-7): TLS, HTTP/2, WebSocket, plain TCP, IPv6, a path, all at once. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import net from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { tlsCert, tlsKey } from '../fixtures/tls.ts';
import { freePort } from '../ports.ts';
import { placeOf, until, type Place } from './running.ts';

const limit = { timeout: 120_000 };

/** Each door answers with the release and the pid of the process behind it. */
const server = (release: string): string => `
const tls = { key: ${JSON.stringify(tlsKey)}, cert: ${JSON.stringify(tlsCert)} };
const http = require('node:http'), https = require('node:https'), http2 = require('node:http2'), net = require('node:net');
const [plain, secure, second, clear2, raw] = process.env.PORTS.split(',').map(Number);
const text = '${release} ' + process.pid;
const answer = (request, response) => response.end(text);
const web = http.createServer(answer);
web.on('upgrade', (request, socket) => {
  socket.on('error', () => undefined);
  socket.write('HTTP/1.1 101 Switching Protocols\\r\\nConnection: Upgrade\\r\\nUpgrade: websocket\\r\\n\\r\\n');
  socket.write(Buffer.concat([Buffer.from([0x81, text.length]), Buffer.from(text)]));
});
https.createServer(tls, answer).listen(secure, '127.0.0.1');
http2.createSecureServer(tls, answer).listen(second, '127.0.0.1');
http2.createServer(answer).listen(clear2, '127.0.0.1');
net.createServer((socket) => socket.on('error', () => undefined).once('data', (data) => String(data) === 'who' ? socket.end(text) : socket.destroy())).listen(raw, '127.0.0.1');
http.createServer(answer).listen({ port: plain, host: '::1', ipv6Only: true });
http.createServer(answer).listen({ path: 'door.sock', readableAll: true, writableAll: true });
web.listen(plain, '127.0.0.1');
`;

/** The text that came, or how it failed. */
type Ask = () => Promise<string>;

const codeOf = (error: NodeJS.ErrnoException): string => error.code ?? error.message;

function overHttp(
  kind: typeof http | typeof https,
  options: http.RequestOptions & { rejectUnauthorized?: boolean },
): Ask {
  return () =>
    new Promise((resolve) => {
      const request = kind.get({ agent: false, timeout: 10_000, ...options }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => resolve(text)).on('error', (error) => resolve(codeOf(error)));
      });
      request.on('timeout', () => request.destroy(new Error('timeout')));
      request.on('error', (error) => resolve(codeOf(error)));
    });
}

function overHttp2(url: string): Ask {
  return () =>
    new Promise((resolve) => {
      const session = http2.connect(url, { rejectUnauthorized: false });
      const done = (text: string): void => {
        session.destroy();
        resolve(text);
      };
      session.setTimeout(10_000, () => done('timeout'));
      session.on('error', (error) => done(codeOf(error)));
      session.on('close', () => done('closed'));
      const stream = session.request({ ':path': '/' });
      let text = '';
      stream.setEncoding('utf8').on('data', (part: string) => (text += part));
      stream.on('end', () => done(text)).on('error', (error) => done(codeOf(error)));
    });
}

function overTcp(port: number, hello: string, read: (text: string) => string): Ask {
  return () =>
    new Promise((resolve) => {
      const socket = net.connect(port, '127.0.0.1', () => socket.write(hello));
      let text = '';
      const done = (result: string): void => {
        socket.destroy();
        resolve(result);
      };
      socket.setTimeout(10_000, () => done('timeout'));
      socket.on('error', (error) => done(codeOf(error)));
      socket.on('data', (bytes) => {
        text += bytes.toString('latin1');
        if (read(text) !== '') done(read(text));
      });
      socket.on('end', () => done(text === '' ? 'ECONNRESET' : text));
    });
}

/** The payload of the first frame of the server; empty until it is there. */
function frameIn(text: string): string {
  const at = text.indexOf('\r\n\r\n\x81') + 5;
  const payload = at < 5 ? '' : text.slice(at + 1, at + 1 + text.charCodeAt(at));
  return payload.length === text.charCodeAt(at) ? payload : '';
}

function doorsOf(place: Place, [plain, secure, second, clear2, raw]: readonly number[]): Record<string, Ask> {
  const upgrade =
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGVzdA==\r\n\r\n';
  return {
    http: overHttp(http, { port: plain, host: '127.0.0.1' }),
    https: overHttp(https, { port: secure, host: '127.0.0.1', rejectUnauthorized: false }),
    'HTTP/2 over TLS': overHttp2(`https://127.0.0.1:${second}`),
    'HTTP/2 in the clear': overHttp2(`http://127.0.0.1:${clear2}`),
    WebSocket: overTcp(plain!, upgrade, frameIn),
    'plain TCP': overTcp(raw!, 'who', () => ''),
    IPv6: overHttp(http, { port: plain, host: '::1' }),
    'unix socket': overHttp(http, { socketPath: path.join(place.app, 'door.sock') }),
  };
}

/** How often each door gave which kind of answer, asked on new connections while `meanwhile` goes on. */
async function ask(
  doors: Record<string, Ask>,
  meanwhile: () => Promise<unknown>,
): Promise<Record<string, Record<string, number>>> {
  const tallies: Record<string, Record<string, number>> = {};
  let isOver = false;
  const loops = Object.entries(doors).map(async ([name, door]) => {
    const tally: Record<string, number> = (tallies[name] = {});
    const open: Promise<void>[] = [];
    while (!isOver) {
      open.push(
        door().then((text) => {
          const kind = /^(\w+) \d+$/.exec(text)?.[1] ?? text;
          tally[kind] = (tally[kind] ?? 0) + 1;
        }),
      );
      await sleep(15);
    }
    await Promise.all(open);
  });
  await meanwhile();
  isOver = true;
  await Promise.all(loops);
  return tallies;
}

test(
  'SUP-7 SUP-13 every kind of door refuses nobody, neither while the process is killed nor while it is replaced',
  limit,
  async (t) => {
    const ports = [await freePort(), await freePort(), await freePort(), await freePort(), await freePort()];
    const env = { PORTS: ports.join(), KINTSUGI_AUTONOMY: 'observe' };
    const place = await placeOf(t, { 'server.js': server('one') }, { env });
    const supervisor = place.run();
    const doors = doorsOf(place, ports);
    const answer = async (name: string): Promise<string> => (await doors[name]?.()) ?? '';
    for (const name of Object.keys(doors))
      await until(
        async () => /^one \d+$/.test(await answer(name)),
        () => `${name} ${supervisor.stderr()}`,
      );
    for (let kill = 0; kill < 2; kill += 1) {
      // Replaced before it is killed: whoever bound a path must not take it away.
      const { code, stderr } = await place.does('reload');
      assert.equal(code, 0, stderr);
      const { pid } = place.record()!.child!;
      const tallies = await ask(doors, async () => {
        await sleep(200);
        process.kill(pid, 'SIGKILL');
        await until(async () => !(await answer('http')).endsWith(` ${pid}`), supervisor.stderr);
        await sleep(300);
      });
      for (const [name, { one = 0, ...other }] of Object.entries(tallies)) {
        const lost = Object.values(other).reduce((sum, count) => sum + count, 0);
        assert.ok(one > 0 && lost <= 10, `${name}: only what was in flight is lost: ${JSON.stringify(tallies[name])}`);
        for (const kind of ['ECONNREFUSED', 'ENOENT', 'timeout']) assert.equal(other[kind] ?? 0, 0, `${name}: ${kind}`);
      }
    }
    writeFileSync(path.join(place.app, 'server.js'), server('two'));
    const tallies = await ask(doors, async () => {
      const { code, stderr } = await place.does('reload');
      assert.equal(code, 0, stderr);
    });
    for (const [name, { one = 0, two = 0, ...other }] of Object.entries(tallies)) {
      assert.deepEqual(other, {}, name);
      assert.ok(one + two > 0, name);
      assert.match(await answer(name), /^two \d+$/, name);
    }
  },
);

test('SUP-13 a server that speaks no plain HTTP can be reloaded: it is not asked in HTTP', limit, async (t) => {
  const only = (release: string): string => `
const tls = { key: ${JSON.stringify(tlsKey)}, cert: ${JSON.stringify(tlsCert)} };
require('node:https').createServer(tls, (request, response) => response.end('${release} ' + process.pid)).listen(process.env.PORT, '127.0.0.1');
`;
  const place = await placeOf(t, { 'server.js': only('one') }, { env: { KINTSUGI_AUTONOMY: 'observe' } });
  const supervisor = place.run();
  const door = overHttp(https, { port: place.port, host: '127.0.0.1', rejectUnauthorized: false });
  await until(async () => (await door()).startsWith('one '), supervisor.stderr);
  writeFileSync(path.join(place.app, 'server.js'), only('two'));
  const { code, stderr } = await place.does('reload');
  assert.equal(code, 0, stderr);
  assert.match(await door(), /^two /);
});
