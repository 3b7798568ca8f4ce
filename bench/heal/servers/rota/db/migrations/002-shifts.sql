CREATE TABLE shifts (
  id INTEGER PRIMARY KEY,
  home_id TEXT NOT NULL REFERENCES homes (id),
  day TEXT NOT NULL,
  starts_at TEXT NOT NULL,
  ends_at TEXT NOT NULL,
  skill TEXT,
  staff_id INTEGER REFERENCES staff (id)
);

CREATE INDEX shifts_by_day ON shifts (day, home_id);
