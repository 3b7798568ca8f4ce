/** The real protocols behind the servers: a PostgreSQL (PGlite) and a Redis in memory, one of each for a lane of work. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export class Services {
  #worker = null;

  /** `{live, test}` as host:port of each service by its name; both lead to the same data. */
  async start(names) {
    if (names.length === 0) return {};
    this.#worker ??= new Worker(new URL('services-worker.mjs', import.meta.url));
    return this.#ask('start', names);
  }

  /** `seed.postgres` is a file of SQL; `seed.redis` a list of commands. */
  async reset(seed) {
    if (this.#worker !== null) await this.#ask('reset', seed);
  }

  async #ask(action, given) {
    this.#worker.postMessage({ action, given }, []);
    const [answer] = await once(this.#worker, 'message');
    return answer;
  }

  async end() {
    await this.#worker?.terminate();
  }
}
