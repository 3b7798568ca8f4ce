INSERT INTO stations (code, name, zone) VALUES
  ('HBF', 'Central Station', 1),
  ('ZOO', 'Zoological Garden', 1),
  ('DPT', 'Lindenau Depot', 2),
  ('MES', 'Trade Fair', 3);

INSERT INTO items (category, description, line, station_code, found_on, finder, shelf, value_cents, status) VALUES
  ('umbrella', 'Black umbrella, wooden handle', '4', 'HBF', '2026-01-12', 'driver 118', 'A1', 1500, 'stored'),
  ('bag', 'Green rucksack with school books', '4', 'ZOO', '2026-03-02', 'M. Seidel', 'B2', 4500, 'claimed'),
  ('electronics', 'Phone with a cracked screen', '11', 'HBF', '2026-03-20', NULL, 'C1', 22000, 'stored'),
  ('keys', 'Five keys on a red ribbon', '7', 'DPT', '2026-04-01', 'cleaning crew', 'K3', 0, 'stored'),
  ('valuables', 'Silver bracelet', '11', 'MES', '2026-02-10', 'driver 201', 'S1', 18000, 'stored'),
  ('clothing', 'Child''s blue mitten', '7', NULL, '2026-04-08', NULL, NULL, 0, 'stored'),
  ('bag', 'Leather briefcase', '11', 'HBF', '2025-12-15', 'driver 118', 'B1', 9000, 'returned'),
  ('food', 'Box of eclairs', '4', 'ZOO', '2026-04-13', 'driver 077', 'F1', 1200, 'stored');

INSERT INTO claims (item_id, name, email, phone, note, claimed_on, state, reason) VALUES
  (2, 'Paula Winter', 'paula@winter.example', '0341 555 77', 'The books have my name in them', '2026-03-05', 'open', NULL),
  (7, 'Georg Albrecht', 'g.albrecht@post.example', NULL, NULL, '2025-12-20', 'accepted', NULL),
  (3, 'Tomas Brandt', 'tomas@brandt.example', NULL, 'Mine is a newer one', '2026-03-28', 'rejected', 'another model');
