INSERT INTO bookings (code, show_id, seat, name, email, paid_cents, booked_on) VALUES
  ('HA-A1', 1, 'A1', 'Noor', 'noor@example.com', 3000, '2026-03-01'),
  ('HA-A2', 1, 'A2', 'Noor', 'noor@example.com', 3000, '2026-03-01'),
  ('HA-D4', 1, 'D4', 'Piet', NULL, 2000, '2026-03-02'),
  ('GO-B1', 2, 'B1', 'Sanne', 'sanne@example.org', 1950, '2026-03-02'),
  ('FI-C2', 3, 'C2', 'Piet', NULL, 4350, '2026-03-05');
