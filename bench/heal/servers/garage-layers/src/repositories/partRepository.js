'use strict';

const JsonStore = require('./jsonStore');

class PartRepository extends JsonStore {
  constructor() {
    super('parts');
  }

  findBySku(sku) {
    return this.records.find((part) => part.sku === sku) ?? null;
  }
}

module.exports = new PartRepository();
