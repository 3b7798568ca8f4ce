/** Real wordings: tiny faulty programs are run by the Node at hand, and what they print and throw is triaged. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import type { Diagnosis, ErrorReport, FailureClass, Named, Signal } from '../incident/nouns.ts';
import { triage } from './triage.ts';

const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'kintsugi-wordings-')));
after(() => rmSync(root, { recursive: true, force: true }));
const node = process.env['TRIAGE_NODE'] || process.execPath;
const major = Number((process.env['TRIAGE_NODE_VERSION'] ?? process.versions.node).split('.')[0]);

interface Case {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly class: FailureClass;
  readonly file?: string | null;
  readonly line?: number;
  readonly named?: Partial<Named>;
  readonly personOnly?: boolean;
  readonly args?: readonly string[];
  /** First Node version that can show it. */
  readonly since?: number;
  /** A report from inside does not exist (V8 died, or the process ended itself). */
  readonly noReport?: boolean;
  /** Only the header on stderr names the place. */
  readonly headerOnly?: boolean;
}

const cases: readonly Case[] = [
  {
    name: 'a fetch that was given up after its time',
    files: {
      'main.js':
        "const server = require('http').createServer(() => {}).listen(0, '127.0.0.1', async () => {\n  await fetch(`http://127.0.0.1:${server.address().port}`, { signal: AbortSignal.timeout(50) });\n});",
    },
    class: 'timeout',
    noReport: true,
  },
  {
    name: 'an error class of its own for configuration',
    files: {
      'main.js':
        "class ConfigError extends Error {\n  name = 'ConfigError';\n}\nthrow new ConfigError('port is no number');",
    },
    class: 'config',
    file: 'main.js',
    line: 4,
  },
  {
    name: 'package missing, CommonJS',
    files: { 'main.js': "require('expres');" },
    class: 'missing_module',
    file: 'main.js',
    line: 1,
    named: { module: 'expres', importer: 'main.js', code: 'MODULE_NOT_FOUND' },
  },
  {
    name: 'package missing, ESM',
    files: { 'main.mjs': "import x from 'expres';" },
    class: 'missing_module',
    file: 'main.mjs',
    named: { module: 'expres', importer: 'main.mjs', code: 'ERR_MODULE_NOT_FOUND' },
  },
  {
    name: 'relative file missing, CommonJS',
    files: { 'main.js': "require('./a/b.js');", 'a/b.js': "\nrequire('./usres');" },
    class: 'missing_module',
    file: 'a/b.js',
    line: 2,
    named: { module: './usres', importer: 'a/b.js' },
  },
  {
    name: 'relative file missing, ESM',
    files: { 'main.mjs': "import './lib/usres.js';" },
    class: 'missing_module',
    file: 'main.mjs',
    named: { importer: 'main.mjs' },
  },
  {
    name: 'directory import',
    files: { 'main.mjs': "import './lib';", 'lib/index.js': '' },
    class: 'missing_module',
    file: 'main.mjs',
    named: { importer: 'main.mjs' },
  },
  {
    name: 'wrong export name',
    files: { 'main.mjs': "\nimport { x } from './b.mjs';", 'b.mjs': 'export const y = 1;' },
    class: 'import_export',
    file: 'main.mjs',
    line: 2,
    named: { exportName: 'x', module: './b.mjs', importer: 'main.mjs' },
  },
  {
    name: 'wrong named export of CommonJS',
    files: { 'main.mjs': "import { x } from './b.cjs';", 'b.cjs': 'module.exports = function () {}; ' },
    class: 'import_export',
    file: 'main.mjs',
    line: 1,
    named: { exportName: 'x', module: './b.cjs' },
  },
  {
    name: 'undefined identifier',
    files: { 'main.js': 'function go() {\n  return usres.length;\n}\ngo();' },
    class: 'reference',
    file: 'main.js',
    line: 2,
    named: { identifier: 'usres' },
  },
  {
    name: 'use before initialization',
    files: { 'main.js': 'console.log(x);\nlet x = 1;' },
    class: 'reference',
    file: 'main.js',
    line: 1,
    named: { identifier: 'x' },
  },
  {
    name: 'property of undefined',
    files: { 'main.js': 'const user = {};\nconsole.log(user.profile.name);' },
    class: 'type',
    file: 'main.js',
    line: 2,
    named: { property: 'name', nullish: 'undefined' },
  },
  {
    name: 'set property of null',
    files: { 'main.js': 'const user = null;\nuser.name = 1;' },
    class: 'type',
    file: 'main.js',
    line: 2,
    named: { property: 'name', nullish: 'null' },
  },
  {
    name: 'destructuring undefined',
    files: { 'main.js': 'function f(req) {\n  const { id } = req.params;\n}\nf({});' },
    class: 'type',
    file: 'main.js',
    line: 2,
    named: { property: 'id', receiver: 'req.params', nullish: 'undefined' },
  },
  {
    name: 'not a function',
    files: { 'main.js': 'const db = { users: {} };\ndb.users.find();' },
    class: 'type',
    file: 'main.js',
    line: 2,
    named: { receiver: 'db.users', property: 'find' },
  },
  {
    name: 'not a function, bare',
    files: { 'main.js': 'const go = 1;\ngo();' },
    class: 'type',
    named: { identifier: 'go' },
  },
  {
    name: 'not iterable',
    files: { 'main.js': 'const x = 5;\nfor (const y of x) y;' },
    class: 'type',
    named: { identifier: 'x' },
  },
  {
    name: 'not a constructor',
    files: { 'main.js': 'const a = {};\nnew a.Foo();' },
    class: 'type',
    named: { receiver: 'a', property: 'Foo' },
  },
  { name: 'class without new', files: { 'main.js': 'class A {}\nA();' }, class: 'type', named: { identifier: 'A' } },
  { name: 'assignment to constant', files: { 'main.js': 'const a = 1;\na = 2;' }, class: 'type', line: 2 },
  {
    name: 'in a class, async, from an event',
    files: {
      'main.js':
        'class Store {\n  async load() {\n    await null;\n    return this.items.length;\n  }\n}\nnew Store().load();',
    },
    class: 'type',
    file: 'main.js',
    line: 4,
    named: { property: 'length' },
  },
  { name: 'stack overflow', files: { 'main.js': 'function f() {\n  f();\n}\nf();' }, class: 'range', file: 'main.js' },
  { name: 'invalid array length', files: { 'main.js': 'new Array(-1);' }, class: 'range', file: 'main.js' },
  { name: 'missing parenthesis', files: { 'main.js': 'foo(1;\n' }, class: 'syntax', file: 'main.js', line: 1 },
  {
    name: 'unexpected end',
    files: { 'main.js': "require('./b');", 'b.js': 'function f() {\n' },
    class: 'syntax',
    file: 'b.js',
  },
  {
    name: 'syntax error, ESM',
    files: { 'main.mjs': "import './b.mjs';", 'b.mjs': 'export const a = 1;\nconst = 2;' },
    class: 'syntax',
    file: 'b.mjs',
    line: 2,
    headerOnly: true,
  },
  {
    name: 'await in a plain function',
    files: { 'main.js': 'function f() {\n  await null;\n}\nf();' },
    class: 'syntax',
    file: 'main.js',
    line: 2,
  },
  {
    name: 'JSON config broken',
    files: { 'main.js': "require('./config.json');", 'config.json': '{\n  "a": 1,\n}' },
    class: 'config',
    file: 'config.json',
  },
  {
    name: 'own JSON file read at start',
    files: {
      'main.js': "const fs = require('fs');\nJSON.parse(fs.readFileSync(__dirname + '/data.json', 'utf8'));",
      'data.json': '{a:1}',
    },
    class: 'config',
    file: 'main.js',
    line: 2,
  },
  {
    name: 'JSON of a client',
    files: { 'main.js': "setTimeout(function onMessage() {\n  JSON.parse('<!DOCTYPE html>');\n}, 1);" },
    class: 'type',
    file: 'main.js',
    line: 2,
  },
  {
    name: 'package.json broken',
    files: { 'main.mjs': "import 'dep';", 'node_modules/dep/package.json': '{ "name": ' },
    class: 'config',
  },
  {
    name: 'invalid regular expression from input',
    files: { 'main.js': "new RegExp('(');" },
    class: 'type',
    file: 'main.js',
  },
  { name: 'malformed URI', files: { 'main.js': "decodeURIComponent('%');" }, class: 'type', file: 'main.js' },
  {
    name: 'invalid URL',
    files: { 'main.js': "new URL('nope');" },
    class: 'type',
    file: 'main.js',
    named: { code: 'ERR_INVALID_URL' },
  },
  {
    name: 'require in ESM',
    files: { 'main.mjs': "const fs = require('fs');" },
    class: 'module_format',
    file: 'main.mjs',
    line: 1,
  },
  {
    name: '__dirname in ESM',
    files: { 'main.mjs': 'console.log(__dirname);' },
    class: 'module_format',
    file: 'main.mjs',
  },
  {
    name: 'import in CommonJS',
    files: { 'main.cjs': "import fs from 'fs';" },
    class: 'module_format',
    file: 'main.cjs',
    line: 1,
  },
  {
    name: 'export in CommonJS',
    files: { 'main.cjs': 'const a = 1;\nexport { a };' },
    class: 'module_format',
    file: 'main.cjs',
    line: 2,
  },
  {
    name: 'JSON import without attribute',
    files: { 'main.mjs': "import a from './a.json';", 'a.json': '{}' },
    class: 'module_format',
  },
  { name: 'unknown extension', files: { 'main.mjs': "import './a.foo';", 'a.foo': '' }, class: 'module_format' },
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
  return {
    id: '1',
    subject: 'main',
    kind: 'crash',
    at: '2026-01-01T00:00:00Z',
    stderr,
    error,
    exit: { code: 1, signal: null },
    beforeReady: false,
    request: null,
    requestRef: null,
    route: null,
    status: null,
    release: null,
    count: 1,
  };
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
    const possible = cases.filter(({ since }) => since === undefined || major >= since);
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
