/** What a trial cannot do: reach the machine, the network, the owner's files or secrets, or outlive its end. */
import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import test from 'node:test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { namesIn } from '../../src/kit/files.ts';
import { findConfinement } from '../../src/sandbox/confine.ts';
import { placesOf } from '../../src/sandbox/place.ts';
import { openStage } from '../../src/sandbox/rehearse.ts';
import { ask, hookFile, onStage, processesNaming } from '../fixtures/stage.ts';
import { until } from './running.ts';

const server = (
  handler: string,
): string => `const http = require('node:http'), fs = require('node:fs'), cp = require('node:child_process'), net = require('node:net');
http.createServer(async (q, r) => { let out; try { out = await (async () => { ${handler} })(); } catch (e) { out = 'refused: ' + (e.code ?? e.message); } r.end(String(out)); }).listen(3000);
`;

test('TRY-4 bubblewrap is there and works (CI must have it)', async () => {
  const found = await findConfinement();
  if (process.env['CI'] === 'true') assert.equal(found.kind, 'bubblewrap');
  assert.deepEqual(await findConfinement('off'), { kind: 'none', why: 'switched off by the setting `sandbox`' });
  assert.equal((await findConfinement('auto', '/nowhere')).kind, 'none');
});

/** Each is tried inside; `ok` says what may come of it (what is written beside the project lands in scratch memory). HOST is a loopback port of the machine, OUT a folder outside. */
const escapes: readonly [name: string, code: string, ok: RegExp][] = [
  ['writes outside the project', "fs.writeFileSync('OUT/written', 'x'); return 'done'", /refused|done/],
  ['writes to the system', "fs.writeFileSync('/usr/bin/evil', 'x'); return 'done'", /refused: EROFS/],
  ['writes to the root', "fs.writeFileSync('/evil', 'x'); return 'done'", /refused: EROFS/],
  ['lists homes', "return fs.readdirSync('/root').join() + fs.readdirSync('/home').join()", /refused: ENOENT/],
  ['reads a file outside', "return fs.readFileSync('OUT/secret.txt', 'utf8')", /refused: ENOENT/],
  ['reads the passwords', "return fs.readFileSync('/etc/shadow', 'utf8')", /refused: ENOENT/],
  [
    'reads through a link it makes',
    "fs.symlinkSync('OUT/secret.txt', 'l'); return fs.readFileSync('l', 'utf8')",
    /refused: ENOENT/,
  ],
  ['hard-links a file of the machine', "fs.linkSync('/etc/hosts', 'h'); return 'done'", /refused/],
  [
    'connects to the machine',
    "return await new Promise((y) => net.connect(HOST, '127.0.0.1').on('connect', () => y('connected')).on('error', (e) => y('refused: ' + e.code)))",
    /refused: ECONNREFUSED/,
  ],
  [
    'connects to the world',
    "return await new Promise((y) => net.connect(80, '1.1.1.1').on('connect', () => y('connected')).on('error', (e) => y('refused: ' + e.code)))",
    /refused: ENETUNREACH/,
  ],
  [
    'asks a name server',
    "return (await require('node:dns').promises.lookup('example.com')).address",
    /refused: EAI_AGAIN/,
  ],
  [
    'sends a datagram',
    "return await new Promise((y) => { const s = require('node:dgram').createSocket('udp4'); s.send('x', 53, '1.1.1.1', (e) => { s.close(); y(e ? 'refused: ' + e.code : 'sent'); }); })",
    /refused/,
  ],
  [
    'finds abstract sockets',
    "return fs.readFileSync('/proc/net/unix', 'utf8').split('\\n').filter((l) => l.includes('@')).join() || 'refused'",
    /^refused$/,
  ],
  [
    'sees other processes',
    "return fs.readdirSync('/proc').filter((n) => /^\\d+$/.test(n)).length < 10 ? 'refused' : 'sees'",
    /^refused$/,
  ],
  [
    'kills its parent',
    "process.kill(process.ppid, 0); return fs.readFileSync('/proc/' + process.ppid + '/cmdline', 'utf8').includes('bwrap') ? 'refused' : 'sees'",
    /^refused$/,
  ],
  [
    'has capabilities',
    "return fs.readFileSync('/proc/self/status', 'utf8').match(/Cap(Eff|Prm|Bnd):\\s+(\\w+)/g).join()",
    /^(Cap\w+:\s+0+,?){3}$/,
  ],
  [
    'mounts',
    "return cp.spawnSync('mount', ['-o', 'remount,rw,bind', '/usr']).status === 0 ? 'mounted' : 'refused'",
    /refused/,
  ],
  [
    'makes a user namespace',
    "return cp.spawnSync('unshare', ['-U', 'true']).status === 0 ? 'made' : 'refused'",
    /refused/,
  ],
  ['writes to node_modules', "fs.writeFileSync('node_modules/dep/index.js', 'x'); return 'done'", /refused: EROFS/],
  ['leaves its folder by dots', "fs.writeFileSync('../../x', 'y'); return 'done'", /refused|done/],
  ['sees version control', "return fs.readdirSync('.git').join()", /refused: ENOENT/],
  ['sees the vault', "return fs.readdirSync('.kintsugi').join()", /refused: ENOENT/],
  [
    'sees the secret in its environment',
    "return Object.values(process.env).join().includes('s3cret') ? 'sees' : 'refused'",
    /^refused$/,
  ],
  [
    'sees the secret in its command line',
    "return fs.readdirSync('/proc').filter((n) => /^\\d+$/.test(n)).map((n) => fs.readFileSync('/proc/' + n + '/environ', 'latin1') + fs.readFileSync('/proc/' + n + '/cmdline', 'latin1')).join().includes('s3cret') ? 'sees' : 'refused'",
    /^refused$/,
  ],
  [
    'types into the terminal',
    "try { return fs.readFileSync('/dev/tty') && 'has'; } catch { return 'refused'; }",
    /refused/,
  ],
  [
    'fills the scratch folder',
    "fs.writeFileSync('/tmp/big', Buffer.alloc(300 * 1024 * 1024)); return 'filled'",
    /refused: ENOSPC/,
  ],
];

