import type { Database } from '../db/database.js';
import type { Species } from '../schema/species.js';

export class SpeciesService {
  readonly #db: Database;
  readonly #cache = new Map<string, Species>();

  constructor(db: Database) {
    this.#db = db;
  }

  list({ family, sort }: { family?: string | undefined; sort: 'name' | 'code' }): Species[] {
    const where = family === undefined ? '' : 'WHERE family = ?';
    const parameters = family === undefined ? [] : [family];
    return this.#db.prepare(`SELECT code, name, family FROM species ${where} ORDER BY ${sort}`).all(...parameters) as Species[];
  }

  byCode(code: string): Species | undefined {
    const key = code.toUpperCase();
    const cached = this.#cache.get(key);
    if (cached) return cached;
    const found = this.#db.prepare('SELECT code, name, family FROM species WHERE code = ?').get(key) as Species | undefined;
    if (found) this.#cache.set(key, found);
    return found;
  }

  namesOf(code: string): Record<string, string> {
    const rows = this.#db.prepare('SELECT language, name FROM common_names WHERE species_code = ? ORDER BY language').all(code) as { language: string; name: string }[];
    return Object.fromEntries(rows.map(({ language, name }) => [language, name]));
  }

  families(): { family: string; species: number }[] {
    return this.#db.prepare('SELECT family, count(*) AS species FROM species GROUP BY family ORDER BY family').all() as { family: string; species: number }[];
  }
}
