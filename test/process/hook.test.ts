/** The preload from outside: what it says when a process fails, and that the app does not notice it. */

import assert from 'node:assert/strict';
import net from 'node:net';
import { once } from 'node:events';
import { test } from 'node:test';
import fs from 'node:fs';
import http2 from 'node:http2';
import os from 'node:os';
import path from 'node:path';

import {
  ask,
  fixtures,
  hookFile,
  startApp,
  type HookApp,
  type Loose,
  type StartOptions,
  WebSocket,
} from '../fixtures/hook-app.ts';

const root = path.resolve(fixtures, '../..');
const server = (handler: string, first = ''): string => `${first}
const server = require('node:http').createServer((req, res) => { ${handler}; });
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify(server.address().port)));`;

async function within<T>(args: string[], options: StartOptions, body: (app: HookApp) => Promise<T>): Promise<T> {
  const app = await startApp(args, options);
  try {
    return await body(app);
  } finally {
    await app.end();
  }
}

interface Death {
  readonly name: string;
  readonly code: string;
  readonly exit: number;
  /** `how message` of the last words; null = there are none. */
  readonly last: string | null;
  readonly listened?: boolean;
  readonly flags?: readonly string[];
}

const deaths: readonly Death[] = [
  {
    name: 'a throw in a request',
    code: server('setTimeout(() => { throw new TypeError("late") })'),
    exit: 1,
    last: 'exception late',
    listened: true,
  },
  {
    name: 'a rejection in a request',
    code: server('Promise.reject(new Error("left"))'),
    exit: 1,
    last: 'rejection left',
    listened: true,
  },
  { name: 'exit by the app', code: server('process.exit(7)'), exit: 7, last: 'exit null', listened: true },
  {
    name: 'a handler that logs and exits',
    code: server('null.x', 'process.on("uncaughtException", () => process.exit(3));'),
    exit: 3,
    last: `exception Cannot read properties of null (reading 'x')`,
    listened: true,
  },
  {
    name: 'a handler that logs and exits 0',
    code: server('throw new Error("zero")', 'process.on("uncaughtException", () => process.exit(0));'),
    exit: 0,
    last: 'exception zero',
    listened: true,
  },
  {
    name: 'a handler that fails itself',
    code: server('throw new Error("first")', 'process.on("uncaughtException", () => { throw new Error("second"); });'),
    exit: 7,
    last: 'exception first',
    listened: true,
  },
  { name: 'a primitive', code: server('throw "words"'), exit: 1, last: 'exception words', listened: true },
  { name: 'undefined', code: server('throw undefined'), exit: 1, last: 'exception undefined', listened: true },
  {
    name: 'an error with hostile getters',
    code: server('throw { get message() { throw 1 }, get stack() { throw 2 } }'),
    exit: 1,
    last: 'exception [object Object]',
    listened: true,
  },
  {
    name: 'a start that fails',
    code: 'null.x',
    exit: 1,
    last: `exception Cannot read properties of null (reading 'x')`,
    listened: false,
  },
  {
    name: 'a start that rejects',
    code: 'Promise.reject(new Error("no db"))',
    exit: 1,
    last: 'rejection no db',
    listened: false,
  },
  { name: 'a clean end', code: 'setTimeout(() => {}, 5)', exit: 0, last: null },
  { name: 'an exit code set for later', code: 'process.exitCode = 4', exit: 4, last: 'exit null', listened: false },
];

for (const { name, code, exit, last, listened, flags = [] } of deaths) {
  test(`SEN-1 last words: ${name}`, async () => {
    await within([...flags, 'app.cjs'], { files: { 'app.cjs': code } }, async (app) => {
      if (listened === true) {
        const port = await app.says();
        await ask(port, '/in/9', { body: 'x' }).catch(() => undefined);
      }
      assert.deepEqual(await app.exit, { code: exit, signal: null });
      const words = app.last();
      if (last === null) return assert.equal(words, null);
      assert.equal(`${words!.how} ${words!.error?.message ?? null}`, last);
      assert.deepEqual([words!.code, words!.pid, words!.listened], [exit, app.child.pid, listened]);
      if (listened === true) assert.equal(words!.requests[0].url, '/in/9');
    });
  });
}

interface Survival {
  readonly name: string;
  readonly first: string;
  readonly handler: string;
  readonly how: string;
  readonly flags?: readonly string[];
}

