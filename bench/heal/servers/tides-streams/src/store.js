'use strict';

const fs = require('fs');
const path = require('path');
const readline = require('readline');
const { EventEmitter } = require('events');
const { notFound } = require('./errors');

class Store extends EventEmitter {
  constructor(dataDir) {
    super();
    this.dataDir = dataDir;
    this.stations = new Map();
    this.readings = new Map();
  }

  async load() {
    const text = await fs.promises.readFile(path.join(this.dataDir, 'stations.json'), 'utf8');
    for (const station of JSON.parse(text)) {
      this.stations.set(station.code, station);
      this.readings.set(station.code, []);
    }
    const lines = readline.createInterface({
      input: fs.createReadStream(path.join(this.dataDir, 'readings.jsonl')),
      crlfDelay: Infinity,
    });
    for await (const line of lines) {
      if (line.trim() === '') continue;
      const { station, at, level, note } = JSON.parse(line);
      this.readings.get(station).push({ at: new Date(at), level, note: note || null });
    }
    return this;
  }

  station(code) {
    const station = this.stations.get(code.toUpperCase());
    if (!station) throw notFound(`Station ${code}`);
    return station;
  }

  list() {
    return [...this.stations.values()].sort((a, b) => a.name.localeCompare(b.name));
  }

  readingsOf(code, { from, to } = {}) {
    const all = this.readings.get(this.station(code).code);
    return all.filter(({ at }) => (!from || at >= from) && (!to || at < to));
  }

  latest(code) {
    const all = this.readingsOf(code);
    return all.length > 0 ? all[all.length - 1] : null;
  }

  add(code, reading) {
    const station = this.station(code);
    const readings = this.readings.get(station.code);
    readings.push(reading);
    readings.sort((a, b) => a.at - b.at);
    this.emit('reading', station, reading);
    return readings.length;
  }
}

module.exports = { Store };
