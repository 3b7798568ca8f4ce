'use strict';

const { HttpError } = require('./errors');

class Forecast {
  constructor({ url, key, timeoutMs, cacheMs }) {
    this.url = url;
    this.key = key;
    this.timeoutMs = timeoutMs;
    this.cacheMs = cacheMs;
    this.cache = new Map();
  }

  async of(station) {
    const kept = this.cache.get(station.code);
    if (kept && kept.until > Date.now()) return kept.tides;
    const tides = await this.fetch(station);
    this.cache.set(station.code, { tides, until: Date.now() + this.cacheMs });
    return tides;
  }

  async fetch(station) {
    const response = await fetch(`${this.url}/tides/${station.code}`, {
      headers: { authorization: `Bearer ${this.key}` },
      signal: AbortSignal.timeout(this.timeoutMs),
    });
    if (response.status === 404) throw new HttpError(404, `No forecast for ${station.name}`);
    if (!response.ok) throw new Error(`The forecast service answered ${response.status}`);
    const { tides } = await response.json();
    return tides.map(({ time, height }) => ({ at: new Date(time), level: height + station.datum }));
  }
}

module.exports = { Forecast };
