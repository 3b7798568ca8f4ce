/** Models as the owner meets them on the command line: what `doctor` finds, what `usage` shows, and whom their keys reach. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { readArgs } from '../../src/edges/cli/args.ts';
import { doctor } from '../../src/edges/cli/doctor.ts';
import { createOutput } from '../../src/edges/cli/output.ts';
import { findLocal } from '../../src/models/local.ts';
import { askingOf, played } from '../models/setting.ts';
import { jsonOf, placeOf } from './place.ts';
import { placeOf as runningPlace } from './running.ts';

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly mend: string | null;
}

test('MOD-1 MOD-2 doctor names the chain, what is missing of it and how to have it, and no key', async (t) => {
  const place = placeOf(t);
  const check = async (env: NodeJS.ProcessEnv): Promise<Check> => {
    const result = await place.run('doctor --json', { env });
    assert.doesNotMatch(result.stdout, /k-e-y/);
    const { checks } = jsonOf<{ checks: Check[] }>(result);
    return checks.find(({ name }) => name === 'model') ?? assert.fail();
  };
  const none = await check({ ANTHROPIC_BASE_URL: '' });
  assert.deepEqual([none.ok, /OPENAI_BASE_URL/.test(none.mend ?? '')], [false, true]);
  const both = await check({ ANTHROPIC_API_KEY: 'k-e-y', OPENAI_API_KEY: 'k-e-y', KINTSUGI_CODING_MODEL: '' });
  assert.deepEqual([both.ok, both.detail], [true, 'anthropic, then openai']);
  const named = await check({ OPENAI_API_KEY: 'k-e-y', KINTSUGI_CODING_MODEL: 'anthropic:a,openai:b:7b' });
  assert.deepEqual(
    [named.ok, named.mend],
    [false, 'models.coding: there is no provider "anthropic": set ANTHROPIC_API_KEY'],
  );
  assert.match(named.detail, /^openai:b:7b; /);
  const offline = await check({ OPENAI_API_KEY: 'k-e-y', KINTSUGI_OFFLINE: '1' });
  assert.deepEqual([offline.ok, offline.detail], [true, 'none: offline']);
});

test('MOD-2 a server of models on this machine is found and offered, and asked for nothing but its list', async (t) => {
  const server = await played(t, [{ text: 'x' }], ['qwen3-coder:30b']);
  const port = Number(new URL(server.url).port);
  const url = `${server.url}/v1`;
  assert.deepEqual(
    await findLocal([
      ['Ollama', port],
      ['vLLM', 9],
    ]),
    [{ name: 'Ollama', url, first: 'qwen3-coder:30b' }],
  );
  assert.deepEqual([server.lines, server.asked], [['GET /v1/models'], []]);
  const { project } = placeOf(t);
  let said = '';
  const output = createOutput(false, { stdout: { write: (text) => (said += text) }, stderr: process.stderr });
  const args = readArgs(['doctor', '--cwd', project], () => project);
  const models = { offline: false, coding: [], problems: [], local: await findLocal([['Ollama', port]]) };
  await doctor(
    { args, env: {}, output },
    {
      ...{ version: '0', hookFile: null, services: () => [], findConfinement: () => Promise.resolve({ kind: 'none' }) },
      settings: () => Promise.resolve({ shown: {}, warnings: [], models, file: null }),
    },
  );
  assert.match(said, /model: none set; Ollama runs here with qwen3-coder:30b\n.*\n +mend: +OPENAI_BASE_URL=/);
  assert.ok(said.includes(`OPENAI_BASE_URL=${url}`));
});

test('MOD-4 usage tells tokens, dollars and what caching saved, by model, role, rung, tool and day', async (t) => {
  const place = placeOf(t);
  const state = path.join(place.project, '.kintsugi');
  mkdirSync(state);
  const server = await played(t, [{ text: 'ok', usage: { input: 1000, output: 100, cacheRead: 800 } }]);
  const prices = [{ model: 'scripted-1', input: '10', output: '10' }];
  const { ask, file } = askingOf(t, {
    env: server.env.openai,
    models: { prices },
    file: path.join(state, 'usage.jsonl'),
  });
  await ask({ system: 's'.repeat(3_000), purpose: { incident: 1, rung: 'agent', tool: 'grep_code' } });
  const usage = jsonOf<Record<string, unknown>>(await place.run('usage --json'));
  const keys =
    'byDay byModel byRole byRung byTool cacheRead cacheWrite calls costUsd incidents input ms output repairs repairsByTier savedUsd tokens unsettled';
  assert.equal(Object.keys(usage).sort().join(' '), keys);
  assert.deepEqual([usage['tokens'], usage['calls'], usage['cacheRead'], usage['costUsd']], [1100, 1, 800, 0.011]);
  const page = await place.run('usage');
  for (const word of [
    'openai:scripted-1',
    'coding',
    'agent',
    'grep_code',
    new Date().toISOString().slice(0, 10),
    '$0.0110',
  ])
    assert.ok(page.stdout.includes(word), `${word} in ${page.stdout}`);
  const [reserved] = readFileSync(file, 'utf8').split('\n') as [string];
  writeFileSync(file, `${reserved}\n`);
  assert.match((await place.run('usage')).stdout, /1 calls whose end is not known/);
});

test('MOD-5 keys of models reach no trial', async (t) => {
  const app = `require('node:http').createServer((request, response) => {
    const { ANTHROPIC_API_KEY: key, LLM_DOOR: door } = process.env;
    console.error('the server has ' + key + ' and ' + door);
    response.end(missing.name);
  }).listen(0);\n`;
  const providers = [{ name: 'own', protocol: 'openai', url: 'http://127.0.0.1:9/v1', key: 'LLM_DOOR' }];
  const place = placeOf(t, { 'server.js': app, 'kintsugi.config.json': JSON.stringify({ models: { providers } }) });
  const keys = { ANTHROPIC_API_KEY: 'sk-ant-api03-of-this-very-test', LLM_DOOR: 'plain-looking-value-17' };
  const result = await place.run(['heal', 'server.js', '--json', '--request', 'GET /'], {
    env: { ...keys, KINTSUGI_HEAL_SETTLE_MS: '200' },
  });
  const shown = await place.run('show 1 --json', { env: keys });
  const told = result.stdout + result.stderr + shown.stdout;
  assert.match(told, /the server has \S+ and \S+/);
  for (const key of [...Object.values(keys), 'process.env.ANTHROPIC_API_KEY', 'process.env.LLM_DOOR'])
    assert.ok(!told.includes(key), `${key} in ${told}`); // not even redacted: the trial was not given it
});

test('MOD-5 SUP-1 a server that uses a model itself has its key', async (t) => {
  const app = `require('node:http').createServer((request, response) => response.end(process.env.ANTHROPIC_API_KEY))
    .listen(process.env.PORT, '127.0.0.1');\n`;
  const place = await runningPlace(t, { 'server.js': app });
  await place.up(['server.js'], { ANTHROPIC_API_KEY: 'sk-ant-api03-of-this-very-test' });
  assert.equal((await place.ask('/')).body, 'sk-ant-api03-of-this-very-test');
});
