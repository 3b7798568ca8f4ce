import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';
import { answered, enter, sweep, unanswered, unfinished } from './flight.cts';

type Answer = http.ServerResponse;

/** A server that enters what comes as the hook does, and leaves the answers to the test. */
async function serving(
  work: (port: number, waiting: Answer[], all: WeakRef<Answer>[]) => Promise<void>,
): Promise<void> {
  const waiting: Answer[] = [];
  const all: WeakRef<Answer>[] = [];
  const server = http.createServer((request, response) => {
    enter(response, response.socket);
    all.push(new WeakRef(response));
    if (request.url === '/wait') waiting.push(response);
    else response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    await work((server.address() as AddressInfo).port, waiting, all);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });

async function ask(port: number, path: string): Promise<void> {
  const request = http.get({ host: '127.0.0.1', port, path, agent });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  await once(response.resume(), 'end');
}

const paths = (requests: { url?: string | undefined }[]): (string | undefined)[] => requests.map(({ url }) => url);

test('SEN-4 who waits is found, however many came and went on other connections, and who was answered, the latest first', () =>
  serving(async (port, waiting) => {
    const slow = ask(port, '/wait');
    while (waiting.length === 0) await turn();
    for (let n = 0; n < 60; n += 1) await ask(port, `/${n}`);
    assert.deepEqual(paths(unfinished().map(({ req }) => req)), ['/wait']);
    assert.deepEqual(paths(unanswered().map(({ req }) => req)), ['/wait']);
    assert.deepEqual(paths(answered().map(({ req }) => req)).slice(0, 3), ['/59', '/58', '/57']);
    waiting[0]!.end();
    await slow;
    assert.deepEqual(unfinished(), []);
    sweep();
    assert.deepEqual(answered(), [], 'nothing is held for longer than a second');
    agent.destroy();
  }));

test('PERF-2 of a flood only the first few of a second are held', () =>
  serving(async (port, _waiting, all) => {
    v8.setFlagsFromString('--expose-gc');
    const collect = vm.runInNewContext('gc') as () => void;
    sweep();
    for (let n = 0; n < 600; n += 1) await ask(port, `/${n}`);
    await turn();
    collect();
    const isLeft = all.map((one) => one.deref() !== undefined);
    assert.ok(isLeft.slice(488, 512).every(Boolean), 'the last of those that are held');
    assert.ok(isLeft.slice(512).filter(Boolean).length <= 2, 'those after them, but for what Node holds itself');
    agent.destroy();
  }));
