/** The fast path as an owner meets it: a real broken server, a model on the wire, and what becomes of right and wrong answers. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as after } from 'node:timers/promises';
import { defaults } from '../../src/config/load.ts';
import type { Play } from '../models/server.ts';
import { full, sample } from '../project.ts';
import { block, fails, lookup, others, rates, right, sceneOf, threes, type Healed } from './model-place.ts';
import { jsonOf, program } from './place.ts';

const fixed = rates.replace('rates.get(from + to)', 'rates.get(`${from}-${to}`)');
/** Of the request's body, what a person would have written. */
const said = (text: string): string =>
  (JSON.parse(text) as { messages: { content: unknown }[] }).messages
    .map((one) => JSON.stringify(one.content))
    .join('\n');

for (const protocol of sample(['openai', 'anthropic'] as const, 2)) {
  test(`REP-4 POL-1 CLI-2 a right answer over ${protocol} is tried, proven and live`, async (t) => {
    const scene = await sceneOf(t, [{ text: right, usage: { input: 900, output: 80 } }], { protocol });
    const healed = jsonOf<Healed>(await scene.heal());
    assert.deepEqual([healed.outcome, healed.status, healed.tokens, healed.costUsd], ['healed', 'resolved', 980, 0]);
    assert.deepEqual(
      [healed.repair?.kind, healed.repair?.tier, healed.repair?.recipe, healed.repair?.proof],
      ['cause', 'fast', null, 'replayed'],
    );
    assert.match(healed.repair?.model ?? '', new RegExp(`^${protocol}:`));
    assert.equal(scene.live('rates.js'), fixed);
    assert.equal(scene.asked.length, 1);
  });
}

test('POL-1 where fewer than two other requests were compared, a proven answer waits for a person', async (t) => {
  const scene = await sceneOf(t, [{ text: right }]);
  const healed = jsonOf<Healed>(await scene.heal({ requests: [fails, 'GET /health'] }), 10);
  assert.deepEqual([healed.outcome, healed.repair?.proof, healed.repair?.tier], ['proposed', 'replayed', 'fast']);
  assert.match(healed.action?.why ?? '', /A model wrote it, and fewer than 2 other requests/);
  assert.equal(scene.live('rates.js'), rates);
  const approved = await scene.run(['approve', String(healed.id), '--by', 'Ada']);
  assert.equal(approved.code, 0, approved.stderr);
  assert.equal(scene.live('rates.js'), fixed);
});

test('MOD-6 REP-4 edits that do not fit are corrected once, by the exact lines of the file', async (t) => {
  const scene = await sceneOf(t, [{ text: right.replace('from + to', 'from  +  to') }, { text: right }]);
  const healed = jsonOf<Healed>(await scene.heal());
  assert.deepEqual([healed.outcome, scene.asked.length], ['healed', 2]);
  const correction = said(scene.asked[1]?.text ?? '');
  assert.match(correction, /Block 1 \(rates\.js\): the SEARCH lines do not occur/);
  assert.ok(correction.includes('rates.get(from  +  to)'), 'its own answer stands before the correction');
});

test('REP-4 TRY-7 an answer that falls is followed by two samples, told what fell; proof chooses', async (t) => {
  const worse = block('rates.js', lookup, '  const rate = rates.get(to + from);');
  const scene = await sceneOf(t, (_asked, n) => ({ text: n === 1 ? right : `Swapped.\n\n${worse}` }));
  const healed = jsonOf<Healed>(await scene.heal());
  assert.deepEqual([healed.outcome, healed.repair?.candidates], ['healed', { tried: 3, fell: 2 }]);
  assert.equal(scene.live('rates.js'), fixed);
  assert.equal(scene.asked.length, 3);
  for (const { text, body } of scene.asked.slice(1)) {
    assert.match(said(text), /Tried already, do not repeat:/);
    assert.ok(said(text).includes('rates.get(to + from)'));
    assert.ok(Number(body['temperature']) > 0);
  }
});

