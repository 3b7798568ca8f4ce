CREATE TABLE homes (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  beds INTEGER NOT NULL
);

CREATE TABLE staff (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('carer', 'manager')),
  home_id TEXT NOT NULL REFERENCES homes (id),
  phone TEXT NOT NULL,
  skills TEXT NOT NULL DEFAULT '[]',
  token TEXT NOT NULL UNIQUE,
  left_on TEXT
);
