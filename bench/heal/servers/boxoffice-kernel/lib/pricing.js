'use strict';

const fs = require('node:fs');
const path = require('node:path');
const YAML = require('yaml');

class Pricing {
  #ranks;
  #concessions;
  #holidays;

  constructor({ ranks, concessions, currency }, { fee, holidays }) {
    this.#ranks = Object.entries(ranks);
    this.#concessions = concessions;
    this.fee = fee;
    this.currency = currency;
    this.#holidays = new Set(readHolidays(holidays).map(({ date }) => date));
  }

  rankOf(seat) {
    const [rank] = this.#ranks.find(([, { rows }]) => rows.includes(seat[0]));
    return rank;
  }

  ticket(show, seat, concession) {
    const { factor } = Object.fromEntries(this.#ranks)[this.rankOf(seat)];
    const full = Math.round(show.price_cents * factor);
    const off = this.#concessions[concession] ?? 0;
    return full - Math.round((full * off) / 100) + this.feeOn(show.starts_at);
  }

  cheapest(show) {
    return Math.min(...this.#ranks.map(([, { factor }]) => Math.round(show.price_cents * factor)));
  }

  feeOn(startsAt) {
    return this.#holidays.has(startsAt.slice(0, 10)) ? 0 : this.fee;
  }

  format(cents, language) {
    return new Intl.NumberFormat(language, { style: 'currency', currency: this.currency }).format(cents / 100);
  }
}

function readHolidays(file) {
  const text = fs.readFileSync(path.resolve(__dirname, '..', file), 'utf8');
  return YAML.parse(text).holidays;
}

module.exports = Pricing;
