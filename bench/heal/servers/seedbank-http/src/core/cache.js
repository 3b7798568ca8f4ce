export class Cache {
  #entries = new Map();
  #ttlMs;

  constructor(ttlMs) {
    this.#ttlMs = ttlMs;
  }

  async through(key, make) {
    const kept = this.#entries.get(key);
    if (kept && kept.until > Date.now()) return kept.value;
    const value = await make();
    this.#entries.set(key, { value, until: Date.now() + this.#ttlMs });
    return value;
  }

  drop(prefix) {
    for (const key of this.#entries.keys()) if (key.startsWith(prefix)) this.#entries.delete(key);
  }
}
