/** `kintsugi heal` and the decisions after it, as a script meets them: one object, exit codes, an untouched tree. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as after } from 'node:timers/promises';
import { namesIn } from '../../src/kit/files.ts';
import { statePaths } from '../../src/kit/paths.ts';
import { isUsageError, jsonOf, placeOf, program } from './place.ts';

interface Heal {
  readonly id: number | null;
  readonly status: string | null;
  readonly class: string | null;
  readonly outcome: string;
  readonly action: { why: string; command: string | null } | null;
  readonly repair: { kind: string; proof: string; files: string[]; diff: string } | null;
  readonly requests: { request: string; before: Answer; after: Answer | null }[];
  readonly bootMs: number | null;
  readonly tokens: number;
}
interface Answer {
  readonly status: number | null;
  readonly error: string | null;
  readonly ms: number;
}

const keys =
  'action bootMs class costUsd durationMs file firstSeen id lastSeen line message occurrences outcome personOnly ref release repair requests resolvedAt route signature status subject suspicious tokens';

/** How long after the last answer an exit still counts does not matter here. */
const quick = { KINTSUGI_HEAL_SETTLE_MS: '200' };

const healthy = `require('node:http').createServer((request, response) => response.end('ok')).listen(0);\n`;
const silent = `require('node:http').createServer(() => {}).listen(0);\n`;
const broken = `const users = { a: { name: 'Ada' } };
require('node:http')
  .createServer((request, response) => {
    const user = usres[request.url.slice(1)];
    response.end(user ? user.name : 'nobody');
  })
  .listen(0);
`;

test('CLI-5 CLI-6 where nothing fails: 0 when nothing was claimed, 1 when the failure described did not show', async (t) => {
  const { run, project } = placeOf(t, { 'server.js': healthy });
  const plain = jsonOf<Heal>(await run('heal server.js --json', { env: quick }));
  assert.equal(Object.keys(plain).sort().join(' '), keys);
  assert.deepEqual([plain.outcome, plain.id, plain.repair, plain.requests], ['no_failure', null, null, []]);
  assert.ok((plain.bootMs ?? 0) > 0);
  const described = jsonOf<Heal>(await run(['heal', '--json', 'server.js', '--request', 'GET /'], { env: quick }), 1);
  assert.equal(described.outcome, 'no_failure');
  assert.deepEqual([described.requests[0]?.before.status, described.requests[0]?.request], [200, 'GET /']);
  assert.equal(readFileSync(path.join(project, 'server.js'), 'utf8'), healthy);
});

test('CLI-5 TRI-4 a port that another program holds is free in a copy: a person is told who has it here', async (t) => {
  const stranger = createServer();
  await once(stranger.listen(0, '127.0.0.1'), 'listening');
  t.after(() => stranger.close());
  const { port } = stranger.address() as AddressInfo;
  // Its callback is handed what went wrong, as Express 5 does it, and does not look.
  const careless = `const server = require('node:http').createServer((request, response) => response.end('ok'));
const said = () => console.log('listening');
server.once('error', said).listen(${port}, '127.0.0.1', said);\n`;
  const { run } = placeOf(t, { 'server.js': careless });
  const why = new RegExp(`port ${port} is held by pid ${process.pid} .*: what is started now may not get it$`);
  const plain = jsonOf<Heal>(await run('heal server.js --json', { env: quick }), 10);
  assert.equal(plain.outcome, 'asked');
  assert.match(plain.action?.why ?? '', why);
  const described = await run(['heal', '--json', 'server.js', '--request', 'GET /'], { env: quick });
  assert.equal(jsonOf<Heal>(described, 1).outcome, 'no_failure');
  assert.match(described.stderr.trim(), why);
});

test('CLI-6 TRI-4 the lock of somebody else that is told shows in no copy: a person is told what it is', async (t) => {
  const told = "SqliteError: database is locked\n    at enqueue (/srv/q/server.js:2:3) {\n  code: 'SQLITE_BUSY'\n}\n";
  const { run, project } = placeOf(t, { 'server.js': healthy, 'told.log': told });
  const asked = await run('heal server.js --json --stderr told.log', { env: quick });
  assert.equal(jsonOf<Heal>(asked, 10).outcome, 'asked');
  assert.match(asked.stdout, /the database was locked \(SQLITE_BUSY\): another process/);
  assert.equal(readFileSync(path.join(project, 'server.js'), 'utf8'), healthy);
});

