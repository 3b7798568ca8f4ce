/** A fault in the data of a project: a model proposes statements, a person approves them, and they are run once, after a backup. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { exec } from '../../src/kit/exec.ts';
import { answerOf, databaseScript, type DatabaseAsk } from '../../src/kit/database-script.ts';
import { root } from '../syntax.ts';
import { sceneOf, type Healed, type Scene } from './model-place.ts';
import { jsonOf, placeOf } from './place.ts';
import { readSqlite, writeSqlite } from '../fixtures/sqlite.ts';

const read = (file: string): unknown[] =>
  readSqlite(file, 'SELECT * FROM shops ORDER BY id').map(({ id, city = null, seen }) => [id, city, seen]);
const tables = (file: string): unknown[] => readSqlite(file, 'SELECT name FROM sqlite_master').map(({ name }) => name);

/** The migration that added a column was never run here. */
const files = {
  'server.js': `const http = require('node:http');
const db = new (require('libsql'))('app.db');
http
  .createServer((request, response) => {
    if (request.url === '/health') return response.end('ok');
    if (request.url === '/shops') return response.end(JSON.stringify(db.prepare('SELECT id FROM shops').all()));
    response.end(JSON.stringify(db.prepare('SELECT id, city FROM shops').all()));
  })
  .listen(process.env.PORT || 3000);
`,
};
const rows = 'CREATE TABLE shops (id INTEGER, seen INTEGER); INSERT INTO shops VALUES (1, 0), (2, 0);';
const sql = "ALTER TABLE shops ADD COLUMN city TEXT DEFAULT 'Bonn'; UPDATE shops SET seen = seen + 1 WHERE id = 2";
const asked = { database: 'app.db', sql, why: 'the column city was never added' };

const done = { name: 'done', input: { summary: 'The column city is missing.' } };

async function shops(t: TestContext, statements = sql): Promise<Scene> {
  const calls = [{ name: 'run_db_fix', input: { ...asked, sql: statements } }, done];
  const scene = await sceneOf(t, [{ calls }, { text: 'I do not know.' }], { files });
  symlinkSync(path.join(root, 'node_modules'), path.join(scene.project, 'node_modules'));
  writeSqlite(path.join(scene.project, 'app.db'), rows);
  return scene;
}

test('TOOL-4 POL-4 statements of a model are tried in a copy, shown whole, and run once when a person approved them', async (t) => {
  const scene = await shops(t);
  const file = path.join(scene.project, 'app.db');
  const env = { KINTSUGI_HEAL_RUNGS: 'agent' };
  const healed = jsonOf<Healed>(await scene.heal({ requests: ['GET /health', 'GET /shops', 'GET /cities'], env }), 10);
  assert.deepEqual([healed.outcome, healed.repair?.kind, healed.repair?.proof], ['asked', 'operational', 'replayed']);
  assert.ok(healed.action?.why.includes(sql) || (await scene.run('show 1')).stdout.includes(sql), 'all of it is shown');
  assert.deepEqual(read(file), [
    [1, null, 0],
    [2, null, 0],
  ]);
  const approved = await scene.run('approve 1', { env });
  assert.equal(approved.code, 0, approved.stdout + approved.stderr);
  assert.deepEqual(read(file), [
    [1, 'Bonn', 0],
    [2, 'Bonn', 1],
  ]);
  assert.match((await scene.run('show 1')).stdout, /shops: 2 rows before, 2 after; as it was: \S+\.db/);
  const kept = path.join(scene.env['HOME'] ?? '', '.kintsugi', 'backups');
  const [backup] = readdirSync(kept, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /databases\/[^/]+\.db$/.test(name),
  );
  assert.deepEqual(read(path.join(kept, backup ?? assert.fail('no backup'))).at(-1), [2, null, 0]);
  assert.ok(tables(file).every((name) => !String(name).startsWith('kintsugi')));
});

test('TOOL-4 REP-8 nobody is asked to run statements that were tried and did not help', async (t) => {
  const scene = await shops(t, 'UPDATE shops SET seen = 5');
  const requests = ['GET /health', 'GET /shops', 'GET /cities'];
  const healed = jsonOf<Healed>(await scene.heal({ requests, env: { KINTSUGI_HEAL_RUNGS: 'agent' } }), 1);
  assert.deepEqual([healed.outcome, healed.repair], ['declined', null]);
  assert.deepEqual(read(path.join(scene.project, 'app.db')).at(-1), [2, null, 0]);
});

