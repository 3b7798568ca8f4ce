/** The real protocols behind the servers: a PostgreSQL (PGlite) and a Redis in memory, one of each for a lane of work. */
import { readFileSync } from 'node:fs';
import { startRedis } from './redis.mjs';

/** Starts the wanted services lazily; `reset` makes them as the server's seed says. */
export class Services {
  #postgres = null;
  #redis = null;

  /** Host and port of each service by its name. */
  async start(names) {
    if (names.includes('postgres')) this.#postgres ??= await startPostgres();
    if (names.includes('redis')) this.#redis ??= await startRedis();
    return { postgres: address(this.#postgres), redis: address(this.#redis) };
  }

  /** `seed.postgres` is a file of SQL; `seed.redis` a list of commands. */
  async reset(seed = {}) {
    if (seed.postgres !== undefined) {
      await this.#postgres.db.exec('ROLLBACK; DROP SCHEMA public CASCADE; CREATE SCHEMA public;');
      await this.#postgres.db.exec(readFileSync(seed.postgres, 'utf8'));
    }
    if (this.#redis !== null) this.#redis.reset(seed.redis ?? []);
  }

  async end() {
    await this.#postgres?.close();
    await this.#redis?.close();
  }
}

function address(service) {
  return service === null ? '' : `127.0.0.1:${service.port}`;
}

async function startPostgres() {
  const { PGlite } = await import('@electric-sql/pglite');
  const { PGLiteSocketServer } = await import('@electric-sql/pglite-socket');
  const { freePort } = await import('./serve.mjs');
  const db = await PGlite.create();
  const port = await freePort();
  const server = new PGLiteSocketServer({ db, port, host: '127.0.0.1', maxConnections: 20 });
  await server.start();
  return { db, port, close: async () => (await server.stop(), db.close()) };
}