test('MOD-6 POL-2 a command and blocks are one proposal, tried and made live together', async (t) => {
  const scene = await sceneOf(t, [{ text: `RUN: mkdir -p var/cache\n\n${right}` }]);
  const healed = jsonOf<Healed>(await scene.heal());
  assert.equal(healed.outcome, 'healed');
  assert.ok(existsSync(path.join(scene.project, 'var/cache')));
  assert.equal(scene.live('rates.js'), fixed);
});

/** Answers that repair nothing, however often; a heal is given three of them in turn. */
const useless: Record<string, Play> = {
  'is prose': { text: 'Have you tried to turn it off and on again? I would look at the rates.' },
  'is empty': { text: '' },
  'is refused by its provider': { finish: 'refused' },
  'never fits': { text: block('rates.js', 'no such line', 'x') },
  'does not parse': { text: block('rates.js', lookup, '  const rate = rates.get((from + to);') },
  'is without end': { fault: 'giant' },
  'is a page of text': { text: `${'word '.repeat(40_000)}${right}` },
  'throws something else': { text: block('rates.js', lookup, "  const rate = gone.get(from + '-' + to);") },
  'breaks another request': {
    text:
      right +
      block(
        'rates.js',
        'module.exports = { rateFor, pairs: () => [...rates.keys()] };',
        'module.exports = { rateFor };',
      ),
  },
};

for (const three of threes(Object.keys(useless))) {
  test(`REP-8 MOD-3 REL-3 an answer that ${three.join(' or ')} changes nothing, costs a bounded number of calls and is told`, async (t) => {
    const scene = await sceneOf(t, (_asked, n) => useless[three[n % 3]!]!);
    const healed = jsonOf<Healed>(await scene.heal(), 1);
    assert.equal(healed.outcome, 'declined');
    assert.equal(scene.live('rates.js'), rates);
    assert.ok(scene.asked.length >= 3 && scene.asked.length <= 9, `${scene.asked.length} calls`);
    assert.match(healed.action?.why ?? '', /model|openai/);
  });
}

/** Answers that make the request succeed and are no repair that may go live by itself. */
const doubtful: Record<string, readonly [text: string, why: RegExp]> = {
  'answers another request otherwise': [
    block('rates.js', "  ['EUR-USD', 1.1],\n  ['USD-EUR', 0.9],", "  ['EURUSD', 1.1],\n  ['USDEUR', 0.9],"),
    /1 of 2 other requests are answered otherwise|fewer than 2/,
  ],
  'only hides the failure': [
    block(
      'rates.js',
      "  if (rate === undefined) throw new Error('there is no such rate');",
      '  if (rate === undefined) return 1;',
    ),
    /./,
  ],
  'is longer than 30 lines': [
    block(
      'rates.js',
      lookup,
      `  const rate = rates.get(\`\${from}-\${to}\`);\n${'  rates.size;\n'.repeat(31)}`.trimEnd(),
    ),
    /A model wrote 3\d lines/,
  ],
};

for (const [how, [text, why]] of Object.entries(doubtful)) {
  test(`POL-1 POL-8 TRY-6 an answer that ${how} is not live before a person said so`, async (t) => {
    const scene = await sceneOf(t, [{ text }]);
    const healed = jsonOf<Healed>(await scene.heal(), 10);
    assert.ok(['proposed', 'asked'].includes(healed.outcome), healed.outcome);
    assert.match(healed.action?.why ?? '', why);
    assert.equal(scene.live('rates.js'), rates);
  });
}

/** Recipes find no more than a guard. */
const guarded = `const items = { 'item:first': { name: 'one' }, 'item:second': { name: 'two' } };
require('node:http')
  .createServer((req, res) => {
    if (req.url === '/health') return res.end('fine');
    if (req.url === '/rates') return res.end('none');
    const item = items[req.url];
    res.end(item.name);
  })
  .listen(process.env.PORT || 3000);
`;

