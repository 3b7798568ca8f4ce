/** Calls through the real client over real sockets: both protocols, streamed and plain, and what is sent. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ToolSchema } from '../../src/models/models.ts';
import type { Said } from './server.ts';
import { askingOf, played, protocols } from './setting.ts';

const answer: Said = {
  text: 'The name is misspelt.\n\nserver.js\n<<<<<<< SEARCH\nfoo()\n=======\nbar()\n>>>>>>> REPLACE\n',
  usage: { input: 120, output: 30 },
};
const tools: ToolSchema[] = [
  {
    name: 'read_file',
    description: 'Reads a file.',
    schema: { type: 'object', properties: { path: { type: 'string' } } },
  },
];

for (const protocol of protocols) {
  for (const plain of [false, true]) {
    test(`MOD-2 ${protocol}: an answer ${plain ? 'in one piece' : 'that is streamed'} comes whole`, async (t) => {
      const server = await played(t, [{ ...answer, plain }]);
      const { ask } = askingOf(t, { env: server.env[protocol] });
      const reply = await ask();
      assert.ok('text' in reply, JSON.stringify(reply));
      assert.equal(reply.text, answer.text);
      assert.equal(reply.finish, 'stop');
      assert.equal(reply.model, `${protocol}:scripted-1`);
      assert.deepEqual(reply.usage, { input: 120, output: 30, cacheRead: 0, cacheWrite: 0, costUsd: 0 });
      assert.equal(server.asked.length, 1);
    });

    test(`MOD-2 ${protocol}: wishes for tools come ${plain ? 'in one piece' : 'streamed'}, with whatever was written`, async (t) => {
      const calls = [
        { name: 'read_file', input: { path: 'a.js' } },
        ...(plain && protocol === 'anthropic' ? [] : [{ name: 'read_file', input: '{"path": ' }]),
      ];
      const server = await played(t, [{ text: 'I look.', calls, plain }]);
      const reply = await askingOf(t, { env: server.env[protocol] }).ask({ tools });
      assert.ok('text' in reply, JSON.stringify(reply));
      assert.equal(reply.finish, 'calls');
      assert.deepEqual(
        reply.calls.map(({ name, input }) => ({ name, input })),
        calls,
      );
    });
  }

  test(`MOD-2 ${protocol}: a conversation with tools is told in the protocol's own words`, async (t) => {
    const server = await played(t, [answer]);
    await askingOf(t, { env: server.env[protocol] }).ask({
      tools,
      temperature: 0.2,
      messages: [
        { from: 'user', text: 'Why?' },
        { from: 'model', text: '', calls: [{ id: 'c1', name: 'read_file', input: 'no object' }] },
        { from: 'tools', results: [{ id: 'c1', name: 'read_file', text: 'not found' }] },
      ],
    });
    const { body } = server.asked[0] ?? assert.fail();
    assert.equal(body.stream, true);
    assert.equal(body.max_tokens, 1000);
    assert.equal(body['temperature'], 0.2);
    const roles = body.messages.map((message) => message['role']);
    const [first, ...rest] =
      protocol === 'openai' ? ['system', 'user', 'assistant', 'tool'] : ['user', 'assistant', 'user'];
    assert.deepEqual(roles, [first, ...rest]);
    assert.match(JSON.stringify(body.messages), /unreadable/);
    const [tool] = body.tools ?? [];
    const plain = { name: 'read_file', description: 'Reads a file.' };
    const { schema } = tools[0] ?? assert.fail();
    const own =
      protocol === 'openai'
        ? { type: 'function', function: { ...plain, parameters: schema } }
        : { ...plain, input_schema: schema };
    assert.deepEqual(tool, own);
  });
}
