/** What the preload keeps of requests that were answered well, and when it hands them over. */
import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';
import { startApp, type HookApp } from '../fixtures/hook-app.ts';

const server = `
const server = require('node:http').createServer((req, res) => {
  const { pathname } = new URL(req.url, 'http://x');
  if (pathname === '/none') res.statusCode = 404;
  if (pathname === '/wrong') res.statusCode = 500;
  if (pathname === '/die') throw new Error('dead');
  if (pathname === '/hang') return;
  res.end('x');
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

interface Given {
  readonly method?: string;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: string;
}

function ask(port: number, path: string, { method = 'GET', headers = {}, body }: Given = {}): Promise<number> {
  return new Promise((resolve) => {
    const sent = http.request({ port, host: '127.0.0.1', path, method, headers, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', () => resolve(0));
    sent.end(body);
  });
}

async function withApp(use: (app: HookApp, port: number) => Promise<void>): Promise<void> {
  const app = await startApp(['app.cjs'], { files: { 'app.cjs': server } });
  try {
    await use(app, await app.says());
  } finally {
    await app.end();
  }
}

const urls = (requests: unknown): string[] => (requests as { url: string }[]).map((one) => one.url);

test('TRY-2 SEN-3 SEN-8 with a failure go the latest good requests, one a route, those that only look', async () => {
  await withApp(async (app, port) => {
    const probes = { health: 'kintsugi-probe/ab12', route: 'kintsugi-probe/cd34' };
    const [hook] = await app.peer.until(() => app.peer.hooks.length > 0 && app.peer.hooks);
    hook!.send({ t: 'settings', unansweredMs: 0, trafficMs: 1000, shed: null, probes });
    await ask(port, '/users/7', { headers: { cookie: 'sid=a', 'if-none-match': 'x' } });
    await ask(port, '/users/8?full=1', { headers: { cookie: 'sid=b' } });
    await ask(port, '/list', { method: 'HEAD' });
    for (const [path, given] of [
      ['/none', {}],
      ['/users', { method: 'POST', body: 'x' }],
      ['/with-a-body', { body: 'x', headers: { 'content-length': 1 } }],
      ['/logout', {}],
      ['/item/7/delete', {}],
      ['/do?action=reset', {}],
      ['/well', { headers: { 'user-agent': probes.health } }],
      ['/probed', { headers: { 'user-agent': probes.route } }],
      ['/huge', { headers: { cookie: 'x'.repeat(5000) } }],
    ] as const)
      await ask(port, path, given);
    void ask(port, '/hang');
    assert.deepEqual(app.peer.lines('good'), [], 'nothing leaves the process before it fails');
    assert.equal(await ask(port, '/wrong'), 500);
    const [error] = await app.peer.until(() => app.peer.lines('error').length > 0 && app.peer.lines('error'));
    const [good] = app.peer.lines('good');
    assert.deepEqual(urls(good!['requests']), ['/list', '/users/8?full=1']);
    const [, latest] = good!['requests'] as { headers: Record<string, string> }[];
    assert.equal(latest!.headers['cookie'], 'sid=b');
    const lines = app.peer.hooks.flatMap((hook) => hook.lines);
    assert.ok(lines.indexOf(good!) < lines.indexOf(error!), 'the keeper knows them when it hears of the failure');
    await ask(port, '/wrong');
    await app.peer.until(() => app.peer.lines('error').length > 1);
    assert.equal(app.peer.lines('good').length, 1, 'a storm does not say them again and again');

    for (const agent of [probes.health, probes.route, 'kintsugi-probe/ef56'])
      await ask(port, '/wrong?by=one', { headers: { 'user-agent': agent } });
    await app.peer.until(() => app.peer.lines('error').length === 5);
    const told = app.peer.lines('error').map(({ probe }) => probe ?? 'a client');
    assert.deepEqual(
      told,
      ['a client', 'a client', 'health', 'route', 'a client'],
      'SEN-8 nobody passes for the keeper',
    );
    await app.peer.until(() => app.peer.lines('beat').length > 0); // the first second is not measured
    for (const agent of Object.values(probes)) await ask(port, '/timed', { headers: { 'user-agent': agent } });
    await ask(port, '/timed-too');
    const counted = (): string[] => app.peer.lines('traffic').flatMap(({ routes }) => Object.keys(routes as object));
    await app.peer.until(() => counted().length > 0);
    assert.deepEqual(counted().sort(), ['/timed (probed)', '/timed-too'], 'a look at its health is not counted');
  });
});

test('TRY-2 last words carry them, at most 16, without what the client had cached', async () => {
  await withApp(async (app, port) => {
    for (let at = 0; at < 20; at += 1)
      await ask(port, `/${String.fromCharCode(97 + at)}`, { headers: { 'if-none-match': 'x' } });
    await ask(port, '/die');
    await app.exit;
    const words = app.last();
    const [died, ...before] = urls(words!['requests']);
    assert.equal(died, '/die');
    const lately = [...'tsrqpon'].map((letter) => `/${letter}`);
    assert.deepEqual(before, lately.slice(0, before.length), 'those answered within the last second, at most 8 in all');
    const good = words!['good'] as { url: string; headers: Record<string, string> }[];
    assert.deepEqual(
      urls(good),
      [...'tsrqponmlkjihgfe'].map((letter) => `/${letter}`),
    );
    assert.ok(good.every((one) => one.headers['if-none-match'] === undefined));
  });
});

test('SEN-2 last words name who still waits, however many were answered since', async () => {
  await withApp(async (app, port) => {
    void ask(port, '/hang?first');
    for (let at = 0; at < 100; at += 1) await ask(port, `/other/${at}`);
    void ask(port, '/hang?last');
    await ask(port, '/');
    await ask(port, '/die');
    await app.exit;
    const named = urls(app.last()!['requests']);
    assert.deepEqual(named.slice(0, 4), ['/die', '/hang?last', '/hang?first', '/']);
  });
});
