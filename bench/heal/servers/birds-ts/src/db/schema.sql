CREATE TABLE IF NOT EXISTS species (
  code TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  family TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS common_names (
  species_code TEXT NOT NULL REFERENCES species (code),
  language TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (species_code, language)
);

CREATE TABLE IF NOT EXISTS sightings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  species_code TEXT NOT NULL REFERENCES species (code),
  birds INTEGER NOT NULL CHECK (birds > 0),
  seen_at TEXT NOT NULL,
  place TEXT NOT NULL,
  observer TEXT NOT NULL,
  tags TEXT NOT NULL DEFAULT '[]'
);

CREATE INDEX IF NOT EXISTS sightings_by_time ON sightings (seen_at);
