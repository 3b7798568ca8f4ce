export class Lru {
  #entries = new Map();

  constructor({ max = 50 } = {}) {
    this.max = max;
  }

  get(key) {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key, value) {
    this.#entries.set(key, value);
    if (this.#entries.size > this.max) this.#entries.delete(this.#entries.keys().next().value);
  }

  clear() {
    this.#entries.clear();
  }
}
