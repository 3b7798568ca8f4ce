INSERT INTO books (id, isbn, title, author, year, copies, value_cents, subjects) VALUES
  (1, '9780141439518', 'Pride and Prejudice', 'Jane Austen', 1813, 3, 1299, '["classic", "romance"]'),
  (2, '9780141439587', 'Emma', 'Jane Austen', 1815, 2, 1099, '["classic"]'),
  (3, '9780199535569', 'Persuasion', 'Jane Austen', 1817, 1, 999, '["classic", "romance"]'),
  (4, '9780140449136', 'Crime and Punishment', 'Fyodor Dostoevsky', 1866, 2, 1599, '["classic", "crime"]'),
  (5, '9780553380163', 'A Brief History of Time', 'Stephen Hawking', 1988, 1, 1899, '["science"]'),
  (6, '9780262033848', 'Introduction to Algorithms', 'Thomas Cormen', 2009, 1, 8999, '[]')
ON CONFLICT DO NOTHING;

INSERT INTO members (id, name, email, tier, joined_on, address, sponsor_id) VALUES
  (1, 'Nora Lind', 'nora@example.org', 'patron', '2019-04-12', '{"street": "Mill Lane 3", "town": "Ashby"}', NULL),
  (2, 'Tom Okafor', 'tom@example.org', 'standard', '2023-01-30', NULL, NULL),
  (3, 'Mia Chen', 'mia@example.org', 'student', '2025-09-01', '{"street": "Dormitory 8", "town": "Ashby"}', 1),
  (4, 'Luis Prado', 'luis@example.org', 'standard', '2024-02-29', '{"street": "Quay 17", "town": "Port Mary"}', NULL)
ON CONFLICT DO NOTHING;

INSERT INTO loans (id, book_id, member_id, lent_on, due_on, returned_on, deposit_cents) VALUES
  (1, 1, 1, '2026-01-05', '2026-01-26', '2026-01-20', 0),
  (2, 4, 2, '2026-01-10', '2026-01-31', NULL, 500),
  (3, 6, 3, '2026-02-01', '2026-02-22', NULL, 2000),
  (4, 1, 2, '2026-02-03', '2026-02-24', '2026-02-28', 500),
  (5, 2, 4, '2026-02-20', '2026-03-13', NULL, 500),
  (6, 1, 3, '2026-02-25', '2026-03-18', NULL, 250)
ON CONFLICT DO NOTHING;

SELECT setval('loans_id_seq', (SELECT max(id) FROM loans));
