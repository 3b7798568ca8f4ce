PRAGMA foreign_keys = ON;

CREATE TABLE potters (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE,
  token TEXT NOT NULL,
  role TEXT NOT NULL DEFAULT 'member' CHECK (role IN ('member', 'steward')),
  joined_on TEXT NOT NULL
);

CREATE TABLE kilns (
  id INTEGER PRIMARY KEY,
  label TEXT NOT NULL,
  shelf_count INTEGER NOT NULL
);

CREATE TABLE pieces (
  id INTEGER PRIMARY KEY,
  potter_id INTEGER NOT NULL REFERENCES potters (id),
  title TEXT NOT NULL,
  weight_grams INTEGER NOT NULL,
  glaze TEXT,
  state TEXT NOT NULL DEFAULT 'greenware' CHECK (state IN ('greenware', 'queued', 'fired')),
  made_at TEXT NOT NULL
);

CREATE TABLE firings (
  id INTEGER PRIMARY KEY,
  kiln_id INTEGER NOT NULL REFERENCES kilns (id),
  kind TEXT NOT NULL CHECK (kind IN ('bisque', 'glaze', 'raku')),
  starts_on TEXT NOT NULL,
  opened_by INTEGER NOT NULL REFERENCES potters (id)
);

CREATE TABLE loads (
  firing_id INTEGER NOT NULL REFERENCES firings (id),
  piece_id INTEGER NOT NULL REFERENCES pieces (id),
  shelf INTEGER NOT NULL,
  cost_cents INTEGER NOT NULL,
  PRIMARY KEY (firing_id, piece_id)
);

INSERT INTO potters (id, name, email, token, role, joined_on) VALUES
  (1, 'Hanne Vos', 'hanne@kiln.test', 'tok-hanne', 'steward', '2023-04-02'),
  (2, 'Ravi Menon', 'ravi@kiln.test', 'tok-ravi', 'member', '2024-01-15'),
  (3, 'Zoe Quist', 'zoe@kiln.test', 'tok-zoe', 'member', '2025-09-30');
INSERT INTO kilns (id, label, shelf_count) VALUES (1, 'Big Bertha', 3), (2, 'Test kiln', 1);
INSERT INTO pieces (id, potter_id, title, weight_grams, glaze, state, made_at) VALUES
  (1, 2, 'Tall vase', 1400, 'celadon', 'fired', '2026-03-01T09:00:00Z'),
  (2, 2, 'Mug', 350, NULL, 'queued', '2026-03-04T10:30:00Z'),
  (3, 1, 'Platter', 2100, 'tenmoku', 'fired', '2026-03-02T15:00:00Z'),
  (4, 1, 'Egg cup', 90, NULL, 'greenware', '2026-03-06T08:00:00Z');
INSERT INTO firings (id, kiln_id, kind, starts_on, opened_by) VALUES
  (1, 1, 'glaze', '2026-03-10', 1),
  (2, 2, 'bisque', '2026-03-20', 1);
INSERT INTO loads (firing_id, piece_id, shelf, cost_cents) VALUES (1, 1, 1, 9100), (1, 3, 2, 13650), (2, 2, 1, 1400);
