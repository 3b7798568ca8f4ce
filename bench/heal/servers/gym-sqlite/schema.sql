CREATE TABLE members (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE,
  plan TEXT NOT NULL DEFAULT 'basic',
  joined_at TEXT NOT NULL,
  settings TEXT
);

CREATE TABLE classes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL,
  trainer TEXT,
  starts_at TEXT NOT NULL,
  capacity INTEGER NOT NULL,
  price_cents INTEGER NOT NULL
);

CREATE TABLE bookings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  member_id INTEGER NOT NULL REFERENCES members(id),
  class_id INTEGER NOT NULL REFERENCES classes(id),
  status TEXT NOT NULL DEFAULT 'booked',
  booked_at TEXT NOT NULL
);

INSERT INTO members (name, email, plan, joined_at, settings) VALUES
  ('Ada', 'ada@gym.test', 'gold', '2025-01-10', '{"newsletter":true,"language":"en"}'),
  ('Ben', 'ben@gym.test', 'basic', '2025-05-02', NULL),
  ('Cyd', 'cyd@gym.test', 'basic', '2025-09-21', '');

INSERT INTO classes (title, trainer, starts_at, capacity, price_cents) VALUES
  ('Yoga', 'Uma Rao', '2026-06-01T07:00:00Z', 2, 1200),
  ('Spin', 'Leo Katz', '2026-06-01T18:00:00Z', 10, 900),
  ('Open Gym', NULL, '2026-06-02T09:00:00Z', 30, 0);

INSERT INTO bookings (member_id, class_id, status, booked_at) VALUES
  (1, 1, 'booked', '2026-05-20T10:00:00Z'),
  (1, 2, 'cancelled', '2026-05-20T10:05:00Z'),
  (2, 1, 'booked', '2026-05-21T12:00:00Z');
