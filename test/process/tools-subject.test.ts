/** Tools that look at the subject, against a server that is really kept: what they say is of it, not of us. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allTools } from '../../src/tools/all.ts';
import { callTool } from '../../src/tools/call.ts';
import { withHands } from '../../src/tools/hands.test-helper.ts';
import { placeOf, until } from './running.ts';

const server = `
const kept = Buffer.alloc(64 * 1024 * 1024, 1);
const open = Array.from({ length: 40 }, () => require('node:fs').openSync(__filename));
console.error('warming up, token=sesame'); console.error('listening soon');
require('node:http').createServer((request, response) => {
  if (request.url === '/block') for (const until = Date.now() + 700; Date.now() < until;);
  response.end(String(kept.length + open.length));
}).listen(process.env.PORT);
`;

test('TOOL-2 memory, event loop, descriptors, processes and log are those of the subject, told by the keeper', async (t) => {
  const place = await placeOf(t, { 'server.js': server });
  await place.up();
  const subject = place.paths.run('server.js');
  const pid = place.record()?.child?.pid ?? assert.fail();
  await withHands({ files: { 'server.js': server }, context: { subject } }, async ({ context }) => {
    const use = async (name: string, input: unknown = {}): Promise<string> =>
      (await callTool(allTools, { id: '1', name, input }, { role: 'explore', context })).text;
    await until(
      async () => (await use('check_memory')).includes(' external '),
      () => '',
    );
    const memory = await use('check_memory');
    assert.match(memory, new RegExp(`process ${pid}, peak resident`));
    assert.ok(Number(/external (\d+)/.exec(memory)?.[1]) >= 64, memory);
    assert.match(await use('check_event_loop'), /% busy, delay p99 \d+ ms, \d+ handles/);
    const descriptors = await use('check_file_descriptors');
    assert.match(descriptors, /limit \d+.*file 4\d/);
    assert.match(descriptors, /server\.js/);
    assert.match(await use('list_processes'), new RegExp(`state ready since [^]*\n${pid} .*server\\.js`));
    assert.match(await use('check_logs'), /-- boot 1\nwarming up, token=\S+\nlistening soon/);
    assert.match(await use('check_logs', { contains: 'SOON' }), /-- boot 1\nlistening soon\n/);
    assert.match(await use('check_port'), new RegExp(`the server listens \\(process ${pid}\\)`));
  });
});

test('TOOL-2 where the subject does not run, that is what they say', async (t) => {
  const place = await placeOf(t, { 'server.js': server });
  await withHands(
    { files: { 'server.js': server }, context: { subject: place.paths.run('server.js') } },
    async ({ use }) => {
      for (const name of ['check_memory', 'check_event_loop', 'check_file_descriptors', 'list_processes'])
        assert.equal(await use(name), 'the server does not run now', name);
      assert.equal(await use('check_logs'), 'nothing was written to stderr');
    },
  );
});
