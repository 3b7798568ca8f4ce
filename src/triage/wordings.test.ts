/** Real wordings: tiny faulty programs are run by the Node at hand, and what they print and throw is triaged. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import type { Diagnosis, ErrorReport, Named, Signal } from '../incident/nouns.ts';
import { signal } from './signals.test-helper.ts';
import { triage } from './triage.ts';
import { slips, type Case } from './wordings.test-helper.ts';

const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'kintsugi-wordings-')));
after(() => rmSync(root, { recursive: true, force: true }));
const node = process.env['TRIAGE_NODE'] || process.execPath;
const major = Number((process.env['TRIAGE_NODE_VERSION'] ?? process.versions.node).split('.')[0]);

/** What lies around a program, and what it says for itself. */
const surroundings: readonly Case[] = [
  {
    name: 'missing file',
    files: { 'main.js': "require('fs').readFileSync('./config.yaml');" },
    class: 'missing_file',
    file: 'main.js',
    named: { path: './config.yaml', syscall: 'open', code: 'ENOENT' },
  },
  {
    name: 'missing file, stream',
    files: { 'main.js': "require('fs').createReadStream('nope.txt');" },
    class: 'missing_file',
    named: { path: 'nope.txt' },
  },
  {
    name: 'missing file, promise',
    files: { 'main.mjs': "import { readFile } from 'node:fs/promises';\nawait readFile('nope.txt');" },
    class: 'missing_file',
    file: 'main.mjs',
    line: 2,
    named: { path: 'nope.txt' },
  },
  {
    name: 'missing program',
    files: { 'main.js': "require('child_process').spawn('no-such-program');" },
    class: 'missing_file',
    named: { path: 'no-such-program', syscall: 'spawn' },
  },
  {
    name: 'port in use',
    files: {
      'main.js':
        "const net = require('net');\nconst a = net.createServer().listen(0, '127.0.0.1', () => net.createServer().listen(a.address().port, '127.0.0.1'));",
    },
    class: 'port_conflict',
    file: null,
    named: { host: '127.0.0.1', syscall: 'listen', code: 'EADDRINUSE' },
  },
  {
    name: 'bad port',
    files: { 'main.js': "require('http').createServer().listen(Number('x'));" },
    class: 'config',
    file: 'main.js',
  },
  {
    name: 'foreign address',
    files: { 'main.js': "require('http').createServer().listen(0, '192.0.2.1');" },
    class: 'config',
  },
  {
    name: 'connection refused',
    files: { 'main.js': "require('net').connect(1, '127.0.0.1');" },
    class: 'connection',
    personOnly: true,
    named: { host: '127.0.0.1', port: 1, code: 'ECONNREFUSED' },
  },
  {
    name: 'connection refused, both families',
    files: {
      'main.js':
        "require('net').connect({ port: 1, host: 'localhost', lookup: (h, o, cb) => cb(null, [{ address: '127.0.0.1', family: 4 }, { address: '127.0.0.2', family: 4 }]), autoSelectFamily: true });",
    },
    class: 'connection',
    personOnly: true,
  },
  {
    name: 'fetch refused',
    files: {
      'main.mjs':
        "import net from 'node:net';\nconst port = await new Promise((r) => { const s = net.createServer().listen(0, '127.0.0.1', () => { const { port } = s.address(); s.close(() => r(port)); }); });\nawait fetch(`http://127.0.0.1:${port}/`);",
    },
    class: 'connection',
    personOnly: true,
  },
  {
    name: 'refused in a cause',
    files: {
      'main.mjs':
        "import net from 'node:net';\nconst gone = await new Promise((r) => net.connect(1, '127.0.0.1').on('error', r));\nthrow new Error('Cannot load users', { cause: gone });",
    },
    class: 'connection',
    personOnly: true,
    file: 'main.mjs',
    line: 3,
  },
  {
    name: 'unknown host',
    files: {
      'main.js':
        "const e = new Error('getaddrinfo ENOTFOUND db.invalid');\nObject.assign(e, { errno: -3008, code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'db.invalid' });\nprocess.nextTick(() => { throw e; });",
    },
    class: 'dns',
    personOnly: true,
    named: { code: 'ENOTFOUND' },
  },
  {
    name: 'certificate refused',
    files: {
      'main.js': "throw Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });",
    },
    class: 'tls',
    personOnly: true,
  },
  {
    name: 'disk full',
    files: { 'main.js': "require('fs').writeFileSync('/dev/full', 'x');" },
    class: 'disk_full',
    personOnly: true,
  },
  {
    name: 'too many open files',
    files: {
      'main.js':
        "throw Object.assign(new Error(\"EMFILE: too many open files, open 'a'\"), { code: 'EMFILE', syscall: 'open', path: 'a' });",
    },
    class: 'file_descriptors',
  },
  {
    name: 'permission outside the project',
    files: {
      'main.js':
        "throw Object.assign(new Error(\"EACCES: permission denied, open '/etc/shadow'\"), { code: 'EACCES', syscall: 'open', path: '/etc/shadow' });",
    },
    class: 'permission',
    personOnly: true,
    named: { path: '/etc/shadow' },
  },
  {
    name: 'permission inside the project',
    files: {
      'main.js':
        "const path = __dirname + '/data';\nthrow Object.assign(new Error(`EACCES: permission denied, open '${path}'`), { code: 'EACCES', syscall: 'open', path });",
    },
    class: 'permission',
    personOnly: false,
  },
  {
    name: 'heap exhausted',
    files: { 'main.js': 'const a = [];\nfor (;;) a.push(new Array(1e5).fill(1));' },
    class: 'out_of_memory',
    args: ['--max-old-space-size=24'],
    noReport: true,
  },
  {
    name: 'an option that Node does not know',
    files: { 'main.js': '' },
    class: 'config',
    args: ['--no-such-option'],
    personOnly: true,
    noReport: true,
  },
  {
    name: 'an option of V8 with a value that is none',
    files: { 'main.js': '' },
    class: 'config',
    args: ['--max-old-space-size=plenty'],
    personOnly: true,
    noReport: true,
  },
  {
    name: 'an option that may not stand in NODE_OPTIONS',
    files: {
      'main.js':
        "require('child_process').spawnSync(process.execPath, ['-e', ''], { env: { NODE_OPTIONS: '--eval' }, stdio: 'inherit' });",
    },
    class: 'config',
    personOnly: true,
    noReport: true,
  },
  {
    name: 'assertion',
    files: { 'main.js': "require('assert').strictEqual(1, 2);" },
    class: 'assertion',
    file: 'main.js',
  },
  {
    name: 'environment check',
    files: {
      'main.js':
        "if (!process.env.NOPE_API_KEY) throw new Error('Missing required environment variable: NOPE_API_KEY');",
    },
    class: 'env_missing',
    named: { envKey: 'NOPE_API_KEY' },
    personOnly: true,
    file: 'main.js',
  },
  {
    name: 'environment check without an error',
    files: {
      'main.js':
        "console.error('================================\\n Missing environment variables:\\n    DATABASE_URL: undefined (required)\\n================================\\n');\nprocess.exit(1);",
    },
    class: 'env_missing',
    named: { envKey: 'DATABASE_URL' },
    personOnly: true,
    noReport: true,
  },
  {
    name: 'thrown string',
    files: { 'main.js': "function go() {\n  throw 'boom';\n}\ngo();" },
    class: 'unknown',
    file: 'main.js',
    noReport: true,
  },
  { name: 'rejected with a string', files: { 'main.js': "Promise.reject('boom');" }, class: 'unknown', noReport: true },
  {
    name: 'plain error',
    files: { 'main.js': "throw new Error('something odd');" },
    class: 'unknown',
    file: 'main.js',
    line: 1,
  },
  {
    name: 'words alone make no outage',
    files: { 'main.js': "throw new Error('connect ECONNREFUSED 10.0.0.1:80');" },
    class: 'unknown',
    personOnly: false,
  },
  {
    name: 'classList is no TLS error',
    files: { 'main.js': "const el = {};\nel.classList.add('x');" },
    class: 'type',
    personOnly: false,
  },
  {
    name: 'an invalid author id is no auth error',
    files: { 'main.js': "throw new Error('Invalid author id 401: unauthorized author');" },
    class: 'unknown',
    personOnly: false,
  },
  {
    name: 'eval',
    files: { 'main.js': "function build() {\n  return eval('null.x');\n}\nbuild();" },
    class: 'type',
    file: 'main.js',
    line: 2,
  },
  {
    name: 'unhandled error event',
    files: {
      'main.js':
        "const e = new (require('events'))();\nfunction fire() {\n  e.emit('error', new TypeError('bad'));\n}\nfire();",
    },
    class: 'type',
    file: 'main.js',
    line: 3,
  },
  {
    name: 'error with properties and cause',
    files: {
      'main.js':
        "try {\n  null.x;\n} catch (cause) {\n  throw Object.assign(new Error('wrapped', { cause }), { code: 'E_APP', detail: { a: [1, 2] } });\n}",
    },
    class: 'type',
    file: 'main.js',
    line: 4,
    named: { property: 'x' },
  },
  {
    name: 'AggregateError',
    files: {
      'main.mjs':
        "await Promise.any([Promise.reject(Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })), Promise.reject(new Error('b'))]);",
    },
    class: 'connection',
    personOnly: true,
    noReport: true,
  },
  {
    name: 'folder with a space and a bracket',
    files: { 'my (app) dir/main.js': 'function f() {\n  return null.x;\n}\nf();' },
    class: 'type',
    file: 'my (app) dir/main.js',
    line: 2,
  },
  {
    name: 'message of several lines with a false stack',
    files: {
      'main.js':
        "function real() {\n  throw new Error('a\\nTypeError: fake\\n    at fake (' + __dirname + '/evil.js:1:1)');\n}\nreal();",
    },
    class: 'unknown',
    file: 'main.js',
    line: 2,
  },
  {
    name: 'earlier errors were only logged',
    files: { 'main.js': "console.error(new RangeError('logged'));\nfunction die() {\n  return null.x;\n}\ndie();" },
    class: 'type',
    file: 'main.js',
    line: 3,
  },
  {
    name: 'SQLite',
    files: {
      'main.mjs':
        "import { DatabaseSync } from 'node:sqlite';\nconst db = new DatabaseSync(':memory:');\ndb.exec('create table users (email text)');\ndb.prepare('select emial from users');",
    },
    class: 'database',
    file: 'main.mjs',
    line: 4,
    named: { column: 'emial' },
    since: 22,
  },
  {
    name: 'TypeScript that cannot be stripped',
    files: { 'main.mts': 'enum A { B }\nconsole.log(A);' },
    class: 'syntax',
    since: 24,
  },
  {
    name: 'header sent twice',
    files: {
      'main.js':
        "throw Object.assign(new Error('Cannot set headers after they are sent to the client'), { code: 'ERR_HTTP_HEADERS_SENT' });",
    },
    class: 'unknown',
    file: 'main.js',
  },
];

