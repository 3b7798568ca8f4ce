'use strict';

const units = { s: 1_000, m: 60_000, h: 3_600_000 };

function parseEvery(text) {
  const match = /^(\d+)([smh])$/.exec(text);
  if (!match) throw new RangeError(`"${text}" is not a span such as 10m`);
  return Number(match[1]) * units[match[2]];
}

module.exports = class Clockwork {
  #jobs = new Map();

  constructor(log) {
    this.log = log;
  }

  add({ name, every, run }) {
    if (typeof run !== 'function') throw new TypeError(`job ${name} has nothing to run`);
    const timer = setInterval(() => this.runNow(name), parseEvery(every));
    timer.unref();
    this.#jobs.set(name, { run, timer });
  }

  runNow(name) {
    const job = this.#jobs.get(name);
    this.log.debug(`job ${name}`);
    return job.run();
  }

  stopAll() {
    for (const { timer } of this.#jobs.values()) clearInterval(timer);
  }
};
