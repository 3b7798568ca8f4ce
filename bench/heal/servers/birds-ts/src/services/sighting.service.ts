import { EventEmitter } from 'node:events';
import type { Database } from '../db/database.js';
import { HttpError } from '../http/errors.js';
import { toSighting, type NewSighting, type Sighting, type SightingRow } from '../schema/sighting.js';
import type { SpeciesService } from './species.service.js';

const columns = 'id, species_code, birds, seen_at, place, observer, tags';

export class SightingService extends EventEmitter {
  #count: number;

  constructor(
    private readonly db: Database,
    private readonly species: SpeciesService,
    private readonly pageSize: number,
  ) {
    super();
    this.#count = (db.prepare('SELECT count(*) AS n FROM sightings').get() as { n: number }).n;
    this.on('added', () => {
      this.#count += 1;
    });
    this.on('removed', () => {
      this.#count -= 1;
    });
  }

  count(): number {
    return this.#count;
  }

  pages(): number {
    return Math.ceil(this.#count / this.pageSize);
  }

  page(number: number): Sighting[] {
    const rows = this.db
      .prepare(`SELECT ${columns} FROM sightings ORDER BY seen_at DESC LIMIT ? OFFSET ?`)
      .all(this.pageSize, (number - 1) * this.pageSize) as SightingRow[];
    return rows.map(toSighting);
  }

  byId(id: number): Sighting | null {
    const row = this.db.prepare(`SELECT ${columns} FROM sightings WHERE id = ?`).get(id) as SightingRow | undefined;
    return row ? toSighting(row) : null;
  }

  add(input: NewSighting & { observer: string }): Sighting {
    const species = this.species.byCode(input.species);
    if (!species) throw new HttpError(422, `no species ${input.species}`);
    const { lastInsertRowid } = this.db
      .prepare('INSERT INTO sightings (species_code, birds, seen_at, place, observer, tags) VALUES (@species, @birds, @seenAt, @place, @observer, @tags)')
      .run({
        species: species.code,
        birds: input.count,
        seenAt: input.seenAt,
        place: input.place,
        observer: input.observer,
        tags: JSON.stringify(input.tags),
      });
    this.emit('added', lastInsertRowid);
    return this.byId(Number(lastInsertRowid))!;
  }

  remove(id: number, observer: string): boolean {
    const { changes } = this.db.prepare('DELETE FROM sightings WHERE id = ? AND observer = ?').run(id, observer);
    if (changes > 0) this.emit('removed', id);
    return changes > 0;
  }
}
