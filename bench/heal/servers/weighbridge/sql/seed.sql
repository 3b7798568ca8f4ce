CREATE TABLE users (
  id serial PRIMARY KEY,
  name text NOT NULL,
  token text NOT NULL UNIQUE,
  role text NOT NULL CHECK (role IN ('operator', 'office', 'manager'))
);

CREATE TABLE customers (
  id serial PRIMARY KEY,
  name text NOT NULL,
  vat_no text,
  blocked boolean NOT NULL DEFAULT false
);

CREATE TABLE materials (
  code text PRIMARY KEY,
  name text NOT NULL,
  price_per_tonne integer NOT NULL
);

CREATE TABLE rates (
  customer_id integer NOT NULL REFERENCES customers,
  material_code text NOT NULL REFERENCES materials,
  price_per_tonne integer NOT NULL,
  PRIMARY KEY (customer_id, material_code)
);

CREATE TABLE invoices (
  id serial PRIMARY KEY,
  number text NOT NULL UNIQUE,
  customer_id integer NOT NULL REFERENCES customers,
  month text NOT NULL,
  net integer NOT NULL,
  vat integer NOT NULL,
  issued_on date NOT NULL,
  due_on date NOT NULL,
  sent_ref text
);

CREATE TABLE tickets (
  id serial PRIMARY KEY,
  number text NOT NULL UNIQUE,
  plate text NOT NULL,
  vehicle_class text NOT NULL,
  customer_id integer NOT NULL REFERENCES customers,
  material_code text NOT NULL REFERENCES materials,
  tare integer NOT NULL,
  gross integer,
  weighed_on date NOT NULL,
  operator_id integer NOT NULL REFERENCES users,
  invoice_id integer REFERENCES invoices
);

INSERT INTO users (name, token, role) VALUES
  ('Joris', 'op-joris', 'operator'),
  ('Lies', 'of-lies', 'office'),
  ('Marc', 'mg-marc', 'manager');

INSERT INTO customers (name, vat_no, blocked) VALUES
  ('Wegenbouw Peeters', 'BE0455.120.339', false),
  ('Tuinen Claes', NULL, false),
  ('Aannemer Smulders', 'NL8123.44.551', false),
  ('Beton Noord', 'BE0477.010.112', true);

INSERT INTO materials (code, name, price_per_tonne) VALUES
  ('GR20', 'Gravel 7/20', 1480),
  ('SD04', 'Sand 0/4', 1125),
  ('PB80', 'Porphyry 40/80', 1960);

INSERT INTO rates (customer_id, material_code, price_per_tonne) VALUES
  (1, 'GR20', 1310),
  (3, 'SD04', 990);

INSERT INTO invoices (number, customer_id, month, net, vat, issued_on, due_on, sent_ref) VALUES
  ('WB-2026-001', 1, '2026-02', 26331, 5530, '2026-03-02', '2026-04-01', 'E-5501');

INSERT INTO tickets (number, plate, vehicle_class, customer_id, material_code, tare, gross, weighed_on, operator_id, invoice_id) VALUES
  ('W-1001', '1-ABC-123', 'N3', 1, 'GR20', 11900, 32000, '2026-02-16', 1, 1),
  ('W-1002', '1-ABC-123', 'N3', 1, 'GR20', 11880, 30480, '2026-03-03', 1, NULL),
  ('W-1003', '1-XKL-777', 'N2', 2, 'SD04', 5400, 9850, '2026-03-03', 1, NULL),
  ('W-1004', '85-BNK-2', 'N3S', 3, 'SD04', 14600, 43100, '2026-03-10', 1, NULL),
  ('W-1005', '1-QPR-404', 'N3S', 1, 'PB80', 14950, 41350, '2026-03-17', 1, NULL),
  ('W-1006', '1-XKL-777', 'N2', 2, 'GR20', 5420, NULL, '2026-03-18', 1, NULL);
