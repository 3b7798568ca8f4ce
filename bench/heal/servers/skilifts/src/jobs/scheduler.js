import ms from 'ms';

export class Scheduler {
  #jobs = new Map();
  #timers = [];

  register(name, every, job) {
    this.#jobs.set(name, { every, job, runs: 0, last: null });
  }

  async run(name) {
    const entry = this.#jobs.get(name);
    if (!entry) return null;
    entry.last = await entry.job.run();
    entry.runs += 1;
    return entry.last;
  }

  async start() {
    for (const [name, { every }] of this.#jobs) {
      await this.run(name);
      this.#timers.push(setInterval(() => this.run(name), ms(every)));
    }
  }

  stop() {
    for (const timer of this.#timers) clearInterval(timer);
  }

  report() {
    return [...this.#jobs].map(([name, { every, runs, last }]) => ({ name, every, runs, last }));
  }
}
