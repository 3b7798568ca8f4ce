/** What the preload says from inside a server: last words, what the app survives, requests, vitals, files, connections. */
import assert from 'node:assert/strict';
import net from 'node:net';
import { once } from 'node:events';
import { test } from 'node:test';
import http2 from 'node:http2';
import path from 'node:path';

import { ask, fixtures, server, within, type Loose, WebSocket } from '../fixtures/hook-app.ts';

const root = path.resolve(fixtures, '../..');
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
  {
    name: 'a start that fails, said to a logger on stdout (Fastify)',
    code: `
      const app = require(${JSON.stringify(path.join(root, 'node_modules/fastify'))})({ logger: true });
      app.register(async () => { throw new TypeError('no plugin'); });
      app.listen({ port: 0 }).catch((error) => { app.log.info('a'); app.log.error(error); process.exit(1); });`,
    exit: 1,
    last: 'exit no plugin',
    listened: false,
  },
  {
    name: 'a start that fails, said by console.log',
    code: "Promise.reject(new RangeError('far')).catch((error) => { console.log('it failed:', error); process.exit(2); });",
    exit: 2,
    last: 'exit far',
    listened: false,
  },
  {
    name: 'a start that fails, said to stdout as text behind other words',
    code: "Promise.reject(new RangeError('far')).catch((error) => { process.stdout.write('[ERROR] main - ' + error.stack + '\\n'); process.exit(2); });",
    exit: 2,
    last: 'exit far',
    listened: false,
  },
  {
    name: 'a start that fails, said to stdout as JSON without the file system (winston)',
    code: "Promise.reject(new RangeError('far')).catch(({ message, stack }) => { process.stdout.write(JSON.stringify({ level: 'error', message, stack }) + '\\n'); process.exitCode = 2; });",
    exit: 2,
    last: 'exit far',
    listened: false,
  },
  {
    name: 'what a server that listens says on stdout is no cause of its end',
    code: server("console.log(new Error('said')); process.exit(7)"),
    exit: 7,
    last: 'exit null',
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

test('SEN-1 last words: a compiler that refuses what is to be started', async () => {
  const complaint = "src/a.ts(4,8): error TS2304: Cannot find name 'ordrs'.";
  const code = `for (const line of ['one', ${JSON.stringify(complaint)}, "src/b.ts(1,1): error TS1005: ';' expected."]) console.log(line);
    process.exitCode = 2;`;
  const file = 'node_modules/typescript/lib/tsc.js';
  await within([file], { files: { [file]: code } }, async (app) => {
    assert.equal((await app.exit).code, 2);
    const { error, listened } = app.last() ?? {};
    assert.deepEqual([error?.name, error?.message, listened], ['TSError', complaint, false]);
  });
  const done = code.replace('process.exitCode = 2;', '');
  await within([file], { files: { [file]: done } }, async (app) => {
    assert.equal((await app.exit).code, 0);
    assert.equal(app.last(), null);
  });
});

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

test('SEN-2 an error that was printed before the answer is its cause, whoever threw it', async () => {
  const code = server(
    `try { if (req.url === '/none') throw new Error('answered as it should be'); nowhere.at(0); } catch (error) { console.error('failed:', error); res.writeHead(req.url === '/none' ? 404 : 502).end(); }`,
  );
  await within(['app.cjs'], { files: { 'app.cjs': code } }, async (app) => {
    const port = await app.says();
    for (const url of ['/none', '/down']) await ask(port, url);
    const [line] = (await app.peer.until(() => app.peer.lines('error')[0] && app.peer.lines('error'))) as Loose[];
    assert.deepEqual([line?.request.url, line?.error?.message], ['/down', 'nowhere is not defined']);
  });
});

test('SEN-2 an error that one request printed is not the cause of what another one answers', async () => {
  const code = server(`
    if (req.url === '/printed') { console.error('odd:', new TypeError('of another')); return res.end('ok'); }
    if (req.url === '/waits') return setTimeout(() => { console.error(Object.setPrototypeOf({ message: 'its own', name: 'SqliteError' }, Error.prototype)); setTimeout(() => res.writeHead(500).end(), 10); }, 30);
    res.writeHead(502).end();`);
  await within(['app.cjs'], { files: { 'app.cjs': code } }, async (app) => {
    const port = await app.says();
    for (const url of ['/printed', '/plain', '/waits']) await ask(port, url);
    const lines = (await app.peer.until(
      () => app.peer.lines('error').length > 1 && app.peer.lines('error'),
    )) as Loose[];
    assert.deepEqual(
      lines.map(({ request, error }) => [request.url, error?.message]),
      [
        ['/plain', undefined],
        ['/waits', 'its own'],
      ],
    );
  });
});

test('SEN-2 what a server refuses on purpose is no failure: 501, or 503 with the time to come back, without an error', async () => {
  const code = server(`
    if (req.url === '/later') return res.writeHead(503, { 'Retry-After': '120' }).end();
    if (req.url === '/said') return res.writeHead(503, 'Closed', ['retry-after', '9']).end();
    if (req.url === '/set') { res.setHeader('retry-after', 9); res.statusCode = 503; return res.end(); }
    if (req.url === '/never') return res.writeHead(501).end();
    if (req.url === '/caught') console.error(new Error('upstream'));
    res.writeHead(503, req.url === '/caught' ? { 'Retry-After': '120' } : {}).end()`);
  await within(['app.cjs'], { files: { 'app.cjs': code } }, async (app) => {
    const port = await app.says();
    for (const url of ['/later', '/said', '/set', '/never', '/caught', '/bare']) await ask(port, url);
    const lines = (await app.peer.until(
      () => app.peer.lines('error').length > 1 && app.peer.lines('error'),
    )) as Loose[];
    assert.deepEqual(
      lines.map(({ request }) => request.url),
      ['/caught', '/bare'],
    );
  });
});

for (const name of ['graphql', 'graphql17'])
  test(`SEN-2 what a resolver fails at is reported though the answer is 200: ${name}`, async () => {
    const code = server(
      `let text = ''; req.on('data', (part) => (text += part)).on('end', async () => res.end(JSON.stringify(await graphql({ schema, rootValue, source: text }))));`,
      `const { buildSchema, graphql } = require(${JSON.stringify(path.join(root, 'node_modules', name))});
       const schema = buildSchema('type Query { good: String slip: String later: String meant: String coded: String file: String row: String column: String }');
       const fails = (code, more) => () => { throw Object.assign(new Error(code, more), more?.cause ? {} : { code }); };
       const rootValue = { good: () => 'yes', slip: () => nowhere.at(0), later: async () => null.name, meant: fails(), coded: fails('NOT_FOUND'),
         file: () => require('node:fs').promises.readFile('none'), row: fails('SQLITE_CONSTRAINT_UNIQUE'), column: fails('42703', { cause: { code: '42703' } }) };`,
    );
    await within(['app.cjs'], { files: { 'app.cjs': code } }, async (app) => {
      const port = await app.says();
      for (const field of ['good', 'meant', 'coded', 'row', 'slip', 'later', 'file', 'column'])
        assert.equal((await ask(port, '/graphql', { method: 'POST', body: `{ ${field} }` as never })).status, 200);
      const lines = (await app.peer.until(
        () => app.peer.lines('error').length > 3 && app.peer.lines('error'),
      )) as Loose[];
      assert.deepEqual(
        lines.map((line) => [line.how, line.error.name, line.request.body]),
        [
          ['swallowed', 'ReferenceError', '{ slip }'],
          ['swallowed', 'TypeError', '{ later }'],
          ['swallowed', 'Error', '{ file }'],
          ['swallowed', 'Error', '{ column }'],
        ],
      );
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
      'heapLimit',
      'external',
      'cpuUs',
      'delayP99Ms',
      'delayMaxMs',
      'gcMs',
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

test('SEN-7 SEN-9 SUP-5 HTTP/2 requests are counted, timed and missed like any others', async () => {
  const code = `
    const server = require('node:http2').createServer();
    server.listen(0, '127.0.0.1', () => console.log(server.address().port));
    server.on('request', (req, res) => {
      if (req.url === '/never') return;
      setTimeout(() => res.end('x'), 40);
    });`;
  await within(['app.cjs'], { files: { 'app.cjs': code } }, async (app) => {
    const port = await app.says();
    await app.peer.until(() => app.peer.lines('vitals')[0]);
    app.peer.hooks[0]!.send({ t: 'settings', unansweredMs: 2000, beatMs: 1000, shed: null });
    const session = http2.connect(`http://127.0.0.1:${port}`);
    session.request({ ':path': '/never' }).on('error', () => undefined);
    const timer = setInterval(() => session.request({ ':path': '/two/8' }).resume(), 100);
    try {
      const missed = (await app.peer.until(() => app.peer.lines('unanswered')[0])) as Loose;
      assert.deepEqual([missed.route, missed.method], ['/never', 'GET']);
      const { routes } = (await app.peer.until(() => app.peer.lines('traffic')[0])) as Loose;
      const { n, failed, ms } = routes['/two/:id'];
      assert.ok(n > 10 && failed === 0, `${n} counted, ${failed} of them failed`);
      const fastest = Math.min(...Object.keys(ms).map(Number));
      assert.ok(fastest >= 60, `40 ms lie in bucket 61; the fastest was counted in ${fastest}`);
      assert.ok(((await app.peer.until(() => app.peer.lines('vitals')[1])) as Loose).served > 10);
    } finally {
      clearInterval(timer);
      session.destroy();
    }
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
