/** What a trial may do at a live PostgreSQL or MySQL through the read-only relay, with the clients that apps use (SPEC TRY-8). */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, test, type TestContext } from 'node:test';
import mysql from 'mysql2/promise';
import { startLite, type Lite } from '../fixtures/services/pglite.ts';
import { startMysql } from '../fixtures/services/mysql.ts';
import { relayed, type Relayed } from '../fixtures/services/relay.ts';

interface Client {
  connect(): Promise<void>;
  query(sql: string, values?: unknown[]): Promise<{ rows: unknown[] } | { rows: unknown[] }[]>;
  end(): Promise<void>;
  on(event: 'error', listener: () => void): void;
}
/** It brings no types. */
const pg = createRequire(import.meta.url)('pg') as { Client: new (options: object) => Client };

type Query = string | readonly [string, readonly unknown[]];

const schema = `CREATE TABLE t (id serial PRIMARY KEY, x text); INSERT INTO t (x) VALUES ('a'), ('b');
CREATE FUNCTION sneak() RETURNS int LANGUAGE plpgsql AS $$ BEGIN INSERT INTO t (x) VALUES ('sneak'); RETURN 1; END $$`;

/** One session through a relay of its own; how the last query ended. */
async function inSession(
  t: TestContext,
  port: number,
  queries: readonly Query[],
): Promise<{ said: string; refused: string | null }> {
  const relay = await relayed(t, port, 'readonly:postgres');
  const client = new pg.Client({
    host: '127.0.0.1',
    port: relay.port,
    user: 'postgres',
    password: 'x',
    database: 'postgres',
  });
  client.on('error', () => undefined);
  let said = '';
  try {
    await client.connect();
    for (const query of queries) {
      const done = typeof query === 'string' ? await client.query(query) : await client.query(query[0], [...query[1]]);
      const last = [done].flat().at(-1);
      said = JSON.stringify(last?.rows ?? null);
    }
  } catch (error) {
    said = error instanceof Error ? `${(error as { code?: string }).code}: ${error.message}` : String(error);
  }
  await client.end().catch((error: unknown) => assert.ok(error)); // it may have been closed already
  return { said, refused: relay.refused() };
}

let server: Lite;
before(async () => {
  server = await startLite(schema);
});
after(() => server.close());

test('TRY-8 PostgreSQL through the read-only relay: what reads passes, what writes or undoes is refused and changes nothing', async (t) => {
  const reading: readonly [Query, RegExp][] = [
    ['SELECT x FROM t ORDER BY id', /"a".*"b"/],
    [['SELECT x FROM t WHERE id = $1', [2]], /^\[\{"x":"b"\}\]$/],
    ['SELECT \'insert into t; commit\' AS "set"; SELECT 2 AS n -- ; delete from t', /"n":2/],
    ['SELECT $tag$ ; update t set x = 1 $tag$ AS x', /update t/],
    ['BEGIN; SET TRANSACTION ISOLATION LEVEL SERIALIZABLE; SELECT 1; COMMIT', /\[\]/],
    ["SET search_path TO public; SET client_encoding TO 'UTF8'; SELECT 3 AS n", /"n":3/],
    ['/* with /* a */ comment */ WITH w AS (SELECT 1 AS n) SELECT * FROM w', /"n":1/],
  ];
  for (const [query, answer] of reading) {
    const { said, refused } = await inSession(t, server.port, [query]);
    assert.match(said, answer, String(query));
    assert.equal(refused, null, String(query));
  }
  const writing: readonly (readonly Query[])[] = [
    ["INSERT INTO t (x) VALUES ('c')"],
    [['INSERT INTO t (x) VALUES ($1)', ['c']]],
    ["WITH w AS (INSERT INTO t (x) VALUES ('d') RETURNING x) SELECT * FROM w"],
    ['SELECT sneak()'],
    ["SELECT nextval('t_id_seq')"],
    ['SELECT x FROM t FOR UPDATE'],
    ["EXPLAIN ANALYZE INSERT INTO t (x) VALUES ('e')"],
    ["BEGIN READ WRITE; INSERT INTO t (x) VALUES ('f'); COMMIT"],
    ['BEGIN', 'SET TRANSACTION READ/**/WRITE', 'SELECT sneak()', 'COMMIT'],
    ['SET default_transaction_read_only = off', 'SELECT sneak()'],
    ["SELECT set_config('default_transaction_read_only', 'off', false)", 'SELECT sneak()'],
    ["DO $$ BEGIN EXECUTE 'SET default_transaction' || '_read_only = off'; END $$", 'SELECT sneak()'],
    ['SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE', 'SELECT sneak()'],
    ["SELECT E'a'\n'\\'; select ' ; INSERT INTO t (x) VALUES ('g'); SELECT '"],
    ["SELECT '; COMMIT' ; UPDATE t SET x = 'h'"],
    ["COPY t TO PROGRAM 'true'"],
    ['COPY t (x) FROM STDIN'],
    ['SELECT pg_advisory_lock(1)'],
    ['SELECT "pg_terminate_backend"(0)'],
    ["SELECT pg_notify('c', 'x')"],
    ["PREPARE TRANSACTION 'x'"],
    ['DELETE FROM t'],
    ['TRUNCATE t'],
    ['CREATE TABLE u (i int)'],
  ];
  for (const queries of writing) {
    const { said, refused } = await inSession(t, server.port, queries);
    assert.match(said, /^(25006|42601): /, `${queries.join(' / ')} answered ${said}`);
    assert.match(
      refused ?? '',
      /^the proof is inconclusive: at 127\.0\.0\.1:\d+ a trial may only read, and /,
      String(queries),
    );
    assert.doesNotMatch(refused ?? '', /\('?[cdefgh]'?\)/, 'no value in the reason');
  }
  await server.db.exec('ROLLBACK; RESET ALL');
  assert.equal(await server.count('t'), 2);
});

