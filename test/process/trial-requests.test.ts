/** What a trial asks beside the failing request: good ones that must stay good, and others that were in flight at a crash. */
import assert from 'node:assert/strict';
import path from 'node:path';
import test from 'node:test';
import type { ErrorReport, Signal } from '../../src/incident/nouns.ts';
import { openTrials, type Trials } from '../../src/verify/trials.ts';
import { ask, onStage, type Scene, type Setup } from '../fixtures/stage.ts';

const shop = `const http = require('node:http');
const people = { 7: { name: 'ada' }, 8: { name: 'bob' } };
const show = (id) => people[id].nam.toUpperCase();
let count = 0;
http.createServer((q, r) => {
  const { pathname } = new URL(q.url, 'http://x');
  const done = (value) => r.end(JSON.stringify(value));
  if (pathname === '/list') return done(Object.values(people));
  if (pathname === '/now') return done({ at: Date.now(), id: Math.random(), count: ++count, pid: 'p' + process.pid });
  if (pathname === '/gone') { r.statusCode = 404; return r.end('gone'); }
  if (pathname === '/slow') return setTimeout(() => r.end('slow'), 300);
  if (pathname === '/self') return http.get('http://' + q.headers.host + '/list', (other) => other.pipe(r)).on('error', () => q.destroy());
  if (pathname === '/open') return r.write('open');
  if (pathname === '/bye') return setTimeout(() => process.exit(3), 50);
  if (pathname === '/throw') return setTimeout(() => done(show(7)), 20);
  try { done(show(7)); } catch { r.statusCode = 500; r.end('sorry'); }
}).listen(3000);
`;
const good = [ask('GET /list'), ask('GET /now'), ask('GET /gone'), ask('GET /u'), ask('POST /list {}')];
const setup: Setup = { files: { 'server.js': shop }, trials: { goodRequests: good } };

function crashed(error: ErrorReport | null = null): Signal {
  const seen = { id: 's', subject: 'test', kind: 'crash', at: '2026-01-01T00:00:00Z', stderr: '', error } as const;
  const none = { request: null, requestRef: null, route: null, status: null, release: null, count: 1 };
  return { ...seen, ...none, exit: { code: 1, signal: null }, beforeReady: false };
}

/** The same trials, counting the copies that are made: one for each boot. */
function counted({ stage, project }: Scene): { trials: Trials; boots(): number } {
  let copies = 0;
  const copy: typeof stage.copy = (edits) => {
    copies += 1;
    return stage.copy(edits);
  };
  const options = { project, goodRequests: good, requestTimeoutMs: 3_000, settleMs: 300, candidateSettleMs: 100 };
  return {
    trials: openTrials({
      stage: { ...stage, tree: stage.tree.bind(stage), close: stage.close.bind(stage), copy },
      ...options,
    }),
    boots: () => copies,
  };
}

const mended = (text: string): string => text.replace('.nam.', '.name.');

test('TRY-2 TRY-3 TRY-7 PERF-4 good requests are compared on the boots there are: times and ids fail nothing', async () => {
  await onStage(setup, async (scene) => {
    const { trials, boots } = counted(scene);
    const { idea } = scene;
    const before = await trials.baseline(null, [ask('GET /u')], { times: 1 });
    assert.equal(before.failure?.kind, 'error');
    const urls = before.good.map((one) => `${one.request.method} ${one.request.url}`);
    assert.deepEqual(urls, ['GET /list', 'GET /now'], 'not what fails anyway, nor what writes, nor the failing one');
    assert.equal(boots(), 1);
    const right = await trials.tryOut(before, idea('server.js', mended), { fresh: 1 });
    assert.deepEqual([right.passed, right.others], [true, { asked: 2, asBefore: 2 }], JSON.stringify(right.checks));
    assert.equal(boots(), 2);
    assert.equal(
      right.checks.some((check) => check.name === 'others'),
      true,
    );

    const renamed = idea('server.js', (text) => text.replaceAll("name: '", "nam: '"));
    const changed = await trials.tryOut(before, renamed, { fresh: 1 });
    assert.deepEqual(
      [changed.passed, changed.others],
      [true, { asked: 2, asBefore: 1 }],
      JSON.stringify(changed.checks),
    );
    assert.ok(right.score - changed.score >= 100, `${right.score} against ${changed.score}`);

    const breaks = (to: string) =>
      idea('server.js', (text) => mended(text).replace('return done(Object.values(people))', to));
    for (const [to, said] of [
      ['{ r.statusCode = 500; return r.end(); }', /that was good now answers 500/],
      ['{ r.statusCode = 404; return r.end(); }', /that was good now answers 404/],
    ] as const) {
      const shown = await trials.tryOut(before, breaks(to), { fresh: 1 });
      assert.deepEqual([shown.passed, shown.checks.at(-1)?.name], [false, 'others'], to);
      assert.match(shown.checks.at(-1)?.detail ?? '', said);
    }
    const deadly = await trials.tryOut(before, breaks("throw new Error('x')"), { fresh: 1 });
    assert.equal(deadly.passed, false, 'a good request ends the process');
    const useless = await trials.tryOut(
      before,
      idea('server.js', (text) => `${text}//`),
      { fresh: 1 },
    );
    assert.deepEqual([useless.checks.at(-1)?.name, useless.others], ['replay', undefined], 'nobody is asked in vain');
  });
});