test('CLI-5 where a secret lies before the failure that is described it does not show, and why is said', async (t) => {
  const guarded = `require('node:http').createServer((request, response) => {
  const isKnown = request.url.endsWith(process.env.API_TOKEN);
  response.writeHead(isKnown ? 500 : 401).end();
}).listen(0);\n`;
  const { run } = placeOf(t, { 'server.js': guarded });
  const env = { ...quick, API_TOKEN: 'k-7431' };
  const args = ['heal', '--json', 'server.js', '--request', 'GET /jobs?for=k-7431'];
  const seen = await run(args, { env });
  assert.equal(jsonOf<Heal>(seen, 1).outcome, 'no_failure');
  assert.match(seen.stderr, /did not show: GET \/jobs is answered 401, and a copy gets no secrets/);
});

test('CLI-5 REP-1 a value of .env that an own check refuses is told with its line, whatever else the environment holds', async (t) => {
  const checks =
    "if (!/^[0-9]+$/.test(process.env.APP_PORT)) throw new Error('APP_PORT must be a number');\nrequire('node:http').createServer().listen(0);\n";
  const { run } = placeOf(t, { 'server.js': checks, '.env': 'APP_PORT=80x\n' });
  const env = { 'X_(': '1', ...quick, APP_PORT: '80x' };
  const healed = jsonOf<Heal>(await run('heal server.js --json', { env }), 10);
  assert.equal(healed.outcome, 'asked');
  assert.match(healed.action?.why ?? '', /APP_PORT .*\.env:1/);
});

test('CLI-5 CLI-8 a proven repair waits for approve, which promotes it once', async (t) => {
  const { run, project } = placeOf(t, { 'server.js': broken, 'ask.json': '{"path": "/a"}' });
  const live = (): string => readFileSync(path.join(project, 'server.js'), 'utf8');
  const result = await run('heal server.js --json --request @ask.json');
  const healed = jsonOf<Heal>(result, 10);
  assert.equal(Object.keys(healed).sort().join(' '), keys);
  assert.deepEqual(
    [healed.outcome, healed.status, healed.class, healed.tokens],
    ['proposed', 'awaiting_human', 'reference', 0],
  );
  assert.deepEqual(
    [healed.repair?.kind, healed.repair?.proof, healed.repair?.files],
    ['cause', 'replayed', ['server.js']],
  );
  assert.deepEqual([healed.requests[0]?.before.error, healed.requests[0]?.after?.status], ['exit', 200]);
  assert.equal(healed.action?.command, `kintsugi approve ${healed.id}`, 'CLI-4');
  assert.match(result.stderr, /^kintsugi: proposed: /);
  assert.equal(live(), broken, 'nothing is live before a person said so');

  const approved = await run(['approve', String(healed.id), '--by', 'Ada']);
  assert.equal(approved.code, 0, approved.stderr);
  assert.match(live(), /const user = users\[/);
  const again = await run(`approve ${healed.id}`);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /^kintsugi: [^\n]+\n$/);
  const [incident] = jsonOf<{ status: string }[]>(await run('incidents --json'));
  assert.equal(incident?.status, 'resolved');
});

test('CLI-6 CLI-12 of two heals at once one repairs, and the other finds that nothing is left to do', async (t) => {
  const { run, project, env, incidents } = placeOf(t, { 'server.js': broken });
  const one = (): ReturnType<typeof run> =>
    run(['heal', 'server.js', '--json', '--apply', '--request', 'GET /a'], { env: quick });
  const both = await Promise.all([one(), one()]);
  const outcomes = both.map((result) => jsonOf<Heal>(result).outcome);
  assert.deepEqual(outcomes.sort(), ['healed', 'no_failure']);
  assert.match(both.map(({ stderr }) => stderr).join(''), /another command of this project is at work/);
  assert.deepEqual(
    incidents().map(({ status }) => status),
    ['resolved'],
  );
  assert.deepEqual(namesIn(statePaths(project, env).inbox), [], 'nothing is left for a supervisor to take up');
});