const monitor = `
const say = (e) => !require('util').types.isNativeError(e) ? null : { name: e.name, message: e.message, code: typeof e.code === 'string' ? e.code : null, stack: String(e.stack), cause: say(e.cause) };
process.on('uncaughtExceptionMonitor', (e) => require('fs').writeFileSync(process.env.REPORT, JSON.stringify(say(e))));`;

const hook = path.join(root, 'monitor.cjs');
writeFileSync(hook, monitor);

async function run(each: Case): Promise<{ project: string; stderr: string; report: ErrorReport | null }> {
  const project = path.join(root, each.name.replaceAll(/\W+/g, '-'));
  for (const [file, text] of Object.entries({ ...each.files, 'package.json': '{}' })) {
    mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
    writeFileSync(path.join(project, file), text);
  }
  const entry = Object.keys(each.files)[0] ?? '';
  const reportFile = `${project}.report`;
  const child = spawn(node, ['--require', hook, ...(each.args ?? []), entry], {
    cwd: project,
    env: { PATH: process.env['PATH'], REPORT: reportFile },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
  await new Promise((resolve) => child.on('close', resolve));
  clearTimeout(timer);
  return { project, stderr: stderr.slice(-65_536), report: readReport(reportFile) };
}

function readReport(file: string): ErrorReport | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ErrorReport;
  } catch {
    return null; // no error object reached the end of the process
  }
}