/** `sum` was renamed in one place; two routes call it, and a third has nothing to do with it. */
const halfway = {
  'server.js': `const lib = require('./lib.js');
const routes = {
  '/sum': () => lib.sum(lib.list()),
  '/mean': () => lib.sum(lib.list()) / 2,
  '/list': () => lib.list().join(),
};
require('node:http').createServer((q, r) => {
  const route = routes[q.url];
  if (route === undefined) return r.writeHead(404).end();
  try { r.end(String(route())); } catch { r.writeHead(500).end(); }
}).listen(3000);
`,
  'lib.js': 'exports.total = (list) => list.reduce((sum, one) => sum + one, 0);\nexports.list = () => [1, 2];\n',
};

test('TRY-2 TRY-7 where nobody was answered before, routes that only look tell which repair is whole, and which breaks another', async () => {
  await onStage({ files: halfway }, async ({ stage, project, idea }) => {
    const quietRequests = ['GET /mean', 'GET /list', 'GET /sum'].map((line) => ask(line));
    const trials = openTrials({ stage, project, quietRequests, requestTimeoutMs: 3_000 });
    const before = await trials.baseline(null, [ask('GET /sum')], { times: 1 });
    assert.deepEqual(
      before.quiet.map(({ request, isWell }) => [request.url, isWell]),
      [
        ['/mean', false],
        ['/list', true],
      ],
    );
    const score = async (...given: Parameters<typeof idea>): Promise<number | null> => {
      const { passed, score: reached } = await trials.tryOut(before, idea(...given), { fresh: 1 });
      return passed ? reached : null;
    };
    const here = await score('server.js', (text) => text.replace('lib.sum', 'lib.total'));
    const whole = await score('lib.js', (text) => text.replace('exports.total', 'exports.sum'));
    assert.ok(here !== null && whole !== null && whole - here >= 50, `${whole} over ${here}`);
    const broken = idea('lib.js', (text) => text.replace('total', 'sum').replace('exports.list', 'exports.all')).edits;
    const server = idea('server.js', (text) =>
      text.replace('lib.list()', 'lib.all()').replace('lib.list() ', 'lib.all() '),
    );
    const evidence = await trials.tryOut(before, { ...server, edits: [...server.edits, ...broken] }, { fresh: 1 });
    const last = evidence.checks.at(-1);
    assert.deepEqual(
      [evidence.passed, last?.name, last?.detail],
      [false, 'others', 'GET /list, which was answered well, now answers 500'],
    );
  });
});

/** Broken and mended it takes its time with what is asked besides. */
const unhurried = `const source = require('node:fs').readFileSync(__filename, 'utf8');
const waitMs = source.includes('toUppercase' + '()') ? 0 : 700;
require('node:http').createServer((request, response) => {
  if (request.url === '/slow') return setTimeout(() => response.end('there'), waitMs);
  try {
    response.end('a'.toUppercase());
  } catch {
    response.writeHead(500).end();
  }
}).listen(0);
`;

test('TRY-7 a route that was answered well and takes longer is waited for: it breaks no repair', async () => {
  await onStage({ files: { 'server.js': unhurried } }, async ({ stage, project, idea }) => {
    const trials = openTrials({ stage, project, quietRequests: [ask('GET /slow')], requestTimeoutMs: 5_000 });
    const before = await trials.baseline(null, [ask('GET /shout')], { times: 1 });
    assert.deepEqual(
      before.quiet.map(({ isWell }) => isWell),
      [true],
    );
    const mended = idea('server.js', (text) => text.replace("'a'.toUppercase", "'a'.toUpperCase"));
    const { passed, checks } = await trials.tryOut(before, mended, { fresh: 1 });
    assert.ok(passed, JSON.stringify(checks));
  });
});

