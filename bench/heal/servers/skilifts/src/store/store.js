import { readFile } from 'node:fs/promises';

const folder = new URL('../../data/', import.meta.url);

async function read(name) {
  return JSON.parse(await readFile(new URL(`${name}.json`, folder), 'utf8'));
}

export class Table {
  #rows = new Map();

  constructor(rows) {
    for (const row of rows) this.#rows.set(row.id, row);
  }

  get(id) {
    return this.#rows.get(id);
  }

  all() {
    return [...this.#rows.values()];
  }

  insert(row) {
    this.#rows.set(row.id, row);
    return row;
  }

  get size() {
    return this.#rows.size;
  }
}

export class Store {
  static async open() {
    const store = new Store();
    const [lifts, pistes, passes, wind, snow] = await Promise.all(['lifts', 'pistes', 'passes', 'wind', 'snow'].map(read));
    store.lifts = new Table(lifts);
    store.pistes = new Table(pistes);
    store.passes = new Table(passes);
    store.wind = wind;
    store.stations = snow.stations;
    return store;
  }
}
