/** A server with live stores behind it is healed through the read-only relay, after the owner's consent; nothing live is changed (SPEC TRY-8). */
import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { startLite } from '../fixtures/services/pglite.ts';
import { startRedis, type Redis } from '../fixtures/services/redis.ts';
import { ask, run, until } from '../fixtures/services/shop.ts';
import { freePort } from '../ports.ts';
import { root } from '../syntax.ts';
import { jsonOf, placeOf, type Place } from './place.ts';

interface Seen {
  readonly id: number;
  readonly status: string;
  readonly outcome?: string;
  readonly action: { why: string } | null;
  readonly repair: { proof: string; candidates: { tried: number } } | null;
}

const cacheSecret = 'cobalt-Walnut-93';

/** The same slip on each route; what comes after it writes, or does not. */
const app = `const express = require('express');
const { Pool } = require('pg');
const { Redis } = require('ioredis');
const pool = process.env.DATABASE_URL ? new Pool({ connectionString: process.env.DATABASE_URL, max: 2 }) : null;
const redis = new Redis(process.env.REDIS_URL);
redis.on('error', () => undefined);
const app = express();
async function orderOf(id) {
  if (pool === null) return JSON.parse(await redis.get('order:' + id));
  const { rows } = await pool.query('SELECT id, total FROM orders WHERE id = $1', [id]);
  return rows[0];
}
app.get('/orders/:id', async (request, response) => {
  const order = await orderOf(request.params.id);
  response.json({ total: order.totl.toFixed(2), who: await redis.get('who') });
});
app.post('/orders/:id/notes', async (request, response) => {
  const order = await orderOf(request.params.id);
  const text = order.totl.toFixed(2);
  if (pool === null) await redis.incr('notes');
  else await pool.query('INSERT INTO notes (text) VALUES ($1)', [text]);
  response.json({ text });
});
app.listen(Number(process.env.PORT), '127.0.0.1');
`;

function placeWith(t: TestContext): Place {
  const place = placeOf(t, { 'main.js': app });
  symlinkSync(path.join(root, 'node_modules'), path.join(place.project, 'node_modules'));
  return place;
}

function consent(place: Place, targets: Readonly<Record<string, string>>): void {
  const services = Object.entries(targets).map(([target, to]) => ({ target, to }));
  writeFileSync(path.join(place.project, 'kintsugi.config.json'), JSON.stringify({ trial: { services } }));
}

async function cache(t: TestContext): Promise<Redis> {
  const values = new Map([
    ['who', 'ada'],
    ['order:1', '{"id":1,"total":19}'],
  ]);
  const redis = await startRedis(values, cacheSecret);
  t.after(() => redis.close());
  return redis;
}

test('TRY-8 healed through the relay to a live PostgreSQL and Redis: proven by what they hold, and not a row is changed', async (t) => {
  const [lite, redis] = [
    await startLite(
      'CREATE TABLE orders (id int, total int); INSERT INTO orders VALUES (1, 19); CREATE TABLE notes (text text)',
    ),
    await cache(t),
  ];
  t.after(() => lite.close());
  const place = placeWith(t);
  const env = {
    PORT: String(await freePort()),
    DATABASE_URL: `postgres://postgres:orchid-Basalt-71@localhost:${lite.port}/postgres`,
    REDIS_URL: `redis://:${cacheSecret}@127.0.0.1:${redis.port}`,
    KINTSUGI_HEAL_SETTLE_MS: '200',
  };
  const heal = async (request: string) => place.run(['heal', 'main.js', '--json', '--request', request], { env });

  const closed = jsonOf<Seen>(await heal('GET /orders/1'), 10);
  assert.equal(closed.outcome, 'asked');
  assert.match(
    closed.action?.why ?? '',
    new RegExp(
      `\\{"target": "localhost:${lite.port}", "to": "readonly:postgres"\\} *\\]? \\(it may read there\\)|"readonly:redis"`,
    ),
  );
  assert.deepEqual(redis.passwords, [], 'nothing is reached without consent');

  consent(place, { [`localhost:${lite.port}`]: 'readonly:postgres', [`127.0.0.1:${redis.port}`]: 'readonly:redis' });
  const healed = jsonOf<Seen>(await heal('GET /orders/1'), 10);
  assert.deepEqual([healed.outcome, healed.repair?.proof], ['proposed', 'replayed'], JSON.stringify(healed.action));
  assert.ok(redis.passwords.length > 0 && redis.passwords.every((password) => password === cacheSecret));

  const unclear = jsonOf<Seen>(await heal('POST /orders/1/notes {}'), 10);
  assert.deepEqual([unclear.outcome, unclear.repair], ['asked', null], JSON.stringify(unclear));
  assert.match(
    unclear.action?.why ?? '',
    /the proof is inconclusive: at localhost:\d+ a trial may only read, and it sent "insert into notes .*name a test instance with trial\.services/,
  );
  await lite.db.exec('ROLLBACK; RESET ALL');
  assert.deepEqual([await lite.count('notes'), await lite.count('orders')], [0, 1]);
  assert.deepEqual([...redis.values.keys()], ['who', 'order:1']);
});

test('TRY-8 under run: healed live through the relay; where the repaired handler writes, a person is asked with the reason', async (t) => {
  const redis = await cache(t);
  const place = placeWith(t);
  const stops: (() => Promise<unknown>)[] = [];
  t.after(() => Promise.all(stops.map((stop) => stop())));
  const port = await freePort();
  const env = {
    PORT: String(port),
    REDIS_URL: `redis://:${cacheSecret}@127.0.0.1:${redis.port}`,
    KINTSUGI_HEAL_SETTLE_MS: '200',
  };
  consent(place, { [`127.0.0.1:${redis.port}`]: 'readonly:redis' });
  const running = await run({ place, env, stops });
  assert.equal((await ask({ port }, 'POST /orders/1/notes', { body: {} })).status, 500);
  await until(() => place.incidents()[0]?.status === 'needs_human', running);
  const [first] = place.incidents();
  assert.match(
    first?.action?.why ?? '',
    /inconclusive: at 127\.0\.0\.1:\d+ a trial may only read, and it sent "INCR", which was refused/,
  );
  assert.equal(redis.values.get('notes'), undefined);

  assert.equal((await ask({ port }, 'GET /orders/1')).status, 500);
  await until(async () => (await ask({ port }, 'GET /orders/1')).text.includes('19.00'), running);
  assert.equal(place.incidents().find(({ id }) => id === 2)?.repair?.proof, 'replayed');
  assert.deepEqual([...redis.values.keys()], ['who', 'order:1']);
  assert.equal(await running.stop(), 0);
});
