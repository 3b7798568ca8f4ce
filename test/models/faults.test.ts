/** Every fault of a model on the wire, by both protocols: bounded in time and money, told as data, and paid for where it was served (REL-3). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { callLimits, type CallLimits } from '../../src/models/create.ts';
import type { NoReply, Reply } from '../../src/models/models.ts';
import type { Play } from './server.ts';
import { askingOf, played, protocols } from './setting.ts';

interface Case {
  readonly title: string;
  readonly play: Play;
  readonly limits?: Partial<CallLimits>;
  readonly expect: NoReply['failed'] | Reply['finish'];
  readonly why?: RegExp;
  /** How often the server was asked. */
  readonly tries: number;
  /** A try that was served is paid for, whatever came of it. */
  readonly paid: boolean;
}

const prices = [{ model: 'scripted-1', input: '1000', output: '1000' }];

const cases: readonly Case[] = [
  {
    title: '401',
    play: { status: 401, message: 'bad key' },
    expect: 'auth',
    why: /401, "bad key"; check its key/,
    tries: 1,
    paid: false,
  },
  { title: '403', play: { status: 403 }, expect: 'auth', tries: 1, paid: false },
  { title: '402', play: { status: 402 }, expect: 'billing', why: /see to the account/, tries: 1, paid: false },
  {
    title: '429 for want of money',
    play: { status: 429, body: '{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}' },
    expect: 'billing',
    tries: 1,
    paid: false,
  },
  {
    title: '400 for want of money',
    play: { status: 400, message: 'Your credit balance is too low' },
    expect: 'billing',
    tries: 1,
    paid: false,
  },
  { title: '429', play: { status: 429 }, expect: 'unreachable', why: /429.*, 3 times/, tries: 3, paid: false },
  {
    title: '429 that asks for a short wait',
    play: { status: 429, headers: { 'retry-after': '0.05' } },
    expect: 'unreachable',
    tries: 3,
    paid: false,
  },
  {
    title: '429 that asks for a long wait',
    play: { status: 429, headers: { 'retry-after': '61' } },
    limits: { totalMs: 300_000 },
    expect: 'unreachable',
    why: /asks to wait 61 s/,
    tries: 1,
    paid: false,
  },
  {
    title: '429 until a day in the past',
    play: { status: 429, headers: { 'retry-after': 'Sun, 01 Jan 2023 00:00:00 GMT' } },
    expect: 'unreachable',
    tries: 3,
    paid: false,
  },
  { title: '500', play: { status: 500 }, expect: 'unreachable', tries: 3, paid: false },
  { title: '503', play: { status: 503, body: '' }, expect: 'unreachable', tries: 3, paid: false },
  { title: '529', play: { status: 529 }, expect: 'unreachable', tries: 3, paid: false },
  {
    title: '400',
    play: { status: 400, message: 'no such parameter' },
    expect: 'unreachable',
    why: /no such parameter/,
    tries: 1,
    paid: false,
  },
  {
    title: '404 with a page as its body',
    play: { status: 404, body: `<html>${'x'.repeat(300_000)}` },
    expect: 'unreachable',
    tries: 1,
    paid: false,
  },
  {
    title: 'a redirect',
    play: { status: 307, headers: { location: 'http://127.0.0.1:1/' } },
    expect: 'unreachable',
    why: /307/,
    tries: 1,
    paid: false,
  },
  {
    title: 'a reset',
    play: { fault: 'reset' },
    expect: 'unreachable',
    why: /connection failed/,
    tries: 3,
    paid: false,
  },
  { title: 'a cut stream', play: { fault: 'cut' }, expect: 'unreachable', tries: 3, paid: true },
  {
    title: 'a stream that ends before its end',
    play: { fault: 'end' },
    expect: 'unreachable',
    why: /before its end/,
    tries: 3,
    paid: true,
  },
  {
    title: 'an error within the stream',
    play: { fault: 'event' },
    expect: 'unreachable',
    why: /overloaded/,
    tries: 3,
    paid: true,
  },
  {
    title: 'silence',
    play: { fault: 'silence' },
    limits: { idleMs: 150 },
    expect: 'unreachable',
    why: /no byte for 0\.15 s/,
    tries: 1,
    paid: true,
  },
  {
    title: 'a stream that stalls',
    play: { fault: 'stall' },
    limits: { idleMs: 150 },
    expect: 'unreachable',
    why: /no byte/,
    tries: 1,
    paid: true,
  },
  {
    title: 'a slow drip',
    play: { fault: 'drip', everyMs: 20 },
    limits: { totalMs: 400 },
    expect: 'unreachable',
    why: /no end within/,
    tries: 1,
    paid: true,
  },
  {
    title: 'garbage',
    play: { fault: 'garbage' },
    expect: 'unreachable',
    why: /none of the protocol/,
    tries: 1,
    paid: true,
  },
  { title: 'a page of HTML', play: { fault: 'prose' }, expect: 'unreachable', why: /a page/, tries: 1, paid: true },
  {
    title: 'JSON of something else',
    play: { status: 200, body: '{"hello": "world"}' },
    expect: 'unreachable',
    why: /none of the protocol/,
    tries: 1,
    paid: true,
  },
  { title: 'half a JSON', play: { status: 200, body: '{"choices": [' }, expect: 'unreachable', tries: 1, paid: true },
  { title: 'an enormous text', play: { fault: 'giant' }, expect: 'length', tries: 1, paid: true },
  {
    title: 'an enormous answer on the wire',
    play: { fault: 'giant' },
    limits: { bytesMax: 10_000 },
    expect: 'unreachable',
    why: /longer than 10000 bytes/,
    tries: 1,
    paid: true,
  },
  { title: 'nothing said', play: {}, expect: 'stop', tries: 1, paid: true },
  {
    title: 'a refusal',
    play: { text: 'I cannot help with that.', finish: 'refused' },
    expect: 'refused',
    tries: 1,
    paid: true,
  },
  {
    title: 'an answer that is cut at its limit',
    play: { text: 'and then', finish: 'length' },
    expect: 'length',
    tries: 1,
    paid: true,
  },
];

