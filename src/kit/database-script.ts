/** The program that opens a database, run as a process of its own so that a driver of the project never enters ours. Plain JavaScript, handed to `node -e`. */

import type { ExecResult } from './exec.ts';

/** What it is asked: as its first argument, or on stdin where it holds a login. */
export interface DatabaseAsk {
  /** Folder from which the project's drivers are found. */
  readonly project: string;
  readonly dialect: 'sqlite' | 'postgres' | 'mysql';
  /** File (sqlite) or URL. */
  readonly at: string;
  /** Names all tables; a table's columns, keys and rows; what migrations were applied; what statements change, in one transaction. */
  readonly want: 'tables' | 'table' | 'applied' | 'fix';
  readonly table?: string;
  readonly rows?: number;
  readonly sql?: string;
  /** Where the database is kept as it was before `fix`, and beside it what came of it: asked again, it is told and not done again. Without one it is a rehearsal. */
  readonly backup?: string;
}

/** One JSON line: what was found, or `{error}`. */
export interface DatabaseAnswer {
  readonly error?: string;
  readonly tables?: readonly { readonly name: string; readonly rows: number }[];
  readonly columns?: readonly Readonly<Record<string, unknown>>[];
  readonly indexes?: readonly unknown[];
  readonly keys?: readonly unknown[];
  readonly rows?: readonly Readonly<Record<string, unknown>>[];
  readonly applied?: { readonly from: string; readonly names: readonly string[] } | null;
  readonly changed?: readonly {
    readonly table: string;
    readonly before: number;
    readonly after: number;
    readonly sample: readonly unknown[];
  }[];
}

/** What the program said last, or why it said nothing. */
export function answerOf({ stdout, stderr, timedOut }: ExecResult): DatabaseAnswer {
  if (timedOut) return { error: 'it did not answer in time' };
  const line = stdout.trim().split('\n').at(-1) ?? '';
  if (line.startsWith('{')) return JSON.parse(line) as DatabaseAnswer;
  const said = stderr.split('\n').find((each) => /Error/.test(each));
  return { error: said?.trim() ?? 'it could not be opened' };
}

