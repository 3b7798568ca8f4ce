CREATE TABLE berths (
  id INTEGER PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  pier TEXT NOT NULL,
  length_m REAL NOT NULL,
  power_amps INTEGER
);
CREATE TABLE boats (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  owner TEXT NOT NULL,
  length_m REAL NOT NULL,
  registration TEXT
);
CREATE TABLE stays (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  berth_id INTEGER NOT NULL REFERENCES berths (id),
  boat_id INTEGER NOT NULL REFERENCES boats (id),
  arrived_on TEXT NOT NULL,
  nights INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'open',
  note TEXT
);
INSERT INTO berths (id, code, pier, length_m, power_amps) VALUES (1, 'A1', 'A', 8, 16), (2, 'A2', 'A', 12, 32), (3, 'B1', 'B', 20, NULL);
INSERT INTO boats (id, name, owner, length_m, registration) VALUES (1, 'Kittiwake', 'R. Osei', 7.4, 'SSR 10234'), (2, 'Halcyon', 'M. Lindqvist', 11.2, NULL), (3, 'Big Tern', 'J. Pryce', 18, 'O.N. 7781');
INSERT INTO stays (berth_id, boat_id, arrived_on, nights, state, note) VALUES (1, 1, '2026-07-01', 3, 'open', 'late arrival'), (3, 3, '2026-07-02', 10, 'open', NULL), (2, 2, '2026-06-01', 2, 'closed', NULL);
