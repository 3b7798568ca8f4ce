const { EventEmitter } = require('node:events');

/** Jobs are worked off in batches, one batch at a time. */
class BakeQueue extends EventEmitter {
  constructor({ batchSize, work }) {
    super();
    this.batchSize = batchSize;
    this.work = work;
    this.waiting = [];
    this.done = [];
    this.running = null;
  }

  push(job) {
    const position = this.waiting.push(job);
    this.emit('queued', job);
    return position;
  }

  async runBatch() {
    if (this.running) return this.running;
    const jobs = this.waiting.splice(0, this.batchSize);
    this.running = Promise.all(jobs.map((job) => this.work(job)));
    try {
      const results = await this.running;
      this.done.push(...results);
      this.emit('batch', results);
      return results;
    } finally {
      this.running = null;
    }
  }

  summary() {
    return { waiting: this.waiting.length, done: this.done.length };
  }
}

module.exports = { BakeQueue };
