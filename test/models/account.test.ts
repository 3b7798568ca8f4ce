/** The account of calls and the ceilings they are held to: what is written, what is counted, and what stops. */
import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Endpoint } from '../../src/models/endpoints.ts';
import { priceOf, type Price, type PriceRow } from '../../src/models/prices.ts';
import { reportUsage } from '../../src/models/report.ts';
import type { Said } from './server.ts';
import { askingOf, played, protocols } from './setting.ts';

/** 1000 tokens in and 100 out: $0.011 by these prices. */
const prices: PriceRow[] = [{ model: 'scripted-1', input: '10', output: '10' }];
const said: Said = { text: 'ok', usage: { input: 1000, output: 100 } };
const prompt = { system: 's'.repeat(3_000), maxTokens: 100 };
const cost = 0.011;

const vendor = (protocol: Endpoint['protocol'], url: string): Endpoint => ({
  name: protocol,
  protocol,
  url,
  key: 'k',
  isVendor: true,
  isLocal: false,
});
const anthropic = vendor('anthropic', 'https://api.anthropic.com/v1');
const openai = vendor('openai', 'https://api.openai.com/v1');
const gateway: Endpoint = { ...openai, name: 'work', url: 'https://llm.example.com/v1', isVendor: false };
const local: Endpoint = { ...gateway, url: 'http://127.0.0.1:11434/v1', isLocal: true };

async function dollars(
  endpoint: Endpoint,
  model: string,
  rows: PriceRow[] = [],
): Promise<[Price['from'], number, number]> {
  const { from, dollars: of } = await priceOf(endpoint, model, rows);
  const none = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  return [from, of({ ...none, input: 100_000 }) * 10, of({ ...none, output: 100_000 }) * 10];
}

async function both(endpoint: Endpoint, model: string): Promise<number> {
  const [, input, output] = await dollars(endpoint, model);
  return input + output;
}

test("MOD-4 prices: the table's, the owner's, the dearest of a provider, $15 and $75, nothing on loopback", async () => {
  assert.deepEqual(await dollars(anthropic, 'claude-sonnet-4-5'), ['table', 3, 15]);
  assert.deepEqual(await dollars(anthropic, 'claude-sonnet-4-5-20250929'), ['table', 3, 15]);
  assert.deepEqual(await dollars(openai, 'gpt-5.1'), ['table', 1.25, 10]);
  assert.deepEqual(await dollars(gateway, 'mystery-9000'), ['assumed', 15, 75]);
  assert.deepEqual(await dollars(local, 'qwen3-coder'), ['local', 0, 0]);
  const rows = [{ model: 'work:mystery-9000', input: '0.5', output: '1.25' }];
  assert.deepEqual(await dollars(gateway, 'mystery-9000', rows), ['owner', 0.5, 1.25]);
  assert.deepEqual(await dollars(local, 'mystery-9000', [{ ...rows[0]!, model: 'mystery-9000' }]), [
    'owner',
    0.5,
    1.25,
  ]);
  for (const endpoint of [anthropic, openai]) {
    const [from, input, output] = await dollars(endpoint, 'of-tomorrow-1');
    assert.equal(from, 'dearest');
    for (const known of ['claude-opus-4-1', 'claude-sonnet-4-5', 'gpt-5.1', 'gpt-4o'])
      assert.ok(input + output >= (await both(endpoint, known)), known);
  }
});

test('MOD-4 what is read from a cache costs less, what is written to it more', async () => {
  const { dollars: of } = await priceOf(anthropic, 'claude-sonnet-4-5', []);
  const plain = { input: 10_000, output: 0, cacheRead: 0, cacheWrite: 0 };
  assert.ok(of({ ...plain, cacheRead: 9_000 }) < of(plain) / 3);
  assert.ok(of({ ...plain, cacheWrite: 9_000 }) > of(plain));
});

