'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { fail } = require('./text');

class Store {
  constructor(dir) {
    this.dir = dir;
    this.tables = new Map();
    this.values = new Map();
  }

  load(names) {
    for (const name of names) {
      const text = fs.readFileSync(path.join(this.dir, `${name}.json`), 'utf8');
      this.tables.set(name, JSON.parse(text));
    }
  }

  table(name) {
    const rows = this.tables.get(name);
    if (!rows) throw new Error(`no table ${name}, only ${[...this.tables.keys()].join(', ')}`);
    return rows;
  }

  find(name, id) {
    const row = this.table(name).find((one) => String(one.id) === String(id));
    if (!row) throw fail(404, `No ${name.replace(/s$/, '')} ${id}`);
    return row;
  }

  set(key, value) {
    this.values.set(key, value);
  }

  get(key) {
    return this.values.get(key);
  }
}

exports.Store = Store;
