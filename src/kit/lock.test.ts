import assert from 'node:assert/strict';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { test } from 'node:test';
import { Fault } from './errors.ts';
import { bootId, identify } from './identity.ts';
import { alreadyRunning, takeLock } from './lock.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'kintsugi-lock-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

const app = alreadyRunning('app');
const me = identify(process.pid);
const dead = { pid: 2 ** 22 + 1, startTime: '1', bootId: bootId(), token: 'x', at: 'then' };

const stale: Readonly<Record<string, string>> = {
  'a dead holder': JSON.stringify(dead),
  'a holder whose pid is another process now': JSON.stringify({ ...dead, pid: 1 }),
  'a holder whose pid is ours now': JSON.stringify({ ...dead, pid: process.pid }),
  'a holder of an earlier boot of the machine': JSON.stringify({ ...me, bootId: 'earlier', token: 'x' }),
  'half a file': '{"pid": 1',
  'an empty file': '',
};

test('SUP-4 a lock survives pid reuse: a dead holder is replaced, whoever has its pid', async () => {
  for (const [name, text] of Object.entries(stale)) {
    const file = path.join(folder, 'stale');
    writeFileSync(file, text);
    const lock = await takeLock(file, app);
    assert.equal(JSON.parse(readFileSync(file, 'utf8')).pid, process.pid, name);
    lock.release();
    assert.ok(!existsSync(file), name);
  }
  assert.deepEqual(readdirSync(folder), []);
});

test('SUP-4 CLI-7 a living holder is named with pid, start time and the command that stops it, and is left alone', async () => {
  const file = path.join(folder, 'living');
  const lock = await takeLock(file, app);
  await assert.rejects(takeLock(file, app), (error) => {
    assert.ok(error instanceof Fault);
    assert.equal(error.exit, 1);
    assert.match(error.message, new RegExp(`pid ${process.pid} since \\d{4}-`));
    assert.match(error.next, new RegExp(`kill ${process.pid}\\b`));
    return true;
  });
  assert.ok(existsSync(file));
  lock.release();
});

test('SUP-4 only the owner releases', async () => {
  const file = path.join(folder, 'owner');
  const lock = await takeLock(file, app);
  writeFileSync(file, JSON.stringify({ ...me, token: 'somebody else' }));
  lock.release();
  assert.ok(existsSync(file));
});

test('SUP-4 who took a lock over and lost it to another taker does not hold it', async () => {
  const file = path.join(folder, 'contested');
  writeFileSync(file, JSON.stringify(dead));
  const taking = takeLock(file, app); // it stands already, and is not counted yet
  writeFileSync(file, JSON.stringify({ ...me, token: 'another taker' }));
  await assert.rejects(taking, Fault);
  assert.equal(JSON.parse(readFileSync(file, 'utf8')).token, 'another taker');
});

test('SUP-4 of many that start at once over a dead lock one wins', async () => {
  const file = path.join(folder, 'race');
  writeFileSync(file, JSON.stringify(dead));
  const script = taking(file);
  const children = Array.from({ length: 5 }, () => start(script));
  const said = await Promise.all(children.map(firstLine));
  await Promise.all(children.map(end));
  assert.deepEqual(said.sort(), ['already_running', 'already_running', 'already_running', 'already_running', 'won']);
});

const taking = (file: string): string => `
  import { alreadyRunning, takeLock } from ${JSON.stringify(new URL('../../build/kit/lock.js', import.meta.url).href)};
  try { await takeLock(${JSON.stringify(file)}, alreadyRunning('app')); console.log('won'); setTimeout(() => {}, 60_000); }
  catch (error) { console.log(error.code); }`;

const container = 'bwrap --bind / / --dev-bind /dev /dev --proc /proc --unshare-pid --die-with-parent --'.split(' ');

type Child = ChildProcessByStdio<null, Readable, null>;

function start(script: string, wrapper: readonly string[] = []): Child {
  const [command = '', ...args] = [...wrapper, process.execPath, '--input-type=module', '-e', script];
  return spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

function firstLine(child: Child): Promise<string> {
  return new Promise((resolve) => child.stdout.once('data', (bytes: Buffer) => resolve(bytes.toString().trim())));
}

async function end(child: Child): Promise<void> {
  child.kill('SIGKILL');
  if (!child.stdout.closed) await once(child, 'close'); // also of what it started
}

test('SUP-4 a holder in another container, whose pid is nobody here, keeps its lock while it lives, and no longer', async () => {
  const file = path.join(folder, 'shared');
  const script = taking(file);
  const holder = start(script, container);
  assert.equal(await firstLine(holder), 'won');
  await assert.rejects(takeLock(file, app), /in another container/);
  assert.equal(await firstLine(start(script, container)), 'already_running');
  await end(holder);
  const lock = await takeLock(file, app);
  lock.release();
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('shared')),
    [],
  );
});
