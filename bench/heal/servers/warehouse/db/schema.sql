CREATE TABLE IF NOT EXISTS items (
  sku TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  category TEXT NOT NULL,
  price_cents INTEGER NOT NULL,
  weight_grams INTEGER,
  attributes TEXT NOT NULL DEFAULT '{}',
  discontinued INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE IF NOT EXISTS movements (
  id INTEGER PRIMARY KEY,
  sku TEXT NOT NULL REFERENCES items (sku),
  quantity INTEGER NOT NULL,
  reason TEXT NOT NULL,
  moved_at TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS orders (
  id INTEGER PRIMARY KEY,
  customer TEXT NOT NULL,
  placed_at TEXT NOT NULL,
  shipped_at TEXT,
  coupon TEXT
);

CREATE TABLE IF NOT EXISTS order_lines (
  order_id INTEGER NOT NULL REFERENCES orders (id),
  sku TEXT NOT NULL REFERENCES items (sku),
  quantity INTEGER NOT NULL,
  PRIMARY KEY (order_id, sku)
);
