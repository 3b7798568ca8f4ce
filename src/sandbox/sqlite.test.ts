/** The copy of a SQLite database that is being written is one whole state of it (SPEC TRY-8). */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { copyProject } from './project.ts';
import { readSqlite } from '../../test/fixtures/sqlite.ts';

/** A large file; bursts of transactions that each write to two tables, with pauses between. */
const writer = `const db = new (require('libsql'))(process.argv[1]);
db.pragma('journal_mode = wal');
db.pragma('synchronous = off');
db.pragma('wal_autocheckpoint = 10');
db.exec('CREATE TABLE big (x BLOB); INSERT INTO big VALUES (zeroblob(12000000)); CREATE TABLE a (x TEXT); CREATE TABLE b (x TEXT);');
const text = 'x'.repeat(20000);
const burst = () => {
  for (const until = Date.now() + 250; Date.now() < until; ) {
    db.exec("BEGIN; INSERT INTO a VALUES ('" + text + "'); INSERT INTO b VALUES ('" + text + "'); COMMIT;");
  }
  setTimeout(burst, 1500);
};
burst();
console.log('ready');`;

test('TRY-8 TRY-1 a SQLite database with its log is copied as one state of it, while another process writes', async (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kt-sqlite-'));
  const project = path.join(folder, 'app');
  mkdirSync(project);
  writeFileSync(path.join(project, 'package.json'), '{}');
  const file = path.join(project, 'data.db');
  const child = spawn(process.execPath, ['-e', writer, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: path.join(import.meta.dirname, '../..'),
  });
  t.after(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });
  await once(child.stdout, 'data');
  let before = 0;
  for (let turn = 0; turn < 6; turn += 1) {
    const into = path.join(folder, `copy${turn}`);
    const copy = await copyProject({ project, into, allowed: { given: {} }, exclude: [] });
    assert.deepEqual(copy.missing, []);
    assert.ok(copy.entries.has('data.db-wal'), 'its log is part of it');
    const at = path.join(into, 'data.db');
    assert.deepEqual(readSqlite(at, 'PRAGMA integrity_check'), [{ integrity_check: 'ok' }]);
    const [counts] = readSqlite(at, 'SELECT (SELECT count(*) FROM a) AS a, (SELECT count(*) FROM b) AS b');
    const [a, b] = [Number(counts?.['a']), Number(counts?.['b'])];
    assert.equal(a, b);
    assert.ok(a >= before, 'nothing that was there before is lost');
    before = a;
  }
  assert.ok(before > 0);
});
