/** The preload from outside: the app does not notice it, not even where it is broken. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { ask, fixtures, hookFile, server, within, type Loose } from '../fixtures/hook-app.ts';

const root = path.resolve(fixtures, '../..');
test('SUP-1 the app does not see the preload: exit code, listeners, channel, environment', async () => {
  const code = `
    const counts = ['exit', 'uncaughtException', 'uncaughtExceptionMonitor', 'unhandledRejection', 'SIGTERM', 'message', 'warning', 'beforeExit'].map((name) => process.listenerCount(name));
    const http = require('node:http');
    const own = [http.ServerResponse.prototype.writeHead, require('node:net').Server.prototype.listen, require('node:fs').writeFileSync].map((f) => f.name + f.length);
    const kept = Object.keys(process.env).filter((name) => name.startsWith('KINTSUGI')).sort();
    const server = http.createServer((q, s) => s.end()).listen(0, () => {
      console.log(JSON.stringify({ counts, own, kept, send: typeof process.send, listening: server.listenerCount('listening'), options: process.env.NODE_OPTIONS.includes('--no-warnings') }));
      server.close();
    });
    process.exitCode = 9;`;
  const env = {
    NODE_OPTIONS: `--no-warnings --require ${JSON.stringify(hookFile)}`,
    KINTSUGI_FDS: '{"ppid":1,"x":9}',
    KINTSUGI_EXTRA: '1',
  };
  const seen = await within(['app.cjs'], { files: { 'app.cjs': code }, env }, async (app) => {
    const said = await app.says();
    assert.deepEqual(await app.exit, { code: 9, signal: null });
    assert.equal(app.err(), '');
    return said;
  });
  assert.deepEqual(seen.counts, [0, 0, 0, 0, 0, 0, 0, 0]);
  assert.equal(seen.send, 'undefined');
  assert.equal(seen.options, true);
  assert.ok(!seen.kept.includes('KINTSUGI_FDS') && !seen.kept.includes('KINTSUGI_TRIAL'));
  const plain = await within(
    ['app.cjs'],
    { files: { 'app.cjs': code, 'none.cjs': '' }, env: { NODE_OPTIONS: '--no-warnings' } },
    (app) => app.says(),
  );
  assert.deepEqual([seen.own, seen.listening], [plain.own, plain.listening]);
});

/** Where the parts are apart and as they were written; what is shipped is one file of them, and short. */
const built = path.resolve(path.dirname(hookFile), '../../build/hook');

/** The compiled hook with one piece of text changed. */
function damaged(part: string, from: string, to: string): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hook-damaged-'));
  fs.cpSync(built, folder, { recursive: true });
  const file = path.join(folder, part);
  const text = fs.readFileSync(file, 'utf8');
  assert.ok(text.includes(from), `${part} has no ${from}`);
  fs.writeFileSync(
    file,
    text.replace(from, () => to),
  );
  return folder;
}

const damages = [
  { name: 'every guarded entry throws', file: 'guard.cjs', from: 'return work();', to: 'throw new Error("damaged");' },
  { name: 'the parts cannot be loaded', file: 'start.cjs', from: '"use strict";', to: 'throw new Error("damaged");' },
  { name: 'the preload is no JavaScript', file: 'wire.cjs', from: '"use strict";', to: ')(' },
  {
    name: 'patched later than the entry: each report throws',
    file: 'reports.cjs',
    from: 'function report(',
    to: 'function report() { throw new Error("damaged"); }\nfunction unused(',
  },
  {
    name: 'each note of a failing answer throws',
    file: 'requests.cjs',
    from: 'failed += 1;',
    to: 'throw new Error("damaged");',
  },
  {
    name: 'listen cannot be planned',
    file: 'listen.cjs',
    from: 'keys.delete(server);',
    to: 'throw new Error("damaged");',
  },
];

