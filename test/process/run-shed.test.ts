/** Load shedding (LIM-1) under real load: more work is asked for than one loop can do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { full } from '../project.ts';
import { hammer, placeOf, until, type Place } from './running.ts';

const limit = { timeout: 120_000 };

/** Each request of /work takes 25 ms of the loop: forty a second are all that it can do. */
const server = `
const http = require('node:http');
http.createServer((request, response) => {
  if (request.url === '/work') for (const until = performance.now() + 25; performance.now() < until; );
  response.end(request.url === '/token' ? process.env.KINTSUGI_BOOT : 'done');
}).listen(process.env.PORT, '127.0.0.1');
`;

interface Outcome {
  readonly tally: Record<string, number>;
  /** The slowest answer of a route that is never refused, in milliseconds; five seconds stand for none. */
  readonly healthMs: number;
}

/** 120 requests a second of 40 that can be done, each given up by its client after two seconds. */
async function overload(place: Place, seconds: number): Promise<Outcome> {
  const load = hammer(place, '/work', 1000 / 120, { timeoutMs: 2000 });
  let healthMs = 0;
  await sleep(4000); // until it has taken its measure
  for (const endMs = performance.now() + (seconds - 4) * 1000; performance.now() < endMs;) {
    const startedMs = performance.now();
    await place.ask('/health', { timeoutMs: 5000 });
    healthMs = Math.max(healthMs, performance.now() - startedMs);
    await sleep(100);
  }
  return { tally: await load.end(), healthMs };
}

/** Without shedding for comparison: in the full mode, since that server is of no use to anybody for half a minute. */
const modes = full ? ['true', 'false'] : ['true'];

test(
  'LIM-1 under three times the load it can carry, more requests are answered with shedding than without',
  limit,
  async (t) => {
    const outcomes: Outcome[] = [];
    for (const enabled of modes) {
      const env = { KINTSUGI_SHED_ENABLED: enabled, KINTSUGI_SENSING_UNANSWERED_MS: '0' };
      const place = await placeOf(t, { 'server.js': server }, { env });
      const supervisor = await place.up();
      const outcome = await overload(place, full ? 14 : 8);
      t.diagnostic(`shedding ${enabled}: ${JSON.stringify(outcome)}`);
      outcomes.push(outcome);
      assert.deepEqual(place.incidents(), [], `a refusal is no failure: ${supervisor.stderr()}`);
      if (enabled === 'true') assert.match(supervisor.stderr(), /more and more requests are refused with 503/);
    }
    const [shedding, plain] = outcomes;
    assert.ok((shedding?.tally['503'] ?? 0) > 0);
    assert.ok((shedding?.tally['200'] ?? 0) > (plain?.tally['200'] ?? 40), 'goodput');
    assert.ok((shedding?.healthMs ?? Infinity) < (plain?.healthMs ?? 4000), 'the loop stays answerable');
  },
);

test('LIM-1 exempt routes, and who knows the secret of this boot, are answered; a guess is not', limit, async (t) => {
  const env = { KINTSUGI_SHED_ENABLED: 'true', KINTSUGI_SHED_EXEMPT: '["/free"]', KINTSUGI_SENSING_UNANSWERED_MS: '0' };
  const place = await placeOf(t, { 'server.js': server }, { env });
  const supervisor = await place.up();
  const sampledMs = performance.now() + 6000; // five seconds make a sample
  const secret = (await place.ask('/token')).body;
  const load = hammer(place, '/work', 1000 / 200, { timeoutMs: 2000 });
  await until(() => (load.tally['503'] ?? 0) > 100, supervisor.stderr);
  const statuses = async (url: string, headers: Record<string, string> = {}): Promise<number[]> =>
    Promise.all(Array.from({ length: 20 }, async () => (await place.ask(url, { headers })).status));
  assert.deepEqual([...new Set(await statuses('/free'))], [200]);
  assert.deepEqual([...new Set(await statuses('/', { 'x-kintsugi-bypass': secret }))], [200]);
  const guess = { 'x-kintsugi-bypass': secret.replace(/./, 'z') };
  await until(async () => (await statuses('/', guess)).includes(503), supervisor.stderr);
  const refused = await place.ask('/');
  assert.ok(refused.status === 200 || refused.body.includes('Try again in'));
  await sleep(Math.max(0, sampledMs - performance.now()));
  await load.end();
  // On a busy machine it may have been bearable for a moment before there was a sample.
  const samples = /bearable again.*five seconds each, until now: ([\d ]+) %$/;
  const means = (): number[] =>
    supervisor.events().flatMap(({ text }) => (samples.exec(text)?.[1] ?? '').split(' ').map(Number));
  await until(() => means().some((mean) => mean > 50), supervisor.stderr);
});