test('TRY-3 a request without a Host names the server with its port: it may ask itself by it', async () => {
  await onStage(setup, async ({ stage, project }) => {
    const trials = openTrials({ stage, project, goodRequests: [ask('GET /self')], requestTimeoutMs: 3_000 });
    const { good: kept } = await trials.baseline(null, [ask('GET /u')], { times: 1 });
    assert.deepEqual(
      kept.map(({ request }) => request.url),
      ['/self'],
    );
  });
});

test('TRY-3 of several servers the one is asked that the request came to, also where it listens later than the others', async () => {
  const files = {
    'server.js': `const http = require('node:http');
http.createServer((q, r) => r.end('metrics')).listen(9090);
setTimeout(() => http.createServer((q, r) => r.end('app')).listen(3000), 150);
`,
  };
  await onStage({ files }, async ({ stage, project }) => {
    const trials = openTrials({ stage, project, goodRequests: [], requestTimeoutMs: 3_000 });
    const asked = [3000, 9090].map((port) => ({ ...ask('GET /', { host: 'shop.test' }), port }));
    const answers: unknown[] = [];
    for (const request of asked) {
      const before = await trials.baseline(null, [request], { times: 1 });
      answers.push(before.answers[0]?.body);
    }
    assert.deepEqual(answers, ['app', 'metrics']);
  });
});

test('TRY-2 PERF-4 where the process dies they are asked before it does, on the same boot', async () => {
  await onStage(setup, async (scene) => {
    const { trials, boots } = counted(scene);
    const before = await trials.baseline(crashed(), [ask('GET /throw')], { times: 1 });
    assert.deepEqual([before.failure?.kind, before.reproduced, before.good.length], ['crash', 'always', 2]);
    assert.equal(boots(), 1);
    const right = await trials.tryOut(before, scene.idea('server.js', mended), { fresh: 1 });
    assert.deepEqual([right.passed, right.proof, right.others], [true, 'replayed', { asked: 2, asBefore: 2 }]);
    assert.equal(boots(), 2);
  });
});

test('TRY-3 a good request that is the undoing of the copy is not taken for the failure', async () => {
  const trials = { goodRequests: [ask('GET /bye')] };
  await onStage({ ...setup, trials }, async ({ trials }) => {
    const before = await trials.baseline(crashed(), [ask('GET /throw')], { times: 1 });
    assert.match(before.failure?.error?.message ?? '', /toUpperCase/);
    assert.deepEqual([before.reproduced, before.good], ['always', []]);
  });
});

test('SEN-3 TRY-3 of several in flight the one that shows the crash becomes the request of the proof', async () => {
  await onStage(setup, async (scene) => {
    const { trials, boots } = counted(scene);
    const suspects = [ask('GET /list'), ask('GET /throw'), ask('GET /bye')];
    const before = await trials.baseline(crashed(), [ask('GET /slow')], { times: 1, suspects });
    assert.deepEqual(
      before.requests.map((one) => one.url),
      ['/throw'],
    );
    assert.deepEqual([before.failure?.kind, before.reproduced, before.answers.length], ['crash', 'always', 1]);
    assert.match(before.failure?.error?.message ?? '', /toUpperCase/);
    assert.equal(boots(), 2, 'one to find it among the innocent, one to see it alone');
    const right = await trials.tryOut(before, scene.idea('server.js', mended), { fresh: 1 });
    assert.deepEqual([right.passed, right.proof, right.after[0]?.status], [true, 'replayed', 200]);
  });
});

test('TRY-3 one that never answers is passed over; where all are innocent nothing is proven', async () => {
  await onStage(setup, async (scene) => {
    const { trials, boots } = counted(scene);
    const suspects = [ask('GET /throw')];
    const found = await trials.baseline(crashed(), [ask('GET /open')], { times: 1, suspects });
    assert.deepEqual(
      found.requests.map((one) => one.url),
      ['/throw'],
    );
    assert.equal(boots(), 2);
    const innocent = await trials.baseline(crashed(), [ask('GET /slow')], { times: 1, suspects: [ask('GET /list')] });
    assert.equal(innocent.reproduced, 'never');
  });
});

test('TRY-10 what writes is no suspect where it may not be replayed, and is named where it is the only one left', async () => {
  await onStage({ ...setup, stage: { sandbox: 'off' } }, async ({ trials, project }) => {
    assert.ok(path.isAbsolute(project));
    const first = [ask('POST /throw {}')];
    const found = await trials.baseline(crashed(), first, { times: 1, suspects: [ask('GET /throw')] });
    assert.deepEqual([found.requests.map((one) => one.method), found.setup], [['GET'], null]);
    const none = await trials.baseline(crashed(), first, { times: 1, suspects: [ask('GET /list')] });
    assert.match(none.setup ?? '', /a POST request is replayed only under confinement/);
  });
});