export const databaseScript = `
const { createRequire } = require('node:module');
const ask = JSON.parse(process.argv[1] ?? require('node:fs').readFileSync(0, 'utf8'));
const fromProject = createRequire(ask.project + '/x.js');
const driver = (...names) => {
  for (const name of names) {
    try { return [name, fromProject(name)]; } catch (error) { if (!/MODULE_NOT_FOUND|ERR_/.test(String(error.code))) throw error; }
  }
  return [null, null];
};
const builtin = (name) => { try { return require(name); } catch { return null; } };
const quoted = (name) => ask.dialect === 'mysql' ? '\`' + name.replaceAll('\`', '\`\`') + '\`' : '"' + name.replaceAll('"', '""') + '"';
const plain = (row) => { const { _metadata, ...rest } = row; return rest; };

async function open() {
  if (ask.dialect === 'sqlite') return openSqlite();
  if (ask.dialect === 'postgres') return openPostgres();
  return openMysql();
}

function openSqlite() {
  const isFix = ask.want === 'fix';
  if (!require('node:fs').existsSync(ask.at)) throw new Error('there is no file ' + ask.at);
  const own = builtin('node:sqlite');
  if (own) {
    const db = new own.DatabaseSync(ask.at, { readOnly: !isFix });
    return { all: (sql, ...values) => db.prepare(sql).all(...values), exec: (sql) => db.exec(sql), end() { db.close(); } };
  }
  const [name, Driver] = driver('better-sqlite3', 'libsql');
  if (!name) throw new Error('this Node has no SQLite, and the project has neither better-sqlite3 nor libsql');
  const db = new Driver(ask.at, { readonly: !isFix });
  return { all: (sql, ...values) => db.prepare(sql).all(values).map(plain), exec: (sql) => db.exec(sql), end() { db.close(); } };
}

async function openPostgres() {
  const [name, lib] = driver('pg', 'postgres');
  if (name === 'pg') {
    const client = new lib.Client({ connectionString: ask.at, connectionTimeoutMillis: 4000, query_timeout: 5000 });
    await client.connect();
    await client.query('SET default_transaction_read_only = on');
    await client.query('SET statement_timeout = 5000');
    await client.query('BEGIN READ ONLY');
    return { all: async (text, ...values) => (await client.query(text, values)).rows, end: () => client.end() };
  }
  if (name === 'postgres') {
    const sql = lib(ask.at, { max: 1, connect_timeout: 4, connection: { default_transaction_read_only: true, statement_timeout: 5000 } });
    return { all: (text, ...values) => sql.unsafe(text, values), end: () => sql.end() };
  }
  throw new Error('the project has neither pg nor postgres');
}

async function openMysql() {
  const [name, lib] = driver('mysql2/promise');
  if (!name) throw new Error('the project does not have mysql2');
  const connection = await lib.createConnection({ uri: ask.at, connectTimeout: 4000, multipleStatements: false });
  await connection.query('SET SESSION TRANSACTION READ ONLY');
  await connection.query('START TRANSACTION READ ONLY');
  return { all: async (text, ...values) => (await connection.query(text, values))[0], end: () => connection.end() };
}

const mark = (n) => ask.dialect === 'postgres' ? '$' + n : '?';
const listing = {
  sqlite: "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\\\_%' ESCAPE '\\\\' ORDER BY name",
  postgres: "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() ORDER BY 1",
  mysql: "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = database() ORDER BY 1",
};
const names = async (db) => (await db.all(listing[ask.dialect])).map((row) => row.name ?? row.NAME);
const count = async (db, table) => Number(Object.values((await db.all('SELECT count(*) AS n FROM ' + quoted(table)))[0])[0]);

async function tableOf(db) {
  const all = await names(db);
  if (!all.includes(ask.table)) throw new Error('there is no table ' + ask.table + '; there are: ' + all.join(', '));
  const rows = ask.rows > 0 ? await db.all('SELECT * FROM ' + quoted(ask.table) + ' LIMIT ' + ask.rows) : [];
  if (ask.dialect === 'sqlite') {
    return {
      columns: await db.all('PRAGMA table_info(' + quoted(ask.table) + ')'),
      indexes: await db.all('PRAGMA index_list(' + quoted(ask.table) + ')'),
      keys: await db.all('PRAGMA foreign_key_list(' + quoted(ask.table) + ')'),
      rows,
    };
  }
  const schema = ask.dialect === 'postgres' ? 'current_schema()' : 'database()';
  const columns = await db.all('SELECT column_name AS name, data_type AS type, is_nullable AS nullable, column_default AS dflt_value FROM information_schema.columns WHERE table_schema = ' + schema + ' AND table_name = ' + mark(1) + ' ORDER BY ordinal_position', ask.table);
  const indexes = ask.dialect === 'postgres'
    ? await db.all('SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema() AND tablename = ' + mark(1), ask.table)
    : await db.all('SHOW INDEX FROM ' + quoted(ask.table));
  return { columns, indexes, keys: [], rows };
}

const ledgers = [
  ['knex_migrations', 'name'], ['_prisma_migrations', 'migration_name'], ['SequelizeMeta', 'name'], ['pgmigrations', 'name'],
  ['schema_migrations', 'version'], ['__drizzle_migrations', 'hash'], ['migrations', 'name'],
];
async function applied(db) {
  const all = await names(db);
  for (const [table, column] of ledgers) {
    if (!all.includes(table)) continue;
    const rows = await db.all('SELECT * FROM ' + quoted(table) + ' LIMIT 1000');
    if (rows.length === 0 || column in rows[0]) return { applied: { from: table, names: rows.map((row) => String(row[column])) } };
  }
  return { applied: null };
}

async function fix(db) {
  const fs = require('node:fs');
  const done = ask.backup && ask.backup + '.done';
  // Made and committed with the change, gone once the outcome is on disk: a kill in between leaves one of the two.
  const mark = quoted('kintsugi_' + (ask.backup ?? 'rehearsal').replace(/^.*\\//, '').replace(/\\W/g, '_'));
  const settle = (changed) => {
    if (done) {
      fs.writeFileSync(done + '.part', JSON.stringify(changed), { flush: true });
      fs.renameSync(done + '.part', done);
    }
    db.exec('DROP TABLE IF EXISTS ' + mark);
    return { changed };
  };
  db.exec('PRAGMA busy_timeout = 5000');
  if (done && fs.existsSync(done)) return settle(JSON.parse(fs.readFileSync(done, 'utf8')));
  const all = await names(db);
  if (done && all.some((name) => quoted(name) === mark)) return settle([]);
  const backup = ask.backup ?? ask.at + '.kintsugi-rehearsal';
  fs.rmSync(backup + '.part', { force: true });
  db.exec('VACUUM INTO ' + "'" + (backup + '.part').replaceAll("'", "''") + "'");
  if (ask.backup) fs.renameSync(backup + '.part', backup);
  else fs.rmSync(backup + '.part');
  const sizes = async () => new Map(await Promise.all(all.map(async (table) => [table, await count(db, table)])));
  const contents = async (table) => JSON.stringify(await db.all('SELECT * FROM ' + quoted(table) + ' LIMIT 2000'));
  const touched = all.filter((table) => new RegExp('\\\\b' + table.replace(/[^\\w]/g, '\\\\$&') + '\\\\b', 'i').test(ask.sql));
  db.exec('BEGIN IMMEDIATE');
  const before = await sizes();
  const texts = new Map(await Promise.all(touched.map(async (table) => [table, await contents(table)])));
  db.exec('CREATE TABLE ' + mark + ' (at)');
  db.exec(ask.sql);
  db.exec('COMMIT');
  const changed = [];
  for (const table of (await names(db)).filter((each) => quoted(each) !== mark && (touched.includes(each) || !all.includes(each)))) {
    const after = await count(db, table);
    const rows = JSON.parse(await contents(table));
    const old = new Set(JSON.parse(texts.get(table) ?? '[]').map((row) => JSON.stringify(row)));
    changed.push({ table, before: before.get(table) ?? 0, after, sample: rows.filter((row) => !old.has(JSON.stringify(row))).slice(0, 5) });
  }
  return settle(changed);
}

async function main() {
  const db = await open();
  try {
    if (ask.want === 'fix') return await fix(db);
    if (ask.want === 'table') return await tableOf(db);
    if (ask.want === 'applied') return await applied(db);
    const tables = [];
    for (const name of (await names(db)).slice(0, 60)) tables.push({ name, rows: await count(db, name) });
    return { tables };
  } finally {
    await db.end();
  }
}

const say = (found) => process.stdout.write(JSON.stringify(found, (key, value) => typeof value === 'bigint' ? Number(value) : value) + '\\n', () => process.exit());
main().then(say, (error) => say({ error: String(error && error.message || error) }));
`;
