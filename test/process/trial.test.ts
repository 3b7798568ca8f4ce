/** Failures of real servers seen in a copy, and candidates that mend them or do not: with and without confinement. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import type { Trials } from '../../src/verify/trials.ts';
import { sample } from '../project.ts';
import { ask, onStage, processesNaming, type Setup } from '../fixtures/stage.ts';

interface Case extends Setup {
  readonly name: string;
  /** Also without confinement. */
  readonly bare?: boolean;
  readonly requests: readonly string[];
  readonly failure: { kind: string; beforeReady?: boolean; error?: RegExp; answer?: string | number | null };
  /** Replacement in the first file that mends it. */
  readonly mend: readonly [string, string];
}

const http = (body: string): string => `const http = require('node:http');\n${body}\n`;
const serve = (handler: string, port = 3000): string =>
  http(`http.createServer((q, r) => { ${handler} }).listen(${port});`);

const cases: readonly Case[] = [
  {
    bare: true,
    name: 'http, CommonJS, an exception that ends the process',
    files: {
      'server.js': serve("if (q.url === '/users') r.end(JSON.stringify(usres)); else r.end('ok')").replace(
        '\n',
        '\nconst users = [1];\n',
      ),
    },
    requests: ['GET /', 'GET /users'],
    failure: { kind: 'crash', error: /usres is not defined/, answer: 'exit' },
    mend: ['usres', 'users'],
  },
  {
    bare: true,
    name: 'ESM, boot crash by a wrong export name',
    files: {
      'server.mjs':
        "import http from 'node:http';\nimport { greet } from './lib.mjs';\nhttp.createServer((q, r) => r.end(greet())).listen(8080);\n",
      'lib.mjs': "export const great = () => 'hi';\n",
    },
    requests: ['GET /'],
    failure: { kind: 'crash', beforeReady: true, error: /does not provide an export named 'greet'/ },
    mend: ['{ greet }', '{ great as greet }'],
  },
  {
    name: 'CommonJS, boot crash by a syntax error, no request at all',
    files: { 'server.js': serve("r.end('ok')").replace('.listen(3000);', '.listen(3000;') },
    requests: [],
    failure: { kind: 'crash', beforeReady: true, error: /missing \)/ },
    mend: ['.listen(3000;', '.listen(3000);'],
  },
  {
    bare: true,
    name: 'express, a 500 by its own error handling',
    packages: true,
    files: {
      'server.js':
        "const app = require('express')();\napp.get('/u/:id', (q, r) => { const u = { name: 'x' }; r.json({ n: u.nam.toUpperCase() }); });\napp.listen(4000);\n",
    },
    requests: ['GET /u/7'],
    failure: { kind: 'error', error: /toUpperCase/, answer: 500 },
    mend: ['u.nam.', 'u.name.'],
  },
  {
    bare: true,
    name: 'a script of one’s own that starts the server as a child',
    argv: ['node', 'start.js'],
    files: {
      'server.js': serve("r.end([1, 2].jion('-'))"),
      'start.js':
        "const { spawn } = require('node:child_process');\nspawn('node', ['server.js'], { stdio: 'inherit', env: { ...process.env, MODE: 'x' } }).on('exit', (code) => process.exit(code));\n",
    },
    requests: ['GET /'],
    failure: { kind: 'crash', error: /jion is not a function/, answer: 'exit' },
    mend: ['jion', 'join'],
  },
  {
    bare: true,
    name: 'something that runs before the server',
    argv: ['sh', '-c', 'node prepare.js && node server.js'],
    files: {
      'server.js': serve("try { r.end([1, 2].jion('-')) } catch (error) { r.statusCode = 500; r.end() }"),
      'prepare.js': "require('node:http').createServer(() => 0);\nsetTimeout(() => console.log('done'), 300);\n",
    },
    requests: ['GET /'],
    failure: { kind: 'error', error: /jion is not a function/, answer: 500 },
    mend: ['jion', 'join'],
  },
  {
    bare: true,
    name: 'a runner that outlives its server and waits for a change of files',
    argv: ['node', 'runner.js'],
    files: {
      'server.js': serve("r.end([1, 2].jion('-'))"),
      'runner.js':
        "require('node:child_process').spawn('node', ['server.js'], { stdio: 'inherit' });\nsetInterval(() => 0, 1000);\n",
    },
    requests: ['GET /'],
    failure: { kind: 'crash', error: /jion is not a function/, answer: 'exit' },
    mend: ['jion', 'join'],
  },
  {
    bare: true,
    name: 'a runner that outlives its server, which dies before it listens',
    argv: ['node', 'runner.js'],
    files: {
      'server.js': `const port = prot;\n${serve("r.end('ok')").replace('3000', 'port')}`,
      'runner.js':
        "require('node:child_process').spawn('node', ['server.js'], { stdio: 'inherit' });\nsetInterval(() => 0, 1000);\n",
    },
    requests: ['GET /'],
    failure: { kind: 'crash', beforeReady: true, error: /prot is not defined/ },
    mend: ['prot', '3000'],
  },
  {
    bare: true,
    name: 'a slow server beside another process that dies at its start',
    argv: ['node', 'both.js'],
    files: {
      'server.js': `setTimeout(() => {\n${serve("r.end([1, 2].jion('-'))")}\n}, 2500);\n`,
      'worker.js': 'gone();\n',
      'both.js':
        "for (const file of ['server.js', 'worker.js']) require('node:child_process').spawn('node', [file], { stdio: 'inherit' });\n",
    },
    requests: ['GET /'],
    failure: { kind: 'crash', error: /jion is not a function/, answer: 'exit' },
    mend: ['jion', 'join'],
  },
  {
    name: 'TypeScript by tsx, a POST with a body',
    packages: true,
    argv: ['node', '--import', 'tsx', 'server.ts'],
    files: {
      'server.ts':
        "import express, { type Request, type Response } from 'express';\nconst app = express();\napp.use(express.json());\napp.post('/sum', (q: Request, r: Response) => { const { items } = q.body as { items: number[] }; r.json({ sum: items.reduse((a, b) => a + b, 0) }); });\napp.listen(4000);\n",
    },
    requests: ['POST /sum {"items":[1,2]}'],
    failure: { kind: 'error', error: /reduse is not a function/, answer: 500 },
    mend: ['reduse', 'reduce'],
  },
  {
    bare: true,
    name: 'npm start, a taken-for-granted port from the environment',
    argv: ['npm', 'start'],
    env: { PORT: '5123' },
    files: {
      'server.js': http(
        'http.createServer((q, r) => { r.end(String(cnt)); }).listen(process.env.PORT);\nconst count = 1;',
      ),
      'package.json': '{"scripts":{"start":"node server.js"}}',
    },
    requests: ['GET /'],
    failure: { kind: 'crash', error: /cnt is not defined/, answer: 'exit' },
    mend: ['String(cnt)', 'String(count)'],
  },
  {
    name: 'a reset',
    files: { 'server.js': serve("if (q.url === '/r') q.socket.destroy(); else r.end('ok')") },
    requests: ['GET /', 'GET /r'],
    failure: { kind: 'error', answer: 'reset' },
    mend: ['q.socket.destroy()', "r.end('mended')"],
  },
  {
    trials: { requestTimeoutMs: 700 },
    name: 'no answer',
    files: { 'server.js': serve("if (q.url !== '/n') r.end('ok')") },
    requests: ['GET /n'],
    failure: { kind: 'timeout', answer: 'timeout' },
    mend: ["if (q.url !== '/n') ", ''],
  },
  {
    trials: { requestTimeoutMs: 700 },
    name: 'a blocked event loop',
    files: { 'server.js': serve("if (q.url === '/f') for (;;) ; r.end('ok')") },
    requests: ['GET /f', 'GET /'],
    failure: { kind: 'freeze', answer: 'timeout' },
    mend: ["if (q.url === '/f') for (;;) ;", ''],
  },
  {
    name: 'an exit a while after the answer',
    files: { 'server.js': serve("r.end('ok'); setTimeout(() => { throw new RangeError('late'); }, 200)") },
    requests: ['GET /'],
    failure: { kind: 'crash', error: /late/, answer: null },
    mend: ["setTimeout(() => { throw new RangeError('late'); }, 200)", ''],
  },
];

