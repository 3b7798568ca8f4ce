import { EventEmitter } from 'node:events';

class Bus extends EventEmitter {
  #counts = new Map();

  publish(event, payload) {
    this.#counts.set(event, (this.#counts.get(event) ?? 0) + 1);
    return this.emit(event, payload);
  }

  get counts() {
    return Object.fromEntries(this.#counts);
  }
}

export const bus = new Bus();
