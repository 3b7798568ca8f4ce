/** `kintsugi reload`, as its owner uses it: a deploy goes live without an interruption, a broken one never does. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import { hammer, placeOf, stop, until, type Place } from './running.ts';

const limit = { timeout: 120_000 };

/** Answers with the release that it is of; slow requests are there to be in flight. */
const server = (release: string, more = ''): string => `
const http = require('node:http');
http.createServer((request, response) => {
  setTimeout(() => response.end('${release} ' + process.pid), request.url === '/slow' ? 300 : 0);
}).listen(process.env.PORT, '127.0.0.1');
${more}`;

function deploy(place: Place, text: string): void {
  writeFileSync(path.join(place.app, 'server.js'), text);
}

test('SUP-13 PERF-1 a reload under load brings the new files in; none is refused, none fails', limit, async (t) => {
  const place = await placeOf(t, { 'server.js': server('one') });
  const supervisor = await place.up();
  await until(() => place.record()?.state === 'ready', supervisor.stderr);
  const [quick, slow] = [hammer(place, '/', 12), hammer(place, '/slow', 50)];
  for (const release of ['two', 'three']) {
    deploy(place, server(release));
    const { code, stdout, stderr } = await place.does('reload --json');
    assert.equal(code, 0, stdout + stderr);
    const told = JSON.parse(stdout) as Record<string, unknown>;
    assert.deepEqual([told['subject'], told['outcome'], told['why']], ['server.js', 'ready', '']);
    assert.match((await place.ask('/')).body, new RegExp(`^${release} `));
  }
  assert.deepEqual(Object.keys(await quick.end()), ['200']);
  assert.deepEqual(Object.keys(await slow.end()), ['200']);
});

for (const args of [['server.js'], ['--', 'npm', 'start']])
  test(
    `SUP-13 SUP-1 a deploy that listens and never answers takes no client while it is looked at: ${args.join(' ')}`,
    limit,
    async (t) => {
      const files = {
        'server.js': server('one'),
        'package.json': '{"name":"app","scripts":{"start":"node server.js"}}',
      };
      const env = { KINTSUGI_AUTONOMY: 'observe', KINTSUGI_RESTART_STARTUP_MS: '8000' };
      const place = await placeOf(t, files, { env });
      const supervisor = await place.up(args);
      await until(
        () => place.record(args.at(-1) === 'start' ? 'npm start' : 'server.js')?.state === 'ready',
        supervisor.stderr,
      );
      const load = hammer(place, '/', 12, { timeoutMs: 6000 });
      deploy(place, server('hangs').replace('response.end', 'void'));
      const refused = await place.does('reload');
      assert.equal(refused.code, 1, refused.stderr);
      deploy(place, server('two'));
      const taken = await place.does('reload');
      assert.equal(taken.code, 0, taken.stderr);
      assert.match((await place.ask('/')).body, /^two /);
      assert.deepEqual(Object.keys(await load.end()), ['200']);
    },
  );

test(
  'SUP-13 SUP-2 the old process dies while the new one is starting: that one serves as soon as it listens',
  limit,
  async (t) => {
    const place = await placeOf(t, { 'server.js': server('one') }, { env: { KINTSUGI_AUTONOMY: 'observe' } });
    const supervisor = await place.up();
    await until(() => place.record()?.state === 'ready', supervisor.stderr);
    deploy(place, `setTimeout(() => { ${server('two')} }, 6000);`); // who asks after that is right to get a third
    const reload = place.does('reload');
    await until(() => supervisor.events().some(({ kintsugi }) => kintsugi === 'swap'), supervisor.stderr);
    process.kill(place.record()!.child!.pid, 'SIGKILL');
    const { body, error } = await place.ask('/', { timeoutMs: 15_000 });
    assert.match(body, /^two /, error ?? supervisor.stderr());
    assert.equal((await reload).code, 0);
  },
);

