/** MEM-2: what is remembered, placed by a model of embeddings over the wire: `heal` never waits for it, and search finds by meaning. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import type { ExecResult } from '../../src/kit/exec.ts';
import { sample } from '../project.ts';
import { startModelServer, type ModelServer, type Play, type Script } from '../models/server.ts';
import { jsonOf, placeOf, type Place } from './place.ts';

const canary = 'canary-5f1c9b7a2e4d';

const server = `const routes = { '/session': require('./session'), '/picture': require('./picture') };
require('node:http')
  .createServer((request, response) => routes[request.url](response))
  .listen(process.env.PORT || 0);
`;
const session = `const session = { name: 'session' };
module.exports = (response) => response.end(session.name.toUppercase());
`;
const picture = `const picture = { name: 'picture' };
module.exports = (response) => response.end(pictrue.name);
`;

interface Scene extends Place {
  readonly models: ModelServer;
  heal(url: string): Promise<ExecResult>;
}

async function sceneOf(t: TestContext, script: Script): Promise<Scene> {
  const place = placeOf(t, {
    'server.js': server,
    'session.js': session,
    'picture.js': picture,
    '.env': `SHOP_SECRET=${canary}\n`,
  });
  const models = await startModelServer({ script });
  t.after(() => models.close());
  const env = {
    ...models.env.openai,
    KINTSUGI_EMBEDDING_MODEL: 'openai:embed-1',
    KINTSUGI_HEAL_RUNGS: 'recipes',
    KINTSUGI_HEAL_SETTLE_MS: '100',
  };
  const run: Place['run'] = (line, options) => place.run(line, { ...options, env: { ...env, ...options?.env } });
  const heal = (url: string): Promise<ExecResult> =>
    run(['heal', 'server.js', '--json', '--apply', '--request', `GET ${url}`]);
  return { ...place, run, models, heal };
}

interface Usage {
  readonly byRole: Record<string, { calls: number; input: number }>;
  readonly byRung: Record<string, { calls: number }>;
}

test('MEM-2 MOD-1 MOD-4 what one heal learnt is placed while the next one works, and found by its meaning where no word is the same', async (t) => {
  const { heal, run, models, project } = await sceneOf(t, [{ usage: { input: 30 } }]);
  assert.equal(jsonOf<{ outcome: string }>(await heal('/session')).outcome, 'healed');
  assert.equal(jsonOf<{ outcome: string }>(await heal('/picture')).outcome, 'healed');
  assert.ok(jsonOf<{ vectors: number }>(await run('memory stats --json')).vectors >= 1);
  const words = ['memory', 'search', 'authenticate credentials', '--in', 'fixes', '--json'];
  const found = jsonOf<{ text: string }[]>(await run(words));
  assert.match(found[0]?.text ?? '', /session\.js/);
  assert.deepEqual(
    jsonOf<unknown[]>(await run(words, { env: { KINTSUGI_EMBEDDING_MODEL: '[]' } })),
    [],
    'words alone find nothing',
  );
  const usage = jsonOf<Usage>(await run('usage --json'));
  assert.deepEqual(Object.keys(usage.byRole), ['embedding'], 'no other model was asked');
  assert.ok((usage.byRung['memory']?.calls ?? 0) >= 2);
  assert.ok(models.asked.every(({ protocol, text }) => protocol === 'embeddings' && !text.includes(canary)));
  const memory = path.join(project, '.kintsugi', 'memory');
  assert.ok(readdirSync(memory).some((name) => readFileSync(path.join(memory, name)).includes('openai:embed-1')));
});

const broken = [
  ['that never answers', { fault: 'silence' }],
  ['whose key is wrong', { status: 401 }],
] as const;
for (const [title, play] of sample(broken, 2))
  test(`MEM-2 REL-3 an endpoint ${title} holds no heal up, and words alone are compared`, async (t) => {
    const { heal, run, models } = await sceneOf(t, [play]);
    assert.equal(jsonOf<{ outcome: string }>(await heal('/session')).outcome, 'healed');
    const began = performance.now();
    assert.equal(jsonOf<{ outcome: string }>(await heal('/picture')).outcome, 'healed');
    assert.ok(performance.now() - began < 30_000);
    assert.ok(models.asked.length >= 1, 'it was asked');
    const found = jsonOf<{ text: string }[]>(
      await run(['memory', 'search', 'session toUppercase', '--in', 'fixes', '--json']),
    );
    assert.match(found[0]?.text ?? '', /session\.js/);
    assert.equal(jsonOf<{ vectors: number }>(await run('memory stats --json')).vectors, 0);
  });

test('MEM-2 where a text cannot be placed just now it is said, and what words find is shown', async (t) => {
  let play: Play = {};
  const { heal, run } = await sceneOf(t, () => play);
  await heal('/session');
  await heal('/picture');
  play = { status: 401 };
  const { stdout, stderr, code } = await run(['memory', 'search', 'session', '--in', 'fixes']);
  assert.equal(code, 0);
  assert.match(stdout, /session\.js/);
  assert.match(stderr, /words alone were compared: openai:embed-1: status 401.*check its key/);
});