for (const protocol of protocols) {
  for (const { title, play, limits, expect, why, tries, paid } of cases) {
    test(`REL-3 MOD-3 ${protocol}: ${title}`, async (t) => {
      const server = await played(t, [play]);
      const asking = askingOf(t, {
        env: server.env[protocol],
        limits: { totalMs: 20_000, ...limits },
        models: { prices },
      });
      const began = performance.now();
      const reply = await asking.ask();
      assert.ok(performance.now() - began < 30_000);
      assert.equal('failed' in reply ? reply.failed : reply.finish, expect, JSON.stringify(reply));
      if ('failed' in reply) assert.match(reply.why, why ?? /./);
      assert.equal(server.asked.length, tries);
      const lines = asking.lines();
      assert.equal(lines.length, tries);
      assert.equal(reply.usage.costUsd > 0, paid);
      const cost = lines.reduce((sum, line) => sum + line.costUsd, 0);
      assert.ok(Math.abs(cost - reply.usage.costUsd) < 1e-9);
    });
  }

  test(`MOD-3 ${protocol}: what passes is tried again, and the answer is the second's`, async (t) => {
    const server = await played(t, [{ status: 529 }, { fault: 'cut' }, { text: 'now' }]);
    const reply = await askingOf(t, { env: server.env[protocol] }).ask();
    assert.ok('text' in reply, JSON.stringify(reply));
    assert.equal(reply.text, 'now');
    assert.equal(server.asked.length, 3);
  });

  test(`MOD-3 ${protocol}: a call is cancelled at once, whatever it waits for`, async (t) => {
    const plays: Play[] = [{ fault: 'silence' }, { fault: 'drip' }, { status: 429, headers: { 'retry-after': '30' } }];
    for (const play of plays) {
      const server = await played(t, [play]);
      const stop = new AbortController();
      const asking = askingOf(t, { env: server.env[protocol] });
      const asked = asking.ask({ signal: stop.signal });
      while (server.asked.length === 0) await sleep(10);
      await sleep(100); // until it waits
      const began = performance.now();
      stop.abort();
      const reply = await asked;
      assert.ok(performance.now() - began < 5_000, 'at once');
      assert.equal('failed' in reply && reply.failed, 'cancelled');
      assert.equal(server.asked.length, 1);
    }
    const before = askingOf(t, { env: (await played(t, [{ text: 'x' }])).env[protocol] });
    const reply = await before.ask({ signal: AbortSignal.abort() });
    assert.equal('failed' in reply && reply.failed, 'cancelled');
  });
}

