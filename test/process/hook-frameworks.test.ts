/** Errors behind an answer of 500 and above, in each framework, loaded either way, with and without an error handler of the app's own. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import path from 'node:path';

import { full } from '../project.ts';
import { ask, fixtures, startApp, type HookApp, type Loose } from '../fixtures/hook-app.ts';

interface Case {
  readonly framework: string;
  /** False where only the debugger could see the error: nothing passes a place of the framework's. */
  readonly seesError: boolean;
  readonly answersOk?: boolean;
}

const cases: readonly Case[] = [
  { framework: 'http', seesError: false },
  { framework: 'express4', seesError: true },
  { framework: 'express5', seesError: true },
  { framework: 'fastify4', seesError: true },
  { framework: 'fastify5', seesError: true },
  { framework: 'koa2', seesError: true },
  { framework: 'koa3', seesError: true },
  { framework: 'hono', seesError: true },
  { framework: 'nestExpress', seesError: true },
  { framework: 'nestFastify', seesError: true },
];

const headers = { 'content-type': 'application/json', 'x-mark': 'seen' };

async function check(app: HookApp, port: number, { seesError }: Case): Promise<void> {
  for (const kind of ['sync', 'async', 'callback']) {
    const before = app.peer.lines('error').length;
    const url = `/api/${kind}/7?full=1`;
    const reply = await ask(port, url, { body: '{"n":1}', headers });
    assert.equal(reply.status, 500, url);
    await app.peer.until(() => app.peer.lines('error').length > before, `report of ${url}`);
    // One turn more: a second report of the same failure would be here by then.
    await ask(port, '/api/ok/1');
    const news = app.peer.lines('error').slice(before) as Loose[];
    assert.equal(news.length, 1, `${url}: ${JSON.stringify(news)}`);
    const [line] = news;
    assert.deepEqual([line!.how, line!.method, line!.status, line!.count], ['response', 'POST', 500, 1]);
    assert.equal(line!.route, `/api/${kind}/:id`);
    assert.deepEqual([line!.request.url, line!.request.body, line!.request.truncated], [url, '{"n":1}', false]);
    assert.equal(line!.request.port, port);
    assert.equal(line!.request.headers['x-mark'], 'seen');
    assert.match(line!.client, /^[0-9a-f]{16}$/);
    if (!seesError) return assert.equal(line!.error, null);
    assert.deepEqual(
      [line!.error?.name, line!.error?.message, line!.error?.cause?.message],
      ['TypeError', `boom ${kind}`, 'the root'],
    );
    assert.match(line!.error.stack, /apps\.cjs:\d+/);
  }
}

/** The app's own error handler fails over an error that it would have answered with 404: its failure is told, and what it met. */
async function checkHandler(app: HookApp, port: number, framework: string): Promise<void> {
  const before = app.peer.lines('error').length;
  assert.equal((await ask(port, '/api/gone/1?slip')).status, 500);
  await app.peer.until(() => app.peer.lines('error').length > before, 'report of the handler');
  const [line, ...more] = app.peer.lines('error').slice(before) as Loose[];
  assert.equal(more.length, 0);
  assert.match(`${line!.error?.name}: ${line!.error?.message}`, /^TypeError: .*toFixed/);
  assert.match(line!.error.stack, /at slip .*apps\.cjs:\d+/);
  // Hono's errors are seen without their request.
  if (framework !== 'hono') assert.equal(line!.error.cause?.message, 'no such thing');
}

/** The older versions are loaded as modules in the full mode alone: the newer ones show what the loader makes of each framework. */
const ofModules = full
  ? cases
  : cases.filter(({ framework }) => /^(?:express5|fastify5|koa3|hono|nestFastify)$/.test(framework));

for (const [loader, chosen] of [
  ['cjs', cases],
  ['mjs', ofModules],
] as const) {
  for (const one of chosen) {
    test(`SEN-2 SEN-3 ${one.framework}, ${loader}: a thrown error is reported once, with request and route`, async () => {
      const app = await startApp([path.join(fixtures, 'frameworks', `start.${loader}`), one.framework]);
      try {
        const ports = await app.says();
        await app.peer.until(() => app.peer.lines('listening').length >= 2, 'both listening');
        for (const port of ports) {
          await check(app, port, one);
          const before = app.peer.lines('error').length;
          assert.equal((await ask(port, '/api/gone/1')).status, 404);
          const { status } = await ask(port, '/api/busy/1');
          assert.ok([200, 404, 503].includes(status));
          if (status === 503) await app.peer.until(() => app.peer.lines('error').length > before, 'report of a 503');
          await ask(port, '/api/ok/1');
          // A deliberate 503 says so without an error; a 404 says nothing.
          for (const line of app.peer.lines('error').slice(before))
            assert.deepEqual([line.status, line.error], [503, null]);
        }
        if (one.framework !== 'http') await checkHandler(app, ports[1]!, one.framework);
        assert.deepEqual(new Set(Object.values(app.peer.lines('hello')[0]!.selfTest as object)), new Set(['ok']));
      } finally {
        await app.end();
      }
    });
  }
}
