/** Tools against real sockets: ports, TLS, WebSockets, databases, caches. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { mkdirSync, writeFileSync } from 'node:fs';
import { test, type TestContext } from 'node:test';
import tls from 'node:tls';
import { startMysql } from '../../test/fixtures/services/mysql.ts';
import { startLite } from '../../test/fixtures/services/pglite.ts';
import { startRedis } from '../../test/fixtures/services/redis.ts';
import { tlsCert, tlsKey } from '../../test/fixtures/tls.ts';
import { identify } from '../kit/identity.ts';
import { withHands } from './hands.test-helper.ts';
import type { Subject } from './context.ts';
import { writeSqlite } from '../../test/fixtures/sqlite.ts';

const files = { 'server.js': 'require("http");\n' };

async function listening(t: TestContext, server: net.Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const open = new Set<net.Socket>();
  server.on('connection', (socket: net.Socket) => open.add(socket));
  t.after(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return (server.address() as net.AddressInfo).port;
}

/** The record of a keeper whose subject is this very process, listening on these ports. */
function subjectHere(folder: string, ports: readonly number[]): Subject {
  mkdirSync(folder, { recursive: true });
  const runJson = path.join(folder, 'run.json');
  const child = identify(process.pid);
  writeFileSync(
    runJson,
    JSON.stringify({
      state: 'ready',
      since: 'now',
      why: null,
      child,
      boot: 1,
      ports,
      restarts: 0,
      rssBytes: 0,
      socket: null,
    }),
  );
  return { folder, runJson };
}

async function onPorts(ports: readonly number[], use: Parameters<typeof withHands>[1]): Promise<void> {
  let folder = '';
  const context = {
    get subject() {
      return subjectHere(folder, ports);
    },
  };
  const before = (project: string): void => void (folder = path.join(project, '..', 'run'));
  await withHands({ files, before }, (scene) =>
    use({ ...scene, context: Object.assign(scene.context, { subject: context.subject }) }),
  );
}

test('check_port tells the server from a stranger, and from nobody', async (t) => {
  const own = await listening(t, net.createServer());
  const other = await listening(t, net.createServer());
  const gone = net.createServer();
  await once(gone.listen(0, '127.0.0.1'), 'listening');
  const { port: free } = gone.address() as net.AddressInfo;
  await new Promise((resolve) => gone.close(resolve));
  await onPorts([own], async ({ use }) => {
    assert.equal(await use('check_port'), `port ${own}: the server listens (process ${process.pid})`);
    assert.match(
      await use('check_port', { port: other }),
      new RegExp(`another program listens \\(process .*${process.pid}`),
    );
    assert.equal(await use('check_port', { port: free }), `port ${free}: nothing answers (ECONNREFUSED)`);
  });
});

test('check_network and inspect_certificate go only where the server goes', async (t) => {
  const port = await listening(t, net.createServer());
  const secret = await listening(t, net.createServer());
  const connects = [`127.0.0.1:${port}`, 'no-such-host.invalid:5432'];
  await withHands({ files, context: { connects } }, async ({ use }) => {
    const said = await use('check_network');
    assert.match(said, new RegExp(`^127\\.0\\.0\\.1:${port}: 127\\.0\\.0\\.1: reachable`));
    assert.match(said, /no-such-host\.invalid:5432: the name does not resolve \((?:ENOTFOUND|EAI_AGAIN)\)/);
    for (const target of [`127.0.0.1:${secret}`, '169.254.169.254', 'evil.example.org:80', `localhost:${secret}`]) {
      assert.match(await use('check_network', { target }), /is nothing that the server connects to/, target);
      assert.match(await use('inspect_certificate', { target }), /is nothing that the server connects to/, target);
    }
  });
});

