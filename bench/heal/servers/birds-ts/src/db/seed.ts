import type { Database } from './database.js';

const species = [
  ['PARU', 'Parus major', 'Paridae'],
  ['CYAN', 'Cyanistes caeruleus', 'Paridae'],
  ['TURD', 'Turdus merula', 'Turdidae'],
] as const;

const names = [
  ['PARU', 'en', 'Great tit'],
  ['PARU', 'de', 'Kohlmeise'],
  ['TURD', 'en', 'Blackbird'],
] as const;

const sightings = [
  ['PARU', 4, '2026-01-03T08:00:00Z', 'Garden', 'ida', '["feeder"]'],
  ['TURD', 1, '2026-01-05T09:30:00Z', 'Park, north', 'tom', '[]'],
  ['PARU', 2, '2026-02-01T07:45:00Z', 'Garden', 'ida', '["feeder","snow"]'],
] as const;

export function seed(db: Database): void {
  const { n } = db.prepare('SELECT count(*) AS n FROM species').get() as { n: number };
  if (n > 0) return;
  const addSpecies = db.prepare('INSERT INTO species (code, name, family) VALUES (?, ?, ?)');
  const addName = db.prepare('INSERT INTO common_names (species_code, language, name) VALUES (?, ?, ?)');
  const addSighting = db.prepare('INSERT INTO sightings (species_code, birds, seen_at, place, observer, tags) VALUES (?, ?, ?, ?, ?, ?)');
  db.transaction(() => {
    for (const row of species) addSpecies.run(...row);
    for (const row of names) addName.run(...row);
    for (const row of sightings) addSighting.run(...row);
  })();
}