for (const protocol of protocols) {
  test(`MOD-4 ${protocol}: one line tells incident, rung, role, tool, model, tokens, dollars and milliseconds`, async (t) => {
    const usage =
      protocol === 'anthropic'
        ? { input: 200, output: 100, cacheRead: 700, cacheWrite: 100 }
        : { input: 1000, output: 100, cacheRead: 700 };
    const server = await played(t, [{ ...said, usage, everyMs: 5 }]);
    const asking = askingOf(t, { env: server.env[protocol], models: { prices } });
    const reply = await asking.ask({ ...prompt, purpose: { incident: 7, rung: 'agent', tool: 'read_file' } });
    assert.ok('text' in reply, JSON.stringify(reply));
    const [line, ...more] = asking.lines();
    assert.ok(line);
    assert.deepEqual(more, []);
    const { id, at, ms, costUsd, savedUsd, ...rest } = line;
    const cacheWrite = protocol === 'anthropic' ? 100 : 0;
    assert.deepEqual(rest, {
      v: 1,
      kind: 'call',
      run: 'this-run',
      incident: 7,
      rung: 'agent',
      tool: 'read_file',
      role: 'coding',
      model: `${protocol}:scripted-1`,
      input: 1000,
      output: 100,
      cacheRead: 700,
      cacheWrite,
      price: 'owner',
      end: 'answered',
    });
    assert.match(id, /^[0-9a-f]{32}$/);
    assert.match(at, /^\d{4}-\d\d-\d\dT.*Z$/);
    assert.ok(ms > 0);
    assert.ok(Math.abs(costUsd - (cost + cacheWrite * 0.25 * 1e-5)) < 1e-9, String(costUsd));
    assert.deepEqual(reply.usage, { input: 1000, output: 100, cacheRead: 700, cacheWrite, costUsd });
    assert.ok(Math.abs(savedUsd - (cost - costUsd)) < 1e-9);
  });
}

test("MOD-4 what stays the same is marked for Anthropic's cache, and the saving is in the report", async (t) => {
  const server = await played(t, [{ ...said, usage: { input: 100, output: 10, cacheRead: 9_000 } }]);
  const endpoint: Endpoint = { ...anthropic, url: `${server.url}/v1` };
  const asking = askingOf(t, { env: {}, chain: [{ endpoint, model: 'claude-sonnet-4-5' }] });
  const tools = [{ name: 'done', description: 'Ends.', schema: { type: 'object' } }];
  await asking.ask({ system: 's'.repeat(30_000), tools });
  await asking.ask({ system: 's'.repeat(30_000) });
  const marked = server.asked.map(({ body }) =>
    [JSON.stringify(body['system']), JSON.stringify(body.messages.at(-1))].map((text) =>
      text.includes('"cache_control":{"type":"ephemeral"}'),
    ),
  );
  assert.deepEqual(marked, [
    [true, true],
    [true, false],
  ]); // a conversation without tools has no second turn
  const report = reportUsage(readFileSync(asking.file, 'utf8'));
  assert.equal(report.calls, 2);
  assert.ok(report.savedUsd > 0.04 && report.savedUsd > report.costUsd, JSON.stringify(report));
});

test('MOD-4 a price that is not known is said once', async (t) => {
  const server = await played(t, [said]);
  const endpoint: Endpoint = { ...gateway, url: `${server.url}/v1` };
  const asking = askingOf(t, { env: {}, chain: [{ endpoint, model: 'mystery-9000' }] });
  await asking.ask(prompt);
  await asking.ask(prompt);
  assert.deepEqual(asking.said.length, 1);
  assert.match(
    asking.said[0] ?? '',
    /work:mystery-9000 is not known.*\$15\.00 in and \$75\.00 out per million.*models\.prices/,
  );
});

test('MOD-4 the account folded by model, role, rung, tool and day', async (t) => {
  let nowMs = Date.parse('2026-03-01T23:00:00Z');
  const server = await played(t, (_asked, n) => (n === 2 ? { status: 401 } : said));
  const asking = askingOf(t, { env: server.env.openai, models: { prices }, now: () => nowMs });
  await asking.ask({ ...prompt, purpose: { incident: 1, rung: 'fast', tool: null } });
  nowMs += 2 * 3_600_000;
  await asking.ask({ ...prompt, role: 'tool', purpose: { incident: 1, rung: 'agent', tool: 'grep_code' } });
  await asking.ask({ ...prompt, role: 'chat', purpose: { incident: null, rung: 'ask', tool: null } });
  const report = reportUsage(readFileSync(asking.file, 'utf8'));
  const calls = (sums: Readonly<Record<string, { calls: number; input: number }>>): unknown =>
    Object.fromEntries(Object.entries(sums).map(([key, sum]) => [key, [sum.calls, sum.input]]));
  assert.deepEqual([report.calls, report.input, report.output], [3, 2000, 200]);
  assert.ok(Math.abs(report.costUsd - 2 * cost) < 1e-9);
  assert.deepEqual(calls(report.byModel), { 'openai:scripted-1': [3, 2000] });
  assert.deepEqual(calls(report.byRole), { coding: [1, 1000], tool: [1, 1000], chat: [1, 0] });
  assert.deepEqual(calls(report.byRung), { fast: [1, 1000], agent: [1, 1000], ask: [1, 0] });
  assert.deepEqual(calls(report.byTool), { grep_code: [1, 1000] });
  assert.deepEqual(calls(report.byDay), { '2026-03-01': [1, 1000], '2026-03-02': [2, 1000] });
});