test('inspect_certificate reads a self-signed certificate and says why it is refused', async (t) => {
  const server = tls.createServer({ key: tlsKey, cert: tlsCert });
  const port = await listening(t, server);
  await withHands({ files, context: { env: { API: `https://localhost:${port}/v1` } } }, async ({ use }) => {
    const said = await use('inspect_certificate', { target: `localhost:${port}` });
    assert.match(said, /subject localhost, issuer localhost/);
    assert.match(said, /trusted: no, (?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED)|trusted: no, /);
    assert.match(said, /\(\d{4,} days left\)/);
  });
  const plain = await listening(
    t,
    net.createServer((socket) => socket.end('HTTP/1.1 400\r\n\r\n')),
  );
  await withHands({ files, context: { connects: [`127.0.0.1:${plain}`] } }, async ({ use }) => {
    assert.match(
      await use('inspect_certificate', { target: `127.0.0.1:${plain}` }),
      /inspect_certificate did not work: /,
    );
  });
});

test('check_websocket carries out a real handshake', async (t) => {
  const server = http.createServer((_request, response) => response.writeHead(404).end());
  server.on('upgrade', (request, socket) => {
    const key = String(request.headers['sec-websocket-key']);
    const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
    if (request.url === '/refused') return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const shown = request.url === '/wrong' ? 'AAAA' : accept;
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${shown}\r\n\r\n`,
    );
  });
  const port = await listening(t, server);
  const stranger = await listening(t, net.createServer());
  await onPorts([port], async ({ use }) => {
    assert.equal(await use('check_websocket', { path: '/chat' }), 'a WebSocket opened on /chat');
    assert.equal(
      await use('check_websocket', { path: '/refused' }),
      'no WebSocket on /refused: it answered 403 Forbidden',
    );
    assert.match(await use('check_websocket', { path: '/wrong' }), /wrong Sec-WebSocket-Accept/);
    assert.match(await use('check_websocket', { path: '/x\r\nHost: y' }), /must begin with a slash/);
    assert.match(await use('check_websocket', { port: stranger }), new RegExp(`the server listens on: ${port}`));
  });
});

test('inspect_cache reads a Redis with the login of the server, and shows no value', async (t) => {
  const redis = await startRedis(
    new Map([
      ['session:1', 'user-secret-value'],
      ['page:home', 'x'],
    ]),
    'pass word',
  );
  t.after(() => redis.close());
  const env = { CACHE: `redis://:pass%20word@127.0.0.1:${redis.port}` };
  await withHands({ files, context: { env } }, async ({ use }) => {
    const said = await use('inspect_cache');
    assert.match(said, /^redis 7\.2\.0 at 127\.0\.0\.1:\d+, 2 keys/);
    assert.match(said, /page:home: string, no expiry\nsession:1: string/);
    assert.doesNotMatch(said, /user-secret|pass word/);
    assert.deepEqual(redis.passwords, ['pass word']);
  });
  await withHands({ files, context: { env: { CACHE: `redis://127.0.0.1:${redis.port}` } } }, async ({ use }) => {
    assert.match(await use('inspect_cache'), /did not work: NOAUTH/);
  });
  await withHands({ files }, async ({ use }) => assert.match(await use('inspect_cache'), /^Refused: there is no tool/));
});

const schema = `CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT NOT NULL, password TEXT, age INT DEFAULT 18);
CREATE TABLE knex_migrations (id INTEGER, name TEXT); INSERT INTO knex_migrations VALUES (1, '001_users.js');
INSERT INTO users (email, password) VALUES ('a@example.org', 'opensesame'), ('b@example.org', 'opensesame');`;
const withDatabase = {
  packages: true,
  files: { ...files, 'migrations/001_users.js': '1;\n', 'migrations/002_orders.js': '1;\n' },
  before: (project: string) => writeSqlite(path.join(project, 'app.db'), schema),
};

test('TOOL-4 inspect_db reads SQLite in the copy: tables, columns, rows without secrets', async () => {
  await withHands(withDatabase, async ({ use }) => {
    assert.match(await use('inspect_db'), /app\.db \(sqlite\): \n {2}knex_migrations: 1 rows\n {2}users: 2 rows/);
    const said = await use('inspect_db', { database: 'app.db', table: 'users', rows: 1 });
    assert.match(said, /email TEXT NOT NULL\n {2}password TEXT\n {2}age INT DEFAULT 18/);
    assert.match(said, /row \{"id":1,"email":"a@example\.org","password":"\[hidden\]","age":18\}/);
    assert.match(
      await use('inspect_db', { database: 'app.db', table: 'users"; DROP TABLE users; --' }),
      /there is no table/,
    );
    assert.match(await use('inspect_db', { database: '../other.db' }), /there is no such database; there are: app\.db/);
    assert.match(await use('check_migration'), /app\.db: 1 applied \(knex_migrations\); not applied: 002_orders\.js/);
  });
});

test('TOOL-4 run_db_fix only rehearses: a backup first, rows before and after, a person asked, nothing changed', async () => {
  await withHands(withDatabase, async ({ use, context, project }) => {
    if (context.copy === null) return;
    const why = 'the ages of old users were never filled in';
    const said = await use('run_db_fix', {
      database: 'app.db',
      sql: "UPDATE users SET age = 30 WHERE email LIKE 'a@%'; DELETE FROM users WHERE email LIKE 'b@%'",
      why,
    });
    assert.match(
      said,
      /with a backup: users: 2 rows before, 1 after\nusers: \{"id":1,.*"password":"\[hidden\]","age":30\}/,
    );
    assert.match(context.wishes[0]?.what ?? '', /^run on app\.db, after a backup: UPDATE users/);
    assert.match(await use('inspect_db', { database: 'app.db', table: 'users', rows: 5 }), /"age":18\}[^]*"age":18\}/);
    assert.match(
      await use('run_db_fix', { database: 'app.db', sql: 'DROP TABLE nothing', why }),
      /^Not proposed: .*nothing/,
    );
    for (const sql of [
      "ATTACH '/etc/x' AS y",
      'DELETE FROM users; COMMIT',
      "/* ' */ VACUUM INTO 'x' -- '",
      'PRAGMA writable_schema=1',
    ])
      assert.match(await use('run_db_fix', { database: 'app.db', sql, why }), /^Refused: .*leaves the transaction/);
    assert.deepEqual([context.wishes.length, context.operations.map(({ op }) => op)], [1, ['sql']]);
    assert.doesNotMatch(await use('list_dir'), /kintsugi-/);
    assert.ok(project);
  });
});

