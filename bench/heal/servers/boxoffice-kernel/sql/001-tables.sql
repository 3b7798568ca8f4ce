CREATE TABLE halls (
  code TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  row_letters TEXT NOT NULL,
  seats_per_row INTEGER NOT NULL
);

CREATE TABLE shows (
  id INTEGER PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  genre TEXT NOT NULL,
  starts_at TEXT NOT NULL,
  hall_code TEXT NOT NULL REFERENCES halls (code),
  price_cents INTEGER NOT NULL,
  notes TEXT
);

CREATE TABLE bookings (
  id INTEGER PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  show_id INTEGER NOT NULL REFERENCES shows (id),
  seat TEXT NOT NULL,
  name TEXT NOT NULL,
  email TEXT,
  paid_cents INTEGER NOT NULL,
  booked_on TEXT NOT NULL,
  UNIQUE (show_id, seat)
);
