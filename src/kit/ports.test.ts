/** Who holds a port (SUP-4). */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { holderText, holdingToldIn, portHolder, portTaken } from './ports.ts';

const servers = {
  listen: `const net = require('node:net').createServer();
net.listen({ port: 0, host: process.argv[1] }, () => console.log(net.address().port));`,
  bind: `const udp = require('node:dgram').createSocket('udp4');
udp.bind({ port: 0, address: process.argv[1] }, () => console.log(udp.address().port));`,
};

test('SUP-4 the port that an error says is taken', () => {
  const cases: [string, number | null][] = [
    ['Error: listen EADDRINUSE: address already in use 127.0.0.1:3000', 3000],
    ['Error: listen EADDRINUSE: address already in use :::8080\n    at Server.setupListenHandle (node:net:1:2)', 8080],
    ['listen EADDRINUSE: address already in use ::1:65535', 65535],
    ["{ code: 'EADDRINUSE', port: 1 } 'listen EADDRINUSE 0.0.0.0:80'", 80],
    ['Error: listen EADDRINUSE: address already in use /run/app.sock', null],
    ['connect ECONNREFUSED 127.0.0.1:3000', null],
  ];
  for (const [text, port] of cases) assert.equal(portTaken(text), port, text);
});

test('SUP-4 the process that holds a port is named, and whether it is one of ours', { timeout: 30_000 }, async (t) => {
  const cases = [
    ['listen', '127.0.0.1'],
    ['listen', '::'],
    ['bind', '127.0.0.1'],
  ] as const;
  for (const [how, host] of cases) {
    const server = servers[how];
    const env = { ...process.env, KINTSUGI_HOOK: '/run/k.sock', KINTSUGI_MANAGED: '1' };
    const child = spawn(process.execPath, ['-e', server, host], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    t.after(() => child.kill('SIGKILL'));
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const port = Number(String(line));
    const told = (socket: string | null): string | undefined =>
      holdingToldIn(`${how} EADDRINUSE: x ${host}:${port}`, socket)?.text;
    const command = [process.execPath, '-e', server, host].join(' ').slice(0, 120);
    const by = `port ${port} is held by pid ${child.pid} (${command})`;
    assert.equal(told('/run/k.sock'), `${by}, an earlier process of this very server`);
    assert.equal(told('/run/other.sock'), `${by}, of another server that kintsugi keeps`);
  }
  const own = createServer();
  t.after(() => own.close());
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  const { port } = own.address() as AddressInfo;
  assert.equal(portHolder(port), null, 'who asks need not be told of itself');
  await new Promise((resolve) => own.close(resolve));
  assert.equal(portHolder(port), null);
});

test('SUP-4 of a stranger the command, of another user the user', () => {
  const holder = { pid: 7, uid: 33, command: 'nginx: master', environment: ['PATH=/bin'] };
  assert.equal(holderText(80, holder, null), 'port 80 is held by pid 7 (nginx: master)');
  const hidden = { pid: null, uid: 33, command: '', environment: [] };
  assert.equal(holderText(80, hidden, null), 'port 80 is held by a process of another user (uid 33)');
});
