/** A server with a login, PostgreSQL and Redis behind it is healed: what a replay reaches, with what, and what is said where it cannot (SPEC TRY-8, TRY-9, TRY-10). */
import assert from 'node:assert/strict';
import { scryptSync } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import { test, type TestContext } from 'node:test';
import type { View } from '../../src/engine/view.ts';
import { ask, logIn, openShop, run, secrets, until, type Shop } from '../fixtures/services/shop.ts';
import { jsonOf } from './place.ts';

interface Seen {
  readonly id: number | null;
  readonly status: string | null;
  readonly class: string | null;
  readonly outcome?: string;
  readonly action: { why: string; command: string | null } | null;
  readonly repair: { kind: string; proof: string; files: string[]; candidates: { tried: number } } | null;
  readonly requests: { before: { status: number }; after: { status: number } | null }[];
}

const sid = '5d0c9b1e7a4f42268c3b9e71';
const session = JSON.stringify({ id: 7, name: 'ada' });

/** One `heal` of the order page by a client whose login both Redis instances know. */
async function heal(
  shop: Shop,
  env: NodeJS.ProcessEnv = {},
  cookie = `sid=${sid}`,
): Promise<{ code: number | null; seen: Seen; text: string }> {
  for (const { redis } of [shop.live, shop.test]) redis.values.set(`session:${sid}`, session);
  const line = ['heal', 'main.js', '--json', '--request', 'GET /orders/1', '-H', `cookie: ${cookie}`];
  const { code, stdout, stderr } = await shop.place.run(line, { env: { ...shop.env, ...env } });
  return { code, seen: JSON.parse(stdout) as Seen, text: stdout + stderr };
}

/** Nobody but the live server has been at the live stores. */
function onlyLive({ live }: Shop): void {
  assert.deepEqual([...new Set(live.postgres.passwords)], live.postgres.passwords.length > 0 ? [secrets.database] : []);
  assert.deepEqual([...new Set(live.redis.passwords)], live.redis.passwords.length > 0 ? [secrets.redis] : []);
}

function holdsNone(text: string, hidden: readonly string[]): void {
  for (const secret of hidden) assert.ok(!text.includes(secret), `${secret} is in what was written or said`);
}

/** Listens on the loopback of the machine; what each connection said. */
async function canary(t: TestContext): Promise<{ port: number; heard: string[] }> {
  const heard: string[] = [];
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes) => heard.push(bytes.toString().trim()));
    socket.on('end', () => socket.end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  return { port: (server.address() as net.AddressInfo).port, heard };
}