function signalOf(stderr: string, error: ErrorReport | null): Signal {
  return signal({ subject: 'main', kind: 'crash', stderr, error, exit: { code: 1, signal: null }, status: null });
}

function check(each: Case, told: Diagnosis, text: string): void {
  const where = `${each.name}\n${text}\n${JSON.stringify(told, null, 1)}`;
  assert.equal(told.class, each.class, where);
  assert.equal(told.personOnly, each.personOnly ?? false, where);
  assert.equal(told.personOnly, told.action !== null, where);
  if (each.file !== undefined) assert.equal(told.file, each.file, where);
  if (each.line !== undefined) assert.equal(told.line, each.line, where);
  for (const [key, value] of Object.entries(each.named ?? {})) {
    assert.equal(told.named[key as keyof Named], value, `${key}: ${where}`);
  }
  assert.match(told.signature, /^[0-9a-f]{64}$/);
  assert.equal(told.suspicious, false, where);
}

test(
  'TRI-2 TRI-3 TRI-4 every class is read off real stderr and off the reported error',
  { concurrency: 3 },
  async (t) => {
    const possible = [...slips, ...surroundings].filter(({ since }) => since === undefined || major >= since);
    await Promise.all(possible.map((each) => t.test(each.name, () => checkBoth(each))));
  },
);

async function checkBoth(each: Case): Promise<void> {
  const { project, stderr, report } = await run(each);
  const context = { project, subject: 'main' };
  check(each, triage(signalOf(stderr, null), context), stderr);
  if (each.noReport === true) return;
  assert.notEqual(report, null, `no report\n${stderr}`);
  const byReport = triage(signalOf('', report), context);
  const { file: _file, line: _line, ...placeless } = each;
  check(
    { ...(each.headerOnly === true ? placeless : each), named: withoutPrinted(each) },
    byReport,
    report?.stack ?? '',
  );
  const byBoth = triage(signalOf(stderr, report), context);
  check(each, byBoth, `${stderr}\n${report?.stack}`);
  if (each.headerOnly !== true) assert.equal(byBoth.signature, byReport.signature, stderr);
}

/** Properties such as `path` are only printed; a report carries name, message, code and stack. */
function withoutPrinted({ named }: Case): Partial<Named> {
  const { path: _path, syscall: _syscall, host: _host, port: _port, ...rest } = named ?? {};
  return rest;
}