test('POL-7 a call is reserved before it is made: what does not fit is not asked, and it is told what to set', async (t) => {
  const cases = [
    { budget: { usdPerHeal: 0.02 }, why: /budget\.usdPerHeal is reached: \$0\.01\d* of \$0\.02\d* of this heal/ },
    { budget: { usdPerDay: 0.02 }, why: /budget\.usdPerDay is reached.*wait for the next day/ },
    { budget: { usdPerRun: 0.02 }, why: /budget\.usdPerRun is reached.*start again/ },
    { budget: { tokensPerHeal: 2_000 }, why: /budget\.tokensPerHeal is reached: 1100 tokens of 2000 tokens/ },
  ];
  for (const { budget, why } of cases) {
    const server = await played(t, [said]);
    const asking = askingOf(t, { env: server.env.openai, models: { prices }, budget });
    const [first, second] = [await asking.ask(prompt), await asking.ask(prompt)];
    assert.ok('text' in first, JSON.stringify(first));
    assert.ok('failed' in second);
    assert.equal(second.failed, 'budget');
    assert.match(second.why, why);
    assert.equal(server.asked.length, 1);
    assert.equal(second.usage.costUsd, 0);
  }
});

test('POL-7 a retry and a fallback stand under the same ceiling', async (t) => {
  const [first, second] = [await played(t, [{ fault: 'cut', text: 'x'.repeat(300) }]), await played(t, [said])];
  const budget = { usdPerHeal: 0.025 };
  const asking = askingOf(t, { env: { ...first.env.anthropic, ...second.env.openai }, models: { prices }, budget });
  const reply = await asking.ask(prompt);
  assert.equal('failed' in reply && reply.failed, 'budget', JSON.stringify(reply));
  assert.ok(reply.usage.costUsd > 0 && reply.usage.costUsd <= 0.025);
  assert.deepEqual([first.asked.length, second.asked.length], [2, 0]);
});

test('POL-7 where the dollars are spent, a model on this machine still answers', async (t) => {
  const [paid, free] = [await played(t, [said]), await played(t, [said], ['free-1'])];
  const env = { ...paid.env.anthropic, ...free.env.openai };
  const reply = await askingOf(t, { env, models: { prices }, budget: { usdPerDay: 0 } }).ask(prompt);
  assert.equal('model' in reply && reply.model, 'openai:free-1', JSON.stringify(reply));
  assert.equal(paid.asked.length, 0);
});

test('POL-7 calls at the same time cannot pass a ceiling together', async (t) => {
  const server = await played(t, [{ ...said, everyMs: 30 }]);
  const asking = askingOf(t, { env: server.env.openai, models: { prices }, budget: { usdPerHeal: 0.03 } });
  const replies = await Promise.all([1, 2, 3, 4].map(() => asking.ask(prompt)));
  assert.deepEqual(
    replies.map((reply) => ('failed' in reply ? reply.failed : 'answered')),
    ['answered', 'answered', 'budget', 'budget'],
  );
});

