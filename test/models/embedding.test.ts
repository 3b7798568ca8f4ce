/** The role `embedding`: texts to vectors over the wire, down its chain, accounted, redacted, and bounded whatever the server does (MOD-1, MEM-2). */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { CallLimits } from '../../src/models/create.ts';
import type { Embedded, NoReply, Texts } from '../../src/models/models.ts';
import { vectorOf } from './embeddings.ts';
import type { Play } from './server.ts';
import { askingOf, played, type Asking, type Setting } from './setting.ts';

const prices = [{ model: 'embed-1', input: '1000', output: '1000' }];

function embedding(
  t: TestContext,
  setting: Setting,
): Asking & { embed(more?: Partial<Texts>): Promise<Embedded | NoReply> } {
  const asking = askingOf(t, { ...setting, models: { embedding: ['openai:embed-1'], prices, ...setting.models } });
  const purpose = { incident: 3, rung: 'memory', tool: null };
  const embed = (more: Partial<Texts> = {}): Promise<Embedded | NoReply> =>
    asking.models.embed({ texts: ['login', 'a photo'], purpose, signal: new AbortController().signal, ...more });
  return { ...asking, embed };
}

function vectors(reply: Embedded | NoReply): Embedded {
  assert.ok('vectors' in reply, JSON.stringify(reply));
  return reply;
}

test('MOD-1 MEM-2 texts become vectors of length 1, and the call is accounted to incident, rung and role', async (t) => {
  const server = await played(t, [{ usage: { input: 7 } }]);
  const { embed, lines, models } = embedding(t, { env: server.env.openai });
  assert.deepEqual(models.namesOf('embedding'), ['openai:embed-1']);
  const reply = vectors(await embed());
  assert.equal(reply.model, 'openai:embed-1');
  for (const [nth, text] of ['login', 'a photo'].entries()) {
    const length = Math.hypot(...vectorOf(text));
    const wanted = vectorOf(text).map((one) => one / length);
    for (const [at, one] of wanted.entries()) assert.ok(Math.abs((reply.vectors[nth]?.[at] ?? 9) - one) < 1e-6);
  }
  assert.deepEqual(
    lines().map(({ incident, rung, role, model, input, output, costUsd }) => [
      incident,
      rung,
      role,
      model,
      input,
      output,
      costUsd,
    ]),
    [[3, 'memory', 'embedding', 'openai:embed-1', 7, 0, 0.007]],
  );
  assert.deepEqual(server.lines, ['POST /v1/embeddings']);
});

test('MOD-1 where the first of the chain fails the next is asked', async (t) => {
  const [broken, server] = [await played(t, [{ status: 503 }]), await played(t, [{}])];
  const { embed, lines } = embedding(t, {
    env: broken.env.openai,
    models: {
      embedding: ['openai:embed-1', 'own:embed-2'],
      providers: [{ name: 'own', protocol: 'openai', url: `${server.url}/v1`, key: 'none' }],
    },
  });
  assert.equal(vectors(await embed()).model, 'own:embed-2');
  assert.deepEqual([broken.asked.length, server.asked.length], [3, 1]);
  assert.deepEqual(
    lines().map(({ model, end }) => [model, end === 'answered']),
    [...Array.from({ length: 3 }, () => ['openai:embed-1', false]), ['own:embed-2', true]],
  );
});

test('MOD-1 without a model of its own the role has none: that of coding is not asked', async (t) => {
  const server = await played(t, [{}]);
  const { embed } = embedding(t, { env: server.env.openai, models: { embedding: [] } });
  const reply = await embed();
  assert.equal('failed' in reply && reply.failed, 'none');
  assert.deepEqual(server.lines, []);
});

test('MOD-5 no secret leaves in a text that is placed', async (t) => {
  const server = await played(t, [{}]);
  const secret = 'sk-live-canary-0123456789abcdef';
  const { embed } = embedding(t, { env: { ...server.env.openai, PAYMENT_SECRET: secret } });
  vectors(await embed({ texts: [`the key ${secret} was refused`, 'x'] }));
  assert.ok(!server.asked.some(({ text }) => text.includes(secret)));
});

