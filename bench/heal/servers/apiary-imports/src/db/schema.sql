CREATE TABLE hives (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  site TEXT NOT NULL,
  queen_year INTEGER,
  frames INTEGER NOT NULL DEFAULT 10
);

CREATE TABLE inspections (
  id INTEGER PRIMARY KEY,
  hive_id INTEGER NOT NULL REFERENCES hives (id),
  inspected_on TEXT NOT NULL,
  mites INTEGER NOT NULL,
  mood TEXT NOT NULL,
  notes TEXT NOT NULL DEFAULT ''
);

CREATE TABLE harvests (
  id INTEGER PRIMARY KEY,
  hive_id INTEGER NOT NULL REFERENCES hives (id),
  grams INTEGER NOT NULL,
  flower TEXT NOT NULL
);

INSERT INTO hives (name, site, queen_year, frames) VALUES
  ('Ada', 'orchard', 2024, 10),
  ('Beatrix', 'orchard', 2025, 12),
  ('Clara', 'heath', NULL, 8),
  ('Dora', 'heath', 2023, 10);

INSERT INTO inspections (hive_id, inspected_on, mites, mood, notes) VALUES
  (1, '2026-04-12', 2, 'calm', 'Brood on six frames'),
  (1, '2026-05-03', 5, 'calm', ''),
  (3, '2026-05-03', 11, 'angry', 'Treat soon');

INSERT INTO harvests (hive_id, grams, flower) VALUES
  (1, 4200, 'apple'),
  (1, 3800, 'lime'),
  (2, 6000, 'apple');
