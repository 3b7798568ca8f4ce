'use strict';

const fs = require('fs');
const path = require('path');
const { EventEmitter } = require('events');

/** The rows of one file of data, in memory. */
class Collection extends EventEmitter {
  constructor(name, { key = 'id' } = {}) {
    super();
    this.name = name;
    this.key = key;
    this.rows = JSON.parse(fs.readFileSync(Collection.fileOf(name), 'utf8'));
    this.index = new Map(this.rows.map((row) => [row[key], row]));
  }

  static fileOf(name) {
    return path.join(__dirname, '..', '..', 'data', `${name}.json`);
  }

  get size() {
    return this.rows.length;
  }

  find(id) {
    return this.index.get(id) || null;
  }

  where(test) {
    return this.rows.filter(test);
  }

  insert(row) {
    const stored = { [this.key]: this.size + 1, ...row };
    this.rows.push(stored);
    this.index.set(stored[this.key], stored);
    this.emit('insert', stored);
    return stored;
  }
}

module.exports = Collection;
