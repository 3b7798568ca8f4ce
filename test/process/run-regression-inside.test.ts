/** A release whose answers are as good as before and whose process is not: its event loop is late, or its memory grows (SEN-7). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Course } from '../../src/triage/regression.ts';
import { courses, scene } from './regression-scene.ts';
import { hammer, until, type Hammer, type Place } from './running.ts';

const limit = { timeout: 240_000 };

/** What it does after an answer is seen in no latency. */
const blocking = (ms: number): string => `
const http = require('node:http');
const work = (ms) => { for (const until = performance.now() + ms; performance.now() < until; ); };
http.createServer((request, response) => {
  response.end('x', () => request.url === '/report' && setImmediate(work, ${ms}));
}).listen(process.env.PORT, '127.0.0.1');
`;

test('SEN-7 a release that blocks its event loop after some answers, without an error, is told', limit, async (t) => {
  const loads = (place: Place): Hammer[] => [hammer(place, '/', 25), hammer(place, '/report', 600)];
  const { place, supervisor, deploy, told, end } = await scene(t, blocking(1), loads);
  await until(() => Object.values(courses(place)[0]?.traffic.loop ?? {}).some(({ n }) => n > 60), supervisor.stderr);
  await deploy(blocking(250)); // well above what a busy machine does to the first one
  const { text } = await told();
  const how =
    /^the event loop is late; most of all at \d+ requests a second and more: in one look of twenty by more than (\d+) ms, (\d+) ms before/;
  const [, late, before] = how.exec(text) ?? [];
  assert.ok(Number(late) > 15 && Number(late) > Number(before), text);
  await end();
});

/** What each request takes in, so that there is much to collect; the leak is what stays of it. */
const leaky = (kilobytes: number): string => `
const http = require('node:http');
const kept = [];
http.createServer((request, response) => {
  const taken = Buffer.alloc(2048 * 1024);
  kept.push(Buffer.from(taken.subarray(0, ${kilobytes} * 1024)));
  response.end('x');
}).listen(process.env.PORT, '127.0.0.1');
`;

test('SEN-7 a release that leaks is told before it holds much', limit, async (t) => {
  const { place, supervisor, deploy, told, end } = await scene(t, leaky(0), (where) => [hammer(where, '/', 20)]);
  const life = (): Course['lives'][number] | undefined => courses(place).at(-1)?.lives.at(-1);
  await until(() => (life()?.served ?? 0) > 1000, supervisor.stderr, 60_000);
  await deploy(leaky(300));
  const { text } = await told();
  assert.match(
    text,
    /^memory grows by [\d.]+ MB a minute and does not slow down: [\d.]+ MB are left after collections, [\d.]+ MB at most before/,
  );
  await end();
});