test('REL-1 TOOL-4 statements whose outcome is not known are not run twice, wherever the kill fell', async (t) => {
  const { project } = placeOf(t);
  symlinkSync(path.join(root, 'node_modules'), path.join(project, 'node_modules'));
  const [at, backup] = [path.join(project, 'app.db'), path.join(project, 'kept.db')];
  writeSqlite(at, rows);
  const question: DatabaseAsk = { project, dialect: 'sqlite', at, want: 'fix', sql, backup };
  const run = async (): Promise<unknown> => {
    const how = { cwd: project, env: {}, input: JSON.stringify(question) };
    return answerOf(await exec([process.execPath, '-e', databaseScript], how)).error ?? read(at).at(-1);
  };
  const once = [2, 'Bonn', 1];
  assert.deepEqual(await run(), once);
  // Killed after the outcome was written, before it was heard of.
  assert.deepEqual(await run(), once);
  // Killed between the change and its outcome: the mark that was committed with it tells.
  rmSync(`${backup}.done`);
  writeSqlite(at, 'CREATE TABLE kintsugi_kept_db (at)');
  assert.deepEqual(await run(), once);
  assert.deepEqual(tables(at), ['shops']);
  // What does not hold together is not done at all.
  rmSync(`${backup}.done`);
  const half: DatabaseAsk = { ...question, sql: 'UPDATE shops SET seen = 9; UPDATE missing SET a = 1' };
  const how = { cwd: project, env: {}, input: JSON.stringify(half) };
  assert.match(answerOf(await exec([process.execPath, '-e', databaseScript], how)).error ?? '', /no such table/);
  assert.deepEqual(read(at).at(-1), once);
  // No database is made where there is none.
  rmSync(at);
  assert.match(String(await run()), /there is no file/);
  assert.ok(!existsSync(at));
});

test('REP-1 a database that the code looks for where it is not: its path leads to the one that is there, none is made, and without one its folder is', async (t) => {
  const server = (file: string): string =>
    `const path = require('node:path');\n${files['server.js']}`.replace("'app.db'", `path.join(__dirname, ${file})`);
  const heal = async (file: string, held: string | null) => {
    const place = placeOf(t, { 'server.js': server(file), 'data/readme.txt': 'shops\n' });
    symlinkSync(path.join(root, 'node_modules'), path.join(place.project, 'node_modules'));
    if (held !== null) writeSqlite(path.join(place.project, held), rows);
    const asked = held === null ? [] : ['--request', 'GET /shops'];
    const { outcome } = jsonOf<Healed>(await place.run(['heal', 'server.js', '--json', '--apply', ...asked]), 0);
    return [outcome, readFileSync(path.join(place.project, 'server.js'), 'utf8')];
  };
  // SQLite cannot open the first, and makes an empty one of the second.
  assert.deepEqual(await heal("'dta', 'app.db'", 'data/app.db'), ['healed', server("'data', 'app.db'")]);
  assert.deepEqual(await heal("'data', 'ap.db'", 'data/app.db'), ['healed', server("'data', 'app.db'")]);
  const kept = server("'var', 'app.db'");
  assert.deepEqual(await heal("'var', 'app.db'", null), ['healed', kept]);
});

test('REP-3 a file of SQL that the last change took out of those that are run comes back; one that was put before its turn is there by its own name again once a person says so', async (t) => {
  const sql = {
    '1-shops.sql': 'CREATE TABLE shops (id INTEGER); INSERT INTO shops VALUES (1);\n',
    '2-city.sql': "ALTER TABLE shops ADD COLUMN city TEXT DEFAULT 'Bonn';\n",
  };
  const written = {
    'server.js': `const fs = require('node:fs');\n${files['server.js'].replace(
      "('app.db');",
      "(':memory:');\nfor (const name of fs.readdirSync('sql').sort()) if (name.endsWith('.sql')) db.exec(fs.readFileSync(`sql/${name}`, 'utf8'));",
    )}`,
    ...Object.fromEntries(Object.entries(sql).map(([name, text]) => [`sql/${name}`, text])),
  };
  const heal = async (change: (folder: string) => void) => {
    const place = placeOf(t, written);
    symlinkSync(path.join(root, 'node_modules'), path.join(place.project, 'node_modules'));
    const git = (...words: string[]): Buffer =>
      execFileSync('git', ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.com', ...words], {
        cwd: place.project,
      });
    git('init', '-q');
    git('add', 'server.js', 'sql', 'package.json');
    git('commit', '-qm', 'Good');
    change(path.join(place.project, 'sql'));
    git('add', '-A', 'sql');
    git('commit', '-qm', 'Tidied');
    const done = await place.run(['heal', 'server.js', '--json', '--apply']);
    const { outcome, action } = jsonOf<Healed>(done, done.code ?? undefined);
    if (outcome === 'asked') assert.equal((await place.run('approve 1')).code, 0);
    return [outcome, action?.why ?? null, readdirSync(path.join(place.project, 'sql')).sort()];
  };
  const [one, two] = Object.keys(sql).toSorted() as [string, string];
  assert.deepEqual(await heal((folder) => rmSync(path.join(folder, one))), ['healed', null, [one, two]]);
  const cased = one.replace('.sql', '.SQL');
  assert.deepEqual(await heal((folder) => renameSync(path.join(folder, one), path.join(folder, cased))), [
    'healed',
    null,
    [cased, one, two].sort(),
  ]);
  const early = '0-city.sql';
  assert.deepEqual(await heal((folder) => renameSync(path.join(folder, two), path.join(folder, early))), [
    'asked',
    'the last change gave sql/0-city.sql that name, and it would go',
    [one, two],
  ]);
});
