'use strict';

const { isOutside } = require('./stats');

class Alarms {
  constructor(store) {
    this.counts = new Map();
    store.on('reading', async (id, reading) => {
      const sensor = await store.find(id);
      if (isOutside(reading.value, sensor.limits)) this.raise(id);
    });
  }

  raise(id) {
    this.counts.set(id, this.countOf(id) + 1);
  }

  countOf(id) {
    return this.counts.get(id) ?? 0;
  }
}

module.exports = Alarms;
