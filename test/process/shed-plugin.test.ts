/** `kintsugi/shed` in an app without Kintsugi around it (LIM-1), behind Express and behind Fastify. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type * as declared from '../../scripts/shed.d.cts';
import type * as written from '../../src/hook/shed.cts';
import { root } from '../project.ts';

/** What TypeScript is told is what there is. */
void (true satisfies typeof written.shed extends typeof declared.shed ? true : false);

/** Each request takes 25 ms of the loop; the port is printed. */
const app = (start: string): string => `
const { shed } = require(${JSON.stringify(path.join(root, 'dist', 'hook', 'shed.cjs'))});
const work = () => { for (const until = performance.now() + 25; performance.now() < until; ); return 'done'; };
const listening = (server) => console.log(server.address().port);
${start}`;

const apps: Readonly<Record<string, string>> = {
  express: `const app = require('express')();
app.use(shed());
app.get('/health', (request, response) => response.send('well'));
app.get('/', (request, response) => response.send(work()));
const server = app.listen(0, '127.0.0.1', () => listening(server));`,
  'express, mounted,': `const app = require('express')();
app.use('/api', shed({ exempt: ['/api/health'] }));
app.get('/api/health', (request, response) => response.send('well'));
app.get('/api/', (request, response) => response.send(work()));
const server = app.listen(0, '127.0.0.1', () => listening(server));`,
  fastify: `const app = require('fastify')();
app.addHook('onRequest', shed());
app.get('/health', async () => 'well');
app.get('/', async () => work());
app.listen({ port: 0, host: '127.0.0.1' }).then(() => listening(app.server));`,
};

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

function ask(port: number, url: string): Promise<Answer> {
  return new Promise((resolve) => {
    const request = http.get({ host: '127.0.0.1', port, path: url, agent: false, timeout: 3000 }, (response) => {
      response.resume();
      const answer = { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] };
      response.on('end', () => resolve(answer));
    });
    request.on('timeout', () => request.destroy(new Error('no answer')));
    request.on('error', () => resolve({ status: 0, retryAfter: undefined }));
  });
}

for (const [name, start] of Object.entries(apps))
  test(`LIM-1 ${name} refuses what is too much with 503 and Retry-After, and nothing of an exempt route`, async (t) => {
    const child = spawn(process.execPath, ['-e', app(start)], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    t.after(() => child.kill('SIGKILL'));
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const port = Number(line);
    const base = name.includes('mounted') ? '/api' : '';
    const answers: Promise<Answer>[] = [];
    const healths: Promise<Answer>[] = [];
    for (let round = 0; round < 300; round += 1) {
      answers.push(ask(port, `${base}/`));
      if (round % 20 === 0) healths.push(ask(port, `${base}/health`));
      await sleep(8);
    }
    const all = await Promise.all(answers);
    const refused = all.filter(({ status }) => status === 503);
    assert.ok(refused.length > 20 && all.some(({ status }) => status === 200), `${refused.length} refused`);
    assert.ok(refused.every(({ retryAfter }) => Number(retryAfter) > 0));
    assert.ok((await Promise.all(healths)).every(({ status }) => status !== 503));
  });