test('TRY-8 a PostgreSQL session that cannot be made read-only is closed, and says why', async (t) => {
  server.obeys(false);
  const { said, refused } = await inSession(t, server.port, ['SELECT 1']);
  assert.match(said, /terminated/);
  assert.match(refused ?? '', /cannot be made read-only/);
  const relay = await relayed(t, server.port, 'readonly:postgres');
  const client = new pg.Client({
    host: '127.0.0.1',
    port: relay.port,
    user: 'postgres',
    database: 'postgres',
    ssl: true,
  });
  await assert.rejects(client.connect(), /does not support SSL/);
  await settled(() => relay.refused());
  assert.match(relay.refused() ?? '', /wants TLS/);
});

test('TRY-8 MySQL through the read-only relay, with mysql2: what reads passes, what writes is refused and changes nothing', async (t) => {
  const server = await startMysql();
  t.after(() => server.close());
  const opened = async (): Promise<{ relay: Relayed; client: mysql.Connection }> => {
    const relay = await relayed(t, server.port, 'readonly:mysql');
    const client = await mysql.createConnection({ socketPath: relay.path, user: 'app', multipleStatements: true });
    t.after(() => client.destroy());
    return { relay, client };
  };
  const { relay, client } = await opened();
  assert.deepEqual((await client.query('SELECT x FROM t'))[0], [{ x: 'a' }, { x: 'b' }]);
  await client.query('SET NAMES utf8mb4');
  await client.ping();
  assert.deepEqual([relay.refused(), server.statements[0]], [null, 'SET SESSION TRANSACTION READ ONLY']);

  for (const sql of [
    "INSERT INTO t VALUES ('c')",
    'SELECT sneak()',
    'START TRANSACTION READ WRITE',
    'SET SESSION transaction_read_only = 0',
    "SET time_zone = '+00:00', SESSION transaction_read_only = 0",
    "SELECT 1; INSERT INTO t VALUES ('d')",
    "SELECT x FROM t INTO OUTFILE '/tmp/x'",
    'SELECT /*!50000 1 INTO OUTFILE "/tmp/x" */',
    'SELECT x FROM t FOR UPDATE',
    "SELECT GET_LOCK('a', 1)",
    "PREPARE p FROM 'DROP TABLE t'",
    'DROP TABLE t',
  ]) {
    const each = await opened();
    await assert.rejects(each.client.query(sql), /READ ONLY|SQL syntax/, sql);
    assert.match(each.relay.refused() ?? '', /a trial may only read, and /, sql);
    assert.ok(server.statements.at(-1) === 'kintsugi_refused_a_write' || sql.includes('sneak'), `${sql} went up`);
  }
  const reset = await opened();
  await assert.rejects(reset.client.changeUser({ user: 'other' }));
  assert.match(reset.relay.refused() ?? '', /command 17/);
  assert.deepEqual(server.rows, ['a', 'b']);
});

test('TRY-8 a MySQL session that cannot be made read-only is closed', async (t) => {
  const server = await startMysql({ obeys: false });
  t.after(() => server.close());
  const relay = await relayed(t, server.port, 'readonly:mysql');
  await assert.rejects(mysql.createConnection({ socketPath: relay.path, user: 'app' }));
  assert.match(relay.refused() ?? '', /cannot be made read-only/);
});

async function settled(done: () => unknown): Promise<void> {
  for (let left = 100; left > 0 && !done(); left -= 1) await new Promise((resolve) => setTimeout(resolve, 20));
}
