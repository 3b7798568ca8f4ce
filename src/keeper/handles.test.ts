import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { servePeers, type Message, type Peer } from './handles.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'kintsugi-peers-'));
test.after(() => rmSync(root, { recursive: true, force: true }));

async function serve(name: string) {
  const file = path.join(root, name, 's.sock');
  const heard: Message[] = [];
  const gone: Peer[] = [];
  const peers = new Set<Peer>();
  const server = await servePeers(file, {
    message: (peer, message) => {
      peers.add(peer);
      heard.push(message);
    },
    gone: (peer) => void gone.push(peer),
  });
  return { file, heard, gone, peers, server };
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`never came: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

test('SUP-11 lines arrive whole whatever the chunks; nonsense is dropped; the end is told', async () => {
  const { file, heard, gone, peers, server } = await serve('lines');
  const client = net.connect(file);
  let answered = '';
  client.on('data', (bytes: Buffer) => (answered += bytes.toString()));
  const bytes = Buffer.from('{"t":"a","x":"ü"}\nnonsense\n{"no":"t"}\n[1]\nnull\n{"t":"b"}\n');
  for (const byte of bytes) {
    client.write(Buffer.from([byte]));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await until(() => heard.length === 2);
  assert.deepEqual(heard, [{ t: 'a', x: 'ü' }, { t: 'b' }]);
  [...peers][0]!.send({ t: 'drain', graceMs: 5 });
  await until(() => answered === '{"t":"drain","graceMs":5}\n');
  client.write('{"t":"half');
  client.end();
  await until(() => gone.length === 1);
  assert.equal(heard.length, 2);
  server.close();
});

test('SUP-11 a line without end is dropped, and the peer goes on', async () => {
  const { file, heard, server } = await serve('long');
  const client = net.connect(file);
  client.write('x'.repeat(5_000_000));
  client.write('\n{"t":"after"}\n');
  await until(() => heard.length === 1);
  client.destroy();
  server.close();
});

test('SUP-11 many peers come and go', async () => {
  const { file, heard, gone, server } = await serve('many');
  for (let i = 0; i < 50; i += 1) {
    const client = net.connect(file);
    client.end(`{"t":"n","i":${i}}\n`);
  }
  await until(() => heard.length === 50 && gone.length === 50);
  server.close();
});

test('SUP-11 PERF-3 who came and went leaves nothing behind', async (t) => {
  const { file, heard, gone, server } = await serve('nothing');
  const living = new Set<number>();
  const hook = createHook({
    init: (id, type) => void (type === 'PIPEWRAP' && living.add(id)),
    destroy: (id) => void living.delete(id),
  }).enable();
  t.after(() => {
    hook.disable();
    server.close();
  });
  for (let i = 0; i < 100; i += 1) net.connect(file).end(`{"t":"n","i":${i}}\n`);
  await until(() => heard.length === 100 && gone.length === 100);
  await until(() => living.size === 0);
});

test('SUP-11 the socket lies in a folder of ours alone, and a stale one is replaced', async () => {
  mkdirSync(path.join(root, 'stale'));
  chmodSync(path.join(root, 'stale'), 0o777);
  writeFileSync(path.join(root, 'stale', 's.sock'), 'left over');
  const { file, server } = await serve('stale');
  assert.equal(lstatSync(path.dirname(file)).mode & 0o777, 0o700);
  assert.equal(lstatSync(file).mode & 0o777, 0o600);
  server.close();
  await assert.rejects(servePeers('/proc/self/fd/s.sock', { message: () => undefined, gone: () => undefined }));
});