const bare = sample(
  cases.filter((each) => each.bare === true),
  3,
);
for (const sandbox of ['auto', 'off'] as const) {
  for (const one of sandbox === 'auto' ? cases : bare) {
    test(`TRY-1 TRY-2 TRY-3 CLI-6 ${sandbox === 'auto' ? 'confined' : 'unconfined'}: ${one.name}`, async () => {
      const trials = { ...one.trials, allowWrites: sandbox === 'off' };
      await onStage({ ...one, stage: { sandbox }, trials }, (scene) => check(one, scene));
    });
  }
}

type Scene = Parameters<Parameters<typeof onStage>[1]>[0];

async function check(one: Case, { trials, project, stage, folder, idea }: Scene): Promise<void> {
  const [file = ''] = Object.keys(one.files);
  const before = readFileSync(path.join(project, file), 'utf8');
  const requests = one.requests.map((line) => ask(line));
  const base = await trials.baseline(null, requests, { times: 2 });
  assert.equal(base.setup, null);
  assert.equal(base.failure?.kind, one.failure.kind, JSON.stringify(base.failure));
  assert.equal(base.failure.beforeReady, one.failure.beforeReady ?? false);
  assert.equal(base.reproduced, 'always');
  if (one.failure.error) assert.match(base.failure.error?.message ?? '', one.failure.error);
  if (one.failure.answer !== undefined)
    assert.equal(base.failure.answer?.error ?? base.failure.answer?.status ?? null, one.failure.answer);

  const good = await trials.tryOut(
    base,
    idea(file, (text) => text.replace(...one.mend)),
    { fresh: 2 },
  );
  assert.deepEqual([good.passed, good.proof, good.inconclusive], [true, 'replayed', null], JSON.stringify(good.checks));
  assert.equal(good.confinement, stage.confinement);
  assert.ok(good.after.every((answer) => answer.status === 200 && answer.error === null));

  const nothing = await trials.tryOut(
    base,
    idea(file, (text) => `${text}\n// nothing\n`),
    { fresh: 1 },
  );
  assert.deepEqual([nothing.passed, nothing.next], [false, null], JSON.stringify(nothing));
  assert.equal(readFileSync(path.join(project, file), 'utf8'), before, 'the live tree was not touched');
  await trials.close();
  assert.deepEqual(processesNaming(folder), []);
}

