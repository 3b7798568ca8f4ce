CREATE TABLE contracts (
  staff_id INTEGER PRIMARY KEY REFERENCES staff (id),
  rate INTEGER NOT NULL,
  weekly_hours REAL NOT NULL
);
