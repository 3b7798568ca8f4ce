'use strict';

const path = require('path');
const { Worker } = require('worker_threads');

class WorkerPool {
  constructor(size = 1) {
    this.waiting = new Map();
    this.nextId = 1;
    this.turn = 0;
    this.workers = Array.from({ length: size }, () => this.start());
  }

  start() {
    const worker = new Worker(path.join(__dirname, 'summary.js'));
    worker.on('message', (message) => this.settle(message));
    worker.unref();
    return worker;
  }

  settle({ id, result, error }) {
    const { resolve, reject } = this.waiting.get(id);
    this.waiting.delete(id);
    if (error) reject(Object.assign(new Error(error.message), { stack: error.stack }));
    else resolve(result);
  }

  run(task, payload) {
    const id = this.nextId++;
    const worker = this.workers[this.turn++ % this.workers.length];
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, task, payload });
    });
  }

  async close() {
    await Promise.all(this.workers.map((worker) => worker.terminate()));
  }
}

module.exports = { WorkerPool };