test('CLI-6 nothing fails: no failure, and a boot without requests is watched', async () => {
  await onStage({ files: { 'server.js': serve("r.end('ok')") } }, async ({ trials }) => {
    const base = await trials.baseline(null, [], { times: 2 });
    assert.deepEqual([base.reproduced, base.failure, base.setup], ['never', null, null]);
    const asked = await trials.baseline(null, [ask('GET /')], { times: 1 });
    assert.deepEqual([asked.reproduced, asked.answers.map((one) => one.status)], ['never', [200]]);
  });
});

test('TRY-3 a failure that shows once is called flaky', async () => {
  const files = {
    'server.js': serve(
      "if (process.pid && Number(process.hrtime.bigint() % 2n) === 0 && q.url === '/z') throw new Error('x'); r.end('ok')",
    ),
  };
  const flaky = files['server.js'].replace(
    "process.pid && Number(process.hrtime.bigint() % 2n) === 0 && q.url === '/z'",
    'Number(process.env.KINTSUGI_BOOT.at(-1).codePointAt(0)) % 2 === 0',
  );
  await onStage({ files: { 'server.js': flaky } }, async ({ trials }) => {
    const seen = new Set<string>();
    for (let round = 0; round < 12 && !seen.has('sometimes'); round += 1)
      seen.add((await trials.baseline(null, [ask('GET /')], { times: 2 })).reproduced);
    assert.ok(seen.has('sometimes'), [...seen].join());
  });
});

test('REP-2 the facts of a missing await are seen in the copy', async () => {
  const files = {
    'server.js': serve(
      "const user = Promise.resolve({ name: 'x' }); try { r.end(user.name.toUpperCase()); } catch { r.statusCode = 500; r.end(); }",
    ),
  };
  await onStage({ files }, async ({ trials }) => {
    const base = await trials.baseline(null, [ask('GET /')], { times: 1 });
    assert.equal(base.failure?.kind, 'error');
    assert.match(base.facts?.error.message ?? '', /toUpperCase/);
    assert.equal(base.facts?.frames[0]?.locals['user']?.thenable, true);
    assert.equal(base.facts?.frames[0]?.file, 'server.js');
  });
});

