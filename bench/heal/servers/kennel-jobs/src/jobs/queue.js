import { config } from '../config.js';

export class JobQueue {
  #waiting = [];
  #handlers = new Map();
  #running = false;

  constructor() {
    this.done = [];
    this.failed = [];
  }

  define(kind, handler) {
    this.#handlers.set(kind, handler);
  }

  add(kind, data) {
    const handler = this.#handlers.get(kind);
    if (!handler) throw new Error(`No handler for ${kind}`);
    const job = { kind, data, attempt: 0 };
    this.#waiting.push(job);
    setImmediate(() => this.#work());
    return job;
  }

  async idle() {
    while (this.#running || this.#waiting.length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  async #work() {
    if (this.#running) return;
    this.#running = true;
    while (this.#waiting.length > 0) {
      const job = this.#waiting.shift();
      job.attempt += 1;
      try {
        job.result = await this.#handlers.get(job.kind)(job.data);
        this.done.push(job);
        if (this.done.length > config.jobs.keep) this.done.shift();
      } catch (error) {
        if (job.attempt < config.jobs.attempts) this.#waiting.push(job);
        else this.failed.push({ ...job, reason: error.message });
      }
    }
    this.#running = false;
  }
}
