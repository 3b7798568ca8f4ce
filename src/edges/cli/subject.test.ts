/** From a word to what is started; each Launch is really run where that can tell more than its fields. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Launch } from '../../incident/nouns.ts';
import { Fault } from '../../kit/errors.ts';
import { exec } from '../../kit/exec.ts';
import { typescriptFlags } from '../../kit/typescript.ts';
import { resolveSubject, type SubjectRequest } from './subject.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const place = realpathSync(mkdtempSync(path.join(tmpdir(), 'kintsugi-subject-')));
after(() => rmSync(place, { recursive: true, force: true }));

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
    writeFileSync(path.join(place, name), text);
  }
}

write({
  'app/package.json': '{"type":"module","main":"src/server.js"}',
  'app/src/server.js': 'console.log("esm", ...process.argv.slice(2))',
  'app/src/old.cjs': 'console.log("cjs", require("node:path").basename(__filename))',
  'app/src/typed.ts': 'const text: string = "typed"; console.log(text)',
  'app/data.json': '{}',
  'app/view.tsx': '',
  'bare/package.json': '{}',
  'bare/index.js': 'console.log("bare")',
  'bare/bin/www': '#!/usr/bin/env node\nconsole.log("www")',
  'bare/tool': '#!/bin/sh\necho tool "$@"\n',
  'bare/typed.mts': 'console.log("x" satisfies string)',
  'bare/sub/empty.txt': '',
});
chmodSync(path.join(place, 'bare/tool'), 0o755);
mkdirSync(path.join(place, 'app/node_modules/.bin'), { recursive: true });
symlinkSync(path.join(place, 'bare/tool'), path.join(place, 'app/node_modules/.bin/tool'));
symlinkSync(path.join(root, 'node_modules/tsx'), path.join(place, 'app/node_modules/tsx'));

function resolve(entry: string | null, more: Partial<SubjectRequest> = {}): Launch {
  const cwd = more.cwd ?? place;
  return resolveSubject({ entry, rest: [], name: null, env: { PATH: process.env['PATH'] }, ...more, cwd });
}

async function output(launch: Launch): Promise<string> {
  const [program = '', ...args] = launch.argv;
  const { stdout, stderr } = await exec([program, ...args], { cwd: launch.cwd });
  return (stdout || stderr).trim();
}

test('CLI entries: ESM, CommonJS, TypeScript, a folder, a word without its extension, a link', async () => {
  symlinkSync(path.join(place, 'app/src/server.js'), path.join(place, 'link.js'));
  const cases: [string, string, string, string[]][] = [
    ['app/src/server.js', 'src/server.js', 'esm a --b', ['a', '--b']],
    [path.join(place, 'app/src/server.js'), 'src/server.js', 'esm', []],
    ['app/src/old.cjs', 'src/old.cjs', 'cjs old.cjs', []],
    ['app/src/typed.ts', 'src/typed.ts', 'typed', []],
    ['app', 'src/server.js', 'esm', []],
    ['app/src/server', 'src/server.js', 'esm', []],
    ['link.js', 'src/server.js', 'esm', []],
    ['bare', 'index.js', 'bare', []],
    ['bare/bin/www', 'bin/www', 'www', []],
  ];
  for (const [word, entry, printed, rest] of cases) {
    const launch = resolve(word, { rest });
    assert.equal(launch.entry, entry, word);
    assert.equal(launch.subject, entry, word);
    assert.equal(launch.cwd, place);
    assert.equal(launch.project, path.join(place, word.startsWith('bare') ? 'bare' : 'app'), word);
    assert.equal(await output(launch), printed, word);
  }
});

test('CLI an entry is found below a package.json that is damaged, so that this can be told', () => {
  write({ 'torn/package.json': '{ "name": "x",\n<<<<<<< HEAD\n', 'torn/src/typed.ts': '', 'torn/src/index.js': '' });
  mkdirSync(path.join(place, 'torn/node_modules'), { recursive: true });
  symlinkSync(path.join(root, 'node_modules/tsx'), path.join(place, 'torn/node_modules/tsx'));
  assert.deepEqual(
    ['torn/src/typed.ts', 'torn/src/typed', 'torn/src'].map((word) => resolve(word).entry),
    ['src/typed.ts', 'src/typed.ts', 'src/index.js'],
  );
});

test('the entry is sought from --cwd, and the project is that of the entry wherever the caller stands', () => {
  const launch = resolve('../../app/src/server.js', { cwd: path.join(place, 'bare/sub'), name: 'api' });
  assert.deepEqual([launch.subject, launch.entry, launch.project], ['api', 'src/server.js', path.join(place, 'app')]);
});

test('the command form: PATH, node_modules/.bin above the folder, a path, node itself', async () => {
  const cwd = path.join(place, 'app/src');
  const launch = resolve(null, { rest: ['tool', '-x', 'y'], cwd });
  assert.deepEqual([launch.entry, launch.subject, launch.project], [null, 'tool -x y', path.join(place, 'app')]);
  assert.equal(await output(launch), 'tool -x y');
  assert.equal(await output(resolve(null, { rest: ['node', '-p', '1+1'] })), '2');
  assert.equal(resolve(null, { rest: ['node', '-v'], env: {} }).argv[0], process.execPath);
  assert.equal(await output(resolve(null, { rest: ['./tool', 'z'], cwd: path.join(place, 'bare') })), 'tool z');
});

test('SUP-9 where our own Node was cleared away by an upgrade, the one in PATH starts the server', (t) => {
  const { execPath } = process;
  t.after(() => (process.execPath = execPath));
  process.execPath = path.join(place, 'old/bin/node');
  const env = { PATH: `${place}:${path.join(place, 'new')}` };
  write({ 'new/node': '' });
  assert.equal(resolve('bare/index.js', { env }).argv[0], path.join(place, 'new/node'));
  assert.equal(resolve('bare/index.js', { env: {} }).argv[0], process.execPath);
});

test('CLI what cannot be started ends with 2 and one line that says what to do', () => {
  const cases: [string | null, Partial<SubjectRequest>, RegExp][] = [
    ['gone.js', {}, /no file gone\.js/],
    ['', {}, /no file/],
    ['bare/sub', {}, /no entry file/],
    ['app/data.json', {}, /not a file that Node can start/],
    ['app/view.tsx', {}, /run -- <command/],
    [null, { rest: ['no-such-program-here'] }, /no program/],
    [null, { rest: ['./nope'] }, /no program/],
    [null, { rest: [] }, /no <entry>/],
    ['bare/index.js', { name: 'a\nb' }, /--name/],
    ['bare/index.js', { name: '' }, /--name/],
  ];
  if (typescriptFlags(path.join(place, 'bare')) === null)
    cases.push(['bare/typed.mts', {}, /npm install --save-dev tsx/]);
  for (const [entry, more, pattern] of cases) {
    assert.throws(
      () => resolve(entry, more),
      (error: unknown) => {
        assert.ok(error instanceof Fault);
        assert.equal(error.exit, 2);
        assert.match(`${error.message} ${error.next}`, pattern);
        return true;
      },
    );
  }
});