test('TRY-5 another failure behind the first is shown as next, one that the change made is not', async () => {
  const files = {
    'server.js': serve('const a = frist;\nr.end(secnd)').replace('\n', "\nconst first = 1, second = 'x';\n"),
  };
  await onStage({ files }, async ({ trials, idea }) => {
    const base = await trials.baseline(null, [ask('GET /')], { times: 1 });
    const half = idea('server.js', (text) => text.replace('frist', 'first'));
    const shown = await trials.tryOut(base, half, { fresh: 1 });
    assert.deepEqual([shown.passed, shown.next?.message], [false, 'secnd is not defined']);
    const wrong = await trials.tryOut(
      base,
      idea('server.js', (text) => text.replace('frist', 'fist')),
      { fresh: 1 },
    );
    assert.deepEqual([wrong.passed, wrong.next], [false, null]);

    const second = await trials.baseline(null, [ask('GET /')], { times: 1, on: half.edits });
    assert.match(second.failure?.error?.message ?? '', /secnd/);
    const under = half.edits[0]?.after ?? '';
    const rest = { ...half, edits: [{ path: 'server.js', before: under, after: under.replace('secnd', 'second') }] };
    assert.equal((await trials.tryOut(second, rest, { fresh: 1 })).passed, true);
    assert.match(trials.tree(half.edits).read('server.js') ?? '', /= first/);
  });
});

test('TRY-6 a mitigation that answers 200 with nothing, or loses the route, is no proof', async () => {
  const files = {
    'server.js':
      "const app = require('express')();\napp.get('/u', (q, r) => { const u = null; r.json(u.name); });\napp.listen(4000);\n",
  };
  await onStage({ files, packages: true }, async ({ trials, idea }) => {
    const base = await trials.baseline(null, [ask('GET /u')], { times: 1 });
    const silent = idea('server.js', (text) => text.replace('r.json(u.name)', 'r.end()'), { kind: 'mitigation' });
    const open = idea(
      'server.js',
      (text) => text.replace('r.json(u.name)', 'r.status(404).json({ error: "no user" })'),
      { kind: 'mitigation' },
    );
    const lost = idea('server.js', (text) => text.replace("app.get('/u'", "app.get('/v'"));
    assert.deepEqual((await trials.tryOut(base, silent, { fresh: 1 })).passed, false);
    assert.match((await trials.tryOut(base, lost, { fresh: 1 })).checks.at(-1)?.detail ?? '', /lost its route/);
    const shown = await trials.tryOut(base, open, { fresh: 1 });
    assert.deepEqual([shown.passed, shown.after[0]?.status], [true, 404]);
  });
});

test('TRY-3 a replay whose request was cut is at most probed', async () => {
  const files = { 'server.js': serve('r.end(typo)').replace('\n', "\nconst type = 'x';\n") };
  await onStage({ files }, async ({ trials, idea }) => {
    const base = await trials.baseline(null, [{ ...ask('GET /'), truncated: true }], { times: 1 });
    const shown = await trials.tryOut(
      base,
      idea('server.js', (text) => text.replace('typo', 'type')),
      { fresh: 1 },
    );
    assert.deepEqual([shown.passed, shown.proof], [true, 'probed']);
  });
});

test('TRY-2 good requests that break fail a candidate, and own tests are run', async () => {
  const files = {
    'server.js': serve(
      "if (q.url !== '/bad') return r.end('fine'); try { r.end(bda); } catch { r.statusCode = 500; r.end(); }",
    ).replace('\n', "\nconst bad = 'b';\n"),
    'check.js': "process.exit(require('node:fs').readFileSync('server.js', 'utf8').includes('BREAK') ? 1 : 0)",
  };
  const trials = { goodRequests: [ask('GET /good')], testCommand: ['node', 'check.js'] };
  await onStage({ files, trials }, async ({ trials, idea }) => {
    const base = await trials.baseline(null, [ask('GET /bad')], { times: 1 });
    const mended = (text: string): string => text.replace('r.end(bda)', 'r.end(bad)');
    const good = await trials.tryOut(base, idea('server.js', mended), { fresh: 1 });
    const others = await trials.tryOut(
      base,
      idea('server.js', (text) =>
        mended(text).replace("r.end('fine')", '(r.statusCode = q.url === "/good" ? 500 : 200, r.end())'),
      ),
      { fresh: 1 },
    );
    const tests = await trials.tryOut(
      base,
      idea('server.js', (text) => `${mended(text)}// BREAK`),
      { fresh: 1 },
    );
    const names = [good, others, tests].map((one) => [one.passed, one.checks.at(-1)?.name]);
    assert.deepEqual(names, [
      [true, 'tests'],
      [false, 'others'],
      [false, 'tests'],
    ]);
  });
});

