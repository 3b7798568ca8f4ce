import { setImmediate as pause } from 'node:timers/promises';

/** Rows by id, handed out as copies. */
export class MemoryRepository {
  #rows = new Map();

  async find(id) {
    await pause();
    const row = this.#rows.get(id);
    return row && structuredClone(row);
  }

  async all() {
    await pause();
    return [...this.#rows.values()].map((row) => structuredClone(row));
  }

  async save(row) {
    await pause();
    this.#rows.set(row.id, structuredClone(row));
    return row;
  }

  get size() {
    return this.#rows.size;
  }
}
