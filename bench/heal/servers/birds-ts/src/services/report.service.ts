import type { Database } from '../db/database.js';
import { toSighting, type SightingRow } from '../schema/sighting.js';

export interface MonthRow {
  month: string;
  birds: number;
}

export class ReportService {
  constructor(private readonly db: Database) {}

  async *months(): AsyncGenerator<MonthRow> {
    const rows = this.db.prepare('SELECT substr(seen_at, 1, 7) AS month, birds FROM sightings ORDER BY seen_at').all() as MonthRow[];
    for (const row of rows) yield row;
  }

  top(month: string): { name: string; birds: number }[] {
    return this.db
      .prepare(
        `SELECT s.name AS name, SUM(o.birds) AS birds
         FROM sightings o
         JOIN species s ON s.code = o.species_code
         WHERE o.seen_at >= ? AND o.seen_at < ?
         GROUP BY s.code
         ORDER BY SUM(o.birds) DESC, s.name
         LIMIT 3`,
      )
      .all(`${month}-01`, nextMonth(month)) as { name: string; birds: number }[];
  }

  observers(): { observer: string; birds: number; places: string[] }[] {
    const rows = this.db.prepare('SELECT observer, birds, place FROM sightings ORDER BY id').all() as { observer: string; birds: number; place: string }[];
    const found = new Map<string, { observer: string; birds: number; places: Set<string> }>();
    for (const { observer, birds, place } of rows) {
      const entry = found.get(observer) ?? { observer, birds: 0, places: new Set<string>() };
      entry.birds += birds;
      entry.places.add(place);
      found.set(observer, entry);
    }
    return [...found.values()].map(({ places, ...rest }) => ({ ...rest, places: [...places].sort() }));
  }

  async *csv(): AsyncGenerator<string> {
    yield 'id,species,count,seenAt,place\r\n';
    for (const row of this.db.prepare('SELECT * FROM sightings ORDER BY id').all() as SightingRow[]) {
      const { id, species, count, seenAt, place } = toSighting(row);
      yield `${[id, species, count, new Date(seenAt).toISOString(), quoted(place)].join(',')}\r\n`;
    }
  }
}

function nextMonth(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
}

function quoted(text: string): string {
  return text.includes(',') ? `"${text.replaceAll('"', '""')}"` : text;
}
