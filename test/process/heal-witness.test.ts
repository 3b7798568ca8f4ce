/** POL-1, TRY-7: what a model wrote answers 200; who says that it is right? A real project with a past, with tests, and with neither. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { block, fails, lookup, others, rates, right, sceneOf, type Healed, type Scene } from './model-place.ts';
import { jsonOf } from './place.ts';

const fixed = rates.replace('rates.get(from + to)', 'rates.get(`${from}-${to}`)');
const asks = { KINTSUGI_MODEL_ALONE: 'ask' };
/** With a past the commit itself could be gone back from. */
const onlyModel = { ...asks, KINTSUGI_HEAL_RUNGS: 'fast' };
const answer = (line: string): string => `The cause.\n\n${block('rates.js', lookup, `  const rate = ${line};`)}`;
const swapped = answer('rates.get(`${to}-${from}`)');
const constant = answer("rates.get('EUR-USD')");

/** The healthy version was committed before the broken one. */
async function withPast(t: TestContext, text: string): Promise<Scene> {
  const scene = await sceneOf(t, [{ text }]);
  const git = (...words: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...words], { cwd: scene.project });
  git('init', '-q');
  for (const code of [fixed, rates]) {
    writeFileSync(path.join(scene.project, 'rates.js'), code);
    git('add', '-A');
    git('commit', '-qm', 'x');
  }
  return scene;
}

test('POL-1 TRY-7 an answer that the project gave before its last change goes live by itself', async (t) => {
  const scene = await withPast(t, right);
  const healed = jsonOf<Healed>(await scene.heal({ env: onlyModel }));
  assert.deepEqual([healed.outcome, healed.repair?.proof], ['healed', 'replayed']);
  assert.equal(scene.live('rates.js'), fixed);
  assert.match(
    (await scene.run(['show', String(healed.id)])).stdout,
    /answered as by the project before its last change/,
  );
});

test('POL-1 an answer with other values than before the last change waits for a person, under `full` too', async (t) => {
  const scene = await withPast(t, swapped);
  for (const env of [onlyModel, { ...onlyModel, KINTSUGI_AUTONOMY: 'full' }]) {
    const healed = jsonOf<Healed>(await scene.heal({ env }), 10);
    assert.equal(healed.outcome, 'proposed');
    assert.match(healed.action?.why ?? '', /before its last change the project answered GET \/convert\S* otherwise/);
    assert.equal(scene.live('rates.js'), rates);
  }
});

test('POL-1 what the handler reads and nobody asked for is asked as well: with no amount the wrong rate cannot be seen', async (t) => {
  const requests = [...others, 'GET /convert?from=EUR&to=USD'];
  const wrong = await withPast(t, swapped);
  const asked = jsonOf<Healed>(await wrong.heal({ env: onlyModel, requests }), 10);
  assert.match(asked.action?.why ?? '', /the project answered GET \/convert\?from=EUR&to=USD&amount=[\d.]+ otherwise/);
  assert.equal(wrong.live('rates.js'), rates);
  const sound = await withPast(t, right);
  assert.equal(jsonOf<Healed>(await sound.heal({ env: onlyModel, requests })).outcome, 'healed');
});

test('POL-1 POL-8 the right answer of this one request, with a parameter left out, waits for a person', async (t) => {
  const scene = await withPast(t, constant);
  const healed = jsonOf<Healed>(await scene.heal({ env: onlyModel }), 10);
  assert.match(healed.action?.why ?? '', /uses `(?:from|to)` less than before/);
  assert.equal(scene.live('rates.js'), rates);
});

test('POL-1 where nothing but the model says that the answer is right, a person is asked, unless the owner wants it otherwise', async (t) => {
  const scene = await sceneOf(t, [{ text: right }]);
  const asked = jsonOf<Healed>(await scene.heal({ env: asks }), 10);
  assert.deepEqual([asked.outcome, asked.repair?.proof], ['proposed', 'replayed']);
  assert.match(asked.action?.why ?? '', /nothing else says that the new answer is right/);
  assert.match(asked.action?.command ?? '', /^kintsugi approve/);
  assert.equal(scene.live('rates.js'), rates);
  assert.equal((await scene.run(['approve', String(asked.id), '--by', 'Ada'])).code, 0);
  assert.equal(scene.live('rates.js'), fixed);
  writeFileSync(path.join(scene.project, 'rates.js'), rates);
  const again = jsonOf<Healed>(await scene.heal({ env: asks }));
  assert.deepEqual([again.outcome, again.repair?.tier], ['healed', 'known'], 'what a person let live goes live again');
});

test("POL-1 TRY-2 the project's own tests that failed and pass now are a witness; those that passed before are none", async (t) => {
  for (const [check, outcome, code] of [
    ["require('node:assert').equal(require('./rates').rateFor('EUR', 'USD'), 1.1);", 'healed', 0],
    ["require('node:assert').equal(require('./rates').pairs().length, 2);", 'proposed', 10],
  ] as const) {
    const scene = await sceneOf(t, [{ text: right }], { files: { 'check.js': `${check}\n` } });
    const env = { ...asks, KINTSUGI_TRIAL_TEST_COMMAND: JSON.stringify(['node', 'check.js']) };
    assert.equal(jsonOf<Healed>(await scene.heal({ env, requests: [...others, fails] }), code).outcome, outcome);
  }
});
