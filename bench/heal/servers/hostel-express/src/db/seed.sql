INSERT INTO rooms (code, title, beds, nightly_rate, closed_reason) VALUES
  ('A1', 'Attic double', 2, 64, NULL),
  ('D4', 'Dormitory', 8, 22, NULL),
  ('G2', 'Garden single', 1, 48, 'Water damage');

INSERT INTO guests (id, full_name, email, preferences) VALUES
  (1, 'Mira Lindqvist', 'mira@example.org', '{"quiet":true,"language":"de"}'),
  (2, 'Tomas Okoye', NULL, NULL);

INSERT INTO stays (id, room_code, guest_id, arrives_on, nights, total, status) VALUES
  (1, 'A1', 1, '2026-03-02', 3, 205.44, 'booked'),
  (2, 'D4', 2, '2026-03-10', 2, 47.08, 'booked'),
  (3, 'D4', 1, '2026-03-28', 6, 141.24, 'cancelled');
