import { config } from '../core/config.js';

const yearOf = (day) => Number(day.slice(0, 4));

export class Accession {
  tests = [];

  constructor({ number, taxon, country, collected, seeds, collector }) {
    Object.assign(this, { number, taxon, country, collected, seeds, collector });
  }

  static from(row, taxon) {
    const collector = row.collector === '' ? null : row.collector;
    return new this({ ...row, taxon, seeds: Number.parseInt(row.seeds, 10), collector });
  }

  addTest({ on, sown, germinated }) {
    this.tests.push({ on, sown, germinated });
    this.tests.sort((a, b) => a.on.localeCompare(b.on));
  }

  get latest() {
    return this.tests.at(-1) ?? null;
  }

  get viability() {
    return this.latest === null ? null : Math.round((100 * this.latest.germinated) / this.latest.sown);
  }

  get isViable() {
    return this.viability !== null && this.viability >= config.viability.threshold;
  }

  retestYear() {
    const [short, long] = config.viability.retestYears;
    if (this.latest === null) return yearOf(this.collected) + short;
    return yearOf(this.latest.on) + (this.isViable ? long : short);
  }

  toJSON() {
    const { number, taxon, country, collected, seeds, viability } = this;
    return { number, name: taxon.name, family: taxon.family, country, collected, seeds, viability };
  }
}