test('POL-7 each ceiling has its own: another heal, another run, the next day; calls on this machine cost none', async (t) => {
  let nowMs = Date.parse('2026-03-01T12:00:00Z');
  const now = (): number => nowMs;
  const server = await played(t, [said]);
  const one = { env: server.env.openai, models: { prices }, now };
  const heal = askingOf(t, { ...one, budget: { usdPerHeal: 0.02 } });
  const purpose = (incident: number | null): { purpose: { incident: number | null; rung: string; tool: null } } => ({
    purpose: { incident, rung: 'fast', tool: null },
  });
  const ends: string[] = [];
  const ask = async (asking: typeof heal, incident: number | null): Promise<void> => {
    const reply = await asking.ask({ ...prompt, ...purpose(incident) });
    ends.push('failed' in reply ? reply.failed : 'answered');
  };
  for (const incident of [1, 1, 2, null, null]) await ask(heal, incident);
  nowMs += 301_000; // a heal has ended by then, and asking again is a new one
  await ask(heal, 1);
  assert.deepEqual(ends.splice(0), ['answered', 'budget', 'answered', 'answered', 'answered', 'answered']);

  const day = askingOf(t, { ...one, budget: { usdPerDay: 0.02 } });
  await ask(day, 1);
  await ask(day, 2);
  nowMs += 12 * 3_600_000;
  await ask(day, 3);
  assert.deepEqual(ends.splice(0), ['answered', 'budget', 'answered']);

  const run = askingOf(t, { ...one, budget: { usdPerRun: 0.02 } });
  await ask(run, 1);
  await ask(askingOf(t, { ...one, file: run.file, run: 'the-next', budget: { usdPerRun: 0.02 } }), 1);
  await ask(run, 1);
  assert.deepEqual(ends.splice(0), ['answered', 'answered', 'budget']);

  const free = askingOf(t, { env: server.env.openai, budget: { usdPerHeal: 0, usdPerDay: 0, usdPerRun: 0 } });
  await ask(free, 1);
  await ask(free, 1);
  assert.deepEqual(ends, ['answered', 'answered']);
});

test('POL-7 at 75, 80 and 90 % it is said, each once', async (t) => {
  const server = await played(t, [said]);
  const asking = askingOf(t, {
    env: server.env.openai,
    models: { prices },
    budget: { usdPerDay: 0.13, usdPerHeal: 100 },
  });
  for (let n = 0; n < 11; n++) await asking.ask(prompt);
  assert.deepEqual(
    asking.said.map((text) => /^(\d+) % of budget\.(\w+)/.exec(text)?.slice(1)),
    [
      ['76', 'usdPerDay'],
      ['84', 'usdPerDay'],
      ['93', 'usdPerDay'],
    ],
  );
});

test('POL-7 a call whose end was never written counts at the most it could cost, in another process too', async (t) => {
  const server = await played(t, [said]);
  const one = { env: server.env.openai, models: { prices }, budget: { usdPerDay: 0.025 } };
  const first = askingOf(t, one);
  await first.ask(prompt);
  const [reserved, settled] = readFileSync(first.file, 'utf8').trim().split('\n') as [string, string];
  assert.match(reserved, /"kind":"reserved"/);
  writeFileSync(first.file, `${reserved}\n${settled.slice(0, 40)}`); // killed while it wrote
  const next = askingOf(t, { ...one, file: first.file, run: 'the-next' });
  const report = reportUsage(readFileSync(first.file, 'utf8'));
  assert.equal(report.unsettled.calls, 1);
  assert.ok(report.costUsd > 0.01);
  const before = (JSON.parse(reserved) as { costUsd: number }).costUsd;
  const reply = await next.ask(prompt);
  assert.equal('text' in reply, before + before <= 0.025, `${before}`);
  const lines = readFileSync(first.file, 'utf8').trim().split('\n');
  assert.ok(
    lines.slice(2).every((line) => line.startsWith('{') && line.endsWith('}')),
    'a torn line spoils no other',
  );
  appendFileSync(first.file, `${reserved.replace(/"id":"\w+"/, '"id":"of-another-process"')}\n`);
  const third = await next.ask(prompt);
  assert.equal('failed' in third && third.failed, 'budget');
});

test('REL-2 where the account cannot be written no call is made', async (t) => {
  const server = await played(t, [said]);
  const reply = await askingOf(t, { env: server.env.openai, file: '/dev/null/usage.jsonl' }).ask(prompt);
  assert.equal('failed' in reply && reply.failed, 'budget');
  assert.match('why' in reply ? reply.why : '', /cannot be written \(E\w+\); free space/);
  assert.equal(server.asked.length, 0);
});
