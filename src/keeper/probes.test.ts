import assert from 'node:assert/strict';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { tlsCert, tlsKey } from '../../test/fixtures/tls.ts';
import { ask, healthDefaults, probe, probeAgents, Prober, type Health } from './probes.ts';

const settings = { ...healthDefaults, timeoutMs: 300 };

interface Case {
  readonly name: string;
  /** Status by path at each check; a path that is not named is 404. Null = no answer. */
  readonly rounds: readonly Readonly<Record<string, number | null>>[];
  readonly expect: readonly Health[];
}

async function check({ name, rounds, expect }: Case, speaks: 'http' | 'https'): Promise<void> {
  let round = 0;
  const answer = (request: http.IncomingMessage, response: http.ServerResponse): void => {
    const answers = rounds[Math.min(round, rounds.length - 1)] ?? {};
    const status = answers[request.url ?? ''];
    if (status === null) return;
    response.statusCode = status ?? answers['*'] ?? 404;
    response.end('x'.repeat(100_000));
  };
  const server =
    speaks === 'http' ? http.createServer(answer) : https.createServer({ key: tlsKey, cert: tlsCert }, answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const prober = new Prober(settings);
  const results: Health[] = [];
  for (round = 0; round < rounds.length; round += 1)
    results.push(await prober.check({ port, address: '127.0.0.1', speaks, by: null }));
  server.closeAllConnections();
  server.close();
  assert.deepEqual(results, expect, `${name}, ${speaks}`);
}

test('SUP-6 which path counts, what is a failure, and when it is too much', async () => {
  const cases: Case[] = [
    { name: 'no health route', rounds: [{}, {}, {}], expect: ['none', 'none', 'none'] },
    { name: 'the second path', rounds: [{ '/healthz': 200 }, { '/healthz': 204 }], expect: ['good', 'good'] },
    { name: 'a redirect is fine', rounds: [{ '/health': 302 }], expect: ['good'] },
    {
      name: 'three failures in a row',
      rounds: [{ '/ready': 200 }, { '/ready': 500 }, { '/ready': 503 }, { '/ready': 404 }],
      expect: ['good', 'bad', 'bad', 'dead'],
    },
    {
      name: 'a good answer forgives',
      rounds: [{ '/health': 200 }, { '/health': 500 }, { '/health': 500 }, { '/health': 200 }, { '/health': 500 }],
      expect: ['good', 'bad', 'bad', 'good', 'bad'],
    },
    { name: 'silence is a failure', rounds: [{ '/health': 200 }, { '/health': null }], expect: ['good', 'bad'] },
    {
      name: 'everything wants a login',
      rounds: [{ '*': 401 }, { '*': 401 }, { '*': 401 }],
      expect: ['none', 'none', 'none'],
    },
    { name: 'not used later in that boot', rounds: [{}, { '/health': 500 }], expect: ['none', 'none'] },
  ];
  for (const speaks of ['http', 'https'] as const) for (const one of cases) await check(one, speaks);
});

test('SUP-6 a server that wants a certificate of its clients is never judged', async (t) => {
  const options = { key: tlsKey, cert: tlsCert, requestCert: true, rejectUnauthorized: true };
  const server = https.createServer(options, (_request, response) => response.end());
  t.after(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const prober = new Prober(settings);
  const door = { port, address: '127.0.0.1', speaks: 'https', by: null } as const;
  for (let i = 0; i < 4; i += 1) assert.equal(await prober.check(door), 'none');
});

test('SUP-6 a server that speaks no HTTP is never judged', async (t) => {
  const server = net.createServer((socket) => socket.end('220 mail ready\r\n'));
  t.after(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const prober = new Prober(settings);
  for (let i = 0; i < 4; i += 1)
    assert.equal(await prober.check({ port, address: '::', speaks: 'http', by: null }), 'none');
  assert.equal(await probe({ port, address: '', speaks: 'http', by: null }, '/', 300), null);
});

test('SEN-8 a question: its status and when the head came; of a stream no end is waited for, and a refusal for load is told apart', async (t) => {
  const agents: unknown[] = [];
  const server = http.createServer((request, response) => {
    agents.push(request.headers['user-agent']);
    if (request.url === '/shed') response.writeHead(503, { 'x-kintsugi-shed': 'red' }).end('busy');
    else if (request.url === '/stream')
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
    else if (request.url === '/long') response.end(Buffer.alloc(8 * 1024 * 1024));
  });
  t.after(() => (server.close(), server.closeAllConnections()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const door = { port, address: '127.0.0.1', speaks: 'http', by: null } as const;
  const asked = async (path: string, timeoutMs: number): Promise<unknown[]> => {
    const { status, headMs, isWhole, isRefused } = await ask(door, path, timeoutMs, 'route');
    return [status, headMs < timeoutMs, isWhole, isRefused];
  };
  assert.deepEqual(await asked('/shed', 30_000), [503, true, true, true]);
  assert.deepEqual(await asked('/stream', 4000), [200, true, false, false]);
  assert.deepEqual(await asked('/long', 30_000), [200, true, true, false]);
  const [status, , isWhole, isRefused] = await asked('/never', 100);
  assert.deepEqual([status, isWhole, isRefused], [null, false, false]);
  assert.deepEqual(agents, Array(4).fill(probeAgents.route));
  assert.notEqual(probeAgents.route, probeAgents.health);
});