/** Loaded before the program: sends it a SIGINT as soon as its first module has run. */
const atOnce = `process.stdout.on('newListener', (name) => name === 'error' && setImmediate(() => process.kill(process.pid, 'SIGINT')))`;

for (const moment of ['at its start', 'while it works'] as const) {
  test(`CLI-1 CLI-5 a heal cancelled ${moment} prints its object and ends with 11, with the tree as it was`, async (t) => {
    const { project, env } = placeOf(t, { 'server.js': silent });
    const preload = moment === 'at its start' ? ['--import', `data:text/javascript,${encodeURIComponent(atOnce)}`] : [];
    const words = ['heal', 'server.js', '--json', '--request', 'GET /', '--request-timeout', '20'];
    const child = spawn(process.execPath, [...preload, program, ...words], { cwd: project, env });
    const ended = once(child, 'close');
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    if (moment === 'while it works') {
      while (child.exitCode === null && !hasChild(child.pid!)) await after(20);
      child.kill('SIGINT');
      await after(20);
      child.kill('SIGINT'); // npm passes on what the terminal gave to both
    }
    const [code] = await ended;
    const result = JSON.parse(text) as Heal;
    assert.deepEqual([code, result.outcome], [11, 'failed']);
    assert.equal(readFileSync(path.join(project, 'server.js'), 'utf8'), silent);
  });
}

/** A copy of the server, or what prepares it, has been started. */
function hasChild(pid: number): boolean {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim() !== '';
}

test('CLI-1 what cannot be asked is a usage error before anything is started', async (t) => {
  const { run, project } = placeOf(t, { 'server.js': healthy });
  isUsageError(await run(['heal', 'server.js', '--request', 'users']), /METHOD \/path/);
  isUsageError(await run('heal server.js --request @gone.json'), /gone\.json/);
  isUsageError(await run(['heal', 'server.js', '--request', 'GET /', '-H', 'nothing']), /--header|Name: value/);
  isUsageError(await run(['heal', 'server.js', '-H', 'no name: x']), /Name: value/);
  isUsageError(await run(['heal', 'server.js', '-H', 'x: a\u0001b']), /Name: value/);
  isUsageError(await run('heal gone.js --json'), /gone\.js/);
  writeFileSync(path.join(project, 'kintsugi.config.json'), '{"autonomy": "all"}');
  isUsageError(await run('heal server.js --json'), /"all"/);
});

test('POL-6 CLI-5 while all is paused `heal` says so and tries nothing; after `resume` it goes on', async (t) => {
  const { run } = placeOf(t, { 'server.js': broken });
  await run('pause');
  const heal = 'heal server.js --json --request'.split(' ').concat('GET /a');
  const held = jsonOf<Heal>(await run(heal, { env: quick }), 10);
  assert.deepEqual([held.outcome, held.action?.command, held.repair], ['asked', 'kintsugi resume', null]);
  await run('resume');
  assert.equal(jsonOf<Heal>(await run(heal, { env: quick }), 10).outcome, 'proposed');
});

test('TRI-6 who asks for a repair is not made to wait for those that were begun before', async (t) => {
  const settings = JSON.stringify({ limits: { repairs: 1 } });
  const { run, project } = placeOf(t, { 'server.js': broken, 'kintsugi.config.json': settings });
  const heal = 'heal server.js --json --request'.split(' ').concat('GET /a');
  assert.equal(jsonOf<Heal>(await run(heal, { env: quick }), 10).outcome, 'proposed');
  writeFileSync(
    path.join(project, 'server.js'),
    broken.replace('user.name', 'user.name.toUpperCas()').replace('usres', 'users'),
  );
  const second = jsonOf<Heal>(await run(heal, { env: quick }), 10);
  assert.deepEqual([second.outcome, second.id], ['proposed', 2]);
});
