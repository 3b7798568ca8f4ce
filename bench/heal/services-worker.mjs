/** The thread in which the services of one lane run, so that the runner's own work never makes them slow to answer. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { parentPort } from 'node:worker_threads';
import { startRedis } from './redis.mjs';
import { freePort } from './serve.mjs';

const starters = { postgres: startPostgres, redis: startRedis };
const running = {};

async function startPostgres() {
  const { PGlite } = await import('@electric-sql/pglite');
  const { PGLiteSocketServer } = await import('@electric-sql/pglite-socket');
  const db = await PGlite.create();
  const port = await freePort();
  const server = new PGLiteSocketServer({ db, port, host: '127.0.0.1', maxConnections: 20 });
  await server.start();
  const reset = async (file) => {
    await db.exec('ROLLBACK; DROP SCHEMA public CASCADE; CREATE SCHEMA public;');
    await db.exec(readFileSync(file, 'utf8'));
  };
  return { port, reset };
}

/** A second address of a service: the server's own, where the first is the test instance of its trials. */
async function forward(port) {
  const server = net.createServer((socket) => {
    const behind = net.connect(port, '127.0.0.1');
    for (const [one, other] of [
      [socket, behind],
      [behind, socket],
    ])
      one.on('error', () => other.destroy());
    socket.pipe(behind).pipe(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server.address().port;
}

async function start(name) {
  const service = await starters[name]();
  return { ...service, live: `127.0.0.1:${await forward(service.port)}`, test: `127.0.0.1:${service.port}` };
}

const actions = {
  async start(names) {
    for (const name of names) running[name] ??= await start(name);
    return Object.fromEntries(Object.entries(running).map(([name, { live, test }]) => [name, { live, test }]));
  },
  async reset(seed) {
    if (seed.postgres !== undefined) await running.postgres.reset(seed.postgres);
    if (running.redis !== undefined) running.redis.reset(seed.redis ?? []);
  },
};

parentPort.on('message', async ({ action, given }) => parentPort.postMessage(await actions[action](given), []));
