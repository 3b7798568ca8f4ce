import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** Jobs, one after the other; each is tried again as often as `retries` says. */
export class Queue extends EventEmitter {
  #waiting = [];
  #done = new Map();
  #next = 1;
  #stopped = false;
  #running = null;

  constructor({ worker, retries }) {
    super();
    this.worker = worker;
    this.retries = retries;
  }

  push(payload) {
    const job = { id: this.#next++, payload, attempts: 0, state: 'waiting' };
    this.#waiting.push(job);
    this.#running ??= this.#drain().finally(() => (this.#running = null));
    return job;
  }

  get(id) {
    return this.#done.get(id) ?? this.#waiting.find((job) => job.id === id);
  }

  stats() {
    const states = { waiting: this.#waiting.length, sent: 0, failed: 0 };
    for (const { state } of this.#done.values()) states[state] += 1;
    return states;
  }

  /** Resolves when nothing waits. */
  async idle() {
    while (this.#running) await this.#running;
  }

  stop() {
    this.#stopped = true;
  }

  async #drain() {
    while (this.#waiting.length > 0 && !this.#stopped) {
      const job = this.#waiting[0];
      await this.#attempt(job);
      this.#waiting.shift();
      this.#done.set(job.id, job);
      this.emit('settled', job);
    }
  }

  async #attempt(job) {
    while (job.attempts <= this.retries) {
      job.attempts += 1;
      try {
        job.receipt = await this.worker(job.payload);
        job.state = 'sent';
        return;
      } catch (error) {
        job.state = 'failed';
        job.reason = error.message;
        if (job.attempts > this.retries) this.emit('failed', job, error);
        await sleep(5 * job.attempts);
      }
    }
  }
}