test('TRY-8 TRY-10 SEN-3 requests of a logged-in client heal live: replayed with their session, on the test instances only, a POST once', async (t) => {
  const shop = await openShop(t);
  shop.configure({ services: shop.services });
  const { port, heard } = await canary(t);
  const running = await run(shop, { CANARY_PORT: String(port) });
  assert.equal((await ask(shop, 'GET /orders/1')).status, 401);
  const cookie = await logIn(shop);
  const headers = { cookie };
  assert.equal((await ask(shop, 'GET /orders/2', { headers })).status, 404);
  assert.equal((await ask(shop, 'GET /orders/1', { headers })).status, 500);
  await until(() => /#1 .*live/.test(running.stderr()) && shop.file('shop.js').includes('order.total.'), running);
  await until(async () => (await ask(shop, 'GET /orders/1', { headers })).text.includes('1999.00'), running);
  assert.equal((await ask(shop, 'GET /orders/1')).status, 401, 'a login is still asked for');

  const note = {
    body: { text: 'ring twice', password: 'tulip-Engine-58' },
    headers: { cookie, 'idempotency-key': 'k1' },
  };
  assert.equal((await ask(shop, 'POST /orders/1/notes', note)).status, 500);
  await until(() => shop.file('shop.js').includes('.toUpperCase()'), running);
  await until(
    async () =>
      (await ask(shop, 'POST /orders/1/notes', { ...note, headers: { cookie, 'idempotency-key': 'k2' } })).status ===
      200,
    running,
  );
  const incidents = shop.place.incidents();
  const proofs = incidents.map(({ repair }) => [repair?.kind, repair?.proof, repair?.files.join()]);
  assert.deepEqual(proofs, [
    ['cause', 'replayed', 'shop.js'],
    ['cause', 'replayed', 'shop.js'],
  ]);

  assert.equal((await ask(shop, 'GET /profile', { headers })).status, 500);
  await until(
    () =>
      /#3 .*no profile for/.test(running.stderr()) &&
      /#3 .*no safe repair.*\n[^]*#3 .*no safe repair/.test(running.stderr()),
    running,
  );

  // Seen once live, so the unchanged copy is asked once; then each candidate once.
  const tried = incidents.map(({ repair }) => repair?.candidates.tried ?? 0).at(-1) ?? 0;
  const count = ({ redis }: Shop['live'], key: string): string | undefined => redis.values.get(`notes:${key}`);
  assert.ok(
    Number(count(shop.test, 'k1:1')) <= 1 + tried,
    `replayed ${count(shop.test, 'k1:1')} times for ${tried} candidates`,
  );
  assert.ok(Number(count(shop.test, 'k1:1')) >= 2);
  assert.deepEqual(
    [count(shop.live, 'k1:live'), count(shop.live, 'k1:1'), count(shop.test, 'k1:live')],
    ['1', undefined, undefined],
  );

  assert.deepEqual([...new Set(heard)], ['live'], 'nothing but the named targets is reached');
  assert.equal(shop.test.redis.values.get('canary:1'), 'ECONNREFUSED', 'it was tried');
  onlyLive(shop);
  assert.ok(shop.test.postgres.passwords.length > 0);
  const shapes = shop.test.postgres.passwords.map(
    (password) => /^[a-z]{6}-[A-Z][a-z]{5}-\d\d$/.test(password) && password !== secrets.database,
  );
  assert.deepEqual([...new Set(shapes)], [true], 'a stand-in of the same shape');

  const shown = await Promise.all(
    ['show 1', 'show 2 --json', 'report 2', 'events', 'logs'].map((line) => shop.place.run(line)),
  );
  assert.equal(await running.stop(), 0);
  const said = shown.map(({ stdout, stderr }) => stdout + stderr).join();
  holdsNone(shop.written() + running.stdout() + running.stderr() + said, [
    ...Object.values(secrets),
    cookie.slice(4),
    'tulip-Engine-58',
  ]);
});

test('TRY-8 TRY-9 without trial.services the failure is no diagnosis and no outage, but what to allow', async (t) => {
  const shop = await openShop(t);
  const before = shop.file('shop.js');
  const running = await run(shop);
  const headers = { cookie: await logIn(shop) };
  assert.equal((await ask(shop, 'GET /orders/1', { headers })).status, 500);
  await until(() => running.stderr().includes('could not be set up'), running);
  await until(() => shop.place.incidents()[0]?.status === 'needs_human', running);
  const [incident] = shop.place.incidents();
  assert.deepEqual([incident?.class, incident?.repair], ['type', null]);
  assert.match(
    incident?.action?.why ?? '',
    /could not be set up: it needs 127\.0\.0\.1:\d+.*allow it with trial\.services/,
  );
  assert.equal((await ask(shop, 'GET /orders/2', { headers })).status, 404, 'it goes on serving');
  assert.equal((await ask(shop, 'GET /profile', { headers })).status, 500);
  const latest = (): View | undefined => shop.place.incidents().find(({ id }) => id === 2);
  await until(() => latest()?.status === 'needs_human', running);
  assert.equal(latest()?.class, 'unknown', 'what the copy could not reach is not what failed');
  assert.match(latest()?.action?.why ?? '', /trial\.services/);

  assert.deepEqual(shop.test.postgres.passwords, []);
  assert.equal(await running.stop(), 0);

  // The app covers up that its sessions are out of reach: it answers 401.
  const { code, seen } = await heal(shop, { SOFT_SESSIONS: '1' });
  assert.deepEqual([code, seen.outcome, seen.class, seen.repair], [10, 'asked', null, null]);
  assert.match(seen.action?.why ?? '', /it needs 127\.0\.0\.1:\d+.*trial\.services/);
  assert.equal(shop.file('shop.js'), before);
  onlyLive(shop);
});

test('TRY-9 validation at boot passes with stand-ins; what only a stand-in breaks is said as that, and trial.env mends it', async (t) => {
  const own = 'indigo-Lantern-26';
  const shop = await openShop(t, { asks: own });
  const cookie = `sid=${sid}.${scryptSync(sid, secrets.jwt, 16).toString('hex')}`;
  const given: Record<string, string> = { REDIS_URL: (shop.env['REDIS_URL'] ?? '').replace(secrets.redis, own) };
  const look = async (): ReturnType<typeof heal> => {
    shop.configure({ services: shop.services, env: given });
    return heal(shop, { SIGNED_SESSIONS: '1' }, cookie);
  };
  const unsigned = await look();
  assert.deepEqual([unsigned.code, unsigned.seen.outcome, unsigned.seen.class], [10, 'asked', null]);
  assert.match(
    unsigned.seen.action?.why ?? '',
    /refused \(401\) because a trial has stand-ins for .*JWT_SECRET.*trial\.env/,
  );

  given['JWT_SECRET'] = secrets.jwt;
  const shut = await look();
  assert.deepEqual([shut.code, shut.seen.outcome, shut.seen.class], [10, 'asked', null]);
  assert.match(shut.seen.action?.why ?? '', /password authentication failed.*stand-ins for .*DATABASE_URL.*trial\.env/);

  given['DATABASE_URL'] = (shop.env['DATABASE_URL'] ?? '').replace(secrets.database, own);
  const { code, seen, text } = await look();
  assert.deepEqual([code, seen.outcome, seen.repair?.proof], [10, 'proposed', 'replayed']);
  assert.deepEqual(
    seen.requests.map(({ before, after }) => [before.status, after?.status]),
    [[500, 200]],
  );
  onlyLive(shop);
  holdsNone(text, [...Object.values(secrets), own, cookie.slice(4), sid]);
});

test('TRY-10 a POST is not replayed where the live instance itself is reached, unless the owner allows it', async (t) => {
  const shop = await openShop(t);
  for (const { redis } of [shop.live, shop.test]) redis.values.set(`session:${sid}`, session);
  const line = [
    'heal',
    'main.js',
    '--json',
    '--request',
    'POST /orders/1/notes {"text":"x"}',
    '-H',
    `cookie: sid=${sid}`,
    '-H',
    'idempotency-key: k3',
  ];
  const [database, cache] = shop.services;
  shop.configure({ services: [database, { target: cache?.target, to: cache?.target }] });
  const seen = jsonOf<Seen>(await shop.place.run(line, { env: shop.env }), 10);
  assert.match(
    seen.action?.why ?? '',
    /a POST request is not replayed where the live 127\.0\.0\.1:\d+ is reached.*trial\.allowWrites/,
  );
  assert.deepEqual([shop.live.redis.passwords, shop.live.redis.values.get('notes:k3:1')], [[], undefined]);
  shop.configure({ services: shop.services });
  assert.equal(jsonOf<Seen>(await shop.place.run(line, { env: shop.env }), 10).outcome, 'proposed');
  assert.equal(shop.test.redis.values.get('notes:k3:1'), '3', 'twice to see it, once for the one candidate');
});
