'use strict';

const { readFile } = require('node:fs/promises');

class JsonRepository {
  #file;
  #rows = null;

  constructor(file, key) {
    this.#file = file;
    this.key = key;
  }

  async all() {
    this.#rows ??= JSON.parse(await readFile(this.#file, 'utf8'));
    return this.#rows;
  }

  async byId(id) {
    const rows = await this.all();
    return rows.find((row) => row[this.key] === id);
  }
}

module.exports = { JsonRepository };
