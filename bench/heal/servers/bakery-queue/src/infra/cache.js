/** Values that are computed at most once per time to live. */
class Cache {
  #entries = new Map();

  constructor(ttl, now = Date.now) {
    this.ttl = ttl;
    this.now = now;
    this.hits = 0;
    this.misses = 0;
  }

  async through(key, compute) {
    const entry = this.#entries.get(key);
    if (entry !== undefined && entry.until > this.now()) {
      this.hits += 1;
      return entry.value;
    }
    this.misses += 1;
    const value = await compute();
    this.#entries.set(key, { value, until: this.now() + this.ttl });
    return value;
  }

  drop(prefix) {
    for (const key of this.#entries.keys()) if (key.startsWith(prefix)) this.#entries.delete(key);
  }

  get stats() {
    return { size: this.#entries.size, hits: this.hits, misses: this.misses };
  }
}

module.exports = Cache;