test('POL-7 a call that does not fit under a ceiling is not made', async (t) => {
  const server = await played(t, [{}]);
  const { embed } = embedding(t, { env: server.env.openai, budget: { usdPerDay: 0.001 } });
  const reply = await embed({ texts: ['x'.repeat(2_000)] });
  assert.equal('failed' in reply && reply.failed, 'budget');
  assert.deepEqual(server.asked, []);
});

interface Case {
  readonly title: string;
  readonly play: Play;
  readonly limits?: Partial<CallLimits>;
  readonly failed?: NoReply['failed'];
  readonly tries?: number;
  readonly paid: boolean;
}

const faults: readonly Case[] = [
  { title: '401', play: { status: 401 }, failed: 'auth', paid: false },
  { title: '402', play: { status: 402 }, failed: 'billing', paid: false },
  { title: '404, as where there are no embeddings', play: { status: 404 }, paid: false },
  {
    title: '429 that asks for a short wait',
    play: { status: 429, headers: { 'retry-after': '0.05' } },
    tries: 3,
    paid: false,
  },
  { title: '429 that asks for a long wait', play: { status: 429, headers: { 'retry-after': '600' } }, paid: false },
  { title: '500', play: { status: 500 }, tries: 3, paid: false },
  { title: '529', play: { status: 529 }, tries: 3, paid: false },
  { title: 'no answer at all', play: { fault: 'reset' }, tries: 3, paid: false },
  { title: 'silence', play: { fault: 'silence' }, limits: { idleMs: 500 }, paid: true },
  { title: 'half an answer, then silence', play: { fault: 'stall' }, limits: { idleMs: 500 }, paid: true },
  { title: 'half an answer, then the connection is gone', play: { fault: 'cut' }, tries: 3, paid: true },
  { title: 'half an answer, then its end', play: { fault: 'end' }, paid: true },
  { title: 'what is no JSON', play: { fault: 'garbage' }, paid: true },
  { title: 'a page', play: { fault: 'prose' }, paid: true },
  { title: 'an answer without end', play: { fault: 'giant' }, limits: { bytesMax: 100_000 }, paid: true },
  { title: 'a character now and then', play: { fault: 'drip', everyMs: 20 }, limits: { totalMs: 400 }, paid: true },
  { title: 'fewer vectors than texts', play: { vectors: [[1, 2]] }, paid: true },
  { title: 'none', play: { vectors: [] }, paid: true },
  {
    title: 'vectors of two lengths',
    play: {
      vectors: [
        [1, 2],
        [1, 2, 3],
      ],
    },
    paid: true,
  },
  {
    title: 'one that points nowhere',
    play: {
      vectors: [
        [0, 0],
        [1, 0],
      ],
    },
    paid: true,
  },
  {
    title: 'words for numbers',
    play: {
      vectors: [
        ['a', 'b'],
        [1, 0],
      ],
    },
    paid: true,
  },
];

for (const { title, play, limits = {}, failed = 'unreachable', tries = 1, paid } of faults)
  test(`REL-3 embeddings, ${title}: bounded, told as data, accounted`, async (t) => {
    const server = await played(t, [play]);
    const { embed, lines } = embedding(t, { env: server.env.openai, limits });
    const began = performance.now();
    const reply = await embed();
    assert.ok('failed' in reply, 'it fell');
    assert.equal(reply.failed, failed, reply.why);
    assert.match(reply.why, /^openai:embed-1: /);
    assert.ok(performance.now() - began < 5_000);
    assert.equal(server.asked.length, tries);
    assert.equal(lines().length, tries);
    assert.deepEqual(
      lines().map(({ costUsd }) => costUsd > 0),
      Array.from({ length: tries }, () => paid),
    );
  });
