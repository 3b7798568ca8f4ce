'use strict';

const migrations = [
  `CREATE TABLE customers (
     id INTEGER PRIMARY KEY,
     name TEXT NOT NULL,
     vat_number TEXT,
     currency TEXT NOT NULL DEFAULT 'EUR',
     settings TEXT
   )`,
  `CREATE TABLE invoices (
     id INTEGER PRIMARY KEY,
     customer_id INTEGER NOT NULL REFERENCES customers(id),
     number TEXT NOT NULL UNIQUE,
     issued_on TEXT NOT NULL,
     due_on TEXT,
     status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'paid', 'void'))
   )`,
  `CREATE TABLE lines (
     id INTEGER PRIMARY KEY,
     invoice_id INTEGER NOT NULL REFERENCES invoices(id),
     title TEXT NOT NULL,
     quantity INTEGER NOT NULL,
     unit_cents INTEGER NOT NULL
   )`,
  `CREATE TABLE payments (
     id INTEGER PRIMARY KEY,
     invoice_id INTEGER NOT NULL REFERENCES invoices(id),
     cents INTEGER NOT NULL,
     paid_at TEXT NOT NULL
   )`,
  `INSERT INTO customers (id, name, vat_number, currency, settings) VALUES
     (1, 'Acme Ltd', 'GB123', 'EUR', '{"reminders":true,"cc":["cfo@acme.test"]}'),
     (2, 'Bolt GmbH', NULL, 'USD', NULL),
     (3, 'Cove SA', 'PT987', 'EUR', '{"reminders":false}')`,
  `INSERT INTO invoices (id, customer_id, number, issued_on, due_on, status) VALUES
     (1, 1, '2026-001', '2026-01-10', '2026-02-10', 'open'),
     (2, 2, '2026-002', '2026-01-12', NULL, 'open'),
     (3, 1, '2026-003', '2026-03-01', '2026-04-01', 'paid')`,
  `INSERT INTO lines (invoice_id, title, quantity, unit_cents) VALUES
     (1, 'Consulting', 2, 50000), (1, 'Travel', 1, 12000), (3, 'Support', 3, 20000)`,
  `INSERT INTO payments (invoice_id, cents, paid_at) VALUES (1, 40000, '2026-01-20'), (3, 72000, '2026-03-20')`,
];

module.exports = function migrate(db) {
  const { user_version: version } = db.prepare('PRAGMA user_version').get();
  const run = db.transaction(() => {
    for (const statement of migrations.slice(version)) db.exec(statement);
    db.exec(`PRAGMA user_version = ${migrations.length}`);
  });
  run();
};
