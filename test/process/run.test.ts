/** `kintsugi run` from end to end: real servers fail under real clients and are healed while they serve. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apps } from './run-apps.ts';
import { full, hammer, placeOf, until, type Place } from './running.ts';

/** What every run proves in short; all of them with KINTSUGI_TEST_FULL=1. */
const usual = ['http, CommonJS', 'Express 5, ESM', 'Fastify 5, CommonJS', 'Express 5, TypeScript by `-- npm start`', 'Express 5 behind its own error handler and createServer'];

test('SEN-2 PRO-1 REP-2 a failing route is healed while the server serves', { concurrency: 2 }, async (t) => {
  const names = full ? Object.keys(apps) : usual;
  await Promise.all(names.map((name) => t.test(name, (inner) => healsLive(name, inner))));
});

async function healsLive(name: string, t: Parameters<typeof placeOf>[0]): Promise<void> {
  const app = apps[name]!;
  const place = await placeOf(t, app.files, { packages: app.packages });
  const supervisor = await place.up(app.args);
  assert.equal((await place.ask('/gone/7')).status, 404);
  const boot = place.record(app.subject ?? app.args[0])?.boot;
  const clients = hammer(place, '/ok/1');
  const first = await place.ask('/users/7?full=1');
  assert.equal(first.status, 500);
  const story = (): string => `${first.body}\n${supervisor.stderr()}`;
  await until(async () => (await place.ask('/users/8')).status === 200, story);
  const again = await place.ask('/users/7?full=1');
  assert.deepEqual(JSON.parse(again.body), { name: 'ADA' }, story());
  await closed(place, 1, story);
  const tally = await clients.end();
  assert.deepEqual(Object.keys(tally), ['200'], JSON.stringify(tally));
  assert.equal(place.record(app.subject ?? app.args[0])?.boot, (boot ?? 0) + 1, 'one boot for the repair, none by a crash');
  const [incident, ...others] = await place.incidents();
  assert.deepEqual(others, [], 'a 4xx opens no incident, and one failure is one incident');
  const { status, file, route, line, repair } = incident!;
  const number = app.files[app.file]!.split('\n').findIndex((text) => text.includes('toUppercase')) + 1;
  assert.deepEqual({ class: incident!.class, status, file, line, route }, { class: 'type', status: 'resolved', file: app.file, line: number, route: app.route });
  assert.deepEqual([repair?.kind, repair?.proof, repair?.tier, repair?.files], ['cause', 'replayed', 'recipe', [app.file]]);
  assert.equal(place.read(app.file), app.files[app.file]!.replace('toUppercase', 'toUpperCase'));
  const sensed = place.journal().find(({ fact }) => fact.type === 'sensed')?.fact;
  assert.equal(sensed?.type === 'sensed' && sensed.signal.request?.method, 'GET');
}

/** The incident has come to its end. */
async function closed(place: Place, id: number, about: () => string): Promise<void> {
  await until(() => place.journal().some(({ incident, fact }) => incident === id && fact.type === 'closed'), about);
}
