'use strict';

const { EventEmitter } = require('node:events');
const { readFile } = require('node:fs/promises');
const path = require('node:path');
const { parseCsv } = require('./csv');

const folder = path.join(__dirname, '..', 'data');

class Store extends EventEmitter {
  sensors = new Map();
  readings = {};

  async load() {
    const { sensors } = JSON.parse(await readFile(path.join(folder, 'sensors.json'), 'utf8'));
    for (const sensor of sensors) this.sensors.set(sensor.id, sensor);
    const rows = parseCsv(await readFile(path.join(folder, 'readings.csv'), 'utf8'));
    for (const { sensor, time, value } of rows) this.keep(sensor, { time: new Date(time), value: Number(value) });
    this.emit('loaded', rows.length);
  }

  keep(id, reading) {
    this.readings[id] ??= [];
    this.readings[id].push(reading);
  }

  async find(id) {
    return this.sensors.get(id);
  }

  async readingsOf(id) {
    return this.readings[id] ?? [];
  }

  async add(id, value, time) {
    const reading = { time, value };
    this.keep(id, reading);
    this.emit('reading', id, reading);
    return reading;
  }
}

module.exports = Store;
