import { EventEmitter } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { parseCsv } from '../core/csv.js';
import { HttpError, NotFound } from '../core/errors.js';
import { Accession } from './accession.js';

export class Bank extends EventEmitter {
  #accessions = new Map();
  #taxa;

  static async open(folder) {
    const bank = new Bank();
    const rows = parseCsv(await readFile(path.join(folder, 'accessions.csv'), 'utf8'));
    bank.#taxa = JSON.parse(await readFile(path.join(folder, 'taxa.json'), 'utf8'));
    for (const row of rows) bank.#accessions.set(row.number, Accession.from(row, bank.taxon(row.taxon)));
    await bank.#readTests(path.join(folder, 'viability'));
    return bank;
  }

  async #readTests(folder) {
    for (const name of (await readdir(folder)).sort()) {
      const { base, ext } = path.parse(name);
      if (ext !== '.json') continue;
      const tests = JSON.parse(await readFile(path.join(folder, base), 'utf8'));
      for (const test of tests) this.accession(test.accession).addTest(test);
    }
  }

  get size() {
    return this.#accessions.size;
  }

  taxon(code) {
    return this.#taxa.species[code];
  }

  accession(number) {
    const found = this.#accessions.get(number);
    if (!found) throw new NotFound('accession', number);
    return found;
  }

  *select({ family, country, minSeeds = 0 } = {}) {
    for (const accession of this.#accessions.values()) {
      if (family && accession.taxon.family !== family) continue;
      if (country && accession.country !== country) continue;
      if (accession.seeds >= minSeeds) yield accession;
    }
  }

  withdraw(number, { seeds, to, on }) {
    const accession = this.accession(number);
    if (seeds > accession.seeds / 2) throw new HttpError(409, `at most ${Math.floor(accession.seeds / 2)} seeds may leave`);
    accession.seeds -= seeds;
    this.emit('withdrawn', { kind: 'withdrawal', number, seeds, to, on });
    return accession;
  }

  addTest(number, test) {
    const accession = this.accession(number);
    accession.addTest(test);
    this.emit('tested', { kind: 'test', number, ...test });
    return accession;
  }
}
