/** Log files: bounded, whole line by line, and nothing lost without a word. A full disk is a file of limited size. */
import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { LogFile, type LogSettings } from './logfile.ts';

function open(
  t: TestContext,
  settings: Partial<LogSettings> = {},
): { folder: string; log: LogFile; troubles: unknown[] } {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'kintsugi-log-')), 'logs');
  t.after(() => rmSync(path.dirname(folder), { recursive: true, force: true }));
  const troubles: unknown[] = [];
  const log = new LogFile(folder, { bytesMax: 10_000, files: 3, ...settings }, (error) => troubles.push(error));
  return { folder, log, troubles };
}

const linesIn = (folder: string, name: string): string[] =>
  readFileSync(path.join(folder, name), 'utf8').trimEnd().split('\n');

test('log files are bounded in size and number, and hold whole lines with their time and voice', async (t) => {
  const { folder, log } = open(t);
  for (let n = 0; n < 1000; n += 1) {
    log.write(n % 2 === 0 ? 'out' : 'err', `line ${n}\n`);
    if (n % 50 === 0) await log.flushed(5000);
  }
  await log.flushed(5000);
  assert.deepEqual(readdirSync(folder).sort(), ['server.log', 'server.log.1', 'server.log.2']);
  const all = ['server.log.2', 'server.log.1', 'server.log'].flatMap((name) => {
    const lines = linesIn(folder, name);
    assert.ok(lines.join('\n').length <= 10_000, name);
    return lines;
  });
  for (const line of all) assert.match(line, /^\d{4}-\d\d-\d\dT[\d:.]+Z (?:out|err) line \d+$/);
  const numbers = all.map((line) => Number(line.split(' ').at(-1)));
  assert.equal(numbers.at(-1), 999);
  assert.ok(
    numbers.every((number, at) => at === 0 || number === numbers[at - 1]! + 1),
    'none is missing between two that are kept',
  );
});

test('what a killed keeper left half written stays one line; the next one goes on where it had got to', async (t) => {
  const { folder, log } = open(t);
  log.write('err', 'first\nsecond\n', { file: '/x/boot-7.stderr', at: 13 });
  await log.flushed(5000);
  await sleep(20);
  appendFileSync(path.join(folder, 'server.log'), 'half a li');
  const next = new LogFile(folder, { bytesMax: 10_000, files: 3 }, () => assert.fail());
  assert.equal(next.readTo('/x/boot-7.stderr'), 13);
  assert.equal(next.readTo('/x/boot-8.stderr'), null);
  next.write('out', 'third\n');
  await next.flushed(5000);
  const lines = linesIn(folder, 'server.log').map((line) => line.replace(/^\S+Z /, ''));
  assert.deepEqual(lines, ['err first', 'err second', 'half a li', 'out third']);
});

test('a disk that takes nothing costs memory, then lines that are counted; once it takes some, the file says what is missing', async (t) => {
  const { folder, log, troubles } = open(t, { bytesMax: 100_000_000 });
  mkdirSync(path.dirname(folder), { recursive: true });
  writeFileSync(folder, 'no folder'); // where the folder should be stands a file: nothing can be written
  const startedMs = performance.now();
  const big = `${'x'.repeat(999)}\n`.repeat(1000);
  for (let n = 0; n < 12; n += 1) log.write('out', big);
  assert.ok(performance.now() - startedMs < 2000, 'nobody waits');
  await sleep(50);
  assert.match((troubles[0] as NodeJS.ErrnoException).code ?? '', /^(?:ENOTDIR|EEXIST)$/); // by the version of Node
  rmSync(folder);
  await log.flushed(10_000);
  log.write('out', 'after\n');
  await log.flushed(5000);
  const lines = linesIn(folder, 'server.log');
  const missing = lines.flatMap(
    (line) => / kintsugi left out (\d+) bytes: the disk did not take them$/.exec(line)?.[1] ?? [],
  );
  const kept = lines.filter((line) => line.includes(' out xxx'));
  const perLine = kept[0]!.length + 1;
  assert.equal(missing.length, 1);
  assert.equal(kept.length * perLine + Number(missing[0]), 12_000 * perLine, 'every byte is there or counted');
  assert.match(lines.at(-1) ?? '', / out after$/);
});

test('a log file that others rename, remove or cut goes on in its place', async (t) => {
  const { folder, log } = open(t);
  const file = path.join(folder, 'server.log');
  const others = [
    () => renameSync(file, `${file}.old`),
    () => rmSync(file),
    () => rmSync(folder, { recursive: true }),
    () => truncateSync(file),
  ];
  for (const [n, change] of others.entries()) {
    log.write('out', `before ${n}`);
    await log.flushed(5000);
    change();
    log.write('out', `after ${n}`);
    await log.flushed(5000);
    assert.match(linesIn(folder, 'server.log').join('\n'), new RegExp(`^\\S+ out after ${n}$`));
    rmSync(file);
  }
});
