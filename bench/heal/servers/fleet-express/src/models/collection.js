import { readFile } from 'node:fs/promises';

export class Collection {
  #rows = new Map();
  #key;

  constructor(key) {
    this.#key = key;
  }

  static async load(name, key) {
    const collection = new this(key);
    const text = await readFile(new URL(`../../data/${name}.json`, import.meta.url), 'utf8');
    for (const row of JSON.parse(text)) collection.add(row);
    return collection;
  }

  get size() {
    return this.#rows.size;
  }

  add(row) {
    this.#rows.set(row[this.#key], row);
    return row;
  }

  get(id) {
    return this.#rows.get(id) ?? null;
  }

  where(predicate) {
    return [...this.#rows.values()].filter(predicate);
  }

  all() {
    return this.where(() => true);
  }

  *[Symbol.iterator]() {
    yield* this.#rows.values();
  }
}