for (const { name, file, from, to } of damages) {
  test(`SUP-1 SUP-16 harmless when broken: ${name}`, async () => {
    const folder = damaged(file, from, to);
    try {
      await within(
        [path.join(fixtures, 'frameworks', 'start.cjs'), 'express5'],
        { hook: path.join(folder, 'hook.cjs') },
        async (app) => {
          const [port, own] = await app.says();
          for (let round = 0; round < 2; round++) {
            assert.equal((await ask(port, '/api/sync/1', { body: 'x'.repeat(1000) })).status, 500);
            assert.deepEqual(
              [(await ask(own, '/api/async/1')).body, (await ask(own, '/api/ok/1')).body],
              ['{"e":1}', '{"ok":true}'],
            );
          }
          assert.doesNotMatch(app.err(), /damaged/);
        },
      );
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });
}

test('SUP-1 a missing socket, an unwritable file for last words: the app runs and ends as it would', async () => {
  const env = { KINTSUGI_HOOK: '/nowhere/at/all', KINTSUGI_LAST: '/nowhere/last', KINTSUGI_FDS: 'no json' };
  for (const given of [env, { ...env, KINTSUGI_FDS: '{}' }]) {
    await within(
      ['app.cjs'],
      { files: { 'app.cjs': server('res.end("up"); if (req.url === "/die") throw new Error("gone")') }, env: given },
      async (app) => {
        const port = await app.says();
        assert.equal((await ask(port, '/')).body, 'up');
        await ask(port, '/die').catch(() => undefined);
        assert.deepEqual(await app.exit, { code: 1, signal: null });
        assert.match(app.err(), /Error: gone/);
      },
    );
  }
});

const parents = [
  { name: 'node', program: process.execPath, args: ['app.cjs'] },
  { name: 'npm start', program: 'npm', args: ['start', '--silent'] },
  { name: 'tsx', program: path.join(root, 'node_modules/.bin/tsx'), args: ['app.ts'] },
  { name: 'a script that starts it', program: process.execPath, args: ['parent.cjs'] },
];

for (const { name, program, args } of parents) {
  test(`SUP-1 under ${name} exactly the server announces itself`, async () => {
    const app = server('res.statusCode = 500; res.end()');
    const files = {
      'package.json': '{"scripts":{"start":"node app.cjs"}}',
      'app.cjs': app,
      'app.ts': app.replace('const server', 'const server: any'),
      'parent.cjs': `require('node:child_process').spawn(process.execPath, ['app.cjs'], { stdio: 'inherit' });`,
    };
    await within(args, { files, program }, async (running) => {
      const port = await running.says();
      await ask(port, '/x');
      await running.peer.until(() => running.peer.lines('error')[0]);
      assert.deepEqual(
        running.peer.lines('hello').map((line) => path.basename(String(line['argv1'])).replace(/\..*/, '')),
        ['app'],
      );
    });
  });
}

test('SUP-1 inert in worker threads and test runners', async () => {
  const probe = `console.log(JSON.stringify([Object.keys(require.cache).some((file) => file.endsWith('start.cjs'))]))`;
  const files = {
    'probe.cjs': probe,
    'thread.cjs': `new (require('node:worker_threads').Worker)('./probe.cjs')`,
    jest: probe,
    'x.test.cjs': `require('node:fs').writeFileSync('seen', String(Object.keys(require.cache).some((f) => f.endsWith('start.cjs'))))`,
  };
  await within(['probe.cjs'], { files }, async (app) =>
    assert.deepEqual(await app.says(), [true], 'the probe sees an active hook'),
  );
  for (const args of [['thread.cjs'], ['jest']]) {
    await within(args, { files }, async (app) => assert.deepEqual(await app.says(), [false], args[0]));
  }
  await within(['--test', 'x.test.cjs'], { files }, async (app) => {
    await app.exit;
    assert.equal(fs.readFileSync(path.join(app.folder, 'seen'), 'utf8'), 'false');
  });
});

test('SUP-8 a worker of a cluster tells what it fails at and nothing of its sockets, even what it dies of before it is connected', async () => {
  const files = {
    'app.cjs': `const cluster = require('node:cluster');
if (cluster.isPrimary) {
  cluster.fork({ DIES: '1' });
  cluster.fork();
} else if (process.env.DIES) throw new TypeError('at its start');
else { ${server('res.statusCode = 500; res.end()')} }`,
  };
  await within(['app.cjs'], { files }, async (app) => {
    const port = await app.says();
    await ask(port, '/x/1');
    const told = await app.peer.until(() =>
      app.peer.lines('error').length === 2 ? app.peer.lines('error') : undefined,
    );
    const errors = (told as Loose[]).map(({ how, route, error }) => [how, route, error?.message ?? null]);
    assert.deepEqual(errors.toSorted(), [
      ['exception', null, 'at its start'],
      ['response', '/x/:id', null],
    ]);
    const hellos = (app.peer.lines('hello') as Loose[]).map(({ worker }) => worker ?? false);
    assert.deepEqual(hellos.toSorted(), [false, true, true]);
    assert.deepEqual(
      (app.peer.lines('listening') as Loose[]).map(({ cluster }) => cluster),
      [true],
    );
  });
});

test('SUP-1 the preload keeps no process alive', async () => {
  const code = `const server = require('node:http').createServer().listen(0, () => setTimeout(() => server.close(() => process.on('exit', () => console.log('"bye"'))), 50));`;
  await within(['app.cjs'], { files: { 'app.cjs': code } }, async (app) => {
    assert.deepEqual(await app.exit, { code: 0, signal: null });
    assert.equal(app.out(), '"bye"\n');
    assert.equal(app.peer.lines('listening').length, 1);
    assert.equal(app.last(), null);
  });
});

test('SUP-12 20,000 lines written just before process.exit all arrive', async () => {
  const code = `for (let i = 0; i < 20000; i++) { console.log('out ' + i); console.error('err ' + i); } process.exit(5);`;
  await within(['app.cjs'], { files: { 'app.cjs': code } }, async (app) => {
    assert.equal((await app.exit).code, 5);
    assert.equal(app.out().split('\n').length - 1, 20_000);
    assert.equal(app.err().split('\n').length - 1, 20_000);
  });
});

test('SUP-16 where Node refuses its internals, everything but the sockets is still told', async () => {
  const flag = process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission';
  const flags = [flag, '--allow-fs-read=*', '--allow-fs-write=*', '--no-warnings'];
  const files = { 'app.cjs': server('if (req.url === "/die") process.exit(3); res.statusCode = 500; res.end()') };
  await within([...flags, 'app.cjs'], { files }, async (app) => {
    const port = await app.says();
    await ask(port, '/x/1');
    const line = (await app.peer.until(() => app.peer.lines('error')[0])) as Loose;
    assert.equal(line.route, '/x/:id');
    const [hello] = app.peer.lines('hello') as Loose[];
    assert.notEqual(hello.selfTest.fds, 'ok');
    assert.equal(hello.selfTest.capture, 'ok');
    assert.equal((app.peer.lines('listening')[0] as Loose).fd, false);
    await ask(port, '/die').catch(() => undefined);
    assert.equal((await app.exit).code, 3);
    assert.equal(app.last()!.code, 3);
  });
});