test('TOOL-4 PostgreSQL is read in a read-only session, with the driver of the project', async (t) => {
  const lite = await startLite(
    "CREATE TABLE orders (id int primary key, total numeric not null, secret_token text); INSERT INTO orders VALUES (1, 2.5, 'opensesame');",
  );
  t.after(() => lite.close());
  const env = { DATABASE_URL: `postgres://u:hunter2@127.0.0.1:${lite.port}/app` };
  await withHands({ files, packages: true, context: { env } }, async ({ use }) => {
    assert.match(await use('inspect_db'), /DATABASE_URL \(postgres\): \n {2}orders: 1 rows/);
    const said = await use('inspect_db', { database: 'DATABASE_URL', table: 'orders', rows: 1 });
    assert.match(said, /total numeric NOT NULL/);
    assert.match(said, /"secret_token":"\[hidden\]"/);
    assert.doesNotMatch(said, /hunter2|opensesame/);
  });
  await withHands({ files, context: { env } }, async ({ use }) => {
    assert.match(await use('inspect_db'), /the project has neither pg nor postgres/);
  });
});

test('TOOL-4 MySQL is made read-only before anything is asked', async (t) => {
  const mysql = await startMysql();
  t.after(() => mysql.close());
  const env = { DB: `mysql://u:p@127.0.0.1:${mysql.port}/app` };
  await withHands({ files, packages: true, context: { env } }, async ({ use }) => {
    await use('inspect_db');
    assert.match(mysql.statements[0] ?? '', /^set session transaction read only$/i);
    assert.equal(mysql.rows.length, 2);
  });
});
