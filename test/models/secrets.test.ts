/** What must never leave: secrets of the project, and the keys of the models themselves (MOD-5, TRI-1). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Choice, Endpoint } from '../../src/models/endpoints.ts';
import type { Call, Message } from '../../src/models/models.ts';
import { askingOf, played, protocols } from './setting.ts';

const canary = 'cAnArY-5f1e9b7c-in-the-mine';
const forms = [
  canary,
  encodeURIComponent(`${canary}&`),
  Buffer.from(canary).toString('base64'),
  Buffer.from(canary).toString('hex'),
  JSON.stringify({ password: canary }),
];

/** The canary in every place of a call that holds text. */
function laden(text: string): Partial<Call> {
  const messages: Message[] = [
    { from: 'user', text: `body: ${text}` },
    {
      from: 'model',
      text,
      calls: [{ id: 'c1', name: 'read_file', input: { path: text, type: text, id: text, deep: [{ role: text }] } }],
    },
    { from: 'tools', results: [{ id: 'c1', name: 'read_file', text: `DB_PASSWORD=${text}` }] },
  ];
  const schema = { type: 'object', properties: { path: { type: 'string', description: text, enum: [text] } } };
  return { system: `You repair. ${text}`, messages, tools: [{ name: 'read_file', description: text, schema }] };
}

for (const protocol of [...protocols, 'responses'] as const) {
  test(`MOD-5 TRI-1 ${protocol}: no secret leaves, wherever it stands and however it is written, although nobody redacted it before`, async (t) => {
    const server = await played(t, [{ text: 'ok' }]);
    const endpoint: Endpoint = {
      name: 'own',
      protocol: 'openai',
      url: `${server.url}/v1`,
      key: 'k',
      isVendor: true,
      isLocal: true,
    };
    const chain: Choice[] = [{ endpoint, model: 'm' }];
    const env = { ...(protocol === 'responses' ? {} : server.env[protocol]), DB_PASSWORD: canary };
    const { ask } = askingOf(t, { env, ...(protocol === 'responses' ? { chain } : {}) });
    for (const form of forms) {
      const reply = await ask(laden(form));
      assert.ok('text' in reply, JSON.stringify(reply));
    }
    assert.equal(server.asked.length, forms.length);
    for (const { text } of server.asked) {
      for (const form of forms) assert.ok(!text.includes(form.replaceAll('"', '')) && !text.includes(canary), form);
      assert.match(text, /process\.env\.DB_PASSWORD/);
    }
  });
}

for (const protocol of protocols) {
  test(`MOD-5 ${protocol}: the key goes in its header and nowhere else`, async (t) => {
    const server = await played(t, (_asked, n) =>
      n === 0 ? { text: 'ok' } : { status: 401, message: `Incorrect API key provided: ${key}` },
    );
    const env = server.env[protocol];
    const key = protocol === 'anthropic' ? env['ANTHROPIC_API_KEY'] : env['OPENAI_API_KEY'];
    assert.ok(key);
    const asking = askingOf(t, { env });
    const replies = [await asking.ask(laden(key)), await asking.ask()];
    const [first, second] = server.asked;
    assert.ok(first && second);
    assert.ok(!first.text.includes(key) && !second.text.includes(key));
    const held = Object.entries(first.headers).filter(([, value]) => String(value).includes(key));
    assert.deepEqual(
      held.map(([name]) => name),
      [protocol === 'anthropic' ? 'x-api-key' : 'authorization'],
    );
    const told = JSON.stringify(replies) + readFileSync(asking.file, 'utf8') + asking.said.join();
    assert.ok(!told.includes(key), told);
    assert.equal('failed' in replies[1]! && replies[1].failed, 'auth');
  });

  test(`MOD-5 ${protocol}: a redirect takes the key nowhere`, async (t) => {
    const other = await played(t, [{ text: 'thank you for the key' }]);
    const headers = { location: `${other.url}${protocol === 'anthropic' ? '/v1/messages' : '/v1/chat/completions'}` };
    const server = await played(t, [{ status: 307, headers }]);
    const reply = await askingOf(t, { env: server.env[protocol] }).ask();
    assert.equal('failed' in reply && reply.failed, 'unreachable');
    assert.deepEqual(other.lines, []);
  });
}

test("MOD-5 a key of a provider of one's own is kept too, whatever its variable is called", async (t) => {
  const value = 'plain-looking-value-17';
  const server = await played(t, [{ status: 403, message: `who is ${value}?` }]);
  const providers = [{ name: 'own', protocol: 'openai', url: `${server.url}/v1`, key: 'LLM_DOOR' }];
  const asking = askingOf(t, { env: { LLM_DOOR: value }, models: { providers } });
  const reply = await asking.ask({ system: `do not say ${value}` });
  assert.equal(server.asked[0]?.headers.authorization, `Bearer ${value}`);
  assert.ok(!server.asked[0]?.text.includes(value));
  assert.ok(!JSON.stringify(reply).includes(value) && !readFileSync(asking.file, 'utf8').includes(value));
});

test('MOD-5 a word that only stands in for a key leaves texts as they are', async (t) => {
  const server = await played(t, [{ text: 'ok' }]);
  const env = { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `${server.url}/v1` };
  await askingOf(t, { env }).ask({ system: 'there is none, nonetheless' });
  assert.match(server.asked[0]?.text ?? '', /there is none, nonetheless/);
});
