INSERT INTO plots VALUES
  (1, 'A1', 200, 1, 'loam', '["shed","greenhouse"]'),
  (2, 'A2', 150, 0, 'clay', NULL),
  (3, 'B1', 300, 1, NULL, '[]'),
  (4, 'B2', 100, 0, 'sand', '["shed"]');
INSERT INTO tenants VALUES
  (1, 'Olga', 'Brandt', 'olga@garden.test', '2019-04-01', NULL),
  (2, 'Per', 'Lund', NULL, '2022-03-15', NULL),
  (3, 'Ann', 'Weiss', 'ann@garden.test', '2015-01-01', '2024-12-31');
INSERT INTO leases VALUES
  (1, 1, 1, '2019-04-01', NULL),
  (2, 2, 2, '2022-04-01', NULL),
  (3, 3, 3, '2015-01-01', '2024-12-31');
INSERT INTO payments VALUES
  (1, 1, 20000, '2026-01-10', 'transfer'),
  (2, 1, 6500, '2026-02-01', NULL),
  (3, 2, 10000, '2026-01-20', 'cash');
INSERT INTO applicants VALUES
  (1, 'Ida Falk', '{"minArea":250,"tap":true}', '2025-05-01'),
  (2, 'Tom Reed', NULL, '2025-06-11');
INSERT INTO api_keys VALUES ('k-chair-1', 'Olga Brandt', 'chair'), ('k-help-2', 'Per Lund', 'helper');