test(`TRY-4 ${escapes.length} ways out lead nowhere`, async () => {
  let connected = 0;
  const host = net.createServer((socket) => {
    connected += 1;
    socket.destroy();
  });
  await once(host.listen(0, '127.0.0.1'), 'listening');
  const { port } = host.address() as net.AddressInfo;
  const branches = escapes.map(
    ([, code], index) =>
      `if (q.url === '/${index}') { ${code.replaceAll('HOST', String(port)).replaceAll('OUT', '__dirname/..').replaceAll("'__dirname/..", "__dirname + '/..")} }`,
  );
  const files = { 'server.js': server(branches.join('\n')), '.env': 'API_TOKEN=s3cret-token-of-the-owner\n' };
  try {
    await onStage({ files, env: { DB_PASSWORD: 's3cret-password' } }, async ({ project, folder, trials }) => {
      writeFileSync(path.join(folder, 'secret.txt'), 'top');
      await trials.close();
      for (const name of ['.git', '.kintsugi', 'node_modules/dep'])
        mkdirSync(path.join(project, name), { recursive: true });
      writeFileSync(path.join(project, 'node_modules/dep/index.js'), 'live');
      await tryAll(project, folder);
    });
    assert.equal(connected, 0);
  } finally {
    host.close();
  }
});

async function tryAll(project: string, folder: string): Promise<void> {
  const stage = await openStage({
    launch: { subject: 'test', project, cwd: project, argv: ['node', 'server.js'], entry: 'server.js' },
    env: { PATH: process.env['PATH'], DB_PASSWORD: 's3cret-password' },
    ...{ hookFile, nodePath: process.execPath, trialsDir: path.join(folder, 'trials'), sandbox: 'require' },
  });
  try {
    const copy = await stage.copy([]);
    assert.ok(typeof copy !== 'string');
    const booted = await copy.boot({ needsListen: true });
    assert.equal(booted.ready, true, booted.printed('stderr'));
    for (const [index, [name, , ok]] of escapes.entries()) {
      const answer = await booted.request(ask(`GET /${index}`), 5_000);
      assert.match(answer.body ?? `no answer (${answer.error})`, ok, name);
    }
    await copy.release();
    assert.deepEqual(
      [path.join(folder, 'written'), path.join(folder, '../x'), '/evil', '/usr/bin/evil'].filter(existsSync),
      [],
    );
    assert.equal(readFileSync(path.join(project, 'node_modules/dep/index.js'), 'utf8'), 'live');
  } finally {
    await stage.close();
  }
}

