'use strict';

const fs = require('fs');
const path = require('path');
const config = require('../../config');

/** Records of one file, kept in memory. */
class JsonStore {
  constructor(name) {
    const { folder, files } = config.storage;
    this.file = path.join(config.rootDir, folder, files[name]);
    this.records = JSON.parse(fs.readFileSync(this.file, 'utf8'));
  }

  all() {
    return this.records;
  }

  findById(id) {
    return this.records.find((record) => record.id === id) ?? null;
  }

  where(test) {
    return this.records.filter(test);
  }

  insert(record) {
    const id = this.records.reduce((max, one) => Math.max(max, one.id), 0) + 1;
    const stored = { id, ...record };
    this.records.push(stored);
    return stored;
  }
}

module.exports = JsonStore;