test('SUP-13 the next reload need not wait for what the last one lets finish', limit, async (t) => {
  const long = (release: string): string => server(release).replace("=== '/slow' ? 300", "=== '/long' ? 6000");
  const place = await placeOf(t, { 'server.js': long('one') });
  const supervisor = await place.up();
  await until(() => place.record()?.state === 'ready', supervisor.stderr);
  const asked = place.ask('/long', { timeoutMs: 20_000 });
  await until(() => place.ask('/').then(({ status }) => status === 200), supervisor.stderr);
  deploy(place, long('two'));
  const first = place.does('reload');
  await until(async () => (await place.ask('/')).body.startsWith('two '), supervisor.stderr);
  deploy(place, long('three'));
  const second = await place.does('reload');
  assert.equal(second.code, 0, second.stdout);
  assert.match((await place.ask('/')).body, /^three /);
  assert.match((await asked).body, /^one /);
  assert.equal((await first).code, 0);
});

test(
  'SUP-13 what is deployed while a reload is under way goes live after it, once for all who ask',
  limit,
  async (t) => {
    const place = await placeOf(t, { 'server.js': server('one') }, { env: { KINTSUGI_AUTONOMY: 'observe' } });
    const supervisor = await place.up();
    await until(() => place.record()?.state === 'ready', supervisor.stderr);
    const load = hammer(place, '/', 10);
    deploy(place, `setTimeout(() => { ${server('two')} }, 6000);`); // who asks after that is right to get a third
    const first = place.does('reload');
    const swaps = (): number => supervisor.events().filter(({ kintsugi }) => kintsugi === 'swap').length;
    await until(() => swaps() === 1, supervisor.stderr);
    await new Promise((resolve) => setTimeout(resolve, 500)); // by now it has read its files
    deploy(place, server('three'));
    const later = await Promise.all([place.does('reload'), place.does('reload'), place.does('reload')]);
    assert.deepEqual(
      later.map(({ code }) => code),
      [0, 0, 0],
      later[0].stdout,
    );
    assert.match((await place.ask('/')).body, /^three /);
    assert.equal((await first).code, 0);
    assert.equal(swaps(), 2);
    assert.deepEqual(Object.keys(await load.end()), ['200']);
  },
);