test('TRY-1 a project in the closed home of another user', async () => {
  const files = {
    'server.js': `const dep = require('dep');\n${server('return dep')}`,
    'node_modules/dep/index.js': "module.exports = 'from dep';",
  };
  await onStage({ files }, async ({ folder, project, trials }) => {
    await trials.close();
    const closed = path.join(folder, 'home');
    mkdirSync(closed);
    renameSync(project, path.join(closed, 'app'));
    chmodSync(closed, 0o700);
    if (process.getuid?.() === 0) chownSync(closed, 12345, 12345);
    const launch = {
      subject: 'test',
      project: path.join(closed, 'app'),
      cwd: path.join(closed, 'app'),
      argv: ['node', 'server.js'],
      entry: 'server.js',
    };
    const stage = await openStage({
      launch,
      env: { PATH: process.env['PATH'] },
      ...{ hookFile, nodePath: process.execPath, trialsDir: path.join(folder, 'trials'), sandbox: 'auto' },
    });
    const copy = await stage.copy([]);
    assert.ok(typeof copy !== 'string');
    const booted = await copy.boot({ needsListen: true });
    assert.equal((await booted.request(ask('GET /'), 2_000)).body, 'from dep', booted.printed('stderr'));
    await stage.close();
  });
});

test('TRY-1 what Node is told to load first from outside the project is there in the copy, with its packages and nothing else', async () => {
  const see = "return [globalThis.one, globalThis.two, fs.existsSync('../agent/secret.txt')].join()";
  await onStage({ files: { 'server.js': server(see) } }, async ({ folder, project, trials }) => {
    await trials.close();
    const agent = path.join(folder, 'agent');
    const files = {
      'my start.cjs': "globalThis.one = require('helper');",
      'start.mjs': "import two from 'helper'; globalThis.two = two;",
      'node_modules/helper/index.js': "module.exports = 'helped';",
      'secret.txt': '',
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(agent, name)), { recursive: true });
      writeFileSync(path.join(agent, name), text);
    }
    const argv = ['node', '--import', pathToFileURL(path.join(agent, 'start.mjs')).href, 'server.js'];
    const NODE_OPTIONS = `--no-warnings --require="${path.join(agent, 'my start.cjs')}"`;
    const stage = await openStage({
      launch: { subject: 'test', project, cwd: project, argv, entry: 'server.js' },
      env: { PATH: process.env['PATH'], NODE_OPTIONS },
      ...{ hookFile, nodePath: process.execPath, trialsDir: path.join(folder, 'trials'), sandbox: 'auto' },
    });
    const copy = await stage.copy([]);
    assert.ok(typeof copy !== 'string');
    const booted = await copy.boot({ needsListen: true });
    const { body } = await booted.request(ask('GET /'), 2_000);
    assert.equal(body, 'helped,helped,false', booted.printed('stderr'));
    await stage.close();
  });
});

test('TRY-1 links that lead out of the project reach nothing in the live tree', async () => {
  const handler =
    "if (q.url === '/w') fs.appendFileSync('shared/data.txt', 'more'); if (q.url === '/c') fs.appendFileSync('config.json', 'more'); return fs.readFileSync('shared/data.txt', 'utf8') + fs.readFileSync('config.json', 'utf8')";
  await onStage({ files: { 'server.js': server(handler) } }, async ({ folder, project, trials }) => {
    await trials.close();
    mkdirSync(path.join(folder, 'shared'));
    writeFileSync(path.join(folder, 'shared/data.txt'), 'data');
    writeFileSync(path.join(folder, 'config.json'), '{}');
    symlinkSync('../shared', path.join(project, 'shared'));
    symlinkSync('../config.json', path.join(project, 'config.json'));
    symlinkSync('/etc', path.join(project, 'etc'));
    const stage = await openStage({
      launch: { subject: 'test', project, cwd: project, argv: ['node', 'server.js'], entry: 'server.js' },
      env: { PATH: process.env['PATH'] },
      ...{ hookFile, nodePath: process.execPath, trialsDir: path.join(folder, 'trials'), sandbox: 'auto' },
    });
    const copy = await stage.copy([]);
    assert.ok(typeof copy !== 'string');
    const booted = await copy.boot({ needsListen: true });
    assert.equal((await booted.request(ask('GET /'), 2_000)).body, 'data{}');
    assert.match((await booted.request(ask('GET /w'), 2_000)).body ?? '', /refused: EROFS/);
    assert.equal((await booted.request(ask('GET /c'), 2_000)).body, 'data{}more');
    await stage.close();
    assert.deepEqual([readFileSync(path.join(folder, 'config.json'), 'utf8'), stage.missing], ['{}', ['etc']]);
  });
});

