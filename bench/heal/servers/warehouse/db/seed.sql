INSERT OR IGNORE INTO items (sku, name, category, price_cents, weight_grams, attributes, discontinued) VALUES
  ('LMP-01', 'Desk lamp', 'lighting', 3490, 1200, '{"color": "black", "watt": 9}', 0),
  ('LMP-02', 'Floor lamp', 'lighting', 8990, 5400, '{"color": "brass", "watt": 15}', 0),
  ('CHR-10', 'Folding chair', 'furniture', 2450, 4100, '{"color": "red"}', 0),
  ('TBL-07', 'Side table', 'furniture', 6500, NULL, '{}', 0),
  ('RUG-03', 'Wool rug', 'textiles', 15900, 7000, '{"color": "grey", "size": [160, 230]}', 1);

INSERT OR IGNORE INTO movements (id, sku, quantity, reason, moved_at) VALUES
  (1, 'LMP-01', 40, 'delivery', '2026-01-05T08:00:00Z'),
  (2, 'LMP-02', 12, 'delivery', '2026-01-05T08:00:00Z'),
  (3, 'CHR-10', 100, 'delivery', '2026-01-12T08:00:00Z'),
  (4, 'LMP-01', -6, 'sale', '2026-01-20T10:00:00Z'),
  (5, 'CHR-10', -30, 'sale', '2026-01-21T11:30:00Z'),
  (6, 'LMP-01', -2, 'damage', '2026-02-02T09:10:00Z'),
  (7, 'TBL-07', 5, 'delivery', '2026-02-10T08:00:00Z'),
  (8, 'CHR-10', 4, 'return', '2026-02-11T15:45:00Z');

INSERT OR IGNORE INTO orders (id, customer, placed_at, shipped_at, coupon) VALUES
  (1, 'Hotel Aurora', '2026-01-19T09:00:00Z', '2026-01-20T10:00:00Z', NULL),
  (2, 'Cafe Nord', '2026-01-20T14:00:00Z', '2026-01-21T11:30:00Z', 'SPRING10'),
  (3, 'Studio Vale', '2026-02-12T12:00:00Z', NULL, NULL),
  (4, 'Cafe Nord', '2026-02-13T08:30:00Z', NULL, 'SPRING10');

INSERT OR IGNORE INTO order_lines (order_id, sku, quantity) VALUES
  (1, 'LMP-01', 6),
  (2, 'CHR-10', 30),
  (3, 'LMP-02', 2),
  (3, 'TBL-07', 1),
  (4, 'CHR-10', 8),
  (4, 'LMP-01', 3);