test('SUP-13 CLI-1 a deploy that does not start is refused with 1, and the old process serves on', limit, async (t) => {
  const place = await placeOf(t, { 'server.js': server('good') }, { env: { KINTSUGI_AUTONOMY: 'observe' } });
  const supervisor = await place.up();
  await until(() => place.record()?.state === 'ready', supervisor.stderr);
  const before = (await place.ask('/')).body;
  for (const broken of ["throw new Error('not today');", 'const = 1;']) {
    deploy(place, broken);
    const { code, stdout } = await place.does('reload');
    assert.equal(code, 1, stdout);
    assert.match(
      stdout,
      /server\.js was not reloaded: .*(not today|SyntaxError).*goes on serving.*kintsugi heal server\.js/,
    );
    assert.equal((await place.ask('/')).body, before);
    assert.match((await place.does('status')).stdout, /did not start at the last reload \(.*(not today|SyntaxError)/);
    await until(() => supervisor.stderr().includes(`${broken}\n`), supervisor.stderr); // as Node prints it
  }
  deploy(place, server('mended'));
  assert.equal((await place.does('reload')).code, 0);
  assert.doesNotMatch((await place.does('status')).stdout, /did not start/);
  assert.match((await place.ask('/')).body, /^mended /);
});

test('SUP-7 SUP-13 where sockets are not held, a reload is a restart, and says how it ended', limit, async (t) => {
  const place = await placeOf(
    t,
    { 'server.js': server('one') },
    { env: { KINTSUGI_SOCKETS: 'off', KINTSUGI_AUTONOMY: 'observe' } },
  );
  const supervisor = await place.up();
  await until(() => place.record()?.state === 'ready', supervisor.stderr);
  deploy(place, server('two'));
  assert.equal((await place.does('reload')).code, 0);
  assert.match((await place.ask('/')).body, /^two /);
  deploy(place, 'process.exit(3);');
  const { code, stdout } = await place.does('reload --json');
  assert.equal(code, 1);
  assert.match((JSON.parse(stdout) as { why: string }).why, /code 3/);
});

test('SUP-2 a reload gives a server in its backoff, or given up, a new chance at once', limit, async (t) => {
  const place = await placeOf(t, { 'server.js': 'process.exit(4);' }, { env: { KINTSUGI_AUTONOMY: 'observe' } });
  const supervisor = place.run();
  await until(() => place.record()?.state === 'crash_loop' || place.record()?.state === 'parked', supervisor.stderr);
  const still = await place.does('reload');
  assert.equal(still.code, 1, still.stdout);
  assert.match(still.stdout, /code 4/);
});

test(
  'SUP-2 SUP-7 given up where nothing goes live without a person, clients are refused and need not wait',
  limit,
  async (t) => {
    const place = await placeOf(t, { 'server.js': server('one') }, { env: { KINTSUGI_AUTONOMY: 'propose' } });
    const supervisor = await place.up();
    await until(() => place.record()?.state === 'ready' && place.record()?.sockets === 'held', supervisor.stderr);
    deploy(place, 'process.exit(4);');
    process.kill(place.record()!.child!.pid, 'SIGKILL');
    await until(() => /^(?:crash_loop|parked)$/.test(place.record()?.state ?? ''), supervisor.stderr);
    assert.match((await place.ask('/', { timeoutMs: 7000 })).error ?? '', /^ECONN(?:REFUSED|RESET)$/); // or cut off where it waited
  },
);

const failing = { 'a word': `throw new Error('connect ECONNREFUSED 10.0.0.1:5432');`, 'no word': 'process.exit(4);' };
for (const [kind, broken] of Object.entries(failing))
  test(`SUP-2 SUP-7 given up where nothing can be done, clients are refused: ${kind}`, limit, async (t) => {
    const env = { KINTSUGI_AUTONOMY: 'auto', KINTSUGI_DEPLOY_QUIET_MS: '500', KINTSUGI_WATCH_MS: '600000' };
    const place = await placeOf(t, { 'server.js': server('one') }, { env });
    const supervisor = await place.up();
    await until(() => place.record()?.state === 'ready' && place.record()?.sockets === 'held', supervisor.stderr);
    deploy(place, broken);
    process.kill(place.record()!.child!.pid, 'SIGKILL');
    await until(() => place.record()?.state === 'crash_loop', supervisor.stderr);
    assert.match((await place.ask('/', { timeoutMs: 8000 })).error ?? '', /^ECONN(?:REFUSED|RESET)$/);
    await until(() => place.record()?.state === 'parked', supervisor.stderr);
  });

test('CLI-1 CLI-4 without a supervisor there is nothing to reload, and the line says what starts one', async (t) => {
  const place = await placeOf(t, { 'server.js': server('one') });
  const never = await place.does('reload');
  assert.equal(never.code, 1);
  assert.match(never.stderr, /no `kintsugi run` supervises anything here\. Start it with `kintsugi run/);
  assert.equal((await place.does('reload --subject x.js')).code, 2);
});

/** The process that begins an answer which never ends. */
async function streamed({ port }: Place): Promise<number> {
  const request = http.get({ host: '127.0.0.1', port, path: '/stream' }).on('error', () => undefined);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const [chunk] = (await once(
    response.on('error', () => undefined),
    'data',
  )) as [Buffer];
  return Number(String(chunk));
}

test('SUP-13 SUP-3 of many replaced processes that would still finish, the oldest are ended', limit, async (t) => {
  const stream = `require('node:http').createServer((request, response) => {
    if (request.url === '/stream') return void response.write(String(process.pid));
    response.end(String(process.pid));
  }).listen(process.env.PORT, '127.0.0.1');`;
  const place = await placeOf(t, { 'server.js': stream }, { env: { KINTSUGI_SHUTDOWN_GRACE_MS: '60000' } });
  const supervisor = await place.up();
  const pids: number[] = [];
  const reloads: Promise<unknown>[] = [];
  const swapped = (): number => supervisor.events().filter(({ kintsugi }) => kintsugi === 'swapped').length;
  for (let release = 0; release < 7; release += 1) {
    let pid = pids.at(-1); // which may take one more before it hears that it is replaced
    await until(async () => (pid = await streamed(place)) !== pids.at(-1), supervisor.stderr);
    pids.push(pid ?? 0);
    reloads.push(place.does('reload'));
    await until(() => swapped() > release && place.record()?.child?.pid !== pids.at(-1), supervisor.stderr);
  }
  const left = (): number[] => pids.filter((pid) => existsSync(`/proc/${pid}`));
  await until(() => left().length <= 4, supervisor.stderr);
  assert.deepEqual(left(), pids.slice(-4), 'the latest of them finish');
  assert.match(supervisor.stderr(), /replaced processes are still finishing: the oldest is ended/);
  assert.equal(await stop(supervisor), 0);
  await Promise.all(reloads);
});