const survivals: readonly Survival[] = [
  {
    name: 'uncaughtException',
    first: 'process.on("uncaughtException", () => {});',
    handler: 'setTimeout(() => { throw new Error("kept") }, 1)',
    how: 'swallowed',
  },
  {
    name: 'unhandledRejection',
    first: 'process.on("unhandledRejection", () => {});',
    handler: 'Promise.reject(new Error("kept"))',
    how: 'swallowed',
  },
  {
    name: 'a rejection caught by uncaughtException',
    first: 'process.on("uncaughtException", () => {});',
    handler: 'Promise.reject(new Error("kept"))',
    how: 'swallowed',
  },
  {
    name: 'warn mode',
    first: '',
    handler: 'Promise.reject(new Error("kept"))',
    how: 'rejection',
    flags: ['--unhandled-rejections=warn'],
  },
];

for (const { name, first, handler, how, flags = [] } of survivals) {
  test(`SEN-2 what the app survives is reported once: ${name}`, async () => {
    const files = {
      'app.cjs': server(
        `if (req.url === '/ok') return res.end('ok'); ${handler}; setTimeout(() => res.end('on'), 20)`,
        first,
      ),
    };
    await within([...flags, 'app.cjs'], { files }, async (app) => {
      const port = await app.says();
      assert.equal((await ask(port, '/bad/3')).body, 'on');
      assert.equal((await ask(port, '/ok')).body, 'ok');
      await app.peer.until(() => app.peer.lines('error').length > 0);
      await ask(port, '/ok');
      const lines = app.peer.lines('error') as Loose[];
      assert.deepEqual(
        lines.map((line) => [line.how, line.error.message, line.route, line.request?.url]),
        [[how, 'kept', '/bad/:id', '/bad/3']],
      );
    });
  });
}

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