test('TRY-2 where the project checks its types a change must not break them, and the one that mends them is the better one', async () => {
  const files = {
    'server.js': serve('r.end(bda)').replace('\n', "\nconst bad = 'b';\n"),
    'package.json': '{"scripts":{"check":"tsc"}}',
    'tsconfig.json': '{"compilerOptions":{"strict":true,"types":[]},"include":["shop.ts"]}',
    'shop.ts':
      'export const cents: { total: number } = { total: 5 };\nexport const shown: string = cents.totl.toFixed(2);\n',
  };
  await onStage({ files, packages: true }, async ({ trials, idea }) => {
    const base = await trials.baseline(null, [ask('GET /bad')], { times: 1 });
    const mended = idea('server.js', (text) => text.replace('r.end(bda)', 'r.end(bad)'));
    const withShop = (change: (text: string) => string): ReturnType<Trials['tryOut']> =>
      trials.tryOut(base, { ...mended, edits: [...mended.edits, ...idea('shop.ts', change).edits] }, { fresh: 1 });
    const same = await withShop((text) => `// Prices\n${text}`);
    const worse = await withShop((text) => text.replace('totl.toFixed(2)', 'totl.toFixed(2) + bda'));
    const better = await withShop((text) => text.replace('totl', 'total'));
    assert.deepEqual(
      [same, worse, better].map((one) => [one.passed, one.checks.at(-1)?.name, one.checks.at(-1)?.ok]),
      [
        [true, 'types', true],
        [false, 'types', false],
        [true, 'types', true],
      ],
    );
    assert.match(worse.checks.at(-1)?.detail ?? '', /^shop\.ts: error TS\d+: .*'bda'/);
    assert.ok(better.score >= same.score + 150, `${better.score} ${same.score}`);
    const untouched = await trials.tryOut(base, mended, { fresh: 1 });
    assert.ok(!untouched.checks.some(({ name }) => name === 'types'));
  });
});

test('TRY-10 a POST is replayed with its own headers, once, marked; without confinement it is not', async () => {
  const handler =
    "let b = ''; q.on('data', (c) => (b += c)).on('end', () => { console.error(JSON.stringify([q.method, q.url, q.headers, b])); r.statusCode = 500; r.end(); })";
  const request = ask('POST /a?b=%20c {"n":"ü"}', {
    host: 'shop.example:9',
    cookie: 'sid=1',
    authorization: 'Bearer x',
    'idempotency-key': 'k1',
    connection: 'keep-alive',
    'transfer-encoding': 'chunked',
  });
  await onStage({ files: { 'server.js': serve(handler) } }, async ({ trials }) => {
    const base = await trials.baseline(null, [request], { times: 1 });
    const lines = (base.failure?.stderr ?? '').trim().split('\n');
    const posts = lines.filter((line) => line.startsWith('["POST"'));
    assert.equal(posts.length, 1);
    const [method, url, headers, body] = JSON.parse(posts[0] ?? '') as [string, string, Record<string, string>, string];
    assert.deepEqual([method, url, body], ['POST', '/a?b=%20c', '{"n":"ü"}']);
    const wanted = {
      host: 'shop.example:9',
      cookie: 'sid=1',
      authorization: 'Bearer x',
      'idempotency-key': 'k1',
      'x-kintsugi-replay': '1',
      'content-length': '10',
    };
    for (const [name, value] of Object.entries(wanted)) assert.equal(headers[name], value, name);
    assert.equal(headers['transfer-encoding'], undefined);
  });
  await onStage({ files: { 'server.js': serve(handler) }, stage: { sandbox: 'off' } }, async ({ trials }) => {
    assert.match((await trials.baseline(null, [request], { times: 1 })).setup ?? '', /only under confinement/);
  });
});
