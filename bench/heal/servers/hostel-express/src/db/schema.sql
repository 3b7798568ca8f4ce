CREATE TABLE rooms (
  code TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  beds INTEGER NOT NULL,
  nightly_rate REAL NOT NULL,
  closed_reason TEXT
);

CREATE TABLE guests (
  id INTEGER PRIMARY KEY,
  full_name TEXT NOT NULL,
  email TEXT,
  preferences TEXT
);

CREATE TABLE stays (
  id INTEGER PRIMARY KEY,
  room_code TEXT NOT NULL REFERENCES rooms(code),
  guest_id INTEGER NOT NULL REFERENCES guests(id),
  arrives_on TEXT NOT NULL,
  nights INTEGER NOT NULL,
  total REAL NOT NULL,
  status TEXT NOT NULL DEFAULT 'booked'
);
