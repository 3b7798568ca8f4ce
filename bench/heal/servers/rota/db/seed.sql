INSERT INTO homes (id, name, beds) VALUES
  ('elm', 'Elm House', 24),
  ('brook', 'Brookside', 38);

INSERT INTO staff (id, name, role, home_id, phone, skills, token, left_on) VALUES
  (1, 'Ruth Okafor', 'manager', 'elm', '07700 900101', '["medication"]', 'tok-ruth', NULL),
  (2, 'Sam Lister', 'carer', 'elm', '07700 900102', '["medication","driving"]', 'tok-sam', NULL),
  (3, 'Ines Duarte', 'carer', 'brook', '07700 900103', '["driving"]', 'tok-ines', NULL),
  (4, 'Kofi Mensah', 'carer', 'brook', '07700 900104', '[]', 'tok-kofi', NULL),
  (5, 'Greta Holm', 'manager', 'brook', '07700 900105', '["medication"]', 'tok-greta', '2026-01-31');

INSERT INTO contracts (staff_id, rate, weekly_hours) VALUES
  (1, 2150, 37.5),
  (2, 1320, 8),
  (3, 1280, 30);

INSERT INTO shifts (id, home_id, day, starts_at, ends_at, skill, staff_id) VALUES
  (1, 'elm', '2026-05-04', '07:00', '15:00', 'medication', 2),
  (2, 'elm', '2026-05-04', '21:30', '07:00', NULL, 4),
  (3, 'brook', '2026-05-05', '07:00', '12:30', NULL, 3),
  (4, 'elm', '2026-05-09', '07:00', '19:00', 'medication', 2),
  (5, 'elm', '2026-05-11', '07:00', '19:00', NULL, 2),
  (6, 'brook', '2026-05-09', '21:30', '07:00', NULL, 3),
  (7, 'brook', '2026-05-12', '07:00', '15:00', 'driving', NULL),
  (8, 'elm', '2026-05-12', '07:00', '15:00', 'medication', NULL),
  (9, 'elm', '2026-05-18', '07:00', '19:00', NULL, 2),
  (10, 'elm', '2026-06-01', '07:00', '15:00', NULL, 2);

INSERT INTO absences (id, staff_id, from_day, to_day, reason, state) VALUES
  (1, 3, '2026-05-11', '2026-05-17', 'holiday', 'approved'),
  (2, 4, '2026-05-20', '2026-05-22', 'training', 'asked'),
  (3, 2, '2026-05-25', '2026-05-29', 'holiday', 'refused'),
  (4, 1, '2026-05-30', '2026-06-02', 'holiday', 'asked');