test('TRY-7 POL-1 where recipes have only a guard, the cause that a model finds is put forward; without one, the guard', async (t) => {
  const line = '    const item = items[req.url];';
  const cause = block('server.js', line, line.replace('req.url', '`item:${req.url.slice(1)}`'));
  const scene = await sceneOf(t, [{ text: cause }], { files: { 'server.js': guarded } });
  const requests = [...others, 'GET /first'];
  const alone = jsonOf<Healed>(await scene.heal({ requests, env: { KINTSUGI_OFFLINE: 'true' } }), 10);
  assert.deepEqual([alone.repair?.kind, alone.repair?.tier, alone.tokens], ['mitigation', 'recipe', 0]);
  const healed = jsonOf<Healed>(await scene.heal({ requests }));
  assert.deepEqual([healed.outcome, healed.repair?.kind, healed.repair?.tier], ['healed', 'cause', 'fast']);
  assert.equal(scene.asked.length, 1);
});

test('TRY-4 without confinement what a model wrote is proposed and not tried; a person may have it tried', async (t) => {
  const scene = await sceneOf(t, [{ text: right }]);
  const env = { KINTSUGI_SANDBOX: 'off' };
  const healed = jsonOf<Healed>(await scene.heal({ env }), 10);
  assert.deepEqual([healed.outcome, healed.repair?.proof, healed.requests[2]?.after], ['asked', 'none', null]);
  assert.match(healed.action?.why ?? '', /only tried in a sandbox/);
  assert.match(healed.repair?.diff ?? '', /\+ {2}const rate = rates\.get\(`/);
  assert.deepEqual([scene.asked.length, scene.live('rates.js')], [1, rates]);
});

test('MOD-1 MOD-2 without a model the rung does not exist: nothing is asked and nothing is said of models', async (t) => {
  const scene = await sceneOf(t, [{ text: right }]);
  const result = await scene.heal({ env: { KINTSUGI_OFFLINE: 'true' } });
  const healed = jsonOf<Healed>(result, 1);
  assert.deepEqual([healed.outcome, healed.tokens, scene.asked.length], ['declined', 0, 0]);
  assert.equal(healed.action?.why, 'rates.js:8 throws this of its own accord: see whether what it says is so');
});

test('REP-7 an owner can take the rung out of the ladder, or cap what asks a model', async (t) => {
  const scene = await sceneOf(t, [{ text: right }]);
  for (const env of [{ KINTSUGI_HEAL_RUNGS: 'known,recipes' }, { KINTSUGI_HEAL_MODEL_ROUNDS: '0' }])
    assert.equal(jsonOf<Healed>(await scene.heal({ env }), 1).outcome, 'declined');
  assert.equal(scene.asked.length, 0);
});

const unanswered: Record<
  string,
  readonly [play: Play, code: number, outcome: string, why: RegExp, env?: NodeJS.ProcessEnv]
> = {
  'refuses the key': [{ status: 401 }, 10, 'asked', /check its key/],
  'wants to be paid': [{ status: 402 }, 10, 'asked', /account of its provider/],
  'is out of order': [{ status: 500 }, 1, 'declined', /500/],
  'may not be paid': [{ text: right }, 10, 'asked', /budget/i, { KINTSUGI_BUDGET_TOKENS_PER_HEAL: '0' }],
};

for (const [how, [play, code, outcome, why, env]] of sample(Object.entries(unanswered), 2)) {
  test(`MOD-3 CLI-5 POL-7 a model that ${how} ends in ${outcome}, with what to do`, async (t) => {
    const scene = await sceneOf(t, [play]);
    const healed = jsonOf<Healed>(await scene.heal(env ? { env } : {}), code);
    assert.equal(healed.outcome, outcome);
    assert.match(healed.action?.why ?? '', why);
    assert.equal(scene.live('rates.js'), rates);
  });
}

/** Every other way in which a server of models fails at once; the full mode gives each a heal of its own. */
const faults: Record<string, Play> = {
  'may not answer': { status: 403 },
  'knows no such model': { status: 404 },
  'has too much to do': { status: 429, headers: { 'retry-after': '0.1' } },
  'has too much to do for an hour': { status: 429, headers: { 'retry-after': '3600' } },
  'is being served': { status: 503 },
  'is overloaded': { status: 529 },
  'hangs up': { fault: 'reset' },
  'breaks off': { fault: 'cut', text: right },
  'ends too early': { fault: 'end', text: right },
  'fails within its answer': { fault: 'event', text: right },
  'speaks no JSON': { fault: 'garbage' },
  'shows a page': { fault: 'prose' },
};
const auth = new Set(['may not answer']);

test('REL-3 MOD-3 MOD-4 CLI-5 a chain of models that fail, each in its own way, ends with a reason for each, and each call is accounted', async (t) => {
  const names = Object.keys(faults).map((_, at) => `fault-${at}`);
  const plays = Object.values(faults);
  const scene = await sceneOf(t, ({ body }) => plays[names.indexOf(body.model)] ?? { text: right });
  const env = { KINTSUGI_CODING_MODEL: JSON.stringify(names.map((name) => `openai:${name}`)) };
  // One that refuses its key is among them: that is for a person.
  const healed = jsonOf<Healed>(await scene.heal({ env }), 10);
  for (const name of names) assert.match(healed.action?.why ?? '', new RegExp(`openai:${name}: `));
  assert.equal(scene.live('rates.js'), rates);
  assert.ok(scene.asked.length <= 3 * names.length, `${scene.asked.length} calls`);
  assert.equal(jsonOf<{ calls: number }>(await scene.run('usage --json')).calls, scene.asked.length);
});

for (const [how, play] of Object.entries(full ? faults : {}))
  test(`REL-3 MOD-3 CLI-5 a model that ${how} ends in a defined state, with nothing changed`, async (t) => {
    const scene = await sceneOf(t, () => play);
    const [code, outcome] = auth.has(how) ? [10, 'asked'] : [1, 'declined'];
    assert.equal(jsonOf<Healed>(await scene.heal(), code).outcome, outcome);
    assert.ok(scene.asked.length >= 1 && scene.asked.length <= 3, `${scene.asked.length} calls`);
    assert.equal(scene.live('rates.js'), rates);
  });

test('CLI-5 MOD-3 the time of a heal bounds a model that never answers', async (t) => {
  assert.equal(defaults().heal.timeoutMs, 5 * 60_000, 'a whole heal ends in five minutes');
  const scene = await sceneOf(t, [{ fault: 'silence' }]);
  const began = Date.now();
  const healed = jsonOf<Healed>(await scene.heal({ words: ['--apply', '--timeout', '12'] }), 1);
  assert.equal(healed.outcome, 'declined');
  assert.ok(scene.asked.length > 0, 'it was asked');
  assert.ok(Date.now() - began < 40_000);
  assert.equal(scene.live('rates.js'), rates);
});

test('CLI-1 CLI-5 a heal cancelled while a model is asked ends at once with 11', async (t) => {
  const scene = await sceneOf(t, [{ fault: 'drip', everyMs: 100 }]);
  const env = {
    ...scene.env,
    KINTSUGI_HEAL_SETTLE_MS: '100',
    OPENAI_API_KEY: 'sk-test-0123456789abcdef',
    OPENAI_BASE_URL: `${scene.url}/v1`,
  };
  const child = spawn(
    process.execPath,
    [program, 'heal', 'server.js', '--json', '--request', fails, ...others.flatMap((one) => ['--request', one])],
    { cwd: scene.project, env },
  );
  const ended = once(child, 'close');
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  while (child.exitCode === null && scene.asked.length === 0) await after(20);
  const began = Date.now();
  child.kill('SIGINT');
  const [code] = await ended;
  assert.deepEqual([code, (JSON.parse(text) as Healed).outcome], [11, 'failed']);
  assert.ok(Date.now() - began < 20_000, `it took ${Date.now() - began} ms`);
  assert.equal(scene.live('rates.js'), rates);
});

test('REP-0 MEM-4 what a model repaired is known the next time: the same change, confined and within its limits, without a call', async (t) => {
  const scene = await sceneOf(t, [{ text: right }]);
  assert.equal(jsonOf<Healed>(await scene.heal()).outcome, 'healed');
  writeFileSync(path.join(scene.project, 'rates.js'), rates);
  const again = jsonOf<Healed>(await scene.heal());
  assert.deepEqual([again.outcome, again.repair?.tier, again.tokens, scene.asked.length], ['healed', 'known', 0, 1]);
  assert.match(again.repair?.model ?? '', /^openai:/);
});