/** The compiled hook with one piece of text changed. */
function damaged(part: string, from: string, to: string): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hook-damaged-'));
  fs.cpSync(path.dirname(hookFile), folder, { recursive: true });
  // A whole build puts the parts into one file.
  const file = fs.existsSync(path.join(folder, part)) ? part : 'start.cjs';
  const text = fs.readFileSync(path.join(folder, file), 'utf8');
  assert.ok(text.includes(from), `${file} has no ${from}`);
  fs.writeFileSync(
    path.join(folder, file),
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

test('SUP-1 inert in workers, cluster workers and test runners', async () => {
  const probe = `console.log(JSON.stringify([Object.keys(require.cache).some((file) => file.endsWith('start.cjs'))]))`;
  const files = {
    'probe.cjs': probe,
    'thread.cjs': `new (require('node:worker_threads').Worker)('./probe.cjs')`,
    'cluster.cjs': `const c = require('node:cluster'); c.setupPrimary({ exec: './probe.cjs' }); c.fork()`,
    jest: probe,
    'x.test.cjs': `require('node:fs').writeFileSync('seen', String(Object.keys(require.cache).some((f) => f.endsWith('start.cjs'))))`,
  };
  await within(['probe.cjs'], { files }, async (app) =>
    assert.deepEqual(await app.says(), [true], 'the probe sees an active hook'),
  );
  for (const args of [['thread.cjs'], ['cluster.cjs'], ['jest']]) {
    await within(args, { files }, async (app) => assert.deepEqual(await app.says(), [false], args[0]));
  }
  await within(['--test', 'x.test.cjs'], { files }, async (app) => {
    await app.exit;
    assert.equal(fs.readFileSync(path.join(app.folder, 'seen'), 'utf8'), 'false');
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

test('TRI-7 a storm leaves as few lines whose counts add up', async () => {
  const code = server(
    `for (let i = 0; i < 10000; i++) process.emit('unhandledRejection', new Error('storm ' + 'abcdefghij'[i % 10]), Promise.resolve()); res.end('done')`,
    'process.on("unhandledRejection", () => {});',
  );
  await within(['app.cjs'], { files: { 'app.cjs': code } }, async (app) => {
    const port = await app.says();
    await app.peer.until(() => app.peer.lines('listening')[0]);
    assert.equal((await ask(port, '/')).body, 'done');
    const sum = (): number => app.peer.lines('error').reduce((total, line) => total + Number(line['count']), 0);
    await app.peer.until(() => sum() >= 10_000, 'all counted');
    assert.equal(sum(), 10_000);
    assert.ok(app.peer.lines('error').length <= 100, `${app.peer.lines('error').length} lines`);
  });
});

test('SUP-5 SUP-14 beats, vitals, connections and written files are told', async () => {
  const code = server(
    'res.end()',
    `
    const fs = require('node:fs');
    fs.mkdirSync('data');
    fs.writeFileSync('data/a.json', '{}');
    fs.writeFileSync('data/a.json', '{}');
    fs.readFileSync('data/a.json');
    fs.createWriteStream('b.log').end('x');
    fs.promises.writeFile('c.txt', 'x').then(() => fs.promises.rename('c.txt', 'd.txt'));
    fs.writeFileSync(require('node:os').tmpdir() + '/outside-' + process.pid, ''); fs.unlinkSync(require('node:os').tmpdir() + '/outside-' + process.pid);
    require('node:net').connect(1, '127.0.0.1').on('error', () => {});
    fetch('http://127.0.0.1:1/x').catch(() => {});
    require('node:net').connect('/no/such.sock').on('error', () => {});`,
  );
  const esm = `import { writeFileSync } from 'node:fs'; writeFileSync('esm.txt', 'x'); import('./app.cjs');`;
  await within(['app.mjs'], { files: { 'app.cjs': code, 'app.mjs': esm, 'package.json': '{}' } }, async (app) => {
    await app.says();
    const { peer } = app;
    await peer.until(() => peer.lines('beat').length >= 2, 'beats');
    assert.deepEqual(
      peer
        .lines('wrote')
        .map((line) => line['path'])
        .sort(),
      ['b.log', 'c.txt', 'd.txt', 'data/a.json', 'esm.txt'],
    );
    assert.deepEqual(
      peer
        .lines('connect')
        .map((line) => line['target'])
        .sort(),
      ['/no/such.sock', '127.0.0.1:1'],
    );
    const vitals = await peer.until(() => peer.lines('vitals')[0], 'vitals');
    for (const name of [
      'rss',
      'heapUsed',
      'heapTotal',
      'external',
      'cpuUs',
      'delayP99Ms',
      'elu',
      'handles',
      'served',
      'failed',
    ]) {
      assert.equal(typeof vitals[name], 'number', name);
    }
  });
});

test('SEN-3 a body over 256 KiB is cut and says so; binary bodies come as base64; an unread one is marked', async () => {
  const code = server(
    `if (req.url === '/unread') { res.statusCode = 500; return res.end(); } req.resume().on('end', () => { res.statusCode = 500; res.end(); })`,
  );
  await within(['app.cjs'], { files: { 'app.cjs': code } }, async (app) => {
    const port = await app.says();
    const expected: [string, string, string, boolean][] = [
      ['/text', 'héllo', 'utf8', false],
      ['/big', 'x'.repeat(300 * 1024), 'utf8', true],
    ];
    for (const [url, body, encoding, truncated] of expected) {
      await ask(port, url, { body });
      const line = (await app.peer.until(() =>
        app.peer.lines('error').find((one) => (one['request'] as Loose).url === url),
      )) as Loose;
      assert.deepEqual([line.request.bodyEncoding, line.request.truncated], [encoding, truncated], url);
      if (!truncated) assert.equal(line.request.body, body);
      assert.ok((line.request.body?.length ?? 0) <= 256 * 1024);
    }
    await ask(port, '/binary', { body: Buffer.from([0xff, 0xfe, 0]) as never, method: 'POST' });
    const binary = (await app.peer.until(() =>
      app.peer.lines('error').find((one) => (one['request'] as Loose).url === '/binary'),
    )) as Loose;
    assert.deepEqual([binary.request.bodyEncoding, Buffer.from(binary.request.body, 'base64').length], ['base64', 3]);
  });
});

test('SEN-2 WebSocket and raw socket handlers count like requests: the message that failed is captured', async () => {
  const code = (handlers: string): string => `
    ${handlers}
    const { WebSocketServer } = require(${JSON.stringify(path.join(root, 'node_modules/ws'))});
    const server = require('node:http').createServer((req, res) => res.end());
    server.listen(0, '127.0.0.1', () => raw.listen(0, '127.0.0.1', () => console.log(JSON.stringify([server.address().port, raw.address().port]))));
    new WebSocketServer({ server, path: '/live' }).on('connection', (ws) => ws.on('message', (data) => { JSON.parse(data).list.map(String); ws.send('ok'); }));
    const raw = require('node:net').createServer((socket) => socket.on('data', async (data) => { if (String(data) === 'bad') throw new Error('raw'); socket.write('ok'); }));`;
  const survive = 'process.on("uncaughtException", () => {}); process.on("unhandledRejection", () => {});';
  await within(['app.cjs'], { files: { 'app.cjs': code(survive) } }, async (app) => {
    const [port, rawPort] = await app.says();
    const socket = new WebSocket(`ws://127.0.0.1:${port}/live?x=1`);
    await once(socket, 'open');
    socket.send('{"list":[1]}');
    await once(socket, 'message');
    socket.send('{"lost":true}');
    const first = (await app.peer.until(() => app.peer.lines('error')[0])) as Loose;
    assert.deepEqual([first.how, first.error.name], ['socket', 'TypeError']);
    assert.deepEqual(
      [first.request.method, first.request.url, first.request.body],
      ['WEBSOCKET', '/live?x=1', '{"lost":true}'],
    );
    socket.terminate();
    const raw = net.connect(rawPort, '127.0.0.1', () => raw.write('bad'));
    const second = (await app.peer.until(() => app.peer.lines('error')[1])) as Loose;
    assert.deepEqual([second.how, second.request.method, second.request.body], ['socket', 'SOCKET', 'bad']);
    raw.destroy();
  });
  await within(['app.cjs'], { files: { 'app.cjs': code('') } }, async (app) => {
    const [port] = await app.says();
    const socket = new WebSocket(`ws://127.0.0.1:${port}/live`);
    await once(socket, 'open');
    socket.on('error', () => undefined);
    socket.send('{"die":1}');
    assert.equal((await app.exit).code, 1);
    assert.deepEqual(
      app.last()!.requests.map((one: Loose) => [one.method, one.body]),
      [['WEBSOCKET', '{"die":1}']],
    );
  });
});

test('SEN-2 an app behind a listener of its own, HTTP/2, and last words of helpers', async () => {
  const wrapped = `
    const app = require(${JSON.stringify(path.join(root, 'node_modules/express'))})();
    app.get('/ok', (req, res) => res.end('ok'));
    app.get('/bad/:id', () => { throw new Error('wrapped'); });
    app.set('env', 'test');
    const server = require('node:http').createServer((req, res) => app(req, res)).listen(0, '127.0.0.1', () => {
      require('node:child_process').spawnSync(process.execPath, ['-e', 'throw new Error("helper")']);
      console.log(server.address().port);
    });`;
  await within(['app.cjs'], { files: { 'app.cjs': wrapped } }, async (app) => {
    const port = await app.says();
    await ask(port, '/ok');
    await ask(port, '/bad/5');
    const line = (await app.peer.until(() => app.peer.lines('error')[0])) as Loose;
    assert.deepEqual([line.error.message, line.route], ['wrapped', '/bad/:id']);
    assert.equal(app.last(), null, 'a helper that dies after the listen leaves no words');
  });
  const code = `
    const server = require('node:http2').createServer((req, res) => { req.resume().on('end', () => { res.statusCode = 500; res.end('no'); }); });
    server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;
  await within(['app.cjs'], { files: { 'app.cjs': code } }, async (app) => {
    const port = await app.says();
    const session = http2.connect(`http://127.0.0.1:${port}`);
    session.request({ ':method': 'POST', ':path': '/two/8', 'x-mark': 'y' }).end('body').resume();
    const line = (await app.peer.until(() => app.peer.lines('error')[0])) as Loose;
    session.destroy();
    assert.deepEqual(
      [line.route, line.method, line.request.body, line.request.headers['x-mark']],
      ['/two/:id', 'POST', 'body', 'y'],
    );
    assert.equal(
      Object.keys(line.request.headers).some((name) => name.startsWith(':')),
      false,
    );
  });
});

test('SEN-1 of a server and the script that started it, the words of the server stay', async () => {
  const parent = `require('node:child_process').spawn(process.execPath, ['app.cjs'], { stdio: 'inherit' }).on('exit', () => { throw new Error('child failed'); });`;
  for (const code of ['throw new RangeError("the cause")', server('throw new RangeError("the cause")')]) {
    await within(['parent.cjs'], { files: { 'parent.cjs': parent, 'app.cjs': code } }, async (app) => {
      if (code.includes('listen')) await ask(await app.says(), '/').catch(() => undefined);
      assert.equal((await app.exit).code, 1);
      assert.equal(app.last()!.error.message, 'the cause');
    });
  }
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
