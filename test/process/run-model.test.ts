/** SEN-10: under `kintsugi run` a model is paid for what weighs something, and what it wrote goes live under the running server. */
import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startModelServer } from '../models/server.ts';
import { rates, right, server } from './model-place.ts';
import { placeOf, until } from './running.ts';

/** Answers 500 by itself instead of ending. */
const catching = server
  .replace(
    'const rate = rateFor(',
    "let rate;\n    try {\n      if (url.searchParams.get('from') === url.searchParams.get('to')) return answer(response, 200, { amount: Number(url.searchParams.get('amount')) });\n      rate = rateFor(",
  )
  .replace(
    "url.searchParams.get('to'));\n    answer(",
    "url.searchParams.get('to'));\n    } catch (error) {\n      console.error(error);\n      return answer(response, 500, { error: 'sorry' });\n    }\n    answer(",
  );
/** These projects have no past that could say what is right. */
const alone = { KINTSUGI_MODEL_ALONE: 'promote' };
const failing = '/convert?from=EUR&to=USD&amount=10';

/** Asked from another address of this machine. */
function askFrom(localAddress: string, port: number, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    http
      .get({ host: '127.0.0.1', port, path, localAddress }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      })
      .on('error', reject);
  });
}

test('REP-4 SEN-10 POL-1 a crash is repaired by a model under the running server, with what good requests were answered as proof', async (t) => {
  const models = await startModelServer({ script: [{ text: right }] });
  t.after(() => models.close());
  const place = await placeOf(
    t,
    { 'server.js': server, 'rates.js': rates },
    { env: { ...models.env.openai, ...alone } },
  );
  const { stderr } = await place.up();
  for (const url of ['/health', '/rates', '/health', '/rates']) assert.equal((await place.ask(url)).status, 200);
  assert.equal((await place.ask(failing)).status, 0, 'the process ends of it');
  await until(() => place.incidents()[0]?.status === 'resolved', stderr);
  const [incident] = place.incidents();
  assert.deepEqual([incident?.repair?.tier, incident?.repair?.others?.asBefore, models.asked.length], ['fast', 2, 1]);
  assert.ok((incident?.tokens ?? 0) > 0);
  assert.equal(JSON.parse((await place.ask(failing)).body).amount, 11);
});

test('SEN-10 one client alone, on a route that never answered well, costs nothing; a second client is weight enough', async (t) => {
  const models = await startModelServer({ script: [{ text: right }] });
  t.after(() => models.close());
  const place = await placeOf(
    t,
    { 'server.js': catching, 'rates.js': rates },
    { env: { ...models.env.openai, ...alone } },
  );
  const { stderr } = await place.up();
  for (const url of ['/health', '/rates']) assert.equal((await place.ask(url)).status, 200);
  assert.equal((await place.ask(failing)).status, 500);
  await until(() => place.incidents()[0]?.status === 'needs_human', stderr);
  assert.equal((await place.ask(failing)).status, 500, 'again, the same client');
  await sleep(6_000);
  assert.equal(models.asked.length, 0);
  assert.equal(place.incidents()[0]?.tokens, 0);
  assert.equal(await askFrom('127.0.0.2', place.port, failing), 500);
  await until(() => place.incidents()[0]?.status === 'resolved', stderr);
  assert.equal(models.asked.length, 1);
  assert.equal((await place.ask(failing)).status, 200);
});

test('SEN-10 one failure of a route that answered well before in this release is weight enough', async (t) => {
  const models = await startModelServer({ script: [{ text: right }] });
  t.after(() => models.close());
  const place = await placeOf(
    t,
    { 'server.js': catching, 'rates.js': rates },
    { env: { ...models.env.openai, ...alone } },
  );
  const { stderr } = await place.up();
  for (const url of ['/health', '/rates', '/convert?from=EUR&to=EUR&amount=3'])
    assert.equal((await place.ask(url)).status, 200);
  assert.equal((await place.ask(failing)).status, 500);
  await until(() => place.incidents()[0]?.status === 'resolved', stderr);
  assert.equal(models.asked.length, 1);
  assert.equal((await place.ask(failing)).status, 200);
});
