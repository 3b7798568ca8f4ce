INSERT INTO halls (code, name, row_letters, seats_per_row) VALUES
  ('main', 'Main hall', 'ABCD', 4),
  ('studio', 'Studio', 'BC', 3);