test('MOD-3 the times are those of the contract', () => {
  assert.deepEqual([callLimits.idleMs, callLimits.totalMs], [90_000, 300_000]);
});

test('MOD-3 a wait beyond the end of the heal is not begun', async (t) => {
  const server = await played(t, [{ status: 503, headers: { 'retry-after': '20' } }]);
  const began = performance.now();
  const reply = await askingOf(t, { env: server.env.openai }).ask({ untilMs: Date.now() + 10_000 });
  assert.ok('failed' in reply);
  assert.ok(performance.now() - began < 9_000);
  assert.equal(server.asked.length, 1);
});

test('MOD-3 the next model of the chain answers where the first cannot; what both took is told', async (t) => {
  for (const play of [
    { status: 401 },
    { status: 402 },
    { status: 404 },
    { status: 500 },
    { fault: 'garbage' },
  ] as const) {
    const [first, second] = [
      await played(t, [play]),
      await played(t, [{ text: 'from the second', usage: { input: 50, output: 5 } }]),
    ];
    const env = { ...first.env.anthropic, ...second.env.openai };
    const asking = askingOf(t, { env, models: { prices } });
    const reply = await asking.ask();
    assert.ok('text' in reply, JSON.stringify(reply));
    assert.equal(reply.text, 'from the second');
    assert.equal(reply.model, 'openai:scripted-1');
    assert.ok(reply.usage.input >= 50);
    assert.equal(asking.lines().at(-1)?.end, 'answered');
  }
});

test('MOD-3 where every model fell, what a person must mend is named first', async (t) => {
  const [first, second] = [
    await played(t, [{ status: 500 }]),
    await played(t, [{ status: 401, message: 'invalid x-api-key' }]),
  ];
  const reply = await askingOf(t, { env: { ...first.env.anthropic, ...second.env.openai } }).ask();
  assert.ok('failed' in reply);
  assert.equal(reply.failed, 'auth');
  assert.match(reply.why, /anthropic:scripted-1: status 500.*; then openai:scripted-1: status 401/);
  assert.doesNotMatch(reply.why, /\n/);
});

test('REL-3 nobody listens, or the name is not known: a fall, not a fault', async (t) => {
  for (const base of ['http://127.0.0.1:9/v1', 'http://kintsugi-test.invalid/v1']) {
    const env = { OPENAI_BASE_URL: base };
    const reply = await askingOf(t, { env }).ask();
    assert.equal('failed' in reply && reply.failed, 'unreachable', JSON.stringify(reply));
  }
});

test('REL-3 numbers of usage that cannot be are not believed', async (t) => {
  const numbers = [
    null,
    { input: 0, output: 0 },
    { input: -5, output: -5 },
    { input: 1e15, output: 1e15 },
    { input: 1.5, output: 0.5 },
  ];
  for (const protocol of protocols) {
    for (const usage of numbers) {
      const server = await played(t, [{ text: 'x'.repeat(400), usage }]);
      const reply = await askingOf(t, { env: server.env[protocol] }).ask({
        system: 's'.repeat(4_000),
      });
      const said = `${protocol} ${JSON.stringify(usage)} ${JSON.stringify(reply)}`;
      if ('failed' in reply) assert.match(reply.why, /none of the protocol/, said);
      assert.ok(reply.usage.input >= 1_000 && reply.usage.input < 2_000, said);
      assert.ok('failed' in reply || (reply.usage.output >= 100 && reply.usage.output < 200), said);
    }
  }
});
