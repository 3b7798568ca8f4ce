/** A server with a login, PostgreSQL and Redis behind it is healed: what a replay reaches, with what, and what is said where it cannot (SPEC TRY-8, TRY-9, TRY-10). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, logIn, openShop, run, secrets, until } from '../fixtures/services/shop.ts';
import { jsonOf } from './place.ts';

interface Seen {
  readonly id: number;
  readonly status: string;
  readonly class: string | null;
  readonly action: { why: string; command: string | null } | null;
  readonly repair: { kind: string; proof: string; recipe: string; files: string[]; candidates: { tried: number } } | null;
}

test('TRY-8 TRY-10 SEN-3 the failing request of a logged-in client heals live: replayed with its session, on the test instances only', async (t) => {
  const shop = await openShop(t);
  shop.configure({ services: shop.services });
  const running = await run(t, shop);
  assert.equal((await ask(shop, 'GET /orders/1')).status, 401);
  const cookie = await logIn(shop);
  const failed = await ask(shop, 'GET /orders/1', { headers: { cookie } });
  assert.equal(failed.status, 500);
  await until(async () => (await ask(shop, 'GET /orders/1', { headers: { cookie } })).status === 200, running);
  assert.equal((await ask(shop, 'GET /orders/2', { headers: { cookie } })).status, 404);
  console.log(running.stderr());
  console.log(shop.live.postgres, shop.test.postgres, shop.live.redis, shop.test.redis);
  const [incident] = jsonOf<Seen[]>(await shop.place.run('incidents --json'));
  console.log(incident);
  assert.deepEqual([incident?.repair?.proof, incident?.repair?.files], ['replayed', ['shop.js']]);
  assert.equal(await running.stop(), 0);
  const all = shop.written() + running.stdout() + running.stderr();
  for (const secret of [...Object.values(secrets), cookie.slice(4)]) assert.ok(!all.includes(secret), secret);
});
