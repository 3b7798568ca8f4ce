PRAGMA foreign_keys = ON;

CREATE TABLE owners (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE,
  phone TEXT
);

CREATE TABLE dogs (
  id INTEGER PRIMARY KEY,
  owner_id INTEGER NOT NULL REFERENCES owners (id),
  name TEXT NOT NULL,
  breed TEXT,
  born TEXT NOT NULL,
  diet TEXT
);

CREATE TABLE runs (
  code TEXT PRIMARY KEY,
  size TEXT NOT NULL,
  nightly_cents INTEGER NOT NULL
);

CREATE TABLE stays (
  id INTEGER PRIMARY KEY,
  dog_id INTEGER NOT NULL REFERENCES dogs (id),
  run_code TEXT NOT NULL REFERENCES runs (code),
  arrives_on TEXT NOT NULL,
  leaves_on TEXT NOT NULL,
  notes TEXT,
  status TEXT NOT NULL DEFAULT 'reserved'
);

CREATE TABLE extras (
  id INTEGER PRIMARY KEY,
  stay_id INTEGER NOT NULL REFERENCES stays (id),
  label TEXT NOT NULL,
  cents INTEGER NOT NULL
);

INSERT INTO owners VALUES (1, 'Mara Quist', 'mara@home.test', '040 118 22'), (2, 'Idris Vale', 'idris@home.test', NULL);
INSERT INTO dogs VALUES
  (1, 1, 'Pepper', 'Spaniel', '2021-04-12', '{"meals":2,"avoid":["chicken"]}'),
  (2, 1, 'Moss', NULL, '2024-10-03', NULL),
  (3, 2, 'Juno', 'Whippet', '2018-01-30', '{"meals":3}');
INSERT INTO runs VALUES ('A1', 'large', 3200), ('A2', 'large', 3200), ('B1', 'small', 2400);
INSERT INTO stays VALUES
  (1, 1, 'A1', '2026-03-02', '2026-03-05', 'Afraid of thunder', 'done'),
  (2, 3, 'B1', '2026-03-04', '2026-03-06', NULL, 'reserved');
INSERT INTO extras VALUES (1, 1, 'Bath', 1500), (2, 1, 'Long walk', 800);
