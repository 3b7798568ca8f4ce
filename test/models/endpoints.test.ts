/** Which models there are, by the usual names and the settings, and by which address and protocol each is spoken to. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaults } from '../../src/config/load.ts';
import { findEndpoints, modelKeys, type Endpoint } from '../../src/models/endpoints.ts';
import { pick } from '../../src/models/listing.ts';
import { roles, type Role } from '../../src/models/models.ts';
import type { Settings } from '../../src/config/schema.ts';
import { askingOf, played } from './setting.ts';

type Models = Partial<Settings['models']>;

function chain(env: NodeJS.ProcessEnv, models: Models = {}, role: Role = 'coding'): string[] {
  const found = findEndpoints(env, { offline: false, models: { ...defaults().models, ...models } });
  return found.chains[role].map(({ endpoint, model }) => `${endpoint.name}:${model ?? '*'} ${endpoint.url}`);
}

const [ant, oai] = [{ ANTHROPIC_API_KEY: 'k1' }, { OPENAI_API_KEY: 'k2' }];
const [antUrl, oaiUrl] = ['https://api.anthropic.com/v1', 'https://api.openai.com/v1'];
const row = { name: 'work', protocol: 'openai', url: 'https://llm.example.com/api/', key: 'WORK_LLM' };

test("MOD-2 the usual variables make the chain: Anthropic first, OpenAI the fallback, then one's own", () => {
  assert.deepEqual(chain({}), []);
  assert.deepEqual(chain(ant), [`anthropic:* ${antUrl}`]);
  assert.deepEqual(chain({ ...oai, ...ant }), [`anthropic:* ${antUrl}`, `openai:* ${oaiUrl}`]);
  const own = chain({ ...oai, WORK_LLM: 'k3' }, { providers: [row] });
  assert.deepEqual(own, [`openai:* ${oaiUrl}`, 'work:* https://llm.example.com/api']);
});

test('MOD-2 a base URL: of OpenAI as it is, of Anthropic with or without /v1', () => {
  const cases: [NodeJS.ProcessEnv, string][] = [
    [{ ANTHROPIC_BASE_URL: 'http://127.0.0.1:4000' }, 'http://127.0.0.1:4000/v1'],
    [{ ANTHROPIC_BASE_URL: 'http://127.0.0.1:4000/' }, 'http://127.0.0.1:4000/v1'],
    [{ ANTHROPIC_BASE_URL: 'https://gate.example.com/anthropic/v1/' }, 'https://gate.example.com/anthropic/v1'],
    [{ OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1/' }, 'http://127.0.0.1:11434/v1'],
    [{ OPENAI_BASE_URL: 'http://127.0.0.1:1234' }, 'http://127.0.0.1:1234'],
  ];
  for (const [env, url] of cases) assert.equal(chain(env)[0]?.split(' ')[1], url);
});

test("MOD-1 a role has its own chain, else coding's; audit and embedding only their own", () => {
  const models: Models = { coding: ['anthropic:a', 'openai:b:7b'], chat: ['openai'] };
  const env = { ...ant, ...oai };
  assert.deepEqual(chain(env, models), [`anthropic:a ${antUrl}`, `openai:b:7b ${oaiUrl}`]);
  assert.deepEqual(chain(env, models, 'chat'), [`openai:* ${oaiUrl}`]);
  assert.deepEqual(chain(env, models, 'reasoning'), chain(env, models));
  assert.deepEqual(chain(env, models, 'tool'), chain(env, models));
  assert.deepEqual([...chain(env, models, 'audit'), ...chain(env, models, 'embedding')], []);
  assert.deepEqual(chain(env, { audit: ['openai:c'] }, 'audit'), [`openai:c ${oaiUrl}`]);
});

test('MOD-1 what is named and cannot be had is not replaced by something else; it is told, with what to do', () => {
  const problems = (env: NodeJS.ProcessEnv, models: Models): readonly string[] =>
    findEndpoints(env, { offline: false, models: { ...defaults().models, ...models } }).problems;
  assert.deepEqual(chain(oai, { coding: ['anthropic:a'] }), []);
  assert.match(
    problems(oai, { coding: ['anthropic:a'] })[0] ?? '',
    /models\.coding.*"anthropic": set ANTHROPIC_API_KEY/,
  );
  assert.match(problems(oai, { chat: ['other:a'] })[0] ?? '', /models\.chat.*"other": name it in models\.providers/);
  for (const name of ['openai', 'anthropic:claude-sonnet-4-5'])
    assert.match(problems({ ...ant, ...oai }, { embedding: [name] })[0] ?? '', /models\.embedding: name a model/);
  assert.match(problems({}, { providers: [row] })[0] ?? '', /"work": set WORK_LLM/);
  assert.match(problems({ OPENAI_BASE_URL: 'not one' }, {})[0] ?? '', /OPENAI_BASE_URL is no http/);
  assert.match(problems({ OPENAI_BASE_URL: 'file:///etc' }, {})[0] ?? '', /OPENAI_BASE_URL is no http/);
  assert.match(problems({ OPENAI_BASE_URL: 'http://u:secret@h/v1' }, {})[0] ?? '', /not in the address$/);
  assert.deepEqual(chain({ WORK_LLM: '' }, { providers: [{ ...row, key: 'none' }] }), [
    'work:* https://llm.example.com/api',
  ]);
});

test('CFG-5 offline there is no model, whatever is named', () => {
  const models = { ...defaults().models, coding: ['anthropic:a'], audit: ['anthropic:a'] };
  const { chains, endpoints, problems } = findEndpoints({ ...ant, ...oai }, { offline: true, models });
  assert.deepEqual([roles.flatMap((role) => chains[role]), endpoints, problems], [[], [], []]);
});

test('MOD-1 a role without a model is told so, and nothing is asked or written', async (t) => {
  const { models, ask, lines } = askingOf(t, { env: {} });
  assert.deepEqual(models.namesOf('coding'), []);
  const reply = await ask();
  assert.ok('failed' in reply);
  assert.equal(reply.failed, 'none');
  assert.match(reply.why, /kintsugi doctor/);
  assert.deepEqual(lines(), []);
});

test('MOD-2 where no model is named, the first that the endpoint lists is asked, else any name', async (t) => {
  for (const protocol of ['anthropic', 'openai'] as const) {
    const listing = await played(t, [{ text: 'x' }], ['first-7b:q4', 'second']);
    const { models, ask } = askingOf(t, { env: listing.env[protocol] });
    assert.deepEqual(models.namesOf('coding'), [`${protocol}:default`]);
    await ask();
    await ask();
    assert.deepEqual(models.namesOf('coding'), [`${protocol}:first-7b:q4`]);
    assert.equal(listing.asked[1]?.body.model, 'first-7b:q4');
    assert.deepEqual(
      listing.lines.filter((line) => line.startsWith('GET')),
      ['GET /v1/models'],
    );

    const mute = await played(t, [{ text: 'x' }], null);
    const reply = await askingOf(t, { env: mute.env[protocol] }).ask();
    assert.ok('text' in reply);
    assert.equal(reply.model, `${protocol}:default`);
  }
});

test("MOD-2 of a vendor's list the newest of the kind that writes code is taken", () => {
  const vendor = (protocol: Endpoint['protocol']): Endpoint => ({
    name: protocol,
    protocol,
    url: '',
    key: 'k',
    isVendor: true,
    isLocal: false,
  });
  assert.equal(
    pick(vendor('anthropic'), ['claude-opus-9', 'claude-sonnet-9-1', 'claude-sonnet-9']),
    'claude-sonnet-9-1',
  );
  assert.equal(pick(vendor('openai'), ['dall-e-3', 'gpt-4.1', 'gpt-10', 'gpt-5.2-pro', 'gpt-9.5']), 'gpt-10');
  assert.equal(pick(vendor('openai'), ['whisper-1']), null);
});

test("MOD-2 an endpoint that is not OpenAI's own is asked by /chat/completions; it needs no key", async (t) => {
  const server = await played(t, [{ text: 'x' }]);
  const reply = await askingOf(t, { env: { OPENAI_BASE_URL: `${server.url}/v1` } }).ask();
  assert.ok('text' in reply, JSON.stringify(reply));
  assert.deepEqual(
    server.asked.map(({ path }) => path),
    ['/v1/chat/completions'],
  );
  assert.equal(server.asked[0]?.headers.authorization, undefined);
});

test('MOD-2 OpenAI itself is asked by its own protocol, and keeps nothing', async (t) => {
  const calls = [{ name: 'read_file', input: { path: 'a.js' } }];
  const server = await played(t, [
    { text: 'Let me see.', calls, usage: { input: 90, output: 9, cacheRead: 40 } },
    { fault: 'end' },
    { fault: 'event' },
    { text: 'no', finish: 'length' },
  ]);
  const endpoint: Endpoint = {
    name: 'openai',
    protocol: 'openai',
    url: `${server.url}/v1`,
    key: 'k2',
    isVendor: true,
    isLocal: true,
  };
  const { ask } = askingOf(t, { env: {}, chain: [{ endpoint, model: 'gpt-5.1' }] });
  const replies = [
    await ask({ tools: [{ name: 'read_file', description: 'Reads.', schema: { type: 'object' } }] }),
    await ask(),
  ];
  const [first, second] = replies;
  assert.ok(first && 'text' in first && second && 'text' in second, JSON.stringify(replies));
  assert.deepEqual(
    [first.text, first.finish, first.calls.map(({ input }) => input)],
    ['Let me see.', 'calls', [{ path: 'a.js' }]],
  );
  assert.deepEqual([first.usage.input, first.usage.output, first.usage.cacheRead], [90, 9, 40]);
  assert.deepEqual([second.text, second.finish], ['no', 'length']);
  assert.equal(server.asked.length, 4); // the two broken answers between them were asked for again
  for (const { path, headers, body } of server.asked) {
    assert.deepEqual([path, headers.authorization, body['store']], ['/v1/responses', 'Bearer k2', false]);
  }
});

test('MOD-5 the variables that hold keys are known, those of models.providers too', () => {
  const names = modelKeys({ ...ant, ...oai, WORK_LLM: 'k3', OTHER: 'x' }, [row, { ...row, key: 'none' }]).map(
    ({ name }) => name,
  );
  assert.deepEqual(names, ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'WORK_LLM']);
});