for (const sandbox of ['auto', 'off'] as const) {
  test(`TRY-4 nothing is left running, whatever it started (${sandbox === 'auto' ? 'confined' : 'unconfined'})`, async () => {
    const handler =
      "cp.spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'left-MARK'], { detached: true, stdio: 'ignore' }).unref(); cp.spawn('setsid', ['sh', '-c', 'sleep 300; echo left-MARK'], { detached: true, stdio: 'ignore' }).unref(); process.on('SIGTERM', () => {}); return 'started'";
    const mark = `m${process.pid}${Date.now()}`;
    await onStage(
      { files: { 'server.js': server(handler.replaceAll('MARK', mark)) }, stage: { sandbox } },
      async ({ stage }) => {
        const copy = await stage.copy([]);
        assert.ok(typeof copy !== 'string');
        const booted = await copy.boot({ needsListen: true });
        assert.equal((await booted.request(ask('GET /'), 2_000)).body, 'started');
        await until(() => processesNaming(mark).length >= 2); // they call themselves so once they run
        await booted.stop();
        assert.deepEqual(processesNaming(mark), []);
      },
    );
  });
}

for (const sandbox of ['auto', 'off'] as const)
  test(`TRY-4 REL-1 SIGKILL of the one who tries ends the trial, too, and the next stage clears what it left (sandbox ${sandbox})`, async () => {
    await onStage({ files: { 'server.js': server("return 'ok'") } }, async ({ folder, project }) => {
      const script = `
      import { openStage } from ${JSON.stringify(new URL('../../build/sandbox/rehearse.js', import.meta.url).href)};
      const stage = await openStage({ launch: { subject: 't', project: ${JSON.stringify(project)}, cwd: ${JSON.stringify(project)}, argv: ['node', 'server.js'], entry: 'server.js' },
        env: { PATH: process.env.PATH }, hookFile: ${JSON.stringify(hookFile)}, nodePath: process.execPath, trialsDir: ${JSON.stringify(path.join(folder, 'trials'))}, sandbox: '${sandbox}' });
      const copy = await stage.copy([]);
      const booted = await copy.boot({ needsListen: true });
      console.log('ready', booted.ready);
      setInterval(() => {}, 1000);`;
      const file = path.join(folder, 'owner.mjs');
      writeFileSync(file, script);
      const owner = spawn(process.execPath, [file], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const trialsDir = path.join(folder, 'trials');
      const left = (): string[] =>
        placesOf(trialsDir).flatMap((place) => namesIn(place).filter((name) => name.includes(`-${owner.pid}-`)));
      try {
        const [line] = (await once(owner.stdout, 'data')) as [Buffer];
        assert.match(String(line), /ready true/);
        assert.ok(processesNaming(folder).some((command) => command.includes('server.js')));
        assert.ok(left().length > 0); // not later: any stage that opens clears what a dead one left in memory
      } finally {
        owner.kill('SIGKILL');
        await once(owner, 'exit');
      }
      for (let round = 0; round < 100 && processesNaming(folder).length > 0; round += 1)
        await new Promise((resolve) => setTimeout(resolve, 20));
      assert.deepEqual(processesNaming(folder), []);
      const launch = { subject: 't', project, cwd: project, argv: ['node', 'server.js'], entry: 'server.js' };
      const next = await openStage({
        launch,
        env: {},
        hookFile,
        nodePath: process.execPath,
        trialsDir,
        sandbox: 'auto',
      });
      assert.deepEqual(left(), []);
      await next.close();
    });
  });

test('TRY-4 a server with a request in flight to a loopback listener of its own host gets none of the machine’s', async () => {
  const host = http.createServer((_, response) => response.end('HOST'));
  await once(host.listen(0, '127.0.0.1'), 'listening');
  const { port } = host.address() as net.AddressInfo;
  const handler = `if (q.url === '/self') return await (await fetch('http://localhost:3000/')).text(); if (q.url === '/host') return await (await fetch('http://127.0.0.1:${port}/')).text(); return 'own'`;
  await onStage({ files: { 'server.js': server(handler) } }, async ({ stage }) => {
    const copy = await stage.copy([]);
    assert.ok(typeof copy !== 'string');
    const booted = await copy.boot({ needsListen: true });
    assert.equal((await booted.request(ask('GET /self'), 2_000)).body, 'own');
    assert.match((await booted.request(ask('GET /host'), 2_000)).body ?? '', /refused/);
  });
  host.close();
});
