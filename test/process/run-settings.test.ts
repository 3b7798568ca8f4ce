/** What the owner changes in the settings while `kintsugi run` runs. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { placeOf, until } from './running.ts';

const limit = { timeout: 90_000 };

const server = `const http = require('node:http'), net = require('node:net');
http.createServer((req, res) => {
  if (req.url === '/') return res.end('ok');
  net.connect(DATABASE, '127.0.0.1').once('data', (bytes) => {
    try {
      res.end(String(bytes).toUppercase());
    } catch (error) {
      res.writeHead(500).end('sorry');
    }
  });
}).listen(process.env.PORT, '127.0.0.1');
`;

async function database(t: TestContext): Promise<number> {
  const open = new Set<net.Socket>();
  const listening = net.createServer((socket) => {
    open.add(socket.on('error', () => socket.destroy()));
    socket.write('tea');
  });
  await once(listening.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    for (const socket of open) socket.destroy();
    listening.close();
  });
  return (listening.address() as net.AddressInfo).port;
}

test(
  'CFG-3 TRY-8 a refused configuration is told; what no trial could be set up for is taken up again once trial.services allows it',
  limit,
  async (t) => {
    const port = await database(t);
    const place = await placeOf(t, { 'server.js': server.replace('DATABASE', String(port)) });
    const supervisor = await place.up();
    assert.equal((await place.ask('/tea')).status, 500);
    await until(() => place.incidents()[0]?.status === 'needs_human', supervisor.stderr);
    assert.match(place.incidents()[0]?.action?.why ?? '', /trial\.services/);
    const address = `127.0.0.1:${port}`;
    const settings = { trial: { services: [{ target: address, to: address }] } };
    const write = (text: string): void => writeFileSync(path.join(place.app, 'kintsugi.config.json'), text);
    write('{"autonmy": "observe"}');
    await until(() => /unknown setting .*autonmy.*The last good/.test(supervisor.stderr()), supervisor.stderr);
    assert.match((await place.does('status')).stdout, /unknown setting "autonmy"/);
    write(JSON.stringify(settings));
    await until(() => place.incidents()[0]?.status === 'resolved', supervisor.stderr);
    assert.equal((await place.ask('/tea')).body, 'TEA');
    assert.match(supervisor.stderr(), /Setting trial\.services: .* from now on/);
    assert.doesNotMatch((await place.does('status')).stdout, /autonmy/);
    const retries = place.journal().filter(({ fact }) => fact.type === 'retried');
    assert.deepEqual(
      retries.map(({ fact }) => fact.type === 'retried' && fact.by),
      ['the owner'],
    );
  },
);
