import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, closeSync, mkdtempSync, rmSync, statSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Echo } from './echo.ts';
import { FileFollower, openOutput } from './stderr.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'kintsugi-stderr-'));
test.after(() => rmSync(root, { recursive: true, force: true }));

/** An echo that keeps what it is given, piece by piece, and may pretend to be slow. */
function listen() {
  const pieces: string[] = [];
  let pendingBytes = 0;
  const echo: Echo = {
    write: (bytes) => void pieces.push(bytes.toString()),
    pendingBytes: () => pendingBytes,
    flushed: () => Promise.resolve(),
  };
  return { echo, pieces, all: () => pieces.join(''), slow: (bytes: number) => (pendingBytes = bytes) };
}

function file(name: string): { name: string; fd: number } {
  const full = path.join(root, name);
  return { name: full, fd: openOutput(full) };
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`never came: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

test('SUP-12 lines are shown whole, in order, and the last one even without its newline', async () => {
  const { echo, pieces, all } = listen();
  const { name, fd } = file('lines');
  const follower = new FileFollower({ file: name, echo, from: 'start', voice: 'err', log: null, after: null });
  writeSync(fd, 'one\ntw');
  await until(() => all() === 'one\ntw');
  writeSync(fd, 'o\nthree');
  follower.end();
  await follower.finished;
  closeSync(fd);
  assert.equal(all(), 'one\ntwo\nthree\n');
  assert.ok(pieces.length >= 2);
  assert.equal(follower.tail(8), 'wo\nthree');
});

test('SUP-12 one boot speaks after the other', async () => {
  const { echo, all } = listen();
  const [first, second] = [file('a'), file('b')];
  const before = new FileFollower({ file: first.name, echo, from: 'start', voice: 'err', log: null, after: null });
  const then = new FileFollower({ file: second.name, echo, from: 'start', voice: 'err', log: null, after: before });
  writeSync(second.fd, 'second\n');
  await new Promise((resolve) => setTimeout(resolve, 50));
  writeSync(first.fd, 'first\n');
  before.end();
  then.end();
  await then.finished;
  assert.equal(all(), 'first\nsecond\n');
  for (const { fd } of [first, second]) closeSync(fd);
});

test('SUP-13 what ends before the one it was to replace says at once why', async () => {
  const { echo, all } = listen();
  const [first, second] = [file('serves'), file('fails')];
  const before = new FileFollower({ file: first.name, echo, from: 'start', voice: 'err', log: null, after: null });
  const then = new FileFollower({ file: second.name, echo, from: 'start', voice: 'err', log: null, after: before });
  writeSync(second.fd, 'SyntaxError\n');
  then.end();
  await then.finished;
  assert.equal(all(), 'SyntaxError\n');
  writeSync(first.fd, 'still here\n');
  before.end();
  await before.finished;
  assert.equal(all(), 'SyntaxError\nstill here\n');
  for (const { fd } of [first, second]) closeSync(fd);
});

test('SUP-1 an adopted server is shown from now on', async () => {
  const { echo, all } = listen();
  const { name, fd } = file('adopted');
  writeSync(fd, 'long ago\n');
  const follower = new FileFollower({ file: name, echo, from: 'end', voice: 'err', log: null, after: null });
  writeSync(fd, 'now\n');
  follower.end();
  await follower.finished;
  assert.equal(all(), 'now\n');
  assert.equal(follower.tail(100), 'long ago\nnow\n');
  closeSync(fd);
});

test('SUP-1 the file is bounded while its writer goes on, and nothing is lost or shown twice', async () => {
  const { echo, all } = listen();
  const { name, fd } = file('bounded');
  const follower = new FileFollower({ file: name, echo, from: 'start', voice: 'err', log: null, after: null });
  const line = `${'x'.repeat(1023)}\n`;
  for (let i = 0; i < 9; i += 1) writeSync(fd, line.repeat(1024));
  await until(() => statSync(name).size === 0);
  writeSync(fd, 'after\n');
  assert.ok(follower.tail(2048) === `${'x'.repeat(1017)}\n${line}after\n`);
  follower.end();
  await follower.finished;
  assert.equal(all().length, 9 * 1024 * 1024 + 6);
  assert.ok(all().endsWith('x\nafter\n'));
  closeSync(fd);
});

test('SUP-1 it is bounded under a writer that never rests too, in order', { timeout: 30_000 }, async (t) => {
  const { echo, all } = listen();
  const { name, fd } = file('flood');
  const follower = new FileFollower({ file: name, echo, from: 'start', voice: 'err', log: null, after: null });
  const flood = `const line = 'x'.repeat(1015); let n = 0;
    const put = () => { for (let i = 0; i < 200; i += 1) fs.writeSync(1, String(n++).padStart(8) + line + '\\n'); };
    const timer = setInterval(() => (n < 60_000 ? put() : clearInterval(timer)), 5);`;
  const writer = spawn(process.execPath, ['-e', flood], { stdio: ['ignore', fd, 'inherit'] });
  t.after(() => writer.kill('SIGKILL'));
  let most = 0;
  const looking = setInterval(() => (most = Math.max(most, statSync(name).size)), 20);
  await once(writer, 'exit');
  clearInterval(looking);
  follower.end();
  await follower.finished;
  closeSync(fd);
  const lines = all().trimEnd().split('\n');
  assert.deepEqual(
    lines.filter((line) => line.length !== 1023),
    [],
  );
  const numbers = lines.map((line) => Number(line.slice(0, 8)));
  const jumps = numbers.filter((number, at) => number !== (numbers[at - 1] ?? -1) + 1);
  const falls = numbers.filter((number, at) => number <= (numbers[at - 1] ?? -1));
  // Node cannot cut a file off only where nothing was written since a look: a machine that stands still just then costs what came in between.
  assert.ok(jumps.length <= 1 && falls.length === 0, `${lines.length} lines, not in order before ${jumps}`);
  // Past 8 MiB it starts anew when all of it was read: what comes in while a busy machine keeps the reader from it is on top.
  assert.ok(most < 30 * 1024 * 1024, `${most} of ${60 * 1024 * 1024} bytes`);
});

test('SUP-1 it is bounded where nobody takes what is shown: the rest is left out, and that is said', async () => {
  const { echo, all, slow } = listen();
  const { name, fd } = file('stalled');
  const follower = new FileFollower({ file: name, echo, from: 'start', voice: 'err', log: null, after: null });
  slow(10_000_000);
  const lines = `${'x'.repeat(1023)}\n`.repeat(1024);
  for (let i = 0; i < 130; i += 1) writeSync(fd, lines);
  await until(() => statSync(name).size === 0);
  writeSync(fd, 'after\n');
  slow(0);
  follower.end();
  await follower.finished;
  closeSync(fd);
  const said = [...all().matchAll(/^kintsugi left out (\d+) bytes of stderr: its reader is too slow$/gm)];
  assert.equal(
    said.reduce((sum, [, bytes]) => sum + Number(bytes), 0),
    130 * 1024 * 1024,
  );
  assert.ok(all().endsWith('\nafter\n'));
});

test('SUP-12 a slow reader makes the file wait, not the memory', async () => {
  const { echo, all, slow } = listen();
  const { name, fd } = file('slow');
  const follower = new FileFollower({ file: name, echo, from: 'start', voice: 'err', log: null, after: null });
  slow(10_000_000);
  appendFileSync(name, 'x\n'.repeat(1000));
  follower.end();
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(all(), '');
  slow(0);
  await follower.finished;
  assert.equal(all().length, 2000);
  closeSync(fd);
});

test('PERF-3 a follower does not keep those of all boots before it', async () => {
  const { echo } = listen();
  let after: FileFollower | null = null;
  const seen: WeakRef<FileFollower>[] = [];
  for (const name of ['first', 'then', 'last']) {
    const { name: full, fd } = file(name);
    const follower: FileFollower = new FileFollower({
      file: full,
      echo,
      from: 'start',
      voice: 'err',
      log: null,
      after,
    });
    closeSync(fd);
    follower.end();
    await follower.finished;
    seen.push(new WeakRef(follower));
    after = follower;
  }
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  await until(() => {
    collect();
    return seen[0]?.deref() === undefined;
  });
  assert.notEqual(after, null);
});
