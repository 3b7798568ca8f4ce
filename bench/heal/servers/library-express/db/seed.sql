INSERT INTO authors VALUES (1, 'Ursula K. Le Guin'), (2, 'Stanislaw Lem'), (3, 'Tove Jansson');
INSERT INTO books VALUES
  (1, 'The Dispossessed', 1, 1974, 2, '["novel","utopia"]'),
  (2, 'Solaris', 2, 1961, 1, '["novel"]'),
  (3, 'The Summer Book', 3, 1972, 3, NULL),
  (4, 'The Left Hand of Darkness', 1, 1969, 1, '["novel","winter"]');
INSERT INTO members VALUES (1, 'Noor', 'noor@example.com', '2025-04-01'), (2, 'Piet', NULL, '2025-09-12');
INSERT INTO loans VALUES
  (1, 2, 1, '2026-01-05', '2026-01-26', NULL),
  (2, 1, 1, '2025-11-02', '2025-11-23', '2025-11-20'),
  (3, 1, 2, '2026-01-10', '2026-01-31', NULL);
