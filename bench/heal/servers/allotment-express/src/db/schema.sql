CREATE TABLE plots (
  id INTEGER PRIMARY KEY,
  label TEXT NOT NULL UNIQUE,
  area INTEGER NOT NULL,
  tap INTEGER NOT NULL DEFAULT 0,
  soil TEXT,
  features TEXT
);
CREATE TABLE tenants (
  id INTEGER PRIMARY KEY,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  email TEXT,
  joined TEXT NOT NULL,
  left_on TEXT
);
CREATE TABLE leases (
  id INTEGER PRIMARY KEY,
  plot_id INTEGER NOT NULL REFERENCES plots (id),
  tenant_id INTEGER NOT NULL REFERENCES tenants (id),
  starts TEXT NOT NULL,
  ends TEXT
);
CREATE TABLE payments (
  id INTEGER PRIMARY KEY,
  tenant_id INTEGER NOT NULL REFERENCES tenants (id),
  cents INTEGER NOT NULL,
  paid_on TEXT NOT NULL,
  note TEXT
);
CREATE TABLE applicants (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  wanted TEXT,
  created TEXT NOT NULL
);
CREATE TABLE api_keys (
  key TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  role TEXT NOT NULL
);
