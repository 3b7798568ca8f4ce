/** Programs that listen nowhere (consumers of a queue, schedulers), kept as servers are. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { placeOf, until, type Place } from './running.ts';

const limit = { timeout: 120_000 };
const startupMs = 12_000;
const env = { KINTSUGI_RESTART_STARTUP_MS: String(startupMs), KINTSUGI_AUTONOMY: 'observe' };
const works = 'setInterval(() => {}, 100);';

async function reload(place: Place): Promise<{ code: number; why: string; ms: number }> {
  const beganMs = performance.now();
  const { code, stdout } = await place.does('reload --json');
  const { why } = JSON.parse(stdout) as { why: string };
  return { code: code ?? -1, why, ms: performance.now() - beganMs };
}

for (const [kind, entry] of Object.entries({ CommonJS: 'server.js', 'an ES module': 'server.mjs' }))
  test(`SUP-13 a reload of what listens nowhere is told when it is up: ${kind}`, limit, async (t) => {
    const place = await placeOf(t, { [entry]: works }, { env });
    const supervisor = place.run([entry]);
    const record = (): ReturnType<Place['record']> => place.record(entry);
    await until(() => record()?.state === 'ready', supervisor.stderr);
    const before = record()?.child?.pid;
    const first = await reload(place);
    assert.equal(first.code, 0, first.why);
    assert.ok(first.ms < startupMs - 2000, `${first.ms} ms`);
    await until(() => record()?.state === 'ready' && record()?.child?.pid !== before, supervisor.stderr);

    // Its main script comes to its end late, or never.
    const throws = `throw new Error('no broker')`;
    const late = `const end = Date.now() + 3000; while (Date.now() < end); ${throws};`;
    const awaits = `await new Promise((resolve) => setTimeout(resolve, 3000)); ${throws};`;
    writeFileSync(path.join(place.app, entry), entry.endsWith('.mjs') ? awaits : late);
    const broken = await reload(place);
    assert.equal(broken.code, 1);
    assert.match(broken.why, /no broker/);
  });

test('SUP-13 what comes to listen is waited for as any server from then on', limit, async (t) => {
  const place = await placeOf(t, { 'server.js': works }, { env: { ...env, KINTSUGI_RESTART_STARTUP_MS: '5000' } });
  const supervisor = place.run();
  await until(() => place.record()?.state === 'ready', supervisor.stderr);
  const listens = (afterMs: number): string => `setTimeout(() => require('node:http')
    .createServer((request, response) => response.end('${afterMs}')).listen(process.env.PORT, '127.0.0.1'), ${afterMs});`;
  writeFileSync(path.join(place.app, 'server.js'), listens(100));
  assert.equal((await reload(place)).code, 0);
  await until(() => place.record()?.sockets === 'held', supervisor.stderr);
  writeFileSync(path.join(place.app, 'server.js'), listens(3500)); // more than what listens nowhere is given
  const second = await reload(place);
  assert.equal(second.code, 0, second.why);
  assert.deepEqual([second.ms >= 3500, (await place.ask('/')).body], [true, '3500']);
});
